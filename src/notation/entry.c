/* SPDX-License-Identifier: MIT */
/*
 * The entries of a scoresheet: what each is by what stands there, whatever the position
 * (Laws, 8.1.4, C). A sheet is told in pieces, as it is written; see sheet.h.
 */
#include <string.h>

#include "arbitro/sheet.h"
#include "notation/written_internal.h"

bool arb_entry_kind_has_row(arb_entry_kind kind)
{
    return kind <= ARB_ENTRY_BLANK;
}

const char *arb_entry_kind_word(arb_entry_kind kind)
{
    static const char *const words[ARB_ENTRY_KIND_COUNT] = {
        "move", "foreign", "blank", "offer", "time", "claim", "data", "other",
    };
    return words[kind];
}

static bool is_one_of(arb_cursor word, const char *const *texts)
{
    for (; *texts; texts++)
        if (arb_cursor_is(word, *texts))
            return true;
    return false;
}

/* "1:12", "0:45:10", and in brackets. */
static bool is_time(arb_cursor word)
{
    const bool bracket = arb_cursor_take(&word, '[');
    uint64_t number;
    unsigned parts = 1;

    if (arb_cursor_read_number(&number, &word, 999))
        return false;
    for (; parts < 3 && arb_cursor_take(&word, ':'); parts++) {
        const char *digits = word.at;
        if (arb_cursor_read_number(&number, &word, 59) || word.at != digits + 2)
            return false;
    }
    return parts > 1 && (!bracket || arb_cursor_take(&word, ']')) && arb_cursor_at_end(&word);
}

/* A result; or the number of a move alone. */
static bool is_data(arb_cursor word)
{
    static const char *const results[] = {
        "1-0", "1–0", "0-1", "0–1", "1/2-1/2", "1/2–1/2", "½-½", "½–½",
        "1/2", "½",   "*",   "+/-", "-/+",     "-/-",     NULL,
    };
    uint64_t number;

    if (is_one_of(word, results))
        return true;
    return !arb_cursor_read_number(&number, &word, 999) && arb_cursor_at_end(&word);
}

static bool is_offer(arb_cursor word)
{
    static const char *const marks[] = { "(=)", "=", NULL };
    return is_one_of(word, marks);
}

static bool is_blank(arb_cursor word)
{
    static const char *const dashes[] = { "-", "–", "—", "--", NULL };
    return is_one_of(word, dashes);
}

static bool is_claim(arb_cursor word)
{
    static const char *const claims[] = { "claim", "Claim", "richiesta", "Richiesta", NULL };
    return is_one_of(word, claims);
}

/* ---- the descriptive notation, as far as it can be told from others */

/* "N", "Kt", "KB", "QRP": which piece. */
static bool take_described(arb_cursor *cur)
{
    static const char *const wings[] = { "K", "Q", NULL };
    static const char *const pieces[] = { "Kt", "R", "N", "B", NULL };

    if (arb_cursor_take(cur, 'P') || arb_cursor_take_text(cur, "Kt"))
        return true;
    const bool wing = arb_written_take_any(cur, wings);
    const bool piece = arb_written_take_any(cur, pieces);
    return (piece && arb_cursor_take(cur, 'P')) || wing || piece;
}

/* "P-K4", "N-KB3", "QxP", "P-K8(Q)", with "ch" or a judgement behind. */
static bool is_descriptive(arb_cursor word)
{
    static const char *const marks[] = { "(Q)", "(R)", "(B)",  "(N)", "(Kt)", "=Q", "e.p.",
                                         "ch",  "dis", "mate", "+",   "!",    "?",  NULL };

    if (!take_described(&word))
        return false;
    if (arb_cursor_take(&word, '-')) {
        if (!take_described(&word) || arb_written_take_rank(&word) == ARB_UNSAID)
            return false;
    } else if (!arb_cursor_take(&word, 'x') || !take_described(&word)) {
        return false;
    }
    while (arb_written_take_any(&word, marks))
        continue;
    return arb_cursor_at_end(&word);
}

/* ---- moves */

