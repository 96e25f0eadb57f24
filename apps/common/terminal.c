/* SPDX-License-Identifier: MIT */
/* How wide terminals are; see terminal.h. */
#define _DEFAULT_SOURCE /* the size of a terminal */
#include "common/terminal.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "common/number.h"

enum { WIDEST = 100000 }; /* no terminal is; a larger number is a mistake */

size_t arb_terminal_told(void)
{
    const char *told = getenv("COLUMNS");
    unsigned columns = 0;
    size_t column;

    return told && arb_number_read(&columns, &column, told, 1, WIDEST) ? columns : 0;
}

size_t arb_terminal_columns(int fd)
{
    struct winsize size;

    return isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
