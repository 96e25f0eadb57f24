/* SPDX-License-Identifier: MIT */
/*
 * Turns the files of a folder into a table in C, for apps/server/http/assets.h.
 *
 *   embed NAME FOLDER OUTPUT.c DEPFILE [URL FILE]
 *
 * The table is called NAME; a file of another place may join the folder. Files whose names begin
 * with a dot are left out; a file whose ending stands for no content type stops the build. The same
 * files give the same output. The depfile names the files and folders that were read, so that the
 * build notices changes and newcomers.
 */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

enum { FILES_MAX = 1024, PATH_SIZE = 1024 };

static const struct {
    const char *ending, *type;
} types[] = {
    { ".html", "text/html; charset=utf-8" },
    { ".css", "text/css; charset=utf-8" },
    { ".js", "text/javascript; charset=utf-8" },
    { ".json", "application/json" },
    { ".webmanifest", "application/manifest+json" },
    { ".txt", "text/plain; charset=utf-8" },
    { ".svg", "image/svg+xml" },
    { ".png", "image/png" },
    { ".webp", "image/webp" },
    { ".ico", "image/x-icon" },
    { ".woff2", "font/woff2" },
    { ".mp3", "audio/mpeg" },
    { ".ogg", "audio/ogg" },
    { ".wav", "audio/wav" },
};

typedef struct input {
    char path[PATH_SIZE]; /* on the disk */
    char url[PATH_SIZE];  /* on the server */
    const char *type;
    unsigned char *body, *gzip;
    size_t size, gzip_size; /* gzip_size 0: not worth while */
} input;

static input *files[FILES_MAX];
static size_t file_count;
static FILE *depfile;

static bool complain(const char *path, const char *what)
{
    fprintf(stderr, "embed: %s: %s\n", path, what);
    return false;
}

/* ---- reading */

static const char *type_of(const char *path)
{
    const char *ending = strrchr(path, '.');

    for (size_t i = 0; ending != NULL && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(ending, types[i].ending) == 0)
            return types[i].type;
    return NULL;
}

static bool read_whole(input *file)
{
    FILE *in = fopen(file->path, "rb");
    size_t room = 0, got = 1;

    if (in == NULL)
        return complain(file->path, strerror(errno));
    while (got > 0) {
        if (file->size == room) {
            unsigned char *more = realloc(file->body, room = room * 2 + 4096);

            if (more == NULL)
                break;
            file->body = more;
        }
        got = fread(file->body + file->size, 1, room - file->size, in);
        file->size += got;
    }
    const bool bad = got > 0 || ferror(in) != 0;
    fclose(in);
    return !bad || complain(file->path, "cannot be read");
}

