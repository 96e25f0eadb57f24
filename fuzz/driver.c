/* SPDX-License-Identifier: MIT */
/*
 * Replays files, and all files of folders, through a fuzz target: for builds without libFuzzer.
 * Speaks TAP, one line a file. A broken property stops the program, and the line is missing.
 */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz.h"

enum { PATHS_MAX = 4096, PATH_SIZE = 1024 };

static char paths[PATHS_MAX][PATH_SIZE];
static unsigned path_count;

static void add_path(const char *path)
{
    if (path_count < PATHS_MAX)
        snprintf(paths[path_count++], PATH_SIZE, "%s", path);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void add_folder(const char *path)
{
    DIR *folder = opendir(path);

    if (folder == NULL)
        return;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        char file[PATH_SIZE];

        if (entry->d_name[0] == '.')
            continue;
        if (snprintf(file, sizeof file, "%s/%s", path, entry->d_name) < PATH_SIZE)
            add_path(file);
    }
    closedir(folder);
}

/* The whole file; NULL when it cannot be read. */
static uint8_t *read_whole(size_t *size, const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = NULL;

    if (file == NULL)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        const long end = ftell(file);

        rewind(file);
        data = malloc(end > 0 ? (size_t)end : 1);
        *size = data != NULL && end > 0 ? fread(data, 1, (size_t)end, file) : 0;
    }
    fclose(file);
    return data;
}

static bool replay(const char *path)
{
    size_t size = 0;
    uint8_t *data = read_whole(&size, path);

    if (data == NULL)
        return false;
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    return true;
}

int main(int argc, char **argv)
{
    int failures = 0;

    for (int i = 1; i < argc; i++) {
        struct stat status;

        if (stat(argv[i], &status) == 0 && S_ISDIR(status.st_mode))
            add_folder(argv[i]);
        else
            add_path(argv[i]);
    }
    qsort(paths, path_count, PATH_SIZE, by_name);
    printf("1..%u\n", path_count);
    for (unsigned i = 0; i < path_count; i++) {
        const char *slash = strrchr(paths[i], '/');
        const bool read = replay(paths[i]);

        failures += !read;
        printf("%s %u - %s\n", read ? "ok" : "not ok", i + 1, slash ? slash + 1 : paths[i]);
        fflush(stdout);
    }
    return failures == 0 && path_count > 0 ? 0 : 1;
}
