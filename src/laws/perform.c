/* SPDX-License-Identifier: MIT */
/*
 * What happened, before the Laws say anything about it. The hands on the board are in
 * perform_board.c; here is the rest, and the list of who does what.
 */
#include "arbitro/fen.h"
#include "laws/laws.h"

static const arb_clock_setting *setting(const arb_step *step)
{
    return &step->look.regulations->clock;
}

void arb_learn_move(arb_step *step)
{
    arb_state *s = step->after;
    arb_move move;

    if (arb_sheets_agree(&move, &step->look, s)) {
        arb_add_ply(step, ARB_PLY_MOVE, move, arb_move_hand(move, ARB_STANDARD), NULL);
        arb_pos_play(&s->pos, &s->pos, move);
        arb_forget_touches(s); /* a move written for a claim was one of the position before */
    } else if (arb_sheets_illegal(&step->look, s)) {
        step->look.completed = ARB_IRREGULAR_MOVE;
    }
}

static void perform_write(arb_step *step)
{
    arb_state *s = step->after;
    const arb_colour player = step->look.player;

    s->sheet[player] = step->next_entry;
    s->sheet_moves[player] += step->look.entries[step->next_entry].is_move;
    step->adds_entry = true;
    if (step->look.regulations->board == ARB_BOARD_WRITTEN)
        arb_learn_move(step);
}

static void perform_start(arb_step *step)
{
    arb_state *s = step->after;

    s->phase = ARB_PHASE_PLAYING;
    s->started = s->now;
}

static void perform_set_clock(arb_step *step)
{
    arb_state *s = step->after;
    const arb_event *e = step->look.event;
    const arb_colour side = e->colours == 1u ? ARB_WHITE : ARB_BLACK;

    arb_clock_correct(&s->clock, setting(step), side, e->amount, s->now);
    if (e->flags & ARB_EVENT_MOVES)
        arb_clock_recount(&s->clock, setting(step), side, e->number);
}

static void perform_set_position(arb_step *step)
{
    arb_state *s = step->after;
    arb_setup setup;
    arb_pos pos;

    if (arb_fen_read(&setup, NULL, step->look.event->text, step->look.event->size, NULL) !=
            ARB_OK ||
        arb_faults_hard(arb_pos_from_setup(&pos, &setup)))
        return; /* refused before; a set position is always one */
    arb_add_ply(step, ARB_PLY_SET, (arb_move){ 0 },
                (arb_hand){ ARB_SQUARE_NONE, ARB_SQUARE_NONE, ARB_ROLE_NONE }, &setup);
    s->pos = pos;
    s->turn = pos.turn;
    s->uncompleted = s->two_hands = 0;
    s->unpressed[ARB_WHITE] = s->unpressed[ARB_BLACK] = 0;
    s->standing.there = false;
    s->breach.by = NOBODY;
    s->displaced_by = NOBODY;
    s->watched = 0;
    s->offer = NOBODY;
    arb_forget_touches(s);
    s->resumes = s->turn;
    if (s->phase == ARB_PHASE_PLAYING && arb_regulations_timed(s->regulations))
        arb_clock_start(&s->clock, setting(step), (arb_colour)s->turn, s->now);
}

static void perform_arrive(arb_step *step)
{
    step->after->present |= (uint8_t)(1u << step->look.player);
}

static void perform_offer(arb_step *step)
{
    step->after->offer = (uint8_t)step->look.player;
    step->after->consent = false;
}

static void perform_displace(arb_step *step)
{
    step->after->displaced_by = (uint8_t)step->look.player;
}

static void perform_put_back(arb_step *step)
{
    step->after->displaced_by = NOBODY;
}

static void perform_appoint(arb_step *step)
{
    step->after->tasks[step->look.player] |= (uint8_t)(1u << step->look.event->task);
}

static void perform_waive(arb_step *step)
{
    step->after->waived |= step->look.event->colours;
}

/* Laws 11.2.3, 11.4: who needs no permission is gone, and so is who has finished; the others ask
 * for it. */
