/* SPDX-License-Identifier: MIT */
/* The text of a PGN file, as it is or unpacked, piece by piece in constant memory; see pgn.h. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "common/interrupt.h"
#include "common/system_text.h"
#include "pgn/pgn.h"

enum { PIECE = 1 << 16, FIRST_BYTES = 10, GZIP_ONLY = 16 + MAX_WBITS };

typedef enum packing { PLAIN, GZIP, ZSTD } packing;

struct arb_pgn_input {
    const char *path;
    arb_pgn_bar *bar;
    int fd;
    packing packing;
    bool over;    /* the file has no more bytes */
    bool inside;  /* what is packed has begun and not ended */
    bool started; /* the unpacker has been made */
    arb_err failure;
    int error;          /* errno of a failed read, or 0: */
    arb_text_id reason; /* what is wrong with the packed bytes */
    z_stream zip;
    ZSTD_DStream *zstd;
    size_t at, end; /* of what was read and not yet used */
    unsigned char piece[PIECE];
};

static arb_err fail(arb_pgn_input *input, arb_err err, int error, arb_text_id reason)
{
    input->failure = err;
    input->error = error;
    input->reason = reason;
    return err;
}

/* Bytes of the file itself. */
static arb_err read_bytes(arb_pgn_input *input, void *out, size_t room, size_t *got)
{
    *got = 0;
    while (!input->over && *got == 0) {
        const ssize_t count = arb_interrupt_pending() ? -1 : read(input->fd, out, room);
        if (arb_interrupt_pending())
            return fail(input, ARB_STOPPED, 0, ARB_TEXT_INTERRUPTED);
        if (count < 0 && errno != EINTR)
            return fail(input, ARB_IO, errno, ARB_TEXT_COUNT);
        input->over = count == 0;
        *got = count > 0 ? (size_t)count : 0;
    }
    input->bar->done += *got;
    if (input->bar->bytes > 0)
        arb_progress_show(&input->bar->bar, (double)input->bar->done / (double)input->bar->bytes);
    else
        arb_progress_bytes(&input->bar->bar, input->bar->done);
    return ARB_OK;
}

/* Makes sure that `least` bytes are there, as far as the file goes. */
static arb_err fill_piece(arb_pgn_input *input, size_t least)
{
    memmove(input->piece, input->piece + input->at, input->end - input->at);
    input->end -= input->at;
    input->at = 0;
    while (input->end < least && !input->over) {
        size_t got;
        const arb_err err =
            read_bytes(input, input->piece + input->end, sizeof input->piece - input->end, &got);
        if (err)
            return err;
        input->end += got;
    }
    return ARB_OK;
}

/* Between the members of a gzip file: another one, padding with zeros, or the end. */
static arb_err next_member(arb_pgn_input *input)
{
    const arb_err err = fill_piece(input, 2);

    if (err)
        return err;
    if (input->end - input->at >= 2 && input->piece[input->at] == 0x1f &&
        input->piece[input->at + 1] == 0x8b) {
        input->inside = true;
        return inflateReset(&input->zip) == Z_OK ? ARB_OK
                                                 : fail(input, ARB_NOMEM, 0, ARB_TEXT_COUNT);
    }
    for (; input->at < input->end; input->at++)
        if (input->piece[input->at] != 0)
            return fail(input, ARB_IO, 0, ARB_TEXT_PGN_DAMAGED);
    return ARB_OK;
}

static arb_err unzip(arb_pgn_input *input, char *out, size_t room, size_t *got)
{
    z_stream *zip = &input->zip;

    zip->next_in = input->piece + input->at;
    zip->avail_in = (uInt)(input->end - input->at);
    zip->next_out = (Bytef *)out;
    zip->avail_out = (uInt)room;
    const int result = inflate(zip, Z_NO_FLUSH);
    input->at = input->end - zip->avail_in;
    *got = room - zip->avail_out;
    if (result == Z_MEM_ERROR)
        return fail(input, ARB_NOMEM, 0, ARB_TEXT_COUNT);
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
        return fail(input, ARB_IO, 0, ARB_TEXT_PGN_DAMAGED);
    input->inside = result != Z_STREAM_END;
    return ARB_OK;
}

static arb_err unzstd(arb_pgn_input *input, char *out, size_t room, size_t *got)
{
    ZSTD_inBuffer in = { input->piece, input->end, input->at };
    ZSTD_outBuffer to = { out, room, 0 };
    const size_t result = ZSTD_decompressStream(input->zstd, &to, &in);

    input->at = in.pos;
    *got = to.pos;
    if (ZSTD_isError(result))
        return fail(input, ARB_IO, 0, ARB_TEXT_PGN_DAMAGED);
    input->inside = result != 0;
    return ARB_OK;
}

