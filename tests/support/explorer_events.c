/* SPDX-License-Identifier: MIT */
/* Who does what next in a game of the explorer, and when: see explorer.h. */
#include "explorer_maker.h"
#include "laws/adjourned.h"
#include "laws/boards.h"
#include "laws/event_internal.h"

/* What people do before the start, while clocks stand still, and so on: a verb and its weight. */
typedef struct habit {
    arb_verb verb;
    unsigned weight;
} habit;

enum { HABITS_MAX = 14 };
#define ANYTHING ARB_VERB_COUNT

typedef struct habits {
    habit habit[HABITS_MAX]; /* up to a weight of 0 */
} habits;

static const habits before_start = {
    { { ARB_VERB_START, 50 }, { ARB_VERB_ARRIVE, 20 }, { ARB_VERB_APPOINT, 5 }, { ANYTHING, 25 } }
};
static const habits stopped = { { { ARB_VERB_RESUME, 45 },
                                  { ARB_VERB_MOVE, 15 },
                                  { ARB_VERB_TOUCH, 5 },
                                  { ARB_VERB_ACCEPT, 1 },
                                  { ANYTHING, 30 } } };
static const habits to_move = { { { ARB_VERB_MOVE, 45 },
                                  { ARB_VERB_PLAY, 15 },
                                  { ARB_VERB_TOUCH, 9 },
                                  { ARB_VERB_ADJUST, 1 },
                                  { ARB_VERB_RELEASE, 2 },
                                  { ARB_VERB_REMOVE, 2 },
                                  { ARB_VERB_LIFT, 2 },
                                  { ARB_VERB_PRESS, 1 },
                                  { ARB_VERB_CLAIM_REPETITION, 2 },
                                  { ARB_VERB_CLAIM_FIFTY, 2 },
                                  { ARB_VERB_CLAIM_ILLEGAL, 1 },
                                  { ARB_VERB_OBSERVE_ILLEGAL, 1 },
                                  { ARB_VERB_ADJOURN, 1 },
                                  { ANYTHING, 24 } } };
/* Guidelines I: somebody is to seal; the game is adjourned; it is set up again; nobody is there to
 * see the reply. */
static const habits to_seal = { { { ARB_VERB_SEAL, 40 },
                                  { ARB_VERB_STOP, 30 },
                                  { ARB_VERB_MOVE, 6 },
                                  { ARB_VERB_OFFER, 3 },
                                  { ARB_VERB_LEAVE, 3 },
                                  { ARB_VERB_PRESS, 2 },
                                  { ARB_VERB_DENY, 2 },
                                  { ANYTHING, 14 } } };
static const habits adjourned = { { { ARB_VERB_CONTINUE, 40 },
                                    { ARB_VERB_LEAVE, 20 },
                                    { ARB_VERB_ARRIVE, 8 },
                                    { ARB_VERB_VERIFY, 5 },
                                    { ARB_VERB_OFFER, 3 },
                                    { ARB_VERB_ACCEPT, 1 },
                                    { ARB_VERB_ENVELOPE_MISSING, 3 },
                                    { ARB_VERB_SET_CLOCK, 3 },
                                    { ARB_VERB_OPEN_ENVELOPE, 3 },
                                    { ANYTHING, 14 } } };
static const habits to_open = { { { ARB_VERB_OPEN_ENVELOPE, 40 },
                                  { ARB_VERB_ARRIVE, 25 },
                                  { ARB_VERB_STOP, 5 },
                                  { ARB_VERB_RESUME, 10 },
                                  { ARB_VERB_ENVELOPE_MISSING, 4 },
                                  { ARB_VERB_SET_CLOCK, 3 },
                                  { ARB_VERB_DEFAULT, 2 },
                                  { ARB_VERB_WAIVE, 1 },
                                  { ANYTHING, 10 } } };
static const habits to_reply = { { { ARB_VERB_SEAL, 40 },
                                   { ARB_VERB_PRESS, 35 },
                                   { ARB_VERB_PLAY, 10 },
                                   { ARB_VERB_ARRIVE, 10 },
                                   { ANYTHING, 10 } } };
static const habits displaced = { { { ARB_VERB_REPLACE, 40 },
                                    { ARB_VERB_PRESS, 25 },
                                    { ARB_VERB_RELEASE, 5 },
                                    { ARB_VERB_TOUCH, 5 },
                                    { ARB_VERB_REMOVE, 2 },
                                    { ARB_VERB_PLAY, 5 },
                                    { ANYTHING, 18 } } };
