/* SPDX-License-Identifier: MIT */
/* Words of players on a board; see terms.h. Asks the detectors, and keeps what is new. */
#include <string.h>

#include "terms/look.h"

typedef enum detector_id {
#define DETECTOR(name, needs) DETECTOR_##name,
#include "terms/detectors.def"
#undef DETECTOR
    DETECTOR_COUNT
} detector_id;

static const struct {
    void (*see)(arb_seeing *seeing);
    arb_sighting_needs needs;
} detectors[] = {
#define DETECTOR(name, needs) { arb_see_##name, ARB_SIGHTING_##needs },
#include "terms/detectors.def"
#undef DETECTOR
};

static const detector_id detector_of[] = {
#define SIGHTING(id, term, detector, ...) DETECTOR_##detector,
#include "arbitro/sightings.def"
#undef SIGHTING
};

/* What each detector needs, by the name that sightings.def uses. */
enum {
#define DETECTOR(name, needs) NEEDS_##name = ARB_SIGHTING_##needs,
#include "terms/detectors.def"
#undef DETECTOR
};

static const arb_sighting_info infos[] = {
#define SIGHTING(id, word, detector, name_en, name_it, text_en, text_it, example, line)            \
    { .term = ARB_TERM_##word,                                                                     \
      .needs = (arb_sighting_needs)NEEDS_##detector,                                               \
      .name = { [ARB_LANG_EN] = name_en, [ARB_LANG_IT] = name_it },                                \
      .text = { [ARB_LANG_EN] = text_en, [ARB_LANG_IT] = text_it },                                \
      .fen = example,                                                                              \
      .moves = line },
#include "arbitro/sightings.def"
#undef SIGHTING
};

/* A difference in material, as it was told. */
typedef struct balance {
    bool is_there;
    arb_colour side;
    int amount;
} balance;

struct arb_terms {
    const arb_mem *mem;
    arb_terms_proof proof;
    arb_terms_dead *is_dead; /* NULL: nobody has lent it */
    void *is_dead_user;
    arb_kpk kpk; /* made when it is first needed */
    bool has_kpk;
    arb_sighting last[ARB_SIGHTINGS_MAX], buffer[ARB_SIGHTINGS_MAX];
    size_t last_count;
    arb_sighting_kind phase; /* the furthest that the game has reached */
    bool has_phase;
    balance told[2];
    bool unsettled; /* captures on a square are not over */
};

const arb_sighting_info *arb_sighting_get(size_t kind)
{
    return kind < ARB_SIGHTING_COUNT ? &infos[kind] : NULL;
}

arb_err arb_terms_new(arb_terms **out, const arb_mem *mem)
{
    arb_terms *terms = arb_mem_new_array(mem, 1, sizeof *terms);

    if (!terms)
        return ARB_NOMEM;
    terms->mem = mem;
    *out = terms;
    return ARB_OK;
}

void arb_terms_free(arb_terms *terms)
{
    if (!terms)
        return;
    arb_mem_free(terms->mem, terms, sizeof *terms);
}

void arb_terms_lend_dead(arb_terms *terms, arb_terms_dead *is_dead, void *user)
{
    terms->is_dead = is_dead;
    terms->is_dead_user = user;
}

bool arb_terms_is_dead(const arb_terms *terms, const arb_pos *pos)
{
    return terms->is_dead && terms->is_dead(terms->is_dead_user, pos);
}

const arb_kpk *arb_terms_kpk(arb_terms *terms)
{
    if (!terms->has_kpk)
        arb_kpk_make(&terms->kpk);
    terms->has_kpk = true;
    return &terms->kpk;
}

void arb_terms_say_proved(arb_terms *terms, arb_terms_proof proof)
{
    terms->proof = proof;
}

arb_terms_proof arb_terms_proved(const arb_terms *terms)
{
    return terms->proof;
}

arb_sighting *arb_seeing_add(arb_seeing *seeing, arb_sighting_kind kind, arb_colour side)
{
    /* when there is no room, the last one is written over, whatever it was */
    if (seeing->count < ARB_SIGHTINGS_MAX)
        seeing->count++;
    arb_sighting *seen = &seeing->out[seeing->count - 1];
    *seen = (arb_sighting){ .kind = kind, .side = side };
    return seen;
}

/* ---- what is seen ---- */

