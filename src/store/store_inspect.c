/* SPDX-License-Identifier: MIT */
/*
 * A database gone through from beginning to end; see inspect.h. One damage should be one finding: a
 * chain that is broken is taken up again at the next link, and a page that cannot be read ends only
 * what needed it.
 */
#include "store/chain.h"
#include "store/store_internal.h"

enum { EVENTS_PAGE = 4096, GAMES_PAGE = 256 };

typedef struct inspecting {
    const arb_store_inspector *by;
    arb_store *store;
    arb_store_figures figures;
    uint64_t last; /* sequence number, for the progress and for holes */
    bool enough;   /* whoever listens wants to hear no more */
} inspecting;

const char *arb_store_fault_text(arb_store_fault fault, arb_lang lang)
{
    static const char *const texts[ARB_STORE_FAULT_COUNT][ARB_LANG_COUNT] = {
#define STORE_FINDING(id, code, en, it)                                                            \
    [ARB_STORE_FAULT_##id] = { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it },
#include "store/store_findings.def"
#undef STORE_FINDING
    };

    return texts[fault][lang];
}

const char *arb_store_fault_code(arb_store_fault fault)
{
    static const char *const codes[ARB_STORE_FAULT_COUNT] = {
#define STORE_FINDING(id, code, en, it) [ARB_STORE_FAULT_##id] = code,
#include "store/store_findings.def"
#undef STORE_FINDING
    };

    return codes[fault];
}

static bool tell(inspecting *it, const arb_store_finding *finding)
{
    it->figures.findings++;
    it->enough = it->enough || !it->by->finding(it->by->user, finding);
    return !it->enough;
}

static void show(inspecting *it, double done)
{
    if (it->by->progress && !it->by->progress(it->by->user, done))
        it->enough = true;
}

/* A part of the database that cannot be read is a finding, too. */
static arb_store_err absorb(inspecting *it, arb_store_err err, arb_store_finding finding)
{
    if (err != ARB_STORE_CORRUPT)
        return err;
    (void)tell(it, &finding);
    return ARB_STORE_OK;
}

/* ---- the file ---- */

static bool on_detail(void *user, arb_store_bytes detail, uint64_t row)
{
    (void)row;
    return tell(user, &(arb_store_finding){ .fault = ARB_STORE_FAULT_FILE, .detail = detail });
}

static bool on_key(void *user, arb_store_bytes detail, uint64_t row)
{
    return tell(user, &(arb_store_finding){
                          .fault = ARB_STORE_FAULT_KEY, .sequence = row, .detail = detail });
}

static bool on_hall(void *user, arb_store_bytes detail, uint64_t row)
{
    return tell(user, &(arb_store_finding){
                          .fault = ARB_STORE_FAULT_HALL, .sequence = row, .detail = detail });
}

static arb_store_err inspect_file(inspecting *it)
{
    static const struct {
        arb_store_part part;
        arb_store_row_fn *fn;
        arb_store_fault fault;
    } parts[] = { { ARB_STORE_PART_FILE, on_detail, ARB_STORE_FAULT_FILE },
                  { ARB_STORE_PART_KEYS, on_key, ARB_STORE_FAULT_KEY },
                  { ARB_STORE_PART_HALL, on_hall, ARB_STORE_FAULT_HALL } };
    arb_store_err err = ARB_STORE_OK;

    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && !err && !it->enough; i++) {
        err = it->store->ops->inspect(it->store->db, parts[i].part, parts[i].fn, it);
        err = absorb(it, err, (arb_store_finding){ .fault = parts[i].fault });
    }
    return err;
}

/* ---- the sequence of all events ---- */

typedef struct sequence {
    inspecting *it;
    uint64_t last;
    size_t count; /* in this page */
} sequence;

static bool on_sequence(void *user, const arb_store_event *event)
{
    sequence *all = user;
    inspecting *it = all->it;
    const uint64_t missing = event->sequence - all->last - 1;

    all->last = event->sequence;
    all->count++;
    it->figures.events++;
    if (missing > 0 && !tell(it, &(arb_store_finding){ .fault = ARB_STORE_FAULT_SEQUENCE,
                                                       .sequence = event->sequence - missing,
                                                       .count = missing }))
        return false;
    return !event->damaged || tell(it, &(arb_store_finding){ .fault = ARB_STORE_FAULT_EVENT,
                                                             .sequence = event->sequence });
}

