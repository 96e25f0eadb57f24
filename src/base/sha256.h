/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BASE_SHA256_H
#define ARBITRO_BASE_SHA256_H
/*
 * SHA-256 (FIPS 180-4), so that what was sealed under a hash can be compared with what is opened,
 * without a library.
 */
#include <stddef.h>
#include <stdint.h>

enum { ARB_SHA256_SIZE = 32 };

/* The hash of `size` bytes at once; they are few wherever this is asked for. */
void arb_sha256(uint8_t out[ARB_SHA256_SIZE], const void *bytes, size_t size);

#endif
