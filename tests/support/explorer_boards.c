/* SPDX-License-Identifier: MIT */
/*
 * Games with players who cannot see: what is announced in them, and what must be so after every
 * event (Laws, D.2). The position is what was announced and made, read again from the event itself;
 * a board changes by the hands of its player, and comes to differ only by a slip of the tongue or a
 * wrong hand.
 */
#include <string.h>

#include "arbitro/announce.h"
#include "explorer_check.h"
#include "explorer_maker.h"
#include "laws/boards.h"
#include "laws/hands.h"

/* ---- what is said ---- */

/* The position before the last move, and that move; false when there is none. */
static bool last_move(arb_pos *before, arb_move *move, const maker *m)
{
    const arb_history *history = arb_game_history(m->game);
    const arb_ply_record *last = arb_history_get(history, m->s->ply);

    if (last->kind != ARB_PLY_MOVE || !arb_history_position(before, history, last->before))
        return false;
    *move = last->move;
    return true;
}

/* Mostly what stands there or is allowed, now and then another move of the position. */
static bool some_move(arb_move *move, const maker *m, const arb_pos *pos)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, pos);

    if (count == 0)
        return false;
    *move = moves[chance_below(m->luck, (unsigned)count)];
    return true;
}

void maker_announcement(maker *m)
{
    const arb_colour player = arb_actor_colour(m->actor);
    const arb_saying saying = { .language = m->s->regulations->announced_in,
                                .brief = maker_one_in(m, 4),
                                .whole = maker_one_in(m, 4) };
    char text[ARB_ANNOUNCEMENT_SIZE];
    arb_pos pos = m->s->pos;
    arb_move move, other;
    bool known;

    if (m->verb == ARB_VERB_ANNOUNCE && player == m->s->turn)
        known = arb_hands_made(&move, m->s) || some_move(&move, m, &pos);
    else
        known = last_move(&pos, &move, m);
    if (known && maker_one_in(m, 8) && some_move(&other, m, &pos))
        move = other;
    if (!known || maker_one_in(m, 30)) {
        maker_text(m);
        return;
    }
    (void)arb_announcement_write(text, sizeof text, &pos, move, &saying);
    maker_say(m, " %s", text);
}

bool maker_last_move(maker *m)
{
    char text[ARB_MOVE_TEXT_SIZE];
    arb_pos pos;
    arb_move move, other;

    if (!last_move(&pos, &move, m))
        return false;
    if (maker_one_in(m, 8) && some_move(&other, m, &pos))
        move = other;
    (void)arb_uci_write(text, sizeof text, move, (arb_variant)m->s->regulations->variant);
    maker_say(m, " %s", text);
    return true;
}

/* ---- what must be so ---- */

/* Does the event set positions, take moves back or put boards right? */
static bool sets_boards(const explorer_step *step)
{
    return step_goes_back(step) || step_verb(step) == ARB_VERB_SET_POSITION ||
           step_has_effect(step, ARB_EFFECT_QUEEN) || step_has_effect(step, ARB_EFFECT_ADJOURN) ||
           step_has_effect(step, ARB_EFFECT_CORRECT_BOARD);
}

static bool differs(const arb_state *s, arb_colour player)
{
    return arb_boards_differ(s, player, &s->pos);
}

/* Does the event complete what the opponent has left on his board (0.2)? */
static bool is_reply(const explorer_step *step)
{
    return arb_hands_await_reply(step->before);
}

/* Whose board may change by this event? */
static bool may_change(const explorer_step *step, arb_colour owner)
{
    const arb_verb verb = step_verb(step);
    const arb_colour player = arb_actor_colour((arb_actor)step->event->actor);

    if (verb == ARB_VERB_EXECUTE && step->before->standing.on_board &&
        arb_needs_press(step->before)) /* what is taken for a move (7.5.1) */
        return owner != step->before->turn;
    if (verb == ARB_VERB_EXECUTE || verb == ARB_VERB_REPORT_TOUCH)
        return owner == step->before->turn;
    if (verb == ARB_VERB_ANNOUNCE) /* by whoever announces for him */
        return owner == step->before->turn;
    if (step_has_effect(step, ARB_EFFECT_UNSEAL)) /* Guidelines I.7 */
        return owner == step->before->turn;
    return owner == player || is_reply(step);
}

