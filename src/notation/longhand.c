/* SPDX-License-Identifier: MIT */
/* Rows of a scoresheet in the words of announcements (Laws D.2.7). */
#include "notation/spoken.h"

/* "12." or "12..." before the words. */
static size_t number_size(const char *text, size_t size)
{
    size_t digits = 0, at;

    while (digits < size && text[digits] >= '0' && text[digits] <= '9')
        digits++;
    for (at = digits; at < size && text[at] == '.'; at++)
        ;
    return digits > 0 && at > digits ? at : 0;
}

/* Laws D.2.7 */
bool arb_longhand_read(arb_reading *out, arb_written *written, const arb_pos *pos, const char *text,
                       size_t size, const arb_language *language)
{
    const size_t number = number_size(text, size);
    const arb_err err =
        arb_announcement_hear(written, out, NULL, pos, text + number, size - number, language);

    written->form = ARB_FORM_WORDS;
    return err == ARB_OK;
}
