/* SPDX-License-Identifier: MIT */
/*
 * Loaded before the C library, this runs a program again and again while memory runs out: the n-th
 * allocation fails, alone or with all that follow it, for every n. ARB_SWEEP names a file with a
 * command line in each line:
 *
 *     <FILE words 'words with blanks'     "<FILE" for standard input, if it is wanted
 *
 * For each there is a line of TAP: whatever fails, the program prints what it prints when nothing
 * does and ends with the same status, or it ends with 2, says so on standard error, and what it had
 * printed ends with a whole line. It does not crash or hang, and leaves no temporary file.
 *
 * The program is loaded once and forked for each n. Of a command that allocates much,
 * ARB_SWEEP_MOST of its allocations are tried, the first and then some by chance (0: all).
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

enum { WORDS = 32, TEXT_SIZE = 4096, PATIENCE_S = 20, BAD = 2 };

typedef int main_function(int argc, char **argv, char **envp);

/* ---- memory that fails ---- */

static unsigned long fail_at; /* 0: none fails */
static bool for_ever, counting;
static atomic_ulong *asked; /* shared with the parent */

static bool fails(void)
{
    if (!counting)
        return false;
    const unsigned long number = atomic_fetch_add(asked, 1) + 1;
    if (fail_at == 0 || number < fail_at || (number > fail_at && !for_ever))
        return false;
    errno = ENOMEM;
    return true;
}

EXPORT void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

EXPORT void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

EXPORT void *realloc(void *old, size_t size)
{
    return fails() ? NULL : __libc_realloc(old, size);
}

EXPORT void *aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __libc_memalign(alignment, size);
}

EXPORT int posix_memalign(void **out, size_t alignment, size_t size)
{
    void *got = fails() ? NULL : __libc_memalign(alignment, size);

    if (got)
        *out = got;
    return got ? 0 : ENOMEM;
}

/* Not through `stdout`, whose buffer is the program's to ask for. */
#define say(...) (void)dprintf(STDOUT_FILENO, __VA_ARGS__)

/* ---- one run ---- */

typedef struct command {
    char text[TEXT_SIZE]; /* its words, each with a NUL behind it */
    char *word[WORDS];
    int count;
    const char *input;
} command;

typedef struct run {
    int status; /* as waitpid() tells it */
    unsigned long allocations;
    char *out, *err;
    size_t out_size, err_size;
} run;

static main_function *real_main;
static int out_fd, err_fd; /* what the program writes */
static volatile pid_t running;

/* It hangs. */
static void on_alarm(int number)
{
    (void)number;
    (void)kill(running, SIGKILL);
}

/* Cuts a line into words; what stands in single quotes is one. */
static void read_command(command *it, const char *line)
{
    char *to = it->text;

    it->count = 0;
    it->input = "/dev/null";
    it->word[it->count++] = to;
    to = stpcpy(to, "arbitro") + 1;
    while (*line && it->count < WORDS - 1) {
        const bool quoted = *line == '\'';
        const size_t size = strcspn(line + quoted, quoted ? "'" : " \n");
        memcpy(to, line + quoted, size);
        to[size] = '\0';
        if (*to == '<')
            it->input = to + 1;
        else
            it->word[it->count++] = to;
        to += size + 1;
        line += size + (quoted ? 2 : 0);
        line += strspn(line, " \n");
    }
    it->word[it->count] = NULL;
}

static char *take(int fd, size_t *size)
{
    *size = (size_t)lseek(fd, 0, SEEK_END);
    char *text = __libc_malloc(*size + 1);
    if (pread(fd, text, *size, 0) != (ssize_t)*size)
        abort();
    text[*size] = '\0';
    return text;
}

/* Runs the program in a process of its own. */
static void perform(run *out, command *it, unsigned long n, bool ever)
{
    atomic_store(asked, 0);
    if (ftruncate(out_fd, 0) != 0 || ftruncate(err_fd, 0) != 0)
        abort();
    const pid_t pid = fork();
    if (pid == 0) {
        const int in = open(it->input, O_RDONLY);
        (void)dup2(in, STDIN_FILENO);
        (void)lseek(out_fd, 0, SEEK_SET);
        (void)lseek(err_fd, 0, SEEK_SET);
        (void)dup2(out_fd, STDOUT_FILENO);
        (void)dup2(err_fd, STDERR_FILENO);
        for (int fd = STDERR_FILENO + 1; fd < 16; fd++)
            (void)close(fd);
        fail_at = n;
        for_ever = ever;
        counting = true;
        exit(real_main(it->count, it->word, environ));
    }
    running = pid;
    (void)alarm(PATIENCE_S);
    while (waitpid(pid, &out->status, 0) < 0 && errno == EINTR)
        continue;
    (void)alarm(0);
    out->allocations = atomic_load(asked);
    out->out = take(out_fd, &out->out_size);
    out->err = take(err_fd, &out->err_size);
}

static void clear(run *it)
{
    free(it->out);
    free(it->err);
}

/* ---- what is right ---- */

