/* SPDX-License-Identifier: MIT */
/* An announcement as a player would write it down, whether or not it can be played (Laws D.2.1). */
#include "base/sink.h"
#include "notation/spoken.h"

static void note_place(arb_sink *sink, unsigned file, unsigned rank)
{
    if (file != ARB_UNSAID)
        arb_sink_char(sink, arb_file_letter(file));
    if (rank != ARB_UNSAID)
        arb_sink_char(sink, arb_rank_digit(rank));
}

static void note_role(arb_sink *sink, unsigned role)
{
    arb_sink_char(sink, arb_piece_letter(arb_piece_of(ARB_WHITE, (arb_role)role)));
}

static bool is_pawn(const arb_written *w)
{
    return w->role == ARB_PAWN || w->role == ARB_ROLE_NONE;
}

/* Can it be written? "exd" may lack its rank, and only a pawn becomes something else. */
static bool is_writable(const arb_written *w)
{
    const bool promotes = w->promotion != ARB_ROLE_NONE;
    const bool whole = w->to_rank != ARB_UNSAID || (w->from_rank == ARB_UNSAID && !promotes);

    return w->to_file != ARB_UNSAID && whole && (!promotes || is_pawn(w));
}

/* What was heard, in the letters of English. */
void arb_announced_note(char *out, size_t room, const arb_written *w)
{
    arb_sink sink = { out, room, 0 };

    if (w->castling < ARB_WING_COUNT) {
        arb_sink_text(&sink, w->castling == ARB_KINGSIDE ? "O-O" : "O-O-O");
    } else if (is_writable(w)) {
        if (!is_pawn(w))
            note_role(&sink, w->role);
        note_place(&sink, w->from_file, w->from_rank);
        if (w->capture)
            arb_sink_char(&sink, 'x');
        note_place(&sink, w->to_file, w->to_rank);
        if (w->promotion != ARB_ROLE_NONE) {
            arb_sink_char(&sink, '=');
            note_role(&sink, w->promotion);
        }
    }
    (void)arb_sink_end(&sink);
}
