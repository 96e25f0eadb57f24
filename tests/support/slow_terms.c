/* SPDX-License-Identifier: MIT */
/* What stands on the board, term by term: see slow_terms.h. */
#include "slow_terms.h"

#include <string.h>

#include "slow_terms_parts.h"

arb_sighting *slow_add(slow_seen *out, arb_sighting_kind kind, int side)
{
    arb_sighting *one = &out->list[out->count++];

    *one = (arb_sighting){ .kind = kind, .side = (arb_colour)side };
    return one;
}

arb_piece slow_at(const arb_setup *setup, int file, int rank)
{
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? ARB_PIECE_NONE
                                                        : setup->piece[rank * 8 + file];
}

uint64_t slow_bit(int file, int rank)
{
    return UINT64_C(1) << (rank * 8 + file);
}

bool slow_is(const arb_setup *setup, int file, int rank, int colour, arb_role role)
{
    return slow_at(setup, file, rank) == arb_piece_of((arb_colour)colour, role);
}

/* Towards the opponent. */
static int ahead(int colour)
{
    return colour == ARB_WHITE ? 1 : -1;
}

/* Is there a pawn of this colour on the file, on some rank strictly beyond `rank`? */
static bool pawn_beyond(const arb_setup *setup, int file, int rank, int colour, int towards)
{
    for (int r = rank + towards; r >= 0 && r < 8; r += towards)
        if (slow_is(setup, file, r, colour, ARB_PAWN))
            return true;
    return false;
}

static int pawns_on(const arb_setup *setup, int file, int colour)
{
    int count = 0;

    for (int rank = 0; rank < 8; rank++)
        count += slow_is(setup, file, rank, colour, ARB_PAWN);
    return count;
}

static bool pawn_guards(const arb_setup *setup, int file, int rank, int colour)
{
    return slow_is(setup, file - 1, rank - ahead(colour), colour, ARB_PAWN) ||
           slow_is(setup, file + 1, rank - ahead(colour), colour, ARB_PAWN);
}

static void see_pawn(slow_seen *out, const arb_setup *setup, int file, int rank, int colour)
{
    const int up = ahead(colour), them = !colour;
    bool passed = !pawn_beyond(setup, file, rank, colour, up), neighbours = false, left = true;

    for (int f = file - 1; f <= file + 1; f++)
        passed = passed && !pawn_beyond(setup, f, rank, them, up);
    for (int f = file - 1; f <= file + 1; f += 2)
        for (int r = 0; r < 8; r++)
            if (slow_is(setup, f, r, colour, ARB_PAWN)) {
                neighbours = true;
                left = left && (r - rank) * up > 0;
            }
    if (passed)
        slow_add(out, ARB_SIGHTING_PASSED_PAWN, colour)->on = slow_bit(file, rank);
    if (!neighbours)
        slow_add(out, ARB_SIGHTING_ISOLATED_PAWN, colour)->on = slow_bit(file, rank);
    else if (left && rank + up >= 0 && rank + up < 8 && pawn_guards(setup, file, rank + up, them))
        slow_add(out, ARB_SIGHTING_BACKWARD_PAWN, colour)->on = slow_bit(file, rank);
    if ((file == 3 || file == 4) && (colour == ARB_WHITE ? rank > 3 : rank < 4))
        slow_add(out, ARB_SIGHTING_OUTPOST_PAWN, colour)->on = slow_bit(file, rank);
    for (int lean = -1; lean <= 1; lean += 2) {
        arb_sighting row = { .on = 0 };
        int links = 0;
        if (slow_is(setup, file - lean, rank - up, colour, ARB_PAWN))
            continue; /* not the base */
        while (slow_is(setup, file + lean * links, rank + up * links, colour, ARB_PAWN)) {
            row.on |= slow_bit(file + lean * links, rank + up * links);
            links++;
        }
        if (links < 3)
            continue;
        arb_sighting *seen = slow_add(out, ARB_SIGHTING_PAWN_CHAIN, colour);
        seen->on = row.on;
        seen->via = slow_bit(file, rank);
        seen->amount = links;
    }
    if (colour == ARB_WHITE && slow_is(setup, file, rank + 1, ARB_BLACK, ARB_PAWN))
        slow_add(out, ARB_SIGHTING_BLOCKADE, ARB_COLOUR_COUNT)->on =
            slow_bit(file, rank) | slow_bit(file, rank + 1);
}

