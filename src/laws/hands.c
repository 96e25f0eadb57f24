/* SPDX-License-Identifier: MIT */
/*
 * What the hands of the player who has the move have done with the pieces, one after the other, and
 * what that comes to: a legal move, a part of one, or neither (Laws, 4.6, 4.7, II.3.2).
 *
 * Every piece is named by the square on which it stood when the player began, so that two pieces
 * can be on their way to the same square, and a captured one can still stand where the other
 * arrived. Pieces from the box are named after those.
 */
#include "laws/hands.h"

#include <string.h>

#include "board/bits.h"
#include "laws/boards.h"

/* ---- the pieces, where they are by now */

static void look_at_deed(arb_men *men, const arb_deed *deed, uint8_t order)
{
    if (deed->kind == ARB_DEED_PUT && deed->man >= ARB_SQUARE_COUNT) { /* else one put back */
        men->piece[deed->man] = deed->piece;
        men->count = deed->man + 1u;
    }
    men->where[deed->man] = deed->kind == ARB_DEED_REMOVED ? OFF_THE_BOARD : deed->to;
    men->since[deed->man] = order;
}

arb_men arb_men_of(const arb_state *s)
{
    const arb_setup setup = arb_pos_setup(&s->pos);
    const arb_hands *hands = &s->hands;
    arb_men men = { .count = ARB_SQUARE_COUNT };
    arb_piece own[ARB_SQUARE_COUNT];
    const arb_piece *board = arb_has_two_boards(s) ? arb_boards_acting(own, s) : setup.piece;

    for (unsigned i = 0; i < ARB_SQUARE_COUNT; i++) {
        men.piece[i] = board[i];
        men.where[i] = board[i] == ARB_PIECE_NONE ? OFF_THE_BOARD : (uint8_t)i;
    }
    for (unsigned i = hands->made; i < hands->count; i++)
        look_at_deed(&men, &hands->deed[i], (uint8_t)(i + 1));
    for (unsigned i = 0; i < hands->held_count; i++)
        if ((unsigned)hands->lifted >> i & 1u)
            men.where[hands->held[i]] = IN_THE_HAND;
    return men;
}

arb_piece arb_man_on(const arb_state *s, arb_square square)
{
    arb_piece own[ARB_SQUARE_COUNT];

    return arb_has_two_boards(s) ? arb_boards_acting(own, s)[square]
                                 : arb_pos_piece(&s->pos, square);
}

unsigned arb_men_at(const arb_men *men, arb_square square)
{
    unsigned found = NO_MAN;

    for (unsigned i = 0; i < men->count; i++)
        if (men->where[i] == square && (found == NO_MAN || men->since[i] < men->since[found]))
            found = i;
    return found;
}

static bool has_moved(const arb_men *men, unsigned man)
{
    if (man >= ARB_SQUARE_COUNT)
        return men->where[man] != OFF_THE_BOARD;
    return men->piece[man] != ARB_PIECE_NONE && men->where[man] != man;
}

static bool have_done_nothing(const arb_state *s)
{
    return s->hands.count == s->hands.made && s->hands.lifted == 0;
}

bool arb_hands_at_work(const arb_state *s)
{
    if (have_done_nothing(s))
        return false;
    const arb_men men = arb_men_of(s);
    for (unsigned i = 0; i < men.count; i++)
        if (has_moved(&men, i))
            return true;
    return false;
}

/* ---- what a legal move does with each of them */

/* Where `move` puts the rook that castles (II.3.2.6). */
static arb_square rook_lands(arb_move move)
{
    const bool kingside = arb_move_rook(move) > arb_move_from(move);

    return arb_square_at(kingside ? 5 : 3, arb_square_rank(arb_move_from(move)));
}

arb_square arb_move_lands(arb_move move, arb_square man)
{
    if (man == arb_move_from(move))
        return arb_move_to(move);
    return man == arb_move_rook(move) ? rook_lands(move) : man;
}

/* Where it is when the move is made. */
static uint8_t fate(const arb_pos *pos, arb_move move, unsigned man)
{
    const arb_square square = (arb_square)man;

    if (square == arb_move_captured(pos, move) ||
        (square == arb_move_from(move) && arb_move_promotion(move) != ARB_ROLE_NONE))
        return OFF_THE_BOARD;
    return arb_move_lands(move, square);
}

