/* SPDX-License-Identifier: MIT */
/* Moves and positions said aloud (Laws D.2.1). */
#include <assert.h>
#include <string.h>

#include "base/sink.h"
#include "board/sides.h"
#include "notation/spoken.h"
#include "notation/written_internal.h"

/* An announcement on its way. */
typedef struct speech {
    arb_sink sink;
    const arb_saying *saying;
    const arb_language *language;
} speech;

static speech begin(char *out, size_t size, const arb_saying *saying)
{
    return (speech){ .sink = { out, size, 0 },
                     .saying = saying,
                     .language = arb_spoken_language(saying->language) };
}

/* The first form of a word of a list. */
static void say_entry(speech *s, const char *list, unsigned place)
{
    size_t size;
    const char *entry = arb_spoken_entry(list, place, &size);
    const char *slash = memchr(entry, '/', size);

    arb_sink_bytes(&s->sink, entry, slash ? (size_t)(slash - entry) : size);
}

static void say_blank(speech *s)
{
    if (s->sink.length > 0)
        arb_sink_char(&s->sink, ' ');
}

/* Laws D.2.1 */
static void say_file(speech *s, unsigned file)
{
    say_entry(s, arb_spoken_files(s->language, s->saying->files), file);
}

static void say_rank(speech *s, unsigned rank)
{
    if (s->saying->digits)
        arb_sink_char(&s->sink, arb_rank_digit(rank));
    else
        say_entry(s, arb_spoken_of(s->language)->ranks, rank);
}

static void say_square(speech *s, arb_square square)
{
    say_file(s, arb_square_file(square));
    if (s->saying->files != ARB_FILE_LETTERS || !s->saying->digits)
        arb_sink_char(&s->sink, ' ');
    say_rank(s, arb_square_rank(square));
}

/* A word of the language, unless it has none; every word of a German noun with its capital. */
static void say_word(speech *s, arb_meaning meaning)
{
    bool capitals;
    const char *word = arb_spoken_word(s->language, meaning, &capitals);

    if (!*word)
        return;
    say_blank(s);
    for (bool first = true; *word; first = *word == ' ', word++)
        arb_sink_char(&s->sink, capitals && first && *word >= 'a' && *word <= 'z'
                                    ? (char)(*word - 32)
                                    : *word);
}

/* Laws C.9.3, C.10: as much of the origin as is needed, or all of it. */
static bool say_origin(speech *s, const arb_pos *pos, arb_move move)
{
    const arb_square from = arb_move_from(move);
    const arb_origin needed =
        s->saying->whole ? (arb_origin){ true, true } : arb_origin_needed(pos, move);

    if (!needed.file && !needed.rank)
        return false;
    say_blank(s);
    if (needed.file && needed.rank)
        say_square(s, from);
    else if (needed.file)
        say_file(s, arb_square_file(from));
    else
        say_rank(s, arb_square_rank(from));
    return true;
}

static void say_check(speech *s, const arb_pos *pos, arb_move move)
{
    arb_pos next;

    if (s->saying->brief)
        return;
    arb_pos_play(&next, pos, move);
    if (arb_pos_is_check(&next))
        say_word(s, arb_pos_count(&next) == 0 ? ARB_MEANING_MATE : ARB_MEANING_CHECK);
}

static void say_move(speech *s, const arb_pos *pos, arb_move move)
{
    const arb_role role = arb_move_role(move), promotion = arb_move_promotion(move);
    const bool brief = s->saying->brief;

    if (role != ARB_PAWN || !s->saying->bare_pawns)
        say_word(s, (arb_meaning)role);
    say_origin(s, pos, move);
    if (!brief && arb_move_captured(pos, move) != ARB_SQUARE_NONE)
        say_word(s, ARB_MEANING_TAKES);
    say_blank(s);
    say_square(s, arb_move_to(move));
    if (promotion != ARB_ROLE_NONE)
        say_word(s, (arb_meaning)promotion);
    if (!brief && arb_move_kind_of(move) == ARB_MOVE_EN_PASSANT)
        say_word(s, ARB_MEANING_EN_PASSANT);
}

/* Laws D.2.1 */
size_t arb_announcement_write(char *out, size_t size, const arb_pos *pos, arb_move move,
                              const arb_saying *saying)
{
    speech s = begin(out, size, saying);

    if (arb_move_kind_of(move) == ARB_MOVE_CASTLING)
        say_word(&s, arb_move_rook(move) > arb_move_from(move) ? ARB_MEANING_KINGSIDE
                                                               : ARB_MEANING_QUEENSIDE);
    else
        say_move(&s, pos, move);
    say_check(&s, pos, move);
    return arb_sink_end(&s.sink);
}