static void see_files(slow_seen *out, const arb_setup *setup)
{
    uint64_t open = 0, half[] = { 0, 0 };

    for (int file = 0; file < 8; file++) {
        const int pawns[] = { pawns_on(setup, file, ARB_WHITE), pawns_on(setup, file, ARB_BLACK) };
        uint64_t squares = 0;
        for (int rank = 0; rank < 8; rank++)
            squares |= slow_bit(file, rank);
        if (!pawns[0] && !pawns[1])
            open |= squares;
        for (int colour = 0; colour < 2; colour++) {
            if (!pawns[colour] && pawns[!colour])
                half[colour] |= squares;
            if (pawns[colour] < 2)
                continue;
            arb_sighting *seen = slow_add(out, ARB_SIGHTING_DOUBLED_PAWN, colour);
            seen->amount = pawns[colour];
            for (int rank = 0; rank < 8; rank++)
                if (slow_is(setup, file, rank, colour, ARB_PAWN))
                    seen->on |= slow_bit(file, rank);
        }
    }
    if (open)
        slow_add(out, ARB_SIGHTING_OPEN_FILE, ARB_COLOUR_COUNT)->on = open;
    for (int colour = 0; colour < 2; colour++)
        if (half[colour])
            slow_add(out, ARB_SIGHTING_HALF_OPEN_FILE, colour)->on = half[colour];
}

static void see_wall(slow_seen *out, const arb_setup *setup)
{
    static const char *const walls[] = { "c3d4e3f4", "c6d5e6f5" };

    for (int colour = 0; colour < 2; colour++) {
        uint64_t wall = 0;
        bool stands = true;
        for (int i = 0; i < 4; i++) {
            const arb_square square = arb_square_read(walls[colour] + 2 * i, 2);
            wall |= UINT64_C(1) << square;
            stands = stands && setup->piece[square] == arb_piece_of((arb_colour)colour, ARB_PAWN);
        }
        if (stands)
            slow_add(out, ARB_SIGHTING_STONEWALL, colour)->on = wall;
    }
}

static void see_minor(slow_seen *out, const arb_setup *setup, int file, int rank, int colour,
                      bool bishop)
{
    const int up = ahead(colour);
    bool driven = false;

    for (int f = file - 1; f <= file + 1; f += 2)
        driven = driven || pawn_beyond(setup, f, rank, !colour, up);
    if ((colour == ARB_WHITE ? rank > 3 : rank < 4) && pawn_guards(setup, file, rank, colour) &&
        !driven) {
        arb_sighting *seen = slow_add(out, ARB_SIGHTING_OUTPOST, colour);
        seen->on = slow_bit(file, rank);
        for (int f = file - 1; f <= file + 1; f += 2)
            if (slow_is(setup, f, rank - up, colour, ARB_PAWN))
                seen->by |= slow_bit(f, rank - up);
    }
    if (!bishop)
        return;
    uint64_t fixed[2] = { 0, 0 };
    int count[2] = { 0, 0 };
    for (int f = 0; f < 8; f++)
        for (int r = 0; r < 8; r++)
            if (slow_is(setup, f, r, colour, ARB_PAWN) && r + up >= 0 && r + up < 8 &&
                slow_at(setup, f, r + up) != ARB_PIECE_NONE &&
                (int)arb_piece_colour(slow_at(setup, f, r + up)) == !colour) {
                const int same = (f + r) % 2 == (file + rank) % 2;
                fixed[same] |= slow_bit(f, r);
                count[same]++;
            }
    if (count[0] != count[1] && (count[0] > 1 || count[1] > 1)) {
        const int bad = count[1] > count[0];
        arb_sighting *seen =
            slow_add(out, bad ? ARB_SIGHTING_BAD_BISHOP : ARB_SIGHTING_GOOD_BISHOP, colour);
        seen->on = slow_bit(file, rank);
        seen->via = fixed[bad];
    }
    if ((file == 1 || file == 6) && rank == (colour == ARB_WHITE ? 1 : 6))
        slow_add(out, ARB_SIGHTING_FIANCHETTO, colour)->on = slow_bit(file, rank);
}

