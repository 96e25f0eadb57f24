/* SPDX-License-Identifier: MIT */
/*
 * Letters, names and words of Czech, Polish, Serbo-Croatian, Bulgarian and Russian.
 *
 * The accusatives, such as dámu, are those that follow a promotion.
 */
#include "notation/languages.h"

const arb_language arb_language_cs = {
    .code = "cs",
    .name = { "Czech", "ceco" },
    .letters = { { "P", "J", "S", "V", "D", "K" }, { "p", "j", "s", "v", "d", "k" } },
    .words = {
        [KING] = WORDS("král", "kral"),
        [QUEEN] = WORDS("dáma", "dama", "dámu", "damu", "královna", "kralovna"),
        [ROOK] = WORDS("věž", "vez"),
        [BISHOP] = WORDS("střelec", "strelec", "střelce", "strelce"),
        [KNIGHT] = WORDS("jezdec", "jezdce"),
        [PAWN] = WORDS("pěšec", "pesec", "pěšák", "pesak"),
        [TAKES] = WORDS("bere", "bije"),
        [PROMOTES] = WORDS("proměna v", "promena v", "promění se v", "promeni se v", "mění se v",
                           "meni se v"),
        [KINGSIDE] = WORDS("malá rošáda", "mala rosada", "krátká rošáda", "kratka rosada"),
        [QUEENSIDE] = WORDS("velká rošáda", "velka rosada", "dlouhá rošáda", "dlouha rosada"),
        [EN_PASSANT] = WORDS("en passant", "mimochodem"),
        [CHECK] = WORDS("šach", "sach"),
        [MATE] = WORDS("mat", "šach mat", "sach mat", "šachmat", "sachmat", "šach a mat"),
        [FILLER] = WORDS("na", "z", "ze", "do", "jde", "táhne", "tahne", "pole"),
    },
};

const arb_language arb_language_pl = {
    .code = "pl",
    .name = { "Polish", "polacco" },
    .letters = { { "P", "S", "G", "W", "H", "K" }, { "p", "s", "g", "w", "h", "k" } },
    .words = {
        [KING] = WORDS("król", "krol"),
        [QUEEN] = WORDS("hetman", "hetmana", "królowa", "krolowa"),
        [ROOK] = WORDS("wieża", "wieza", "wieżę", "wieze"),
        [BISHOP] = WORDS("goniec", "gońca", "gonca"),
        [KNIGHT] = WORDS("skoczek", "skoczka"),
        [PAWN] = WORDS("pion", "pionek"),
        [TAKES] = WORDS("bije", "zbija", "bierze"),
        [PROMOTES] = WORDS("promocja na", "promocja w", "promuje na", "przemiana w",
                           "przemienia się w", "przemienia sie w"),
        [KINGSIDE] = WORDS("krótka roszada", "krotka roszada", "roszada krótka", "roszada krotka"),
        [QUEENSIDE] = WORDS("długa roszada", "dluga roszada", "roszada długa", "roszada dluga"),
        [EN_PASSANT] = WORDS("w przelocie", "en passant"),
        [CHECK] = WORDS("szach"),
        [MATE] = WORDS("mat", "szach mat", "szach i mat", "szachmat"),
        [FILLER] = WORDS("na", "z", "ze", "do", "idzie", "pole", "i"),
    },
};

/*
 * The book has names only, under "jugoslavo". Its letters join "Slavo" to German, with B for the
 * pawn; the name pješak gives P.
 */
const arb_language arb_language_sh = {
    .code = "sh",
    .name = { "Serbo-Croatian", "serbocroato" },
    .letters = { { "P", "S", "L", "T", "D", "K" }, { "p", "s", "l", "t", "d", "k" } },
    .words = {
        [KING] = WORDS("kralj"),
        [QUEEN] = WORDS("dama", "damu", "kraljica", "kraljicu"),
        [ROOK] = WORDS("top"),
        [BISHOP] = WORDS("lovac", "lovca"),
        [KNIGHT] = WORDS("skakač", "skakac", "skakača", "skakaca", "konj"),
        [PAWN] = WORDS("pješak", "pjesak", "pešak", "pesak"),
        [TAKES] = WORDS("uzima"),
        [PROMOTES] = WORDS("promocija u", "postaje", "pretvara se u"),
        [KINGSIDE] = WORDS("mala rokada", "kratka rokada"),
        [QUEENSIDE] = WORDS("velika rokada", "duga rokada"),
        [EN_PASSANT] = WORDS("en passant", "u prolazu"),
        [CHECK] = WORDS("šah", "sah"),
        [MATE] = WORDS("mat", "šah mat", "sah mat", "šah-mat", "šah i mat", "sah i mat"),
        [FILLER] = WORDS("na", "sa", "iz", "ide", "polje", "i"),
    },
};

