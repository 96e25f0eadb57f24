/* SPDX-License-Identifier: MIT */
/* What is to be said about games: kept, and told in the order of the file; see pgn.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arbitro/utf8.h"
#include "pgn/pgn.h"

void arb_pgn_notes_init(arb_pgn_notes *notes)
{
    *notes = (arb_pgn_notes){ .count = 0 };
    arb_buf_init(&notes->texts, NULL, SIZE_MAX / 2);
}

static void forget(arb_pgn_notes *notes)
{
    for (size_t i = 0; i < notes->count; i++)
        json_decref(notes->note[i].json);
    notes->count = 0;
    arb_buf_cut(&notes->texts, 0);
}

void arb_pgn_notes_clear(arb_pgn_notes *notes)
{
    forget(notes);
    free(notes->note);
    arb_buf_clear(&notes->texts);
    *notes = (arb_pgn_notes){ .count = 0 };
}

static bool reserve(arb_pgn_notes *notes)
{
    const size_t room = notes->room ? 2 * notes->room : 64;

    if (notes->count < notes->room)
        return true;
    arb_pgn_note *note = realloc(notes->note, room * sizeof *note);
    if (!note)
        return false;
    notes->note = note;
    notes->room = room;
    return true;
}

arb_err arb_pgn_notes_add(arb_pgn_notes *notes, const arb_pgn_note *note, const char *text)
{
    const size_t at = arb_buf_size(&notes->texts);

    if (!reserve(notes) || arb_buf_add_text(&notes->texts, text) ||
        arb_buf_add_char(&notes->texts, '\0')) {
        json_decref(note->json);
        return ARB_NOMEM;
    }
    notes->note[notes->count] = *note;
    notes->note[notes->count++].text = at;
    return ARB_OK;
}

arb_pgn_label arb_pgn_label_of(unsigned number, arb_colour colour)
{
    arb_pgn_label label;

    snprintf(label.text, sizeof label.text, "%u%s", number, colour == ARB_BLACK ? "..." : "");
    return label;
}

json_t *arb_pgn_json_text(const char *text, size_t size)
{
    json_t *string = NULL;
    bool whole = true;
    arb_buf buf;

    if (arb_utf8_valid_size(text, size) == size)
        return json_stringn(text, size);
    arb_buf_init(&buf, NULL, SIZE_MAX / 2);
    for (size_t i = 0; i < size && whole; i++) {
        char bytes[ARB_UTF8_MAX];
        whole = !arb_buf_add(&buf, bytes, arb_utf8_encode(bytes, (unsigned char)text[i]));
    }
    if (whole)
        string = json_stringn(arb_buf_text(&buf), arb_buf_size(&buf));
    arb_buf_clear(&buf);
    return string;
}

static void tell_json(const arb_pgn_note *note, const arb_cli *cli, const char *path)
{
    json_t *object = json_pack("{so sI sI sI}", "file", arb_pgn_json_text(path, strlen(path)),
                               "line", (json_int_t)note->line, "column", (json_int_t)note->column,
                               "game", (json_int_t)note->game);

    if (object && json_object_update(object, note->json) != 0) {
        json_decref(object);
        object = NULL;
    }
    (void)arb_cli_json(cli, object);
}

static void tell_move(const arb_pgn_note *note, const arb_pgn_told *told)
{
    if (note->number > 0)
        arb_text_print(told->to, told->cli->lang, ARB_TEXT_PGN_MOVE,
                       arb_pgn_label_of(note->number, note->colour).text);
}

static void tell_text(const arb_pgn_note *note, const arb_pgn_told *told, const char *text)
{
    FILE *to = told->to;

    if (note->kind == ARB_PGN_NOTE_BELOW) {
        fputs("  ", to);
        tell_move(note, told);
    } else {
        fprintf(to, "%s:%" PRIu64 ":%" PRIu64 ": ", told->path, note->line, note->column);
        arb_text_print(to, told->cli->lang, ARB_TEXT_PGN_GAME, (unsigned long long)note->game);
        if (note->number > 0)
            fputs(", ", to);
        tell_move(note, told);
        if (note->depth > 0)
            fprintf(to, ", %s", arb_text(ARB_TEXT_PGN_VARIATION, told->cli->lang));
    }
    if (note->kind == ARB_PGN_NOTE_PLACE || note->number > 0)
        fputs(": ", to);
    fprintf(to, "%s\n", text);
}

void arb_pgn_notes_tell(arb_pgn_notes *notes, const arb_pgn_told *told)
{
    for (size_t i = 0; i < notes->count; i++) {
        arb_pgn_note *note = &notes->note[i];
        note->line += told->lines;
        note->game += told->games;
        if (told->cli->json)
            tell_json(note, told->cli, told->path);
        else
            tell_text(note, told, arb_buf_text(&notes->texts) + note->text);
    }
    forget(notes);
}
