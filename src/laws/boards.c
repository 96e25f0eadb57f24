/* SPDX-License-Identifier: MIT */
/*
 * A board for each player, where one of them cannot see (Laws, D.1, D.2.1): what stands on them,
 * and what is still to be executed there.
 *
 * The game's position is what was announced and made. A board shows what hands did on it, so that
 * it may come to differ. The last move lacks on the board of the player who then has the move,
 * until he executes it, or acts: whoever acts has executed what he was told.
 */
#include "laws/boards.h"

#include <string.h>

#include "arbitro/silence.h"
#include "laws/hands.h"

bool arb_is_spoken(const arb_state *s)
{
    return s->regulations->vision != 0;
}

/* Laws D.1 */
bool arb_has_two_boards(const arb_state *s)
{
    return s->regulations->boards == ARB_BOARDS_TWO;
}

bool arb_is_blind(const arb_state *s, arb_colour player)
{
    return arb_has_colour(s->regulations->vision, player) &&
           s->regulations->board == ARB_BOARD_SEEN;
}

bool arb_is_taken_for_move(const arb_state *s)
{
    return !arb_state_tells(s, ARB_SECRET_DISPLACEMENT);
}

arb_colour arb_executes(const arb_state *s)
{
    return arb_is_taken_for_move(s) ? arb_opponent((arb_colour)s->turn) : (arb_colour)s->turn;
}

bool arb_is_executed(const arb_state *s)
{
    return arb_is_taken_for_move(s) ? s->boards.ahead : s->boards.executed;
}

/* Executes the last move on this board: the squares that it changed show what the position has. */
static void execute_last(arb_piece *board, const arb_state *s)
{
    for (unsigned i = 0; i < ARB_SQUARE_COUNT; i++)
        if (s->boards.changed >> i & 1)
            board[i] = arb_pos_piece(&s->pos, (arb_square)i);
}

const arb_piece *arb_boards_acting(arb_piece out[ARB_SQUARE_COUNT], const arb_state *s)
{
    const arb_boards *boards = &s->boards;

    if (!boards->executed) {
        memcpy(out, boards->lacking, sizeof boards->lacking);
        execute_last(out, s);
    } else {
        memcpy(out, boards->piece[s->turn], sizeof boards->piece[s->turn]);
    }
    return out;
}

/* What another move than the last would have changed. */
static void displace(arb_piece *board, const arb_attempt *attempt)
{
    const arb_hand hand = attempt->hand;
    arb_piece piece = board[hand.from];

    if (hand.promotion != ARB_ROLE_NONE && piece != ARB_PIECE_NONE)
        piece = arb_piece_of(arb_piece_colour(piece), (arb_role)hand.promotion);
    board[hand.from] = ARB_PIECE_NONE;
    board[hand.to] = piece;
    if (attempt->castling && attempt->rook != ARB_SQUARE_NONE) {
        piece = board[attempt->rook];
        board[attempt->rook] = ARB_PIECE_NONE;
        board[attempt->rook_to] = piece;
    }
}

/* Laws D.2.1 */
void arb_boards_after(arb_piece out[ARB_SQUARE_COUNT], const arb_look *look)
{
    const arb_attempt *attempt = &look->attempt;
    arb_pos before, after;

    const arb_boards *boards = &look->before->boards;
    const bool ahead = arb_is_taken_for_move(look->before) && !boards->ahead;

    memcpy(out, ahead ? boards->piece[arb_executes(look->before)] : boards->lacking,
           sizeof boards->lacking);
    if (attempt->kind != ARB_ATTEMPT_LEGAL || !arb_before_last(&before, look)) {
        displace(out, attempt);
        return;
    }
    arb_pos_play(&after, &before, attempt->move);
    for (unsigned i = 0; i < ARB_SQUARE_COUNT; i++) {
        const arb_piece piece = arb_pos_piece(&after, (arb_square)i);
        if (piece != arb_pos_piece(&before, (arb_square)i))
            out[i] = piece;
    }
}

/* Laws D.2.9 */
bool arb_boards_differ(const arb_state *s, arb_colour player, const arb_pos *pos)
{
    const arb_setup setup = arb_pos_setup(pos);
    arb_piece acting[ARB_SQUARE_COUNT];
    const arb_piece *board =
        player == s->turn ? arb_boards_acting(acting, s) : s->boards.piece[player];

    return memcmp(board, setup.piece, sizeof setup.piece) != 0;
}

