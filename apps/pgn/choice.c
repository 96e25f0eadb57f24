/* SPDX-License-Identifier: MIT */
/* The options by which games are chosen; see pgn.h. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "common/quote.h"
#include "pgn/pgn.h"

/* Criteria of the library, each with the option of the same name. */
static const struct {
    arb_opt option;
    arb_pgn_criterion criterion;
} criteria[] = {
#define CRITERION(id) { ARB_OPT_PGN_##id, ARB_PGN_BY_##id },
#include "arbitro/pgn_criteria.def"
#undef CRITERION
};

static bool add(arb_pgn_choice *out, const arb_cli *cli, arb_opt option, arb_pgn_criterion by,
                const char *text)
{
    char name[64];
    arb_where where;
    const arb_err err = arb_pgn_select_add(out->select, by, text, strlen(text), &where);

    out->asked = true;
    if (!err)
        return true;
    snprintf(name, sizeof name, "--%s", arb_cli_options[option].name);
    if (err == ARB_SYNTAX)
        (void)arb_cli_unreadable(cli, name, &where);
    else if (err == ARB_RANGE)
        (void)arb_cli_complain_at(cli, name, 0, 0, ARB_TEXT_PGN_CONDITIONS, ARB_PGN_CONDITIONS_MAX);
    else
        (void)arb_cli_failed(cli, err);
    return false;
}

/* All values of an option that may be given several times, or its last one. */
static bool add_all(arb_pgn_choice *out, const arb_cli *cli, const arb_args *args, size_t index)
{
    const arb_opt option = criteria[index].option;
    const char *text;
    size_t at = 0;
    bool repeated = false;

    while ((text = arb_args_each(args, option, &at)) != NULL) {
        repeated = true;
        if (!add(out, cli, option, criteria[index].criterion, text))
            return false;
    }
    return repeated || !args->value[option] ||
           add(out, cli, option, criteria[index].criterion, args->value[option]);
}

/* ---- --games 3,10-20,30- */

static bool read_number(uint64_t *out, const char **at)
{
    char *end;

    errno = 0;
    *out = **at < '0' || **at > '9' ? 0 : strtoull(*at, &end, 10);
    if (*out == 0 || errno != 0)
        return false;
    *at = end;
    return true;
}

/* A number, or a range, of which the last may be left out. */
static bool read_range(uint64_t out[2], const char **at)
{
    if (!read_number(&out[0], at))
        return false;
    out[1] = out[0];
    if (**at != '-')
        return true;
    ++*at;
    if (**at == ',' || **at == '\0') {
        out[1] = UINT64_MAX;
        return true;
    }
    return read_number(&out[1], at) && out[1] >= out[0];
}

static bool add_numbers(arb_pgn_choice *out, const arb_cli *cli, const char *text)
{
    const char *at = text;

    do {
        uint64_t(*numbers)[2] =
            realloc(out->numbers, (out->number_count + 1) * sizeof *out->numbers);
        if (!numbers) {
            (void)arb_cli_failed(cli, ARB_NOMEM);
            return false;
        }
        out->numbers = numbers;
        if (!read_range(numbers[out->number_count], &at) || (*at != ',' && *at != '\0')) {
            (void)arb_cli_complain_at(cli, "--games", 1, (size_t)(at - text) + 1,
                                      ARB_TEXT_PGN_NUMBERS, arb_quote(text).text);
            return false;
        }
        out->number_count++;
    } while (*at++ == ',');
    return true;
}

static bool read_numbers(arb_pgn_choice *out, const arb_cli *cli, const arb_args *args)
{
    const char *text;
    size_t at = 0;

    while ((text = arb_args_each(args, ARB_OPT_PGN_GAMES, &at)) != NULL)
        if (!add_numbers(out, cli, text))
            return false;
    return true;
}

/* ---- limits that leave nothing */

/* A date or another number as one that can be compared; what is missing of a date is `rest`. */
static uint64_t limit_number(const char *text, unsigned rest)
{
    unsigned part[3] = { 0, rest, rest };

    (void)sscanf(text, "%u%*1[.]%u%*1[.]%u", &part[0], &part[1], &part[2]);
    return ((uint64_t)part[0] << 32) + part[1] * 100 + part[2];
}

