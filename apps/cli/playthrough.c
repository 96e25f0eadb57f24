/* SPDX-License-Identifier: MIT */
/* A sheet played through move by move; see convert.h. */
#include "cli/convert.h"

#include "cli/arguments.h"
#include "common/quote.h"

arb_playthrough arb_playthrough_of(const arb_written_sheet *sheet, const char *text, size_t size,
                                   const arb_pos *start)
{
    return (arb_playthrough){
        .on = sheet,
        .sheet = { .text = text, .size = size, .language = sheet->style.language },
        .variant = sheet->style.variant,
        .pos = *start,
    };
}

arb_playthrough arb_playthrough_begin(const arb_written_sheet *sheet, const arb_pos *start)
{
    const arb_buf *text = &sheet->text.text;

    return arb_playthrough_of(sheet, arb_buf_text(text), arb_buf_size(text), start);
}

arb_playthrough_step arb_playthrough_next(arb_playthrough *replay)
{
    if (replay->ply > 0)
        arb_pos_play(&replay->pos, &replay->pos, replay->reading.move);
    if (arb_sheet_next(&replay->written, &replay->sheet, &replay->where))
        return ARB_PLAYTHROUGH_UNREADABLE;
    if (replay->written.form == ARB_FORM_NONE)
        return ARB_PLAYTHROUGH_END;
    replay->ply++;
    replay->reading = arb_written_in(&replay->written, &replay->pos, replay->variant);
    switch (replay->reading.kind) {
    case ARB_READING_LEGAL:
        return ARB_PLAYTHROUGH_MOVE;
    case ARB_READING_AMBIGUOUS:
        return ARB_PLAYTHROUGH_AMBIGUOUS;
    case ARB_READING_ILLEGAL:
        break;
    }
    return ARB_PLAYTHROUGH_ILLEGAL;
}

/* Room for the candidates, apart by commas, and dots when there are more. */
enum { CANDIDATES_SIZE = ARB_CANDIDATES_MAX * (ARB_MOVE_TEXT_SIZE + 2) + 8 };

static unsigned shown(const arb_reading *reading)
{
    return reading->count < ARB_CANDIDATES_MAX ? reading->count : ARB_CANDIDATES_MAX;
}

static void write_candidate(char out[ARB_MOVE_TEXT_SIZE], const arb_playthrough *replay, unsigned i)
{
    const arb_style brief = arb_notation_brief(&replay->on->style);

    arb_move_write(out, ARB_MOVE_TEXT_SIZE, &replay->pos, replay->reading.candidates[i], &brief);
}

static void list_candidates(char out[CANDIDATES_SIZE], const arb_playthrough *replay)
{
    const arb_reading *reading = &replay->reading;
    char move[ARB_MOVE_TEXT_SIZE];
    size_t used = 0;

    out[0] = '\0';
    for (unsigned i = 0; i < shown(reading); i++) {
        write_candidate(move, replay, i);
        used += (size_t)snprintf(out + used, CANDIDATES_SIZE - used, "%s%s", i ? ", " : "", move);
    }
    if (reading->count > shown(reading))
        snprintf(out + used, CANDIDATES_SIZE - used, ", ...");
}

/* The candidates, or NULL when there is no memory. */
static json_t *candidate_names(const arb_playthrough *replay)
{
    json_t *names = json_array();
    char move[ARB_MOVE_TEXT_SIZE];

    for (unsigned i = 0; i < shown(&replay->reading); i++) {
        write_candidate(move, replay, i);
        names = arb_json_add(names, json_string(move));
    }
    return names;
}

json_t *arb_playthrough_json(const arb_playthrough *replay, arb_playthrough_step step)
{
    const arb_sheet *sheet = &replay->sheet;
    const json_int_t ply = (json_int_t)replay->ply;
    const char *written = sheet->text + sheet->began;
    const size_t size = sheet->at - sheet->began;

    json_t *line = json_pack("{sI ss%}", "ply", ply, "written", written, size);
    if (step == ARB_PLAYTHROUGH_AMBIGUOUS)
        return arb_json_join(line, json_pack("{ss so}", "error", "ambiguous", "candidates",
                                             candidate_names(replay)));
    return arb_json_join(line, json_pack("{ss ss}", "error", "illegal", "article",
                                         arb_article_number(replay->reading.article)));
}

void arb_playthrough_words(arb_answer *out, arb_where *where, const arb_playthrough *replay,
                           arb_playthrough_step step, arb_lang lang)
{
    const arb_sheet *sheet = &replay->sheet;
    const char *dots = replay->pos.turn == ARB_WHITE ? "" : "...";
    const unsigned number = replay->pos.move_number;
    const arb_quoted move = arb_quote_bytes(sheet->text + sheet->began, sheet->at - sheet->began);
    char candidates[CANDIDATES_SIZE];

    *where = arb_where_at(sheet->text, sheet->size, sheet->began, ARB_WANTED_MOVE);
    if (step == ARB_PLAYTHROUGH_AMBIGUOUS) {
        list_candidates(candidates, replay);
        arb_answer_sentence(out, lang, ARB_TEXT_MOVE_AMBIGUOUS, number, dots, move.text,
                            candidates);
    } else {
        arb_answer_sentence(out, lang, ARB_TEXT_MOVE_ILLEGAL, number, dots, move.text,
                            arb_article_number(replay->reading.article));
    }
}

arb_exit arb_playthrough_complain(const arb_cli *cli, const arb_playthrough *replay,
                                  arb_playthrough_step step)
{
    arb_answer words;
    arb_where where;

    if (step == ARB_PLAYTHROUGH_UNREADABLE)
        return arb_cli_unreadable(cli, replay->on->text.source, &replay->where);
    arb_answer_init(&words);
    arb_playthrough_words(&words, &where, replay, step, cli->lang);
    if (words.err)
        (void)arb_cli_failed(cli, words.err);
    else
        arb_cli_complain_at(cli, replay->on->text.source, where.line, where.column,
                            ARB_TEXT_AS_IT_IS, arb_buf_text(&words.text));
    const arb_exit status = words.err ? ARB_EXIT_BAD : ARB_EXIT_NO;
    arb_answer_clear(&words);
    if (cli->json)
        arb_cli_json(cli, arb_playthrough_json(replay, step));
    return status;
}
