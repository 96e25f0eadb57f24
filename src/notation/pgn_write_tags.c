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
    const size_t size = sizeof *writer->tag;

    if (writer->tag_count < writer->tag_room)
        return ARB_OK;
    void *tags = arb_mem_resize(writer->mem, writer->tag, writer->tag_room * size, room * size);
    if (!tags)
        return ARB_NOMEM;
    writer->tag = tags;
    writer->tag_room = room;
    return ARB_OK;
}

/* Control characters would break the line; quotation marks and backslashes are escaped. */
static arb_err add_value(arb_buf *buf, const char *text, size_t size)
{
    arb_err err = ARB_OK;
    size_t at = 0;

    while (at < size && !err) {
        size_t plain = at;
        while (plain < size && (unsigned char)text[plain] >= ' ' && text[plain] != '"' &&
               text[plain] != '\\')
            plain++;
        err = arb_buf_add(buf, text + at, plain - at);
        if (plain < size && (unsigned char)text[plain] >= ' ' && !err)
            err = arb_buf_add_char(buf, '\\');
        if (plain < size && !err)
            err = arb_buf_add_char(buf, (unsigned char)text[plain] < ' ' ? ' ' : text[plain]);
        at = plain + 1;
    }
    return err;
}

/* [Name "value"] as a line. */
static arb_err add_tag(arb_buf *out, const arb_pgn_tag *tag)
{
    arb_err err = arb_buf_add_char(out, '[');

    if (!err)
        err = arb_buf_add(out, tag->name, tag->name_size);
    if (!err)
        err = arb_buf_add(out, " \"", 2);
    if (!err)
        err = add_value(out, tag->value, tag->value_size);
    return err ? err : arb_buf_add(out, "\"]\n", 3);
}

arb_err arb_pgn_write_tag(arb_pgn_writer *writer, const arb_pgn_tag *tag)
{
    const size_t before = arb_buf_size(&writer->tags);
    arb_pgn_tag as_utf8 = *tag;
    arb_err err = writer->failure;

    if (err)
        return err;
    err = writer->header ? ARB_STATE : reserve(writer);
    if (!err)
        err = arb_pgn_utf8(&as_utf8.value, &as_utf8.value_size, writer);
    if (!err)
        err = add_tag(&writer->tags, &as_utf8);
    if (err) {
        arb_buf_cut(&writer->tags, before);
        writer->failure = err;
        return err;
    }
    writer->tag[writer->tag_count++] = (arb_pgn_line_of_tag){
        .at = before, .size = arb_buf_size(&writer->tags) - before, .name_size = tag->name_size
    };
    return ARB_OK;
}

static const char *name_of(const arb_pgn_writer *writer, const arb_pgn_line_of_tag *tag)
{
    return arb_buf_text(&writer->tags) + tag->at + 1;
}

static arb_err copy(arb_pgn_writer *writer, const arb_pgn_line_of_tag *tag)
{
    return arb_buf_add(&writer->scratch, arb_buf_text(&writer->tags) + tag->at, tag->size);
}

/* Takes the first tag of this name off the list, if there is one. */
static bool take(arb_pgn_line_of_tag *out, arb_pgn_writer *writer, const char *name)
{
    const size_t size = strlen(name);

    for (size_t i = 0; i < writer->tag_count; i++) {
        arb_pgn_line_of_tag *tag = &writer->tag[i];
        if (tag->name_size != size || memcmp(name_of(writer, tag), name, size) != 0)
            continue;
        *out = *tag;
        writer->tag_count--;
        memmove(tag, tag + 1, (writer->tag_count - i) * sizeof *tag);
        return true;
    }
    return false;
}

static arb_err add_roster(arb_pgn_writer *writer, arb_pgn_result result)
{
    arb_err err = ARB_OK;

    for (size_t i = 0; i < ROSTER && !err; i++) {
        const char *value = roster[i].unknown ? roster[i].unknown : arb_pgn_result_text(result);
        const arb_pgn_tag missing = { roster[i].name, value, strlen(roster[i].name),
                                      strlen(value) };
        arb_pgn_line_of_tag tag;
        err = take(&tag, writer, roster[i].name) ? copy(writer, &tag)
                                                 : add_tag(&writer->scratch, &missing);
    }
    return err;
}

static bool goes_before(const arb_pgn_writer *writer, const arb_pgn_line_of_tag *a,
                        const arb_pgn_line_of_tag *b)
{
    const size_t size = a->name_size < b->name_size ? a->name_size : b->name_size;
    const int order = memcmp(name_of(writer, a), name_of(writer, b), size);

    if (order != 0 || a->name_size != b->name_size)
        return order < 0 || (order == 0 && a->name_size < b->name_size);
    return a->at < b->at;
}

/* Lets the tag at `top` of a heap of `count` sink below those that go behind it. */
static void sink(arb_pgn_writer *writer, size_t top, size_t count)
{
    const arb_pgn_line_of_tag tag = writer->tag[top];

    for (size_t below = 2 * top + 1; below < count; below = 2 * top + 1) {
        if (below + 1 < count && goes_before(writer, &writer->tag[below], &writer->tag[below + 1]))
            below++;
        if (!goes_before(writer, &tag, &writer->tag[below]))
            break;
        writer->tag[top] = writer->tag[below];
        top = below;
    }
    writer->tag[top] = tag;
}

/* Sorts by name, also when somebody has written a hundred thousand of them. */
static void sort(arb_pgn_writer *writer)
{
    for (size_t i = writer->tag_count / 2; i > 0; i--)
        sink(writer, i - 1, writer->tag_count);
    for (size_t left = writer->tag_count; left > 1; left--) {
        const arb_pgn_line_of_tag last = writer->tag[0];
        writer->tag[0] = writer->tag[left - 1];
        writer->tag[left - 1] = last;
        sink(writer, 0, left - 1);
    }
}

/* The others by name; those of one name stay in their order. */
static arb_err add_others(arb_pgn_writer *writer)
{
    arb_err err = ARB_OK;

    sort(writer);
    for (size_t i = 0; i < writer->tag_count && !err; i++)
        err = copy(writer, &writer->tag[i]);
    return err;
}

static bool has(const arb_pgn_writer *writer, const char *name)
{
    const size_t size = strlen(name);

    for (size_t i = 0; i < writer->tag_count; i++)
        if (writer->tag[i].name_size == size &&
            memcmp(name_of(writer, &writer->tag[i]), name, size) == 0)
            return true;
    return false;
}

/* A SetUp tag announces a FEN tag; without one it would say what is not so. */
static void drop_setup(arb_pgn_writer *writer)
{
    arb_pgn_line_of_tag tag;

    while (!has(writer, "FEN") && take(&tag, writer, "SetUp"))
        continue;
}

arb_err arb_pgn_tags_write(arb_pgn_writer *writer, arb_pgn_result result)
{
    arb_buf_cut(&writer->scratch, 0);
    drop_setup(writer);
    arb_err err = add_roster(writer, result);
    if (!err)
        err = add_others(writer);
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
