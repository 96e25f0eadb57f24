/* SPDX-License-Identifier: MIT */
/*
 * Moves in words, as people speak and write them: "Cavallo f3", "knight takes e5", "e takes d5",
 * "pawn e8 promotes to queen", "arrocco corto".
 *
 * Words are compared without regard to capitals. A move in words needs at least one word that says
 * something; squares alone are coordinates.
 */
#include <string.h>

#include "arbitro/utf8.h"
#include "notation/written_internal.h"

/* Moves past `phrase` if it comes next, whatever its capitals and blanks; tells whether it did. */
static bool take_phrase(arb_cursor *cur, const char *phrase)
{
    arb_cursor ahead = *cur;

    while (*phrase) {
        uint32_t want, got;
        const size_t want_size = arb_utf8_decode(&want, phrase, strlen(phrase));
        const size_t got_size = arb_utf8_decode(&got, ahead.at, (size_t)(ahead.end - ahead.at));
        if (got_size == 0)
            return false;
        if (want == ' ') {
            if (arb_cursor_skip_blanks(&ahead) == 0)
                return false;
        } else if (arb_utf8_lower(got) == want) {
            ahead.at += got_size;
        } else {
            return false;
        }
        phrase += want_size;
    }
    if (!arb_written_boundary(&ahead))
        return false;
    *cur = ahead;
    return true;
}

/* The meaning of the longest phrase that comes next; ARB_MEANING_COUNT when none does. */
static arb_meaning take_word(arb_cursor *cur, const arb_language *language)
{
    arb_meaning meaning = ARB_MEANING_COUNT;
    arb_cursor furthest = *cur;
    const int next = arb_cursor_peek(cur);

    if (next == ARB_CURSOR_END)
        return meaning;
    const uint32_t first =
        arb_utf8_lower((uint32_t)next); /* rules most words out, if it is ASCII */
    for (int i = 0; i < ARB_MEANING_COUNT; i++) {
        for (const char *const *word = language->words[i]; word && *word; word++) {
            arb_cursor ahead = *cur;
            if (next < 0x80 && (unsigned char)**word != first)
                continue;
            if (take_phrase(&ahead, *word) && ahead.at > furthest.at) {
                furthest = ahead;
                meaning = (arb_meaning)i;
            }
        }
    }
    *cur = furthest;
    return meaning;
}

/* A language without the words uses the signs. */
static arb_meaning take_word_or_sign(arb_cursor *cur, const arb_language *language)
{
    const arb_meaning meaning = take_word(cur, language);
    arb_cursor ahead = *cur;

    if (meaning != ARB_MEANING_COUNT)
        return meaning;
    const arb_meaning sign = arb_written_take_cross(&ahead) ? ARB_MEANING_TAKES
                             : arb_cursor_take(&ahead, '=') ? ARB_MEANING_PROMOTES
                                                            : ARB_MEANING_COUNT;
    if (sign == ARB_MEANING_COUNT || arb_cursor_peek(&ahead) != ' ')
        return ARB_MEANING_COUNT;
    *cur = ahead;
    return sign;
}

/* What has been heard of a move so far. */
typedef struct hearing {
    arb_written w;
    unsigned places; /* origin and arrival, in the order in which they come */
    uint8_t file[2], rank[2];
    unsigned places_before_takes;
    bool words;    /* one that says something */
    bool promotes; /* the next piece named is the promotion piece */
    bool ended;    /* arrival is known and something follows it */
    bool alone;    /* two squares may follow each other without a word between them */
    bool linked;   /* a word or a hyphen leads to the next square */
} hearing;

static bool has_arrival(const hearing *h)
{
    return h->places > 0 && h->file[h->places - 1] != ARB_UNSAID &&
           h->rank[h->places - 1] != ARB_UNSAID &&
           !(h->w.capture && h->places == h->places_before_takes);
}

/* Can the piece named now be what a pawn becomes, without the word for it? */
static bool may_promote(const hearing *h)
{
    const uint8_t rank = h->rank[h->places - 1];

    return (h->w.role == ARB_PAWN || h->w.role == ARB_ROLE_NONE) && (rank == 0 || rank == 7) &&
           h->w.promotion == ARB_ROLE_NONE && !h->ended;
}

static bool hear_piece(hearing *h, arb_role role)
{
    if (h->promotes || (has_arrival(h) && may_promote(h))) {
        h->w.promotion = (uint8_t)role;
        h->promotes = false;
        h->ended = true;
        return true;
    }
    if (h->places == 0 && h->w.role == ARB_ROLE_NONE && !h->w.capture) {
        h->w.role = (uint8_t)role;
        return true;
    }
    return h->w.capture && !has_arrival(h); /* the victim: the square will tell */
}

