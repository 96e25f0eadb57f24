/* SPDX-License-Identifier: MIT */
#include "support/hall/live.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include <cmocka.h>

/* Pawns only, so that no position comes twice. */
static const char *const moves[] = { "a2a3", "h7h6", "a3a4", "h6h5", "b2b3", "g7g6", "b3b4",
                                     "g6g5", "c2c3", "f7f6", "c3c4", "f6f5", "d2d3", "e7e6",
                                     "d3d4", "e6e5", "e2e3", "d7d6", "g2g3", "c7c6" };

void live_open(live *l, const hall *h)
{
    *l = (live){ .h = h, .s = hall_game(h, "{\"time\":\"3600\"}") };
    l->page[0] = hall_stream(h, l->s.white, -1);
    l->page[1] = hall_stream(h, l->s.black, -1);
    for (unsigned i = 0; i < 2; i++) {
        l->line[i] = client_open(h->port);
        assert_true(client_expect(&l->page[i], "\"event\":\"start\"", CLIENT_PATIENCE_MS));
    }
}

void live_close(live *l)
{
    for (unsigned i = 0; i < 2; i++) {
        client_close(&l->page[i]);
        client_close(&l->line[i]);
    }
}

void live_goes_on(live *l)
{
    const unsigned side = l->plies % 2;
    char body[96], expected[48];
    json_t *answer;

    assert_true(l->plies < sizeof moves / sizeof moves[0]);
    (void)snprintf(body, sizeof body, "{\"id\":\"live-%u\",\"event\":\"move %s\"}", l->plies,
                   moves[l->plies]);
    (void)snprintf(expected, sizeof expected, "\"event\":\"move %s\"", moves[l->plies]);
    const unsigned status = hall_ask_on(&answer, &l->line[side], "POST", "/api/events",
                                        side ? l->s.black : l->s.white, body);
    if (status != 200 || json_is_true(at(answer, "refused")))
        fail_msg("move %u was not taken: %u", l->plies, status);
    json_decref(answer);
    if (!client_expect(&l->page[!side], expected, CLIENT_PATIENCE_MS))
        fail_msg("move %u did not reach the other page", l->plies);
    l->plies++;
}

void live_goes_on_again(live *l)
{
    for (unsigned i = 0; i < 2; i++) {
        client_close(&l->line[i]);
        l->line[i] = client_open(l->h->port);
    }
    live_goes_on(l);
}

void live_listen(live *l)
{
    static char bytes[1 << 16];

    for (unsigned i = 0; i < 2; i++) {
        l->page[i].size = 0;
        while (recv(l->page[i].fd, bytes, sizeof bytes, MSG_DONTWAIT) > 0)
            ;
    }
}

size_t live_events(const live *l)
{
    json_t *game = hall_look(l->h, l->s.arbiter);
    const size_t count = json_array_size(at(game, "log"));

    json_decref(game);
    return count;
}
