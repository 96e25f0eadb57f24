/* SPDX-License-Identifier: MIT */
/* The lists of events, actors, penalties and slots, as data. */
#include <assert.h>

#include "laws/event_internal.h"
#include "laws/laws.h"

/* The actors of events.def, as bits. */
enum {
    BY_PLAYERS = 1,
    BY_ARBITER = 2,
    BY_ANYONE = BY_PLAYERS | BY_ARBITER,
    BY_SPECTATORS = 4,
    BY_HALL = 8
};

static const arb_verb_info verbs[ARB_VERB_COUNT] = {
#define EVENT(id, words, actors, first, second, third, articles)                                   \
    [ARB_VERB_##id] = { words,                                                                     \
                        articles,                                                                  \
                        { ARB_SLOT_##first, ARB_SLOT_##second, ARB_SLOT_##third },                 \
                        (BY_##actors & BY_PLAYERS) != 0,                                           \
                        (BY_##actors & BY_ARBITER) != 0,                                           \
                        (BY_##actors & BY_SPECTATORS) != 0,                                        \
                        (BY_##actors & BY_HALL) != 0 },
#include "arbitro/events.def"
#undef EVENT
};

static const struct {
    const char *word;
    arb_colour colour;
} actors[ARB_ACTOR_COUNT] = {
    [ARB_ACTOR_WHITE] = { "white", ARB_WHITE },
    [ARB_ACTOR_BLACK] = { "black", ARB_BLACK },
    [ARB_ACTOR_ARBITER] = { "arbiter", ARB_COLOUR_COUNT },
    [ARB_ACTOR_WHITE_ASSISTANT] = { "white-assistant", ARB_WHITE },
    [ARB_ACTOR_BLACK_ASSISTANT] = { "black-assistant", ARB_BLACK },
    [ARB_ACTOR_SPECTATOR] = { "spectator", ARB_COLOUR_COUNT },
    [ARB_ACTOR_ARBITER_ASSISTANT] = { "arbiter-assistant", ARB_COLOUR_COUNT },
    [ARB_ACTOR_HALL] = { "hall", ARB_COLOUR_COUNT },
};

_Static_assert((int)ARB_ACTOR_WHITE == (int)ARB_WHITE && (int)ARB_ACTOR_BLACK == (int)ARB_BLACK,
               "the first two actors are the colours");

static const struct {
    const char *word;
    arb_follows follows;
} penalties[ARB_PENALTY_COUNT] = {
#define PENALTY(id, word, follows, article) [ARB_PENALTY_##id] = { word, ARB_FOLLOWS_##follows },
#include "arbitro/penalties.def"
#undef PENALTY
};

static const struct {
    const char *words;
    uint16_t flag;
} slots[] = {
    [ARB_SLOT_PENALTY] = {
#define PENALTY(id, word, follows, article) word " "
#include "arbitro/penalties.def"
#undef PENALTY
        , 0 },
    [ARB_SLOT_ASSISTANT] = {
#define TASK(id, word, games, article) word " "
#include "arbitro/tasks.def"
#undef TASK
        , 0 },
    [ARB_SLOT_PLACE] = { "area venue", 0 },
    [ARB_SLOT_DECISION] = { "accept reject defer", 0 },
    [ARB_SLOT_CONSENT] = { "draw leave enter takeback abort adjourn", 0 }, /* from ARB_CONSENT_DRAW on */
    [ARB_SLOT_APPEAL] = { "upheld dismissed", 0 },
    [ARB_SLOT_MOVES_OPT] = { "moves", ARB_EVENT_MOVES },
    [ARB_SLOT_RESUME] = { "resume", ARB_EVENT_RESUME },
    [ARB_SLOT_TOGETHER] = { "together", ARB_EVENT_TOGETHER },
    [ARB_SLOT_ACCIDENTAL] = { "accidental", ARB_EVENT_ACCIDENTAL },
    [ARB_SLOT_TWO_HANDS] = { "two-hands", ARB_EVENT_TWO_HANDS },
    [ARB_SLOT_SILENT] = { "silent", ARB_EVENT_SILENT },
    [ARB_SLOT_OTHER_HAND] = { "other-hand", ARB_EVENT_OTHER_HAND },
    [ARB_SLOT_DISPLAY] = { "display", ARB_EVENT_DISPLAY },
    [ARB_SLOT_IN_BAG] = { "in-bag", ARB_EVENT_IN_BAG },
};

_Static_assert(ARB_TASK_COUNT <= 8, "the tasks of an assistant are bits of a byte");
_Static_assert(ARB_EVENT_SILENT <= UINT16_MAX, "the words of an event are bits of its flags");

const arb_verb_info *arb_verb_get(arb_verb verb)
{
    assert((unsigned)verb < ARB_VERB_COUNT);
    return &verbs[verb];
}

const char *arb_actor_word(arb_actor actor)
{
    assert((unsigned)actor < ARB_ACTOR_COUNT);
    return actors[actor].word;
}

/* The verbs of these actors: the compiler makes one number of each list. */
#define EVENT(id, words, actors, first, second, third, articles)                                   \
    | (BY_##actors & BY_WHOM ? (arb_verb_set)1 << ARB_VERB_##id : 0)
#define BY_WHOM BY_PLAYERS
static const arb_verb_set of_players = 0
#include "arbitro/events.def"
    ;
#undef BY_WHOM
#define BY_WHOM BY_ARBITER
static const arb_verb_set of_arbiter = 0
#include "arbitro/events.def"
    ;
#undef BY_WHOM
#define BY_WHOM BY_SPECTATORS
static const arb_verb_set of_spectators = 0
#include "arbitro/events.def"
    ;
#undef BY_WHOM
#define BY_WHOM BY_HALL
static const arb_verb_set of_hall = 0
#include "arbitro/events.def"
    ;
#undef BY_WHOM
#undef EVENT

arb_verb_set arb_actor_verbs(arb_actor actor)
{
    if (arb_actor_colour(actor) != ARB_COLOUR_COUNT)
        return of_players;
    if (actor == ARB_ACTOR_ARBITER || actor == ARB_ACTOR_ARBITER_ASSISTANT)
        return of_arbiter;
    return actor == ARB_ACTOR_SPECTATOR ? of_spectators : of_hall;
}

bool arb_actor_has_verb(arb_actor actor, arb_verb verb)
{
    assert((unsigned)verb < ARB_VERB_COUNT);
    return (arb_actor_verbs(actor) >> verb & 1) != 0;
}

arb_colour arb_actor_colour(arb_actor actor)
{
    assert((unsigned)actor < ARB_ACTOR_COUNT);
    return actors[actor].colour;
}

const char *arb_penalty_word(arb_penalty penalty)
{
    assert((unsigned)penalty < ARB_PENALTY_COUNT);
    return penalties[penalty].word;
}

arb_follows arb_penalty_follows(arb_penalty penalty)
{
    assert((unsigned)penalty < ARB_PENALTY_COUNT);
    return penalties[penalty].follows;
}

const char *arb_task_word(arb_task task)
{
    static const char *const words[ARB_TASK_COUNT] = {
#define TASK(id, word, games, article) [ARB_TASK_##id] = (word),
#include "arbitro/tasks.def"
#undef TASK
    };

    assert((unsigned)task < ARB_TASK_COUNT);
    return words[task];
}

const char *arb_slot_words(arb_slot slot)
{
    return slots[slot].words;
}

uint16_t arb_slot_flag(arb_slot slot)
{
    return slots[slot].flag;
}