arb_setup arb_state_board_of(const arb_state *state, arb_colour player)
{
    arb_setup setup = arb_state_board(state);

    if (!arb_has_two_boards(state) || (player == state->turn && arb_hands_at_work(state)))
        return setup;
    memcpy(setup.piece, state->boards.piece[player], sizeof setup.piece);
    return setup;
}

/* Laws 7.5.1, D.2.1 */
arb_setup arb_state_board_taken(const arb_state *state)
{
    arb_setup setup = arb_state_board(state);
    const arb_setup pos = arb_pos_setup(&state->pos);
    arb_piece own[ARB_SQUARE_COUNT];

    if (!arb_has_two_boards(state))
        return setup;
    if (!arb_is_taken_for_move(state))
        return pos;
    (void)arb_boards_acting(own, state);
    for (unsigned i = 0; i < ARB_SQUARE_COUNT; i++)
        if (setup.piece[i] == own[i])
            setup.piece[i] = pos.piece[i];
    return setup;
}

arb_colour arb_state_announced(const arb_state *state)
{
    return (arb_colour)state->boards.spoken_by;
}

bool arb_state_is_repeated(const arb_state *state)
{
    return state->boards.repeated;
}

/* ---- what changes them ---- */

static void say_nothing(arb_boards *boards)
{
    boards->spoken_by = NOBODY;
    boards->spoken = (arb_utterance){ .said = ARB_SAID_NOTHING };
    boards->repeated = false;
}

void arb_boards_set(arb_state *s)
{
    arb_boards *boards = &s->boards;

    say_nothing(boards);
    if (!arb_is_spoken(s))
        return;
    const arb_setup setup = arb_pos_setup(&s->pos);
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        memcpy(boards->piece[c], setup.piece, sizeof setup.piece);
    boards->changed = 0;
    boards->executed = true;
    boards->ahead = false;
}

void arb_boards_left(arb_state *s, arb_colour player, const arb_piece *left, const arb_pos *before)
{
    const arb_colour other = arb_opponent(player);
    arb_boards *boards = &s->boards;

    if (!arb_is_spoken(s))
        return;
    const arb_setup was = arb_pos_setup(before), is = arb_pos_setup(&s->pos);
    memcpy(boards->piece[player], left, sizeof boards->piece[player]);
    if (!boards->ahead)
        memcpy(boards->lacking, boards->piece[other], sizeof boards->lacking);
    boards->changed = 0;
    for (unsigned i = 0; i < ARB_SQUARE_COUNT; i++)
        boards->changed |= (uint64_t)(was.piece[i] != is.piece[i]) << i;
    boards->executed = boards->ahead;
    boards->ahead = false;
    if (boards->spoken_by != player)
        say_nothing(boards);
}

void arb_boards_read_out(arb_state *s, arb_colour player, const arb_pos *before, arb_move move)
{
    arb_piece left[ARB_SQUARE_COUNT];

    if (!arb_is_spoken(s))
        return;
    const arb_setup was = arb_pos_setup(before), is = arb_pos_setup(&s->pos);
    memcpy(left, s->boards.piece[player], sizeof left);
    for (unsigned i = 0; i < ARB_SQUARE_COUNT; i++)
        if (was.piece[i] != is.piece[i])
            left[i] = is.piece[i];
    arb_boards_left(s, player, left, before);
    s->boards.made = move;
}

void arb_boards_hush(arb_state *s)
{
    say_nothing(&s->boards);
}

void arb_boards_execute(arb_state *s)
{
    arb_piece acting[ARB_SQUARE_COUNT];

    if (s->boards.executed)
        return;
    memcpy(s->boards.piece[s->turn], arb_boards_acting(acting, s), sizeof acting);
    s->boards.executed = true;
}

void arb_boards_correct(arb_state *s, arb_colour player)
{
    const arb_setup setup = arb_pos_setup(&s->pos);

    memcpy(s->boards.piece[player], setup.piece, sizeof setup.piece);
    if (player != s->turn) {
        s->boards.ahead = false; /* what he executed before it was completed is undone */
        return;
    }
    s->boards.executed = true;
    arb_hands_rest(s); /* what stood there before his hands did anything */
    s->standing.on_board = false;
    arb_forget_touches(s);
}
