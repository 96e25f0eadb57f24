/* SPDX-License-Identifier: MIT */
/*
 * Hands at the board: pieces touched, lifted, taken off, put down, one after the other; and a move
 * that is told as a whole, which is the same displacements at once (Laws, 4.3 to 4.7).
 */
#include <assert.h>

#include "laws/boards.h"
#include "laws/hands.h"

/* ---- touching */

static void note_touch(arb_touched *touched, unsigned man)
{
    if (man >= ARB_SQUARE_COUNT)
        return; /* a piece from the box has no square that could bind */
    for (unsigned i = 0; i < touched->count; i++)
        if (touched->square[i] == man)
            return;
    if (touched->count < ARB_TOUCHED_MAX)
        touched->square[touched->count++] = (arb_square)man;
}

static bool touch(arb_state *s, arb_square square, bool lift)
{
    const arb_men men = arb_men_of(s);
    const unsigned man = arb_men_at(&men, square);

    if (man == NO_MAN || !arb_hands_hold(&s->hands, man, lift))
        return false;
    note_touch(&s->touched, man);
    return true;
}

/* Laws 4.3.3, 4.4.1: the king counts as touched before other pieces of one's own, and these before
 * the opponent's. */
static int rank_together(const arb_state *s, const arb_men *men, unsigned man)
{
    if (man == NO_MAN || arb_piece_colour(men->piece[man]) != s->turn)
        return 2;
    return arb_piece_role(men->piece[man]) == ARB_KING ? 0 : 1;
}

/* When the order is unknown, that is it; and the hand goes on with the first of them. */
static void touch_together(arb_state *s, const arb_event *e)
{
    const arb_men men = arb_men_of(s);

    for (int pass = 0; pass < 6; pass++)
        for (unsigned i = 0; i < e->square_count; i++) {
            const unsigned man = arb_men_at(&men, e->square[i]);
            if (man == NO_MAN || rank_together(s, &men, man) != (pass < 3 ? pass : 5 - pass))
                continue;
            if (pass < 3)
                note_touch(&s->touched, man);
            else
                (void)arb_hands_hold(&s->hands, man, false);
        }
}

static bool take_touch(arb_state *s, const arb_event *e)
{
    bool all = true;

    if (e->flags & ARB_EVENT_TOGETHER) {
        touch_together(s, e);
        return true;
    }
    for (unsigned i = 0; i < e->square_count; i++)
        all = touch(s, e->square[i], false) && all;
    return all;
}

/* ---- touching in reply */

bool arb_hands_await_reply(const arb_state *s)
{
    const arb_colour player = (arb_colour)s->turn;

    /* Laws D.2.3, D.2.5: of who cannot see nothing is made yet; who sees makes his move without
     * words, too, and a reply to what is none must not be refused where one to a move is not */
    if (arb_is_blind(s, player) && !(arb_has_spoken(s, player) && arb_is_placed(s)))
        return false;
    return arb_hands_illegal(s) ||
           (!arb_needs_press(s) && s->regulations->book->unpromoted_becomes_queen &&
            arb_hands_unpromoted(
                s)); /* without a press nobody else says that it is whole (7.5.2) */
}

void arb_hands_touch_in_reply(arb_state *s, const arb_event *event)
{
    arb_replying *replying = &s->replying;

    for (unsigned i = 0; i < event->square_count && replying->count < ARB_TOUCHED_MAX; i++)
        replying->square[replying->count++] = event->square[i];
}

void arb_hands_go_on_replying(arb_state *s)
{
    for (unsigned i = 0; i < s->replying.count; i++)
        (void)touch(s, s->replying.square[i], false);
}

/* ---- taking off */

static bool take_off(arb_state *s, arb_square square, bool implied)
{
    const arb_men men = arb_men_of(s);
    const unsigned man = arb_men_at(&men, square);

    if (man == NO_MAN || !arb_hands_add(s, (arb_deed){ .kind = ARB_DEED_REMOVED,
                                                       .from = square,
                                                       .to = ARB_SQUARE_NONE,
                                                       .piece = men.piece[man],
                                                       .man = (uint8_t)man,
                                                       .implied = implied }))
        return false;
    arb_hands_let_go(&s->hands, man);
    note_touch(&s->touched, man);
    return true;
}

/* ---- putting down */

/* The number of the next piece from the box. */
static uint8_t next_man(const arb_state *s)
{
    return (uint8_t)arb_men_of(s).count;
}

static bool put_new(arb_state *s, arb_square square, arb_piece piece)
{
    return arb_hands_add(s, (arb_deed){ .kind = ARB_DEED_PUT,
                                        .from = ARB_SQUARE_NONE,
                                        .to = square,
                                        .piece = piece,
                                        .man = next_man(s) });
}

/* Where the piece stood before it was lifted. */
static uint8_t stood(const arb_state *s, unsigned man)
{
    arb_state without = *s;

    without.hands.held_count = without.hands.lifted = 0;
    return arb_men_of(&without).where[man];
}

