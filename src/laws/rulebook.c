/* SPDX-License-Identifier: MIT */
/*
 * The editions, each a column of the table in rulebooks.def, and the categories of play. What else
 * a new edition needs is told in CONTRIBUTING.md.
 */
#include "arbitro/rulebook.h"

#include <string.h>

#include "arbitro/event.h"

/* A value for each category of play. */
#define PLAYS(standard, rapid, blitz)                                                              \
    {                                                                                              \
        [ARB_PLAY_STANDARD] = standard, [ARB_PLAY_RAPID] = rapid, [ARB_PLAY_BLITZ] = blitz         \
    }
/* Two minutes, of which rapid and blitz leave one (A.3, which blitz shares); only blitz in 2018
 * (B.2). */
#define COMPENSATION_2023 PLAYS(120000, 60000, 60000)
#define COMPENSATION_2018 PLAYS(120000, 120000, 60000)
/* Later there were fines, and exclusion from rounds. */
#define PENALTIES_2001                                                                             \
    (1u << ARB_PENALTY_WARNING | 1u << ARB_PENALTY_OPPONENT_TIME | 1u << ARB_PENALTY_OWN_TIME |    \
     1u << ARB_PENALTY_OPPONENT_SCORE | 1u << ARB_PENALTY_OWN_SCORE | 1u << ARB_PENALTY_LOSS |     \
     1u << ARB_PENALTY_EXPEL)
#define PENALTIES_2018 (PENALTIES_2001 | 1u << ARB_PENALTY_FINE | 1u << ARB_PENALTY_EXCLUDE)

const arb_rulebook arb_fide_2023 = {
    .edition = ARB_EDITION_FIDE_2023,
    .name = "fide-2023",
    .prefix = "2023",
    .title = { "FIDE Laws of Chess, in force from 1 January 2023",
               "Regole degli scacchi FIDE, in vigore dal 1º gennaio 2023" },
    .source = { "the whole text, with appendices, guidelines and glossary",
                "il testo intero, con appendici, linee guida e glossario" },
#define RULED(field, fide_2023, fide_2018, fide_2001, edisu_2024) .field = fide_2023,
#include "rulebooks.def"
#undef RULED
};

const arb_rulebook arb_fide_2018 = {
    .edition = ARB_EDITION_FIDE_2018,
    .name = "fide-2018",
    .prefix = "2018",
    .title = { "FIDE Laws of Chess as they stood on 1 October 2018",
               "Regole degli scacchi FIDE com'erano al 1º ottobre 2018" },
    .source = { "notes for arbiters on Appendix D; elsewhere the text of 2023 with the "
                "differences that are generally known",
                "appunti per arbitri sull'appendice D; altrove il testo del 2023 con le "
                "differenze generalmente note" },
#define RULED(field, fide_2023, fide_2018, fide_2001, edisu_2024) .field = fide_2018,
#include "rulebooks.def"
#undef RULED
};

const arb_rulebook arb_fide_2001 = {
    .edition = ARB_EDITION_FIDE_2001,
    .name = "fide-2001",
    .prefix = "2001",
    .title = { "FIDE Laws of Chess, in force from 1 July 2001",
               "Regole degli scacchi FIDE, in vigore dal 1º luglio 2001" },
    .source = { "the whole text, with its appendices A to F",
                "il testo intero, con le appendici da A a F" },
#define RULED(field, fide_2023, fide_2018, fide_2001, edisu_2024) .field = fide_2001,
#include "rulebooks.def"
#undef RULED
};

const arb_rulebook arb_edisu_2024 = {
    .edition = ARB_EDITION_EDISU_2024,
    .name = "edisu-2024",
    .prefix = "edisu",
    .title = { "Regulation of the EDISU inter-college tournament, 2024",
               "Regolamento del torneo intercollegiale EDISU, 2024" },
    .source = { "the whole text, Articles 1 to 12", "il testo intero, articoli da 1 a 12" },
#define RULED(field, fide_2023, fide_2018, fide_2001, edisu_2024) .field = edisu_2024,
#include "rulebooks.def"
#undef RULED
};

static const arb_rulebook *const books[] = {
    &arb_fide_2023,
    &arb_fide_2018,
    &arb_fide_2001,
    &arb_edisu_2024,
};

enum { BOOK_COUNT = sizeof books / sizeof *books };

const arb_rulebook *arb_rulebook_get(size_t index)
{
    return index < BOOK_COUNT ? books[index] : NULL;
}

const arb_rulebook *arb_rulebook_find(const char *name, size_t size)
{
    for (size_t i = 0; i < BOOK_COUNT; i++)
        if (strlen(books[i]->name) == size && memcmp(books[i]->name, name, size) == 0)
            return books[i];
    return NULL;
}

/* Laws A.1, B.1 */
arb_play arb_rulebook_play(const arb_rulebook *book, const arb_time_control *control)
{
    const arb_ms total = arb_time_control_total(control);

    /* without a clock nobody is hurried */
    if (control->count == 0 || total >= book->rapid_below)
        return ARB_PLAY_STANDARD;
    return total > book->rapid_from ? ARB_PLAY_RAPID : ARB_PLAY_BLITZ;
}
