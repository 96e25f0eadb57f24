/* SPDX-License-Identifier: MIT */
/*
 * Which picks are wanted, as far as that depends on the games before them: their number, and
 * whether the same moves have been played already. See pgn.h.
 */
#include <stdlib.h>
#include <string.h>

#include "pgn/pgn.h"

enum { ROOM_LEAST = 1024 };

void arb_pgn_gate_clear(arb_pgn_gate *gate)
{
    free(gate->seen);
}

static bool is_same(const arb_pgn_print *a, const arb_pgn_print *b)
{
    return a->half[0] == b->half[0] && a->half[1] == b->half[1];
}

/* Where the fingerprint is in the table, or would be. */
static arb_pgn_print *find(arb_pgn_print *table, size_t room, const arb_pgn_print *print)
{
    static const arb_pgn_print none = { { 0, 0 } };
    size_t at = (size_t)print->half[0] & (room - 1);

    while (!is_same(&table[at], print) && !is_same(&table[at], &none))
        at = (at + 1) & (room - 1);
    return &table[at];
}

/* At most three quarters of the table are in use: about 32 bytes a game. */
static bool grow(arb_pgn_gate *gate)
{
    const size_t room = gate->seen_room ? 2 * gate->seen_room : ROOM_LEAST;

    if (gate->seen_count < gate->seen_room / 4 * 3)
        return true;
    arb_pgn_print *table = calloc(room, sizeof *table);
    if (!table)
        return false;
    for (size_t i = 0; i < gate->seen_room; i++)
        if (gate->seen[i].half[0] != 0 || gate->seen[i].half[1] != 0)
            *find(table, room, &gate->seen[i]) = gate->seen[i];
    free(gate->seen);
    gate->seen = table;
    gate->seen_room = room;
    return true;
}

/* Has the game been seen? From now on it has. */
static arb_err meet(bool *again, arb_pgn_gate *gate, const arb_pgn_print *print)
{
    if (!grow(gate))
        return ARB_NOMEM;
    arb_pgn_print *place = find(gate->seen, gate->seen_room, print);
    *again = is_same(place, print);
    gate->seen_count += !*again;
    *place = *print;
    return ARB_OK;
}

static bool is_numbered(const arb_pgn_choice *choice, uint64_t game)
{
    for (size_t i = 0; i < choice->number_count; i++)
        if (game >= choice->numbers[i][0] && game <= choice->numbers[i][1])
            return true;
    return choice->number_count == 0;
}

arb_err arb_pgn_gate_ask(bool *wanted, arb_pgn_gate *gate, const arb_pgn_pick *pick, uint64_t game)
{
    const arb_pgn_choice *choice = gate->choice;
    bool again = false;

    *wanted = false;
    if (arb_pgn_gate_shut(gate) || (pick->fits && is_numbered(choice, game)) == choice->invert)
        return ARB_OK;
    if (choice->unique || choice->duplicates) {
        const arb_err err = pick->whole ? meet(&again, gate, &pick->print) : ARB_OK;
        if (err)
            return err;
        if (again != choice->duplicates)
            return ARB_OK;
    }
    gate->passed++;
    *wanted = true;
    return ARB_OK;
}

bool arb_pgn_gate_shut(const arb_pgn_gate *gate)
{
    return gate->choice->at_most > 0 && gate->passed >= gate->choice->at_most;
}
