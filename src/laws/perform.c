/* SPDX-License-Identifier: MIT */
/*
 * What happened, before the Laws say anything about it. The hands on the board are in
 * perform_board.c; here is the rest, and the list of who does what.
 */
#include <string.h>

#include "arbitro/fen.h"
#include "laws/adjourned.h"
#include "laws/boards.h"
#include "laws/hands.h"
#include "laws/keeping.h"

void arb_learn_move(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    arb_move move;

    if (arb_sheets_agree(&move, &hearing->look, s)) {
        arb_add_ply(hearing, ARB_PLY_MOVE, move, arb_move_hand(move, ARB_STANDARD), NULL);
        arb_pos_play(&s->pos, &s->pos, move);
        arb_forget_touches(s); /* a move written for a claim was one of the position before */
    } else if (arb_sheets_illegal(&hearing->look, s)) {
        hearing->look.completed = ARB_IRREGULAR_MOVE;
    }
}

/* Laws 8.1 */
static void perform_write(arb_hearing *hearing)
{
    const bool by_player = hearing->look.player != NOBODY;

    if (!hearing->look.learns)
        arb_keeping_write(hearing);
    if (hearing->look.regulations->board == ARB_BOARD_WRITTEN && by_player)
        arb_learn_move(hearing);
}

static void perform_start(arb_hearing *hearing)
{
    arb_state *s = hearing->after;

    s->phase = ARB_PHASE_PLAYING;
    s->started = s->now;
    s->begun = true;
}

static void perform_set_clock(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    const arb_event *e = hearing->look.event;
    const arb_colour side = arb_named(e);

    arb_clock_correct(&s->clock, setting(hearing->after), side, e->ms, s->now);
    if (e->flags & ARB_EVENT_MOVES)
        arb_clock_recount(&s->clock, setting(hearing->after), side, e->number);
}

static void perform_set_position(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    arb_setup setup;
    arb_pos pos;

    if (arb_fen_read(&setup, NULL, hearing->look.event->text, hearing->look.event->size, NULL) !=
        ARB_OK)
        return; /* refused before; a set position is always one */
    if (s->regulations->variant == ARB_STANDARD)
        arb_setup_castle_as_usual(&setup);
    if (arb_faults_hard(arb_pos_from_setup(&pos, &setup)))
        return;
    arb_add_ply(hearing, ARB_PLY_SET, (arb_move){ 0 },
                (arb_hand){ ARB_SQUARE_NONE, ARB_SQUARE_NONE, ARB_ROLE_NONE }, &setup);
    s->pos = pos;
    s->turn = pos.turn;
    s->uncompleted = s->two_hands = 0;
    arb_adjourned_void(s);
    arb_forget_offer(s);
    arb_forget_touches(s);
    arb_stand_anew(s, true);
}

static void perform_arrive(arb_hearing *hearing)
{
    hearing->after->present |= (uint8_t)(1u << hearing->look.player);
    arb_adjourned_arrive(hearing->after, hearing->look.player);
}

/* Laws I.9: who comes back after an adjournment is there. */
static void perform_return(arb_hearing *hearing)
{
    arb_adjourned_arrive(hearing->after, hearing->look.player);
}

static void perform_offer(arb_hearing *hearing)
{
    if (hearing->after->offer != NOBODY)
        hearing->after->consent = false; /* that was for the other one */
    hearing->after->offer = (uint8_t)hearing->look.player;
    arb_keeping_offer(hearing);
}

/* FNV-1a; 0 for a name that is not said. */
static uint32_t name_key(const arb_event *event)
{
    const size_t size = event->size;
    uint32_t key = 2166136261u;

    if (size == sizeof ARB_NAMELESS - 1 && memcmp(event->text, ARB_NAMELESS, size) == 0)
        return 0;
    for (size_t i = 0; i < size; i++)
        key = (key ^ (unsigned char)event->text[i]) * 16777619u;
    return key;
}

/* Who is named once more gets the tasks besides; somebody else has his own alone. */
static void perform_appoint(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    const arb_colour player = hearing->look.player;
    const uint32_t name = name_key(hearing->look.event);

    if (name == 0 || name != s->assistant[player])
        s->tasks[player] = 0;
    s->assistant[player] = name;
    s->tasks[player] |= hearing->look.event->tasks;
    s->tasks[arb_opponent(player)] &= (uint8_t)~arb_lapsing_tasks(s, player);
    s->approved &= (uint8_t) ~(1u << player);
}

static void perform_accept_assistant(arb_hearing *hearing)
{
    hearing->after->approved |= hearing->look.event->colours;
}

static void perform_waive(arb_hearing *hearing)
{
    hearing->after->waived |= hearing->look.event->colours;
}

/* Laws 8.7 */
static void perform_sign(arb_hearing *hearing)
{
    hearing->after->signature[hearing->look.player] = hearing->look.event->result;
}

