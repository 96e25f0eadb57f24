/* SPDX-License-Identifier: MIT */
/* What was found in games: kept, and told in the order of the file; see pgn.h. */
#include <inttypes.h>
#include <stdlib.h>

#include "arbitro/utf8.h"
#include "common/quote.h"
#include "pgn/pgn.h"

void arb_findings_init(arb_findings *findings)
{
    *findings = (arb_findings){ .count = 0 };
    arb_buf_init(&findings->texts, NULL, SIZE_MAX / 2);
}

static void forget(arb_findings *findings)
{
    for (size_t i = 0; i < findings->count; i++)
        json_decref(findings->finding[i].json);
    findings->count = 0;
    arb_buf_cut(&findings->texts, 0);
}

void arb_findings_clear(arb_findings *findings)
{
    forget(findings);
    free(findings->finding);
    arb_buf_clear(&findings->texts);
    *findings = (arb_findings){ .count = 0 };
}

static bool reserve(arb_findings *findings)
{
    const size_t room = findings->room ? 2 * findings->room : 64;

    if (findings->count < findings->room)
        return true;
    arb_finding *finding = realloc(findings->finding, room * sizeof *finding);
    if (!finding)
        return false;
    findings->finding = finding;
    findings->room = room;
    return true;
}

arb_err arb_findings_add(arb_findings *findings, const arb_finding *finding, const char *text)
{
    const size_t at = arb_buf_size(&findings->texts);

    if (!reserve(findings) || arb_buf_add_text(&findings->texts, text) ||
        arb_buf_add_char(&findings->texts, '\0')) {
        json_decref(finding->json);
        return ARB_NOMEM;
    }
    findings->finding[findings->count] = *finding;
    findings->finding[findings->count++].text = at;
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

static void tell_json(const arb_finding *finding, const arb_cli *cli, const char *path)
{
    json_t *object = json_pack("{so sI sI sI}", "file", arb_json_argument(path), "line",
                               (json_int_t)finding->line, "column", (json_int_t)finding->column,
                               "game", (json_int_t)finding->game);

    if (object && json_object_update(object, finding->json) != 0) {
        json_decref(object);
        object = NULL;
    }
    (void)arb_cli_json(cli, object);
}

static void tell_move(const arb_finding *finding, const arb_findings_file *file)
{
    if (finding->number > 0)
        arb_text_print(file->to, file->cli->lang, ARB_TEXT_PGN_MOVE,
                       arb_pgn_label_of(finding->number, finding->colour).text);
}

static void tell_text(const arb_finding *finding, const arb_findings_file *file, const char *text)
{
    FILE *to = file->to;
    arb_quoted room;

    if (finding->below) {
        fputs("  ", to);
        tell_move(finding, file);
    } else {
        fprintf(to, "%s:%" PRIu64 ":%" PRIu64 ": ", arb_quote_path(&room, file->path),
                finding->line, finding->column);
        arb_text_print(to, file->cli->lang, ARB_TEXT_PGN_GAME, (unsigned long long)finding->game);
        if (finding->number > 0)
            fputs(", ", to);
        tell_move(finding, file);
        if (finding->depth > 0)
            fprintf(to, ", %s", arb_text(ARB_TEXT_PGN_VARIATION, file->cli->lang));
    }
    if (!finding->below || finding->number > 0)
        fputs(": ", to);
    fprintf(to, "%s\n", text);
}

void arb_findings_tell(arb_findings *findings, const arb_findings_file *file)
{
    for (size_t i = 0; i < findings->count; i++) {
        arb_finding *finding = &findings->finding[i];
        finding->line += file->lines;
        finding->game += file->games;
        if (file->cli->json)
            tell_json(finding, file->cli, file->path);
        else
            tell_text(finding, file, arb_buf_text(&findings->texts) + finding->text);
    }
    forget(findings);
}
