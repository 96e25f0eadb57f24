/* SPDX-License-Identifier: MIT */
/*
 * The state of a game: how it begins, and the questions that others ask it.
 */
#include <assert.h>
#include <string.h>

#include "laws/adjourned.h"
#include "laws/boards.h"
#include "laws/hands.h"

void arb_state_begin(arb_state *s, const arb_regulations *regulations, const arb_pos *pos)
{
    *s = (arb_state){
        .regulations = regulations,
        .pos = *pos,
        .clock = arb_clock_set_up(&regulations->clock, 0),
        .touched = { .from = ARB_SQUARE_NONE,
                     .to = ARB_SQUARE_NONE,
                     .promotes_on = ARB_SQUARE_NONE },
        .breach = { .by = NOBODY },
        .sheet = { NO_ENTRY, NO_ENTRY, NO_ENTRY },
        .appeal = { NOBODY, NOBODY },
        .updating = { .overdue = NOBODY },
        .phase = ARB_PHASE_WAITING,
        .turn = pos->turn,
        .resumes = NOBODY,
        .present = (uint8_t)(3u & ~(unsigned)regulations->absent),
        .restoring = NOBODY,
        .displaced_at = ARB_PLY_NONE,
        .offer = NOBODY,
        .takeback = NOBODY,
        .abort = NOBODY,
        .counted = { ARB_PLY_NONE, ARB_PLY_NONE },
        .claimant = NOBODY,
        .result = ARB_RESULT_NONE,
        .signature = { ARB_RESULT_NONE, ARB_RESULT_NONE },
        .reason = ARB_CODE_COUNT,
        .score = { ARB_SCORE_NONE, ARB_SCORE_NONE },
        .adjourned = { .sealer = NOBODY,
                       .counted = NOBODY,
                       .offer = NOBODY,
                       .text = NO_ENTRY,
                       .resumption = NO_ENTRY,
                       .end = ARB_MS_NEVER },
    };
    arb_boards_set(s);
}

arb_ms arb_state_now(const arb_state *state)
{
    return state->now;
}

static arb_ms earlier(arb_ms a, arb_ms b)
{
    return a < b ? a : b;
}

unsigned arb_state_absent(const arb_state *state)
{
    return 3u & ~(unsigned)state->present;
}

/* Laws 6.7.1 */
arb_ms arb_state_late_at(const arb_state *state)
{
    const bool awaited = (arb_state_absent(state) & ~(unsigned)state->waived) != 0;

    if (state->phase != ARB_PHASE_PLAYING || !awaited || !state->regulations->book->lateness_loses)
        return ARB_MS_NEVER;
    return state->started + state->regulations->default_time + 1;
}

/* Laws 6.7.1, 6.8, I.10 */
arb_ms arb_state_wakeup(const arb_state *state)
{
    const arb_ms late = arb_state_late_at(state), again = arb_state_late_from(state);
    arb_ms next = again > state->now ? again : ARB_MS_NEVER;

    if (state->phase != ARB_PHASE_PLAYING)
        return next;
    if (late > state->now)
        next = earlier(next, late);
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        const arb_ms flag = arb_clock_flag(&state->clock, setting(state), c);
        if (arb_flags_are_called(state->regulations) && flag > state->now)
            next = earlier(next, flag);
    }
    return next;
}

arb_phase arb_state_phase(const arb_state *state)
{
    return (arb_phase)state->phase;
}

const char *const arb_phase_words[ARB_PHASE_COUNT + 1] = {
    "waiting", "playing", "stopped", "claim", "updating", "adjourned", "finished", "void",
};

const char *arb_phase_word(arb_phase phase)
{
    return arb_phase_words[phase];
}

bool arb_state_is_over(const arb_state *state)
{
    return state->phase == ARB_PHASE_FINISHED || state->phase == ARB_PHASE_VOID;
}

/* Laws 1.3 */
arb_colour arb_state_turn(const arb_state *state)
{
    return (arb_colour)state->turn;
}

arb_result arb_state_result(const arb_state *state)
{
    return (arb_result)state->result;
}

size_t arb_state_result_articles(arb_article *out, const arb_state *state)
{
    for (unsigned i = 0; i < state->article_count; i++)
        out[i] = (arb_article)state->article[i];
    return state->article_count;
}

arb_code arb_state_reason(const arb_state *state)
{
    return (arb_code)state->reason;
}

/* Laws 10.2: may `colour` have this score beside the one that a penalty gave the opponent? */
static bool allowed_with(const arb_state *state, arb_colour colour, int half)
{
    const int other = state->score[arb_opponent(colour)];
    return colour == ARB_WHITE ? arb_points_allowed(&state->regulations->points, half, other)
                               : arb_points_allowed(&state->regulations->points, other, half);
}

