/* SPDX-License-Identifier: MIT */
/* The beam; see retreat.h. */
#include "retro/retreat.h"

#include <string.h>

#include "retro/retreat_internal.h"

enum { ROOM = 1 << 16, CHILDREN = 10, PATIENCE = 25 };

typedef struct link {
    uint32_t parent;
    arb_retreat_step step;
} link;

typedef struct beam {
    arb_retreat walk;
    arb_retreat_board *now, *next;
    link *links;
    uint8_t *children;
    size_t count;
    int best;         /* cost so far */
    unsigned best_at; /* ply */
} beam;

static void fill_keys(arb_retreat *walk)
{
    uint64_t r = UINT64_C(88172645463325252);

    for (unsigned unit = 0; unit < ARB_UNITS; unit++)
        for (unsigned square = 0; square < 64; square++) {
            r ^= r << 13;
            r ^= r >> 7;
            r ^= r << 17;
            walk->keys[unit][square] = r;
        }
}

static void begin(beam *b, arb_colour turn)
{
    const arb_cast *cast = b->walk.cast;
    arb_retreat_board *board = &b->now[0];

    memset(board, 0, sizeof *board);
    memset(board->at, ARB_UNIT_NONE, sizeof board->at);
    memset(board->square, ARB_SQUARE_NONE, sizeof board->square);
    memcpy(board->role, cast->role, sizeof board->role);
    board->stage = (uint8_t)b->walk.plan->count;
    board->turn = (uint8_t)turn;
    board->extras = cast->extras;
    board->unstirred = cast->unstirred;
    for (unsigned unit = 0; unit < ARB_UNITS; unit++)
        if (cast->square[unit] != ARB_SQUARE_NONE)
            arb_retreat_put(board, unit, cast->square[unit], cast->role[unit]);
    b->count = 1;
}

/* Puts the best `wanted` of the candidates first, in their order: a heap of the worst of them. */
static void sift(arb_retreat_candidate *heap, size_t count, size_t at)
{
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= count)
            return;
        if (child + 1 < count && heap[child + 1].cost > heap[child].cost)
            child++;
        if (heap[child].cost <= heap[at].cost)
            return;
        const arb_retreat_candidate kept = heap[at];
        heap[at] = heap[child];
        heap[child] = kept;
        at = child;
    }
}

static size_t choose(arb_retreat_candidate *list, size_t count, size_t wanted)
{
    const size_t size = count < wanted ? count : wanted;

    for (size_t i = size / 2; i-- > 0;)
        sift(list, size, i);
    for (size_t i = size; i < count; i++)
        if (list[i].cost < list[0].cost) {
            list[0] = list[i];
            sift(list, size, 0);
        }
    for (size_t i = size; i-- > 1;) {
        const arb_retreat_candidate kept = list[0];
        list[0] = list[i];
        list[i] = kept;
        sift(list, i, 0);
    }
    return size;
}

/* The moves that led to board `at` of the last ply. */
static size_t trace(arb_retreat_step *out, const beam *b, unsigned ply, uint32_t at)
{
    for (unsigned p = ply + 1; p-- > 0;) {
        const link *l = &b->links[(size_t)p * b->walk.limits.width + at];
        out[p] = l->step;
        at = l->parent;
    }
    return ply + 1;
}

/* One ply back; the number of moves when the beginning was reached. */
static size_t go_back(beam *b, arb_retreat_step *out, unsigned ply)
{
    arb_retreat *walk = &b->walk;
    const unsigned width = walk->limits.width;
    size_t kept = 0;

    walk->count = 0;
    for (size_t i = 0; i < b->count; i++)
        arb_retreat_steps(walk, &b->now[i], (uint32_t)i);
    const size_t count = choose(walk->found, walk->count, (size_t)width * 4);
    memset(b->children, 0, width);
    if (count && walk->found[0].cost < b->best) {
        b->best = walk->found[0].cost;
        b->best_at = ply;
    }
    for (size_t i = 0; i < count && kept < width; i++) {
        const arb_retreat_candidate *c = &walk->found[i];
        uint64_t *seen = &walk->seen[(size_t)(c->key >> 20) & (ARB_RETREAT_SEEN - 1)];
        if (*seen == c->key || b->children[c->parent] == CHILDREN)
            continue;
        *seen = c->key;
        b->children[c->parent]++;
        b->next[kept] = b->now[c->parent];
        arb_retreat_apply(&b->next[kept], &c->step);
        b->next[kept].key = c->key;
        b->links[(size_t)ply * width + kept] = (link){ .parent = c->parent, .step = c->step };
        if (arb_retreat_home_again(walk, &b->next[kept]))
            return trace(out, b, ply, (uint32_t)kept);
        kept++;
    }
    arb_retreat_board *now = b->now;
    b->now = b->next;
    b->next = now;
    b->count = kept;
    return 0;
}

static bool make_room(beam *b, const arb_mem *mem, unsigned width)
{
    b->now = arb_mem_new_array(mem, width, sizeof *b->now);
    b->next = arb_mem_new_array(mem, width, sizeof *b->next);
    b->links = arb_mem_new_array(mem, (size_t)width * ARB_RETREAT_PLIES, sizeof *b->links);
    b->children = arb_mem_new_array(mem, width, 1);
    b->walk.room = ROOM;
    b->walk.found = arb_mem_new_array(mem, ROOM, sizeof *b->walk.found);
    b->walk.seen = arb_mem_new_array(mem, ARB_RETREAT_SEEN, sizeof *b->walk.seen);
    return b->now && b->next && b->links && b->children && b->walk.found && b->walk.seen;
}

static void give_back(beam *b, const arb_mem *mem, unsigned width)
{
    arb_mem_free(mem, b->now, width * sizeof *b->now);
    arb_mem_free(mem, b->next, width * sizeof *b->next);
    arb_mem_free(mem, b->links, (size_t)width * ARB_RETREAT_PLIES * sizeof *b->links);
    arb_mem_free(mem, b->children, width);
    arb_mem_free(mem, b->walk.found, ROOM * sizeof *b->walk.found);
    arb_mem_free(mem, b->walk.seen, ARB_RETREAT_SEEN * sizeof *b->walk.seen);
    arb_mem_free(mem, b, sizeof *b);
}

size_t arb_retreat_back(arb_retreat_step out[ARB_RETREAT_PLIES], unsigned *reached,
                        const arb_cast *cast, arb_colour turn, const arb_retreat_limits *limits)
{
    beam *b = arb_mem_new_array(limits->mem, 1, sizeof *b);
    size_t answer = 0;
    unsigned ply = 0;

    if (!b)
        return 0;
    b->walk.cast = cast;
    b->walk.plan = cast->plan;
    b->walk.limits = *limits;
    b->walk.seed = limits->seed * 7919u + 1;
    b->walk.noise = limits->noise ? limits->noise : 48;
    fill_keys(&b->walk);
    if (make_room(b, limits->mem, limits->width)) {
        begin(b, turn);
        b->best = INT32_MAX;
        while (ply < ARB_RETREAT_PLIES && ply < b->best_at + PATIENCE && b->count && !answer &&
               (int64_t)*limits->nodes > 0)
            answer = go_back(b, out, ply++);
    }
    if (reached)
        *reached = ply;
    if ((int64_t)*limits->nodes < 0)
        *limits->nodes = 0;
    give_back(b, limits->mem, limits->width);
    return answer;
}
