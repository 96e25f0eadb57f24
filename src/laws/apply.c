/* SPDX-License-Identifier: MIT */
/*
 * What follows from a ruling. Rules only speak; here what they said happens.
 */
#include "laws/adjourned.h"
#include "laws/boards.h"
#include "laws/hands.h"
#include "laws/keeping.h"

static void stop(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;
    const arb_colour running = arb_state_running(s);

    (void)ruling;
    if (arb_is_played(s))
        s->resumes =
            (uint8_t)(running != NOBODY && s->restoring == NOBODY ? running : (arb_colour)s->turn);
    s->restoring = NOBODY; /* while the clocks stand still the pieces are put right */
    arb_clock_stop(&s->clock, setting(hearing->after), s->now);
    if (s->phase == ARB_PHASE_PLAYING)
        s->phase = ARB_PHASE_STOPPED;
}

static void run(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;
    const arb_colour player = (arb_colour)ruling->player;

    s->phase = ARB_PHASE_PLAYING;
    s->claim_decided = false;
    if (player != NOBODY && arb_regulations_timed(s->regulations))
        arb_clock_start(&s->clock, setting(hearing->after), player, s->now);
}

/* Laws 7.4.1: the clock of who displaced the pieces runs, whoever has the move. */
static void run_own_time(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;

    s->restoring = (uint8_t)ruling->player;
    if (arb_regulations_timed(s->regulations))
        arb_clock_start(&s->clock, setting(s), ruling->player, s->now);
}

/* Laws 7.6 */
static void misplace(arb_hearing *hearing, const arb_ruling *ruling)
{
    (void)ruling;
    hearing->after->misplaced = true;
}

/* Laws D.2.9 */
static void correct_board(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_boards_correct(hearing->after, ruling->player);
}

/* Laws 4.9, 6.2.6, 8.1.6, D.2.10 */
static void dismiss(arb_hearing *hearing, const arb_ruling *ruling)
{
    hearing->after->tasks[ruling->player] = 0;
    hearing->after->approved &= (uint8_t) ~(1u << ruling->player);
}

/* One more article that decided, unless it is named already. */
static void cite(arb_state *s, arb_article article)
{
    for (unsigned i = 0; i < s->article_count; i++)
        if (s->article[i] == article)
            return;
    if (s->article_count < ARB_RESULT_ARTICLES_MAX)
        s->article[s->article_count++] = (uint16_t)article;
}

/* Laws 10.1: where penalties have settled points, the result says the same, if there is one. Then
 * they are its `reason`, and no longer what was said when it was another. */
static void match_result(arb_state *s, arb_code reason)
{
    const arb_points *points = &s->regulations->points;

    if (s->score[ARB_WHITE] == ARB_SCORE_NONE && s->score[ARB_BLACK] == ARB_SCORE_NONE)
        return;
    for (arb_result r = ARB_RESULT_WHITE_WINS; r < ARB_RESULT_COUNT; r++) {
        bool same = arb_result_played(r) == arb_result_played((arb_result)s->result);
        for (arb_colour c = ARB_WHITE; c <= ARB_BLACK && same; c++) {
            const arb_outcome outcome = arb_result_outcome(r, c);
            same = outcome != ARB_OUTCOME_NOTHING && points->half[outcome] == arb_state_score(s, c);
        }
        if (same && s->phase == ARB_PHASE_FINISHED) {
            if (s->result != r)
                s->reason = (uint16_t)reason;
            s->result = (uint8_t)r;
            return;
        }
    }
}

/* Is it an article by which the position ends a game, whatever anybody says? */
static bool is_of_the_board(arb_article article)
{
    return article == ARB_ART_5_1_1 || article == ARB_ART_5_2_1 || article == ARB_ART_5_2_2 ||
           article == ARB_ART_9_6_1 || article == ARB_ART_9_6_2;
}

static void cite_further(arb_hearing *hearing, const arb_ruling *ruling)
{
    cite(hearing->after, ruling->article);
}

static void end(arb_state *s, const arb_ruling *ruling)
{
    s->result = (uint8_t)ruling->result;
    s->reason = (uint16_t)ruling->code;
    s->phase = s->result == ARB_RESULT_VOID ? ARB_PHASE_VOID : ARB_PHASE_FINISHED;
}