/* How far a move that begins here may reach: to a word that is something else. */
static arb_cursor reach(arb_cursor cur)
{
    enum { WORDS_MAX = 6 };
    arb_cursor rest = cur, word;

    (void)arb_cursor_next_word(&word, &rest);
    for (unsigned i = 1; i < WORDS_MAX && arb_cursor_next_word(&word, &rest); i++)
        if (is_offer(word) || is_time(word) || is_blank(word) || is_claim(word)) {
            cur.end = word.at;
            return cur;
        }
    cur.end = rest.at;
    return cur;
}

/* Takes a move that ends with a word; false, and nothing moved, when there is none. */
static bool take_move(arb_written *out, arb_cursor *cur, const arb_language *language)
{
    arb_cursor ahead = reach(*cur);

    if (arb_written_take(out, &ahead, NULL, language, false))
        return false;
    if (!arb_cursor_at_end(&ahead) && !arb_cursor_skip_blanks(&ahead))
        return false;
    cur->at = ahead.at;
    return true;
}

/* Does one of the next words name a rank? Without one no letter of another language makes a move,
 * and trying them all takes long. */
static bool names_rank(arb_cursor cur)
{
    enum { WORDS_MAX = 3 };
    arb_cursor word;

    for (unsigned i = 0; i < WORDS_MAX && arb_cursor_next_word(&word, &cur); i++)
        for (; word.at < word.end; word.at++)
            if (*word.at >= '1' && *word.at <= '8')
                return true;
    return false;
}

/* Laws C.3: in the language of the event, or else in any other. */
static bool take_any_move(arb_written *out, arb_cursor *cur, const arb_language *language)
{
    if (take_move(out, cur, language))
        return true;
    for (size_t i = 0; i < arb_language_count() && names_rank(*cur); i++) {
        arb_cursor ahead = *cur, taken = *cur;
        if (arb_language_at(i) == language || !take_move(out, &ahead, arb_language_at(i)))
            continue;
        taken.end = ahead.at;
        if (names_rank(taken)) { /* it, and not what stands behind it */
            *cur = ahead;
            return true;
        }
    }
    return false;
}

/* "12.", "12..." or "12 " before something else; the cursor then stands behind it. */
static void take_number(arb_sheet_entry *out, arb_cursor *cur)
{
    enum { DIGITS_MAX = 3 };
    arb_cursor ahead = *cur;
    unsigned dots = 0;
    uint64_t number;

    if (arb_cursor_read_number(&number, &ahead, 9999)) {
        if (arb_cursor_take_text(cur, "..."))
            (void)arb_cursor_skip_blanks(cur);
        return;
    }
    const bool small = ahead.at <= cur->at + DIGITS_MAX;
    for (; arb_cursor_take(&ahead, '.'); dots++)
        continue;
    if (arb_cursor_take_text(&ahead, "…"))
        dots = 3;
    if (dots == 0 && !(small && arb_cursor_skip_blanks(&ahead) && !arb_cursor_at_end(&ahead)))
        return;
    (void)arb_cursor_skip_blanks(&ahead);
    out->numbered = true;
    out->black = dots > 1;
    out->number = (uint32_t)number;
    *cur = ahead;
}

/* What is none of the others takes all words up to one that is. */
static void take_other(arb_cursor *cur, const arb_language *language)
{
    arb_cursor ahead, word = arb_cursor_take_word(cur);
    arb_written move;

    for (ahead = *cur; arb_cursor_next_word(&word, &ahead); *cur = ahead) {
        arb_sheet_entry numbered;
        arb_cursor here = word;
        here.end = cur->end;
        take_number(&numbered, &here);
        if (is_offer(word) || is_time(word) || is_blank(word) || is_claim(word) || is_data(word) ||
            is_descriptive(word) || take_any_move(&move, &here, language))
            return;
    }
}

static arb_entry_kind kind_of_move(const arb_written *move)
{
    return move->form == ARB_FORM_NUMERIC || move->form == ARB_FORM_WORDS ? ARB_ENTRY_FOREIGN
                                                                          : ARB_ENTRY_MOVE;
}

