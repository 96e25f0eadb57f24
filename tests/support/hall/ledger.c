/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "support/hall/ledger.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "support/case_game.h"

enum { SENT_AGAIN = 3, UNANSWERED = 0 };

ledger *ledger_new(unsigned count)
{
    void *shared = mmap(NULL, count * sizeof(ledger), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    assert_true(shared != MAP_FAILED);
    return shared;
}

void ledger_begin(ledger *l, const seats *s)
{
    memset(l, 0, offsetof(ledger, lines));
    l->s = *s;
}

static const char *token_of(const ledger *l, arb_seat seat)
{
    return seat == ARB_SEAT_WHITE ? l->s.white : seat == ARB_SEAT_BLACK ? l->s.black : l->s.arbiter;
}

/* Sends line `number` for the first time or again; UNANSWERED, or the status. */
static unsigned send_line(json_t **answer, ledger *l, client *c, unsigned number)
{
    const ledger_line *line = &l->lines[number];
    json_t *object;
    char id[24];

    (void)snprintf(id, sizeof id, "line-%u", number);
    object = json_pack("{ss ss}", "id", id, "event", line->event);
    char *body = json_dumps(object, 0);
    const unsigned status =
        hall_ask_on(answer, c, "POST", "/api/events", token_of(l, line->seat), body);
    free(body);
    json_decref(object);
    return status;
}

static void note(ledger *l, json_t *answer)
{
    const unsigned number = atomic_load(&l->acknowledged);
    ledger_line *line = &l->lines[number];
    const char *phase = text_at(answer, "state.phase");

    line->sequence = number_at(answer, "seq");
    line->number = number_at(answer, "number");
    line->refused = json_is_true(at(answer, "refused"));
    (void)snprintf(l->fen, sizeof l->fen, "%s", text_at(answer, "state.fen"));
    if (phase && strcmp(phase, "finished") == 0)
        atomic_store(&l->over, true);
    atomic_store(&l->acknowledged, number + 1);
}

bool ledger_send(ledger *l, client *c, arb_seat seat, const char *event)
{
    const unsigned number = atomic_load(&l->acknowledged);
    json_t *answer = NULL;

    if (event) {
        assert_int_equal(atomic_load(&l->sent), number);
        assert_true(number + 1 < LEDGER_MAX);
        l->lines[number].seat = seat;
        (void)snprintf(l->lines[number].event, LEDGER_WORDS, "%s", event);
        atomic_store(&l->sent, number + 1);
    }
    const unsigned status = send_line(&answer, l, c, number);
    if (status == 200)
        note(l, answer);
    else if (status != UNANSWERED)
        atomic_store(&l->sent, number); /* it does not count */
    json_decref(answer);
    return status != UNANSWERED;
}

/* ---- the truth */

/* The entries of the log that were sent by somebody are the lines, one for one. */
static void assert_log(const ledger *l, json_t *log)
{
    const unsigned acknowledged = atomic_load(&l->acknowledged);
    unsigned found = 0;

    for (size_t i = 0; i < json_array_size(log); i++) {
        json_t *entry = json_array_get(log, i);
        if (json_is_true(at(entry, "hall")))
            continue;
        if (found == acknowledged)
            fail_msg("%s was never acknowledged", text_at(entry, "event"));
        const ledger_line *line = &l->lines[found++];
        if (number_at(entry, "seq") != line->sequence ||
            number_at(entry, "number") != line->number ||
            json_is_true(at(entry, "refused")) != line->refused)
            fail_msg("%s was acknowledged as %lld, and %s is %lld", line->event, line->sequence,
                     text_at(entry, "event"), number_at(entry, "seq"));
    }
    if (found != acknowledged)
        fail_msg("%u events were acknowledged, and %u are there", acknowledged, found);
}

static void assert_known(ledger *l, client *c)
{
    const unsigned count = atomic_load(&l->acknowledged);

    for (unsigned i = count > SENT_AGAIN ? count - SENT_AGAIN : 0; i < count; i++) {
        json_t *answer = NULL;
        assert_int_equal(send_line(&answer, l, c, i), 200);
        assert_true(json_is_true(at(answer, "again")));
        assert_int_equal(number_at(answer, "seq"), l->lines[i].sequence);
        assert_int_equal(number_at(answer, "number"), l->lines[i].number);
        json_decref(answer);
    }
}

static char *case_of(const hall *h, const char *token)
{
    client c = client_open(h->port);
    static reply r;
    char head[256];

    (void)snprintf(head, sizeof head,
                   "GET /api/case HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n",
                   token);
    assert_true(client_send(&c, head));
    assert_true(client_reply(&r, &c, false));
    assert_int_equal(r.status, 200);
    char *text = strdup(r.body);
    assert_non_null(text);
    client_close(&c);
    return text;
}

static void assert_same_clocks(const arb_state *state, json_t *clock)
{
    if (!json_is_object(clock) || text_at(clock, "running")) /* it shows another instant */
        return;
    assert_int_equal(arb_state_clock(state, ARB_WHITE), number_at(clock, "white"));
    assert_int_equal(arb_state_clock(state, ARB_BLACK), number_at(clock, "black"));
}

void ledger_assert_judged(const hall *h, const char *token, size_t *events)
{
    json_t *game = hall_look(h, token);
    char *text = case_of(h, token), fen[ARB_FEN_SIZE];
    case_game again = case_game_of(text);
    const arb_state *state = arb_game_state(again.game);

    (void)arb_pos_fen(fen, sizeof fen, arb_state_position(state));
    assert_string_equal(fen, text_at(game, "state.fen"));
    assert_string_equal(arb_result_text(arb_state_result(state)), text_at(game, "state.result"));
    assert_int_equal(arb_game_size(again.game), json_array_size(at(game, "log")));
    assert_same_clocks(state, at(game, "state.clock"));
    if (events)
        *events = json_array_size(at(game, "log"));
    case_game_free(&again);
    free(text);
    json_decref(game);
}

void ledger_assert(ledger *l, const hall *h)
{
    client c = client_open(h->port);

    if (atomic_load(&l->sent) > atomic_load(&l->acknowledged))
        assert_true(ledger_send(l, &c, ARB_SEAT_WHITE, NULL));
    json_t *game = hall_look(h, l->s.arbiter);
    assert_log(l, at(game, "log"));
    json_decref(game);
    assert_known(l, &c);
    client_close(&c);
    ledger_assert_judged(h, l->s.arbiter, NULL);
}