static const char *check_owner(const explorer_step *step)
{
    const arb_boards *a = &step->before->boards, *b = &step_after(step)->boards;

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (memcmp(a->piece[c], b->piece[c], sizeof a->piece[c]) != 0 && !may_change(step, c))
            return "a board changes that nobody has touched";
    return NULL;
}

/* What was announced for the move that the event makes; false when nothing was. */
static bool announced(arb_move *out, const explorer_step *step, const arb_pos *pos)
{
    const arb_state *a = step->before;
    char text[512];
    arb_reading reading;

    if (step_verb(step) == ARB_VERB_ANNOUNCE) {
        const size_t size = arb_event_text(text, sizeof text, step->event);
        if (arb_announcement_read(&reading, NULL, pos, text, size, a->regulations->announced_in) ||
            reading.kind != ARB_READING_LEGAL)
            return false;
        *out = reading.move;
        return true;
    }
    if ((step_verb(step) == ARB_VERB_MOVE || step_verb(step) == ARB_VERB_PLAY ||
         step_verb(step) == ARB_VERB_REPLACE) &&
        !(step->event->flags & ARB_EVENT_SILENT) &&
        arb_actor_colour((arb_actor)step->event->actor) == pos->turn) {
        reading = arb_written_in(&step->event->move, pos, (arb_variant)a->regulations->variant);
        *out = reading.move;
        return reading.kind == ARB_READING_LEGAL;
    }
    *out = a->boards.spoken.move;
    return arb_has_announced(a, (arb_colour)pos->turn);
}

/* Guidelines I.7, D.2.1: a move that comes out of an envelope stands on the board of who sealed it,
 * the other has to execute it, and nobody has announced it. */
static const char *check_read_out(const explorer_step *step, const arb_pos *before)
{
    const arb_state *a = step->before, *b = step_after(step);
    const arb_colour writer = (arb_colour)before->turn;

    if (arb_has_announced(b, writer))
        return "a sealed move is announced before anybody has said it";
    if (arb_has_two_boards(b) && (b->boards.executed || differs(a, writer) != differs(b, writer)))
        return "a sealed move is not on its board, or on both";
    return NULL;
}

/* The position is what was announced and made. */
static const char *check_made(const explorer_step *step)
{
    const arb_history *history = arb_game_history(step->game);
    const arb_state *s = step_after(step);
    const arb_ply_record *last = arb_history_get(history, s->ply);
    arb_pos before, after;
    arb_move move;

    if (s->ply == step->before->ply || last->kind != ARB_PLY_MOVE ||
        !arb_history_position(&before, history, last->before))
        return NULL;
    if (last->before != step->before->ply && step_verb(step) != ARB_VERB_ANNOUNCE &&
        !is_reply(step))
        return "a move takes the place of another, and nobody announced it";
    if (step_has_effect(step, ARB_EFFECT_UNSEAL))
        return check_read_out(step, &before);
    const arb_colour player = (arb_colour)before.turn;
    if (announced(&move, step, &before)) {
        arb_pos_play(&after, &before, move);
        return arb_pos_same(&after, &s->pos) ? NULL : "the position is not what was announced";
    }
    if (arb_is_blind(s, player) && last->before == step->before->ply)
        return "a player who cannot see has made a move that he did not announce";
    if (arb_has_two_boards(s) && !differs(step->before, player) && differs(s, player))
        return "the position is not what was made";
    return NULL;
}

/* Nobody's board differs by itself. */
static const char *check_difference(const explorer_step *step)
{
    const arb_state *a = step->before, *b = step_after(step);

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        const bool slip = !arb_move_equal(b->boards.spoken.move, b->boards.made);
        if (differs(b, c) && !differs(a, c) && step_verb(step) != ARB_VERB_EXECUTE &&
            !(c != b->turn && arb_has_announced(b, c) && slip))
            return "a board differs, and nobody erred";
    }
    return NULL;
}

const char *explorer_check_boards(const explorer_step *step)
{
    const arb_state *s = step_after(step);
    const char *wrong = NULL;

    if (!arb_is_spoken(s) || sets_boards(step) || s->regulations->board != ARB_BOARD_SEEN)
        return NULL;
    if (step->verdict->refused &&
        memcmp(step->before->boards.piece, s->boards.piece, sizeof s->boards.piece) != 0)
        return "a refused event changes a board";
    wrong = check_made(step);
    if (!wrong && arb_has_two_boards(s))
        wrong = check_owner(step);
    if (!wrong && arb_has_two_boards(s))
        wrong = check_difference(step);
    return wrong;
}