static bool put_down(arb_state *s, unsigned man, arb_square to)
{
    const arb_square from = stood(s, man);

    if (from != to && !arb_hands_add(s, (arb_deed){ .kind = ARB_DEED_MOVED,
                                                    .from = from,
                                                    .to = to,
                                                    .piece = arb_men_of(s).piece[man],
                                                    .man = (uint8_t)man }))
        return false;
    arb_hands_let_go(&s->hands, man);
    note_touch(&s->touched, man);
    return true;
}

/* A piece that was taken off comes back to the square where it stood. */
static bool put_back(arb_state *s, unsigned man)
{
    return arb_hands_add(s, (arb_deed){ .kind = ARB_DEED_PUT,
                                        .from = ARB_SQUARE_NONE,
                                        .to = (arb_square)man,
                                        .piece = arb_men_of(s).piece[man],
                                        .man = (uint8_t)man });
}

/* The piece is put there: a new one, one that was taken off, or one from the board. */
static bool put(arb_state *s, unsigned man, arb_piece piece, arb_square to)
{
    if (man == NO_MAN)
        return put_new(s, to, piece);
    return stood(s, man) == OFF_THE_BOARD ? put_back(s, man) : put_down(s, man, to);
}

/* Laws 4.7.2: a king of whom nothing was said goes to one of the squares where he castles. */
static bool goes_to_castle(const arb_state *s, const arb_event *e)
{
    enum { C_FILE = 2, G_FILE = 6 }; /* where a castling king arrives (II.3.2.6) */
    const arb_square king = (arb_square)__builtin_ctzll(s->pos.side[s->turn].king);
    const unsigned file = arb_square_file(e->square[0]);

    return (e->role == ARB_ROLE_NONE || e->role == ARB_KING) && !arb_hands_at_work(s) &&
           arb_square_rank(king) == arb_square_rank(e->square[0]) &&
           (file == C_FILE || file == G_FILE);
}

/* The piece that an event names, its own colour unless it says which. */
static arb_piece named_piece(const arb_state *s, const arb_event *e)
{
    const arb_colour colour = e->colours ? arb_named(e) : (arb_colour)s->turn;

    return arb_piece_of(colour, (arb_role)e->role);
}

/* The piece held last; of the opponent's that is only touched where it stands, one goes on with
 * one's own. */
static unsigned held_last(const arb_state *s, const arb_men *men, const arb_event *e)
{
    const arb_hands *hands = &s->hands;

    for (unsigned i = hands->held_count; i-- > 0;) {
        const unsigned man = hands->held[i];
        const bool own = arb_piece_colour(men->piece[man]) == s->turn;
        const bool stays = men->where[man] == e->square[0];
        if (own || !stays || i == 0)
            return man;
    }
    return NO_MAN;
}

/* Could a legal move come of it, if that piece is put there? */
static bool would_fit(const arb_state *s, unsigned man, arb_piece piece, arb_square to)
{
    arb_state after = *s;

    return put(&after, man, piece, to) && (!arb_hands_at_work(&after) || arb_hands_begun(&after));
}

static unsigned held_named(const arb_state *s, const arb_men *men, arb_piece piece)
{
    for (unsigned i = s->hands.held_count; i-- > 0;)
        if (men->piece[s->hands.held[i]] == piece)
            return s->hands.held[i];
    return NO_MAN;
}

/* Which piece a name means: one that was taken off that square, and is put back; one that is held,
 * unless only a new one makes sense there (3.7.3.3). */
static unsigned named_man(const arb_state *s, const arb_men *men, arb_piece piece, arb_square to)
{
    const unsigned held = held_named(s, men, piece);

    if (men->where[to] == OFF_THE_BOARD && men->piece[to] == piece)
        return to;
    return !would_fit(s, held, piece, to) && would_fit(s, NO_MAN, piece, to) ? (unsigned)NO_MAN
                                                                             : held;
}

bool arb_hands_released(unsigned *man, arb_piece *piece, const arb_state *s, const arb_event *event)
{
    const arb_men men = arb_men_of(s);
    const bool named = event->role != ARB_ROLE_NONE;

    *piece = named ? named_piece(s, event) : (arb_piece)ARB_PIECE_NONE;
    *man = named ? named_man(s, &men, *piece, event->square[0]) : held_last(s, &men, event);
    if (*man == NO_MAN && goes_to_castle(s, event) &&
        (!named || *piece == arb_piece_of((arb_colour)s->turn, ARB_KING)))
        *man = (unsigned)__builtin_ctzll(s->pos.side[s->turn].king);
    return *man != NO_MAN || named;
}

/* Laws 4.7.2: does a king let go where no legal move takes him bind to another move of his? Only
 * where the touches leave him one: what was touched before binds first. */
