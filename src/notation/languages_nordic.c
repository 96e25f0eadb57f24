/* SPDX-License-Identifier: MIT */
/*
 * Letters, names and words of the languages of the North: Danish, Norwegian, Swedish, Icelandic,
 * Finnish and Estonian.
 */
#include "notation/languages.h"

const arb_language arb_language_da = {
    .code = "da",
    .name = { "Danish", "danese" },
    .letters = { { "B", "S", "L", "T", "D", "K" }, { "b", "s", "l", "t", "d", "k" } },
    .words = {
        [KING] = WORDS("konge"),
        [QUEEN] = WORDS("dronning"),
        [ROOK] = WORDS("tårn", "taarn", "tarn"),
        [BISHOP] = WORDS("løber", "lober", "loeber"),
        [KNIGHT] = WORDS("springer"),
        [PAWN] = WORDS("bonde"),
        [TAKES] = WORDS("slår", "slaar", "slar", "tager"),
        [PROMOTES] = WORDS("forvandles til", "forvandling til", "bliver til", "bliver"),
        [KINGSIDE] = WORDS("kort rokade", "lille rokade", "rokerer kort"),
        [QUEENSIDE] = WORDS("lang rokade", "stor rokade", "rokerer langt", "rokerer lang"),
        [EN_PASSANT] = WORDS("en passant"),
        [CHECK] = WORDS("skak"),
        [MATE] = WORDS("skakmat", "skak mat", "mat", "skak og mat"),
        [FILLER] = WORDS("til", "på", "paa", "fra", "går", "gaar", "flytter", "med", "og", "felt",
                         "feltet", "den", "en"),
    },
};

/* The letter L is of the løper; the book has bisp. */
const arb_language arb_language_no = {
    .code = "no",
    .name = { "Norwegian", "norvegese" },
    .letters = { { "B", "S", "L", "T", "D", "K" }, { "b", "s", "l", "t", "d", "k" } },
    .words = {
        [KING] = WORDS("konge"),
        [QUEEN] = WORDS("dronning"),
        [ROOK] = WORDS("tårn", "taarn", "tarn"),
        [BISHOP] = WORDS("løper", "loper", "loeper", "bisp"),
        [KNIGHT] = WORDS("springer"),
        [PAWN] = WORDS("bonde"),
        [TAKES] = WORDS("slår", "slaar", "slar", "tar"),
        [PROMOTES] = WORDS("forvandles til", "forvandling til", "blir til", "blir"),
        [KINGSIDE] = WORDS("kort rokade", "liten rokade", "rokerer kort"),
        [QUEENSIDE] = WORDS("lang rokade", "stor rokade", "rokerer langt", "rokerer lang"),
        [EN_PASSANT] = WORDS("en passant", "i forbifarten"),
        [CHECK] = WORDS("sjakk"),
        [MATE] = WORDS("sjakkmatt", "sjakk matt", "matt", "sjakk og matt"),
        [FILLER] = WORDS("til", "på", "paa", "fra", "går", "gaar", "flytter", "trekker", "med",
                         "og", "felt", "feltet", "den", "en"),
    },
};

const arb_language arb_language_sv = {
    .code = "sv",
    .name = { "Swedish", "svedese" },
    .letters = { { "B", "S", "L", "T", "D", "K" }, { "b", "s", "l", "t", "d", "k" } },
    .words = {
        [KING] = WORDS("kung"),
        [QUEEN] = WORDS("dam", "drottning"),
        [ROOK] = WORDS("torn"),
        [BISHOP] = WORDS("löpare", "lopare", "loepare"),
        [KNIGHT] = WORDS("springare"),
        [PAWN] = WORDS("bonde"),
        [TAKES] = WORDS("slår", "slar", "tar"),
        [PROMOTES] = WORDS("förvandlas till", "forvandlas till", "förvandling till",
                           "promoveras till", "blir"),
        [KINGSIDE] = WORDS("kort rockad", "liten rockad", "rockerar kort"),
        [QUEENSIDE] = WORDS("lång rockad", "lang rockad", "stor rockad", "rockerar långt",
                            "rockerar langt"),
        [EN_PASSANT] = WORDS("en passant"),
        [CHECK] = WORDS("schack"),
        [MATE] = WORDS("schackmatt", "schack matt", "matt", "schack och matt"),
        [FILLER] = WORDS("till", "på", "pa", "från", "fran", "går", "gar", "flyttar", "med", "och",
                         "ruta", "rutan", "den", "en"),
    },
};

