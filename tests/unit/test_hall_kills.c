/* SPDX-License-Identifier: MIT */
/*
 * The hall killed again and again under three kinds of load: moves in many games at once; one long
 * game in which moves are taken back, decisions revoked, sheets written and clocks set; and games
 * that are made and joined, whose links are replaced. Each time it opens again on another port, and
 * whoever sent goes on there. Nothing that was acknowledged is lost, nothing counts twice, and
 * every game stands as its exported case says when it is judged anew. Two dozen kills, two hundred
 * with ARB_TEST_SOAK.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arbitro/fen.h"
#include "arbitro/notation.h"
#include "support/hall/fixture.h"
#include "support/hall/ledger.h"

enum {
    KILLS = 24,
    KILLS_SOAK = 200,
    BOARDS = 4, /* games of the first load */
    LONGEST_MS = 220,
    MADE_MAX = 40000,
    LONG_ENOUGH = 2000,
    LOADS = 3
};

static unsigned dice(unsigned sides)
{
    return (unsigned)random() % sides;
}

/* ---- moves in many games, a process for each */

static ledger *boards;

/* Any legal move of the position that was told last. */
static bool choose(char *out, size_t room, arb_seat *seat, const char *fen)
{
    arb_move moves[ARB_MOVES_MAX];
    arb_setup setup;
    arb_pos pos;
    char text[ARB_MOVE_TEXT_SIZE];

    assert_int_equal(arb_fen_read(&setup, NULL, fen, strlen(fen), NULL), ARB_OK);
    (void)arb_pos_from_setup(&pos, &setup);
    const size_t count = arb_pos_moves(moves, &pos);
    if (count == 0)
        return false;
    (void)arb_move_write(text, sizeof text, &pos, moves[dice((unsigned)count)], &arb_style_uci);
    (void)snprintf(out, room, "play %.8s", text);
    *seat = pos.turn == ARB_WHITE ? ARB_SEAT_WHITE : ARB_SEAT_BLACK;
    return true;
}

static void play_on(ledger *l, client *c)
{
    char event[LEDGER_WORDS];
    arb_seat seat;

    if (!ledger_send(l, c, ARB_SEAT_ARBITER, atomic_load(&l->sent) == 0 ? "start" : "resume"))
        return;
    while (!atomic_load(&l->over) && choose(event, sizeof event, &seat, l->fen)) {
        if (!ledger_send(l, c, seat, event))
            return;
    }
}

/* ---- one long game */

static ledger *book;

static const struct {
    arb_seat seat;
    const char *event;
} deeds[] = {
    { ARB_SEAT_WHITE, "play" },
    { ARB_SEAT_BLACK, "play" },
    { ARB_SEAT_WHITE, "play" },
    { ARB_SEAT_BLACK, "play" },
    { ARB_SEAT_WHITE, "write 1. e4" },
    { ARB_SEAT_BLACK, "write 1. e4 e5 2. Nf3" },
    { ARB_SEAT_WHITE, "offer" },
    { ARB_SEAT_BLACK, "decline" },
    { ARB_SEAT_WHITE, "press" },
    { ARB_SEAT_BLACK, "touch e7" },
    { ARB_SEAT_WHITE, "claim repetition" },
    { ARB_SEAT_ARBITER, "stop" },
    { ARB_SEAT_ARBITER, "resume" },
    { ARB_SEAT_ARBITER, "restore" },
    { ARB_SEAT_ARBITER, "revoke" },
    { ARB_SEAT_ARBITER, "rule so be it" },
    { ARB_SEAT_ARBITER, "set-clock white 1:20:00" },
    { ARB_SEAT_ARBITER, "compensate black 30" },
    { ARB_SEAT_ARBITER, "penalty white warning" },
};

/* The words of a deed: a legal move, a ply to go back to, an event to revoke. */
static arb_seat word(char *out, size_t room, const ledger *l)
{
    const unsigned i = dice(sizeof deeds / sizeof deeds[0]);
    const char *event = deeds[i].event;
    arb_seat seat = deeds[i].seat;

    if (strcmp(event, "restore") == 0)
        (void)snprintf(out, room, "restore %u", dice(4));
    else if (strcmp(event, "revoke") == 0)
        (void)snprintf(out, room, "revoke %u", 1 + dice(atomic_load(&l->acknowledged) + 1));
    else if (strcmp(event, "play") != 0 || !choose(out, room, &seat, l->fen))
        (void)snprintf(out, room, "%s", strcmp(event, "play") == 0 ? "press" : event);
    return seat;
}

