/* SPDX-License-Identifier: MIT */
/* Games pulled one by one: the reader's calls of one game, collected. */
#include "arbitro/pgn_pull.h"

#include <string.h>

#include "arbitro/buf.h"
#include "notation/pgn_internal.h"

enum { TAGS, PLIES, FINDINGS, LISTS };

struct arb_pgn_pull {
    const arb_mem *mem;
    arb_pgn *pgn;
    arb_pgn_memory text; /* when it is in memory */
    arb_err err;         /* what ended the reading */
    /* Things of the game in their order, and their texts in the same order, each with a NUL. The
     * texts move while they grow; the things learn where they are when the game has ended. */
    arb_buf items[LISTS], texts[LISTS];
    arb_pgn_game game;
};

static arb_pgn_next next_after(arb_pgn_pull *pull, arb_err err)
{
    pull->err = err;
    return err ? ARB_PGN_STOP : ARB_PGN_GO_ON;
}

static arb_err add_text(arb_buf *texts, const char *text, size_t size)
{
    const arb_err err = arb_buf_add(texts, text, size);
    return err ? err : arb_buf_add_char(texts, '\0');
}

static arb_pgn_next on_begin(void *user, const arb_pgn *pgn)
{
    arb_pgn_pull *pull = user;

    pull->game = (arb_pgn_game){ .place = arb_pgn_where(pgn), .start = arb_pos_initial() };
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_tag(void *user, const arb_pgn *pgn, const arb_pgn_tag *tag)
{
    arb_pgn_pull *pull = user;
    arb_err err = arb_buf_add(&pull->items[TAGS], tag, sizeof *tag);

    (void)pgn;
    if (!err)
        err = add_text(&pull->texts[TAGS], tag->name, tag->name_size);
    if (!err)
        err = add_text(&pull->texts[TAGS], tag->value, tag->value_size);
    pull->game.tag_count++;
    return next_after(pull, err);
}

static arb_pgn_next on_start(void *user, const arb_pgn *pgn)
{
    arb_pgn_pull *pull = user;

    arb_pgn_position(&pull->game.start, pgn);
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_move(void *user, const arb_pgn *pgn, const arb_pgn_move *move)
{
    arb_pgn_pull *pull = user;
    arb_pgn_ply ply = { .kind = move->kind, .move = move->move, .hand = move->hand };

    arb_pgn_position(&ply.pos, pgn);
    pull->game.ply_count++;
    const arb_err err = arb_buf_add(&pull->items[PLIES], &ply, sizeof ply);
    return next_after(pull, err ? err : arb_buf_add_char(&pull->texts[PLIES], '\0'));
}

static arb_pgn_ply *plies_of(arb_pgn_pull *pull)
{
    return (arb_pgn_ply *)(void *)pull->items[PLIES].data;
}

static arb_pgn_next on_comment(void *user, const arb_pgn *pgn, const char *text, size_t size)
{
    arb_pgn_pull *pull = user;
    const size_t count = pull->game.ply_count;
    size_t *before = count > 0 ? &plies_of(pull)[count - 1].comment_size : &pull->game.comment_size;
    const size_t blank = *before > 0;
    arb_err err = arb_buf_add(&pull->texts[PLIES], " ", blank);

    (void)pgn;
    if (!err)
        err = arb_buf_add(&pull->texts[PLIES], text, size);
    *before += blank + size;
    return next_after(pull, err);
}

static arb_pgn_next on_finding(void *user, const arb_pgn *pgn, const arb_pgn_finding *finding)
{
    arb_pgn_pull *pull = user;
    arb_pgn_finding kept = *finding;

    (void)pgn;
    kept.reading = NULL;
    pull->game.finding_count++;
    const arb_err err = arb_buf_add(&pull->items[FINDINGS], &kept, sizeof kept);
    return next_after(pull, err ? err : add_text(&pull->texts[FINDINGS], kept.text, kept.size));
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    arb_pgn_pull *pull = user;

    pull->game.variant = arb_pgn_variant(pgn);
    pull->game.summary = *summary;
    pull->game.result = summary->marker == ARB_PGN_RESULT_NONE ? summary->tag : summary->marker;
    return ARB_PGN_GO_ON;
}

/* The text of `size` bytes at `at`, which moves behind it. */
static const char *next_text(const char **at, size_t size)
{
    const char *text = *at;

    *at += size + 1;
    return text;
}

/* Everything has been collected and moves no more: the texts are where they are. */
static void settle(arb_pgn_pull *pull)
{
    arb_pgn_game *game = &pull->game;
    arb_pgn_tag *tags = (arb_pgn_tag *)(void *)pull->items[TAGS].data;
    arb_pgn_ply *plies = plies_of(pull);
    arb_pgn_finding *findings = (arb_pgn_finding *)(void *)pull->items[FINDINGS].data;
    const char *at = arb_buf_text(&pull->texts[TAGS]);

    for (size_t i = 0; i < game->tag_count; i++) {
        tags[i].name = next_text(&at, tags[i].name_size);
        tags[i].value = next_text(&at, tags[i].value_size);
    }
    at = arb_buf_text(&pull->texts[PLIES]);
    game->comment = next_text(&at, game->comment_size);
    for (size_t i = 0; i < game->ply_count; i++)
        plies[i].comment = next_text(&at, plies[i].comment_size);
    at = arb_buf_text(&pull->texts[FINDINGS]);
    for (size_t i = 0; i < game->finding_count; i++)
        findings[i].text = next_text(&at, findings[i].size);
    game->tags = tags;
    game->plies = plies;
    game->findings = findings;
}

arb_err arb_pgn_pull_next(const arb_pgn_game **out, arb_pgn_pull *pull)
{
    bool ended = false;

    if (pull->err)
        return pull->err;
    for (int i = 0; i < LISTS; i++) {
        arb_buf_cut(&pull->items[i], 0);
        arb_buf_cut(&pull->texts[i], 0);
    }
    const arb_err err = arb_pgn_read_game(pull->pgn, &ended);
    if (err && !pull->err) /* else the reader was stopped for lack of memory */
        pull->err = err;
    if (pull->err)
        return pull->err;
    if (ended)
        settle(pull);
    *out = ended ? &pull->game : NULL;
    return ARB_OK;
}

const char *arb_pgn_game_tag(const arb_pgn_game *game, const char *name)
{
    for (size_t i = 0; i < game->tag_count; i++)
        if (strcmp(game->tags[i].name, name) == 0)
            return game->tags[i].value;
    return NULL;
}

arb_err arb_pgn_pull_new(arb_pgn_pull **out, const arb_mem *mem, const arb_pgn_options *options,
                         arb_pgn_source *source, void *user)
{
    static const arb_pgn_handler handler = { .begin = on_begin,
                                             .tag = on_tag,
                                             .start = on_start,
                                             .move = on_move,
                                             .comment = on_comment,
                                             .end = on_end,
                                             .finding = on_finding };
    const arb_pgn_options how = { .language = options ? options->language : NULL,
                                  .skip_variations = true };
    arb_pgn_pull *pull = arb_mem_new_array(mem, 1, sizeof *pull);

    if (!pull)
        return ARB_NOMEM;
    pull->mem = mem;
    if (arb_pgn_new(&pull->pgn, mem, &how) != ARB_OK) {
        arb_mem_free(mem, pull, sizeof *pull);
        return ARB_NOMEM;
    }
    for (int i = 0; i < LISTS; i++) {
        arb_buf_init(&pull->items[i], mem, SIZE_MAX / 2);
        arb_buf_init(&pull->texts[i], mem, SIZE_MAX / 2);
    }
    arb_pgn_open(pull->pgn, source, user, &handler, pull);
    *out = pull;
    return ARB_OK;
}

arb_err arb_pgn_pull_text(arb_pgn_pull **out, const arb_mem *mem, const arb_pgn_options *options,
                          const char *text, size_t size)
{
    const arb_err err = arb_pgn_pull_new(out, mem, options, arb_pgn_read_memory, NULL);

    if (!err) {
        (*out)->text = (arb_pgn_memory){ text, size };
        (*out)->pgn->source_user = &(*out)->text;
    }
    return err;
}

void arb_pgn_pull_free(arb_pgn_pull *pull)
{
    if (!pull)
        return;
    for (int i = 0; i < LISTS; i++) {
        arb_buf_clear(&pull->items[i]);
        arb_buf_clear(&pull->texts[i]);
    }
    arb_pgn_free(pull->pgn);
    arb_mem_free(pull->mem, pull, sizeof *pull);
}
