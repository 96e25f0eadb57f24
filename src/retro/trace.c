/* SPDX-License-Identifier: MIT */
/* The search for a plan of captures, with a table of boards that lead nowhere; see trace.h. */
#include "retro/trace.h"

#include <string.h>

#include "board/bits.h"

enum { SLOTS_LEAST = 1 << 10, SLOTS_MOST = 1 << 18, WHITE_PAWNS = 8, REFUSAL = 8 };

/* A board with what is left to spend, compared in full. */
typedef struct key {
    uint64_t file[8];
    uint8_t captures[2], pawns[2]; /* left: captures by colour, pawns of each colour to be lost */
    uint32_t events;               /* left; 0 marks an empty slot */
} key;

typedef struct search {
    const arb_trace_goal *goal;
    arb_trace *plan;
    key *table;
    size_t slots; /* a power of two */
    uint64_t *nodes;
    arb_trace_accept *accept;
    void *user;
    uint64_t refused; /* plans */
    uint32_t seed;
    bool every; /* pawns of one colour are told apart */
    bool cut;
} search;

static arb_colour colour_of(uint8_t pawn)
{
    return pawn < WHITE_PAWNS ? ARB_WHITE : ARB_BLACK;
}

/*
 * A file from below is Black's pawns that can be promoted, a rest that begins with a white pawn and
 * ends with a black one, and White's that can be promoted.
 */
typedef struct parts {
    unsigned below, above, rest; /* how many, how many, and the code of the rest */
} parts;

static parts parts_of(unsigned code)
{
    parts out = { .rest = code };

    while (out.rest > 1 && (out.rest & 1)) {
        out.rest >>= 1;
        out.below++;
    }
    unsigned length = out.rest > 1 ? 31 - (unsigned)__builtin_clz(out.rest) : 0;
    while (length > 0 && !(out.rest >> (length - 1) & 1)) {
        length--;
        out.rest = (out.rest & ((1u << length) - 1)) | 1u << length;
        out.above++;
    }
    return out;
}

/*
 * Can this file become that of the diagram by promotions alone? Those who are promoted stand at the
 * ends, so the others are known; none of them may have captured more often than its way allows.
 */
static bool file_done(const search *s, const arb_trace_board *board, unsigned file)
{
    const parts is = parts_of(arb_trace_file_code(board, file)),
                must = parts_of(s->goal->file[file]);
    const unsigned first = is.below - must.below,
                   last = board->count[file] - (is.above - must.above);

    if (is.rest != must.rest || is.below < must.below || is.above < must.above ||
        (is.above > must.above && s->goal->closed[ARB_WHITE] >> file & 1) ||
        (is.below > must.below && s->goal->closed[ARB_BLACK] >> file & 1))
        return false;
    for (unsigned i = first; i < last; i++)
        if (board->hunted[board->pawn[file][i]] > s->goal->room[file][i - first])
            return false;
    return true;
}

/* A capture touches two neighbouring files at most: that many captures are needed. */
static unsigned captures_needed(const search *s, const arb_trace_board *board)
{
    unsigned needed = 0;

    for (unsigned file = 0; file < 8; file++) {
        if (file_done(s, board, file))
            continue;
        needed++;
        file++; /* the neighbour is touched as well */
    }
    return needed;
}

/* How many of those promoted on a file can be bishops of the diagram. */
static unsigned bishops_of(const search *s, unsigned colour, unsigned file, unsigned promoted)
{
    if (!(s->goal->shut[colour] >> file & 1))
        return promoted;
    return promoted && (s->goal->seen[colour] >> file & 1) ? 1 : 0;
}

/* Every file is done: are there promotions enough on files where bishops get their colour? */
static bool bishops_done(const search *s, const arb_trace_board *board)
{
    unsigned promoted[2][2] = { { 0, 0 }, { 0, 0 } }; /* by colour, and by the parity of the file */

    for (unsigned file = 0; file < 8; file++) {
        const parts is = parts_of(arb_trace_file_code(board, file));
        const parts must = parts_of(s->goal->file[file]);
        promoted[ARB_BLACK][file & 1] += bishops_of(s, ARB_BLACK, file, is.below - must.below);
        promoted[ARB_WHITE][file & 1] += bishops_of(s, ARB_WHITE, file, is.above - must.above);
    }
    /* a8 is light, a1 is dark */
    return promoted[ARB_WHITE][0] >= s->goal->light[ARB_WHITE] &&
           promoted[ARB_WHITE][1] >= s->goal->dark[ARB_WHITE] &&
           promoted[ARB_BLACK][0] >= s->goal->dark[ARB_BLACK] &&
           promoted[ARB_BLACK][1] >= s->goal->light[ARB_BLACK];
}

/* The pawns of a file with their captures, as far as these matter: four bits for each. */
static uint64_t file_key(const search *s, const arb_trace_board *board, unsigned file)
{
    uint64_t out = 0;

    for (unsigned i = 0; i < board->count[file]; i++) {
        const uint8_t pawn = board->pawn[file][i];
        const unsigned care = s->goal->care[colour_of(pawn)], hunted = board->hunted[pawn];
        out = out << 4 | (pawn & 8u) | ((hunted < care ? hunted : care) + 1);
    }
    return out;
}

