/* SPDX-License-Identifier: MIT */
/* A certificate gone through: see slow_certificate.h. */
#include "slow_certificate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS_MAX = 20000000 };

bool slow_certificate_keep(void *user, const arb_proof_part *part)
{
    slow_certificate *c = user;

    if (c->count == c->room) {
        c->room = c->room ? 2 * c->room : 16;
        c->parts = realloc(c->parts, c->room * sizeof *c->parts);
        assert(c->parts);
    }
    c->parts[c->count++] = *part;
    return true;
}

arb_proof slow_certificate_make(slow_certificate *out, arb_proof_answer *answer, const arb_pos *pos,
                                arb_colour side, const arb_effort *effort)
{
    *out = (slow_certificate){ .side = side };
    const arb_proof verdict =
        arb_proof_certify(answer, pos, side, effort, slow_certificate_keep, out);
    out->expanded = answer->expanded;
    return verdict;
}

void slow_certificate_clear(slow_certificate *certificate)
{
    free(certificate->parts);
}

/* ---- material */

static unsigned size_of(uint64_t set)
{
    return (unsigned)__builtin_popcountll(set);
}

static unsigned count_of(const arb_pos *pos, arb_colour colour, arb_role role)
{
    return size_of(arb_pos_pieces(pos, colour, role));
}

/* The pawns of a colour that stand on their last rank, as no game leaves them: they do nothing. */
static uint64_t stuck_pawns(const arb_pos *pos, arb_colour colour)
{
    const uint64_t last = UINT64_C(255) << (colour == ARB_WHITE ? 56 : 0);

    return arb_pos_pieces(pos, colour, ARB_PAWN) & last;
}

static uint64_t on_light(uint64_t set)
{
    return set & UINT64_C(0x55aa55aa55aa55aa);
}

/* All pieces of a side but its king and what is stuck. */
static unsigned army(const arb_pos *pos, arb_colour colour)
{
    return size_of(pos->side[colour].all & ~stuck_pawns(pos, colour)) - 1;
}

/* King and bishops of one colour, against none of what could help from the other colour. */
static bool bishops_fail(const arb_pos *pos, arb_colour side)
{
    const arb_colour other = arb_opponent(side);
    const uint64_t own = arb_pos_pieces(pos, side, ARB_BISHOP);
    const uint64_t light = on_light(own), stuck = stuck_pawns(pos, other);
    const uint64_t help = arb_pos_pieces(pos, other, ARB_BISHOP) | stuck;

    if (size_of(own) != army(pos, side) || (light != 0 && light != own))
        return false;
    return arb_pos_pieces(pos, other, ARB_PAWN) == stuck && count_of(pos, other, ARB_KNIGHT) == 0 &&
           on_light(help) == (light ? help : 0);
}

static bool mates_at_once(const arb_pos *pos)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < n; i++) {
        arb_pos next;
        arb_pos_play(&next, pos, moves[i]);
        if (arb_pos_is_checkmate(&next))
            return true;
    }
    return false;
}

/* Is the king of the opponent in check while `side` has the move? */
static bool is_out_of_turn(const arb_pos *pos, arb_colour side)
{
    return pos->turn == side && arb_pos_checkers(pos, arb_opponent(side)) != 0;
}

bool slow_material_holds(const arb_pos *pos, arb_colour side)
{
    const arb_colour other = arb_opponent(side);
    const bool alone = army(pos, side) == 0;
    const bool knight = army(pos, side) == 1 && count_of(pos, side, ARB_KNIGHT) == 1 &&
                        count_of(pos, other, ARB_QUEEN) + 1 == size_of(pos->side[other].all);

    if (!alone && !knight && !bishops_fail(pos, side))
        return false;
    return !is_out_of_turn(pos, side) || !mates_at_once(pos);
}

/* ---- positions, each in four planes of one bit a square and a word for the rest */

typedef struct packed {
    uint64_t plane[4];
    uint64_t rest;
} packed;

typedef struct closure {
    packed *seen;
    uint32_t *slots; /* an index plus one, 0 for none */
    uint32_t count, room;
} closure;

static packed pack(const arb_pos *pos)
{
    packed out = { .rest = pos->turn | (uint64_t)pos->en_passant << 8 };

    for (unsigned square = 0; square < 64; square++) {
        const arb_piece piece = arb_pos_piece(pos, (arb_square)square);
        for (unsigned i = 0; i < 4; i++)
            out.plane[i] |= (uint64_t)(piece >> i & 1) << square;
    }
    out.rest |= (pos->castling & 255) << 16 | (pos->castling >> 56) << 24;
    return out;
}

