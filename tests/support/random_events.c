/* SPDX-License-Identifier: MIT */
/* Events by chance, one small maker for each kind of slot: see random_events.h. */
#include "random_events.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "clock/time_text.h"
#include "laws/event_internal.h"

static arb_ms random_time(chance *luck)
{
    static const arb_ms limits[] = { 1, 1000, 60000, 3600000, 86400000, ARB_TIME_MAX };
    const arb_ms limit = limits[chance_below(luck, sizeof limits / sizeof *limits)];
    const arb_ms time = (arb_ms)(chance_bits(luck) % (uint64_t)(limit + 1));

    return chance_below(luck, 2) ? time : time / 1000 * 1000;
}

static arb_ms random_points(chance *luck)
{
    return chance_below(luck, 2) ? chance_below(luck, 256) * ARB_HALF_POINT
                                 : chance_below(luck, ARB_POINTS_MAX + 1);
}

static void make_squares(random_event *m, chance *luck, unsigned least, unsigned most)
{
    m->event.square_count = (uint8_t)(least + chance_below(luck, most - least + 1));
    for (unsigned i = 0; i < m->event.square_count; i++)
        m->event.square[i] = (arb_square)chance_below(luck, ARB_SQUARE_COUNT);
}

static void make_move(random_event *m, chance *luck)
{
    static const char *const moves[][2] = {
        { "en", "e4" },
        { "en", "exd6 e.p." },
        { "en", "d8=Q+ e.p." },
        { "en", "0-0-0#" },
        { "en", "Ng1-f3!?" },
        { "en", "e7e8q" },
        { "en", "5254" },
        { "en", "♘xe5 (=)" },
        { "it", "Cf3" },
        { "it", "Rxe1" },
        { "it", "arrocco corto" },
        { "de", "Sf3+" },
        { "en", "knight takes e5" },
    };
    const size_t row = chance_below(luck, sizeof moves / sizeof *moves);

    m->language = arb_language_find(moves[row][0], 2);
    m->event.text = moves[row][1];
    m->event.size = strlen(m->event.text);
    assert_int_equal(
        arb_written_read(&m->event.move, NULL, m->event.text, m->event.size, m->language), ARB_OK);
}

/* Text of the characters that matter on a line; sometimes kept with escapes. */
static void make_text(random_event *m, chance *luck)
{
    static const char *const pieces[] = { "a", "B", " ",     "  ",        "\"", "\\",
                                          "#", "½", "moves", "two-hands", ".",  "è" };
    const bool escaped = chance_below(luck, 2);
    const size_t wanted = 1 + chance_below(luck, RANDOM_TEXT_MAX - 12);
    size_t size = 0;
    bool any = false;

    while (size < wanted) {
        const char *piece = pieces[chance_below(luck, sizeof pieces / sizeof *pieces)];
        if (escaped && (*piece == '"' || *piece == '\\')) {
            m->text[size++] = '\\';
            any = true;
        }
        memcpy(m->text + size, piece, strlen(piece));
        size += strlen(piece);
    }
    m->event.text = m->text;
    m->event.size = size;
    if (any)
        m->event.flags |= ARB_EVENT_ESCAPED;
}

static void make_penalty(random_event *m, chance *luck)
{
    m->event.penalty = (uint8_t)chance_below(luck, ARB_PENALTY_COUNT);
    switch (arb_penalty_follows((arb_penalty)m->event.penalty)) {
    case ARB_FOLLOWS_NOTHING:
        break;
    case ARB_FOLLOWS_SECONDS:
        m->event.ms = random_time(luck);
        break;
    case ARB_FOLLOWS_POINTS_OPT:
        if (chance_below(luck, 2))
            break;
        m->event.flags |= ARB_EVENT_AMOUNT;
        m->event.points = (int32_t)random_points(luck);
        break;
    case ARB_FOLLOWS_POINTS:
        m->event.points = (int32_t)random_points(luck);
        break;
    case ARB_FOLLOWS_TEXT:
        make_text(m, luck);
        break;
    case ARB_FOLLOWS_ROUNDS:
        m->event.number = 1 + chance_below(luck, 20);
        break;
    }
}

