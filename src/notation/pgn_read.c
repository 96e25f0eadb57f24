/* SPDX-License-Identifier: MIT */
/* The PGN reader as a whole: made, freed, and led through a text. */
#include <string.h>

#include "arbitro/mem.h"
#include "notation/pgn_internal.h"

enum { BUFFER_SIZE = ARB_PGN_ROOM + 2 * ARB_PGN_PADDING };

/* Learns a letter of one byte. A longer one is read the long way, and so is a short one that could
 * be its beginning. */
static void learn_letter(uint8_t roles[256], const char *letter, arb_role role)
{
    if (letter[0] <= 0)
        return;
    uint8_t *known = &roles[(unsigned char)letter[0]];
    if (letter[1] == '\0')
        *known = (uint8_t)role;
    else if (strchr("abcdefghx12345678", letter[1]))
        *known = ARB_ROLE_NONE;
}

static void learn_letters(uint8_t roles[256], const arb_language *language)
{
    memset(roles, ARB_ROLE_NONE, 256);
    for (int longer = 0; longer < 2; longer++) {
        for (const arb_letter *more = language->further; more && more->text; more++)
            if ((more->text[1] != '\0') == longer)
                learn_letter(roles, more->text, more->role);
        for (unsigned role = ARB_KNIGHT; role < ARB_ROLE_COUNT; role++) {
            const char *letter = language->letters.white[role];
            if (letter && (letter[1] != '\0') == longer)
                learn_letter(roles, letter, (arb_role)role);
        }
    }
    roles[0] = ARB_PAWN;
    for (unsigned file = 'a'; file <= 'h'; file++)
        roles[file] = ARB_PAWN;
}

void arb_pgn_begin_at(arb_pgn *pgn, const arb_pgn_place *place)
{
    pgn->from = *place;
    pgn->from.game--;
}

arb_err arb_pgn_new(arb_pgn **out, const arb_mem *mem, const arb_pgn_options *options)
{
    arb_pgn *pgn = arb_mem_new_array(mem, 1, sizeof *pgn);

    if (!pgn)
        return ARB_NOMEM;
    pgn->mem = mem;
    pgn->buffer = arb_mem_new_array(mem, BUFFER_SIZE, 1);
    if (!pgn->buffer) {
        arb_mem_free(mem, pgn, sizeof *pgn);
        return ARB_NOMEM;
    }
    if (options)
        pgn->options = *options;
    const arb_language *english = arb_language_at(0);
    pgn->english = !pgn->options.language || pgn->options.language == english;
    learn_letters(pgn->roles, pgn->english ? english : pgn->options.language);
    pgn->initial = arb_pos_initial();
    pgn->step = arb_step_best();
    pgn->from = (arb_pgn_place){ .line = 1, .column = 1 };
    *out = pgn;
    return ARB_OK;
}

void arb_pgn_free(arb_pgn *pgn)
{
    if (!pgn)
        return;
    arb_mem_free(pgn->mem, pgn->stack, pgn->stack_room * sizeof *pgn->stack);
    arb_mem_free(pgn->mem, pgn->buffer, BUFFER_SIZE);
    arb_mem_free(pgn->mem, pgn, sizeof *pgn);
}

static void rewind_to_begin(arb_pgn *pgn)
{
    pgn->failure = ARB_OK;
    pgn->at_end = pgn->high_bytes = pgn->in_game = pgn->closing = pgn->whole = pgn->peered = false;
    pgn->in_comment = pgn->unentered = false;
    /* a reader that has read another text begins as a new one does */
    pgn->started = pgn->event_seen = pgn->tags_seen = pgn->behind_tag = pgn->bare = false;
    pgn->same_line = pgn->quote_told = false;
    pgn->commented = pgn->name_count = 0;
    pgn->token = pgn->at = pgn->end = pgn->mark = pgn->buffer + ARB_PGN_PADDING;
    pgn->at[-1] = '\n';
    memset(pgn->at, 0, ARB_PGN_PADDING);
    pgn->place = pgn->from;
    pgn->from = (arb_pgn_place){ .line = 1, .column = 1 };
    pgn->doing = ARB_PGN_READING;
    pgn->depth = 0;
    pgn->line = (arb_pgn_line){ .pos = { pgn->initial, pgn->initial } };
}

