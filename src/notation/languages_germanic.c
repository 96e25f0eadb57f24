/* SPDX-License-Identifier: MIT */
/* Letters, names and words of English, German and Dutch. */
#include "notation/languages.h"

#define ENGLISH_WORDS                                                                              \
    {                                                                                              \
        [KING] = WORDS("king"), [QUEEN] = WORDS("queen"), [ROOK] = WORDS("rook"),                  \
        [BISHOP] = WORDS("bishop"), [KNIGHT] = WORDS("knight"), [PAWN] = WORDS("pawn"),            \
        [TAKES] = WORDS("takes", "take", "captures", "capture", "capturing", "taking"),            \
        [PROMOTES] =                                                                               \
            WORDS("promotes to", "promotes to a", "promotes", "promote to", "promoted to",         \
                  "promoting to", "promotion to", "becomes", "becomes a", "equals"),               \
        [KINGSIDE] = WORDS("castles kingside", "castle kingside", "castles short", "castle short", \
                           "short castling", "kingside castling", "castles king side",             \
                           "castles king's side", "castles on the kingside"),                      \
        [QUEENSIDE] =                                                                              \
            WORDS("castles queenside", "castle queenside", "castles long", "castle long",          \
                  "long castling", "queenside castling", "castles queen side",                     \
                  "castles queen's side", "castles on the queenside"),                             \
        [EN_PASSANT] = WORDS("en passant", "in passing"),                                          \
        [CHECK] = WORDS("check", "double check", "discovered check"),                              \
        [MATE] = WORDS("checkmate", "check mate", "mate", "check and mate"),                       \
        [FILLER] = WORDS("to", "on", "from", "at", "onto", "goes", "moves", "the", "and", "with",  \
                         "square"),                                                                \
    }

const arb_language arb_language_en = {
    .code = "en",
    .name = { "English", "inglese" },
    .letters = { { "P", "N", "B", "R", "Q", "K" }, { "p", "n", "b", "r", "q", "k" } },
    .further = (const arb_letter[]){ { "Kt", ARB_KNIGHT }, { NULL, ARB_ROLE_NONE } },
    .words = ENGLISH_WORDS,
};

/* The older English letters. Kt must be looked for before K. */
const arb_language arb_language_en_kt = {
    .code = "en-kt",
    .name = { "English (Kt)", "inglese (Kt)" },
    .letters = { { "P", "Kt", "B", "R", "Q", "K" }, { "p", "kt", "b", "r", "q", "k" } },
    .further = (const arb_letter[]){ { "N", ARB_KNIGHT }, { NULL, ARB_ROLE_NONE } },
    .words = ENGLISH_WORDS,
};

/*
 * Dame, Koenig and Laeufer are the words of the announcements (D.2.1); the book has Königin for
 * the queen.
 */
const arb_language arb_language_de = {
    .code = "de",
    .name = { "German", "tedesco" },
    .capital_names = true,
    .letters = { { "B", "S", "L", "T", "D", "K" }, { "b", "s", "l", "t", "d", "k" } },
    .words = {
        [KING] = WORDS("könig", "koenig", "konig"),
        [QUEEN] = WORDS("dame", "königin", "koenigin", "konigin"),
        [ROOK] = WORDS("turm"),
        [BISHOP] = WORDS("läufer", "laeufer", "laufer"),
        [KNIGHT] = WORDS("springer"),
        [PAWN] = WORDS("bauer"),
        [TAKES] = WORDS("schlägt", "schlaegt", "schlagt", "nimmt"),
        [PROMOTES] = WORDS("umwandlung in", "verwandelt sich in", "wandelt sich um in", "wird zu",
                           "wird zur", "wird zum", "wird"),
        [KINGSIDE] = WORDS("kurze rochade", "kleine rochade", "rochade kurz", "rochiert kurz"),
        [QUEENSIDE] = WORDS("lange rochade", "große rochade", "grosse rochade", "rochade lang",
                            "rochiert lang"),
        [EN_PASSANT] = WORDS("en passant", "im vorbeigehen", "im vorübergehen", "im voruebergehen"),
        [CHECK] = WORDS("schach", "doppelschach", "abzugsschach"),
        [MATE] = WORDS("matt", "schachmatt", "schach matt", "schach und matt"),
        [FILLER] = WORDS("nach", "auf", "von", "vom", "zieht", "geht", "der", "die", "das", "den",
                         "eine", "einem", "einer", "mit", "und", "feld"),
    },
};

/*
 * Paard and pion both begin with P. A player never writes the pawn, so P is the knight; a diagram
 * needs both, and there the pawn is Pi.
 */
const arb_language arb_language_nl = {
    .code = "nl",
    .name = { "Dutch", "olandese" },
    .letters = { { "Pi", "P", "L", "T", "D", "K" }, { "pi", "p", "l", "t", "d", "k" } },
    .words = {
        [KING] = WORDS("koning"),
        [QUEEN] = WORDS("dame", "koningin", "koningen"),
        [ROOK] = WORDS("toren", "kasteel"),
        [BISHOP] = WORDS("loper", "raadsheer"),
        [KNIGHT] = WORDS("paard", "ridder"),
        [PAWN] = WORDS("pion"),
        [TAKES] = WORDS("slaat", "neemt"),
        [PROMOTES] = WORDS("promoveert tot", "promotie tot", "promoveert naar", "wordt"),
        [KINGSIDE] = WORDS("korte rokade", "kleine rokade", "rokeert kort", "korte rochade"),
        [QUEENSIDE] = WORDS("lange rokade", "grote rokade", "rokeert lang", "lange rochade"),
        [EN_PASSANT] = WORDS("en passant"),
        [CHECK] = WORDS("schaak"),
        [MATE] = WORDS("schaakmat", "schaak mat", "mat", "schaak en mat"),
        [FILLER] = WORDS("naar", "op", "van", "gaat", "speelt", "de", "het", "een", "met", "en",
                         "veld"),
    },
};
