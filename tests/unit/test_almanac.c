/* SPDX-License-Identifier: MIT */
/* The almanac: as many rows as the source has, and entries read from it once more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/almanac.h"

/* ---- how many there are ---- */

static void test_almanac__every_day_has_its_anniversaries(void **state)
{
    unsigned born = 0, days = 0, last = 0;
    size_t count = 0;
    const arb_anniversary *one;

    (void)state;
    for (; (one = arb_almanac_anniversary(count)) != NULL; count++) {
        const unsigned day = one->month * 32u + one->day;
        assert_in_range(one->day, 1, arb_day_count(0, one->month));
        assert_true(day >= last);
        days += day > last;
        last = day;
        born += one->kind == ARB_BORN;
        assert_in_range(arb_anniversary_year(one), 1500, 2020);
        assert_true(one->died == 0 || one->born < one->died);
        assert_true(*one->name != '\0');
    }
    /* printed: 256 deaths, 170 births, and one without a verb. Three deaths are births, one birth
     * is a death, and the one without a verb is a death */
    assert_int_equal(count, 427);
    assert_int_equal(born, 170 + 3 - 1);
    assert_int_equal(days, 366);
    assert_null(arb_almanac_anniversary(count + 1));
}

/* The numbers of each title go from 1 on without a gap; the count is that of the source. */
static void test_almanac__every_champion_is_there(void **state)
{
    static const struct {
        arb_title title;
        unsigned numbers, holders;
    } list[] = {
        { ARB_TITLE_ITALY_EARLY, 11, 11 },      { ARB_TITLE_ITALY, 79, 79 + 1 + 2 + 1 },
        { ARB_TITLE_ITALY_WOMEN, 46, 46 },      { ARB_TITLE_ITALY_POST, 68, 68 },
        { ARB_TITLE_ITALY_POST_WOMEN, 33, 35 }, { ARB_TITLE_ITALY_SOLVING, 60, 60 + 1 + 1 + 1 + 2 },
        { ARB_TITLE_UNDISPUTED, 16, 16 },       { ARB_TITLE_WORLD, 25, 25 },
        { ARB_TITLE_WORLD_WOMEN, 21, 21 },      { ARB_TITLE_WORLD_POST, 29, 29 },
        { ARB_TITLE_WORLD_POST_WOMEN, 10, 10 },
    };
    const arb_champion *one;

    (void)state;
    assert_int_equal(sizeof list / sizeof *list, ARB_TITLE_COUNT);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        unsigned number = 0, holders = 0;
        for (size_t at = 0; (one = arb_almanac_champion(at)) != NULL; at++) {
            if (one->title != list[i].title)
                continue;
            assert_in_range(one->number, number == 0 ? 1 : number, number + 1);
            number = one->number;
            holders++;
        }
        assert_int_equal(number, list[i].numbers);
        assert_int_equal(holders, list[i].holders);
    }
}

/* Counts a list, and looks that its end stays the end. */
#define COUNT(get, expected)                                                                       \
    do {                                                                                           \
        size_t count_ = 0;                                                                         \
        while (get(count_))                                                                        \
            count_++;                                                                              \
        assert_int_equal(count_, expected);                                                        \
        assert_null(get(count_ + 7));                                                              \
    } while (0)

static void test_almanac__the_other_lists_are_whole(void **state)
{
    unsigned players = 0, kinds[4] = { 0 };

    (void)state;
    COUNT(arb_almanac_film, 33);
    COUNT(arb_almanac_book, 15);
    COUNT(arb_almanac_address, 7);
    COUNT(arb_almanac_association, 10);
    COUNT(arb_almanac_portrait, 24 + 25);
    COUNT(arb_almanac_word, 11);
    COUNT(arb_almanac_grade, 9 + 6);
    COUNT(arb_almanac_chronicle, 11);
    COUNT(arb_almanac_saying, 3);
    COUNT(arb_almanac_moral, 3 + 1 + 8 + 1);
    for (size_t i = 0; arb_almanac_portrait(i); i++)
        players += arb_almanac_portrait(i)->kind == ARB_PORTRAIT_PLAYER;
    assert_int_equal(players, 24);
    for (size_t i = 0; arb_almanac_moral(i); i++)
        kinds[arb_almanac_moral(i)->kind]++;
    assert_int_equal(kinds[ARB_MORAL_VIRTUE], 3);
    assert_int_equal(kinds[ARB_MORAL_PERSEVERANCE], 1);
    assert_int_equal(kinds[ARB_MORAL_CONDUCT], 8);
}

