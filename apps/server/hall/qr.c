/* SPDX-License-Identifier: MIT */
/* A text as a QR code in SVG: one path, drawn row by row, black on white with its quiet margin. */
#include <qrencode.h>

#include "server/hall/api.h"

enum { MARGIN = 4 };

/* The dark squares of a row, runs of them as one. */
static arb_err add_row(arb_buf *out, const unsigned char *row, int width, int y)
{
    arb_err err = ARB_OK;

    for (int x = 0; x < width && !err;) {
        const int from = x;
        while (x < width && (row[x] & 1))
            x++;
        if (x > from)
            err = arb_buf_add_format(out, "M%d %dh%dv1h-%dz", from + MARGIN, y + MARGIN, x - from,
                                     x - from);
        else
            x++;
    }
    return err;
}

arb_err arb_qr_write(arb_buf *out, const char *text)
{
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M);

    if (!code)
        return ARB_RANGE;
    const int side = code->width + 2 * MARGIN;
    arb_err err = arb_buf_add_format(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
        "shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h%dv%dH0z\"/>"
        "<path fill=\"#000\" d=\"",
        side, side, side, side);
    for (int y = 0; y < code->width && !err; y++)
        err = add_row(out, code->data + (size_t)y * (size_t)code->width, code->width, y);
    if (!err)
        err = arb_buf_add_text(out, "\"/></svg>\n");
    QRcode_free(code);
    return err;
}
