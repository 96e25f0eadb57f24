/* SPDX-License-Identifier: MIT */
/* What the words of an announcement can mean: looking them up; see hearing.h. */
#include "notation/hearing.h"

#include <string.h>

#include "notation/hearing_words.h"
#include "notation/spoken.h"

/* A word that is looked up, and what has been found. */
typedef struct search {
    const arb_heard_text *text;
    unsigned place;
    bool kindly;         /* with misspellings */
    unsigned cost;       /* of what was found, in letters */
    unsigned words;      /* how many it takes; 0: nothing found */
    arb_heard found;     /* ARB_HEARD_FILLER alone when it says nothing */
    bool doubtful;       /* something else is as good */
    bool filler, letter; /* it can also be passed over; it is the name of a letter */
} search;

/* The letters that may be wrong in a word of this length. */
static unsigned forgiven(unsigned letters)
{
    return letters >= 9 ? 2 : letters >= 5 ? 1 : 0;
}

/* How many slips lie between a word that was heard and one that is known; false: too many. The
 * second l of "Bella" is not heard, and yet one of its letters may be wrong: "Belta" is as near to
 * that as to "Delta". */
static bool is_near(const search *s, const arb_heard_word *heard, const char *word, size_t size,
                    unsigned *slips)
{
    uint16_t letters[ARB_HEARD_LETTERS_MAX], doubled[ARB_HEARD_LETTERS_MAX];
    const unsigned count = arb_heard_fold(letters, word, size, false);

    if (!s->kindly) {
        *slips = arb_heard_distance(heard->letters, heard->count, letters, count, 0);
        return *slips == 0;
    }
    const unsigned written = arb_heard_fold(doubled, word, size, true), limit = forgiven(written);
    *slips = arb_heard_distance(heard->letters, heard->count, letters, count, limit);
    if (*slips > 0 && heard->written <= ARB_HEARD_LETTERS_MAX) {
        const unsigned other =
            arb_heard_distance(heard->doubled, heard->written, doubled, written, limit);
        *slips = other < *slips ? other : *slips;
    }
    return *slips <= limit;
}

static bool is_part(char c)
{
    return c == ' ' || c == '-';
}

/* How well the words of the text agree with a phrase; false when they do not. */
static bool agrees(const search *s, const char *phrase, size_t size, unsigned *words,
                   unsigned *cost)
{
    *words = *cost = 0;
    for (size_t at = 0; at < size; (*words)++) {
        size_t end = at;
        unsigned slips;
        while (end < size && !is_part(phrase[end]))
            end++;
        if (s->place + *words >= s->text->count)
            return false;
        const arb_heard_word *heard = &s->text->word[s->place + *words];
        if (heard->count > ARB_HEARD_LETTERS_MAX ||
            !is_near(s, heard, phrase + at, end - at, &slips))
            return false;
        *cost += slips;
        at = end + 1;
    }
    return true;
}

static bool is_better(const search *s, unsigned words, unsigned cost)
{
    return s->words == 0 || cost < s->cost || (cost == s->cost && words > s->words);
}

/* Looks at one phrase that means `heard`. */
static void try_phrase(search *s, const char *phrase, size_t size, arb_heard_kind kind,
                       unsigned value, bool letter)
{
    const uint16_t first = s->text->word[s->place].letters[0];
    const unsigned char initial = (unsigned char)*phrase;
    unsigned words, cost;

    /* most phrases begin otherwise, and unless letters are forgiven that is the end of it */
    if (!s->kindly && first < 0x80 && initial < 0x80 && (initial | 0x20) != first)
        return;
    if (!agrees(s, phrase, size, &words, &cost))
        return;
    if (is_better(s, words, cost)) {
        s->words = words;
        s->cost = cost;
        s->doubtful = s->filler = s->letter = false;
        s->found = (arb_heard){ ARB_HEARD_UNKNOWN, 0, words };
    } else if (cost > s->cost || words < s->words) {
        return;
    }
    if (kind == ARB_HEARD_FILLER) {
        s->filler = true;
    } else if (s->found.kind == ARB_HEARD_UNKNOWN) {
        s->found.kind = kind;
        s->found.value = value;
        s->letter = letter;
    } else if (s->found.kind != kind || s->found.value != value) {
        s->doubtful = true;
    }
}

