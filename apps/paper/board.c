/* SPDX-License-Identifier: MIT */
/* The board in SVG; see board.h. A square is 100 wide, as the box of a piece is. */
#include "paper/board.h"

#include <math.h>
#include <string.h>

#include "paper/shapes.h"

enum { SQUARE = 100, EDGE = 8, MARGIN = 62, LINES = 6 };

/* The room around the squares. */
typedef struct frame {
    int left, top, width, height;
} frame;

static frame frame_of(const arb_board *board)
{
    const int margin = board->bare ? EDGE : MARGIN;

    return (frame){ margin, EDGE, 8 * SQUARE + 2 * margin, 8 * SQUARE + EDGE + margin };
}

unsigned arb_board_height(const arb_board *board, unsigned width)
{
    const frame f = frame_of(board);

    return (width * (unsigned)f.height + (unsigned)f.width / 2) / (unsigned)f.width;
}

/* Where a square stands, from the left and from the top. */
static int column_of(const arb_board *board, unsigned square)
{
    const int file = (int)(square % 8);

    return SQUARE * (board->flip ? 7 - file : file);
}

static int row_of(const arb_board *board, unsigned square)
{
    const int rank = (int)(square / 8);

    return SQUARE * (board->flip ? rank : 7 - rank);
}

/* ---- what stands there, in words ---- */

static const arb_letters *letters_in(arb_lang lang)
{
    return lang == ARB_LANG_IT ? &arb_letters_it : &arb_letters_en;
}

static void describe_side(arb_ink *ink, const arb_setup *setup, arb_colour colour, arb_lang lang)
{
    static const arb_role order[] = { ARB_KING,   ARB_QUEEN,  ARB_ROOK,
                                      ARB_BISHOP, ARB_KNIGHT, ARB_PAWN };
    const char *before = " ";
    char name[3];

    arb_ink_add(ink,
                arb_text(colour == ARB_WHITE ? ARB_TEXT_PAPER_WHITE : ARB_TEXT_PAPER_BLACK, lang));
    for (unsigned i = 0; i < ARB_ROLE_COUNT; i++) {
        for (unsigned square = 0; square < ARB_SQUARE_COUNT; square++) {
            const arb_piece piece = setup->piece[square];
            if (piece == ARB_PIECE_NONE || arb_piece_colour(piece) != colour ||
                arb_piece_role(piece) != order[i])
                continue;
            (void)arb_square_write(name, sizeof name, (arb_square)square);
            arb_ink_format(ink, "%s%s%s", before,
                           order[i] == ARB_PAWN ? "" : letters_in(lang)->white[order[i]], name);
            before = ", ";
        }
    }
    if (before[0] == ' ')
        arb_ink_add(ink, " -");
}

void arb_board_describe(arb_ink *ink, const arb_setup *setup, arb_lang lang)
{
    describe_side(ink, setup, ARB_WHITE, lang);
    arb_ink_add(ink, "; ");
    describe_side(ink, setup, ARB_BLACK, lang);
    arb_ink_add(ink, ". ");
    arb_ink_add(
        ink,
        arb_text(setup->turn == ARB_WHITE ? ARB_TEXT_DIAGRAM_WHITE : ARB_TEXT_DIAGRAM_BLACK, lang));
}

/* ---- the pieces ---- */

static char letter_of(arb_role role)
{
    return arb_letters_en.white[role][0];
}

static void write_shape(arb_ink *ink, arb_role role, arb_colour colour)
{
    const bool white = colour == ARB_WHITE;

    arb_ink_format(ink,
                   "<g id=\"arb-%c%c\"><g fill=\"%s\" stroke=\"#000\" stroke-width=\"3.2\" "
                   "stroke-linejoin=\"round\">",
                   white ? 'w' : 'b', letter_of(role), white ? "#fff" : "#000");
    arb_ink_add(ink, arb_shapes[role].solid);
    arb_ink_format(ink,
                   "</g><g fill=\"none\" stroke=\"%s\" stroke-width=\"3\" stroke-linecap=\"round\" "
                   "stroke-linejoin=\"round\">",
                   white ? "#000" : "#fff");
    arb_ink_add(ink, arb_shapes[role].detail);
    arb_ink_add(ink, "</g></g>\n");
}

