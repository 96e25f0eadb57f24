/* SPDX-License-Identifier: MIT */
/* Where to stop in a game, and telling what stands there; see after.h. */
#include "cli/after.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cli/facts.h"
#include "common/interrupt.h"
#include "common/quote.h"

enum { ENOUGH = 1 << 16 };

/* --move 23 is White's, --move 23... Black's. */
static bool move_arg(arb_after *after, const char *text)
{
    const size_t digits = strspn(text, "0123456789"), dots = strspn(text + digits, ".");
    char number[16];

    if (digits > 0 && digits < sizeof number && text[digits + dots] == '\0') {
        snprintf(number, sizeof number, "%.*s", (int)digits, text);
        const unsigned long value = strtoul(number, NULL, 10);
        if (value <= UINT16_MAX) {
            after->stop = ARB_AFTER_MOVE;
            after->number = (unsigned)value;
            after->colour = dots > 1 ? ARB_BLACK : ARB_WHITE;
            return true;
        }
    }
    arb_cli_misused_of(after->cli, text, ARB_TEXT_AFTER_MOVE, arb_quote(text).text);
    return false;
}

bool arb_after_stop_arg(arb_after *after, const arb_args *args)
{
    if (args->value[ARB_OPT_PLY])
        after->stop = ARB_AFTER_PLY;
    if (!arb_cli_number(&after->number, after->cli, args->value[ARB_OPT_PLY], 0, INT_MAX,
                        ARB_TEXT_NAME_PLY))
        return false;
    return !args->value[ARB_OPT_MOVE] || move_arg(after, args->value[ARB_OPT_MOVE]);
}

bool arb_after_reached(const arb_after *after, const arb_after_spot *spot)
{
    switch (after->stop) {
    case ARB_AFTER_END:
        return false;
    case ARB_AFTER_PLY:
        return spot->ply == after->number;
    case ARB_AFTER_MOVE:
        break;
    }
    return spot->ply > 0 && spot->before.move_number == after->number &&
           spot->before.turn == after->colour;
}

void arb_after_short(arb_answer *to, const arb_after *after, size_t plies)
{
    if (after->stop == ARB_AFTER_PLY)
        arb_answer_sentence(to, after->cli->lang, ARB_TEXT_AFTER_SHORT_PLY, plies);
    else
        arb_answer_sentence(to, after->cli->lang, ARB_TEXT_AFTER_SHORT_MOVE, after->number,
                            after->colour == ARB_WHITE ? "" : "...", plies);
}

/* The last move in SAN and in coordinates, or null. */
static void tell_move(arb_facts *facts, const arb_after_spot *spot)
{
    char san[ARB_MOVE_TEXT_SIZE], uci[ARB_MOVE_TEXT_SIZE];

    if (!spot->legal) {
        arb_facts_json(facts, "move", json_null());
        arb_facts_json(facts, "uci", json_null());
        return;
    }
    arb_san_write(san, sizeof san, &spot->before, spot->move);
    arb_uci_write(uci, sizeof uci, spot->move, spot->variant);
    arb_facts_name(facts, "move", san);
    arb_facts_name(facts, "uci", uci);
}

static void tell_json(arb_answer *to, const arb_after *after, const arb_after_spot *spot)
{
    const arb_setup setup = arb_fen_out_setup(&after->out, &spot->pos);
    arb_facts facts = arb_facts_begin(to, ARB_FACTS_JSON, ARB_LANG_EN);

    if (spot->game > 0)
        arb_facts_json(&facts, "game", json_integer((json_int_t)spot->game));
    arb_facts_number(&facts, "ply", (unsigned)spot->ply);
    arb_facts_number(&facts, "number", spot->pos.move_number);
    arb_facts_text(&facts, "turn", arb_facts_colour((arb_colour)spot->pos.turn));
    tell_move(&facts, spot);
    arb_facts_text(&facts, "check", arb_facts_check(&spot->pos));
    arb_facts_number(&facts, "moves", (unsigned)arb_pos_count(&spot->pos));
    arb_facts_text(&facts, "end", arb_facts_end(&spot->pos, arb_proof_is_dead(&spot->pos, NULL)));
    facts.object = arb_fen_out_put(facts.object, &after->out, &setup, NULL);
    arb_facts_finish(&facts);
}

void arb_after_tell(arb_answer *to, const arb_after *after, const arb_after_spot *spot)
{
    if (after->draw) {
        after->draw(to, after, spot);
        return;
    }
    if (after->cli->json) {
        tell_json(to, after, spot);
        return;
    }
    const arb_setup setup = arb_fen_out_setup(&after->out, &spot->pos);
    arb_fen_out_add(to, &after->out, &setup, NULL);
    arb_answer_add(to, "\n");
}

/* So that a long text needs no memory for all that is said about it. */
static void print_enough(arb_answer *to, const arb_cli *cli)
{
    if (to->err || arb_buf_size(&to->text) < ENOUGH)
        return;
    (void)arb_answer_print(to, cli);
    arb_answer_reset(to);
}

arb_after_outcome arb_after_play(arb_answer *to, const arb_after *after, arb_playthrough *replay,
                                 arb_playthrough_step *step, bool print)
{
    arb_after_spot spot = { .variant = replay->variant, .pos = replay->pos };
    bool reached = arb_after_reached(after, &spot);

    *step = ARB_PLAYTHROUGH_MOVE;
    while (!reached && !to->err && !arb_interrupt_pending() &&
           (*step = arb_playthrough_next(replay)) == ARB_PLAYTHROUGH_MOVE) {
        spot.ply = replay->ply;
        spot.legal = true;
        spot.move = replay->reading.move;
        spot.before = replay->pos;
        arb_pos_play(&spot.pos, &replay->pos, spot.move);
        reached = arb_after_reached(after, &spot);
        if (after->each)
            arb_after_tell(to, after, &spot);
        if (print)
            print_enough(to, after->cli);
    }
    if (*step != ARB_PLAYTHROUGH_MOVE && *step != ARB_PLAYTHROUGH_END)
        return ARB_AFTER_FAULT;
    if (!reached && after->stop != ARB_AFTER_END)
        return ARB_AFTER_SHORT;
    if (!after->each || (reached && spot.ply == 0))
        arb_after_tell(to, after, &spot);
    return ARB_AFTER_TOLD;
}
