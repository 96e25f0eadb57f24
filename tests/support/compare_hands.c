/* SPDX-License-Identifier: MIT */
/* Displacements against the reference board: see compare.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"

static int files_apart(arb_square a, arb_square b)
{
    return abs((int)arb_square_file(a) - (int)arb_square_file(b));
}

static int ranks_apart(arb_square a, arb_square b)
{
    return abs((int)arb_square_rank(a) - (int)arb_square_rank(b));
}

static bool is_role(const arb_setup *setup, arb_square square, arb_role role)
{
    return setup->piece[square] != ARB_PIECE_NONE && arb_piece_role(setup->piece[square]) == role;
}

static bool is_colour(const arb_setup *setup, arb_square square, arb_colour colour)
{
    return setup->piece[square] != ARB_PIECE_NONE &&
           arb_piece_colour(setup->piece[square]) == colour;
}

/* Does a hand that moves the king so mean castling? */
static bool looks_like_castling(const arb_setup *setup, arb_hand hand, arb_variant variant)
{
    const arb_colour mine = (arb_colour)setup->turn;
    const unsigned home = mine == ARB_WHITE ? 0 : 7;

    return is_role(setup, hand.from, ARB_KING) && arb_square_rank(hand.from) == home &&
           arb_square_rank(hand.to) == home &&
           (files_apart(hand.from, hand.to) >= 2 ||
            (variant == ARB_CHESS960 && setup->piece[hand.to] == arb_piece_of(mine, ARB_ROOK)));
}

/*
 * The wing is that of the rook on which the king was put, else that of the final square, else that
 * of the direction. A king in the corner has both final squares in one direction.
 */
static bool breaks_castling(const arb_setup *setup, arb_hand hand, arb_variant variant,
                            bool for_good)
{
    const arb_colour mine = (arb_colour)setup->turn;
    const unsigned file = arb_square_file(hand.to);
    const arb_wing towards = hand.to > hand.from ? ARB_KINGSIDE : ARB_QUEENSIDE;
    const bool on_rook = setup->piece[hand.to] == arb_piece_of(mine, ARB_ROOK);
    const arb_wing wing = !on_rook && file == 2   ? ARB_QUEENSIDE
                          : !on_rook && file == 6 ? ARB_KINGSIDE
                                                  : towards;
    const uint32_t lost = 1u << ARB_CASTLING_LOST;
    const uint32_t reasons = slow_castling(setup, mine, wing);

    if (!looks_like_castling(setup, hand, variant))
        return false;
    /* A rook with which the king may not castle, though there may be another one. */
    if (for_good && on_rook && hand.to != slow_castling_rook(setup, mine, wing))
        return true;
    return for_good ? (reasons & lost) != 0 : (reasons & ~lost) != 0;
}

static bool breaks_geometry(const arb_setup *setup, arb_hand hand, arb_role role)
{
    const int files = files_apart(hand.from, hand.to);
    const int ranks = ranks_apart(hand.from, hand.to);
    const bool diagonal = files == ranks;
    const bool straight = files == 0 || ranks == 0;

    if (!is_role(setup, hand.from, role))
        return false;
    switch (role) {
    case ARB_BISHOP:
        return !diagonal;
    case ARB_ROOK:
        return !straight;
    case ARB_QUEEN:
        return !diagonal && !straight;
    case ARB_KNIGHT:
        return files * ranks != 2;
    case ARB_KING:
        return files > 1 || ranks > 1;
    case ARB_PAWN:
    case ARB_ROLE_COUNT:
        break;
    }
    return false;
}

static bool breaks_path(const arb_setup *setup, arb_hand hand)
{
    const bool slides = is_role(setup, hand.from, ARB_BISHOP) ||
                        is_role(setup, hand.from, ARB_ROOK) || is_role(setup, hand.from, ARB_QUEEN);

    return slides && !breaks_geometry(setup, hand, ARB_BISHOP) &&
           !breaks_geometry(setup, hand, ARB_ROOK) && !breaks_geometry(setup, hand, ARB_QUEEN) &&
           !slow_attacks(setup, hand.from, hand.to);
}