/* Laws 10.1, 10.2 */
int arb_state_score(const arb_state *state, arb_colour colour)
{
    const arb_outcome outcome = arb_result_outcome((arb_result)state->result, colour);

    const arb_points *points = &state->regulations->points;
    const int settled = state->score[arb_opponent(colour)];

    if (outcome == ARB_OUTCOME_NOTHING)
        return ARB_SCORE_NONE;
    if (state->score[colour] != ARB_SCORE_NONE)
        return state->score[colour];
    int half = points->half[outcome];
    if (settled != ARB_SCORE_NONE) /* Laws 10.2: what a penalty left to be had */
        for (unsigned i = outcome; i < ARB_OUTCOME_COUNT && !allowed_with(state, colour, half); i++)
            half = points->half[i];
    return half;
}

const arb_pos *arb_state_position(const arb_state *state)
{
    return &state->pos;
}

arb_setup arb_state_board(const arb_state *state)
{
    if (arb_hands_at_work(state))
        return arb_hands_setup(state);
    arb_setup setup = arb_pos_setup(&state->pos);
    if (arb_has_two_boards(state)) /* that of the player who has the move */
        (void)arb_boards_acting(setup.piece, state);
    return setup;
}

arb_ms arb_state_clock_at(const arb_state *state, arb_colour colour, arb_ms now)
{
    assert(now >= state->now);
    return arb_clock_left(&state->clock, setting(state), colour, now);
}

arb_ms arb_state_clock(const arb_state *state, arb_colour colour)
{
    return arb_state_clock_at(state, colour, state->now);
}

unsigned arb_state_period(const arb_state *state, arb_colour colour)
{
    return state->clock.period[colour] + 1u;
}

uint32_t arb_state_counter(const arb_state *state, arb_colour colour)
{
    return state->clock.moves[colour];
}

arb_ms arb_flag_fell(const arb_state *s, arb_colour colour)
{
    const arb_ms at = arb_clock_flag(&s->clock, setting(s), colour);
    return at <= s->now ? at : ARB_MS_NEVER;
}

bool arb_state_flag(const arb_state *state, arb_colour colour)
{
    return arb_flag_fell(state, colour) != ARB_MS_NEVER;
}

bool arb_state_flag_at(const arb_state *state, arb_colour colour, arb_ms now)
{
    return arb_clock_flag(&state->clock, setting(state), colour) <= now;
}

arb_ms arb_state_delay_left(const arb_state *state, arb_ms now)
{
    const arb_colour running = arb_state_running(state);
    const arb_ms left =
        running != NOBODY ? state->clock.delay[running] - (now - state->clock.since) : 0;

    return left > 0 ? left : 0;
}

bool arb_flag_has_fallen(const arb_state *s)
{
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (arb_state_flag(s, c) || s->clock.forgiven[c])
            return true;
    return false;
}

arb_colour arb_flag_first(const arb_state *s)
{
    const arb_ms white = arb_flag_fell(s, ARB_WHITE), black = arb_flag_fell(s, ARB_BLACK);

    if (white == ARB_MS_NEVER && black == ARB_MS_NEVER)
        return NOBODY;
    return white <= black ? ARB_WHITE : ARB_BLACK;
}

arb_colour arb_state_running(const arb_state *state)
{
    return arb_clock_running(&state->clock, setting(state), state->now);
}

unsigned arb_state_illegal(const arb_state *state, arb_colour colour)
{
    return state->illegal[colour];
}

arb_colour arb_state_offer(const arb_state *state)
{
    return (arb_colour)state->offer;
}

static bool offer_waits(const arb_state *s)
{
    return s->offer != NOBODY && !s->consent && arb_needs_consent(s);
}

arb_pending arb_state_pending(const arb_state *state)
{
    if (state->pending != ARB_PENDING_NONE)
        return (arb_pending)state->pending;
    return offer_waits(state) || state->asking ? ARB_PENDING_CONSENT : ARB_PENDING_NONE;
}

size_t arb_state_waits(arb_wait *out, const arb_state *state)
{
    const arb_colour claimant = (arb_colour)state->claimant;
    size_t count = 0;

    if (state->pending == ARB_PENDING_QUICKPLAY)
        out[count++] = (arb_wait){ ARB_WAIT_QUICKPLAY, claimant };
    else if (state->pending == ARB_PENDING_INCREMENT)
        out[count++] = (arb_wait){ ARB_WAIT_INCREMENT, claimant };
    else if (state->deferred)
        out[count++] = (arb_wait){ ARB_WAIT_DEFERRED, claimant };
    for (unsigned i = 0; i < 2 && state->appeal[i] != NOBODY; i++)
        out[count++] = (arb_wait){ ARB_WAIT_APPEAL, (arb_colour)state->appeal[i] };
    if (arb_state_is_over(state))
        return count;
    if (offer_waits(state))
        out[count++] = (arb_wait){ ARB_WAIT_DRAW, (arb_colour)state->offer };
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (arb_has_colour(state->asking, c))
            out[count++] = (arb_wait){ ARB_WAIT_LEAVE, c };
    if (state->asking & OUTSIDER)
        out[count++] = (arb_wait){ ARB_WAIT_ENTER, NOBODY };
    return count;
}

