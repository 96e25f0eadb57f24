/* SPDX-License-Identifier: MIT */
/* Reading command lines by the table of options; see cli.h. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "common/nearest.h"
#include "common/quote.h"

const arb_cli_option arb_cli_options[ARB_OPT_COUNT] = {
#define OPTION(...) SHORT('\0', __VA_ARGS__)
#define SHORT(letter, id, name, argument, en, it)                                                  \
    [ARB_OPT_##                                                                                    \
        id] = { letter, name, "--" name, argument, { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it } },
#include "cli/cli_options.def"
#undef OPTION
};

static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0' && !(word[1] >= '0' && word[1] <= '9');
}

/* The option of this name, up to its end or an equals sign; ARB_OPT_COUNT if none. */
static arb_opt find(const uint8_t *options, const char *name)
{
    const size_t length = strcspn(name, "=");

    for (; *options != ARB_OPT_COUNT; options++) {
        const char *known = arb_cli_options[*options].name;
        if (strlen(known) == length && memcmp(known, name, length) == 0)
            break;
    }
    return (arb_opt)*options;
}

static arb_opt find_letter(const uint8_t *options, char letter)
{
    while (*options != ARB_OPT_COUNT && arb_cli_options[*options].letter != letter)
        options++;
    return (arb_opt)*options;
}

int arb_args_choice(const char *choices, const char *word)
{
    const size_t length = strlen(word);

    for (int place = 0;; place++) {
        const size_t size = strcspn(choices, "|");
        if (size == length && memcmp(choices, word, size) == 0)
            return place;
        if (choices[size] == '\0')
            return -1;
        choices += size + 1;
    }
}

int arb_args_chosen(const arb_args *args, arb_opt option)
{
    const char *value = args->value[option];

    return value ? arb_args_choice(arb_cli_options[option].argument, value) : -1;
}

static arb_exit complain_unknown(const arb_cli *cli, const uint8_t *options, const char *word)
{
    arb_nearest nearest = arb_nearest_begin(word + strspn(word, "-"));

    for (; *options != ARB_OPT_COUNT; options++)
        arb_nearest_try(&nearest, arb_cli_options[*options].name);
    return arb_cli_unknown(cli, ARB_TEXT_OPTION_UNKNOWN, word, "--", nearest.best);
}

static bool is_repeatable(const char *argument)
{
    const size_t length = argument ? strlen(argument) : 0;

    return length > 3 && strcmp(argument + length - 3, "...") == 0;
}

/* Keeps the value of an option of which all count; there is room for every word. */
static void keep_repeated(arb_args *out, arb_opt id)
{
    if (is_repeatable(arb_cli_options[id].argument))
        out->repeated[out->repeats++] = (arb_args_repeat){ id, out->value[id] };
}

const char *arb_args_each(const arb_args *args, arb_opt option, size_t *at)
{
    while (*at < args->repeats) {
        const size_t i = (*at)++;
        if (args->repeated[i].option == option)
            return args->repeated[i].value;
    }
    return NULL;
}

arb_opt arb_args_origin(const arb_args *args, const char *text)
{
    for (size_t i = 0; args && i < args->repeats; i++)
        if (args->repeated[i].value == text)
            return args->repeated[i].option;
    for (unsigned id = 0; args && text && id < ARB_OPT_COUNT; id++)
        if (args->value[id] == text)
            return (arb_opt)id;
    return ARB_OPT_COUNT;
}

/* The command line that is being read. */
typedef struct reading {
    arb_args *out;
    const arb_cli *cli;
    const uint8_t *options;
    char *const *words;
    size_t count;
} reading;

/* Takes an option; its value, if it has one, stands in `inside` or, when that is NULL, next. */
static arb_exit take(const reading *r, arb_opt id, const char *inside)
{
    const arb_cli_option *option = &arb_cli_options[id];
    arb_args *out = r->out;
    const char *value = "";

    if (option->argument) {
        /* a value that begins so is an option whose own was forgotten; `=` allows any value */
        if (!inside && (out->used == r->count || strncmp(r->words[out->used], "--", 2) == 0))
            return arb_cli_misused(r->cli, ARB_TEXT_OPTION_NO_VALUE, option->name,
                                   option->argument);
        value = inside ? inside : r->words[out->used++];
        if (strchr(option->argument, '|') && arb_args_choice(option->argument, value) < 0)
            return arb_cli_misused_by(r->cli, option->dashed, ARB_TEXT_CHOICE, option->argument,
                                      arb_quote(value).text);
    }
    out->value[id] = value;
    keep_repeated(out, id);
    return ARB_EXIT_YES;
}

