/* SPDX-License-Identifier: MIT */
/* The table of commands; see commands.def. */
#include <string.h>

#include "cli/almanac.h"
#include "cli/arguments.h"
#include "cli/cli.h"
#include "cli/serve_limits.h"
#include "cli/terms.h"

/* Every command has these. */
#define ALWAYS ARB_OPT_LANG, ARB_OPT_JSON, ARB_OPT_QUIET, ARB_OPT_HELP
#define COMMON ARB_OPT_OUTPUT, ALWAYS

const uint8_t arb_cli_common[] = { COMMON, ARB_OPT_COUNT };
const uint8_t arb_cli_program[] = { COMMON, ARB_OPT_VERSION, ARB_OPT_COUNT };

#define ENTRY(id, least, most, list, ops_en, ops_it, summary_en, summary_it, en, it)               \
    .name = #id, .spec.operands_max = most, .operands_min = least, .lists = list,                  \
    .run = arb_cmd_##id, .operands = { [ARB_LANG_EN] = ops_en, [ARB_LANG_IT] = ops_it },           \
    .summary = { [ARB_LANG_EN] = summary_en, [ARB_LANG_IT] = summary_it },                         \
    .about = { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it }

const arb_cmd arb_cli_commands[] = {
#define OPT(id) ARB_OPT_##id,
#define EXAMPLE(...)
#define COMMAND(id, least, most, list, opts, ...)                                                  \
    { .spec.options = (const uint8_t[]){ opts COMMON, ARB_OPT_COUNT },                             \
      ENTRY(id, least, most, list, __VA_ARGS__) },
#define SERVICE(id, least, most, list, opts, ...)                                                  \
    { .spec.options = (const uint8_t[]){ opts ALWAYS, ARB_OPT_COUNT },                             \
      .is_service = true,                                                                          \
      ENTRY(id, least, most, list, __VA_ARGS__) },
#include "cli/commands.def"
#undef OPT
#undef EXAMPLE
#undef COMMAND
};
const size_t arb_cli_command_count = sizeof arb_cli_commands / sizeof arb_cli_commands[0];

const arb_cmd *arb_cli_find(const char *name)
{
    for (size_t i = 0; i < arb_cli_command_count; i++)
        if (strcmp(arb_cli_commands[i].name, name) == 0)
            return &arb_cli_commands[i];
    return NULL;
}
