/* SPDX-License-Identifier: MIT */
/* Lowest and highest ranks as the shortest ways of a net of differences; see ranks.h. */
#include "retro/ranks.h"

#include <string.h>

enum { PAWNS = 16, ROUNDS_MAX = 1000, RULES_MAX = 16 * 80 };

/* rank(b) >= rank(a) + apart */
typedef struct rule {
    uint16_t a, b;
    int8_t apart;
} rule;

typedef struct net {
    const arb_trace *plan;
    arb_ranks *out;
    unsigned count;
    rule rule[RULES_MAX];
    int8_t promoted_to[PAWNS];
} net;

static uint16_t at(unsigned instant, unsigned pawn)
{
    return (uint16_t)(instant * PAWNS + pawn);
}

static void add(net *n, uint16_t a, uint16_t b, int apart)
{
    if (n->count < RULES_MAX)
        n->rule[n->count++] = (rule){ .a = a, .b = b, .apart = (int8_t)apart };
}

static bool is_white(unsigned pawn)
{
    return pawn < 8;
}

/* Pawns of the diagram stand on their files in the order of the plan. */
static void seat(arb_ranks *out, const arb_trace *plan, const arb_setup *setup)
{
    const arb_trace_board *last = &plan->board[plan->count];

    memset(out->square, ARB_SQUARE_NONE, sizeof out->square);
    memset(out->gate, ARB_SQUARE_NONE, sizeof out->gate);
    for (unsigned file = 0; file < 8; file++) {
        unsigned square = 8 + file;
        for (unsigned i = 0; i < last->count[file]; i++) {
            const unsigned pawn = last->pawn[file][i];
            if (plan->ghosts >> pawn & 1)
                continue;
            if (plan->promoted >> pawn & 1) {
                out->gate[pawn] = (uint8_t)((is_white(pawn) ? 56u : 0u) + file);
                continue;
            }
            while (square < 56 && setup->piece[square] != arb_piece_of(ARB_WHITE, ARB_PAWN) &&
                   setup->piece[square] != arb_piece_of(ARB_BLACK, ARB_PAWN))
                square += 8;
            if (square < 56)
                out->square[pawn] = (uint8_t)square;
            square += 8;
        }
    }
}

/* Does this pawn capture, or is it captured as a pawn, at `from` or later? */
static bool has_work(const arb_trace *plan, unsigned from, unsigned pawn)
{
    for (unsigned e = from; e < plan->count; e++)
        if (plan->event[e].hunter == pawn || plan->event[e].victim == pawn)
            return true;
    return false;
}

/* Nothing of the other colour stands before it. */
static bool can_promote(const arb_trace_board *board, uint16_t ghosts, unsigned pawn)
{
    for (unsigned file = 0; file < 8; file++)
        for (unsigned i = 0; i < board->count[file]; i++) {
            if (board->pawn[file][i] != pawn)
                continue;
            for (unsigned j = 0; j < board->count[file]; j++)
                if (is_white(board->pawn[file][j]) != is_white(pawn) &&
                    !(ghosts >> board->pawn[file][j] & 1) && (is_white(pawn) ? j > i : j < i))
                    return false;
            return true;
        }
    return true; /* it is gone */
}

bool arb_ranks_present(const arb_ranks *ranks, const arb_trace *plan, unsigned instant,
                       unsigned pawn)
{
    return ranks->square[pawn] != ARB_SQUARE_NONE || has_work(plan, instant, pawn) ||
           (!(plan->ghosts >> pawn & 1) && !can_promote(&plan->board[instant], plan->ghosts, pawn));
}

/* Those who are there stand in their order. */
static void order_rules(net *n, unsigned instant, const arb_trace_board *board)
{
    for (unsigned file = 0; file < 8; file++) {
        int below = -1;
        for (unsigned i = 0; i < board->count[file]; i++) {
            const unsigned pawn = board->pawn[file][i];
            if (!arb_ranks_present(n->out, n->plan, instant, pawn))
                continue;
            if (below >= 0)
                add(n, at(instant, (unsigned)below), at(instant, pawn), 1);
            below = (int)pawn;
        }
    }
}