static void test_almanac__categories_and_titles(void **state)
{
    static const char *const letters[] = { "3S", "2S", "1S", "3N", "2N",  "1N",  "CM", "M",
                                           "MI", "FM", "IM", "GM", "WFM", "WIM", "WGM" };

    (void)state;
    for (size_t i = 0; arb_almanac_grade(i); i++) {
        assert_string_equal(arb_almanac_grade(i)->letters, letters[i]);
        assert_int_equal(arb_almanac_grade(i)->body, i < 9 ? ARB_GRADE_FSI : ARB_GRADE_FIDE);
    }
}

/* ---- entries chosen by lot, and read from the source once more ---- */

static const struct {
    unsigned day, month, year;
    arb_anniversary_kind kind;
    const char *name;
    unsigned born, died;
} days[] = {
    { 2, 1, 1823, ARB_DIED, "Johann Baptist Allgaier", 1763, 1823 },
    { 8, 1, 1924, ARB_DIED, "Giorgio Guidelli", 1897, 1924 },
    { 18, 1, 1860, ARB_BORN, "Jean Esclapon Villeneuve", 1860, 1943 },
    { 31, 1, 1955, ARB_DIED, "Henry Ernest Atkins", 1872, 1955 },
    { 30, 1, 1937, ARB_BORN, "Boris Spasskij", 1937, 0 },
    { 4, 2, 1860, ARB_BORN, "Jackson Whipps Showalter", 1860, 1935 },
    { 17, 2, 1924, ARB_DIED, "George Edward Carpenter", 1844, 1924 },
    { 29, 2, 1892, ARB_BORN, "Giorgio Bombig", 1892, 1959 },
    { 10, 4, 1913, ARB_DIED, "Aleksej Fedorovic Goncjarov", 1879, 1913 },
    { 23, 5, 1802, ARB_DIED, "Ercole Del Rio", 1723, 1802 },
    { 23, 6, 1834, ARB_BORN, "Johann Szirmay", 1834, 1868 },
    { 23, 7, 1942, ARB_DIED, "Arthur Klinke", 1887, 1942 },
    { 3, 8, 1872, ARB_DIED, "William Davies Evans", 1790, 1872 },
    { 6, 9, 1886, ARB_DIED, "Hermann Hanneken", 1810, 1886 },
    { 11, 9, 1958, ARB_DIED, "Carl Carls", 1880, 1958 },
    { 12, 9, 1971, ARB_DIED, "Ferruccio Castiglioni", 1921, 1971 },
    { 19, 9, 1666, ARB_DIED, "Gustavus Selenus [duca Augusto]", 1579, 1666 },
    { 25, 9, 1929, ARB_BORN, "Luciano Lilloni", 1929, 2000 },
    { 3, 10, 1849, ARB_BORN, "Edoardo Pozzi Crespi", 1849, 1910 },
    { 6, 10, 1915, ARB_BORN, "Cesare Damele", 1915, 0 },
    { 9, 10, 1787, ARB_BORN, "William Lewis", 1787, 1870 },
    { 9, 11, 1936, ARB_BORN, "Michail Nechemjevic Tal", 1936, 1992 },
    { 29, 11, 1863, ARB_BORN, "Georg Marco", 1863, 1923 },
    { 1, 12, 1970, ARB_DIED, "Pál Faragò", 1886, 1970 },
    { 24, 12, 1868, ARB_BORN, "Emanuel Lasker", 1868, 1941 },
    /* what the print has wrong */
    { 15, 1, 1899, ARB_DIED, "Serafino Dubois", 1817, 1899 },
    { 17, 1, 1866, ARB_BORN, "Karel Traxler", 1866, 1936 },
    { 11, 6, 1893, ARB_BORN, "Emil Plesnivý", 1893, 1947 },
    { 28, 6, 1992, ARB_DIED, "Michail Nechemjevic Tal", 1936, 1992 },
    { 4, 7, 1863, ARB_BORN, "Samuele Lipschütz", 1863, 1905 },
    { 17, 7, 1952, ARB_DIED, "Vasilij Nikolaevic Platov", 1881, 1952 },
    { 24, 10, 1850, ARB_BORN, "Andreas Davidovic Dadian di Mingrelia", 1850, 1910 },
    { 5, 12, 1935, ARB_DIED, "Henry Wald Bettmann", 1868, 1935 },
};

