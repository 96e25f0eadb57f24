/* SPDX-License-Identifier: MIT */
/* The modules and styles of a page become one script and one style (tools/embed). */
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/random_positions.h"
#include "tools/embed/embed.h"
#include "tools/embed/script.h"

static folder site;

static int end(void **state)
{
    (void)state;
    folder_free(&site);
    site.tag = 0;
    return 0;
}

static input *add(const char *url, const char *text)
{
    char *body = strdup(text);

    assert_non_null(body);
    return folder_add(&site, url, url, body, strlen(text));
}

/* What becomes of this module, and of those that were added. NULL when it is refused. */
static const char *joined(const char *module)
{
    static char text[8192];
    FILE *out = fmemopen(text, sizeof text, "w");
    input *entry = add("/js/entry.js", module);

    assert_non_null(out);
    const bool good = modules_write(out, &site, entry);
    fclose(out);
    return good ? text : NULL;
}

/* ---- modules */

static void test_embed__each_module_is_a_function(void **state)
{
    (void)state;
    add("/js/dom.js", "/* Helpers. */\n"
                      "export const TAG = \"div\";\n"
                      "export async function make(tag) {\n    return tag; // indeed\n}\n"
                      "let hidden = 1;\n"
                      "export class Box {}\n");
    add("/js/early.js", "import { TAG } from \"./dom.js\";\nconsole.log(TAG);\n");
    assert_string_equal(joined("import \"./early.js\";\n"
                               "import { make, TAG as name } from \"./dom.js\";\n"
                               "\n"
                               "make(name);\n"),
                        "const $dom = (() => {\n"
                        "const TAG = \"div\";\n"
                        "async function make(tag) {\nreturn tag;\n}\n"
                        "let hidden = 1;\n"
                        "class Box {}\n"
                        "return { TAG, make, Box };\n"
                        "})();\n"
                        "(() => {\n"
                        "const { TAG } = $dom;\n"
                        "console.log(TAG);\n"
                        "})();\n"
                        "(() => {\n"
                        "const { make, TAG: name } = $dom;\n"
                        "make(name);\n"
                        "})();\n");
    for (size_t i = 0; i < site.count; i++)
        assert_true(site.file[i]->is_part);
}

/* What looks like a comment, an indent or an import within something else stays. */
static void test_embed__texts_patterns_and_templates_stay(void **state)
{
    static const struct {
        const char *in, *out;
    } rows[] = {
        { "a = '/* no */';", "a = '/* no */';" },
        { "a = \"\\\"//\";", "a = \"\\\"//\";" },
        { "a = `  //\n   ${ b /* c */ }\n  export  `;", "a = `  //\n   ${ b }\n  export  `;" },
        { "a = `${`${b}`}}`;", "a = `${`${b}`}}`;" },
        { "a = `${{ b: 1 }.b} import`;", "a = `${{ b: 1 }.b} import`;" },
        { "a = /[/*]\\/'/g.test(b);", "a = /[/*]\\/'/g.test(b);" },
        { "return /\"/;", "return /\"/;" },
        { "a = b / c / d; // e", "a = b / c / d;" },
        { "a = (b) / c / 2;", "a = (b) / c / 2;" },
        { "a = b[0] / c;", "a = b[0] / c;" },
        { "a\n/* b\n*/ ++c", "a\n++c" },
        { "a /* b\n*/ ++c", "a\n++c" },
        { "a  =  - -b;", "a = - -b;" },
        { "a.#b = 1.5e3;", "a.#b = 1.5e3;" },
        { "perché = \"é\";", "perché = \"é\";" },
        { "importance = 1;\nexported();", "importance = 1;\nexported();" },
        { "f(async () => await g());", "f(async () => await g());" },
        { "export {};", "" },
    };
    char wanted[256];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(wanted, sizeof wanted, "(() => {\n%s\n})();\n", rows[i].out);
        const char *found = joined(rows[i].in);
        assert_non_null(found);
        assert_string_equal(found, wanted);
        end(state);
    }
}

static void test_embed__what_cannot_be_joined_is_refused(void **state)
{
    static const char *const rows[] = {
        "import a from \"./b.js\";",
        "import * as a from \"./b.js\";",
        "import { a } from \"b.js\";",
        "import { a } from \"../b.js\";",
        "import { a } from \"./none.js\";",
        "import { a } from \"./b.js\"",
        "import { \"a\" as b } from \"./b.js\";",
        "import { a } to \"./b.js\";",
        "import { a ",
        "import",
        "const a = import(\"./b.js\");",
        "function a() { return import(\"./b.js\"); }",
        "import.meta;",
        "export let a = 1;",
        "export var a = 1;",
        "export default a;",
        "export { a };",
        "export { a } from \"./b.js\";",
        "export const { a } = b;",
        "export function* a() {}",
        "export",
        "await a();",
        "const a = await b;",
        "a = \"b\n\";",
        "a = `b",
        "a = `${b`;",
        "a = /b",
        "a = /[/]",
        "/* a",
        "a)",
        "import { a } from \"./circle.js\";",
        "import { a } from \"./entry.js\";",
    };
    char deep[200] = "";

    (void)state;
    memset(deep, '(', sizeof deep - 1);
    for (size_t i = 0; i <= sizeof rows / sizeof rows[0]; i++) {
        const char *text = i < sizeof rows / sizeof rows[0] ? rows[i] : deep;
        add("/js/b.js", "export const a = 1;");
        add("/js/circle.js", "import \"./entry.js\";\nexport const a = 1;");
        if (joined(text) != NULL)
            fail_msg("%s", text);
        end(state);
    }
}

