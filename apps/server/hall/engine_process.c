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

enum {
    WORDS_MAX = 32,
    LINE_ROOM = 8192,
    NICENESS = 10,
    ROUND_BYTES = 65536,  /* that are read from one program in one round of the loop */
    SAID_BYTES = 4 << 20, /* that it may say to one question: a hundred times what is usual */
    BURY_MS = 20,         /* how often the system is asked whether a process has ended */
    LEAVE_MS = 500        /* how long the server waits at its own end for that of others */
};

struct arb_process {
    arb_processes *all;
    arb_process *next, **previous;
    arb_loop_fd watch;
    pid_t pid;
    void (*line)(void *user, const char *line);
    void (*gone)(void *user);
    void *user;
    bool dead;     /* freed by its owner; the memory goes when the system has ended it */
    bool reaped;   /* it has */
    bool skipping; /* the rest of a line that was too long */
    size_t said;   /* bytes since it was spoken to */
    size_t size;
    char bytes[LINE_ROOM];
};

struct arb_processes {
    arb_loop *loop;
    arb_timer burial;
    bool adopts;     /* orphans of theirs become our children */
    unsigned strays; /* that were found last */
    arb_process *first;
};

/* ---- what it says */

/* A line that is too long means nothing to us: it is passed over as a whole. */
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
        if (!p->skipping)
            p->line(p->user, begin);
        p->skipping = false;
        begin = stop + 1;
    }
    p->size = (size_t)(end - begin);
    memmove(p->bytes, begin, p->size);
    if (p->size == sizeof p->bytes) {
        p->skipping = true;
        p->size = 0;
    }
}

/* The others have their turn in the loop, however much this one has to say. */
static void on_ready(void *user, uint32_t events)
{
    arb_process *p = user;

    (void)events;
    for (size_t round = 0; !p->dead && round < ROUND_BYTES;) {
        const ssize_t got = read(p->watch.fd, p->bytes + p->size, sizeof p->bytes - p->size);
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        p->said += got > 0 ? (size_t)got : 0;
        if (got <= 0 || p->said > SAID_BYTES) {
            p->gone(p->user);
            return;
        }
        round += (size_t)got;
        p->size += (size_t)got;
        take_lines(p);
    }
}

/* ---- its end */

static bool is_ours(void *user, int pid)
{
    const arb_processes *all = user;

    for (const arb_process *p = all->first; p; p = p->next) {
        if (p->pid == pid && !p->reaped)
            return true;
    }
    return false;
}

static void forget(arb_process *p)
{
    *p->previous = p->next;
    if (p->next)
        p->next->previous = p->previous;
    free(p);
}

/* Buries those whom the system has ended; returns how many are still to come. */
static unsigned bury(arb_processes *all)
{
    unsigned left = 0;

    for (arb_process *p = all->first, *next; p; p = next) {
        next = p->next;
        if (!p->dead)
            continue;
        const pid_t ended = waitpid(p->pid, NULL, WNOHANG);
        p->reaped = ended == p->pid || (ended < 0 && errno == ECHILD);
        if (p->reaped)
            forget(p);
        else
            left++;
    }
    all->strays = all->adopts ? arb_strays_kill(is_ours, all) : 0;
    return left + all->strays;
}

static void on_burial(void *user)
{
    arb_processes *all = user;

    if (bury(all) > 0)
        arb_loop_set(all->loop, &all->burial, arb_boottime_ms() + BURY_MS);
}

/*
 * Whoever has left the group loses his parent only now, and is ours a moment later: so there is a
 * burial also where the process itself has ended before.
 */
void arb_process_free(arb_process *p)
{
    if (!p)
        return;
    p->dead = true;
    arb_loop_unwatch(p->all->loop, &p->watch);
    close(p->watch.fd);
    kill(-p->pid, SIGKILL);
    kill(p->pid, SIGKILL);
    arb_loop_set(p->all->loop, &p->all->burial, arb_boottime_ms() + BURY_MS);
}

unsigned arb_processes_count(const arb_processes *all)
{
    unsigned count = all->strays;

    for (const arb_process *p = all->first; p; p = p->next)
        count++;
    return count;
}

/* ---- its beginning */

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
    p->watch.fd = pair[0];
    if (fcntl(pair[0], F_SETFL, O_NONBLOCK) != 0 ||
        arb_loop_watch(p->all->loop, &p->watch, EPOLLIN) != ARB_OK) {
        close(pair[0]);
        close(pair[1]);
        return false;
    }
    p->pid = fork();
    if (p->pid == 0)
        become(words, pair[1], server);
    close(pair[1]);
    if (p->pid < 0) {
        arb_loop_unwatch(p->all->loop, &p->watch);
        close(pair[0]);
        return false;
    }
    setpgid(p->pid, p->pid); /* here too, so that it has happened when we kill the group */
    return true;
}

arb_process *arb_process_new(arb_processes *all, const char *command,
                             void (*line)(void *user, const char *line), void (*gone)(void *user),
                             void *user)
{
    char *words[WORDS_MAX], *copy = strdup(command);
    arb_process *p = calloc(1, sizeof *p);

    if (p) {
        p->all = all;
        p->line = line;
        p->gone = gone;
        p->user = user;
        p->watch.ready = on_ready;
        p->watch.user = p;
    }
    if (!p || !copy || !split(words, copy) || !start(p, words)) {
        free(p);
        p = NULL;
    } else {
        p->next = all->first;
        p->previous = &all->first;
        if (p->next)
            p->next->previous = &p->next;
        all->first = p;
    }
    free(copy);
    return p;
}

/* ---- all of them */

arb_processes *arb_processes_new(arb_loop *loop)
{
    arb_processes *all = calloc(1, sizeof *all);

    if (!all)
        return NULL;
    all->loop = loop;
    all->burial.due = on_burial;
    all->burial.user = all;
    all->adopts = arb_strays_adopt();
    return all;
}

void arb_processes_free(arb_processes *all)
{
    if (!all)
        return;
    for (arb_process *p = all->first; p; p = p->next) {
        if (!p->dead)
            arb_process_free(p);
    }
    const int64_t until = arb_boottime_ms() + LEAVE_MS;
    while (bury(all) > 0 && arb_boottime_ms() < until)
        (void)usleep(1000);
    arb_loop_unset(all->loop, &all->burial);
    while (all->first)
        forget(all->first);
    free(all);
}

/* What we say is short and rare; a program that does not take it at once is not listening. */
bool arb_process_write(arb_process *p, const char *text, size_t size)
{
    p->said = 0;
    return send(p->watch.fd, text, size, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)size;
}
