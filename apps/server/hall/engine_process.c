/* SPDX-License-Identifier: MIT */
/* A program that is spoken with in lines; see engine_process.h. */
#define _GNU_SOURCE
#include "server/hall/engine_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS_MAX = 32, LINE_ROOM = 8192, NICENESS = 10 };

struct arb_process {
    arb_loop *loop;
    arb_loop_fd watch;
    arb_loop_task burial;
    pid_t pid;
    void (*line)(void *user, const char *line);
    void (*gone)(void *user);
    void *user;
    bool dead; /* freed by its owner; the memory goes at the end of the round */
    size_t size;
    char bytes[LINE_ROOM];
};

static void bury(void *user)
{
    free(user);
}

/* Lines that are too long mean nothing to us: they are cut. */
static void take_lines(arb_process *p)
{
    char *begin = p->bytes, *end = p->bytes + p->size;

    while (!p->dead) {
        char *stop = memchr(begin, '\n', (size_t)(end - begin));
        if (!stop)
            break;
        *stop = '\0';
        if (stop > begin && stop[-1] == '\r')
            stop[-1] = '\0';
        p->line(p->user, begin);
        begin = stop + 1;
    }
    p->size = (size_t)(end - begin);
    memmove(p->bytes, begin, p->size);
    if (p->size == sizeof p->bytes)
        p->size = 0;
}

static void on_ready(void *user, uint32_t events)
{
    arb_process *p = user;

    (void)events;
    while (!p->dead) {
        const ssize_t got = read(p->watch.fd, p->bytes + p->size, sizeof p->bytes - p->size);
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (got <= 0) {
            p->gone(p->user);
            return;
        }
        p->size += (size_t)got;
        take_lines(p);
    }
}

/* In the child: only what may be called between fork and exec of a program with threads. */
static void become(char *const *words, int fd, pid_t server)
{
    sigset_t none;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != server || setpgid(0, 0) != 0 || dup2(fd, STDIN_FILENO) < 0 ||
        dup2(fd, STDOUT_FILENO) < 0)
        _exit(127);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0)
        dup2(nowhere, STDERR_FILENO);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    if (nice(NICENESS) == -1)
        errno = 0;
    execvp(words[0], words);
    _exit(127);
}

/* Cuts the command into words, in place. */
static bool split(char *words[WORDS_MAX], char *command)
{
    size_t count = 0;

    for (char *at = command + strspn(command, " "); *at; at += strspn(at, " ")) {
        if (count + 1 == WORDS_MAX)
            return false;
        words[count++] = at;
        at += strcspn(at, " ");
        if (*at)
            *at++ = '\0';
    }
    words[count] = NULL;
    return count > 0;
}

static bool start(arb_process *p, char *const *words)
{
    const pid_t server = getpid();
    int pair[2];

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return false;
    p->pid = fork();
    if (p->pid == 0)
        become(words, pair[1], server);
    close(pair[1]);
    p->watch.fd = pair[0];
    if (p->pid < 0 || fcntl(pair[0], F_SETFL, O_NONBLOCK) != 0 ||
        arb_loop_watch(p->loop, &p->watch, EPOLLIN) != ARB_OK) {
        close(pair[0]);
        if (p->pid > 0) {
            kill(p->pid, SIGKILL);
            waitpid(p->pid, NULL, 0);
        }
        return false;
    }
    setpgid(p->pid, p->pid); /* here too, so that it has happened when we kill the group */
    return true;
}

arb_process *arb_process_new(arb_loop *loop, const char *command,
                             void (*line)(void *user, const char *line), void (*gone)(void *user),
                             void *user)
{
    char *words[WORDS_MAX], *copy = strdup(command);
    arb_process *p = calloc(1, sizeof *p);

    if (p) {
        p->loop = loop;
        p->line = line;
        p->gone = gone;
        p->user = user;
        p->watch.ready = on_ready;
        p->watch.user = p;
        p->burial.run = bury;
        p->burial.user = p;
    }
    if (!p || !copy || !split(words, copy) || !start(p, words)) {
        free(p);
        p = NULL;
    }
    free(copy);
    return p;
}

void arb_process_free(arb_process *p)
{
    if (!p)
        return;
    p->dead = true;
    arb_loop_unwatch(p->loop, &p->watch);
    close(p->watch.fd);
    kill(-p->pid, SIGKILL);
    kill(p->pid, SIGKILL);
    while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    arb_loop_later(p->loop, &p->burial);
}

/* What we say is short and rare; a program that does not take it at once is not listening. */
bool arb_process_write(arb_process *p, const char *text, size_t size)
{
    return send(p->watch.fd, text, size, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)size;
}