static void test_almanac__anniversaries_are_those_of_the_source(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
        const arb_anniversary *one;
        size_t at = 0;
        while ((one = arb_almanac_anniversary(at)) != NULL &&
               (one->month != days[i].month || one->day != days[i].day ||
                strcmp(one->name, days[i].name) != 0))
            at++;
        if (!one)
            fail_msg("%s is not there", days[i].name);
        assert_int_equal(one->kind, days[i].kind);
        assert_int_equal(arb_anniversary_year(one), days[i].year);
        assert_int_equal(one->born, days[i].born);
        assert_int_equal(one->died, days[i].died);
    }
}

static const struct {
    arb_title title;
    unsigned number;
    int from, to;
    const char *place, *name, *countries;
    unsigned born, died;
} reigns[] = {
    { ARB_TITLE_ITALY_EARLY, 6, 1892, 1892, "Torino", "Vittorio Torre", "", 0, 1921 },
    { ARB_TITLE_ITALY_EARLY, 8, 1901, 1901, "Venezia", "Arturo Reggio", "", 1862, 1917 },
    { ARB_TITLE_ITALY_EARLY, 10, 1906, 1906, "Milano", "Giovanni Martinolich", "", 1884, 1910 },
    { ARB_TITLE_ITALY, 9, 1939, 1939, "Roma", "Mario Monticelli", "", 1902, 1995 },
    { ARB_TITLE_ITALY, 15, 1952, 1952, "Ferrara", "Federico Norcia", "", 1904, 1985 },
    { ARB_TITLE_ITALY, 50, 1990, 1990, "Chianciano Terme (SI)", "Stefano Tatai", "", 0, 0 },
    { ARB_TITLE_ITALY_POST, 9, 1957, 1957, "", "Giorgio Porreca", "", 1927, 1988 },
    { ARB_TITLE_ITALY_POST_WOMEN, 6, 1980, 1980, "", "Elisabetta Palmiotto", "", 0, 0 },
    { ARB_TITLE_ITALY_POST_WOMEN, 17, 1992, 1992, "", "Annamaria Pronio", "", 0, 0 },
    { ARB_TITLE_ITALY_POST_WOMEN, 23, 2002, 2002, "", "Francesca Capuano", "", 0, 0 },
    { ARB_TITLE_ITALY_SOLVING, 16, 1967, 1967, "", "Gian Franco Paganelli", "", 0, 0 },
    { ARB_TITLE_ITALY_SOLVING, 55, 2006, 2006, "", "Claudio Cesetti", "", 0, 0 },
    { ARB_TITLE_UNDISPUTED, 1, -14, -14, "", "Aladin al-Tabriz", "", 0, 0 },
    { ARB_TITLE_UNDISPUTED, 7, 1622, 1634, "", "Gioacchino Greco \"il Calabrese\"", "", 1600,
      1634 },
    { ARB_TITLE_WORLD, 21, 2004, 2005, "", "Rustam Kasimdzhanov", "UZB", 1979, 0 },
    { ARB_TITLE_WORLD, 25, 2013, 0, "", "Magnus Carlsen", "NOR", 1990, 0 },
    { ARB_TITLE_WORLD_WOMEN, 3, 1953, 1956, "", "Elizaveta Ivanovna Bykova", "URS", 1913, 1989 },
    { ARB_TITLE_WORLD_WOMEN, 16, 2012, 2013, "", "Anna Usenina", "UKR", 1985, 0 },
    { ARB_TITLE_WORLD_WOMEN, 20, 2017, 2018, "", "Tan Zhongyi", "CHN", 1991, 0 },
    { ARB_TITLE_WORLD_POST, 1, 1950, 1953, "", "Cecil J.S. Purdy", "AUS", 0, 0 },
    { ARB_TITLE_WORLD_POST, 22, 2007, 2010, "", "Aleksandr Dronov", "RUS", 0, 0 },
    { ARB_TITLE_WORLD_POST_WOMEN, 6, 2000, 2005, "", "Alessandra Riegler", "ITA", 0, 0 },
};

