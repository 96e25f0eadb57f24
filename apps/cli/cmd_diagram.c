/* SPDX-License-Identifier: MIT */
/* `arbitro diagram`: a drawing of the board with its coordinates (2.1, 2.4). */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "cli/after.h"
#include "cli/arguments.h"
#include "cli/diagram.h"
#include "cli/text_arg.h"
#include "common/env.h"
#include "common/quote.h"

enum { SIZE_LEAST = 10, SIZE_MOST = 1000, SIZE_FILE = 80, SIZE_PAGE = 56 };

/* ---- where it comes from ---- */

/* The name that EPD gives a position; "" when it has none. */
static void read_id(char *out, size_t size, const arb_epd *epd)
{
    arb_epd_operand id;
    arb_epd_op op;
    size_t at = 0, inner = 0;

    out[0] = '\0';
    while (arb_epd_next(&op, epd, &at))
        if (arb_epd_op_is(&op, "id") && arb_epd_operand_next(&id, &op, &inner))
            (void)snprintf(out, size, "%.*s", (int)(id.size < size ? id.size : size - 1), id.text);
}

static void answer_line(const arb_batch *batch, arb_batch_line *line)
{
    const arb_diagram_job *j = batch->user;
    char caption[256];
    arb_epd epd;

    if (!arb_batch_read(&epd, batch, line))
        return;
    read_id(caption, sizeof caption, &epd);
    arb_diagram_draw(&line->reply, j, &epd.setup, caption);
}

/* "Game 3, after 12... Nf6" */
static void draw_spot(arb_answer *to, const arb_after *after, const arb_after_spot *spot)
{
    const arb_setup setup = arb_pos_setup(&spot->pos);
    const arb_diagram_job *j = after->user;
    char caption[256], move[ARB_MOVE_TEXT_SIZE] = "";
    arb_style style = arb_style_fide;

    style.language = arb_language_at(j->cli->lang == ARB_LANG_IT ? 1 : 0);
    style.variant = spot->variant;
    if (spot->legal)
        (void)arb_move_write(move, sizeof move, &spot->before, spot->move, &style);
    if (spot->ply == 0)
        (void)snprintf(caption, sizeof caption, arb_text(ARB_TEXT_DIAGRAM_GAME_START, j->cli->lang),
                       (unsigned long long)spot->game);
    else
        (void)snprintf(caption, sizeof caption, arb_text(ARB_TEXT_DIAGRAM_GAME, j->cli->lang),
                       (unsigned long long)spot->game, (unsigned)spot->before.move_number,
                       spot->before.turn == ARB_WHITE ? "." : "...", move);
    arb_diagram_draw(to, j, &setup, caption);
}

static arb_exit draw_games(const arb_diagram_job *j, const arb_args *args)
{
    arb_after after = { .cli = j->cli,
                        .letters = j->letters,
                        .from = "san",
                        .style = arb_style_san,
                        .each = args->value[ARB_OPT_EACH],
                        .draw = draw_spot,
                        .user = j };

    if (!arb_after_stop_arg(&after, args) ||
        !arb_cli_number(&after.game, j->cli, args->value[ARB_OPT_GAME], 1, INT_MAX,
                        ARB_TEXT_NAME_GAME))
        return ARB_EXIT_BAD;
    return arb_after_pgn(&after, args->value[ARB_OPT_AFTER_PGN]);
}

static arb_exit draw_one(const arb_diagram_job *j, const char *text)
{
    arb_answer reply;
    arb_setup setup;

    if (!arb_fen_arg_setup(&setup, j->cli, text, j->letters))
        return ARB_EXIT_BAD;
    arb_answer_init(&reply);
    arb_diagram_draw(&reply, j, &setup, "");
    const arb_exit status = arb_answer_print(&reply, j->cli);
    arb_answer_clear(&reply);
    return status;
}

/* ---- the command line ---- */

/* Squares, `each` of them together, with commas or blanks between: "e4,d5" or "e2e4 g1f3". */
static bool read_squares(uint8_t *out, size_t *count, size_t most, unsigned each,
                         const arb_cli *cli, const char *option, const char *text)
{
    const size_t size = strlen(text);

    for (size_t at = 0; at < size;) {
        if (strchr(", ", text[at])) {
            at++;
            continue;
        }
        for (unsigned i = 0; i < each; i++, at += 2) {
            const arb_square square =
                at + 2 <= size ? arb_square_read(text + at, 2) : ARB_SQUARE_NONE;
            const bool full = *count == most;
            if (square == ARB_SQUARE_NONE || full) {
                const arb_where where =
                    arb_where_at(text, size, at, full ? ARB_WANTED_SQUARES_MAX : ARB_WANTED_SQUARE);
                (void)arb_cli_unreadable(cli, option, &where);
                return false;
            }
            out[(*count)++] = square;
        }
        if (at < size && !strchr(", ", text[at])) {
            const arb_where where = arb_where_at(text, size, at, ARB_WANTED_SQUARE);
            (void)arb_cli_unreadable(cli, option, &where);
            return false;
        }
    }
    return true;
}

static bool mark_arg(uint64_t *out, const arb_cli *cli, const arb_args *args, arb_opt option)
{
    const char *text;
    size_t at = 0;

    while ((text = arb_args_each(args, option, &at)) != NULL) {
        uint8_t squares[ARB_SQUARE_COUNT];
        size_t count = 0;
        if (!read_squares(squares, &count, ARB_SQUARE_COUNT, 1, cli, arb_cli_options[option].dashed,
                          text))
            return false;
        for (size_t i = 0; i < count; i++)
            *out |= 1ull << squares[i];
    }
    return true;
}

