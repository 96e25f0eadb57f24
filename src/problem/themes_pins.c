/* SPDX-License-Identifier: MIT */
/* Pins, self-pins, unpins and half-pins; see themes.h. */
#include "problem/themes.h"

/* ---- pins that a mate needs: the man could parry it if nobody pinned him */

/* Another piece may stand behind the one that pins, and would pin in its place: all are taken off.
 */
static bool is_needed(const arb_pos *mated, const arb_terms_pin *pin)
{
    arb_scene without = { .pos = *mated };
    arb_terms_pin left = *pin;

    do {
        const arb_pos pos = without.pos;
        if (!arb_scene_without(&without, &pos, left.by))
            return false;
    } while (arb_terms_pin_of(&left, &without.pos, pin->man));
    return arb_pos_is_check(&without.pos) && arb_theme_can_move(&without.pos, pin->man);
}

static bool is_pinned_by(const arb_pos *pos, arb_square man, arb_square by)
{
    arb_terms_pin pin;

    return arb_terms_pin_of(&pin, pos, man) && pin.by == by;
}

/* How the pin of a man in the mate came about. */
static arb_theme kind_of(const arb_theme_variation *v, const arb_terms_pin *pin)
{
    const bool moved = pin->man == v->t;
    const arb_square before = moved ? v->s : pin->man;

    if (is_pinned_by(&v->b, pin->man, pin->by))
        return is_pinned_by(&v->phase->a, before, pin->by) ? ARB_THEME_PIN : ARB_THEME_SELF_PIN;
    if (pin->by == arb_move_to(v->m)) /* the piece that pins arrives: no closed line was opened */
        return ARB_THEME_PIN;
    /* the mating move completes it; did the defence have a part in it? */
    return moved || !arb_theme_is_plain(v->d) || (arb_terms_between(pin->by, v->king) & bit(v->s))
               ? ARB_THEME_MASKED_PIN
               : ARB_THEME_PIN;
}

static void find_pins(arb_themes *to, const arb_theme_variation *v, arb_theme wanted)
{
    arb_terms_pin pins[ARB_TERMS_PINS_MAX];
    const size_t n = arb_terms_pins(pins, &v->c, v->phase->them);

    for (size_t i = 0; i < n; i++)
        if (is_needed(&v->c, &pins[i]) && kind_of(v, &pins[i]) == wanted)
            arb_theme_add_variation(to, wanted, ARB_THEME_USE_MATE, v, pins[i].man, pins[i].by);
}

void arb_theme_pin(arb_themes *to, const arb_theme_variation *v)
{
    find_pins(to, v, ARB_THEME_PIN);
}

void arb_theme_self_pin(arb_themes *to, const arb_theme_variation *v)
{
    find_pins(to, v, ARB_THEME_SELF_PIN);
}

void arb_theme_masked_pin(arb_themes *to, const arb_theme_variation *v)
{
    find_pins(to, v, ARB_THEME_MASKED_PIN);
}

/* ---- what a first move does to pins */

static void add_first(arb_themes *to, const arb_theme_phase *phase, arb_theme theme,
                      const arb_terms_pin *pin)
{
    const arb_theme_found found = { .theme = theme,
                                    .use = ARB_THEME_USE_KEY,
                                    .phase = phase->node,
                                    .line = { phase->node },
                                    .lines = 1,
                                    .at = pin->man,
                                    .piece = pin->by };

    arb_theme_add(to, &found);
}

/* Pins after the first move, of men of this colour, who were not pinned before it. */
static void find_new(arb_themes *to, const arb_theme_phase *phase, arb_theme theme,
                     arb_colour colour)
{
    const arb_problem_node *n = arb_problem_node_at(phase->p, phase->node);
    arb_terms_pin pins[ARB_TERMS_PINS_MAX];

    if (n->kind != ARB_NODE_KEY && n->kind != ARB_NODE_TRY)
        return;
    const arb_pos before = arb_problem_before(phase->p, phase->node);
    const size_t count = arb_terms_pins(pins, &phase->a, colour);
    for (size_t i = 0; i < count; i++) {
        arb_terms_pin old;
        const arb_square man =
            pins[i].man == arb_move_to(n->move) ? arb_move_from(n->move) : pins[i].man;
        if (!arb_terms_pin_of(&old, &before, man))
            add_first(to, phase, theme, &pins[i]);
    }
}

