/* SPDX-License-Identifier: MIT */
/*
 * What was said to an event, as one line of text to be kept with it: "|7.5.1 illegal-move white
 * take-back 12;7.5.5 illegal-bonus black time 120000||".
 *
 * Three bars part what time brought, what was said to the event (of a `play` to its move), to the
 * press of a `play`, and what time brought afterwards; rulings are parted by semicolons. What was
 * said to a displacement that the event has completed as a reply ends with an ampersand. A ruling
 * has its article, code, player, effect, the detail that goes with them, and its instant where that
 * is not the event's. A refusal has an exclamation mark before it and comes last.
 */
#include <string.h>

#include "arbitro/explain.h"
#include "arbitro/result.h"
#include "arbitro/ruling.h"
#include "arbitro/state.h"
#include "base/cursor.h"
#include "base/sink.h"
#include "clock/time_text.h"
#include "laws/laws.h"

/* What the union of a ruling holds. */
typedef enum detail {
    DETAIL_NONE,
    DETAIL_MS,
    DETAIL_PLY,
    DETAIL_HALF_MOVE,
    DETAIL_RESULT,
    DETAIL_SCORE,
    DETAIL_PLAYERS,
    DETAIL_PAPERS,
    DETAIL_PENDING,
    DETAIL_NUMBER,
    DETAIL_ABOUT
} detail;

static const struct {
    const char *word;
    detail has;
} effects[ARB_EFFECT_COUNT] = {
#define EFFECT(id, word, detail) [ARB_EFFECT_##id] = { word, DETAIL_##detail },
#include "arbitro/effects.def"
#undef EFFECT
};

/* What the sentence of a code shows, or has once shown: what was kept then can still be read. */
static detail shown_by(arb_code code)
{
    static const struct {
        const char *name;
        detail has;
    } names[] = { { "{time}", DETAIL_MS },      { "{result}", DETAIL_RESULT },
                  { "{points}", DETAIL_SCORE }, { "{number}", DETAIL_NUMBER },
                  { "{moves}", DETAIL_NUMBER }, { "{rounds}", DETAIL_NUMBER } };
    const char *sentence = arb_code_sentence(code, ARB_LANG_EN);

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(sentence, names[i].name))
            return names[i].has;
    if (code == ARB_CODE_SHORTER_COMPENSATION)
        return DETAIL_MS;
    return code == ARB_CODE_EXPLAINED ? DETAIL_ABOUT : DETAIL_NONE;
}

static detail detail_of(const arb_ruling *ruling)
{
    const detail by_effect = effects[ruling->effect].has;

    return by_effect != DETAIL_NONE ? by_effect : shown_by(ruling->code);
}

/* ---- writing */