static bool promotes(arb_move move)
{
    return arb_move_promotion(move) != ARB_ROLE_NONE;
}

/* Does the piece from the box stand where `move` puts one of its kind? A pawn from the box stands
 * for the pawn itself. */
static bool fits_from_box(const arb_state *s, const arb_men *men, arb_move move, unsigned man)
{
    const arb_colour turn = (arb_colour)s->turn;
    const arb_piece piece = men->piece[man];

    if (!promotes(move) || men->where[man] != arb_move_to(move))
        return false;
    return piece == arb_piece_of(turn, arb_move_promotion(move)) ||
           piece == arb_piece_of(turn, ARB_PAWN);
}

bool arb_hands_fit(const arb_state *s, const arb_men *men, arb_move move)
{
    unsigned boxed = 0;

    for (unsigned i = 0; i < men->count; i++) {
        const uint8_t at = men->where[i];
        if (!has_moved(men, i) || at == IN_THE_HAND)
            continue;
        if (i >= ARB_SQUARE_COUNT) {
            if (!fits_from_box(s, men, move, i) || boxed++ > 0)
                return false;
        } else if (at != fate(&s->pos, move, i) &&
                   !(promotes(move) && i == arb_move_from(move) && at == arb_move_to(move))) {
            return false;
        }
    }
    return true;
}

/* Is the piece where the move has it in the end? What is in the hand is off the board. */
static bool has_arrived(const arb_state *s, const arb_men *men, arb_move move, unsigned man)
{
    const uint8_t at = men->where[man] == IN_THE_HAND ? OFF_THE_BOARD : men->where[man];

    return at == fate(&s->pos, move, man);
}

/* Has everything happened that belongs to the move, but that a pawn is left where its new piece
 * must stand, if it is `unpromoted`? */
static bool is_whole(const arb_state *s, const arb_men *men, arb_move move, bool unpromoted)
{
    const arb_square pawn = arb_move_from(move);
    const bool left = unpromoted && men->where[pawn] == arb_move_to(move);
    unsigned boxed = 0;

    for (unsigned i = 0; i < ARB_SQUARE_COUNT; i++)
        if (men->piece[i] != ARB_PIECE_NONE && !(left && i == pawn) &&
            !has_arrived(s, men, move, i))
            return false;
    for (unsigned i = ARB_SQUARE_COUNT; i < men->count; i++) {
        if (!has_moved(men, i))
            continue;
        if ((arb_piece_role(men->piece[i]) == ARB_PAWN) != unpromoted ||
            !fits_from_box(s, men, move, i))
            return false;
        boxed++;
    }
    return boxed == (promotes(move) && !left);
}

/* The legal move that the hands' work is, as a whole or up to its new piece. */
static bool find_whole(arb_move *out, const arb_state *s, bool unpromoted)
{
    if (!arb_has_two_boards(s) && have_done_nothing(s))
        return false;
    const arb_men men = arb_men_of(s);
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, &s->pos);

    for (size_t i = 0; i < count; i++)
        if ((!unpromoted || promotes(moves[i])) && is_whole(s, &men, moves[i], unpromoted)) {
            *out = moves[i];
            return true;
        }
    return false;
}

bool arb_hands_made(arb_move *out, const arb_state *s)
{
    return find_whole(out, s, false);
}

bool arb_hands_unpromoted(const arb_state *s)
{
    arb_move ignored;

    return find_whole(&ignored, s, true);
}

bool arb_hands_begun(const arb_state *s)
{
    const arb_men men = arb_men_of(s);
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, &s->pos);

    for (size_t i = 0; i < count; i++)
        if (arb_hands_fit(s, &men, moves[i]))
            return true;
    return false;
}

bool arb_hands_illegal(const arb_state *s)
{
    return arb_hands_at_work(s) && !arb_hands_begun(s);
}

/* ---- what is seen of it */

