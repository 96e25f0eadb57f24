/* SPDX-License-Identifier: MIT */
/*
 * What an announcement can mean (Laws D.2.1), without a word on what can be played: only where
 * pieces stand counts, and how such a piece goes over an empty board (3.2 to 3.7).
 */
#include <string.h>

#include "base/cursor.h"
#include "board/attack.h"
#include "notation/spoken.h"

/* The squares from which a piece of this kind goes to `to`; a pawn when it captures. */
static uint64_t squares_around(const arb_pos *pos, const arb_written *w, arb_square to)
{
    switch ((int)w->role) {
    case ARB_KNIGHT:
        return knight_attacks(to);
    case ARB_BISHOP:
        return bishop_attacks(to, 0);
    case ARB_ROOK:
        return rook_attacks(to, 0);
    case ARB_QUEEN:
        return bishop_attacks(to, 0) | rook_attacks(to, 0);
    case ARB_KING:
        return king_attacks(to);
    case ARB_PAWN:
        return w->capture ? pawn_attacks(arb_opponent((arb_colour)pos->turn), bit(to)) : 0;
    default:
        return 0;
    }
}

/* The pieces that go to `to` so. */
static uint64_t origins(const arb_pos *pos, const arb_written *w, arb_square to)
{
    uint64_t all = 0;

    for (uint64_t rest = squares_around(pos, w, to); rest; rest &= rest - 1) {
        const arb_square from = (arb_square)lowest(rest);
        if (arb_pos_piece(pos, from) == arb_piece_of((arb_colour)pos->turn, (arb_role)w->role) &&
            (w->from_file == ARB_UNSAID || w->from_file == arb_square_file(from)) &&
            (w->from_rank == ARB_UNSAID || w->from_rank == arb_square_rank(from)))
            all |= bit(from);
    }
    return all;
}

/* Laws C.10: the file tells it apart, else the rank, else both; of a pawn the file (C.9.3). */
static void tell_apart(arb_written *w, arb_square from, uint64_t all)
{
    bool file = false, rank = false; /* another one shares it */

    for (uint64_t rest = all & ~bit(from); rest; rest &= rest - 1) {
        const arb_square other = (arb_square)lowest(rest);
        file = file || arb_square_file(other) == arb_square_file(from);
        rank = rank || arb_square_rank(other) == arb_square_rank(from);
    }
    w->from_file = (uint8_t)(!file || rank ? arb_square_file(from) : ARB_UNSAID);
    w->from_rank = (uint8_t)(file ? arb_square_rank(from) : ARB_UNSAID);
}

static void add(arb_note *to, const arb_written *w, arb_square from, arb_square square)
{
    if (to->count < ARB_CANDIDATES_MAX) {
        arb_choice *choice = &to->choice[to->count];
        choice->from = from;
        choice->to = square;
        arb_announced_note(choice->text, sizeof choice->text, w);
    }
    to->count++;
}

/* All that go to this square; with `whole` by the squares where they stand. */
static void add_arrival(arb_note *to, const arb_pos *pos, const arb_written *said,
                        arb_square square, bool whole)
{
    const uint64_t all = origins(pos, said, square);

    for (uint64_t rest = all; rest; rest &= rest - 1) {
        const arb_square from = (arb_square)lowest(rest);
        arb_written w = *said;
        w.to_file = (uint8_t)arb_square_file(square);
        w.to_rank = (uint8_t)arb_square_rank(square);
        if (all != bit(from) || said->role == ARB_PAWN)
            tell_apart(&w, from, all);
        if (whole) {
            w.from_file = (uint8_t)arb_square_file(from);
            w.from_rank = (uint8_t)arb_square_rank(from);
        }
        add(to, &w, from, square);
    }
}

/* Castling on either side, whatever rights there are: they would be a hint. */
static void add_castlings(arb_note *to, const arb_pos *pos, const arb_written *said)
{
    const arb_square king =
        (arb_square)lowest(arb_pos_pieces(pos, (arb_colour)pos->turn, ARB_KING));

    for (unsigned wing = 0; wing < ARB_WING_COUNT; wing++) {
        arb_written w = *said;
        w.castling = (uint8_t)wing;
        add(to, &w, king, arb_square_at(wing == ARB_KINGSIDE ? 6 : 2, arb_square_rank(king)));
    }
}

