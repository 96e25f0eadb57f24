/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_SURVEY_H
#define ARB_PROOF_SURVEY_H
/*
 * Goes through everything that can follow, with kings and pawns in their places and the other
 * pieces known by regions only (outline.h): far fewer cases than positions. Either no mate is
 * possible in any of them, which is a proof; or the survey is a map for the search, which tells how
 * many moves lie between each case and what could be a mate.
 */
#include "arbitro/proof.h"
#include "proof/cases.h"

/* What could be a mate: where the king stands, and where its own pieces must stand beside it. */
typedef struct arb_plan {
    uint64_t blocked;
    uint8_t king;
} arb_plan;

enum { ARB_PLANS_MAX = 256 };

/*
 * What must happen before a move from one case to another can be made on the board: a piece of this
 * colour and role goes to a square, to capture there or to be captured.
 */
typedef struct arb_errand {
    uint8_t square; /* ARB_SQUARE_NONE: nothing */
    uint8_t role, colour;
} arb_errand;

#define ARB_NO_ERRAND ((arb_errand){ ARB_SQUARE_NONE, 0, 0 })

typedef struct arb_survey_edge {
    uint32_t from, next; /* the case from which a move leads here, and the next such edge */
    arb_errand errand;
} arb_survey_edge;

/* A case from which one move could mate as planned. */
typedef struct arb_survey_mate {
    uint32_t number, plan;
} arb_survey_mate;

/* What is known about a case. */
typedef struct arb_survey_case {
    uint32_t edges;    /* the first of those that lead here */
    uint32_t steps;    /* moves to the mate of the plan in question, or ARB_SURVEY_FAR */
    arb_errand errand; /* of the first of these moves */
} arb_survey_case;

#define ARB_SURVEY_FAR UINT32_MAX

typedef struct arb_survey {
    arb_colour side;
    bool whole; /* goes on when a mate seems possible: for a map */
    arb_proof_cases cases;
    arb_survey_case *known; /* by the numbers of the cases */
    uint32_t known_room;
    arb_survey_edge *edges;
    uint32_t edge_count, edge_room;
    arb_survey_mate *mates;
    uint32_t mate_count, mate_room;
    arb_plan plans[ARB_PLANS_MAX]; /* in the order in which they were met, the nearest first */
    unsigned plan_count;
} arb_survey;

/*
 * Surveys what follows `pos`, up to `nodes` cases. NO: no position that comes after `pos` can be a
 * mate by `side`. UNKNOWN: a mate seems possible, or there were too many cases, or no memory was
 * left. Never YES. The survey is to be cleared in any case.
 */
arb_proof arb_survey_make(arb_survey *out, const arb_pos *pos, arb_colour side, const arb_mem *mem,
                          uint64_t nodes, bool whole);

/* As arb_survey_make(), for the answer alone; `spent` grows by the number of cases. */
arb_proof arb_survey_ask(const arb_pos *pos, arb_colour side, const arb_mem *mem, uint64_t nodes,
                         uint64_t *spent);

/* Takes note that a move leads from one case to another; false without memory. */
bool arb_survey_link(arb_survey *survey, uint32_t from, uint32_t to, arb_errand errand);

/* Takes note that a move from a case could mate as planned; false without memory. */
bool arb_survey_note(arb_survey *survey, uint32_t number, arb_plan plan);

/* Works out the steps of all cases to the mate of one plan; false without memory. */
bool arb_survey_measure(arb_survey *survey, unsigned plan);

/* The number of the first outline, to which the position belongs that was surveyed. */
enum { ARB_SURVEY_START = 0 };

/* Gives all memory back. */
void arb_survey_clear(arb_survey *survey);

#endif
