/* SPDX-License-Identifier: MIT */
/* How an adjournment comes about and ends, as far as the state goes; see adjourned.h. */
#include "laws/adjourned.h"

#include "laws/boards.h"
#include "laws/hands.h"

/* ---- questions */

bool arb_is_there(const arb_state *s, arb_colour colour)
{
    return arb_has_colour(s->present, colour) && !arb_has_colour(s->adjourned.absent, colour);
}

arb_colour arb_writer(const arb_state *s)
{
    const arb_colour sealer = (arb_colour)s->adjourned.sealer;

    return sealer != NOBODY && s->adjourned.reply ? arb_opponent(sealer) : sealer;
}

arb_colour arb_replier(const arb_state *s)
{
    const arb_colour writer = arb_writer(s);

    return writer == NOBODY ? NOBODY : arb_opponent(writer);
}

/* Laws I.9.3 */
bool arb_may_seal_reply(const arb_state *s, arb_colour colour)
{
    const arb_adjourned *a = &s->adjourned;

    return a->stage == ARB_IS_CONTINUED && s->phase == ARB_PHASE_PLAYING &&
           (a->envelope == ARB_ENVELOPE_OPENED || (a->envelope == ARB_ENVELOPE_OPEN && a->reply)) &&
           a->sealer == (uint8_t)arb_opponent(colour) && s->turn == colour &&
           !arb_has_colour(a->moved, colour) && !arb_is_there(s, (arb_colour)a->sealer);
}

/* Laws I.1.1 */
bool arb_closes_envelope(const arb_look *look)
{
    const arb_adjourned *a = &look->before->adjourned;

    return look->event->verb == ARB_VERB_STOP && a->stage == ARB_TO_BE_SEALED && a->written &&
           look->player == (arb_colour)a->sealer;
}

bool arb_presses_reply(const arb_look *look)
{
    const arb_adjourned *a = &look->before->adjourned;

    return look->event->verb == ARB_VERB_PRESS && a->envelope == ARB_ENVELOPE_OPEN && a->reply &&
           look->player == arb_writer(look->before) && !arb_hands_at_work(look->before) &&
           !look->by_reply;
}

/* Laws I.9.2 */
bool arb_stops_on_arrival(const arb_look *look)
{
    const arb_state *s = look->before;

    return s->adjourned.stage == ARB_IS_CONTINUED && s->adjourned.envelope == ARB_ENVELOPE_SEALED &&
           look->player != NOBODY && look->player == arb_replier(s);
}

/* Laws I.10 */
bool arb_is_late_again(const arb_look *look, arb_colour colour)
{
    const arb_state *s = look->before;
    const bool exactly = look->event->verb != ARB_VERB_DEFAULT; /* until then he may still come */

    return look->book->lateness_loses && s->adjourned.stage == ARB_IS_CONTINUED &&
           !arb_state_is_over(s) && arb_has_colour(s->adjourned.absent, colour) &&
           !arb_has_colour(s->waived, colour) &&
           look->after->now - s->adjourned.continued >=
               look->regulations->default_time + (exactly ? 1 : 0);
}

arb_colour arb_next_to_run(const arb_state *s, arb_colour otherwise)
{
    const arb_adjourned *a = &s->adjourned;

    if (a->counted != NOBODY && a->counted == s->turn)
        return NOBODY;
    if (a->stage == ARB_IS_CONTINUED && a->envelope == ARB_ENVELOPE_SEALED)
        return arb_replier(s);
    return otherwise;
}

/* ---- asking, sealing */

/* Laws I.2.7: when and where is kept with the scoresheets. */
void arb_perform_adjourn(arb_hearing *hearing)
{
    if (hearing->look.new.count == 0)
        return;
    hearing->after->adjourned.resumption = hearing->look.new.first;
    hearing->adds_entries = true;
}

