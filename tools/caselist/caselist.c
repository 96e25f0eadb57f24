/* SPDX-License-Identifier: MIT */
/*
 * Which cases show an article, for `arbitro explain` and tools/lawtrace.
 *
 *   caselist [--proved] FOLDER
 *
 * prints a line for each pair of an article and a case below the folder:
 *
 *   SHOWN_BY("7.5.2", "2023", "art07/7.5.2-unpromoted-pawn.case", "7.5.2 a pawn that stays a pawn")
 *
 * with the edition of the case, as rulebooks abbreviate it. A case shows the articles with which
 * its title begins and those of its expectations about rulings, refusals and results.
 *
 * With --proved only those are printed that it proves (caselist.h), as PROVED_BY, and, as NAMED_BY,
 * those of its title for which there is no rule that could be left out, or perhaps none in its
 * edition.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arbitro/case.h"
#include "arbitro/edition.h"
#include "arbitro/explain.h"
#include "base/cursor.h"
#include "caselist.h"
#include "common/walk.h"

/* The case at hand. */
typedef struct list {
    const char *folder, *path;
    arb_case_header header;
    bool titled[ARB_ART_COUNT], expected[ARB_ART_COUNT]; /* who names the article */
    bool proved;                                         /* print only what is proved */
} list;

/*
 * Marks the articles that the text names, to its end or to the first word that is no number. A
 * title has the numbers of 2023; an expectation may have those of its edition as well, and where
 * the two differ nobody can tell which is meant.
 */
static void mark(bool shown[ARB_ART_COUNT], const arb_case_header *header, const char *text,
                 size_t size, bool title)
{
    arb_cursor words, word;

    arb_cursor_init(&words, text, size);
    while (arb_cursor_next_word(&word, &words)) {
        const size_t length = arb_cursor_left(&word);
        const arb_article article = arb_article_find(word.at, length);
        const arb_article own = arb_article_find_cited(header->regulations.book, word.at, length);
        if (article == ARB_ART_NONE && own == ARB_ART_NONE &&
            !arb_article_is_number(word.at, length))
            return;
        if (article == ARB_ART_NONE || own == ARB_ART_NONE || own == article || title)
            shown[article == ARB_ART_NONE ? own : article] = true;
    }
}

void arb_case_mark(bool shown[ARB_ART_COUNT], const arb_case_header *header,
                   const arb_expectation *expectation)
{
    if (expectation->kind == ARB_EXPECTATION_RULING ||
        expectation->kind == ARB_EXPECTATION_REFUSED || expectation->kind == ARB_EXPECTATION_RESULT)
        mark(shown, header, expectation->list, expectation->list_size, false);
}

static void print(const list *it, const char *macro, arb_article article)
{
    const arb_case_header *header = &it->header;

    printf("%s(\"%s\", \"%s\", \"%s\", \"", macro, arb_article_number(article),
           header->regulations.book->prefix, it->path + strlen(it->folder) + 1);
    for (size_t i = 0; i < header->title_size; i++)
        printf("%s%c", strchr("\"\\", header->title[i]) ? "\\" : "", header->title[i]);
    puts("\")");
}

/* In another edition the point may be that a rule is silent. */
static bool is_older(const list *it)
{
    return it->header.regulations.book != &arb_fide_2023;
}

static void print_all(const list *it, const arb_case_text *text)
{
    for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++) {
        const arb_article article = (arb_article)i;
        if (!it->titled[i] && !it->expected[i])
            continue;
        if (!it->proved)
            print(it, "SHOWN_BY", article);
        else if ((it->expected[i] || arb_article_has_rule(article)) &&
                 arb_case_proves(text, article, it->titled[i]))
            print(it, "PROVED_BY", article);
        else if (it->titled[i] && (!arb_article_has_rule(article) || is_older(it)))
            print(it, "NAMED_BY", article);
    }
}

/* The case that begins where the reader stands; false at the end of the text. */
static bool list_case(list *it, arb_case_reader *reader)
{
    const size_t begin = reader->at;
    arb_case_item item;
    size_t items = 0;
    arb_err err = arb_case_next(&item, &it->header, reader, NULL);

    if (!err && item.kind == ARB_CASE_END)
        return false;
    memset(it->titled, 0, sizeof it->titled);
    if (!err)
        mark(it->titled, &it->header, it->header.title, it->header.title_size, true);
    memset(it->expected, 0, sizeof it->expected);
    for (; !err && !arb_case_ends(reader); items++) {
        err = arb_case_next(&item, &it->header, reader, NULL);
        if (!err && item.kind == ARB_CASE_EXPECTATION)
            arb_case_mark(it->expected, &it->header, &item.expectation);
    }
    const arb_case_text text = { reader->text + begin, reader->at - begin };
    if (err) /* `arbitro judge --check` tells what is wrong with it */
        arb_case_skip(reader);
    else if (items > 0)
        print_all(it, &text);
    return true;
}

static bool fail(void *user, const char *path)
{
    (void)user;
    fprintf(stderr, "caselist: %s: %s\n", path, strerror(errno));
    exit(1);
}

static bool list_file(void *user, const char *path)
{
    list *it = user;
    FILE *file = fopen(path, "rb");
    char chunk[1 << 16];
    arb_case_reader reader;
    arb_buf text;
    size_t got;

    if (!file)
        return fail(user, path);
    it->path = path;
    arb_buf_init(&text, NULL, SIZE_MAX / 2);
    while ((got = fread(chunk, 1, sizeof chunk, file)) > 0)
        if (arb_buf_add(&text, chunk, got))
            return fail(user, path);
    fclose(file);
    arb_case_reader_init(&reader, arb_buf_text(&text), arb_buf_size(&text));
    while (list_case(it, &reader))
        ;
    arb_buf_clear(&text);
    return true;
}

int main(int argc, char **argv)
{
    static const char *const suffixes[] = { ".case", NULL };
    static list it;
    const arb_walk walk = { suffixes, list_file, fail, &it };

    it.proved = argc > 1 && strcmp(argv[1], "--proved") == 0;
    if (argc != 2 + it.proved) {
        fputs("usage: caselist [--proved] FOLDER\n", stderr);
        return 2;
    }
    it.folder = argv[argc - 1];
    return arb_walk_path(&walk, it.folder) == 0;
}
