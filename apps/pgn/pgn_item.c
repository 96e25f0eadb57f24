/* SPDX-License-Identifier: MIT */
/* A finding of the report, in words and as JSON; see pgn_report.h. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "pgn/pgn_report.h"

const char *arb_report_player(const arb_report *report, arb_colour colour)
{
    return arb_text(colour == ARB_WHITE ? ARB_TEXT_PGN_WHITE : ARB_TEXT_PGN_BLACK,
                    report->desk->task->cmd->cli->lang);
}

/* The words of an item with its articles; to be freed. NULL when there is no memory. */
static char *words_of(const arb_report_item *item, arb_lang lang, arb_text_id id, va_list list)
{
    const char *format = arb_text(id, lang);
    va_list again;

    va_copy(again, list);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    const size_t size = (size_t)(length > 0 ? length : 0) + strlen(item->articles) + 4;
    char *words = malloc(size);
    if (!words)
        return NULL;
    const int used = vsnprintf(words, size, format, list);
    snprintf(words + used, size - (size_t)used, " [%s]", item->articles);
    if (item->articles[0] == '\0')
        words[used] = '\0';
    return words;
}

/* The keys are always the same; what does not belong to the kind is null or empty. */
static json_t *as_json(const arb_report_item *item, const char *words)
{
    const arb_report_spot *spot = &item->spot;
    json_t *moves = item->moves ? item->moves : json_array();
    json_t *plies = item->plies ? item->plies : json_array();
    json_t *beyond = item->beyond < 0 ? json_null() : json_integer((json_int_t)item->beyond);
    json_t *number = spot->number ? json_integer((json_int_t)spot->number) : json_null();
    const char *result =
        item->result == ARB_PGN_RESULT_NONE ? NULL : arb_pgn_result_text(item->result);

    return json_pack("{ss ss sI so ss? so so ss? so ss}", "kind", item->kind, "article",
                     item->articles, "ply", (json_int_t)spot->ply, "number", number, "colour",
                     spot->number ? arb_colour_word(spot->colour) : NULL, "moves", moves, "plies",
                     plies, "result", result, "beyond", beyond, "what", words);
}

void arb_report_add(arb_report *report, const arb_report_item *item, arb_text_id id, ...)
{
    const arb_cli *cli = report->desk->task->cmd->cli;
    arb_pgn_note note = { .kind = ARB_PGN_NOTE_BELOW,
                          .order = 2 * item->spot.ply - (item->about_to ? 1u : 0u),
                          .number = item->spot.number,
                          .colour = item->spot.colour };
    va_list list;

    report->seen |= 1u << item->counts_as;
    va_start(list, id);
    char *words = words_of(item, cli->json ? ARB_LANG_EN : cli->lang, id, list);
    va_end(list);
    if (cli->json && words) {
        note.json = as_json(item, words);
    } else {
        json_decref(item->moves);
        json_decref(item->plies);
    }
    if (!words || (cli->json && !note.json) ||
        arb_pgn_notes_add(&report->notes, &note, cli->json ? "" : words))
        report->err = ARB_NOMEM;
    free(words);
}