/* What keeps the lines of a dark square away from a piece. */
static void write_halo(arb_ink *ink, arb_role role)
{
    arb_ink_format(ink,
                   "<g id=\"arb-h%c\" fill=\"#fff\" stroke=\"#fff\" stroke-width=\"12\" "
                   "stroke-linejoin=\"round\">",
                   letter_of(role));
    arb_ink_add(ink, arb_shapes[role].solid);
    arb_ink_add(ink, "</g>\n");
}

/* The shapes that are needed: by colour and role, and the halos by role. */
static void write_shapes(arb_ink *ink, const bool needed[3][ARB_ROLE_COUNT])
{
    arb_ink_add(ink, "<defs>\n");
    for (unsigned role = 0; role < ARB_ROLE_COUNT; role++) {
        if (needed[2][role])
            write_halo(ink, (arb_role)role);
        for (unsigned colour = 0; colour < ARB_COLOUR_COUNT; colour++)
            if (needed[colour][role])
                write_shape(ink, (arb_role)role, (arb_colour)colour);
    }
    arb_ink_add(ink, "</defs>\n");
}

void arb_board_shared(arb_ink *ink)
{
    bool all[3][ARB_ROLE_COUNT];

    memset(all, true, sizeof all);
    arb_ink_add(ink, "<svg width=\"0\" height=\"0\" class=\"shapes\" aria-hidden=\"true\">\n");
    write_shapes(ink, (const bool(*)[ARB_ROLE_COUNT])all);
    arb_ink_add(ink, "</svg>\n");
}

static void write_own_shapes(arb_ink *ink, const arb_board *board)
{
    bool needed[3][ARB_ROLE_COUNT] = { 0 };

    for (unsigned square = 0; square < ARB_SQUARE_COUNT; square++) {
        const arb_piece piece = board->setup->piece[square];
        if (piece == ARB_PIECE_NONE)
            continue;
        needed[arb_piece_colour(piece)][arb_piece_role(piece)] = true;
        needed[2][arb_piece_role(piece)] |= board->hatched;
    }
    write_shapes(ink, (const bool(*)[ARB_ROLE_COUNT])needed);
}

static void write_pieces(arb_ink *ink, const arb_board *board)
{
    for (unsigned square = 0; square < ARB_SQUARE_COUNT; square++) {
        const arb_piece piece = board->setup->piece[square];
        if (piece == ARB_PIECE_NONE)
            continue;
        const char letter = letter_of(arb_piece_role(piece));
        const int x = column_of(board, square), y = row_of(board, square);
        if (board->hatched)
            arb_ink_format(ink, "<use href=\"#arb-h%c\" x=\"%d\" y=\"%d\"/>", letter, x, y);
        arb_ink_format(ink, "<use href=\"#arb-%c%c\" x=\"%d\" y=\"%d\"/>\n",
                       arb_piece_colour(piece) == ARB_WHITE ? 'w' : 'b', letter, x, y);
    }
}

/* ---- the squares ---- */

/* A dark square as lines from its lower left to its upper right. */
static void write_hatching(arb_ink *ink, int x, int y)
{
    for (int i = 1; i < 2 * LINES; i++) {
        const int at = i * SQUARE / LINES;
        const int along = at <= SQUARE ? at : 2 * SQUARE - at;
        const int left = at <= SQUARE ? 0 : at - SQUARE;
        const int down = at <= SQUARE ? at : SQUARE;
        arb_ink_format(ink, "M%d %dl%d %d", x + left, y + down, along, -along);
    }
}

static void write_squares(arb_ink *ink, const arb_board *board)
{
    arb_ink_add(ink, "<path fill=\"#fff\" d=\"M0 0h800v800H0z\"/>\n");
    arb_ink_add(ink, board->hatched
                         ? "<path fill=\"none\" stroke=\"#000\" stroke-width=\"2.5\" d=\""
                         : "<path fill=\"#c8c8c8\" d=\"");
    /* the corner at the left of either player is dark (2.1), so it is the same from both sides */
    for (int row = 0; row < 8; row++) {
        for (int column = 0; column < 8; column++) {
            if ((row + column) % 2 == 0)
                continue;
            if (board->hatched)
                write_hatching(ink, column * SQUARE, row * SQUARE);
            else
                arb_ink_format(ink, "M%d %dh100v100h-100z", column * SQUARE, row * SQUARE);
        }
    }
    arb_ink_add(ink, "\"/>\n<path fill=\"none\" stroke=\"#000\" stroke-width=\"5\" "
                     "d=\"M-2 -2h804v804H-2z\"/>\n");
}