/* Laws 7.4.1, 7.6 */
static void perform_displace(arb_hearing *hearing)
{
    hearing->after->displaced_at = hearing->after->ply;
}

/* Laws 6.10.2 */
static void perform_set_increment(arb_hearing *hearing)
{
    arb_state *s = hearing->after;

    arb_clock_set_bonus(&s->clock, setting(s), hearing->look.event->ms, s->now);
}

/* In a casual game the opponent is asked, and answers. */
static void perform_request_takeback(arb_hearing *hearing)
{
    hearing->after->takeback = (uint8_t)hearing->look.player;
}

static void perform_request_abort(arb_hearing *hearing)
{
    hearing->after->abort = (uint8_t)hearing->look.player;
}

static void perform_answer(arb_hearing *hearing)
{
    if (hearing->look.player == NOBODY)
        return;
    if (hearing->look.event->consent == ARB_CONSENT_TAKEBACK)
        hearing->after->takeback = NOBODY;
    if (hearing->look.event->consent == ARB_CONSENT_ABORT)
        hearing->after->abort = NOBODY;
}

/* Laws 11.2.3, 11.4: whoever needs no permission is gone, and so is a player who has finished; the
 * others ask for it. */
static void perform_leave(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    const uint8_t mine = (uint8_t)(1u << hearing->look.player);
    const bool venue = hearing->look.event->place == ARB_PLACE_VENUE;

    if (s->phase == ARB_PHASE_ADJOURNED) { /* everybody goes home */
        s->adjourned.absent |= mine;
        return;
    }
    if (arb_state_is_over(s) || (!venue && !arb_has_move(s, hearing->look.player))) {
        s->away |= mine;
        return;
    }
    s->asking |= mine;
    s->asking_venue = (uint8_t)((s->asking_venue & ~mine) | (venue ? mine : 0u));
}

static void perform_enter(arb_hearing *hearing)
{
    hearing->after->asking |= OUTSIDER;
}

/* Laws D.2.10.4: he may be told once for each time that he asks. */
static void perform_request_tell(arb_hearing *hearing)
{
    hearing->after->boards.asked |= (uint8_t)(1u << hearing->look.player);
}

static void perform_tell(arb_hearing *hearing)
{
    hearing->after->boards.asked &= (uint8_t) ~(1u << hearing->look.player);
}

static void perform_request_sheet(arb_hearing *hearing)
{
    uint8_t *asked = &hearing->after->sheet_requests[hearing->look.player];

    if (*asked < UINT8_MAX)
        ++*asked;
}

static void perform_agree(arb_hearing *hearing)
{
    hearing->after->agreed |= (uint8_t)(1u << hearing->look.player);
}

static void perform_watch(arb_hearing *hearing)
{
    if (hearing->look.regulations->supervision == ARB_SUPERVISION_LIMITED)
        hearing->after->watched |= (uint8_t)arb_watch_of(hearing->look.event);
}

/* Verbs that are not listed change nothing by themselves: what follows from them is said by
 * rules. */
static void (*const performers[ARB_VERB_COUNT])(arb_hearing *hearing) = {
    [ARB_VERB_ARRIVE] = perform_arrive,
    [ARB_VERB_RETURN] = perform_return,
    [ARB_VERB_ADJOURN] = arb_perform_adjourn,
    [ARB_VERB_SEAL] = arb_perform_seal,
    [ARB_VERB_SIGN] = perform_sign,
    [ARB_VERB_DISPLACE] = perform_displace,
    [ARB_VERB_REQUEST_TAKEBACK] = perform_request_takeback,
    [ARB_VERB_REQUEST_ABORT] = perform_request_abort,
    [ARB_VERB_ALLOW] = perform_answer,
    [ARB_VERB_DENY] = perform_answer,
    [ARB_VERB_SET_INCREMENT] = perform_set_increment,
    [ARB_VERB_LEAVE] = perform_leave,
    [ARB_VERB_ENTER] = perform_enter,
    [ARB_VERB_REQUEST_SHEET] = perform_request_sheet,
    [ARB_VERB_AGREE_CORRECT] = perform_agree,
    [ARB_VERB_OBSERVE_BOTH_CHECKED] = perform_watch,
    [ARB_VERB_OBSERVE_LAST_RANK_PAWN] = perform_watch,
    [ARB_VERB_TOUCH] = arb_perform_hands,
    [ARB_VERB_REMOVE] = arb_perform_hands,
    [ARB_VERB_LIFT] = arb_perform_hands,
    [ARB_VERB_RELEASE] = arb_perform_hands,
    [ARB_VERB_MOVE] = arb_perform_move,
    [ARB_VERB_REPLACE] = arb_perform_move,
    [ARB_VERB_PRESS] = arb_perform_press,
    [ARB_VERB_ANNOUNCE] = arb_perform_announce,
    [ARB_VERB_REPEAT] = arb_perform_repeat,
    [ARB_VERB_EXECUTE] = arb_perform_execute,
    [ARB_VERB_REPORT_TOUCH] = arb_perform_report,
    [ARB_VERB_OBSERVE_BOARDS_DIFFER] = arb_perform_sheets,
    [ARB_VERB_CLAIM_BOARDS_DIFFER] = arb_perform_sheets,
    [ARB_VERB_REQUEST_TELL] = perform_request_tell,
    [ARB_VERB_TELL] = perform_tell,
    [ARB_VERB_WRITE] = perform_write,
    [ARB_VERB_REWRITE] = perform_write,
    [ARB_VERB_CLAIM_REPETITION] = arb_keeping_claim,
    [ARB_VERB_CLAIM_FIFTY] = arb_keeping_claim,
    [ARB_VERB_OFFER] = perform_offer,
    [ARB_VERB_APPOINT] = perform_appoint,
    [ARB_VERB_ACCEPT_ASSISTANT] = perform_accept_assistant,
    [ARB_VERB_START] = perform_start,
    [ARB_VERB_WAIVE] = perform_waive,
    [ARB_VERB_SET_CLOCK] = perform_set_clock,
    [ARB_VERB_SET_POSITION] = perform_set_position,
};

