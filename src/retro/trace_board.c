/* SPDX-License-Identifier: MIT */
/* Captures on the small board of pawns; see trace.h. */
#include <string.h>

#include "board/bits.h"
#include "retro/trace.h"

enum { WHITE_PAWNS = 8 };

static arb_colour colour_of(uint8_t pawn)
{
    return pawn < WHITE_PAWNS ? ARB_WHITE : ARB_BLACK;
}

uint16_t arb_trace_file_code(const arb_trace_board *board, unsigned file)
{
    unsigned code = 1;

    for (unsigned i = board->count[file]; i-- > 0;)
        code = code << 1 | (board->pawn[file][i] >= WHITE_PAWNS ? 1u : 0u);
    return (uint16_t)code;
}

static void remove_at(arb_trace_board *board, unsigned file, unsigned at)
{
    memmove(&board->pawn[file][at], &board->pawn[file][at + 1],
            (size_t)board->count[file] - at - 1);
    board->count[file]--;
}

static void insert_at(arb_trace_board *board, unsigned file, unsigned at, uint8_t pawn)
{
    memmove(&board->pawn[file][at + 1], &board->pawn[file][at], (size_t)board->count[file] - at);
    board->pawn[file][at] = pawn;
    board->count[file]++;
}

arb_trace_event arb_trace_make(arb_trace_board *board, const arb_trace_capture *c)
{
    arb_trace_event event = { .hunter = ARB_TRACE_OFFICER,
                              .victim = ARB_TRACE_OFFICER,
                              .from = c->from,
                              .to = c->to,
                              .colour = c->colour };

    if (c->pawn_dies) {
        event.victim = board->pawn[c->to][c->place];
        remove_at(board, c->to, c->place);
    }
    if (c->pawn_hunts) {
        event.hunter = board->pawn[c->from][c->at];
        remove_at(board, c->from, c->at);
        insert_at(board, c->to, c->place, event.hunter);
        board->hunted[event.hunter]++;
    }
    return event;
}

/* Adds the captures of one pawn on the file `to`. */
static size_t hunts(arb_trace_capture *out, const arb_trace_board *board,
                    const arb_trace_budget *left, unsigned from, unsigned at, unsigned to,
                    bool every)
{
    const arb_colour us = colour_of(board->pawn[from][at]);
    const arb_trace_capture c = { .from = (uint8_t)from,
                                  .at = (uint8_t)at,
                                  .to = (uint8_t)to,
                                  .pawn_hunts = true,
                                  .colour = (uint8_t)us };
    size_t n = 0;

    for (unsigned place = 0; place < board->count[to]; place++) {
        if (colour_of(board->pawn[to][place]) == us || !left->pawns[other(us)])
            continue;
        out[n] = c;
        out[n].place = (uint8_t)place;
        out[n++].pawn_dies = true;
    }
    for (unsigned place = 0; place <= board->count[to]; place++) {
        /* among pawns of its own colour one place is as good as another, unless we look at each */
        if (place > 0 && !every && colour_of(board->pawn[to][place - 1]) == us)
            continue;
        out[n] = c;
        out[n++].place = (uint8_t)place;
    }
    return n;
}

size_t arb_trace_captures(arb_trace_capture *out, const arb_trace_goal *goal,
                          const arb_trace_board *board, const arb_trace_budget *left, bool pieces,
                          bool every)
{
    size_t n = 0;

    for (unsigned file = 0; file < 8; file++)
        for (unsigned at = 0; at < board->count[file]; at++) {
            const arb_colour us = colour_of(board->pawn[file][at]);
            if (left->captures[us] && file > 0)
                n += hunts(&out[n], board, left, file, at, file - 1, every || goal->care[us]);
            if (left->captures[us] && file < 7)
                n += hunts(&out[n], board, left, file, at, file + 1, every || goal->care[us]);
            if (pieces && left->captures[other(us)] && left->pawns[us])
                out[n++] = (arb_trace_capture){ .from = (uint8_t)file,
                                                .to = (uint8_t)file,
                                                .place = (uint8_t)at,
                                                .pawn_dies = true,
                                                .colour = (uint8_t)other(us) };
        }
    return n;
}

/* An order of its own for every seed. */
void arb_trace_shuffle(arb_trace_capture *list, size_t n, uint32_t *seed)
{
    for (size_t i = n; *seed && i > 1; i--) {
        *seed = *seed * 1664525u + 1013904223u;
        const size_t j = (*seed >> 8) % i;
        const arb_trace_capture kept = list[j];
        list[j] = list[i - 1];
        list[i - 1] = kept;
    }
}

arb_trace_budget arb_trace_spent(const arb_trace_budget *left, const arb_trace_capture *c)
{
    arb_trace_budget out = *left;

    out.events--;
    out.captures[c->colour]--;
    if (c->pawn_dies)
        out.pawns[other((arb_colour)c->colour)]--;
    return out;
}

void arb_trace_initial(arb_trace_board *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned file = 0; file < 8; file++) {
        out->count[file] = 2;
        out->pawn[file][0] = (uint8_t)file;
        out->pawn[file][1] = (uint8_t)(file + WHITE_PAWNS);
    }
}