/* Takes away the rights that king or rook lose by leaving their squares, or by being captured. */
static void lose_rights(arb_setup *setup, const arb_men *men, unsigned man)
{
    if (man >= ARB_SQUARE_COUNT || !has_moved(men, man))
        return;
    setup->castling &= ~bit(man);
    if (arb_piece_role(men->piece[man]) == ARB_KING)
        setup->castling &= ~home_rank(arb_piece_colour(men->piece[man]));
}

arb_setup arb_hands_setup(const arb_state *s)
{
    const arb_men men = arb_men_of(s);
    const arb_colour turn = (arb_colour)s->turn;
    arb_setup setup = arb_pos_setup(&s->pos);
    uint8_t since[ARB_SQUARE_COUNT] = { 0 };

    setup.en_passant = ARB_SQUARE_NONE;
    if (setup.quiet_plies < UINT16_MAX)
        setup.quiet_plies++;
    if (turn == ARB_BLACK && setup.move_number < UINT16_MAX)
        setup.move_number++;
    setup.turn = (uint8_t)arb_opponent(turn);
    memset(setup.piece, ARB_PIECE_NONE, sizeof setup.piece);
    for (unsigned i = 0; i < men.count; i++) {
        const uint8_t at = men.where[i];
        lose_rights(&setup, &men, i);
        if (has_moved(&men, i) && (at == OFF_THE_BOARD || arb_piece_role(men.piece[i]) == ARB_PAWN))
            setup.quiet_plies = 0; /* a capture, or a pawn */
        if (at < ARB_SQUARE_COUNT &&
            (setup.piece[at] == ARB_PIECE_NONE || men.since[i] >= since[at])) {
            if (setup.piece[at] != ARB_PIECE_NONE) { /* it stands in the place of another */
                setup.quiet_plies = 0;
                setup.castling &= ~bit(at);
            }
            setup.piece[at] = men.piece[i];
            since[at] = men.since[i];
        }
    }
    return setup;
}

/* What is put where a piece went: its own kind, or what came from the box instead. */
static arb_hand shown_man(const arb_men *men, unsigned man)
{
    arb_hand hand = { (arb_square)man, men->where[man], ARB_ROLE_NONE };

    if (hand.to < ARB_SQUARE_COUNT)
        return hand;
    hand.to = hand.from;
    if (arb_piece_role(men->piece[man]) != ARB_PAWN)
        return hand;
    for (unsigned i = ARB_SQUARE_COUNT; i < men->count; i++)
        if (men->where[i] < ARB_SQUARE_COUNT) {
            hand.to = men->where[i];
            if (arb_piece_role(men->piece[i]) != ARB_PAWN)
                hand.promotion = (uint8_t)arb_piece_role(men->piece[i]);
        }
    return hand;
}

/* How much a piece tells of the move that was meant: the king most, then one's own that went
 * somewhere, then what was taken away. */
static unsigned weight(const arb_state *s, const arb_men *men, unsigned man)
{
    const bool own = arb_piece_colour(men->piece[man]) == s->turn;
    const arb_hand hand = shown_man(men, man);

    if (!has_moved(men, man))
        return 0;
    if (hand.to == hand.from)
        return own ? 2 : 1;
    return !own ? 3 : arb_piece_role(men->piece[man]) == ARB_KING ? 5 : 4;
}

arb_hand arb_hands_shown(const arb_state *s)
{
    const arb_men men = arb_men_of(s);
    arb_hand hand = { ARB_SQUARE_NONE, ARB_SQUARE_NONE, ARB_ROLE_NONE };
    unsigned most = 0;

    for (unsigned i = 0; i < ARB_SQUARE_COUNT; i++)
        if (men.piece[i] != ARB_PIECE_NONE && weight(s, &men, i) > most) {
            most = weight(s, &men, i);
            hand = shown_man(&men, i);
        }
    for (unsigned i = ARB_SQUARE_COUNT; i < men.count && most == 0; i++)
        if (men.where[i] < ARB_SQUARE_COUNT) /* something from the box, and nothing else */
            hand = (arb_hand){ men.where[i], men.where[i], ARB_ROLE_NONE };
    return hand;
}

size_t arb_state_deeds(arb_deed *out, const arb_state *state)
{
    memcpy(out, state->hands.deed, state->hands.count * sizeof *out);
    return state->hands.count;
}
