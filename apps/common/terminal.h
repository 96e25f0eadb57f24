/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_TERMINAL_H
#define ARBITRO_COMMON_TERMINAL_H
/* How wide terminals are, in characters. */
#include <stddef.h>

/* As the environment says in COLUMNS; 0 when it does not. */
size_t arb_terminal_told(void);

/* As the terminal itself says; 0 when `fd` is none, or does not know. */
size_t arb_terminal_columns(int fd);

#endif