/* The hunter arrives one rank further, between those who are there. */
static void capture_rules(net *n, unsigned e)
{
    const arb_trace_event *event = &n->plan->event[e];
    const unsigned hunter = event->hunter;
    const int step = is_white(hunter) ? 1 : -1;
    const arb_trace_board *after = &n->plan->board[e + 1];
    unsigned place = 0;

    if (hunter == ARB_TRACE_OFFICER)
        return;
    if (event->victim != ARB_TRACE_OFFICER) {
        /* where the victim stood, or beyond it en passant */
        const uint16_t hunted = at(e, event->victim), here = at(e, hunter);
        if (is_white(hunter)) {
            add(n, here, hunted, 0);
            add(n, hunted, here, -1);
        } else {
            add(n, hunted, here, 0);
            add(n, here, hunted, -1);
        }
    }
    while (after->pawn[event->to][place] != hunter)
        place++;
    for (unsigned i = place; i-- > 0;)
        if (arb_ranks_present(n->out, n->plan, e, after->pawn[event->to][i])) {
            add(n, at(e, after->pawn[event->to][i]), at(e, hunter), 1 - step);
            break;
        }
    for (unsigned i = place + 1; i < after->count[event->to]; i++)
        if (arb_ranks_present(n->out, n->plan, e, after->pawn[event->to][i])) {
            add(n, at(e, hunter), at(e, after->pawn[event->to][i]), 1 + step);
            break;
        }
}

/* Nobody goes back. */
static void time_rules(net *n, unsigned e)
{
    for (unsigned pawn = 0; pawn < PAWNS; pawn++) {
        const int step = n->plan->event[e].hunter == pawn ? 1 : 0;
        if (is_white(pawn))
            add(n, at(e, pawn), at(e + 1, pawn), step);
        else
            add(n, at(e + 1, pawn), at(e, pawn), step);
    }
}

/* Tightens until nothing changes; false when somebody has no rank left. */
static bool settle(net *n)
{
    int8_t *low = &n->out->low[0][0], *high = &n->out->high[0][0];

    for (unsigned round = 0; round < ROUNDS_MAX; round++) {
        bool changed = false;
        for (unsigned i = 0; i < n->count; i++) {
            const rule *r = &n->rule[i];
            if (low[r->b] < low[r->a] + r->apart) {
                low[r->b] = (int8_t)(low[r->a] + r->apart);
                changed = true;
            }
            if (high[r->a] > high[r->b] - r->apart) {
                high[r->a] = (int8_t)(high[r->b] - r->apart);
                changed = true;
            }
            if (low[r->a] > high[r->a] || low[r->b] > high[r->b])
                return false;
        }
        if (!changed)
            return true;
    }
    return true;
}

bool arb_ranks_of(arb_ranks *out, const arb_trace *plan, const arb_setup *setup)
{
    net n = { .plan = plan, .out = out };

    seat(out, plan, setup);
    for (unsigned e = 0; e <= plan->count; e++) {
        /* one who is promoted at once by his capture, or was before, may be beyond the board */
        for (unsigned pawn = 0; pawn < PAWNS; pawn++) {
            out->low[e][pawn] = is_white(pawn) ? 1 : 0;
            out->high[e][pawn] = is_white(pawn) ? 7 : 6;
            if (arb_ranks_present(out, plan, e, pawn)) {
                out->low[e][pawn] = 1;
                out->high[e][pawn] = 6;
            }
        }
        if (e < plan->count)
            time_rules(&n, e);
        order_rules(&n, e, &plan->board[e]);
        if (e < plan->count)
            capture_rules(&n, e);
    }
    for (unsigned pawn = 0; pawn < PAWNS; pawn++)
        if (out->square[pawn] != ARB_SQUARE_NONE)
            out->low[plan->count][pawn] = out->high[plan->count][pawn] =
                (int8_t)(out->square[pawn] >> 3);
    return settle(&n);
}
