/* SPDX-License-Identifier: MIT */
/*
 * Letters, names and words of Czech, Polish, Serbo-Croatian, Bulgarian and Russian.
 *
 * The accusatives, such as dámu, are those that follow a promotion.
 */
#include "notation/languages.h"

/* Formatted by hand: every meaning begins a line. */
/* clang-format off */

const arb_language arb_language_cs = {
    .code = "cs",
    .name = { "Czech", "ceco" },
    .letters = { { "P", "J", "S", "V", "D", "K" }, { "p", "j", "s", "v", "d", "k" } },
    .words = (const arb_word[]){
        { "král", KING }, { "kral", KING },
        { "dáma", QUEEN }, { "dama", QUEEN }, { "dámu", QUEEN }, { "damu", QUEEN },
        { "královna", QUEEN }, { "kralovna", QUEEN },
        { "věž", ROOK }, { "vez", ROOK },
        { "střelec", BISHOP }, { "strelec", BISHOP }, { "střelce", BISHOP }, { "strelce", BISHOP },
        { "jezdec", KNIGHT }, { "jezdce", KNIGHT },
        { "pěšec", PAWN }, { "pesec", PAWN }, { "pěšák", PAWN }, { "pesak", PAWN },
        { "bere", TAKES }, { "bije", TAKES },
        { "proměna v", PROMOTES }, { "promena v", PROMOTES }, { "promění se v", PROMOTES },
        { "promeni se v", PROMOTES }, { "mění se v", PROMOTES }, { "meni se v", PROMOTES },
        { "malá rošáda", KINGSIDE }, { "mala rosada", KINGSIDE }, { "krátká rošáda", KINGSIDE },
        { "kratka rosada", KINGSIDE },
        { "velká rošáda", QUEENSIDE }, { "velka rosada", QUEENSIDE },
        { "dlouhá rošáda", QUEENSIDE }, { "dlouha rosada", QUEENSIDE },
        { "en passant", EN_PASSANT }, { "mimochodem", EN_PASSANT },
        { "šach", CHECK }, { "sach", CHECK },
        { "mat", MATE }, { "šach mat", MATE }, { "sach mat", MATE }, { "šachmat", MATE },
        { "sachmat", MATE }, { "šach a mat", MATE },
        { "na", FILLER }, { "z", FILLER }, { "ze", FILLER }, { "do", FILLER }, { "jde", FILLER },
        { "táhne", FILLER }, { "tahne", FILLER }, { "pole", FILLER },
        END_OF_WORDS,
    },
};

