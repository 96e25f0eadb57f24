/* SPDX-License-Identifier: MIT */
/* Another program that does a piece of work; see helper.h. */
#define _POSIX_C_SOURCE 200809L
#include "cli/helper.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/interrupt.h"
#include "common/system_text.h"

extern char **environ;

/*
 * Files and not pipes: neither of the two can then wait for the other. What the program has to say
 * on standard error is the user's to read.
 */
static int start(pid_t *pid, const char *const *words, FILE *in, FILE *out)
{
    posix_spawn_file_actions_t actions;
    int err = posix_spawn_file_actions_init(&actions);

    if (err)
        return err;
    err = posix_spawn_file_actions_adddup2(&actions, fileno(in), STDIN_FILENO);
    if (!err)
        err = posix_spawn_file_actions_adddup2(&actions, fileno(out), STDOUT_FILENO);
    if (!err) /* the words are not changed: that is what the interface has always looked like */
        err = posix_spawnp(pid, words[0], &actions, NULL, (char *const *)(uintptr_t)words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return err;
}

/* Waits until it has ended, and tells how when that was not well. */
static arb_exit end(const arb_cli *cli, const char *name, pid_t pid)
{
    int status = 0;

    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return arb_cli_complain(cli, ARB_TEXT_HELPER_FAILED, name,
                                    arb_system_text(errno, cli->lang));
    if (arb_interrupt_pending())
        return arb_cli_interrupted(cli);
    if (WIFSIGNALED(status))
        return arb_cli_complain(cli, ARB_TEXT_HELPER_SIGNAL, name, WTERMSIG(status));
    if (WEXITSTATUS(status) != 0)
        return arb_cli_complain(cli, ARB_TEXT_HELPER_STATUS, name, WEXITSTATUS(status));
    return ARB_EXIT_YES;
}

static arb_err read_all(arb_buf *out, FILE *file)
{
    char bytes[4096];
    arb_err err = ARB_OK;
    size_t got;

    rewind(file);
    while (!err && (got = fread(bytes, 1, sizeof bytes, file)) > 0)
        err = arb_buf_add(out, bytes, got);
    return err ? err : ferror(file) ? ARB_IO : ARB_OK;
}

/* The package of Debian that has a program, where it is not called like it. */
static const char *package_of(const char *name)
{
    return strcmp(name, "lou_translate") == 0 ? "liblouis-bin" : name;
}

static arb_exit run(const arb_cli *cli, const char *const *words, FILE *in, FILE *out)
{
    pid_t pid;
    const int err = start(&pid, words, in, out);

    if (err == ENOENT)
        return arb_cli_complain(cli, ARB_TEXT_HELPER_MISSING, words[0], package_of(words[0]));
    if (err)
        return arb_cli_complain(cli, ARB_TEXT_HELPER_FAILED, words[0],
                                arb_system_text(err, cli->lang));
    return end(cli, words[0], pid);
}

arb_exit arb_helper_run(const arb_cli *cli, const char *const *words, const char *text, size_t size,
                        arb_buf *out)
{
    FILE *in = tmpfile(), *printed = tmpfile();
    arb_exit status = ARB_EXIT_BAD;

    if (!in || !printed || fwrite(text, 1, size, in) != size || fflush(in) != 0 ||
        fseek(in, 0, SEEK_SET) != 0)
        arb_cli_complain(cli, ARB_TEXT_HELPER_FAILED, words[0], arb_system_text(errno, cli->lang));
    else
        status = run(cli, words, in, printed);
    if (status == ARB_EXIT_YES && out) {
        const arb_err err = read_all(out, printed);
        if (err)
            status = arb_cli_failed(cli, err);
    }
    if (in)
        fclose(in);
    if (printed)
        fclose(printed);
    return status;
}