/* Whose hand is at the board is there himself; who returns is, too. */
static void come_back(arb_hearing *hearing)
{
    const uint8_t actor = hearing->look.event->actor;
    const uint8_t verb = hearing->look.event->verb;

    if (hearing->look.by_reply)
        return; /* it is the other player who acts */
    if (actor <= ARB_ACTOR_BLACK && verb != ARB_VERB_APPEAL)
        hearing->after->away &= (uint8_t) ~(1u << actor);
}

/* Laws 6.6: without a clock nobody need start the game. */
static void begin_untimed(arb_hearing *hearing)
{
    arb_state *s = hearing->after;

    if (s->phase == ARB_PHASE_WAITING && !arb_regulations_timed(s->regulations) &&
        hearing->look.player != NOBODY && hearing->look.event->verb != ARB_VERB_ARRIVE &&
        hearing->look.event->verb != ARB_VERB_APPOINT &&
        hearing->look.event->verb != ARB_VERB_ASK &&
        hearing->look.event->verb != ARB_VERB_REQUEST_PAPER) {
        s->phase = ARB_PHASE_PLAYING;
        s->started = s->now;
        s->begun = true;
    }
}

/* Laws D.2.1: who acts on his board has executed there what he was told before. */
static void execute_before(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    const uint8_t verb = hearing->look.event->verb;
    const bool acts = verb == ARB_VERB_TOUCH || verb == ARB_VERB_ADJUST ||
                      verb == ARB_VERB_REMOVE || verb == ARB_VERB_LIFT ||
                      verb == ARB_VERB_RELEASE || verb == ARB_VERB_MOVE ||
                      verb == ARB_VERB_REPLACE || verb == ARB_VERB_DISPLACE;
    const bool reported = verb == ARB_VERB_REPORT_TOUCH;

    if (arb_has_two_boards(s) && (reported || (acts && hearing->look.player == s->turn)))
        arb_boards_execute(s);
    if (acts && hearing->look.player == s->turn)
        s->boards.ahead = false; /* what was executed before stands there no more */
}

/* Laws 4.2, 4.2.1, 4.2.2, 4.6, 4.6.2, 4.7.1, 4.7.3, 6.2: what hands do to pieces and clock. */
void arb_perform(arb_hearing *hearing)
{
    come_back(hearing);
    begin_untimed(hearing);
    execute_before(hearing);
    if (performers[hearing->look.event->verb])
        performers[hearing->look.event->verb](hearing);
}

bool arb_can_be_performed(const arb_look *look)
{
    const arb_attempt_kind kind = look->attempt.kind;

    const bool by_hand = look->event->verb == ARB_VERB_REMOVE ||
                         look->event->verb == ARB_VERB_LIFT ||
                         look->event->verb == ARB_VERB_RELEASE;
    arb_state after = *look->before;

    if (by_hand)
        return look->regulations->board == ARB_BOARD_SEEN && look->player == after.turn &&
               arb_hands_take(&after, look->event);
    if (look->event->verb == ARB_VERB_REWRITE)
        return look->new.count > 0;
    if (look->event->verb == ARB_VERB_EXECUTE && !arb_has_two_boards(&after))
        return false;
    if (look->event->verb != ARB_VERB_MOVE && look->event->verb != ARB_VERB_REPLACE &&
        look->event->verb != ARB_VERB_EXECUTE)
        return true;
    return look->regulations->board == ARB_BOARD_SEEN &&
           (kind == ARB_ATTEMPT_LEGAL || kind == ARB_ATTEMPT_ILLEGAL ||
            kind == ARB_ATTEMPT_UNPROMOTED);
}