static void make_fen(random_event *m, chance *luck)
{
    static const char *const fens[] = { "8/8/8/8/8/8/8/K6k w - - 0 1", "k7/8/8/8/8/8/8/7K",
                                        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -" };

    m->event.text = fens[chance_below(luck, 3)];
    m->event.size = strlen(m->event.text);
}

typedef void maker(random_event *m, chance *luck);

static void make_nothing(random_event *m, chance *luck)
{
    (void)m;
    (void)luck;
}

static void make_square(random_event *m, chance *luck)
{
    make_squares(m, luck, 1, 1);
}

static void make_many_squares(random_event *m, chance *luck)
{
    make_squares(m, luck, 1, ARB_EVENT_SQUARES_MAX);
}

static void make_any_squares(random_event *m, chance *luck)
{
    make_squares(m, luck, 0, 3);
}

static void make_piece(random_event *m, chance *luck)
{
    if (chance_below(luck, 2))
        m->event.role = (uint8_t)chance_below(luck, ARB_ROLE_COUNT);
    if (m->event.role != ARB_ROLE_NONE)
        m->event.colours = (uint8_t)chance_below(luck, 3);
}

static void make_move_opt(random_event *m, chance *luck)
{
    if (chance_below(luck, 2))
        make_move(m, luck);
}

static void make_text_opt(random_event *m, chance *luck)
{
    if (chance_below(luck, 2))
        make_text(m, luck);
}

static void make_colour(random_event *m, chance *luck)
{
    m->event.colours = (uint8_t)(1 + chance_below(luck, 2));
}

static void make_colours(random_event *m, chance *luck)
{
    m->event.colours = (uint8_t)(1 + chance_below(luck, 3));
}

static void make_time(random_event *m, chance *luck)
{
    m->event.ms = random_time(luck);
}

static void make_seconds(random_event *m, chance *luck)
{
    m->event.ms = chance_below(luck, 2) ? random_time(luck) : -random_time(luck);
}

static void make_article(random_event *m, chance *luck)
{
    m->event.article = (uint16_t)(1 + chance_below(luck, ARB_ART_COUNT - 1));
}

static void make_result(random_event *m, chance *luck)
{
    m->event.result = (uint8_t)chance_below(luck, ARB_RESULT_COUNT);
}

static void make_assistant(random_event *m, chance *luck)
{
    make_text(m, luck);
    m->event.tasks = (uint8_t)(1 + chance_below(luck, (1u << ARB_TASK_COUNT) - 1));
}

static void make_place(random_event *m, chance *luck)
{
    m->event.place = (uint8_t)chance_below(luck, ARB_PLACE_COUNT);
}

static void make_decision(random_event *m, chance *luck)
{
    m->event.decision = (uint8_t)chance_below(luck, ARB_DECISION_COUNT);
    if (m->event.decision == ARB_DECISION_DEFER && chance_below(luck, 2)) {
        m->event.flags |= ARB_EVENT_AMOUNT;
        m->event.ms = random_time(luck);
    }
}

static void make_appeal(random_event *m, chance *luck)
{
    m->event.appeal = (uint8_t)chance_below(luck, ARB_APPEAL_COUNT);
}

static void make_consent(random_event *m, chance *luck)
{
    m->event.consent = (uint8_t)chance_below(luck, ARB_CONSENT_COUNT);
    if (m->event.consent == ARB_CONSENT_OTHER)
        make_text(m, luck);
    if (m->event.consent == ARB_CONSENT_LEAVE) {
        make_colours(m, luck);
        if (m->event.colours != 3 && chance_below(luck, 2)) {
            m->event.flags |= ARB_EVENT_PLACE;
            make_place(m, luck);
        }
    }
}

static void make_number(random_event *m, chance *luck)
{
    m->event.number = 1 + (uint32_t)(chance_bits(luck) % UINT32_MAX);
}

static void make_number_opt(random_event *m, chance *luck)
{
    m->event.number = (uint32_t)chance_bits(luck) >> chance_below(luck, 32);
}

static void make_ply(random_event *m, chance *luck)
{
    if (chance_below(luck, 3) == 0)
        m->event.flags |= ARB_EVENT_UNKNOWN;
    else
        make_number_opt(m, luck);
}

static void make_moves_opt(random_event *m, chance *luck)
{
    if (chance_below(luck, 2)) {
        m->event.flags |= ARB_EVENT_MOVES;
        make_number_opt(m, luck);
    }
}

static void make_time_opt(random_event *m, chance *luck)
{
    if (chance_below(luck, 2)) {
        m->event.flags |= ARB_EVENT_AMOUNT;
        make_time(m, luck);
    }
}

static void make_resume(random_event *m, chance *luck)
{
    if (chance_below(luck, 2)) {
        m->event.flags |= ARB_EVENT_RESUME;
        make_text(m, luck);
    }
}

static maker *const makers[] = {
    [ARB_SLOT_NONE] = make_nothing,
    [ARB_SLOT_SQUARE] = make_square,
    [ARB_SLOT_SQUARES] = make_many_squares,
    [ARB_SLOT_SQUARES_OPT] = make_any_squares,
    [ARB_SLOT_PIECE] = make_piece,
    [ARB_SLOT_MOVE] = make_move,
    [ARB_SLOT_MOVE_OPT] = make_move_opt,
    [ARB_SLOT_TEXT] = make_text,
    [ARB_SLOT_TEXT_OPT] = make_text_opt,
    [ARB_SLOT_COLOUR] = make_colour,
    [ARB_SLOT_COLOURS] = make_colours,
    [ARB_SLOT_NUMBER] = make_number,
    [ARB_SLOT_NUMBER_OPT] = make_number_opt,
    [ARB_SLOT_PLY] = make_ply,
    [ARB_SLOT_TIME] = make_time,
    [ARB_SLOT_TIME_OPT] = make_time_opt,
    [ARB_SLOT_RESUME] = make_resume,
    [ARB_SLOT_SECONDS] = make_seconds,
    [ARB_SLOT_MOVES_OPT] = make_moves_opt,
    [ARB_SLOT_ARTICLE] = make_article,
    [ARB_SLOT_PENALTY] = make_penalty,
    [ARB_SLOT_RESULT] = make_result,
    [ARB_SLOT_FEN] = make_fen,
    [ARB_SLOT_ASSISTANT] = make_assistant,
    [ARB_SLOT_PLACE] = make_place,
    [ARB_SLOT_DECISION] = make_decision,
    [ARB_SLOT_APPEAL] = make_appeal,
    [ARB_SLOT_CONSENT] = make_consent,
    [ARB_SLOT_TOGETHER] = make_nothing, /* words are thrown in by random_event_make() */
    [ARB_SLOT_ACCIDENTAL] = make_nothing,
    [ARB_SLOT_TWO_HANDS] = make_nothing,
    [ARB_SLOT_SILENT] = make_nothing,
    [ARB_SLOT_OTHER_HAND] = make_nothing,
    [ARB_SLOT_DISPLAY] = make_nothing,
    [ARB_SLOT_IN_BAG] = make_nothing,
};

static bool is_word_alone(arb_slot slot)
{
    return arb_slot_flag(slot) && slot != ARB_SLOT_MOVES_OPT && slot != ARB_SLOT_RESUME;
}

void random_event_make(random_event *m, chance *luck)
{
    const arb_verb verb = (arb_verb)chance_below(luck, ARB_VERB_COUNT);
    const arb_verb_info *info = arb_verb_get(verb);
    arb_actor actor;

    do
        actor = (arb_actor)chance_below(luck, ARB_ACTOR_COUNT);
    while (!arb_actor_has_verb(actor, verb));
    *m = (random_event){ .event = { .time = random_time(luck),
                                    .actor = (uint8_t)actor,
                                    .verb = (uint8_t)verb,
                                    .role = ARB_ROLE_NONE },
                         .language =
                             arb_language_at(chance_below(luck, (unsigned)arb_language_count())) };
    for (int i = 0; i < ARB_VERB_SLOTS; i++) {
        makers[info->slot[i]](m, luck);
        if (is_word_alone(info->slot[i]) && chance_below(luck, 2))
            m->event.flags |= arb_slot_flag(info->slot[i]);
    }
}