/* Laws D.2.1: nobody shall hear by the form of what is said that it is no move. */
size_t arb_announced_hand_write(char *out, size_t size, const arb_pos *before, arb_hand hand,
                                const arb_setup *after, const arb_saying *saying)
{
    speech s = begin(out, size, saying);
    arb_pos pos;

    if (hand.from == ARB_SQUARE_NONE || hand.from == hand.to)
        return arb_sink_end(&s.sink);
    const arb_piece piece = arb_pos_piece(before, hand.from);
    const arb_role role = piece == ARB_PIECE_NONE ? ARB_PAWN : arb_piece_role(piece);
    if (role != ARB_PAWN || !saying->bare_pawns)
        say_word(&s, (arb_meaning)role);
    if (!saying->brief && arb_pos_piece(before, hand.to) != ARB_PIECE_NONE)
        say_word(&s, ARB_MEANING_TAKES);
    say_blank(&s);
    say_square(&s, hand.to);
    if (hand.promotion < ARB_ROLE_COUNT)
        say_word(&s, (arb_meaning)hand.promotion);
    if (!saying->brief && !arb_faults_hard(arb_pos_from_setup(&pos, after)) &&
        arb_pos_is_check(&pos))
        say_word(&s, arb_pos_is_checkmate(&pos) ? ARB_MEANING_MATE : ARB_MEANING_CHECK);
    return arb_sink_end(&s.sink);
}

/* ---- positions ---- */

/* Rooks with which castling is not lost, on one side of the king. */
static uint64_t rooks_of(const arb_pos *pos, arb_colour colour, arb_wing wing)
{
    const uint64_t king = pos->side[colour].king, rooks = pos->castling & pos->side[colour].all;

    return wing == ARB_KINGSIDE ? rooks & ~(king - 1) : rooks & (king - 1);
}

/* A part of the list; a comma parts it from the one before. */
static void say_pieces(speech *s, const arb_pos *pos, arb_colour colour, arb_role role)
{
    bool first = true;

    for (uint64_t left = arb_pos_pieces(pos, colour, role); left; left = without_lowest(left)) {
        if (first)
            say_word(s, (arb_meaning)role);
        else
            arb_sink_char(&s->sink, ',');
        arb_sink_char(&s->sink, ' ');
        say_square(s, lowest(left));
        first = false;
    }
    if (!first)
        arb_sink_char(&s->sink, ';');
}

static void say_side(speech *s, const arb_pos *pos, arb_colour colour)
{
    static const arb_role order[] = { ARB_KING,   ARB_QUEEN,  ARB_ROOK,
                                      ARB_BISHOP, ARB_KNIGHT, ARB_PAWN };

    say_blank(s);
    arb_sink_text(&s->sink, arb_spoken_of(s->language)->colours[colour]);
    arb_sink_char(&s->sink, ':');
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        say_pieces(s, pos, colour, order[i]);
    for (arb_wing wing = ARB_KINGSIDE; wing < ARB_WING_COUNT; wing++) {
        if (!rooks_of(pos, colour, wing))
            continue;
        say_word(s, wing == ARB_KINGSIDE ? ARB_MEANING_KINGSIDE : ARB_MEANING_QUEENSIDE);
        arb_sink_char(&s->sink, ';');
    }
    s->sink.length--; /* the last semicolon ends the sentence */
    arb_sink_char(&s->sink, '.');
}

size_t arb_announced_position_write(char *out, size_t size, const arb_pos *pos,
                                    const arb_saying *saying)
{
    speech s = begin(out, size, saying);
    const arb_colour turn = (arb_colour)pos->turn;

    say_side(&s, pos, turn);
    say_side(&s, pos, turn == ARB_WHITE ? ARB_BLACK : ARB_WHITE);
    if (pos->en_passant != ARB_SQUARE_NONE) {
        const char *passing = arb_language_word(s.language, ARB_MEANING_EN_PASSANT);
        say_blank(&s);
        arb_sink_text(&s.sink, *passing ? passing : "en passant");
        arb_sink_char(&s.sink, ' ');
        say_square(&s, pos->en_passant);
        arb_sink_char(&s.sink, '.');
    }
    say_blank(&s);
    arb_sink_text(&s.sink, arb_spoken_of(s.language)->turns[turn]);
    arb_sink_char(&s.sink, '.');
    return arb_sink_end(&s.sink);
}

/* ---- one word ---- */

size_t arb_announced_square_write(char *out, size_t size, arb_square square,
                                  const arb_saying *saying)
{
    speech s = begin(out, size, saying);

    say_square(&s, square);
    return arb_sink_end(&s.sink);
}

size_t arb_announced_file_write(char *out, size_t size, unsigned file, const arb_saying *saying)
{
    speech s = begin(out, size, saying);

    assert(file < 8);
    say_file(&s, file);
    return arb_sink_end(&s.sink);
}

size_t arb_announced_rank_write(char *out, size_t size, unsigned rank, const arb_saying *saying)
{
    speech s = begin(out, size, saying);

    assert(rank < 8);
    say_rank(&s, rank);
    return arb_sink_end(&s.sink);
}

size_t arb_announced_word_write(char *out, size_t size, arb_meaning meaning,
                                const arb_saying *saying)
{
    speech s = begin(out, size, saying);

    assert((unsigned)meaning < ARB_MEANING_COUNT);
    say_word(&s, meaning);
    return arb_sink_end(&s.sink);
}
