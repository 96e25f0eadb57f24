/* SPDX-License-Identifier: MIT */
/* `arbitro position`: what can be said of a position, and how its kings stand. */
#include <limits.h>
#include <stdio.h>

#include "arbitro/opposition.h"
#include "cli/arguments.h"
#include "cli/batch.h"
#include "cli/drawing.h"
#include "cli/epd_remarks.h"
#include "cli/facts.h"
#include "cli/fen_out.h"
#include "cli/retro.h"
#include "cli/text_arg.h"
#include "common/env.h"

/* How much work to find out whether it can arise: a part of a second. */
enum { LOOKS = 1500000 };

/* What the options say. */
typedef struct job {
    const arb_cli *cli;
    const arb_letters *letters;
    arb_fen_out out;
    bool opposition; /* tells how the kings stand instead */
    bool remarks;    /* JSON has a list of them: who asks for EPD, or for many, expects some */
    arb_facts_form form;
    unsigned looks; /* moves that may be tried to find out whether it can arise */
    bool any_array; /* from any initial position of Chess960 */
} job;

/* A position as it was written, and what is made of it. */
typedef struct subject {
    arb_epd epd;
    const char *text; /* in which `epd` was read */
    size_t size;
    uint32_t faults;
    arb_retro_answer past; /* whether it can arise */
    bool scarce;           /* there was too little memory to know */
    arb_pos pos;           /* unless a fault is hard */
    arb_setup setup;       /* as it is written again */
} subject;

static arb_text_id proof_text(arb_proof proof)
{
    switch (proof) {
    case ARB_PROOF_NO:
        return ARB_TEXT_VALUE_NO;
    case ARB_PROOF_YES:
        return ARB_TEXT_VALUE_YES;
    case ARB_PROOF_UNKNOWN:
        break;
    }
    return ARB_TEXT_VALUE_UNKNOWN;
}

/* Nobody can mate: that is what dead means (5.2.2). */
static arb_proof is_dead(const arb_proof can_mate[ARB_COLOUR_COUNT])
{
    if (can_mate[ARB_WHITE] == ARB_PROOF_YES || can_mate[ARB_BLACK] == ARB_PROOF_YES)
        return ARB_PROOF_NO;
    if (can_mate[ARB_WHITE] == ARB_PROOF_NO && can_mate[ARB_BLACK] == ARB_PROOF_NO)
        return ARB_PROOF_YES;
    return ARB_PROOF_UNKNOWN;
}

static void tell_verdict(arb_facts *facts, const arb_pos *pos)
{
    const arb_proof can_mate[] = {
        [ARB_WHITE] = arb_proof_can_mate(pos, ARB_WHITE, NULL),
        [ARB_BLACK] = arb_proof_can_mate(pos, ARB_BLACK, NULL),
    };

    arb_facts_text(facts, "check", arb_facts_check(pos));
    arb_facts_number(facts, "moves", (unsigned)arb_pos_count(pos));
    arb_facts_text(facts, "end", arb_facts_end(pos, is_dead(can_mate)));
    arb_facts_text(facts, "white-can-win", proof_text(can_mate[ARB_WHITE]));
    arb_facts_text(facts, "black-can-win", proof_text(can_mate[ARB_BLACK]));
}

/* Of a diagram that nobody can play, little can be said: nothing, or null in JSON. */
static void leave_unsaid(arb_facts *facts)
{
    static const char *const unsaid[] = { "check", "moves", "end", "white-can-win",
                                          "black-can-win" };

    for (size_t i = 0; i < sizeof unsaid / sizeof unsaid[0]; i++)
        arb_facts_json(facts, unsaid[i], json_null());
}

static arb_square king_square(const arb_pos *pos, arb_colour colour)
{
    arb_square square = 0;

    while (!(arb_pos_pieces(pos, colour, ARB_KING) >> square & 1))
        square++;
    return square;
}

static unsigned value_of_pieces(const arb_pos *pos, arb_colour colour)
{
    unsigned value = 0;

    for (arb_square square = 0; square < ARB_SQUARE_COUNT; square++) {
        const arb_piece piece = arb_pos_piece(pos, square);
        if (piece != ARB_PIECE_NONE && arb_piece_colour(piece) == colour)
            value += arb_role_value(arb_piece_role(piece));
    }
    return value;
}

