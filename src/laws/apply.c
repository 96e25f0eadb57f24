/* SPDX-License-Identifier: MIT */
/*
 * What follows from a ruling. Rules only speak; here what they said happens.
 */
#include <assert.h>

#include "laws/laws.h"

static const arb_clock_setting *setting(const arb_step *step)
{
    return &step->look.regulations->clock;
}

/* A ply that the event may only just have added. */
typedef struct ply_view {
    arb_ply before;
    arb_ply_kind kind;
    arb_hand hand;
    const arb_ply_note *note;
} ply_view;

static ply_view view(const arb_step *step, arb_ply ply)
{
    if (ply == step->next_ply) {
        const arb_added *added = &step->added;
        return (ply_view){ added->before, added->kind, added->hand, &added->note };
    }
    const arb_ply_record *record = arb_history_get(step->look.history, ply);
    return (ply_view){ record->before, record->kind, record->hand, &record->note };
}

/* The first of the plies after `ply` that go when its position comes back; ARB_PLY_NONE. */
static arb_ply first_removed(const arb_step *step, arb_ply ply)
{
    arb_ply at = step->after->ply;

    while (at != ply) {
        const arb_ply before = view(step, at).before;
        if (before == ply || before == ARB_PLY_NONE)
            return at;
        at = before;
    }
    return ARB_PLY_NONE;
}

/* Laws 4.3, 4.7, 7.5.1: what the taken back move had touched still binds the player. */
static void bind_touches(arb_step *step, const ply_view *removed, arb_colour offender)
{
    arb_state *s = step->after;
    const arb_ply_note *note = removed->note;

    if (s->breach.by == offender && s->breach.ply == removed->before) {
        s->touched = s->breach.touched;
        return;
    }
    arb_forget_touches(s);
    if (removed->kind != ARB_PLY_HAND)
        return;
    for (unsigned i = 0; i < note->touched_count; i++)
        s->touched.square[s->touched.count++] = note->touched[i];
    s->touched.from = note->from;
    s->touched.to = note->to;
    s->touched.bound = note->bound;
    s->touched.written = note->written;
}

/* Counters as they were before ply `removed`; what its press had credited to `offender` goes. */
static void count_back(arb_step *step, const ply_view *removed, arb_colour offender)
{
    arb_state *s = step->after;
    uint8_t still = 0;

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        uint32_t moves = removed->note->counter[c];
        arb_ms credited = 0;
        if (arb_in(removed->note->uncompleted, c)) {
            if (s->clock.moves[c] > moves)
                moves++; /* the move before was completed meanwhile */
            else
                still |= (uint8_t)(1u << c);
        }
        if (c == offender && removed->kind == ARB_PLY_HAND)
            credited = removed->note->credited_ms;
        else if (c == offender && s->clock.moves[c] == moves + 1)
            credited = s->clock.credited[c];
        if (moves <= s->clock.moves[c])
            arb_clock_take_back(&s->clock, setting(step), c, moves, credited, s->now);
        s->illegal[c] = removed->note->illegal[c];
    }
    s->uncompleted = still;
    s->two_hands &= still;
}

/* Laws 7.1, 7.5.1, 7.6: the position after `ply` comes back, and all that was since is void. */
static void restore(arb_step *step, arb_ply ply, arb_colour offender)
{
    arb_state *s = step->after;
    if (s->regulations->board == ARB_BOARD_WRITTEN) {
        arb_written_restore(step, ply, offender);
        return;
    }
    const arb_ply removed = first_removed(step, ply);
    const bool ran = arb_state_running(s) != NOBODY;

    arb_history_position(&s->pos, step->look.history, ply);
    s->turn = s->pos.turn;
    if (removed != ARB_PLY_NONE) {
        const ply_view gone = view(step, removed);
        count_back(step, &gone, offender);
        bind_touches(step, &gone, offender);
    }
    if (offender == NOBODY)
        arb_forget_touches(s);
    s->ply = ply;
    if (ply != step->next_ply)
        step->added.kind = ARB_PLY_START;
    s->standing.there = false;
    s->breach.by = NOBODY;
    s->displaced_by = NOBODY;
    s->agreed = 0;
    s->watched = 0;
    if (step->look.completed != ARB_IRREGULAR_NO_MOVE) /* a press alone voids no offer */
        s->offer = NOBODY;
    s->resumes = s->turn;
    if (s->phase == ARB_PHASE_PLAYING && (ran || offender != NOBODY) &&
        arb_regulations_timed(s->regulations))
        arb_clock_start(&s->clock, setting(step), (arb_colour)s->turn, s->now);
}

