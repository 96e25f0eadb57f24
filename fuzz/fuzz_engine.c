/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as what an engine says. The first byte chooses who leaves before he is answered and who
 * takes no answer for one. Everybody else is answered or told that he will not be, once; what he
 * hears are whole lines; and no process is left.
 */
#define _GNU_SOURCE
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "server/hall/engine_room.h"

enum {
    GUESTS = 3,
    LINE_MAX_SIZE = 8192,
    PATIENCE_MS = 2000,
    LEAVES = 1,
    LEAVES_LATE = 2,
    DOUBTS = 4
};

typedef struct guest {
    arb_engine_guest question;
    unsigned asked, answered, failed;
    bool left;
} guest;

static struct {
    arb_loop *loop;
    arb_engine_room *room;
    guest guests[GUESTS];
    unsigned open;  /* guests who are neither answered nor gone */
    unsigned habit; /* the first byte */
    bool late;
} it;

static void leave(guest *g)
{
    if (g->left || g->answered || g->failed)
        return;
    g->left = true;
    it.open--;
    arb_engine_room_withdraw(it.room, &g->question);
}

static void finish(void)
{
    if (it.open == 0)
        arb_loop_stop(it.loop);
}

static int64_t on_ask(void *user, char *out, size_t room, bool fresh)
{
    guest *g = user;

    require(!g->left && !g->answered && !g->failed, "asked for somebody who does not wait");
    g->asked++;
    (void)snprintf(out, room, "%sgo\n", fresh ? "ucinewgame\n" : "");
    return PATIENCE_MS;
}

static void require_line(const char *line)
{
    require(strlen(line) < LINE_MAX_SIZE, "a line that is too long was not passed over");
    require(strchr(line, '\n') == NULL, "a line has an end inside");
}

static void on_hear(void *user, const char *line)
{
    guest *g = user;

    require(g->asked == 1 && !g->left, "heard by somebody who did not ask");
    require_line(line);
    if (it.habit & LEAVES_LATE && g == &it.guests[1]) {
        leave(g);
        finish();
    }
}

static bool on_answer(void *user, const char *line)
{
    guest *g = user;

    require(g->asked == 1 && !g->left && !g->answered && !g->failed, "answered out of turn");
    require_line(line);
    require(strncmp(line, "bestmove", 8) == 0, "that is no answer");
    if (it.habit & DOUBTS && g == &it.guests[0])
        return false;
    g->answered++;
    it.open--;
    finish();
    return true;
}

static void on_failed(void *user)
{
    guest *g = user;

    require(!g->left && !g->answered && !g->failed, "told twice");
    g->failed++;
    it.open--;
    finish();
}

static void on_late(void *user)
{
    (void)user;
    it.late = true;
    arb_loop_stop(it.loop);
}

static void write_file(const char *path, const uint8_t *data, size_t size)
{
    FILE *file = fopen(path, "wb");

    require(file && fwrite(data, 1, size, file) == size && fclose(file) == 0, "a file is written");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char path[64], command[80];
    arb_hall_config config = arb_hall_defaults();
    arb_timer late = { .due = on_late };

    if (size == 0)
        return 0;
    if (!path[0]) {
        (void)snprintf(path, sizeof path, "%s/arbitro-engine-%d",
                       access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (int)getpid());
        (void)snprintf(command, sizeof command, "cat %s", path);
    }
    write_file(path, data + 1, size - 1);
    config.engine = command;
    config.engines_max = 1;
    config.engine_answer_ms = PATIENCE_MS;
    memset(&it, 0, sizeof it);
    it.habit = data[0];
    it.open = GUESTS;
    require(arb_loop_new(&it.loop, NULL) == ARB_OK, "there is a loop");
    it.room = arb_engine_room_new(it.loop, &config);
    require(it.room != NULL, "there is a room");
    for (unsigned i = 0; i < GUESTS; i++) {
        guest *g = &it.guests[i];
        g->question = (arb_engine_guest){ .owner = i,
                                          .game = 1 + i / 2,
                                          .ask = on_ask,
                                          .hear = on_hear,
                                          .answer = on_answer,
                                          .failed = on_failed,
                                          .user = g };
        arb_engine_room_ask(it.room, &g->question);
    }
    if (it.habit & LEAVES)
        leave(&it.guests[2]);
    arb_loop_set(it.loop, &late, arb_boottime_ms() + 2 * GUESTS * PATIENCE_MS);
    require(arb_loop_run(it.loop) == ARB_OK, "the loop runs");
    require(!it.late && it.open == 0, "nobody waits for ever");
    arb_loop_unset(it.loop, &late);
    arb_engine_room_free(it.room);
    arb_loop_free(it.loop);
    (void)unlink(path);
    return 0;
}
