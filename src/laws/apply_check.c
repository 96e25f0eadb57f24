/* SPDX-License-Identifier: MIT */
/*
 * Can what was said to an event follow from it? What the rules say always can; what was kept and is
 * read again may have been altered.
 */
#include "clock/time_text.h"
#include "laws/adjourned.h"

/* A ply of the record, or the one that this event adds. */
static bool is_ply(const arb_hearing *hearing, arb_ply ply)
{
    return ply < arb_history_size(hearing->look.history) ||
           (ply == hearing->next_ply && hearing->after->ply == ply);
}

/* Did a hand leave a piece on a square with this ply? */
static bool is_left(const arb_hearing *hearing, arb_ply ply)
{
    const bool added = ply == hearing->next_ply;

    if (!is_ply(hearing, ply))
        return false;
    const arb_ply_record *record = added ? NULL : arb_history_get(hearing->look.history, ply);
    const arb_ply_kind kind = added ? hearing->added.kind : record->kind;
    const arb_hand hand = added ? hearing->added.hand : record->hand;
    return kind == ARB_PLY_HAND && hand.to < ARB_SQUARE_COUNT;
}

static bool has_player(const arb_hearing *hearing, const arb_ruling *ruling)
{
    (void)hearing;
    return ruling->player < NOBODY;
}

static bool has_ply(const arb_hearing *hearing, const arb_ruling *ruling)
{
    return ruling->ply < arb_history_size(hearing->look.history);
}

static bool has_half_move(const arb_hearing *hearing, const arb_ruling *ruling)
{
    return ruling->half_move <= hearing->after->presses &&
           hearing->after->ply < arb_history_size(hearing->look.history) &&
           (!arb_writes(hearing->look.event) || ruling->half_move >= hearing->after->half_moves);
}

static bool has_pawn(const arb_hearing *hearing, const arb_ruling *ruling)
{
    const bool last = ruling->ply == hearing->next_ply;

    return ruling->player < NOBODY && is_left(hearing, ruling->ply) &&
           (last || hearing->after->ply != hearing->next_ply);
}

static bool has_counted(const arb_hearing *hearing, const arb_ruling *ruling)
{
    return ruling->player < NOBODY && (ruling->ply == ARB_PLY_NONE || is_ply(hearing, ruling->ply));
}

static bool has_result(const arb_hearing *hearing, const arb_ruling *ruling)
{
    (void)hearing;
    return ruling->result != ARB_RESULT_NONE && ruling->result < ARB_RESULT_COUNT;
}

static bool has_room(const arb_hearing *hearing, const arb_ruling *ruling)
{
    (void)ruling;
    return hearing->after->touched.count < ARB_TOUCHED_MAX;
}

static bool has_signed(const arb_hearing *hearing, const arb_ruling *ruling)
{
    return has_result(hearing, ruling) && ruling->result != ARB_RESULT_VOID &&
           arb_state_is_over(hearing->after);
}

static bool has_time(const arb_hearing *hearing, const arb_ruling *ruling)
{
    return ruling->player < NOBODY && arb_is_played(hearing->after);
}

/* Laws 8.5, 8.6: the next period of a player begins where he has moves left to make in this one. */
static bool has_period(const arb_hearing *hearing, const arb_ruling *ruling)
{
    const arb_state *s = hearing->after;

    return ruling->player < NOBODY && s->phase == ARB_PHASE_UPDATING &&
           arb_time_control_end(&setting(s)->control[ruling->player],
                                s->clock.moves[ruling->player]) > 0;
}

static bool has_flag(const arb_hearing *hearing, const arb_ruling *ruling)
{
    return ruling->players <= 3 && arb_flag_first(hearing->after) != NOBODY;
}

static bool is_over(const arb_hearing *hearing, const arb_ruling *ruling)
{
    (void)ruling;
    return arb_state_is_over(hearing->after);
}

static bool has_papers(const arb_hearing *hearing, const arb_ruling *ruling)
{
    (void)hearing;
    return ruling->papers < 2u * ARB_PAPER_CONTESTED;
}

/* Laws I.1.2: no session lasts longer than a case can tell. */
static bool has_charge(const arb_hearing *hearing, const arb_ruling *ruling)
{
    (void)hearing;
    return ruling->player < NOBODY && ruling->ms > 0 && ruling->ms <= ARB_TIME_MAX;
}

/* Laws I.1.1: somebody has sealed, in a position of the record; or nobody does. */
static bool has_sealed(const arb_hearing *hearing, const arb_ruling *ruling)
{
    const arb_adjourned *a = &hearing->after->adjourned;

    return ruling->player >= NOBODY ||
           (a->stage == ARB_TO_BE_SEALED && a->sealer == (uint8_t)ruling->player &&
            a->ply < arb_history_size(hearing->look.history) &&
            hearing->after->ply != hearing->next_ply);
}

static bool has_envelope(const arb_hearing *hearing, const arb_ruling *ruling)
{
    (void)ruling;
    return arb_can_be_unsealed(hearing);
}

/* Effects that are not listed can always be applied. */
static bool (*const checks[ARB_EFFECT_COUNT])(const arb_hearing *hearing,
                                              const arb_ruling *ruling) = {
    [ARB_EFFECT_COMPLETE] = has_player,
    [ARB_EFFECT_RESTORE] = has_ply,
    [ARB_EFFECT_TAKE_BACK] = has_ply,
    [ARB_EFFECT_RESTORE_SHEETS] = has_half_move,
    [ARB_EFFECT_TAKE_BACK_SHEETS] = has_half_move,
    [ARB_EFFECT_QUEEN] = has_pawn,
    [ARB_EFFECT_COUNT_ILLEGAL] = has_counted,
    [ARB_EFFECT_TIME] = has_player,
    [ARB_EFFECT_OFFER] = has_player,
    [ARB_EFFECT_BIND] = has_room,
    [ARB_EFFECT_UPDATE] = has_flag,
    [ARB_EFFECT_NEXT_PERIOD] = has_period,
    [ARB_EFFECT_PENDING] = has_player,
    [ARB_EFFECT_SEAL] = has_player,
    [ARB_EFFECT_CHARGE] = has_charge,
    [ARB_EFFECT_ADJOURN] = has_sealed,
    [ARB_EFFECT_UNSEAL] = has_envelope,
    [ARB_EFFECT_MISSING] = has_player,
    [ARB_EFFECT_RESULT] = has_result,
    [ARB_EFFECT_AWARD] = has_result,
    [ARB_EFFECT_SIGNED] = has_signed,
    [ARB_EFFECT_OPEN] = is_over,
    [ARB_EFFECT_OWN_TIME] = has_time,
    [ARB_EFFECT_CORRECT_BOARD] = has_player,
    [ARB_EFFECT_NO_ASSISTANT] = has_player,
    [ARB_EFFECT_SCORE] = has_player,
    [ARB_EFFECT_APPEAL] = has_player,
    [ARB_EFFECT_APPEAL_DECIDED] = has_player,
    [ARB_EFFECT_PAPERS] = has_papers,
    [ARB_EFFECT_FINE] = has_player,
    [ARB_EFFECT_EXCLUDE] = has_player,
    [ARB_EFFECT_EXPEL] = has_player,
};

bool arb_can_be_applied(const arb_hearing *hearing, const arb_ruling *ruling)
{
    return !checks[ruling->effect] || checks[ruling->effect](hearing, ruling);
}
