/* SPDX-License-Identifier: MIT */
/* Other commands of the program; see program.h. */
#include "support/hall/program.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/hall/fixture.h"

enum { WORDS_MAX = 16 };

char said[1 << 16];

int program_run(const char *const *words)
{
    const char *all[WORDS_MAX] = { getenv("ARB_PROGRAM") };
    int channel[2], status = 0;

    for (size_t i = 0; words[i]; i++) {
        assert_true(i + 2 < WORDS_MAX);
        all[i + 1] = words[i];
    }
    assert_int_equal(pipe(channel), 0);
    (void)fflush(NULL);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        (void)dup2(channel[1], 1);
        (void)dup2(channel[1], 2);
        (void)close(channel[0]);
        execv(all[0], (char *const *)all);
        _exit(127);
    }
    (void)close(channel[1]);
    size_t size = 0;
    for (ssize_t got; (got = read(channel[0], said + size, sizeof said - 1 - size)) > 0;)
        size += (size_t)got;
    said[size] = '\0';
    (void)close(channel[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
