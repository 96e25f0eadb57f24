/* SPDX-License-Identifier: MIT */
/* Who plays while halls and databases come and go; see senders.h. */
#define _GNU_SOURCE
#include "support/hall/senders.h"

#include <libpq-fe.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "arbitro/fen.h"
#include "arbitro/notation.h"

shared *all;

/* ---- a sender, a process of its own */

static unsigned ask_any(json_t **out, sender *me, const char *path, const char *token,
                        const char *body)
{
    const unsigned which = (unsigned)random() % HALLS;
    hall any = { .port = atomic_load(&all->port[which]) };

    *out = NULL;
    if (any.port == 0)
        return 0;
    atomic_store(&me->asked_ms, client_now());
    me->tries++;
    const unsigned status = hall_ask(out, &any, "POST", path, token, body);
    const char *why = text_at(*out, "error");
    me->hall = which;
    me->status = status;
    (void)snprintf(me->why, sizeof me->why, "%s", why ? why : "");
    return status;
}

static bool choose(char *out, size_t room, bool *black, const char *fen)
{
    arb_move moves[ARB_MOVES_MAX];
    char text[ARB_MOVE_TEXT_SIZE];
    arb_setup setup;
    arb_pos pos;

    if (arb_fen_read(&setup, NULL, fen, strlen(fen), NULL) != ARB_OK)
        return false;
    (void)arb_pos_from_setup(&pos, &setup);
    const size_t count = arb_pos_moves(moves, &pos);
    if (count == 0)
        return false;
    (void)arb_move_write(text, sizeof text, &pos, moves[(size_t)random() % count], &arb_style_uci);
    (void)snprintf(out, room, "play %.8s", text);
    *black = pos.turn == ARB_BLACK;
    return true;
}

static void announce(sender *me, const char *event, unsigned id)
{
    (void)snprintf(me->event, sizeof me->event, "%s", event);
    me->id = id;
    me->tries = 0;
    atomic_store(&me->since_ms, client_now());
}

/* Sends until it is acknowledged; NULL when the test is over. */
static json_t *deliver(sender *me, const seats *s, const char *token, unsigned id,
                       const char *event)
{
    char body[128];
    json_t *answer = NULL;

    announce(me, event, id);
    (void)snprintf(body, sizeof body, "{\"id\":\"line-%u\",\"event\":\"%s\"}", id, event);
    while (ask_any(&answer, me, "/api/events", token, body) != 200) {
        json_decref(answer);
        if (atomic_load(&all->stop))
            return NULL;
        client_sleep(20);
    }
    const unsigned i = atomic_load(&me->count);
    me->lines[i].game = s->game;
    me->lines[i].id = id;
    me->lines[i].sequence = number_at(answer, "seq");
    me->lines[i].number = (unsigned)number_at(answer, "number");
    atomic_store(&me->count, i + 1);
    return answer;
}

/* Makes a game; false when the test is over. */
static bool make(sender *me, seats *s)
{
    json_t *made = NULL;

    announce(me, "a new game", 0);
    while (ask_any(&made, me, "/api/games", NULL, "{\"mode\":\"tournament\",\"time\":\"36000\"}") !=
           201) {
        json_decref(made);
        if (atomic_load(&all->stop))
            return false;
        client_sleep(20);
    }
    s->game = (int)number_at(made, "game");
    (void)snprintf(s->white, sizeof s->white, "%s", text_at(made, "tokens.white"));
    (void)snprintf(s->black, sizeof s->black, "%s", text_at(made, "tokens.black"));
    (void)snprintf(s->arbiter, sizeof s->arbiter, "%s", text_at(made, "tokens.arbiter"));
    json_decref(made);
    me->at = *s;
    return true;
}

/* One game to its end: a random move whenever it is played, the arbiter whenever it stands. */
static void play(sender *me)
{
    seats s = { .game = 0 };
    char event[48] = "start", fen[100] = "";
    bool black = false;

    if (!make(me, &s))
        return;
    json_t *answer = deliver(me, &s, s.arbiter, 0, event);
    for (unsigned id = 1; answer && !atomic_load(&all->stop); id++) {
        const char *phase = text_at(answer, "state.phase");
        const bool stopped = phase && strcmp(phase, "stopped") == 0;
        (void)snprintf(fen, sizeof fen, "%s", text_at(answer, "state.fen"));
        const bool over = phase && strcmp(phase, "finished") == 0;
        json_decref(answer);
        answer = NULL;
        if (over || atomic_load(&me->count) + 2 > LINES_MAX)
            break;
        if (!stopped && !choose(event, sizeof event, &black, fen))
            break;
        answer = stopped ? deliver(me, &s, s.arbiter, id, "resume")
                         : deliver(me, &s, black ? s.black : s.white, id, event);
        client_sleep(15);
    }
    json_decref(answer);
}

pid_t senders_start(unsigned i)
{
    const pid_t child = fork();

    if (child != 0)
        return child;
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    srandom(i + 1);
    while (!atomic_load(&all->stop))
        play(&all->of[i]);
    _exit(0);
}

void senders_init(void)
{
    all = mmap(NULL, sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(all != MAP_FAILED);
    for (unsigned i = 0; i < HALLS; i++)
        passage_open(&all->way[i]);
}

/* ---- the truth */

void senders_assert_told(sender *me, const char *address)
{
    PGconn *conn = PQconnectdb(address);
    const unsigned count = atomic_load(&me->count);

    PQclear(PQexec(conn, "SET search_path = arbitro"));
    for (unsigned i = me->looked_at; i < count; i++) {
        char text[256];
        (void)snprintf(text, sizeof text,
                       "SELECT sequence, number FROM events WHERE game = %d AND client IN"
                       " ('w.line-%u', 'b.line-%u', 'a.line-%u')",
                       me->lines[i].game, me->lines[i].id, me->lines[i].id, me->lines[i].id);
        PGresult *rows = PQexec(conn, text);
        if (PQntuples(rows) != 1 || atoll(PQgetvalue(rows, 0, 0)) != me->lines[i].sequence ||
            atoll(PQgetvalue(rows, 0, 1)) != (long long)me->lines[i].number)
            fail_msg("game %d, line %u: acknowledged as %lld, and there are %d", me->lines[i].game,
                     me->lines[i].id, me->lines[i].sequence, PQntuples(rows));
        PQclear(rows);
    }
    PQfinish(conn);
    me->looked_at = count;
}