static arb_pos unpack(const packed *p)
{
    arb_setup setup = arb_setup_empty();
    arb_pos pos;

    for (unsigned square = 0; square < 64; square++)
        for (unsigned i = 0; i < 4; i++)
            setup.piece[square] |= (arb_piece)((p->plane[i] >> square & 1) << i);
    setup.turn = (uint8_t)(p->rest & 255);
    setup.en_passant = (arb_square)(p->rest >> 8 & 255);
    setup.castling = (p->rest >> 16 & 255) | (p->rest >> 24 & 255) << 56;
    const uint32_t faults = arb_pos_from_setup(&pos, &setup);
    assert(!arb_faults_hard(faults));
    (void)faults;
    return pos;
}

static uint64_t stir(const packed *p)
{
    uint64_t sum = p->rest;

    for (unsigned i = 0; i < 4; i++) {
        sum = (sum ^ p->plane[i]) * UINT64_C(0x9e3779b97f4a7c15);
        sum ^= sum >> 29;
    }
    return sum;
}

static uint32_t *slot_of(const closure *c, const packed *p)
{
    const uint32_t slots = 2 * c->room;
    uint32_t at = (uint32_t)(stir(p) % slots);

    for (; c->slots[at]; at = (at + 1) % slots)
        if (memcmp(&c->seen[c->slots[at] - 1], p, sizeof *p) == 0)
            break;
    return &c->slots[at];
}

static void grow(closure *c)
{
    c->room = c->room ? 2 * c->room : 1024;
    c->seen = realloc(c->seen, c->room * sizeof *c->seen);
    free(c->slots);
    c->slots = calloc(2 * (size_t)c->room, sizeof *c->slots);
    assert(c->seen && c->slots);
    for (uint32_t i = 0; i < c->count; i++)
        *slot_of(c, &c->seen[i]) = i + 1;
}

static void meet(closure *c, const arb_pos *pos)
{
    const packed p = pack(pos);

    if (c->count == c->room)
        grow(c);
    uint32_t *slot = slot_of(c, &p);
    if (*slot)
        return;
    c->seen[c->count++] = p;
    *slot = c->count;
}

/* ---- the claim */

static const char *part_fault(const arb_proof_part *part, arb_colour side, slow_checked *sum)
{
    if (is_out_of_turn(&part->pos, side) ||
        (arb_pos_is_checkmate(&part->pos) && part->pos.turn != side))
        return "a part speaks of a king in check";
    if (part->argument == ARB_ARGUMENT_WALLS) {
        sum->walls++;
        return slow_walls_fault(part, side);
    }
    sum->regions++;
    return slow_regions_fault(part, side, sum);
}

static const char *go_on(closure *all, const arb_pos *pos, arb_colour side)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);

    if (n == 0 && arb_pos_is_check(pos) && pos->turn != side)
        return "there is a mate";
    for (size_t i = 0; i < n; i++) {
        arb_pos next;
        arb_pos_play(&next, pos, moves[i]);
        meet(all, &next);
    }
    return NULL;
}

/* The table of the parts' positions, in their order. */
static const char *list_parts(closure *parts, const slow_certificate *c)
{
    for (size_t i = 0; i < c->count; i++) {
        meet(parts, &c->parts[i].pos);
        if (parts->count != i + 1)
            return "two parts speak of one position";
    }
    return NULL;
}

/* Goes on from everything that is met, and looks at the parts where they are. */
static const char *walk(const slow_certificate *c, closure *all, const closure *parts,
                        slow_checked *sum)
{
    uint64_t expanded = 0, met = 0;
    const char *fault = NULL;

    for (uint32_t i = 0; i < all->count && !fault; i++) {
        const packed p = all->seen[i];
        const arb_pos pos = unpack(&p);
        const uint32_t part = parts->room ? *slot_of(parts, &p) : 0;
        if (part) {
            met++;
            fault = part_fault(&c->parts[part - 1], c->side, sum);
        } else if (slow_material_holds(&pos, c->side)) {
            sum->material++;
        } else {
            fault = go_on(all, &pos, c->side);
            if (++expanded > c->expanded && !fault)
                fault = "more positions are gone on from than claimed";
        }
    }
    sum->positions += expanded;
    return fault || met == c->count ? fault : "a part is not met";
}

const char *slow_certificate_fault(const slow_certificate *certificate, const arb_pos *start,
                                   slow_checked *sum)
{
    closure all = { 0 }, parts = { 0 };
    const char *fault = list_parts(&parts, certificate);

    if (!fault && certificate->expanded > POSITIONS_MAX)
        sum->unchecked++;
    else if (!fault) {
        meet(&all, start);
        fault = walk(certificate, &all, &parts, sum);
    }
    free(all.seen);
    free(all.slots);
    free(parts.seen);
    free(parts.slots);
    return fault;
}
