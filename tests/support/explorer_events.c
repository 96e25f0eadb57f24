/* SPDX-License-Identifier: MIT */
/* What anybody may do next in a game of the explorer: see explorer.h. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "arbitro/notation.h"
#include "explorer.h"
#include "laws/event_internal.h"

typedef struct maker {
    char *line;
    size_t used;
    const arb_game *game;
    const arb_state *s;
    explorer_temper temper;
    chance *luck;
} maker;

static bool one_in(const maker *m, unsigned n)
{
    return chance_below(m->luck, n) == 0;
}

static unsigned percent(const maker *m)
{
    return chance_below(m->luck, 100);
}

static ARB_FORMAT(2, 3) void say(maker *m, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const int size = vsnprintf(m->line + m->used, EXPLORER_LINE_SIZE - m->used, format, args);
    va_end(args);
    assert(size >= 0 && (size_t)size < EXPLORER_LINE_SIZE - m->used);
    m->used += (size_t)size;
}

/* ---- what stands in the slots ---- */

static void say_square(maker *m, arb_square square)
{
    say(m, " %c%c", 'a' + (int)arb_square_file(square), '1' + (int)arb_square_rank(square));
}

/* Mostly a square with one of the player's men, else one of the opponent, or any at all. */
static arb_square some_square(const maker *m)
{
    const unsigned kind = percent(m);
    const arb_colour side = kind < 65 ? (arb_colour)m->s->turn : arb_opponent(m->s->turn);
    uint64_t men = m->s->pos.side[side].all;

    if (kind >= 85)
        return (arb_square)chance_below(m->luck, ARB_SQUARE_COUNT);
    for (unsigned skip = chance_below(m->luck, (unsigned)__builtin_popcountll(men)); skip > 0;
         skip--)
        men &= men - 1;
    return (arb_square)__builtin_ctzll(men);
}

static void say_squares(maker *m, unsigned count)
{
    while (count-- > 0)
        say_square(m, some_square(m));
}

/* The move that takes the player's last one back, if there is one. */
static bool find_way_back(arb_move *out, const maker *m, const arb_move *moves, size_t count)
{
    const arb_history *history = arb_game_history(m->game);
    arb_ply ply = m->s->ply;

    for (unsigned i = 0; i < 1; i++) {
        ply = arb_history_get(history, ply)->before;
        if (ply == ARB_PLY_NONE)
            return false;
    }
    const arb_hand last = arb_history_get(history, ply)->hand;
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
    say(m, " %s", text);
}

/* What is no move, or perhaps one after all. */
static void say_displacement(maker *m)
{
    static const char *const written[] = { "0-0", "0-0-0", "e2e4", "e1g1", "e8c8", "a7a8",
                                           "a8",  "e4",    "e1e8", "h2h1", "b5c6", "e5xd6" };

    if (one_in(m, 4)) {
        say(m, " %s", written[chance_below(m->luck, sizeof written / sizeof *written)]);
        return;
    }
    const arb_square from = some_square(m), to = some_square(m);
    say(m, " %c%c%c%c%s", 'a' + (int)arb_square_file(from), '1' + (int)arb_square_rank(from),
        'a' + (int)arb_square_file(to), '1' + (int)arb_square_rank(to), one_in(m, 16) ? "q" : "");
}

static void say_some_move(maker *m)
{
    arb_move moves[ARB_MOVES_MAX], move;
    const bool bound = one_in(m, 3);
    const size_t count =
        bound ? arb_state_allowed(moves, NULL, m->s) : arb_pos_moves(moves, &m->s->pos);

    if (count == 0 || percent(m) < (m->temper.careless ? 30u : 4u))
        say_displacement(m);
    else if (m->temper.shuffles && !one_in(m, 8) && find_way_back(&move, m, moves, count))
        say_move(m, move);
    else
        say_move(m, moves[chance_below(m->luck, (unsigned)count)]);
}

static void say_text(maker *m)
{
    static const char *const texts[] = {
        "draw",      "a telephone rang", "\"a \\\"quoted\\\" word \\\\\"", "(=)", "½ point",
        "\"  two  \"", "the light went out # comment", "\"# no comment\""
    };
    say(m, " %s", texts[chance_below(m->luck, sizeof texts / sizeof *texts)]);
}

/*
 * Players write what is played. Where the board is not seen, both write the same move, which the
 * position itself suggests, unless one of them is ahead.
 */
static void say_entry(maker *m, arb_actor actor)
{
    const arb_colour player = arb_actor_colour(actor);
    const uint32_t known = arb_half_moves(m->s, arb_game_history(m->game));
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, &m->s->pos);

    if (count == 0 || one_in(m, 20) || (m->s->sheet_moves[player] != known && !one_in(m, 20)))
        say_text(m);
    else if (one_in(m, 20))
        say_displacement(m);
    else
        say_move(m, moves[m->s->pos.key / 7 % count]);
}

