/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_RELAY_CURL_H
#define ARBITRO_CLI_RELAY_CURL_H
/*
 * libcurl, loaded by `arbitro relay` alone, for the same reason as libpq: see store/libpq_late.h.
 * Some of its functions take any number of arguments, so they are called by pointers.
 */
#include <curl/curl.h>
#include <stdbool.h>

#define ARB_CURL_CALLS(CALL)                                                                       \
    CALL(easy_cleanup)                                                                             \
    CALL(easy_getinfo)                                                                             \
    CALL(easy_init)                                                                                \
    CALL(easy_perform)                                                                             \
    CALL(easy_setopt)                                                                              \
    CALL(easy_strerror)                                                                            \
    CALL(free)                                                                                     \
    CALL(getdate)                                                                                  \
    CALL(global_cleanup)                                                                           \
    CALL(global_init)                                                                              \
    CALL(slist_append)                                                                             \
    CALL(slist_free_all)                                                                           \
    CALL(url)                                                                                      \
    CALL(url_cleanup)                                                                              \
    CALL(url_get)                                                                                  \
    CALL(url_set)

#define ARB_CURL_POINTER(name) __typeof__(curl_##name) *name;
typedef struct arb_curl {
    ARB_CURL_CALLS(ARB_CURL_POINTER)
} arb_curl;

/* The library, loaded if that is still to be done; NULL: this machine has none that fits. One
 * thread only. */
const arb_curl *arb_curl_load(void);

#endif
