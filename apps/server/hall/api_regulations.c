/* SPDX-License-Identifier: MIT */
/*
 * What a new game is to be: edition, time, options and position from the JSON of a request; and the
 * same without a game, for a form that wants to show what would follow.
 */
#include <stdio.h>
#include <string.h>

#include "arbitro/chess960.h"
#include "arbitro/fen.h"
#include "arbitro/lot.h"
#include "server/hall/opening.h"

/* An edition that knows no clock is played without, unless a time is named. */
static const char default_time[] = "300+3", no_time[] = "none";

/* The regulations with which friends play on screens; what the request names holds instead. */
static const struct {
    arb_option option;
    const char *value;
} casual_options[] = {
    { ARB_OPTION_ILLEGAL_MOVES, "refuse" },
    { ARB_OPTION_COMPLETION, "move" },
    { ARB_OPTION_FLAGS, "automatic" },
};

static bool fail_option(const arb_api_call *call, const char *key, const char *values)
{
    json_t *more = json_pack("{ss ss?}", "option", key, "values", values);

    arb_api_fail_with(call->exchange, ARB_API_REGULATIONS, more);
    return false;
}

static bool fail_where(const arb_api_call *call, const char *key, const arb_where *where)
{
    json_t *expected = arb_json_texts(arb_wanted_text(where->wanted, ARB_LANG_EN),
                                      arb_wanted_text(where->wanted, ARB_LANG_IT));

    arb_api_fail_with(call->exchange, ARB_API_REGULATIONS,
                      json_pack("{ss sI so}", "option", key, "column", (json_int_t)where->column,
                                "expected", expected));
    return false;
}

/* A text of the body; NULL when there is none. False, after an answer, when it is no text. */
static bool text_of(const char **out, const arb_api_call *call, const json_t *body, const char *key)
{
    const json_t *value = json_object_get(body, key);

    *out = json_string_value(value);
    if (*out || !value || json_is_null(value))
        return true;
    arb_api_fail_field(call->exchange, key);
    return false;
}

static bool read_time(arb_regulations *out, const arb_api_call *call, const json_t *body)
{
    const char *text;
    arb_where where = { 0 };
    arb_time_control control;

    if (!text_of(&text, call, body, "time"))
        return false;
    if (!text)
        text = out->book->has_clock ? default_time : no_time;
    if (arb_time_control_read(&control, &where, text, strlen(text)) != ARB_OK)
        return fail_where(call, "time", &where);
    out->clock.control[ARB_WHITE] = out->clock.control[ARB_BLACK] = control;
    return true;
}

json_t *arb_api_faults(uint32_t faults)
{
    json_t *list = json_array();

    for (uint32_t bit = 1; bit != 0 && bit <= faults; bit <<= 1) {
        if (faults & bit)
            list = arb_json_add(list, arb_json_texts(arb_fault_text((arb_fault)bit, ARB_LANG_EN),
                                                     arb_fault_text((arb_fault)bit, ARB_LANG_IT)));
    }
    return list;
}

static bool fail_faults(const arb_api_call *call, uint32_t faults)
{
    arb_api_fail_with(call->exchange, ARB_API_REGULATIONS,
                      json_pack("{ss so}", "option", "position", "faults", arb_api_faults(faults)));
    return false;
}

static bool read_options(arb_regulations *out, const arb_api_call *call, const json_t *body)
{
    json_t *options = json_object_get(body, "options");
    const char *key;
    json_t *value;

    if (options && !json_is_null(options) && !json_is_object(options)) {
        arb_api_fail_field(call->exchange, "options");
        return false;
    }
    json_object_foreach(options, key, value)
    {
        const arb_option option = arb_option_find(key, strlen(key));
        const char *text = json_string_value(value);
        char lot[32];
        if (option == ARB_OPTION_COUNT)
            return fail_option(call, key, NULL);
        if (option == ARB_OPTION_COLOURS && text && strcmp(text, "lot") == 0) {
            (void)snprintf(lot, sizeof lot, "lot %u", (unsigned)arb_seed_make());
            text = lot;
        }
        if (!text || arb_regulations_set(out, option, text, strlen(text)) != ARB_OK)
            return fail_option(call, key, arb_option_values(option));
    }
    return true;
}