/* A legal promotion takes the place of the pawn that was left on the last rank. */
static bool promote_last(arb_step *step, const arb_pos *pos, arb_ply before, arb_hand hand)
{
    arb_state *s = step->after;
    arb_move move;

    hand.promotion = ARB_QUEEN;
    if (arb_pos_match(&move, pos, hand, (arb_variant)s->regulations->variant) != ARB_ART_NONE)
        return false;
    step->added.kind = ARB_PLY_MOVE;
    step->added.before = before;
    step->added.move = move;
    step->added.hand = hand;
    arb_pos_play(&s->pos, pos, move);
    s->turn = s->pos.turn;
    s->ply = step->next_ply;
    return true;
}

/* Laws 7.5.2: the pawn of ply `ply` becomes a queen, in that move or where it stands by now. */
static void promote(arb_step *step, arb_ply ply, arb_colour player)
{
    arb_state *s = step->after;
    const ply_view left = view(step, ply);
    arb_setup setup = arb_pos_setup(&s->pos);
    arb_pos pos;

    if (ply == step->next_ply) {
        promote_last(step, &step->look.before->pos, left.before, left.hand);
        return;
    }
    const arb_ply_note note = *left.note;
    if (ply == s->ply) {
        arb_history_position(&pos, step->look.history, left.before);
        step->added.note = note;
        promote_last(step, &pos, left.before, left.hand);
        return;
    }
    if (setup.piece[left.hand.to] != arb_piece_of(player, ARB_PAWN))
        return; /* it is no longer there */
    setup.piece[left.hand.to] = arb_piece_of(player, ARB_QUEEN);
    if (arb_faults_hard(arb_pos_from_setup(&pos, &setup)))
        return;
    step->added = (arb_added){ .kind = ARB_PLY_SET, .before = s->ply, .setup = setup };
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        step->added.note.counter[c] = s->clock.moves[c];
        step->added.note.illegal[c] = s->illegal[c];
    }
    step->added.note.uncompleted = s->uncompleted;
    s->pos = pos;
    s->ply = step->next_ply;
}

static void stop(arb_step *step)
{
    arb_state *s = step->after;
    const arb_colour running = arb_state_running(s);

    if (s->phase == ARB_PHASE_PLAYING)
        s->resumes = (uint8_t)(running != NOBODY ? running : (arb_colour)s->turn);
    arb_clock_stop(&s->clock, setting(step), s->now);
    if (s->phase == ARB_PHASE_PLAYING)
        s->phase = ARB_PHASE_STOPPED;
}

static void run(arb_step *step, arb_colour player)
{
    arb_state *s = step->after;

    s->phase = ARB_PHASE_PLAYING;
    s->claim_decided = false;
    if (player != NOBODY && arb_regulations_timed(s->regulations))
        arb_clock_start(&s->clock, setting(step), player, s->now);
}

static void finish(arb_step *step, const arb_ruling *ruling)
{
    arb_state *s = step->after;

    if (!arb_is_over(s)) {
        arb_clock_stop(&s->clock, setting(step), s->now);
        s->result = (uint8_t)ruling->amount;
        s->reason = ruling->code;
        s->phase = s->result == ARB_RESULT_VOID ? ARB_PHASE_VOID : ARB_PHASE_FINISHED;
        s->offer = NOBODY;
        s->claim_decided = false;
        s->pending = ARB_PENDING_NONE;
        s->asks &= OUTSIDER;
        s->article_count = 0;
    }
    if (s->article_count < ARB_RESULT_ARTICLES_MAX)
        s->article[s->article_count++] = ruling->article;
}

/* Laws III.4, III.5: a claim or request waits, and the clocks stand still. */
static void wait(arb_step *step, arb_colour player, arb_pending pending)
{
    arb_state *s = step->after;

    stop(step);
    s->phase = ARB_PHASE_CLAIM;
    s->pending = (uint8_t)pending;
    s->claimant = (uint8_t)player;
}

/* Nothing waits any more; the claim of `player` comes back when his flag falls (III.5.2). */
static void decide(arb_step *step, arb_colour player)
{
    arb_state *s = step->after;

    s->final =
        s->final || (s->pending == ARB_PENDING_QUICKPLAY && step->look.book->quickplay_final);
    s->pending = ARB_PENDING_NONE;
    s->claimant = (uint8_t)player;
    s->deferred = player != NOBODY;
}

static void complete(arb_step *step, arb_colour player)
{
    arb_state *s = step->after;

    arb_clock_complete(&s->clock, setting(step), player, s->now);
    if (arb_is_over(s))
        s->uncompleted &= (uint8_t) ~(1u << player);
}

/* The one man of that kind of the player who has the move; ARB_SQUARE_NONE when there are more. */
static arb_square only_man(const arb_pos *pos, arb_role role)
{
    const uint64_t men = role < ARB_ROLE_COUNT ? arb_pos_men(pos, (arb_colour)pos->turn, role) : 0;

    return men != 0 && (men & (men - 1)) == 0 ? (arb_square)__builtin_ctzll(men)
                                              : (arb_square)ARB_SQUARE_NONE;
}

