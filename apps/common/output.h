/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_OUTPUT_H
#define ARBITRO_COMMON_OUTPUT_H
/*
 * Standard output as something that can fail: a full disk must not look like success. It may also
 * lead into a file, which is there as a whole or not at all.
 */
#include <stdbool.h>

#include "common/text.h"

/* Makes sure that the three standard streams exist, so that no file takes their place. */
void arb_output_begin(void);

/* From now on standard output is the file `path`. Returns 0, or the errno of why it is not. */
int arb_output_to(const char *path);

/*
 * Delivers what is still in the buffer; a file takes its place only if `keep`. Returns 0 when
 * all of standard output was written, else the errno of the failure.
 */
int arb_output_finish(bool keep);

/* The reason behind an errno of a failed write, as a phrase. */
arb_text_id arb_output_reason(int error);

#endif