static void see_diagonal(slow_seen *out, const arb_setup *setup, arb_square from, int colour)
{
    for (int falling = 0; falling < 2; falling++) {
        uint64_t diagonal = 0;
        bool commands = true, on = false;
        for (int i = 0; i < 8; i++) {
            const arb_square square = (arb_square)(falling ? i * 8 + 7 - i : i * 9);
            diagonal |= UINT64_C(1) << square;
            on = on || square == from;
            if (i == 3 || i == 4)
                commands = commands && (square == from || slow_attacks(setup, from, square));
        }
        if (!on || !commands)
            continue;
        arb_sighting *seen = slow_add(out, ARB_SIGHTING_GREAT_DIAGONAL, colour);
        seen->by = UINT64_C(1) << from;
        seen->on = diagonal;
    }
}

/* Walks from the king: an own piece, then a line piece of the other side that moves so. */
static void see_pins(slow_seen *out, const arb_setup *setup, int colour)
{
    const arb_square king = slow_king(setup, (arb_colour)colour);

    for (int way = 0; way < 9; way++) {
        const int df = way % 3 - 1, dr = way / 3 - 1;
        int file = king % 8 + df, rank = king / 8 + dr, first = -1;
        if (way == 4)
            continue;
        for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += df, rank += dr) {
            const arb_piece piece = slow_at(setup, file, rank);
            if (piece == ARB_PIECE_NONE)
                continue;
            if (first < 0 && arb_piece_colour(piece) == (arb_colour)colour) {
                first = rank * 8 + file;
                continue;
            }
            const arb_role role = arb_piece_role(piece);
            const bool acts = role == ARB_QUEEN || role == (df && dr ? ARB_BISHOP : ARB_ROOK);
            if (first >= 0 && arb_piece_colour(piece) != (arb_colour)colour && acts) {
                arb_sighting *seen = slow_add(out, ARB_SIGHTING_PIN_ABSOLUTE, !colour);
                seen->by = slow_bit(file, rank);
                seen->on = UINT64_C(1) << first;
                seen->via = UINT64_C(1) << king;
            }
            break;
        }
    }
}

static void see_checks(slow_seen *out, const arb_setup *setup)
{
    slow_move moves[ARB_MOVES_MAX];
    const int turn = setup->turn;
    const arb_square king = slow_king(setup, (arb_colour)turn);
    const uint64_t checkers = slow_attackers(setup, king, (arb_colour)!turn);
    const bool stuck = slow_moves(moves, setup) == 0;
    bool smothered = checkers && !(checkers & (checkers - 1));

    const bool two = checkers & (checkers - 1);

    if (checkers && (two || !stuck)) { /* mate is not told as a check as well */
        arb_sighting *seen =
            slow_add(out, two ? ARB_SIGHTING_DOUBLE_CHECK : ARB_SIGHTING_CHECK, !turn);
        seen->by = checkers;
        seen->on = UINT64_C(1) << king;
    }
    if (!stuck)
        return;
    if (!checkers) {
        slow_add(out, ARB_SIGHTING_STALEMATE, ARB_COLOUR_COUNT)->on = UINT64_C(1) << king;
        return;
    }
    uint64_t around = 0;
    for (arb_square square = 0; square < 64; square++) {
        const int df = square % 8 - king % 8, dr = square / 8 - king / 8;
        if (square == king || df * df > 1 || dr * dr > 1)
            continue;
        around |= UINT64_C(1) << square;
        smothered = smothered && setup->piece[square] != ARB_PIECE_NONE &&
                    arb_piece_colour(setup->piece[square]) == (arb_colour)turn;
    }
    for (arb_square square = 0; square < 64; square++)
        if (checkers >> square & 1)
            smothered = smothered && arb_piece_role(setup->piece[square]) == ARB_KNIGHT;
    arb_sighting *seen =
        slow_add(out, smothered ? ARB_SIGHTING_SMOTHERED_MATE : ARB_SIGHTING_CHECKMATE, !turn);
    seen->by = checkers;
    seen->on = UINT64_C(1) << king;
    seen->via = smothered ? around : 0;
}

/* ---- what is counted ---- */

