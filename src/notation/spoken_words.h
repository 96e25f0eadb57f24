/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_NOTATION_SPOKEN_WORDS_H
#define ARBITRO_NOTATION_SPOKEN_WORDS_H
/* What is said, language by language; the last entry has no code. */
#include "notation/spoken.h"

extern const arb_spoken arb_spoken_words[];

#endif