/* Who has the opposition: the side that does not have the move, because the other must give way. */
static void tell_opposition(arb_facts *facts, const arb_pos *pos)
{
    static const char *const squares[] = { "white-king", "black-king" };
    static const char *const numbers[] = { "white-number", "black-number" };
    static const char *const values[] = { "white-value", "black-value" };
    const arb_square kings[] = { king_square(pos, ARB_WHITE), king_square(pos, ARB_BLACK) };
    const arb_opposition kind = arb_opposition_of(kings[0], kings[1]);

    arb_facts_text(facts, "turn", arb_facts_colour((arb_colour)pos->turn));
    for (int i = 0; i < ARB_COLOUR_COUNT; i++) {
        char name[3];
        arb_square_write(name, sizeof name, kings[i]);
        arb_facts_name(facts, squares[i], name);
        arb_facts_number(facts, numbers[i], arb_tattersall(kings[i]));
    }
    arb_facts_words(
        facts, "opposition",
        (const char *const[]){ [ARB_LANG_EN] = arb_opposition_text(kind, ARB_LANG_EN),
                               [ARB_LANG_IT] = arb_opposition_text(kind, ARB_LANG_IT) });
    arb_facts_text(facts, "has-opposition",
                   kind == ARB_OPPOSITION_NONE
                       ? ARB_TEXT_VALUE_NOBODY
                       : arb_facts_colour(arb_opponent((arb_colour)pos->turn)));
    for (int i = 0; i < ARB_COLOUR_COUNT; i++)
        arb_facts_number(facts, values[i], value_of_pieces(pos, (arb_colour)i));
}

/* Makes a position of what was read, and of that what is written again. */
static void take(subject *out, const job *j)
{
    out->setup = out->epd.setup;
    out->faults = arb_pos_from_setup(&out->pos, &out->epd.setup);
    if (!j->opposition) {
        const arb_mem mem = arb_retro_memory(&out->scarce);
        (void)arb_retro_judge(
            &out->past, &out->epd.setup,
            &(arb_retro_effort){ .nodes = j->looks, .mem = &mem, .any_array = j->any_array });
    }
    if (!arb_faults_hard(out->faults))
        out->setup = arb_fen_out_setup(&j->out, &out->pos);
}

/* The FEN stands at the end of lines, where the board follows, and before fields. */
static void tell_fen(arb_facts *facts, const job *j, const subject *s)
{
    switch (facts->form) {
    case ARB_FACTS_LINES:
        arb_answer_add(facts->to, j->out.epd ? "epd: " : "fen: ");
        arb_fen_out_add(facts->to, &j->out, &s->setup, &s->epd);
        arb_answer_add(facts->to, "\n");
        return;
    case ARB_FACTS_FIELDS:
        arb_fen_out_add(facts->to, &j->out, &s->setup, &s->epd);
        return;
    case ARB_FACTS_JSON:
        facts->object = arb_fen_out_put(facts->object, &j->out, &s->setup, &s->epd);
    }
}

static arb_exit tell_all(arb_facts *facts, const job *j, const subject *s)
{
    if (facts->form == ARB_FACTS_FIELDS)
        tell_fen(facts, j, s);
    const arb_exit legal = arb_retro_tell_legal(facts, &s->past);
    if (s->scarce)
        facts->to->err = ARB_NOMEM;
    arb_facts_text(facts, "turn", arb_facts_colour((arb_colour)s->setup.turn));
    if (arb_faults_hard(s->faults))
        leave_unsaid(facts);
    else
        tell_verdict(facts, &s->pos);
    if (facts->form == ARB_FACTS_FIELDS && s->faults) {
        arb_answer_add(facts->to, "\tfaults=");
        arb_retro_add_faults(facts->to, s->faults, ARB_LANG_EN);
    }
    if (facts->form != ARB_FACTS_FIELDS) {
        tell_fen(facts, j, s);
        if (facts->form == ARB_FACTS_JSON)
            arb_retro_tell_game(facts, &s->past);
    }
    return legal;
}

/* Moves of EPD that cannot be played are told as a sentence, and in JSON. */
static bool tell_remarks(arb_facts *facts, arb_answer *out, arb_where *where, const job *j,
                         const subject *s)
{
    const bool json = facts->form == ARB_FACTS_JSON;
    json_t *list = json ? json_array() : NULL;
    const bool any =
        !arb_faults_hard(s->faults) && arb_epd_remarks(out, json ? &list : NULL, where, &s->epd,
                                                       &s->pos, s->text, s->size, facts->lang);

    if (json && (any || j->remarks))
        arb_facts_json(facts, "remarks", list);
    else
        json_decref(list);
    return any;
}

/* ---- one position ---- */

