/* SPDX-License-Identifier: MIT */
/* What each seat of a table may still send; see budgets.h. */
#include "server/hall/budgets.h"

#include <stdlib.h>

#include "server/hall/hall_internal.h"

enum {
    REFUSALS = 100, /* refused events that a seat may have in a game that stands still */
    REFUSAL_TURNS = 8,
    BYTES = 64 << 10,
    BYTES_ARBITER = 256 << 10,
    BYTES_TURN = 16,
    LAST_WORDS = 10, /* more calls, for resigning and accepting alone */
    REPORT_EVERY_MS = 60000,
    ROW_BYTES = 200 /* what an event takes on the disk beside its text */
};

/*
 * Of each kind: how many in a game that stands still, and for how many turns more of them; how many
 * at once, and how many a second; and how many more.
 */
static const struct {
    uint16_t still, turns, burst, rate, each;
} kinds[ARB_BUDGET_COUNT] = {
    [ARB_BUDGET_PLAY] = { 200, 1, 60, 30, 1 },
    [ARB_BUDGET_CALL] = { 100, 4, 20, 5, 1 },
    [ARB_BUDGET_SPEECH] = { 300, 1, 60, 10, 6 },
    [ARB_BUDGET_TALK] = { 300, 1, 40, 5, 1 },
    [ARB_BUDGET_RULE] = { 1000, 4, 60, 30, 1 },
    [ARB_BUDGET_REPORT] = { ARB_REPORTS_MAX, ARB_TURNS_MAX, 64, 10, 1 },
};

typedef struct pace {
    int64_t at;
    int32_t level; /* thousandths */
    bool used;
} pace;

/* What one seat has in the log, and how fast it came. */
typedef struct purse {
    uint32_t spent[ARB_BUDGET_COUNT];
    uint32_t refused, bytes, previews;
    pace pace[ARB_BUDGET_COUNT];
} purse;

typedef struct reporter {
    uint64_t visitor;
    uint32_t count;
} reporter;

struct arb_budgets {
    purse purse[ARB_SEAT_COUNT];
    size_t counted; /* entries of the log */
    uint32_t turns;
    arb_colour mover; /* who made the last move; ARB_COLOUR_COUNT: nobody */
    reporter *reporters;
    size_t reporter_count, reporter_room;
    int64_t since; /* the first report that is known here */
};

/* ---- how much */

/* What moves the pieces or the clock. */
static bool is_play(arb_verb verb)
{
    return verb == ARB_VERB_MOVE || verb == ARB_VERB_PLAY || verb == ARB_VERB_PRESS ||
           verb == ARB_VERB_REMOVE || verb == ARB_VERB_LIFT || verb == ARB_VERB_RELEASE ||
           verb == ARB_VERB_REPLACE;
}

/* What a player says that may end the game, or without which it does not begin or go on. */
static bool is_call(arb_verb verb)
{
    static const bool calls[ARB_VERB_COUNT] = {
        [ARB_VERB_ARRIVE] = true,
        [ARB_VERB_RETURN] = true,
        [ARB_VERB_STOP] = true,
        [ARB_VERB_OFFER] = true,
        [ARB_VERB_ACCEPT] = true,
        [ARB_VERB_DECLINE] = true,
        [ARB_VERB_CLAIM_REPETITION] = true,
        [ARB_VERB_CLAIM_FIFTY] = true,
        [ARB_VERB_CLAIM_FLAG] = true,
        [ARB_VERB_CLAIM_ILLEGAL] = true,
        [ARB_VERB_CLAIM_TOUCH] = true,
        [ARB_VERB_CLAIM_CANNOT_WIN] = true,
        [ARB_VERB_CLAIM_NO_EFFORT] = true,
        [ARB_VERB_AGREE_CORRECT] = true,
        [ARB_VERB_ADJOURN] = true,
        [ARB_VERB_SEAL] = true,
        [ARB_VERB_RESIGN] = true,
        [ARB_VERB_SIGN] = true,
        [ARB_VERB_WRITE_POSITION] = true,
        [ARB_VERB_CONFIRM_POSITION] = true,
        [ARB_VERB_CONFIRM_SHEET] = true,
        [ARB_VERB_CONTEST] = true,
    };

    return verb < ARB_VERB_COUNT && calls[verb];
}

/* What is said of moves, and done because of it, where a player cannot see (D.2.1): as often as
 * there are moves, and more often. */
static bool is_speech(arb_verb verb)
{
    return verb == ARB_VERB_ANNOUNCE || verb == ARB_VERB_REPEAT || verb == ARB_VERB_EXECUTE;
}

arb_budget arb_budget_of(arb_seat seat, arb_verb verb)
{
    if (seat == ARB_SEAT_SPECTATOR)
        return ARB_BUDGET_REPORT;
    if (seat > ARB_SEAT_BLACK && arb_seat_served(seat) == ARB_COLOUR_COUNT)
        return verb >= ARB_VERB_COUNT || arb_actor_has_verb(ARB_ACTOR_ARBITER, verb)
                   ? ARB_BUDGET_RULE
                   : ARB_BUDGET_SPEECH; /* entered for a player */
    return is_speech(verb) ? ARB_BUDGET_SPEECH
           : is_play(verb) ? ARB_BUDGET_PLAY
           : is_call(verb) ? ARB_BUDGET_CALL
                           : ARB_BUDGET_TALK;
}

