/* SPDX-License-Identifier: MIT */
/* The words of the Laws and of players, by either language's names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/explain.h"
#include "arbitro/glossary.h"

/* The one term that the text names; NULL when there is none, or several. */
static const arb_term *find(const char *text)
{
    const arb_term *term = NULL;

    return arb_glossary_find(&term, 1, text, strlen(text)) == 1 ? term : NULL;
}

/* Its English word, which is easier to compare. */
static const char *word(const char *text)
{
    const arb_term *term = find(text);

    return term ? term->word[ARB_LANG_EN] : "";
}

/* One line of headwords.txt: what is asked, a tab, the English head-word that answers. */
static bool check_headword(char *line)
{
    char *tab = strchr(line, '\t');

    line[strcspn(line, "\n")] = '\0';
    if (!tab)
        return false;
    *tab = '\0';
    if (strcmp(word(line), tab + 1) != 0)
        fail_msg("%s is answered by \"%s\", not by \"%s\"", line, word(line), tab + 1);
    return true;
}

/* Both glossaries have 97 and 152 head-words; the rest are their forms. */
static void test_glossary__every_printed_word_is_found(void **state)
{
    const char *folder = getenv("ARB_TEST_DATA");
    char path[1024], line[256];
    unsigned count = 0;

    (void)state;
    snprintf(path, sizeof path, "%s/data/headwords.txt", folder ? folder : "tests");
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        if (*line != '#' && *line != '\n')
            count += check_headword(line);
    fclose(file);
    assert_true(count > 152 + 97 + 100);
}

static void check_name(const arb_term *term, const char *name, size_t size)
{
    const arb_term *found = NULL;

    if (arb_glossary_find(&found, 1, name, size) != 1 || found != term)
        fail_msg("%s: %.*s names another", term->word[ARB_LANG_EN], (int)size, name);
}

/* No two terms share a name, and no name is hidden by another. */
static void test_glossary__every_name_is_of_one_term(void **state)
{
    (void)state;
    for (size_t i = 0; arb_glossary_get(i); i++) {
        const arb_term *term = arb_glossary_get(i);
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++)
            check_name(term, term->word[lang], strlen(term->word[lang]));
        for (const char *name = term->also; *name;) {
            const size_t size = strcspn(name, ";");
            check_name(term, name, size);
            name += size + (name[size] == ';');
        }
    }
}

/* The numbers in a list, each of an article or a heading; returns how many. */
static unsigned check_numbers(const char *list)
{
    unsigned count = 0;

    while (*list) {
        const size_t size = strcspn(list, " ");
        if (!arb_article_is_number(list, size))
            fail_msg("there is no article %.*s", (int)size, list);
        count++;
        list += size;
        list += strspn(list, " ");
    }
    return count;
}

/* A word inside a name finds it, too, unless it begins another one. */
static void test_glossary__words_inside_names_are_found(void **state)
{
    (void)state;
    assert_non_null(find("toccato"));
    assert_string_equal(find("toccato")->word[ARB_LANG_IT], "Pezzo toccato");
    assert_null(find("occato"));
    assert_non_null(find("normal"));
    assert_string_equal(find("normal")->word[ARB_LANG_EN], "normal means");
}

static void test_glossary__every_term_is_explained_and_leads_to_articles(void **state)
{
    size_t count = 0;

    (void)state;
    for (; arb_glossary_get(count); count++) {
        const arb_term *term = arb_glossary_get(count);
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++) {
            const char *text = term->text[lang];
            if (strlen(text) < 10 || text[strlen(text) - 1] != '.')
                fail_msg("%s is not explained", term->word[lang]);
        }
        assert_true(check_numbers(term->articles) > 0 || *term->see);
        assert_true(!*term->printed || strcmp(term->articles, term->printed) != 0);
        /* those of the Laws have their articles */
        assert_true(count > ARB_TERM_VERTICAL || *term->articles);
    }
    assert_int_equal(count, ARB_TERM_COUNT);
    assert_null(arb_glossary_get(count + 1));
}

/* Every term leads to others, by head-words of their own, and never to itself. */
static void test_glossary__terms_lead_to_each_other(void **state)
{
    (void)state;
    for (size_t i = 0; arb_glossary_get(i); i++) {
        const arb_term *term = arb_glossary_get(i), *other;
        const char *name = term->see;
        size_t count = 0;
        for (; (other = arb_glossary_see(term, count)) != NULL; count++) {
            const char *head = other->word[ARB_LANG_EN];
            if (other == term || strlen(head) != strcspn(name, ";") ||
                strncmp(head, name, strlen(head)) != 0)
                fail_msg("%s leads to %s", term->word[ARB_LANG_EN], name);
            name += strlen(head) + (name[strlen(head)] == ';');
        }
        if (count == 0 || *name)
            fail_msg("%s does not lead to %s", term->word[ARB_LANG_EN], name);
        assert_null(arb_glossary_see(term, count + 1));
    }
}