void arb_theme_pin_first(arb_themes *to, const arb_theme_phase *phase)
{
    find_new(to, phase, ARB_THEME_PIN, phase->them);
}

void arb_theme_self_pin_first(arb_themes *to, const arb_theme_phase *phase)
{
    find_new(to, phase, ARB_THEME_SELF_PIN, phase->us);
}

/* ---- unpins: directly, when the pinning piece goes; indirectly, when somebody comes between */

/* What the move makes of a pin that was there before it, or ARB_THEME_COUNT for neither. */
static arb_theme unpinned(const arb_terms_pin *pin, arb_move move, const arb_pos *after)
{
    arb_terms_pin still;

    if (arb_terms_pin_of(&still, after, pin->man))
        return ARB_THEME_COUNT;
    if (arb_move_from(move) == pin->by)
        return ARB_THEME_DIRECT_UNPIN;
    return arb_terms_between(pin->by, pin->target) & bit(arb_move_to(move))
               ? ARB_THEME_INDIRECT_UNPIN
               : ARB_THEME_COUNT;
}

/* The man who mates was pinned, and leaves the line. */
static void find_mating(arb_themes *to, const arb_theme_variation *v, arb_theme wanted)
{
    arb_terms_pin pin;

    if (arb_terms_pin_of(&pin, &v->phase->a, arb_move_from(v->m)) &&
        unpinned(&pin, v->d, &v->b) == wanted &&
        !(arb_terms_line(pin.by, pin.target) & bit(arb_move_to(v->m))))
        arb_theme_add_variation(to, wanted, ARB_THEME_USE_MATE, v, pin.man, pin.by);
}

/* The defender's own man is free, and parries a threat. */
static void find_freed(arb_themes *to, const arb_theme_variation *v, arb_theme wanted)
{
    arb_terms_pin pins[ARB_TERMS_PINS_MAX];
    const size_t n = arb_terms_pins(pins, &v->phase->a, v->phase->them);

    for (size_t i = 0; i < n && arb_theme_is_plain(v->d); i++) {
        if (pins[i].man == v->s || unpinned(&pins[i], v->d, &v->b) != wanted)
            continue;
        for (size_t j = 0; j < v->phase->threats; j++) {
            arb_pos mated;
            if (!arb_pos_is_legal(&v->b, v->phase->threat[j]))
                continue;
            arb_pos_play(&mated, &v->b, v->phase->threat[j]);
            if (arb_theme_can_move(&mated, pins[i].man))
                arb_theme_add_variation(to, wanted, ARB_THEME_USE_DEFENCE, v, pins[i].man,
                                        pins[i].by);
        }
    }
}

void arb_theme_direct_unpin(arb_themes *to, const arb_theme_variation *v)
{
    find_mating(to, v, ARB_THEME_DIRECT_UNPIN);
}

void arb_theme_indirect_unpin(arb_themes *to, const arb_theme_variation *v)
{
    find_mating(to, v, ARB_THEME_INDIRECT_UNPIN);
    find_freed(to, v, ARB_THEME_INDIRECT_UNPIN);
}

/* The first move unpins a man of the defender. */
static void find_unpinned(arb_themes *to, const arb_theme_phase *phase, arb_theme wanted)
{
    const arb_problem_node *n = arb_problem_node_at(phase->p, phase->node);
    arb_terms_pin pins[ARB_TERMS_PINS_MAX];

    if (n->kind != ARB_NODE_KEY && n->kind != ARB_NODE_TRY)
        return;
    const arb_pos before = arb_problem_before(phase->p, phase->node);
    const size_t count = arb_terms_pins(pins, &before, phase->them);
    for (size_t i = 0; i < count; i++)
        if ((phase->a.side[phase->them].all & bit(pins[i].man)) &&
            unpinned(&pins[i], n->move, &phase->a) == wanted)
            add_first(to, phase, wanted, &pins[i]);
}

