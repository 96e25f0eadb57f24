/* SPDX-License-Identifier: MIT */
/* The files of a folder, their types and their tags. */
#include <stdlib.h>
#include <string.h>

#include "embed.h"

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

bool complain(const char *path, const char *what)
{
    fprintf(stderr, "embed: %s: %s\n", path, what);
    return false;
}

static const char *type_of(const char *path)
{
    const char *ending = strrchr(path, '.');

    for (size_t i = 0; ending != NULL && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(ending, types[i].ending) == 0)
            return types[i].type;
    return NULL;
}

input *folder_find(const folder *f, const char *url)
{
    for (size_t i = 0; i < f->count; i++)
        if (strcmp(f->file[i]->url, url) == 0)
            return f->file[i];
    return NULL;
}

input *folder_add(folder *f, const char *path, const char *url, char *body, size_t size)
{
    input *file = f->count < FILES_MAX ? calloc(1, sizeof *file) : NULL;

    if (file == NULL) {
        complain(path, "too many files");
        free(body);
        return NULL;
    }
    f->file[f->count++] = file;
    snprintf(file->path, sizeof file->path, "%s", path);
    snprintf(file->url, sizeof file->url, "%s", url);
    file->body = body;
    file->size = size;
    file->type = type_of(url);
    if (file->type == NULL) {
        complain(path, "no content type is known for this ending");
        return NULL;
    }
    return file;
}

void folder_free(folder *f)
{
    for (size_t i = 0; i < f->count; i++) {
        free(f->file[i]->body);
        free(f->file[i]->gzip);
        free(f->file[i]);
    }
    f->count = 0;
}

static int by_url(const void *a, const void *b)
{
    const input *const *x = a, *const *y = b;

    return strcmp((*x)->url, (*y)->url);
}

void folder_sort(folder *f)
{
    qsort(f->file, f->count, sizeof f->file[0], by_url);
}

uint64_t tag_of(uint64_t before, const char *bytes, size_t size)
{
    uint64_t hash = before ? before : UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}
