/* SPDX-License-Identifier: MIT */
/*
 * Judges cases with one fault after the other.
 *
 *   runner JOBS NUMBER... <CASES
 *
 * reads the cases from the standard input and prints a line for each number: the number, and
 * "found" with how: the title of the first case that failed, "crash" or "time"; or "survived". Each
 * fault has a process of its own, because it may do anything. Cases that do not come by the
 * fault are not judged, and the quickest come first.
 */
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arbitro/case.h"
#include "game/game.h"
#include "mutant.h"

enum { SECONDS_MAX = 3, TITLE_SIZE = 160 };

typedef struct one_case {
    size_t begin, end;
    const char *title;
    size_t title_size;
    const void *book;
    long cost; /* nanoseconds without a fault */
    unsigned char *reached;
} one_case;

static char *text;
static size_t size;
static one_case *cases;
static size_t case_count;

static void give_up(const char *why)
{
    fprintf(stderr, "runner: %s\n", why);
    exit(2);
}

static void *must(void *memory)
{
    if (!memory)
        give_up("no memory");
    return memory;
}

static void read_all(void)
{
    size_t room = 0, got;

    do {
        text = must(realloc(text, room += 1 << 20));
        got = fread(text + size, 1, room - size, stdin);
        size += got;
    } while (got > 0);
}

static arb_case_item *next(arb_case_header *header, arb_case_reader *reader)
{
    static arb_case_item item;

    return arb_case_next(&item, header, reader, NULL) ? NULL : &item;
}

/* Are all expectations of the case met? */
static bool is_met(const one_case *it)
{
    arb_case_header header;
    arb_case_reader reader;
    arb_verdict verdict;
    arb_game *game;
    char found[2048];
    bool met = true;

    arb_case_reader_init(&reader, text + it->begin, it->end - it->begin);
    arb_case_item *item = next(&header, &reader);
    if (!item || item->kind != ARB_CASE_BEGIN ||
        arb_game_new(&game, NULL, &header.regulations, &header.given))
        return false;
    while (met && !arb_case_ends(&reader)) {
        item = next(&header, &reader);
        if (!item)
            met = false;
        else if (item->kind == ARB_CASE_EVENT)
            met = !arb_game_judge(&verdict, game, &item->event) && !arb_game_commit(game);
        else if (item->kind == ARB_CASE_EXPECTATION)
            met = arb_expectation_is_met(found, sizeof found, &item->expectation, game,
                                         arb_game_size(game) > 0 ? &verdict : NULL);
        else
            met = false;
    }
    arb_game_free(game);
    return met;
}

/* Where the cases begin and end. */
static void divide(void)
{
    arb_case_header header;
    arb_case_reader reader;
    arb_case_item *item;

    arb_case_reader_init(&reader, text, size);
    do {
        const size_t at = reader.at;
        item = next(&header, &reader);
        if (!item)
            give_up("a case cannot be read");
        if (item->kind == ARB_CASE_EVENT || item->kind == ARB_CASE_EXPECTATION)
            continue;
        if (case_count > 0)
            cases[case_count - 1].end = at;
        cases = must(realloc(cases, (case_count + 1) * sizeof *cases));
        cases[case_count++] = (one_case){ .begin = at,
                                          .end = size,
                                          .title = header.title,
                                          .title_size = header.title_size,
                                          .book = header.regulations.book };
    } while (item->kind != ARB_CASE_END);
    case_count--;
}

static long now(void)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    return at.tv_sec * 1000000000L + at.tv_nsec;
}

/* Without a fault: what each case reaches, and what it costs. */
static void look(one_case *it)
{
    const size_t count = (size_t)arb_mutant_count;

    memset(arb_mutant_reached, 0, count);
    const long began = now();
    if (!is_met(it)) {
        fprintf(stderr, "%.*s\n", (int)it->title_size, it->title);
        give_up("a case fails without any fault");
    }
    it->cost = now() - began;
    it->reached = must(malloc(count));
    memcpy(it->reached, arb_mutant_reached, count);
}

static int by_cost(const void *a, const void *b)
{
    const one_case *left = a, *right = b;

    return (left->cost > right->cost) - (left->cost < right->cost);
}

/* Can the case come by the fault? Of tables only the edition is known. */
static bool comes_by(const one_case *it, int number)
{
    const void *book = arb_mutant_book_of(number);

    if (!book)
        book = arb_mutant_cited_of(number);
    if (book)
        return it->book == book;
    return it->reached[number] || number >= arb_mutant_first_of_tables;
}

/* The number of the first case that fails; `case_count` when none does. */
static size_t first_failure(int number, size_t *at)
{
    arb_mutant_set(number);
    for (*at = 0; *at < case_count; (*at)++)
        if (comes_by(&cases[*at], number) && !is_met(&cases[*at]))
            return *at;
    return case_count;
}

static void tell(int number, int status, const one_case *at)
{
    char line[TITLE_SIZE + 64];
    const char *title = at->title;
    const int length = (int)at->title_size;
    const char *how = WIFEXITED(status) && WEXITSTATUS(status) == 0 ? "survived"
                      : WIFEXITED(status)                           ? "found"
                      : WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGALRM
                          ? "found by time:"
                          : "found by a crash:";
    const int used = snprintf(line, sizeof line, "%d %s %.*s\n", number, how,
                              length < TITLE_SIZE ? length : TITLE_SIZE, title);

    if (write(1, line, (size_t)used) != used)
        give_up("nobody listens");
}

/* One fault, in a child. */
static void try(int number, size_t *at)
{
    const struct rlimit limit = { SECONDS_MAX, SECONDS_MAX }, none = { 0, 0 };
    int status;
    const pid_t child = fork();

    if (child < 0)
        give_up("no process");
    if (child == 0) {
        setrlimit(RLIMIT_CPU, &limit);
        setrlimit(RLIMIT_CORE, &none);
        alarm(20 * SECONDS_MAX);
        if (!freopen("/dev/null", "w", stderr))
            _exit(1);
        _exit(first_failure(number, at) < case_count);
    }
    waitpid(child, &status, 0);
    tell(number, status, &cases[*at < case_count ? *at : 0]);
}

int main(int argc, char **argv)
{
    const int jobs = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 1;
    int left = 0;

    read_all();
    divide();
    for (size_t i = 0; i < case_count; i++)
        look(&cases[i]);
    qsort(cases, case_count, sizeof *cases, by_cost);
    for (int job = 0; job < jobs; job++) {
        if (fork() != 0) {
            left++;
            continue;
        }
        size_t *at =
            mmap(NULL, sizeof *at, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        assert(at != MAP_FAILED);
        for (int i = 2 + job; i < argc; i += jobs)
            try((int)strtol(argv[i], NULL, 10), at);
        _exit(0);
    }
    while (left > 0)
        left -= wait(NULL) > 0;
    return 0;
}
