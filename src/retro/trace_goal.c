/* SPDX-License-Identifier: MIT */
/* What the small board of pawns knows of a diagram; see trace.h. */
#include "retro/trace.h"

#include <string.h>

#include "board/sides.h"

static uint16_t order_of_file(const arb_side sides[2], unsigned file)
{
    unsigned code = 1;

    for (int rank = 7; rank >= 0; rank--) {
        const uint64_t here = bit((unsigned)rank * 8 + file);
        if ((sides[ARB_WHITE].pawns | sides[ARB_BLACK].pawns) & here)
            code = code << 1 | (sides[ARB_BLACK].pawns & here ? 1u : 0u);
    }
    return (uint16_t)code;
}

/* Every capture takes a pawn a rank further. */
static void rooms_of_file(arb_trace_goal *out, const arb_side sides[2], unsigned file)
{
    unsigned at = 0;

    for (unsigned rank = 1; rank < 7; rank++)
        for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++) {
            const unsigned room = colour == ARB_WHITE ? rank - 1 : 6 - rank;
            if (!(sides[colour].pawns & bit(rank * 8 + file)))
                continue;
            out->room[file][at++] = (uint8_t)room;
            if (room < out->captures[colour] && out->care[colour] < room + 1)
                out->care[colour] = (uint8_t)(room + 1);
        }
}

bool arb_trace_goal_of(arb_trace_goal *out, const arb_side sides[2], const arb_cages *cages)
{
    memset(out, 0, sizeof *out);
    if ((sides[0].pawns | sides[1].pawns) & (RANK_1 | RANK_8))
        return false;
    for (unsigned colour = 0; colour < ARB_COLOUR_COUNT; colour++) {
        const unsigned missing = 16 - count(sides[colour].all);
        out->pawns[colour] = (uint8_t)count(sides[colour].pawns);
        for (unsigned role = 0; role < ARB_ROLE_COUNT; role++)
            out->need[colour] = (uint8_t)(out->need[colour] + cages->need[colour][role]);
        out->light[colour] = cages->light[colour];
        out->dark[colour] = cages->dark[colour];
        out->closed[colour] = cages->closed[colour];
        out->shut[colour] = cages->shut[colour];
        out->seen[colour] = cages->seen[colour];
        memcpy(out->dead[colour], cages->dead[colour], sizeof out->dead[colour]);
        if (out->pawns[colour] + out->need[colour] > 8 || missing > 16 ||
            missing < cages->inside[colour])
            return false;
        out->captures[colour ^ 1] = (uint8_t)(missing - cages->inside[colour]);
    }
    for (unsigned file = 0; file < 8; file++) {
        out->file[file] = order_of_file(sides, file);
        rooms_of_file(out, sides, file);
    }
    return true;
}
