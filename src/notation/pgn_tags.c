/* SPDX-License-Identifier: MIT */
/* The tags of a game: read, told, and those understood on which its moves depend. */
#include <string.h>

#include "notation/pgn_internal.h"

enum { NAME_MAX_SIZE = 64 };

/* A tag as it stands in the buffer. */
typedef struct scan {
    const char *name, *value; /* value: behind its opening quotation mark */
    size_t name_size, value_size, size;
    bool escaped, odd;
    const char *stop; /* where it could not go on */
    arb_wanted expected;
} scan;

typedef enum outcome { TAG_READ, TAG_BAD, TAG_CUT } outcome;

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

static bool is_name(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == '+' || c == '#' || c == '=' || c == ':';
}

static const char *skip_name(const char *at)
{
    const char *begin = at;

    while (is_name(*at) && at - begin < NAME_MAX_SIZE)
        at++;
    return at;
}

bool arb_pgn_is_tag(const char *at)
{
    if (*at != '[')
        return false;
    const char *name = at + 1;
    while (name - at < 8 && (*name == ' ' || *name == '\t'))
        name++;
    const char *end = skip_name(name), *quote = end;
    while (quote - end < 8 && (*quote == ' ' || *quote == '\t'))
        quote++;
    return end > name && *name != '%' && *quote == '"';
}

bool arb_pgn_is_event(const char *at)
{
    return memcmp(at, "[Event ", 7) == 0 && arb_pgn_is_tag(at);
}

/* The value ends at a quotation mark before the bracket; one before anything else belongs to it. */
static outcome scan_value(scan *s, const char *begin)
{
    const char *at = begin;

    for (;; at++) {
        if (*at == '\\' && (at[1] == '"' || at[1] == '\\')) {
            s->escaped = true;
            at++;
        } else if (*at == '"') {
            const char *bracket = skip_blanks(at + 1);
            if (*bracket == ']') {
                s->value_size = (size_t)(at - begin);
                s->size = (size_t)(bracket + 1 - begin);
                s->odd |= bracket != at + 1;
                return TAG_READ;
            }
            s->odd = true;
        } else if (*at == '\n' || *at == '\r' || *at == '\0') {
            s->expected = ARB_WANTED_QUOTE_END;
            s->stop = at;
            return *at == '\0' ? TAG_CUT : TAG_BAD;
        }
    }
}

/* Takes the tag at `begin` apart. Where a NUL stops it, that may be the end of the buffer. */
static outcome scan_tag(scan *s, const char *begin)
{
    *s = (scan){ .name = skip_blanks(begin + 1) };
    const char *end = skip_name(s->name), *quote = skip_blanks(end);

    s->name_size = (size_t)(end - s->name);
    if (s->name_size == 0 || (*quote != '"' && quote == end)) {
        s->expected = ARB_WANTED_TAG_NAME;
        s->stop = end;
        return *end == '\0' ? TAG_CUT : TAG_BAD;
    }
    if (*quote != '"') {
        s->expected = ARB_WANTED_TAG_VALUE;
        s->stop = quote;
        return *quote == '\0' ? TAG_CUT : TAG_BAD;
    }
    s->odd = s->name != begin + 1 || quote != end + 1;
    s->value = quote + 1;
    const outcome read = scan_value(s, s->value);
    s->size += (size_t)(s->value - begin);
    return read;
}

/* Resolves the escapes where the text stands: the buffer is the reader's own. */
static size_t unescape(char *value, size_t size)
{
    size_t to = 0;

    for (size_t from = 0; from < size; from++, to++) {
        if (value[from] == '\\' && from + 1 < size &&
            (value[from + 1] == '"' || value[from + 1] == '\\'))
            from++;
        value[to] = value[from];
    }
    return to;
}

static bool named(const arb_pgn_tag *tag, const char *name)
{
    return tag->name_size == strlen(name) && memcmp(tag->name, name, tag->name_size) == 0;
}

static bool holds(const arb_pgn_tag *tag, const char *word)
{
    const size_t size = strlen(word);

    for (size_t i = 0; i + size <= tag->value_size; i++) {
        size_t same = 0;
        while (same < size &&
               ((unsigned char)tag->value[i + same] | 32u) == (unsigned char)word[same])
            same++;
        if (same == size)
            return true;
    }
    return false;
}

