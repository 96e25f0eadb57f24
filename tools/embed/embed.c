/* SPDX-License-Identifier: MIT */
/*
 * Turns the files of a folder into a table in C, for apps/server/http/assets.h.
 *
 *   embed [--join] NAME FOLDER OUTPUT.c DEPFILE [URL FILE]...
 *
 * The table is called NAME; files of other places may join the folder. Files whose names begin with
 * a dot are left out; a file whose ending stands for no content type stops the build. With --join
 * the modules and styles of a page become one script and one style (pages.c); without, every file
 * stands there as it is. The same files give the same output. The depfile names the files and
 * folders that were read, so that the build notices changes and newcomers.
 */
#define _POSIX_C_SOURCE 200809L

#include "embed.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The bytes, allocated, with a zero behind them. */
static char *read_whole(const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    char *body = NULL;
    size_t room = 0, got = 1;

    if (in == NULL) {
        complain(path, strerror(errno));
        return NULL;
    }
    for (*size = 0; got > 0; *size += got) {
        if (room - *size < 2) {
            char *more = realloc(body, room = room * 2 + 4096);

            if (more == NULL)
                break;
            body = more;
        }
        got = fread(body + *size, 1, room - *size - 1, in);
    }
    const bool bad = got > 0 || ferror(in) != 0;
    fclose(in);
    if (bad) {
        complain(path, "cannot be read");
        free(body);
        return NULL;
    }
    body[*size] = '\0';
    return body;
}

static bool add_file(folder *f, FILE *depfile, const char *path, const char *url)
{
    size_t size;
    char *body = read_whole(path, &size);

    fprintf(depfile, " \\\n %s", path);
    return body != NULL && folder_add(f, path, url, body, size) != NULL;
}

static bool add_folder(folder *f, FILE *depfile, const char *path, const char *url)
{
    DIR *dir = opendir(path);
    bool good = true;

    if (dir == NULL)
        return complain(path, strerror(errno));
    fprintf(depfile, " \\\n %s", path);
    for (struct dirent *entry; good && (entry = readdir(dir)) != NULL;) {
        char below[URL_SIZE], below_url[URL_SIZE];
        struct stat status;

        if (entry->d_name[0] == '.')
            continue;
        const int size = snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        const int url_size = snprintf(below_url, sizeof below_url, "%s/%s", url, entry->d_name);
        if (size >= URL_SIZE || url_size >= URL_SIZE || strpbrk(entry->d_name, " \\\"$:#?%"))
            good = complain(path, "holds a name that is too long or has odd characters");
        else if (stat(below, &status) != 0)
            good = complain(below, strerror(errno));
        else if (S_ISDIR(status.st_mode))
            good = add_folder(f, depfile, below, below_url);
        else
            good = add_file(f, depfile, below, below_url);
    }
    closedir(dir);
    return good;
}

/* A folder has no order of its own; the tag needs one. */
static void tag_all(folder *f)
{
    folder_sort(f);
    for (size_t i = 0; i < f->count; i++) {
        f->tag = tag_of(f->tag, f->file[i]->url, strlen(f->file[i]->url) + 1);
        f->tag = tag_of(f->tag, f->file[i]->body, f->file[i]->size);
    }
}

int main(int argc, char **argv)
{
    static folder f;
    const bool join = argc > 1 && strcmp(argv[1], "--join") == 0;

    argc -= join;
    argv += join;
    if (argc < 5 || argc % 2 == 0) {
        fputs("usage: embed [--join] NAME FOLDER OUTPUT.c DEPFILE [URL FILE]...\n", stderr);
        return 2;
    }
    FILE *depfile = fopen(argv[4], "w");
    if (depfile == NULL)
        return complain(argv[4], strerror(errno)) ? 0 : 1;
    fprintf(depfile, "%s:", argv[3]);
    bool good = add_folder(&f, depfile, argv[2], "");
    for (int i = 5; good && i < argc; i += 2)
        good = add_file(&f, depfile, argv[i + 1], argv[i]);
    fprintf(depfile, "\n");
    good = fclose(depfile) == 0 && good;
    if (good) {
        tag_all(&f);
        good = (!join || pages_join(&f)) && table_write(&f, argv[3], argv[1]);
    }
    folder_free(&f);
    return good ? 0 : 1;
}
