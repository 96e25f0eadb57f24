/* SPDX-License-Identifier: MIT */
/* Two sheets of one game compared; see convert_sheet.h. */
#include "cli/convert_sheet.h"

#include "cli/notation_arg.h"

static arb_replay begin(const arb_written_sheet *sheet, const arb_pos *start)
{
    const arb_buf *text = &sheet->text.text;

    return arb_replay_begin(sheet->text.source, arb_buf_text(text), arb_buf_size(text),
                            &sheet->style, start);
}

/* Plays a sheet as far as it goes; `legal` counts the moves before the step returned. */
static arb_replay_step play(arb_replay *replay, size_t *legal)
{
    arb_replay_step step;

    for (*legal = 0; (step = arb_replay_next(replay)) == ARB_REPLAY_MOVE;)
        *legal = replay->ply;
    return step;
}

/* One of the sheets stops before they differ: complains about the one that stops first. */
static arb_exit complain(const arb_cli *cli, arb_replay one, arb_replay other)
{
    size_t one_legal, other_legal;
    const arb_replay_step one_step = play(&one, &one_legal);
    const arb_replay_step other_step = play(&other, &other_legal);

    if (one_step != ARB_REPLAY_END && (other_step == ARB_REPLAY_END || one_legal <= other_legal))
        return arb_replay_complain(cli, &one, one_step);
    return arb_replay_complain(cli, &other, other_step);
}

typedef enum length { LENGTH_SAME, LENGTH_ONE, LENGTH_OTHER } length;

/* Which sheet goes on where the other has ended. */
static length longer(const arb_difference *d, arb_sheet one, arb_sheet other)
{
    arb_written a, b;

    one.at = d->one_at;
    other.at = d->other_at;
    if (arb_sheet_next(&a, &one, NULL) || arb_sheet_next(&b, &other, NULL))
        return LENGTH_SAME; /* cannot be: both were read before */
    const bool one_goes_on = a.form != ARB_FORM_NONE, other_goes_on = b.form != ARB_FORM_NONE;
    if (one_goes_on == other_goes_on)
        return LENGTH_SAME;
    return one_goes_on ? LENGTH_ONE : LENGTH_OTHER;
}

static arb_exit tell_agreement(const arb_cli *cli, const arb_difference *d, length more)
{
    static const char *const names[] = { NULL, "one", "other" };

    if (cli->json)
        return arb_cli_json(cli, json_pack("{sb sI ss?}", "differ", 0, "plies", (json_int_t)d->ply,
                                           "longer", names[more]));
    arb_text_print(stdout, cli->lang, ARB_TEXT_COMPARE_SAME, d->ply);
    if (more != LENGTH_SAME)
        printf("; %s", arb_text(more == LENGTH_ONE ? ARB_TEXT_COMPARE_ONE_LONGER
                                                   : ARB_TEXT_COMPARE_OTHER_LONGER,
                                cli->lang));
    putchar('\n');
    return ARB_EXIT_YES;
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
        json_t *line = json_pack("{sb sI sI ss ss ss}", "differ", 1, "ply",
                                 (json_int_t)(d->ply + 1), "number", (json_int_t)number, "colour",
                                 white ? "white" : "black", "one", one, "other", other);
        const arb_exit status = arb_cli_json(cli, line);
        return status == ARB_EXIT_YES ? ARB_EXIT_NO : status;
    }
    arb_text_print(stdout, cli->lang, ARB_TEXT_COMPARE_DIFFER, number,
                   arb_text(white ? ARB_TEXT_WHITE : ARB_TEXT_BLACK, cli->lang), one, other);
    putchar('\n');
    return ARB_EXIT_NO;
}

arb_exit arb_convert_compare(const arb_cli *cli, const arb_written_sheet *one,
                             const arb_written_sheet *other, const arb_style *show,
                             const arb_pos *start)
{
    arb_replay a = begin(one, start), b = begin(other, start);
    arb_difference d;

    if (arb_sheet_compare(&d, &a.sheet, &b.sheet, start, a.variant))
        return complain(cli, a, b);
    if (!d.differ)
        return tell_agreement(cli, &d, longer(&d, a.sheet, b.sheet));
    while (a.ply <= d.ply) /* on to the position in which they differ */
        arb_replay_next(&a);
    const arb_style one_brief = arb_notation_brief(&one->style);
    const arb_style other_brief = arb_notation_brief(&other->style);
    return tell_difference(cli, &d, &a.pos, show ? show : &one_brief, show ? show : &other_brief);
}
