/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_SERVE_NOTIFY_H
#define ARBITRO_CLI_SERVE_NOTIFY_H
/*
 * What a service tells systemd: that it is ready, that it lives, that it is ending. The protocol is
 * a datagram of text to a socket that the environment names, so no library is needed. Without that
 * name nothing is told.
 */

/* Finds the socket, and takes its name out of the environment: engines are no service. */
void arb_notify_begin(void);

/* Sends a text such as "READY=1"; also from a signal handler. */
void arb_notify(const char *text);

/* Says that the service lives, when that is wanted and half of the time has passed since the last.
 */
void arb_notify_alive(void *unused);

#endif
