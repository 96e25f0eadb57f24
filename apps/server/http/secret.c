/* SPDX-License-Identifier: MIT */
#include "server/http/secret.h"

bool arb_bytes_equal_secretly(const void *a, const void *b, size_t size)
{
    /* Volatile, or the compiler may see that it could stop early. */
    const volatile unsigned char *x = a, *y = b;
    unsigned char difference = 0;

    for (size_t i = 0; i < size; i++)
        difference = (unsigned char)(difference | (x[i] ^ y[i]));
    return difference == 0;
}
