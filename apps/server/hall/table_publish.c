/* SPDX-License-Identifier: MIT */
/*
 * What has just happened at a table, told to its pages and to whoever did it; see table.h.
 *
 * Most of it is the same for everybody and is made once, as text; only what depends on the seat is
 * added for each.
 */
#include <stdlib.h>

#include "server/hall/json_text.h"
#include "server/hall/shadow.h"

enum { PUBLICATION_LIMIT = 1 << 20 };

/* So much memory of a piece is kept for the next event. */
enum { KEPT_MAX = 1 << 14 };

/* Who are told the same of the state: players hear less than spectators where the board is
 * elsewhere. */
enum { FOR_ARBITER, FOR_ASSISTANT, FOR_OTHERS, FOR_PLAYERS, READERS };

/*
 * Pieces of JSON, each made when it is needed. Their memory stays with the hall, which tells one
 * thing after the other.
 */
typedef struct arb_telling {
    arb_buf state[READERS];        /* after the event, for those who are told the same */
    arb_buf move[READERS];         /* the last one, the same */
    arb_buf entry[ARB_SEAT_COUNT]; /* of the log: the same, or for one seat alone */
    arb_buf own[ARB_SEAT_COUNT];   /* what the state is for one seat alone */
    arb_buf whole;                 /* what is put together of them for a stream or an answer */
    arb_fen_kept fen;
} publication;

static unsigned reader(const arb_table *t, arb_seat seat)
{
    if (seat == ARB_SEAT_ASSISTANT)
        return FOR_ASSISTANT;
    if (!arb_rights_sees_board(seat, t->game))
        return FOR_PLAYERS;
    return seat == ARB_SEAT_ARBITER || seat == ARB_SEAT_DESK ? FOR_ARBITER : FOR_OTHERS;
}

/* Which of the entries: one for all who read alike, unless it is about somebody's own sheet. */
static arb_seat entry_of(const arb_table *t, arb_seat seat)
{
    static const arb_seat alike[] = { [FOR_ARBITER] = ARB_SEAT_ARBITER,
                                      [FOR_ASSISTANT] = ARB_SEAT_ASSISTANT,
                                      [FOR_OTHERS] = ARB_SEAT_SPECTATOR,
                                      [FOR_PLAYERS] = ARB_SEAT_SPECTATOR };

    return arb_log_is_private(arb_game_event(t->game, t->log_count - 1, NULL))
               ? seat
               : alike[reader(t, seat)];
}

static void for_each(publication *n, void (*visit)(arb_buf *piece))
{
    for (unsigned i = 0; i < READERS; i++) {
        visit(&n->state[i]);
        visit(&n->move[i]);
    }
    for (unsigned i = 0; i < ARB_SEAT_COUNT; i++) {
        visit(&n->entry[i]);
        visit(&n->own[i]);
    }
    visit(&n->whole);
}

static void init_piece(arb_buf *piece)
{
    arb_buf_init(piece, NULL, PUBLICATION_LIMIT);
}

static void forget_piece(arb_buf *piece)
{
    if (arb_buf_size(piece) > KEPT_MAX)
        arb_buf_clear(piece);
    else
        arb_buf_cut(piece, 0);
}

/* Nothing is in it yet; NULL for want of memory. */
static publication *begin(arb_hall *hall)
{
    if (!hall->telling && (hall->telling = calloc(1, sizeof *hall->telling)))
        for_each(hall->telling, init_piece);
    else if (hall->telling)
        for_each(hall->telling, forget_piece);
    return hall->telling;
}

void arb_telling_free(arb_hall *hall)
{
    if (hall->telling)
        for_each(hall->telling, arb_buf_clear);
    free(hall->telling);
    hall->telling = NULL;
}

/* Is it still to be made? */
static bool is_missing(const arb_buf *piece)
{
    return arb_buf_size(piece) == 0;
}

/* What was not made whole is not there at all. */
static arb_err made(arb_buf *piece, arb_err err)
{
    if (err)
        arb_buf_cut(piece, 0);
    return err;
}

/* Makes the state and the last move as this seat sees them, unless they are there. */
static arb_err make_state(publication *n, const arb_table *t, arb_seat seat)
{
    const unsigned who = reader(t, seat);
    arb_buf *state = &n->state[who], *own = &n->own[seat], *move = &n->move[who];
    arb_err err = ARB_OK;

    if (is_missing(state))
        err = made(state, arb_api_write_seen(state, t, seat, &n->fen));
    if (!err && is_missing(own))
        err = made(own, arb_api_write_own(own, t, seat));
    if (!err && is_missing(move))
        err = made(move, arb_api_write_last_move(move, t, seat, &n->fen));
    return err;
}