void arb_theme_direct_unpin_first(arb_themes *to, const arb_theme_phase *phase)
{
    find_unpinned(to, phase, ARB_THEME_DIRECT_UNPIN);
}

void arb_theme_indirect_unpin_first(arb_themes *to, const arb_theme_phase *phase)
{
    find_unpinned(to, phase, ARB_THEME_INDIRECT_UNPIN);
}

/* ---- preventive unpin: the threat pins somebody, and needs it; after the defence it does not */

static void find_prevented(arb_themes *to, const arb_theme_variation *v, arb_move threat)
{
    const arb_pos passed = arb_theme_pass(&v->phase->a);
    arb_terms_pin pins[ARB_TERMS_PINS_MAX], pin;
    arb_pos mated, parried;

    if (!arb_pos_is_legal(&passed, threat) || !arb_pos_is_legal(&v->b, threat))
        return;
    arb_pos_play(&mated, &passed, threat);
    arb_pos_play(&parried, &v->b, threat);
    const size_t n = arb_terms_pins(pins, &mated, v->phase->them);
    for (size_t i = 0; i < n; i++)
        if (pins[i].man != v->s && pins[i].man != v->t &&
            !arb_terms_pin_of(&pin, &v->phase->a, pins[i].man) && is_needed(&mated, &pins[i]) &&
            !arb_terms_pin_of(&pin, &parried, pins[i].man) &&
            arb_theme_can_move(&parried, pins[i].man))
            arb_theme_add_variation(to, ARB_THEME_PREVENTIVE_UNPIN, ARB_THEME_USE_DEFENCE, v,
                                    pins[i].man, pins[i].by);
}

void arb_theme_preventive_unpin(arb_themes *to, const arb_theme_variation *v)
{
    for (size_t i = 0; i < v->phase->threats && arb_theme_is_plain(v->d); i++)
        find_prevented(to, v, v->phase->threat[i]);
}

/* ---- half-pin: each of the two, leaving the line, pins the other, and the mates need it */

static bool pins_partner(const arb_theme_variation *v, const arb_terms_half_pin *half,
                         unsigned mover)
{
    arb_terms_pin pin;

    return v->s == half->man[mover] && !(arb_terms_line(half->by, half->king) & bit(v->t)) &&
           arb_terms_pin_of(&pin, &v->c, half->man[!mover]) && pin.by == half->by &&
           is_needed(&v->c, &pin);
}

/* Adds a line, unless this man has shown its mate already, or his half of the room is full. */
static void add_half(arb_theme_found *found, const arb_theme_variation *v, unsigned mover,
                     unsigned from)
{
    for (unsigned i = from; i < found->lines; i++)
        if (arb_move_equal(arb_problem_node_at(v->phase->p, found->line[i])->move, v->m))
            return;
    if (found->lines < ARB_THEME_LINES_MAX / 2 * (mover + 1))
        found->line[found->lines++] = v->mate;
}

void arb_theme_half_pin(arb_themes *to, const arb_theme_phase *phase)
{
    arb_terms_half_pin halves[ARB_TERMS_PINS_MAX];
    const size_t n = arb_terms_half_pins(halves, &phase->a, phase->them);

    for (size_t i = 0; i < n; i++) {
        arb_theme_found found = { .theme = ARB_THEME_HALF_PIN,
                                  .use = ARB_THEME_USE_MATE,
                                  .phase = phase->node,
                                  .at = halves[i].man[0],
                                  .piece = halves[i].by };
        bool shown[2] = { false, false };
        for (unsigned mover = 0; mover < 2; mover++) {
            const unsigned from = found.lines;
            arb_theme_variation v = { .defence = 0 };
            while (arb_theme_next(&v, phase))
                if (pins_partner(&v, &halves[i], mover)) {
                    add_half(&found, &v, mover, from);
                    shown[mover] = true;
                }
        }
        if (shown[0] && shown[1])
            arb_theme_add(to, &found);
    }
}
