/* SPDX-License-Identifier: MIT */
/* Reading test data: see data_file.h. */
#include "data_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arbitro/fen.h"

unsigned data_file_read(const char *name, void (*line)(void *user, unsigned number, char *text),
                        void *user)
{
    const char *folder = getenv("ARB_TEST_DATA");
    char path[1024], text[DATA_LINE_MAX];
    unsigned count = 0;

    snprintf(path, sizeof path, "%s/%s", folder ? folder : "tests", name);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "# %s cannot be opened (ARB_TEST_DATA names the folder of the tests)\n",
                path);
        return 0;
    }
    for (unsigned number = 1; fgets(text, sizeof text, file) != NULL; number++) {
        text[strcspn(text, "\r\n")] = '\0';
        if (text[0] == '\0' || text[0] == '#')
            continue;
        line(user, number, text);
        count++;
    }
    fclose(file);
    return count;
}

arb_setup setup_of(const char *fen)
{
    arb_setup setup;
    arb_where where = { 0 };

    if (arb_fen_read(&setup, &where, fen, strlen(fen), NULL) != ARB_OK) {
        fprintf(stderr, "# %s: column %zu: expected %s\n", fen, where.column,
                arb_wanted_text(where.wanted, ARB_LANG_EN));
        abort();
    }
    return setup;
}
