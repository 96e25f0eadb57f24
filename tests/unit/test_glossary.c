/* SPDX-License-Identifier: MIT */
/* The words of the Laws, by either language's names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/explain.h"
#include "arbitro/glossary.h"

/* The head-words and cross references of the printed glossary, in its order. */
static const char *const printed[] = { "A Donna",
                                       "Abbandono",
                                       "Acconcio",
                                       "Aggiornamento",
                                       "Algebraica, notazione",
                                       "Alla scacchiera",
                                       "Analisi",
                                       "Appello",
                                       "Arbitro, discernimento",
                                       "Arbitro",
                                       "Area contigua",
                                       "Area di gioco",
                                       "Area della competizione",
                                       "Arrocco",
                                       "Assistente",
                                       "Attacco",
                                       "Bandierina",
                                       "Bianco",
                                       "Black",
                                       "Blitz",
                                       "Board",
                                       "Bronstein, Tempo",
                                       "Cadenza",
                                       "Caduta della bandierina",
                                       "Casa di promozione",
                                       "Castling",
                                       "Cattura",
                                       "Check",
                                       "Checkmate",
                                       "Cellulare",
                                       "Chess960",
                                       "Chessboard",
                                       "Chessclock",
                                       "Chess set",
                                       "Claim",
                                       "Clock",
                                       "Colonna",
                                       "Completata, mossa",
                                       "Contamosse",
                                       "Contigua, Area",
                                       "Controllo di tempo",
                                       "Cumulativo (Fischer), tempo",
                                       "Dead position",
                                       "Default time",
                                       "Demonstration board",
                                       "Diagonale",
                                       "Dilazionato (Bronstein), tempo",
                                       "Disabilità",
                                       "Displaced",
                                       "Draw",
                                       "Draw offer",
                                       "E-cigarette",
                                       "En passant",
                                       "Eseguita",
                                       "Exchange",
                                       "Explanation",
                                       "Fair play",
                                       "File",
                                       "Finale rapido",
                                       "Fischer, tempo",
                                       "Flag",
                                       "Flag-fall",
                                       "Forfeit",
                                       "Formulario",
                                       "Gioco normale",
                                       "Gioco Rapido",
                                       "Handicap",
                                       "Illegale",
                                       "Impairment",
                                       "Incremento",
                                       "Intervenire",
                                       "J'adoube",
                                       "Kingside",
                                       "Lampo",
                                       "Lato (ala) di Donna",
                                       "Lato (ala) di Re",
                                       "Legale, mossa",
                                       "Made",
                                       "Matto",
                                       "Mezzi normali",
                                       "Minore, pezzo",
                                       "Mobile, telefono",
                                       "Monitor",
                                       "Mossa",
                                       "Mossa completata",
                                       "Mossa legale",
                                       "Mossa sigillata",
                                       "Move-counter",
                                       "Nero",
                                       "Normali, mezzi",
                                       "Notazione algebrica",
                                       "Offerta di patta",
                                       "Organizzatore",
                                       "Orologio",
                                       "Orologio per gli scacchi",
                                       "Over-the-board",
                                       "Patta",
                                       "Penalità",
                                       "Periodo",
                                       "Pezzo",
                                       "Pezzo minore",
                                       "Pezzo toccato",
                                       "Playing area",
                                       "Playing venue",
                                       "Posizione morta",
                                       "Premere l'orologio",
                                       "Promozione",
                                       "Punti",
                                       "Queen",
                                       "Queenside",
                                       "Quickplay finish (finale rapido)",
                                       "Rank",
                                       "Rapid",
                                       "Reclamo",
                                       "Regola delle 50 mosse",
                                       "Regola delle 75 mosse",
                                       "Regolamento della competizione",
                                       "Resigns",
                                       "Rest rooms",
                                       "Richiesta",
                                       "Ripetizione",
                                       "Risultato",
                                       "Scacchi960",
                                       "Scacchiera dimostrativa",
                                       "Scacchiera",
                                       "Scacco",
                                       "Scaccomatto",
                                       "Scambio",
                                       "Schermo",
                                       "Scoresheet",
                                       "Set di gioco",
                                       "Sigaretta elettronica",
                                       "Sigillata, mossa",
                                       "Spettatori",
                                       "Spiegazione",
                                       "Sposizionato",
                                       "Square of promotion",
                                       "Stallo",
                                       "Standard",
                                       "Supervisionare",
                                       "Tempo di tolleranza",
                                       "Time control",
                                       "Time period",
                                       "Tolleranza zero",
                                       "Touch move",
                                       "Tratto",
                                       "Traversa",
                                       "Verticale",
                                       "White",
                                       "Zero, tolleranza",
                                       "50 mosse, regola",
                                       "75 mosse, regola" };

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

static void test_glossary__every_printed_word_is_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++)
        if (!find(printed[i]))
            fail_msg("%s is not found", printed[i]);
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
        assert_true(check_numbers(term->articles) > 0);
        assert_string_not_equal(term->articles, term->printed);
    }
    assert_true(count > 50);
    assert_null(arb_glossary_get(count + 1));
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
    assert_int_equal(arb_glossary_find(NULL, 0, "zugzwang", 8), 0);
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
        cmocka_unit_test(test_glossary__articles_that_the_print_has_wrong),
        cmocka_unit_test(test_glossary__case_accents_and_signs_do_not_matter),
        cmocka_unit_test(test_glossary__a_beginning_will_do),
        cmocka_unit_test(test_glossary__what_is_no_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
