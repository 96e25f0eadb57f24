/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_DATA_FILE_H
#define ARBITRO_TEST_DATA_FILE_H
/*
 * Test data that stands in files of lines, below the folder named by ARB_TEST_DATA ("tests" when
 * it is not set). Empty lines and lines that begin with # are left out.
 */
#include "arbitro/setup.h"

enum { DATA_LINE_MAX = 1024 };

/*
 * Calls `line` for each line of the file, without its end. Returns how many there were, or 0 after
 * saying what is wrong when the file cannot be read.
 */
unsigned data_file_read(const char *name, void (*line)(void *user, unsigned number, char *text),
                        void *user);

/* The setup of a FEN that the test itself contains; stops the test when it cannot be read. */
arb_setup setup_of(const char *fen);

#endif
