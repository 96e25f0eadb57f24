/* SPDX-License-Identifier: MIT */
/* By which names the hall answers, and which proxies it believes; see serve_access.h. */
#include "cli/serve_access.h"

#include <string.h>

#include "common/quote.h"
#include "server/hall/hosts.h"

typedef bool read_one(arb_access *out, const char *text, size_t size);

static bool read_host(arb_access *out, const char *text, size_t size)
{
    if (out->host_count == ARB_ACCESS_MAX || !arb_host_is_name(text, size))
        return false;
    char *name = out->name[out->host_count];
    memcpy(name, text, size);
    name[size] = '\0';
    out->host[out->host_count++] = name;
    return true;
}

static bool read_proxy(arb_access *out, const char *text, size_t size)
{
    return out->proxy_count < ARB_ACCESS_MAX &&
           arb_network_read(&out->proxy[out->proxy_count], text, size) && ++out->proxy_count;
}

/* The members of a list with commas, of which none may be empty. */
static bool read_list(arb_access *out, const char *list, read_one *read)
{
    for (;;) {
        const size_t size = strcspn(list, ",");
        if (!read(out, list, size))
            return false;
        if (list[size] == '\0')
            return true;
        list += size + 1;
    }
}

static bool read_all(arb_access *out, const arb_cli *cli, const arb_args *args, arb_opt option,
                     read_one *read, arb_text_id complaint)
{
    const char *list;

    for (size_t i = 0; (list = arb_args_each(args, option, &i)) != NULL;) {
        if (!read_list(out, list, read)) {
            arb_cli_misused_of(cli, list, complaint, arb_quote(list).text);
            return false;
        }
    }
    return true;
}

bool arb_access_read(arb_access *out, arb_hall_config *config, const arb_cli *cli,
                     const arb_args *args)
{
    *out = (arb_access){ 0 };
    if (!read_all(out, cli, args, ARB_OPT_SERVE_HOST, read_host, ARB_TEXT_SERVE_HOST) ||
        !read_all(out, cli, args, ARB_OPT_SERVE_PROXY, read_proxy, ARB_TEXT_SERVE_PROXY))
        return false;
    config->hosts = out->host;
    config->host_count = out->host_count;
    config->proxies = out->proxy;
    config->proxy_count = out->proxy_count;
    return true;
}