static void finish(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;

    if (!arb_state_is_over(s)) {
        arb_clock_stop(&s->clock, setting(hearing->after), s->now);
        end(s, ruling);
        s->by_board = is_of_the_board(ruling->article);
        arb_forget_offer(s);
        s->claim_decided = false;
        s->pending = ARB_PENDING_NONE;
        s->asking &= OUTSIDER;
        s->restoring = s->takeback = s->abort = NOBODY;
        s->article_count = 0;
    }
    cite(s, ruling->article);
    match_result(s, ARB_CODE_SCORE_SET);
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        if (s->score[c] != ARB_SCORE_NONE)
            cite(s, (arb_article)s->score_article[c]);
    }
}

/* Does whoever has lost still lose, and only the opponent's points change (11.7, 12.9.6)? */
static bool keeps_loser(arb_result before, arb_result now)
{
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (arb_result_outcome(before, c) == ARB_OUTCOME_LOSS &&
            arb_result_outcome(now, c) == ARB_OUTCOME_LOSS)
            return true;
    return false;
}

/* Laws 11.7, 12.9.6, 8.7: the arbiter decides otherwise; what a penalty had settled goes with it.
 */
static void award(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;

    if (arb_state_is_over(s)) {
        if (!keeps_loser((arb_result)s->result, ruling->result))
            s->article_count = 0; /* what had decided before no longer does */
        end(s, ruling);
        s->score[ARB_WHITE] = s->score[ARB_BLACK] = ARB_SCORE_NONE;
    }
    finish(hearing, ruling);
}

/* Laws 8.7: what both signed stands even if it is wrong; points that a penalty settled stay so. */
static void sign(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;

    end(s, ruling);
    s->article_count = 0;
    finish(hearing, ruling);
}

/* There is no result any more, and what was signed for it is void. */
static void unfinish(arb_state *s)
{
    if (s->reason == ARB_CODE_BOTH_WILL_NOT_COMPLY)
        s->score[ARB_WHITE] = s->score[ARB_BLACK] = ARB_SCORE_NONE;
    s->result = ARB_RESULT_NONE;
    s->reason = ARB_CODE_COUNT;
    s->article_count = 0;
    s->signature[ARB_WHITE] = s->signature[ARB_BLACK] = ARB_RESULT_NONE;
    if (!s->deferred)
        s->claimant = NOBODY; /* what was claimed has ended with the game */
}

/* Laws 0.2: the game is open again, and waits for the arbiter. */
static void open_again(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;

    (void)ruling;
    unfinish(s);
    s->phase = s->begun ? ARB_PHASE_STOPPED : ARB_PHASE_WAITING;
    if (s->adjourned.stage == ARB_IS_ADJOURNED ||
        (s->adjourned.envelope == ARB_ENVELOPE_SEALED && !s->adjourned.reply))
        s->phase = ARB_PHASE_ADJOURNED; /* Guidelines I: what was sealed still is */
    s->resumes = (uint8_t)arb_next_to_run(s, (arb_colour)s->turn);
    arb_forget_offer(s);
}

/* Laws 6.7.1, I.10: a loss that the arbiter does not let stand. An envelope that waits for nobody
 * any more is opened first. */
static void reopen(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;
    const arb_colour next = arb_next_to_run(s, (arb_colour)s->turn);
    const bool sealed = s->adjourned.envelope == ARB_ENVELOPE_SEALED && !s->adjourned.reply;

    (void)ruling;
    unfinish(s);
    s->phase = sealed && arb_is_there(s, next) ? ARB_PHASE_ADJOURNED : ARB_PHASE_PLAYING;
    if (s->phase == ARB_PHASE_PLAYING && next != NOBODY && arb_regulations_timed(s->regulations))
        arb_clock_start(&s->clock, setting(hearing->after), next, s->now);
}

/* Laws III.4, III.5: a claim or request waits, and the clocks stand still. */
static void wait(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;

    stop(hearing, ruling);
    s->phase = ARB_PHASE_CLAIM;
    s->claim_decided = false;
    s->pending = (uint8_t)ruling->pending;
    s->claimant = (uint8_t)ruling->player;
    if (hearing->look.event->verb == ARB_VERB_CLAIM_CANNOT_WIN ||
        hearing->look.event->verb == ARB_VERB_CLAIM_NO_EFFORT) {
        s->lacks_effort = hearing->look.event->verb == ARB_VERB_CLAIM_NO_EFFORT;
        s->papers = 0;
    }
}

/* Nothing waits any more; a claim that was deferred comes back when a flag falls (III.5.2). */
static void decide(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;

    s->final =
        s->final || (s->pending == ARB_PENDING_QUICKPLAY && hearing->look.book->quickplay_final);
    s->pending = ARB_PENDING_NONE;
    s->claimant = (uint8_t)ruling->player;
    s->deferred = ruling->player != NOBODY;
}

