/* SPDX-License-Identifier: MIT */
/* libcurl, loaded when something is relayed; see relay_curl.h. */
#include "cli/relay_curl.h"

#include <dlfcn.h>
#include <stddef.h>

static const char library[] = "libcurl.so.4";

#define ENTRY(name) { "curl_" #name, offsetof(arb_curl, name) },
static const struct {
    const char *name;
    size_t at;
} entries[] = { ARB_CURL_CALLS(ENTRY) };

const arb_curl *arb_curl_load(void)
{
    static arb_curl calls;
    static void *handle;

    if (handle)
        return &calls;
    void *fresh = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    for (size_t i = 0; i < sizeof entries / sizeof entries[0] && fresh; i++) {
        void *found = dlsym(fresh, entries[i].name);
        *(void **)((char *)&calls + entries[i].at) = found;
        if (!found) {
            (void)dlclose(fresh);
            return NULL;
        }
    }
    handle = fresh;
    return handle ? &calls : NULL;
}
