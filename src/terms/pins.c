/* SPDX-License-Identifier: MIT */
/*
 * Pins. A piece is pinned absolutely when it stands alone between its king and an opposing queen,
 * rook or bishop that would give check without it (3.9.2). It is pinned relatively when behind it,
 * on the line of such a piece that attacks it, stands a piece of its side, not the king, that is
 * worth more and would be captured with gain if it left, while the pinning piece itself cannot be
 * captured with gain; and it could leave the line at all, as a pawn on a file mostly cannot. A move
 * unpins when a piece that was pinned absolutely still stands on the board and is no longer pinned
 * so.
 */
#include "terms/look.h"

static void see_absolute(arb_seeing *seeing, arb_colour colour)
{
    arb_terms_pin pins[ARB_TERMS_PINS_MAX];
    const size_t found = arb_terms_pins(pins, seeing->now->pos, colour);

    for (size_t i = 0; i < found; i++) {
        arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_PIN_ABSOLUTE, other(colour));
        seen->by = bit(pins[i].by);
        seen->on = bit(pins[i].man);
        seen->via = bit(pins[i].target);
    }
}

static bool is_relative(const arb_seeing_board *look, arb_square by, arb_square at,
                        arb_square behind)
{
    return arb_seeing_role(look, behind) != ARB_KING &&
           arb_seeing_worth(look, behind) > arb_seeing_worth(look, at) && look->gain[by] == 0 &&
           arb_seeing_can_leave(look, at, arb_terms_line(by, behind)) &&
           arb_seeing_preys(look, by, behind, bit(at));
}

static void see_relative(arb_seeing *seeing, arb_colour colour)
{
    const arb_seeing_board *look = seeing->now;
    const uint64_t theirs = look->pos->side[other(colour)].all;

    for (uint64_t by = arb_seeing_liners(look, colour); by; by = without_lowest(by))
        for (uint64_t at = look->attacks[lowest(by)] & theirs; at; at = without_lowest(at)) {
            const arb_square behind = arb_seeing_behind(look, lowest(by), lowest(at));
            if (behind == ARB_SQUARE_NONE || !(theirs & bit(behind)) ||
                !is_relative(look, lowest(by), lowest(at), behind))
                continue;
            arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_PIN_RELATIVE, colour);
            seen->by = bit(lowest(by));
            seen->on = bit(lowest(at));
            seen->via = bit(behind);
        }
}

void arb_see_pins(arb_seeing *seeing)
{
    see_absolute(seeing, ARB_BLACK);
    see_absolute(seeing, ARB_WHITE);
    see_relative(seeing, ARB_WHITE);
    see_relative(seeing, ARB_BLACK);
}

/* Where the pieces of a set stand after the last move. */
static uint64_t moved_set(const arb_seeing *seeing, uint64_t set, arb_colour colour)
{
    const arb_square from = arb_move_from(seeing->last);

    if (set & bit(from) && colour == arb_seeing_mover(seeing))
        set = (set & ~bit(from)) | bit(arb_move_to(seeing->last));
    return set & seeing->now->pos->side[colour].all;
}

void arb_see_unpinning(arb_seeing *seeing)
{
    for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++) {
        const uint64_t pinned = arb_pos_pinned(seeing->before->pos, (arb_colour)colour);
        const uint64_t freed = moved_set(seeing, pinned, (arb_colour)colour) &
                               ~arb_pos_pinned(seeing->now->pos, (arb_colour)colour);
        if (!freed)
            continue;
        arb_sighting *seen =
            arb_seeing_add(seeing, ARB_SIGHTING_UNPINNING, arb_seeing_mover(seeing));
        seen->by = bit(arb_move_to(seeing->last));
        seen->on = freed;
        seen->plies = 1;
    }
}
