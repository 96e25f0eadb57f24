/* SPDX-License-Identifier: MIT */
/* The words of Popeye's input; see popeye_words.h. */
#include "problem/popeye_words.h"

#include <string.h>

/* A word in English, French and German, in small letters. */
typedef const char *triple[POPEYE_LANGUAGES];

static const triple begin = { "beginproblem", "debutprobleme", "anfangproblem" };

static const triple commands[POPEYE_COMMANDS] = {
    [POPEYE_NEXT] = { "nextproblem", "asuivre", "weiteresproblem" },
    [POPEYE_END] = { "endproblem", "finprobleme", "endeproblem" },
    [POPEYE_PIECES] = { "pieces", "pieces", "steine" },
    [POPEYE_FORSYTH] = { "forsyth", "forsyth", "forsyth" },
    [POPEYE_STIPULATION] = { "stipulation", "enonce", "forderung" },
    [POPEYE_OPTION] = { "option", "option", "option" },
    [POPEYE_CONDITION] = { "condition", "condition", "bedingung" },
    [POPEYE_TWIN] = { "twin", "jumeau", "zwilling" },
    [POPEYE_ZERO] = { "zeroposition", "zeroposition", "nullstellung" },
    [POPEYE_AUTHOR] = { "author", "auteur", "autor" },
    [POPEYE_TITLE] = { "title", "titre", "titel" },
    [POPEYE_ORIGIN] = { "origin", "source", "quelle" },
    [POPEYE_REMARK] = { "remark", "remarque", "bemerkung" },
    [POPEYE_AWARD] = { "award", "prix", "auszeichnung" },
    [POPEYE_PROTOCOL] = { "protocol", "protocol", "protokoll" },
};

static const triple options[POPEYE_OPTIONS] = {
    [POPEYE_SETPLAY] = { "setplay", "apparent", "satzspiel" },
    [POPEYE_TRY] = { "try", "essais", "verfuehrung" },
    [POPEYE_DEFENCE] = { "defence",
                         "defen"
                         "se",
                         "widerlegung" },
    [POPEYE_WHITE_TO_PLAY] = { "whitetoplay", "apparentseul", "weissbeginnt" },
    [POPEYE_VARIATION] = { "variation", "variantes", "varianten" },
    [POPEYE_NO_THREAT] = { "nothreat", "sansmenace", "ohnedrohung" },
    [POPEYE_INTELLIGENT] = { "intelligent", "intelligent", "intelligent" },
    [POPEYE_MOVE_NUMBERS] = { "movenumbers", "trace", "zugnummern" },
    [POPEYE_NO_BOARD] = { "noboard", "sansechiquier", "ohnebrett" },
    [POPEYE_NO_SHORT] = { "noshortvariations", "sansvariantescourtes", "ohnekurzvarianten" },
    [POPEYE_MAX_TIME] = { "maxtime", "maxtemps", "maxzeit" },
    [POPEYE_MAX_SOLUTIONS] = { "maxsolutions", "maxsolutions", "maxloesungen" },
};

static const triple changes[POPEYE_CHANGES] = {
    [POPEYE_MOVE] = { "move", "deplacement", "versetzung" },
    [POPEYE_EXCHANGE] = { "exchange", "echange", "tausch" },
    [POPEYE_REMOVE] = { "remove", "enlevement", "entferne" },
    [POPEYE_ADD] = { "add", "ajouter", "hinzufuegen" },
    [POPEYE_SUBSTITUTE] = { "substitute", "remplacer", "ersetzen" },
    [POPEYE_CONTINUED] = { "continued", "continu", "fortgesetzt" },
};

static const triple colours[ARB_COLOUR_COUNT] = { { "white", "blanc", "weiss" },
                                                  { "black", "noir", "schwarz" } };

/* By role, from pawn to king. */
static const char *const letters[POPEYE_LANGUAGES] = { "psbrqk", "pcftdr", "bsltdk" };

static char small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* How much of the whole a word is: 0 when it is not its beginning, three letters at the least. */
static size_t likeness(const char *whole, const char *word, size_t size)
{
    if (size > strlen(whole) || (size < 3 && size < strlen(whole)))
        return 0;
    for (size_t i = 0; i < size; i++)
        if (small(word[i]) != whole[i])
            return 0;
    return size == strlen(whole) ? SIZE_MAX : size;
}

/* The word that fits; the first of several, unless one fits whole. */
static unsigned choose(const triple *words, unsigned count, unsigned language, const char *word,
                       size_t size)
{
    unsigned best = count;
    size_t most = 0;

    for (unsigned i = 0; i < count; i++) {
        const size_t fits = likeness(words[i][language], word, size);
        if (fits > most) {
            most = fits;
            best = i;
        }
    }
    return best;
}

unsigned arb_popeye_language(const char *word, size_t size)
{
    unsigned language = 0;

    while (language < POPEYE_LANGUAGES && !likeness(begin[language], word, size))
        language++;
    return language;
}

arb_popeye_command arb_popeye_command_read(unsigned language, const char *word, size_t size)
{
    return (arb_popeye_command)choose(commands, POPEYE_COMMANDS, language, word, size);
}

arb_popeye_option arb_popeye_option_read(unsigned language, const char *word, size_t size)
{
    return (arb_popeye_option)choose(options, POPEYE_OPTIONS, language, word, size);
}

arb_popeye_change arb_popeye_change_read(unsigned language, const char *word, size_t size)
{
    return (arb_popeye_change)choose(changes, POPEYE_CHANGES, language, word, size);
}

arb_colour arb_popeye_colour_read(unsigned language, const char *word, size_t size)
{
    return (arb_colour)choose(colours, ARB_COLOUR_COUNT, language, word, size);
}

arb_role arb_popeye_role_read(unsigned language, char letter)
{
    const char *found = letter ? strchr(letters[language], small(letter)) : NULL;

    return found ? (arb_role)(found - letters[language]) : ARB_ROLE_NONE;
}