static arb_store_err inspect_sequence(inspecting *it)
{
    sequence all = { .it = it };
    arb_store_err err;

    do {
        all.count = 0;
        err = it->store->ops->events(it->store->db, 0, all.last, EVENTS_PAGE, on_sequence, &all);
        show(it, it->last ? (double)it->figures.events / (double)it->last / 3 : 0);
    } while (!err && !it->enough && all.count == EVENTS_PAGE);
    if (!err && !it->enough && all.last < it->last) /* the last ones that were given are gone */
        (void)tell(it, &(arb_store_finding){ .fault = ARB_STORE_FAULT_SEQUENCE,
                                             .sequence = all.last + 1,
                                             .count = it->last - all.last });
    return absorb(it, err,
                  (arb_store_finding){ .fault = ARB_STORE_FAULT_FILE, .sequence = all.last + 1 });
}

/* ---- one game ---- */

typedef struct one_game {
    inspecting *it;
    uint64_t id;
    arb_game *game; /* NULL: it cannot be made */
    const arb_language *language;
    bool readable;              /* its header was */
    bool closed;                /* it is marked as over */
    arb_store_hash chain, head; /* gone through so far; as the head says */
    uint32_t events, count;     /* in the same way */
    uint32_t number;            /* of the last event */
    arb_ms time;
    bool broken;   /* a finding about its events was told */
    bool unjudged; /* an event whose verdict was not kept: nothing is known of the game after it */
    size_t page;
    uint64_t after;
    arb_err err;
} one_game;

static bool tell_event(one_game *g, arb_store_fault fault, const arb_store_event *event)
{
    g->broken = true;
    return tell(g->it, &(arb_store_finding){ .fault = fault,
                                             .game = g->id,
                                             .number = event->number,
                                             .sequence = event->sequence });
}

static bool begin_game(void *user, const arb_store_game *game)
{
    one_game *g = user;
    arb_case_header header;

    if (game->damaged || !arb_store_chain_take(&g->head, game->chain)) {
        (void)tell(g->it, &(arb_store_finding){ .fault = ARB_STORE_FAULT_GAME, .game = g->id });
        g->broken = true; /* its chain has no beginning */
        return false;
    }
    g->readable = true;
    g->closed = game->closed;
    g->count = game->events;
    arb_store_chain_begin(&g->chain, game->id, game->created_ms, game->header);
    if (arb_store_header_read(&header, game->header) != ARB_OK) {
        (void)tell(g->it, &(arb_store_finding){ .fault = ARB_STORE_FAULT_HEADER, .game = g->id });
        g->readable = false;
        return false;
    }
    g->language = header.regulations.language;
    if (g->readable)
        g->err = arb_game_new(&g->game, g->it->store->mem, &header.regulations, &header.given);
    return false;
}

/* What is said of an event whose verdict was not kept, in a word. */
static arb_store_bytes word_of(bool refused)
{
    return refused ? (arb_store_bytes){ "refused", 7 } : (arb_store_bytes){ "accepted", 8 };
}

static bool tell_judged(const one_game *g, const arb_store_event *stored, arb_store_bytes then,
                        arb_store_bytes now)
{
    return tell(g->it, &(arb_store_finding){ .fault = ARB_STORE_FAULT_JUDGED,
                                             .game = g->id,
                                             .number = stored->number,
                                             .sequence = stored->sequence,
                                             .text = stored->text,
                                             .then = then,
                                             .now = now });
}

static bool is_same(arb_store_bytes a, arb_store_bytes b)
{
    return a.size == b.size && memcmp(a.text, b.text, a.size) == 0;
}

/* Judges an event by today's Laws in the game as it was, and tells when that comes out otherwise.
 * The game is left as before. */
