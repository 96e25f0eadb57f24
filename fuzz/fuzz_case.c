/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a file of cases. Reading comes to its end, over all faults, and names places within
 * the text. What can be read is judged: a refused event changes no result, the points are those
 * that 10.2 allows, expectations are met or not. A game that was judged is written as a case, which
 * reads back and is written again in the same words.
 */
#include <string.h>

#include "arbitro/case.h"
#include "arbitro/game_envelope.h"
#include "fuzz.h"

/* Long games cost more than they teach. */
enum { EVENTS_MAX = 400, CASES_MAX = 16, TEXT_MAX = 1 << 22 };

static void check_expectation(const arb_expectation *expectation, const arb_game *game,
                              const arb_verdict *verdict)
{
    char found[64];

    (void)arb_expectation_is_met(found, sizeof found, expectation, game, verdict);
    require(strlen(found) < sizeof found, "what was found ends with a NUL");
}

static void check_points(const arb_game *game)
{
    const arb_state *state = arb_game_state(game);
    const int white = arb_state_score(state, ARB_WHITE), black = arb_state_score(state, ARB_BLACK);

    require((white == ARB_SCORE_NONE) == (black == ARB_SCORE_NONE), "both have points, or nobody");
    require(white == ARB_SCORE_NONE ||
                arb_points_allowed(&arb_game_regulations(game)->points, white, black),
            "the points are allowed");
}

static void judge(arb_game *game, arb_verdict *verdict, const arb_event *event)
{
    const arb_result before = arb_state_result(arb_game_state(game));

    require(arb_game_judge(verdict, game, event) == ARB_OK, "every event can be judged");
    require(arb_game_commit(game) == ARB_OK, "and committed");
    require(!verdict->refused || verdict->count > 0 ||
                before == arb_state_result(arb_game_state(game)),
            "a refused event changes no result");
    check_points(game);
}

static void write_case(arb_buf *out, const arb_game *game)
{
    arb_buf_init(out, NULL, TEXT_MAX);
    require(arb_case_write(out, "title", game) == ARB_OK, "a game is written");
}

/* Judges all events of the only case of `text`, which is one that this library wrote. */
static arb_game *judge_again(const char *text, size_t size)
{
    arb_case_reader reader;
    arb_case_header header;
    arb_case_item item;
    arb_verdict verdict;
    arb_game *game;

    arb_case_reader_init(&reader, text, size);
    require(arb_case_next(&item, &header, &reader, NULL) == ARB_OK, "its header reads back");
    require(arb_game_new(&game, NULL, &header.regulations, &header.given) == ARB_OK,
            "and makes a game");
    while (!arb_case_ends(&reader)) {
        require(arb_case_next(&item, &header, &reader, NULL) == ARB_OK, "its events read back");
        judge(game, &verdict, &item.event);
    }
    return game;
}

/* Guidelines I: what is still sealed is left out, and the game that reads back is another. */
static bool is_sealed(const arb_game *game)
{
    arb_event told;

    for (size_t i = 0; i < arb_game_size(game); i++)
        if (arb_game_told(&told, game, i, ARB_ACTOR_SPECTATOR))
            return true;
    return false;
}

static void check_written(const arb_game *game)
{
    arb_buf once, again;

    if (is_sealed(game))
        return;
    write_case(&once, game);
    arb_game *copy = judge_again(arb_buf_text(&once), arb_buf_size(&once));
    write_case(&again, copy);
    require(strcmp(arb_buf_text(&once), arb_buf_text(&again)) == 0, "in the same words");
    require(arb_state_result(arb_game_state(game)) == arb_state_result(arb_game_state(copy)),
            "with the same result");
    arb_game_free(copy);
    arb_buf_clear(&once);
    arb_buf_clear(&again);
}

/* The lines below a header, as far as they can be read. */
static void check_case(arb_case_reader *reader, const arb_case_header *header)
{
    arb_case_header ignored;
    arb_case_item item;
    arb_verdict verdict;
    arb_game *game;
    unsigned events = 0;

    require(arb_game_new(&game, NULL, &header->regulations, &header->given) == ARB_OK,
            "a header makes a game");
    while (!arb_case_ends(reader) && events < EVENTS_MAX) {
        if (arb_case_next(&item, &ignored, reader, NULL) != ARB_OK)
            break;
        if (item.kind == ARB_CASE_EVENT) {
            judge(game, &verdict, &item.event);
            events++;
        } else {
            check_expectation(&item.expectation, game, events > 0 ? &verdict : NULL);
        }
    }
    check_written(game);
    arb_game_free(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* A copy of its own size, so that a byte too far is noticed. */
    char *text = malloc(size > 0 ? size : 1);
    arb_case_reader reader;
    arb_case_header header;
    arb_case_item item = { .kind = ARB_CASE_BEGIN };
    unsigned cases = 0;

    if (text == NULL)
        return 0;
    if (size > 0)
        memcpy(text, data, size);
    arb_case_reader_init(&reader, text, size);
    while (cases < CASES_MAX) {
        arb_where where = { 0 };
        const arb_err err = arb_case_next(&item, &header, &reader, &where);
        require(reader.at <= size, "the reader stays within the text");
        if (err) {
            require(where.line >= 1 && where.column >= 1 && where.line <= size + 1 &&
                        where.column <= size + 1,
                    "a fault has its place within the text");
            arb_case_skip(&reader);
        } else if (item.kind == ARB_CASE_END) {
            break;
        } else if (item.kind == ARB_CASE_BEGIN) {
            check_case(&reader, &header);
            cases++;
        }
    }
    free(text);
    return 0;
}