static void choose(bool asked[DETECTOR_COUNT], const bool wanted[ARB_SIGHTING_COUNT])
{
    for (int i = 0; i < DETECTOR_COUNT; i++)
        asked[i] = !wanted && (detectors[i].needs == ARB_SIGHTING_BOARD ||
                               detectors[i].needs == ARB_SIGHTING_MOVES);
    for (int i = 0; wanted && i < ARB_SIGHTING_COUNT; i++)
        asked[detector_of[i]] = asked[detector_of[i]] || wanted[i];
}

/* In the order of the kinds; those of one kind stay in theirs. */
static void sort(arb_sighting *list, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const arb_sighting one = list[i];
        size_t at = i;
        for (; at > 0 && list[at - 1].kind > one.kind; at--)
            list[at] = list[at - 1];
        list[at] = one;
    }
}

/* Words of which one says all that the other does. */
static const struct {
    arb_sighting_kind wide, narrow;
} wider[] = {
    { ARB_SIGHTING_CHECK, ARB_SIGHTING_DISCOVERED_CHECK },
    { ARB_SIGHTING_CHECK, ARB_SIGHTING_CROSS_CHECK },
    { ARB_SIGHTING_CHECK, ARB_SIGHTING_CHECKMATE },
    { ARB_SIGHTING_CHECK, ARB_SIGHTING_SMOTHERED_MATE },
    { ARB_SIGHTING_CHECKMATE, ARB_SIGHTING_SMOTHERED_MATE },
    { ARB_SIGHTING_DOUBLE_ATTACK, ARB_SIGHTING_FORK },
    { ARB_SIGHTING_SACRIFICE, ARB_SIGHTING_GAMBIT },
    { ARB_SIGHTING_SACRIFICE, ARB_SIGHTING_COUNTERGAMBIT },
    { ARB_SIGHTING_CAPTURE, ARB_SIGHTING_EN_PASSANT },
    { ARB_SIGHTING_REPETITION, ARB_SIGHTING_PERPETUAL_CHECK },
};

static bool is_wider(const arb_sighting *wide, const arb_sighting *narrow)
{
    for (size_t i = 0; i < sizeof wider / sizeof *wider; i++)
        if (wide->kind == wider[i].wide && narrow->kind == wider[i].narrow &&
            (wide->by == narrow->by || wide->by == 0) && (wide->on == narrow->on || wide->on == 0))
            return true;
    return false;
}

/* Leaves out what another one in the list says more closely. */
static size_t leave_narrow(arb_sighting *list, size_t count)
{
    bool out[ARB_SIGHTINGS_MAX] = { false };
    size_t kept = 0;

    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count && !out[i]; k++)
            out[i] = is_wider(&list[i], &list[k]);
    for (size_t i = 0; i < count; i++)
        if (!out[i])
            list[kept++] = list[i];
    return kept;
}

static size_t leave_wanted(arb_sighting *list, size_t count, const bool *wanted)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++)
        if (!wanted || wanted[list[i].kind])
            list[kept++] = list[i];
    return kept;
}

static bool needs_moves(arb_sighting_needs needs)
{
    return needs == ARB_SIGHTING_MOVES || needs == ARB_SIGHTING_ASKED;
}

size_t arb_terms_find(arb_sighting out[ARB_SIGHTINGS_MAX], arb_terms *terms,
                      const arb_sequence *sequence, const bool wanted[ARB_SIGHTING_COUNT])
{
    arb_seeing_board now, before;
    bool asked[DETECTOR_COUNT];
    arb_seeing seeing = { .sequence = sequence, .now = &now, .terms = terms, .out = out };

    choose(asked, wanted);
    terms->proof = ARB_TERMS_PROVED;
    arb_seeing_look(&now, &sequence->pos[sequence->plies]);
    if (sequence->plies > 0) {
        arb_seeing_look(&before, &sequence->pos[sequence->plies - 1]);
        seeing.before = &before;
        seeing.last = sequence->move[sequence->plies - 1];
    }
    for (int i = 0; i < DETECTOR_COUNT; i++)
        if (asked[i] && (sequence->plies > 0 || !needs_moves(detectors[i].needs)))
            detectors[i].see(&seeing);
    const size_t count = leave_narrow(out, leave_wanted(out, seeing.count, wanted));
    sort(out, count);
    return count;
}

/* ---- what is new ---- */