static void perform_leave(arb_step *step)
{
    arb_state *s = step->after;
    const uint8_t mine = (uint8_t)(1u << step->look.player);
    const bool asks = !arb_is_over(s) && (step->look.event->choice == ARB_PLACE_VENUE ||
                                          arb_has_move(s, step->look.player));

    if (asks)
        s->asks |= mine;
    else
        s->away |= mine;
}

static void perform_return(arb_step *step)
{
    step->after->away &= (uint8_t) ~(1u << step->look.player);
}

static void perform_enter(arb_step *step)
{
    step->after->asks |= OUTSIDER;
}

static void perform_request_sheet(arb_step *step)
{
    uint8_t *asked = &step->after->sheet_requests[step->look.player];

    if (*asked < UINT8_MAX)
        ++*asked;
}

static void perform_agree(arb_step *step)
{
    step->after->agreed |= (uint8_t)(1u << step->look.player);
}

static void perform_watch(arb_step *step)
{
    if (step->look.regulations->supervision == ARB_SUPERVISION_LIMITED)
        step->after->watched |= (uint8_t)arb_watch_of(step->look.event);
}

/* Verbs that are not listed change nothing by themselves: what follows from them is said by
 * rules. */
static void (*const performers[ARB_VERB_COUNT])(arb_step *step) = {
    [ARB_VERB_ARRIVE] = perform_arrive,
    [ARB_VERB_LEAVE] = perform_leave,
    [ARB_VERB_RETURN] = perform_return,
    [ARB_VERB_ENTER] = perform_enter,
    [ARB_VERB_REQUEST_SHEET] = perform_request_sheet,
    [ARB_VERB_AGREE_CORRECT] = perform_agree,
    [ARB_VERB_OBSERVE_BOTH_CHECKED] = perform_watch,
    [ARB_VERB_OBSERVE_LAST_RANK_PAWN] = perform_watch,
    [ARB_VERB_TOUCH] = arb_perform_touch,
    [ARB_VERB_RELEASE] = arb_perform_release,
    [ARB_VERB_MOVE] = arb_perform_move,
    [ARB_VERB_REPLACE] = arb_perform_move,
    [ARB_VERB_PRESS] = arb_perform_press,
    [ARB_VERB_WRITE] = perform_write,
    [ARB_VERB_OFFER] = perform_offer,
    [ARB_VERB_DISPLACE] = perform_displace,
    [ARB_VERB_APPOINT] = perform_appoint,
    [ARB_VERB_START] = perform_start,
    [ARB_VERB_OBSERVE_DISPLACED] = perform_put_back,
    [ARB_VERB_WAIVE] = perform_waive,
    [ARB_VERB_SET_CLOCK] = perform_set_clock,
    [ARB_VERB_SET_POSITION] = perform_set_position,
};

/* Whose hand is at the board is there himself. */
static void come_back(arb_step *step)
{
    const uint8_t actor = step->look.event->actor;
    const uint8_t verb = step->look.event->verb;

    if (actor <= ARB_ACTOR_BLACK && verb != ARB_VERB_LEAVE && verb != ARB_VERB_APPEAL)
        step->after->away &= (uint8_t) ~(1u << actor);
}

/* Laws 6.6: without a clock nobody need start the game. */
static void begin_untimed(arb_step *step)
{
    arb_state *s = step->after;

    if (s->phase == ARB_PHASE_WAITING && !arb_regulations_timed(s->regulations) &&
        step->look.player != NOBODY && step->look.event->verb != ARB_VERB_ARRIVE &&
        step->look.event->verb != ARB_VERB_APPOINT && step->look.event->verb != ARB_VERB_ASK) {
        s->phase = ARB_PHASE_PLAYING;
        s->started = s->now;
    }
}

void arb_perform(arb_step *step)
{
    come_back(step);
    begin_untimed(step);
    if (performers[step->look.event->verb])
        performers[step->look.event->verb](step);
}