/* --name, --name=value */
static arb_exit read_long(const reading *r, const char *word)
{
    const char *equals = strchr(word, '=');
    const arb_opt id = find(r->options, word + 2);

    if (id == ARB_OPT_COUNT)
        return complain_unknown(r->cli, r->options, word);
    if (!arb_cli_options[id].argument && equals)
        return arb_cli_misused(r->cli, ARB_TEXT_OPTION_VALUE, arb_cli_options[id].name);
    return take(r, id, equals ? equals + 1 : NULL);
}

/* -l, -lvalue, -abc */
static arb_exit read_letters(const reading *r, const char *word)
{
    arb_exit status = ARB_EXIT_YES;

    /* "-output" is --output with a dash too few, not -o with the value "utput" */
    if (word[2] != '\0' && find(r->options, word + 1) != ARB_OPT_COUNT)
        return complain_unknown(r->cli, r->options, word);
    for (const char *letter = word + 1; *letter && status == ARB_EXIT_YES; letter++) {
        const arb_opt id = find_letter(r->options, *letter);
        if (id == ARB_OPT_COUNT)
            return complain_unknown(r->cli, r->options, word);
        const bool valued = arb_cli_options[id].argument != NULL;
        status = take(r, id, valued && letter[1] ? letter + 1 : NULL);
        if (valued)
            break;
    }
    return status;
}

static arb_exit read_option(const reading *r)
{
    const char *word = r->words[r->out->used++];

    return strncmp(word, "--", 2) == 0 ? read_long(r, word) : read_letters(r, word);
}

arb_exit arb_args_read(arb_args *out, const arb_cli *cli, const arb_args_spec *spec,
                       char *const *words, size_t count)
{
    const reading r = { out, cli, spec->options, words, count };
    bool options = true;

    *out = (arb_args){ .operand = calloc(count + 1, sizeof *out->operand),
                       .repeated = calloc(count + 1, sizeof *out->repeated) };
    if (!out->operand || !out->repeated)
        return arb_cli_failed(cli, ARB_NOMEM);
    while (out->used < count) {
        const char *word = words[out->used];
        if (options && strcmp(word, "--") == 0) {
            options = false;
            out->used++;
        } else if (options && is_option(word)) {
            if (read_option(&r) != ARB_EXIT_YES)
                return ARB_EXIT_BAD;
        } else if (spec->stop_at_operand) {
            break;
        } else {
            if (out->operands == spec->operands_max)
                return arb_cli_misused(cli, ARB_TEXT_ARGUMENT_EXTRA, arb_quote(word).text);
            out->operand[out->operands++] = word;
            out->used++;
        }
    }
    return ARB_EXIT_YES;
}

/* Is help among these letters? If their last one has its value in the next word, passes that over.
 */
static bool letters_ask_help(const uint8_t *options, const char *letters, size_t *at)
{
    for (; *letters; letters++) {
        const arb_opt id = find_letter(options, *letters);
        if (id == ARB_OPT_HELP)
            return true;
        if (id != ARB_OPT_COUNT && arb_cli_options[id].argument) {
            *at += letters[1] == '\0';
            return false;
        }
    }
    return false;
}

bool arb_args_ask_help(const arb_args_spec *spec, char *const *words, size_t count,
                       const char **operand)
{
    *operand = NULL;
    for (size_t i = 0; i < count && strcmp(words[i], "--") != 0; i++) {
        if (!is_option(words[i])) {
            if (spec->stop_at_operand)
                return false;
            *operand = *operand ? *operand : words[i];
        } else if (strncmp(words[i], "--", 2) != 0) {
            if (letters_ask_help(spec->options, words[i] + 1, &i))
                return true;
        } else {
            const arb_opt id = find(spec->options, words[i] + 2);
            if (id == ARB_OPT_HELP && !strchr(words[i], '='))
                return true;
            i += id != ARB_OPT_COUNT && arb_cli_options[id].argument && !strchr(words[i], '=');
        }
    }
    return false;
}

void arb_args_free(arb_args *args)
{
    free(args->operand);
    free(args->repeated);
}

const char *arb_args_peek(const char *name, char *const *words, size_t count)
{
    const size_t length = strlen(name);

    for (size_t i = 0; i < count && strcmp(words[i], "--") != 0; i++) {
        if (strncmp(words[i], "--", 2) != 0 || strncmp(words[i] + 2, name, length) != 0)
            continue;
        if (words[i][2 + length] == '=')
            return words[i] + 2 + length + 1;
        if (words[i][2 + length] == '\0' && i + 1 < count)
            return words[i + 1];
    }
    return NULL;
}
