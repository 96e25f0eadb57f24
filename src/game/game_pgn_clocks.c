/* SPDX-License-Identifier: MIT */
/* What the clocks showed in a game that is written as PGN, and what is told of that; see
 * game_pgn.h. */
#include "arbitro/game_pgn.h"
#include "game/game.h"

/* ---- after a move */

/* Does the entry complete a move of this player, as far as his clock is concerned? */
static bool stops_clock(const arb_journal_entry *entry, arb_colour player)
{
    return !entry->refused &&
           entry->event.actor == (player == ARB_WHITE ? ARB_ACTOR_WHITE : ARB_ACTOR_BLACK) &&
           (entry->event.verb == ARB_VERB_PRESS || entry->event.verb == ARB_VERB_PLAY);
}

/* What an entry gives the player, or takes from him (7.5.5, 12.9). */
static arb_ms given_time(const arb_journal_entry *entry, arb_colour player)
{
    arb_ms given = 0;

    for (size_t i = 0; i < entry->count && !entry->revoked; i++)
        if (entry->said[i].effect == ARB_EFFECT_TIME && entry->said[i].player == player)
            given += entry->said[i].ms;
    return given;
}

/* What becomes of a move in the journal. */
typedef struct sequel {
    arb_ply next; /* what was made first after it, also when it was taken back since; or NONE */
    arb_ms given; /* to its player in between, once the move was completed */
} sequel;

/* Looks from the event at which `at` is. */
static sequel follow(const arb_game *game, arb_ply ply, arb_colour mover, size_t *at)
{
    const arb_history *history = arb_game_history(game);
    sequel it = { .next = ARB_PLY_NONE };
    bool made = false, completed = false;

    for (size_t i = *at; i < game->journal_count; i++) {
        const arb_journal_entry *entry = &game->journal[i];
        if (made && arb_history_get(history, entry->ply)->before == ply) {
            it.next = entry->ply;
            break;
        }
        if (completed)
            it.given += given_time(entry, mover);
        if (!made && entry->ply == ply) {
            made = true;
            *at = i; /* later moves were made later */
        }
        completed = completed || (made && stops_clock(entry, mover));
    }
    return it;
}

/* Whatever was taken back since, and whatever the clocks were set to then: the next move was made
 * when they showed this. */
arb_ms arb_game_clock_after(const arb_game *game, arb_ply ply, arb_colour mover, size_t *at)
{
    const sequel it = follow(game, ply, mover, at);
    const arb_ms shown =
        it.next != ARB_PLY_NONE
            ? arb_history_get(arb_game_history(game), it.next)->note.clock_ms[mover]
            : arb_state_clock(arb_game_state(game), mover);

    return shown - it.given;
}

/* ---- what is told of them */

static bool is_of_hand(arb_verb verb)
{
    static const bool all[ARB_VERB_COUNT] = {
        [ARB_VERB_TOUCH] = true,   [ARB_VERB_LIFT] = true, [ARB_VERB_REMOVE] = true,
        [ARB_VERB_REPLACE] = true, [ARB_VERB_MOVE] = true, [ARB_VERB_RELEASE] = true,
    };

    return all[verb];
}

/* Did the hands of the player do something on the board there? */
static bool is_of_hands(const arb_journal_entry *entry, arb_colour player)
{
    return !entry->refused &&
           (is_of_hand((arb_verb)entry->event.verb) || entry->event.verb == ARB_VERB_PLAY) &&
           arb_actor_colour((arb_actor)entry->event.actor) == player;
}

/* Which entry has the mover begin to think, up to `last`; `last` + 1 when none has. */
static size_t thinks_from(const arb_game *game, size_t last, arb_colour mover)
{
    for (size_t i = last + 1; i-- > 0;) {
        const arb_journal_entry *entry = &game->journal[i];
        if (stops_clock(entry, arb_opponent(mover)) ||
            (entry->event.verb == ARB_VERB_START && !entry->refused))
            return i;
    }
    return last + 1;
}

/* What thinking had taken from his time with entry `to`, since `from`: a delay is used up first
 * (6.3.2), and while the clock is stopped nothing is. */
static arb_ms taken(const arb_game *game, arb_colour mover, size_t from, size_t to)
{
    const arb_clock_setting *setting = &game->regulations.clock;
    const arb_clock *clock = &game->state.clock;
    const arb_time_control *control = &setting->control[mover];
    const uint8_t last = (uint8_t)(control->count > 0 ? control->count - 1 : 0);
    const uint8_t period = clock->period[mover] < last ? clock->period[mover] : last;
    const bool delays = control->period[period].kind == ARB_BONUS_DELAY;
    const arb_ms delay = delays ? arb_clock_bonus(clock, setting, mover) : 0;
    arb_ms thought = 0;
    bool runs = true;

    for (size_t i = from + 1; i <= to; i++) {
        const arb_journal_entry *entry = &game->journal[i];
        if (runs)
            thought += entry->event.time - game->journal[i - 1].event.time;
        if (!entry->refused && entry->event.verb == ARB_VERB_STOP)
            runs = false;
        if (!entry->refused && entry->event.verb == ARB_VERB_RESUME)
            runs = true;
    }
    return thought > delay ? thought - delay : 0;
}