/* What was told with this request; what was told with an earlier one is no longer so. */
static uint32_t told(const arb_hearing *hearing)
{
    return hearing->look.new.count > 0 ? hearing->after->adjourned.resumption : NO_ENTRY;
}

/* Laws I.1.1, I.1.2 */
void arb_apply_seal(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_adjourned *a = &hearing->after->adjourned;
    const arb_event *e = hearing->look.event;
    const bool again = a->stage == ARB_TO_BE_SEALED && a->sealer == (uint8_t)ruling->player;

    if (!again)
        *a = (arb_adjourned){ .stage = ARB_TO_BE_SEALED,
                              .sealer = (uint8_t)ruling->player,
                              .counted = NOBODY,
                              .offer = NOBODY,
                              .first = hearing->after->ply,
                              .ply = hearing->after->ply,
                              .text = NO_ENTRY,
                              .resumption = told(hearing) };
    a->wished = hearing->look.player != NOBODY;
    a->end = e->flags & ARB_EVENT_AMOUNT ? e->ms : ARB_MS_NEVER;
}

void arb_apply_call_off(arb_hearing *hearing, const arb_ruling *ruling)
{
    (void)ruling;
    arb_adjourned_void(hearing->after);
}

/* Laws I.1.1, I.9.3: the last text is the one that counts. */
void arb_perform_seal(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    arb_adjourned *a = &s->adjourned;

    if (a->stage == ARB_IS_CONTINUED) {
        a->reply = true;
        a->made = false;
        a->ply = s->ply;
    }
    a->envelope = ARB_ENVELOPE_OPEN;
    a->written = true;
    a->text = NO_ENTRY;
    if (hearing->look.new.count > 0) {
        a->text = hearing->look.new.first;
        hearing->adds_entries = true;
    }
}

/* Laws I.1.1: a move made after the request is the one to be sealed; to complete a move is to go on
 * playing. Laws I.9.3: who moves has not sealed. */
void arb_adjourned_made(arb_state *s, arb_colour colour, const arb_move *move)
{
    arb_adjourned *a = &s->adjourned;

    if (a->stage == ARB_TO_BE_SEALED && a->sealer != (uint8_t)colour && a->made)
        arb_adjourned_void(s); /* Laws I.1.2: it was his wish, and he has been answered */
    if (a->stage == ARB_TO_BE_SEALED && a->sealer == (uint8_t)colour && move) {
        a->made = true;
        a->move = *move;
    }
    if (a->stage != ARB_IS_CONTINUED)
        return;
    a->moved |= (uint8_t)(1u << colour);
    if (a->envelope == ARB_ENVELOPE_OPEN) {
        a->envelope = ARB_ENVELOPE_OPENED;
        a->reply = a->written = false;
    }
}

/* ---- closing the envelope */

/* Laws I.1.1, I.5: the position before the sealed move stands there, and no hand is at work. */
static void put_back(arb_hearing *hearing)
{
    arb_state *s = hearing->after;

    if (s->ply != s->adjourned.ply) {
        (void)arb_history_position(&s->pos, hearing->look.history, s->adjourned.ply);
        s->ply = s->adjourned.ply;
        s->half_moves = arb_half_moves(s, hearing->look.history);
        s->agreed = 0;
        s->turn = s->pos.turn;
    }
    s->standing.on_board = false;
    s->replying.count = 0;
    s->breach.by = NOBODY;
    arb_hands_forget(s);
    arb_forget_touches(s);
    arb_boards_set(s);
}

/* Laws I.1.1: the sealed move counts as completed now. */
static void count_sealed(arb_state *s, arb_colour player)
{
    const arb_colour other = arb_opponent(player);
    const uint8_t both = s->uncompleted;

    s->uncompleted = s->two_hands = 0;
    for (; s->unpressed[other] > 0; s->unpressed[other]--)
        arb_clock_complete(&s->clock, setting(s), other, s->now);
    if (arb_has_colour(both, other))
        arb_clock_complete(&s->clock, setting(s), other, s->now);
    for (; s->unpressed[player] > 0; s->unpressed[player]--)
        arb_clock_complete(&s->clock, setting(s), player, s->now);
    arb_clock_press(&s->clock, setting(s), player, s->now);
}

