/* SPDX-License-Identifier: MIT */
/*
 * Bytes that choose a start and then moves. After every move the library and the reference board
 * agree on the position, its moves and its key; the record of the game counts repetitions as a
 * naive count does; and displacements are matched or refused as they should be.
 *
 * The first byte chooses the start: 0 a Chess960 start by the next two bytes, 1 a FEN up to the
 * next line end, anything else pieces on squares, two bytes each, up to a pair of zeros. After that
 * each byte below 240 plays one of the legal moves, and the others are explained at `step`.
 */
#include <string.h>

#include "arbitro/chess960.h"
#include "arbitro/fen.h"
#include "arbitro/history.h"
#include "fuzz.h"
#include "support/compare.h"

enum { PLIES_MAX = 96 };

typedef struct input {
    const uint8_t *data;
    size_t left;
} input;

struct game {
    arb_history *history;
    /* By ply number: what stands on the board, and the same without what means nothing. */
    arb_setup line[PLIES_MAX], normal[PLIES_MAX];
    arb_ply size, now;
    unsigned hands; /* how often all displacements were compared: it takes long */
};

static uint8_t next_byte(input *in)
{
    if (in->left == 0)
        return 0;
    in->left--;
    return *in->data++;
}

static arb_setup pieces_on_squares(input *in)
{
    arb_setup setup = arb_setup_empty();

    for (uint8_t piece = next_byte(in); in->left > 0; piece = next_byte(in)) {
        const uint8_t square = next_byte(in);

        if (piece == 0 && square == 0)
            break;
        if (piece % 16 == 15)
            setup.castling ^= UINT64_C(1) << (square % 8 + (square & 8 ? 56u : 0u));
        else if (piece % 16 == 7)
            setup.en_passant = square % 64;
        else if (piece % 8 != 0)
            setup.piece[square % 64] = piece % 16;
        else
            setup.turn = piece % 16 == 8 ? ARB_BLACK : ARB_WHITE;
    }
    return setup;
}

static arb_setup chosen_start(input *in)
{
    const uint8_t kind = next_byte(in);
    arb_setup setup = arb_setup_initial();

    if (kind == 0) {
        const unsigned high = next_byte(in);
        return arb_chess960_setup((high * 256 + next_byte(in)) % ARB_CHESS960_COUNT);
    }
    if (kind != 1)
        return pieces_on_squares(in);
    const uint8_t *text = in->data;
    while (in->left > 0 && *in->data != '\n') {
        in->data++;
        in->left--;
    }
    if (arb_fen_read(&setup, NULL, (const char *)text, (size_t)(in->data - text), NULL) != ARB_OK)
        setup = arb_setup_empty();
    (void)next_byte(in);
    return setup;
}

static void require_same(const char *difference)
{
    require(difference == NULL, difference);
}

static void check_occurrences(const struct game *game)
{
    const arb_setup *now = &game->normal[game->now];
    unsigned same = 0;

    for (arb_ply i = game->now; i != ARB_PLY_NONE; i = arb_history_get(game->history, i)->before) {
        const arb_setup *then = &game->normal[i];

        same += memcmp(then->piece, now->piece, sizeof now->piece) == 0 &&
                then->turn == now->turn && then->castling == now->castling &&
                then->en_passant == now->en_passant;
    }
    require(arb_history_occurrences(game->history, game->now, ARB_IDENTITY_MOVES) == same,
            "a position is counted as often as it stood there");
}

static void add_ply(struct game *game, const slow_move *chosen)
{
    const arb_ply_note clocks = { .clock_ms = { 0, 0 } };
    const arb_ply before = game->now;
    arb_move move;
    arb_pos pos;

    require(arb_history_position(&pos, game->history, before), "the position can be made again");
    require(find_move(&move, &pos, *chosen), "the move is in the list");
    const unsigned foretold =
        arb_history_occurrences_after(game->history, before, move, ARB_IDENTITY_MOVES);
    require(arb_history_play(&game->now, game->history, before, move, &clocks) == ARB_OK,
            "a legal move is recorded");
    require(game->now == game->size, "plies are numbered in their order");
    game->line[game->size] = slow_play(&game->line[before], *chosen);
    game->normal[game->size] = slow_normal(&game->line[game->size]);
    game->size++;
    check_occurrences(game);
    require(arb_history_occurrences(game->history, game->now, ARB_IDENTITY_MOVES) == foretold,
            "the count was foretold");
}

/* One byte below 240 plays; 240 to 247 compare all hands; 248 to 255 take plies back. */
static bool step(struct game *game, uint8_t byte)
{
    const arb_setup *setup = &game->line[game->now];
    slow_move moves[ARB_MOVES_MAX];
    arb_pos pos;

    require(!arb_faults_hard(arb_pos_from_setup(&pos, setup)), "play leads to positions");
    if (byte >= 248) {
        game->now = game->now > byte - 247u ? game->now - (byte - 247u) : 0;
        return true;
    }
    if (byte >= 240) {
        if (game->hands++ < 2)
            require_same(compare_hands(&pos, setup, byte % 2 == 0 ? ARB_STANDARD : ARB_CHESS960));
        return true;
    }
    require_same(compare_board(&pos, setup));
    require_same(compare_moves(&pos, setup));
    if (byte % 4 == 3)
        require_same(compare_queries(&pos, setup));
    if (byte % 16 == 7)
        require_same(compare_plays(&pos, setup));
    const size_t count = slow_moves(moves, setup);
    if (count == 0 || game->size == PLIES_MAX)
        return false;
    add_ply(game, &moves[byte % count]);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = { data, size };
    struct game game = { .size = 1 };

    game.line[0] = chosen_start(&in);
    if (arb_faults_hard(arb_setup_faults(&game.line[0])))
        return 0;
    game.normal[0] = slow_normal(&game.line[0]);
    if (arb_history_new(&game.history, NULL, &game.line[0]) != ARB_OK)
        return 0;
    while (in.left > 0 && step(&game, next_byte(&in))) {
    }
    arb_history_free(game.history);
    return 0;
}
