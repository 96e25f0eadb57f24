/* SPDX-License-Identifier: MIT */
/* What a review found, in words and as JSON; see pgn.h. */
#include <string.h>

#include "arbitro/edition.h"
#include "arbitro/notation.h"
#include "pgn/pgn.h"

enum { ARTICLES_SIZE = 64, SHOWN = 4 /* of many moves */ };

/* Laws 5.1.1, 5.2.1, 5.2.2, 9.6.1, 9.6.2 */
static const struct {
    arb_article article;
    const char *kind;
    arb_text_id text;
} ends[] = {
    { ARB_ART_5_1_1, "checkmate", ARB_TEXT_PGN_BY_CHECKMATE },
    { ARB_ART_5_2_1, "stalemate", ARB_TEXT_PGN_BY_STALEMATE },
    { ARB_ART_5_2_2, "dead", ARB_TEXT_PGN_BY_DEAD },
    { ARB_ART_9_6_1, "fivefold", ARB_TEXT_PGN_BY_FIVEFOLD },
    { ARB_ART_9_6_2, "seventy-five", ARB_TEXT_PGN_BY_SEVENTY_FIVE },
};

/* How the game was over, in a finding that speaks of it. */
static size_t end_of(const arb_review_finding *f)
{
    size_t end = 0;

    while (end + 1 < sizeof ends / sizeof *ends && ends[end].article != f->article[0])
        end++;
    return end;
}

static const arb_pos *position(const arb_review *review, arb_ply ply)
{
    return &arb_history_get(arb_review_history(review), ply)->pos;
}

arb_spot arb_report_spot_after(const arb_review *review, arb_ply ply)
{
    const arb_pos *pos = position(review, ply);
    const unsigned number = (unsigned)pos->move_number - (pos->turn == ARB_WHITE ? 1u : 0u);

    return (arb_spot){ ply, ply > 0 ? number : 0, arb_opponent((arb_colour)pos->turn) };
}

arb_spot arb_report_spot(const arb_review *review, const arb_review_finding *f)
{
    const arb_pos *pos = position(review, f->ply);

    if (f->move_count > 0)
        return (arb_spot){ f->ply + 1, pos->move_number, (arb_colour)pos->turn };
    return arb_report_spot_after(review, f->ply);
}

static arb_err list_word(arb_buf *list, const char *word)
{
    const arb_err err = arb_buf_add_text(list, arb_buf_size(list) > 0 ? ", " : "");

    return err ? err : arb_buf_add_text(list, word);
}

/* The moves with which a draw could be claimed, the first of them; or the times that a position
 * stood there. */
static arb_err add_list(arb_buf *list, const arb_review *review, const arb_review_finding *f,
                        arb_lang lang)
{
    arb_err err = ARB_OK;

    for (size_t i = 0; i < f->times && !err; i++) {
        const arb_spot spot = arb_report_spot_after(review, f->plies[i]);
        err = list_word(list, spot.ply > 0 ? arb_pgn_label_of(spot.number, spot.colour).text
                                           : arb_text(ARB_TEXT_PGN_START, lang));
    }
    for (size_t i = 0; i < f->move_count && i < SHOWN && !err; i++) {
        char move[ARB_MOVE_TEXT_SIZE];
        arb_san_write(move, sizeof move, position(review, f->ply), f->moves[i]);
        err = list_word(list, move);
    }
    if (f->move_count > SHOWN && !err)
        err = arb_buf_add_format(list, ", ... (%zu)", f->move_count);
    return err;
}

/* A sentence without its articles. */
static arb_err add_sentence(arb_buf *out, const arb_review *review, const arb_review_finding *f,
                            const char *list, arb_lang lang)
{
    const char *by = arb_text(ends[end_of(f)].text, lang);
    const char *result = arb_result_text(f->result), *told = arb_result_text(f->told);
    const char *player =
        arb_text(f->player == ARB_WHITE ? ARB_TEXT_PGN_WHITE : ARB_TEXT_PGN_BLACK, lang);
    const arb_spot until = arb_report_spot_after(review, f->until);

    switch (f->kind) {
    case ARB_REVIEW_REPETITION:
        return arb_buf_add_format(out, arb_text(ARB_TEXT_PGN_REPETITION, lang), (unsigned)f->times,
                                  list, player);
    case ARB_REVIEW_REPETITION_WITH:
        return arb_buf_add_format(out, arb_text(ARB_TEXT_PGN_REPETITION_WITH, lang), list, player);
    case ARB_REVIEW_FIFTY:
        if (f->until == f->ply)
            return arb_buf_add_text(out, arb_text(ARB_TEXT_PGN_FIFTY, lang));
        return arb_buf_add_format(out, arb_text(ARB_TEXT_PGN_FIFTY_UNTIL, lang),
                                  arb_pgn_label_of(until.number, until.colour).text);
    case ARB_REVIEW_FIFTY_WITH:
        return arb_buf_add_format(out, arb_text(ARB_TEXT_PGN_FIFTY_WITH, lang), list, player);
    case ARB_REVIEW_FLAG:
        return arb_buf_add_format(out, arb_text(ARB_TEXT_PGN_FLAG, lang), player, result);
    case ARB_REVIEW_END:
        if (f->beyond == 0)
            return arb_buf_add_format(out, arb_text(ARB_TEXT_PGN_OVER, lang), by, result);
        return arb_buf_add_format(out, arb_text(ARB_TEXT_PGN_OVER_BEYOND, lang), by, result,
                                  f->beyond);
    case ARB_REVIEW_RESULT:
        return arb_buf_add_format(out, arb_text(ARB_TEXT_PGN_RESULT, lang), told, by, result);
    case ARB_REVIEW_HELPLESS:
        return arb_buf_add_format(out, arb_text(ARB_TEXT_PGN_HELPLESS, lang), told, player);
    case ARB_REVIEW_TIME_DRAW:
        return arb_buf_add_format(out, arb_text(ARB_TEXT_PGN_TIME_DRAW, lang), player);
    case ARB_REVIEW_KIND_COUNT:
        break;
    }
    return ARB_OK;
}

