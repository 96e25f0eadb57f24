/* SPDX-License-Identifier: MIT */
/* Walking over the board: see slow_reach.h. */
#include "slow_reach.h"

unsigned slow_beside(unsigned square, int files, int ranks)
{
    const int x = (int)(square % 8) + files, y = (int)(square / 8) + ranks;

    return x < 0 || x > 7 || y < 0 || y > 7 ? ARB_SQUARE_NONE : (unsigned)(8 * y + x);
}

static const int steps[16][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 },  { 0, -1 },
                                  { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 },
                                  { 1, 2 }, { 1, -2 }, { -1, 2 }, { -1, -2 },
                                  { 2, 1 }, { 2, -1 }, { -2, 1 }, { -2, -1 } };

/* Is the step one of this piece? The first four are straight, then four diagonal ones. */
static bool steps_so(arb_piece piece, int step)
{
    const bool straight = step < 4, leap = step >= 8, diagonal = !straight && !leap;
    const arb_role role = arb_piece_role(piece);

    if (role == ARB_PAWN)
        return diagonal && (steps[step][1] > 0) == (arb_piece_colour(piece) == ARB_WHITE);
    if (role == ARB_KNIGHT)
        return leap;
    return role == ARB_BISHOP ? diagonal : role == ARB_ROOK ? straight : !leap;
}

enum { PIECES = 16 };

/* Walked once and kept, because it is asked for millions of times. */
static struct {
    bool made;
    uint8_t next[64][16];  /* the square a step further, or ARB_SQUARE_NONE */
    uint64_t line[64][16]; /* all squares in this direction */
    uint64_t near[PIECES][64];
    bool step[PIECES][16];
} walked;

static void walk_from(unsigned from)
{
    for (int i = 0; i < 16; i++) {
        walked.next[from][i] = (uint8_t)slow_beside(from, steps[i][0], steps[i][1]);
        for (unsigned at = from; at != ARB_SQUARE_NONE;) {
            at = slow_beside(at, steps[i][0], steps[i][1]);
            walked.line[from][i] |= at == ARB_SQUARE_NONE ? 0 : slow_bit(at);
        }
    }
}

static void walk_as(arb_piece piece)
{
    for (int i = 0; i < 16; i++) {
        walked.step[piece][i] = steps_so(piece, i);
        for (unsigned from = 0; from < 64 && walked.step[piece][i]; from++)
            if (walked.next[from][i] != ARB_SQUARE_NONE)
                walked.near[piece][from] |= slow_bit(walked.next[from][i]);
    }
}

static void walk_everywhere(void)
{
    for (unsigned from = 0; from < 64; from++)
        walk_from(from);
    for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++)
        for (int role = 0; role < ARB_ROLE_COUNT; role++)
            walk_as(arb_piece_of((arb_colour)colour, (arb_role)role));
    walked.made = true;
}

/* The squares of a line, the first that is blocked being the last. */
static uint64_t along(unsigned from, int step, uint64_t blocked)
{
    uint64_t set = 0;

    if (!(walked.line[from][step] & blocked))
        return walked.line[from][step];
    for (unsigned at = from; !(set & blocked);) {
        at = walked.next[at][step];
        set |= slow_bit(at);
    }
    return set;
}

uint64_t slow_reach(arb_piece piece, unsigned from, uint64_t blocked)
{
    const arb_role role = arb_piece_role(piece);
    const bool far = role == ARB_BISHOP || role == ARB_ROOK || role == ARB_QUEEN;
    uint64_t set = 0;

    if (!walked.made)
        walk_everywhere();
    if (!far)
        return walked.near[piece][from];
    for (int i = 0; i < 8; i++)
        if (walked.step[piece][i])
            set |= along(from, i, blocked);
    return set;
}

uint64_t slow_reach_all(arb_piece piece, uint64_t from, uint64_t blocked)
{
    uint64_t set = 0;

    for (; from; from &= from - 1)
        set |= slow_reach(piece, slow_first(from), blocked);
    return set;
}
