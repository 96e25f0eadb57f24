/* SPDX-License-Identifier: MIT */
/* Two sheets of one game compared; see convert.h. */
#include "cli/convert.h"

#include <string.h>

#include "cli/arguments.h"

/* Plays a sheet as far as it goes; `legal` counts the moves before the step returned. */
static arb_playthrough_step play(arb_playthrough *replay, size_t *legal)
{
    arb_playthrough_step step;

    for (*legal = 0; (step = arb_playthrough_next(replay)) == ARB_PLAYTHROUGH_MOVE;)
        *legal = replay->ply;
    return step;
}

/* One of the sheets stops before they differ: complains about the one that stops first. */
static arb_exit complain(const arb_cli *cli, arb_playthrough one, arb_playthrough other)
{
    size_t one_legal, other_legal;
    const arb_playthrough_step one_step = play(&one, &one_legal);
    const arb_playthrough_step other_step = play(&other, &other_legal);

    if (one_step != ARB_PLAYTHROUGH_END &&
        (other_step == ARB_PLAYTHROUGH_END || one_legal <= other_legal))
        return arb_playthrough_complain(cli, &one, one_step);
    return arb_playthrough_complain(cli, &other, other_step);
}

/* What a result says of the game. */
enum { WHITE_WON = 1, BLACK_WON = 2, DRAWN = 4, NOBODY_WON = 8, UNFINISHED = 16 };

/* A result as it stands on a sheet; size 0 when there is none. */
typedef struct result {
    const char *text;
    size_t size;
} result;

/* The outcomes with which a result agrees: "abb." does not tell who resigned. */
static int outcomes(result r)
{
    static const struct {
        const char *begin;
        int outcomes;
    } signs[] = {
        { "1/2", DRAWN },      { "½", DRAWN },      { "1", WHITE_WON },
        { "0", BLACK_WON },    { "+", WHITE_WON },  { "-/+", BLACK_WON },
        { "-/-", NOBODY_WON }, { "*", UNFINISHED }, { "abb", WHITE_WON | BLACK_WON },
    };

    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        const size_t length = strlen(signs[i].begin);
        if (length <= r.size && memcmp(r.text, signs[i].begin, length) == 0)
            return signs[i].outcomes;
    }
    return WHITE_WON | BLACK_WON | DRAWN | NOBODY_WON | UNFINISHED;
}

/* What stands behind the moves of a sheet; none if it cannot be read to its end. */
static result result_of(arb_sheet sheet)
{
    arb_written written;

    do {
        if (arb_sheet_next(&written, &sheet, NULL))
            return (result){ 0 };
    } while (written.form != ARB_FORM_NONE);
    return (result){ sheet.text + sheet.result, sheet.result_size };
}

static const char *name_of_longer(const arb_difference *d)
{
    if (d->one_ended == d->other_ended)
        return NULL;
    return d->one_ended ? "other" : "one";
}

static void print_agreement(const arb_cli *cli, const arb_difference *d)
{
    arb_text_print(stdout, cli->lang,
                   d->ply == 1 ? ARB_TEXT_COMPARE_SAME_ONE : ARB_TEXT_COMPARE_SAME, d->ply);
    if (d->one_ended != d->other_ended)
        printf("; %s",
               arb_text(d->one_ended ? ARB_TEXT_COMPARE_OTHER_LONGER : ARB_TEXT_COMPARE_ONE_LONGER,
                        cli->lang));
}

/* The moves agree as far as both go; the results may not. */
static arb_exit tell_agreement(const arb_cli *cli, const arb_difference *d, result one,
                               result other)
{
    const bool differ = !(outcomes(one) & outcomes(other));
    const arb_exit answer = differ ? ARB_EXIT_NO : ARB_EXIT_YES;
    const json_int_t plies = (json_int_t)d->ply;

    if (cli->json) {
        json_t *line = differ ? json_pack("{sb sI ss? s[s%s%]}", "differ", 1, "plies", plies,
                                          "longer", name_of_longer(d), "results", one.text,
                                          one.size, other.text, other.size)
                              : json_pack("{sb sI ss?}", "differ", 0, "plies", plies, "longer",
                                          name_of_longer(d));
        arb_cli_json(cli, line);
        return answer;
    }
    print_agreement(cli, d);
    if (differ) {
        printf("; %s: ", arb_text(ARB_TEXT_COMPARE_RESULTS, cli->lang));
        fwrite(one.text, 1, one.size, stdout);
        fputs(" / ", stdout);
        fwrite(other.text, 1, other.size, stdout);
    }
    putchar('\n');
    return answer;
}

static arb_exit tell_difference(const arb_cli *cli, const arb_difference *d, const arb_pos *pos,
                                const arb_style *one_style, const arb_style *other_style)
{
    const bool white = pos->turn == ARB_WHITE;
    const unsigned number = pos->move_number;
    char one[ARB_MOVE_TEXT_SIZE], other[ARB_MOVE_TEXT_SIZE];

    arb_move_write(one, sizeof one, pos, d->one.move, one_style);
    arb_move_write(other, sizeof other, pos, d->other.move, other_style);
    if (cli->json) {
        json_t *line =
            json_pack("{sb sI sI ss ss ss}", "differ", 1, "ply", (json_int_t)(d->ply + 1), "number",
                      (json_int_t)number, "colour", arb_colour_word((arb_colour)pos->turn), "one",
                      one, "other", other);
        arb_cli_json(cli, line);
        return ARB_EXIT_NO;
    }
    arb_text_line(stdout, cli->lang,
                  white ? ARB_TEXT_COMPARE_DIFFER_WHITE : ARB_TEXT_COMPARE_DIFFER_BLACK, number,
                  one, other);
    return ARB_EXIT_NO;
}

arb_exit arb_convert_compare(const arb_cli *cli, const arb_written_sheet *one,
                             const arb_written_sheet *other, const arb_style *show,
                             const arb_pos *start)
{
    arb_playthrough a = arb_playthrough_begin(one, start);
    arb_playthrough b = arb_playthrough_begin(other, start);
    arb_difference d;

    if (arb_sheet_compare(&d, &a.sheet, &b.sheet, start, a.variant))
        return complain(cli, a, b);
    if (!d.differ)
        return tell_agreement(cli, &d, result_of(a.sheet), result_of(b.sheet));
    while (a.ply <= d.ply) /* on to the position in which they differ */
        arb_playthrough_next(&a);
    const arb_style one_brief = arb_notation_brief(&one->style);
    const arb_style other_brief = arb_notation_brief(&other->style);
    return tell_difference(cli, &d, &a.pos, show ? show : &one_brief, show ? show : &other_brief);
}