static void complete(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;
    const arb_colour player = (arb_colour)ruling->player;

    if (s->adjourned.counted == player)
        s->adjourned.counted = NOBODY; /* Laws I.12.1: it was when it was sealed */
    else
        arb_clock_complete(&s->clock, setting(hearing->after), player, s->now);
    arb_hands_complete(s, false);
}

/* Laws 9.5.3: the written move must be played, or a move with its piece. */
static void bind_written(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;
    const arb_attempt *attempt = &hearing->look.attempt;

    (void)ruling;
    s->claim_decided =
        hearing->look.before->phase == ARB_PHASE_PLAYING || hearing->look.before->claim_decided;
    if (attempt->kind == ARB_ATTEMPT_LEGAL) {
        s->touched.bound = true;
        s->touched.written = attempt->move;
    } else if (attempt->kind == ARB_ATTEMPT_ILLEGAL || attempt->kind == ARB_ATTEMPT_UNPROMOTED) {
        s->touched.square[s->touched.count++] = attempt->hand.from;
    } else if (attempt->kind == ARB_ATTEMPT_IMPOSSIBLE) {
        const arb_square only = arb_only_piece(&s->pos, (arb_role)hearing->look.event->move.role);
        if (only != ARB_SQUARE_NONE)
            s->touched.square[s->touched.count++] = only;
    }
}

static void count_illegal(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;

    if (s->illegal[ruling->player] < UINT8_MAX)
        s->illegal[ruling->player]++;
    s->counted[ruling->player] = ruling->ply;
}

static void set_offer(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;

    if (s->offer != NOBODY || ruling->effect != ARB_EFFECT_OFFER)
        arb_forget_offer(s);
    if (ruling->effect != ARB_EFFECT_OFFER)
        return;
    s->offer = (uint8_t)ruling->player;
    if (hearing->look.before->offer == NOBODY)
        arb_keeping_offer(hearing); /* 9.1.2.2, 9.1.2.3 */
}

/* A score that a penalty settled; it counts at once where the game is over (10.1). */
static void settle_score(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;

    s->score[ruling->player] = (int16_t)ruling->score;
    s->score_article[ruling->player] = (uint16_t)ruling->article;
    if (s->phase == ARB_PHASE_FINISHED) {
        match_result(s, ruling->code);
        cite(s, ruling->article);
    }
}

/* Where nobody's move is taken back, the ruling concerns nobody. */
static void restore(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_restore(hearing, ruling->ply, ruling->player);
}

static void restore_sheets(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_written_restore(hearing, ruling->half_move, ruling->player);
}

static void promote(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_promote_left(hearing, ruling->ply);
}

static void add_time(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_clock_add(&hearing->after->clock, setting(hearing->after), (arb_colour)ruling->player,
                  ruling->ms, hearing->after->now);
}

static void consent(arb_hearing *hearing, const arb_ruling *ruling)
{
    (void)ruling;
    hearing->after->consent = true;
}

static void forgive_flags(arb_hearing *hearing, const arb_ruling *ruling)
{
    (void)ruling;
    arb_clock_forgive(&hearing->after->clock, setting(hearing->after), hearing->after->now);
}

/* Laws 8.5.1, 8.5.2: only where one of them alone was free do the clocks go on. */
static void update(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;
    const bool one = ruling->players == 1u << ARB_WHITE || ruling->players == 1u << ARB_BLACK;

    if (!one)
        stop(hearing, ruling);
    s->updating.overdue = (uint8_t)arb_flag_first(s);
    s->updating.free = (uint8_t)ruling->players;
    s->claim_decided = false; /* the clocks stand for this now */
    s->phase = ARB_PHASE_UPDATING;
}

/* Laws 8.5.3 */
static void reconstruct(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;
    arb_reconstruction *noted = &s->updating.reconstruction;

    *noted = (arb_reconstruction){ .ply = s->ply,
                                   .running = (uint8_t)arb_state_running(s),
                                   .half_moves = arb_keeping_known(s) };
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        noted->clock[c] = arb_state_clock(s, c);
        noted->completed[c] = arb_state_counter(s, c);
    }
    if (noted->running == NOBODY)
        noted->running = s->resumes;
    s->updating.noted = true;
    stop(hearing, ruling);
}

/* Laws 8.6 */
static void begin_period(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_state *s = hearing->after;

    stop(hearing, ruling);
    arb_clock_next_period(&s->clock, setting(s), ruling->player, ruling->number, s->now);
    s->phase = ARB_PHASE_STOPPED;
    s->updating.overdue = NOBODY;
}

