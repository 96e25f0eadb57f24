/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_PGN_PARCEL_NAME_H
#define ARBITRO_PGN_PARCEL_NAME_H
/* Names of files made from what stands in games. */
#include <stddef.h>

enum { ARB_PARCEL_NAME_MAX = 160 };

/*
 * Writes the name of the file for games with this value of a tag: the value itself with ".pgn", as
 * far as it can be a name everywhere. Where it cannot, signs are replaced and eight digits added
 * that only this value has, so that different values have different names. No value is "unknown".
 */
void arb_parcel_name(char out[static ARB_PARCEL_NAME_MAX], const char *value, size_t size);

#endif
