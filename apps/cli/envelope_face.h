/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_ENVELOPE_FACE_H
#define ARBITRO_CLI_ENVELOPE_FACE_H
/* What is written on the envelope of an adjourned game (Guidelines I.2), as texts and as JSON. */
#include <jansson.h>

#include "arbitro/fen.h"
#include "arbitro/game_envelope.h"
#include "common/text.h"

enum { ARB_FACE_TIME_SIZE = 32 };

/* The items in the order of I.2, as they are printed. */
typedef struct arb_face_texts {
    char *white, *black, *sealer, *resumption; /* NULL when it is missing */
    char used[2][ARB_FACE_TIME_SIZE];
    char fen[ARB_FEN_SIZE];
    char number[16];
    arb_text_id offer;
} arb_face_texts;

void arb_face_texts_take(arb_face_texts *out, const arb_envelope_face *face);
void arb_face_texts_free(arb_face_texts *texts);

/* The items as an object: names, position, times, who has sealed which move, offer, resumption. */
json_t *arb_face_json(const arb_envelope_face *face);

#endif