/* Laws 4.3 to 4.7: a piece is in the hand, or off its square. */
static const habits by_hand = { { { ARB_VERB_RELEASE, 50 },
                                  { ARB_VERB_REMOVE, 14 },
                                  { ARB_VERB_TOUCH, 12 },
                                  { ARB_VERB_LIFT, 5 },
                                  { ARB_VERB_MOVE, 6 },
                                  { ARB_VERB_REPLACE, 2 },
                                  { ARB_VERB_PRESS, 5 },
                                  { ANYTHING, 6 } } };
static const habits to_press = {
    { { ARB_VERB_PRESS, 70 }, { ARB_VERB_OFFER, 10 }, { ARB_VERB_MOVE, 2 }, { ANYTHING, 18 } }
};
static const habits unseen = {
    { { ARB_VERB_PRESS, 30 }, { ARB_VERB_WRITE, 50 }, { ARB_VERB_OFFER, 2 }, { ANYTHING, 18 } }
};
static const habits offered = { { { ARB_VERB_ACCEPT, 3 },
                                  { ARB_VERB_DECLINE, 47 },
                                  { ARB_VERB_MOVE, 25 },
                                  { ARB_VERB_TOUCH, 5 },
                                  { ANYTHING, 20 } } };
static const habits breached = { { { ARB_VERB_CLAIM_TOUCH, 40 },
                                   { ARB_VERB_TOUCH, 10 },
                                   { ARB_VERB_MOVE, 20 },
                                   { ANYTHING, 30 } } };
/* Laws III.4, III.5: a claim or a request waits for the arbiter. */
static const habits waiting = { { { ARB_VERB_DECIDE, 50 },
                                  { ARB_VERB_DECLINE, 20 },
                                  { ARB_VERB_ACCEPT, 2 },
                                  { ARB_VERB_RESUME, 2 },
                                  { ARB_VERB_MOVE, 3 },
                                  { ANYTHING, 23 } } };
/* Laws III.6.1: nobody decides yet, and papers are written. */
static const habits papers = { { { ARB_VERB_WRITE_POSITION, 30 },
                                 { ARB_VERB_CONFIRM_POSITION, 30 },
                                 { ARB_VERB_CONFIRM_SHEET, 20 },
                                 { ARB_VERB_CONTEST, 10 },
                                 { ARB_VERB_DECIDE, 10 },
                                 { ANYTHING, 15 } } };
static const habits hurried = { { { ARB_VERB_MOVE, 30 },
                                  { ARB_VERB_PLAY, 30 },
                                  { ARB_VERB_REQUEST_INCREMENT, 5 },
                                  { ARB_VERB_CLAIM_CANNOT_WIN, 4 },
                                  { ARB_VERB_CLAIM_NO_EFFORT, 4 },
                                  { ANYTHING, 20 } } };
static const habits flag_down = { { { ARB_VERB_MOVE, 40 },
                                    { ARB_VERB_FLAG, 2 },
                                    { ARB_VERB_CLAIM_FLAG, 1 },
                                    { ARB_VERB_SET_CLOCK, 10 },
                                    { ARB_VERB_REQUEST_COUNT, 5 },
                                    { ARB_VERB_DECIDE, 5 },
                                    { ANYTHING, 20 } } };
/* Laws 8.5: scoresheets are brought up to date. */
static const habits updating = { { { ARB_VERB_WRITE, 40 },
                                   { ARB_VERB_REWRITE, 10 },
                                   { ARB_VERB_MOVE, 5 },
                                   { ARB_VERB_RESUME, 6 },
                                   { ARB_VERB_RECONSTRUCT, 6 },
                                   { ARB_VERB_PROVED, 4 },
                                   { ARB_VERB_NO_PROOF, 6 },
                                   { ANYTHING, 20 } } };
/* Laws D.2: moves are announced, repeated and executed. */
static const habits speaking = { { { ARB_VERB_ANNOUNCE, 50 },
                                   { ARB_VERB_PRESS, 20 },
                                   { ARB_VERB_MOVE, 10 },
                                   { ARB_VERB_RELEASE, 5 },
                                   { ARB_VERB_REPLACE, 3 },
                                   { ANYTHING, 12 } } };
