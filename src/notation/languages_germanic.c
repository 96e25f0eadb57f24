/* SPDX-License-Identifier: MIT */
/* Letters, names and words of English, German and Dutch. */
#include "notation/languages.h"

/* Formatted by hand: every meaning begins a line. */
/* clang-format off */

static const arb_word english_words[] = {
    { "king", KING },
    { "queen", QUEEN },
    { "rook", ROOK },
    { "bishop", BISHOP },
    { "knight", KNIGHT },
    { "pawn", PAWN },
    { "takes", TAKES }, { "take", TAKES }, { "captures", TAKES }, { "capture", TAKES },
    { "capturing", TAKES }, { "taking", TAKES },
    { "promotes to", PROMOTES }, { "promotes to a", PROMOTES }, { "promotes", PROMOTES },
    { "promote to", PROMOTES }, { "promoted to", PROMOTES }, { "promoting to", PROMOTES },
    { "promotion to", PROMOTES }, { "becomes", PROMOTES }, { "becomes a", PROMOTES },
    { "equals", PROMOTES },
    { "castles kingside", KINGSIDE }, { "castle kingside", KINGSIDE },
    { "castles short", KINGSIDE }, { "castle short", KINGSIDE }, { "short castling", KINGSIDE },
    { "kingside castling", KINGSIDE }, { "castles king side", KINGSIDE },
    { "castles king's side", KINGSIDE }, { "castles on the kingside", KINGSIDE },
    { "castles queenside", QUEENSIDE }, { "castle queenside", QUEENSIDE },
    { "castles long", QUEENSIDE }, { "castle long", QUEENSIDE }, { "long castling", QUEENSIDE },
    { "queenside castling", QUEENSIDE }, { "castles queen side", QUEENSIDE },
    { "castles queen's side", QUEENSIDE }, { "castles on the queenside", QUEENSIDE },
    { "en passant", EN_PASSANT }, { "in passing", EN_PASSANT },
    { "check", CHECK }, { "double check", CHECK }, { "discovered check", CHECK },
    { "checkmate", MATE }, { "check mate", MATE }, { "mate", MATE }, { "check and mate", MATE },
    { "to", FILLER }, { "on", FILLER }, { "from", FILLER }, { "at", FILLER }, { "onto", FILLER },
    { "goes", FILLER }, { "moves", FILLER }, { "the", FILLER }, { "and", FILLER },
    { "with", FILLER }, { "square", FILLER },
    END_OF_WORDS,
};

const arb_language arb_language_en = {
    .code = "en",
    .name = { "English", "inglese" },
    .letters = { { "P", "N", "B", "R", "Q", "K" }, { "p", "n", "b", "r", "q", "k" } },
    .further = (const arb_letter[]){
        { "Kt", ARB_KNIGHT }, END_OF_LETTERS,
    },
    .words = english_words,
};

/* The older English letters. Kt must be looked for before K. */
const arb_language arb_language_en_kt = {
    .code = "en-kt",
    .name = { "English (Kt)", "inglese (Kt)" },
    .letters = { { "P", "Kt", "B", "R", "Q", "K" }, { "p", "kt", "b", "r", "q", "k" } },
    .further = (const arb_letter[]){
        { "N", ARB_KNIGHT }, END_OF_LETTERS,
    },
    .words = english_words,
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
    .words = (const arb_word[]){
        { "könig", KING }, { "koenig", KING }, { "konig", KING },
        { "dame", QUEEN }, { "königin", QUEEN }, { "koenigin", QUEEN }, { "konigin", QUEEN },
        { "turm", ROOK },
        { "läufer", BISHOP }, { "laeufer", BISHOP }, { "laufer", BISHOP },
        { "springer", KNIGHT },
        { "bauer", PAWN },
        { "schlägt", TAKES }, { "schlaegt", TAKES }, { "schlagt", TAKES }, { "nimmt", TAKES },
        { "umwandlung in", PROMOTES }, { "verwandelt sich in", PROMOTES },
        { "wandelt sich um in", PROMOTES }, { "wird zu", PROMOTES }, { "wird zur", PROMOTES },
        { "wird zum", PROMOTES }, { "wird", PROMOTES },
        { "kurze rochade", KINGSIDE }, { "kleine rochade", KINGSIDE }, { "rochade kurz", KINGSIDE },
        { "rochiert kurz", KINGSIDE },
        { "lange rochade", QUEENSIDE }, { "große rochade", QUEENSIDE },
        { "grosse rochade", QUEENSIDE }, { "rochade lang", QUEENSIDE },
        { "rochiert lang", QUEENSIDE },
        { "en passant", EN_PASSANT }, { "im vorbeigehen", EN_PASSANT },
        { "im vorübergehen", EN_PASSANT }, { "im voruebergehen", EN_PASSANT },
        { "schach", CHECK }, { "doppelschach", CHECK }, { "abzugsschach", CHECK },
        { "matt", MATE }, { "schachmatt", MATE }, { "schach matt", MATE },
        { "schach und matt", MATE },
        { "nach", FILLER }, { "auf", FILLER }, { "von", FILLER }, { "vom", FILLER },
        { "zieht", FILLER }, { "geht", FILLER }, { "der", FILLER }, { "die", FILLER },
        { "das", FILLER }, { "den", FILLER }, { "eine", FILLER }, { "einem", FILLER },
        { "einer", FILLER }, { "mit", FILLER }, { "und", FILLER }, { "feld", FILLER },
        END_OF_WORDS,
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
    .words = (const arb_word[]){
        { "koning", KING },
        { "dame", QUEEN }, { "koningin", QUEEN }, { "koningen", QUEEN },
        { "toren", ROOK }, { "kasteel", ROOK },
        { "loper", BISHOP }, { "raadsheer", BISHOP },
        { "paard", KNIGHT }, { "ridder", KNIGHT },
        { "pion", PAWN },
        { "slaat", TAKES }, { "neemt", TAKES },
        { "promoveert tot", PROMOTES }, { "promotie tot", PROMOTES },
        { "promoveert naar", PROMOTES }, { "wordt", PROMOTES },
        { "korte rokade", KINGSIDE }, { "kleine rokade", KINGSIDE }, { "rokeert kort", KINGSIDE },
        { "korte rochade", KINGSIDE },
        { "lange rokade", QUEENSIDE }, { "grote rokade", QUEENSIDE }, { "rokeert lang", QUEENSIDE },
        { "lange rochade", QUEENSIDE },
        { "en passant", EN_PASSANT },
        { "schaak", CHECK },
        { "schaakmat", MATE }, { "schaak mat", MATE }, { "mat", MATE }, { "schaak en mat", MATE },
        { "naar", FILLER }, { "op", FILLER }, { "van", FILLER }, { "gaat", FILLER },
        { "speelt", FILLER }, { "de", FILLER }, { "het", FILLER }, { "een", FILLER },
        { "met", FILLER }, { "en", FILLER }, { "veld", FILLER },
        END_OF_WORDS,
    },
};
