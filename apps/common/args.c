/* SPDX-License-Identifier: MIT */
/* Reading command lines by tables of options; see args.h. */
#include "common/args.h"

#include <assert.h>
#include <string.h>

#include "common/nearest.h"

static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0' && !(word[1] >= '0' && word[1] <= '9');
}

/* The option that `word` names, up to its end or an equals sign. */
static const arb_args_option *find(arb_args_options set, const char *word)
{
    if (strncmp(word, "--", 2) != 0)
        return NULL;
    const size_t length = strcspn(word + 2, "=");
    for (size_t i = 0; i < set.count; i++) {
        const char *name = set.option[i].name;
        if (strlen(name) == length && memcmp(name, word + 2, length) == 0)
            return &set.option[i];
    }
    return NULL;
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

static bool fail(arb_args_fault *fault, arb_args_fault_kind kind, const char *word,
                 const arb_args_option *option)
{
    *fault = (arb_args_fault){ .kind = kind, .word = word, .option = option };
    return false;
}

static bool fail_unknown(arb_args_fault *fault, const arb_args_spec *spec, const char *word)
{
    arb_nearest nearest = arb_nearest_begin(word + strspn(word, "-"));

    for (size_t i = 0; i < spec->own.count; i++)
        arb_nearest_try(&nearest, spec->own.option[i].name);
    for (size_t i = 0; i < spec->common.count; i++)
        arb_nearest_try(&nearest, spec->common.option[i].name);
    fail(fault, ARB_ARGS_UNKNOWN, word, NULL);
    fault->nearest = nearest.best;
    return false;
}

/* Reads the option at words[out->used], and its value from the same or the next word. */
static bool read_option(arb_args *out, arb_args_fault *fault, const arb_args_spec *spec,
                        char *const *words, size_t count)
{
    const char *word = words[out->used++];
    const arb_args_option *option = find(spec->own, word);
    const char **slot = option ? &out->value[option - spec->own.option] : NULL;

    if (!option) {
        option = find(spec->common, word);
        if (!option)
            return fail_unknown(fault, spec, word);
        slot = &out->common[option - spec->common.option];
    }
    const char *equals = strchr(word, '=');
    if (!option->argument) {
        if (equals)
            return fail(fault, ARB_ARGS_VALUE, word, option);
        *slot = "";
        return true;
    }
    /* a value that begins so is an option whose own value was forgotten; `=` allows any value */
    if (!equals && (out->used == count || strncmp(words[out->used], "--", 2) == 0))
        return fail(fault, ARB_ARGS_NO_VALUE, word, option);
    const char *value = equals ? equals + 1 : words[out->used++];
    if (strchr(option->argument, '|') && arb_args_choice(option->argument, value) < 0)
        return fail(fault, ARB_ARGS_CHOICE, value, option);
    *slot = value;
    return true;
}

bool arb_args_read(arb_args *out, arb_args_fault *fault, const arb_args_spec *spec,
                   char *const *words, size_t count)
{
    bool options = true;

    assert(spec->own.count <= ARB_ARGS_OPTIONS_MAX && spec->common.count <= ARB_ARGS_OPTIONS_MAX);
    assert(spec->operands_max <= ARB_OPERANDS_MAX);
    *out = (arb_args){ 0 };
    while (out->used < count) {
        const char *word = words[out->used];
        if (options && strcmp(word, "--") == 0) {
            options = false;
            out->used++;
        } else if (options && is_option(word)) {
            if (!read_option(out, fault, spec, words, count))
                return false;
        } else if (spec->stop_at_operand) {
            return true;
        } else {
            if (out->operands == spec->operands_max)
                return fail(fault, ARB_ARGS_TOO_MANY, word, NULL);
            out->operand[out->operands++] = word;
            out->used++;
        }
    }
    return true;
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