static void put_piece(arb_json_text *w, const arb_buf *piece)
{
    arb_json_text_put_bytes(w, arb_buf_text(piece), arb_buf_size(piece));
}

ARB_JSON_TEXT_INLINE void put_number(arb_json_text *w, const char *before, uint64_t number)
{
    arb_json_text_put(w, before);
    arb_json_text_integer(w, (int64_t)number);
}

/* The members "state" and "move", which were made: two objects become one. */
static void put_state(arb_json_text *w, const publication *n, const arb_table *t, arb_seat seat)
{
    const unsigned who = reader(t, seat);
    const arb_buf *state = &n->state[who], *own = &n->own[seat];

    arb_json_text_put(w, ",\"state\":");
    arb_json_text_put_bytes(w, arb_buf_text(state), arb_buf_size(state) - 1);
    arb_json_text_put(w, ",");
    arb_json_text_put_bytes(w, arb_buf_text(own) + 1, arb_buf_size(own) - 1);
    arb_json_text_put(w, ",\"move\":");
    put_piece(w, &n->move[who]);
}

/* ---- the pages */

/* Pieces of JSON hold no end of a line, so that they are one line of data. */
static arb_err write_event(arb_buf *out, publication *n, const arb_table *t, arb_seat seat)
{
    arb_buf *entry = &n->entry[entry_of(t, seat)];
    arb_err err = make_state(n, t, seat);
    arb_json_text w;

    if (!err && is_missing(entry))
        err = made(entry, arb_api_write_entry(entry, t, t->log_count - 1, seat));
    if (err)
        return err;
    arb_json_text_begin(&w, out);
    put_number(&w, "id: ", t->sequence);
    arb_json_text_put(&w, "\nevent: event\ndata: {\"log\":");
    put_piece(&w, entry);
    put_state(&w, n, t, seat);
    if (seat == ARB_SEAT_DESK)
        put_number(&w, ",\"game\":", t->id);
    arb_json_text_put(&w, "}\n\n");
    return arb_json_text_end(&w);
}

/* One event for all the pages of one seat: it is written once, and may come `late`. */
static void push_to(arb_viewer *viewers, publication *n, const arb_table *t, arb_seat seat,
                    bool late)
{
    arb_buf *event = &n->whole;

    arb_buf_cut(event, 0);
    for (arb_viewer *v = viewers; v; v = v->next) {
        if (v->seat != seat)
            continue;
        if (arb_buf_size(event) == 0 && write_event(event, n, t, seat) != ARB_OK)
            break;
        (void)(late ? arb_stream_push_late : arb_stream_push_soon)(v->stream, arb_buf_text(event),
                                                                   arb_buf_size(event));
    }
}

/* Has a player of this seat done it, who is answered, and is there nothing else to be told of it?
 */
static bool knows(const arb_table *t, const arb_submission *s, arb_seat seat)
{
    return s && s->exchange && s->seat == seat && seat <= ARB_SEAT_BLACK &&
           !arb_api_is_ruled(t, t->log_count - 1, seat);
}

/* Whoever has the move hears of it first: that clock is running. */
static void push(arb_table *t, publication *n, const arb_submission *s)
{
    static const arb_seat order[2][ARB_SEAT_COUNT - 1] = {
        { ARB_SEAT_WHITE, ARB_SEAT_BLACK, ARB_SEAT_WHITE_ASSISTANT, ARB_SEAT_BLACK_ASSISTANT,
          ARB_SEAT_ARBITER, ARB_SEAT_ASSISTANT, ARB_SEAT_SPECTATOR },
        { ARB_SEAT_BLACK, ARB_SEAT_WHITE, ARB_SEAT_BLACK_ASSISTANT, ARB_SEAT_WHITE_ASSISTANT,
          ARB_SEAT_ARBITER, ARB_SEAT_ASSISTANT, ARB_SEAT_SPECTATOR },
    };
    const size_t index = t->log_count - 1;

    for (unsigned i = 0; i < ARB_SEAT_COUNT - 1; i++) {
        const arb_seat seat = order[arb_state_turn(arb_game_state(t->game)) == ARB_BLACK][i];
        if (t->present[seat] == 0 || !arb_log_is_visible(t, index, seat))
            continue;
        if (seat == ARB_SEAT_SPECTATOR && !t->shadow && arb_table_delay_ms(t) > 0)
            continue; /* that is for the shadow to tell */
        push_to(t->viewers, n, t, seat, knows(t, s, seat));
    }
    if (!t->shadow)
        push_to(t->hall->desk, n, t, ARB_SEAT_DESK, false);
}

