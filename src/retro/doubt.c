/* SPDX-License-Identifier: MIT */
/* Reasons on the board, and the search for one in its past; see doubt.h. */
#include "retro/doubt.h"

#include <string.h>

#include "board/sides.h"

enum {
    KNOWN = 1024,
    PLAN_NODES = 30000,
    DEEP_NODES = 1000000,
    PLAN_COST = 24,
    MOVE_COST = 6,
    EASY_NODES = 400
};

/* What was found about the pawns of one diagram: compared in full. */
struct arb_doubt_known {
    arb_trace_goal goal;
    bool used;
    uint8_t result;
};

bool arb_doubt_begin(arb_doubt *out, uint64_t *nodes, const arb_mem *mem)
{
    *out = (arb_doubt){ .mem = mem, .nodes = nodes, .reason = ARB_RETRO_WORK };
    out->known = arb_mem_new_array(mem, KNOWN, sizeof *out->known);
    out->plan = arb_mem_new_array(mem, 1, sizeof *out->plan);
    if (out->known && out->plan)
        return true;
    arb_doubt_end(out);
    return false;
}

void arb_doubt_end(arb_doubt *doubt)
{
    arb_mem_free(doubt->mem, doubt->known, KNOWN * sizeof *doubt->known);
    arb_mem_free(doubt->mem, doubt->plan, sizeof *doubt->plan);
    doubt->known = NULL;
    doubt->plan = NULL;
}

/* ---- plans ---- */

typedef struct taste {
    const arb_trace_goal *goal;
    const arb_setup *setup;
} taste;

/* On which squares a hunter can have captured, by the ranks left to it: bit 0 light, bit 1 dark. */
static unsigned shades(const arb_ranks *ranks, const arb_trace *plan, unsigned e)
{
    const unsigned hunter = plan->event[e].hunter, file = plan->event[e].to;
    const int step = hunter < 8 ? 1 : -1;
    unsigned out = 0;

    for (int rank = ranks->low[e][hunter]; rank <= ranks->high[e][hunter]; rank++)
        out |= ((unsigned)(rank + step) + file) & 1 ? 1u : 2u;
    return out;
}

/*
 * Are there enough pieces to be captured on those squares? Bishops keep to their colour; pieces
 * promoted beyond those that the diagram needs can have been anything.
 */
static bool victims_suffice(const arb_trace_goal *goal, const arb_ranks *ranks,
                            const arb_trace *plan, unsigned colour)
{
    unsigned light = 0, dark = 0, all = 0;
    unsigned pawns = count(plan->ghosts & (colour ? 0xff00u : 0x00ffu));

    for (unsigned e = 0; e < plan->count; e++) {
        const arb_trace_event *event = &plan->event[e];
        if (event->colour == colour)
            continue;
        if (event->victim != ARB_TRACE_OFFICER) {
            pawns++;
        } else if (event->hunter != ARB_TRACE_OFFICER) {
            const unsigned where = shades(ranks, plan, e);
            all++;
            light += where == 1;
            dark += where == 2;
        }
    }
    const unsigned promoted = 8u - goal->pawns[colour] - pawns;
    const unsigned others = goal->dead[colour][0] + promoted - goal->need[colour];
    return light <= others + goal->dead[colour][1] && dark <= others + goal->dead[colour][2] &&
           all <= others + goal->dead[colour][1] + goal->dead[colour][2];
}

static bool accepts(void *user, const arb_trace *plan)
{
    const taste *t = user;
    arb_ranks ranks;

    return arb_ranks_of(&ranks, plan, t->setup) &&
           victims_suffice(t->goal, &ranks, plan, ARB_WHITE) &&
           victims_suffice(t->goal, &ranks, plan, ARB_BLACK);
}

static bool accepts_all(void *user, const arb_trace *plan)
{
    (void)user;
    (void)plan;
    return true;
}

