/* SPDX-License-Identifier: MIT */
/* In what two states or two verdicts differ, field by field: see explorer.h. */
#include <stddef.h>
#include <string.h>

#include "explorer.h"
#include "laws/hands.h"

/* A field without padding inside. */
typedef struct field {
    const char *name;
    size_t offset, size;
} field;

#define FIELD(type, name)                                                                          \
    {                                                                                              \
#name, offsetof(type, name), sizeof((type *)0)->name                                       \
    }
#define COUNT(array) (sizeof(array) / sizeof *(array))

static const field of_state[] = {
    FIELD(arb_state, now),
    FIELD(arb_state, started),
    FIELD(arb_state, pos.side),
    FIELD(arb_state, pos.castling),
    FIELD(arb_state, pos.key),
    FIELD(arb_state, pos.en_passant),
    FIELD(arb_state, pos.passed),
    FIELD(arb_state, pos.turn),
    FIELD(arb_state, pos.quiet_plies),
    FIELD(arb_state, pos.move_number),
    FIELD(arb_state, ply),
    FIELD(arb_state, clock.left),
    FIELD(arb_state, clock.delay),
    FIELD(arb_state, clock.credited),
    FIELD(arb_state, clock.fell_at),
    FIELD(arb_state, clock.since),
    FIELD(arb_state, clock.moves),
    FIELD(arb_state, clock.granted),
    FIELD(arb_state, clock.period),
    FIELD(arb_state, clock.running),
    FIELD(arb_state, clock.extra),
    FIELD(arb_state, clock.forgiven),
    FIELD(arb_state, standing.on_board),
    FIELD(arb_state, boards.piece),
    FIELD(arb_state, boards.lacking),
    FIELD(arb_state, boards.changed),
    FIELD(arb_state, boards.executed),
    FIELD(arb_state, boards.spoken_by),
    FIELD(arb_state, boards.spoken.said),
    FIELD(arb_state, boards.repeated),
    FIELD(arb_state, boards.asked),
    FIELD(arb_state, breach.by),
    FIELD(arb_state, sheet),
    FIELD(arb_state, sheet_moves),
    FIELD(arb_state, sheet_blanks),
    FIELD(arb_state, half_moves),
    FIELD(arb_state, keeping[0].since),
    FIELD(arb_state, keeping[1].since),
    FIELD(arb_state, keeping[0].ahead_told),
    FIELD(arb_state, keeping[1].ahead_told),
    FIELD(arb_state, keeping[0].own_ahead),
    FIELD(arb_state, keeping[1].own_ahead),
    FIELD(arb_state, keeping[0].claimed),
    FIELD(arb_state, keeping[1].claimed),
    FIELD(arb_state, keeping[0].owes),
    FIELD(arb_state, keeping[1].owes),
    FIELD(arb_state, keeping[0].owes_from[0]),
    FIELD(arb_state, keeping[1].owes_from[0]),
    FIELD(arb_state, updating.overdue),
    FIELD(arb_state, updating.free),
    FIELD(arb_state, updating.lacking),
    FIELD(arb_state, updating.noted),
    FIELD(arb_state, presses),
    FIELD(arb_state, phase),
    FIELD(arb_state, turn),
    FIELD(arb_state, unpressed),
    FIELD(arb_state, uncompleted),
    FIELD(arb_state, two_hands),
    FIELD(arb_state, resumes),
    FIELD(arb_state, claim_decided),
    FIELD(arb_state, present),
    FIELD(arb_state, waived),
    FIELD(arb_state, offer),
    FIELD(arb_state, consent),
    FIELD(arb_state, illegal),
    FIELD(arb_state, sheet_requests),
    FIELD(arb_state, away),
    FIELD(arb_state, asking),
    FIELD(arb_state, asking_venue),
    FIELD(arb_state, agreed),
    FIELD(arb_state, watched),
    FIELD(arb_state, pending),
    FIELD(arb_state, claimant),
    FIELD(arb_state, deferred),
    FIELD(arb_state, lacks_effort),
    FIELD(arb_state, papers),
    FIELD(arb_state, final),
    FIELD(arb_state, counted),
    FIELD(arb_state, recording_free),
    FIELD(arb_state, tasks),
    FIELD(arb_state, appeal),
    FIELD(arb_state, fined),
    FIELD(arb_state, expelled),
    FIELD(arb_state, excluded),
    FIELD(arb_state, clock.used),
    FIELD(arb_state, adjourned.stage),
    FIELD(arb_state, adjourned.envelope),
    FIELD(arb_state, adjourned.sealer),
    FIELD(arb_state, adjourned.wished),
    FIELD(arb_state, adjourned.written),
    FIELD(arb_state, adjourned.reply),
    FIELD(arb_state, adjourned.verified),
    FIELD(arb_state, adjourned.made),
    FIELD(arb_state, adjourned.absent),
    FIELD(arb_state, adjourned.moved),
    FIELD(arb_state, adjourned.counted),
    FIELD(arb_state, adjourned.offer),
    FIELD(arb_state, adjourned.first),
    FIELD(arb_state, adjourned.ply),
    FIELD(arb_state, adjourned.text),
    FIELD(arb_state, adjourned.resumption),
    FIELD(arb_state, adjourned.end),
    FIELD(arb_state, adjourned.continued),
    FIELD(arb_state, adjourned.used),
    FIELD(arb_state, assistants),
    FIELD(arb_state, spectators_out),
    FIELD(arb_state, result),
    FIELD(arb_state, reason),
    FIELD(arb_state, article_count),
    FIELD(arb_state, score),
    FIELD(arb_state, score_article),
};