/* Laws I.1.1, I.2.3, I.2.6: the clocks stand, and what goes on the envelope is noted. */
void arb_apply_adjourn(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;
    arb_adjourned *a = &s->adjourned;

    if (ruling->player == NOBODY) { /* nothing is sealed (EDISU 9.3) */
        *a = (arb_adjourned){ .sealer = NOBODY,
                              .counted = NOBODY,
                              .first = s->ply,
                              .ply = s->ply,
                              .text = NO_ENTRY,
                              .resumption = told(hearing),
                              .end = ARB_MS_NEVER };
    } else {
        put_back(hearing);
        count_sealed(s, ruling->player);
        a->envelope = ARB_ENVELOPE_SEALED;
    }
    arb_clock_stop(&s->clock, setting(s), s->now);
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        a->used[c] = arb_clock_used(&s->clock, setting(s), c, s->now);
    a->offer = s->offer;
    a->stage = ARB_IS_ADJOURNED;
    a->absent = (uint8_t)(s->away | (3u & ~(unsigned)s->present));
    s->away = 0;
    s->asking &= OUTSIDER;
    s->waived &= (uint8_t)~s->present;
    s->restoring = s->takeback = s->abort = NOBODY;
    s->claim_decided = false;
    s->phase = ARB_PHASE_ADJOURNED;
}

/* Laws I.1.2 */
void arb_apply_charge(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;

    arb_clock_charge(&s->clock, setting(s), ruling->player, s->now + ruling->ms, s->now);
}

/* Laws I.3 */
void arb_apply_verified(arb_hearing *hearing, const arb_ruling *ruling)
{
    (void)ruling;
    hearing->after->adjourned.verified = true;
}

/* ---- resuming */

/* Where the sealed move is lost the one who sealed it makes it, and no time runs (I.12.1). */
static void go_on_without(arb_state *s)
{
    if (s->adjourned.stage == ARB_IS_CONTINUED)
        s->phase = ARB_PHASE_PLAYING;
}

/* Laws I.5 */
void arb_apply_set_up(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;

    (void)ruling;
    s->adjourned.stage = ARB_IS_CONTINUED;
    s->adjourned.continued = s->now;
    if (s->adjourned.envelope == ARB_ENVELOPE_MISSING)
        go_on_without(s);
}

void arb_adjourned_arrive(arb_state *s, arb_colour colour)
{
    arb_adjourned *a = &s->adjourned;

    a->absent &= (uint8_t) ~(1u << colour);
    if (a->envelope == ARB_ENVELOPE_OPEN && a->reply && a->sealer == (uint8_t)colour) {
        a->envelope = ARB_ENVELOPE_OPENED; /* Laws I.9.3: only while he is not there */
        a->reply = a->written = false;
    }
}

/* Laws I.9.3: the press that completes a sealed reply. */
void arb_perform_reply(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    const arb_colour player = hearing->look.player;

    arb_clock_press(&s->clock, setting(s), player, s->now);
    s->adjourned.envelope = ARB_ENVELOPE_SEALED;
    s->adjourned.moved |= (uint8_t)(1u << player);
    arb_forget_touches(s);
    arb_boards_hush(s);
}

/* Laws I.12.1 */
void arb_apply_missing(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;

    s->adjourned.envelope = ARB_ENVELOPE_MISSING;
    s->adjourned.counted = (uint8_t)ruling->player;
    s->adjourned.text = NO_ENTRY;
    arb_clock_stop(&s->clock, setting(s), s->now);
    go_on_without(s);
}

