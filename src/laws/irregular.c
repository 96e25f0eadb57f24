/* SPDX-License-Identifier: MIT */
/*
 * Irregular moves and positions: what an event has completed irregularly, or has found in the
 * record (Laws, 7.5, A.5.2, A.5.4).
 */
#include "board/bits.h"
#include "laws/hands.h"

static bool is_half_move(const arb_ply_record *record)
{
    return record->kind == ARB_PLY_MOVE || record->kind == ARB_PLY_HAND;
}

uint32_t arb_half_moves(const arb_state *s, const arb_history *history)
{
    uint32_t count = 0;

    for (arb_ply ply = s->ply; ply != ARB_PLY_NONE; ply = arb_history_get(history, ply)->before)
        count += is_half_move(arb_history_get(history, ply));
    return count;
}

arb_ply arb_half_move(const arb_state *s, const arb_history *history, uint32_t number)
{
    uint32_t count = s->half_moves;

    if (number == 0 || number > count)
        return number == 0 ? 0 : ARB_PLY_NONE;
    for (arb_ply ply = s->ply; ply != ARB_PLY_NONE; ply = arb_history_get(history, ply)->before)
        if (is_half_move(arb_history_get(history, ply)) && count-- == number)
            return ply;
    return ARB_PLY_NONE;
}

static arb_colour mover(const arb_history *history, arb_ply ply)
{
    const arb_ply before = arb_history_get(history, ply)->before;
    return arb_history_turn(history, before);
}

static arb_irregularity kind_of_hand(const arb_ply_record *record)
{
    if (record->hand.from == ARB_SQUARE_NONE)
        return ARB_IRREGULAR_NO_MOVE;
    return record->note.unpromoted ? ARB_IRREGULAR_UNPROMOTED : ARB_IRREGULAR_MOVE;
}

/* What is irregular about a ply, as far as it has been completed and not yet counted. */
static arb_irregularity irregularity(const arb_state *s, const arb_history *history, arb_ply ply)
{
    const arb_ply_record *record = arb_history_get(history, ply);
    const arb_colour by = mover(history, ply);

    if (s->counted[by] == ply)
        return ARB_REGULAR;
    if (record->kind == ARB_PLY_HAND)
        return kind_of_hand(record);
    if (record->kind != ARB_PLY_MOVE || !record->note.two_hands ||
        s->regulations->detection == ARB_DETECTION_AUTOMATIC ||
        s->regulations->book->two_hands != ARB_TWO_HANDS_ILLEGAL)
        return ARB_REGULAR;
    const bool latest = ply == s->ply || arb_history_get(history, s->ply)->before == ply;
    return latest && arb_has_colour(s->uncompleted, by) ? ARB_REGULAR : ARB_IRREGULAR_TWO_HANDS;
}

/* Where the board is not seen the arbiter's eye is the proof: any completed move may be it. */
static arb_found find_unseen(const arb_state *s, const arb_history *history, uint32_t number,
                             arb_colour by)
{
    const uint32_t wanted = number > 0 ? number : s->presses;

    if (by != NOBODY || wanted == 0 || wanted > s->presses)
        return (arb_found){ .kind = ARB_REGULAR };
    return (arb_found){ .kind = ARB_IRREGULAR_MOVE,
                        .by = arb_written_mover(history, wanted),
                        .last = wanted == s->presses,
                        .half_move = wanted };
}

arb_found arb_irregular_in_record(const arb_state *s, const arb_history *history, uint32_t number,
                                  arb_colour by)
{
    const arb_ply wanted = number > 0 ? arb_half_move(s, history, number) : ARB_PLY_NONE;
    const arb_found nothing = { .kind = ARB_REGULAR };

    if (s->regulations->board == ARB_BOARD_WRITTEN)
        return find_unseen(s, history, number, by);
    if (number > 0 && wanted == ARB_PLY_NONE)
        return nothing;
    for (arb_ply ply = s->ply; ply != 0; ply = arb_history_get(history, ply)->before) {
        if (wanted != ARB_PLY_NONE && ply != wanted)
            continue;
        const arb_irregularity kind = irregularity(s, history, ply);
        if (kind != ARB_REGULAR && (by == NOBODY || by == mover(history, ply)))
            return (arb_found){ kind, ply, mover(history, ply), .last = ply == s->ply };
    }
    return nothing;
}

/* The last illegal move of `by` that was no matter of hands. */
static arb_found illegal_in_record(const arb_state *s, const arb_history *history, arb_colour by)
{
    for (arb_ply ply = s->ply; ply != 0; ply = arb_history_get(history, ply)->before) {
        const arb_irregularity kind = irregularity(s, history, ply);
        if (kind != ARB_REGULAR && kind != ARB_IRREGULAR_TWO_HANDS && by == mover(history, ply))
            return (arb_found){ kind, ply, by, .last = ply == s->ply };
    }
    return (arb_found){ .kind = ARB_REGULAR };
}

unsigned arb_watchable(const arb_pos *pos)
{
    unsigned found = 0;
    arb_pos other = *pos;

    other.turn = (uint8_t)arb_opponent((arb_colour)pos->turn);
    if (arb_pos_is_check(pos) && arb_pos_is_check(&other))
        found |= ARB_WATCH_BOTH_CHECKED;
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (pos->side[c].pawns & last_rank(c))
            found |= ARB_WATCH_LAST_RANK_PAWN;
    return found;
}

unsigned arb_watch_of(const arb_event *event)
{
    if (event->verb == ARB_VERB_OBSERVE_BOTH_CHECKED)
        return ARB_WATCH_BOTH_CHECKED;
    return event->verb == ARB_VERB_OBSERVE_LAST_RANK_PAWN ? ARB_WATCH_LAST_RANK_PAWN : 0;
}