/* The numbers of the articles, as the edition has them. */
static void write_articles(char out[static ARTICLES_SIZE], const arb_review_finding *f,
                           const arb_rulebook *book)
{
    size_t size = arb_article_write(out, ARTICLES_SIZE, f->article[0], book);

    if (f->article[1] != ARB_ART_NONE && size + 2 < ARTICLES_SIZE) {
        memcpy(out + size, ", ", 2);
        (void)arb_article_write(out + size + 2, ARTICLES_SIZE - size - 2, f->article[1], book);
    }
}

arb_err arb_report_words(arb_buf *out, const arb_review *review, const arb_review_finding *f,
                         const arb_rulebook *book, arb_lang lang)
{
    char articles[ARTICLES_SIZE];
    arb_buf list;

    write_articles(articles, f, book);
    arb_buf_init(&list, NULL, SIZE_MAX / 2);
    arb_err err = add_list(&list, review, f, lang);
    if (!err)
        err = add_sentence(out, review, f, arb_buf_text(&list), lang);
    if (!err)
        err = arb_buf_add_format(out, " [%s]", articles);
    arb_buf_clear(&list);
    return err;
}

/* The keys are always the same; what does not belong to the kind is null or empty. */
json_t *arb_report_entry(const char *kind, const char *articles, arb_spot spot, const char *words)
{
    return json_pack("{ss ss sI so ss? s[] s[] sn sn ss}", "kind", kind, "article", articles, "ply",
                     (json_int_t)spot.ply, "number",
                     spot.number ? json_integer((json_int_t)spot.number) : json_null(), "colour",
                     spot.number ? arb_colour_word(spot.colour) : NULL, "moves", "plies", "result",
                     "beyond", "what", words);
}

/* Fills in what belongs to the kind; false when there is no memory. */
static bool fill(json_t *json, const arb_review *review, const arb_review_finding *f)
{
    json_t *moves = json_object_get(json, "moves"), *plies = json_object_get(json, "plies");
    int failed = 0;

    for (size_t i = 0; i < f->move_count; i++) {
        char move[ARB_MOVE_TEXT_SIZE];
        arb_san_write(move, sizeof move, position(review, f->ply), f->moves[i]);
        failed |= json_array_append_new(moves, json_string(move));
    }
    for (size_t i = 0; i < f->times; i++)
        failed |= json_array_append_new(plies, json_integer((json_int_t)f->plies[i]));
    if (f->kind == ARB_REVIEW_FIFTY) {
        failed |= json_array_append_new(plies, json_integer((json_int_t)f->ply));
        failed |= json_array_append_new(plies, json_integer((json_int_t)f->until));
    }
    if (f->result != ARB_RESULT_NONE)
        failed |= json_object_set_new(json, "result", json_string(arb_result_text(f->result)));
    if (f->kind == ARB_REVIEW_END)
        failed |= json_object_set_new(json, "beyond", json_integer((json_int_t)f->beyond));
    return failed == 0;
}

json_t *arb_report_json(const arb_review *review, const arb_review_finding *f,
                        const arb_rulebook *book, const char *words)
{
    static const char *const kinds[ARB_REVIEW_KIND_COUNT] = {
        [ARB_REVIEW_REPETITION] = "repetition",
        [ARB_REVIEW_REPETITION_WITH] = "repetition-with",
        [ARB_REVIEW_FIFTY] = "fifty",
        [ARB_REVIEW_FIFTY_WITH] = "fifty-with",
        [ARB_REVIEW_FLAG] = "flag",
        [ARB_REVIEW_RESULT] = "result",
        [ARB_REVIEW_HELPLESS] = "result",
        [ARB_REVIEW_TIME_DRAW] = "result",
    };
    const char *kind = f->kind == ARB_REVIEW_END ? ends[end_of(f)].kind : kinds[f->kind];
    char articles[ARTICLES_SIZE];

    write_articles(articles, f, arb_rulebook_get(0));
    json_t *json = arb_report_entry(kind, articles, arb_report_spot(review, f), words);
    bool whole = json && fill(json, review, f);
    if (whole && book) {
        write_articles(articles, f, book);
        whole = json_object_set_new(json, "cited", json_string(articles)) == 0;
    }
    if (whole)
        return json;
    json_decref(json);
    return NULL;
}
