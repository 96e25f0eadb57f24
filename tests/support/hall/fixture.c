/* SPDX-License-Identifier: MIT */
#include "support/hall/fixture.h"

hall h;
live live_game;

const char *const no_engine[] = { "--engine", "none", NULL };

void fixture_start(const arb_hall_config *config)
{
    arb_hall_config usual = arb_hall_defaults();

    usual.unlimited = true;
    if (!h.folder[0])
        hall_init(&h);
    hall_start_with(&h, config ? config : &usual);
}

void fixture_play(void)
{
    live_open(&live_game, &h);
    live_goes_on(&live_game);
}

int fixture_hall(void **state)
{
    (void)state;
    fixture_start(NULL);
    return 0;
}

int fixture_hall_in_memory(void **state)
{
    hall_init_in_memory(&h);
    return fixture_hall(state);
}

int fixture_program(void **state)
{
    (void)state;
    hall_init(&h);
    hall_start(&h, no_engine);
    return 0;
}

int fixture_game(void **state)
{
    const int status = fixture_hall(state);

    fixture_play();
    return status;
}

int fixture_close(void **state)
{
    (void)state;
    if (live_game.h)
        live_close(&live_game);
    live_game.h = NULL;
    assert_int_equal(hall_stop(&h), 0);
    hall_clear(&h);
    h.folder[0] = '\0';
    return 0;
}

seats started(const char *body)
{
    const seats s = hall_game(&h, body ? body : "{\"time\":\"5400+30\",\"mode\":\"tournament\"}");

    assert_true(hall_do(&h, s.arbiter, "start"));
    return s;
}

client starting(const char *token)
{
    client c = hall_stream(&h, token, -1);

    assert_true(client_expect(&c, "\"event\":\"start\"", CLIENT_PATIENCE_MS));
    return c;
}

void fixture_behind_proxy(arb_hall_config *config)
{
    static const char here[] = "127.0.0.0/8";
    static arb_network proxy;

    assert_true(arb_network_read(&proxy, here, sizeof here - 1));
    config->proxies = &proxy;
    config->proxy_count = 1;
}

char *code_of(char out[16], const char *body, const char *seat, seats *s)
{
    char path[32];
    json_t *made;

    assert_int_equal(hall_ask(&made, &h, "POST", "/api/games", NULL, body), 201);
    (void)snprintf(path, sizeof path, "codes.%s", seat);
    (void)snprintf(out, 16, "%s", text_at(made, path));
    s->game = (int)number_at(made, "game");
    (void)snprintf(s->white, sizeof s->white, "%s", text_at(made, "tokens.white"));
    (void)snprintf(s->black, sizeof s->black, "%s", text_at(made, "tokens.black"));
    (void)snprintf(s->arbiter, sizeof s->arbiter, "%s", text_at(made, "tokens.arbiter"));
    (void)snprintf(s->spectator, sizeof s->spectator, "%s", text_at(made, "tokens.spectator"));
    (void)snprintf(s->code, sizeof s->code, "%s", text_at(made, "codes.black"));
    json_decref(made);
    return out;
}

unsigned fixture_post(json_t **out, const char *path, json_t *body)
{
    char *text = json_dumps(body, 0);
    const unsigned status = hall_ask(out, &h, "POST", path, h.key, text);

    free(text);
    json_decref(body);
    return status;
}
