/* SPDX-License-Identifier: MIT */
/* Expectations about people: penalties beyond the game, what was explained, and what their
 * scoresheets prove; see expectation.h. */
#include <inttypes.h>

#include "arbitro/explain.h"
#include "arbitro/record.h"
#include "game/expectation.h"

/* Laws 12.9.7, 12.9.8, 12.9.9 */
bool arb_meets_penalty(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    const bool fined = arb_state_fined(view->state, expectation->colour);
    const unsigned rounds = arb_state_excluded(view->state, expectation->colour);
    const bool expelled = arb_state_expelled(view->state, expectation->colour);

    if (fined)
        arb_sink_word(found, "fine");
    if (rounds > 0) {
        arb_sink_word(found, "excluded");
        arb_sink_format(found, " %u", rounds);
    }
    if (expelled)
        arb_sink_word(found, "expelled");
    if (!fined && rounds == 0 && !expelled)
        arb_sink_word(found, "none");
    switch (expectation->value) {
    case ARB_SANCTION_FINE:
        return fined;
    case ARB_SANCTION_EXCLUDED:
        return rounds > 0 && (expectation->fields == 0 || expectation->fields == rounds);
    case ARB_SANCTION_EXPELLED:
        return expelled;
    default:
        return !fined && rounds == 0 && !expelled;
    }
}

/* Laws 11.9: is this the article that was explained? */
bool arb_meets_explained(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    const size_t count = view->verdict ? view->verdict->count : 0;
    const arb_rulebook *book = arb_game_regulations(view->game)->book;
    bool met = false;

    for (size_t i = 0; i < count; i++) {
        const arb_ruling *ruling = &view->verdict->ruling[i];
        arb_cursor list = arb_expectation_list(expectation), word;
        if (ruling->code != ARB_CODE_EXPLAINED)
            continue;
        arb_sink_word(found, arb_article_number(ruling->about));
        met = true;
        while (arb_cursor_next_word(&word, &list))
            met = met && arb_expectation_names(word, ruling->about, book);
    }
    if (found->length == 0)
        arb_sink_word(found, "nothing");
    return met;
}

/* Laws 8.5, 8.6 */
bool arb_meets_evidence(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    arb_record *record;

    if (arb_record_new(&record, view->game) != ARB_OK)
        return false;
    const uint32_t proved = arb_record_evidence(record);
    arb_record_free(record);
    arb_sink_format(found, "%" PRIu32, proved);
    return proved == expectation->value;
}
