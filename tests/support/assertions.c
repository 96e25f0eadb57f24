/* SPDX-License-Identifier: MIT */
/* Assertions about positions: see assertions.h. */
#include "assertions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "data_file.h"

void assert_no_difference(const char *difference, const arb_setup *setup)
{
    char fen[ARB_FEN_SIZE];

    if (difference == NULL)
        return;
    arb_fen_write(fen, sizeof fen, setup, ARB_FEN_SHREDDER, NULL);
    fail_msg("%s: %s", fen, difference);
}

arb_pos pos_of(const char *fen)
{
    arb_pos pos;

    if (arb_pos_from_fen(&pos, NULL, NULL, fen, strlen(fen)) != ARB_OK)
        fail_msg("%s: no position can be made of it", fen);
    return pos;
}

const arb_language *language_of(const char *code)
{
    const arb_language *language = arb_language_find(code, strlen(code));

    if (!language)
        fail_msg("there is no language %s", code);
    return language;
}

arb_square square_of(const char *name)
{
    return arb_square_read(name, 2);
}

uint64_t squares_of(const char *names)
{
    uint64_t squares = 0;

    for (; *names != '\0'; names += strcspn(names, " "), names += strspn(names, " "))
        squares |= UINT64_C(1) << square_of(names);
    return squares;
}

arb_hand hand_of(const char *text)
{
    const arb_piece piece = text[4] == '\0' ? ARB_PIECE_NONE : arb_piece_from_letter(text[4]);

    return (arb_hand){ square_of(text), square_of(text + 2),
                       (uint8_t)(piece ? arb_piece_role(piece) : ARB_ROLE_NONE) };
}

arb_move move_of(const arb_pos *pos, const char *text, arb_variant variant)
{
    arb_move move = { 0 };
    const arb_article article = arb_pos_match(&move, pos, hand_of(text), variant);

    if (article != ARB_ART_NONE)
        fail_msg("%.5s is refused with %s", text, arb_article_number(article));
    return move;
}

arb_pos pos_after(const char *fen, const char *moves, arb_variant variant)
{
    arb_pos pos = pos_of(fen);

    while (*moves != '\0') {
        arb_pos_play(&pos, &pos, move_of(&pos, moves, variant));
        moves += strcspn(moves, " ");
        moves += strspn(moves, " ");
    }
    return pos;
}

void assert_fen(const arb_pos *pos, const char *fen)
{
    const arb_setup seen = arb_pos_setup(pos);
    const arb_setup expected = setup_of(fen);
    char text[ARB_FEN_SIZE];

    arb_pos_fen(text, sizeof text, pos);
    if (!arb_setup_equal(&seen, &expected))
        fail_msg("%s instead of %s", text, fen);
}

arb_history *history_of(const char *fen)
{
    const arb_setup start = setup_of(fen);
    arb_history *history = NULL;

    assert_int_equal(arb_history_new(&history, NULL, &start), ARB_OK);
    return history;
}

arb_ply play_moves(arb_history *history, arb_ply ply, const char *moves)
{
    const arb_ply_note no_clock = { .clock_ms = { 0, 0 } };

    while (*moves != '\0') {
        arb_pos pos;

        assert_true(arb_history_position(&pos, history, ply));
        assert_int_equal(
            arb_history_play(&ply, history, ply, move_of(&pos, moves, ARB_STANDARD), &no_clock),
            ARB_OK);
        moves += strcspn(moves, " ");
        moves += strspn(moves, " ");
    }
    return ply;
}