/* Complains of a lower limit above its upper one. The library has read both already. */
static bool limits_fit(const arb_cli *cli, const arb_args *args)
{
    static const arb_opt limits[][2] = { { ARB_OPT_PGN_SINCE, ARB_OPT_PGN_UNTIL },
                                         { ARB_OPT_PGN_ELO_MIN, ARB_OPT_PGN_ELO_MAX },
                                         { ARB_OPT_PGN_MOVES_MIN, ARB_OPT_PGN_MOVES_MAX },
                                         { ARB_OPT_PGN_PLIES_MIN, ARB_OPT_PGN_PLIES_MAX } };

    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        const arb_opt low = limits[i][0], high = limits[i][1];
        if (!args->value[low] || !args->value[high] ||
            limit_number(args->value[low], 0) <= limit_number(args->value[high], 99))
            continue;
        (void)arb_cli_misused(cli, ARB_TEXT_PGN_LIMITS, arb_cli_options[low].name, args->value[low],
                              arb_cli_options[high].name, args->value[high]);
        return false;
    }
    return true;
}

/* ---- the rest */

/* A key that nobody knows, so that nobody can make games that share a fingerprint. */
static void draw_key(uint64_t key[2])
{
    if (getrandom(key, 2 * sizeof *key, 0) != (ssize_t)(2 * sizeof *key)) {
        key[0] = (uint64_t)(uintptr_t)key; /* a kernel without it: the layout of memory */
        key[1] = (uint64_t)(uintptr_t)&draw_key;
    }
}

bool arb_pgn_choice_read(arb_pgn_choice *out, const arb_cli *cli, const arb_args *args)
{
    unsigned at_most = 0;

    *out = (arb_pgn_choice){ .invert = args->value[ARB_OPT_PGN_NOT] != NULL,
                             .unique = args->value[ARB_OPT_PGN_UNIQUE] != NULL,
                             .duplicates = args->value[ARB_OPT_PGN_DUPLICATES] != NULL };
    if (out->unique && out->duplicates) {
        (void)arb_cli_misused(cli, ARB_TEXT_PGN_UNIQUE_DUPLICATES);
        return false;
    }
    if (args->value[ARB_OPT_PGN_ELO_OF] && !args->value[ARB_OPT_PGN_ELO_MIN] &&
        !args->value[ARB_OPT_PGN_ELO_MAX]) {
        (void)arb_cli_misused(cli, ARB_TEXT_PGN_ELO_OF_ALONE);
        return false;
    }
    if (arb_pgn_select_new(&out->select, NULL) != ARB_OK) {
        (void)arb_cli_failed(cli, ARB_NOMEM);
        return false;
    }
    for (size_t i = 0; i < sizeof criteria / sizeof *criteria; i++)
        if (!add_all(out, cli, args, i))
            return false;
    if (!limits_fit(cli, args) || !read_numbers(out, cli, args) ||
        !arb_cli_number(&at_most, cli, args->value[ARB_OPT_PGN_FIRST], 1, UINT_MAX,
                        ARB_TEXT_NAME_FIRST))
        return false;
    out->at_most = at_most;
    if (out->unique || out->duplicates)
        draw_key(out->key);
    out->asked = out->asked || out->invert || out->unique || out->duplicates ||
                 out->number_count > 0 || out->at_most > 0;
    return true;
}

void arb_pgn_choice_clear(arb_pgn_choice *choice)
{
    arb_pgn_select_free(choice->select);
    free(choice->numbers);
}

bool arb_pgn_choice_plays(const arb_pgn_choice *choice)
{
    return choice->unique || choice->duplicates || arb_pgn_select_needs_moves(choice->select);
}

bool arb_pgn_choice_beyond(const arb_pgn_choice *choice, uint64_t game)
{
    if (choice->number_count == 0 || choice->invert)
        return false;
    for (size_t i = 0; i < choice->number_count; i++)
        if (game <= choice->numbers[i][1])
            return false;
    return true;
}