bool arb_is_unplayable(const arb_look *look)
{
    return look->completed != ARB_REGULAR && look->added->kind == ARB_PLY_HAND &&
           arb_faults_hard(arb_setup_faults(&look->added->setup)) != 0;
}

/* Where the board is not seen: an illegal move on which both scoresheets agree. */
static arb_found found_on_sheets(const arb_look *look, bool seen)
{
    const uint32_t number = look->before->half_moves + 1;

    return (arb_found){ .kind = seen ? ARB_IRREGULAR_MOVE : ARB_REGULAR,
                        .by = arb_written_mover(look->history, number),
                        .last = number == look->after->presses,
                        .half_move = number };
}

/* His own last completed move, when that was irregular: nobody need wait for the opponent. */
static arb_found admitted(const arb_look *look)
{
    const arb_found found = arb_irregular_in_record(look->before, look->history, 0, look->player);

    for (arb_ply ply = look->before->ply; found.kind != ARB_REGULAR && ply != found.ply;
         ply = arb_history_get(look->history, ply)->before)
        if (mover(look->history, ply) == look->player)
            return (arb_found){ .kind = ARB_REGULAR }; /* he has moved since */
    return found;
}

/* Laws 4.8, A.5.2: can the player no longer claim that the opponent used both hands? Where nobody
 * supervises every game, A.5.2 says until when he can. */
bool arb_right_lost(const arb_look *look, const arb_found *found)
{
    const arb_state *s = look->before;

    return found->kind == ARB_IRREGULAR_TWO_HANDS && found->by == arb_opponent(look->player) &&
           look->regulations->supervision == ARB_SUPERVISION_FULL &&
           (!found->last || s->touched.count > 0 || arb_hands_at_work(s));
}

/* What a player claims: the last irregular move of the opponent against which he has the right. */
static arb_found claimed(const arb_look *look)
{
    const arb_colour by = arb_opponent(look->player);

    if (look->regulations->board == ARB_BOARD_SEEN) {
        const arb_found last = arb_irregular_in_record(look->before, look->history, 0, by);
        const arb_found other =
            arb_right_lost(look, &last) ? illegal_in_record(look->before, look->history, by) : last;
        const arb_found found = other.kind != ARB_REGULAR ? other : last;
        const arb_found own = admitted(look);
        const bool late = look->regulations->supervision == ARB_SUPERVISION_LIMITED && !found.last;
        return found.kind != ARB_REGULAR && !(late && own.kind != ARB_REGULAR) ? found : own;
    }
    const arb_found found = found_on_sheets(look, arb_sheets_illegal(look, look->before));
    return found.by == by ? found : (arb_found){ .kind = ARB_REGULAR };
}

/* Laws 7.5.2: the move that left a pawn on the last rank which still stands there. */
static arb_found left_pawn(const arb_state *s, const arb_history *history)
{
    for (arb_ply ply = s->ply; ply != 0; ply = arb_history_get(history, ply)->before) {
        const arb_ply_record *record = arb_history_get(history, ply);
        const arb_colour by = mover(history, ply);
        if (record->kind == ARB_PLY_HAND && record->hand.to < ARB_SQUARE_COUNT &&
            (s->pos.side[by].pawns & last_rank(by)) >> record->hand.to & 1 &&
            irregularity(s, history, ply) != ARB_REGULAR)
            return (arb_found){ .kind = irregularity(s, history, ply), .ply = ply, .by = by };
    }
    return (arb_found){ .kind = ARB_REGULAR };
}

/* What an impossible position on the board tells: where games are watched, an illegal move. */
static arb_found behind_position(const arb_look *look)
{
    if (look->regulations->supervision == ARB_SUPERVISION_LIMITED ||
        look->regulations->board == ARB_BOARD_WRITTEN ||
        !(arb_watchable(&look->before->pos) & arb_watch_of(look->event)))
        return (arb_found){ .kind = ARB_REGULAR };
    const arb_found pawn = look->event->verb == ARB_VERB_OBSERVE_LAST_RANK_PAWN
                               ? left_pawn(look->before, look->history)
                               : (arb_found){ .kind = ARB_REGULAR };
    return pawn.kind != ARB_REGULAR
               ? pawn
               : arb_irregular_in_record(look->before, look->history, 0, NOBODY);
}

/* Laws A.5.2: the old irregular move that the players could take back together. */
static arb_found correctable(const arb_look *look)
{
    const arb_found found = arb_irregular_in_record(look->before, look->history, 0, NOBODY);

    return found.kind == ARB_IRREGULAR_TWO_HANDS ? (arb_found){ .kind = ARB_REGULAR } : found;
}

arb_found arb_found_by_event(const arb_look *look)
{
    const uint8_t verb = look->event->verb;

    if (verb == ARB_VERB_CLAIM_ILLEGAL)
        return claimed(look);
    if (verb == ARB_VERB_OBSERVE_ILLEGAL)
        return arb_irregular_in_record(look->before, look->history, look->event->number, NOBODY);
    if (arb_watch_of(look->event))
        return behind_position(look);
    return verb == ARB_VERB_AGREE_CORRECT ? correctable(look) : (arb_found){ .kind = ARB_REGULAR };
}

arb_found arb_found_at_once(const arb_look *look)
{
    const bool by_claim = look->regulations->detection == ARB_DETECTION_MANUAL ||
                          look->book->illegal_claim_wins[look->regulations->play];

    if (look->regulations->board == ARB_BOARD_WRITTEN)
        return found_on_sheets(look, look->regulations->detection == ARB_DETECTION_AUTOMATIC);
    if (by_claim && !arb_is_unplayable(look))
        return (arb_found){ .kind = ARB_REGULAR };
    return (arb_found){ look->completed, look->after->ply, look->player, .last = true };
}
