/* SPDX-License-Identifier: MIT */
/* Plans for diagrams from which much is missing; see trace.h. */
#include <string.h>

#include "board/bits.h"
#include "retro/trace.h"

enum { HUNTS_MAX = 6, REFUSAL = 8 };

typedef struct easy {
    const arb_trace_goal *goal;
    arb_trace *plan;
    arb_trace_accept *accept;
    void *user;
    uint64_t *nodes;
    uint32_t seed;
} easy;

static arb_colour colour_of(unsigned pawn)
{
    return pawn < 8 ? ARB_WHITE : ARB_BLACK;
}

/* The pawns of a code: how many, and of which colour each is, from below. */
static unsigned length(unsigned code)
{
    return 31 - (unsigned)__builtin_clz(code | 1);
}

static arb_colour wanted_at(unsigned code, unsigned at)
{
    return code >> at & 1 ? ARB_BLACK : ARB_WHITE;
}

/* What is left of a file when the diagram has taken its pawns from it, those nearest home first. */
typedef struct rest {
    uint16_t pawns;
    bool has[2]; /* the diagram has pawns of this colour on the file */
} rest;

/* White's pawns from below and Black's from above; false when the order does not fit. */
static bool take(rest *out, const easy *s, const arb_trace_board *board, unsigned file)
{
    const unsigned code = s->goal->file[file], n = length(code);
    unsigned next = 0;

    *out = (rest){ 0 };
    for (unsigned i = 0; i < board->count[file]; i++) {
        const unsigned pawn = board->pawn[file][i];
        const bool fits = next < n && colour_of(pawn) == wanted_at(code, next) &&
                          board->hunted[pawn] <= s->goal->room[file][next];
        if (fits) {
            out->has[colour_of(pawn)] = true;
            next++;
        } else {
            out->pawns |= (uint16_t)(1u << pawn);
        }
    }
    return next == n;
}

/* Promotes as many of a colour as there must be, bishops on files that suit them first. */
static bool promote(uint16_t *promoted, uint8_t used, const easy *s, const rest rests[8],
                    unsigned colour)
{
    /* a8 is light, a1 is dark */
    unsigned even = colour == ARB_WHITE ? s->goal->light[colour] : s->goal->dark[colour];
    unsigned odd = colour == ARB_WHITE ? s->goal->dark[colour] : s->goal->light[colour];
    unsigned other_ones = s->goal->need[colour] - even - odd;

    for (unsigned round = 0; round < 2; round++)
        for (unsigned file = 0; file < 8; file++) {
            uint16_t mine = rests[file].pawns & (colour ? 0xff00 : 0x00ff);
            if (rests[file].has[colour ^ 1] || rests[file].has[colour] || (used >> file & 1) ||
                (s->goal->closed[colour] >> file & 1))
                continue;
            unsigned *bishops = file & 1 ? &odd : &even;
            if (round == 0 && (s->goal->shut[colour] >> file & 1))
                continue;
            for (mine &= (uint16_t) ~*promoted; mine; mine &= (uint16_t)(mine - 1)) {
                unsigned *need = round == 0 ? bishops : &other_ones;
                if (*need == 0)
                    break;
                --*need;
                *promoted |= (uint16_t)(mine & -mine);
            }
        }
    return even + odd + other_ones == 0;
}

/* Can pieces have captured everybody else? */
static bool done(const easy *s, const arb_trace_board *board, const arb_trace_budget *left)
{
    uint16_t promoted = 0, all = 0;
    uint8_t used = 0;
    rest rests[8];

    for (unsigned file = 0; file < 8; file++) {
        if (!take(&rests[file], s, board, file))
            return false;
        all |= rests[file].pawns;
    }
    if (!promote(&promoted, used, s, rests, ARB_WHITE))
        return false;
    for (unsigned file = 0; file < 8; file++)
        if (rests[file].pawns & promoted)
            used |= (uint8_t)(1u << file);
    if (!promote(&promoted, used, s, rests, ARB_BLACK))
        return false;
    const uint16_t ghosts = all & (uint16_t)~promoted;
    s->plan->promoted = promoted;
    s->plan->ghosts = ghosts;
    return count(ghosts & 0x00ffu) <= left->captures[ARB_BLACK] &&
           count(ghosts & 0xff00u) <= left->captures[ARB_WHITE];
}

static bool search_from(easy *s, unsigned depth, const arb_trace_budget *left)
{
    const arb_trace_board *board = &s->plan->board[depth];
    arb_trace_capture list[ARB_TRACE_CAPTURES_MAX];

    if (done(s, board, left)) {
        s->plan->count = depth;
        if (s->accept(s->user, s->plan))
            return true;
        *s->nodes -= *s->nodes < REFUSAL ? *s->nodes : REFUSAL;
    }
    if (left->events == 0 || *s->nodes == 0)
        return false;
    --*s->nodes;
    const size_t n = arb_trace_captures(list, s->goal, board, left, false, false);
    arb_trace_shuffle(list, n, &s->seed);
    for (size_t i = 0; i<n && * s->nodes> 0; i++) {
        const arb_trace_budget rest_of_it = arb_trace_spent(left, &list[i]);
        s->plan->board[depth + 1] = *board;
        s->plan->event[depth] = arb_trace_make(&s->plan->board[depth + 1], &list[i]);
        if (search_from(s, depth + 1, &rest_of_it))
            return true;
    }
    return false;
}

arb_trace_result arb_trace_find_easy(arb_trace *out, const arb_trace_goal *goal,
                                     arb_trace_accept *accept, void *user, uint64_t *nodes,
                                     uint32_t seed)
{
    easy s = {
        .goal = goal, .plan = out, .accept = accept, .user = user, .nodes = nodes, .seed = seed
    };
    bool found = false;

    arb_trace_initial(&out->board[0]);
    for (unsigned events = 0; events <= HUNTS_MAX && !found && *nodes > 0; events++) {
        const arb_trace_budget left = { .captures = { goal->captures[0], goal->captures[1] },
                                        .pawns = { (uint8_t)(8 - goal->pawns[0] - goal->need[0]),
                                                   (uint8_t)(8 - goal->pawns[1] - goal->need[1]) },
                                        .events = (uint8_t)events };
        found = search_from(&s, 0, &left);
    }
    return found ? ARB_TRACE_FOUND : ARB_TRACE_OPEN;
}
