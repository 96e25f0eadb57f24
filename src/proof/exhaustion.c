/* SPDX-License-Identifier: MIT */
/*
 * All states in the order of moves; see exhaustion.h. A state is one word with the squares of the
 * units that may move, and for these, in the order of squares, four planes of bits that tell the
 * role and the colour, and then turn, castling rights and the file of a capture en passant: one
 * word more where that suffices, otherwise three.
 *
 * A mate is seen when its turn comes, not when it is made: then the legal moves are listed anyhow.
 */
#include "proof/exhaustion.h"

#include <string.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "board/advance.h"
#include "board/en_passant.h"
#include "proof/material.h"
#include "proof/payoff.h"
#include "proof/position_store.h"
#include "proof/reachability.h"
#include "proof/walls.h"

enum {
    NARROW_UNITS = 14, /* so many fit into one word, with turn and en passant */
    BATCH = 64,        /* states that are looked up together */
    PLANES = 4
};

/* The bits of `set` on the squares of `mask`, moved together. */
static inline uint64_t gather(uint64_t set, uint64_t mask)
{
#ifdef __BMI2__
    return _pext_u64(set, mask);
#else
    uint64_t out = 0;

    for (unsigned i = 0; mask; mask = without_lowest(mask), i++)
        out |= (set >> lowest(mask) & 1) << i;
    return out;
#endif
}

/* The opposite. */
static inline uint64_t scatter(uint64_t bits, uint64_t mask)
{
#ifdef __BMI2__
    return _pdep_u64(bits, mask);
#else
    uint64_t out = 0;

    for (; mask; mask = without_lowest(mask), bits >>= 1)
        out |= (bits & 1) << lowest(mask);
    return out;
#endif
}

/* Turn, en passant and castling rights; the first two take five bits. */
static uint64_t extras(const arb_pos *pos)
{
    const uint64_t white = pos->castling & 0xff, black = pos->castling >> 56;
    const uint64_t ep = pos->passed == ARB_SQUARE_NONE ? 0 : 8u | arb_square_file(pos->passed);

    return pos->turn | ep << 1 | white << 5 | black << 13;
}

static void pack(const arb_exhaustion *c, uint64_t *out, const arb_pos *pos)
{
    const arb_side *white = &pos->side[ARB_WHITE], *black = &pos->side[ARB_BLACK];
    const uint64_t mask = (white->all | black->all) & ~c->fixed_all;
    const uint64_t diagonal = white->diagonal | black->diagonal;
    const uint64_t straight = white->straight | black->straight;
    const uint64_t kings = white->king | black->king;
    const uint64_t low = gather(white->pawns | black->pawns | diagonal, mask);
    const uint64_t middle =
        gather(white->knights | black->knights | (diagonal & ~straight) | kings, mask);
    const uint64_t high = gather(straight | kings, mask), dark = gather(black->all, mask);

    out[0] = mask;
    if (c->narrow) {
        out[1] = low | middle << NARROW_UNITS | high << 2 * NARROW_UNITS |
                 dark << 3 * NARROW_UNITS | extras(pos) << PLANES * NARROW_UNITS;
    } else {
        out[1] = low | middle << 32;
        out[2] = high | dark << 32;
        out[3] = extras(pos);
    }
}

static void unpack(const arb_exhaustion *c, arb_pos *out, const uint64_t *in)
{
    const uint64_t mask = in[0], units = (UINT64_C(1) << NARROW_UNITS) - 1;
    const uint64_t word = in[1], half = UINT32_MAX;
    const uint64_t low = scatter(c->narrow ? word & units : word & half, mask);
    const uint64_t middle = scatter(c->narrow ? word >> NARROW_UNITS & units : word >> 32, mask);
    const uint64_t high =
        scatter(c->narrow ? word >> 2 * NARROW_UNITS & units : in[2] & half, mask);
    const uint64_t dark = scatter(c->narrow ? word >> 3 * NARROW_UNITS & units : in[2] >> 32, mask);
    const uint64_t more = c->narrow ? word >> PLANES * NARROW_UNITS : in[3];

    memset(out, 0, sizeof *out);
    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        const arb_side *fixed = &c->fixed[side];
        const uint64_t own = side == ARB_BLACK ? dark : mask & ~dark;
        out->side[side] = (arb_side){ .pawns = fixed->pawns | (low & ~middle & ~high & own),
                                      .knights = fixed->knights | (middle & ~low & ~high & own),
                                      .diagonal = fixed->diagonal | (low & (middle | high) & own),
                                      .straight = fixed->straight | (high & ~middle & own),
                                      .king = fixed->king | (middle & high & own),
                                      .all = fixed->all | own };
    }
    out->turn = more & 1;
    out->passed = ARB_SQUARE_NONE;
    if (more >> 4 & 1)
        out->passed = arb_square_at((unsigned)(more >> 1 & 7), out->turn == ARB_WHITE ? 5u : 2u);
    out->en_passant = out->passed;
    out->castling = (more >> 5 & 0xff) | (more >> 13 & 0xff) << 56;
}

