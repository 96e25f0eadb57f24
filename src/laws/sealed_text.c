/* SPDX-License-Identifier: MIT */
/* What is in an envelope, and what that means in the position before it (Guidelines I.8). */
#include <string.h>

#include "arbitro/announce.h"
#include "arbitro/claims.h"
#include "base/sha256.h"
#include "laws/adjourned.h"
#include "notation/descriptive.h"

/* What nobody writes down as a move is longer than this, and has no definite meaning. */
enum { TEXT_MAX = 1024, SALT_DIGITS = 32, HASH_DIGITS = 2 * ARB_SHA256_SIZE };

typedef struct plain {
    char room[TEXT_MAX];
    const char *text;
    size_t size;
} plain;

/* ---- encrypted texts */

static const char prefix[] = "blob:";
enum { PREFIX_SIZE = sizeof prefix - 1 };

static bool is_digit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

static bool is_base64url(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '_';
}

static bool begins_blob(const char *text, size_t size)
{
    return size >= PREFIX_SIZE && memcmp(text, prefix, PREFIX_SIZE) == 0;
}

bool arb_blob_is_whole(const char *text, size_t size)
{
    const size_t cipher = PREFIX_SIZE + HASH_DIGITS + 1;

    if (!begins_blob(text, size) || size <= cipher || text[cipher - 1] != ':')
        return false;
    for (size_t i = PREFIX_SIZE; i < size; i++)
        if (i != cipher - 1 && !(i < cipher ? is_digit(text[i]) : is_base64url(text[i])))
            return false;
    return true;
}

bool arb_blob_holds(const char *blob, size_t blob_size, const char *content, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    uint8_t hash[ARB_SHA256_SIZE];

    if (!arb_blob_is_whole(blob, blob_size))
        return false;
    arb_sha256(hash, content, size);
    for (unsigned i = 0; i < ARB_SHA256_SIZE; i++)
        if (blob[PREFIX_SIZE + 2 * i] != digits[hash[i] >> 4] ||
            blob[PREFIX_SIZE + 2 * i + 1] != digits[hash[i] & 15])
            return false;
    return true;
}

/* What the player wrote, behind the salt. */
static void skip_salt(plain *p)
{
    size_t at = 0;

    while (at < p->size && is_digit(p->text[at]))
        at++;
    if (at < SALT_DIGITS || at == p->size || p->text[at] != ' ')
        return;
    p->text += at + 1;
    p->size -= at + 1;
}

/* ---- plain texts */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static void trim(plain *p)
{
    while (p->size > 0 && is_blank(p->text[p->size - 1]))
        p->size--;
    while (p->size > 0 && is_blank(*p->text)) {
        p->text++;
        p->size--;
    }
}

/* The text without its escapes; what is too long is no text. */
static void take_plain(plain *out, const char *text, size_t size, bool escaped)
{
    const arb_event event = { .text = text,
                              .size = size,
                              .flags = escaped ? ARB_EVENT_ESCAPED : 0 };
    const size_t whole = arb_event_text(out->room, sizeof out->room, &event);

    out->text = out->room;
    out->size = whole < sizeof out->room ? whole : 0;
    trim(out);
}

static void event_plain(plain *out, const arb_event *event)
{
    take_plain(out, event->text, event->size, (event->flags & ARB_EVENT_ESCAPED) != 0);
}

static const arb_entry *kept(const arb_look *look)
{
    const uint32_t entry = look->before->adjourned.text;

    return entry != NO_ENTRY ? &look->entries[entry] : NULL;
}

static bool is_kept_blob(const arb_look *look)
{
    const arb_entry *entry = kept(look);

    return entry && arb_blob_is_whole(entry->text, entry->size);
}

/* What the envelope holds, as far as anybody has said; false when nobody has. */
static bool known(plain *out, const arb_look *look)
{
    const arb_entry *entry = kept(look);

    if (look->event->verb == ARB_VERB_OPEN_ENVELOPE && look->event->size > 0) {
        event_plain(out, look->event);
        if (is_kept_blob(look))
            skip_salt(out);
        return true;
    }
    if (!entry || is_kept_blob(look))
        return false;
    take_plain(out, entry->text, entry->size, entry->escaped);
    return true;
}

const char arb_not_kept[] = "…";

