/* SPDX-License-Identifier: MIT */
/*
 * What calls the arbiter to a board, by the rulings on what people did there; and what answers such
 * a call. Pages ask, and decide nothing.
 */
#include "server/hall/api.h"

/* How far back a call is looked for when a game is read: whoever called before that is gone. */
enum { LOOKED_MAX = 2000 };

static bool is_one_of(arb_code code, const arb_code *codes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (codes[i] == code)
            return true;
    }
    return false;
}

/* Somebody should come and look; whether he also has something to decide. */
static arb_call call_of_ruling(const arb_ruling *ruling, bool has_arbiter)
{
    static const arb_code looks[] = {
        ARB_CODE_PLAYER_STOPS,     ARB_CODE_CONSENT_NEEDED,    ARB_CODE_CLAIM_WRONG,
        ARB_CODE_FLAG_FALLEN,      ARB_CODE_LEAVING_REPORTED,  ARB_CODE_PAPERS_CONTESTED,
        ARB_CODE_SIGNED_OTHERWISE, ARB_CODE_SIGNATURES_DIFFER, ARB_CODE_BOTH_UPDATE,
        ARB_CODE_ONE_UPDATES,      ARB_CODE_SHEETS_HAVE_GAPS,  ARB_CODE_ASSISTANT_APPOINTED,
        ARB_CODE_CLOCKS_TO_SET,    ARB_CODE_BOARD_PUT_RIGHT,   ARB_CODE_TOUCH_REPORTED
    };
    static const arb_code waits[] = {
        ARB_CODE_QUICKPLAY_CLAIM, ARB_CODE_QUICKPLAY_CANNOT_WIN, ARB_CODE_QUICKPLAY_NO_EFFORT,
        ARB_CODE_CLAIM_ENDS_GAME, ARB_CODE_CANNOT_WIN_ENDS_GAME, ARB_CODE_NO_EFFORT_ENDS_GAME,
        ARB_CODE_APPEALS,         ARB_CODE_DEFERRED_CLAIM_DUE,   ARB_CODE_INCREMENT_REQUESTED,
        ARB_CODE_ASKS_TO_LEAVE,   ARB_CODE_ASKS_TO_ENTER,
    };

    if (is_one_of(ruling->code, waits, sizeof waits / sizeof waits[0]))
        return ARB_CALL_WAITS;
    return (ruling->effect == ARB_EFFECT_WARNING && has_arbiter) ||
                   is_one_of(ruling->code, looks, sizeof looks / sizeof looks[0])
               ? ARB_CALL_LOOKS
               : ARB_CALL_NOTHING;
}

static arb_call call_of_player(const arb_table *t, size_t index)
{
    const bool has_arbiter = arb_rights_has_arbiter(t);
    arb_call call = ARB_CALL_NOTHING;
    arb_verdict verdict;

    arb_game_verdict(&verdict, t->game, index);
    for (size_t i = 0; i < verdict.count; i++) {
        const arb_call one = call_of_ruling(&verdict.ruling[i], has_arbiter);
        call = one > call ? one : call;
    }
    if (verdict.refused) {
        const arb_call one = call_of_ruling(&verdict.refusal, has_arbiter);
        call = one > call ? one : call;
    }
    return call;
}

arb_call arb_call_of(const arb_table *t, size_t index)
{
    bool refused;
    const arb_event *event = arb_game_event(t->game, index, &refused);
    const bool stops = event->verb == ARB_VERB_STOP;

    if (event->actor == ARB_ACTOR_HALL)
        return ARB_CALL_ANSWERS;
    if (event->actor == ARB_ACTOR_ARBITER && refused)
        return ARB_CALL_NOTHING;
    if (event->actor == ARB_ACTOR_ARBITER) /* after a restart the hall has stopped the game */
        return t->log[index].by_hall && stops ? ARB_CALL_LOOKS : ARB_CALL_ANSWERS;
    if (arb_log_is_entered(&t->log[index], event)) /* he is there */
        return ARB_CALL_NOTHING;
    if (event->actor == ARB_ACTOR_ARBITER_ASSISTANT)
        return stops && !refused ? ARB_CALL_LOOKS : ARB_CALL_NOTHING;
    return call_of_player(t, index);
}

const char *arb_call_word(arb_call call)
{
    static const char *const words[] = { [ARB_CALL_NOTHING] = NULL,
                                         [ARB_CALL_LOOKS] = "looks",
                                         [ARB_CALL_WAITS] = "waits",
                                         [ARB_CALL_ANSWERS] = "answers" };

    return words[call];
}

void arb_call_note(arb_table *t, size_t index)
{
    const arb_call call = arb_call_of(t, index);

    if (call == ARB_CALL_LOOKS)
        t->call = index + 1;
    else if (call == ARB_CALL_ANSWERS)
        t->call = 0;
}

void arb_call_find(arb_table *t)
{
    const size_t least = t->log_count > LOOKED_MAX ? t->log_count - LOOKED_MAX : 0;

    t->call = 0;
    for (size_t i = t->log_count; i-- > least;) {
        const arb_call call = arb_call_of(t, i);
        if (call == ARB_CALL_LOOKS)
            t->call = i + 1;
        if (call == ARB_CALL_LOOKS || call == ARB_CALL_ANSWERS)
            return;
    }
}
