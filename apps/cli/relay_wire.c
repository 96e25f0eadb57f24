/* SPDX-License-Identifier: MIT */
/* Questions over HTTP, by libcurl; see relay.h. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "arbitro/api.h"
#include "cli/relay.h"

void arb_relay_reply_clear(arb_relay_reply *r)
{
    arb_buf_clear(&r->body);
    *r = (arb_relay_reply){ .status = 0 };
}

#ifdef ARB_HAVE_CURL
#include "cli/relay_curl.h"

static const arb_curl *curl; /* once arb_relay_is_built() has answered */

bool arb_relay_is_built(void)
{
    curl = arb_curl_load();
    return curl != NULL;
}

bool arb_relay_begin(void)
{
    return curl->global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

void arb_relay_end(void)
{
    curl->global_cleanup();
}

/* ---- addresses */

/* 127.example.org is no address of this machine, so nothing but numbers is believed. */
static bool is_this_machine(const char *host)
{
    struct in_addr address;

    return strcmp(host, "localhost") == 0 || strcmp(host, "[::1]") == 0 ||
           (strncmp(host, "127.", 4) == 0 && inet_pton(AF_INET, host, &address) == 1);
}

static char *part(CURLU *url, CURLUPart which)
{
    char *text = NULL;

    return curl->url_get(url, which, &text, 0) == CURLUE_OK ? text : NULL;
}

/* What is on this machine is asked directly: to a proxy a token would go as it is. */
static bool is_here(const char *text)
{
    CURLU *url = curl->url();
    char *host = url && curl->url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK
                     ? part(url, CURLUPART_HOST)
                     : NULL;
    const bool here = host && is_this_machine(host);

    curl->free(host);
    curl->url_cleanup(url);
    return here;
}

arb_text_id arb_relay_url_fault(const char *text, bool plain_allowed)
{
    CURLU *url = curl->url();
    arb_text_id fault = ARB_TEXT_RELAY_URL;

    if (url && curl->url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK) {
        char *scheme = part(url, CURLUPART_SCHEME), *host = part(url, CURLUPART_HOST);
        char *user = part(url, CURLUPART_USER), *password = part(url, CURLUPART_PASSWORD);
        const bool https = scheme && strcmp(scheme, "https") == 0;
        const bool http = scheme && strcmp(scheme, "http") == 0;
        if (user || password)
            fault = ARB_TEXT_RELAY_URL_USER;
        else if (https || (http && plain_allowed))
            fault = ARB_TEXT_COUNT;
        else if (http && host)
            fault = is_this_machine(host) ? ARB_TEXT_COUNT : ARB_TEXT_RELAY_URL_PLAIN;
        curl->free(scheme);
        curl->free(host);
        curl->free(user);
        curl->free(password);
    }
    curl->url_cleanup(url);
    return fault;
}

/* ---- asking */

static size_t on_body(char *bytes, size_t one, size_t count, void *user)
{
    arb_relay_reply *r = user;

    if (arb_buf_add(&r->body, bytes, one * count) == ARB_OK)
        return one * count;
    r->too_large = true;
    return 0;
}

static int on_progress(void *user, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
    const arb_relay_ask *ask = user;

    (void)a;
    (void)b;
    (void)c;
    (void)d;
    for (size_t i = 0; i < sizeof ask->stop / sizeof ask->stop[0]; i++)
        if (ask->stop[i] && *ask->stop[i])
            return 1;
    return 0;
}

/* The value of a header, without blanks around it; false when the line is another. */
static bool take_header(char *out, size_t room, const char *line, size_t size, const char *name)
{
    const size_t length = strlen(name);

    if (size <= length || strncasecmp(line, name, length) != 0 || line[length] != ':')
        return false;
    line += length + 1;
    size -= length + 1;
    while (size > 0 && (*line == ' ' || *line == '\t')) {
        line++;
        size--;
    }
    while (size > 0 && strchr("\r\n \t", line[size - 1]))
        size--;
    if (size >= room)
        return false;
    memcpy(out, line, size);
    out[size] = '\0';
    return true;
}

/* Seconds, or the day and time until when, in each of the three forms that HTTP knows. */
static long read_retry(const char *text)
{
    long seconds = strtol(text, NULL, 10);

    if (*text < '0' || *text > '9') {
        const time_t until = curl->getdate(text, NULL), now = time(NULL);
        seconds = until > now ? (long)(until - now) : 0;
    }
    return seconds < ARB_RELAY_RETRY_MAX ? seconds : ARB_RELAY_RETRY_MAX;
}

static size_t on_header(char *line, size_t one, size_t count, void *user)
{
    arb_relay_reply *r = user;
    char number[48];

    (void)take_header(r->tag, sizeof r->tag, line, one * count, "ETag");
    (void)take_header(r->elsewhere, sizeof r->elsewhere, line, one * count, "Location");
    if (take_header(number, sizeof number, line, one * count, "Retry-After"))
        r->retry_s = read_retry(number);
    return one * count;
}

static bool add_header(struct curl_slist **list, const char *format, const char *value)
{
    char *line = NULL;
    struct curl_slist *longer = NULL;

    if (asprintf(&line, format, value) >= 0)
        longer = curl->slist_append(*list, line);
    if (line) /* it may hold the token */
        memset(line, 0, strlen(line));
    free(line);
    if (longer)
        *list = longer;
    return longer != NULL;
}

static struct curl_slist *headers_of(const arb_relay_ask *ask)
{
    struct curl_slist *list = NULL;
    bool good = add_header(&list, "User-Agent: arbitro/%s", ARB_VERSION);

    if (ask->known && *ask->known)
        good = good && add_header(&list, "If-None-Match: %s", ask->known);
    if (ask->token)
        good = good && add_header(&list, "Authorization: Bearer %s", ask->token);
    if (ask->body)
        good = good && add_header(&list, "Content-Type: %s", "text/plain; charset=utf-8") &&
               add_header(&list, "Expect:%s", "");
    if (good)
        return list;
    curl->slist_free_all(list);
    return NULL;
}

static void set_options(CURL *handle, const arb_relay_ask *ask, arb_relay_reply *out)
{
    (void)curl->easy_setopt(handle, CURLOPT_URL, ask->url);
    (void)curl->easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    (void)curl->easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
    (void)curl->easy_setopt(handle, CURLOPT_TIMEOUT_MS, ask->timeout_ms);
    (void)curl->easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    if (ask->authorities) {
        (void)curl->easy_setopt(handle, CURLOPT_CAINFO, ask->authorities);
        (void)curl->easy_setopt(handle, CURLOPT_CAPATH, NULL);
    }
    if (is_here(ask->url))
        (void)curl->easy_setopt(handle, CURLOPT_NOPROXY, "*");
    (void)curl->easy_setopt(handle, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    (void)curl->easy_setopt(handle, CURLOPT_WRITEFUNCTION, on_body);
    (void)curl->easy_setopt(handle, CURLOPT_WRITEDATA, out);
    (void)curl->easy_setopt(handle, CURLOPT_HEADERFUNCTION, on_header);
    (void)curl->easy_setopt(handle, CURLOPT_HEADERDATA, out);
    (void)curl->easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, on_progress);
    (void)curl->easy_setopt(handle, CURLOPT_XFERINFODATA, (void *)(uintptr_t)ask);
    (void)curl->easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    if (!ask->body)
        return;
    (void)curl->easy_setopt(handle, CURLOPT_POST, 1L);
    (void)curl->easy_setopt(handle, CURLOPT_POSTFIELDS, ask->body);
    (void)curl->easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)ask->size);
}

