/* SPDX-License-Identifier: MIT */
/*
 * What paper shares with the pages, as C for apps/paper: the shapes of the pieces and the print
 * styles, from the pages' own files, so that nothing is drawn or written twice.
 *
 *   paper PIECES.js PRINT.css
 *
 * Of the script only its constant texts and the table SHAPES are read. What is not understood there
 * stops the build.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 1 << 20, NAMES_MAX = 16, NAME_SIZE = 32, WORD_SIZE = 4096 };

static char text[TEXT_MAX];
static const char *at;

static struct {
    char name[NAME_SIZE], value[WORD_SIZE];
} constants[NAMES_MAX];
static size_t constant_count;

static void fail(const char *what)
{
    fprintf(stderr, "paper: %s expected at: %.40s\n", what, at);
    exit(1);
}

static void read_file(const char *path)
{
    FILE *in = fopen(path, "rb");
    const size_t size = in ? fread(text, 1, sizeof text - 1, in) : 0;

    if (!in || ferror(in) || size == 0 || size == sizeof text - 1) {
        fprintf(stderr, "paper: %s cannot be read\n", path);
        exit(1);
    }
    fclose(in);
    text[size] = '\0';
    at = text;
}

static void skip_blanks(void)
{
    while (isspace((unsigned char)*at))
        at++;
}

static bool take(char c)
{
    skip_blanks();
    if (*at != c)
        return false;
    at++;
    return true;
}

static void need(char c)
{
    const char what[] = { c, '\0' };

    if (!take(c))
        fail(what);
}

static void read_name(char out[NAME_SIZE])
{
    size_t size = 0;

    skip_blanks();
    while ((isalnum((unsigned char)*at) || *at == '_') && size < NAME_SIZE - 1)
        out[size++] = *at++;
    out[size] = '\0';
    if (size == 0)
        fail("a name");
}

static void append(char out[WORD_SIZE], const char *more, size_t size)
{
    const size_t used = strlen(out);

    if (used + size >= WORD_SIZE)
        fail("a shorter text");
    memcpy(out + used, more, size);
    out[used + size] = '\0';
}

/* "text", NAME, or several of them with + between. */
static void read_word(char out[WORD_SIZE])
{
    char name[NAME_SIZE];

    out[0] = '\0';
    do {
        if (take('"')) {
            const char *end = strchr(at, '"');
            if (!end || memchr(at, '\\', (size_t)(end - at)))
                fail("a plain text");
            append(out, at, (size_t)(end - at));
            at = end + 1;
            continue;
        }
        read_name(name);
        size_t i = 0;
        while (i < constant_count && strcmp(constants[i].name, name) != 0)
            i++;
        if (i == constant_count)
            fail("a constant");
        append(out, constants[i].value, strlen(constants[i].value));
    } while (take('+'));
}

/* const NAME = "text"; before the table. */
static void read_constants(const char *table)
{
    for (at = text; (at = strstr(at, "\nconst ")) != NULL && at + 1 < table;) {
        at += strlen("\nconst ");
        if (constant_count == NAMES_MAX)
            fail("fewer constants");
        read_name(constants[constant_count].name);
        need('=');
        read_word(constants[constant_count].value);
        constant_count++;
    }
}

/* [x, y, r] */
static void print_dot(void)
{
    double value[3];

    need('[');
    for (unsigned i = 0; i < 3; i++) {
        char *end;
        skip_blanks();
        value[i] = strtod(at, &end);
        if (end == at)
            fail("a number");
        at = end;
        (void)take(',');
    }
    need(']');
    printf("<circle cx=\\\"%g\\\" cy=\\\"%g\\\" r=\\\"%g\\\"/>", value[0], value[1], value[2]);
}

/* The list of one kind, [ ... ], as elements of SVG. */
static void print_list(bool dots)
{
    char word[WORD_SIZE];

    need('[');
    while (!take(']')) {
        if (dots) {
            print_dot();
        } else {
            read_word(word);
            printf("<path d=\\\"%s\\\"/>", word);
        }
        (void)take(',');
    }
}

/* The parts of a piece may stand in any order: those of one kind are looked for from its start. */
static void print_kind(const char *begin, const char *kind, bool dots)
{
    char name[NAME_SIZE];

    at = begin;
    while (!take('}')) {
        read_name(name);
        need(':');
        if (strcmp(name, kind) == 0) {
            print_list(dots);
        } else {
            unsigned depth = 0;
            skip_blanks();
            do {
                depth += *at == '[';
                depth -= *at == ']';
            } while (*at++ && depth > 0);
        }
        (void)take(',');
        skip_blanks();
    }
}

static const char *role_of(const char *letter)
{
    static const char *const roles[][2] = { { "P", "PAWN" }, { "N", "KNIGHT" }, { "B", "BISHOP" },
                                            { "R", "ROOK" }, { "Q", "QUEEN" },  { "K", "KING" } };

    for (size_t i = 0; i < sizeof roles / sizeof roles[0]; i++)
        if (strcmp(roles[i][0], letter) == 0)
            return roles[i][1];
    fail("the letter of a piece");
    return NULL;
}

static void print_shapes(void)
{
    const char *table = strstr(text, "const SHAPES = {");
    char letter[NAME_SIZE];

    if (!table)
        fail("const SHAPES");
    read_constants(table);
    at = strchr(table, '{') + 1;
    puts("const arb_shape arb_shapes[ARB_ROLE_COUNT] = {");
    while (!take('}')) {
        read_name(letter);
        need(':');
        need('{');
        skip_blanks();
        const char *begin = at;
        printf("    [ARB_%s] = { \"", role_of(letter));
        print_kind(begin, "dots", true);
        print_kind(begin, "solid", false);
        fputs("\",\n        \"", stdout);
        print_kind(begin, "detail", false);
        puts("\" },");
        (void)take(',');
    }
    puts("};");
}

/* As numbers: no text of C is as long. */
static void print_styles(void)
{
    fputs("const char arb_paper_styles[] = {", stdout);
    for (size_t i = 0; at[i]; i++)
        printf("%s%d,", i % 20 == 0 ? "\n    " : " ", at[i]);
    puts("\n    0,\n};");
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("usage: paper PIECES.js PRINT.css\n", stderr);
        return 1;
    }
    puts("#include \"paper/shapes.h\"\n");
    read_file(argv[1]);
    print_shapes();
    read_file(argv[2]);
    print_styles();
    return ferror(stdout) || fflush(stdout) != 0;
}
