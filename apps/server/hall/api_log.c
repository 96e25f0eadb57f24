/* SPDX-License-Identifier: MIT */
/* Events with their rulings, and the moves, as JSON; see api.h. */
#include <stdlib.h>
#include <string.h>

#include "arbitro/fen.h"
#include "arbitro/game_envelope.h"
#include "arbitro/notation.h"
#include "common/deeds.h"
#include "server/hall/api.h"
#include "server/hall/json_text.h"

enum { SENTENCE_ROOM = 1024, MOVE_ROOM = 64, TEXT_ROOM = 256, WORDS_MAX = 16384 };

/* An event with its words and rulings. */
enum { ENTRY_MAX = 1 << 20, MOVES_MAX = 64 << 20 };

/* "...; a warning is due.": where nobody can give one, the sentence ends before that. */
static void cut_warning(char *sentence)
{
    char *last = strrchr(sentence, ';');

    if (last)
        memcpy(last, ".", sizeof ".");
}

static json_t *ruling_json(const arb_ruling *ruling, const arb_table *t)
{
    const bool warns = ruling->effect == ARB_EFFECT_WARNING;
    char en[SENTENCE_ROOM], it[SENTENCE_ROOM];
    json_t *object = arb_json_ruling(ruling, arb_game_regulations(t->game)->book);

    (void)arb_ruling_write(en, sizeof en, ruling, ARB_LANG_EN);
    (void)arb_ruling_write(it, sizeof it, ruling, ARB_LANG_IT);
    if (warns && !arb_rights_has_arbiter(t)) {
        cut_warning(en);
        cut_warning(it);
    }
    object = arb_json_put(object, "warning", json_boolean(warns && arb_rights_has_arbiter(t)));
    return arb_json_put(object, "text", arb_json_texts(en, it));
}

json_t *arb_api_verdict(const arb_table *t, const arb_verdict *verdict, arb_seat seat)
{
    json_t *list = json_array();

    for (size_t i = 0; i < verdict->count; i++)
        if (arb_rights_may_know(seat, arb_secret_of_ruling(&verdict->ruling[i]), t->game))
            list = arb_json_add(list, ruling_json(&verdict->ruling[i], t));
    if (verdict->refused &&
        arb_rights_may_know(seat, arb_secret_of_ruling(&verdict->refusal), t->game))
        list = arb_json_add(list, ruling_json(&verdict->refusal, t));
    return list;
}

bool arb_api_is_ruled(const arb_table *t, size_t index, arb_seat seat)
{
    arb_verdict verdict;

    arb_game_verdict(&verdict, t->game, index);
    for (size_t i = 0; i < verdict.count; i++)
        if (arb_rights_may_know(seat, arb_secret_of_ruling(&verdict.ruling[i]), t->game))
            return true;
    return verdict.refused;
}

/* ---- an event, as text: it is told with every event to everybody */

/* The event in canonical form, without the time and the actor, which stand beside it. */
static void put_text(arb_json_text *w, const arb_event *event)
{
    char room[TEXT_ROOM];
    const size_t size = arb_event_write_words(room, sizeof room, event);
    char *longer = size < sizeof room ? NULL : malloc(size + 1);

    if (longer)
        (void)arb_event_write_words(longer, size + 1, event);
    else if (size >= sizeof room)
        w->err = ARB_NOMEM;
    arb_json_text_string(w, longer ? longer : room);
    free(longer);
}

/* The event as people say it, whole or by its verb alone. */
static void put_words(arb_json_text *w, const arb_event *event, bool whole,
                      const arb_rulebook *book)
{
    static const char *const keys[ARB_LANG_COUNT] = {
        [ARB_LANG_EN] = ",\"words\":{\"en\":", [ARB_LANG_IT] = ",\"it\":"
    };

    arb_buf text;

    arb_buf_init(&text, NULL, WORDS_MAX);
    for (unsigned lang = 0; lang < ARB_LANG_COUNT; lang++) {
        arb_ink ink = { .out = &text };

        arb_buf_cut(&text, 0);
        if (whole)
            arb_deed_write(&ink, event, book, (arb_lang)lang);
        else
            arb_deed_name(&ink, (arb_verb)event->verb, (arb_lang)lang);
        arb_json_text_put(w, keys[lang]);
        arb_json_text_string(w, arb_buf_text(&text));
        if (ink.err)
            w->err = ink.err;
    }
    arb_buf_clear(&text);
    arb_json_text_put(w, "}");
}

/* A secret event is told by its verb alone, what is sealed without its text (Guidelines I), and the
 * setting of a clock without its move counter. */