static void test_almanac__champions_are_those_of_the_source(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof reigns / sizeof *reigns; i++) {
        const arb_champion *one;
        size_t at = 0;
        while ((one = arb_almanac_champion(at)) != NULL &&
               (one->title != reigns[i].title || one->number != reigns[i].number ||
                strcmp(one->name, reigns[i].name) != 0))
            at++;
        if (!one)
            fail_msg("%s is not there", reigns[i].name);
        assert_int_equal(one->from, reigns[i].from);
        assert_int_equal(one->to, reigns[i].to);
        assert_string_equal(one->place, reigns[i].place);
        assert_string_equal(one->countries, reigns[i].countries);
        assert_int_equal(one->born, reigns[i].born);
        assert_int_equal(one->died, reigns[i].died);
    }
}

static void test_almanac__films_and_books_are_those_of_the_source(void **state)
{
    (void)state;
    /* the print has shifted some films by a row; these are known otherwise */
    assert_string_equal(arb_almanac_film(9)->title, "Il settimo sigillo");
    assert_string_equal(arb_almanac_film(9)->director, "Ernst Ingmar Bergman");
    assert_int_equal(arb_almanac_film(9)->year, 1957);
    assert_string_equal(arb_almanac_film(9)->countries, "SWE");
    assert_string_equal(arb_almanac_film(11)->title, "La febbre degli scacchi");
    assert_int_equal(arb_almanac_film(11)->year, 1925);
    assert_int_equal(arb_almanac_film(15)->kind, ARB_FILM_SERIES);
    assert_string_equal(arb_almanac_film(15)->director, "Scott Frank");
    assert_string_equal(arb_almanac_film(16)->director, "Claudia Florio");
    assert_string_equal(arb_almanac_film(22)->other, "La diagonale du fou; Dangerous Moves");
    assert_string_equal(arb_almanac_film(32)->countries, "URS");
    assert_string_equal(arb_almanac_book(2)->author[1], "Porreca, Giorgio (1927-1988)");
    assert_int_equal(arb_almanac_book(2)->year, 1996);
    assert_string_equal(arb_almanac_book(7)->title, "Il mio sistema");
    assert_string_equal(arb_almanac_book(10)->place, "Brescia");
    assert_string_equal(arb_almanac_portrait(2)->name, "Ludwig Erdman Bledow");
    assert_int_equal(arb_almanac_portrait(2)->born, 1795);
    assert_string_equal(arb_almanac_portrait(6)->name, "Esteban Canal");
    assert_string_equal(arb_almanac_portrait(24 + 16)->name, "Samuel Loyd");
    assert_string_equal(arb_almanac_association(6)->letters, "FIDE");
    assert_int_equal(arb_almanac_association(6)->year, 1924);
    assert_string_equal(arb_almanac_word(0)->word, "shatranj");
}

/* ---- what follows from them ---- */

