/* SPDX-License-Identifier: MIT */
/* The tags of a game: read, told, and those understood on which its moves depend. */
#include <string.h>

#include "notation/pgn_tag_scan.h"

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

bool arb_pgn_says_nothing(const arb_pgn_tag *tag)
{
    size_t blanks = 0;

    while (blanks < tag->value_size && tag->value[blanks] == ' ')
        blanks++;
    return blanks == tag->value_size || (tag->value_size == 1 && *tag->value == '?');
}

static void take_fen(arb_pgn *pgn, const arb_pgn_tag *tag)
{
    arb_pos *pos = &pgn->line.pos[0];
    arb_setup setup;
    arb_where where;

    if (arb_pgn_says_nothing(tag)) {
        pgn->fen_empty = true;
        arb_pgn_fault_at(pgn, ARB_PGN_FEN_EMPTY, tag->value, tag->value_size);
        return;
    }
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

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* What the reader understands it also tells without the blanks around it. */
static void trim(arb_pgn *pgn, arb_pgn_tag *tag)
{
    const arb_pgn_tag whole = *tag;

    while (tag->value_size > 0 && is_blank(*tag->value)) {
        tag->value++;
        tag->value_size--;
    }
    while (tag->value_size > 0 && is_blank(tag->value[tag->value_size - 1]))
        tag->value_size--;
    if (tag->value_size != whole.value_size)
        arb_pgn_fault_at(pgn, ARB_PGN_TAG_FORM, whole.value, whole.value_size);
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

/* A result that is understood is told as PGN writes it. */
static void take_result(arb_pgn *pgn, arb_pgn_tag *tag)
{
    const arb_pgn_result result = arb_pgn_result_read(tag->value, tag->value_size);

    pgn->game.tag = result;
    if (arb_pgn_result_plain(result, tag->value, tag->value_size) ||
        (result == ARB_PGN_RESULT_NONE && tag->value_size <= 1)) /* "" or "?" */
        return;
    arb_pgn_fault_at(pgn, ARB_PGN_RESULT_FORM, tag->value, tag->value_size);
    if (result == ARB_PGN_RESULT_NONE)
        return;
    tag->value = arb_pgn_result_text(result);
    tag->value_size = strlen(tag->value);
}

/* Understands what the reader itself needs. */
static void understand(arb_pgn *pgn, arb_pgn_tag *tag)
{
    if (named(tag, "Event")) {
        pgn->event_seen = true;
    } else if (named(tag, "Result")) {
        trim(pgn, tag);
        take_result(pgn, tag);
    } else if (named(tag, "FEN")) {
        take_fen(pgn, tag);
    } else if (named(tag, "SetUp")) {
        trim(pgn, tag);
        pgn->setup_announced = tag->value_size == 1 && *tag->value == '1';
        pgn->setup_place = arb_pgn_where(pgn);
    } else if (named(tag, "Variant")) {
        trim(pgn, tag);
        take_variant(pgn, tag);
    }
}

static bool is_event(const arb_tag_scan *s)
{
    return s->name_size == 5 && memcmp(s->name, "Event", 5) == 0;
}

/* It costs itself and not the game, unless it does not end. */
static void bad_tag(arb_pgn *pgn, const arb_tag_scan *s)
{
    arb_pgn_finding finding = { .fault = ARB_PGN_TAG, .text = pgn->token, .wanted = s->expected };
    const size_t room = (size_t)(pgn->end - pgn->token);
    size_t line = 0;

    if (s->stop == pgn->end && room > ARB_PGN_TEXT_MAX)
        finding.fault = ARB_PGN_TOO_LONG;
    while (line < room && pgn->token[line] != '\n' && pgn->token[line] != '\r')
        line++;
    const size_t cost = arb_tag_cost(pgn->token, line);
    finding.size = cost < ARB_PGN_MARGIN ? cost : ARB_PGN_MARGIN;
    pgn->event_seen |= is_event(s) && s->value; /* one without a value says nothing */
    if (finding.fault == ARB_PGN_TAG)
        pgn->at += cost;
    arb_pgn_tell(pgn, &finding);
}

/* Has the game this tag already? Names are known by their fingerprints (FNV-1a), the first few. */
static bool repeated(arb_pgn *pgn, const arb_tag_scan *s)
{
    uint64_t print = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < s->name_size; i++)
        print = (print ^ (unsigned char)s->name[i]) * UINT64_C(0x100000001b3);
    for (unsigned i = 0; i < pgn->name_count; i++)
        if (pgn->names[i] == print)
            return true;
    if (pgn->name_count < ARB_PGN_NAMES)
        pgn->names[pgn->name_count++] = print;
    return false;
}

static void good_tag(arb_pgn *pgn, const arb_tag_scan *s)
{
    char *value = pgn->token + (s->value - pgn->token);

    if (s->odd)
        arb_pgn_fault_at(pgn, ARB_PGN_TAG_FORM, pgn->token, s->size);
    arb_pgn_check_encoding(pgn, s->value, s->value_size);
    arb_pgn_tag tag = { .name = s->name,
                        .name_size = s->name_size,
                        .value = value,
                        .value_size = s->escaped || s->folded
                                          ? arb_tag_resolve(value, s->value_size)
                                          : s->value_size };
    pgn->at += s->size;
    pgn->tags_seen = pgn->behind_tag = true;
    if (repeated(pgn, s)) {
        arb_pgn_fault_at(pgn, ARB_PGN_TAG_TWICE, pgn->token, s->size);
        return;
    }
    if (pgn->doing == ARB_PGN_READING)
        understand(pgn, &tag);
    if (pgn->handler->tag && pgn->doing != ARB_PGN_STOPPED)
        arb_pgn_follow(pgn, pgn->handler->tag(pgn->user, pgn, &tag));
}

/* Reads on until the tag is whole, or there is no more. */
static arb_tag_outcome scan_whole(arb_pgn *pgn, arb_tag_scan *s)
{
    arb_tag_outcome read;

    do
        read = arb_tag_scan_at(s, pgn->token, false);
    while (read == ARB_TAG_CUT && s->stop == pgn->end && arb_pgn_fill(pgn));
    return read == ARB_TAG_CUT ? arb_tag_scan_at(s, pgn->token, true) : read;
}

void arb_pgn_take_tag(arb_pgn *pgn)
{
    arb_tag_scan s;

    pgn->token = pgn->at;
    const arb_tag_outcome read = scan_whole(pgn, &s);
    if (pgn->in_game && pgn->event_seen && is_event(&s)) {
        arb_pgn_end_game(pgn, ARB_PGN_RESULT_NONE); /* a game that is its tags alone */
        return;
    }
    if (!pgn->in_game)
        arb_pgn_begin_game(pgn);
    if (pgn->doing != ARB_PGN_READING)
        return;
    if (read == ARB_TAG_READ)
        good_tag(pgn, &s);
    else
        bad_tag(pgn, &s);
}