/* However a script is cut or damaged, nothing beyond its end is read. */
static void test_embed__damaged_scripts_are_survived(void **state)
{
    static const char text[] = "import { a as b } from \"./b.js\";\n"
                               "export const c = `x${b(/[/]/, '\\'')}y`; // end\n"
                               "export async function d() { return 1 / 2; /* e */ }\n";
    enum { ROUNDS = 20000 };
    chance luck = chance_begin(17);

    (void)state;
    for (size_t round = 0; round < ROUNDS; round++) {
        const size_t size = round < sizeof text ? round : sizeof text - 1;
        char *damaged = malloc(size ? size : 1);
        const char *why;

        assert_non_null(damaged);
        memcpy(damaged, text, size);
        for (size_t i = 0; round >= sizeof text && i < 3; i++)
            damaged[chance_below(&luck, (unsigned)size)] =
                "\"'`/*\\${}()[]\n a"[chance_below(&luck, 16)];
        script s = script_of(damaged, size);
        while (script_next(&s, &why) && s.last.kind != WORD_END)
            assert_true(s.at <= s.end);
        free(damaged);
    }
}

/* ---- styles */

static void test_embed__a_style_loses_comments_and_indents(void **state)
{
    static const struct {
        const char *in, *out;
    } rows[] = {
        { "/* a */\n.b {\n    margin: 0;\n}\n", "\n.b {\nmargin: 0;\n}\n" },
        { "a{b:\"/* c  */\"}", "a{b:\"/* c  */\"}\n" },
        { "a{b:'\\'  '}", "a{b:'\\'  '}\n" },
        { ".a/**/.b{}", ".a .b{}\n" },
        { "a{b:url(\"data:,x\")}", "a{b:url(\"data:,x\")}\n" },
        { "/* a", "\n" },
        { "a{b:\"", "a{b:\"\n" },
        { "a{b:url(c.png)}", NULL },
        { "a{b:url(\"/c.png\")}", NULL },
        { "a{b:url(", NULL },
        { "@import \"c.css\";", NULL },
    };
    char text[256];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        FILE *out = fmemopen(text, sizeof text, "w");
        assert_non_null(out);
        const bool good = style_write(out, add("/css/a.css", rows[i].in));
        fclose(out);
        assert_int_equal(good, rows[i].out != NULL);
        if (good)
            assert_string_equal(text, rows[i].out);
        end(state);
    }
}

/* ---- pages */

#define STYLE(name)  "<link rel=\"stylesheet\" href=\"" name "\">\n"
#define EARLY(name)  "<script type=\"module\" async src=\"" name "\"></script>\n"
#define SCRIPT(name) "<script type=\"module\" src=\"" name "\"></script>\n"

/* The file that a page names after this. */
static const input *named(const input *page, const char *before)
{
    char url[URL_SIZE];
    const char *at = strstr(page->body, before);

    assert_non_null(at);
    at += strlen(before);
    snprintf(url, sizeof url, "%.*s", (int)strcspn(at, "\""), at);
    return folder_find(&site, url);
}

static void test_embed__a_page_has_one_script_and_one_style(void **state)
{
    (void)state;
    add("/css/base.css", "a{}\n");
    add("/css/hall.css", "b{}\n");
    add("/js/one.js", "export const ONE = 1;\n");
    add("/js/entry.js", "import { ONE } from \"./one.js\";\n");
    add("/js/types.js", "export {};\n");
    add("/icon.svg", "<svg/>");
    input *page = add("/game.html", "<head>\n" STYLE("/css/base.css") STYLE("/css/hall.css")
                                        SCRIPT("/js/entry.js") "</head>\n");
    input *other = add("/other.html", STYLE("/css/base.css") STYLE("/css/hall.css") "<p>\n");
    input *plain = add("/plain.html", "<p>\n");
    site.tag = 0xabc;
    assert_true(pages_join(&site));
    assert_string_equal(plain->body, "<p>\n");
    assert_non_null(strstr(page->body, "<head>\n<link"));
    assert_non_null(
        strstr(page->body, "<meta name=\"pages\" content=\"0000000000000abc\">\n<script"));
    assert_non_null(strstr(page->body, "</script>\n</head>\n"));
    assert_int_equal(page->size, strlen(page->body));
    const input *style = named(page, "rel=\"stylesheet\" href=\""), *code = named(page, "src=\"");
    assert_non_null(style);
    assert_non_null(code);
    assert_ptr_equal(named(other, "rel=\"stylesheet\" href=\""), style);
    assert_string_equal(style->body, "/* SPDX-License-Identifier: MIT */\na{}\nb{}\n");
    assert_memory_equal(style->url, "/css/base-hall.", 15);
    assert_memory_equal(code->url, "/js/entry.", 10);
    assert_int_equal(strlen(code->url), strlen("/js/entry.0123456789abcdef.js"));
    assert_string_equal(code->type, "text/javascript; charset=utf-8");
    assert_true(code->is_named_by_hash && style->is_named_by_hash);
    assert_false(page->is_named_by_hash || page->is_part || code->is_part || style->is_part);
    /* What a page is made of is not sent by itself, nor what is for the checker of types alone. */
    assert_true(folder_find(&site, "/js/one.js")->is_part);
    assert_true(folder_find(&site, "/js/types.js")->is_part);
    assert_true(folder_find(&site, "/css/base.css")->is_part);
    assert_false(folder_find(&site, "/icon.svg")->is_part);
}