static void put_signed(arb_sink *to, int64_t number)
{
    if (number < 0)
        arb_sink_char(to, '-');
    arb_sink_number(to, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

static const char *article_word(arb_article article)
{
    return article == ARB_ART_NONE ? "-" : arb_article_number(article);
}

static void put_detail(arb_sink *to, const arb_ruling *ruling)
{
    switch (detail_of(ruling)) {
    case DETAIL_NONE:
        return;
    case DETAIL_MS:
        arb_sink_char(to, ' ');
        put_signed(to, ruling->ms);
        return;
    case DETAIL_PLY:
    case DETAIL_HALF_MOVE:
    case DETAIL_PLAYERS:
    case DETAIL_PAPERS:
    case DETAIL_NUMBER:
        arb_sink_char(to, ' ');
        arb_sink_number(to, ruling->number);
        return;
    case DETAIL_RESULT:
        arb_sink_word(to, arb_result_text(ruling->result));
        return;
    case DETAIL_SCORE:
        arb_sink_char(to, ' ');
        put_signed(to, ruling->score);
        return;
    case DETAIL_PENDING:
        arb_sink_word(to, arb_pending_word(ruling->pending));
        return;
    case DETAIL_ABOUT:
        arb_sink_word(to, article_word(ruling->about));
        break;
    }
}

static void put_ruling(arb_sink *to, const arb_ruling *ruling, arb_ms time)
{
    arb_sink_text(to, article_word(ruling->article));
    arb_sink_word(to, arb_code_word(ruling->code));
    arb_sink_word(to, ruling->player < ARB_COLOUR_COUNT ? arb_colour_word(ruling->player) : "-");
    arb_sink_word(to, effects[ruling->effect].word);
    put_detail(to, ruling);
    if (ruling->at != time) {
        arb_sink_text(to, " @");
        arb_sink_number(to, (uint64_t)ruling->at);
    }
}

size_t arb_verdict_write(char *out, size_t size, const arb_verdict *verdict, arb_ms time)
{
    const size_t parts[] = { 0, verdict->by_time, verdict->by_hand, verdict->by_event,
                             verdict->count };
    arb_sink to = { out, size, 0 };

    for (size_t part = 0; part < 4; part++) {
        if (part > 0)
            arb_sink_char(&to, '|');
        for (size_t i = parts[part]; i < parts[part + 1]; i++) {
            if (i > parts[part] && !(part == 1 && i == verdict->by_reply))
                arb_sink_char(&to, ';');
            put_ruling(&to, &verdict->ruling[i], time);
            if (part == 1 && i + 1 == verdict->by_reply)
                arb_sink_char(&to, '&');
        }
    }
    if (verdict->refused) {
        arb_sink_char(&to, '!');
        put_ruling(&to, &verdict->refusal, time);
    }
    return arb_sink_end(&to);
}

/* ---- reading */

typedef struct word {
    const char *text;
    size_t size;
} word;

static bool is_word(word w, const char *text)
{
    return strlen(text) == w.size && memcmp(text, w.text, w.size) == 0;
}

/* The next word up to a blank or a sign; false when there is none. */
static bool take_word(word *out, arb_cursor *cursor)
{
    (void)arb_cursor_take(cursor, ' ');
    *out = (word){ cursor->at, 0 };
    while (!arb_cursor_at_end(cursor) && !memchr(" ;&|!", *cursor->at, 5)) {
        cursor->at++;
        out->size++;
    }
    return out->size > 0;
}

static bool read_number(int64_t *out, word w, int64_t least, int64_t most)
{
    const bool negative = w.size > 1 && w.text[0] == '-';
    int64_t value = 0;

    if (w.size == 0 || w.size > 18)
        return false;
    for (size_t i = negative; i < w.size; i++) {
        if (w.text[i] < '0' || w.text[i] > '9')
            return false;
        value = 10 * value + (w.text[i] - '0');
    }
    *out = negative ? -value : value;
    return *out >= least && *out <= most;
}

static bool read_article(arb_article *out, word w)
{
    *out = is_word(w, "-") ? ARB_ART_NONE : arb_article_find(w.text, w.size);
    return is_word(w, "-") || *out != ARB_ART_NONE;
}

static bool read_code(arb_code *out, word w)
{
    for (unsigned i = 0; i < ARB_CODE_COUNT; i++) {
        *out = (arb_code)i;
        if (is_word(w, arb_code_word(*out)))
            return true;
    }
    return false;
}

static bool read_player(arb_colour *out, word w)
{
    for (*out = ARB_WHITE; *out < ARB_COLOUR_COUNT; (*out)++)
        if (is_word(w, arb_colour_word(*out)))
            return true;
    return is_word(w, "-");
}

static bool read_effect(arb_effect *out, word w)
{
    for (unsigned i = 0; i < ARB_EFFECT_COUNT; i++) {
        *out = (arb_effect)i;
        if (is_word(w, effects[i].word))
            return true;
    }
    return false;
}

static bool read_pending(arb_pending *out, word w)
{
    for (unsigned i = 0; i < ARB_PENDING_COUNT; i++) {
        *out = (arb_pending)i;
        if (is_word(w, arb_pending_word(*out)))
            return true;
    }
    return false;
}

static bool read_detail(arb_ruling *ruling, arb_cursor *cursor)
{
    const detail has = detail_of(ruling);
    int64_t number = 0;
    word w;

    if (has == DETAIL_NONE)
        return true;
    if (!take_word(&w, cursor))
        return false;
    switch (has) {
    case DETAIL_MS:
        return read_number(&ruling->ms, w, -ARB_TIME_MAX, ARB_TIME_MAX);
    case DETAIL_PLY:
    case DETAIL_HALF_MOVE:
    case DETAIL_PLAYERS:
    case DETAIL_PAPERS:
    case DETAIL_NUMBER:
        if (!read_number(&number, w, 0, UINT32_MAX))
            return false;
        ruling->number = (uint32_t)number;
        return true;
    case DETAIL_RESULT:
        ruling->result = arb_result_read(w.text, w.size);
        return ruling->result != ARB_RESULT_COUNT;
    case DETAIL_SCORE:
        if (!read_number(&number, w, ARB_SCORE_NONE, INT16_MAX))
            return false;
        ruling->score = (int)number;
        return true;
    case DETAIL_PENDING:
        return read_pending(&ruling->pending, w);
    case DETAIL_NONE:
    case DETAIL_ABOUT:
        break;
    }
    return read_article(&ruling->about, w);
}

static bool read_ruling(arb_ruling *out, arb_cursor *cursor, arb_ms time)
{
    arb_ruling ruling = { .at = time };
    word w;

    if (!take_word(&w, cursor) || !read_article(&ruling.article, w) || !take_word(&w, cursor) ||
        !read_code(&ruling.code, w) || !take_word(&w, cursor) || !read_player(&ruling.player, w) ||
        !take_word(&w, cursor) || !read_effect(&ruling.effect, w) || !read_detail(&ruling, cursor))
        return false;
    if (take_word(&w, cursor)) {
        if (w.text[0] != '@' ||
            !read_number(&ruling.at, (word){ w.text + 1, w.size - 1 }, 0, ARB_TIME_MAX))
            return false;
    }
    *out = ruling;
    return true;
}

/* Rulings up to a sign that parts them from others. */
static bool read_part(arb_verdict *v, arb_cursor *cursor, arb_ms time)
{
    const int next = arb_cursor_peek(cursor);

    if (next == '|' || next == '&' || next == '!' || next == ARB_CURSOR_END)
        return true;
    do {
        if (v->count == ARB_RULINGS_MAX || !read_ruling(&v->ruling[v->count], cursor, time))
            return false;
        v->count++;
    } while (arb_cursor_take(cursor, ';'));
    return true;
}

bool arb_verdict_read(arb_verdict *out, const char *text, size_t size, arb_ms time)
{
    arb_verdict v = { .refused = false };
    size_t *const ends[] = { &v.by_time, &v.by_hand, &v.by_event };
    arb_cursor cursor;

    arb_cursor_init(&cursor, text, size);
    for (size_t part = 0; part < 3; part++) {
        if (!read_part(&v, &cursor, time))
            return false;
        if (part == 1 && v.count > v.by_time && arb_cursor_take(&cursor, '&')) {
            v.by_reply = v.count;
            if (!read_part(&v, &cursor, time))
                return false;
        }
        if (!arb_cursor_take(&cursor, '|'))
            return false;
        *ends[part] = v.count;
        if (part == 0)
            v.by_reply = v.count;
    }
    if (!read_part(&v, &cursor, time))
        return false;
    if (arb_cursor_take(&cursor, '!')) {
        v.refused = true;
        if (!read_ruling(&v.refusal, &cursor, time))
            return false;
    }
    if (!arb_cursor_at_end(&cursor))
        return false;
    *out = v;
    return true;
}
