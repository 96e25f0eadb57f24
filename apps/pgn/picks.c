/* SPDX-License-Identifier: MIT */
/*
 * The texts of games that may be wanted, byte for byte. A game's text goes from where it begins to
 * where the next one does, so that comments behind its result and empty lines are its own; what
 * stands before the first game belongs to that. Moves are played only where the choice asks for
 * them; otherwise a game is passed over once its tags are known. See pgn.h.
 */
#include <stdlib.h>
#include <string.h>

#include "pgn/pgn.h"

/* Text that is still needed: from where the present game begins. */
typedef struct kept {
    char *bytes;
    size_t begin, end, room;
    uint64_t offset; /* of the byte at `begin` in the whole text */
} kept;

struct arb_pgn_picker {
    const arb_pgn_choice *choice;
    arb_pgn *pgn;
    bool plays;
    /* the text */
    const char *text;
    size_t left;
    arb_pgn_input *input;
    bool in_memory; /* all of it, at `text` */
    kept kept;
    uint64_t given; /* where what has been read ends */
    /* the game at hand */
    bool begun, over;
    bool cut; /* the input broke off */
    arb_pgn_pick pick;
    arb_pgn_fits fits;
    arb_pgn_seen seen;
    arb_pgn_ink ink;
    /* who takes it */
    arb_pgn_take *take;
    void *user;
    arb_err err;
    uint64_t lines, games;
};

/* ---- the text */

/* Room for so many more bytes behind the kept ones. */
static bool reserve(kept *k, size_t more)
{
    if (k->begin > 0 && k->room - k->end < more) {
        memmove(k->bytes, k->bytes + k->begin, k->end - k->begin);
        k->end -= k->begin;
        k->begin = 0;
    }
    if (k->room - k->end >= more)
        return true;
    const size_t room = 2 * (k->end + more);
    char *bytes = realloc(k->bytes, room);
    if (!bytes)
        return false;
    k->bytes = bytes;
    k->room = room;
    return true;
}

static arb_err read_text(void *user, char *out, size_t room, size_t *got)
{
    arb_pgn_picker *p = user;
    arb_err err = ARB_OK;

    *got = p->left < room ? p->left : room;
    if (*got > 0) {
        memcpy(out, p->text, *got);
        p->text += *got;
        p->left -= *got;
    } else if (p->input) {
        err = arb_pgn_input_read(p->input, out, room, got);
    }
    p->cut = err != ARB_OK;
    if (err)
        return err;
    p->given += *got;
    if (p->in_memory)
        return ARB_OK;
    if (!reserve(&p->kept, *got))
        return ARB_NOMEM;
    memcpy(p->kept.bytes + p->kept.end, out, *got);
    p->kept.end += *got;
    return ARB_OK;
}

/* The bytes of the whole text from the one at `offset` on, which must be kept. */
static const char *bytes_at(const arb_pgn_picker *p, const char *begin, uint64_t offset)
{
    return p->in_memory ? begin + offset
                        : p->kept.bytes + p->kept.begin + (offset - p->kept.offset);
}

static void forget_before(arb_pgn_picker *p, uint64_t offset)
{
    if (p->in_memory)
        return;
    p->kept.begin += (size_t)(offset - p->kept.offset);
    p->kept.offset = offset;
}

/* ---- games */

/* The text of the game at hand ends here. */
static void finish(arb_pgn_picker *p, uint64_t end)
{
    const arb_pgn_choice *choice = p->choice;
    arb_pgn_pick *pick = &p->pick;
    const char *memory = p->in_memory ? p->text - p->given : NULL;

    pick->fits = p->fits == ARB_PGN_FITS;
    pick->size = (size_t)(end - pick->place.offset);
    pick->text = bytes_at(p, memory, pick->place.offset);
    if (!p->err && (choice->number_count > 0 || pick->fits != choice->invert))
        p->err = p->take(p->user, pick);
    forget_before(p, end);
    p->begun = false;
}

static arb_pgn_next next_after(const arb_pgn_picker *p)
{
    return p->err ? ARB_PGN_STOP : ARB_PGN_GO_ON;
}

static arb_pgn_next on_begin(void *user, const arb_pgn *pgn)
{
    arb_pgn_picker *p = user;
    const arb_pgn_place place = arb_pgn_where(pgn);

    if (p->begun) {
        finish(p, place.offset);
        p->pick.place = place;
    }
    p->pick.place.game = place.game;
    p->pick.whole = false;
    p->begun = true;
    p->over = false;
    p->fits = ARB_PGN_FITS_UNKNOWN;
    arb_pgn_seen_begin(&p->seen);
    return next_after(p);
}

static arb_pgn_next on_tag(void *user, const arb_pgn *pgn, const arb_pgn_tag *tag)
{
    arb_pgn_picker *p = user;

    (void)pgn;
    arb_pgn_seen_tag(&p->seen, p->choice->select, tag);
    return ARB_PGN_GO_ON;
}

/* Is there anything to be learnt from the moves that follow? */
static arb_pgn_next follow(arb_pgn_picker *p, arb_pgn_fits fits)
{
    const bool printed = p->choice->unique || p->choice->duplicates;

    p->fits = fits;
    if (!p->plays)
        return ARB_PGN_SKIP;
    if (fits == ARB_PGN_FITS_UNKNOWN)
        return ARB_PGN_GO_ON;
    return printed && ((fits == ARB_PGN_FITS) != p->choice->invert || p->choice->number_count > 0)
               ? ARB_PGN_GO_ON
               : ARB_PGN_SKIP;
}

