/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_STORE_H
#define ARBITRO_CLI_STORE_H
/* The parts of `arbitro store`. */
#include "cli/cli.h"
#include "common/progress.h"
#include "store/inspect.h"

/* Opens a database to read it as it is. False after a complaint. */
bool arb_store_arg_open(arb_store **out, const arb_cli *cli, const char *path);

/* Why the database could not do it, for somebody who has just asked. */
const char *arb_store_said(const arb_cli *cli, const char *path, arb_store_err err);

/* Says why the database could not do it. Returns ARB_EXIT_BAD. */
arb_exit arb_store_failed(const arb_cli *cli, const char *path, arb_store_err err);

/* Is the target the source? Then says so. A server is asked only about a database that cannot be
 * opened because somebody has it open, as `err` says. */
bool arb_store_is_itself(const arb_cli *cli, const char *source, const char *target,
                         arb_store_err err);

/* What each of them does; the first operand is its name, the second the database. */
arb_exit arb_store_check_run(const arb_cli *cli, const arb_args *args);
arb_exit arb_store_export_run(const arb_cli *cli, const arb_args *args);
arb_exit arb_store_import_run(const arb_cli *cli, const arb_args *args);
arb_exit arb_store_erase_run(const arb_cli *cli, const arb_args *args);

/* Shows how much is done: `user` is an arb_progress. False: it is to end, and may tidy up. */
bool arb_store_show(void *user, double done);

#endif