/* Compresses as well as zlib can; the result holds no time and no name. */
static bool compress_whole(input *file)
{
    z_stream z = { .next_in = file->body, .avail_in = (uInt)file->size };
    const int gzip_format = 15 + 16;

    if (deflateInit2(&z, 9, Z_DEFLATED, gzip_format, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        return complain(file->path, "cannot be compressed");
    const uLong room = deflateBound(&z, (uLong)file->size);
    file->gzip = malloc(room);
    z.next_out = file->gzip;
    z.avail_out = (uInt)room;
    const int result = file->gzip != NULL ? deflate(&z, Z_FINISH) : Z_MEM_ERROR;
    file->gzip_size = z.total_out;
    deflateEnd(&z);
    if (result != Z_STREAM_END)
        return complain(file->path, "cannot be compressed");
    /* A tenth is the least for which a browser should be made to unpack. */
    if (file->gzip_size > file->size - file->size / 10)
        file->gzip_size = 0;
    return true;
}

static bool add_file(const char *path, const char *url)
{
    input *file = file_count < FILES_MAX ? calloc(1, sizeof *file) : NULL;

    if (file == NULL)
        return complain(path, "too many files");
    files[file_count++] = file;
    snprintf(file->path, sizeof file->path, "%s", path);
    snprintf(file->url, sizeof file->url, "%s", url);
    file->type = type_of(path);
    if (file->type == NULL)
        return complain(path, "no content type is known for this ending");
    fprintf(depfile, " \\\n %s", path);
    return read_whole(file) && compress_whole(file);
}

static bool add_folder(const char *path, const char *url)
{
    DIR *folder = opendir(path);
    bool good = true;

    if (folder == NULL)
        return complain(path, strerror(errno));
    fprintf(depfile, " \\\n %s", path);
    for (struct dirent *entry; good && (entry = readdir(folder)) != NULL;) {
        char below[PATH_SIZE], below_url[PATH_SIZE];
        struct stat status;

        if (entry->d_name[0] == '.')
            continue;
        const int size = snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        const int url_size = snprintf(below_url, sizeof below_url, "%s/%s", url, entry->d_name);
        if (size >= PATH_SIZE || url_size >= PATH_SIZE || strpbrk(entry->d_name, " \\\"$:#?%"))
            good = complain(path, "holds a name that is too long or has odd characters");
        else if (stat(below, &status) != 0)
            good = complain(below, strerror(errno));
        else
            good =
                S_ISDIR(status.st_mode) ? add_folder(below, below_url) : add_file(below, below_url);
    }
    closedir(folder);
    return good;
}

/* ---- writing */

static int by_url(const void *a, const void *b)
{
    const input *const *x = a, *const *y = b;

    return strcmp((*x)->url, (*y)->url);
}

static void write_bytes(FILE *out, const char *kind, size_t index, const unsigned char *bytes,
                        size_t size)
{
    fprintf(out, "static const unsigned char %s_%zu[] = {", kind, index);
    for (size_t i = 0; i < size; i++)
        fprintf(out, "%s%u,", i % 24 == 0 ? "\n" : "", bytes[i]);
    fprintf(out, "%s};\n", size > 0 ? "\n" : "0");
}

/* FNV-1a: nobody gains by two files with one tag, so a plain hash will do. */
static uint64_t tag_of(const input *file)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < file->size; i++)
        hash = (hash ^ file->body[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static void write_entry(FILE *out, size_t index)
{
    const input *file = files[index];

    fprintf(out, "    { .path = \"%s\",\n      .type = \"%s\",\n", file->url, file->type);
    fprintf(out, "      .tag = \"%016" PRIx64 "\",\n", tag_of(file));
    fprintf(out, "      .body = body_%zu, .size = %zu,\n", index, file->size);
    if (file->gzip_size > 0)
        fprintf(out, "      .gzip = gzip_%zu, .gzip_size = %zu,\n", index, file->gzip_size);
    fprintf(out, "    },\n");
}

static bool write_table(const char *path, const char *name)
{
    FILE *out = fopen(path, "w");

    if (out == NULL)
        return complain(path, strerror(errno));
    fprintf(out, "/* SPDX-License-Identifier: MIT */\n/* Made by tools/embed. */\n");
    fprintf(out, "#include \"server/http/assets.h\"\n\n");
    fprintf(out, "extern const arb_asset_table %s;\n\n", name);
    for (size_t i = 0; i < file_count; i++) {
        write_bytes(out, "body", i, files[i]->body, files[i]->size);
        if (files[i]->gzip_size > 0)
            write_bytes(out, "gzip", i, files[i]->gzip, files[i]->gzip_size);
    }
    /* One more than there are, because C has no empty arrays. */
    fprintf(out, "\nstatic const arb_asset assets[] = {\n");
    for (size_t i = 0; i < file_count; i++)
        write_entry(out, i);
    fprintf(out, "    { .path = \"\" },\n};\n\n");
    fprintf(out, "const arb_asset_table %s = { assets, %zu };\n", name, file_count);
    const bool bad = ferror(out) != 0;
    return (fclose(out) == 0 && !bad) || complain(path, "cannot be written");
}

int main(int argc, char **argv)
{
    if (argc != 5 && argc != 7) {
        fputs("usage: embed NAME FOLDER OUTPUT.c DEPFILE [URL FILE]\n", stderr);
        return 2;
    }
    depfile = fopen(argv[4], "w");
    if (depfile == NULL)
        return complain(argv[4], strerror(errno)) ? 0 : 1;
    fprintf(depfile, "%s:", argv[3]);
    bool good = add_folder(argv[2], "") && (argc == 5 || add_file(argv[6], argv[5]));
    fprintf(depfile, "\n");
    good = fclose(depfile) == 0 && good;
    if (good) {
        qsort(files, file_count, sizeof files[0], by_url);
        good = write_table(argv[3], argv[1]);
    }
    for (size_t i = 0; i < file_count; i++) {
        free(files[i]->body);
        free(files[i]->gzip);
        free(files[i]);
    }
    return good ? 0 : 1;
}