/* Laws I.3, I.7 */
arb_match arb_envelope_match(const arb_look *look)
{
    const arb_entry *entry = kept(look);
    plain said, sealed;

    if (look->event->size == 0)
        return entry && !is_kept_blob(look) ? ARB_MATCH_YES : ARB_MATCH_NO_TEXT;
    event_plain(&said, look->event);
    if (said.size == strlen(arb_not_kept) && !memcmp(said.text, arb_not_kept, said.size))
        return ARB_MATCH_DIFFERS;
    if (!entry)
        return ARB_MATCH_YES;
    if (is_kept_blob(look))
        return arb_blob_holds(entry->text, entry->size, said.text, said.size) ? ARB_MATCH_YES
                                                                              : ARB_MATCH_DIFFERS;
    take_plain(&sealed, entry->text, entry->size, entry->escaped);
    return sealed.size == said.size && memcmp(sealed.text, said.text, said.size) == 0
               ? ARB_MATCH_YES
               : ARB_MATCH_DIFFERS;
}

/* ---- meaning */

/* All the legal moves that fit a text in one language or another. */
typedef struct fitting {
    unsigned count;
    arb_move move[2]; /* more than one are too many */
    bool readable, unpromoted;
} fitting;

/* One move, with its number perhaps, and nothing else. */
static bool read_one(arb_written *out, const char *text, size_t size, const arb_language *language)
{
    arb_sheet sheet = { .text = text, .size = size, .language = language };
    arb_written more;

    return arb_sheet_next(out, &sheet, NULL) == ARB_OK && out->form != ARB_FORM_NONE &&
           arb_sheet_next(&more, &sheet, NULL) == ARB_OK && more.form == ARB_FORM_NONE;
}

static void add_fitting(fitting *f, arb_move move)
{
    for (unsigned i = 0; i < f->count; i++)
        if (arb_move_equal(f->move[i], move))
            return;
    if (f->count < 2)
        f->move[f->count++] = move;
}

static void add_reading(fitting *f, const arb_written *written, const arb_pos *pos,
                        arb_variant variant)
{
    const arb_reading reading = arb_written_in(written, pos, variant);

    f->readable = true;
    if (reading.kind == ARB_READING_LEGAL)
        add_fitting(f, reading.move);
    for (unsigned i = 0; reading.kind == ARB_READING_AMBIGUOUS && i < reading.count; i++)
        if (i < ARB_CANDIDATES_MAX)
            add_fitting(f, reading.candidates[i]);
    f->unpromoted =
        f->unpromoted || arb_attempt_read(written, pos, variant).kind == ARB_ATTEMPT_UNPROMOTED;
}

static arb_sealed judge(const fitting *f)
{
    if (f->count == 1)
        return (arb_sealed){ ARB_SEALED_CLEAR, f->move[0] };
    if (f->count > 1 || f->unpromoted)
        return (arb_sealed){ .kind = ARB_SEALED_AMBIGUOUS };
    return (arb_sealed){ .kind = f->readable ? ARB_SEALED_ILLEGAL : ARB_SEALED_MEANINGLESS };
}

/* Laws I.8.1, I.8.2, I.8.3, C.3: what it says in the language of the event counts; where that is no
 * legal move, what it says in any other, or in the descriptive notation of older books. */
arb_sealed arb_sealed_text(const char *text, size_t size, const arb_pos *pos,
                           const arb_language *language, arb_variant variant)
{
    arb_move moves[ARB_MOVES_MAX];
    fitting f = { 0 };
    arb_written written;
    bool readable = false;

    if (read_one(&written, text, size, language)) {
        add_reading(&f, &written, pos, variant);
        if (f.count > 0 || f.unpromoted)
            return judge(&f);
    }
    for (size_t i = 0; i < arb_language_count(); i++)
        if (read_one(&written, text, size, arb_language_at(i)) && !written.pawn_letter)
            add_reading(&f, &written, pos, variant); /* pawns have no letter (C.4) */
    const size_t count = arb_descriptive_moves(moves, &readable, text, size, pos);
    for (size_t i = 0; i < count; i++)
        add_fitting(&f, moves[i]);
    f.readable = f.readable || readable;
    return judge(&f);
}

/* Laws D.2.7: what a player who cannot see writes, or has written, may be the words in which he
 * announces. They count where the text has no meaning as a written move. */
