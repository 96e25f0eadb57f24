/* SPDX-License-Identifier: MIT */
/*
 * The state of a game as JSON, as one seat may see it: what stands on the board and what the clocks
 * show is for all, what a player may still do with the pieces he touched is for him alone, and what
 * the arbiter keeps to himself for the arbiter.
 */
#include <string.h>

#include "arbitro/edition.h"
#include "arbitro/fen.h"
#include "arbitro/notation.h"
#include "laws/laws.h"
#include "server/hall/api.h"

static json_t *points(const arb_state *state, arb_colour colour)
{
    const int half = arb_state_score(state, colour);

    if (half == ARB_SCORE_NONE)
        return json_null();
    return half % 2 == 0 ? json_integer(half / 2) : json_real(half / 2.0);
}

static json_t *articles(const arb_state *state)
{
    arb_article article[ARB_RESULT_ARTICLES_MAX];
    const size_t count = arb_state_result_articles(article, state);
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_string(arb_article_number(article[i])));
    return list;
}

/* The same by the edition's own numbers; null where it has none. */
static json_t *cited(const arb_table *t, const arb_state *state)
{
    const arb_rulebook *book = arb_game_regulations(t->game)->book;
    arb_article article[ARB_RESULT_ARTICLES_MAX];
    const size_t count = arb_state_result_articles(article, state);
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++) {
        const char *number = arb_article_cited(article[i], book);
        json_array_append_new(list, *number ? json_string(number) : json_null());
    }
    return list;
}

/* Is the flag down at `now`, whether or not anybody has seen it? */
static bool fell(const arb_state *state, arb_colour colour, arb_ms now)
{
    return arb_state_flag(state, colour) ||
           (arb_state_running(state) == colour && arb_state_clock_at(state, colour, now) == 0);
}

/* What is left of the delay of the move: so long the clock runs and shows the same (6.3.2). */
static arb_ms delay_left(const arb_state *state, arb_ms now)
{
    const arb_colour running = arb_state_running(state);
    const arb_ms left =
        running < ARB_COLOUR_COUNT ? state->clock.delay[running] - (now - state->clock.since) : 0;

    return left > 0 ? left : 0;
}

/* The readings hold at the instant `at`, which lies ahead while a delay is being used up. */
static json_t *clocks(const arb_table *t, const arb_state *state)
{
    const arb_ms now = arb_table_now(t);
    const int64_t at = (t->begun ? t->origin + now : arb_boottime_ms()) + delay_left(state, now);

    if (!arb_regulations_timed(arb_game_regulations(t->game)))
        return json_null();
    return json_pack("{sI sI ss? sI s{sb sb}}", "white",
                     (json_int_t)arb_state_clock_at(state, ARB_WHITE, now), "black",
                     (json_int_t)arb_state_clock_at(state, ARB_BLACK, now), "running",
                     arb_api_colour(arb_state_running(state)), "at", (json_int_t)at, "flags",
                     "white", fell(state, ARB_WHITE, now), "black", fell(state, ARB_BLACK, now));
}

static json_t *square(arb_square at)
{
    const char name[] = { (char)('a' + arb_square_file(at)), (char)('1' + arb_square_rank(at)),
                          '\0' };

    return json_string(name);
}

static json_t *touched(const arb_state *state)
{
    json_t *list = json_array();

    for (unsigned i = 0; i < state->touched.count; i++)
        json_array_append_new(list, square(state->touched.square[i]));
    return list;
}

static json_t *allowed(const arb_table *t, const arb_state *state)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_state_allowed(moves, NULL, state);
    const arb_variant variant = (arb_variant)arb_game_regulations(t->game)->variant;
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++) {
        char uci[8];
        (void)arb_uci_write(uci, sizeof uci, moves[i], variant);
        json_array_append_new(list, json_string(uci));
    }
    return list;
}

/* A displacement that stands on the board and is no move. */
static json_t *standing(const arb_state *state)
{
    if (!state->standing.on_board)
        return json_null();
    return json_pack("{so so}", "from", square(state->standing.hand.from), "to",
                     square(state->standing.hand.to));
}

static json_t *by_colour(unsigned white, unsigned black)
{
    return json_pack("{sI sI}", "white", (json_int_t)white, "black", (json_int_t)black);
}

/* Whose king is in check. That the one who has just moved left his so is for who may know it. */
static const char *checked(const arb_pos *pos, bool either)
{
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if ((either || c == pos->turn) && arb_pos_checkers(pos, c) != 0)
            return arb_api_colour(c);
    return NULL;
}

/* What stands there, as the first field of FEN. */
static json_t *board(const arb_state *state)
{
    const arb_setup seen = arb_state_board(state);
    char fen[ARB_FEN_SIZE];

    (void)arb_fen_write(fen, sizeof fen, &seen, ARB_FEN_X, NULL);
    fen[strcspn(fen, " ")] = '\0';
    return json_string(fen);
}

/*
 * The position and whose move it is. To who may not know that a displacement is no move it is one:
 * it counts among the moves, and the opponent has the next.
 */
static json_t *position(const arb_table *t, arb_seat seat)
{
    const arb_state *state = arb_game_state(t->game);
    const bool knows = arb_rights_may_know(seat, ARB_SECRET_DISPLACEMENT, t->game);
    const arb_setup setup =
        knows ? arb_pos_setup(arb_state_position(state)) : arb_state_board(state);
    const arb_colour turn = arb_state_turn(state);
    char fen[ARB_FEN_SIZE];
    arb_pos pos;

    (void)arb_fen_write(fen, sizeof fen, &setup, ARB_FEN_X, NULL);
    if (knows || arb_faults_hard(arb_pos_from_setup(&pos, &setup)))
        pos = *arb_state_position(state);
    return json_pack(
        "{ss ss ss? so sI}", "turn", arb_api_colour(knows ? turn : arb_opponent(turn)), "fen", fen,
        "check", checked(&pos, arb_rights_may_know(seat, ARB_SECRET_WATCH, t->game)), "standing",
        knows ? standing(state) : json_null(), "plies", (json_int_t)(t->moves + (knows ? 0u : 1u)));
}