static const field of_hands[] = {
    FIELD(arb_hands, count),      FIELD(arb_hands, made),   FIELD(arb_hands, last),
    FIELD(arb_hands, held_count), FIELD(arb_hands, lifted),
};

static const field of_touched[] = {
    FIELD(arb_touched, count),       FIELD(arb_touched, from),  FIELD(arb_touched, to),
    FIELD(arb_touched, promotes_on), FIELD(arb_touched, bound),
};

static const field of_ruling[] = {
    FIELD(arb_ruling, article), FIELD(arb_ruling, code), FIELD(arb_ruling, effect),
    FIELD(arb_ruling, player),  FIELD(arb_ruling, ms),   FIELD(arb_ruling, at),
};

static const char *first_difference(const void *a, const void *b, const field *fields, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp((const char *)a + fields[i].offset, (const char *)b + fields[i].offset,
                   fields[i].size) != 0)
            return fields[i].name;
    return NULL;
}

static const char *touched_difference(const arb_touched *a, const arb_touched *b)
{
    const char *name = first_difference(a, b, of_touched, COUNT(of_touched));

    if (name)
        return name;
    if (memcmp(a->square, b->square, a->count * sizeof *a->square) != 0)
        return "touched.square";
    if (a->promotes_on != ARB_SQUARE_NONE && a->promotes_to != b->promotes_to)
        return "touched.promotes_to";
    return a->bound && !arb_move_equal(a->written, b->written) ? "touched.written" : NULL;
}

static const char *hands_difference(const arb_hands *a, const arb_hands *b)
{
    const char *name = first_difference(a, b, of_hands, COUNT(of_hands));

    if (!name && memcmp(a->held, b->held, a->held_count) != 0)
        name = "hands.held";
    if (!name && memcmp(a->deed, b->deed, a->count * sizeof *a->deed) != 0)
        name = "hands.deed";
    return name;
}

static const char *breach_difference(const arb_breach *a, const arb_breach *b)
{
    if (a->article != b->article)
        return "breach.article";
    return a->ply != b->ply ? "breach.ply" : touched_difference(&a->touched, &b->touched);
}

const char *explorer_difference(const arb_state *a, const arb_state *b)
{
    const char *name = first_difference(a, b, of_state, COUNT(of_state));

    if (!name)
        name = touched_difference(&a->touched, &b->touched);
    if (!name)
        name = hands_difference(&a->hands, &b->hands);
    if (!name && (a->standing.on_board || arb_hands_at_work(a)) &&
        memcmp(a->standing.clock_ms, b->standing.clock_ms, sizeof a->standing.clock_ms) != 0)
        name = "standing.clock_ms";
    if (!name && a->breach.by != NOBODY)
        name = breach_difference(&a->breach, &b->breach);
    if (!name && memcmp(a->article, b->article, a->article_count * sizeof *a->article) != 0)
        name = "article";
    return name;
}

const char *explorer_verdict_difference(const arb_verdict *a, const arb_verdict *b)
{
    const char *name = NULL;

    if (a->refused != b->refused || a->count != b->count)
        return "refused or count";
    if (a->refused)
        name = first_difference(&a->refusal, &b->refusal, of_ruling, COUNT(of_ruling));
    for (size_t i = 0; i < a->count && !name; i++)
        name = first_difference(&a->ruling[i], &b->ruling[i], of_ruling, COUNT(of_ruling));
    return name;
}