static void take_fen(arb_pgn *pgn, const arb_pgn_tag *tag)
{
    arb_pos *pos = &pgn->line.pos[0];
    arb_setup setup;
    arb_where where;

    pgn->fen_seen = true;
    if (arb_fen_read(&setup, &where, tag->value, tag->value_size, NULL) != ARB_OK) {
        arb_pgn_finding finding = { .fault = ARB_PGN_FEN,
                                    .text = tag->value,
                                    .size = tag->value_size,
                                    .wanted = where.wanted };
        arb_pgn_tell(pgn, &finding);
        return;
    }
    const uint32_t faults = arb_pos_from_setup(pos, &setup);
    if (arb_faults_hard(faults)) {
        arb_pgn_fault_at(pgn, ARB_PGN_SETUP, tag->value, tag->value_size);
        return;
    }
    if (faults)
        arb_pgn_fault_at(pgn, ARB_PGN_START_FAULTS, tag->value, tag->value_size);
    if (!pgn->variant_known)
        pgn->variant = arb_pos_variant(pos);
}

/* Laws II.1: what is played. Other names are other games. */
static void take_variant(arb_pgn *pgn, const arb_pgn_tag *tag)
{
    static const char *const usual[] = { "standard",  "normal",   "chess",  "from position",
                                         "classical", "orthodox", "regular" };

    if (holds(tag, "960") || holds(tag, "fischer")) {
        pgn->variant_known = true;
        pgn->variant = ARB_CHESS960;
        return;
    }
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (tag->value_size == strlen(usual[i]) && holds(tag, usual[i]))
            return;
    if (tag->value_size > 1) /* else "" or "?" */
        arb_pgn_fault_at(pgn, ARB_PGN_VARIANT, tag->value, tag->value_size);
}

/* Understands what the reader itself needs. */
static void understand(arb_pgn *pgn, const arb_pgn_tag *tag)
{
    if (named(tag, "Event")) {
        pgn->event_seen = true;
    } else if (named(tag, "Result")) {
        pgn->game.tag = arb_pgn_result_read(tag->value, tag->value_size);
        if (pgn->game.tag == ARB_PGN_RESULT_NONE && tag->value_size > 1)
            arb_pgn_fault_at(pgn, ARB_PGN_RESULT_FORM, tag->value, tag->value_size);
    } else if (named(tag, "FEN")) {
        take_fen(pgn, tag);
    } else if (named(tag, "SetUp")) {
        pgn->setup_announced = tag->value_size == 1 && *tag->value == '1';
    } else if (named(tag, "Variant")) {
        take_variant(pgn, tag);
    }
}

static bool is_event(const scan *s)
{
    return s->name_size == 5 && memcmp(s->name, "Event", 5) == 0;
}

static void bad_tag(arb_pgn *pgn, const scan *s)
{
    const bool too_long = s->stop == pgn->end && s->stop - pgn->token > ARB_PGN_TEXT_MAX;
    arb_pgn_finding finding = { .fault = too_long ? ARB_PGN_TOO_LONG : ARB_PGN_TAG,
                                .text = pgn->token,
                                .size = strcspn(pgn->token, "\r\n"),
                                .wanted = s->expected };

    finding.size = finding.size < ARB_PGN_MARGIN ? finding.size : ARB_PGN_MARGIN;
    pgn->event_seen |= is_event(s);
    arb_pgn_tell(pgn, &finding);
}

static void good_tag(arb_pgn *pgn, const scan *s)
{
    char *value = pgn->token + (s->value - pgn->token);

    if (s->odd)
        arb_pgn_fault_at(pgn, ARB_PGN_TAG_FORM, pgn->token, s->size);
    arb_pgn_check_encoding(pgn, s->value, s->value_size);
    const arb_pgn_tag tag = { .name = s->name,
                              .name_size = s->name_size,
                              .value = value,
                              .value_size =
                                  s->escaped ? unescape(value, s->value_size) : s->value_size };
    pgn->at += s->size;
    if (pgn->doing == ARB_PGN_READING)
        understand(pgn, &tag);
    if (pgn->handler->tag && pgn->doing != ARB_PGN_STOPPED)
        arb_pgn_follow(pgn, pgn->handler->tag(pgn->user, pgn, &tag));
}

void arb_pgn_take_tag(arb_pgn *pgn)
{
    outcome read;
    scan s;

    pgn->token = pgn->at;
    do
        read = scan_tag(&s, pgn->token);
    while (read == TAG_CUT && s.stop == pgn->end && arb_pgn_fill(pgn));
    if (pgn->in_game && pgn->event_seen && is_event(&s)) {
        arb_pgn_end_game(pgn, ARB_PGN_RESULT_NONE); /* a game that is its tags alone */
        return;
    }
    if (!pgn->in_game)
        arb_pgn_begin_game(pgn);
    if (pgn->doing != ARB_PGN_READING)
        return;
    if (read == TAG_READ)
        good_tag(pgn, &s);
    else
        bad_tag(pgn, &s);
}