/* ---- what people wait for */

static json_t *colours(unsigned players)
{
    json_t *list = json_array();

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (arb_has_colour(players, c))
            json_array_append_new(list, json_string(arb_api_colour(c)));
    return list;
}

static void add_wait(json_t *list, const char *kind, unsigned player)
{
    json_array_append_new(list,
                          json_pack("{ss ss?}", "kind", kind, "player", arb_api_colour(player)));
}

/* What waits for the arbiter, one by one; the most urgent first. */
static json_t *waits(const arb_state *state)
{
    json_t *list = json_array();

    if (state->pending != ARB_PENDING_NONE)
        add_wait(list, arb_pending_word((arb_pending)state->pending), state->claimant);
    else if (state->deferred)
        add_wait(list, "deferred", state->claimant);
    if (arb_state_is_over(state))
        return list;
    if (state->offer != NOBODY && !state->consent && arb_needs_consent(state))
        add_wait(list, "draw", state->offer);
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (arb_has_colour(state->asking, c))
            add_wait(list, "leave", c);
    if (state->asking & OUTSIDER)
        add_wait(list, "enter", NOBODY);
    return list;
}

/* ---- for one seat alone */

/* What a trained eye would see on the board, for the arbiter. */
static json_t *put_seen_by_arbiter(json_t *object, const arb_table *t, const arb_state *state)
{
    static const struct {
        unsigned bit;
        const char *word;
    } words[] = {
        { ARB_OBSERVABLE_BOTH_CHECKED, "both-checked" },
        { ARB_OBSERVABLE_LAST_RANK_PAWN, "last-rank-pawn" },
        { ARB_OBSERVABLE_ILLEGAL, "illegal" },
    };
    const unsigned seen = arb_state_observable(state, arb_game_history(t->game));
    json_t *list = json_array();

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (seen & words[i].bit)
            json_array_append_new(list, json_string(words[i].word));
    return arb_api_put(object, "observable", list);
}

/* Laws 12.6 */
static json_t *put_secrets(json_t *object, const arb_table *t, arb_seat seat)
{
    const arb_state *state = arb_game_state(t->game);

    if (arb_rights_may_know(seat, ARB_SECRET_COUNT, t->game))
        object = arb_api_put(
            object, "counter",
            by_colour(arb_state_counter(state, ARB_WHITE), arb_state_counter(state, ARB_BLACK)));
    if (object && arb_rights_may_know(seat, ARB_SECRET_PRESS, t->game))
        object =
            arb_api_put(object, "uncompleted",
                        json_pack("{sb sb}", "white", arb_state_is_uncompleted(state, ARB_WHITE),
                                  "black", arb_state_is_uncompleted(state, ARB_BLACK)));
    if (object && (seat == ARB_SEAT_ARBITER || seat == ARB_SEAT_DESK))
        object = put_seen_by_arbiter(object, t, state);
    return object;
}

json_t *arb_api_state_own(const arb_table *t, arb_seat seat)
{
    const arb_state *state = arb_game_state(t->game);
    const bool moves = seat <= ARB_SEAT_BLACK && arb_state_turn(state) == (arb_colour)seat &&
                       arb_state_phase(state) == ARB_PHASE_PLAYING &&
                       arb_rights_may_know(seat, ARB_SECRET_DISPLACEMENT, t->game);
    json_t *object = position(t, seat);

    if (object)
        object = arb_api_put(object, "touched", moves ? touched(state) : json_array());
    if (object && moves && (t->casual || state->touched.count > 0))
        object = arb_api_put(object, "allowed", allowed(t, state));
    return object ? put_secrets(object, t, seat) : NULL;
}

json_t *arb_api_state_seen(const arb_table *t)
{
    const arb_state *state = arb_game_state(t->game);
    const arb_code reason = arb_state_reason(state);
    const arb_pending pending = arb_state_pending(state);

    return json_pack(
        "{ss ss ss? so so s{so so} so so ss? ss? so so so so}", "phase",
        arb_phase_word(arb_state_phase(state)), "result", arb_result_text(arb_state_result(state)),
        "reason", reason < ARB_CODE_COUNT ? arb_code_word(reason) : NULL, "articles",
        articles(state), "cited", cited(t, state), "points", "white", points(state, ARB_WHITE),
        "black", points(state, ARB_BLACK), "clock", clocks(t, state), "illegal",
        by_colour(arb_state_illegal(state, ARB_WHITE), arb_state_illegal(state, ARB_BLACK)),
        "offer", arb_api_colour(arb_state_offer(state)), "pending",
        pending == ARB_PENDING_NONE ? NULL : arb_pending_word(pending), "waits", waits(state),
        "away", colours(state->away), "agreed", colours(state->agreed), "board", board(state));
}

json_t *arb_api_state(const arb_table *t, arb_seat seat)
{
    json_t *object = arb_api_state_seen(t), *own = arb_api_state_own(t, seat);

    if (!object || !own || json_object_update(object, own) != 0) {
        json_decref(object);
        object = NULL;
    }
    json_decref(own);
    return object;
}
