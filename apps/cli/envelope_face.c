/* SPDX-License-Identifier: MIT */
/* What is written on an envelope; see envelope_face.h. */
#include "cli/envelope_face.h"

#include <stdio.h>
#include <stdlib.h>

/* A text of a tag, without the backslashes before quotation marks; NULL when nobody has said it. */
static char *plain(const char *text, size_t size)
{
    char *out = text ? malloc(size + 1) : NULL;
    size_t length = 0;

    for (size_t i = 0; out && i < size; i++) {
        if (text[i] == '\\' && i + 1 < size)
            i++;
        out[length++] = text[i];
    }
    if (out)
        out[length] = '\0';
    return out;
}

void arb_face_texts_take(arb_face_texts *out, const arb_envelope_face *face)
{
    *out = (arb_face_texts){ .offer = face->offer == ARB_WHITE   ? ARB_TEXT_ENVELOPE_OFFER_WHITE
                                      : face->offer == ARB_BLACK ? ARB_TEXT_ENVELOPE_OFFER_BLACK
                                                                 : ARB_TEXT_ENVELOPE_OFFER_NONE };
    out->white = plain(face->name[ARB_WHITE], face->name_size[ARB_WHITE]);
    out->black = plain(face->name[ARB_BLACK], face->name_size[ARB_BLACK]);
    out->sealer = plain(face->name[face->sealer], face->name_size[face->sealer]);
    out->resumption = plain(face->resumption, face->resumption_size);
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) /* as clocks show it: whole seconds */
        (void)arb_time_write(out->used[c], ARB_FACE_TIME_SIZE,
                             face->used[c] - face->used[c] % 1000);
    (void)arb_pos_fen(out->fen, sizeof out->fen, &face->position);
    (void)snprintf(out->number, sizeof out->number, "%u", (unsigned)face->number);
}

void arb_face_texts_free(arb_face_texts *texts)
{
    free(texts->white);
    free(texts->black);
    free(texts->sealer);
    free(texts->resumption);
}

json_t *arb_face_json(const arb_envelope_face *face)
{
    arb_face_texts t;

    arb_face_texts_take(&t, face);
    json_t *object = json_pack(
        "{s:s? s:s? s:s s:s s:s s:s s:s? s:I s:s? s:s?}", "white", t.white, "black", t.black, "fen",
        t.fen, "white_time", t.used[ARB_WHITE], "black_time", t.used[ARB_BLACK], "sealer",
        arb_colour_word(face->sealer), "sealer_name", t.sealer, "number", (json_int_t)face->number,
        "offer", face->offer < ARB_COLOUR_COUNT ? arb_colour_word(face->offer) : NULL, "resumption",
        t.resumption);
    arb_face_texts_free(&t);
    return object;
}
