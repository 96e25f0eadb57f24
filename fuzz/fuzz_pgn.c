/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a PGN file. The first byte chooses the language and how many bytes the source gives
 * at a time; the rest is the text. Every game that begins ends, every variation is left or the game
 * is, moves are legal where they are told so, places lie in the text, and what is written reads
 * back to what writes the same, without a remark on how it is written.
 */
#include <string.h>

#include "arbitro/buf.h"
#include "arbitro/pgn_write.h"
#include "fuzz.h"

enum { LIMIT = 1 << 26 };

/* What has been told so far. */
typedef struct watcher {
    bool in_game, started;
    uint64_t games;
    size_t size;
    unsigned depth;
} watcher;

static arb_pgn_next on_begin(void *user, const arb_pgn *pgn)
{
    watcher *w = user;

    require(!w->in_game, "games do not overlap");
    w->in_game = true;
    w->started = false;
    w->depth = 0;
    w->games++;
    require(arb_pgn_where(pgn).game == w->games, "games are counted");
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_tag(void *user, const arb_pgn *pgn, const arb_pgn_tag *tag)
{
    const watcher *w = user;

    (void)pgn;
    require(w->in_game && !w->started, "tags come before moves");
    require(tag->name_size > 0, "a tag has a name");
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_start(void *user, const arb_pgn *pgn)
{
    watcher *w = user;

    (void)pgn;
    require(w->in_game && !w->started, "moves begin once");
    w->started = true;
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_move(void *user, const arb_pgn *pgn, const arb_pgn_move *move)
{
    const watcher *w = user;
    char san[ARB_MOVE_TEXT_SIZE];
    arb_pos before, after;

    require(w->started, "a move belongs to a game");
    arb_pgn_before(&before, pgn);
    arb_pgn_position(&after, pgn);
    require(arb_pos_ok(&before) && arb_pos_ok(&after), "positions are sound");
    require(move->check == arb_pos_is_check(&after), "check is told");
    require(move->mate == arb_pos_is_checkmate(&after), "mate is told");
    if (move->kind != ARB_PGN_MOVE_LEGAL)
        return ARB_PGN_GO_ON;
    require(arb_pos_is_legal(&before, move->move), "a legal move is legal");
    if (move->san)
        require(arb_san_write(san, sizeof san, &before, move->move) == move->size &&
                    memcmp(san, move->text, move->size) == 0,
                "what is said to be written as PGN writes it is");
    arb_pos_play(&before, &before, move->move);
    require(arb_pos_same(&before, &after), "and leads to the position");
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_comment(void *user, const arb_pgn *pgn, const char *text, size_t size)
{
    arb_pgn_command command;
    size_t at = 0;

    (void)pgn;
    require(((const watcher *)user)->in_game, "a comment belongs to a game");
    for (size_t before = 0; arb_pgn_command_next(&command, &at, text, size); before = at)
        require(at > before && at <= size, "commands go forward");
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_nag(void *user, const arb_pgn *pgn, unsigned nag)
{
    (void)pgn;
    require(((const watcher *)user)->started && nag <= 255, "a glyph has a number");
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_enter(void *user, const arb_pgn *pgn)
{
    ((watcher *)user)->depth++;
    require(arb_pgn_where(pgn).depth == ((watcher *)user)->depth, "depth is counted");
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_leave(void *user, const arb_pgn *pgn)
{
    (void)pgn;
    require(((watcher *)user)->depth-- > 0, "no variation is left that was not entered");
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    watcher *w = user;

    (void)pgn;
    require(w->in_game, "only a game ends");
    require(w->depth == 0 || summary->errors > 0, "variations are closed");
    w->in_game = false;
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_finding(void *user, const arb_pgn *pgn, const arb_pgn_finding *finding)
{
    const watcher *w = user;

    (void)pgn;
    require(finding->place.line >= 1 && finding->place.column >= 1, "a finding has a place");
    require(finding->place.offset <= w->size, "in the text");
    require(finding->place.game == w->games, "and a game");
    require(finding->fault != ARB_PGN_ILLEGAL || finding->article != ARB_ART_NONE,
            "an illegal move breaks an article");
    return ARB_PGN_GO_ON;
}

static const arb_pgn_handler handler = { on_begin, on_tag,   on_start, on_move, on_comment,
                                         on_nag,   on_enter, on_leave, on_end,  on_finding };

/* A source that gives portions. */
typedef struct portions {
    const char *text;
    size_t left, portion;
} portions;

static arb_err give(void *user, char *out, size_t room, size_t *got)
{
    portions *p = user;
    size_t size = p->portion < p->left ? p->portion : p->left;

    size = size < room ? size : room;
    if (size > 0)
        memcpy(out, p->text, size);
    p->text += size;
    p->left -= size;
    *got = size;
    return ARB_OK;
}

static arb_err collect(void *user, const char *text, size_t size)
{
    return arb_buf_add(user, text, size);
}

/* Making a reader takes longer than reading: each is used again, as for several files. */
static arb_pgn *reader_of(const arb_language *language)
{
    static struct {
        const arb_language *language;
        arb_pgn *pgn;
    } readers[4];
    const arb_pgn_options options = { .language = language };
    size_t i = 0;

    while (readers[i].pgn != NULL && readers[i].language != language)
        i++;
    if (readers[i].pgn == NULL) {
        readers[i].language = language;
        require(arb_pgn_new(&readers[i].pgn, NULL, &options) == ARB_OK, "there is memory");
    }
    return readers[i].pgn;
}

/* A remark on how something is written, rather than on what was done. */
static bool is_form(arb_pgn_fault fault)
{
    return arb_pgn_fault_weight(fault) == ARB_PGN_REMARK && fault != ARB_PGN_RESULT_TAG &&
           fault != ARB_PGN_RESULT_BOARD && fault != ARB_PGN_RESULT_FORM &&
           fault != ARB_PGN_NULL_MOVE && fault != ARB_PGN_START_FAULTS && fault != ARB_PGN_STOOD;
}

static arb_pgn_next on_form(void *user, const arb_pgn *pgn, const arb_pgn_finding *finding)
{
    (void)user;
    (void)pgn;
    require(!is_form(finding->fault), "what is written is written well");
    return ARB_PGN_GO_ON;
}

/* What was written reads back without a remark on its form. */
static void check_form(const arb_buf *text)
{
    static const arb_pgn_handler strict = { .finding = on_form };

    require(arb_pgn_read_text(reader_of(NULL), arb_buf_text(text), arb_buf_size(text), &strict,
                              NULL) == ARB_OK,
            "and is read");
}

/* Writes what is read; false when the writer's limits were passed. */
static int copy(arb_buf *out, const char *text, size_t size, const arb_language *language)
{
    arb_pgn *pgn = reader_of(language);
    arb_pgn_writer *writer;

    require(arb_pgn_writer_new(&writer, NULL, NULL, collect, out) == ARB_OK, "there is memory");
    const arb_err err = arb_pgn_read_text(pgn, text, size, &arb_pgn_copier, writer);
    require(err == ARB_OK || arb_pgn_writer_error(writer) == ARB_RANGE, "only limits stop it");
    arb_pgn_writer_free(writer);
    return err == ARB_OK;
}

static void check_copy(const char *text, size_t size, const arb_language *language)
{
    arb_buf once, twice;

    arb_buf_init(&once, NULL, LIMIT);
    arb_buf_init(&twice, NULL, LIMIT);
    if (copy(&once, text, size, language) &&
        copy(&twice, arb_buf_text(&once), arb_buf_size(&once), NULL)) {
        check_form(&once);
        require(arb_buf_size(&once) == arb_buf_size(&twice) &&
                    memcmp(arb_buf_text(&once), arb_buf_text(&twice), arb_buf_size(&once)) == 0,
                "what is written reads back to what writes the same");
    }
    arb_buf_clear(&once);
    arb_buf_clear(&twice);
}

/* What reads a text where it stands: every end of it, and no byte more. */
static void check_parts(const char *text, size_t size)
{
    enum { RESULT = 16 };
    arb_pgn_command command;
    size_t at = 0;

    for (size_t i = size > RESULT ? size - RESULT : 0; i <= size; i++)
        require(arb_pgn_result_read(text + i, size - i) < ARB_PGN_RESULT_COUNT, "a result is one");
    while (arb_pgn_command_next(&command, &at, text, size))
        require(at <= size, "commands stay in the text");
    require(arb_pgn_boundary(text, size, size / 2) <= size, "and so do boundaries");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* A copy of its own size, so that a byte too far is noticed. */
    char *text = size > 0 ? malloc(size) : NULL;

    if (text == NULL)
        return 0;
    const arb_language *language = arb_language_at(data[0] % 3u);
    memcpy(text, data + 1, size - 1);
    char *exact = realloc(text, size > 1 ? size - 1 : 1);
    text = exact ? exact : text;
    portions source = { text, size - 1, data[0] & 128 ? 1u : SIZE_MAX };
    watcher w = { .size = size - 1 };

    require(arb_pgn_read(reader_of(language), give, &source, &handler, &w) == ARB_OK,
            "any bytes are read");
    require(!w.in_game, "every game ends");
    check_copy(text, size - 1, language);
    check_parts(text, size - 1);
    free(text);
    return 0;
}
