/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_OUTPUT_H
#define ARBITRO_COMMON_OUTPUT_H
/*
 * Standard output as something that can fail: a full disk or a reader who went away must not
 * look like success.
 */
#include "common/text.h"

/* Makes sure that the three standard streams exist, so that no file takes their place. */
void arb_output_begin(void);

/*
 * Delivers what is still in the buffer. Returns 0 when all of standard output was written, else
 * the errno of the failure.
 */
int arb_output_finish(void);

/* The reason behind an errno of a failed write, as a phrase. */
arb_text_id arb_output_reason(int error);

#endif