static arb_sealed read_words(const plain *p, const arb_regulations *r, const arb_pos *pos)
{
    arb_reading reading;

    if (arb_announcement_read(&reading, NULL, pos, p->text, p->size, r->announced_in) != ARB_OK)
        return (arb_sealed){ .kind = ARB_SEALED_MEANINGLESS };
    if (reading.kind == ARB_READING_LEGAL)
        return (arb_sealed){ ARB_SEALED_CLEAR, reading.move };
    if (reading.kind == ARB_READING_AMBIGUOUS || reading.article == ARB_ART_3_7_3_3)
        return (arb_sealed){ .kind = ARB_SEALED_AMBIGUOUS };
    return (arb_sealed){ .kind = ARB_SEALED_ILLEGAL };
}

static arb_sealed read_at(const plain *p, const arb_regulations *r, const arb_pos *pos)
{
    const arb_sealed sealed =
        arb_sealed_text(p->text, p->size, pos, r->language, (arb_variant)r->variant);

    return sealed.kind == ARB_SEALED_MEANINGLESS && r->vision != 0 ? read_words(p, r, pos) : sealed;
}

static arb_sealed read_in_place(const plain *p, const arb_look *look)
{
    arb_pos pos;

    if (!arb_history_position(&pos, look->history, look->before->adjourned.ply))
        return (arb_sealed){ .kind = ARB_SEALED_MEANINGLESS };
    return read_at(p, look->regulations, &pos);
}

arb_sealed arb_sealed_move(const arb_look *look)
{
    const arb_adjourned *a = &look->before->adjourned;
    plain p;

    if (a->made) /* Laws I.1.1: what was made on the board is what had to be sealed */
        return (arb_sealed){ ARB_SEALED_CLEAR, a->move };
    return known(&p, look) ? read_in_place(&p, look) : (arb_sealed){ .kind = ARB_SEALED_UNKNOWN };
}

/* Laws I.1.1 */
bool arb_seals_another(const arb_look *look)
{
    const arb_adjourned *a = &look->before->adjourned;
    plain p;

    if (!a->made)
        return false;
    if (look->event->verb == ARB_VERB_SEAL) {
        if (look->event->size == 0 || begins_blob(look->event->text, look->event->size))
            return false;
        event_plain(&p, look->event);
    } else if (!known(&p, look)) {
        return false;
    }
    const arb_sealed sealed = read_in_place(&p, look);
    return sealed.kind != ARB_SEALED_CLEAR || !arb_move_equal(sealed.move, a->move);
}

/* Laws 4.3, 4.7, I.1.1, I.9.3 */
arb_article arb_sealed_binding(const arb_look *look)
{
    const arb_state *s = look->before;
    const bool seals = look->event->verb == ARB_VERB_SEAL;
    plain p;

    if (look->player != (arb_colour)s->turn || s->touched.count == 0)
        return ARB_ART_NONE;
    if (seals && (look->event->size == 0 || begins_blob(look->event->text, look->event->size)))
        return ARB_ART_NONE;
    if (seals)
        event_plain(&p, look->event);
    else if (!known(&p, look))
        return ARB_ART_NONE;
    const arb_sealed sealed = read_at(&p, look->regulations, &s->pos);
    return sealed.kind == ARB_SEALED_CLEAR ? arb_binding(s, sealed.move) : ARB_ART_NONE;
}

/* Laws I.10 */
bool arb_sealed_ends(const arb_look *look)
{
    static const arb_article articles[] = { ARB_ART_5_1_1, ARB_ART_5_2_1, ARB_ART_5_2_2,
                                            ARB_ART_9_6_1, ARB_ART_9_6_2 };
    const arb_ply ply = look->before->adjourned.ply;
    const arb_sealed sealed = arb_sealed_move(look);
    arb_rulebook scratch;
    arb_pos pos;

    if (sealed.kind != ARB_SEALED_CLEAR || !arb_history_position(&pos, look->history, ply))
        return false;
    arb_pos_play(&pos, &pos, sealed.move);
    const unsigned times = 1 + arb_history_count(look->history, ply, &pos, look->book->identity);
    const arb_rulebook *book = arb_drawing_rules(&scratch, look->regulations, &pos);
    for (unsigned i = 0; i < sizeof articles / sizeof *articles; i++)
        if (arb_ends_by(articles[i], book, &pos, times, look->proof))
            return true;
    return false;
}
