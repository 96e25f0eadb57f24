/* SPDX-License-Identifier: MIT */
/*
 * Any two lines as a stipulation and a position that a visitor of the hall asks about. What cannot
 * be read is refused at a place inside it. What can is solved within its limits, and the answer is
 * a stream of whole events of bounded size: JSON, one solution and one end, moves after those that
 * they follow, and squares that exist.
 */
#define _GNU_SOURCE
#include <jansson.h>
#include <string.h>

#include "fuzz.h"
#include "server/hall/solving.h"

enum {
    INPUT_MAX = 400,
    PATIENCE_MS = 15,
    MEMORY_MAX = 8 << 20,
    EVENT_MAX = ARB_SOLVING_PART_MAX + 4096,
    NODES_MAX = 20000
};

static arb_loop *loop;
static arb_judges *judges;

static void end(void)
{
    arb_judges_free(judges);
    arb_loop_free(loop);
}

static void begin(void)
{
    require(arb_loop_new(&loop, NULL) == ARB_OK, "a loop");
    require(arb_judges_new(&judges, loop, 2, ARB_JUDGES_NICEST) == ARB_OK, "and threads");
    require(atexit(end) == 0, "until the end");
}

/* ---- the answer */

static struct {
    unsigned solutions, ends;
    unsigned char known[NODES_MAX]; /* ids that were told */
} told;

static void check_squares(json_t *squares)
{
    const char *name;
    json_t *value;

    json_object_foreach(squares, name, value)
    {
        const char *letter = json_string_value(value);
        require(arb_square_read(name, strlen(name)) != ARB_SQUARE_NONE, "a square");
        require(letter && (!*letter || (arb_piece_from_letter(*letter) && !letter[1])),
                "and what stands there");
    }
}

static void check_nodes(json_t *nodes)
{
    size_t i;
    json_t *node;

    json_array_foreach(nodes, i, node)
    {
        const json_int_t id = json_integer_value(json_object_get(node, "id"));
        const json_int_t parent = json_integer_value(json_object_get(node, "parent"));
        require(id > 0 && parent >= 0 && id != parent, "a move has a place");
        require(json_is_string(json_object_get(node, "kind")), "and a kind");
        require(parent >= NODES_MAX || parent == 0 || told.known[parent], "parents come first");
        check_squares(json_object_get(node, "squares"));
        if (id < NODES_MAX)
            told.known[id] = 1;
    }
}

static void check_event(const char *name, const char *data, size_t size)
{
    json_t *value = json_loadb(data, size, 0, NULL);

    require(value != NULL, "an event is JSON");
    told.solutions += strcmp(name, "solution") == 0;
    told.ends += strcmp(name, "end") == 0;
    if (strcmp(name, "nodes") == 0)
        check_nodes(value);
    json_decref(value);
}

static void check_answer(const arb_buf *answer)
{
    const char *at = arb_buf_text(answer), *stop;
    char name[16];

    memset(&told, 0, sizeof told);
    for (; (stop = strstr(at, "\n\n")); at = stop + 2) {
        const char *data = strstr(at, "\ndata: ");
        require(sscanf(at, "event: %15[a-z]", name) == 1 && data && data < stop, "an event");
        require(stop - at <= EVENT_MAX, "of bounded size");
        data += strlen("\ndata: ");
        check_event(name, data, (size_t)(stop - data));
    }
    require(*at == '\0' && told.solutions == 1 && told.ends == 1, "all of it");
}

static void solve(const arb_solving_wish *wish)
{
    arb_solving_work work = {
        .judges = judges, .alone_ms = PATIENCE_MS, .shared_ms = 1, .memory_max = MEMORY_MAX
    };
    arb_solved solved;
    arb_buf answer;

    arb_solver_run(&solved, wish, &work);
    arb_buf_init(&answer, NULL, ARB_SOLVING_ANSWER_MAX);
    require(arb_solved_write(&answer, &solved, &work) == ARB_OK, "there is an answer");
    arb_problem_free(solved.problem);
    require(work.used == 0, "all memory is given back");
    check_answer(&answer);
    arb_buf_clear(&answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[INPUT_MAX + 1];
    arb_solving_wish wish = { .set = size % 2, .tries = size / 2 % 2 };
    arb_where where = { 0 };

    if (size > INPUT_MAX)
        return 0;
    if (!judges)
        begin();
    memcpy(text, data, size);
    text[size] = '\0';
    char *fen = strchr(text, '\n');
    if (!fen)
        return 0;
    *fen++ = '\0';
    const char *wrong = arb_solving_read(&wish, &where, text, fen);
    if (wrong) {
        const char *line = strcmp(wrong, "position") == 0 ? fen : text;
        require(where.column >= 1 && where.column <= strlen(line) + 1, "a place inside");
        return 0;
    }
    solve(&wish);
    return 0;
}