static key key_of(const search *s, const arb_trace_board *board, const arb_trace_budget *left)
{
    key out = { .events = left->events };

    for (unsigned file = 0; file < 8; file++)
        out.file[file] = file_key(s, board, file);
    memcpy(out.captures, left->captures, sizeof out.captures);
    memcpy(out.pawns, left->pawns, sizeof out.pawns);
    return out;
}

static size_t slot_of(const search *s, const key *k)
{
    uint64_t words[sizeof *k / 8], mixed = 0;

    memcpy(words, k, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        mixed = (mixed ^ mixed >> 29 ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(mixed >> 40) & (s->slots - 1);
}

/* Those at the ends of the files that the diagram does not show were promoted. */
static void mark_promoted(search *s, const arb_trace_board *board)
{
    s->plan->promoted = s->plan->ghosts = 0;
    for (unsigned file = 0; file < 8; file++) {
        const parts is = parts_of(arb_trace_file_code(board, file));
        const parts must = parts_of(s->goal->file[file]);
        const unsigned first = is.below - must.below;
        const unsigned last = board->count[file] - (is.above - must.above);
        for (unsigned i = 0; i < board->count[file]; i++)
            if (i < first || i >= last)
                s->plan->promoted |= (uint16_t)(1u << board->pawn[file][i]);
    }
}

/*
 * Two captures on different files can be made in either order, and nothing else changes: once plans
 * are being refused, only one of the orders is looked at. A board where that left something out is
 * not put into the table.
 */
static bool in_other_order(const arb_trace_event pair[2])
{
    const unsigned a = 1u << pair[0].from | 1u << pair[0].to;
    const unsigned b = 1u << pair[1].from | 1u << pair[1].to;

    return !(a & b) && pair[1].from * 8u + pair[1].to < pair[0].from * 8u + pair[0].to;
}

static bool search_from(search *s, unsigned depth, const arb_trace_budget *left)
{
    const arb_trace_board *board = &s->plan->board[depth];
    const unsigned needed = captures_needed(s, board);
    const uint64_t refused = s->refused;

    if (needed == 0 && bishops_done(s, board)) {
        s->plan->count = depth;
        mark_promoted(s, board);
        if (s->accept(s->user, s->plan))
            return true;
        s->refused++;
        *s->nodes -= *s->nodes < REFUSAL ? *s->nodes : REFUSAL;
    }
    if (left->events == 0 || needed > left->events)
        return false;
    const key here = key_of(s, board, left);
    key *slot = &s->table[slot_of(s, &here)];
    if (memcmp(slot, &here, sizeof here) == 0)
        return false;
    if (*s->nodes == 0) {
        s->cut = true;
        return false;
    }
    --*s->nodes;

    arb_trace_capture list[ARB_TRACE_CAPTURES_MAX];
    const size_t n = arb_trace_captures(list, s->goal, board, left, true, s->every);
    arb_trace_shuffle(list, n, &s->seed);
    for (size_t i = 0; i < n; i++) {
        const arb_trace_budget rest = arb_trace_spent(left, &list[i]);
        s->plan->board[depth + 1] = *board;
        s->plan->event[depth] = arb_trace_make(&s->plan->board[depth + 1], &list[i]);
        if (s->refused && depth > 0 && in_other_order(&s->plan->event[depth - 1])) {
            s->refused += captures_needed(s, &s->plan->board[depth + 1]) <= rest.events;
            continue;
        }
        if (search_from(s, depth + 1, &rest))
            return true;
        if (s->cut)
            return false;
    }
    if (refused == s->refused) /* another way to the same board might be accepted */
        *slot = here;
    return false;
}

/* Few captures first. */
static bool search_all(search *s)
{
    const arb_trace_goal *goal = s->goal;
    const unsigned all = goal->captures[0] + goal->captures[1];
    bool found = false;

    for (unsigned events = 0; events <= all && !found && !s->cut; events++) {
        const arb_trace_budget left = { .captures = { goal->captures[0], goal->captures[1] },
                                        .pawns = { (uint8_t)(8 - goal->pawns[0] - goal->need[0]),
                                                   (uint8_t)(8 - goal->pawns[1] - goal->need[1]) },
                                        .events = (uint8_t)events };
        found = search_from(s, 0, &left);
    }
    return found;
}

arb_trace_result arb_trace_find(arb_trace *out, const arb_trace_goal *goal,
                                arb_trace_accept *accept, void *user, uint64_t *nodes,
                                uint32_t seed, const arb_mem *mem)
{
    search s = {
        .goal = goal, .plan = out, .nodes = nodes, .accept = accept, .user = user, .seed = seed
    };

    for (s.slots = SLOTS_LEAST; s.slots < SLOTS_MOST && s.slots < *nodes;)
        s.slots *= 2;
    s.table = arb_mem_new_array(mem, s.slots, sizeof *s.table);
    if (!s.table)
        return ARB_TRACE_OPEN;
    arb_trace_initial(&out->board[0]);
    bool found = search_all(&s);
    /* what a plan is refused for, ranks, tells pawns of one colour apart; what stands in the table
     * leads nowhere whatever the ranks are */
    if (!found && !s.cut && s.refused) {
        s.every = true;
        found = search_all(&s);
    }
    arb_mem_free(mem, s.table, s.slots * sizeof *s.table);
    return found ? ARB_TRACE_FOUND : s.cut ? ARB_TRACE_OPEN : ARB_TRACE_NONE;
}