static const habits listening = { { { ARB_VERB_EXECUTE, 30 },
                                    { ARB_VERB_REPEAT, 20 },
                                    { ARB_VERB_WRITE, 25 },
                                    { ARB_VERB_APPOINT, 4 },
                                    { ARB_VERB_OBSERVE_BOARDS_DIFFER, 4 },
                                    { ARB_VERB_CLAIM_BOARDS_DIFFER, 3 },
                                    { ARB_VERB_REQUEST_TELL, 3 },
                                    { ARB_VERB_TELL, 2 },
                                    { ARB_VERB_REPORT_TOUCH, 3 },
                                    { ANYTHING, 6 } } };
/* Laws 8.1: who plays also writes. */
static const habits keeping = {
    { { ARB_VERB_WRITE, 60 }, { ARB_VERB_REWRITE, 8 }, { ARB_VERB_MOVE, 20 }, { ANYTHING, 10 } }
};
/* Laws A.4.3: somebody keeps a record that can be seen. */
static const habits recorded = {
    { { ARB_VERB_REQUEST_SHEET, 30 }, { ARB_VERB_MOVE, 50 }, { ANYTHING, 20 } }
};
/* Laws 11.2.3: somebody wants to leave or to come in. */
static const habits asking = { { { ARB_VERB_ALLOW, 40 },
                                 { ARB_VERB_DENY, 20 },
                                 { ARB_VERB_LEAVE, 5 },
                                 { ARB_VERB_AWARD, 3 },
                                 { ARB_VERB_WAIVE, 3 },
                                 { ARB_VERB_ANNUL, 1 },
                                 { ARB_VERB_RETURN, 5 },
                                 { ANYTHING, 30 } } };
/* Laws A.5.2, A.5.4: an illegal move stands, or what it has left behind. */
static const habits illegal_stands = { { { ARB_VERB_CLAIM_ILLEGAL, 10 },
                                         { ARB_VERB_OBSERVE_ILLEGAL, 5 },
                                         { ARB_VERB_AGREE_CORRECT, 15 },
                                         { ARB_VERB_TOUCH, 5 },
                                         { ARB_VERB_MOVE, 40 },
                                         { ARB_VERB_PLAY, 15 },
                                         { ANYTHING, 10 } } };
static const habits illegal_position = { { { ARB_VERB_OBSERVE_BOTH_CHECKED, 8 },
                                           { ARB_VERB_OBSERVE_LAST_RANK_PAWN, 8 },
                                           { ARB_VERB_MOVE, 40 },
                                           { ARB_VERB_PLAY, 40 },
                                           { ARB_VERB_SET_POSITION, 1 },
                                           { ANYTHING, 14 } } };
static const habits over = { { { ARB_VERB_PENALTY, 20 },
                               { ARB_VERB_INFRINGEMENT, 10 },
                               { ARB_VERB_SIGN, 5 },
                               { ARB_VERB_REOPEN, 3 },
                               { ARB_VERB_APPEAL, 5 },
                               { ARB_VERB_DECIDE_APPEAL, 5 },
                               { ARB_VERB_LEAVE, 5 },
                               { ARB_VERB_AWARD, 3 },
                               { ARB_VERB_WAIVE, 3 },
                               { ARB_VERB_ANNUL, 1 },
                               { ARB_VERB_RULE, 5 },
                               { ARB_VERB_REVOKE, 5 },
                               { ANYTHING, 42 } } };

/* Ends the game, or may, at a word: games would be short if that were said as often as the rest. */
static bool is_final(const maker *m, arb_verb verb)
{
    const bool device_loses = m->s->regulations->electronics == ARB_ELECTRONICS_LOSS;
    return verb == ARB_VERB_RESIGN || verb == ARB_VERB_AWARD || verb == ARB_VERB_ANNUL ||
           verb == ARB_VERB_FOUND_WRONG_SETUP || verb == ARB_VERB_FOUND_REVERSED_COLOURS ||
           verb == ARB_VERB_SET_POSITION || (verb == ARB_VERB_DEVICE && device_loses);
}

static arb_verb any_verb(const maker *m)
{
    arb_verb verb;

    do
        verb = (arb_verb)chance_below(m->luck, ARB_VERB_COUNT);
    while (is_final(m, verb) && !maker_one_in(m, 30));
    return verb;
}

