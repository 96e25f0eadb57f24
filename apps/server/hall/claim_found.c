/* SPDX-License-Identifier: MIT */
/*
 * What was found on the claim that was made last, for those who watch. On a claim of a draw (9.2,
 * 9.3): how often the position stood on the board, by the identity of the edition, after which
 * half-moves, and how many half-moves were quiet. On a fallen flag (6.9): how many moves were
 * completed, how many had to be, and how many the scoresheets prove. What follows from it the Laws
 * have said already.
 */
#include <stdlib.h>

#include "arbitro/record.h"
#include "server/hall/sheets.h"

static bool is_claim(const arb_event *event)
{
    return event->verb == ARB_VERB_CLAIM_REPETITION || event->verb == ARB_VERB_CLAIM_FIFTY ||
           event->verb == ARB_VERB_CLAIM_FLAG || event->verb == ARB_VERB_FLAG;
}

/* The claim, if nothing was done at the board since; NULL. */
static const arb_event *last_claim(const arb_table *t)
{
    for (size_t i = t->log_count; i-- > 0;) {
        bool refused;
        const arb_event *event = arb_game_event(t->game, i, &refused);
        if (refused)
            continue;
        if (is_claim(event))
            return event;
        if (event->actor <= ARB_ACTOR_BLACK && !arb_log_is_private(event) &&
            event->verb != ARB_VERB_SIGN)
            return NULL;
    }
    return NULL;
}

/* ---- a draw */

/* The move that was written for it, if it is one. */
static bool read_move(arb_move *out, const arb_event *claim, const arb_pos *pos,
                      const arb_regulations *regulations)
{
    arb_reading reading;
    arb_written written;

    if (claim->size == 0 ||
        !arb_sheet_entry_in(&reading, &written, claim->text, claim->size, pos,
                            (arb_variant)regulations->variant, regulations->language) ||
        reading.kind != ARB_READING_LEGAL)
        return false;
    *out = reading.move;
    return true;
}

/* After which half-moves `pos` stood there; 0 is the beginning. */
static json_t *half_moves_of(const arb_game *game, const arb_pos *pos, arb_identity identity)
{
    const arb_history *history = arb_game_history(game);
    const size_t count = arb_game_plies(NULL, 0, game);
    arb_ply *plies = malloc((count + 1) * sizeof *plies);
    json_t *list = plies ? json_array() : NULL;
    unsigned seen = 0;

    if (!plies)
        return NULL;
    (void)arb_game_plies(plies + 1, count, game);
    plies[0] = count > 0 ? arb_history_get(history, plies[1])->before : 0;
    for (size_t i = 0; i <= count; i++) {
        const unsigned now = arb_history_count(history, plies[i], pos, identity);
        if (now > seen)
            list = arb_json_add(list, json_integer((json_int_t)i));
        seen = now;
    }
    free(plies);
    return list;
}

static json_t *draw_found(const arb_table *t, const arb_event *claim)
{
    const arb_regulations *regulations = arb_game_regulations(t->game);
    arb_pos pos = *arb_state_position(arb_game_state(t->game));
    arb_move move;

    const bool with = read_move(&move, claim, &pos, regulations);
    if (with)
        arb_pos_play(&pos, &pos, move);
    return json_pack("{ss so sI so}", "claim",
                     claim->verb == ARB_VERB_CLAIM_FIFTY ? "fifty" : "repetition", "after",
                     half_moves_of(t->game, &pos, (arb_identity)regulations->book->identity),
                     "quiet", (json_int_t)pos.quiet_plies, "with",
                     with ? json_stringn(claim->text, claim->size) : json_null());
}

/* ---- a flag */

/* How many moves of that player the scoresheets prove. */
static uint32_t proved(const arb_game *game, arb_colour player)
{
    const bool begins = arb_game_given(game)->setup.turn == player;
    arb_record *record;

    if (arb_record_new(&record, game) != ARB_OK)
        return 0;
    const uint32_t half_moves = arb_record_evidence(record);
    arb_record_free(record);
    return (half_moves + begins) / 2;
}

/* Whose flag was meant; ARB_COLOUR_COUNT when both were. */
static arb_colour flag_of(const arb_event *claim)
{
    if (claim->verb == ARB_VERB_CLAIM_FLAG)
        return arb_opponent((arb_colour)claim->actor);
    return claim->colours == 1u << ARB_WHITE   ? ARB_WHITE
           : claim->colours == 1u << ARB_BLACK ? ARB_BLACK
                                               : ARB_COLOUR_COUNT;
}

/* Where all the moves have to be made nothing is counted. */
static json_t *flag_found(const arb_table *t, const arb_event *claim)
{
    const arb_colour player = flag_of(claim);

    if (player == ARB_COLOUR_COUNT)
        return json_null();
    const uint32_t completed = arb_state_counter(arb_game_state(t->game), player);
    const uint32_t needed =
        arb_time_control_end(&arb_game_regulations(t->game)->clock.control[player], completed);
    return json_pack("{ss so sI so sI}", "claim", "flag", "player", arb_json_colour(player),
                     "completed", (json_int_t)completed, "needed",
                     needed > 0 ? json_integer(needed) : json_null(), "proved",
                     (json_int_t)proved(t->game, player));
}

json_t *arb_api_claim_found(const arb_table *t)
{
    const arb_event *claim = last_claim(t);

    if (!claim)
        return json_null();
    return claim->verb == ARB_VERB_CLAIM_FLAG || claim->verb == ARB_VERB_FLAG
               ? flag_found(t, claim)
               : draw_found(t, claim);
}
