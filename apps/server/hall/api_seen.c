/* SPDX-License-Identifier: MIT */
/*
 * The state of a game for those who are told the same of it, as text: arb_api_state_seen() without
 * the tree. It is made with every event; what is seldom there, such as an adjournment, is left to
 * the trees.
 */
#include <string.h>

#include "arbitro/fen.h"
#include "server/hall/envelopes.h"
#include "server/hall/json_text.h"
#include "server/hall/sheets.h"

typedef arb_json_text writer;

ARB_JSON_TEXT_INLINE void put(writer *w, const char *json)
{
    arb_json_text_put(w, json);
}

ARB_JSON_TEXT_INLINE void put_integer(writer *w, const char *before, int64_t number)
{
    put(w, before);
    arb_json_text_integer(w, number);
}

ARB_JSON_TEXT_INLINE void put_bool(writer *w, const char *before, bool value)
{
    put(w, before);
    arb_json_text_bool(w, value);
}

/* Words of the Laws and FEN have nothing that must be escaped; NULL is null. */
ARB_JSON_TEXT_INLINE void put_word(writer *w, const char *before, const char *word)
{
    put(w, before);
    if (word)
        arb_json_text_word(w, word, strlen(word), false);
    else
        put(w, "null");
}

ARB_JSON_TEXT_INLINE void put_colour(writer *w, const char *before, arb_colour colour)
{
    put_word(w, before, colour < ARB_COLOUR_COUNT ? arb_colour_word(colour) : NULL);
}

ARB_JSON_TEXT_INLINE void put_colours(writer *w, const char *before, unsigned players)
{
    static const char *const lists[] = { "[]", "[\"white\"]", "[\"black\"]",
                                         "[\"white\",\"black\"]" };

    put(w, before);
    put(w, lists[players & 3u]);
}

ARB_JSON_TEXT_INLINE void put_by_colour(writer *w, const char *before, int64_t white, int64_t black)
{
    put(w, before);
    put_integer(w, "{\"white\":", white);
    put_integer(w, ",\"black\":", black);
    put(w, "}");
}

static void put_tree(writer *w, const char *before, json_t *tree)
{
    put(w, before);
    arb_json_text_value(w, tree);
}

/* ---- the result */

static void put_points(writer *w, const char *before, const arb_state *state, arb_colour colour)
{
    const int half = arb_state_score(state, colour);

    put(w, before);
    if (half == ARB_SCORE_NONE)
        put(w, "null");
    else if (half % 2 == 0)
        arb_json_text_integer(w, half / 2);
    else
        arb_json_text_value(w, json_real(half / 2.0));
}

static void put_articles(writer *w, const char *before, const arb_state *state,
                         const arb_rulebook *book)
{
    arb_article article[ARB_RESULT_ARTICLES_MAX];

    put(w, before);
    if (arb_state_result_articles(article, state) > 0)
        arb_json_text_value(w, arb_json_articles(state, book));
    else
        put(w, "[]");
}

static void put_result(writer *w, const arb_state *state)
{
    const arb_code reason = arb_state_reason(state);

    put_word(w, "{\"result\":", arb_result_text(arb_state_result(state)));
    put_articles(w, ",\"articles\":", state, NULL);
    put_word(w, ",\"reason\":", reason < ARB_CODE_COUNT ? arb_code_word(reason) : NULL);
    put_points(w, ",\"points\":{\"white\":", state, ARB_WHITE);
    put_points(w, ",\"black\":", state, ARB_BLACK);
    put_word(w, "},\"phase\":", arb_phase_word(arb_state_phase(state)));
}

/* ---- what is going on */

static void put_clock(writer *w, const arb_table *t)
{
    const arb_state *state = arb_game_state(t->game);
    const arb_ms now = arb_table_now(t), delay = arb_state_delay_left(state, now);
    const int64_t at = (t->begun ? t->origin + now : arb_boottime_ms()) + delay;

    if (!arb_regulations_timed(arb_game_regulations(t->game))) {
        put(w, ",\"clock\":null");
        return;
    }
    put_integer(w, ",\"clock\":{\"white\":", arb_state_clock_at(state, ARB_WHITE, now));
    put_integer(w, ",\"black\":", arb_state_clock_at(state, ARB_BLACK, now));
    put_colour(
        w, ",\"running\":", t->hall->stalled_ms > 0 ? ARB_COLOUR_COUNT : arb_state_running(state));
    put_integer(w, ",\"at\":", at);
    put_bool(w, ",\"flags\":{\"white\":", arb_state_flag_at(state, ARB_WHITE, now));
    put_bool(w, ",\"black\":", arb_state_flag_at(state, ARB_BLACK, now));
    put(w, "}}");
}

static void put_waits(writer *w, const arb_state *state)
{
    arb_wait all[ARB_WAITS_MAX];

    if (arb_state_waits(all, state) > 0)
        put_tree(w, ",\"waits\":", arb_api_waits(state));
    else
        put(w, ",\"waits\":[]");
}

static void put_late(writer *w, const arb_table *t, const arb_state *state)
{
    const arb_ms at = arb_state_late_at(state);

    put_colours(w, ",\"absent\":", arb_state_is_over(state) ? 0 : arb_state_absent(state));
    if (at == ARB_MS_NEVER)
        put(w, ",\"late_at\":null");
    else
        put_integer(w, ",\"late_at\":", t->origin + at);
}

static void put_people(writer *w, const arb_state *state)
{
    put_word(w, ",\"papers\":", arb_api_papers(state));
    put_bool(w, ",\"papers_missing\":", arb_state_papers_missing(state) != 0);
    put_integer(w, ",\"assistants\":", arb_state_assistants(state));
    put_bool(w, ",\"spectators_out\":", arb_state_spectators_out(state));
}

