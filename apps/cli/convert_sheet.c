/* SPDX-License-Identifier: MIT */
/* A sheet in another notation; see convert.h. */
#include "cli/convert.h"

#include <string.h>

#include "common/interrupt.h"

/* The longest sign of a judgement or a draw offer with which `text` begins; 0 when none does. */
static size_t sign_length(const char *text, size_t size)
{
    size_t longest = 0;

    if (size >= 3 && memcmp(text, "(=)", 3) == 0)
        return 3;
    for (int glyph = ARB_GLYPH_NONE + 1; glyph < ARB_GLYPH_COUNT; glyph++) {
        const char *sign = arb_glyph_text((arb_glyph)glyph);
        const size_t length = strlen(sign);
        if (length > longest && length <= size && memcmp(text, sign, length) == 0)
            longest = length;
    }
    return longest;
}

/*
 * Prints the judgements and the draw offer that were written with a move. They keep their blanks; a
 * sign with a plus or minus gets one, lest it run together with a mark of check.
 */
static void print_signs(const arb_playthrough *replay)
{
    const arb_sheet *sheet = &replay->sheet;
    const char *begin = sheet->text + sheet->began, *end = sheet->text + sheet->at;
    bool offered = false;

    for (const char *at = begin; at < end;) {
        const size_t length = sign_length(at, (size_t)(end - at));
        if (length == 0) {
            at++;
            continue;
        }
        const bool apart = at > begin && (at[-1] == ' ' || at[-1] == '\t');
        if (apart || memchr("+-", *at, 2))
            putchar(' ');
        fwrite(at, 1, length, stdout);
        offered = offered || *at == '(';
        at += length;
    }
    if (replay->written.draw_offer && !offered) /* it was a bare equals sign */
        fputs(" =", stdout);
}

static void print_move(const arb_playthrough *replay, const arb_style *to, size_t *printed)
{
    const arb_sheet *sheet = &replay->sheet;
    char move[ARB_MOVE_TEXT_SIZE];

    arb_move_write(move, sizeof move, &replay->pos, replay->reading.move, to);
    fwrite(sheet->text + *printed, 1, sheet->began - *printed, stdout);
    fputs(move, stdout);
    print_signs(replay);
    *printed = sheet->at;
}

static void print_rest(const arb_playthrough *replay, size_t printed)
{
    const arb_sheet *sheet = &replay->sheet;

    fwrite(sheet->text + printed, 1, sheet->size - printed, stdout);
    if (sheet->size == 0 || sheet->text[sheet->size - 1] != '\n')
        putchar('\n');
}

static void print_json(const arb_cli *cli, const arb_playthrough *replay, const arb_style *to)
{
    const arb_sheet *sheet = &replay->sheet;
    const arb_move move = replay->reading.move;
    const char *colour = arb_colour_word((arb_colour)replay->pos.turn);
    char text[ARB_MOVE_TEXT_SIZE], uci[ARB_MOVE_TEXT_SIZE], san[ARB_MOVE_TEXT_SIZE];

    arb_move_write(text, sizeof text, &replay->pos, move, to);
    arb_uci_write(uci, sizeof uci, move, replay->variant);
    arb_san_write(san, sizeof san, &replay->pos, move);
    arb_cli_json(cli,
                 json_pack("{sI sI ss ss% ss ss ss so}", "ply", (json_int_t)replay->ply, "number",
                           (json_int_t)replay->pos.move_number, "colour", colour, "written",
                           sheet->text + sheet->began, sheet->at - sheet->began, "text", text,
                           "uci", uci, "san", san, "remarks", arb_remarks_names(replay)));
}

/* Goes through the sheet once; complains at the first move that cannot be read or played. */
static arb_exit pass(const arb_cli *cli, arb_playthrough replay, const arb_style *to, bool print)
{
    arb_remark_place place = { 0 };
    size_t printed = 0;
    arb_playthrough_step step;

    while ((step = arb_playthrough_next(&replay)) == ARB_PLAYTHROUGH_MOVE) {
        if (arb_interrupt_pending())
            return arb_cli_interrupted(cli);
        if (print && !cli->json) {
            print_move(&replay, to, &printed);
            arb_remarks_warn(cli, &replay, &place);
        }
        if (print && cli->json)
            print_json(cli, &replay, to);
    }
    if (step != ARB_PLAYTHROUGH_END)
        return arb_playthrough_complain(cli, &replay, step);
    if (print && !cli->json)
        print_rest(&replay, printed);
    return ARB_EXIT_YES;
}

arb_exit arb_convert_sheet(const arb_cli *cli, const arb_written_sheet *sheet, const arb_style *to,
                           const arb_pos *start)
{
    const arb_playthrough replay = arb_playthrough_begin(sheet, start);

    if (!cli->json) { /* half a sheet would look like a whole one, so all of it is read before */
        const arb_exit status = pass(cli, replay, to, false);
        if (status != ARB_EXIT_YES)
            return status;
    }
    return pass(cli, replay, to, true);
}
