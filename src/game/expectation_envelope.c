/* SPDX-License-Identifier: MIT */
/* Expectations about what is written on an envelope (Guidelines I.2); see expectation.h. */
#include <string.h>

#include "arbitro/fen.h"
#include "arbitro/game_envelope.h"
#include "game/expectation.h"

enum { ITEM_SIZE = 512 };

/* A text of a tag, without the backslashes before quotation marks. */
static void put_plain(arb_sink *sink, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '\\' && i + 1 < size)
            i++;
        arb_sink_char(sink, text[i]);
    }
}

/* What was expected, without the quotation marks that it may have. */
static void expected_text(char out[ITEM_SIZE], const arb_expectation *expectation)
{
    arb_sink sink = { out, ITEM_SIZE, 0 };
    const char *text = expectation->list;
    size_t size = expectation->list_size;

    if (size >= 2 && text[0] == '"' && text[size - 1] == '"')
        put_plain(&sink, text + 1, size - 2);
    else
        arb_sink_format(&sink, "%.*s", (int)size, text);
    (void)arb_sink_end(&sink);
}

/* Laws I.2.3: used times are written in whole seconds; who wants to may expect more. */
static bool is_time(const char *expected, arb_ms used)
{
    arb_ms time;

    return !arb_time_read(&time, NULL, expected, strlen(expected)) &&
           (time == used || time == used - used % 1000);
}

/* Laws I.2.2: as many fields as were written are compared, as a position. */
static bool is_position(const char *expected, const arb_pos *pos)
{
    const arb_setup stands = arb_pos_setup(pos);
    unsigned fields = 0;
    arb_setup setup;
    arb_pos wanted;
    arb_cursor words, word;

    arb_cursor_init(&words, expected, strlen(expected));
    while (arb_cursor_next_word(&word, &words))
        fields++;
    if (arb_fen_read(&setup, NULL, expected, strlen(expected), NULL))
        return false;
    if (!arb_faults_hard(arb_pos_from_setup(&wanted, &setup)))
        setup = arb_pos_setup(&wanted);
    return arb_same_fields(&stands, &setup, fields);
}

static void put_item(arb_sink *sink, int64_t item, const arb_envelope_face *face)
{
    char text[ITEM_SIZE];

    switch (item) {
    case ARB_ITEM_POSITION:
        (void)arb_pos_fen(text, sizeof text, &face->position);
        arb_sink_text(sink, text);
        break;
    case ARB_ITEM_NUMBER:
        arb_sink_number(sink, face->number);
        break;
    case ARB_ITEM_SEALER:
        put_plain(sink, face->name[face->sealer] ? face->name[face->sealer] : "",
                  face->name_size[face->sealer]);
        break;
    case ARB_ITEM_WHITE_TIME:
    case ARB_ITEM_BLACK_TIME:
        (void)arb_time_write(text, sizeof text,
                             face->used[item == ARB_ITEM_WHITE_TIME ? ARB_WHITE : ARB_BLACK]);
        arb_sink_text(sink, text);
        break;
    case ARB_ITEM_OFFER:
        arb_sink_text(sink, arb_colour_word(face->offer)); /* "none" for nobody */
        break;
    default:
        put_plain(sink, face->resumption ? face->resumption : "", face->resumption_size);
        break;
    }
}

/* Laws I.2 */
bool arb_meets_envelope_text(arb_sink *found, const arb_expectation *expectation,
                             const arb_view *view)
{
    char expected[ITEM_SIZE], written[ITEM_SIZE];
    arb_sink sink = { written, sizeof written, 0 };
    arb_envelope_face face;

    if (!arb_game_envelope(&face, view->game)) {
        arb_sink_word(found, "no envelope");
        return false;
    }
    put_item(&sink, expectation->value, &face);
    (void)arb_sink_end(&sink);
    arb_sink_text(found, *written ? written : "nothing");
    expected_text(expected, expectation);
    if (expectation->value == ARB_ITEM_POSITION)
        return is_position(expected, &face.position);
    if (expectation->value == ARB_ITEM_WHITE_TIME || expectation->value == ARB_ITEM_BLACK_TIME)
        return is_time(expected, face.used[expectation->value == ARB_ITEM_BLACK_TIME]);
    return strcmp(expected, written) == 0;
}
