/* SPDX-License-Identifier: MIT */
/* Events in words; see deeds.h. */
#include "common/deeds.h"

#include <string.h>

#include "arbitro/edition.h"
#include "arbitro/envelope.h"

static const arb_text_id deeds[ARB_VERB_COUNT] = {
#define EVENT(id, words, actors, first, second, third, articles)                                   \
    [ARB_VERB_##id] = ARB_TEXT_DID_##id,
#include "arbitro/events.def"
#undef EVENT
};

static const arb_text_id penalties[ARB_PENALTY_COUNT] = {
#define PENALTY(id, word, follows, article) [ARB_PENALTY_##id] = ARB_TEXT_WEB_PENALTY_##id,
#include "arbitro/penalties.def"
#undef PENALTY
};

/* What is being written, and in which words. */
typedef struct scribe {
    arb_ink *ink;
    const arb_event *event;
    const arb_rulebook *book;
    arb_lang lang;
} scribe;

arb_text_id arb_deed_actor(arb_actor actor)
{
    static const arb_text_id actors[ARB_ACTOR_COUNT] = {
        [ARB_ACTOR_WHITE] = ARB_TEXT_WEB_ACTOR_WHITE,
        [ARB_ACTOR_BLACK] = ARB_TEXT_WEB_ACTOR_BLACK,
        [ARB_ACTOR_ARBITER] = ARB_TEXT_WEB_ACTOR_ARBITER,
        [ARB_ACTOR_WHITE_ASSISTANT] = ARB_TEXT_WEB_ACTOR_WHITE_ASSISTANT,
        [ARB_ACTOR_BLACK_ASSISTANT] = ARB_TEXT_WEB_ACTOR_BLACK_ASSISTANT,
        [ARB_ACTOR_SPECTATOR] = ARB_TEXT_WEB_ACTOR_SPECTATOR,
        [ARB_ACTOR_ARBITER_ASSISTANT] = ARB_TEXT_WEB_ACTOR_ARBITER_ASSISTANT,
        [ARB_ACTOR_HALL] = ARB_TEXT_WEB_ACTOR_HALL,
    };

    return actors[actor];
}

static void say(const scribe *s, arb_text_id id)
{
    arb_ink_add(s->ink, " ");
    arb_ink_add(s->ink, arb_text(id, s->lang));
}

static void write_squares(const scribe *s)
{
    for (unsigned i = 0; i < s->event->square_count; i++) {
        char name[3];
        (void)arb_square_write(name, sizeof name, s->event->square[i]);
        arb_ink_format(s->ink, " %s", name);
    }
}

static void write_colours(const scribe *s)
{
    if (s->event->colours == 3)
        say(s, ARB_TEXT_DID_BOTH);
    else
        say(s, s->event->colours == 1 ? ARB_TEXT_PAPER_WHITE : ARB_TEXT_PAPER_BLACK);
}

/* Without quotation marks where it is a move, a name or a position. */
/* How many bytes of the text of an opening are the salt of what was encrypted (Guidelines I): it
 * says nothing to people. */
static size_t salt_size(const arb_event *event)
{
    enum { SALT_DIGITS = 32 };
    size_t size = 0;

    while (event->verb == ARB_VERB_OPEN_ENVELOPE && size < event->size &&
           strchr("0123456789abcdef", event->text[size]))
        size++;
    return size >= SALT_DIGITS && size < event->size && event->text[size] == ' ' ? size + 1 : 0;
}

static void write_text(const scribe *s, bool quoted)
{
    const arb_event *event = s->event;

    if (event->size == 0)
        return;
    arb_ink_add(s->ink, quoted ? " \u201c" : " ");
    for (size_t i = salt_size(event); i < event->size; i++) {
        const bool escape = (event->flags & ARB_EVENT_ESCAPED) && event->text[i] == '\\';
        i += escape && i + 1 < event->size;
        arb_ink_bytes(s->ink, event->text + i, 1);
    }
    if (quoted)
        arb_ink_add(s->ink, "\u201d");
}

static void write_time(const scribe *s)
{
    char time[32];

    (void)arb_time_write(time, sizeof time, s->event->ms);
    arb_ink_format(s->ink, " %s", time);
}

/* "120 s"; of a compensation, which may go either way, "+120 s", "-30.5 s" */
static void write_seconds(const scribe *s)
{
    const char *plus = s->event->verb == ARB_VERB_COMPENSATE ? "+" : "";
    const arb_ms ms = s->event->ms;
    const arb_ms size = ms < 0 ? -ms : ms;
    char amount[48];
    int used =
        snprintf(amount, sizeof amount, "%s%lld", ms < 0 ? "-" : plus, (long long)(size / 1000));

    if (size % 1000 > 0)
        (void)snprintf(amount + used, sizeof amount - (size_t)used, ".%03d", (int)(size % 1000));
    arb_ink_add(s->ink, " ");
    arb_ink_format(s->ink, arb_text(ARB_TEXT_DID_SECONDS, s->lang), amount);
}

static void write_points(const scribe *s)
{
    char points[48];
    const int32_t value = s->event->points;

    (void)snprintf(points, sizeof points, value % 1000 ? "%d.%d" : "%d", (int)(value / 1000),
                   (int)(value % 1000 / 100));
    arb_ink_format(s->ink, ": %s", points);
}

static void write_number(const scribe *s, arb_text_id id)
{
    arb_ink_add(s->ink, " ");
    arb_ink_format(s->ink, arb_text(id, s->lang), (unsigned)s->event->number);
}

static void write_penalty(const scribe *s)
{
    const arb_event *event = s->event;

    arb_ink_add(s->ink, ",");
    say(s, penalties[event->penalty]);
    switch ((arb_penalty)event->penalty) {
    case ARB_PENALTY_OPPONENT_TIME:
    case ARB_PENALTY_OWN_TIME:
        arb_ink_add(s->ink, ":");
        write_seconds(s);
        return;
    case ARB_PENALTY_OPPONENT_SCORE:
    case ARB_PENALTY_OWN_SCORE:
        write_points(s);
        return;
    case ARB_PENALTY_LOSS:
        if (event->flags & ARB_EVENT_AMOUNT)
            write_points(s);
        return;
    case ARB_PENALTY_FINE:
        write_text(s, true);
        return;
    case ARB_PENALTY_EXCLUDE:
        arb_ink_format(s->ink, ": %u", (unsigned)event->number);
        return;
    case ARB_PENALTY_WARNING:
    case ARB_PENALTY_EXPEL:
    case ARB_PENALTY_COUNT:
        return;
    }
}

static void write_tasks(const scribe *s)
{
    static const arb_text_id tasks[ARB_TASK_COUNT] = {
        ARB_TEXT_DID_TASK_MOVE,    ARB_TEXT_DID_TASK_CLOCK,    ARB_TEXT_DID_TASK_RECORD,
        ARB_TEXT_DID_TASK_EXECUTE, ARB_TEXT_DID_TASK_ANNOUNCE, ARB_TEXT_DID_TASK_TELL,
        ARB_TEXT_DID_TASK_CLAIM,   ARB_TEXT_DID_TASK_ADJOURN
    };
    bool any = false;

    for (unsigned task = 0; task < ARB_TASK_COUNT; task++) {
        if (!((unsigned)s->event->tasks >> task & 1u))
            continue;
        if (any)
            arb_ink_add(s->ink, ",");
        say(s, tasks[task]);
        any = true;
    }
}

/* A hall keeps names out of events. */
static bool is_nameless(const arb_event *event)
{
    return event->size == sizeof ARB_NAMELESS - 1 &&
           memcmp(event->text, ARB_NAMELESS, event->size) == 0;
}

static void write_consent(const scribe *s)
{
    static const arb_text_id consents[ARB_CONSENT_COUNT] = {
        [ARB_CONSENT_DRAW] = ARB_TEXT_DID_CONSENT_DRAW,
        [ARB_CONSENT_LEAVE] = ARB_TEXT_DID_CONSENT_LEAVE,
        [ARB_CONSENT_ENTER] = ARB_TEXT_DID_CONSENT_ENTER,
        [ARB_CONSENT_TAKEBACK] = ARB_TEXT_DID_CONSENT_TAKEBACK,
        [ARB_CONSENT_ABORT] = ARB_TEXT_DID_CONSENT_ABORT,
        [ARB_CONSENT_ADJOURN] = ARB_TEXT_DID_CONSENT_ADJOURN,
    };

    if (s->event->consent == ARB_CONSENT_OTHER) {
        write_text(s, true);
        return;
    }
    say(s, consents[s->event->consent]);
    if (s->event->consent == ARB_CONSENT_LEAVE) {
        arb_ink_add(s->ink, ",");
        write_colours(s);
    }
}

static void write_article(const scribe *s)
{
    char number[32];

    (void)arb_article_write(number, sizeof number, (arb_article)s->event->article, s->book);
    arb_ink_format(s->ink, " %s", number);
}

static void write_decision(const scribe *s)
{
    static const arb_text_id decisions[ARB_DECISION_COUNT] = { ARB_TEXT_DID_ACCEPTED,
                                                               ARB_TEXT_DID_REJECTED,
                                                               ARB_TEXT_DID_DEFERRED };

    say(s, decisions[s->event->decision]);
    if (s->event->flags & ARB_EVENT_AMOUNT)
        write_seconds(s);
}

static void write_flag(const scribe *s, arb_event_flag flag, arb_text_id id)
{
    if (s->event->flags & flag)
        say(s, id);
}

/* What takes words of its own, and not those of the event's text. */
static void write_choice(const scribe *s, arb_slot slot)
{

    switch ((int)slot) {
    case ARB_SLOT_PENALTY:
        write_penalty(s);
        return;
    case ARB_SLOT_ASSISTANT:
        if (!is_nameless(s->event))
            write_text(s, false);
        write_tasks(s);
        return;
    case ARB_SLOT_PLACE:
        say(s, s->event->place == ARB_PLACE_AREA ? ARB_TEXT_DID_AREA : ARB_TEXT_DID_VENUE);
        return;
    case ARB_SLOT_DECISION:
        write_decision(s);
        return;
    case ARB_SLOT_APPEAL:
        say(s, s->event->appeal == ARB_APPEAL_UPHELD ? ARB_TEXT_WEB_APPEAL_UPHELD
                                                     : ARB_TEXT_WEB_APPEAL_DISMISSED);
        return;
    case ARB_SLOT_CONSENT:
        write_consent(s);
        return;
    default:
        write_flag(s, slot == ARB_SLOT_TOGETHER ? ARB_EVENT_TOGETHER : 0, ARB_TEXT_DID_TOGETHER);
        write_flag(s, slot == ARB_SLOT_ACCIDENTAL ? ARB_EVENT_ACCIDENTAL : 0,
                   ARB_TEXT_DID_ACCIDENTAL);
        write_flag(s, slot == ARB_SLOT_TWO_HANDS ? ARB_EVENT_TWO_HANDS : 0, ARB_TEXT_DID_TWO_HANDS);
        write_flag(s, slot == ARB_SLOT_SILENT ? ARB_EVENT_SILENT : 0, ARB_TEXT_DID_SILENT);
        write_flag(s, slot == ARB_SLOT_OTHER_HAND ? ARB_EVENT_OTHER_HAND : 0,
                   ARB_TEXT_DID_OTHER_HAND);
        write_flag(s, slot == ARB_SLOT_DISPLAY ? ARB_EVENT_DISPLAY : 0, ARB_TEXT_DID_DISPLAY);
        write_flag(s, slot == ARB_SLOT_IN_BAG ? ARB_EVENT_IN_BAG : 0, ARB_TEXT_WEB_FIELD_IN_BAG);
        return;
    }
}

static void write_piece(const scribe *s)
{
    const arb_letters *letters = s->lang == ARB_LANG_IT ? &arb_letters_it : &arb_letters_en;

    if (s->event->role < ARB_ROLE_COUNT)
        arb_ink_format(s->ink, " (%s)", letters->white[s->event->role]);
}

static void write_ply(const scribe *s)
{
    if (s->event->flags & ARB_EVENT_UNKNOWN)
        say(s, ARB_TEXT_DID_LAST_CERTAIN);
    else
        write_number(s, ARB_TEXT_DID_AFTER_HALF_MOVE);
}

/* What is sealed by a page says nothing to people. */
static bool is_encrypted(const arb_event *event)
{
    return event->verb == ARB_VERB_SEAL && event->size > 0 &&
           arb_blob_is_whole(event->text, event->size);
}

/* Guidelines I.1.2, I.14: when the session ends. */
static void write_session(const scribe *s)
{
    if (!(s->event->flags & ARB_EVENT_AMOUNT))
        return;
    say(s, ARB_TEXT_DID_SESSION_ENDS);
    write_time(s);
    arb_ink_add(s->ink, ")");
}

static void write_slot(const scribe *s, arb_slot slot)
{
    switch ((int)slot) {
    case ARB_SLOT_NONE:
        return;
    case ARB_SLOT_SQUARE:
    case ARB_SLOT_SQUARES:
    case ARB_SLOT_SQUARES_OPT:
        write_squares(s);
        return;
    case ARB_SLOT_PIECE:
        write_piece(s);
        return;
    case ARB_SLOT_MOVE_OPT:
        if (s->event->size > 0)
            say(s, ARB_TEXT_DID_WITH_MOVE);
        write_text(s, false);
        return;
    case ARB_SLOT_MOVE:
    case ARB_SLOT_FEN:
        write_text(s, false);
        return;
    case ARB_SLOT_TEXT:
    case ARB_SLOT_TEXT_OPT:
        if (!is_encrypted(s->event))
            write_text(s, true);
        return;
    case ARB_SLOT_COLOUR:
    case ARB_SLOT_COLOURS:
        write_colours(s);
        return;
    case ARB_SLOT_NUMBER:
        arb_ink_format(s->ink, " %u", (unsigned)s->event->number);
        return;
    case ARB_SLOT_NUMBER_OPT:
        if (s->event->number > 0)
            write_number(s, ARB_TEXT_DID_HALF_MOVE);
        return;
    case ARB_SLOT_PLY:
        write_ply(s);
        return;
    case ARB_SLOT_TIME:
        write_time(s);
        return;
    case ARB_SLOT_TIME_OPT:
        write_session(s);
        return;
    case ARB_SLOT_RESUME:
        if (s->event->flags & ARB_EVENT_RESUME) {
            arb_ink_add(s->ink, ",");
            say(s, ARB_TEXT_DID_RESUMED_THEN);
            write_text(s, true);
        }
        return;
    case ARB_SLOT_SECONDS:
        write_seconds(s);
        return;
    case ARB_SLOT_MOVES_OPT:
        if (s->event->flags & ARB_EVENT_MOVES)
            write_number(s, ARB_TEXT_DID_MOVES);
        return;
    case ARB_SLOT_ARTICLE:
        write_article(s);
        return;
    case ARB_SLOT_RESULT:
        arb_ink_format(s->ink, " %s", arb_result_text((arb_result)s->event->result));
        return;
    default:
        write_choice(s, slot);
        return;
    }
}

void arb_deed_name(arb_ink *ink, arb_verb verb, arb_lang lang)
{
    const char *text = arb_text(deeds[verb], lang);
    const size_t size = strlen(text);

    arb_ink_bytes(ink, text, size - (text[size - 1] == ':'));
}

void arb_deed_write(arb_ink *ink, const arb_event *event, const arb_rulebook *book, arb_lang lang)
{
    const scribe s = { ink, event, book, lang };
    const arb_verb_info *verb = arb_verb_get((arb_verb)event->verb);

    arb_ink_add(ink, arb_text(deeds[event->verb], lang));
    for (unsigned i = 0; i < 3; i++)
        write_slot(&s, verb->slot[i]);
}