/* The book has names only; these are the letters in general use. */
const arb_language arb_language_bg = {
    .code = "bg",
    .name = { "Bulgarian", "bulgaro" },
    .letters = { { "П", "К", "О", "Т", "Д", "Ц" }, { "п", "к", "о", "т", "д", "ц" } },
    .words = {
        [KING] = WORDS("цар", "tzar", "tsar"),
        [QUEEN] = WORDS("дама", "dama", "царица", "tsaritsa"),
        [ROOK] = WORDS("топ", "top"),
        [BISHOP] = WORDS("офицер", "ofizer", "ofitser"),
        [KNIGHT] = WORDS("кон", "con", "kon"),
        [PAWN] = WORDS("пешка", "пионка", "pionka", "peshka"),
        [TAKES] = WORDS("взема", "взима"),
        [PROMOTES] = WORDS("произвежда се в", "се произвежда в", "произвеждане в", "става"),
        [KINGSIDE] = WORDS("малка рокада", "къса рокада"),
        [QUEENSIDE] = WORDS("голяма рокада", "дълга рокада"),
        [EN_PASSANT] = WORDS("ан пасан", "en passant"),
        [CHECK] = WORDS("шах"),
        [MATE] = WORDS("мат", "шах и мат", "шах мат"),
        [FILLER] = WORDS("на", "от", "до", "отива", "играе", "поле", "и", "със"),
    },
};

/*
 * The book prints Latin letters that look alike, or nearly: Kp o n C K P. Read are those, the
 * letters of a transcription, and Кр with either half in the wrong alphabet; not o and n, which
 * are damage. Кр must be looked for before К.
 */
const arb_language arb_language_ru = {
    .code = "ru",
    .name = { "Russian", "russo" },
    .letters = { { "П", "К", "С", "Л", "Ф", "Кр" }, { "п", "к", "с", "л", "ф", "кр" } },
    .further = (const arb_letter[]){ { "Kp", ARB_KING }, { "Kr", ARB_KING }, { "Кp", ARB_KING }, { "Kр", ARB_KING }, { "F", ARB_QUEEN }, { "L", ARB_ROOK }, { "S", ARB_BISHOP }, { "C", ARB_BISHOP }, { "K", ARB_KNIGHT }, { "P", ARB_PAWN }, { NULL, ARB_ROLE_NONE } },
    .words = {
        [KING] = WORDS("король", "korol'", "korol"),
        [QUEEN] = WORDS("ферзь", "ферзя", "ferz'", "ferz"),
        [ROOK] = WORDS("ладья", "ладью", "lad'ja", "ladja", "ladya"),
        [BISHOP] = WORDS("слон", "слона", "slon"),
        [KNIGHT] = WORDS("конь", "коня", "kon'", "kon"),
        [PAWN] = WORDS("пешка", "peshka"),
        [TAKES] = WORDS("бьёт", "бьет", "берёт", "берет"),
        [PROMOTES] = WORDS("превращается в", "превращение в", "становится"),
        [KINGSIDE] = WORDS("короткая рокировка", "рокировка короткая",
                           "рокировка в короткую сторону", "рокировка в короткую"),
        [QUEENSIDE] = WORDS("длинная рокировка", "рокировка длинная", "рокировка в длинную сторону",
                            "рокировка в длинную"),
        [EN_PASSANT] = WORDS("на проходе", "взятие на проходе", "en passant"),
        [CHECK] = WORDS("шах"),
        [MATE] = WORDS("мат", "шах и мат"),
        [FILLER] = WORDS("на", "в", "из", "от", "до", "со", "идёт", "идет", "ходит", "поле", "и"),
    },
};
