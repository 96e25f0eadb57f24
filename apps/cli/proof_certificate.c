/* SPDX-License-Identifier: MIT */
/*
 * A certificate for people and for programs: each part with its position and its units, so that it
 * can be checked elsewhere; see proof.h, docs/CERTIFICATES.md.
 */
#include <string.h>

#include "cli/proof.h"

static const char *argument_name(arb_proof_argument argument)
{
    return argument == ARB_ARGUMENT_WALLS ? "walls" : "regions";
}

static char letter_of(const arb_proof_unit *unit)
{
    return arb_piece_letter(arb_piece_of((arb_colour)unit->colour, (arb_role)unit->role));
}

/* The position of a part; counters play no part, and a count of moves begins with 1. */
static void write_fen(char out[ARB_FEN_SIZE], const arb_proof_part *part)
{
    arb_pos pos = part->pos;

    pos.quiet_plies = 0;
    pos.move_number = 1;
    arb_pos_fen(out, ARB_FEN_SIZE, &pos);
}

/* Is this a side whose certificate is asked for? */
static bool is_asked(const arb_question *question, int side)
{
    return question->dead || question->side == (arb_colour)side;
}

/* ---- as lines */

static void add_squares(arb_answer *to, const char *word, uint64_t set)
{
    arb_answer_format(to, " %s", word);
    if (set == ~UINT64_C(0)) {
        arb_answer_add(to, " all");
        return;
    }
    for (unsigned i = 0; i < 64; i++)
        if (set >> i & 1)
            arb_answer_format(to, " %c%c", arb_file_letter(i & 7), arb_rank_digit(i >> 3));
}

static void add_unit(arb_answer *to, const arb_proof_unit *unit)
{
    arb_answer_format(to, "  %c %c%c%s%s", letter_of(unit), arb_file_letter(unit->home & 7u),
                      arb_rank_digit(unit->home >> 3), unit->loose ? " loose" : "",
                      unit->promotes ? " promotes" : "");
    if (unit->loose)
        add_squares(to, "at", unit->at);
    if (unit->strayed)
        add_squares(to, "strayed", unit->strayed);
    arb_answer_add(to, "\n");
}

static bool add_part(void *user, const arb_proof_part *part)
{
    arb_answer *to = user;
    char fen[ARB_FEN_SIZE];

    write_fen(fen, part);
    arb_answer_format(to, "%s", argument_name(part->argument));
    if (part->argument == ARB_ARGUMENT_REGIONS)
        arb_answer_format(to, " %llu", (unsigned long long)part->states);
    arb_answer_format(to, ": %s\n", fen);
    for (unsigned i = 0; i < part->units; i++)
        add_unit(to, &part->unit[i]);
    return to->err == ARB_OK;
}

void arb_proof_certificates(arb_answer *to, const arb_question *question, const arb_pos *pos)
{
    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        arb_proof_answer answer;
        arb_answer parts;
        if (!is_asked(question, side))
            continue;
        arb_answer_init(&parts);
        if (arb_proof_certify(&answer, pos, (arb_colour)side, &question->effort, add_part,
                              &parts) == ARB_PROOF_NO) {
            arb_answer_format(to, "certificate: %s, expanded %llu, parts %llu\n",
                              arb_colour_word((arb_colour)side),
                              (unsigned long long)answer.expanded,
                              (unsigned long long)answer.parts);
            arb_answer_add_bytes(to, parts.text.data, parts.text.size);
        }
        if (to->err == ARB_OK)
            to->err = parts.err;
        arb_answer_clear(&parts);
    }
}

/* ---- as objects */

static json_t *squares_json(uint64_t set)
{
    json_t *list = json_array();
    char name[3] = "";

    for (unsigned i = 0; i < 64; i++)
        if (set >> i & 1) {
            name[0] = arb_file_letter(i & 7);
            name[1] = arb_rank_digit(i >> 3);
            list = arb_json_add(list, json_string(name));
        }
    return list;
}

static json_t *unit_json(const arb_proof_unit *unit)
{
    const char piece[2] = { letter_of(unit), 0 };
    const char home[3] = { arb_file_letter(unit->home & 7u), arb_rank_digit(unit->home >> 3), 0 };

    return json_pack("{ss ss so so sb sb}", "piece", piece, "home", home, "at",
                     squares_json(unit->at), "strayed", squares_json(unit->strayed), "loose",
                     (int)unit->loose, "promotes", (int)unit->promotes);
}

static bool part_json(void *user, const arb_proof_part *part)
{
    json_t **list = user, *units = json_array();
    char fen[ARB_FEN_SIZE];

    write_fen(fen, part);
    for (unsigned i = 0; i < part->units; i++)
        units = arb_json_add(units, unit_json(&part->unit[i]));
    json_t *object = json_pack("{ss ss}", "argument", argument_name(part->argument), "fen", fen);
    if (part->argument == ARB_ARGUMENT_REGIONS)
        object = arb_json_put(object, "states", json_integer((json_int_t)part->states));
    *list = arb_json_add(*list, arb_json_put(object, "units", units));
    return *list != NULL;
}

json_t *arb_proof_certificates_json(const arb_question *question, const arb_pos *pos)
{
    json_t *list = json_array();

    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        json_t *parts = json_array();
        arb_proof_answer answer;
        if (is_asked(question, side) &&
            arb_proof_certify(&answer, pos, (arb_colour)side, &question->effort, part_json,
                              &parts) == ARB_PROOF_NO) {
            json_t *object = json_pack("{ss sI}", "side", arb_colour_word((arb_colour)side),
                                       "expanded", (json_int_t)answer.expanded);
            list = arb_json_add(list, arb_json_put(object, "parts", parts));
        } else {
            json_decref(parts);
        }
    }
    return list;
}
