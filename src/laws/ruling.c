/* SPDX-License-Identifier: MIT */
/* Rulings as words and sentences, from the one list rulings.def; see ruling.h. */
#include "arbitro/ruling.h"

#include <assert.h>
#include <string.h>

#include "arbitro/result.h"
#include "clock/time_text.h"
#include "laws/laws.h"

static const struct {
    const char *word, *sentence[ARB_LANG_COUNT];
} codes[ARB_CODE_COUNT] = {
#define RULING(id, word, en, it)                                                                   \
    [ARB_CODE_##id] = { word, { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it } },
#include "arbitro/rulings.def"
#undef RULING
};

/* What a sentence calls a player, by a name in braces. */
typedef struct naming {
    const char *name;
    bool opponent;
    const char *text[ARB_COLOUR_COUNT + 1]; /* White, Black, and one whose colour is not told */
} naming;

static const naming english[] = {
    { "player", false, { "White", "Black", "the player" } },
    { "Player", false, { "White", "Black", "The player" } },
    { "opponent", true, { "White", "Black", "the opponent" } },
    { "Opponent", true, { "White", "Black", "The opponent" } },
    { NULL, false, { NULL, NULL, NULL } },
};

static const naming italian[] = {
    { "player", false, { "Bianco", "Nero", "giocatore" } },
    { "Player", false, { "Bianco", "Nero", "Giocatore" } },
    { "opponent", true, { "Bianco", "Nero", "avversario" } },
    { "Opponent", true, { "Bianco", "Nero", "Avversario" } },
    { "il", false, { "il Bianco", "il Nero", "il giocatore" } },
    { "Il", false, { "Il Bianco", "Il Nero", "Il giocatore" } },
    { "del", false, { "del Bianco", "del Nero", "del giocatore" } },
    { "al", false, { "al Bianco", "al Nero", "al giocatore" } },
    { "Al", false, { "Al Bianco", "Al Nero", "Al giocatore" } },
    { "dal", false, { "dal Bianco", "dal Nero", "dal giocatore" } },
    { "ilO", true, { "il Bianco", "il Nero", "l'avversario" } },
    { "IlO", true, { "Il Bianco", "Il Nero", "L'avversario" } },
    { "delO", true, { "del Bianco", "del Nero", "dell'avversario" } },
    { "alO", true, { "al Bianco", "al Nero", "all'avversario" } },
    { "dalO", true, { "dal Bianco", "dal Nero", "dall'avversario" } },
    { NULL, false, { NULL, NULL, NULL } },
};

static const naming *const namings[ARB_LANG_COUNT] = {
    [ARB_LANG_EN] = english,
    [ARB_LANG_IT] = italian,
};

/* Seconds of a duration, with as many decimals as they need. */
static void add_seconds(arb_sink *to, arb_ms time, arb_lang lang)
{
    static const char *const words[ARB_LANG_COUNT][2] = {
        [ARB_LANG_EN] = { " seconds", " second" },
        [ARB_LANG_IT] = { " secondi", " secondo" },
    };

    arb_seconds_put(to, time, lang == ARB_LANG_IT ? ',' : '.');
    arb_sink_text(to, words[lang][time == 1000]);
}

/* A duration as people say it: up to two minutes in seconds, unless it is a whole minute. */
static void add_time(arb_sink *to, const arb_ruling *ruling, arb_lang lang)
{
    enum { MINUTE = 60000 };
    static const char *const words[ARB_LANG_COUNT][2] = {
        [ARB_LANG_EN] = { " minutes", " minute" },
        [ARB_LANG_IT] = { " minuti", " minuto" },
    };
    /* nobody is given the most negative of all numbers, which has no opposite */
    const arb_ms time = ruling->ms < 0 ? -(ruling->ms + 1) + 1 : ruling->ms;

    if (time < MINUTE * INT64_C(2) && time != MINUTE) {
        add_seconds(to, time, lang);
        return;
    }
    arb_sink_number(to, (uint64_t)(time / MINUTE));
    arb_sink_text(to, words[lang][time / MINUTE == 1]);
    if (time % MINUTE > 0) {
        arb_sink_text(to, lang == ARB_LANG_IT ? " e " : " ");
        add_seconds(to, time % MINUTE, lang);
    }
}

/* So many moves, or the rounds to come from which a player is excluded. */
static void add_moves(arb_sink *to, uint32_t number, arb_lang lang)
{
    static const char *const words[ARB_LANG_COUNT][2] = {
        [ARB_LANG_EN] = { " moves", " move" },
        [ARB_LANG_IT] = { " mosse", " mossa" },
    };

    arb_sink_number(to, number);
    arb_sink_text(to, words[lang][number == 1]);
}

static void add_rounds(arb_sink *to, uint32_t number, arb_lang lang)
{
    if (number == 1) {
        arb_sink_text(to, lang == ARB_LANG_IT ? "dal prossimo turno" : "the next round");
        return;
    }
    arb_sink_text(to, lang == ARB_LANG_IT ? "dai prossimi " : "the next ");
    arb_sink_number(to, number);
    arb_sink_text(to, lang == ARB_LANG_IT ? " turni" : " rounds");
}

static bool is(const char *name, const char *text, size_t size)
{
    return strlen(name) == size && memcmp(name, text, size) == 0;
}

static const char *player_text(const naming *call, const arb_ruling *ruling)
{
    const bool turned = call->opponent && ruling->player < ARB_COLOUR_COUNT;

    return call->text[turned ? arb_opponent(ruling->player) : ruling->player];
}

/* What stands in the place of a name in braces. */
static void add_name(arb_sink *to, const char *name, size_t size, const arb_ruling *ruling,
                     arb_lang lang)
{
    for (const naming *call = namings[lang]; call->name; call++) {
        if (is(call->name, name, size)) {
            arb_sink_text(to, player_text(call, ruling));
            return;
        }
    }
    if (is("time", name, size)) {
        add_time(to, ruling, lang);
    } else if (is("result", name, size)) {
        arb_sink_text(to, ruling->result < ARB_RESULT_COUNT ? arb_result_text(ruling->result) : "");
    } else if (is("points", name, size)) {
        char text[32];
        (void)arb_score_write(text, sizeof text, ruling->score);
        arb_sink_text(to, text);
    } else if (is("moves", name, size)) {
        add_moves(to, ruling->number, lang);
    } else if (is("rounds", name, size)) {
        add_rounds(to, ruling->number, lang);
    } else {
        assert(is("number", name, size) && "a name in braces that rulings.def may use");
        arb_sink_number(to, ruling->number);
    }
}

const char *arb_code_word(arb_code code)
{
    assert(code < ARB_CODE_COUNT);
    return codes[code].word;
}

const char *arb_code_sentence(arb_code code, arb_lang lang)
{
    assert(code < ARB_CODE_COUNT && lang < ARB_LANG_COUNT);
    return codes[code].sentence[lang];
}

bool arb_verdict_warns(const arb_verdict *verdict, arb_colour player)
{
    if (verdict->refused && verdict->refusal.effect == ARB_EFFECT_WARNING &&
        verdict->refusal.player == player)
        return true;
    for (size_t i = 0; i < verdict->count; i++) {
        if (verdict->ruling[i].effect == ARB_EFFECT_WARNING && verdict->ruling[i].player == player)
            return true;
    }
    return false;
}

size_t arb_ruling_write(char *out, size_t size, const arb_ruling *ruling, arb_lang lang)
{
    const char *at = arb_code_sentence(ruling->code, lang);
    arb_sink to = { out, size, 0 };

    while (*at) {
        const size_t plain = strcspn(at, "{");
        arb_sink_bytes(&to, at, plain);
        at += plain;
        if (!*at)
            break;
        const size_t name = strcspn(++at, "}");
        add_name(&to, at, name, ruling, lang);
        at += name + (at[name] == '}');
    }
    return arb_sink_end(&to);
}