static bool hear_word(hearing *h, arb_meaning meaning)
{
    switch (meaning) {
    case ARB_MEANING_PAWN:
    case ARB_MEANING_KNIGHT:
    case ARB_MEANING_BISHOP:
    case ARB_MEANING_ROOK:
    case ARB_MEANING_QUEEN:
    case ARB_MEANING_KING:
        return hear_piece(h, (arb_role)meaning);
    case ARB_MEANING_TAKES:
        if (h->w.capture || h->ended || (h->w.role == ARB_ROLE_NONE && h->places == 0))
            return false;
        h->w.capture = h->linked = true; /* to the square that follows */
        h->places_before_takes = h->places;
        return true;
    case ARB_MEANING_PROMOTES:
        h->promotes = has_arrival(h) && h->w.promotion == ARB_ROLE_NONE;
        return h->promotes;
    case ARB_MEANING_KINGSIDE:
    case ARB_MEANING_QUEENSIDE:
        if (h->words || h->places > 0)
            return false;
        h->w.castling = meaning == ARB_MEANING_KINGSIDE ? ARB_KINGSIDE : ARB_QUEENSIDE;
        h->w.role = ARB_KING;
        h->ended = true;
        return true;
    case ARB_MEANING_EN_PASSANT:
    case ARB_MEANING_CHECK:
    case ARB_MEANING_MATE:
    case ARB_MEANING_FILLER:
    case ARB_MEANING_COUNT:
        break;
    }
    return false;
}

static bool hear_place(hearing *h, arb_cursor *cur)
{
    arb_cursor ahead = *cur;
    const uint8_t file = arb_written_take_file(&ahead), rank = arb_written_take_rank(&ahead);

    if (h->places == 2 || h->ended || (file == ARB_UNSAID && rank == ARB_UNSAID) ||
        !arb_written_boundary(&ahead) || (has_arrival(h) && !h->alone && !h->linked))
        return false;
    h->linked = false;
    h->file[h->places] = file;
    h->rank[h->places++] = rank;
    *cur = ahead;
    return true;
}

/*
 * "da g1 a f3": in some languages the word before the square of arrival looks like a file. After a
 * whole square, before another, it is that word.
 */
static void skip_lone_a(const hearing *h, arb_cursor *cur)
{
    arb_cursor ahead = *cur;

    if (!has_arrival(h) || !arb_cursor_take(&ahead, 'a') || arb_cursor_skip_blanks(&ahead) == 0)
        return;
    arb_cursor square = ahead;
    if (arb_written_take_file(&square) != ARB_UNSAID &&
        arb_written_take_rank(&square) != ARB_UNSAID)
        *cur = ahead;
}

/* One more word or place, with what parts it from the one before; false when the move ends. */
static bool hear(hearing *h, arb_cursor *cur, const arb_language *language)
{
    arb_cursor ahead = *cur;

    arb_cursor_skip_blanks(&ahead);
    const char *blank = ahead.at;
    skip_lone_a(h, &ahead);
    if ((h->places > 0 || h->w.role != ARB_ROLE_NONE) && arb_cursor_take(&ahead, '-'))
        arb_cursor_skip_blanks(&ahead);
    h->linked = h->linked || ahead.at != blank;
    arb_cursor after = ahead;
    const arb_meaning meaning = take_word_or_sign(&after, language);
    if (meaning == ARB_MEANING_FILLER && !h->ended) {
        h->linked = true;
        *cur = after;
        return true;
    }
    if (meaning != ARB_MEANING_COUNT) {
        if (!hear_word(h, meaning))
            return false;
        h->words = true;
        *cur = after;
        return true;
    }
    if (!hear_place(h, &ahead))
        return false;
    *cur = ahead;
    return true;
}

bool arb_words_take(arb_written *w, arb_cursor *cur, const arb_language *language, bool alone)
{
    hearing h = { .w = *w, .alone = alone };
    arb_cursor end = *cur, ahead = *cur;

    /* what was heard after the last complete move does not belong to it */
    hearing complete = h;
    while (hear(&h, &ahead, language)) {
        if (h.words && (has_arrival(&h) || h.w.castling != ARB_WING_COUNT) && !h.promotes &&
            !h.linked) {
            complete = h;
            end = ahead;
        }
    }
    if (end.at == cur->at)
        return false;
    *w = complete.w;
    w->form = ARB_FORM_WORDS;
    if (complete.places > 0) {
        w->to_file = complete.file[complete.places - 1];
        w->to_rank = complete.rank[complete.places - 1];
    }
    if (complete.places == 2) {
        w->from_file = complete.file[0];
        w->from_rank = complete.rank[0];
    }
    const bool whole_origin = w->from_file != ARB_UNSAID && w->from_rank != ARB_UNSAID;
    if (w->role == ARB_ROLE_NONE && !whole_origin)
        w->role = ARB_PAWN;
    *cur = end;
    return true;
}

bool arb_words_take_mark(arb_written *w, arb_cursor *cur, const arb_language *language)
{
    arb_cursor ahead = *cur;
    const arb_meaning meaning = take_word(&ahead, language);

    if (meaning == ARB_MEANING_CHECK && w->check == ARB_CHECK_UNMARKED)
        w->check = ARB_CHECK_PLUS;
    else if (meaning == ARB_MEANING_MATE && w->check == ARB_CHECK_UNMARKED)
        w->check = ARB_CHECK_MATE;
    else if (meaning == ARB_MEANING_EN_PASSANT && !w->en_passant)
        w->en_passant = true;
    else
        return false;
    *cur = ahead;
    return true;
}
