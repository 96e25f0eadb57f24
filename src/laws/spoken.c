/* SPDX-License-Identifier: MIT */
/*
 * Announcements and repetitions: whose move they are about, in which position they are understood,
 * and what was heard (Laws, D.2.1, D.2.3.3, D.2.8).
 */
#include "arbitro/announce.h"
#include "laws/boards.h"
#include "laws/hands.h"

/* Words that nobody could repeat are not listened to the end. */
enum { SPOKEN_MAX = 512 };

bool arb_has_spoken(const arb_state *s, arb_colour player)
{
    return s->boards.spoken_by == player;
}

bool arb_has_announced(const arb_state *s, arb_colour player)
{
    return arb_has_spoken(s, player) && s->boards.spoken.said == ARB_SAID_MOVE;
}

/* Has the opponent of who made the last move laid hands on a piece since? */
static bool is_answered(const arb_state *s)
{
    return s->touched.count > 0 || arb_hands_at_work(s);
}

/* Can what was announced for the last move still be put right: has nobody pressed or answered? */
static bool is_open(const arb_state *s, arb_colour player)
{
    return s->turn != player && arb_state_is_uncompleted(s, player) && !is_answered(s);
}

/* Laws D.2.8 */
bool arb_is_slip(const arb_state *s)
{
    const arb_colour player = arb_opponent((arb_colour)s->turn);

    return arb_is_spoken(s) && is_open(s, player) && arb_has_announced(s, player) &&
           !arb_move_equal(s->boards.spoken.move, s->boards.made);
}

bool arb_before_last(arb_pos *out, const arb_look *look)
{
    const arb_ply_record *last = arb_history_get(look->history, look->before->ply);

    if (look->as_made || arb_is_taken_for_move(look->before)) {
        *out = look->before->pos;
        return true;
    }
    return (last->kind == ARB_PLY_MOVE || last->kind == ARB_PLY_HAND) &&
           arb_history_position(out, look->history, last->before);
}

/* Was the last move announced? Of what is no move (7.5.1) the words cannot be one either. */
static bool is_last_announced(const arb_look *look, arb_colour player)
{
    const arb_ply_record *last = arb_history_get(look->history, look->before->ply);

    return last->kind == ARB_PLY_HAND ? arb_has_spoken(look->before, player)
                                      : arb_has_announced(look->before, player);
}

/* Has the last move still to be announced, or can that be put right? */
static bool is_of_last(const arb_look *look, arb_colour player)
{
    const arb_state *s = look->before;

    return s->turn != player &&
           (is_open(s, player) || (!is_last_announced(look, player) && !is_answered(s)));
}

/* Is the opponent's move not completed, and has the player not begun to reply to it? Whether what
 * stands there is a move shows when it is. */
static bool is_too_early(const arb_state *s, arb_colour player)
{
    return arb_state_is_uncompleted(s, arb_opponent(player)) && !arb_hands_at_work(s);
}

/* Laws D.2.1, D.2.8 */
bool arb_announced_in(arb_pos *out, const arb_look *look, arb_colour player)
{
    const arb_state *s = look->before;

    if (s->turn != player)
        return is_of_last(look, player) && arb_before_last(out, look);
    *out = s->pos;
    if (arb_is_taken_for_move(s))
        return s->replying.count == 0;
    return !is_too_early(s, player);
}

/* Laws D.2.10.2 */
arb_colour arb_announced_for(const arb_look *look)
{
    const arb_state *s = look->before;
    const arb_colour last = arb_opponent((arb_colour)s->turn);
    arb_pos pos;

    if (!arb_is_assistant(look))
        return arb_actor_colour((arb_actor)look->event->actor);
    return is_of_last(look, last) && arb_before_last(&pos, look) ? last : (arb_colour)s->turn;
}

/* Laws D.2.1, D.2.3 */
bool arb_is_made_by(arb_move *out, const arb_state *s, const arb_utterance *heard)
{
    arb_move move;

    if (!arb_is_blind(s, (arb_colour)s->turn) || heard->said != ARB_SAID_MOVE ||
        !arb_hands_made(&move, s) ||
        (!arb_needs_press(s) && !arb_move_equal(move, heard->move))) /* nothing could correct it */
        return false;
    *out = move;
    return true;
}

/* Does one of his pieces, or a new one, stand elsewhere than before? */
static bool stands_elsewhere(const arb_state *s)
{
    const arb_men men = arb_men_of(s);

    for (unsigned i = 0; i < men.count; i++)
        if (men.where[i] < ARB_SQUARE_COUNT && men.where[i] != i)
            return true;
    return false;
}

/* Laws D.2.3, D.2.4: an illegal move, or a pawn without its new piece, is made like others. */
bool arb_is_placed(const arb_state *s)
{
    const arb_colour player = (arb_colour)s->turn;

    return arb_has_spoken(s, player) && stands_elsewhere(s) &&
           (arb_hands_illegal(s) || arb_hands_unpromoted(s));
}

bool arb_awaits_words(const arb_state *s)
{
    arb_move move;

    return arb_hands_made(&move, s) ||
           (arb_is_blind(s, (arb_colour)s->turn) && stands_elsewhere(s) && arb_hands_illegal(s));
}

static arb_utterance read(const arb_look *look, const arb_pos *pos)
{
    const arb_language *language = look->regulations->announced_in;
    char text[SPOKEN_MAX];
    arb_reading reading;
    const size_t size = arb_event_text(text, sizeof text, look->event);

    if (size >= sizeof text ||
        arb_announcement_read(&reading, NULL, pos, text, size, language) != ARB_OK)
        return (arb_utterance){ .said = ARB_SAID_UNREADABLE };
    if (reading.kind == ARB_READING_LEGAL)
        return (arb_utterance){ .said = ARB_SAID_MOVE, .move = reading.move };
    if (reading.kind == ARB_READING_AMBIGUOUS)
        return (arb_utterance){ .said = ARB_SAID_SEVERAL };
    return (arb_utterance){ .said = ARB_SAID_NO_MOVE, .article = (uint16_t)reading.article };
}

/* Laws D.2.1, D.2.10.2 */
bool arb_is_said_otherwise(const arb_look *look)
{
    const arb_state *s = look->before;
    const arb_utterance *heard = &look->heard;
    const bool read = heard->said == ARB_SAID_MOVE || heard->said == ARB_SAID_NO_MOVE;
    arb_move move = s->boards.made;

    const bool late = s->turn != look->player && !arb_state_is_uncompleted(s, look->player);

    if (!arb_is_assistant(look) || !read || late) /* then D.2.8 says so */
        return false;
    if (s->turn == look->player && !arb_hands_made(&move, s))
        return arb_hands_at_work(s) && arb_hands_illegal(s) && heard->said == ARB_SAID_MOVE;
    return heard->said != ARB_SAID_MOVE || !arb_move_equal(heard->move, move);
}

arb_utterance arb_utterance_of(const arb_look *look)
{
    const arb_state *s = look->before;
    const arb_utterance nothing = { .said = ARB_SAID_NOTHING };
    arb_pos pos;
    bool known = false;

    if (!arb_is_spoken(s))
        return nothing;
    if (look->event->verb == ARB_VERB_ANNOUNCE)
        known = arb_announced_in(&pos, look, look->player);
    else if (s->boards.spoken_by == s->turn) {
        pos = s->pos;
        known = true;
    } else {
        known = arb_before_last(&pos, look);
    }
    return known ? read(look, &pos) : nothing;
}