/* One step of unpacking; nothing got means that more bytes are needed, or that it is all. */
static arb_err unpack(arb_pgn_input *input, char *out, size_t room, size_t *got)
{
    arb_err err = ARB_OK;

    *got = 0;
    if (input->packing == GZIP && !input->inside)
        err = next_member(input);
    else if (!input->inside)
        input->inside = input->at < input->end; /* without a byte there is no further frame */
    if (err || !input->inside)
        return err;
    return input->packing == GZIP ? unzip(input, out, room, got) : unzstd(input, out, room, got);
}

static arb_err read_packed(arb_pgn_input *input, char *out, size_t room, size_t *got)
{
    for (;;) {
        arb_err err = unpack(input, out, room, got);
        if (err || *got > 0)
            return err;
        if (input->at < input->end)
            continue; /* headers and skippable frames give no text */
        err = fill_piece(input, 1);
        if (err)
            return err;
        if (input->end == 0)
            return input->inside ? fail(input, ARB_IO, 0, ARB_TEXT_PGN_TRUNCATED) : ARB_OK;
    }
}

/* Is it packed in a way that is not unpacked here: by zip, xz or bzip2? */
static bool is_foreign(const arb_pgn_input *input)
{
    static const struct {
        size_t from, size;
        const char *bytes;
    } signs[] = { { 0, 4, "PK\3\4" }, { 0, 6, "\xfd\x37zXZ\0" }, { 4, 6, "1AY&SY" } };

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (input->end >= signs[i].from + signs[i].size &&
            memcmp(input->piece + signs[i].from, signs[i].bytes, signs[i].size) == 0)
            return true;
    return false;
}

/* Looks at the first bytes; what they say decides how to go on. */
static arb_err start(arb_pgn_input *input)
{
    static const unsigned char gzip[] = { 0x1f, 0x8b }, zstd[] = { 0x28, 0xb5, 0x2f, 0xfd };
    const arb_err err = fill_piece(input, FIRST_BYTES);

    if (err)
        return err;
    input->started = true;
    if (is_foreign(input))
        return fail(input, ARB_IO, 0, ARB_TEXT_PGN_PACKED);
    if (input->end >= sizeof gzip && memcmp(input->piece, gzip, sizeof gzip) == 0) {
        if (inflateInit2(&input->zip, GZIP_ONLY) != Z_OK)
            return fail(input, ARB_NOMEM, 0, ARB_TEXT_COUNT);
        input->packing = GZIP;
    } else if (input->end >= sizeof zstd && memcmp(input->piece, zstd, sizeof zstd) == 0) {
        input->zstd = ZSTD_createDStream();
        if (!input->zstd)
            return fail(input, ARB_NOMEM, 0, ARB_TEXT_COUNT);
        input->packing = ZSTD;
    }
    return ARB_OK;
}

arb_err arb_pgn_input_read(void *user, char *out, size_t room, size_t *got)
{
    arb_pgn_input *input = user;

    *got = 0;
    if (!input->failure && !input->started)
        (void)start(input);
    if (input->failure)
        return input->failure;
    if (input->packing != PLAIN)
        return read_packed(input, out, room, got);
    if (input->at == input->end)
        return read_bytes(input, out, room, got);
    *got = input->end - input->at < room ? input->end - input->at : room;
    memcpy(out, input->piece + input->at, *got);
    input->at += *got;
    return ARB_OK;
}

arb_pgn_input *arb_pgn_input_open(const arb_cli *cli, const char *path, arb_pgn_bar *bar)
{
    const bool standard = strcmp(path, "-") == 0;
    arb_pgn_input *input = calloc(1, sizeof *input);

    if (!input) {
        (void)arb_cli_failed(cli, ARB_NOMEM);
        return NULL;
    }
    input->path = path;
    input->bar = bar;
    input->fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (input->fd < 0) {
        arb_progress_clear(&bar->bar);
        (void)arb_cli_complain_at(cli, path, 0, 0, ARB_TEXT_FILE_FAILED,
                                  arb_system_text(errno, cli->lang));
        free(input);
        return NULL;
    }
    return input;
}

arb_exit arb_pgn_input_complain(const arb_pgn_input *input, const arb_cli *cli, arb_err err)
{
    arb_progress_clear(&input->bar->bar);
    if (err != ARB_IO)
        return arb_cli_failed(cli, err);
    return arb_cli_complain_at(cli, input->path, 0, 0, ARB_TEXT_FILE_FAILED,
                               input->error ? arb_system_text(input->error, cli->lang)
                                            : arb_text(input->reason, cli->lang));
}

void arb_pgn_input_close(arb_pgn_input *input)
{
    if (!input)
        return;
    if (input->packing == GZIP)
        inflateEnd(&input->zip);
    ZSTD_freeDStream(input->zstd);
    if (input->fd != STDIN_FILENO)
        close(input->fd);
    free(input);
}