/* The set with the piece that moved on its new square. */
static uint64_t carried(uint64_t set, arb_move move)
{
    const uint64_t from = bit(arb_move_from(move));

    return set & from ? (set & ~from) | bit(arb_move_to(move)) : set;
}

static bool is_same_set(uint64_t before, uint64_t now, arb_move move)
{
    return before == now || carried(before, move) == now;
}

/* What a side has more or less of: new only when it is more. */
static bool is_growing(arb_sighting_kind kind)
{
    return kind == ARB_SIGHTING_CENTRE || kind == ARB_SIGHTING_DEVELOPMENT ||
           kind == ARB_SIGHTING_OPEN_FILE || kind == ARB_SIGHTING_HALF_OPEN_FILE;
}

static bool is_same(const arb_sighting *before, const arb_sighting *now, arb_move move)
{
    if (is_growing(now->kind))
        return before->kind == now->kind && before->side == now->side &&
               count(now->on) <= count(before->on);
    return before->kind == now->kind && before->side == now->side &&
           before->amount == now->amount && now->plies == 0 &&
           is_same_set(before->by, now->by, move) && is_same_set(before->on, now->on, move) &&
           is_same_set(before->via, now->via, move);
}

/* A phase that the game has left does not come back, and none is told twice. */
static bool is_told_phase(arb_terms *terms, arb_sighting_kind kind)
{
    if (kind < ARB_SIGHTING_PHASE_OPENING || kind > ARB_SIGHTING_PHASE_ENDGAME)
        return false;
    if (terms->has_phase && kind <= terms->phase)
        return true;
    terms->phase = kind;
    terms->has_phase = true;
    return false;
}

/* Material is told when captures on a square are over, and compared with what was told last. */
static int settled_index(arb_sighting_kind kind)
{
    if (kind == ARB_SIGHTING_ADVANTAGE)
        return 0;
    return kind == ARB_SIGHTING_QUALITY_AHEAD ? 1 : -1;
}

/* Can what captured with the last move be captured in turn with gain? */
static bool is_unsettled(const arb_sequence *s)
{
    if (s->plies == 0)
        return false;
    const arb_move move = s->move[s->plies - 1];
    return arb_move_captured(&s->pos[s->plies - 1], move) != ARB_SQUARE_NONE &&
           arb_trade_gain(&s->pos[s->plies], arb_move_to(move), 0) > 0;
}

static bool is_new_balance(const arb_terms *terms, const arb_sighting *one)
{
    const balance *told = &terms->told[settled_index(one->kind)];

    return !terms->unsettled &&
           (!told->is_there || told->side != one->side || told->amount != one->amount);
}

/* Remembers what is told of material from now on. */
static void settle(arb_terms *terms, size_t found)
{
    if (terms->unsettled)
        return;
    memset(terms->told, 0, sizeof terms->told);
    for (size_t i = 0; i < found; i++) {
        const arb_sighting *one = &terms->buffer[i];
        const int at = settled_index(one->kind);
        if (at >= 0)
            terms->told[at] = (balance){ true, one->side, one->amount };
    }
}

static bool is_new(arb_terms *terms, const arb_sighting *one, const arb_sequence *sequence)
{
    if (is_told_phase(terms, one->kind))
        return false;
    if (settled_index(one->kind) >= 0)
        return is_new_balance(terms, one);
    for (size_t i = 0; i < terms->last_count; i++) /* none before the first move */
        if (is_same(&terms->last[i], one, sequence->move[sequence->plies - 1]))
            return false;
    return true;
}

size_t arb_terms_follow(arb_sighting out[ARB_SIGHTINGS_MAX], arb_terms *terms,
                        const arb_sequence *sequence, const bool wanted[ARB_SIGHTING_COUNT])
{
    const size_t count = arb_terms_find(terms->buffer, terms, sequence, wanted);
    size_t fresh = 0;

    if (sequence->plies == 0) {
        terms->last_count = 0;
        terms->has_phase = false;
        memset(terms->told, 0, sizeof terms->told);
    }
    terms->unsettled = is_unsettled(sequence);
    for (size_t i = 0; i < count; i++)
        if (is_new(terms, &terms->buffer[i], sequence))
            out[fresh++] = terms->buffer[i];
    settle(terms, count);
    memcpy(terms->last, terms->buffer, count * sizeof *terms->last);
    terms->last_count = count;
    return fresh;
}
