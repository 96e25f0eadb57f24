/* SPDX-License-Identifier: MIT */
/*
 * `arbitro envelope`: what is written on the envelope of an adjourned game (Guidelines I.2), from
 * cases that are judged as `arbitro judge` does. What is in it is not printed, whoever asks.
 */
#include <stdio.h>

#include "cli/drawing.h"
#include "cli/envelope_face.h"
#include "cli/judge.h"

/* ---- for people, and for printers */

/* Prints one item, in whichever form. */
typedef void item_printer(const arb_cli *cli, arb_text_id name, const char *value);

static void print_line(const arb_cli *cli, arb_text_id name, const char *value)
{
    printf("%s: %s\n", arb_text(name, cli->lang),
           value ? value : arb_text(ARB_TEXT_ENVELOPE_MISSING, cli->lang));
}

static void print_escaped(const char *text)
{
    for (; *text; text++) {
        if (*text == '&')
            fputs("&amp;", stdout);
        else if (*text == '<')
            fputs("&lt;", stdout);
        else if (*text == '>')
            fputs("&gt;", stdout);
        else if (*text == '"')
            fputs("&quot;", stdout);
        else
            putchar(*text);
    }
}

static void print_row(const arb_cli *cli, arb_text_id name, const char *value)
{
    printf("<tr><th>%s</th><td%s>", arb_text(name, cli->lang), value ? "" : " class=\"missing\"");
    print_escaped(value ? value : arb_text(ARB_TEXT_ENVELOPE_MISSING, cli->lang));
    puts("</td></tr>");
}

/* Laws I.2: the seven items, in their order. */
static void print_items(const arb_cli *cli, const arb_face_texts *t, item_printer *print)
{
    print(cli, ARB_TEXT_ENVELOPE_WHITE, t->white);
    print(cli, ARB_TEXT_ENVELOPE_BLACK, t->black);
    print(cli, ARB_TEXT_ENVELOPE_POSITION, t->fen);
    print(cli, ARB_TEXT_ENVELOPE_WHITE_TIME, t->used[ARB_WHITE]);
    print(cli, ARB_TEXT_ENVELOPE_BLACK_TIME, t->used[ARB_BLACK]);
    print(cli, ARB_TEXT_ENVELOPE_SEALER, t->sealer);
    print(cli, ARB_TEXT_ENVELOPE_NUMBER, t->number);
    print(cli, ARB_TEXT_ENVELOPE_OFFER, arb_text(t->offer, cli->lang));
    print(cli, ARB_TEXT_ENVELOPE_RESUMPTION, t->resumption);
}

static void print_text(const arb_judge *judge, const arb_face_texts *t,
                       const arb_envelope_face *face)
{
    const arb_setup setup = arb_pos_setup(&face->position);
    const arb_drawing drawing = { .setup = &setup, .letters = &arb_letters_en };

    printf("%s: %.*s\n", arb_text(ARB_TEXT_ENVELOPE_TITLE, judge->cli->lang),
           (int)judge->header->title_size, judge->header->title);
    print_items(judge->cli, t, print_line);
    arb_drawing_print(judge->cli, &drawing);
    printf("%s\n\n", arb_text(ARB_TEXT_ENVELOPE_WARNING, judge->cli->lang));
}

/* The board as a table, with the figures of the pieces. */
static void print_board(const arb_pos *pos)
{
    puts("<table class=\"board\">");
    for (unsigned row = 8; row-- > 0;) {
        printf("<tr><th>%u</th>", row + 1);
        for (unsigned file = 0; file < 8; file++) {
            const arb_piece piece = arb_pos_piece(pos, arb_square_at(file, row));
            const bool white = piece != ARB_PIECE_NONE && arb_piece_colour(piece) == ARB_WHITE;
            const char *const *figures = white ? arb_figures.white : arb_figures.black;
            printf("<td class=\"%s\">%s</td>", (row + file) % 2 ? "light" : "dark",
                   piece == ARB_PIECE_NONE ? "" : figures[arb_piece_role(piece)]);
        }
        puts("</tr>");
    }
    puts("<tr><th></th><th>a</th><th>b</th><th>c</th><th>d</th><th>e</th><th>f</th><th>g</th>"
         "<th>h</th></tr>\n</table>");
}

