/* SPDX-License-Identifier: MIT */
/* What is read, written again; and what PGN has no sign for (Laws, A.5.2, 7.1). */
#include "base/sink.h"
#include "notation/pgn_internal.h"
#include "notation/pgn_writer.h"
#include "notation/written_internal.h"

static arb_pgn_next next_after(arb_err err)
{
    return err ? ARB_PGN_STOP : ARB_PGN_GO_ON;
}

static arb_pgn_next on_tag(void *user, const arb_pgn *pgn, const arb_pgn_tag *tag)
{
    (void)pgn;
    return next_after(arb_pgn_write_tag(user, tag));
}

/* What an illegal move was is told by the comment behind it, which is written as any other. */
static arb_pgn_next on_move(void *user, const arb_pgn *pgn, const arb_pgn_move *move)
{
    const arb_pos *before = &pgn->line.pos[1 - pgn->line.now];
    arb_pgn_writer *writer = user;
    char text[ARB_MOVE_TEXT_SIZE];

    if (move->kind != ARB_PGN_MOVE_LEGAL)
        arb_pgn_write_word(writer, before, "--", 2);
    else if (writer->san && move->san)
        arb_pgn_write_word(writer, before, move->text, move->size);
    else
        arb_pgn_write_word(writer, before, text,
                           arb_move_write_known(text, sizeof text, before, move->move,
                                                writer->format.style, move->check, move->mate));
    return next_after(arb_pgn_writer_error(writer));
}

static arb_pgn_next on_comment(void *user, const arb_pgn *pgn, const char *text, size_t size)
{
    (void)pgn;
    return next_after(arb_pgn_write_comment(user, text, size));
}

static arb_pgn_next on_nag(void *user, const arb_pgn *pgn, unsigned nag)
{
    (void)pgn;
    return next_after(arb_pgn_write_nag(user, nag));
}

static arb_pgn_next on_enter(void *user, const arb_pgn *pgn)
{
    (void)pgn;
    return next_after(arb_pgn_write_enter(user));
}

static arb_pgn_next on_leave(void *user, const arb_pgn *pgn)
{
    (void)pgn;
    return next_after(arb_pgn_write_leave(user));
}

/* A missing result is that of the tag; nobody knows how a broken game ended. */
static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    const arb_pgn_result told =
        summary->marker == ARB_PGN_RESULT_NONE ? summary->tag : summary->marker;

    (void)pgn;
    return next_after(arb_pgn_write_end(user, summary->broken ? ARB_PGN_RESULT_OPEN : told));
}

const arb_pgn_handler arb_pgn_copier = {
    .tag = on_tag,
    .move = on_move,
    .comment = on_comment,
    .nag = on_nag,
    .enter = on_enter,
    .leave = on_leave,
    .end = on_end,
};

/* Is what stands there just what a reader makes of the displacement? */
static bool says_all(const arb_pos *before, const arb_hand *hand, const arb_setup *after)
{
    arb_pos displaced, stands;

    if (!hand || !arb_pgn_displace(&displaced, before, *hand) ||
        arb_faults_hard(arb_pos_from_setup(&stands, after)))
        return false;
    const arb_setup a = arb_pos_setup(&displaced), b = arb_pos_setup(&stands);
    return arb_setup_equal(&a, &b);
}

arb_err arb_pgn_write_stood(arb_pgn_writer *writer, const arb_pos *before, const arb_hand *hand,
                            const arb_setup *after)
{
    char text[ARB_FEN_SIZE + 32];
    arb_sink sink = { text, sizeof text, 0 };
    arb_err err = arb_pgn_write_null(writer, before);

    if (!err && hand && hand->from < ARB_SQUARE_COUNT && hand->to < ARB_SQUARE_COUNT) {
        char shown[ARB_HAND_SIZE];
        arb_hand_write(shown, sizeof shown, *hand);
        arb_sink_format(&sink, "[%%arb illegal %s]", shown);
    }
    if (!says_all(before, hand, after)) {
        char fen[ARB_FEN_SIZE];
        arb_fen_write(fen, sizeof fen, after, ARB_FEN_X, NULL);
        arb_sink_format(&sink, "%s[%%arb set %s]", sink.length > 0 ? " " : "", fen);
    }
    arb_sink_end(&sink);
    return err ? err : arb_pgn_write_comment(writer, text, sink.length);
}
