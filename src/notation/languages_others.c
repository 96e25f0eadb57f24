/* SPDX-License-Identifier: MIT */
/* Letters, names and words of Hungarian and Esperanto; names in Arabic and Hindi. */
#include "notation/languages.h"

/* The forms such as vezérré are those that follow a promotion. The book misprints futò. */
const arb_language arb_language_hu = {
    .code = "hu",
    .name = { "Hungarian", "ungherese" },
    .letters = { { "G", "H", "F", "B", "V", "K" }, { "g", "h", "f", "b", "v", "k" } },
    .words = {
        [KING] = WORDS("király", "kiraly"),
        [QUEEN] = WORDS("vezér", "vezer", "vezérré", "vezerre", "királynő", "kiralyno"),
        [ROOK] = WORDS("bástya", "bastya", "bástyává", "bastyava"),
        [BISHOP] = WORDS("futó", "futo", "futò", "futóvá", "futova"),
        [KNIGHT] = WORDS("huszár", "huszar", "huszárrá", "huszarra"),
        [PAWN] = WORDS("gyalog"),
        [TAKES] = WORDS("üt", "üti", "ut", "uti", "leüti", "leuti"),
        [PROMOTES] = WORDS("átváltozik", "atvaltozik", "átváltozás", "atvaltozas"),
        [KINGSIDE] = WORDS("rövid sánc", "rovid sanc"),
        [QUEENSIDE] = WORDS("hosszú sánc", "hosszu sanc"),
        [EN_PASSANT] = WORDS("en passant", "menet közben", "menet kozben"),
        [CHECK] = WORDS("sakk"),
        [MATE] = WORDS("matt", "sakkmatt", "sakk-matt", "sakk matt", "sakk és matt",
                       "sakk es matt"),
        [FILLER] = WORDS("lép", "lep", "mezőre", "mezore", "az", "és", "es"),
    },
};

/* K is the bishop, kuriero. Ĉ and P are of ĉevalo and peono. */
const arb_language arb_language_eo = {
    .code = "eo",
    .name = { "Esperanto", "esperanto" },
    .letters = { { "S", "C", "K", "T", "D", "R" }, { "s", "c", "k", "t", "d", "r" } },
    .further = (const arb_letter[]){ { "Ĉ", ARB_KNIGHT }, { "P", ARB_PAWN }, { NULL, ARB_ROLE_NONE } },
    .words = {
        [KING] = WORDS("reĝo", "rego", "regxo", "regho"),
        [QUEEN] = WORDS("damo", "damon"),
        [ROOK] = WORDS("turo", "turon"),
        [BISHOP] = WORDS("kuriero", "kurieron"),
        [KNIGHT] = WORDS("ĉevalo", "cevalo", "cxevalo", "chevalo", "ĉevalon"),
        [PAWN] = WORDS("soldato", "peono"),
        [TAKES] = WORDS("prenas", "kaptas"),
        [PROMOTES] = WORDS("iĝas", "igxas", "ighas", "fariĝas", "farigxas", "farighas"),
        [KINGSIDE] = WORDS("mallonga aroko", "malgranda aroko"),
        [QUEENSIDE] = WORDS("longa aroko", "granda aroko"),
        [EN_PASSANT] = WORDS("en passant"),
        [CHECK] = WORDS("ŝako", "ŝak", "ŝakon", "sako", "sxako", "shako"),
        [MATE] = WORDS("ŝakmato", "mato", "maton", "mat", "sakmato", "sxakmato", "shakmato"),
        [FILLER] = WORDS("al", "de", "el", "sur", "iras", "la", "kaj", "kun"),
    },
};

/* Names alone, as the book transcribes them; it misprints the rook as rkhkh. */
const arb_language arb_language_ar = {
    .code = "ar",
    .name = { "Arabic", "arabo" },
    .words = {
        [KING] = WORDS("shah"),
        [QUEEN] = WORDS("firzan"),
        [ROOK] = WORDS("rukhkh", "rkhkh", "rukh"),
        [BISHOP] = WORDS("fil"),
        [KNIGHT] = WORDS("faras"),
        [PAWN] = WORDS("baidaq"),
    },
};

/* Names alone, as the book transcribes them; it calls the language Indian. */
const arb_language arb_language_hi = {
    .code = "hi",
    .name = { "Hindi", "hindi" },
    .words = {
        [KING] = WORDS("shah"),
        [QUEEN] = WORDS("wazir"),
        [ROOK] = WORDS("rukh"),
        [BISHOP] = WORDS("fil"),
        [KNIGHT] = WORDS("asp"),
        [PAWN] = WORDS("piyada"),
    },
};
