/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_URGENT_H
#define ARBITRO_SERVER_URGENT_H

/*
 * Says that this thread works in short spells, and should run as soon as there is something for it:
 * it then goes before whatever computes beside it, without having a larger share of the processor.
 * A wish: systems that do not know it (Linux before 6.12) go on as they did.
 */
void arb_urgent_thread(void);

#endif