static bool binds_king(const arb_state *s, arb_square king, arb_square to, const arb_move *allowed,
                       size_t count)
{
    arb_move legal[ARB_MOVES_MAX];
    const size_t legals = arb_pos_moves(legal, &s->pos);

    if (s->touched.to != ARB_SQUARE_NONE ||
        arb_pos_piece(&s->pos, king) != arb_piece_of((arb_colour)s->turn, ARB_KING) ||
        arb_square_rank(king) != arb_square_rank(to))
        return false;
    for (size_t i = 0; i < legals; i++)
        if (arb_move_lands(legal[i], king) == to)
            return false;
    for (size_t i = 0; i < count; i++)
        if (arb_move_from(allowed[i]) == king)
            return true;
    return false;
}

/* Laws 4.7, 4.4.4: what was let go as part of a legal move that is still allowed binds; and so, in
 * another way, does a king who cannot castle there (4.7.2). What is back where it was binds to
 * nothing more. */
static void bind(arb_state *s, unsigned man, arb_square to, const arb_move *allowed, size_t count)
{
    const arb_men men = arb_men_of(s);
    arb_touched *touched = &s->touched;
    const arb_role role = arb_piece_role(men.piece[man]);
    bool fits = false;

    if (man == to)
        return;
    for (size_t i = 0; i < count && !fits; i++)
        fits = arb_hands_fit(s, &men, allowed[i]);
    if (man >= ARB_SQUARE_COUNT) {
        if (fits && role != ARB_PAWN) {
            touched->promotes_on = to;
            touched->promotes_to = (uint8_t)role;
        }
        return;
    }
    if (fits || binds_king(s, (arb_square)man, to, allowed, count)) {
        touched->from = (arb_square)man;
        touched->to = to;
    }
}

static bool take_release(arb_state *s, const arb_event *e)
{
    arb_move allowed[ARB_MOVES_MAX];
    const size_t count = arb_state_allowed(allowed, NULL, s);
    const arb_square to = e->square[0];
    unsigned man;
    arb_piece piece;

    if (!arb_hands_released(&man, &piece, s, e))
        return false;
    const unsigned box = next_man(s);
    if (!put(s, man, piece, to))
        return false;
    man = man == NO_MAN ? box : man;
    if (arb_hands_at_work(s) && !arb_is_blind(s, (arb_colour)s->turn)) /* Laws D.2.3, D.2.5 */
        bind(s, man, to, allowed, count);
    return true;
}

bool arb_hands_take(arb_state *s, const arb_event *event)
{
    bool done = false;

    switch (event->verb) {
    case ARB_VERB_TOUCH:
        done = take_touch(s, event);
        break;
    case ARB_VERB_LIFT:
        done = touch(s, event->square[0], true);
        break;
    case ARB_VERB_REMOVE:
        done = take_off(s, event->square[0], false);
        break;
    case ARB_VERB_RELEASE:
        done = take_release(s, event);
        break;
    default:
        break;
    }
    if (s->standing.on_board && event->verb != ARB_VERB_TOUCH)
        s->standing.on_board = arb_hands_illegal(s);
    return done;
}

/* ---- a move that is told as a whole */

static void tell(arb_state *s, arb_square from, arb_square to)
{
    const arb_piece piece = from != ARB_SQUARE_NONE ? arb_man_on(s, from) : ARB_PIECE_NONE;

    if (from != to &&
        piece != ARB_PIECE_NONE) /* on his own board nothing may stand there (D.2.9) */
        (void)arb_hands_add(
            s, (arb_deed){
                   .kind = ARB_DEED_MOVED, .from = from, .to = to, .piece = piece, .man = from });
}

void arb_hands_tell_move(arb_state *s, arb_move move)
{
    const arb_square from = arb_move_from(move), rook = arb_move_rook(move);
    const arb_square captured = arb_move_captured(&s->pos, move);
    const arb_colour turn = (arb_colour)s->turn;

    arb_hands_rest(s);
    note_touch(&s->touched, from);
    if (captured != ARB_SQUARE_NONE)
        (void)take_off(s, captured, true);
    if (arb_move_promotion(move) != ARB_ROLE_NONE) {
        (void)take_off(s, from, false);
        (void)put_new(s, arb_move_to(move), arb_piece_of(turn, arb_move_promotion(move)));
        return;
    }
    tell(s, from, arb_move_to(move));
    if (rook != ARB_SQUARE_NONE)
        tell(s, rook, arb_move_lands(move, rook));
}

void arb_hands_tell_attempt(arb_state *s, const arb_attempt *attempt)
{
    const arb_hand hand = attempt->hand;

    arb_hands_rest(s);
    note_touch(&s->touched, hand.from);
    if (attempt->castling) {
        const arb_square rook = attempt->rook;
        note_touch(&s->touched, rook);
        tell(s, hand.from, hand.to);
        tell(s, rook, attempt->rook_to);
        return;
    }
    (void)take_off(s, hand.to, true);
    if (hand.promotion == ARB_ROLE_NONE) {
        tell(s, hand.from, hand.to);
        return;
    }
    const arb_piece piece = arb_men_of(s).piece[hand.from];
    (void)take_off(s, hand.from, false);
    (void)put_new(s, hand.to, arb_piece_of(arb_piece_colour(piece), (arb_role)hand.promotion));
}
