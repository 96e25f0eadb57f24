/* SPDX-License-Identifier: MIT */
/* Events made by a program; see event_make.h. */
#include "arbitro/event_make.h"

#include <assert.h>

#include "clock/time_text.h"
#include "laws/event_internal.h"

arb_event arb_event_simple(arb_ms time, arb_actor actor, arb_verb verb)
{
    return (arb_event){
        .time = time, .actor = (uint8_t)actor, .verb = (uint8_t)verb, .role = ARB_ROLE_NONE
    };
}

arb_event arb_event_text_of(arb_ms time, arb_actor actor, arb_verb verb, const char *text,
                            size_t size)
{
    arb_event event = arb_event_simple(time, actor, verb);

    event.text = text;
    event.size = size;
    return event;
}

arb_err arb_event_written(arb_event *out, arb_where *where, arb_ms time, arb_actor actor,
                          arb_verb verb, const char *text, size_t size,
                          const arb_language *language)
{
    arb_event event = arb_event_text_of(time, actor, verb, text, size);
    const arb_err err = arb_written_read(&event.move, where, text, size, language);

    if (!err)
        *out = event;
    return err;
}

arb_event arb_event_move(char *text, arb_ms time, arb_actor actor, arb_verb verb,
                         const arb_pos *pos, arb_move move, const arb_language *language)
{
    arb_style style = arb_style_san;
    arb_event event = arb_event_simple(time, actor, verb);

    style.language = language;
    const size_t size = arb_move_write(text, ARB_MOVE_TEXT_SIZE, pos, move, &style);
    const arb_err err = arb_event_written(&event, NULL, time, actor, verb, text, size, language);
    assert(err == ARB_OK && "what is written can be read");
    (void)err;
    return event;
}

arb_event arb_event_squares(arb_ms time, arb_actor actor, arb_verb verb, const arb_square *squares,
                            size_t count)
{
    arb_event event = arb_event_simple(time, actor, verb);

    assert(count <= ARB_EVENT_SQUARES_MAX);
    for (size_t i = 0; i < count; i++)
        event.square[event.square_count++] = squares[i];
    return event;
}

arb_event arb_event_colours(arb_ms time, arb_verb verb, unsigned colours, arb_ms ms)
{
    arb_event event = arb_event_simple(time, ARB_ACTOR_ARBITER, verb);

    event.colours = (uint8_t)colours;
    event.ms = ms;
    return event;
}

static bool squares_are(const arb_event *e, unsigned least, unsigned most)
{
    for (unsigned i = 0; i < e->square_count && i < ARB_EVENT_SQUARES_MAX; i++)
        if (e->square[i] >= ARB_SQUARE_COUNT)
            return false;
    return e->square_count >= least && e->square_count <= most;
}

static bool penalty_is_whole(const arb_event *e)
{
    if (e->penalty >= ARB_PENALTY_COUNT)
        return false;
    const arb_follows follows = arb_penalty_follows((arb_penalty)e->penalty);
    return (follows != ARB_FOLLOWS_TEXT || e->size > 0) &&
           (follows != ARB_FOLLOWS_ROUNDS || e->number > 0);
}

/* Laws I.1.2, I.2.7: what may be left out is whole where it is there. */
static bool time_is_whole(const arb_event *e)
{
    return !(e->flags & ARB_EVENT_AMOUNT) || (e->ms >= 0 && e->ms <= ARB_TIME_MAX);
}

static bool resumption_is_whole(const arb_event *e)
{
    return !(e->flags & ARB_EVENT_RESUME) || e->size > 0;
}

static bool consent_is_whole(const arb_event *e)
{
    return e->consent == ARB_CONSENT_OTHER   ? e->size > 0
           : e->consent == ARB_CONSENT_LEAVE ? e->colours >= 1 && e->colours <= 3
                                             : e->consent < ARB_CONSENT_COUNT;
}

/* Does what this slot asks for stand there? Slots that may be empty ask for nothing. */
static bool slot_is_filled(const arb_event *e, arb_slot slot)
{
    switch (slot) {
    case ARB_SLOT_SQUARE:
        return squares_are(e, 1, 1);
    case ARB_SLOT_SQUARES:
        return squares_are(e, 1, ARB_EVENT_SQUARES_MAX);
    case ARB_SLOT_SQUARES_OPT:
        return squares_are(e, 0, ARB_EVENT_SQUARES_MAX);
    case ARB_SLOT_PIECE:
        return e->role <= ARB_ROLE_NONE && e->colours <= 2;
    case ARB_SLOT_MOVE:
        return e->size > 0 && e->move.form != ARB_FORM_NONE;
    case ARB_SLOT_TEXT:
    case ARB_SLOT_FEN:
        return e->size > 0;
    case ARB_SLOT_COLOUR:
        return e->colours == 1 || e->colours == 2;
    case ARB_SLOT_COLOURS:
        return e->colours >= 1 && e->colours <= 3;
    case ARB_SLOT_NUMBER:
        return e->number > 0;
    case ARB_SLOT_TIME:
        return e->ms >= 0 && e->ms <= ARB_TIME_MAX;
    case ARB_SLOT_TIME_OPT:
        return time_is_whole(e);
    case ARB_SLOT_RESUME:
        return resumption_is_whole(e);
    case ARB_SLOT_SECONDS:
        return e->ms >= -ARB_TIME_MAX && e->ms <= ARB_TIME_MAX;
    case ARB_SLOT_ARTICLE:
        return e->article > ARB_ART_NONE && e->article < ARB_ART_COUNT;
    case ARB_SLOT_PENALTY:
        return penalty_is_whole(e);
    case ARB_SLOT_RESULT:
        return e->result < ARB_RESULT_COUNT;
    case ARB_SLOT_ASSISTANT:
        return e->size > 0 && e->tasks != 0;
    case ARB_SLOT_PLACE:
        return e->place < ARB_PLACE_COUNT;
    case ARB_SLOT_DECISION:
        return e->decision < ARB_DECISION_COUNT;
    case ARB_SLOT_APPEAL:
        return e->appeal < ARB_APPEAL_COUNT;
    case ARB_SLOT_CONSENT:
        return consent_is_whole(e);
    case ARB_SLOT_NONE:
    case ARB_SLOT_MOVE_OPT:
    case ARB_SLOT_TEXT_OPT:
    case ARB_SLOT_NUMBER_OPT:
    case ARB_SLOT_PLY:
    case ARB_SLOT_MOVES_OPT:
    case ARB_SLOT_TOGETHER:
    case ARB_SLOT_ACCIDENTAL:
    case ARB_SLOT_TWO_HANDS:
    case ARB_SLOT_SILENT:
    case ARB_SLOT_OTHER_HAND:
    case ARB_SLOT_DISPLAY:
    case ARB_SLOT_IN_BAG:
        break;
    }
    return true;
}

bool arb_event_is_whole(const arb_event *event)
{
    if (event->verb >= ARB_VERB_COUNT || event->actor >= ARB_ACTOR_COUNT ||
        !arb_actor_has_verb((arb_actor)event->actor, (arb_verb)event->verb))
        return false;
    for (int i = 0; i < ARB_VERB_SLOTS; i++)
        if (!slot_is_filled(event, arb_verb_get((arb_verb)event->verb)->slot[i]))
            return false;
    return true;
}
