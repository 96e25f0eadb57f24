/* SPDX-License-Identifier: MIT */
/* The moves between the cases of a survey, and the way from each to what could be a mate. */
#include "arbitro/mem.h"
#include "proof/survey.h"

enum { ROOM_AT_FIRST = 64 };

#define NO_EDGE UINT32_MAX

/* Doubles an array until it has an element `wanted`; false without memory. */
static bool provide(void **items, uint32_t *room, uint32_t wanted, size_t size, const arb_mem *mem)
{
    uint32_t more = *room ? *room : ROOM_AT_FIRST;

    if (wanted < *room)
        return true;
    while (more <= wanted)
        more *= 2;
    void *grown = arb_mem_resize(mem, *items, *room * size, more * size);
    if (!grown)
        return false;
    *items = grown;
    *room = more;
    return true;
}

/* Makes sure that something is known of all cases. */
static bool know(arb_survey *survey, uint32_t number)
{
    const uint32_t before = survey->known_room;
    void *known = survey->known;

    if (!provide(&known, &survey->known_room, number, sizeof *survey->known, survey->cases.mem))
        return false;
    survey->known = known;
    for (uint32_t i = before; i < survey->known_room; i++)
        survey->known[i] = (arb_survey_case){ NO_EDGE, ARB_SURVEY_FAR, ARB_NO_ERRAND };
    return true;
}

bool arb_survey_link(arb_survey *survey, uint32_t from, uint32_t to, arb_errand errand)
{
    void *edges = survey->edges;

    if (!know(survey, to) || !provide(&edges, &survey->edge_room, survey->edge_count,
                                      sizeof *survey->edges, survey->cases.mem))
        return false;
    survey->edges = edges;
    survey->edges[survey->edge_count] = (arb_survey_edge){ from, survey->known[to].edges, errand };
    survey->known[to].edges = survey->edge_count++;
    return true;
}

/* The number of a plan; ARB_PLANS_MAX when it is new and there is no room. */
static unsigned plan_number(arb_survey *survey, arb_plan plan)
{
    unsigned i = 0;

    while (i < survey->plan_count &&
           (survey->plans[i].king != plan.king || survey->plans[i].blocked != plan.blocked))
        i++;
    if (i == survey->plan_count && i < ARB_PLANS_MAX)
        survey->plans[survey->plan_count++] = plan;
    return i;
}

bool arb_survey_note(arb_survey *survey, uint32_t number, arb_plan plan)
{
    const arb_survey_mate mate = { number, plan_number(survey, plan) };
    void *mates = survey->mates;

    for (uint32_t i = survey->mate_count; i > 0 && survey->mates[i - 1].number == number; i--)
        if (survey->mates[i - 1].plan == mate.plan)
            return true;
    if (!provide(&mates, &survey->mate_room, survey->mate_count, sizeof mate, survey->cases.mem))
        return false;
    survey->mates = mates;
    survey->mates[survey->mate_count++] = mate;
    return true;
}

/* Puts the cases from which the plan needs one move into the queue; how many there are. */
static uint32_t last_moves(arb_survey *survey, uint32_t *queue, unsigned plan)
{
    uint32_t end = 0;

    for (uint32_t i = 0; i < survey->known_room; i++)
        survey->known[i].steps = ARB_SURVEY_FAR;
    for (uint32_t i = 0; i < survey->mate_count; i++)
        if (survey->mates[i].plan == plan) {
            survey->known[survey->mates[i].number].steps = 1;
            survey->known[survey->mates[i].number].errand = ARB_NO_ERRAND;
            queue[end++] = survey->mates[i].number;
        }
    return end;
}

/* Backwards from the cases that are one move from the mate. */
bool arb_survey_measure(arb_survey *survey, unsigned plan)
{
    const uint32_t count = survey->cases.count;
    const arb_mem *mem = survey->cases.mem;

    if (count == 0)
        return false;
    uint32_t *queue = arb_mem_resize(mem, NULL, 0, count * sizeof *queue);
    if (!queue)
        return false;
    uint32_t end = last_moves(survey, queue, plan);
    for (uint32_t at = 0; at < end; at++) {
        const arb_survey_case now = survey->known[queue[at]];
        for (uint32_t edge = now.edges; edge != NO_EDGE; edge = survey->edges[edge].next) {
            arb_survey_case *before = &survey->known[survey->edges[edge].from];
            if (before->steps != ARB_SURVEY_FAR)
                continue;
            before->steps = now.steps + 1;
            before->errand = survey->edges[edge].errand;
            queue[end++] = survey->edges[edge].from;
        }
    }
    arb_mem_free(mem, queue, count * sizeof *queue);
    return true;
}

void arb_survey_clear(arb_survey *survey)
{
    const arb_mem *mem = survey->cases.mem;

    arb_mem_free(mem, survey->known, survey->known_room * sizeof *survey->known);
    arb_mem_free(mem, survey->edges, survey->edge_room * sizeof *survey->edges);
    arb_mem_free(mem, survey->mates, survey->mate_room * sizeof *survey->mates);
    survey->mates = NULL;
    survey->known = NULL;
    survey->edges = NULL;
    arb_proof_cases_clear(&survey->cases);
}
