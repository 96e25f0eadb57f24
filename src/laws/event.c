/* SPDX-License-Identifier: MIT */
/* The lists of events, actors, penalties and tasks, as data. */
#include <assert.h>

#include "laws/event_internal.h"

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

static const char *const tasks[ARB_TASK_COUNT] = {
    [ARB_TASK_MOVE] = "move",
    [ARB_TASK_CLOCK] = "clock",
    [ARB_TASK_RECORD] = "record",
};

static const char *const places[ARB_PLACE_COUNT] = {
    [ARB_PLACE_AREA] = "area",
    [ARB_PLACE_VENUE] = "venue",
};

static const char *const consents[ARB_CONSENT_COUNT] = {
    [ARB_CONSENT_OTHER] = "",
    [ARB_CONSENT_DRAW] = "draw",
    [ARB_CONSENT_LEAVE] = "leave",
    [ARB_CONSENT_ENTER] = "enter",
};

static const char *const decisions[ARB_DECISION_COUNT] = {
    [ARB_DECISION_ACCEPT] = "accept",
    [ARB_DECISION_REJECT] = "reject",
    [ARB_DECISION_DEFER] = "defer",
};

static const struct {
    arb_slot slot;
    const char *word;
    uint16_t flag;
} slot_words[] = {
    { ARB_SLOT_MOVES_OPT, "moves", ARB_EVENT_MOVES },
    { ARB_SLOT_TOGETHER, "together", ARB_EVENT_TOGETHER },
    { ARB_SLOT_ACCIDENTAL, "accidental", ARB_EVENT_ACCIDENTAL },
    { ARB_SLOT_TWO_HANDS, "two-hands", ARB_EVENT_TWO_HANDS },
    { ARB_SLOT_OTHER_HAND, "other-hand", ARB_EVENT_OTHER_HAND },
};

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

bool arb_actor_has_verb(arb_actor actor, arb_verb verb)
{
    const arb_verb_info *info = arb_verb_get(verb);

    if (arb_actor_colour(actor) != ARB_COLOUR_COUNT)
        return info->by_players;
    return actor == ARB_ACTOR_ARBITER     ? info->by_arbiter
           : actor == ARB_ACTOR_SPECTATOR ? info->by_spectators
                                          : info->by_hall;
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
    assert((unsigned)task < ARB_TASK_COUNT);
    return tasks[task];
}

const char *arb_place_word(arb_place place)
{
    assert((unsigned)place < ARB_PLACE_COUNT);
    return places[place];
}

const char *arb_consent_word(arb_consent consent)
{
    assert((unsigned)consent < ARB_CONSENT_COUNT);
    return consents[consent];
}

const char *arb_decision_word(arb_decision decision)
{
    assert((unsigned)decision < ARB_DECISION_COUNT);
    return decisions[decision];
}

const char *arb_slot_word(arb_slot slot)
{
    for (size_t i = 0; i < sizeof slot_words / sizeof *slot_words; i++)
        if (slot_words[i].slot == slot)
            return slot_words[i].word;
    return NULL;
}

uint16_t arb_slot_flag(arb_slot slot)
{
    for (size_t i = 0; i < sizeof slot_words / sizeof *slot_words; i++)
        if (slot_words[i].slot == slot)
            return slot_words[i].flag;
    return 0;
}