static uint32_t bounded(uint32_t turns)
{
    return turns < ARB_TURNS_MAX ? turns : ARB_TURNS_MAX;
}

uint32_t arb_budget_total(arb_budget kind, uint32_t turns)
{
    return kinds[kind].still + bounded(turns) / kinds[kind].turns * kinds[kind].each;
}

uint32_t arb_budget_refusals(uint32_t turns)
{
    return REFUSALS + bounded(turns) / REFUSAL_TURNS;
}

uint32_t arb_budget_bytes(arb_seat seat, uint32_t turns)
{
    const bool watches = seat > ARB_SEAT_BLACK && arb_seat_served(seat) == ARB_COLOUR_COUNT;

    return (watches ? BYTES_ARBITER : BYTES) + bounded(turns) * BYTES_TURN;
}

/* ---- how often */

bool arb_budgets_pace(arb_budgets *b, arb_seat seat, arb_budget kind, int64_t now)
{
    pace *p = &b->purse[seat].pace[kind];
    const int32_t full = kinds[kind].burst * 1000;
    const int64_t passed = p->used ? now - p->at : 0;

    if (!p->used)
        *p = (pace){ .level = full, .used = true };
    p->at = now;
    if (passed >= full / kinds[kind].rate)
        p->level = full;
    else if (passed > 0)
        p->level += (int32_t)passed * kinds[kind].rate;
    if (p->level > full)
        p->level = full;
    if (p->level < 1000)
        return false;
    p->level -= 1000;
    return true;
}

/* ---- reports */

/* How many a visitor may make in a game that has had so many. */
static uint32_t reports_each(uint32_t reports)
{
    if (reports < ARB_REPORTS_MAX / 2)
        return ARB_VISITOR_REPORTS;
    return reports < ARB_REPORTS_MAX * 3 / 4 ? ARB_VISITOR_REPORTS / 4 : 1;
}

static reporter *reporter_of(arb_budgets *b, uint64_t visitor)
{
    for (size_t i = 0; i < b->reporter_count; i++) {
        if (b->reporters[i].visitor == visitor)
            return &b->reporters[i];
    }
    if (b->reporter_count == b->reporter_room) {
        const size_t room = b->reporter_room ? 2 * b->reporter_room : 8;
        reporter *more = realloc(b->reporters, room * sizeof *more);
        if (!more)
            return NULL;
        b->reporters = more;
        b->reporter_room = room;
    }
    b->reporters[b->reporter_count] = (reporter){ .visitor = visitor };
    return &b->reporters[b->reporter_count++];
}

arb_budget_answer arb_budgets_report(arb_budgets *b, uint64_t visitor, uint32_t reports,
                                     int64_t now)
{
    if (b->since == 0)
        b->since = now;
    const int64_t most = ARB_REPORTS_MAX + (now - b->since) / REPORT_EVERY_MS;
    if (reports >= most)
        return ARB_BUDGET_LATER;
    reporter *r = reporter_of(b, visitor);
    if (!r)
        return ARB_BUDGET_MEMORY;
    if (r->count >= reports_each(reports))
        return ARB_BUDGET_SPENT;
    r->count++;
    return ARB_BUDGET_GRANTED;
}

/* ---- what the log says */

/* Whose event it is; ARB_SEAT_COUNT when nobody has to pay for it. What an arbiter has entered for
 * a player he pays himself. */
static arb_seat seat_of(const arb_log_entry *entry, const arb_event *event)
{
    if (entry->by_hall || event->actor == ARB_ACTOR_HALL)
        return ARB_SEAT_COUNT;
    if (arb_log_is_entered(entry, event))
        return entry->client[0] == 'd' ? ARB_SEAT_DESK : ARB_SEAT_ARBITER;
    for (unsigned i = 0; i < ARB_SEAT_COUNT; i++) /* the arbiter stands before the desk */
        if (arb_seat_actor((arb_seat)i) == (arb_actor)event->actor && i != ARB_SEAT_ARBITER &&
            i != ARB_SEAT_DESK)
            return (arb_seat)i;
    return entry->client && entry->client[0] == 'd' ? ARB_SEAT_DESK : ARB_SEAT_ARBITER;
}

static void count(arb_budgets *b, arb_table *t, size_t index)
{
    bool refused;
    const arb_event *event = arb_game_event(t->game, index, &refused);
    const arb_seat seat = seat_of(&t->log[index], event);

    arb_quotas_wrote(t, index, ROW_BYTES + event->size);
    if (seat == ARB_SEAT_COUNT)
        return;
    purse *p = &b->purse[seat];
    const arb_budget kind = arb_budget_of(seat, (arb_verb)event->verb);
    if (event->size > ARB_BYTES_FREE)
        p->bytes += (uint32_t)event->size;
    if (refused) {
        p->refused++;
        return;
    }
    p->spent[kind]++;
    const arb_colour mover = arb_actor_colour((arb_actor)event->actor);
    if (is_play((arb_verb)event->verb) && mover != b->mover) {
        b->mover = mover;
        b->turns++;
    }
}