/* Laws 2.4: letters and numbers at the edges; a square tells who has the move. */
static void write_coordinates(arb_ink *ink, const arb_board *board)
{
    const bool black = board->setup->turn == ARB_BLACK;

    arb_ink_add(ink, "<g font-family=\"sans-serif\" font-size=\"40\" text-anchor=\"middle\" "
                     "fill=\"#000\">");
    for (unsigned i = 0; i < 8; i++) {
        const unsigned place = board->flip ? 7 - i : i;
        arb_ink_format(ink, "<text x=\"%u\" y=\"846\">%c</text>", i * SQUARE + SQUARE / 2,
                       arb_file_letter(place));
        arb_ink_format(ink, "<text x=\"-32\" y=\"%u\">%u</text>", i * SQUARE + SQUARE / 2 + 14,
                       8 - place);
    }
    arb_ink_format(ink,
                   "</g>\n<path fill=\"%s\" stroke=\"#000\" stroke-width=\"5\" "
                   "d=\"M817 %dh34v34h-34z\"/>\n",
                   black ? "#000" : "#fff", black == board->flip ? 764 : 2);
}

/* ---- the marks ---- */

/* Rings lie below the pieces. */
static void write_rings(arb_ink *ink, const arb_board *board)
{
    for (unsigned square = 0; square < ARB_SQUARE_COUNT; square++)
        if (board->ringed >> square & 1u)
            arb_ink_format(ink,
                           "<circle cx=\"%d\" cy=\"%d\" r=\"44\" fill=\"#fff\" stroke=\"#000\" "
                           "stroke-width=\"8\"/>\n",
                           column_of(board, square) + SQUARE / 2,
                           row_of(board, square) + SQUARE / 2);
}

/* Crosses lie on them, with a white edge. */
static void write_crosses(arb_ink *ink, const arb_board *board)
{
    static const char *const strokes[] = { "stroke=\"#fff\" stroke-width=\"16\"",
                                           "stroke=\"#000\" stroke-width=\"8\"" };

    for (unsigned square = 0; square < ARB_SQUARE_COUNT; square++)
        for (unsigned i = 0; i < 2 && board->crossed >> square & 1u; i++)
            arb_ink_format(ink, "<path fill=\"none\" %s d=\"M%d %dl80 80m-80 0l80 -80\"/>\n",
                           strokes[i], column_of(board, square) + 10, row_of(board, square) + 10);
}

static void write_arrow(arb_ink *ink, const arb_board *board, unsigned from, unsigned to)
{
    const double x = column_of(board, from) + SQUARE / 2.0, y = row_of(board, from) + SQUARE / 2.0;
    const double dx = column_of(board, to) + SQUARE / 2.0 - x;
    const double dy = row_of(board, to) + SQUARE / 2.0 - y;
    const double length = hypot(dx, dy);

    if (length < 1)
        return;
    /* along the x axis first, then turned */
    arb_ink_format(ink,
                   "<path fill=\"#000\" fill-opacity=\"0.75\" stroke=\"#fff\" stroke-width=\"4\" "
                   "stroke-linejoin=\"round\" transform=\"translate(%.0f %.0f) "
                   "rotate(%.2f)\" d=\"M22 -9H%.0fV-28L%.0f 0L%.0f 28V9H22z\"/>\n",
                   x, y, atan2(dy, dx) * 180 / acos(-1), length - 48, length - 4, length - 48);
}

void arb_board_svg(arb_ink *ink, const arb_board *board, bool shared)
{
    const frame f = frame_of(board);

    arb_ink_format(ink, "<svg %sviewBox=\"%d %d %d %d\" role=\"img\"",
                   shared ? "class=\"board\" " : "xmlns=\"http://www.w3.org/2000/svg\" ", -f.left,
                   -f.top, f.width, f.height);
    if (board->size_mm > 0)
        arb_ink_format(ink, " width=\"%umm\" height=\"%umm\"", board->size_mm,
                       arb_board_height(board, board->size_mm));
    arb_ink_add(ink, ">\n<title>");
    arb_board_describe(ink, board->setup, board->lang);
    arb_ink_add(ink, "</title>\n");
    if (!shared)
        write_own_shapes(ink, board);
    write_squares(ink, board);
    if (!board->bare)
        write_coordinates(ink, board);
    write_rings(ink, board);
    write_pieces(ink, board);
    write_crosses(ink, board);
    for (size_t i = 0; i < board->arrows; i++)
        write_arrow(ink, board, board->arrow[i][0], board->arrow[i][1]);
    arb_ink_add(ink, "</svg>\n");
}
