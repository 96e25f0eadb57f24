/* SPDX-License-Identifier: MIT */
/* `arbitro start960`: the 960 starting positions and their numbers (Guidelines II.2). */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <stdio.h>
#include <sys/random.h>

#include "arbitro/chess960.h"
#include "arbitro/lot.h"
#include "cli/arguments.h"
#include "cli/cli.h"
#include "cli/fen_out.h"
#include "cli/help.h"
#include "cli/text_arg.h"
#include "common/interrupt.h"

/* Draws a number by lot. The few values that would favour small numbers are drawn again. */
static bool draw(unsigned *out)
{
    const unsigned limit = 65536u / ARB_CHESS960_COUNT * ARB_CHESS960_COUNT;
    uint16_t value = UINT16_MAX;

    do {
        const ssize_t got = getrandom(&value, sizeof value, 0);
        if (got < 0 && errno == EINTR && !arb_interrupt_pending())
            continue;
        if (got != (ssize_t)sizeof value)
            return false;
    } while (value >= limit);
    *out = value % ARB_CHESS960_COUNT;
    return true;
}

/* The other way round: which number has this position? */
static arb_exit run_number(const arb_cli *cli, const char *text, const arb_letters *letters)
{
    arb_setup setup;

    if (!arb_fen_arg_setup(&setup, cli, text, letters))
        return ARB_EXIT_BAD;
    const unsigned number = arb_chess960_number(&setup);
    const bool found = number < ARB_CHESS960_COUNT;
    if (cli->json) {
        json_t *value = found ? json_integer((json_int_t)number) : json_null();
        arb_cli_json(cli, json_pack("{so}", "number", value));
    } else if (found) {
        printf("%u\n", number);
    } else {
        arb_cli_complain(cli, ARB_TEXT_START960_NONE);
    }
    return found ? ARB_EXIT_YES : ARB_EXIT_NO;
}

static arb_exit print_start(const arb_cli *cli, unsigned number, const arb_fen_out *out)
{
    const arb_setup setup = arb_chess960_setup(number);
    arb_answer reply;

    arb_answer_init(&reply);
    if (cli->json) {
        json_t *object = json_pack("{sI}", "number", (json_int_t)number);
        arb_answer_json(&reply, arb_fen_out_put(object, out, &setup, NULL));
    } else {
        arb_fen_out_add(&reply, out, &setup, NULL);
        arb_answer_add(&reply, "\n");
    }
    const arb_exit status = arb_answer_print(&reply, cli);
    arb_answer_clear(&reply);
    return status;
}

arb_exit arb_cmd_start960(const arb_cli *cli, const arb_args *args)
{
    const arb_letters *letters = arb_letters_arg(cli, args->value[ARB_OPT_LETTERS]);
    const bool random = args->value[ARB_OPT_RANDOM] != NULL;
    unsigned number = 0;
    const bool seeded = args->value[ARB_OPT_SEED] != NULL;
    unsigned seed = 0;

    if (args->operands + random + seeded + (args->value[ARB_OPT_NUMBER] != NULL) != 1) {
        arb_cli_complain(cli, ARB_TEXT_START960_ONE);
        arb_help_usage(stderr, cli->lang, cli->command);
        return ARB_EXIT_BAD;
    }
    if (!letters)
        return ARB_EXIT_BAD;
    if (args->value[ARB_OPT_NUMBER])
        return run_number(cli, args->value[ARB_OPT_NUMBER], letters);
    if (random && !draw(&number))
        return arb_cli_complain(cli, ARB_TEXT_RANDOM_FAILED);
    if (!arb_cli_number(&seed, cli, args->value[ARB_OPT_SEED], 0, UINT32_MAX, ARB_TEXT_NAME_SEED))
        return ARB_EXIT_BAD;
    if (seeded)
        number = arb_lot_start960(seed);
    else if (!random && !arb_cli_number(&number, cli, args->operand[0], 0, ARB_CHESS960_COUNT - 1,
                                        ARB_TEXT_NAME_START960))
        return ARB_EXIT_BAD;
    const arb_fen_out out = arb_fen_out_arg(args, letters);
    return print_start(cli, number, &out);
}
