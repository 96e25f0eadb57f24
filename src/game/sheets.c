/* SPDX-License-Identifier: MIT */
/*
 * How entries come on a scoresheet: one after the other as they are written, each in its row; and
 * corrected, with the old entry kept (Laws, 8.1).
 */
#include <string.h>

#include "game/game.h"
#include "laws/keeping.h"

/* Who corrects long sheets again and again has copied enough. */
enum { CORRECTED_MAX = 131072 };

static bool has_row(const arb_entry *entry)
{
    return arb_entry_kind_has_row((arb_entry_kind)entry->kind);
}

/* The row that the number of a move names, if some rows before it stay blank and the move has been
 * made or is the next to be; otherwise the next row. Numbers count from that of the first position.
 */
static uint32_t row_of(const arb_game *game, const arb_state *s, const arb_sheet_entry *entry,
                       uint32_t next)
{
    const uint32_t first = game->given.setup.move_number > 0 ? game->given.setup.move_number : 1;
    const int late = arb_history_turn(game->history, 0) == ARB_BLACK;
    const int64_t row = 2 * ((int64_t)entry->number - first) + entry->black - late;

    return entry->numbered && row > next && row <= arb_keeping_made(s) ? (uint32_t)row : next;
}

/* Where entries are put, one behind the other; or only counted, when `to` is NULL. */
typedef struct adding {
    arb_entry *to;
    uint32_t first; /* its number among all */
    uint32_t before, next, count;
} adding;

static void add(adding *a, arb_entry entry)
{
    if (a->to) {
        entry.before = a->before;
        entry.was = NO_ENTRY;
        entry.row = a->next;
        a->to[a->count] = entry;
        a->before = a->first + a->count;
    }
    a->next += has_row(&entry);
    a->count++;
}

/* Laws C.3 */
static bool is_abroad(const arb_sheet_entry *entry, const arb_language *language)
{
    return entry->kind == ARB_ENTRY_MOVE &&
           !arb_sheet_entry_reads(entry->text, entry->size, language);
}

/* Laws D.2.7: all that follows is one move in words ("Bauer e 4"), or this entry is. */
static bool take_longhand(arb_sheet_entry *entry, size_t *at, const arb_game *game,
                          const arb_event *event)
{
    const size_t begin = (size_t)(entry->text - event->text);
    const size_t sizes[] = { event->size - begin, entry->size };

    for (unsigned i = 0; i < 2; i++) {
        arb_sheet_entry words = *entry;
        words.size = sizes[i];
        if (!arb_keeping_is_longhand(&words, (arb_actor)event->actor, &game->regulations))
            continue;
        *entry = words;
        entry->kind = ARB_ENTRY_MOVE;
        *at = begin + words.size;
        return true;
    }
    return false;
}

/* Adds what a text says: its entries, and a blank for each row that a number leaves out, so that it
 * can be filled in later. */
static uint32_t add_text(adding a, const arb_game *game, const arb_state *s, const arb_event *event)
{
    arb_sheet_entry entry;
    size_t at = 0;

    while (
        arb_sheet_entry_next(&entry, event->text, event->size, &at, game->regulations.language)) {
        const bool longhand = take_longhand(&entry, &at, game, event);
        const uint32_t row =
            arb_entry_kind_has_row(entry.kind) ? row_of(game, s, &entry, a.next) : a.next;
        while (a.next < row)
            add(&a, (arb_entry){ .kind = ARB_ENTRY_BLANK, .text = entry.text });
        add(&a, (arb_entry){ .kind = (uint8_t)entry.kind,
                             .marks_offer = entry.marks_offer,
                             .abroad = !longhand && is_abroad(&entry, game->regulations.language),
                             .text = entry.text,
                             .size = entry.size });
    }
    if (a.count == 0) /* not a word */
        add(&a, (arb_entry){ .kind = ARB_ENTRY_DATA, .text = event->text, .size = event->size });
    return a.count;
}

static arb_err prepare_write(arb_new_entries *out, arb_game *game, const arb_state *s,
                             const arb_event *event)
{
    const unsigned sheet = arb_sheet_of((arb_actor)event->actor);
    adding a = { .first = (uint32_t)game->entry_count,
                 .before = s->sheet[sheet],
                 .next = s->sheet_moves[sheet] };
    const uint32_t count = add_text(a, game, s, event);
    const arb_err err = arb_entries_reserve(game, count);

    if (err)
        return err;
    a.to = &game->entries[game->entry_count];
    out->count = out->written = add_text(a, game, s, event);
    return ARB_OK;
}