const arb_language arb_language_pl = {
    .code = "pl",
    .name = { "Polish", "polacco" },
    .letters = { { "P", "S", "G", "W", "H", "K" }, { "p", "s", "g", "w", "h", "k" } },
    .words = (const arb_word[]){
        { "król", KING }, { "krol", KING },
        { "hetman", QUEEN }, { "hetmana", QUEEN }, { "królowa", QUEEN }, { "krolowa", QUEEN },
        { "wieża", ROOK }, { "wieza", ROOK }, { "wieżę", ROOK }, { "wieze", ROOK },
        { "goniec", BISHOP }, { "gońca", BISHOP }, { "gonca", BISHOP },
        { "skoczek", KNIGHT }, { "skoczka", KNIGHT },
        { "pion", PAWN }, { "pionek", PAWN },
        { "bije", TAKES }, { "zbija", TAKES }, { "bierze", TAKES },
        { "promocja na", PROMOTES }, { "promocja w", PROMOTES }, { "promuje na", PROMOTES },
        { "przemiana w", PROMOTES }, { "przemienia się w", PROMOTES },
        { "przemienia sie w", PROMOTES },
        { "krótka roszada", KINGSIDE }, { "krotka roszada", KINGSIDE },
        { "roszada krótka", KINGSIDE }, { "roszada krotka", KINGSIDE },
        { "długa roszada", QUEENSIDE }, { "dluga roszada", QUEENSIDE },
        { "roszada długa", QUEENSIDE }, { "roszada dluga", QUEENSIDE },
        { "w przelocie", EN_PASSANT }, { "en passant", EN_PASSANT },
        { "szach", CHECK },
        { "mat", MATE }, { "szach mat", MATE }, { "szach i mat", MATE }, { "szachmat", MATE },
        { "na", FILLER }, { "z", FILLER }, { "ze", FILLER }, { "do", FILLER }, { "idzie", FILLER },
        { "pole", FILLER }, { "i", FILLER },
        END_OF_WORDS,
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
    .words = (const arb_word[]){
        { "kralj", KING },
        { "dama", QUEEN }, { "damu", QUEEN }, { "kraljica", QUEEN }, { "kraljicu", QUEEN },
        { "top", ROOK },
        { "lovac", BISHOP }, { "lovca", BISHOP },
        { "skakač", KNIGHT }, { "skakac", KNIGHT }, { "skakača", KNIGHT }, { "skakaca", KNIGHT },
        { "konj", KNIGHT },
        { "pješak", PAWN }, { "pjesak", PAWN }, { "pešak", PAWN }, { "pesak", PAWN },
        { "uzima", TAKES },
        { "promocija u", PROMOTES }, { "postaje", PROMOTES }, { "pretvara se u", PROMOTES },
        { "mala rokada", KINGSIDE }, { "kratka rokada", KINGSIDE },
        { "velika rokada", QUEENSIDE }, { "duga rokada", QUEENSIDE },
        { "en passant", EN_PASSANT }, { "u prolazu", EN_PASSANT },
        { "šah", CHECK }, { "sah", CHECK },
        { "mat", MATE }, { "šah mat", MATE }, { "sah mat", MATE }, { "šah-mat", MATE },
        { "šah i mat", MATE }, { "sah i mat", MATE },
        { "na", FILLER }, { "sa", FILLER }, { "iz", FILLER }, { "ide", FILLER },
        { "polje", FILLER }, { "i", FILLER },
        END_OF_WORDS,
    },
};

/* The book has names only; these are the letters in general use. */
const arb_language arb_language_bg = {
    .code = "bg",
    .name = { "Bulgarian", "bulgaro" },
    .letters = { { "П", "К", "О", "Т", "Д", "Ц" }, { "п", "к", "о", "т", "д", "ц" } },
    .words = (const arb_word[]){
        { "цар", KING }, { "tzar", KING }, { "tsar", KING },
        { "дама", QUEEN }, { "dama", QUEEN }, { "царица", QUEEN }, { "tsaritsa", QUEEN },
        { "топ", ROOK }, { "top", ROOK },
        { "офицер", BISHOP }, { "ofizer", BISHOP }, { "ofitser", BISHOP },
        { "кон", KNIGHT }, { "con", KNIGHT }, { "kon", KNIGHT },
        { "пешка", PAWN }, { "пионка", PAWN }, { "pionka", PAWN }, { "peshka", PAWN },
        { "взема", TAKES }, { "взима", TAKES },
        { "произвежда се в", PROMOTES }, { "се произвежда в", PROMOTES },
        { "произвеждане в", PROMOTES }, { "става", PROMOTES },
        { "малка рокада", KINGSIDE }, { "къса рокада", KINGSIDE },
        { "голяма рокада", QUEENSIDE }, { "дълга рокада", QUEENSIDE },
        { "ан пасан", EN_PASSANT }, { "en passant", EN_PASSANT },
        { "шах", CHECK },
        { "мат", MATE }, { "шах и мат", MATE }, { "шах мат", MATE },
        { "на", FILLER }, { "от", FILLER }, { "до", FILLER }, { "отива", FILLER },
        { "играе", FILLER }, { "поле", FILLER }, { "и", FILLER }, { "със", FILLER },
        END_OF_WORDS,
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
    .further = (const arb_letter[]){
        { "Kp", ARB_KING }, { "Kr", ARB_KING }, { "Кp", ARB_KING }, { "Kр", ARB_KING },
        { "F", ARB_QUEEN }, { "L", ARB_ROOK }, { "S", ARB_BISHOP }, { "C", ARB_BISHOP },
        { "K", ARB_KNIGHT }, { "P", ARB_PAWN }, END_OF_LETTERS,
    },
    .words = (const arb_word[]){
        { "король", KING }, { "korol'", KING }, { "korol", KING },
        { "ферзь", QUEEN }, { "ферзя", QUEEN }, { "ferz'", QUEEN }, { "ferz", QUEEN },
        { "ладья", ROOK }, { "ладью", ROOK }, { "lad'ja", ROOK }, { "ladja", ROOK },
        { "ladya", ROOK },
        { "слон", BISHOP }, { "слона", BISHOP }, { "slon", BISHOP },
        { "конь", KNIGHT }, { "коня", KNIGHT }, { "kon'", KNIGHT }, { "kon", KNIGHT },
        { "пешка", PAWN }, { "peshka", PAWN },
        { "бьёт", TAKES }, { "бьет", TAKES }, { "берёт", TAKES }, { "берет", TAKES },
        { "превращается в", PROMOTES }, { "превращение в", PROMOTES }, { "становится", PROMOTES },
        { "короткая рокировка", KINGSIDE }, { "рокировка короткая", KINGSIDE },
        { "рокировка в короткую сторону", KINGSIDE }, { "рокировка в короткую", KINGSIDE },
        { "длинная рокировка", QUEENSIDE }, { "рокировка длинная", QUEENSIDE },
        { "рокировка в длинную сторону", QUEENSIDE }, { "рокировка в длинную", QUEENSIDE },
        { "на проходе", EN_PASSANT }, { "взятие на проходе", EN_PASSANT },
        { "en passant", EN_PASSANT },
        { "шах", CHECK },
        { "мат", MATE }, { "шах и мат", MATE },
        { "на", FILLER }, { "в", FILLER }, { "из", FILLER }, { "от", FILLER }, { "до", FILLER },
        { "со", FILLER }, { "идёт", FILLER }, { "идет", FILLER }, { "ходит", FILLER },
        { "поле", FILLER }, { "и", FILLER },
        END_OF_WORDS,
    },
};
