/* SPDX-License-Identifier: MIT */
/* Files compiled in, and the whole server as curl sees it. */
#define _GNU_SOURCE
#include "support/http/fixture.h"

extern const arb_asset_table arb_site_assets;

static int begin(void **state)
{
    (void)state;
    site_init(&s);
    s.assets = &arb_site_assets;
    site_start(&s);
    return 0;
}

static const arb_asset *asset(const char *path)
{
    return arb_asset_find(&arb_site_assets, (arb_http_text){ path, strlen(path) });
}

/* ---- the table */

static void test_http_assets__every_file_is_found(void **state)
{
    (void)state;
    assert_int_equal(arb_site_assets.count, 4);
    for (size_t i = 0; i < arb_site_assets.count; i++)
        assert_ptr_equal(asset(arb_site_assets.assets[i].path), &arb_site_assets.assets[i]);
    assert_string_equal(asset("/index.html")->type, "text/html; charset=utf-8");
    assert_string_equal(asset("/scripts/long.js")->type, "text/javascript; charset=utf-8");
    assert_int_equal(asset("/empty.css")->size, 0);
    assert_int_equal(asset("/tiny.txt")->size, 1);
    assert_int_equal(asset("/tiny.txt")->body[0], 'x');
    assert_null(asset("/"));
    assert_null(asset(""));
    assert_null(asset("/index.htm"));
    assert_null(asset("/index.html/"));
    assert_null(asset("/scripts/../index.html"));
}

static void test_http_assets__compression_is_kept_where_it_pays(void **state)
{
    (void)state;
    assert_in_range(asset("/scripts/long.js")->gzip_size, 20,
                    asset("/scripts/long.js")->size * 9 / 10);
    assert_true(asset("/index.html")->gzip_size > 0);
    assert_int_equal(asset("/tiny.txt")->gzip_size, 0);
    assert_int_equal(asset("/empty.css")->gzip_size, 0);
}

static void test_http_assets__the_folder_is_what_was_embedded(void **state)
{
    const char *data = getenv("ARB_TEST_DATA");
    const arb_asset *a = asset("/scripts/long.js");
    char path[1024], *bytes = malloc(a->size + 1);

    (void)state;
    assert_non_null(bytes);
    snprintf(path, sizeof path, "%s/support/http_site/scripts/long.js", data ? data : "tests");
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(bytes, 1, a->size + 1, file), a->size);
    assert_memory_equal(bytes, a->body, a->size);
    fclose(file);
    /* What gzip makes of the compressed form is the same again. */
    FILE *out = fopen("test_http_assets.gz", "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(a->gzip, 1, a->gzip_size, out), a->gzip_size);
    fclose(out);
    FILE *unpacked = popen("gzip -dc test_http_assets.gz", "r");
    assert_non_null(unpacked);
    assert_int_equal(fread(bytes, 1, a->size + 1, unpacked), a->size);
    assert_memory_equal(bytes, a->body, a->size);
    assert_int_equal(pclose(unpacked), 0);
    remove("test_http_assets.gz");
    free(bytes);
}

/* ---- what the client takes */