const arb_language arb_language_is = {
    .code = "is",
    .name = { "Icelandic", "islandese" },
    .letters = { { "P", "R", "B", "H", "D", "K" }, { "p", "r", "b", "h", "d", "k" } },
    .words = {
        [KING] = WORDS("kóngur", "kongur", "konungur"),
        [QUEEN] = WORDS("drottning", "drottningu"),
        [ROOK] = WORDS("hrókur", "hrokur"),
        [BISHOP] = WORDS("biskup"),
        [KNIGHT] = WORDS("riddari", "riddara"),
        [PAWN] = WORDS("peð", "ped"),
        [TAKES] = WORDS("drepur", "tekur"),
        [PROMOTES] = WORDS("verður að", "verður", "verdur ad", "verdur", "vekur upp"),
        [KINGSIDE] = WORDS("stutt hrókun", "stutt hrokun", "stutthrókun", "hrókar stutt"),
        [QUEENSIDE] = WORDS("löng hrókun", "long hrokun", "langhrókun", "hrókar langt"),
        [EN_PASSANT] = WORDS("en passant", "framhjáhlaup", "framhjahlaup", "í framhjáhlaupi"),
        [CHECK] = WORDS("skák", "skak"),
        [MATE] = WORDS("mát", "mat", "skák og mát", "skak og mat", "skákmát"),
        [FILLER] = WORDS("til", "á", "frá", "fra", "fer", "leikur", "og", "reit", "reitinn"),
    },
};

/* The forms in -ksi are those that follow a promotion: korottuu daamiksi. */
const arb_language arb_language_fi = {
    .code = "fi",
    .name = { "Finnish", "finlandese" },
    .letters = { { "P", "R", "L", "T", "D", "K" }, { "p", "r", "l", "t", "d", "k" } },
    .words = {
        [KING] = WORDS("kuningas"),
        [QUEEN] = WORDS("daami", "kuningatar", "daamiksi", "kuningattareksi"),
        [ROOK] = WORDS("torni", "torniksi"),
        [BISHOP] = WORDS("lähetti", "lahetti", "lähetiksi", "lahetiksi"),
        [KNIGHT] = WORDS("ratsu", "ratsuksi"),
        [PAWN] = WORDS("sotilas"),
        [TAKES] = WORDS("lyö", "lyo", "syö", "syo"),
        [PROMOTES] = WORDS("korotus", "korottuu", "korotetaan"),
        [KINGSIDE] = WORDS("lyhyt linnoitus", "lyhyt linna", "lyhyt tornitus"),
        [QUEENSIDE] = WORDS("pitkä linnoitus", "pitka linnoitus", "pitkä linna", "pitka linna",
                            "pitkä tornitus", "pitka tornitus"),
        [EN_PASSANT] = WORDS("ohestalyönti", "ohestalyonti", "ohesta", "en passant"),
        [CHECK] = WORDS("shakki", "šakki", "sakki"),
        [MATE] = WORDS("matti", "shakkimatti", "shakki ja matti", "šakki ja matti", "šakkimatti"),
        [FILLER] = WORDS("siirtyy", "menee", "ruutuun", "ruudusta", "ruudulle", "ruudulta", "ja"),
    },
};

/* The forms in -ks are those that follow a promotion: muundub lipuks. */
const arb_language arb_language_et = {
    .code = "et",
    .name = { "Estonian", "estone" },
    .letters = { { "P", "R", "O", "V", "L", "K" }, { "p", "r", "o", "v", "l", "k" } },
    .words = {
        [KING] = WORDS("kuningas"),
        [QUEEN] = WORDS("lipp", "lipuks"),
        [ROOK] = WORDS("vanker", "vankriks"),
        [BISHOP] = WORDS("oda", "odaks"),
        [KNIGHT] = WORDS("ratsu", "ratsuks"),
        [PAWN] = WORDS("ettur"),
        [TAKES] = WORDS("lööb", "loob", "võtab", "votab"),
        [PROMOTES] = WORDS("muundub", "muutub", "muundamine"),
        [KINGSIDE] = WORDS("lühike vangerdus", "luhike vangerdus"),
        [QUEENSIDE] = WORDS("pikk vangerdus"),
        [EN_PASSANT] = WORDS("en passant"),
        [CHECK] = WORDS("tuli", "šahh", "sahh", "shahh"),
        [MATE] = WORDS("matt", "šahh ja matt", "sahh ja matt"),
        [FILLER] = WORDS("läheb", "laheb", "käib", "kaib", "väljale", "valjale", "väljalt",
                         "valjalt", "ja"),
    },
};