arb_trace_result arb_doubt_plan(arb_trace *out, const arb_back *back, uint64_t *nodes,
                                uint32_t seed, const arb_mem *mem)
{
    const arb_setup setup = arb_back_setup(back);
    arb_trace_goal goal;
    arb_cages cages;

    arb_cages_of(&cages, back->side, back->rights, back->any_array);
    if (!arb_trace_goal_of(&goal, back->side, &cages))
        return ARB_TRACE_NONE;
    taste t = { .goal = &goal, .setup = &setup };
    uint64_t few = *nodes < EASY_NODES ? *nodes : EASY_NODES;
    if (arb_trace_find_easy(out, &goal, accepts, &t, &few, seed) == ARB_TRACE_FOUND)
        return ARB_TRACE_FOUND;
    return arb_trace_find(out, &goal, accepts, &t, nodes, seed, mem);
}

/* Looks for a plan with at most so many boards, each of which counts as some moves tried. */
static arb_trace_result look(arb_doubt *d, const arb_trace_goal *goal, arb_trace_accept *accept,
                             void *user, uint64_t most)
{
    const uint64_t room = *d->nodes / PLAN_COST, allowed = most < room ? most : room;
    uint64_t left = allowed, few = allowed < EASY_NODES ? allowed : EASY_NODES;

    if (arb_trace_find_easy(d->plan, goal, accept, user, &few, 0) == ARB_TRACE_FOUND)
        return ARB_TRACE_FOUND;
    const arb_trace_result result = arb_trace_find(d->plan, goal, accept, user, &left, 0, d->mem);

    *d->nodes -= (allowed - left) * PLAN_COST;
    return result;
}

static arb_trace_result known_plan(arb_doubt *d, const arb_back *back, const arb_trace_goal *goal)
{
    const unsigned char *bytes = (const unsigned char *)goal;
    uint32_t sum = 2166136261u;

    for (size_t i = 0; i < sizeof *goal; i++)
        sum = (sum ^ bytes[i]) * 16777619u;
    arb_doubt_known *known = &d->known[(sum >> 8) % KNOWN];
    if (!known->used || memcmp(&known->goal, goal, sizeof *goal) != 0) {
        const arb_setup setup = arb_back_setup(back);
        taste t = { .goal = goal, .setup = &setup };
        known->goal = *goal;
        known->result = (uint8_t)look(d, goal, accepts, &t, PLAN_NODES);
        known->used = true;
    }
    return (arb_trace_result)known->result;
}

/* ---- the board ---- */

/* How often the pawns of a side have captured at least: the files they came from, in their order.
 */
static unsigned captures_seen(uint64_t pawns)
{
    unsigned best[9][9], files[8], n = 0;

    for (unsigned file = 0; file < 8; file++)
        for (unsigned i = count(pawns & (FILE_A << file)); i > 0 && n < 8; i--)
            files[n++] = file;
    for (unsigned from = 0; from <= 8; from++)
        best[0][from] = 0;
    for (unsigned i = 1; i <= n; i++)
        for (unsigned from = 0; from <= 8; from++) {
            best[i][from] = 1000;
            if (from == 0)
                continue;
            const unsigned apart =
                files[i - 1] > from - 1 ? files[i - 1] - (from - 1) : from - 1 - files[i - 1];
            const unsigned with = best[i - 1][from - 1] + apart, without = best[i][from - 1];
            best[i][from] = with < without ? with : without;
        }
    return best[n][8];
}

/* Which of the reasons about pawns it is: what is asked for is taken away until a plan exists. */
static arb_retro_reason pawn_reason(arb_doubt *d, const arb_back *back, const arb_trace_goal *goal)
{
    arb_trace_goal less = *goal;

    for (unsigned colour = 0; colour < 2; colour++)
        if (captures_seen(back->side[colour].pawns) > 16 - count(back->side[colour ^ 1].all))
            return ARB_RETRO_PAWN_CAPTURES;
    if (look(d, goal, accepts_all, NULL, PLAN_NODES) == ARB_TRACE_FOUND)
        return ARB_RETRO_PAWN_ORDER;
    if (goal->closed[0] | goal->closed[1]) {
        less.closed[0] = less.closed[1] = 0;
        if (back->rights && look(d, &less, accepts_all, NULL, PLAN_NODES) == ARB_TRACE_FOUND)
            return ARB_RETRO_CASTLING_RIGHTS;
    }
    memset(less.light, 0, sizeof less.light);
    memset(less.dark, 0, sizeof less.dark);
    if (look(d, &less, accepts_all, NULL, PLAN_NODES) == ARB_TRACE_FOUND)
        return ARB_RETRO_BISHOPS;
    return ARB_RETRO_PROMOTED;
}