/* A term is known by its id, so that what is found on a board can name it. */
static void test_glossary__terms_have_ids(void **state)
{
    (void)state;
    assert_ptr_equal(arb_glossary_get(ARB_TERM_PIN), find("pin"));
    assert_int_equal(arb_glossary_id(find("Inchiodatura")), ARB_TERM_PIN);
    assert_int_equal(arb_glossary_id(find("castling")), ARB_TERM_CASTLING);
    for (size_t i = 0; arb_glossary_get(i); i++)
        assert_int_equal(arb_glossary_id(arb_glossary_get(i)), i);
}

/* Where the print is mistaken, both are kept. */
static void test_glossary__articles_that_the_print_has_wrong(void **state)
{
    static const struct {
        const char *word, *articles, *printed;
    } list[] = {
        { "square of promotion", "3.7.3.3", "3.7.5.1" },
        { "en passant", "3.7.3.1", "3.7.4.1" },
        { "promotion", "3.7.3.3 3.7.3.5", "3.7.5.3" },
        { "exchange", "3.7.3.5", "3.7.5.3" },
        { "demonstration board", "6.12.1", "6.13" },
        { "screen", "6.12.1", "6.13" },
        { "standard", "III.2.2", "III.3.2 G3" },
        { "kingside", "3.8.2", "3.8.1" },
        { "queenside", "3.8.2", "3.8.1" },
        { "checkmate", "1.4.1", "1.2" },
        { "made", "1.3 4.7", "1.1" },
        { "move", "1.3", "1.1" },
        { "black", "1.2 2.2", "2.1" },
        { "illegal", "3.10.2 3.10.3", "3.10.1" },
        { "intervene", "12.6", "12.7" },
        { "increment", "6.3.1", "6.1" },
        { "stalemate", "5.2.1", "" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        const arb_term *term = find(list[i].word);
        assert_non_null(term);
        assert_string_equal(term->articles, list[i].articles);
        assert_string_equal(term->printed, list[i].printed);
    }
}

static void test_glossary__case_accents_and_signs_do_not_matter(void **state)
{
    (void)state;
    assert_string_equal(word("PATTA"), "draw");
    assert_string_equal(word("penalita"), "penalties");
    assert_string_equal(word("PENALITÀ"), "penalties");
    assert_string_equal(word("J’adoube"), "j'adoube");
    assert_string_equal(word("j adoube"), "j'adoube");
    assert_string_equal(word("touch-move"), "touch move");
    assert_string_equal(word("  en   passant "), "en passant");
    assert_string_equal(word("e.p."), "en passant");
    assert_string_equal(word("50-move rule"), "50-move rule");
}

static void test_glossary__a_beginning_will_do(void **state)
{
    const arb_term *terms[4];

    (void)state;
    assert_string_equal(word("stalem"), "stalemate");
    assert_string_equal(word("mossa sig"), "sealed move");
    /* a whole name wins over the beginning of another */
    assert_string_equal(word("scacchiera"), "chessboard");
    assert_string_equal(word("mossa"), "move");
    assert_string_equal(word("clock"), "clock");
    /* a blank is a blank, wherever it stands */
    assert_null(find("c astling"));
    assert_null(find("c stling"));
    assert_null(find("en p assant"));
    assert_int_equal(arb_glossary_find(terms, 4, "sig", 3), 2);
    assert_string_equal(terms[0]->word[ARB_LANG_EN], "sealed move");
    assert_string_equal(terms[1]->word[ARB_LANG_EN], "e-cigarette");
    /* all are counted, and only as many written as there is room for */
    terms[1] = NULL;
    assert_int_equal(arb_glossary_find(terms, 1, "sig", 3), 2);
    assert_null(terms[1]);
    assert_int_equal(arb_glossary_find(NULL, 0, "sig", 3), 2);
    assert_int_equal(arb_glossary_find(NULL, 0, "patta", 5), 1);
}

static void test_glossary__what_is_no_word(void **state)
{
    static const char longest[] = "a word that is much longer than any of the names that the "
                                  "glossary of the Laws of Chess has";

    (void)state;
    assert_int_equal(arb_glossary_find(NULL, 0, "", 0), 0);
    assert_int_equal(arb_glossary_find(NULL, 0, " - ", 3), 0);
    assert_int_equal(arb_glossary_find(NULL, 0, "zugzwing", 8), 0);
    assert_int_equal(arb_glossary_find(NULL, 0, longest, strlen(longest)), 0);
    assert_int_equal(arb_glossary_find(NULL, 0, "patt\xff", 5), 0);
    assert_int_equal(arb_glossary_find(NULL, 0, "pattaX", 5), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_glossary__every_printed_word_is_found),
        cmocka_unit_test(test_glossary__every_name_is_of_one_term),
        cmocka_unit_test(test_glossary__words_inside_names_are_found),
        cmocka_unit_test(test_glossary__every_term_is_explained_and_leads_to_articles),
        cmocka_unit_test(test_glossary__terms_lead_to_each_other),
        cmocka_unit_test(test_glossary__terms_have_ids),
        cmocka_unit_test(test_glossary__articles_that_the_print_has_wrong),
        cmocka_unit_test(test_glossary__case_accents_and_signs_do_not_matter),
        cmocka_unit_test(test_glossary__a_beginning_will_do),
        cmocka_unit_test(test_glossary__what_is_no_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