/* Laws 11.2.3: nobody of them asks any more, and those who may go are gone; an outsider who may
 * enter is none of the state's business. */
static void answer(arb_hearing *hearing, const arb_ruling *ruling)
{
    hearing->after->asking &= (uint8_t)~ruling->players;
    if (ruling->effect == ARB_EFFECT_PERMIT)
        hearing->after->away |= (uint8_t)(ruling->players & (OUTSIDER - 1));
}

static void grant_increment(arb_hearing *hearing, const arb_ruling *ruling)
{
    arb_clock_grant(&hearing->after->clock, ruling->ms);
}

/* Effects that are not listed are words alone. */
static void (*const appliers[ARB_EFFECT_COUNT])(arb_hearing *hearing, const arb_ruling *ruling) = {
    [ARB_EFFECT_COMPLETE] = complete,
    [ARB_EFFECT_RESTORE] = restore,
    [ARB_EFFECT_TAKE_BACK] = restore,
    [ARB_EFFECT_RESTORE_SHEETS] = restore_sheets,
    [ARB_EFFECT_TAKE_BACK_SHEETS] = restore_sheets,
    [ARB_EFFECT_QUEEN] = promote,
    [ARB_EFFECT_COUNT_ILLEGAL] = count_illegal,
    [ARB_EFFECT_TIME] = add_time,
    [ARB_EFFECT_OFFER] = set_offer,
    [ARB_EFFECT_NO_OFFER] = set_offer,
    [ARB_EFFECT_CONSENT] = consent,
    [ARB_EFFECT_STOP] = stop,
    [ARB_EFFECT_RUN] = run,
    [ARB_EFFECT_OWN_TIME] = run_own_time,
    [ARB_EFFECT_MISPLACED] = misplace,
    [ARB_EFFECT_CORRECT_BOARD] = correct_board,
    [ARB_EFFECT_NO_ASSISTANT] = dismiss,
    [ARB_EFFECT_BIND] = bind_written,
    [ARB_EFFECT_FORGIVE_FLAGS] = forgive_flags,
    [ARB_EFFECT_UPDATE] = update,
    [ARB_EFFECT_RECONSTRUCT] = reconstruct,
    [ARB_EFFECT_NEXT_PERIOD] = begin_period,
    [ARB_EFFECT_PERMIT] = answer,
    [ARB_EFFECT_DENY] = answer,
    [ARB_EFFECT_PENDING] = wait,
    [ARB_EFFECT_DECIDED] = decide,
    [ARB_EFFECT_INCREMENT] = grant_increment,
    [ARB_EFFECT_APPEAL] = arb_apply_appeal,
    [ARB_EFFECT_APPEAL_DECIDED] = arb_apply_appeal_end,
    [ARB_EFFECT_PAPERS] = arb_apply_papers,
    [ARB_EFFECT_SEAL] = arb_apply_seal,
    [ARB_EFFECT_CALL_OFF] = arb_apply_call_off,
    [ARB_EFFECT_CHARGE] = arb_apply_charge,
    [ARB_EFFECT_ADJOURN] = arb_apply_adjourn,
    [ARB_EFFECT_VERIFIED] = arb_apply_verified,
    [ARB_EFFECT_SET_UP] = arb_apply_set_up,
    [ARB_EFFECT_UNSEAL] = arb_apply_unseal,
    [ARB_EFFECT_MISSING] = arb_apply_missing,
    [ARB_EFFECT_RESULT] = finish,
    [ARB_EFFECT_CITE] = cite_further,
    [ARB_EFFECT_AWARD] = award,
    [ARB_EFFECT_SIGNED] = sign,
    [ARB_EFFECT_REOPEN] = reopen,
    [ARB_EFFECT_OPEN] = open_again,
    [ARB_EFFECT_SCORE] = settle_score,
    [ARB_EFFECT_FINE] = arb_apply_fine,
    [ARB_EFFECT_EXCLUDE] = arb_apply_exclusion,
    [ARB_EFFECT_EXPEL] = arb_apply_expulsion,
    [ARB_EFFECT_ASSISTANT] = arb_apply_assistant,
    [ARB_EFFECT_SEND_OUT] = arb_apply_sending_out,
    [ARB_EFFECT_ADMIT] = arb_apply_sending_out,
};

void arb_apply(arb_hearing *hearing, const arb_ruling *ruling)
{
    if (appliers[ruling->effect])
        appliers[ruling->effect](hearing, ruling);
}
