/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_RECORD_JSON_H
#define ARBITRO_COMMON_RECORD_JSON_H
/*
 * Scoresheets as JSON, for the command line and the hall. NULL and what becomes of arguments: see
 * json.h.
 */
#include "arbitro/record.h"
#include "common/json.h"

/*
 * What a player may be shown of his own sheet: state, entries (text, kind, half_move, was), gaps.
 * It is the same whether an entry is a legal move or not.
 */
json_t *arb_json_sheet(const arb_record *record, const arb_game *game, arb_colour sheet);

/*
 * All of it, for the arbiter alone: white, black, arbiter (as above, each entry with its check),
 * evidence, part (where two sheets first differ), updating, reconstruction.
 */
json_t *arb_json_record(const arb_game *game);

#endif