static void put_goings_on(writer *w, const arb_table *t, arb_seat seat, arb_fen_kept *kept)
{
    const arb_state *state = arb_game_state(t->game);

    put_clock(w, t);
    put_articles(w, ",\"cited\":", state, arb_game_regulations(t->game)->book);
    put_waits(w, state);
    put_colours(w, ",\"away\":", arb_state_away(state));
    put_colours(w, ",\"agreed\":", arb_state_agreed(state));
    put_colours(w, ",\"takeback\":", 1u << arb_state_takeback(state));
    put_colours(w, ",\"abort\":", 1u << arb_state_abort(state));
    if (arb_game_regulations(t->game)->boards != ARB_BOARDS_TWO) {
        const arb_setup setup = arb_api_diagram(t, seat);
        arb_fen_keep(kept, &setup);
        put(w, ",\"board\":");
        arb_json_text_word(w, kept->text, kept->board, false);
    }
    put_late(w, t, state);
    put_tree(w, ",\"adjourned\":", arb_api_adjourned(t));
    if (t->hall->stalled_ms > 0)
        put(w, ",\"stalled\":true");
    put_people(w, state);
}

/* ---- the position */

static void put_standing(writer *w, const arb_state *state)
{
    char from[3], to[3];
    arb_hand hand;

    if (!arb_state_displacement(&hand, NULL, state)) {
        put(w, ",\"standing\":null");
        return;
    }
    (void)arb_square_write(from, sizeof from, hand.from);
    (void)arb_square_write(to, sizeof to, hand.to);
    put_word(w, ",\"standing\":{\"from\":", from);
    put_word(w, ",\"to\":", to);
    put(w, "}");
}

/* For who may know what has been displaced, which is everybody as long as nothing has. */
static void put_position(writer *w, const arb_table *t, arb_seat seat, arb_fen_kept *kept)
{
    const arb_state *state = arb_game_state(t->game);
    const arb_pos *pos = arb_state_position(state);
    const arb_setup setup = arb_pos_setup(pos);

    arb_fen_keep(kept, &setup);
    put_colour(w, ",\"turn\":", arb_state_turn(state));
    put(w, ",\"fen\":");
    arb_json_text_word(w, kept->text, kept->size, false);
    put_colour(w, ",\"check\":",
               arb_api_checked(pos, arb_rights_may_know(seat, ARB_SECRET_WATCH, t->game)));
    put_standing(w, state);
    put_integer(w, ",\"plies\":", (int64_t)t->moves);
}

/* The members of a tree, behind others. */
static void put_members(writer *w, json_t *tree)
{
    const char *key;
    json_t *value;

    if (!tree)
        w->err = ARB_NOMEM;
    json_object_foreach(tree, key, value)
    {
        put_word(w, ",", key);
        put_tree(w, ":", json_incref(value));
    }
    json_decref(tree);
}

/* ---- claims, and what the arbiter keeps to himself (12.6) */

static bool has_penalties(const arb_state *state)
{
    bool any = false;

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        any |= arb_state_fined(state, c) || arb_state_excluded(state, c) > 0 ||
               arb_state_expelled(state, c);
    return any;
}

static void put_claims(writer *w, const arb_state *state)
{
    const arb_pending pending = arb_state_pending(state);

    put_by_colour(w, ",\"illegal\":", arb_state_illegal(state, ARB_WHITE),
                  arb_state_illegal(state, ARB_BLACK));
    put_colour(w, ",\"offer\":", arb_state_offer(state));
    put_word(w, ",\"pending\":", pending == ARB_PENDING_NONE ? NULL : arb_pending_word(pending));
    if (has_penalties(state))
        put_tree(w, ",\"penalties\":", arb_json_penalties(state));
    else
        put(w, ",\"penalties\":[]");
}

static void put_secrets(writer *w, const arb_table *t, arb_seat seat)
{
    const arb_state *state = arb_game_state(t->game);

    if (arb_rights_may_know(seat, ARB_SECRET_COUNT, t->game))
        put_by_colour(w, ",\"counter\":", arb_state_counter(state, ARB_WHITE),
                      arb_state_counter(state, ARB_BLACK));
    if (arb_rights_may_know(seat, ARB_SECRET_PRESS, t->game)) {
        put_bool(w, ",\"uncompleted\":{\"white\":", arb_state_is_uncompleted(state, ARB_WHITE));
        put_bool(w, ",\"black\":", arb_state_is_uncompleted(state, ARB_BLACK));
        put(w, "}");
    }
    if (arb_rights_watches(seat, t->game)) {
        put_tree(w, ",\"observable\":", arb_api_observable(t));
        put_tree(w, ",\"sheets\":", arb_api_sheets(t));
    }
}

arb_err arb_api_write_seen(arb_buf *out, const arb_table *t, arb_seat seat, arb_fen_kept *kept)
{
    const arb_state *state = arb_game_state(t->game);
    writer w;

    arb_json_text_begin(&w, out);
    put_result(&w, state);
    put_goings_on(&w, t, seat, kept);
    if (arb_rights_sees_board(seat, t->game) &&
        arb_rights_may_know(seat, ARB_SECRET_DISPLACEMENT, t->game))
        put_position(&w, t, seat, kept);
    else
        put_members(&w, arb_api_position(t, seat));
    put_claims(&w, state);
    put_secrets(&w, t, seat);
    put(&w, "}");
    return arb_json_text_end(&w);
}