static bool arrow_arg(arb_diagram_job *j, const arb_args *args)
{
    const char *text;
    size_t at = 0, count = 0;

    while ((text = arb_args_each(args, ARB_OPT_DIAGRAM_ARROW, &at)) != NULL)
        if (!read_squares(&j->arrow[0][0], &count, sizeof j->arrow, 2, j->cli, "--arrow", text))
            return false;
    j->board.arrow = (const uint8_t(*)[2])j->arrow;
    j->board.arrows = count / 2;
    return true;
}

/* Options of which only one can be meant, and those that need another. */
static bool check_options(const arb_cli *cli, const arb_args *args)
{
    static const arb_opt pairs[][2] = {
        { ARB_OPT_PLY, ARB_OPT_MOVE },   { ARB_OPT_BATCH, ARB_OPT_AFTER_PGN },
        { ARB_OPT_SVG, ARB_OPT_HTML },   { ARB_OPT_SVG, ARB_OPT_UNICODE },
        { ARB_OPT_SVG, ARB_OPT_ASCII },  { ARB_OPT_HTML, ARB_OPT_UNICODE },
        { ARB_OPT_HTML, ARB_OPT_ASCII },
    };
    static const arb_opt games[] = { ARB_OPT_GAME, ARB_OPT_PLY, ARB_OPT_MOVE, ARB_OPT_EACH };
    const bool many = args->value[ARB_OPT_AFTER_PGN] || args->value[ARB_OPT_BATCH];

    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (args->value[pairs[i][0]] && args->value[pairs[i][1]]) {
            arb_cli_misused(cli, ARB_TEXT_OPTIONS_EXCLUDE, arb_cli_options[pairs[i][0]].name,
                            arb_cli_options[pairs[i][1]].name);
            return false;
        }
    }
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        if (args->value[games[i]] && !args->value[ARB_OPT_AFTER_PGN]) {
            arb_cli_misused(cli, ARB_TEXT_OPTION_NEEDS, arb_cli_options[games[i]].name, "pgn");
            return false;
        }
    }
    if (many && args->operands > 0)
        arb_cli_misused(cli, ARB_TEXT_ARGUMENT_EXTRA, arb_quote(args->operand[0]).text);
    else if (!many && args->operands == 0)
        arb_cli_misused(cli, ARB_TEXT_ARGUMENT_MISSING, "FEN");
    else if (args->value[ARB_OPT_UNICODE] && args->value[ARB_OPT_ASCII])
        arb_cli_complain(cli, ARB_TEXT_DIAGRAM_BOTH);
    else
        return true;
    return false;
}

static bool read_options(arb_diagram_job *j, const arb_args *args)
{
    unsigned size = j->html ? SIZE_PAGE : SIZE_FILE;

    j->letters = arb_letters_arg(j->cli, args->value[ARB_OPT_LETTERS]);
    if (!j->letters ||
        !arb_cli_number(&size, j->cli, args->value[ARB_OPT_DIAGRAM_SIZE], SIZE_LEAST, SIZE_MOST,
                        ARB_TEXT_NAME_SIZE) ||
        !mark_arg(&j->board.ringed, j->cli, args, ARB_OPT_DIAGRAM_RING) ||
        !mark_arg(&j->board.crossed, j->cli, args, ARB_OPT_DIAGRAM_CROSS) || !arrow_arg(j, args))
        return false;
    j->board.size_mm = size;
    return true;
}

static arb_exit print_frame(const arb_diagram_job *j, bool begin)
{
    arb_answer text;

    if (!j->html || j->cli->json)
        return ARB_EXIT_YES;
    arb_answer_init(&text);
    arb_diagram_frame(&text, j, begin);
    const arb_exit status = arb_answer_print(&text, j->cli);
    arb_answer_clear(&text);
    return status;
}

static arb_exit run(const arb_diagram_job *j, const arb_args *args)
{
    const arb_batch batch = {
        .cli = j->cli, .letters = j->letters, .threads = 1, .answer = answer_line, .user = j
    };
    arb_exit status = print_frame(j, true);

    if (status != ARB_EXIT_YES)
        return status;
    if (args->value[ARB_OPT_BATCH])
        status = arb_batch_run(&batch, args->value[ARB_OPT_BATCH]);
    else
        status =
            args->value[ARB_OPT_AFTER_PGN] ? draw_games(j, args) : draw_one(j, args->operand[0]);
    return arb_exit_worse(status, print_frame(j, false));
}

arb_exit arb_cmd_diagram(const arb_cli *cli, const arb_args *args)
{
    arb_diagram_job j = { .cli = cli,
                          .svg = args->value[ARB_OPT_SVG] != NULL,
                          .html = args->value[ARB_OPT_HTML] != NULL,
                          .unicode = args->value[ARB_OPT_UNICODE] ||
                                     (!args->value[ARB_OPT_ASCII] && arb_env_is_utf8()),
                          .many = args->value[ARB_OPT_BATCH] || args->value[ARB_OPT_AFTER_PGN],
                          .paper = { .lang = cli->lang,
                                     .html = true,
                                     .size = arb_args_chosen(args, ARB_OPT_SHEET_PAPER) == 1
                                                 ? ARB_PAPER_A5
                                                 : ARB_PAPER_A4 },
                          .board = { .lang = cli->lang,
                                     .flip = args->value[ARB_OPT_FLIP] != NULL,
                                     .bare = args->value[ARB_OPT_DIAGRAM_BARE] != NULL,
                                     .hatched = args->value[ARB_OPT_DIAGRAM_HATCHED] != NULL } };

    if (!check_options(cli, args) || !read_options(&j, args))
        return ARB_EXIT_BAD;
    return run(&j, args);
}