static bool has_arrival(const arb_written *w)
{
    return w->to_file != ARB_UNSAID && w->to_rank != ARB_UNSAID;
}

/* All captures of such a piece; of a pawn also in passing, where that is still to be had. */
static void add_victims(arb_note *to, const arb_pos *pos, const arb_announced *said, bool whole)
{
    const arb_written *w = &said->written;
    const arb_square passing = arb_pos_setup(pos).en_passant;
    uint64_t squares =
        arb_pos_pieces(pos, arb_opponent((arb_colour)pos->turn), (arb_role)said->victim);

    if (w->role == ARB_PAWN && said->victim == ARB_PAWN && passing != ARB_SQUARE_NONE)
        squares |= bit(passing);
    for (; squares; squares &= squares - 1) {
        const arb_square square = (arb_square)lowest(squares);
        if (w->to_file == ARB_UNSAID || w->to_file == arb_square_file(square))
            add_arrival(to, pos, w, square, whole);
    }
}

/* The moves that this can mean, where it is one of several pieces, squares or sides. */
static void choose(arb_note *to, const arb_pos *pos, const arb_announced *said, bool whole)
{
    const arb_written *w = &said->written;

    to->count = 0;
    if (said->castles) {
        add_castlings(to, pos, w);
    } else if (has_arrival(w)) {
        add_arrival(to, pos, w, arb_square_at(w->to_file, w->to_rank), whole);
    } else if (said->victim != ARB_ROLE_NONE) {
        add_victims(to, pos, said, whole);
    }
}

/* Is there anybody who could go so, over an empty board? */
static bool is_plausible(const arb_note *note, const arb_announced *said)
{
    const arb_written *w = &said->written;
    const bool advance = w->role == ARB_PAWN && !w->capture;

    return note->count > 0 || w->castling < ARB_WING_COUNT ||
           (advance && (w->from_file == ARB_UNSAID || w->from_file == w->to_file));
}

/*
 * "cavallo a d2" is no knight of the a-file; "torre a d1" may be the rook of that file, or any:
 * then who speaks a language in which "a" is a word is asked, with the squares, so that the answer
 * cannot be heard in two ways again.
 */
static const arb_announced *choose_way(arb_note *to, const arb_announced said[2], unsigned ways,
                                       const arb_pos *pos, const arb_language *language)
{
    const bool says_a = arb_spoken_of(arb_spoken_language(language))->says_a;
    arb_note passed;

    choose(to, pos, &said[0], false);
    if (ways < 2)
        return &said[0];
    const bool first = is_plausible(to, &said[0]);
    choose(&passed, pos, &said[1], first);
    if (first ? says_a && passed.count > to->count : says_a || is_plausible(&passed, &said[1])) {
        *to = passed;
        return &said[1];
    }
    return &said[0];
}

/* Laws D.2.1, 11.3.1 */
arb_err arb_announcement_note(arb_note *out, arb_where *where, const arb_pos *pos, const char *text,
                              size_t size, const arb_language *language)
{
    arb_announced said[2];
    arb_note note = { .text = "" };
    arb_cursor end;
    unsigned ways;
    const arb_err err = arb_announcement_said(said, &ways, where, pos, text, size, language);

    if (err != ARB_OK)
        return err;
    if (ways > 0) {
        const arb_announced *heard = choose_way(&note, said, ways, pos, language);
        const bool named = heard->victim != ARB_ROLE_NONE && !has_arrival(&heard->written);
        arb_announced_note(note.text, sizeof note.text, &heard->written);
        if (named && note.count == 1)
            memcpy(note.text, note.choice[0].text, sizeof note.text);
        if (named && note.count == 0) { /* nobody can tell where that should be */
            arb_cursor_init(&end, text, size);
            end.at += size;
            return arb_cursor_fail(&end, where, ARB_WANTED_ANNOUNCED_SQUARE);
        }
    }
    *out = note;
    return ARB_OK;
}