static void put_event(arb_json_text *w, const arb_event *event, const arb_table *t, size_t index,
                      arb_seat seat)
{
    const bool own = arb_log_is_own(t, event, seat);
    const bool whole = arb_rights_may_know(seat, arb_secret_of_event(event), t->game) &&
                       (!arb_log_is_private(event) || own || arb_rights_watches(seat, t->game));
    arb_event told;

    (void)arb_game_told(&told, t->game, index, arb_seat_actor(seat));
    if (event->verb == ARB_VERB_SET_CLOCK && !arb_rights_may_know(seat, ARB_SECRET_COUNT, t->game))
        told.flags &= (uint16_t)~ARB_EVENT_MOVES;
    arb_json_text_put(w, ",\"event\":");
    if (whole)
        put_text(w, &told);
    else
        arb_json_text_string(w, arb_verb_get((arb_verb)event->verb)->words);
    put_words(w, &told, whole, arb_game_regulations(t->game)->book);
}

void arb_api_put_rulings(arb_json_text *w, const arb_table *t, size_t index, arb_seat seat)
{
    arb_verdict verdict;

    arb_game_verdict(&verdict, t->game, index);
    if (verdict.count == 0 && !verdict.refused)
        arb_json_text_put(w, "[]");
    else
        arb_json_text_value(w, arb_api_verdict(t, &verdict, seat));
}

arb_err arb_api_write_entry(arb_buf *out, const arb_table *t, size_t index, arb_seat seat)
{
    const arb_log_entry *entry = &t->log[index];
    bool refused;
    const arb_event *event = arb_game_event(t->game, index, &refused);
    arb_json_text w;

    arb_json_text_begin(&w, out);
    arb_json_text_put(&w, "{\"seq\":");
    arb_json_text_integer(&w, (int64_t)entry->sequence);
    arb_json_text_put(&w, ",\"number\":");
    arb_json_text_integer(&w, (int64_t)index + 1);
    arb_json_text_put(&w, ",\"time\":");
    arb_json_text_seconds(&w, event->time);
    arb_json_text_put(&w, ",\"actor\":");
    const char *actor = arb_actor_word((arb_actor)event->actor);
    arb_json_text_word(&w, actor, strlen(actor), false);
    put_event(&w, event, t, index, seat);
    arb_json_text_put(&w, refused ? ",\"refused\":true" : ",\"refused\":false");
    arb_json_text_put(&w, entry->by_hall ? ",\"hall\":true" : ",\"hall\":false");
    if (arb_log_is_entered(entry, event))
        arb_json_text_put(&w, ",\"entered\":true");
    arb_json_text_put(&w, ",\"rulings\":");
    arb_api_put_rulings(&w, t, index, seat);
    if (arb_rights_watches(seat, t->game)) {
        arb_json_text_put(&w, ",\"calls\":");
        arb_json_text_string(&w, arb_call_word(arb_call_of(t, index)));
    }
    arb_json_text_put(&w, "}");
    return arb_json_text_end(&w);
}

/* The tree of what was written, which is given up. */
static json_t *tree_of(arb_buf *text, arb_err err)
{
    json_t *tree =
        err ? NULL : json_loadb(arb_buf_text(text), arb_buf_size(text), JSON_DECODE_ANY, NULL);

    arb_buf_clear(text);
    return tree;
}

json_t *arb_api_log_entry(const arb_table *t, size_t index, arb_seat seat)
{
    arb_buf text;

    arb_buf_init(&text, NULL, ENTRY_MAX);
    return tree_of(&text, arb_api_write_entry(&text, t, index, seat));
}

arb_err arb_api_write_log(arb_buf *out, const arb_table *t, arb_seat seat)
{
    arb_err err = arb_buf_add_char(out, '[');
    bool follows = false;

    for (size_t i = 0; i < t->log_count && !err; i++) {
        if (!arb_log_is_visible(t, i, seat))
            continue;
        if (follows)
            err = arb_buf_add_char(out, ',');
        if (!err)
            err = arb_api_write_entry(out, t, i, seat);
        follows = true;
    }
    return err ? err : arb_buf_add_char(out, ']');
}

/* ---- the moves, as text too */

/* Nothing of it has to be escaped. */
static void put_move(arb_json_text *w, const char *san, const char *uci, const arb_setup *after,
                     const int64_t clock_ms[2], arb_fen_kept *kept)
{
    arb_fen_keep(kept, after);
    arb_json_text_put(w, "{\"san\":");
    arb_json_text_word(w, san, strlen(san), false);
    arb_json_text_put(w, ",\"uci\":");
    arb_json_text_word(w, uci, strlen(uci), false);
    arb_json_text_put(w, ",\"fen\":");
    arb_json_text_word(w, kept->text, kept->size, false);
    arb_json_text_put(w, ",\"white_ms\":");
    arb_json_text_integer(w, clock_ms[ARB_WHITE]);
    arb_json_text_put(w, ",\"black_ms\":");
    arb_json_text_integer(w, clock_ms[ARB_BLACK]);
    arb_json_text_put(w, "}");
}