/* ---- the sender */

/* The beginning of an answer, up to what was ruled. */
static void put_numbers(arb_json_text *w, uint64_t sequence, size_t number, bool refused,
                        bool again)
{
    put_number(w, "{\"seq\":", sequence);
    put_number(w, ",\"number\":", number);
    arb_json_text_put(w, ",\"refused\":");
    arb_json_text_bool(w, refused);
    arb_json_text_put(w, ",\"again\":");
    arb_json_text_bool(w, again);
    arb_json_text_put(w, ",\"rulings\":");
}

static arb_err end_answer(arb_json_text *w)
{
    put_number(w, ",\"now\":", (uint64_t)arb_boottime_ms());
    arb_json_text_put(w, "}");
    return arb_json_text_end(w);
}

static arb_err write_answer(arb_buf *out, publication *n, const arb_submission *s, size_t number,
                            bool again)
{
    const arb_table *t = s->table;
    const arb_log_entry *entry = &t->log[number - 1];
    /* A spectator is told what became of his own report, though no stream tells of it. */
    const arb_seat seat = s->seat == ARB_SEAT_SPECTATOR ? ARB_SEAT_ARBITER : s->seat;
    const arb_err err = make_state(n, t, s->seat);
    arb_json_text w;

    if (err)
        return err;
    arb_json_text_begin(&w, out);
    put_numbers(&w, entry->sequence, number, arb_log_is_refused(t, number - 1), again);
    arb_api_put_rulings(&w, t, number - 1, seat);
    put_state(&w, n, t, s->seat);
    return end_answer(&w);
}

/* Who looks on with a delay is told that his report has come, and nothing that would be news. */
static arb_err write_receipt(arb_buf *out, publication *n, const arb_table *seen, bool again)
{
    const arb_err err = seen->game ? make_state(n, seen, ARB_SEAT_SPECTATOR) : ARB_OK;
    arb_json_text w;

    if (err)
        return err;
    arb_json_text_begin(&w, out);
    put_numbers(&w, seen->sequence, seen->log_count, false, again);
    arb_json_text_put(&w, "[]");
    if (seen->game)
        put_state(&w, n, seen, ARB_SEAT_SPECTATOR);
    return end_answer(&w);
}

bool arb_table_receive(const arb_submission *s, bool again)
{
    const bool looks_on = s->seat == ARB_SEAT_SPECTATOR && arb_table_delay_ms(s->table) > 0;

    if (!looks_on)
        return false;
    const arb_table *seen = arb_table_seen(s->table);
    publication *n = begin(s->table->hall);
    if (seen && n && write_receipt(&n->whole, n, seen, again) == ARB_OK)
        arb_api_give_text(s->exchange, 200, &n->whole);
    else
        arb_api_fail(s->exchange, ARB_API_MEMORY);
    return true;
}

static void answer(publication *n, const arb_submission *s, size_t number, bool again)
{
    arb_buf_cut(&n->whole, 0);
    if (write_answer(&n->whole, n, s, number, again) == ARB_OK)
        arb_api_give_text(s->exchange, 200, &n->whole);
    else
        arb_api_fail(s->exchange, ARB_API_MEMORY);
}

void arb_table_answer(arb_table *t, arb_submission *s, size_t number, bool again)
{
    if (!s->exchange)
        return;
    publication *n = begin(t->hall);
    if (!n || number == 0 || number > t->log_count)
        arb_api_fail(s->exchange, ARB_API_MEMORY);
    else if (!arb_table_receive(s, again))
        answer(n, s, number, again);
}

void arb_table_tell(arb_table *t, arb_submission *s)
{
    publication *n = begin(t->hall);

    arb_feed_changed(t);
    arb_screens_changed(t);
    if (n)
        push(t, n, s);
    if (!s || !s->exchange)
        return;
    if (!n)
        arb_api_fail(s->exchange, ARB_API_MEMORY);
    else if (!arb_table_receive(s, false))
        answer(n, s, t->log_count, false);
}
