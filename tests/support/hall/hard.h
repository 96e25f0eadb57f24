/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_HARD_H
#define ARBITRO_TESTS_HARD_H
/*
 * Positions in which it takes longest to find out whether anybody can still win: all the work that
 * a game allows, for each side, about two seconds in all. Blocked pawns, and bishops that go around
 * them.
 */
#include "support/hall/hall.h"

/* Number `i` of a dozen, again and again. One capture, c1xe3, makes it hard. */
const char *hard_to_be(unsigned i);

/* The capture itself, as words of the case language. */
#define HARD_CAPTURE "play c1e3"

/* Number `i`, after the capture. */
const char *hard_already(unsigned i);

/* Sends an event from this address, "127.0.0.N", and does not wait for the answer. */
client hard_send(const hall *h, unsigned address, const char *token, const char *id,
                 const char *event);

/* Has the answer come? 0: not yet. */
unsigned hard_answer(client *c);

/*
 * Waits until bytes have come that hold the text, for as long as the hall works at it: what is hard
 * is judged by threads that give way to everybody, so that how long it takes is up to the others on
 * the machine, and how much work it is, is not.
 */
bool hard_expect(const hall *h, client *c, const char *text);

/* Waits so for the answer, and asserts that the event was heard. */
void hard_take(const hall *h, client *c);

#endif