/* A player who has made a move and has not pressed, while his time runs. */
static arb_colour forgetful(const arb_state *s)
{
    const arb_colour running = arb_state_running(s);

    return running != NOBODY && arb_state_is_uncompleted(s, running) ? running : NOBODY;
}

/* Laws A.5.2, A.5.4: what is wrong on a board that nobody watches closely. */
static const habits *wrong_on_board(arb_colour *player, const maker *m)
{
    const arb_state *s = m->s;

    if (arb_watchable(&s->pos))
        return &illegal_position;
    if (arb_irregular_in_record(s, arb_game_history(m->game), 0, NOBODY).kind == ARB_REGULAR)
        return NULL;
    if (s->agreed) /* the other has not agreed yet */
        *player = arb_has_colour(s->agreed, ARB_WHITE) ? ARB_BLACK : ARB_WHITE;
    return &illegal_stands;
}

/* What people have in mind beside the next move: what waits, whom the clock presses, what is wrong
 * on the board. NULL when nothing. */
static const habits *worry(arb_colour *player, const maker *m)
{
    const arb_state *s = m->s;
    const arb_regulations *r = s->regulations;

    if (s->phase == ARB_PHASE_CLAIM && r->arbiter == ARB_ARBITER_ABSENT && maker_one_in(m, 2)) {
        *player =
            (arb_colour)(maker_one_in(m, 2) ? s->claimant : arb_opponent((arb_colour)s->claimant));
        return &papers;
    }
    if (s->phase == ARB_PHASE_CLAIM) {
        *player = arb_opponent((arb_colour)s->claimant);
        return &waiting;
    }
    if (s->asking && maker_one_in(m, 3))
        return &asking;
    if (s->phase == ARB_PHASE_UPDATING) {
        *player = (arb_colour)chance_below(m->luck, 2);
        return &updating;
    }
    if (r->record == ARB_RECORD_KEPT && maker_one_in(m, 3)) {
        *player = (arb_colour)chance_below(m->luck, 2);
        return &keeping;
    }
    if (r->vision != 0 && maker_one_in(m, 4)) {
        *player = (arb_colour)(maker_one_in(m, 3) ? arb_opponent(*player) : *player);
        return &listening;
    }
    if (s->phase != ARB_PHASE_PLAYING || !maker_one_in(m, 2))
        return NULL;
    if (arb_flag_first(s) != NOBODY)
        return &flag_down;
    if (r->quickplay == ARB_QUICKPLAY_YES && arb_state_clock(s, *player) < r->book->quickplay_below)
        return &hurried;
    if (r->supervision == ARB_SUPERVISION_LIMITED)
        return wrong_on_board(player, m);
    return r->play != ARB_PLAY_STANDARD && maker_one_in(m, 4) ? &recorded : NULL;
}

/* What the hand does next. */
static const habits *on_the_board(arb_colour *player, const maker *m)
{
    const arb_state *s = m->s;
    const arb_colour late = forgetful(s);

    if (s->offer == arb_opponent(*player) && maker_one_in(m, 2))
        return &offered;
    if (s->regulations->board == ARB_BOARD_WRITTEN) {
        if (maker_one_in(m, 2))
            *player = arb_opponent(*player);
        return &unseen;
    }
    if (late != NOBODY && !maker_one_in(m, 6)) {
        *player = late;
        return &to_press;
    }
    if (arb_is_spoken(s) && s->hands.count > s->hands.made && maker_one_in(m, 2))
        return &speaking;
    if (arb_is_spoken(s) && !arb_has_spoken(s, arb_opponent(*player)) && maker_one_in(m, 4)) {
        *player = arb_opponent(*player);
        return &speaking;
    }
    if (s->standing.on_board)
        return &displaced;
    if ((s->hands.held_count > 0 || s->hands.count > s->hands.made) && !maker_one_in(m, 8))
        return &by_hand;
    return s->breach.by == arb_opponent(*player) ? &breached : &to_move;
}

