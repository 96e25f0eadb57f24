/* SPDX-License-Identifier: MIT */
/*
 * Writes the table of eight_words.h for some texts; compiled and run by tools/eightwords.
 *
 *   write OUTPUT SOURCE...
 */
#include "../eight_words.h"

#include <stdlib.h>

/* Adds the sequences of a file; they do not go on into the next one. */
static bool add_file(eight_words *table, const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0, room = 0;
    bool whole = file != NULL;

    while (whole && !feof(file) && !ferror(file)) {
        if (size == room) {
            room = room > 0 ? 2 * room : 65536;
            char *larger = realloc(text, room);
            whole = larger != NULL;
            text = whole ? larger : text;
        }
        size += whole ? fread(text + size, 1, room - size, file) : 0;
    }
    whole = whole && !ferror(file);
    if (whole)
        eight_words_add(table, text, size);
    else
        perror(path);
    if (file)
        fclose(file);
    free(text);
    return whole;
}

int main(int argc, char **argv)
{
    eight_words table = { 0 };
    bool good = argc > 2;

    if (!good)
        fputs("usage: write OUTPUT SOURCE...\n", stderr);
    for (int i = 2; good && i < argc; i++)
        good = add_file(&table, argv[i]);
    eight_words_sort(&table);
    if (good) {
        FILE *file = fopen(argv[1], "wb");
        good = file && eight_words_write(&table, file);
        good = file && fclose(file) == 0 && good;
        if (good)
            printf("%zu sequences\n", table.count);
        else
            perror(argv[1]);
    }
    eight_words_clear(&table);
    return good ? 0 : 2;
}