static void do_this_and_that(ledger *l, client *c)
{
    char event[LEDGER_WORDS];

    if (atomic_load(&l->sent) == 0 && !ledger_send(l, c, ARB_SEAT_ARBITER, "start"))
        return;
    while (!atomic_load(&l->over) && atomic_load(&l->acknowledged) <= 2 * LONG_ENOUGH) {
        const arb_seat seat = word(event, sizeof event, l);
        if (!ledger_send(l, c, seat, event))
            return;
    }
}

/* ---- games that are made and joined */

typedef struct making {
    atomic_uint count; /* games that were acknowledged */
    struct {
        seats s;
        char joined[32]; /* the token that the code gave; "" when that was not acknowledged */
        bool renewing;   /* a fresh link was asked for White's seat: */
        char fresh[32];  /* this one; "" when that was not acknowledged */
    } made[MADE_MAX];
} making;

static making *all;
static unsigned looked_at; /* as many of them were there when the hall opened last */

static bool join(char *out, size_t room, client *c, const char *code)
{
    json_t *answer = NULL;
    char body[64];

    (void)snprintf(body, sizeof body, "{\"code\":\"%s\"}", code);
    if (hall_ask_on(&answer, c, "POST", "/api/join", NULL, body) != 200) {
        json_decref(answer);
        return false;
    }
    (void)snprintf(out, room, "%s", text_at(answer, "token"));
    json_decref(answer);
    return true;
}

/* White has lost his link. */
static bool renew(char *out, size_t room, client *c, const char *arbiter)
{
    json_t *answer = NULL;

    if (hall_ask_on(&answer, c, "POST", "/api/seat", arbiter, "{\"seat\":\"white\"}") != 200) {
        json_decref(answer);
        return false;
    }
    (void)snprintf(out, room, "%s", text_at(answer, "token"));
    json_decref(answer);
    return true;
}

static bool make(client *c)
{
    const unsigned number = atomic_load(&all->count);
    json_t *made = NULL;
    seats s = { 0 };

    if (number == MADE_MAX ||
        hall_ask_on(&made, c, "POST", "/api/games", NULL, "{\"mode\":\"tournament\"}") != 201) {
        json_decref(made);
        return false;
    }
    s.game = (int)number_at(made, "game");
    (void)snprintf(s.white, sizeof s.white, "%s", text_at(made, "tokens.white"));
    (void)snprintf(s.black, sizeof s.black, "%s", text_at(made, "tokens.black"));
    (void)snprintf(s.arbiter, sizeof s.arbiter, "%s", text_at(made, "tokens.arbiter"));
    (void)snprintf(s.code, sizeof s.code, "%s", text_at(made, "codes.black"));
    json_decref(made);
    all->made[number].s = s;
    all->made[number].joined[0] = all->made[number].fresh[0] = '\0';
    all->made[number].renewing = false;
    atomic_store(&all->count, number + 1);
    if (!join(all->made[number].joined, sizeof all->made[number].joined, c, s.code))
        return false;
    all->made[number].renewing = true;
    return renew(all->made[number].fresh, sizeof all->made[number].fresh, c, s.arbiter);
}

static void assert_opens(const char *token, int game)
{
    json_t *found = hall_look(&h, token);

    assert_int_equal(number_at(found, "game"), game);
    json_decref(found);
}

/* Every game that was acknowledged is there, and every link opens it. */
static void assert_made(unsigned from)
{
    for (unsigned i = from; i < atomic_load(&all->count); i++) {
        const seats *s = &all->made[i].s;
        if (!all->made[i].renewing)
            assert_opens(s->white, s->game);
        if (all->made[i].fresh[0]) {
            assert_opens(all->made[i].fresh, s->game);
            assert_int_equal(hall_ask(NULL, &h, "GET", "/api/game", s->white, NULL), 401);
        }
        assert_opens(s->black, s->game);
        assert_opens(s->arbiter, s->game);
        if (all->made[i].joined[0])
            assert_opens(all->made[i].joined, s->game);
        if (i > 0)
            assert_true(s->game > all->made[i - 1].s.game);
    }
}

