/* SPDX-License-Identifier: MIT */
/* `arbitro almanac expected`, `performance` and `change`: Elo's formulas. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arbitro/rating.h"
#include "cli/almanac.h"
#include "common/quote.h"

enum { RATING_MAX = 4000, K_MAX = 100, GAMES_MAX = 256, HUNDRED = 100 };

static bool read_rating(int *out, const arb_ask *ask, const char *text)
{
    unsigned rating = 0;

    if (!arb_cli_number(&rating, ask->cli, text, 0, RATING_MAX, ARB_TEXT_ALMANAC_NAME_RATING))
        return false;
    *out = (int)rating;
    return true;
}

/* "6", "6.5", "6,5", "6½": in half points; false after a complaint. */
static bool read_points(unsigned *out, const arb_ask *ask, const char *text, unsigned games)
{
    static const char *const halves[] = { ".5", ",5", "½" };
    const size_t size = strspn(text, "0123456789");
    const char *rest = text + size;
    bool half = false;

    for (size_t i = 0; i < sizeof halves / sizeof *halves; i++)
        half = half || strcmp(rest, halves[i]) == 0;
    const bool whole = *rest == '\0' || strcmp(rest, ".0") == 0 || strcmp(rest, ",0") == 0;
    if (size + half == 0 || size > 3 || (size == 0 && strcmp(rest, "½") != 0) || !(half || whole)) {
        arb_cli_complain(ask->cli, ARB_TEXT_ALMANAC_NO_POINTS, arb_quote(text).text);
        return false;
    }
    *out = 2 * (size ? (unsigned)strtoul(text, NULL, 10) : 0) + half;
    if (*out > 2 * games) {
        arb_cli_complain(
            ask->cli, games == 1 ? ARB_TEXT_ALMANAC_MORE_POINTS_ONE : ARB_TEXT_ALMANAC_MORE_POINTS,
            arb_quote(text).text, games);
        return false;
    }
    return true;
}

/* Hundredths with two decimals, behind a point or a comma. */
static const char *decimals(char out[16], const arb_ask *ask, int hundredths)
{
    const unsigned size = (unsigned)abs(hundredths);

    snprintf(out, 16, "%s%u%s%02u", hundredths < 0 ? "-" : "", size / HUNDRED,
             arb_text(ARB_TEXT_ALMANAC_POINT, ask->cli->lang), size % HUNDRED);
    return out;
}

static double real(int hundredths)
{
    return hundredths / (double)HUNDRED;
}

arb_exit arb_ask_expected(const arb_ask *ask)
{
    int rating, opponent;
    char text[3][16];

    if (ask->words != 2)
        return arb_ask_misused(ask);
    if (!read_rating(&rating, ask, ask->word[0]) || !read_rating(&opponent, ask, ask->word[1]))
        return ARB_EXIT_BAD;
    const int difference = rating - opponent;
    const int score = (int)arb_rating_expected(difference);
    const int counted = (int)arb_rating_expected(arb_rating_counted(difference));
    if (ask->cli->json)
        return arb_cli_json_digits(ask->cli,
                                   json_pack("{ss si sf sf sf}", "kind", "expected", "difference",
                                             difference, "expected", real(score), "opponent",
                                             real(HUNDRED - score), "counted", real(counted)),
                                   2);
    arb_ask_say(ask, ARB_TEXT_ALMANAC_EXPECTED, difference, decimals(text[0], ask, score),
                decimals(text[1], ask, HUNDRED - score));
    if (counted != score) {
        arb_ask_say(ask, ARB_TEXT_ALMANAC_COUNTED, ARB_RATING_COUNTED_MAX,
                    decimals(text[2], ask, counted));
    }
    return ARB_EXIT_YES;
}

arb_exit arb_ask_performance(const arb_ask *ask)
{
    const unsigned games = (unsigned)ask->words - 1;
    int ratings[GAMES_MAX], performance = 0;
    unsigned points;

    if (ask->words < 2 || games > GAMES_MAX)
        return arb_ask_misused(ask);
    if (!read_points(&points, ask, ask->word[0], games))
        return ARB_EXIT_BAD;
    for (unsigned i = 0; i < games; i++)
        if (!read_rating(&ratings[i], ask, ask->word[i + 1]))
            return ARB_EXIT_BAD;
    const arb_err err = arb_rating_performance(&performance, points, ratings, games);
    if (err != ARB_OK)
        return arb_cli_failed(ask->cli, err);
    if (ask->cli->json)
        return arb_cli_json_digits(ask->cli,
                                   json_pack("{ss sf si si}", "kind", "performance", "points",
                                             points / 2.0, "games", (int)games, "performance",
                                             performance),
                                   4);
    printf("%d\n", performance);
    return ARB_EXIT_YES;
}

arb_exit arb_ask_change(const arb_ask *ask)
{
    unsigned k = 0, points;
    int rating, opponent;
    char text[2][16];

    if (ask->words != 4)
        return arb_ask_misused(ask);
    if (!arb_cli_number(&k, ask->cli, ask->word[0], 1, K_MAX, ARB_TEXT_ALMANAC_NAME_K) ||
        !read_points(&points, ask, ask->word[1], 1) || !read_rating(&rating, ask, ask->word[2]) ||
        !read_rating(&opponent, ask, ask->word[3]))
        return ARB_EXIT_BAD;
    const unsigned expected = arb_rating_expected(arb_rating_counted(rating - opponent));
    const int change = arb_rating_change(k, points, expected);
    if (ask->cli->json)
        return arb_cli_json_digits(ask->cli,
                                   json_pack("{ss sf sf sf}", "kind", "change", "expected",
                                             real((int)expected), "points", points / 2.0, "change",
                                             real(change)),
                                   4);
    arb_ask_say(ask, ARB_TEXT_ALMANAC_CHANGE, change > 0 ? "+" : "", decimals(text[0], ask, change),
                decimals(text[1], ask, (int)expected));
    return ARB_EXIT_YES;
}