/* An illegal displacement; written like a move from `before`, or plainly when that is NULL. */
static void put_displaced(arb_json_text *w, const arb_pos *before, arb_hand hand,
                          const arb_setup *after, const int64_t clock_ms[2], arb_fen_kept *kept)
{
    char san[MOVE_ROOM], uci[MOVE_ROOM];

    (void)arb_hand_write(uci, sizeof uci, hand);
    if (before)
        (void)arb_hand_san_write(san, sizeof san, before, hand, after);
    put_move(w, before ? san : uci, uci, after, clock_ms, kept);
}

static void put_ply(arb_json_text *w, const arb_table *t, arb_seat seat, arb_ply ply,
                    arb_fen_kept *kept)
{
    const arb_history *history = arb_game_history(t->game);
    const arb_ply_record *record = arb_history_get(history, ply);
    const arb_setup after = arb_history_board(history, ply);
    char san[MOVE_ROOM], uci[MOVE_ROOM];
    arb_pos before;

    if (record->kind == ARB_PLY_HAND) {
        const bool hidden = !arb_rights_may_know(seat, ARB_SECRET_ILLEGAL, t->game) &&
                            arb_history_position(&before, history, record->before);
        put_displaced(w, hidden ? &before : NULL, record->hand, &after, record->note.clock_ms,
                      kept);
        return;
    }
    (void)arb_game_ply_write(san, sizeof san, t->game, ply);
    (void)arb_uci_write(uci, sizeof uci, record->move,
                        (arb_variant)arb_game_regulations(t->game)->variant);
    put_move(w, san, uci, &after, record->note.clock_ms, kept);
}

/* Puts the displacement on the board, for a seat that has to take it for a move; otherwise false.
 */
static bool put_displacement(arb_json_text *w, const arb_table *t, arb_seat seat,
                             const char *before, arb_fen_kept *kept)
{
    const arb_state *state = arb_game_state(t->game);
    int64_t clock_ms[2];
    arb_hand hand;

    if (arb_rights_may_know(seat, ARB_SECRET_DISPLACEMENT, t->game) ||
        !arb_state_displacement(&hand, clock_ms, state))
        return false;
    const arb_setup after = arb_state_board(state);
    arb_json_text_put(w, before);
    put_displaced(w, arb_state_position(state), hand, &after, clock_ms, kept);
    return true;
}

static void put_plies(arb_json_text *w, const arb_table *t, arb_seat seat)
{
    const size_t count = arb_game_plies(NULL, 0, t->game);
    arb_ply *plies = count ? malloc(count * sizeof *plies) : NULL;
    arb_fen_kept kept = { .size = 0 };

    if (plies)
        (void)arb_game_plies(plies, count, t->game);
    else if (count)
        w->err = ARB_NOMEM;
    for (size_t i = 0; plies && i < count; i++) {
        arb_json_text_put(w, i > 0 ? "," : "");
        put_ply(w, t, seat, plies[i], &kept);
    }
    (void)put_displacement(w, t, seat, count > 0 ? "," : "", &kept);
    free(plies);
}

arb_err arb_api_write_moves(arb_buf *out, const arb_table *t, arb_seat seat)
{
    arb_json_text w;

    arb_json_text_begin(&w, out);
    arb_json_text_put(&w, "[");
    if (arb_rights_sees_board(seat, t->game))
        put_plies(&w, t, seat);
    arb_json_text_put(&w, "]");
    return arb_json_text_end(&w);
}

json_t *arb_api_moves(const arb_table *t, arb_seat seat)
{
    arb_buf text;

    arb_buf_init(&text, NULL, MOVES_MAX);
    return tree_of(&text, arb_api_write_moves(&text, t, seat));
}

arb_err arb_api_write_last_move(arb_buf *out, const arb_table *t, arb_seat seat, arb_fen_kept *kept)
{
    arb_json_text w;
    arb_ply last;

    arb_json_text_begin(&w, out);
    if (!arb_rights_sees_board(seat, t->game))
        arb_json_text_put(&w, "null");
    else if (!put_displacement(&w, t, seat, "", kept)) {
        if (arb_game_last_ply(&last, t->game))
            put_ply(&w, t, seat, last, kept);
        else
            arb_json_text_put(&w, "null");
    }
    return arb_json_text_end(&w);
}

json_t *arb_api_last_move(const arb_table *t, arb_seat seat)
{
    arb_fen_kept kept = { .size = 0 };
    arb_buf text;

    arb_buf_init(&text, NULL, ENTRY_MAX);
    return tree_of(&text, arb_api_write_last_move(&text, t, seat, &kept));
}

json_t *arb_api_names(const arb_names *names)
{
    return json_pack("{ss? ss? ss?}", "white", names->white, "black", names->black, "event",
                     names->event);
}
