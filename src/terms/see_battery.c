/* SPDX-License-Identifier: MIT */
/*
 * A battery aims at the opposing king, or at a piece that it would capture with gain: between the
 * two stands only a piece of one's own, not the king, which fires it by leaving the line. That
 * piece is no pawn that stays on the line whatever it does, and not bound by a pin: it has a move
 * away.
 *
 * A battery on a line are two line pieces of one side that both act along a file or a diagonal and
 * stand on it with nothing between them; the way ahead of them is free into the other half of the
 * board, or up to a piece of the other side there.
 */
#include "terms/battery.h"
#include "terms/look.h"

/* Can the piece in front leave the line? A king does not count; one that is pinned (3.9.2) can only
 * leave along the line of that pin. */
static bool can_fire(const arb_seeing_board *look, const arb_terms_battery *battery,
                     arb_colour colour)
{
    const uint64_t king = look->pos->side[colour].king;
    uint64_t closed = arb_terms_line(battery->rear, battery->target);

    if (king & bit(battery->front))
        return false;
    if (arb_pos_pinned(look->pos, colour) & bit(battery->front))
        closed |= ~arb_terms_line(lowest(king), battery->front);
    return arb_seeing_can_leave(look, battery->front, closed);
}

static void see_aimed(arb_seeing *seeing, arb_colour colour, arb_square target)
{
    const arb_seeing_board *look = seeing->now;
    arb_terms_battery found[ARB_TERMS_PINS_MAX];
    const size_t batteries = arb_terms_batteries(found, look->pos, colour, target);

    for (size_t i = 0; i < batteries; i++) {
        if (!can_fire(look, &found[i], colour) ||
            !arb_seeing_preys(look, found[i].rear, target, bit(found[i].front)))
            continue;
        arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_BATTERY, colour);
        seen->by = bit(found[i].rear);
        seen->via = bit(found[i].front);
        seen->on = bit(target);
    }
}

/* The one on `rear` with the first man before it, on a file or diagonal they share. */
static void see_along(arb_seeing *seeing, arb_colour colour, arb_square rear, arb_square front)
{
    const arb_pos *pos = seeing->now->pos;
    const uint64_t far = colour == ARB_WHITE ? ~(uint64_t)UINT32_MAX : (uint64_t)UINT32_MAX;
    const bool ahead = colour == ARB_WHITE ? rear / 8 < front / 8 : rear / 8 > front / 8;

    if (!ahead || !arb_terms_acts(pos, rear, front) || !arb_terms_acts(pos, front, rear) ||
        arb_terms_standing(pos, rear, front))
        return;
    const uint64_t beyond = arb_terms_beyond(pos, rear, front);
    if (!(beyond & far) || beyond & pos->side[colour].all)
        return;
    arb_seeing_add(seeing, ARB_SIGHTING_BATTERY_LINE, colour)->by = bit(rear) | bit(front);
}

static void see_lines(arb_seeing *seeing, arb_colour colour)
{
    const uint64_t pieces = arb_seeing_liners(seeing->now, colour);

    for (uint64_t rears = pieces; rears; rears = without_lowest(rears))
        for (uint64_t fronts = pieces & ~bit(lowest(rears)); fronts;
             fronts = without_lowest(fronts))
            see_along(seeing, colour, lowest(rears), lowest(fronts));
}

void arb_see_battery(arb_seeing *seeing)
{
    for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++) {
        uint64_t targets = seeing->now->pos->side[other((arb_colour)colour)].all;
        if (!arb_seeing_liners(seeing->now, (arb_colour)colour))
            continue;
        see_lines(seeing, (arb_colour)colour);
        for (; targets; targets = without_lowest(targets))
            see_aimed(seeing, (arb_colour)colour, lowest(targets));
    }
}
