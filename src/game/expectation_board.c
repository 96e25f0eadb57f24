/* SPDX-License-Identifier: MIT */
/* Expectations about board and moves; see expectation.h. */
#include <stdlib.h>
#include <string.h>

#include "arbitro/notation.h"
#include "game/expectation.h"

/* More moves than fit on a line, where each takes at least two letters and a blank. */
enum { MOVES_MAX = ARB_CASE_LINE_MAX / 3 + 1, WORD_SIZE = 32 };

/* Do the first `fields` fields of two positions agree? Both are in their normal form. */
bool arb_same_fields(const arb_setup *a, const arb_setup *b, unsigned fields)
{
    return memcmp(a->piece, b->piece, sizeof a->piece) == 0 && (fields < 2 || a->turn == b->turn) &&
           (fields < 3 || a->castling == b->castling) &&
           (fields < 4 || a->en_passant == b->en_passant) &&
           (fields < 5 || a->quiet_plies == b->quiet_plies) &&
           (fields < 6 || a->move_number == b->move_number);
}

/* Writes the first `fields` fields of a FEN. */
static void say_fields(arb_sink *found, const arb_setup *setup, unsigned fields)
{
    char fen[ARB_FEN_SIZE];
    size_t end = 0;

    (void)arb_fen_write(fen, sizeof fen, setup, ARB_FEN_X, NULL);
    for (unsigned i = 0; i < fields; i++)
        end += strcspn(fen + end, " ") + (i + 1 < fields);
    arb_sink_format(found, "%.*s", (int)end, fen);
}

bool arb_meets_fen(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    const arb_setup setup = arb_pos_setup(arb_state_position(view->state));
    arb_setup wanted = expectation->setup;
    arb_pos pos;

    if (!arb_faults_hard(arb_pos_from_setup(&pos, &wanted)))
        wanted = arb_pos_setup(&pos);
    say_fields(found, &setup, expectation->fields);
    return arb_same_fields(&setup, &wanted, expectation->fields);
}

bool arb_meets_board(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    const arb_setup setup = expectation->colour < ARB_COLOUR_COUNT
                                ? arb_state_board_of(view->state, expectation->colour)
                                : arb_state_board(view->state);

    say_fields(found, &setup, 1);
    return arb_same_fields(&setup, &expectation->setup, 1);
}

/* What a hand did, as a word: "e2e4", "-d5", "+a8Q", "+a8black:Q" of the other colour. */
static void write_deed(char out[WORD_SIZE], const arb_deed *deed)
{
    arb_sink sink = { out, WORD_SIZE, 0 };
    char name[3];

    arb_sink_text(&sink, deed->kind == ARB_DEED_MOVED ? ""
                         : deed->kind == ARB_DEED_PUT ? "+"
                                                      : "-");
    if (deed->from != ARB_SQUARE_NONE) {
        arb_square_write(name, sizeof name, deed->from);
        arb_sink_text(&sink, name);
    }
    if (deed->to != ARB_SQUARE_NONE) {
        arb_square_write(name, sizeof name, deed->to);
        arb_sink_text(&sink, name);
    }
    if (deed->kind == ARB_DEED_PUT) {
        const arb_colour colour = arb_piece_colour(deed->piece);
        const arb_role role = arb_piece_role(deed->piece);
        if (colour != deed->by)
            arb_sink_format(&sink, "%s:", arb_colour_word(colour));
        arb_sink_char(&sink, arb_piece_letter(arb_piece_of(ARB_WHITE, role)));
    }
    (void)arb_sink_end(&sink);
}

bool arb_deed_is_word(arb_cursor word)
{
    const bool put = arb_cursor_take(&word, '+');
    const bool whole = !put && !arb_cursor_take(&word, '-');

    for (int squares = whole ? 2 : 1; squares > 0; squares--) {
        if (arb_cursor_left(&word) < 2 || arb_square_read(word.at, 2) == ARB_SQUARE_NONE)
            return false;
        word.at += 2;
    }
    if (!put)
        return arb_cursor_at_end(&word);
    if (!arb_cursor_take_text(&word, "white:"))
        (void)arb_cursor_take_text(&word, "black:");
    return arb_cursor_left(&word) == 1 && strchr("KQRBNPkqrbnp", *word.at);
}

/* Is the word what the hand did? The letter of a piece may be a small one. */
static bool is_deed(arb_cursor word, const char *printed)
{
    const size_t size = strlen(printed);
    const bool put = printed[0] == '+';

    return size == arb_cursor_left(&word) && memcmp(word.at, printed, size - put) == 0 &&
           (!put || (word.at[size - 1] & ~0x20) == printed[size - 1]);
}

bool arb_meets_hand(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    arb_deed deeds[ARB_DEEDS_MAX];
    const size_t count = arb_state_deeds(deeds, view->state);
    arb_cursor list = arb_expectation_list(expectation), word, more;
    bool same = true;

    for (size_t i = 0; i < count; i++) {
        char printed[WORD_SIZE];
        arb_cursor after = list;
        write_deed(printed, &deeds[i]);
        arb_sink_word(found, printed);
        word = arb_cursor_take_word(&after);
        if (is_deed(word, printed))
            list = after;
        else if (!deeds[i].implied) /* a captured piece may be left out */
            same = false;
    }
    if (count == 0) {
        arb_sink_word(found, "none");
        return arb_cursor_is(arb_cursor_take_word(&list), "none") &&
               !arb_cursor_next_word(&more, &list);
    }
    return same && !arb_cursor_next_word(&more, &list);
}