static void test_http_assets__who_takes_gzip(void **state)
{
    static const struct {
        const char *field;
        bool takes;
    } rows[] = {
        { "", false },
        { "gzip", true },
        { "deflate, gzip;q=1.0, *;q=0.5", true },
        { "GZIP ; q=0.5", true },
        { "br, zstd", false },
        { "gzip;q=0", false },
        { "gzip; q=0.000", false },
        { "*", true },
        { "*;q=0", false },
        { "*;q=0, gzip", true },
        { "gzip;q=0, *", false },
        { "identity", false },
        { "gzipped", false },
        { "x-gzip", false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const arb_http_text field = { rows[i].field, strlen(rows[i].field) };

        if (arb_http_takes_gzip(field) != rows[i].takes)
            fail_msg("%s", rows[i].field);
    }
    assert_false(arb_http_takes_gzip((arb_http_text){ NULL, 0 }));
}

/* ---- over the wire */

static reply get(client *c, const char *method, const char *path, const char *fields)
{
    char head[1024];
    reply r;

    snprintf(head, sizeof head, "%s %s HTTP/1.1\r\nHost: h\r\n%s\r\n", method, path, fields);
    assert_true(client_send(c, head));
    assert_true(client_reply(&r, c, strcmp(method, "HEAD") == 0));
    return r;
}

static const char *header(const reply *r, const char *name)
{
    static char value[1024];

    return client_header(value, sizeof value, r, name) ? value : "";
}

static void test_http_assets__plain_and_compressed(void **state)
{
    const arb_asset *a = asset("/index.html");
    client c = client_open(s.port);
    reply r = get(&c, "GET", a->path, "");

    (void)state;
    assert_int_equal(r.status, 200);
    assert_int_equal(r.size, a->size);
    assert_memory_equal(r.body, a->body, a->size);
    assert_string_equal(header(&r, "Vary"), "Accept-Encoding");
    assert_string_equal(header(&r, "Cache-Control"), "no-cache");
    assert_string_equal(header(&r, "Content-Encoding"), "");
    r = get(&c, "GET", a->path, "Accept-Encoding: gzip, deflate\r\n");
    assert_int_equal(r.size, a->gzip_size);
    assert_memory_equal(r.body, a->gzip, a->gzip_size);
    assert_string_equal(header(&r, "Content-Encoding"), "gzip");
    r = get(&c, "HEAD", a->path, "Accept-Encoding: gzip\r\n");
    assert_int_equal(strtoul(header(&r, "Content-Length"), NULL, 10), a->gzip_size);
    r = get(&c, "GET", "/tiny.txt", "Accept-Encoding: gzip\r\n");
    assert_string_equal(r.body, "x");
    r = get(&c, "GET", "/empty.css", "");
    assert_int_equal(r.status, 200);
    assert_int_equal(r.size, 0);
    r = get(&c, "POST", a->path, "Content-Length: 0\r\n");
    assert_int_equal(r.status, 405);
    assert_string_equal(header(&r, "Allow"), "GET, HEAD");
    client_close(&c);
}

static void test_http_assets__what_the_client_has_is_not_sent_again(void **state)
{
    client c = client_open(s.port);
    reply r = get(&c, "GET", "/index.html", "");
    char tag[64], field[256];

    (void)state;
    assert_true(client_header(tag, sizeof tag, &r, "ETag"));
    snprintf(field, sizeof field, "If-None-Match: \"other\", W/%s\r\n", tag);
    r = get(&c, "GET", "/index.html", field);
    assert_int_equal(r.status, 304);
    assert_string_equal(header(&r, "ETag"), tag);
    assert_string_equal(header(&r, "Vary"), "Accept-Encoding");
    assert_string_equal(header(&r, "Content-Length"), "");
    r = get(&c, "GET", "/tiny.txt", field);
    assert_int_equal(r.status, 200);
    /* The compressed form is another thing. */
    snprintf(field, sizeof field, "If-None-Match: %s\r\nAccept-Encoding: gzip\r\n", tag);
    r = get(&c, "GET", "/index.html", field);
    assert_int_equal(r.status, 200);
    assert_true(client_header(tag, sizeof tag, &r, "ETag"));
    snprintf(field, sizeof field, "If-None-Match: %s\r\nAccept-Encoding: gzip\r\n", tag);
    r = get(&c, "GET", "/index.html", field);
    assert_int_equal(r.status, 304);
    client_close(&c);
}

/* ---- the pages of the program */

static int begin_pages(void **state)
{
    (void)state;
    site_init(&s);
    s.assets = &arb_web_assets;
    site_start(&s);
    return 0;
}

static bool ends_with(const char *text, const char *ending)
{
    const size_t size = strlen(text), length = strlen(ending);

    return size >= length && strcmp(text + size - length, ending) == 0;
}

/* The file that an attribute of a page names, from behind its quotation mark. */
static const arb_asset *named_at(const char *at)
{
    return arb_asset_find(&arb_web_assets, (arb_http_text){ at, strcspn(at, "\"") });
}

/* Everything that a page loads is there: one script and one style, named by what is in them. */
static void test_http_assets__pages_load_two_files(void **state)
{
    size_t pages = 0;

    (void)state;
    for (size_t i = 0; i < arb_web_assets.count; i++) {
        const arb_asset *page = &arb_web_assets.assets[i];
        unsigned loaded = 0;
        char text[65536];

        if (!ends_with(page->path, ".html"))
            continue;
        assert_in_range(page->size, 1, sizeof text - 1);
        memcpy(text, page->body, page->size);
        text[page->size] = '\0';
        for (const char *at = text; (at = strpbrk(at, "\"")) != NULL; at++) {
            if (strncmp(at, "\"/js/", 5) != 0 && strncmp(at, "\"/css/", 6) != 0)
                continue;
            const arb_asset *file = named_at(at + 1);
            assert_non_null(file);
            if (!file->is_named_by_hash)
                skip(); /* built to be worked on, file by file */
            assert_non_null(strstr(file->path, file->tag));
            loaded++;
        }
        assert_int_equal(loaded, strcmp(page->path, "/missing.html") == 0 ? 1 : 2);
        assert_false(page->is_named_by_hash);
        pages++;
    }
    assert_true(pages >= 5);
    assert_int_equal(strlen(arb_web_assets.tag), 16);
}

static void test_http_assets__what_has_its_hash_in_its_name_is_kept(void **state)
{
    client c = client_open(s.port);

    (void)state;
    for (size_t i = 0; i < arb_web_assets.count; i++) {
        const arb_asset *a = &arb_web_assets.assets[i];
        /* These pages have a stream, by which they hear of others. */
        static const char *const hearing[] = { "/game.html", "/table.html", "/desk.html",
                                               "/wall.html", "/overlay.html" };
        bool hears = false;
        for (size_t j = 0; j < sizeof hearing / sizeof hearing[0]; j++)
            hears = hears || strcmp(a->path, hearing[j]) == 0;
        const char *wanted = a->is_named_by_hash ? "public, max-age=31536000, immutable"
                             : hears             ? "public, max-age=86400"
                                                 : "no-cache";
        char tag[64], field[256];

        reply r = get(&c, "HEAD", a->path, "Accept-Encoding: gzip\r\n");
        assert_int_equal(r.status, 200);
        assert_string_equal(header(&r, "Cache-Control"), wanted);
        assert_string_equal(header(&r, "Vary"), "Accept-Encoding");
        assert_true(client_header(tag, sizeof tag, &r, "ETag"));
        snprintf(field, sizeof field, "Accept-Encoding: gzip\r\nIf-None-Match: %s\r\n", tag);
        r = get(&c, "GET", a->path, field);
        assert_int_equal(r.status, 304);
        assert_string_equal(header(&r, "Cache-Control"), wanted);
        r = get(&c, "GET", a->path, "Accept-Encoding: gzip;q=0, *\r\n");
        assert_int_equal(r.size, a->size);
        assert_string_equal(header(&r, "Content-Encoding"), "");
    }
    client_close(&c);
}

static void test_http_assets__names_of_scripts(void **state)
{
    static const struct {
        const char *path;
        bool names;
    } rows[] = {
        { "/js/game.0123456789abcdef.js", true },
        { "/js/a.b.0123456789abcdef.js", true },
        { "/js/.0123456789abcdef.js", false },
        { "/js/game.js", false },
        { "/js/game.0123456789abcde.js", false },
        { "/js/game.0123456789ABCDEF.js", false },
        { "/js/game.0123456789abcdeg.js", false },
        { "/js/game-0123456789abcdef.js", false },
        { "/js/game.0123456789abcdef.js/", false },
        { "/js/game.0123456789abcdef.css", false },
        { "/css/game.0123456789abcdef.css", false },
        { "/game.0123456789abcdef.js", false },
        { "/js/", false },
        { ".js", false },
        { "", false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const arb_http_text path = { rows[i].path, strlen(rows[i].path) };

        if (arb_asset_names_script(path) != rows[i].names)
            fail_msg("%s", rows[i].path);
    }
}

/* ---- curl */

static void assert_curl(const char *arguments, const char *expected)
{
    char command[1024], output[4096];

    snprintf(command, sizeof command, "curl -s --max-time 10 --noproxy '*' %s", arguments);
    for (char *at; (at = strstr(command, "@URL")) != NULL;) {
        char rest[1024];

        snprintf(rest, sizeof rest, "%s", at + 4);
        snprintf(at, sizeof command - (size_t)(at - command), "http://127.0.0.1:%u%s", s.port,
                 rest);
    }
    FILE *curl = popen(command, "r");
    assert_non_null(curl);
    output[fread(output, 1, sizeof output - 1, curl)] = '\0';
    if (pclose(curl) != 0 || strcmp(output, expected) != 0)
        fail_msg("%s: \"%s\", not \"%s\"", command, output, expected);
}

static void test_http_assets__curl_is_served(void **state)
{
    char sizes[64];

    (void)state;
    if (system("curl --version >/dev/null 2>&1") != 0)
        skip();
    assert_curl("-d hello @URL/echo", "hello");
    assert_curl("-d 1 @URL/echo --next -s -d 2 @URL/later --next -s -d 3 @URL/echo", "123");
    assert_curl("-o /dev/null -w '%{http_code} %{size_download}' @URL/big", "200 1048576");
    assert_curl("-I -o /dev/null -w '%{http_code}' @URL/big", "200");
    assert_curl("-o /dev/null -w '%{http_code}' -X PUT -d x @URL/echo", "400");
    assert_curl("-o /dev/null -w '%{http_code}' --http1.0 @URL/show", "400");
    assert_curl("-o /dev/null -w '%{http_code}' -H 'Transfer-Encoding: chunked' -d x @URL/echo",
                "400");
    assert_curl("-w '%{num_connects}' -o /dev/null @URL/show -o /dev/null @URL/show", "10");
    snprintf(sizes, sizeof sizes, "200 %zu", asset("/index.html")->gzip_size);
    assert_curl("--compressed -o /dev/null -w '%{http_code} %{size_download}' @URL/index.html",
                sizes);
    assert_curl("--compressed @URL/scripts/long.js | head -c 6", "/* Lon");
    assert_curl("-o /dev/null -w '%{http_code}' -H 'Expect: 100-continue' -d x @URL/echo", "417");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_http_assets__every_file_is_found),
        cmocka_unit_test(test_http_assets__compression_is_kept_where_it_pays),
        cmocka_unit_test(test_http_assets__the_folder_is_what_was_embedded),
        cmocka_unit_test(test_http_assets__who_takes_gzip),
        SITE_TEST_OF(test_http_assets__plain_and_compressed, begin),
        SITE_TEST_OF(test_http_assets__what_the_client_has_is_not_sent_again, begin),
        cmocka_unit_test(test_http_assets__pages_load_two_files),
        SITE_TEST_OF(test_http_assets__what_has_its_hash_in_its_name_is_kept, begin_pages),
        cmocka_unit_test(test_http_assets__names_of_scripts),
        SITE_TEST_OF(test_http_assets__curl_is_served, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
