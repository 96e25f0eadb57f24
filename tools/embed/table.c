/* SPDX-License-Identifier: MIT */
/* The files as a table in C, for apps/server/http/assets.h, with what zlib makes of each. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "embed.h"

enum { LINE = 96 }; /* bytes in a line of a string */

/* Compresses as well as zlib can; the result holds no time and no name. */
static bool compress_whole(input *file)
{
    z_stream z = { .next_in = (unsigned char *)file->body, .avail_in = (uInt)file->size };
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

/* A string that a compiler reads forty times as fast as a list of numbers; its 0 at the end is not
 * kept. */
static void write_string(FILE *out, const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const unsigned c = bytes[i];
        if (i % LINE == 0)
            fprintf(out, "%s\n\"", i > 0 ? "\"" : "");
        if (c >= ' ' && c < 127 && c != '"' && c != '\\' && c != '?')
            fputc((int)c, out);
        else
            fprintf(out, "\\%03o", c);
    }
    fprintf(out, "\"");
}

static void write_bytes(FILE *out, const char *kind, size_t index, const void *body, size_t size)
{
    fprintf(out, "static const unsigned char %s_%zu[%zu] =", kind, index, size > 0 ? size : 1);
    if (size > 0)
        write_string(out, body, size);
    else
        fprintf(out, " { 0 }");
    fprintf(out, ";\n");
}

static void write_entry(FILE *out, const input *file, size_t index)
{
    fprintf(out, "    { .path = \"%s\",\n      .type = \"%s\",\n", file->url, file->type);
    fprintf(out, "      .tag = \"%016" PRIx64 "\",\n", tag_of(0, file->body, file->size));
    fprintf(out, "      .body = body_%zu, .size = %zu,\n", index, file->size);
    if (file->gzip_size > 0)
        fprintf(out, "      .gzip = gzip_%zu, .gzip_size = %zu,\n", index, file->gzip_size);
    if (file->is_named_by_hash)
        fprintf(out, "      .is_named_by_hash = true,\n");
    if (file->renews_itself)
        fprintf(out, "      .renews_itself = true,\n");
    fprintf(out, "    },\n");
}

bool table_write(folder *f, const char *path, const char *name)
{
    size_t count = 0;

    for (size_t i = 0; i < f->count; i++) {
        if (f->file[i]->is_part)
            continue;
        if (!compress_whole(f->file[i]))
            return false;
        count++;
    }
    folder_sort(f);
    FILE *out = fopen(path, "w");
    if (out == NULL)
        return complain(path, strerror(errno));
    fprintf(out, "/* SPDX-License-Identifier: MIT */\n/* Made by tools/embed. */\n");
    fprintf(out, "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n");
    fprintf(out, "#include \"server/http/assets.h\"\n\n");
    fprintf(out, "extern const arb_asset_table %s;\n\n", name);
    for (size_t i = 0; i < f->count; i++) {
        if (!f->file[i]->is_part)
            write_bytes(out, "body", i, f->file[i]->body, f->file[i]->size);
        if (f->file[i]->gzip_size > 0)
            write_bytes(out, "gzip", i, f->file[i]->gzip, f->file[i]->gzip_size);
    }
    /* One more than there are, because C has no empty arrays. */
    fprintf(out, "\nstatic const arb_asset assets[] = {\n");
    for (size_t i = 0; i < f->count; i++)
        if (!f->file[i]->is_part)
            write_entry(out, f->file[i], i);
    fprintf(out, "    { .path = \"\" },\n};\n\n");
    fprintf(out, "const arb_asset_table %s = { assets, %zu, \"%016" PRIx64 "\" };\n", name, count,
            f->tag);
    const bool bad = ferror(out) != 0;
    return (fclose(out) == 0 && !bad) || complain(path, "cannot be written");
}