/* As arb_pos_play(), without key and counters; a capture en passant stands there if it is legal. */
static void play(arb_pos *out, const arb_pos *pos, arb_move move)
{
    const arb_colour us = (arb_colour)pos->turn;

    advance(out, pos, us, move);
    out->turn = (uint8_t)other(us);
    if (out->passed != ARB_SQUARE_NONE && !en_passant_pawns(out, other(us)))
        out->passed = ARB_SQUARE_NONE;
}

/* Is it a move after which nothing that was before comes back? */
static bool is_irreversible(const arb_pos *pos, arb_move move)
{
    const arb_side *own = &pos->side[pos->turn], *opp = &pos->side[1 - pos->turn];

    return (own->pawns & bit(move_from(move))) || (opp->all & bit(move_to(move)));
}

/*
 * States that wait to be looked up, with those they came from. The memory where each will be looked
 * for is asked for when it begins to wait: waiting for one after the other would take most of the
 * time.
 */
typedef struct batch {
    unsigned count;
    uint32_t parent[BATCH + ARB_MOVES_MAX];
    bool changed[BATCH + ARB_MOVES_MAX]; /* after a move that cannot be taken back */
    uint64_t hash[BATCH + ARB_MOVES_MAX];
    uint64_t words[BATCH + ARB_MOVES_MAX][STATE_WORDS_MAX];
} batch;

/* Does the line end at the last state, because walls hold? They speak of what is to come, not of a
 * mate that is there. */
static bool ends(arb_exhaustion *c)
{
    arb_pos pos;

    if (!arb_payoff_try(&c->walls))
        return false;
    unpack(c, &pos, arb_position_words(&c->store, c->store.count - 1));
    return arb_payoff_tell(&c->walls, arb_walls_hold(&pos, c->task->side)) &&
           !arb_pos_is_checkmate(&pos);
}

/* Forgets what waits: it will be gone on again from where that came from. */
static void drop_batch(arb_exhaustion *c, batch *b)
{
    if (b->count)
        c->next = b->parent[0];
    b->count = 0;
}

/* Adds what waits; false when there is no room. */
static bool add_batch(arb_exhaustion *c, batch *b)
{
    if (!arb_position_store_reserve(&c->store, b->count)) {
        drop_batch(c, b);
        return false;
    }
    for (unsigned i = 0; i < b->count; i++)
        arb_position_expect(&c->store, b->hash[i]);
    for (unsigned i = 0; i < b->count; i++)
        if (arb_position_add(&c->store, b->words[i], b->hash[i], b->parent[i]) && b->changed[i] &&
            ends(c))
            *arb_position_parent(&c->store, c->store.count - 1) |= STATE_CUT;
    b->count = 0;
    return true;
}

/* Plays all moves of a state, which then wait. YES: it is a mate. NO: it is not. */
static arb_proof expand(arb_exhaustion *c, uint32_t at, batch *b)
{
    arb_move moves[ARB_MOVES_MAX];
    arb_pos pos, next;

    if (*arb_position_parent(&c->store, at) & STATE_CUT)
        return ARB_PROOF_NO;
    unpack(c, &pos, arb_position_words(&c->store, at));
    const size_t n = arb_pos_moves(moves, &pos);
    if (n == 0 && pos.turn != c->task->side && arb_pos_is_check(&pos))
        return ARB_PROOF_YES;
    for (size_t i = 0; i < n; i++) {
        const bool changed = is_irreversible(&pos, moves[i]);
        play(&next, &pos, moves[i]);
        if (changed && arb_material_cannot_mate(&next, c->task->side))
            continue;
        pack(c, b->words[b->count], &next);
        b->hash[b->count] = arb_position_hash(&c->store, b->words[b->count]);
        arb_position_expect_slot(&c->store, b->hash[b->count]);
        b->changed[b->count] = changed;
        b->parent[b->count++] = at;
    }
    return ARB_PROOF_NO;
}