/* Has it changed nothing but what stands on the board, or is held in a hand? A piece that is let go
 * tells by that alone whether the move is legal, where the clock is still to be pressed. */
static bool is_silent(const arb_game *game, size_t index)
{
    const arb_journal_entry *entry = &game->journal[index];

    return is_of_hand((arb_verb)entry->event.verb) && arb_needs_press(&game->state) &&
           given_time(entry, ARB_WHITE) == 0 && given_time(entry, ARB_BLACK) == 0;
}

/* The last event before number `end` of which the clocks may tell; `end` when there is none. */
static size_t last_told(const arb_game *game, size_t end)
{
    for (size_t i = end; i-- > 0;)
        if (!is_silent(game, i))
            return i;
    return end;
}

/* What they showed when the hands made the move that stands since entry `at`, or only pressed then;
 * and when that was. */
static void clocks_of_hands(arb_ms out[2], size_t *at, const arb_game *game, arb_ply ply,
                            arb_colour mover, size_t from)
{
    const arb_ply_record *it = arb_history_get(arb_game_history(game), ply);
    const size_t made = *at;

    out[ARB_WHITE] = it->note.clock_ms[ARB_WHITE];
    out[ARB_BLACK] = it->note.clock_ms[ARB_BLACK];
    while (*at > from + 1 && !is_of_hands(&game->journal[*at], mover))
        --*at;
    if (!is_of_hands(&game->journal[*at], mover))
        *at = made;
}

/* What the arbiter has done to them since then, up to entry `told`. */
static void correct(arb_ms out[2], size_t *at, const arb_game *game, arb_colour mover, size_t told)
{
    for (size_t i = *at + 1; i <= told; i++) {
        const arb_event *event = &game->journal[i].event;
        for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
            out[c] += given_time(&game->journal[i], c);
        if (event->verb != ARB_VERB_SET_CLOCK || game->journal[i].refused)
            continue;
        const arb_colour side = arb_named(event);
        out[side] = event->ms;
        if (side == mover)
            *at = i;
    }
}

arb_ms arb_game_clocks_told(arb_ms out[2], const arb_game *game, arb_ply hidden)
{
    const arb_history *history = arb_game_history(game);
    const arb_state *state = arb_game_state(game);
    size_t known = game->journal_count, end = 0; /* the clocks are known at the first */
    arb_colour mover = arb_state_running(state);

    out[ARB_WHITE] = arb_state_clock(state, ARB_WHITE);
    out[ARB_BLACK] = arb_state_clock(state, ARB_BLACK);
    while (end < game->journal_count &&
           (hidden == ARB_PLY_NONE || game->journal[end].ply != hidden))
        end++;
    const size_t told = last_told(game, end);
    if (told == end)
        return arb_state_now(state);
    if (hidden != ARB_PLY_NONE && end < game->journal_count) {
        mover =
            (arb_colour)arb_history_board(history, arb_history_get(history, hidden)->before).turn;
        known = end;
        clocks_of_hands(out, &known, game, hidden, mover, thinks_from(game, told, mover));
        correct(out, &known, game, mover, told);
    } else {
        known--;
    }
    const size_t from = mover < ARB_COLOUR_COUNT ? thinks_from(game, told, mover) : told + 1;
    if (from <= told)
        out[mover] += taken(game, mover, from, known) - taken(game, mover, from, told);
    return game->journal[told].event.time;
}

/* ---- moves that are not told yet */

/* Where the next move completes the one before it, that waits with it. */
bool arb_game_ply_waits(const arb_game *game, arb_ply ply)
{
    const arb_history *history = arb_game_history(game);
    unsigned open = game->state.uncompleted;

    if (arb_state_is_over(&game->state) || !arb_needs_press(&game->state))
        return false;
    for (arb_ply at = game->state.ply;;) {
        const arb_ply_record *it = arb_history_get(history, at);
        if (it->kind != ARB_PLY_MOVE ||
            !arb_has_colour(open, (arb_colour)arb_history_board(history, it->before).turn))
            return false;
        if (at == ply)
            return true;
        open = it->note.uncompleted;
        at = it->before;
    }
}
