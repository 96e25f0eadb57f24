/* SPDX-License-Identifier: MIT */
/* What is seen on a board, in words and as JSON; see terms.h. */
#include <string.h>

#include "arbitro/language.h"
#include "arbitro/notation.h"
#include "cli/terms.h"

static const arb_letters *letters_of(arb_lang lang)
{
    return lang == ARB_LANG_IT ? &arb_letters_it : &arb_letters_en;
}

/* "Nc6"; pawns and empty squares are their squares. */
static void add_square(arb_answer *to, arb_square square, const arb_pos *pos, arb_lang lang)
{
    const arb_piece piece = pos ? arb_pos_piece(pos, square) : ARB_PIECE_NONE;
    char name[3];

    (void)arb_square_write(name, sizeof name, square);
    if (piece != ARB_PIECE_NONE && arb_piece_role(piece) != ARB_PAWN)
        arb_answer_add(to, letters_of(lang)->white[arb_piece_role(piece)]);
    arb_answer_add(to, name);
}

/* What stands before the last of several; in Italian "ed" before a name that begins with an e. */
static const char *word_for_and(arb_square square, const arb_pos *pos, arb_lang lang)
{
    const arb_piece piece = pos ? arb_pos_piece(pos, square) : ARB_PIECE_NONE;
    const bool bare = piece == ARB_PIECE_NONE || arb_piece_role(piece) == ARB_PAWN;

    return arb_text(
        bare && arb_square_file(square) == 4 ? ARB_TEXT_TERMS_AND_E : ARB_TEXT_TERMS_AND, lang);
}

/* `pos` NULL: the squares alone. */
static void add_set(arb_answer *to, uint64_t set, const arb_pos *pos, arb_lang lang)
{
    bool first = true;

    for (arb_square square = 0; square < ARB_SQUARE_COUNT; square++) {
        if (!(set >> square & 1))
            continue;
        const bool last = (set >> square) == 1;
        if (!first)
            arb_answer_add(to, last ? word_for_and(square, pos, lang) : ", ");
        add_square(to, square, pos, lang);
        first = false;
    }
}

static void add_file(arb_answer *to, uint64_t set)
{
    const char *comma = "";

    for (unsigned file = 0; file < 8; file++)
        if (set >> file & 1) {
            arb_answer_format(to, "%s%c", comma, arb_file_letter(file));
            comma = ", ";
        }
}

/* What stands in braces. */
static void add_part(arb_answer *to, const char *part, size_t size, const arb_sighting *seen,
                     const arb_pos *pos, arb_lang lang)
{
    if (strncmp(part, "by", size) == 0)
        add_set(to, seen->by, pos, lang);
    else if (strncmp(part, "on", size) == 0)
        add_set(to, seen->on, pos, lang);
    else if (strncmp(part, "via", size) == 0)
        add_set(to, seen->via, pos, lang);
    else if (strncmp(part, "at", size) == 0)
        add_set(to, seen->on, NULL, lang);
    else if (strncmp(part, "to", size) == 0)
        add_set(to, seen->by, NULL, lang);
    else if (strncmp(part, "gone", size) == 0)
        add_set(to, seen->via, NULL, lang);
    else if (strncmp(part, "file", size) == 0)
        add_file(to, seen->on);
    else if (strncmp(part, "n", size) == 0)
        arb_answer_format(to, "%d", seen->amount);
    else if (strncmp(part, "points", size) == 0)
        arb_answer_sentence(to, lang,
                            seen->amount == 1 ? ARB_TEXT_TERMS_POINT : ARB_TEXT_TERMS_POINTS,
                            seen->amount);
    else
        arb_answer_add(
            to,
            arb_text(seen->side == ARB_WHITE ? ARB_TEXT_TERMS_WHITE : ARB_TEXT_TERMS_BLACK, lang));
}

static void add_sentence(arb_answer *to, const arb_sighting *seen, const arb_pos *pos,
                         arb_lang lang)
{
    const char *text = arb_sighting_get(seen->kind)->text[lang];

    while (*text) {
        const size_t plain = strcspn(text, "{");
        arb_answer_add_bytes(to, text, plain);
        text += plain;
        if (!*text)
            break;
        const size_t part = strcspn(text + 1, "}");
        add_part(to, text + 1, part, seen, pos, lang);
        text += part + 2;
    }
}

void arb_terms_add_text(arb_answer *to, const arb_sighting *seen, const arb_pos *pos, arb_lang lang)
{
    arb_answer_format(to, "%s: ", arb_sighting_get(seen->kind)->name[lang]);
    add_sentence(to, seen, pos, lang);
}

static json_t *json_squares(uint64_t set)
{
    json_t *list = json_array();

    for (arb_square square = 0; square < ARB_SQUARE_COUNT; square++) {
        char name[3];
        if (!(set >> square & 1))
            continue;
        (void)arb_square_write(name, sizeof name, square);
        list = arb_json_add(list, json_string(name));
    }
    return list;
}

/* The moves that show it, in SAN. */
static json_t *json_moves(const arb_sighting *seen, const arb_sequence *sequence)
{
    json_t *list = json_array();

    for (size_t i = sequence->plies - seen->plies; i < sequence->plies; i++) {
        char text[ARB_MOVE_TEXT_SIZE];
        (void)arb_san_write(text, sizeof text, &sequence->pos[i], sequence->move[i]);
        list = arb_json_add(list, json_string(text));
    }
    return list;
}

json_t *arb_terms_json(const arb_sighting *seen, const arb_pos *pos, const arb_sequence *sequence,
                       arb_lang lang)
{
    const arb_sighting_info *info = arb_sighting_get(seen->kind);
    const arb_term *term = arb_glossary_get(info->term);
    arb_answer says;

    arb_answer_init(&says);
    add_sentence(&says, seen, pos, lang);
    json_t *object = json_pack(
        "{ss ss so so so so sI}", "term", term->word[ARB_LANG_EN], "kind", info->name[ARB_LANG_EN],
        "side",
        seen->side == ARB_COLOUR_COUNT ? json_null() : json_string(arb_colour_word(seen->side)),
        "by", json_squares(seen->by), "on", json_squares(seen->on), "via", json_squares(seen->via),
        "amount", (json_int_t)seen->amount);
    if (seen->plies > 0 && sequence)
        object = arb_json_put(object, "moves", json_moves(seen, sequence));
    object = arb_json_put(
        object, "says",
        says.err ? NULL : json_stringn(arb_buf_text(&says.text), arb_buf_size(&says.text)));
    arb_answer_clear(&says);
    return object;
}