/* The move that leads from one state to the next. */
static arb_move move_between(const arb_exhaustion *c, uint32_t from, uint32_t to)
{
    arb_move moves[ARB_MOVES_MAX];
    arb_pos pos, next;

    unpack(c, &pos, arb_position_words(&c->store, from));
    const size_t n = arb_pos_moves(moves, &pos);
    for (size_t i = 0; i < n; i++) {
        uint64_t words[STATE_WORDS_MAX];
        play(&next, &pos, moves[i]);
        pack(c, words, &next);
        if (arb_position_same(&c->store, words, arb_position_words(&c->store, to)))
            return moves[i];
    }
    return moves[0]; /* not reached */
}

static void write_line(const arb_exhaustion *c, uint32_t mate)
{
    arb_proof_answer *out = c->task->answer;
    size_t count = 0;

    for (uint32_t i = mate; i > 0; i = *arb_position_parent(&c->store, i))
        count++;
    out->count = count;
    for (uint32_t i = mate; i > 0; i = *arb_position_parent(&c->store, i)) {
        count--;
        if (count < ARB_PROOF_LINE_MAX)
            out->line[count] = move_between(c, *arb_position_parent(&c->store, i), i);
    }
}

/* Tells what an exhausted closure rests on. */
static void certify(const arb_exhaustion *c)
{
    arb_certificate *certificate = c->task->certificate;

    for (uint32_t i = 0; i < c->store.count; i++) {
        arb_pos pos;
        if (!(*arb_position_parent(&c->store, i) & STATE_CUT)) {
            certificate->expanded++;
            continue;
        }
        unpack(c, &pos, arb_position_words(&c->store, i));
        arb_certificate_add(certificate, &pos, ARB_ARGUMENT_WALLS);
    }
}

/* Takes what never moves off the states, and chooses how they are packed. */
static void prepare(arb_exhaustion *c, const arb_pos *pos)
{
    const uint64_t all = pos->side[0].all | pos->side[1].all;
    arb_reachability reach;
    uint64_t fixed = 0;

    arb_reachability_all(&reach, pos);
    for (unsigned i = 0; i < reach.count; i++)
        if (!reach.piece[i].loose)
            fixed |= reach.piece[i].home;
    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        const arb_side *own = &pos->side[side];
        c->fixed[side] = (arb_side){ .pawns = own->pawns & fixed,
                                     .knights = own->knights & fixed,
                                     .diagonal = own->diagonal & fixed,
                                     .straight = own->straight & fixed,
                                     .king = own->king & fixed,
                                     .all = own->all & fixed };
    }
    c->fixed_all = fixed;
    c->narrow = !pos->castling && count(all & ~fixed) <= NARROW_UNITS;
}

bool ARB_EXHAUSTION_BEGIN(arb_exhaustion *out, const arb_pos *pos, const arb_search_task *task)
{
    uint64_t words[STATE_WORDS_MAX];
    arb_pos start = *pos;

    *out = (arb_exhaustion){ .task = task, .walls = { .left = PAYOFF_AT_FIRST } };
    prepare(out, pos);
    start.passed = start.en_passant;
    pack(out, words, &start);
    if (!arb_position_store_begin(&out->store, task->mem, out->narrow ? 2 : STATE_WORDS_MAX) ||
        !arb_position_store_reserve(&out->store, 1))
        return false;
    return arb_position_add(&out->store, words, arb_position_hash(&out->store, words), 0);
}

/* Goes on from one state after the other; see exhaustion.h. */
static arb_proof go(arb_exhaustion *c, uint64_t states)
{
    const uint32_t before = c->store.count;
    batch b = { .count = 0 };

    for (;;) {
        if ((c->next == c->store.count || b.count >= BATCH) && !add_batch(c, &b))
            return ARB_PROOF_UNKNOWN;
        if (c->next == c->store.count)
            break;
        if (c->store.count >= states ||
            !arb_search_goes_on(c->task, c->next, c->store.count - before)) {
            drop_batch(c, &b);
            return ARB_PROOF_UNKNOWN;
        }
        if (expand(c, c->next, &b) == ARB_PROOF_YES) {
            write_line(c, c->next);
            return ARB_PROOF_YES;
        }
        c->next++;
    }
    certify(c);
    return ARB_PROOF_NO;
}

arb_proof ARB_EXHAUSTION_GO(arb_exhaustion *exhaustion, uint64_t states)
{
    const uint32_t before = exhaustion->store.count;
    const uint64_t allowed = before + arb_search_left(exhaustion->task, UINT32_MAX);
    const arb_proof found = go(exhaustion, states < allowed ? states : allowed);

    exhaustion->task->answer->nodes += exhaustion->store.count - before;
    return found;
}
