/* SPDX-License-Identifier: MIT */
/* Tries to find a game; see show.h. */
#include "retro/show.h"

#include <string.h>

#include "board/sides.h"
#include "retro/doubt.h"
#include "retro/retreat.h"

enum {
    ROOTS = 64,
    EARLY = 24,
    WIDTH = 200,
    TRIES = 4000,
    PLAN_NODES = 20000,
    PLAN_COST = 24,
    TRY_COST = 5000
};

/* Positions from which to go back: the diagram, or those before its last move. */
typedef struct roots {
    unsigned count;
    struct {
        arb_setup setup;
        arb_unmove last;
    } root[ROOTS];
} roots;

/* All that one try needs, in one piece of memory. */
typedef struct show {
    roots roots;
    arb_trace plan;
    arb_ranks ranks;
    arb_cast cast;
    arb_retreat_step steps[ARB_RETREAT_PLIES];
} show;

static bool add_root(void *user, const arb_unmove *last, const arb_back *before)
{
    roots *r = user;

    if (last->kind == ARB_MOVE_CASTLING || last->kind == ARB_MOVE_EN_PASSANT)
        return false; /* walks know neither */
    r->root[r->count].setup = arb_back_setup(before);
    r->root[r->count++].last = *last;
    return r->count == ROOTS;
}

/* Plays the one legal move from here to there; false when there is none. */
static bool play(arb_retro_answer *out, arb_pos *pos, arb_square from, arb_square to,
                 arb_role promotion)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < n; i++)
        if (arb_move_from(moves[i]) == from && arb_move_to(moves[i]) == to &&
            arb_move_promotion(moves[i]) == promotion &&
            arb_move_kind_of(moves[i]) != ARB_MOVE_CASTLING && out->count < ARB_RETRO_GAME_MAX) {
            out->game[out->count++] = moves[i];
            arb_pos_play(pos, pos, moves[i]);
            return true;
        }
    return false;
}

/* Does the game end in this very position, with its rights and its en passant square? */
static bool ends_in(const arb_pos *pos, const arb_setup *setup)
{
    arb_pos wanted;

    return !arb_faults_hard(arb_pos_from_setup(&wanted, setup)) && arb_pos_same(pos, &wanted) &&
           pos->turn == wanted.turn && pos->castling == setup->castling &&
           pos->en_passant == wanted.en_passant &&
           memcmp(pos->side, wanted.side, sizeof pos->side) == 0;
}

/* Laws 3.10.3: the ordinary rules judge every move of the game. */
static bool replay(arb_retro_answer *out, const arb_retreat_step *steps, size_t count,
                   const arb_unmove *last, const arb_setup *setup)
{
    arb_pos pos = arb_pos_initial();

    out->count = 0;
    while (count-- > 0)
        if (!play(out, &pos, steps[count].from, steps[count].to,
                  steps[count].promotion ? (arb_role)steps[count].role : ARB_ROLE_NONE))
            return false;
    if (last && !play(out, &pos, last->from, last->to,
                      last->kind == ARB_MOVE_PROMOTION ? (arb_role)last->role : ARB_ROLE_NONE))
        return false;
    return ends_in(&pos, setup);
}

/* One try: `direct` from the diagram itself, else from before a last move. */
static bool attempt(arb_retro_answer *out, show *s, const arb_setup *setup, uint32_t seed,
                    bool direct, unsigned *reached, uint64_t *nodes, const arb_mem *mem)
{
    const unsigned which = s->roots.count ? seed % s->roots.count : 0;
    const arb_setup *root = direct ? setup : &s->roots.root[which].setup;
    const arb_unmove *last = direct ? NULL : &s->roots.root[which].last;
    static const uint32_t noises[] = { 48, 100, 200 };
    const arb_back back = arb_back_of(root, false);
    const uint64_t room = *nodes / PLAN_COST, allowed = room < PLAN_NODES ? room : PLAN_NODES;
    uint64_t left = allowed;

    *reached = EARLY;
    if (arb_back_is_initial(&back))
        return replay(out, s->steps, 0, last, setup);
    const arb_trace_result plan = arb_doubt_plan(&s->plan, &back, &left, seed, mem);
    *nodes -= (allowed - left) * PLAN_COST;
    *nodes -= *nodes < TRY_COST ? *nodes : TRY_COST;
    if (plan != ARB_TRACE_FOUND || !arb_ranks_of(&s->ranks, &s->plan, root) ||
        !arb_cast_make(&s->cast, &s->plan, &s->ranks, root, seed))
        return false;
    const arb_retreat_limits limits = {
        .width = WIDTH, .seed = seed, .noise = noises[seed % 3], .nodes = nodes, .mem = mem
    };
    const size_t count =
        arb_retreat_back(s->steps, reached, &s->cast, (arb_colour)root->turn, &limits);
    return count > 0 && replay(out, s->steps, count, last, setup);
}

bool arb_show_game(arb_retro_answer *out, const arb_setup *setup, uint64_t *nodes,
                   const arb_mem *mem)
{
    const arb_back back = arb_back_of(setup, false);
    show *s = arb_mem_new_array(mem, 1, sizeof *s);
    bool found = false, direct = setup->en_passant == ARB_SQUARE_NONE;

    if (!s)
        return false;
    (void)arb_back_each(&back, add_root, &s->roots);
    for (uint32_t seed = 0; seed < TRIES && !found && *nodes > 0; seed++) {
        unsigned reached = 0;
        if (!direct && s->roots.count == 0)
            break;
        found = attempt(out, s, setup, seed, direct, &reached, nodes, mem);
        if (!found && reached < EARLY)
            direct = false;
    }
    if (!found)
        out->count = 0;
    arb_mem_free(mem, s, sizeof *s);
    return found;
}