/* What stood behind the corrected entry, as it was; the rows move up or down where the correction
 * has one and what it corrects had none, or the other way round. */
static void copy_behind(arb_game *game, uint32_t head, uint32_t corrected, uint32_t behind)
{
    arb_entry *entries = game->entries;
    const uint32_t first = (uint32_t)game->entry_count;
    const uint32_t more = has_row(&entries[first]), less = has_row(&entries[corrected]);

    for (uint32_t i = behind, at = head; i > 0; i--, at = entries[at].before) {
        entries[first + i] = entries[at];
        entries[first + i].before = first + i - 1;
        entries[first + i].row = entries[at].row + more - less;
    }
}

/* Laws 8.1: the entry of that number, from 1, and how many stand behind it; NO_ENTRY. */
static uint32_t find_entry(uint32_t *behind, const arb_game *game, uint32_t head, uint32_t number)
{
    uint32_t total = 0;

    for (uint32_t at = head; at != NO_ENTRY; at = game->entries[at].before)
        total++;
    if (number == 0 || number > total)
        return NO_ENTRY;
    *behind = total - number;
    for (uint32_t i = 0; i < *behind; i++)
        head = game->entries[head].before;
    return head;
}

static arb_err prepare_rewrite(arb_new_entries *out, arb_game *game, const arb_state *s,
                               const arb_event *event)
{
    const uint32_t head = s->sheet[arb_sheet_of((arb_actor)event->actor)];
    uint32_t behind = 0;
    const uint32_t corrected = find_entry(&behind, game, head, event->number);
    /* it stays where it is, whatever its number says */
    adding a = { .first = (uint32_t)game->entry_count, .next = UINT32_MAX / 2 };

    if (corrected == NO_ENTRY || game->entry_count + behind > CORRECTED_MAX ||
        add_text(a, game, s, event) != 1)
        return ARB_OK; /* nothing is prepared, and a rule refuses it */
    const arb_err err = arb_entries_reserve(game, (size_t)behind + 1);
    if (err)
        return err;
    arb_entry *entry = &game->entries[game->entry_count];
    a.to = entry;
    a.before = game->entries[corrected].before;
    (void)add_text(a, game, s, event);
    entry->row = game->entries[corrected].row;
    entry->was = corrected;
    copy_behind(game, head, corrected, behind);
    *out = (arb_new_entries){
        .first = out->first, .count = behind + 1, .written = 1, .corrects = corrected
    };
    return ARB_OK;
}

/* What is sealed, or when and where it will be opened (I.1.1, I.2.7): on nobody's sheet. */
static arb_err prepare_envelope(arb_new_entries *out, arb_game *game, const arb_event *event)
{
    const arb_err err = arb_entries_reserve(game, 1);

    if (err)
        return err;
    game->entries[game->entry_count] =
        (arb_entry){ .before = NO_ENTRY,
                     .was = NO_ENTRY,
                     .kind = ARB_ENTRY_DATA,
                     .escaped = (event->flags & ARB_EVENT_ESCAPED) != 0,
                     .text = event->text,
                     .size = event->size };
    out->count = out->written = 1;
    return ARB_OK;
}

arb_err arb_sheets_prepare(arb_new_entries *out, arb_game *game, const arb_state *s,
                           const arb_event *event)
{
    *out = (arb_new_entries){ .first = (uint32_t)game->entry_count, .corrects = NO_ENTRY };
    if (event->verb == ARB_VERB_WRITE)
        return prepare_write(out, game, s, event);
    if (event->verb == ARB_VERB_REWRITE)
        return prepare_rewrite(out, game, s, event);
    return event->size > 0 && (event->verb == ARB_VERB_SEAL || event->verb == ARB_VERB_ADJOURN)
               ? prepare_envelope(out, game, event)
               : ARB_OK;
}

void arb_sheets_commit(arb_game *game, const char *was, const char *is)
{
    const arb_new_entries *new = &game->hearing.look.new;

    for (uint32_t i = new->first; i < new->first + new->written; i++)
        game->entries[i].text = is + (game->entries[i].text - was);
    game->entry_count += new->count;
}