static arb_pgn_next on_start(void *user, const arb_pgn *pgn)
{
    arb_pgn_picker *p = user;

    if (p->choice->unique || p->choice->duplicates)
        arb_pgn_ink_start(&p->ink, p->choice->key, pgn);
    return follow(p, arb_pgn_seen_start(&p->seen, p->choice->select, pgn));
}

static arb_pgn_next on_move(void *user, const arb_pgn *pgn, const arb_pgn_move *move)
{
    arb_pgn_picker *p = user;

    if (p->choice->unique || p->choice->duplicates)
        arb_pgn_ink_move(&p->ink, pgn, move);
    if (p->fits != ARB_PGN_FITS_UNKNOWN)
        return ARB_PGN_GO_ON;
    return follow(p, arb_pgn_seen_move(&p->seen, p->choice->select, pgn));
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    arb_pgn_picker *p = user;

    (void)pgn;
    /* where the input breaks off, a game is over only if its result was read */
    p->over = !p->cut || summary->marker != ARB_PGN_RESULT_NONE;
    if (p->fits == ARB_PGN_FITS_UNKNOWN)
        p->fits = arb_pgn_seen_end(&p->seen, p->choice->select, summary);
    if (p->choice->unique || p->choice->duplicates) {
        p->pick.whole = !summary->broken && !summary->skipped && summary->plies > 0;
        p->pick.print = p->pick.whole ? arb_pgn_ink_end(&p->ink) : (arb_pgn_print){ { 0 } };
    }
    return ARB_PGN_GO_ON;
}

/*
 * Where no game begins, all of it is told of as what it is. Where the input breaks off, what has
 * not been read may belong to another game, and `read` is how far the last one is known to go.
 */
static void finish_all(arb_pgn_picker *p, arb_err err, uint64_t read)
{
    if (!p->begun) {
        p->pick.no_game = p->given > p->pick.place.offset;
        p->fits = p->choice->invert ? ARB_PGN_FITS_NOT : ARB_PGN_FITS;
    }
    if (p->pick.no_game ? !err : p->begun && (!err || p->over))
        finish(p, err ? read : p->given);
}

static arb_err run(arb_pgn_picker *p, const arb_pgn_place *begin)
{
    static const arb_pgn_handler playing = {
        .begin = on_begin, .tag = on_tag, .start = on_start, .move = on_move, .end = on_end
    };
    static const arb_pgn_handler skipping = {
        .begin = on_begin, .tag = on_tag, .start = on_start, .end = on_end
    };

    p->err = ARB_OK;
    p->begun = p->over = p->cut = false;
    p->pick = (arb_pgn_pick){ .place = *begin };
    p->given = p->kept.offset = begin->offset;
    p->kept.begin = p->kept.end = 0;
    arb_pgn_begin_at(p->pgn, begin);
    const arb_err err = arb_pgn_read(p->pgn, read_text, p, p->plays ? &playing : &skipping, p);
    const arb_pgn_place end = arb_pgn_where(p->pgn);
    p->lines = end.line - begin->line;
    p->games = end.game + 1 - begin->game;
    if (!p->err)
        finish_all(p, err, end.offset);
    return p->err ? p->err : err;
}

arb_err arb_pgn_picker_text(arb_pgn_picker *picker, const char *text, size_t size,
                            arb_pgn_take *take, void *user)
{
    const arb_pgn_place begin = { .line = 1, .column = 1, .game = 1 };

    picker->in_memory = true;
    picker->text = text;
    picker->left = size;
    picker->input = NULL;
    picker->take = take;
    picker->user = user;
    return run(picker, &begin);
}

arb_err arb_pgn_picker_input(arb_pgn_picker *picker, const char *text, size_t size,
                             arb_pgn_input *input, const arb_pgn_place *begin, arb_pgn_take *take,
                             void *user)
{
    static const arb_pgn_place beginning = { .line = 1, .column = 1, .game = 1 };

    picker->in_memory = false;
    picker->text = text;
    picker->left = size;
    picker->input = input;
    picker->take = take;
    picker->user = user;
    return run(picker, begin ? begin : &beginning);
}

uint64_t arb_pgn_picker_lines(const arb_pgn_picker *picker)
{
    return picker->lines;
}

uint64_t arb_pgn_picker_games(const arb_pgn_picker *picker)
{
    return picker->games;
}

bool arb_pgn_picker_whole(const arb_pgn_picker *picker)
{
    return arb_pgn_whole(picker->pgn);
}

arb_err arb_pgn_picker_new(arb_pgn_picker **out, const arb_pgn_choice *choice,
                           const arb_language *language)
{
    const arb_pgn_options options = { .language = language, .skip_variations = true };
    arb_pgn_picker *picker = calloc(1, sizeof *picker);

    if (!picker)
        return ARB_NOMEM;
    picker->choice = choice;
    picker->plays = arb_pgn_choice_plays(choice);
    if (arb_pgn_new(&picker->pgn, NULL, &options) != ARB_OK) {
        free(picker);
        return ARB_NOMEM;
    }
    *out = picker;
    return ARB_OK;
}

void arb_pgn_picker_free(arb_pgn_picker *picker)
{
    if (!picker)
        return;
    arb_pgn_free(picker->pgn);
    free(picker->kept.bytes);
    free(picker);
}
