/* SPDX-License-Identifier: MIT */
/*
 * Halls know each other by the secret in their database, which none of them ever says. Before
 * anything is handed on, whoever answers at the address of another hall proves that he knows it:
 *
 *     GET /hall/proof
 *     Arbitro-Hall: NONCE GREETING
 *
 * is answered with a proof. Greeting and proof are made of the secret, the nonce and the number of
 * the hall that is meant; the pass that goes with everything after that, of the secret and that
 * number. So whoever has taken the address of a hall that has died gets no links, and nothing by
 * which he would pass for a hall with the others. Who can alter what passes on the way can do more.
 */
#define _GNU_SOURCE
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/hall/forward_internal.h"

enum { WORD = ARB_TOKEN_SIZE - 1, PURPOSE = 64 };

static void make(char out[ARB_TOKEN_SIZE], const arb_hall *hall, uint64_t meant, const char *what,
                 const char *nonce)
{
    char purpose[PURPOSE];

    (void)snprintf(purpose, sizeof purpose, "house %s %s", what, nonce);
    arb_token_derive(out, hall->secret, purpose, meant);
}

static bool is_same(const char *a, const char *b)
{
    return sodium_memcmp(a, b, WORD) == 0;
}

void arb_house_pass(char out[ARB_TOKEN_SIZE], const arb_hall *hall, uint64_t meant)
{
    make(out, hall, meant, "pass", "");
}

/* ---- who asks */

void arb_forward_greet(arb_forward *r)
{
    char greeting[ARB_TOKEN_SIZE];

    arb_token_make(r->nonce);
    make(greeting, r->hall, r->to.id, "greeting", r->nonce);
    (void)snprintf(r->hello, sizeof r->hello,
                   "GET /hall/proof HTTP/1.1\r\nHost: house\r\nArbitro-Hall: %s %s\r\n\r\n",
                   r->nonce, greeting);
    r->greets = true;
}

bool arb_forward_is_proven(const arb_forward *r)
{
    char proof[ARB_TOKEN_SIZE];

    make(proof, r->hall, r->to.id, "proof", r->nonce);
    return r->head.status == 200 && !r->head.streams && !r->head.closes && r->head.body == WORD &&
           is_same(proof, arb_buf_text(&r->in) + r->head.size);
}

/* ---- who is asked */

/* It is this hall that asks: at the address of the other one others reach whoever asks, such as
 * 127.0.0.1 on another machine. Nothing is sent there any more. */
static void meet_itself(arb_hall *hall, const char *nonce)
{
    arb_house *house = &hall->house;

    for (const arb_forward *r = house->relays; r; r = r->next) {
        if (!r->greets || !is_same(r->nonce, nonce))
            continue;
        if (house->mirrored != r->to.id)
            arb_hall_log(hall, "error", "at the address of another hall this one meets itself",
                         "{ss ss}", "at", r->to.at, "needs", "--reach ADDRESS:PORT, there");
        house->mirrored = r->to.id;
    }
}

void arb_api_hall_proof(const arb_api_call *call)
{
    const arb_http_text said = arb_http_field_get(call->request, "Arbitro-Hall");
    arb_hall *hall = call->hall;
    char nonce[ARB_TOKEN_SIZE] = "", greeting[ARB_TOKEN_SIZE], proof[ARB_TOKEN_SIZE];

    if (!hall->house.shared || !said.at || said.size != 2 * WORD + 1) {
        arb_api_fail(call->exchange, ARB_API_NOT_FOUND);
        return;
    }
    memcpy(nonce, said.at, WORD);
    make(greeting, hall, hall->house.id, "greeting", nonce);
    if (!is_same(greeting, said.at + WORD + 1)) {
        meet_itself(hall, nonce);
        arb_api_fail(call->exchange, ARB_API_NOT_FOUND);
        return;
    }
    make(proof, hall, hall->house.id, "proof", nonce);
    arb_http_answer_give(call->exchange, &(arb_http_answer){ .status = 200,
                                                             .type = "text/plain; charset=utf-8",
                                                             .cache = "no-store",
                                                             .body = proof,
                                                             .size = WORD });
}