/* Laws II.2: Chess960 without a number is drawn by lot, from the seed that was named or a new one.
 */
static bool draw_start(arb_setup *out, arb_drawn *drawn, const arb_api_call *call,
                       const json_t *body)
{
    const json_t *seed = json_object_get(body, "seed");
    const json_int_t value = json_integer_value(seed);

    if (seed && !json_is_null(seed) &&
        (!json_is_integer(seed) || value < 0 || value > (json_int_t)UINT32_MAX)) {
        arb_api_fail_field(call->exchange, "seed");
        return false;
    }
    drawn->start960 = true;
    drawn->seed = json_is_integer(seed) ? (uint32_t)value : arb_seed_make();
    drawn->number = arb_lot_start960(drawn->seed);
    *out = arb_chess960_setup(drawn->number);
    return true;
}

static bool read_start(arb_setup *out, arb_regulations *regulations, const arb_api_call *call,
                       const json_t *body, arb_drawn *drawn)
{
    const json_t *number = json_object_get(body, "start960");
    const json_int_t start = json_integer_value(number);
    const char *fen;
    arb_where where = { 0 };
    arb_pos pos;

    if (!text_of(&fen, call, body, "position"))
        return false;
    *out = arb_setup_initial();
    if (number && !json_is_null(number)) {
        if (!json_is_integer(number) || start < 0 || start >= ARB_CHESS960_COUNT || fen) {
            arb_api_fail_field(call->exchange, "start960");
            return false;
        }
        *out = arb_chess960_setup((unsigned)start);
        return arb_regulations_set(regulations, ARB_OPTION_VARIANT, "chess960", 8) == ARB_OK;
    }
    if (!fen && regulations->variant == ARB_CHESS960)
        return draw_start(out, drawn, call, body);
    if (!fen)
        return true;
    if (arb_fen_read(out, &where, fen, strlen(fen), NULL) != ARB_OK)
        return fail_where(call, "position", &where);
    const uint32_t hard = arb_faults_hard(arb_pos_from_setup(&pos, out));
    if (hard != 0)
        return fail_faults(call, hard);
    if (arb_pos_game_variant(&pos) == ARB_CHESS960 &&
        !(regulations->named >> ARB_OPTION_VARIANT & 1u))
        return arb_regulations_set(regulations, ARB_OPTION_VARIANT, "chess960", 8) == ARB_OK;
    return true;
}

static bool wants_computer(const json_t *body)
{
    return json_is_string(json_object_get(body, "computer"));
}

/* Laws 6.7: where a default time is named, nobody is at the board before he opens his page; beside
 * the computer nobody is waited for. */
static bool await_players(arb_regulations *out, const json_t *body)
{
    static const char both[] = "both";
    const bool named = out->named >> ARB_OPTION_DEFAULT_TIME & 1u;
    const bool told = out->named >> ARB_OPTION_ABSENT & 1u;

    return !named || told || wants_computer(body) ||
           arb_regulations_set(out, ARB_OPTION_ABSENT, both, sizeof both - 1) == ARB_OK;
}

/* A board that is elsewhere is known by the clock and the scoresheets of two people: the option
 * that leaves one of them out; ARB_OPTION_COUNT when none does. */
static arb_option leaves_board_unknown(const arb_regulations *regulations, const json_t *body)
{
    if (regulations->board != ARB_BOARD_WRITTEN)
        return ARB_OPTION_COUNT;
    if (regulations->record != ARB_RECORD_KEPT)
        return ARB_OPTION_RECORD;
    return regulations->completion == ARB_COMPLETION_PRESS && !wants_computer(body)
               ? ARB_OPTION_COUNT
               : ARB_OPTION_BOARD;
}