static const arb_champion *world(unsigned number)
{
    const arb_champion *one;
    size_t i = 0;

    while ((one = arb_almanac_champion(i)) != NULL &&
           (one->title != ARB_TITLE_WORLD || one->number != number))
        i++;
    assert_non_null(one);
    return one;
}

static void test_almanac__persons_are_counted_once(void **state)
{
    (void)state;
    assert_int_equal(arb_champion_ordinal(world(1)), 1);
    assert_int_equal(arb_champion_ordinal(world(4)), 4); /* Alekhine */
    assert_int_equal(arb_champion_ordinal(world(6)), 4); /* once more */
    assert_int_equal(arb_champion_ordinal(world(7)), 6); /* Botvinnik */
    assert_int_equal(arb_champion_ordinal(world(11)), 6);
    assert_int_equal(arb_champion_ordinal(world(14)), 11); /* Fischer */
    assert_int_equal(arb_champion_ordinal(world(17)), 12); /* Karpov, again */
    assert_int_equal(arb_champion_ordinal(world(24)), 15); /* Anand, again */
    assert_int_equal(arb_champion_ordinal(world(25)), 20); /* the print says 21 */
}

static void test_almanac__reigns_have_ends(void **state)
{
    const arb_champion century = { .from = -14, .to = -14 }, never = { .from = 0 };

    (void)state;
    assert_true(arb_champion_reigned(world(14), 1972));
    assert_true(arb_champion_reigned(world(14), 1975));
    assert_false(arb_champion_reigned(world(14), 1971));
    assert_false(arb_champion_reigned(world(14), 1976));
    assert_true(arb_champion_reigned(world(25), 2013));
    assert_true(arb_champion_reigned(world(25), 2026)); /* as far as the source knows */
    assert_true(arb_champion_reigned(&century, 1301));
    assert_true(arb_champion_reigned(&century, 1400));
    assert_false(arb_champion_reigned(&century, 1300));
    assert_false(arb_champion_reigned(&century, 1401));
    assert_false(arb_champion_reigned(&never, 0));
    assert_false(arb_champion_reigned(&never, 1900));
}

