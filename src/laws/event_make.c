/* SPDX-License-Identifier: MIT */
/* Events made by a program; see event_make.h. */
#include "arbitro/event_make.h"

#include <assert.h>
#include <string.h>

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
    memcpy(event.square, squares, count * sizeof *squares);
    event.square_count = (uint8_t)count;
    return event;
}

arb_event arb_event_colours(arb_ms time, arb_verb verb, unsigned colours, arb_ms ms)
{
    arb_event event = arb_event_simple(time, ARB_ACTOR_ARBITER, verb);

    event.colours = (uint8_t)colours;
    event.ms = ms;
    return event;
}