/* The displacement itself would do, but a piece was chosen that cannot be, or none. */
static bool breaks_promotion(const arb_setup *setup, arb_hand hand)
{
    const unsigned last = setup->turn == ARB_WHITE ? 7 : 0;
    const bool promotes = is_role(setup, hand.from, ARB_PAWN) && arb_square_rank(hand.to) == last;

    if (!promotes)
        return hand.promotion != ARB_ROLE_NONE;
    return hand.promotion < ARB_KNIGHT || hand.promotion > ARB_QUEEN;
}

static bool breaks_pawn(const arb_setup *setup, arb_hand hand, arb_article article)
{
    const arb_colour mine = (arb_colour)setup->turn;
    const int ahead = mine == ARB_WHITE ? 8 : -8;
    const unsigned fifth = mine == ARB_WHITE ? 4 : 3;
    const bool vacant = setup->piece[hand.to] == ARB_PIECE_NONE;
    const bool diagonal = slow_attacks(setup, hand.from, hand.to);
    const arb_square beside = arb_square_at(arb_square_file(hand.to), arb_square_rank(hand.from));

    if (!is_role(setup, hand.from, ARB_PAWN) || slow_reaches(setup, hand.from, hand.to))
        return false;
    if (article == ARB_ART_3_7_2)
        return hand.to == hand.from + 2 * ahead;
    if (article == ARB_ART_3_7_3)
        return diagonal && vacant;
    if (article == ARB_ART_3_7_3_1 || article == ARB_ART_3_7_3_2)
        return diagonal && vacant && arb_square_rank(hand.from) == fifth &&
               setup->piece[beside] == arb_piece_of(arb_opponent(mine), ARB_PAWN);
    return true; /* 3.7, 3.7.1: it is not one square forward */
}

static bool breaks_safety(const arb_setup *setup, arb_hand hand)
{
    const arb_colour mine = (arb_colour)setup->turn;
    const slow_move move = { hand.from, hand.to, ARB_ROLE_NONE, ARB_SQUARE_NONE };

    if (!slow_reaches(setup, hand.from, hand.to))
        return false;
    const arb_setup after = slow_play(setup, move);
    return slow_in_check(&after, mine);
}

/* The articles that only the move of a piece of one's own can break. */
static bool breaks_move(const arb_setup *setup, arb_hand hand, arb_variant variant,
                        arb_article article)
{
    const arb_colour mine = (arb_colour)setup->turn;

    if (article == ARB_ART_3_1)
        return is_colour(setup, hand.to, mine);
    if (article == ARB_ART_1_4_1)
        return setup->piece[hand.to] == arb_piece_of(arb_opponent(mine), ARB_KING);
    if (article == ARB_ART_3_2)
        return breaks_geometry(setup, hand, ARB_BISHOP);
    if (article == ARB_ART_3_3)
        return breaks_geometry(setup, hand, ARB_ROOK);
    if (article == ARB_ART_3_4)
        return breaks_geometry(setup, hand, ARB_QUEEN);
    if (article == ARB_ART_3_5)
        return breaks_path(setup, hand);
    if (article == ARB_ART_3_6)
        return breaks_geometry(setup, hand, ARB_KNIGHT);
    if (article >= ARB_ART_3_7 && article <= ARB_ART_3_7_3_2)
        return breaks_pawn(setup, hand, article);
    if (article == ARB_ART_3_7_3_3)
        return breaks_promotion(setup, hand);
    if (article == ARB_ART_3_8_1)
        return breaks_geometry(setup, hand, ARB_KING);
    if (article == ARB_ART_3_8_2_1 || article == ARB_ART_3_8_2_2)
        return breaks_castling(setup, hand, variant, article == ARB_ART_3_8_2_1);
    return article == ARB_ART_3_9_2 && breaks_safety(setup, hand);
}

bool breaks_article(const arb_setup *setup, arb_hand hand, arb_variant variant, arb_article article)
{
    const arb_colour mine = (arb_colour)setup->turn;

    if (hand.from == hand.to || setup->piece[hand.from] == ARB_PIECE_NONE)
        return article == ARB_ART_3_10_2;
    if (!is_colour(setup, hand.from, mine))
        return article == ARB_ART_1_1;
    return breaks_move(setup, hand, variant, article);
}