/* Is the word the move as it is printed? Marks of check may be missing, 0-0 stands for O-O. */
static bool is_move(arb_cursor word, const char *printed)
{
    size_t size = strlen(printed);

    if (!arb_cursor_at_end(&word) && word.end[-1] != '+' && word.end[-1] != '#')
        size = strcspn(printed, "+#");
    if (size != arb_cursor_left(&word))
        return false;
    for (size_t i = 0; i < size; i++) {
        if (word.at[i] != printed[i] && !(word.at[i] == '0' && printed[i] == 'O'))
            return false;
    }
    return true;
}

bool arb_meets_moves(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    arb_ply plies[MOVES_MAX];
    const size_t count = arb_game_plies(plies, MOVES_MAX, view->game);
    arb_cursor list = arb_expectation_list(expectation), more;
    bool same = count <= MOVES_MAX;

    for (size_t i = 0; i < count && i < MOVES_MAX; i++) {
        char printed[WORD_SIZE];
        (void)arb_game_ply_write(printed, sizeof printed, view->game, plies[i]);
        arb_sink_word(found, printed);
        same = same && is_move(arb_cursor_take_word(&list), printed);
    }
    if (count == 0)
        arb_sink_word(found, "no moves");
    return same && !arb_cursor_next_word(&more, &list);
}

/* What a word means in the position as it stands. */
static arb_reading read_move(arb_cursor word, const arb_view *view)
{
    const arb_regulations *regulations = arb_game_regulations(view->game);
    arb_reading none = { .kind = ARB_READING_ILLEGAL };
    arb_written written;

    if (arb_written_read(&written, NULL, word.at, arb_cursor_left(&word), regulations->language))
        return none;
    return arb_written_in(&written, arb_state_position(view->state),
                          (arb_variant)regulations->variant);
}

static size_t place_of(const arb_move *moves, size_t count, arb_move move)
{
    size_t i = 0;

    while (i < count && !arb_move_equal(moves[i], move))
        i++;
    return i;
}

static void say_moves(arb_sink *found, const arb_move *moves, size_t count, const arb_view *view)
{
    const arb_variant variant = (arb_variant)arb_game_regulations(view->game)->variant;

    for (size_t i = 0; i < count; i++) {
        char uci[WORD_SIZE];
        (void)arb_uci_write(uci, sizeof uci, moves[i], variant);
        arb_sink_word(found, uci);
    }
    if (count == 0)
        arb_sink_word(found, "none");
}

/* By square of departure, then of arrival: an order that no generator of moves can change. */
static int by_square(const void *a, const void *b)
{
    const arb_move one = *(const arb_move *)a, other = *(const arb_move *)b;
    const int from = (int)arb_move_from(one) - (int)arb_move_from(other);
    const int to = (int)arb_move_to(one) - (int)arb_move_to(other);
    const int promotion = (int)arb_move_promotion(one) - (int)arb_move_promotion(other);

    return from != 0 ? from : to != 0 ? to : promotion;
}

bool arb_meets_allowed(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    enum { LISTED, ANY, NONE };
    arb_move moves[ARB_MOVES_MAX];
    bool wanted[ARB_MOVES_MAX] = { false };
    const size_t count = arb_state_allowed(moves, NULL, view->state);
    arb_cursor list = arb_expectation_list(expectation), word;
    size_t named = 0;

    qsort(moves, count, sizeof *moves, by_square);
    say_moves(found, moves, count, view);
    if (expectation->value == ANY)
        return count == arb_pos_count(arb_state_position(view->state));
    if (expectation->value == NONE)
        return count == 0;
    while (arb_expectation_move(&word, &list)) {
        const arb_reading reading = read_move(word, view);
        const size_t place =
            reading.kind == ARB_READING_LEGAL ? place_of(moves, count, reading.move) : count;
        if (place == count)
            return false;
        named += !wanted[place];
        wanted[place] = true;
    }
    return named == count;
}

/* Are all moves of the list of this kind in the position? Those that are not are what was found. */
static bool all_read(arb_sink *found, const arb_expectation *expectation, const arb_view *view,
                     arb_reading_kind kind)
{
    static const char *const words[] = {
        [ARB_READING_LEGAL] = "legal",
        [ARB_READING_AMBIGUOUS] = "ambiguous",
        [ARB_READING_ILLEGAL] = "not legal",
    };
    arb_cursor list = arb_expectation_list(expectation), word;
    bool all = true;

    while (arb_expectation_move(&word, &list)) {
        const arb_reading reading = read_move(word, view);
        const bool broken = reading.kind == ARB_READING_ILLEGAL;
        if (reading.kind == kind)
            continue;
        all = false;
        arb_sink_format(found, "%s%.*s %s%s%s", found->length > 0 ? ", " : "",
                        (int)arb_cursor_left(&word), word.at, words[reading.kind],
                        broken ? " by " : "", broken ? arb_article_number(reading.article) : "");
    }
    return all;
}

bool arb_meets_legal(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    return all_read(found, expectation, view, ARB_READING_LEGAL);
}

bool arb_meets_not_legal(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    return all_read(found, expectation, view, ARB_READING_ILLEGAL);
}
