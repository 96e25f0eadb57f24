/* SPDX-License-Identifier: MIT */
/* Letters, names and words of Hungarian and Esperanto; names in Arabic and Hindi. */
#include "notation/languages.h"

/* Formatted by hand: every meaning begins a line. */
/* clang-format off */

/* The forms such as vezérré are those that follow a promotion. The book misprints futò. */
const arb_language arb_language_hu = {
    .code = "hu",
    .name = { "Hungarian", "ungherese" },
    .letters = { { "G", "H", "F", "B", "V", "K" }, { "g", "h", "f", "b", "v", "k" } },
    .words = (const arb_word[]){
        { "király", KING }, { "kiraly", KING },
        { "vezér", QUEEN }, { "vezer", QUEEN }, { "vezérré", QUEEN }, { "vezerre", QUEEN },
        { "királynő", QUEEN }, { "kiralyno", QUEEN },
        { "bástya", ROOK }, { "bastya", ROOK }, { "bástyává", ROOK }, { "bastyava", ROOK },
        { "futó", BISHOP }, { "futo", BISHOP }, { "futò", BISHOP }, { "futóvá", BISHOP },
        { "futova", BISHOP },
        { "huszár", KNIGHT }, { "huszar", KNIGHT }, { "huszárrá", KNIGHT }, { "huszarra", KNIGHT },
        { "gyalog", PAWN },
        { "üt", TAKES }, { "üti", TAKES }, { "ut", TAKES }, { "uti", TAKES }, { "leüti", TAKES },
        { "leuti", TAKES },
        { "átváltozik", PROMOTES }, { "atvaltozik", PROMOTES }, { "átváltozás", PROMOTES },
        { "atvaltozas", PROMOTES },
        { "rövid sánc", KINGSIDE }, { "rovid sanc", KINGSIDE },
        { "hosszú sánc", QUEENSIDE }, { "hosszu sanc", QUEENSIDE },
        { "en passant", EN_PASSANT }, { "menet közben", EN_PASSANT },
        { "menet kozben", EN_PASSANT },
        { "sakk", CHECK },
        { "matt", MATE }, { "sakkmatt", MATE }, { "sakk-matt", MATE }, { "sakk matt", MATE },
        { "sakk és matt", MATE }, { "sakk es matt", MATE },
        { "lép", FILLER }, { "lep", FILLER }, { "mezőre", FILLER }, { "mezore", FILLER },
        { "az", FILLER }, { "és", FILLER }, { "es", FILLER },
        END_OF_WORDS,
    },
};

/* K is the bishop, kuriero. Ĉ and P are of ĉevalo and peono. */
const arb_language arb_language_eo = {
    .code = "eo",
    .name = { "Esperanto", "esperanto" },
    .letters = { { "S", "C", "K", "T", "D", "R" }, { "s", "c", "k", "t", "d", "r" } },
    .further = (const arb_letter[]){
        { "Ĉ", ARB_KNIGHT }, { "P", ARB_PAWN }, END_OF_LETTERS,
    },
    .words = (const arb_word[]){
        { "reĝo", KING }, { "rego", KING }, { "regxo", KING }, { "regho", KING },
        { "damo", QUEEN }, { "damon", QUEEN },
        { "turo", ROOK }, { "turon", ROOK },
        { "kuriero", BISHOP }, { "kurieron", BISHOP },
        { "ĉevalo", KNIGHT }, { "cevalo", KNIGHT }, { "cxevalo", KNIGHT }, { "chevalo", KNIGHT },
        { "ĉevalon", KNIGHT },
        { "soldato", PAWN }, { "peono", PAWN },
        { "prenas", TAKES }, { "kaptas", TAKES },
        { "iĝas", PROMOTES }, { "igxas", PROMOTES }, { "ighas", PROMOTES }, { "fariĝas", PROMOTES },
        { "farigxas", PROMOTES }, { "farighas", PROMOTES },
        { "mallonga aroko", KINGSIDE }, { "malgranda aroko", KINGSIDE },
        { "longa aroko", QUEENSIDE }, { "granda aroko", QUEENSIDE },
        { "en passant", EN_PASSANT },
        { "ŝako", CHECK }, { "ŝak", CHECK }, { "ŝakon", CHECK }, { "sako", CHECK },
        { "sxako", CHECK }, { "shako", CHECK },
        { "ŝakmato", MATE }, { "mato", MATE }, { "maton", MATE }, { "mat", MATE },
        { "sakmato", MATE }, { "sxakmato", MATE }, { "shakmato", MATE },
        { "al", FILLER }, { "de", FILLER }, { "el", FILLER }, { "sur", FILLER }, { "iras", FILLER },
        { "la", FILLER }, { "kaj", FILLER }, { "kun", FILLER },
        END_OF_WORDS,
    },
};

/* Names alone, as the book transcribes them; it misprints the rook as rkhkh. */
const arb_language arb_language_ar = {
    .code = "ar",
    .name = { "Arabic", "arabo" },
    .words = (const arb_word[]){
        { "shah", KING },
        { "firzan", QUEEN },
        { "rukhkh", ROOK }, { "rkhkh", ROOK }, { "rukh", ROOK },
        { "fil", BISHOP },
        { "faras", KNIGHT },
        { "baidaq", PAWN },
        END_OF_WORDS,
    },
};

/* Names alone, as the book transcribes them; it calls the language Indian. */
const arb_language arb_language_hi = {
    .code = "hi",
    .name = { "Hindi", "hindi" },
    .words = (const arb_word[]){
        { "shah", KING },
        { "wazir", QUEEN },
        { "rukh", ROOK },
        { "fil", BISHOP },
        { "asp", KNIGHT },
        { "piyada", PAWN },
        END_OF_WORDS,
    },
};