/* Every question has a connection of its own: what went wrong with one harms no other. */
void arb_relay_send(arb_relay_reply *out, const arb_relay_ask *ask)
{
    CURL *handle = curl->easy_init();
    struct curl_slist *headers = handle ? headers_of(ask) : NULL;

    *out = (arb_relay_reply){ .status = 0 };
    arb_buf_init(&out->body, NULL, ask->answer_max);
    if (headers) {
        set_options(handle, ask, out);
        (void)curl->easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
        const CURLcode code = curl->easy_perform(handle);
        out->is_no_http = code == CURLE_WEIRD_SERVER_REPLY || code == CURLE_UNSUPPORTED_PROTOCOL;
        if (code == CURLE_OK)
            (void)curl->easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &out->status);
        else
            (void)snprintf(out->trouble, sizeof out->trouble, "%s", curl->easy_strerror(code));
    } else {
        (void)snprintf(out->trouble, sizeof out->trouble, "%s",
                       curl->easy_strerror(CURLE_OUT_OF_MEMORY));
    }
    curl->slist_free_all(headers);
    curl->easy_cleanup(handle);
}

#else

bool arb_relay_is_built(void)
{
    return false;
}

bool arb_relay_begin(void)
{
    return false;
}

void arb_relay_end(void)
{
}

void arb_relay_send(arb_relay_reply *out, const arb_relay_ask *ask)
{
    *out = (arb_relay_reply){ .status = 0 };
    arb_buf_init(&out->body, NULL, ask->answer_max);
}

arb_text_id arb_relay_url_fault(const char *url, bool plain_allowed)
{
    (void)url;
    (void)plain_allowed;
    return ARB_TEXT_RELAY_URL;
}
#endif