/* Laws 9.5.3: the written move must be played, or a move with its piece. */
static void bind_written(arb_step *step)
{
    arb_state *s = step->after;
    const arb_deed *deed = &step->look.deed;

    s->claim_decided = step->look.before->phase == ARB_PHASE_PLAYING;
    if (deed->kind == ARB_DEED_LEGAL) {
        s->touched.bound = true;
        s->touched.written = deed->move;
    } else if (deed->kind == ARB_DEED_ILLEGAL || deed->kind == ARB_DEED_UNPROMOTED) {
        s->touched.square[s->touched.count++] = deed->hand.from;
    } else if (deed->kind == ARB_DEED_IMPOSSIBLE) {
        const arb_square only = only_man(&s->pos, (arb_role)step->look.event->move.role);
        if (only != ARB_SQUARE_NONE)
            s->touched.square[s->touched.count++] = only;
    }
}

static void count_illegal(arb_state *s, arb_colour player, arb_ply stands)
{
    if (s->illegal[player] < UINT8_MAX)
        s->illegal[player]++;
    s->counted[player] = stands;
}

static void stand_offer(arb_state *s, arb_colour player)
{
    s->offer = (uint8_t)player;
    s->consent = false;
}

/* A score that a penalty settled; where the game is over, the result says the same (10.1). */
static void settle_score(arb_state *s, arb_colour player, int half)
{
    const arb_points *points = &s->regulations->points;

    s->score[player] = (int16_t)half;
    for (arb_result r = ARB_RESULT_WHITE_WINS; r < ARB_RESULT_COUNT; r++) {
        bool same = arb_result_played(r) == arb_result_played((arb_result)s->result);
        for (arb_colour c = ARB_WHITE; c <= ARB_BLACK && same; c++) {
            const arb_outcome outcome = arb_result_outcome(r, c);
            same = outcome != ARB_OUTCOME_NOTHING && points->half[outcome] == arb_state_score(s, c);
        }
        if (same && s->phase == ARB_PHASE_FINISHED) {
            s->result = (uint8_t)r;
            return;
        }
    }
}

void arb_apply(arb_step *step, const arb_ruling *ruling)
{
    arb_state *s = step->after;
    const arb_colour player = (arb_colour)ruling->player;

    switch ((arb_effect)ruling->effect) {
    case ARB_EFFECT_NONE:
    case ARB_EFFECT_WARNING:
        break;
    case ARB_EFFECT_COMPLETE:
        complete(step, player);
        break;
    case ARB_EFFECT_RESTORE:
        restore(step, (arb_ply)ruling->amount, NOBODY);
        break;
    case ARB_EFFECT_TAKE_BACK:
        restore(step, (arb_ply)ruling->amount, player);
        break;
    case ARB_EFFECT_QUEEN:
        promote(step, (arb_ply)ruling->amount, player);
        break;
    case ARB_EFFECT_COUNT_ILLEGAL:
        count_illegal(s, player, (arb_ply)ruling->amount);
        break;
    case ARB_EFFECT_TIME:
        arb_clock_add(&s->clock, setting(step), player, ruling->amount, s->now);
        break;
    case ARB_EFFECT_OFFER:
        stand_offer(s, player);
        break;
    case ARB_EFFECT_NO_OFFER:
        s->offer = NOBODY;
        break;
    case ARB_EFFECT_CONSENT:
        s->consent = true;
        break;
    case ARB_EFFECT_STOP:
        stop(step);
        break;
    case ARB_EFFECT_RUN:
        run(step, player);
        break;
    case ARB_EFFECT_BIND:
        bind_written(step);
        break;
    case ARB_EFFECT_FORGIVE_FLAGS:
        arb_clock_forgive(&s->clock, setting(step), s->now);
        break;
    case ARB_EFFECT_PERMIT:
        s->away |= (uint8_t)(ruling->amount & (OUTSIDER - 1));
        s->asks &= (uint8_t)~ruling->amount;
        break;
    case ARB_EFFECT_DENY:
        s->asks &= (uint8_t)~ruling->amount;
        break;
    case ARB_EFFECT_PENDING:
        wait(step, player, (arb_pending)ruling->amount);
        break;
    case ARB_EFFECT_DECIDED:
        decide(step, player);
        break;
    case ARB_EFFECT_INCREMENT:
        arb_clock_grant(&s->clock, ruling->amount);
        break;
    case ARB_EFFECT_RESULT:
        finish(step, ruling);
        break;
    case ARB_EFFECT_SCORE:
        settle_score(s, player, (int)ruling->amount);
        break;
    }
}