/* The log only grows: what was counted once stays so, also when the game is read anew. */
arb_budgets *arb_budgets_of(arb_table *t)
{
    arb_budgets *b = t->budgets;

    if (!b) {
        b = calloc(1, sizeof *b);
        if (!b)
            return NULL;
        b->mover = ARB_COLOUR_COUNT;
        t->budgets = b;
    }
    for (; t->game && !t->is_judging && b->counted < t->log_count; b->counted++)
        count(b, t, b->counted);
    return b;
}

void arb_budgets_free(arb_budgets *b)
{
    if (b)
        free(b->reporters);
    free(b);
}

uint32_t arb_budgets_turns(const arb_budgets *b)
{
    return b->turns;
}

uint32_t arb_budgets_reports(const arb_budgets *b)
{
    return b->purse[ARB_SEAT_SPECTATOR].spent[ARB_BUDGET_REPORT];
}

/* ---- what has come */

/* How many events of this seat wait, or of this visitor among those who look on. */
static unsigned waiting(const arb_table *t, arb_seat seat, uint64_t visitor)
{
    unsigned all = 0;

    for (const arb_submission *s = t->first; s; s = s->next) {
        all += !s->by_hall && s->seat == seat;
        if (seat == ARB_SEAT_SPECTATOR && s->seat == seat && s->visitor == visitor)
            return ARB_WAITING_REPORTS_MAX;
    }
    return all;
}

/*
 * Events of a table are heard in the order in which they came, because the clock goes by that. So
 * nobody waits long for somebody else, each seat has but a few of them waiting.
 */
arb_budget_answer arb_budgets_admit(arb_table *t, arb_seat seat, arb_verb verb, uint64_t visitor,
                                    int64_t now)
{
    const arb_budget kind = arb_budget_of(seat, verb);
    const unsigned most = kind == ARB_BUDGET_REPORT ? ARB_WAITING_REPORTS_MAX
                          : kind == ARB_BUDGET_TALK ? ARB_WAITING_TALK_MAX
                          : verb == ARB_VERB_REVOKE ? 1 /* the whole game is judged anew for it */
                                                    : ARB_WAITING_MAX;
    arb_budgets *b = arb_budgets_of(t);

    if (!b)
        return ARB_BUDGET_MEMORY;
    if (t->hall->config.unlimited)
        return ARB_BUDGET_GRANTED;
    return waiting(t, seat, visitor) < most && arb_budgets_pace(b, seat, kind, now)
               ? ARB_BUDGET_GRANTED
               : ARB_BUDGET_LATER;
}

/* Resigning and accepting end the game: there is always room for them. */
static uint32_t total(arb_budget kind, arb_verb verb, uint32_t turns)
{
    const bool last = verb == ARB_VERB_RESIGN || verb == ARB_VERB_ACCEPT;

    return arb_budget_total(kind, turns) + (last ? LAST_WORDS : 0);
}

arb_budget_answer arb_budgets_room(arb_table *t, const arb_submission *s)
{
    arb_budgets *b = arb_budgets_of(t);
    const arb_verb verb = (arb_verb)s->event.verb;
    const arb_budget kind = arb_budget_of(s->seat, verb);

    if (!b)
        return ARB_BUDGET_MEMORY;
    const purse *p = &b->purse[s->seat];
    if (s->event.size > ARB_BYTES_FREE && kind != ARB_BUDGET_REPORT &&
        p->bytes + s->event.size > arb_budget_bytes(s->seat, b->turns))
        return ARB_BUDGET_SPENT;
    if (kind >= ARB_BUDGET_TALK && arb_quotas_is_full(t))
        return ARB_BUDGET_SPENT;
    if (kind == ARB_BUDGET_REPORT)
        return arb_budgets_report(b, s->visitor, arb_budgets_reports(b), s->received_ms);
    return p->spent[kind] < total(kind, verb, b->turns) ? ARB_BUDGET_GRANTED : ARB_BUDGET_SPENT;
}

/* The log knows nothing of it: whoever has the hall started anew may look again. */
arb_budget_answer arb_budgets_preview(arb_table *t, arb_seat seat)
{
    arb_budgets *b = arb_budgets_of(t);

    if (!b)
        return ARB_BUDGET_MEMORY;
    if (t->hall->config.unlimited)
        return ARB_BUDGET_GRANTED;
    if (b->purse[seat].previews >= arb_budget_total(ARB_BUDGET_RULE, b->turns))
        return ARB_BUDGET_SPENT;
    b->purse[seat].previews++;
    return ARB_BUDGET_GRANTED;
}

/* What only was in vain changes nothing: it is answered all the same, and need not be kept. */
bool arb_budgets_keep_refusal(arb_table *t, const arb_submission *s)
{
    arb_budgets *b = arb_budgets_of(t);

    if (s->verdict.count > 0 || !s->exchange)
        return true;
    return b && b->purse[s->seat].refused < arb_budget_refusals(b->turns);
}