/* Every form of one word of a list: "zwei/zwo". */
static void try_forms(search *s, const char *forms, size_t size, arb_heard_kind kind,
                      unsigned value, bool letter)
{
    for (size_t at = 0; at < size;) {
        const char *slash = memchr(forms + at, '/', size - at);
        const size_t end = slash ? (size_t)(slash - forms) : size;
        if (forms[at] != '-')
            try_phrase(s, forms + at, end - at, kind, value, letter);
        at = end + 1;
    }
}

/* Every word of a list, whose place is its value. */
static void try_list(search *s, const char *list, arb_heard_kind kind, bool letter)
{
    for (unsigned value = 0; list && *list; value++) {
        const size_t size = strcspn(list, " ");
        try_forms(s, list, size, kind, value, letter);
        list += size + (list[size] == ' ');
    }
}

/* The words of a list that all mean the same. */
static void try_all(search *s, const char *list, arb_heard_kind kind, unsigned value)
{
    while (list && *list) {
        const size_t size = strcspn(list, " ");
        try_forms(s, list, size, kind, value, false);
        list += size + (list[size] == ' ');
    }
}

static void try_meanings(search *s, const arb_language *language, unsigned last)
{
    static const arb_heard_kind kinds[ARB_MEANING_COUNT] = {
        [ARB_MEANING_PAWN] = ARB_HEARD_PIECE,
        [ARB_MEANING_KNIGHT] = ARB_HEARD_PIECE,
        [ARB_MEANING_BISHOP] = ARB_HEARD_PIECE,
        [ARB_MEANING_ROOK] = ARB_HEARD_PIECE,
        [ARB_MEANING_QUEEN] = ARB_HEARD_PIECE,
        [ARB_MEANING_KING] = ARB_HEARD_PIECE,
        [ARB_MEANING_TAKES] = ARB_HEARD_TAKES,
        [ARB_MEANING_PROMOTES] = ARB_HEARD_PROMOTES,
        [ARB_MEANING_KINGSIDE] = ARB_HEARD_CASTLING,
        [ARB_MEANING_QUEENSIDE] = ARB_HEARD_CASTLING,
        [ARB_MEANING_EN_PASSANT] = ARB_HEARD_EN_PASSANT,
        [ARB_MEANING_CHECK] = ARB_HEARD_CHECK,
        [ARB_MEANING_MATE] = ARB_HEARD_MATE,
        [ARB_MEANING_FILLER] = ARB_HEARD_FILLER,
    };

    for (unsigned i = 0; i <= last; i++) {
        const unsigned value = i <= ARB_MEANING_KING        ? i
                               : i == ARB_MEANING_QUEENSIDE ? ARB_QUEENSIDE
                                                            : ARB_KINGSIDE;
        for (const char *const *word = language->words[i]; word && *word; word++)
            try_phrase(s, *word, strlen(*word), kinds[i], value, false);
    }
}

/* The words of the language itself, and the names that all languages share. */
static void try_own(search *s, const arb_language *language)
{
    const arb_spoken *spoken = arb_spoken_of(language);

    try_meanings(s, language, ARB_MEANING_FILLER);
    try_list(s, spoken->ranks, ARB_HEARD_RANK, false);
    try_list(s, spoken->pieces, ARB_HEARD_PIECE, false);
    try_list(s, spoken->names, ARB_HEARD_FILE, false);
    try_list(s, spoken->cities, ARB_HEARD_FILE, false);
    try_list(s, spoken->letters, ARB_HEARD_FILE, true);
    try_all(s, spoken->castles, ARB_HEARD_CASTLING, ARB_WING_COUNT);
    try_list(s, spoken->sides, ARB_HEARD_SIDE, false);
    try_all(s, spoken->fillers, ARB_HEARD_FILLER, 0);
    try_list(s, arb_spoken_names, ARB_HEARD_FILE, false);
    try_list(s, arb_spoken_nato, ARB_HEARD_FILE, false);
    try_list(s, arb_spoken_cities, ARB_HEARD_FILE, false);
    if (!spoken->castles) /* Laws D.2.1: castling has its German names where there are no others */
        try_meanings(s, arb_spoken_language(NULL), ARB_MEANING_QUEENSIDE);
}

/* Laws D.2.1: its own words are understood in every language. */
static void try_german(search *s)
{
    const arb_language *german = arb_spoken_language(NULL);

    try_meanings(s, german, ARB_MEANING_QUEENSIDE);
    try_list(s, arb_spoken_of(german)->ranks, ARB_HEARD_RANK, false);
}

