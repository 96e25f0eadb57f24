/* SPDX-License-Identifier: MIT */
/*
 * POST /api/hear: what somebody has said or typed as an announcement (D.2.1), as a move that a page
 * can send. The position is the one that the page names, so that nothing of any game is told; nor
 * is it told whether the move is legal: that the Laws say when it is made.
 */
#include <string.h>

#include "arbitro/announce.h"
#include "server/hall/hall_internal.h"

enum { SAID_MAX = 512 };

/* A text of the body, not longer than `most`; NULL, after an answer, when there is none. */
static const char *text_of(const arb_api_call *call, const json_t *body, const char *key,
                           size_t most)
{
    const json_t *value = json_object_get(body, key);
    const char *text = json_string_value(value);

    if (text && json_string_length(value) <= most)
        return text;
    arb_api_fail_field(call->exchange, key);
    return NULL;
}

static bool read_position(arb_pos *out, const arb_api_call *call, const json_t *body)
{
    const char *fen = text_of(call, body, "fen", ARB_FEN_SIZE);
    arb_setup setup;

    if (!fen)
        return false;
    if (!arb_fen_read(&setup, NULL, fen, strlen(fen), NULL) &&
        !arb_faults_hard(arb_pos_from_setup(out, &setup)))
        return true;
    arb_api_fail_field(call->exchange, "fen");
    return false;
}

static const arb_language *read_language(const arb_api_call *call, const json_t *body)
{
    const char *code = text_of(call, body, "language", 8);
    const arb_language *language = code ? arb_language_find(code, strlen(code)) : NULL;

    if (code && !language)
        arb_api_fail_field(call->exchange, "language");
    return language;
}

/* What was said, with nothing about whether it can be played; null: as it was typed. */
static json_t *written(const char *note)
{
    return *note ? json_string(note) : json_null();
}

/* Several moves are meant by it: which they are, so that he can say which he means. */
static json_t *several(const arb_note *note)
{
    const size_t count = note->count < ARB_CANDIDATES_MAX ? note->count : ARB_CANDIDATES_MAX;
    json_t *moves = json_array(), *hands = json_array();

    for (size_t i = 0; i < count; i++) {
        const arb_choice *choice = &note->choice[i];
        char hand[5];
        (void)arb_square_write(hand, sizeof hand, choice->from);
        (void)arb_square_write(hand + 2, sizeof hand - 2, choice->to);
        moves = arb_json_add(moves, json_string(choice->text));
        hands = arb_json_add(hands, json_string(hand));
    }
    return json_pack("{ss so so so}", "heard", "several", "move", written(note->text), "moves",
                     moves, "hands", hands);
}

static json_t *unreadable(const arb_where *where)
{
    return json_pack("{ss sI so}", "heard", "nothing", "column", (json_int_t)where->column,
                     "expected",
                     arb_json_texts(arb_wanted_text(where->wanted, ARB_LANG_EN),
                                    arb_wanted_text(where->wanted, ARB_LANG_IT)));
}

/* Laws D.2.1, 11.3.1: what can be played has no part in the answer. */
static json_t *hear(const arb_pos *pos, const char *text, const arb_language *language)
{
    arb_note note;
    arb_where where = { 0 };

    if (arb_announcement_note(&note, &where, pos, text, strlen(text), language) != ARB_OK)
        return unreadable(&where);
    if (note.count < 2)
        return json_pack("{ss so}", "heard", "move", "move", written(note.text));
    return several(&note);
}

void arb_api_hear(const arb_api_call *call)
{
    const arb_language *language;
    const char *text;
    json_t *body;
    arb_pos pos;

    if (!arb_hall_allows(call, ARB_LIMIT_READ) || !(body = arb_api_body(call)))
        return;
    if ((text = text_of(call, body, "text", SAID_MAX)) && read_position(&pos, call, body) &&
        (language = read_language(call, body)))
        arb_api_give(call->exchange, 200, hear(&pos, text, language));
    json_decref(body);
}