/* Guidelines I; NULL when play goes on as ever. */
static const habits *with_an_envelope(arb_colour *player, const maker *m)
{
    const arb_state *s = m->s;
    const arb_adjourned *a = &s->adjourned;

    if (a->stage == ARB_TO_BE_SEALED) {
        *player = (arb_colour)a->sealer;
        return &to_seal;
    }
    if (a->absent && maker_one_in(m, 2))
        *player = arb_has_colour(a->absent, ARB_WHITE) ? ARB_WHITE : ARB_BLACK;
    if (a->stage == ARB_IS_ADJOURNED)
        return &adjourned;
    if (a->envelope == ARB_ENVELOPE_SEALED)
        return &to_open;
    return arb_may_seal_reply(s, (arb_colour)s->turn) ? &to_reply : NULL;
}

static const habits *situation(arb_colour *player, const maker *m)
{
    const arb_state *s = m->s;

    *player = (arb_colour)s->turn;
    if (arb_state_is_over(s))
        return &over;
    if (s->phase == ARB_PHASE_WAITING)
        return &before_start;
    if (s->adjourned.stage != ARB_NOT_ADJOURNED && !maker_one_in(m, 12)) {
        const habits *sealed = with_an_envelope(player, m);
        if (sealed)
            return sealed;
    }
    const habits *first = worry(player, m);
    if (first)
        return first;
    return s->phase == ARB_PHASE_PLAYING ? on_the_board(player, m) : &stopped;
}

static arb_verb habitual(const maker *m, const habits *all)
{
    unsigned total = 0, at = 0;

    for (unsigned i = 0; i < HABITS_MAX; i++)
        total += all->habit[i].weight;
    unsigned pick = chance_below(m->luck, total);
    while (pick >= all->habit[at].weight)
        pick -= all->habit[at++].weight;
    return all->habit[at].verb;
}

/* Who does it: the player at whose turn it is, the arbiter where only he can, or somebody. */
static void choose(maker *m)
{
    arb_colour player;
    const habits *all = situation(&player, m);
    const arb_verb verb = habitual(m, all);
    const bool anything = verb == ANYTHING;

    m->verb = anything ? any_verb(m) : verb;
    const arb_verb_info *info = arb_verb_get(m->verb);
    if (anything ? maker_one_in(m, 2) : maker_one_in(m, 20))
        player = arb_opponent(player);
    m->actor = (arb_actor)player;
    if (info->by_players && maker_one_in(m, anything ? 8 : 60))
        m->actor = player == ARB_WHITE ? ARB_ACTOR_WHITE_ASSISTANT : ARB_ACTOR_BLACK_ASSISTANT;
    if (info->by_hall)
        m->actor = ARB_ACTOR_HALL;
    else if (info->by_spectators)
        m->actor = ARB_ACTOR_SPECTATOR;
    else if (!info->by_players || (info->by_arbiter && maker_one_in(m, 2)))
        m->actor = maker_one_in(m, 12) ? ARB_ACTOR_ARBITER_ASSISTANT : ARB_ACTOR_ARBITER;
}

/* Mostly seconds pass, now and then as much as brings a flag down, to the millisecond. */
static arb_ms some_time(const maker *m)
{
    const arb_colour running = arb_state_running(m->s);
    const arb_ms now = m->s->now;
    const arb_ms flag = running == NOBODY
                            ? ARB_MS_NEVER
                            : arb_clock_flag(&m->s->clock, &m->s->regulations->clock, running);
    const unsigned kind = chance_below(m->luck, 100);
    const unsigned pause = m->s->regulations->play == ARB_PLAY_STANDARD ? 60000 : 10000;

    if (kind < 2 && flag != ARB_MS_NEVER && flag > now)
        return flag - 1 + (arb_ms)chance_below(m->luck, 3);
    if (kind < 30)
        return now;
    if (kind < 80)
        return now + (arb_ms)chance_below(m->luck, 5000);
    return now + (arb_ms)chance_below(m->luck, kind < 99 ? pause : 20 * pause);
}

void explorer_event(char line[EXPLORER_LINE_SIZE], const arb_game *game, explorer_temper temper,
                    chance *luck)
{
    maker m = {
        .line = line, .game = game, .s = arb_game_state(game), .temper = temper, .luck = luck
    };
    char time[64];

    choose(&m);
    const arb_verb_info *info = arb_verb_get(m.verb);
    arb_ms at = some_time(&m);
    arb_time_write(time, sizeof time, at < m.s->now ? m.s->now : at);
    maker_say(&m, "%s %s %s", time, arb_actor_word(m.actor), info->words);
    for (int i = 0; i < ARB_VERB_SLOTS; i++)
        maker_fill(&m, info->slot[i]);
}