static bool judge_anew(one_game *g, const arb_event *event, const arb_store_event *stored)
{
    arb_verdict verdict;
    arb_buf text;
    bool more = true;

    arb_buf_init(&text, g->it->store->mem, ARB_STORE_VERDICT_MAX);
    g->err = arb_game_judge(&verdict, g->game, event);
    if (!g->err)
        g->err = arb_game_transcript(&text, g->game);
    const arb_store_bytes now = { arb_buf_text(&text), arb_buf_size(&text) };
    if (!g->err && stored->verdict.size > 0 && !is_same(now, stored->verdict))
        more = tell_judged(g, stored, stored->verdict, now);
    else if (!g->err && stored->verdict.size == 0 && verdict.refused != stored->refused)
        more = tell_judged(g, stored, word_of(stored->refused), word_of(verdict.refused));
    arb_buf_clear(&text);
    return more && g->err == ARB_OK;
}

/* The game goes on as it did then. Where the verdict was not kept it must be judged. */
static bool go_on(one_game *g, const arb_event *event, const arb_store_event *stored)
{
    if (stored->verdict.size == 0) {
        g->err = g->it->by->judge ? arb_game_submit(NULL, g->game, event) : ARB_OK;
        g->unjudged = !g->it->by->judge;
        return g->err == ARB_OK;
    }
    g->err = arb_game_take(g->game, event, stored->verdict.text, stored->verdict.size);
    if (g->err != ARB_SYNTAX && g->err != ARB_STATE)
        return g->err == ARB_OK;
    g->err = ARB_OK;
    return tell_event(g, ARB_STORE_FAULT_VERDICT, stored);
}

/* Can the Laws read it? */
static bool read_event(one_game *g, const arb_store_event *stored)
{
    arb_event event;

    if (stored->erased.size > 0)
        return true;
    const arb_err err =
        arb_event_read(&event, NULL, stored->text.text, stored->text.size, g->time, g->language);
    if (err)
        return tell_event(g, err == ARB_RANGE ? ARB_STORE_FAULT_TIME : ARB_STORE_FAULT_TEXT,
                          stored);
    g->time = event.time;
    if (!g->game || g->broken || g->unjudged)
        return true;
    return (!g->it->by->judge || judge_anew(g, &event, stored)) && go_on(g, &event, stored);
}

static bool on_event(void *user, const arb_store_event *event)
{
    one_game *g = user;
    const bool next = event->number == g->number + 1;

    g->page++;
    g->after = event->sequence;
    g->events++;
    if (event->damaged) { /* was told with the sequence; its number cannot be known */
        g->number++;
        g->broken = true;
        return true;
    }
    g->number = event->number;
    if (!next && !tell_event(g, ARB_STORE_FAULT_NUMBER, event))
        return false;
    arb_store_chain_next(&g->chain, event);
    if (!arb_store_chain_is(&g->chain, event->chain)) {
        (void)arb_store_chain_take(&g->chain, event->chain);
        if (next && !g->broken && !tell_event(g, ARB_STORE_FAULT_CHAIN, event))
            return false;
        g->broken = true;
    }
    return !g->readable || read_event(g, event);
}

static arb_store_err inspect_events(one_game *g)
{
    arb_store *store = g->it->store;
    arb_store_err err;

    do {
        g->page = 0;
        err = store->ops->events(store->db, g->id, g->after, EVENTS_PAGE, on_event, g);
    } while (!err && !g->err && !g->it->enough && g->page == EVENTS_PAGE);
    return err;
}

/* Has the game as many events as its head says, of which the last is that of the head? */
static void inspect_end(const one_game *g)
{
    const bool whole =
        g->events == g->count &&
        (g->broken || arb_store_chain_is(&g->chain, arb_store_chain_bytes(&g->head)));

    if (!whole)
        (void)tell(g->it, &(arb_store_finding){ .fault = ARB_STORE_FAULT_HEAD,
                                                .game = g->id,
                                                .count = g->count > g->events ? g->count - g->events
                                                                              : 0 });
    else if (g->game && !g->broken && !g->unjudged &&
             g->closed != arb_state_is_over(arb_game_state(g->game)))
        (void)tell(g->it, &(arb_store_finding){ .fault = ARB_STORE_FAULT_CLOSED, .game = g->id });
}