static void print_style(void)
{
    puts("<style>\n"
         "body { font-family: serif; margin: 12mm; }\n"
         "section { break-inside: avoid; break-after: page; border: 1px solid #000; padding: 6mm; "
         "}\n"
         "section:last-child { break-after: auto; }\n"
         "h1 { font-size: 16pt; margin: 0 0 4mm; }\n"
         ".items th { text-align: left; vertical-align: top; padding: 1mm 6mm 1mm 0; }\n"
         ".items td { font-weight: bold; overflow-wrap: anywhere; }\n"
         ".missing { border-bottom: 1px solid #000; font-weight: normal; font-style: italic; }\n"
         ".board { border-collapse: collapse; margin: 5mm 0; font-size: 18pt; }\n"
         ".board td { width: 9mm; height: 9mm; padding: 0 0 0 2mm; border: 1px solid #777; }\n"
         ".board .dark { background: #ddd; }\n"
         ".board th { font-size: 9pt; font-weight: normal; padding: 0 2mm; }\n"
         ".key { width: 45mm; height: 45mm; border: 1px dashed #777; float: right; }\n"
         "</style>");
}

/* One document for all of them. */
static void begin_page(const arb_cli *cli)
{
    const arb_lang lang = cli->lang;

    printf("<!doctype html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<title>%s</title>\n",
           lang == ARB_LANG_IT ? "it" : "en", arb_text(ARB_TEXT_ENVELOPE_TITLE, lang));
    print_style();
    puts("</head>\n<body>");
}

static void print_html(const arb_judge *judge, const arb_face_texts *t,
                       const arb_envelope_face *face)
{
    const arb_lang lang = judge->cli->lang;

    printf("<section>\n<div class=\"key\" role=\"img\" aria-label=\"%s\"></div>\n<h1>%s</h1>\n",
           arb_text(ARB_TEXT_ENVELOPE_KEY, lang), arb_text(ARB_TEXT_ENVELOPE_TITLE, lang));
    puts("<table class=\"items\">");
    print_items(judge->cli, t, print_row);
    puts("</table>");
    print_board(&face->position);
    printf("<p>%s</p>\n</section>\n", arb_text(ARB_TEXT_ENVELOPE_WARNING, lang));
}

static arb_exit print_json(const arb_judge *judge, const arb_envelope_face *face)
{
    json_t *object =
        json_pack("{ss% ss}", "case", judge->header->title, judge->header->title_size, "envelope",
                  arb_envelope_word(arb_state_envelope(arb_game_state(judge->game))));

    return arb_cli_json(judge->cli, arb_json_join(object, arb_face_json(face)));
}

/* ---- the cases */

static arb_exit tell(arb_judge *judge, void (*print)(const arb_judge *, const arb_face_texts *,
                                                     const arb_envelope_face *))
{
    arb_envelope_face face;
    arb_face_texts texts;

    if (!arb_game_envelope(&face, judge->game)) {
        if (!judge->cli->quiet)
            (void)arb_cli_complain_at(judge->cli, judge->source, 0, 0, ARB_TEXT_ENVELOPE_NONE,
                                      (int)judge->header->title_size, judge->header->title);
        return ARB_EXIT_NO;
    }
    if (!print)
        return print_json(judge, &face);
    arb_face_texts_take(&texts, &face);
    print(judge, &texts, &face);
    arb_face_texts_free(&texts);
    return ARB_EXIT_YES;
}

static arb_exit end_text(arb_judge *judge)
{
    return tell(judge, print_text);
}

static arb_exit end_html(arb_judge *judge)
{
    return tell(judge, print_html);
}

static arb_exit end_json(arb_judge *judge)
{
    return tell(judge, NULL);
}

arb_exit arb_cmd_envelope(const arb_cli *cli, const arb_args *args)
{
    static const arb_judge_speaker text = { .end = end_text }, html = { .end = end_html },
                                   json = { .end = end_json };
    const bool page = args->value[ARB_OPT_HTML] != NULL;
    arb_judge judge = { .cli = cli, .bar = arb_progress_begin() };

    if (page && cli->json)
        return arb_cli_misused(cli, ARB_TEXT_ENVELOPE_BOTH);
    judge.speaker = page ? &html : cli->json ? &json : &text;
    judge.bar.terminal = false; /* what is printed shows how far it is */
    if (page)
        begin_page(cli);
    arb_buf_init(&judge.items, NULL, SIZE_MAX / 2);
    arb_buf_init(&judge.notes, NULL, SIZE_MAX / 2);
    for (size_t i = 0; i < args->operands && judge.status != ARB_EXIT_INTERRUPTED; i++)
        arb_judge_path(&judge, args->operand[i]);
    arb_buf_clear(&judge.items);
    arb_buf_clear(&judge.notes);
    if (page)
        puts("</body>\n</html>");
    return judge.status;
}