bool arb_pgn_skip_blank(arb_pgn *pgn)
{
    const char c = *pgn->at;
    const size_t size = memcmp(pgn->at, "\ufeff", 3) == 0      ? 3
                        : memcmp(pgn->at, "\u00a0", 2) == 0    ? 2
                        : c == ' ' || (c >= '\t' && c <= '\r') ? 1
                                                               : 0;
    pgn->at += size;
    return size > 0;
}

/* Tags and what may stand between them; then the moves. */
static void take_header(arb_pgn *pgn)
{
    pgn->token = pgn->at;
    if (pgn->place.game == 0 && !pgn->in_game && arb_pgn_is_utf16(pgn->at)) {
        arb_pgn_begin_game(pgn);
        arb_pgn_fault_at(pgn, ARB_PGN_UTF16, pgn->token, 0);
        do /* there is nothing to be found in it */
            pgn->token = pgn->at = pgn->end;
        while (arb_pgn_fill(pgn));
        return;
    }
    if (arb_pgn_skip_blank(pgn)) {
        pgn->behind_tag = pgn->behind_tag && !arb_pgn_line_begins(pgn->at);
        return;
    }
    if (arb_pgn_take_quote(pgn))
        return;
    if (*pgn->at == '%' && arb_pgn_line_begins(pgn->at)) {
        arb_pgn_take_line(pgn);
    } else if (*pgn->at == '[') {
        arb_pgn_take_tag(pgn);
    } else if (*pgn->at == '{' || *pgn->at == ';') {
        arb_pgn_take_comment(pgn);
    } else if (!arb_pgn_take_rest(pgn) && !arb_pgn_take_stray_line(pgn)) {
        if (!pgn->in_game)
            arb_pgn_begin_game(pgn);
        if (pgn->doing == ARB_PGN_READING)
            arb_pgn_start_moves(pgn);
        arb_pgn_take_moves(pgn);
    }
}

void arb_pgn_open(arb_pgn *pgn, arb_pgn_source *source, void *source_user,
                  const arb_pgn_handler *handler, void *user)
{
    pgn->source = source;
    pgn->source_user = source_user;
    pgn->handler = handler;
    pgn->user = user;
    rewind_to_begin(pgn);
}

arb_err arb_pgn_read_game(arb_pgn *pgn, bool *ended)
{
    const uint64_t before = pgn->place.game;

    while (pgn->doing != ARB_PGN_STOPPED && (pgn->in_game || pgn->place.game == before)) {
        arb_pgn_look(pgn);
        if (pgn->doing != ARB_PGN_READING)
            arb_pgn_skip(pgn);
        else if (pgn->closing)
            arb_pgn_take_closing(pgn);
        else if (pgn->at == pgn->end)
            break;
        else if (pgn->in_game && pgn->started)
            arb_pgn_take_moves(pgn);
        else
            take_header(pgn);
    }
    if (pgn->failure)
        return pgn->failure;
    if (pgn->doing == ARB_PGN_STOPPED)
        return ARB_STOPPED;
    pgn->token = pgn->at;
    if (pgn->in_game)
        arb_pgn_end_game(pgn, ARB_PGN_RESULT_NONE);
    *ended = pgn->place.game > before;
    return pgn->doing == ARB_PGN_STOPPED ? ARB_STOPPED : ARB_OK;
}

arb_err arb_pgn_read(arb_pgn *pgn, arb_pgn_source *source, void *source_user,
                     const arb_pgn_handler *handler, void *user)
{
    bool ended = true;
    arb_err err = ARB_OK;

    arb_pgn_open(pgn, source, source_user, handler, user);
    while (!err && ended)
        err = arb_pgn_read_game(pgn, &ended);
    return err;
}

arb_err arb_pgn_read_memory(void *user, char *out, size_t room, size_t *got)
{
    arb_pgn_memory *m = user;

    *got = m->left < room ? m->left : room;
    if (*got > 0)
        memcpy(out, m->at, *got);
    m->at += *got;
    m->left -= *got;
    return ARB_OK;
}

arb_err arb_pgn_read_text(arb_pgn *pgn, const char *text, size_t size,
                          const arb_pgn_handler *handler, void *user)
{
    arb_pgn_memory m = { text, size };
    return arb_pgn_read(pgn, arb_pgn_read_memory, &m, handler, user);
}
