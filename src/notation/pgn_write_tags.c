/* SPDX-License-Identifier: MIT */
/* The tags of a game as the PGN writer keeps and writes them. */
#include <string.h>

#include "arbitro/mem.h"
#include "arbitro/utf8.h"
#include "notation/pgn_writer.h"

/* The seven that every game has, and what they say when nothing is known. */
static const struct {
    const char *name, *unknown;
} roster[] = { { "Event", "?" }, { "Site", "?" },  { "Date", "????.??.??" }, { "Round", "?" },
               { "White", "?" }, { "Black", "?" }, { "Result", NULL } };

enum { ROSTER = sizeof roster / sizeof *roster };

arb_err arb_pgn_utf8(const char **out, size_t *size, arb_pgn_writer *writer)
{
    if (arb_utf8_valid_size(*out, *size) == *size)
        return ARB_OK;
    arb_buf_cut(&writer->scratch, 0);
    for (size_t i = 0; i < *size; i++) {
        char bytes[ARB_UTF8_MAX];
        const size_t count = arb_utf8_encode(bytes, (unsigned char)(*out)[i]);
        const arb_err err = arb_buf_add(&writer->scratch, bytes, count);
        if (err)
            return err;
    }
    *out = arb_buf_text(&writer->scratch);
    *size = arb_buf_size(&writer->scratch);
    return ARB_OK;
}

/* Room for one more tag. */
static arb_err reserve(arb_pgn_writer *writer)
{
    const size_t room = writer->tag_room ? 2 * writer->tag_room : 32;

    if (writer->tag_count < writer->tag_room)
        return ARB_OK;
    if (writer->tag_count >= ARB_PGN_TAGS_MAX)
        return ARB_RANGE;
    size_t *at = arb_mem_resize(writer->mem, writer->tag_at, writer->tag_room * sizeof *at,
                                room * sizeof *at);
    if (!at)
        return ARB_NOMEM;
    writer->tag_at = at;
    writer->tag_room = room;
    return ARB_OK;
}

/* Control characters would break the line. */
static arb_err keep(arb_buf *buf, const char *text, size_t size)
{
    arb_err err = ARB_OK;

    for (size_t i = 0; i < size && !err; i++)
        err = arb_buf_add_char(buf, (unsigned char)text[i] < ' ' ? ' ' : text[i]);
    return err ? err : arb_buf_add_char(buf, '\0');
}

arb_err arb_pgn_write_tag(arb_pgn_writer *writer, const arb_pgn_tag *tag)
{
    const char *value = tag->value;
    size_t value_size = tag->value_size;
    const size_t before = arb_buf_size(&writer->tags);
    arb_err err = writer->failure;

    if (err)
        return err;
    err = writer->header ? ARB_STATE : reserve(writer);
    if (!err)
        err = keep(&writer->tags, tag->name, tag->name_size);
    if (!err)
        err = arb_pgn_utf8(&value, &value_size, writer);
    if (!err)
        err = keep(&writer->tags, value, value_size);
    if (err) {
        arb_buf_cut(&writer->tags, before);
        writer->failure = err;
        return err;
    }
    writer->tag_at[writer->tag_count++] = before;
    return ARB_OK;
}

static const char *name_of(const arb_pgn_writer *writer, size_t tag)
{
    return arb_buf_text(&writer->tags) + writer->tag_at[tag];
}

/* [Name "value"], with its quotation marks and backslashes escaped, at the end of the scratch. */
static arb_err add_tag(arb_buf *out, const char *name, const char *value)
{
    arb_err err = arb_buf_add_char(out, '[');

    if (!err)
        err = arb_buf_add_text(out, name);
    if (!err)
        err = arb_buf_add_text(out, " \"");
    for (; *value && !err; value++) {
        if (*value == '"' || *value == '\\')
            err = arb_buf_add_char(out, '\\');
        if (!err)
            err = arb_buf_add_char(out, *value);
    }
    return err ? err : arb_buf_add_text(out, "\"]\n");
}

/* The first tag of this name, or the number of tags. */
static size_t find(const arb_pgn_writer *writer, const char *name)
{
    size_t tag = 0;

    while (tag < writer->tag_count && strcmp(name_of(writer, tag), name) != 0)
        tag++;
    return tag;
}

static arb_err add_roster(arb_pgn_writer *writer, bool *written, arb_pgn_result result)
{
    arb_err err = ARB_OK;

    for (size_t i = 0; i < ROSTER && !err; i++) {
        const size_t tag = find(writer, roster[i].name);
        const char *value = roster[i].unknown ? roster[i].unknown : arb_pgn_result_text(result);
        if (tag < writer->tag_count) {
            const char *name = name_of(writer, tag);
            value = name + strlen(name) + 1;
            written[tag] = true;
        }
        err = add_tag(&writer->scratch, roster[i].name, value);
    }
    return err;
}

/* The others by name; those of one name stay in their order. */
static arb_err add_others(arb_pgn_writer *writer, const bool *written)
{
    arb_err err = ARB_OK;
    size_t last = writer->tag_count; /* none yet */

    for (size_t n = 0; n < writer->tag_count && !err; n++) {
        size_t best = writer->tag_count;
        for (size_t tag = 0; tag < writer->tag_count; tag++) {
            const int to_last =
                last == writer->tag_count ? 1 : strcmp(name_of(writer, tag), name_of(writer, last));
            const bool later = to_last > 0 || (to_last == 0 && tag > last);
            if (!written[tag] && later &&
                (best == writer->tag_count ||
                 strcmp(name_of(writer, tag), name_of(writer, best)) < 0))
                best = tag;
        }
        if (best == writer->tag_count)
            break;
        last = best;
        const char *name = name_of(writer, best);
        err = add_tag(&writer->scratch, name, name + strlen(name) + 1);
    }
    return err;
}

arb_err arb_pgn_tags_write(arb_pgn_writer *writer, arb_pgn_result result)
{
    bool written[ARB_PGN_TAGS_MAX] = { false };

    arb_buf_cut(&writer->scratch, 0);
    arb_err err = add_roster(writer, written, result);
    if (!err)
        err = add_others(writer, written);
    if (!err)
        err = arb_buf_add_char(&writer->scratch, '\n');
    if (!err)
        err = writer->sink(writer->user, arb_buf_text(&writer->scratch),
                           arb_buf_size(&writer->scratch));
    arb_buf_cut(&writer->tags, 0);
    writer->tag_count = 0;
    writer->header = true;
    return err;
}