/* A page that asks for its script early still does; one whose script hears of other pages is told
 * from those whose does not. */
static void test_embed__early_scripts_and_pages_that_renew_themselves(void **state)
{
    (void)state;
    add("/js/renew.js", "export function renew() {}\n");
    add("/js/shared.js", "import { renew } from \"./renew.js\";\nrenew();\n");
    add("/js/game.js", "import \"./shared.js\";\n");
    add("/js/index.js", "f();\n");
    const input *early = add("/game.html", EARLY("/js/game.js") "</head>\n");
    const input *late = add("/index.html", SCRIPT("/js/index.js") "</head>\n");
    assert_true(pages_join(&site));
    assert_non_null(strstr(early->body, "<script type=\"module\" async src=\"/js/game."));
    assert_non_null(named(early, "src=\""));
    assert_non_null(strstr(late->body, "<script type=\"module\" src=\"/js/index."));
    assert_true(early->renews_itself);
    assert_false(late->renews_itself);
}

/* The name of the script of a page whose one module is this. */
static void script_name(char name[URL_SIZE], const char *module)
{
    add("/js/one.js", module);
    add("/js/entry.js", "import \"./one.js\";\n");
    const input *page = add("/game.html", SCRIPT("/js/entry.js"));
    assert_true(pages_join(&site));
    snprintf(name, URL_SIZE, "%s", named(page, "src=\"")->url);
    end(NULL);
}

static void test_embed__other_bytes_have_another_name(void **state)
{
    char first[URL_SIZE], again[URL_SIZE], other[URL_SIZE];

    (void)state;
    script_name(first, "export const ONE = 1;\n");
    script_name(again, "export const ONE = 1;\n");
    script_name(other, "export const ONE = 2;\n");
    assert_string_equal(first, again);
    assert_string_not_equal(first, other);
}

static void test_embed__a_page_that_cannot_be_joined_stops_the_build(void **state)
{
    static const char *const rows[] = {
        SCRIPT("/js/none.js"),
        STYLE("/css/none.css"),
        SCRIPT("/js/bad.js"),
        SCRIPT("/js/good.js") SCRIPT("/js/good.js"),
        SCRIPT("/js/good.js") STYLE("/css/good.css"),
        SCRIPT("/js/good.js") EARLY("/js/good.js"),
        EARLY("/js/none.js"),
        "<script src=\"/js/good.js\"></script>\n",
        "<script>alert(1)</script>\n",
        "<script type=\"module\" src=\"/js/good.js\" async></script>\n",
        "<script type=\"module\" src=\"/js/good.js",
        "<link href=\"/css/good.css\" rel=\"stylesheet\">\n",
        "<link rel=\"stylesheet\" href=\"/css/good.css\" media=\"print\">\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        add("/js/good.js", "a();");
        add("/js/bad.js", "a(");
        add("/css/good.css", "a{}");
        add("/game.html", rows[i]);
        if (pages_join(&site))
            fail_msg("%s", rows[i]);
        end(state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_embed__each_module_is_a_function, end),
        cmocka_unit_test_teardown(test_embed__texts_patterns_and_templates_stay, end),
        cmocka_unit_test_teardown(test_embed__what_cannot_be_joined_is_refused, end),
        cmocka_unit_test_teardown(test_embed__damaged_scripts_are_survived, end),
        cmocka_unit_test_teardown(test_embed__a_style_loses_comments_and_indents, end),
        cmocka_unit_test_teardown(test_embed__a_page_has_one_script_and_one_style, end),
        cmocka_unit_test_teardown(test_embed__early_scripts_and_pages_that_renew_themselves, end),
        cmocka_unit_test_teardown(test_embed__other_bytes_have_another_name, end),
        cmocka_unit_test_teardown(test_embed__a_page_that_cannot_be_joined_stops_the_build, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
