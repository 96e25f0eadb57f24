/* SPDX-License-Identifier: MIT */
/* What came out of a case as JSON Lines, with the keys of docs/CASES.md; see judge.h. */
#include <stdlib.h>

#include "arbitro/edition.h"
#include "cli/judge.h"

/* Times have thirteen digits at most; more would show how the machine counts. */
enum { DIGITS = 15 };

static arb_exit print(const arb_judge *judge, json_t *object)
{
    if (!object)
        return arb_cli_failed(judge->cli, ARB_NOMEM);
    (void)json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(DIGITS));
    fputc('\n', stdout);
    json_decref(object);
    return ARB_EXIT_YES;
}

static double seconds(arb_ms time)
{
    return (double)time / 1000.0;
}

/* The number of an article; NULL, which is null, when there is none. */
static const char *number_of(uint16_t article)
{
    return article == ARB_ART_NONE ? NULL : arb_article_number((arb_article)article);
}

/* Its number in the edition of the case; NULL when that has none. */
static const char *cited_of(const arb_judge *judge, uint16_t article)
{
    const char *number = arb_article_cited((arb_article)article, judge->header->regulations.book);

    return number[0] ? number : NULL;
}

static void event(arb_judge *judge, const arb_verdict *verdict)
{
    const arb_ruling *refusal = &verdict->refusal;

    for (size_t i = 0; i < verdict->count; i++) {
        const arb_ruling *ruling = &verdict->ruling[i];
        const char *article = number_of(ruling->article);
        (void)print(judge, json_pack("{sI sf ss? ss? ss ss?}", "event", (json_int_t)judge->number,
                                     "time", seconds(ruling->at), "article", article, "cited",
                                     cited_of(judge, ruling->article), "code",
                                     arb_code_word((arb_code)ruling->code), "player",
                                     arb_judge_colour(ruling->player)));
    }
    if (verdict->refused)
        (void)print(judge, json_pack("{sI sf sb ss? ss ss?}", "event", (json_int_t)judge->number,
                                     "time", seconds(judge->event->time), "refused", 1, "article",
                                     number_of(refusal->article), "code",
                                     arb_code_word((arb_code)refusal->code), "player",
                                     arb_judge_colour(refusal->player)));
}

/* Points: null, a whole number, or one with a half. */
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

    for (size_t i = 0; list && i < count; i++) {
        if (json_array_append_new(list, json_string(arb_article_number(article[i]))) != 0) {
            json_decref(list);
            list = NULL;
        }
    }
    return list;
}

static json_t *clocks(const arb_game *game)
{
    const arb_state *state = arb_game_state(game);

    if (!arb_regulations_timed(arb_game_regulations(game)))
        return json_pack("{sn sn sn}", "white", "black", "running");
    return json_pack("{sf sf ss?}", "white", seconds(arb_state_clock(state, ARB_WHITE)), "black",
                     seconds(arb_state_clock(state, ARB_BLACK)), "running",
                     arb_judge_colour(arb_state_running(state)));
}

static json_t *moves(const arb_game *game)
{
    size_t count;
    arb_ply *plies = arb_judge_plies(&count, game);
    json_t *list = plies ? json_array() : NULL;

    for (size_t i = 0; list && i < count; i++) {
        char move[64];
        (void)arb_game_ply_write(move, sizeof move, game, plies[i]);
        if (json_array_append_new(list, json_string(move)) != 0) {
            json_decref(list);
            list = NULL;
        }
    }
    free(plies);
    return list;
}

static json_t *numbers(unsigned white, unsigned black)
{
    return json_pack("{sI sI}", "white", (json_int_t)white, "black", (json_int_t)black);
}

static arb_exit end(arb_judge *judge)
{
    const arb_state *state = arb_game_state(judge->game);
    const arb_code reason = arb_state_reason(state);
    const arb_pending pending = arb_state_pending(state);
    char fen[ARB_FEN_SIZE];

    (void)arb_pos_fen(fen, sizeof fen, arb_state_position(state));
    return print(
        judge,
        json_pack("{sb ss% ss so ss? s{so so} ss ss ss so so ss? ss? so so}", "final", 1, "case",
                  judge->header->title, judge->header->title_size, "result",
                  arb_result_text(arb_state_result(state)), "articles", articles(state), "reason",
                  reason < ARB_CODE_COUNT ? arb_code_word(reason) : NULL, "points", "white",
                  points(state, ARB_WHITE), "black", points(state, ARB_BLACK), "phase",
                  arb_phase_word(arb_state_phase(state)), "turn",
                  arb_judge_colour(arb_state_turn(state)), "fen", fen, "clock", clocks(judge->game),
                  "illegal",
                  numbers(arb_state_illegal(state, ARB_WHITE), arb_state_illegal(state, ARB_BLACK)),
                  "offer", arb_judge_colour(arb_state_offer(state)), "pending",
                  pending == ARB_PENDING_NONE ? NULL : arb_pending_word(pending), "counter",
                  numbers(arb_state_counter(state, ARB_WHITE), arb_state_counter(state, ARB_BLACK)),
                  "moves", moves(judge->game)));
}

static arb_exit unreadable(arb_judge *judge, const arb_where *where)
{
    return arb_cli_unreadable(judge->cli, judge->source, where);
}

const arb_judge_speaker arb_judge_json = {
    .event = event,
    .end = end,
    .unreadable = unreadable,
};