/* What is usual among friends, where nothing else was named. */
static bool settle(arb_regulations *out, const arb_api_call *call, const json_t *body, bool casual)
{
    arb_option wrong = ARB_OPTION_COUNT;

    for (size_t i = 0; casual && i < sizeof casual_options / sizeof casual_options[0]; i++) {
        const arb_option option = casual_options[i].option;
        const bool presses = option == ARB_OPTION_COMPLETION && out->board == ARB_BOARD_WRITTEN;
        if (!(out->named >> option & 1u) && !presses &&
            arb_regulations_set(out, option, casual_options[i].value,
                                strlen(casual_options[i].value)) != ARB_OK)
            return fail_option(call, arb_option_key(option), NULL);
    }
    if (arb_regulations_settle(out, &wrong) == ARB_OK) {
        wrong = leaves_board_unknown(out, body);
        if (wrong == ARB_OPTION_COUNT)
            return casual || await_players(out, body);
    }
    return fail_option(call, wrong < ARB_OPTION_COUNT ? arb_option_key(wrong) : "time",
                       wrong < ARB_OPTION_COUNT ? arb_option_values(wrong) : NULL);
}

/* The rulebook that is asked for; NULL, after an answer, when there is none. */
static const arb_rulebook *read_edition(const arb_api_call *call, const json_t *body)
{
    const char *edition;

    if (!text_of(&edition, call, body, "edition"))
        return NULL;
    const arb_rulebook *book =
        edition ? arb_rulebook_find(edition, strlen(edition)) : arb_rulebook_get(0);
    if (!book)
        (void)fail_option(call, "edition", NULL);
    return book;
}

static bool read_all(arb_regulations *out, arb_given *given, const arb_api_call *call,
                     const json_t *body, bool casual, arb_drawn *drawn)
{
    const arb_rulebook *book = read_edition(call, body);

    *given = arb_given_nothing();
    if (!book)
        return false;
    arb_regulations_init(out, book);
    return read_time(out, call, body) && read_options(out, call, body) &&
           read_start(&given->setup, out, call, body, drawn) && settle(out, call, body, casual);
}

arb_game *arb_api_game_of(const arb_api_call *call, const json_t *body, bool casual,
                          arb_drawn *drawn)
{
    arb_regulations regulations;
    arb_given given;
    arb_game *game = NULL;

    if (read_all(&regulations, &given, call, body, casual, drawn) &&
        arb_game_new(&game, NULL, &regulations, &given) != ARB_OK)
        arb_api_fail(call->exchange, ARB_API_MEMORY);
    return game;
}

/* The options that make a difference in such a game; friends have no arbiter to regulate. */
static json_t *applying(const arb_regulations *regulations, const json_t *body, bool casual)
{
    json_t *list = json_array();

    for (unsigned i = 0; i < ARB_OPTION_COUNT; i++) {
        const arb_option option = (arb_option)i;
        const bool of_arbiter =
            option == ARB_OPTION_SUPERVISION || option == ARB_OPTION_ELECTRONICS ||
            option == ARB_OPTION_APPEALS || option == ARB_OPTION_LEAVE_REPORT ||
            option == ARB_OPTION_DEVICE_IN_BAG || option == ARB_OPTION_DEFAULT_TIME ||
            option == ARB_OPTION_ABSENT || option == ARB_OPTION_POINTS;
        const bool elsewhere = option == ARB_OPTION_BOARD &&
                               (!arb_regulations_timed(regulations) || wants_computer(body));
        if (arb_option_applies(regulations, option) && !(casual && of_arbiter) && !elsewhere)
            list = arb_json_add(list, json_string(arb_option_key(option)));
    }
    return list;
}

/* A mode that nobody knows is told when the game is made. */
void arb_api_regulations(const arb_api_call *call)
{
    arb_regulations regulations;
    arb_given given;
    arb_drawn drawn = { 0 };
    json_t *body;

    if (!arb_hall_allows(call, ARB_LIMIT_READ) || !(body = arb_api_body(call)))
        return;
    const char *mode = json_string_value(json_object_get(body, "mode"));
    const bool casual = !mode || strcmp(mode, "tournament") != 0;
    if (read_all(&regulations, &given, call, body, casual, &drawn))
        arb_api_give(call->exchange, 200,
                     json_pack("{so so so so}", "laws", arb_api_laws(&regulations), "options",
                               arb_api_options(&regulations), "applies",
                               applying(&regulations, body, casual), "faults",
                               arb_api_faults(arb_setup_faults(&given.setup))));
    json_decref(body);
}