static bool is_letter(const arb_heard_word *word, uint16_t letter)
{
    return word->count == 1 && word->letters[0] == letter;
}

/* "0-0" and "O-O-O": two or three zeros. */
static unsigned zeros(const arb_heard_text *text, unsigned place)
{
    unsigned count = 0;

    while (place + count < text->count && (is_letter(&text->word[place + count], '0') ||
                                           is_letter(&text->word[place + count], 'o')))
        count++;
    return count;
}

/* The signs of Appendix C, digits, and the letters of the files. */
static bool hear_sign(arb_heard *out, const arb_heard_text *text, unsigned place)
{
    const arb_heard_word *word = &text->word[place];
    const uint16_t c = word->count == 1 ? word->letters[0] : 0;
    const unsigned count = zeros(text, place);
    static const struct {
        uint16_t sign;
        arb_heard_kind kind;
    } signs[] = { { 'x', ARB_HEARD_TAKES },    { ':', ARB_HEARD_TAKES }, { 0xd7, ARB_HEARD_TAKES },
                  { '=', ARB_HEARD_PROMOTES }, { '+', ARB_HEARD_CHECK }, { '#', ARB_HEARD_MATE } };

    if (count == 2 || count == 3) {
        *out = (arb_heard){ ARB_HEARD_CASTLING, count == 2 ? ARB_KINGSIDE : ARB_QUEENSIDE, count };
        return true;
    }
    *out = (arb_heard){ ARB_HEARD_UNKNOWN, 0, 1 };
    if (c >= '1' && c <= '8') {
        out->kind = ARB_HEARD_RANK;
        out->value = c - '1';
    } else if (c >= 'a' && c <= 'h') {
        out->kind = ARB_HEARD_FILE;
        out->value = c - 'a';
    }
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (c == signs[i].sign)
            out->kind = signs[i].kind;
    return out->kind != ARB_HEARD_UNKNOWN;
}

/* Looks the word up among what is known exactly, then among the words of D.2.1, then kindly. */
static search look_up(const arb_heard_text *text, unsigned place)
{
    search s = { .text = text, .place = place };

    if (text->word[place].count == 0 || text->word[place].count > ARB_HEARD_LETTERS_MAX)
        return s;
    try_own(&s, text->language);
    if (s.words == 0)
        try_german(&s);
    if (s.words == 0) {
        s.kindly = true;
        try_own(&s, text->language);
    }
    return s;
}

/* Does a rank or a capture come here, so that what stands before can only be a file? */
static bool wants_file(const arb_heard_text *text, unsigned place)
{
    arb_heard sign;

    if (place >= text->count)
        return false;
    if (hear_sign(&sign, text, place))
        return sign.kind == ARB_HEARD_RANK || sign.kind == ARB_HEARD_TAKES;
    const search s = look_up(text, place);
    return !s.doubtful && (s.found.kind == ARB_HEARD_RANK || s.found.kind == ARB_HEARD_TAKES);
}

/* A word that can also be passed over: is it to be? */
static bool is_filler(const search *s, bool due)
{
    if (s->found.kind == ARB_HEARD_UNKNOWN)
        return true;
    if (!s->filler)
        return false;
    return (s->found.kind == ARB_HEARD_RANK && !due) ||
           (s->found.kind == ARB_HEARD_FILE && !wants_file(s->text, s->place + s->words));
}

static arb_heard hear_word(const arb_heard_text *text, unsigned place, bool due)
{
    const search s = look_up(text, place);

    /* "be4" is no b4: letters that stand together are those of Appendix C */
    if (s.words == 0 || s.doubtful || (s.letter && text->word[place].glued))
        return (arb_heard){ ARB_HEARD_UNKNOWN, 0, 1 };
    if (is_filler(&s, due))
        return (arb_heard){ ARB_HEARD_FILLER, 0, s.words };
    return s.found;
}

arb_heard arb_heard_at(const arb_heard_text *text, unsigned place, bool due, bool lone)
{
    arb_heard heard;

    if (!hear_sign(&heard, text, place))
        return hear_word(text, place, due);
    if (lone && heard.kind == ARB_HEARD_FILE && !text->word[place].glued &&
        !wants_file(text, place + 1))
        heard.kind = ARB_HEARD_FILLER;
    return heard;
}