static bool ignore_seat(void *user, const arb_store_seat *seat)
{
    (void)user, (void)seat;
    return true;
}

static arb_store_err inspect_game(inspecting *it, uint64_t id, bool stray)
{
    const arb_store_choice choice = { .after = id - 1, .last = id, .limit = 1, .strays = true };
    const arb_store_finding damage = { .fault = ARB_STORE_FAULT_GAME, .game = id };
    one_game g = { .it = it, .id = id };

    it->figures.games++;
    if (stray)
        (void)tell(it, &(arb_store_finding){ .fault = ARB_STORE_FAULT_STRAY, .game = id });
    arb_store_err err = it->store->ops->games(it->store->db, &choice, begin_game, &g);
    if (!err && !g.err && !it->enough)
        err = inspect_events(&g);
    if (!err && g.err)
        err = g.err == ARB_NOMEM ? ARB_STORE_NOMEM : ARB_STORE_CORRUPT;
    if (!err && g.readable && !it->enough)
        inspect_end(&g);
    arb_game_free(g.game);
    if (!err)
        err = it->store->ops->seats(it->store->db, id, ignore_seat, NULL);
    return absorb(it, err, damage);
}

/* ---- all games ---- */

typedef struct game_page {
    uint64_t id[GAMES_PAGE];
    size_t count;
} game_page;

static bool take_id(void *user, const arb_store_game *game)
{
    game_page *page = user;

    page->id[page->count++] = game->id;
    return page->count < GAMES_PAGE;
}

static arb_store_err inspect_games(inspecting *it)
{
    const uint64_t all = it->store->ops->games_last(it->store->db);
    game_page page = { .count = 0 };
    uint64_t after = 0;
    arb_store_err err = ARB_STORE_OK;

    do {
        const arb_store_choice choice = {
            .after = after, .last = UINT64_MAX, .limit = GAMES_PAGE, .strays = true
        };
        page.count = 0;
        err = it->store->ops->games(it->store->db, &choice, take_id, &page);
        if (err == ARB_STORE_UNKNOWN)
            return ARB_STORE_OK;
        for (size_t i = 0; i < page.count && !err && !it->enough; i++) {
            if (page.id[i] <= all && page.id[i] != after + 1)
                (void)tell(it, &(arb_store_finding){ .fault = ARB_STORE_FAULT_GAMES,
                                                     .game = after + 1,
                                                     .count = page.id[i] - after - 1 });
            after = page.id[i];
            err = inspect_game(it, after, after > all);
            show(it, all && after <= all ? 1.0 / 3 + (double)after / (double)all * 2 / 3 : 1);
        }
    } while (!err && !it->enough && page.count == GAMES_PAGE);
    return absorb(it, err, (arb_store_finding){ .fault = ARB_STORE_FAULT_FILE });
}

arb_store_err arb_store_inspect(arb_store_figures *out, arb_store *store,
                                const arb_store_inspector *inspector)
{
    inspecting it = { .by = inspector, .store = store, .last = arb_store_last(store) };

    arb_store_read_begin(store);
    arb_store_err err = inspect_file(&it);
    if (!err && !it.enough)
        err = inspect_sequence(&it);
    if (!err && !it.enough)
        err = inspect_games(&it);
    *out = it.figures;
    return arb_store_read_end(store, err);
}

/* ---- is anything wrong at all? ---- */

/* What the Laws can read is not asked here. */
static bool on_any(void *user, const arb_store_finding *finding)
{
    bool *wrong = user;

    *wrong = *wrong ||
             (finding->fault != ARB_STORE_FAULT_TEXT && finding->fault != ARB_STORE_FAULT_TIME &&
              finding->fault != ARB_STORE_FAULT_HEADER);
    return !*wrong;
}

arb_store_err arb_store_check(arb_store *store)
{
    bool wrong = false;
    const arb_store_inspector inspector = { .finding = on_any, .user = &wrong };
    arb_store_figures figures;
    const arb_store_err err = arb_store_inspect(&figures, store, &inspector);

    return !err && wrong ? ARB_STORE_CORRUPT : err;
}
