/* SPDX-License-Identifier: MIT */
/* Squares and moves in the events of the explorer: see explorer_maker.h. */
#include "arbitro/notation.h"
#include "explorer_maker.h"

void maker_square(maker *m, arb_square square)
{
    char name[3];

    arb_square_write(name, sizeof name, square);
    maker_say(m, " %s", name);
}

/* Mostly a square with one of the player's pieces, else one of the opponent, or any at all. */
arb_square maker_some_square(const maker *m)
{
    const unsigned kind = chance_below(m->luck, 100);
    const arb_colour side = kind < 65 ? (arb_colour)m->s->turn : arb_opponent(m->s->turn);
    uint64_t pieces = m->s->pos.side[side].all;

    if (kind >= 85)
        return (arb_square)chance_below(m->luck, ARB_SQUARE_COUNT);
    for (unsigned skip = chance_below(m->luck, (unsigned)__builtin_popcountll(pieces)); skip > 0;
         skip--)
        pieces &= pieces - 1;
    return (arb_square)__builtin_ctzll(pieces);
}

/* The move that takes the player's last one back, if there is one. */
static bool find_way_back(arb_move *out, const maker *m, const arb_move *moves, size_t count)
{
    const arb_history *history = arb_game_history(m->game);
    const arb_ply mine = arb_history_get(history, m->s->ply)->before;

    if (mine == ARB_PLY_NONE)
        return false;
    const arb_hand last = arb_history_get(history, mine)->hand;
    for (size_t i = 0; i < count; i++)
        if (arb_move_from(moves[i]) == last.to && arb_move_to(moves[i]) == last.from) {
            *out = moves[i];
            return true;
        }
    return false;
}

static void say_move(maker *m, arb_move move)
{
    static const arb_style *const styles[] = { &arb_style_uci, &arb_style_san, &arb_style_fide,
                                               &arb_style_long };
    const arb_regulations *regulations = arb_game_regulations(m->game);
    arb_style style = *styles[chance_below(m->luck, 4)];
    char text[ARB_MOVE_TEXT_SIZE];

    style.variant = (arb_variant)regulations->variant;
    style.language = regulations->language;
    arb_move_write(text, sizeof text, &m->s->pos, move, &style);
    maker_say(m, " %s", text);
}

static void say_coordinates(maker *m, arb_square from, arb_square to)
{
    char text[ARB_HAND_SIZE];

    arb_hand_write(text, sizeof text, (arb_hand){ from, to, ARB_ROLE_NONE });
    maker_say(m, " %s", text);
}

/* What is no move, or perhaps one after all. */
static void say_displacement(maker *m)
{
    static const char *const written[] = { "0-0", "0-0-0", "e2e4", "e1g1",  "e8c8", "a8", "e4",
                                           "♘d2", "♖d1",   "b5c6", "e5xd6", "h2h1", "♖e8" };

    if (maker_one_in(m, 4)) {
        maker_say(m, " %s", written[chance_below(m->luck, sizeof written / sizeof *written)]);
        return;
    }
    const arb_square from = maker_some_square(m), to = maker_some_square(m);
    say_coordinates(m, from, to);
    if (maker_one_in(m, 16))
        maker_say(m, "%s", maker_one_in(m, 2) ? "q" : maker_one_in(m, 2) ? "=♔" : "=♙");
}

/* A legal move, now and then a promotion without its piece. */
static void say_legal(maker *m, arb_move move)
{
    if (arb_move_promotion(move) != ARB_ROLE_NONE && maker_one_in(m, 3))
        say_coordinates(m, arb_move_from(move), arb_move_to(move));
    else
        say_move(m, move);
}

void maker_move(maker *m)
{
    arb_move moves[ARB_MOVES_MAX], move;
    const bool bound = maker_one_in(m, 3);
    const size_t count =
        bound ? arb_state_allowed(moves, NULL, m->s) : arb_pos_moves(moves, &m->s->pos);

    if (count == 0 || chance_below(m->luck, 100) < (m->temper.careless ? 25u : 2u))
        say_displacement(m);
    else if (m->temper.shuffles && !maker_one_in(m, 8) && find_way_back(&move, m, moves, count))
        say_legal(m, move);
    else
        say_legal(m, moves[chance_below(m->luck, (unsigned)count)]);
}

/* Writes rows that are still empty as they were played, one or several, now and then with a blank
 * among them or a number. */
static bool say_played(maker *m, uint32_t row)
{
    arb_ply plies[512];
    const size_t made = arb_game_plies(plies, 512, m->game);
    unsigned count = 1 + chance_below(m->luck, 4);

    if (m->s->regulations->board != ARB_BOARD_SEEN || row >= made || made > 512)
        return false;
    if (maker_one_in(m, 6))
        maker_say(m, " %u.", 1 + chance_below(m->luck, (unsigned)made));
    for (; row < made && count-- > 0; row++) {
        char text[64];
        arb_game_ply_write(text, sizeof text, m->game, plies[row]);
        maker_say(m, " %s", maker_one_in(m, 12) ? "-" : text);
        if (maker_one_in(m, 8))
            maker_say(m, " (=)");
    }
    return true;
}

/*
 * Players write what is played. Where the board is not seen, both write the same move, which the
 * position itself suggests, unless one of them is ahead.
 */
void maker_entry(maker *m)
{
    const arb_colour player = arb_actor_colour(m->actor);
    const uint32_t known = arb_half_moves(m->s, arb_game_history(m->game));
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, &m->s->pos);

    if (!maker_one_in(m, 10) && say_played(m, m->s->sheet_moves[player]))
        return;
    if (count == 0 || maker_one_in(m, 20) ||
        (m->s->sheet_moves[player] != known && !maker_one_in(m, 20)))
        maker_text(m);
    else if (maker_one_in(m, 20))
        say_displacement(m);
    else
        say_move(m, moves[m->s->pos.key / 7 % count]);
}