static arb_exit run_opposition(const job *j, arb_answer *reply, const char *text)
{
    arb_pos pos;

    if (!arb_fen_arg_position(&pos, j->cli, text, j->letters))
        return ARB_EXIT_BAD;
    arb_facts facts = arb_facts_begin(reply, j->form, j->cli->lang);
    tell_opposition(&facts, &pos);
    arb_facts_finish(&facts);
    return arb_answer_print(reply, j->cli);
}

static arb_exit run_verdict(const job *j, arb_answer *reply, const char *text)
{
    arb_fen_text held;
    arb_where where;
    arb_answer remarks;
    subject s;

    if (!arb_fen_arg_read(&s.epd, &held, j->cli, text, j->letters))
        return ARB_EXIT_BAD;
    s.text = held.text;
    s.size = held.size;
    take(&s, j);
    arb_answer_init(&remarks);
    arb_facts facts = arb_facts_begin(reply, j->form, j->cli->lang);
    arb_exit status = tell_all(&facts, j, &s);
    if (tell_remarks(&facts, &remarks, &where, j, &s)) {
        status = ARB_EXIT_NO;
        arb_cli_complain_at(j->cli, held.source, where.line, where.column, ARB_TEXT_WARNING,
                            arb_buf_text(&remarks.text));
    }
    if (remarks.err)
        reply->err = remarks.err;
    arb_answer_clear(&remarks);
    arb_facts_finish(&facts);
    arb_exit printed = arb_answer_print(reply, j->cli);
    if (printed == ARB_EXIT_YES && !j->cli->json) {
        arb_drawing_print(j->cli, &(arb_drawing){ .setup = &s.setup,
                                                  .letters = j->letters,
                                                  .unicode = arb_env_is_utf8() });
        arb_answer_reset(reply);
        arb_retro_tell_game(&facts, &s.past);
        printed = arb_answer_print(reply, j->cli);
    }
    return printed == ARB_EXIT_YES ? status : printed;
}

/* ---- many ---- */

static void answer_opposition(const job *j, const arb_batch *batch, arb_batch_line *line)
{
    subject s;

    if (!arb_batch_position(&s.pos, &s.epd, batch, line))
        return;
    s.setup = arb_fen_out_setup(&j->out, &s.pos);
    arb_facts facts = arb_facts_begin(&line->reply, j->form, j->cli->lang);
    if (facts.form == ARB_FACTS_FIELDS)
        tell_fen(&facts, j, &s);
    tell_opposition(&facts, &s.pos);
    if (facts.form == ARB_FACTS_JSON)
        tell_fen(&facts, j, &s);
    arb_facts_finish(&facts);
}

static void answer_line(const arb_batch *batch, arb_batch_line *line)
{
    const job *j = batch->user;
    subject s;

    if (j->opposition) {
        answer_opposition(j, batch, line);
        return;
    }
    if (!arb_batch_read(&s.epd, batch, line))
        return;
    s.text = line->text;
    s.size = line->size;
    take(&s, j);
    arb_facts facts = arb_facts_begin(&line->reply, j->form, j->cli->lang);
    line->status = tell_all(&facts, j, &s);
    if (tell_remarks(&facts, &line->complaint, &line->where, j, &s))
        line->status = ARB_EXIT_NO;
    line->where.line = line->number;
    arb_facts_finish(&facts);
}

arb_exit arb_cmd_position(const arb_cli *cli, const arb_args *args)
{
    const char *path = args->value[ARB_OPT_BATCH];
    const arb_letters *letters = arb_letters_arg(cli, args->value[ARB_OPT_LETTERS]);
    job j = { .cli = cli, .letters = letters, .opposition = args->value[ARB_OPT_OPPOSITION] };
    arb_batch batch = {
        .cli = cli, .letters = letters, .threads = 1, .answer = answer_line, .user = &j
    };
    arb_answer reply;

    j.looks = LOOKS;
    j.any_array = args->value[ARB_OPT_RETRO_CHESS960] != NULL;
    if (!arb_batch_arg(&batch, args, args->operands > 0) || !letters ||
        !arb_cli_number(&j.looks, cli, args->value[ARB_OPT_NODES], 1, UINT_MAX,
                        ARB_TEXT_NAME_NODES))
        return ARB_EXIT_BAD;
    j.out = arb_fen_out_arg(args, letters);
    j.remarks = j.out.epd || path;
    j.form = cli->json ? ARB_FACTS_JSON : path ? ARB_FACTS_FIELDS : ARB_FACTS_LINES;
    if (path)
        return arb_batch_run(&batch, path);
    arb_answer_init(&reply);
    const arb_exit status = j.opposition ? run_opposition(&j, &reply, args->operand[0])
                                         : run_verdict(&j, &reply, args->operand[0]);
    arb_answer_clear(&reply);
    return status;
}