bool arb_adjourned_complete(arb_state *s, arb_colour colour)
{
    arb_adjourned *a = &s->adjourned;

    if (a->stage == ARB_TO_BE_SEALED && a->sealer == (uint8_t)colour)
        arb_adjourned_void(s); /* Laws I.1.2: he plays on, as was his to choose */
    if (a->counted != (uint8_t)colour)
        return false;
    a->counted = NOBODY;
    if (arb_regulations_timed(s->regulations))
        arb_clock_start(&s->clock, setting(s), arb_opponent(colour), s->now);
    return true;
}

static void take_back_count(arb_state *s, arb_colour colour)
{
    if (s->clock.moves[colour] > 0)
        arb_clock_take_back(&s->clock, setting(s), colour, s->clock.moves[colour] - 1,
                            s->clock.credited[colour], s->now);
}

void arb_adjourned_uncount(arb_state *s)
{
    if (s->adjourned.counted == NOBODY)
        return;
    take_back_count(s, (arb_colour)s->adjourned.counted);
    s->adjourned.counted = NOBODY;
}

void arb_adjourned_void(arb_state *s)
{
    arb_adjourned *a = &s->adjourned;
    const bool to_come = a->stage == ARB_TO_BE_SEALED || a->envelope == ARB_ENVELOPE_SEALED ||
                         a->envelope == ARB_ENVELOPE_OPEN || a->counted != NOBODY;

    if (to_come) {
        if (a->envelope == ARB_ENVELOPE_SEALED)
            take_back_count(s, arb_writer(s));
        arb_adjourned_uncount(s);
        a->stage = a->stage == ARB_IS_CONTINUED ? ARB_IS_CONTINUED : ARB_NOT_ADJOURNED;
        a->envelope = ARB_ENVELOPE_NONE;
        a->written = a->reply = a->made = a->wished = false;
        a->text = NO_ENTRY;
    }
    if (s->phase == ARB_PHASE_ADJOURNED) {
        s->phase = ARB_PHASE_STOPPED;
        if (a->stage == ARB_IS_ADJOURNED)
            a->stage = ARB_NOT_ADJOURNED; /* nothing was sealed (EDISU 9.3) */
    }
}

/* ---- opening */

bool arb_can_be_unsealed(const arb_hearing *hearing)
{
    const arb_state *s = hearing->after;

    return s->adjourned.envelope == ARB_ENVELOPE_SEALED && s->ply != hearing->next_ply &&
           s->adjourned.ply == s->ply;
}

/* The ply of a move that the clock has counted before. */
static void add_sealed(arb_hearing *hearing, arb_colour writer, arb_move move)
{
    arb_state *s = hearing->after;
    const arb_pos before = s->pos;
    uint32_t *counter;

    arb_add_ply(hearing, ARB_PLY_MOVE, move,
                arb_move_hand(move, (arb_variant)s->regulations->variant), NULL);
    counter = &hearing->added.note.counter[writer];
    if (*counter > 0)
        --*counter;
    if (arb_has_two_boards(s))
        arb_boards_execute(s); /* Laws D.2.1: who replies has executed what he was told */
    arb_pos_play(&s->pos, &s->pos, move);
    arb_boards_read_out(s, writer, &before, move);
    s->turn = s->pos.turn;
}

/* Laws I.7, I.9.1: what was sealed is made on the board, if it is a move; where the board is not
 * seen, the scoresheets will tell. */
void arb_apply_unseal(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;
    const arb_colour writer = arb_writer(s);
    const arb_sealed sealed = arb_sealed_move(&hearing->look);

    (void)ruling;
    s->adjourned.envelope = ARB_ENVELOPE_OPENED;
    if (sealed.kind != ARB_SEALED_CLEAR)
        return;
    if (s->regulations->board == ARB_BOARD_SEEN) {
        add_sealed(hearing, writer, sealed.move);
    } else {
        s->turn = (uint8_t)arb_opponent(writer);
        s->presses++;
        arb_learn_move(hearing);
    }
    s->resumes = s->turn;
    s->adjourned.reply = s->adjourned.written = false;
}
