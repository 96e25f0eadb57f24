/* SPDX-License-Identifier: MIT */
/* Events and moves as trees of jansson; see slow_told.h. */
#include "support/hall/slow_told.h"

#include <stdlib.h>

#include "arbitro/fen.h"
#include "arbitro/game_envelope.h"
#include "arbitro/notation.h"
#include "common/deeds.h"
#include "server/hall/api.h"

enum { MOVE_ROOM = 64, WORDS_MAX = 16384 };

/* The event in canonical form, without the time and the actor, which stand beside it. */
static json_t *event_text(const arb_event *event)
{
    const size_t size = arb_event_write_words(NULL, 0, event);
    char *text = malloc(size + 1);
    json_t *json = NULL;

    if (text) {
        (void)arb_event_write_words(text, size + 1, event);
        json = json_string(text);
    }
    free(text);
    return json;
}

/* The event as people say it, whole or by its verb alone. */
static json_t *event_words(const arb_event *event, bool whole, const arb_rulebook *book)
{
    arb_buf text[ARB_LANG_COUNT];
    arb_err err = ARB_OK;

    for (unsigned lang = 0; lang < ARB_LANG_COUNT; lang++) {
        arb_ink ink = { .out = &text[lang] };
        arb_buf_init(&text[lang], NULL, WORDS_MAX);
        if (whole)
            arb_deed_write(&ink, event, book, (arb_lang)lang);
        else
            arb_deed_name(&ink, (arb_verb)event->verb, (arb_lang)lang);
        err = err ? err : ink.err;
    }
    json_t *texts =
        err ? NULL
            : arb_json_texts(arb_buf_text(&text[ARB_LANG_EN]), arb_buf_text(&text[ARB_LANG_IT]));
    for (unsigned lang = 0; lang < ARB_LANG_COUNT; lang++)
        arb_buf_clear(&text[lang]);
    return texts;
}

/* A secret event is told by its verb alone, what is sealed without its text (Guidelines I), and the
 * setting of a clock without its move counter. */
static json_t *put_event(json_t *object, const arb_event *event, const arb_table *t, size_t index,
                         arb_seat seat)
{
    const bool own = arb_log_is_own(t, event, seat);
    const bool whole = arb_rights_may_know(seat, arb_secret_of_event(event), t->game) &&
                       (!arb_log_is_private(event) || own || arb_rights_watches(seat, t->game));
    arb_event told;

    (void)arb_game_told(&told, t->game, index, arb_seat_actor(seat));
    if (event->verb == ARB_VERB_SET_CLOCK && !arb_rights_may_know(seat, ARB_SECRET_COUNT, t->game))
        told.flags &= (uint16_t)~ARB_EVENT_MOVES;
    object = arb_json_put(object, "event",
                          whole ? event_text(&told)
                                : json_string(arb_verb_get((arb_verb)event->verb)->words));
    return arb_json_put(object, "words",
                        event_words(&told, whole, arb_game_regulations(t->game)->book));
}

static json_t *rulings(const arb_table *t, size_t index, arb_seat seat)
{
    arb_verdict verdict;

    arb_game_verdict(&verdict, t->game, index);
    return arb_api_verdict(t, &verdict, seat);
}

json_t *slow_entry(const arb_table *t, size_t index, arb_seat seat)
{
    const arb_log_entry *entry = &t->log[index];
    bool refused;
    const arb_event *event = arb_game_event(t->game, index, &refused);

    json_t *object = json_pack("{sI sI sf ss}", "seq", (json_int_t)entry->sequence, "number",
                               (json_int_t)(index + 1), "time", (double)event->time / 1000.0,
                               "actor", arb_actor_word((arb_actor)event->actor));
    object = put_event(object, event, t, index, seat);
    object = arb_json_put(object, "refused", json_boolean(refused));
    object = arb_json_put(object, "hall", json_boolean(entry->by_hall));
    if (arb_log_is_entered(entry, event))
        object = arb_json_put(object, "entered", json_true());
    object = arb_json_put(object, "rulings", rulings(t, index, seat));
    if (!arb_rights_watches(seat, t->game))
        return object;
    const char *call = arb_call_word(arb_call_of(t, index));
    return arb_json_put(object, "calls", call ? json_string(call) : json_null());
}

static json_t *made(const char *san, const char *uci, const arb_setup *after,
                    const int64_t clock_ms[2])
{
    char fen[ARB_FEN_SIZE];

    (void)arb_fen_write(fen, sizeof fen, after, ARB_FEN_X, NULL);
    return json_pack("{ss ss ss sI sI}", "san", san, "uci", uci, "fen", fen, "white_ms",
                     (json_int_t)clock_ms[ARB_WHITE], "black_ms", (json_int_t)clock_ms[ARB_BLACK]);
}

/* An illegal displacement; written like a move from `before`, or plainly when that is NULL. */
static json_t *displaced(const arb_pos *before, arb_hand hand, const arb_setup *after,
                         const int64_t clock_ms[2])
{
    char san[MOVE_ROOM], uci[MOVE_ROOM];

    (void)arb_hand_write(uci, sizeof uci, hand);
    if (before)
        (void)arb_hand_san_write(san, sizeof san, before, hand, after);
    return made(before ? san : uci, uci, after, clock_ms);
}

static json_t *move_json(const arb_table *t, arb_seat seat, arb_ply ply)
{
    const arb_history *history = arb_game_history(t->game);
    const arb_ply_record *record = arb_history_get(history, ply);
    const arb_setup after = arb_history_board(history, ply);
    char san[MOVE_ROOM], uci[MOVE_ROOM];
    arb_pos before;

    if (record->kind == ARB_PLY_HAND) {
        const bool hidden = !arb_rights_may_know(seat, ARB_SECRET_ILLEGAL, t->game) &&
                            arb_history_position(&before, history, record->before);
        return displaced(hidden ? &before : NULL, record->hand, &after, record->note.clock_ms);
    }
    (void)arb_game_ply_write(san, sizeof san, t->game, ply);
    (void)arb_uci_write(uci, sizeof uci, record->move,
                        (arb_variant)arb_game_regulations(t->game)->variant);
    return made(san, uci, &after, record->note.clock_ms);
}

/* The displacement on the board, for a seat that has to take it for a move; otherwise NULL. */
static json_t *displacement_json(const arb_table *t, arb_seat seat)
{
    const arb_state *state = arb_game_state(t->game);
    const arb_setup after = arb_state_board(state);
    int64_t clock_ms[2];
    arb_hand hand;

    if (arb_rights_may_know(seat, ARB_SECRET_DISPLACEMENT, t->game) ||
        !arb_state_displacement(&hand, clock_ms, state))
        return NULL;
    return displaced(arb_state_position(state), hand, &after, clock_ms);
}

json_t *slow_last_move(const arb_table *t, arb_seat seat)
{
    const size_t count = arb_game_plies(NULL, 0, t->game);

    if (!arb_rights_sees_board(seat, t->game))
        return json_null();
    json_t *attempt = displacement_json(t, seat);
    if (attempt || count == 0)
        return attempt ? attempt : json_null();
    arb_ply *plies = calloc(count, sizeof *plies);
    if (!plies)
        return NULL;
    (void)arb_game_plies(plies, count, t->game);
    json_t *move = move_json(t, seat, plies[count - 1]);
    free(plies);
    return move;
}