/* The kind of what comes next; the cursor then stands behind it. */
static arb_entry_kind take_kind(arb_sheet_entry *out, arb_cursor *cur, const arb_language *language)
{
    arb_cursor after = *cur;
    const arb_cursor word = arb_cursor_take_word(&after);
    arb_written move = { .draw_offer = false };
    arb_entry_kind kind = ARB_ENTRY_OTHER;

    if (arb_cursor_at_end(&word))
        return ARB_ENTRY_DATA; /* a number, and nothing behind it */
    if (is_claim(word)) {
        cur->at = cur->end;
        return ARB_ENTRY_CLAIM;
    }
    if (is_offer(word))
        kind = ARB_ENTRY_OFFER;
    else if (is_blank(word))
        kind = ARB_ENTRY_BLANK;
    else if (is_time(word))
        kind = ARB_ENTRY_TIME;
    if (kind == ARB_ENTRY_OTHER && take_any_move(&move, cur, language)) {
        out->marks_offer = move.draw_offer;
        return kind_of_move(&move);
    }
    if (kind == ARB_ENTRY_OTHER && is_descriptive(word))
        kind = ARB_ENTRY_FOREIGN;
    if (kind == ARB_ENTRY_OTHER && is_data(word))
        kind = ARB_ENTRY_DATA;
    if (kind == ARB_ENTRY_OTHER)
        take_other(cur, language);
    else
        *cur = after;
    out->marks_offer = kind == ARB_ENTRY_OFFER;
    return kind;
}

bool arb_sheet_entry_next(arb_sheet_entry *out, const char *text, size_t size, size_t *at,
                          const arb_language *language)
{
    arb_sheet_entry entry = { .kind = ARB_ENTRY_OTHER };
    arb_cursor cur;

    arb_cursor_init(&cur, text, size);
    cur.at += *at;
    (void)arb_cursor_skip_blanks(&cur);
    if (arb_cursor_at_end(&cur))
        return false;
    entry.text = cur.at;
    take_number(&entry, &cur);
    entry.kind = take_kind(&entry, &cur, language ? language : arb_language_at(0));
    while (cur.at > entry.text && (cur.at[-1] == ' ' || cur.at[-1] == '\t'))
        cur.at--; /* blanks behind it are no part of it */
    entry.size = (size_t)(cur.at - entry.text);
    *at = (size_t)(cur.at - text);
    *out = entry;
    return true;
}

/* The move of an entry in one language; false when it cannot be read in that. */
static bool read_move(arb_written *out, const char *text, size_t size, const arb_language *language)
{
    arb_sheet_entry entry = { .kind = ARB_ENTRY_OTHER };
    arb_cursor cur;

    arb_cursor_init(&cur, text, size);
    take_number(&entry, &cur);
    return take_move(out, &cur, language) && arb_cursor_at_end(&cur);
}

bool arb_sheet_entry_reads(const char *text, size_t size, const arb_language *language)
{
    arb_written written;

    return read_move(&written, text, size, language ? language : arb_language_at(0));
}

/* In `own`; where it cannot be read in that or, on a sheet from `abroad`, is not legal, in the
 * first language in which it is (C.3). */
static bool read_in(arb_reading *out, arb_written *written, const char *text, size_t size,
                    const arb_pos *pos, arb_variant variant, const arb_language *own, bool abroad)
{
    bool any = read_move(written, text, size, own);

    if (any) {
        *out = arb_written_in(written, pos, variant);
        if (!abroad || out->kind == ARB_READING_LEGAL)
            return true;
    }
    for (size_t i = 0; i < arb_language_count(); i++) {
        arb_written move;
        if (!read_move(&move, text, size, arb_language_at(i)))
            continue;
        const arb_reading reading = arb_written_in(&move, pos, variant);
        if (any && reading.kind != ARB_READING_LEGAL)
            continue;
        *written = move;
        *out = reading;
        any = true;
        if (reading.kind == ARB_READING_LEGAL)
            return true;
    }
    return any;
}

bool arb_sheet_entry_in(arb_reading *out, arb_written *written, const char *text, size_t size,
                        const arb_pos *pos, arb_variant variant, const arb_language *language)
{
    return read_in(out, written, text, size, pos, variant, language ? language : arb_language_at(0),
                   false);
}

bool arb_sheet_entry_abroad(arb_reading *out, arb_written *written, const char *text, size_t size,
                            const arb_pos *pos, arb_variant variant, const arb_language *language)
{
    return read_in(out, written, text, size, pos, variant, language ? language : arb_language_at(0),
                   true);
}