static bool because(arb_doubt *d, arb_retro_reason reason, uint64_t squares)
{
    d->reason = reason;
    d->squares = squares;
    return true;
}

/* Laws 3.10.3 */
static bool board_speaks(arb_doubt *d, const arb_back *back, bool name)
{
    const arb_colour us = (arb_colour)back->turn, them = other(us);
    const uint64_t occupied = back->side[0].all | back->side[1].all;
    const uint64_t checks =
        arb_side_attacking(&back->side[them], them, lowest(back->side[us].king), occupied);
    arb_cages cages;
    arb_trace_goal goal;

    if (count(checks) > 2)
        return because(d, ARB_RETRO_FAULTS, checks);
    arb_cages_of(&cages, back->side, back->rights, back->any_array);
    if (cages.escaped)
        return because(d, ARB_RETRO_KING_SHUT_IN, cages.escaped);
    if (cages.shut_out)
        return because(d, ARB_RETRO_SHUT_OUT, cages.shut_out);
    if (!arb_trace_goal_of(&goal, back->side, &cages))
        return because(d, ARB_RETRO_SHUT_IN, cages.shut_in);
    if (!back->any_array && arb_cages_parity_wrong(back->side, us))
        return because(d, ARB_RETRO_PARITY, 0);
    arb_trace_result plan = known_plan(d, back, &goal);
    if (plan == ARB_TRACE_OPEN && name) {
        const arb_setup setup = arb_back_setup(back);
        taste t = { .goal = &goal, .setup = &setup };
        plan = look(d, &goal, accepts, &t, DEEP_NODES);
    }
    if (plan != ARB_TRACE_NONE)
        return false;
    return because(d, name ? pawn_reason(d, back, &goal) : ARB_RETRO_PROMOTED,
                   back->side[0].pawns | back->side[1].pawns);
}

bool arb_doubt_board(arb_doubt *doubt, const arb_back *back)
{
    return board_speaks(doubt, back, true);
}

/* ---- the past ---- */

typedef struct look_back {
    arb_doubt *doubt;
    unsigned depth;
    size_t moves;
} look_back;

static bool impossible(arb_doubt *d, const arb_back *back, unsigned depth);

/* Stops at a last move that is not shown to be impossible. */
static bool try_last(void *user, const arb_unmove *last, const arb_back *before)
{
    look_back *l = user;

    (void)last;
    l->moves++;
    if (*l->doubt->nodes == 0)
        return true;
    *l->doubt->nodes -= *l->doubt->nodes < MOVE_COST ? *l->doubt->nodes : MOVE_COST;
    return !impossible(l->doubt, before, l->depth - 1);
}

static bool impossible(arb_doubt *d, const arb_back *back, unsigned depth)
{
    look_back l = { .doubt = d, .depth = depth };

    if (arb_back_is_initial(back))
        return false;
    if (board_speaks(d, back, false))
        return true;
    return depth > 0 && !arb_back_each(back, try_last, &l);
}

bool arb_doubt_past(arb_doubt *doubt, const arb_back *back, unsigned depth)
{
    if (arb_back_is_initial(back))
        return false;
    for (unsigned n = 1; n <= depth && *doubt->nodes > 0; n++) {
        look_back l = { .doubt = doubt, .depth = n };
        if (!arb_back_each(back, try_last, &l))
            return because(doubt, l.moves ? ARB_RETRO_LAST_MOVES : ARB_RETRO_NO_LAST_MOVE, 0);
    }
    return false;
}
