/* SPDX-License-Identifier: MIT */
#include "support/hall/receiver_board.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- where a game begins */

static bool piece_of(arb_piece *out, char letter)
{
    static const char letters[] = "pnbrqk";
    const char *found = strchr(letters, tolower((unsigned char)letter));

    if (!letter || !found)
        return false;
    *out = (arb_piece)(1 + (found - letters) + (islower((unsigned char)letter) ? 8 : 0));
    return true;
}

static bool take_pieces(arb_setup *out, const char **at)
{
    unsigned rank = 7, file = 0;

    for (; **at && **at != ' '; (*at)++) {
        if (**at == '/' && rank > 0) {
            rank--;
            file = 0;
        } else if (**at >= '1' && **at <= '8') {
            file += (unsigned)(**at - '0');
        } else if (file > 7 || !piece_of(&out->piece[8 * rank + file++], **at)) {
            return false;
        }
    }
    return rank == 0 && **at == ' ';
}

/* The outermost rook on this side of the king. */
static unsigned outer_rook(const arb_setup *board, unsigned rank, bool kingside)
{
    const arb_piece rook = (arb_piece)(1 + ARB_ROOK + (rank == 7 ? 8 : 0));
    unsigned found = 0;

    for (unsigned file = 0; file < 8; file++)
        if (board->piece[8 * rank + file] == rook) {
            found = file;
            if (!kingside)
                break;
        }
    return found;
}

static void take_rights(arb_setup *out, const char **at)
{
    for (; **at && **at != ' '; (*at)++) {
        const char letter = (char)toupper((unsigned char)**at);
        const unsigned rank = isupper((unsigned char)**at) ? 0 : 7;
        if (letter == 'K' || letter == 'Q')
            out->castling |= UINT64_C(1) << (8 * rank + outer_rook(out, rank, letter == 'K'));
        else if (letter >= 'A' && letter <= 'H')
            out->castling |= UINT64_C(1) << (8 * rank + (unsigned)(letter - 'A'));
    }
}

bool board_from_fen(arb_setup *out, const char *fen)
{
    memset(out, 0, sizeof *out);
    out->en_passant = ARB_SQUARE_NONE;
    out->move_number = 1;
    if (!take_pieces(out, &fen) || (fen[1] != 'w' && fen[1] != 'b') || fen[2] != ' ')
        return false;
    out->turn = fen[1] == 'w' ? ARB_WHITE : ARB_BLACK;
    fen += 3;
    take_rights(out, &fen);
    if (fen[0] == ' ' && fen[1] >= 'a' && fen[1] <= 'h' && isdigit((unsigned char)fen[2]))
        out->en_passant = (arb_square)(8 * (fen[2] - '1') + fen[1] - 'a');
    return true;
}

/* Puts a piece on the n-th square of the first rank that is still empty. */
static void put(char rank[9], unsigned n, char piece)
{
    for (unsigned file = 0; file < 8; file++)
        if (!rank[file] && n-- == 0) {
            rank[file] = piece;
            return;
        }
}

/* Bishops by the first two remainders, the queen by the third, the knights by what is left. */
void board_from_number(arb_setup *out, unsigned number)
{
    static const unsigned char knights[10][2] = {
        { 0, 1 }, { 0, 2 }, { 0, 3 }, { 0, 4 }, { 1, 2 },
        { 1, 3 }, { 1, 4 }, { 2, 3 }, { 2, 4 }, { 3, 4 }
    };
    char rank[9] = "", fen[96] = "";

    rank[2 * (number % 4) + 1] = 'B';
    number /= 4;
    rank[2 * (number % 4)] = 'B';
    number /= 4;
    put(rank, number % 6, 'Q');
    number = number / 6 % 10;
    put(rank, knights[number][1], 'N'); /* the right one first: it moves no place of the other */
    put(rank, knights[number][0], 'N');
    put(rank, 0, 'R');
    put(rank, 0, 'K');
    put(rank, 0, 'R');
    for (unsigned i = 0; i < 8; i++)
        fen[i] = (char)tolower((unsigned char)rank[i]);
    strcat(strcat(strcat(fen, "/pppppppp/8/8/8/8/PPPPPPPP/"), rank), " w KQkq - 0 1");
    (void)board_from_fen(out, fen);
}

/* ---- moves */

/* What a written move tells. */
typedef struct wish {
    int role, to, file, rank, promotion,
        wing; /* -1: not told; wing 0 is the king's, 1 the queen's */
} wish;

static int role_of(char letter)
{
    static const char letters[] = "PNBRQK";
    const char *found = letter ? strchr(letters, letter) : NULL;

    return found ? (int)(found - letters) : -1;
}

static bool read_wish(wish *out, const char *san, size_t size)
{
    *out = (wish){ ARB_PAWN, -1, -1, -1, -1, -1 };
    while (size > 0 && strchr("+#!?", san[size - 1]))
        size--;
    if ((size == 3 && memcmp(san, "O-O", 3) == 0) || (size == 5 && memcmp(san, "O-O-O", 5) == 0)) {
        out->wing = size == 5;
        return true;
    }
    if (size > 3 && san[size - 2] == '=') {
        out->promotion = role_of(san[size - 1]);
        size -= 2;
    }
    if (size < 2 || san[size - 2] < 'a' || san[size - 2] > 'h' || san[size - 1] < '1' ||
        san[size - 1] > '8')
        return false;
    out->to = 8 * (san[size - 1] - '1') + san[size - 2] - 'a';
    for (size_t i = 0; i < size - 2; i++) {
        if (i == 0 && role_of(san[i]) > 0)
            out->role = role_of(san[i]);
        else if (san[i] >= 'a' && san[i] <= 'h')
            out->file = san[i] - 'a';
        else if (san[i] >= '1' && san[i] <= '8')
            out->rank = san[i] - '1';
        else if (san[i] != 'x')
            return false;
    }
    return true;
}

static bool fits(const wish *w, const arb_setup *board, const slow_move *m)
{
    if (w->wing >= 0)
        return m->rook != ARB_SQUARE_NONE && (m->rook < m->from) == (w->wing == 1);
    const int promotion = m->promotion == ARB_ROLE_NONE ? -1 : m->promotion;
    return m->rook == ARB_SQUARE_NONE && m->to == w->to && promotion == w->promotion &&
           (board->piece[m->from] - 1) % 8 == w->role && (w->file < 0 || m->from % 8 == w->file) &&
           (w->rank < 0 || m->from / 8 == w->rank);
}

bool board_play(arb_setup *board, const char *san, size_t size)
{
    slow_move all[ARB_MOVES_MAX], found = { .from = 0 };
    const size_t count = slow_moves(all, board);
    unsigned matches = 0;
    wish w;

    if (!read_wish(&w, san, size))
        return false;
    for (size_t i = 0; i < count; i++)
        if (fits(&w, board, &all[i])) {
            found = all[i];
            matches++;
        }
    if (matches == 1)
        *board = slow_play(board, found);
    return matches == 1;
}

bool board_is_mate(const arb_setup *board)
{
    slow_move all[ARB_MOVES_MAX];

    return slow_in_check(board, (arb_colour)board->turn) && slow_moves(all, board) == 0;
}
