/* SPDX-License-Identifier: MIT */
/* What the last move can have been, and what is still allowed because of it; see retro.h. */
#include <stdio.h>

#include "arbitro/fen.h"
#include "cli/retro.h"

enum { MOVE_SIZE = 24, SHOWN = 40 };

static const arb_text_id verdicts[] = { [ARB_RETRO_ILLEGAL] = ARB_TEXT_VALUE_NO,
                                        [ARB_RETRO_LEGAL] = ARB_TEXT_VALUE_YES,
                                        [ARB_RETRO_UNKNOWN] = ARB_TEXT_VALUE_UNKNOWN };

/* In long form, with the letter of what was captured, as problemists write moves taken back. */
static void write_last(char out[MOVE_SIZE], const arb_retro_move *move, const arb_letters *letters)
{
    const char *const *names = letters->white;
    const bool pawn = move->role == ARB_PAWN || move->kind == ARB_MOVE_PROMOTION;
    const bool captures = move->victim != ARB_ROLE_NONE;
    char from[3], to[3];

    if (move->kind == ARB_MOVE_CASTLING) {
        snprintf(out, MOVE_SIZE, "%s", move->rook > move->from ? "0-0" : "0-0-0");
        return;
    }
    arb_square_write(from, sizeof from, move->from);
    arb_square_write(to, sizeof to, move->to);
    snprintf(out, MOVE_SIZE, "%s%s%s%s%s%s%s%s", pawn ? "" : names[move->role], from,
             captures ? "x" : "-", captures && move->victim != ARB_PAWN ? names[move->victim] : "",
             to, move->kind == ARB_MOVE_PROMOTION ? "=" : "",
             move->kind == ARB_MOVE_PROMOTION ? names[move->role] : "",
             move->kind == ARB_MOVE_EN_PASSANT ? " e.p." : "");
}

/* A line shows the first of many; programs get all. */
static void tell_moves(arb_facts *facts, const arb_retro_move *moves, size_t count)
{
    const bool lines = facts->form == ARB_FACTS_LINES;
    const arb_letters *letters =
        lines && facts->lang == ARB_LANG_IT ? &arb_letters_it : &arb_letters_en;
    json_t *list = facts->form == ARB_FACTS_JSON ? json_array() : NULL;
    char text[MOVE_SIZE];

    if (!list)
        arb_answer_add(facts->to, lines ? "last: " : "\tlast=");
    for (size_t i = 0; i < count; i++) {
        write_last(text, &moves[i], letters);
        if (list) {
            list = arb_json_add(list, json_string(text));
            continue;
        }
        if (i == SHOWN && lines) {
            arb_answer_format(facts->to, " ... (%zu)", count);
            break;
        }
        arb_answer_add(facts->to, i > 0 ? ", " : "");
        arb_answer_add(facts->to, text);
    }
    if (facts->form == ARB_FACTS_JSON) {
        arb_facts_json(facts, "last", list);
        return;
    }
    if (count == 0)
        arb_answer_add(facts->to,
                       arb_text(ARB_TEXT_VALUE_NO_END, lines ? facts->lang : ARB_LANG_EN));
    arb_answer_add(facts->to, lines ? "\n" : "");
}

void arb_retro_tell_last(arb_facts *facts, const arb_setup *setup, const arb_retro_effort *effort)
{
    arb_retro_move *moves = arb_mem_new_array(NULL, ARB_RETRO_MOVES_MAX, sizeof *moves);

    if (!moves) {
        facts->to->err = ARB_NOMEM;
        return;
    }
    tell_moves(facts, moves, arb_retro_last_moves(moves, setup, effort));
    arb_mem_free(NULL, moves, ARB_RETRO_MOVES_MAX * sizeof *moves);
}

static bool stands(const arb_setup *setup, unsigned square, arb_colour colour, arb_role role)
{
    return setup->piece[square] == arb_piece_of(colour, role);
}

void arb_retro_tell_castling(arb_facts *facts, const arb_setup *setup,
                             const arb_retro_effort *effort)
{
    static const char *const keys[2][2] = {
        { "castling-white-kingside", "castling-white-queenside" },
        { "castling-black-kingside", "castling-black-queenside" },
    };

    for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++)
        for (int wing = 0; wing < ARB_WING_COUNT; wing++) {
            const unsigned home = colour == ARB_WHITE ? 0 : 56;
            if (stands(setup, home + 4, (arb_colour)colour, ARB_KING) &&
                stands(setup, home + (wing == ARB_KINGSIDE ? 7 : 0), (arb_colour)colour, ARB_ROOK))
                arb_facts_text(facts, keys[colour][wing],
                               verdicts[arb_retro_castling(setup, (arb_colour)colour,
                                                           (arb_wing)wing, effort)]);
        }
}

/* Is there a pawn that could capture on this square? */
static bool has_capturer(const arb_setup *setup, unsigned passed)
{
    const arb_colour us = (arb_colour)setup->turn;
    const unsigned rank = us == ARB_WHITE ? 4 : 3, file = passed & 7;

    return (file > 0 && stands(setup, rank * 8 + file - 1, us, ARB_PAWN)) ||
           (file < 7 && stands(setup, rank * 8 + file + 1, us, ARB_PAWN));
}

void arb_retro_tell_en_passant(arb_facts *facts, const arb_setup *setup,
                               const arb_retro_effort *effort)
{
    const unsigned first = setup->turn == ARB_WHITE ? 40 : 16;
    char key[24];

    for (unsigned passed = first; passed < first + 8; passed++) {
        const unsigned pawn = setup->turn == ARB_WHITE ? passed - 8 : passed + 8;
        if (!stands(setup, pawn, arb_opponent((arb_colour)setup->turn), ARB_PAWN) ||
            !has_capturer(setup, passed))
            continue;
        snprintf(key, sizeof key, "en-passant-%c%c", arb_file_letter(passed & 7),
                 arb_rank_digit(passed >> 3));
        arb_facts_text(facts, key,
                       setup->en_passant == passed /* it says so itself */
                           ? ARB_TEXT_VALUE_YES
                           : verdicts[arb_retro_en_passant(setup, (arb_square)passed, effort)]);
    }
}