static void see_counts(slow_seen *out, const arb_setup *setup)
{
    static const char home[] = ".NB..BN.";
    int number[2][ARB_ROLE_COUNT] = { { 0 } }, points[2] = { 0, 0 }, pieces[2] = { 0, 0 };
    uint64_t centre[2] = { 0, 0 }, minors[2] = { 0, 0 }, resting[2] = { 0, 0 };
    static const int values[] = { 1, 3, 3, 5, 9, 0 };

    for (arb_square square = 0; square < 64; square++) {
        const arb_piece piece = setup->piece[square];
        if (piece == ARB_PIECE_NONE)
            continue;
        const int colour = (int)arb_piece_colour(piece), role = (int)arb_piece_role(piece);
        number[colour][role]++;
        points[colour] += values[role];
        pieces[colour] += role == ARB_PAWN ? 0 : values[role];
        if ((square % 8 == 3 || square % 8 == 4) && (square / 8 == 3 || square / 8 == 4))
            centre[colour] |= UINT64_C(1) << square;
        if (role != ARB_KNIGHT && role != ARB_BISHOP)
            continue;
        minors[colour] |= UINT64_C(1) << square;
        if (square / 8 == (colour == ARB_WHITE ? 0 : 7) &&
            home[square % 8] == (role == ARB_KNIGHT ? 'N' : 'B'))
            resting[colour] |= UINT64_C(1) << square;
    }
    if (points[0] != points[1])
        slow_add(out, ARB_SIGHTING_ADVANTAGE, points[0] < points[1])->amount =
            points[0] > points[1] ? points[0] - points[1] : points[1] - points[0];
    for (int colour = 0; colour < 2; colour++) {
        const int lesser = number[colour][ARB_KNIGHT] + number[colour][ARB_BISHOP];
        const int greater = number[!colour][ARB_KNIGHT] + number[!colour][ARB_BISHOP];
        if (number[colour][ARB_ROOK] == number[!colour][ARB_ROOK] + 1 && greater == lesser + 1 &&
            number[0][ARB_QUEEN] == number[1][ARB_QUEEN]) {
            arb_sighting *seen = slow_add(out, ARB_SIGHTING_QUALITY_AHEAD, colour);
            seen->on = minors[!colour];
            for (arb_square square = 0; square < 64; square++)
                if (setup->piece[square] == arb_piece_of((arb_colour)colour, ARB_ROOK))
                    seen->by |= UINT64_C(1) << square;
        }
        if (centre[colour]) {
            arb_sighting *seen = slow_add(out, ARB_SIGHTING_CENTRE, colour);
            seen->on = centre[colour];
            seen->amount = __builtin_popcountll(centre[colour]);
        }
    }
    if (pieces[0] <= 14 && pieces[1] <= 14)
        slow_add(out, ARB_SIGHTING_PHASE_ENDGAME, ARB_COLOUR_COUNT);
    else if (__builtin_popcountll(resting[0] | resting[1]) < 3)
        slow_add(out, ARB_SIGHTING_PHASE_MIDDLEGAME, ARB_COLOUR_COUNT);
    else {
        slow_add(out, ARB_SIGHTING_PHASE_OPENING, ARB_COLOUR_COUNT);
        for (int colour = 0; colour < 2; colour++) {
            if (minors[colour] == resting[colour])
                continue;
            arb_sighting *seen = slow_add(out, ARB_SIGHTING_DEVELOPMENT, colour);
            seen->on = minors[colour] & ~resting[colour];
            seen->via = resting[colour];
            seen->amount = __builtin_popcountll(seen->on);
        }
    }
}

void slow_terms_board(slow_seen *out, const arb_setup *setup)
{
    out->count = 0;
    see_checks(out, setup);
    for (int colour = 0; colour < 2; colour++)
        see_pins(out, setup, colour);
    for (arb_square square = 0; square < 64; square++) {
        const arb_piece piece = setup->piece[square];
        if (piece == ARB_PIECE_NONE)
            continue;
        const int colour = (int)arb_piece_colour(piece), file = square % 8, rank = square / 8;
        const arb_role role = arb_piece_role(piece);
        if (role == ARB_PAWN)
            see_pawn(out, setup, file, rank, colour);
        if (role == ARB_KNIGHT || role == ARB_BISHOP)
            see_minor(out, setup, file, rank, colour, role == ARB_BISHOP);
        if (role == ARB_QUEEN || role == ARB_BISHOP)
            see_diagonal(out, setup, square, colour);
    }
    see_files(out, setup);
    see_wall(out, setup);
    see_counts(out, setup);
}
