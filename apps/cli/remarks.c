/* SPDX-License-Identifier: MIT */
/* What a sheet says needlessly or wrongly; see convert.h. */
#include "cli/convert.h"

static const struct {
    arb_remark remark;
    const char *name;
    arb_article article; /* none where there is nothing to warn of (C.13, C.10) */
    arb_text_id warning;
} remarks[] = {
    { ARB_REMARK_PAWN_LETTER, "pawn-letter", ARB_ART_C_4, ARB_TEXT_REMARK_PAWN_LETTER },
    { ARB_REMARK_NO_CAPTURE, "no-capture", ARB_ART_C_13_3, ARB_TEXT_REMARK_NO_CAPTURE },
    { ARB_REMARK_NO_EN_PASSANT, "no-en-passant", ARB_ART_C_13_6, ARB_TEXT_REMARK_NO_EN_PASSANT },
    { ARB_REMARK_CHECK_MISSING, "check-missing", ARB_ART_NONE, ARB_TEXT_COUNT },
    { ARB_REMARK_CHECK_WRONG, "check-wrong", ARB_ART_C_13, ARB_TEXT_REMARK_CHECK_WRONG },
    { ARB_REMARK_ORIGIN_NEEDLESS, "origin-needless", ARB_ART_NONE, ARB_TEXT_COUNT },
    { ARB_REMARK_ORIGIN_MISSING, "origin-missing", ARB_ART_C_9_3, ARB_TEXT_REMARK_ORIGIN_MISSING },
    { ARB_REMARK_NOT_ALGEBRAIC, "not-algebraic", ARB_ART_C, ARB_TEXT_REMARK_NOT_ALGEBRAIC },
};

enum { REMARK_COUNT = sizeof remarks / sizeof remarks[0] };

json_t *arb_remarks_names(const arb_playthrough *replay)
{
    json_t *names = json_array();

    for (size_t i = 0; i < REMARK_COUNT; i++)
        if (replay->reading.remarks & (uint32_t)remarks[i].remark)
            names = arb_json_add(names, json_string(remarks[i].name));
    return names;
}

/* Who says that the sheet is in coordinates, digits or words need not be told. */
static uint32_t worth_telling(const arb_playthrough *replay)
{
    const arb_form form = replay->on->style.form;
    uint32_t bits = replay->reading.remarks;

    if (form == ARB_FORM_COORDINATES || form == ARB_FORM_NUMERIC || form == ARB_FORM_WORDS)
        bits &= ~(uint32_t)ARB_REMARK_NOT_ALGEBRAIC;
    return bits;
}

static void go_on(arb_remark_place *place, const arb_sheet *sheet)
{
    for (; place->at < sheet->began; place->at++) {
        const unsigned char byte = (unsigned char)sheet->text[place->at];
        if (byte == '\n') {
            place->line++;
            place->column = 0;
        } else {
            place->column += (byte & 0xc0u) != 0x80u; /* the first byte of a character */
        }
    }
}

void arb_remarks_warn(const arb_cli *cli, const arb_playthrough *replay, arb_remark_place *place)
{
    const char *dots = replay->pos.turn == ARB_WHITE ? "" : "...";
    const unsigned number = replay->pos.move_number;
    const uint32_t bits = cli->quiet ? 0 : worth_telling(replay);

    for (size_t i = 0; i < REMARK_COUNT; i++) {
        if (!(bits & (uint32_t)remarks[i].remark) || remarks[i].article == ARB_ART_NONE)
            continue;
        go_on(place, &replay->sheet);
        arb_cli_complain_at(cli, replay->on->text.source, place->line + 1, place->column + 1,
                            ARB_TEXT_MOVE_WARNING, number, dots,
                            arb_text(remarks[i].warning, cli->lang),
                            arb_article_number(remarks[i].article));
    }
}
