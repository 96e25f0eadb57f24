/* SPDX-License-Identifier: MIT */
/*
 * What a program started and left behind, outside its process group: its parent is gone, so the
 * system gives it to us, because we ask for that. See engine_process.h.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/hall/engine_process.h"

enum { LIST_ROOM = 4096 };

bool arb_strays_adopt(void)
{
    return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0;
}

/* The children of one thread, as the system writes them: numbers apart by blanks. */
static void read_children(char out[LIST_ROOM], const char *thread)
{
    char path[64];
    ssize_t size = -1;

    (void)snprintf(path, sizeof path, "/proc/self/task/%.16s/children", thread);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        size = read(fd, out, LIST_ROOM - 1);
        close(fd);
    }
    out[size > 0 ? size : 0] = '\0';
}

static unsigned kill_unknown(const char *list, bool (*known)(void *user, int pid), void *user)
{
    unsigned strays = 0;
    char *end;

    for (long pid = strtol(list, &end, 10); end != list; pid = strtol(list, &end, 10)) {
        list = end;
        if (pid <= 0 || known(user, (int)pid))
            continue;
        kill((pid_t)pid, SIGKILL);
        (void)waitpid((pid_t)pid, NULL, WNOHANG);
        strays++;
    }
    return strays;
}

unsigned arb_strays_kill(bool (*known)(void *user, int pid), void *user)
{
    DIR *threads = opendir("/proc/self/task");
    char list[LIST_ROOM];
    unsigned strays = 0;

    for (struct dirent *entry = threads ? readdir(threads) : NULL; entry;
         entry = readdir(threads)) {
        if (entry->d_name[0] == '.')
            continue;
        read_children(list, entry->d_name);
        strays += kill_unknown(list, known, user);
    }
    if (threads)
        (void)closedir(threads);
    return strays;
}
