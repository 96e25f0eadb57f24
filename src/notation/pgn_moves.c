/* SPDX-License-Identifier: MIT */
/*
 * The text of a game: numbers and moves written in the plain way, one after the other. This is
 * where the time of reading a file goes; everything else is left to pgn_token.c.
 */
#include <string.h>

#include "notation/pgn_internal.h"

static bool is_blank(char c)
{
    const uint64_t blanks = UINT64_C(1) << ' ' | 1u << '\n' | 1u << '\r' | 1u << '\t';

    return (unsigned char)c <= ' ' && (blanks >> (unsigned char)c & 1) != 0;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Only a change is told: a file that counts from another move does so throughout. */
static void wrong_number(arb_pgn *pgn, const arb_pos *pos, unsigned number, size_t size)
{
    arb_pgn_fault_at(pgn, ARB_PGN_NUMBER_WRONG, pgn->token, size);
    pgn->number_offset = (int)number - (int)pos->move_number;
}

/* "0000" is a move that was not made, and "1 - 0" a result. */
static bool is_other(const char *at, size_t digits)
{
    size_t size;

    return (digits == 4 && memcmp(at, "0000", 4) == 0 && at[4] != '.') ||
           (digits == 1 && arb_pgn_marker(at, &size) != ARB_PGN_RESULT_NONE);
}

/* "12." or "12..." or "12"; false when it is no number but perhaps a result. */
static bool take_number(arb_pgn *pgn)
{
    const arb_pos *pos = &pgn->line.pos[pgn->line.now];
    char *at = pgn->at;
    unsigned number = 0, dots = 0;

    for (unsigned digit; (digit = (unsigned char)*at - (unsigned)'0') < 10; at++)
        number = number * 10 + digit;
    const size_t size = (size_t)(at - pgn->at);
    if (__builtin_expect((unsigned char)*at >= 0x80, 0) && memcmp(at, "…", 3) == 0) {
        at += 3;
        dots += 3;
    }
    if (*at == '-' || *at == '/' || size > 9 || (unsigned char)*at >= 0x80)
        return false;
    const bool alone = *at == ' ';
    for (; *at == '.'; at++)
        dots++;
    const bool wrong = (int)number != (int)pos->move_number + pgn->number_offset;
    if (__builtin_expect(wrong || alone, 0) && is_other(pgn->at, size))
        return false;
    pgn->at = at;
    pgn->numbered = true;
    if (__builtin_expect(wrong, 0))
        wrong_number(pgn, pos, number, size);
    else if (__builtin_expect(dots > 1 && pos->turn == ARB_WHITE, 0))
        arb_pgn_fault_at(pgn, ARB_PGN_NUMBER_WRONG, pgn->token, size);
    return true;
}

/* Is the move written as PGN writes it? Letters of English and origins have been looked at. */
static bool is_san(const arb_pgn *pgn, arb_step_result step, bool mate)
{
    const unsigned right = !(step.flags & STEP_CHECK) ? 0
                           : mate                     ? STEP_CHECK | STEP_HASH
                                                      : STEP_CHECK | STEP_PLUS;

    return pgn->english && step.flags == right;
}

/* What is to be said about a move that was played; told before the move counts. */
static bool remark(arb_pgn *pgn, arb_step_result step)
{
    static const struct {
        unsigned flag;
        arb_pgn_fault fault;
    } said[] = { { STEP_CAPTURE_MISSING, ARB_PGN_CAPTURE_MISSING },
                 { STEP_CAPTURE_WRONG, ARB_PGN_CAPTURE_WRONG },
                 { STEP_ORIGIN_NEEDLESS, ARB_PGN_ORIGIN_NEEDLESS } };
    bool mate = false;

    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        if (step.flags & said[i].flag)
            arb_pgn_fault_at(pgn, said[i].fault, pgn->token, step.size);
    if (step.flags & STEP_MARKED)
        arb_pgn_check_marks(pgn,
                            step.flags & STEP_HASH   ? ARB_CHECK_MATE
                            : step.flags & STEP_PLUS ? ARB_CHECK_PLUS
                                                     : ARB_CHECK_UNMARKED,
                            (step.flags & STEP_CHECK) != 0, &mate);
    return mate;
}

void arb_pgn_number_missing(arb_pgn *pgn)
{
    if (pgn->number_told)
        return;
    pgn->number_told = true;
    arb_pgn_fault_at(pgn, ARB_PGN_NUMBER_MISSING, pgn->token, 0);
}

/* Plays the move that stands at `token`; false when it is not written in the plain way. */
static bool take_move(arb_pgn *pgn)
{
    arb_pgn_line *line = &pgn->line;
    const arb_pos *pos = &line->pos[line->now];
    const arb_step_result step =
        pgn->step(&line->pos[1 - line->now], pos, pgn->at, pgn->roles, line->kings[line->now]);
    bool mate = false;

    if (__builtin_expect(step.size == 0, 0))
        return false;
    if (__builtin_expect(!pgn->numbered && pos->turn == ARB_WHITE, 0))
        arb_pgn_number_missing(pgn);
    if (__builtin_expect(step.flags != 0, 0))
        mate = remark(pgn, step);
    pgn->numbered = false;
    pgn->at += step.size;
    line->now = 1 - line->now;
    line->kings[line->now] = step.flags & STEP_CHECK ? STEP_OWN_KING : 0;
    line->plies++;
    line->begun = true;
    if (pgn->handler->move) {
        const arb_pgn_move move = { .kind = ARB_PGN_MOVE_LEGAL,
                                    .move = step.move,
                                    .hand = { ARB_SQUARE_NONE, ARB_SQUARE_NONE, ARB_ROLE_NONE },
                                    .check = (step.flags & STEP_CHECK) != 0,
                                    .mate = mate,
                                    .san = is_san(pgn, step, mate),
                                    .text = pgn->token,
                                    .size = step.size };
        arb_pgn_tell_move(pgn, &move);
    }
    return true;
}

/* Passes blanks; everything up to the end of a token is then in the buffer. */
static void next_token(arb_pgn *pgn)
{
    do {
        arb_pgn_look(pgn);
        while (is_blank(*pgn->at))
            pgn->at++;
    } while (__builtin_expect(pgn->end - pgn->at < ARB_PGN_TOKEN, 0) && !pgn->at_end);
    pgn->token = pgn->at;
}

void arb_pgn_take_moves(arb_pgn *pgn)
{
    while (pgn->doing == ARB_PGN_READING && !pgn->closing && pgn->in_game) {
        next_token(pgn);
        if (is_digit(*pgn->at) ? take_number(pgn) : take_move(pgn))
            continue;
        arb_pgn_look(pgn);
        arb_pgn_take_odd(pgn);
    }
}