static void test_almanac__names_are_found_in_part_and_in_both_spellings(void **state)
{
    static const struct {
        const char *name, *text;
        bool meant;
    } list[] = {
        { "Paul Petrovic Keres", "keres", true },
        { "Paul Petrovic Keres", "Keres Paul", true },
        { "Paul Petrovic Keres", "paul p ker", true },
        { "Paul Petrovic Keres", "eres", false },
        { "Paul Petrovic Keres", "aul", false },
        { "Paul Petrovic Keres", "paul   keres", true },
        { "Paul Petrovic Keres", "keres anna", false },
        { "Paul Petrovic Keres", "", false },
        { "Paul Petrovic Keres", "  ", false },
        { "Aleksandr Aleksandrovic Alechin", "alekhine", true },
        { "Aleksandr Aleksandrovic Alechin", "ALECHIN", true },
        { "Tõnu O. Õim", "oim", true },
        { "Alberic O'Kelly de Galway", "kelly", true },
        { "Zsuzsa [Susan] Polgar", "susan", true },
        { "Łukasz Kośmicki", "lukasz kosm", true },
        { "Emil Plesnivý", "plesnivy", true },
        { "Fjodor Ivanovic Duz-Chotimirskij", "chotimirskij", true },
        { "Paul Petrovic Keres", "\xff", false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (arb_almanac_is_meant(list[i].name, list[i].text, strlen(list[i].text)) != list[i].meant)
            fail_msg("%s, %s", list[i].name, list[i].text);
    assert_string_equal(arb_almanac_spelling("Viktor Lvovic Korcnoj", ARB_LANG_EN),
                        "Viktor Korchnoi");
    assert_string_equal(arb_almanac_spelling("Viktor Lvovic Korcnoj", ARB_LANG_IT),
                        "Viktor Lvovic Korcnoj");
    assert_string_equal(arb_almanac_spelling("Enrico Paoli", ARB_LANG_EN), "Enrico Paoli");
}

/* A name of 93 letters is the longest that is compared. */
static void test_almanac__long_names(void **state)
{
    char name[128];

    (void)state;
    memset(name, 'a', sizeof name);
    name[93] = '\0';
    assert_true(arb_almanac_is_meant(name, "a", 1));
    name[93] = 'a';
    name[94] = '\0';
    assert_false(arb_almanac_is_meant(name, "a", 1));
}

static void check_countries(const char *codes)
{
    while (*codes) {
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++)
            assert_non_null(arb_almanac_country(codes, strcspn(codes, " "), (arb_lang)lang));
        codes += strcspn(codes, " ");
        codes += strspn(codes, " ");
    }
}

static void test_almanac__countries_have_names(void **state)
{
    (void)state;
    for (size_t i = 0; arb_almanac_champion(i); i++)
        check_countries(arb_almanac_champion(i)->countries);
    for (size_t i = 0; arb_almanac_film(i); i++)
        check_countries(arb_almanac_film(i)->countries);
    assert_string_equal(arb_almanac_country("NED", 3, ARB_LANG_IT), "Olanda");
    assert_null(arb_almanac_country("NE", 2, ARB_LANG_EN));
    assert_null(arb_almanac_country("XYZ", 3, ARB_LANG_EN));
}

/* Every spelling is of somebody who is in the lists. */
static void test_almanac__spellings_are_of_somebody(void **state)
{
    unsigned spelled = 0;

    (void)state;
    for (size_t i = 0; arb_almanac_champion(i); i++)
        spelled += arb_almanac_spelling(arb_almanac_champion(i)->name, ARB_LANG_EN) !=
                   arb_almanac_champion(i)->name;
    assert_true(spelled > 20);
}

static void test_almanac__titles_have_words_of_their_own(void **state)
{
    (void)state;
    for (int i = 0; i < ARB_TITLE_COUNT; i++) {
        for (int k = 0; k < i; k++)
            assert_string_not_equal(arb_title_word((arb_title)i), arb_title_word((arb_title)k));
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++)
            assert_true(strlen(arb_title_text((arb_title)i, (arb_lang)lang)) > 8);
    }
    for (int i = 0; i < ARB_FILM_KINDS; i++)
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++)
            assert_true(strlen(arb_film_kind_text((arb_film_kind)i, (arb_lang)lang)) > 3);
}

/* 2^64 - 1 = 18446744073709551615; the sum, square by square. */
static void test_almanac__grains(void **state)
{
    uint64_t sum = 0, here = 1;

    (void)state;
    assert_int_equal(arb_almanac_grains(0), 0);
    for (unsigned square = 1; square <= 64; square++, here *= 2) {
        sum += here;
        assert_true(arb_almanac_grains(square) == sum);
    }
    assert_true(arb_almanac_grains(64) == 18446744073709551615u);
    assert_true(arb_almanac_grains(65) == 18446744073709551615u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_almanac__every_day_has_its_anniversaries),
        cmocka_unit_test(test_almanac__every_champion_is_there),
        cmocka_unit_test(test_almanac__the_other_lists_are_whole),
        cmocka_unit_test(test_almanac__categories_and_titles),
        cmocka_unit_test(test_almanac__anniversaries_are_those_of_the_source),
        cmocka_unit_test(test_almanac__champions_are_those_of_the_source),
        cmocka_unit_test(test_almanac__films_and_books_are_those_of_the_source),
        cmocka_unit_test(test_almanac__persons_are_counted_once),
        cmocka_unit_test(test_almanac__reigns_have_ends),
        cmocka_unit_test(test_almanac__names_are_found_in_part_and_in_both_spellings),
        cmocka_unit_test(test_almanac__long_names),
        cmocka_unit_test(test_almanac__countries_have_names),
        cmocka_unit_test(test_almanac__spellings_are_of_somebody),
        cmocka_unit_test(test_almanac__titles_have_words_of_their_own),
        cmocka_unit_test(test_almanac__grains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