const char *arb_wait_word(arb_wait_kind kind)
{
    static const char *const words[ARB_WAIT_COUNT] = {
        "quickplay", "increment", "deferred", "draw", "leave", "enter", "appeal",
    };
    return words[kind];
}

unsigned arb_state_away(const arb_state *state)
{
    return state->away;
}

unsigned arb_state_agreed(const arb_state *state)
{
    return state->agreed;
}

arb_colour arb_state_takeback(const arb_state *state)
{
    return (arb_colour)state->takeback;
}

arb_colour arb_state_abort(const arb_state *state)
{
    return (arb_colour)state->abort;
}

size_t arb_state_touched(arb_square *out, const arb_state *state)
{
    memcpy(out, state->touched.square, state->touched.count * sizeof *out);
    return state->touched.count;
}

bool arb_state_displacement(arb_hand *out, int64_t clock_ms[2], const arb_state *state)
{
    if (!state->standing.on_board)
        return false;
    *out = arb_hands_shown(state);
    for (unsigned i = 0; clock_ms && i < 2; i++)
        clock_ms[i] = state->standing.clock_ms[i];
    return true;
}

const char *const arb_pending_words[ARB_PENDING_COUNT + 1] = {
    [ARB_PENDING_NONE] = "none",
    [ARB_PENDING_CONSENT] = "consent",
    [ARB_PENDING_QUICKPLAY] = "quickplay",
    [ARB_PENDING_INCREMENT] = "increment",
};

const char *arb_pending_word(arb_pending pending)
{
    return arb_pending_words[pending];
}

/* Laws 8.4, A.2 */
/* Nobody must in fast play, nor with little time left and no large bonus for each move. */
bool arb_state_must_record(const arb_state *state, arb_colour colour)
{
    const arb_rulebook *book = state->regulations->book;
    const arb_time_control *control = &setting(state)->control[colour];

    if (state->regulations->play != ARB_PLAY_STANDARD || !book->recording_required)
        return false;
    if (control->count == 0)
        return true;
    if (book->recording_free_period &&
        state->recording_free[colour] == arb_state_period(state, colour))
        return false; /* for the rest of the period */
    return arb_state_clock(state, colour) >= book->recording_below ||
           arb_clock_bonus(&state->clock, setting(state), colour) >= book->recording_bonus_below;
}

/* Laws 8.5.3 */
bool arb_state_reconstruction(arb_reconstruction *out, const arb_state *state)
{
    if (state->updating.noted)
        *out = state->updating.reconstruction;
    return state->updating.noted;
}

arb_colour arb_state_overdue(const arb_state *state)
{
    return state->phase == ARB_PHASE_UPDATING ? (arb_colour)state->updating.overdue : NOBODY;
}

unsigned arb_state_was_free(const arb_state *state)
{
    return state->phase == ARB_PHASE_UPDATING ? state->updating.free : 0;
}

bool arb_state_is_uncompleted(const arb_state *state, arb_colour colour)
{
    return arb_has_colour(state->uncompleted, colour);
}

bool arb_is_played(const arb_state *s)
{
    return s->phase == ARB_PHASE_PLAYING ||
           (s->phase == ARB_PHASE_UPDATING && arb_state_running(s) != NOBODY);
}

bool arb_has_move(const arb_state *s, arb_colour colour)
{
    return s->turn == colour;
}

unsigned arb_moves_made(const arb_state *s, arb_colour colour)
{
    const unsigned number = s->pos.move_number;
    const unsigned before = number > 0 ? number - 1 : 0;
    const unsigned made = before + (colour == ARB_WHITE && s->pos.turn == ARB_BLACK);
    const unsigned completed = s->clock.moves[colour] + arb_has_colour(s->uncompleted, colour);

    return made > completed ? made : completed;
}

/* Laws 9.1, 9.1.1 */
bool arb_needs_consent(const arb_state *s)
{
    const arb_offers *offers = &s->regulations->draw_offers;

    if (offers->kind != ARB_OFFERS_AFTER)
        return offers->kind == ARB_OFFERS_NEVER;
    return arb_moves_made(s, ARB_WHITE) < offers->moves ||
           arb_moves_made(s, ARB_BLACK) < offers->moves;
}

void arb_forget_offer(arb_state *s)
{
    s->offer = NOBODY;
    s->consent = false;
}

bool arb_needs_press(const arb_state *s)
{
    return s->regulations->completion == ARB_COMPLETION_PRESS &&
           arb_regulations_timed(s->regulations);
}

bool arb_in_last_period(const arb_state *s, arb_colour colour)
{
    const arb_time_control *control = &s->regulations->clock.control[colour];
    return control->count > 0 && control->period[s->clock.period[colour]].moves == 0;
}

bool arb_has_completed(const arb_look *look)
{
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (look->after->clock.moves[c] > look->before->clock.moves[c])
            return true;
    return false;
}
