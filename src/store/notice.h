/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_STORE_NOTICE_H
#define ARBITRO_STORE_NOTICE_H
/**
 * @file notice.h
 * What a hall tells the others of a batch: "SEQUENCE GAME GAME ...", and behind a semicolon the
 * games whose links have changed. A game with the number 0 stands for any.
 */
#include "store/lease.h"

/**
 * Tells what stands in a notice; false: `fn` wants to hear no more. Any text may come: what is no
 * notice says that any game may have got events or links, since somebody wanted to say something.
 */
bool arb_store_notice_read(const char *text, arb_store_heard_fn *fn, void *user);

/** The sequence number of a notice; 0 when it is none. */
uint64_t arb_store_notice_sequence(const char *text);

#endif