/* By from, to and promotion: 1 + the number of the move that is meant, 0 for none. */
typedef struct meanings {
    uint16_t move[64][64][ARB_ROLE_COUNT + 1];
} meanings;

static void list_meanings(meanings *out, const slow_move *moves, size_t count, arb_variant variant)
{
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < count; i++) {
        const slow_move move = moves[i];
        const uint16_t number = (uint16_t)(i + 1);

        if (move.rook == ARB_SQUARE_NONE || files_apart(move.from, move.to) >= 2)
            out->move[move.from][move.to][move.promotion] = number;
        const bool as_usual = arb_square_file(move.from) == 4 && move.rook % 8 % 7 == 0;
        if (move.rook != ARB_SQUARE_NONE && (variant == ARB_CHESS960 || !as_usual))
            out->move[move.from][move.rook][ARB_ROLE_NONE] = number;
    }
}

static const char *compare_hand(const arb_pos *pos, const arb_setup *setup, arb_hand hand,
                                arb_variant variant, const slow_move *meant)
{
    const arb_move untouched = { 0xa5a5 };
    arb_move move = untouched;
    const arb_article article = arb_pos_match(&move, pos, hand, variant);

    if (meant == NULL) {
        if (article == ARB_ART_NONE)
            return "an illegal displacement was matched";
        if (!arb_move_equal(move, untouched))
            return "a refused displacement touched the move";
        /* Looking the article up takes long: every displacement, with two promotions each. */
        if ((hand.promotion == ARB_ROLE_NONE || hand.promotion == (hand.from + hand.to) % 6) &&
            !breaks_article(setup, hand, variant, article))
            return "a displacement was refused with an article that it does not break";
        return NULL;
    }
    if (article != ARB_ART_NONE)
        return "a legal displacement was refused";
    if (arb_move_from(move) != meant->from || arb_move_to(move) != meant->to ||
        arb_move_rook(move) != meant->rook || arb_move_promotion(move) != meant->promotion)
        return "a displacement was matched to another move";
    return NULL;
}

/* The hand that shows a move must be read as that move. */
static const char *compare_shown(const arb_pos *pos, arb_variant variant)
{
    arb_move moves[ARB_MOVES_MAX], read;
    const size_t count = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < count; i++) {
        const arb_hand hand = arb_move_hand(moves[i], variant);
        const bool short_walk = arb_move_kind_of(moves[i]) == ARB_MOVE_CASTLING &&
                                files_apart(arb_move_from(moves[i]), arb_move_to(moves[i])) < 2;

        if (variant == ARB_STANDARD && short_walk)
            continue; /* only a Chess960 hand can show it */
        if (arb_pos_match(&read, pos, hand, variant) != ARB_ART_NONE ||
            !arb_move_equal(read, moves[i]))
            return "a move shown by hand is not read as that move";
    }
    return NULL;
}

/* The difference together with the displacement; overwritten by the next one. */
static const char *told(const char *difference, arb_hand hand)
{
    static char text[128];
    char shown[ARB_HAND_SIZE];

    arb_hand_write(shown, sizeof shown, hand);
    snprintf(text, sizeof text, "%s: %s", difference, shown);
    return text;
}

const char *compare_hands(const arb_pos *pos, const arb_setup *setup, arb_variant variant)
{
    slow_move moves[ARB_MOVES_MAX];
    meanings meant;

    list_meanings(&meant, moves, slow_moves(moves, setup), variant);
    for (unsigned i = 0; i < 4096; i++)
        for (uint8_t promotion = 0; promotion <= ARB_ROLE_NONE; promotion++) {
            const arb_hand hand = { (arb_square)(i / 64), (arb_square)(i % 64), promotion };
            const unsigned number = meant.move[hand.from][hand.to][promotion];
            const char *difference =
                compare_hand(pos, setup, hand, variant, number > 0 ? &moves[number - 1] : NULL);

            if (difference)
                return told(difference, hand);
        }
    return compare_shown(pos, variant);
}