static void say_number(maker *m, uint32_t most)
{
    say(m, " %u", 1 + (one_in(m, 20) ? chance_below(m->luck, 1000) : chance_below(m->luck, most)));
}

/* A number of an event to revoke: one of the arbiter's, if there is one where chance looks. */
static void say_revoked(maker *m)
{
    const size_t size = arb_game_size(m->game);
    size_t index = size > 0 ? chance_below(m->luck, (unsigned)size) : 0;

    for (unsigned i = 0; i < 20 && size > 0; i++) {
        bool refused;
        const arb_event *event = arb_game_event(m->game, index, &refused);
        if (event->actor == ARB_ACTOR_ARBITER && event->verb != ARB_VERB_START && !refused)
            break;
        index = (index + 1) % size;
    }
    say(m, " %zu", index + 1);
}

static void say_penalty(maker *m)
{
    static const char *const points[] = { "0", "1/2", "1", "1.5", "3", "2" };
    const arb_penalty kind = (arb_penalty)chance_below(m->luck, ARB_PENALTY_COUNT);

    say(m, " %s", arb_penalty_word(kind));
    switch (arb_penalty_follows(kind)) {
    case ARB_FOLLOWS_NOTHING:
        break;
    case ARB_FOLLOWS_SECONDS:
        say(m, " %u", chance_below(m->luck, 400));
        break;
    case ARB_FOLLOWS_POINTS_OPT:
        if (one_in(m, 2))
            break;
        say(m, " %s", points[chance_below(m->luck, 6)]);
        break;
    case ARB_FOLLOWS_POINTS:
        say(m, " %s", points[chance_below(m->luck, 6)]);
        break;
    case ARB_FOLLOWS_TEXT:
        say_text(m);
        break;
    case ARB_FOLLOWS_ROUNDS:
        say_number(m, 9);
        break;
    }
}

static void say_fen(maker *m)
{
    static const char *const fens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2N2N2/PPPQ1PPP/R3K2R b KQkq - 4 9",
        "4k3/P7/8/8/8/8/p7/4K3 w - - 0 40",
        "8/8/4k3/8/8/4K3/8/8 w - - 0 90",          /* dead */
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", /* mate */
        "8/8/8/8/8/8/8/8 w - - 0 1",               /* no position */
        "4k3/8/8/8/8/8/4R3/4K3 w - - 0 40",        /* the other king is in check */
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 149 90",
    };
    say(m, " %s", fens[chance_below(m->luck, sizeof fens / sizeof *fens)]);
}

static void say_colour(maker *m, bool both)
{
    static const char *const words[] = { "white", "black", "both" };
    say(m, " %s", words[chance_below(m->luck, both ? 3 : 2)]);
}

static void say_word(maker *m, arb_slot slot)
{
    const unsigned rarity = slot == ARB_SLOT_TWO_HANDS && !m->temper.careless ? 60 : 8;

    if (one_in(m, rarity))
        say(m, " %s", arb_slot_word(slot));
}

static void say_slot(maker *m, arb_slot slot, arb_actor actor, arb_verb verb)
{
    const arb_state *s = m->s;

    switch (slot) {
    case ARB_SLOT_NONE:
        break;
    case ARB_SLOT_SQUARE:
        say_square(m, verb == ARB_VERB_CLAIM_TOUCH && s->breach.by != NOBODY && !one_in(m, 4)
                          ? s->breach.touched.square[0]
                          : some_square(m));
        break;
    case ARB_SLOT_SQUARES:
        say_squares(m, 1 + chance_below(m->luck, one_in(m, 20) ? 20 : 3));
        break;
    case ARB_SLOT_SQUARES_OPT:
        say_squares(m, chance_below(m->luck, 3));
        break;
    case ARB_SLOT_PIECE:
        if (one_in(m, 3))
            say(m, " %c", "QRBN"[chance_below(m->luck, 4)]);
        break;
    case ARB_SLOT_MOVE_OPT:
        if (one_in(m, 2))
            break;
        say_some_move(m);
        break;
    case ARB_SLOT_MOVE:
        say_some_move(m);
        break;
    case ARB_SLOT_TEXT_OPT:
        if (!one_in(m, 3))
            break;
        say_text(m);
        break;
    case ARB_SLOT_TEXT:
        if (verb == ARB_VERB_WRITE)
            say_entry(m, actor);
        else
            say_text(m);
        break;
    case ARB_SLOT_COLOUR:
    case ARB_SLOT_COLOURS:
        say_colour(m, slot == ARB_SLOT_COLOURS);
        break;
    case ARB_SLOT_NUMBER:
        say_revoked(m);
        break;
    case ARB_SLOT_NUMBER_OPT:
        if (one_in(m, 2))
            say_number(m, 1 + arb_half_moves(s, arb_game_history(m->game)));
        break;
    default:
        break;
    }
}