/* ---- the processes that send */

enum { SENDERS_MAX = BOARDS };

static pid_t senders[SENDERS_MAX];
static unsigned sending;

/* The line is opened before: later there may be nobody who answers. */
static void begin_to_send(unsigned load, unsigned number)
{
    client c = client_open(h.port);

    (void)fflush(NULL);
    const pid_t pid = fork();

    assert_true(pid >= 0);
    if (pid != 0) {
        senders[sending++] = pid;
        client_close(&c);
        return;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    srandom((unsigned)random() + number);
    if (load == 0) {
        play_on(&boards[number], &c);
    } else if (load == 1) {
        do_this_and_that(book, &c);
    } else {
        while (make(&c))
            continue;
    }
    _exit(0);
}

static void begin_load(unsigned load)
{
    sending = 0;
    for (unsigned i = 0; i < (load == 0 ? BOARDS : 1u); i++)
        begin_to_send(load, i);
}

/* They end by themselves when nobody answers, or their game is over. */
static void end_load(void)
{
    for (unsigned i = 0; i < sending; i++) {
        while (waitpid(senders[i], NULL, 0) < 0)
            ;
    }
}

/* ---- the lives of the hall */

static void new_game(ledger *l)
{
    const seats s = hall_game(&h, "{\"mode\":\"tournament\",\"time\":\"5400+30\"}");

    ledger_begin(l, &s);
}

static void look(unsigned load)
{
    for (unsigned i = 0; i < BOARDS && load == 0; i++) {
        ledger_assert(&boards[i], &h);
        if (atomic_load(&boards[i].over))
            new_game(&boards[i]);
    }
    if (load == 1) {
        ledger_assert(book, &h);
        if (atomic_load(&book->over) || atomic_load(&book->acknowledged) > LONG_ENOUGH)
            new_game(book);
    }
    if (load == 2) {
        assert_made(looked_at);
        looked_at = atomic_load(&all->count);
    }
}

/* One life: loaded, killed, opened again on another port, looked at. */
static void live_once(unsigned load)
{
    const uint16_t port = h.port;

    begin_load(load);
    client_sleep(10 + dice(LONGEST_MS));
    hall_kill(&h);
    end_load();
    do {
        fixture_start(NULL);
        if (h.port == port)
            assert_int_equal(hall_stop(&h), 0);
    } while (h.pid == 0);
    look(load);
}

static void assert_all_there(void)
{
    const arb_store_options options = { .create = false };
    arb_store *store;

    for (unsigned i = 0; i < BOARDS; i++)
        ledger_assert(&boards[i], &h);
    ledger_assert(book, &h);
    assert_made(0);
    for (unsigned i = 0; i < atomic_load(&all->count); i += 7)
        ledger_assert_judged(&h, all->made[i].s.arbiter, NULL);
    assert_int_equal(hall_stop(&h), 0);
    assert_int_equal(arb_store_open(&store, h.database, &options), ARB_STORE_OK);
    assert_int_equal(arb_store_check(store), ARB_STORE_OK);
    arb_store_close(store);
}

static unsigned kills(void)
{
    const unsigned count = hall_volume(KILLS, KILLS_SOAK);

    return count < LOADS ? LOADS : count;
}

static void test_hall_kills__nothing_is_lost_and_nothing_counts_twice(void **state)
{
    const char *seed = getenv("ARB_TEST_SEED");

    (void)state;
    srandom(seed ? (unsigned)strtoul(seed, NULL, 10) : 1);
    boards = ledger_new(BOARDS);
    book = ledger_new(1);
    all = mmap(NULL, sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(all != MAP_FAILED);
    for (unsigned i = 0; i < BOARDS; i++)
        new_game(&boards[i]);
    new_game(book);
    for (unsigned i = 0; i < kills(); i++)
        live_once(i % LOADS);
    print_message("# %u events in one game, %u in another, %u games made\n",
                  atomic_load(&book->acknowledged), atomic_load(&boards[0].acknowledged),
                  atomic_load(&all->count));
    assert_all_there();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall_kills__nothing_is_lost_and_nothing_counts_twice, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