/* Two texts are the same but for measured times: digits around a decimal point. */
static bool is_same(const char *a, const char *b)
{
    while (*a && *b) {
        const size_t n = strspn(a, "0123456789"), m = strspn(b, "0123456789");
        if (n > 0 && m > 0 && (a[n] == '.' || b[m] == '.')) {
            a += strspn(a, "0123456789.e-");
            b += strspn(b, "0123456789.e-");
        } else if (*a++ != *b++) {
            return false;
        }
    }
    return *a == *b;
}

static bool leaves_temporary(void)
{
    bool found = false;
    DIR *folder = opendir(".");

    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        if (strncmp(entry->d_name, "out.", 4) == 0) {
            found = true;
            (void)unlink(entry->d_name);
        }
    }
    (void)closedir(folder);
    return found;
}

/* What is wrong with a run, or NULL. */
static const char *judge(const run *it, const run *good)
{
    if (!WIFEXITED(it->status))
        return WTERMSIG(it->status) == SIGKILL ? "it hangs" : "it crashes";
    if (leaves_temporary())
        return "a temporary file stays";
    if (WEXITSTATUS(it->status) == WEXITSTATUS(good->status) && is_same(it->out, good->out) &&
        (WEXITSTATUS(good->status) != BAD || it->err_size > 0))
        return NULL;
    if (WEXITSTATUS(it->status) != BAD)
        return WEXITSTATUS(it->status) == WEXITSTATUS(good->status) ? "it says something else"
                                                                    : "another status than 2";
    if (it->err_size == 0)
        return "not a word on standard error";
    return it->out_size > 0 && it->out[it->out_size - 1] != '\n' ? "half a line" : NULL;
}

/* ---- the sweep ---- */

/* The next n to try: all of the first, then some by chance. */
static unsigned long next(unsigned long n, unsigned long all, unsigned long most)
{
    if (most == 0 || all <= most || n < most / 2)
        return n + 1;
    return n + 1 + (unsigned long)rand() % (2 * all / most + 1);
}

/* Tries a command; returns how many runs were wrong, and tells the first few. */
static unsigned sweep(command *it, unsigned long most, unsigned long *tried)
{
    unsigned wrong = 0;
    run good, now;

    perform(&good, it, 0, false);
    if (!WIFEXITED(good.status)) {
        say("# without any failure it ends by signal %d\n", WTERMSIG(good.status));
        wrong++;
    }
    for (int ever = 0; ever <= 1; ever++) {
        for (unsigned long n = 1; n <= good.allocations; n = next(n, good.allocations, most)) {
            perform(&now, it, n, ever != 0);
            const char *what = judge(&now, &good);
            if (what && ++wrong <= 5)
                say("# allocation %lu of %lu%s: %s (status %d, %zu and %zu bytes)\n", n,
                    good.allocations, ever ? " and all others" : "", what,
                    WIFEXITED(now.status) ? WEXITSTATUS(now.status) : -WTERMSIG(now.status),
                    now.out_size, now.err_size);
            clear(&now);
            ++*tried;
        }
    }
    clear(&good);
    return wrong;
}

static int sweep_main(int argc, char **argv, char **envp)
{
    const char *most = getenv("ARB_SWEEP_MOST"), *only = getenv("ARB_SWEEP_ONLY");
    FILE *list = fopen(getenv("ARB_SWEEP"), "r");
    unsigned count = 0, failed = 0;
    char line[TEXT_SIZE];

    (void)argc;
    (void)argv;
    (void)envp;
    (void)signal(SIGALRM, on_alarm);
    asked = mmap(NULL, sizeof *asked, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    out_fd = memfd_create("out", 0);
    err_fd = memfd_create("err", 0);
    while (list && fgets(line, sizeof line, list)) {
        unsigned long tried = 0;
        command it;

        if (line[0] == '#' || line[0] == '\n' || (only && !strstr(line, only)))
            continue;
        read_command(&it, line);
        const unsigned wrong = sweep(&it, most ? strtoul(most, NULL, 10) : 0, &tried);
        say("%sok %u - %lu times: %s", wrong ? "not " : "", ++count, tried, line);
        if (wrong)
            say("# %u wrong\n", wrong);
        failed += wrong > 0;
    }
    say("1..%u\n", count);
    _exit(failed > 0 || count == 0);
}

/* What the C library calls instead of the program's own main(). */
extern int __libc_start_main(main_function *main, int argc, char **argv, void (*init)(void),
                             void (*fini)(void), void (*rtld_fini)(void), void *stack_end);
EXPORT int __libc_start_main(main_function *main, int argc, char **argv, void (*init)(void),
                             void (*fini)(void), void (*rtld_fini)(void), void *stack_end)
{
    int (*start)(main_function *, int, char **, void (*)(void), void (*)(void), void (*)(void),
                 void *);
    void *found = dlsym(RTLD_NEXT, "__libc_start_main");

    memcpy(&start, &found, sizeof start);
    real_main = main;
    return start(sweep_main, argc, argv, init, fini, rtld_fini, stack_end);
}
