/* SPDX-License-Identifier: MIT */
/* What is read, written again; and what PGN has no sign for (Laws, A.5.2, 7.1). */
#include <string.h>

#include "base/sink.h"
#include "notation/pgn_internal.h"
#include "notation/pgn_writer.h"
#include "notation/written_internal.h"

static arb_pgn_next next_after(arb_err err)
{
    return err ? ARB_PGN_STOP : ARB_PGN_GO_ON;
}

/* ---- what is left out, and what is added */

static bool leaves_out(const arb_pgn_writer *writer, unsigned what)
{
    return (writer->format.leave_out & what) != 0;
}

/* Is the name one of the list, in which commas separate them? */
static bool is_listed(const char *list, const char *name, size_t size)
{
    while (*list) {
        const size_t length = strcspn(list, ",");
        if (length == size && memcmp(list, name, size) == 0)
            return true;
        list += length + (list[length] != '\0');
    }
    return false;
}

/* Tags that every game has, or without which its moves would be others. */
static bool stays(const arb_pgn_writer *writer, const arb_pgn_tag *tag)
{
    static const char needed[] = "Event,Site,Date,Round,White,Black,Result,FEN,SetUp,Variant";

    return !leaves_out(writer, ARB_PGN_NO_TAGS) || is_listed(needed, tag->name, tag->name_size) ||
           (writer->format.tags && is_listed(writer->format.tags, tag->name, tag->name_size));
}

/* Laws A.5.2: without such a command what followed would be another game. */
static bool tells_game(const arb_pgn_command *command)
{
    return command->kind == ARB_PGN_COMMAND_ILLEGAL || command->kind == ARB_PGN_COMMAND_SET;
}

/* What stays of a comment; nothing of it but blanks is nothing. */
static arb_err strip(const char **text, size_t *size, arb_pgn_writer *writer)
{
    const bool comments = !leaves_out(writer, ARB_PGN_NO_COMMENTS);
    size_t at = 0, before = 0, blanks = 0;
    arb_pgn_command command;
    arb_err err = ARB_OK;

    arb_buf_cut(&writer->rest, 0);
    for (; !err && arb_pgn_command_next(&command, &at, *text, *size); before = at) {
        const char *begin = command.name - 2; /* its bracket and percent sign */
        if (comments)
            err = arb_buf_add(&writer->rest, *text + before, (size_t)(begin - *text) - before);
        if (!err && tells_game(&command))
            err = arb_buf_add(&writer->rest, begin, (size_t)(*text + at - begin));
    }
    if (!err && comments)
        err = arb_buf_add(&writer->rest, *text + before, *size - before);
    *text = arb_buf_text(&writer->rest);
    *size = arb_buf_size(&writer->rest);
    while (blanks < *size && (unsigned char)(*text)[blanks] <= ' ')
        blanks++;
    *size = blanks == *size ? 0 : *size;
    return err;
}

/* Adds the position that waits, if one does. */
static void add_fen(arb_pgn_writer *writer)
{
    if (writer->fen[0] != '\0')
        arb_pgn_write_unbroken(writer, writer->fen, strlen(writer->fen));
    writer->fen[0] = '\0';
}

static void note_fen(arb_pgn_writer *writer, const arb_pgn *pgn)
{
    arb_pos pos;

    arb_pgn_position(&pos, pgn);
    arb_pos_fen(writer->fen, sizeof writer->fen, &pos);
}

/* ---- the copier */

/* A FEN tag that says nothing is as none. */
static arb_pgn_next on_tag(void *user, const arb_pgn *pgn, const arb_pgn_tag *tag)
{
    const bool none =
        tag->name_size == 3 && memcmp(tag->name, "FEN", 3) == 0 && arb_pgn_says_nothing(tag);

    (void)pgn;
    return !none && stays(user, tag) ? next_after(arb_pgn_write_tag(user, tag)) : ARB_PGN_GO_ON;
}

/* What an illegal move was is told by the comment behind it, which is written as any other. */
static arb_pgn_next on_move(void *user, const arb_pgn *pgn, const arb_pgn_move *move)
{
    const arb_pos *before = &pgn->line.pos[1 - pgn->line.now];
    arb_pgn_writer *writer = user;
    char text[ARB_MOVE_TEXT_SIZE];

    add_fen(writer);
    if (move->kind != ARB_PGN_MOVE_LEGAL)
        arb_pgn_write_word(writer, before, "--", 2);
    else if (writer->san && move->san)
        arb_pgn_write_word(writer, before, move->text, move->size);
    else
        arb_pgn_write_word(writer, before, text,
                           arb_move_write_known(text, sizeof text, before, move->move,
                                                writer->format.style, move->check, move->mate));
    if (writer->format.fens == ARB_PGN_FENS_EACH)
        note_fen(writer, pgn);
    return next_after(arb_pgn_writer_error(writer));
}

/* The position after a move that stood waits for the comment that tells of it. */
static arb_pgn_next on_comment(void *user, const arb_pgn *pgn, const char *text, size_t size)
{
    arb_pgn_writer *writer = user;

    (void)pgn;
    if (leaves_out(writer, ARB_PGN_NO_COMMENTS | ARB_PGN_NO_COMMANDS)) {
        const arb_err err = strip(&text, &size, writer);
        if (err || size == 0)
            return next_after(err);
    }
    return next_after(arb_pgn_write_comment(user, text, size));
}

static arb_pgn_next on_nag(void *user, const arb_pgn *pgn, unsigned nag)
{
    (void)pgn;
    return leaves_out(user, ARB_PGN_NO_MARKS) ? ARB_PGN_GO_ON
                                              : next_after(arb_pgn_write_nag(user, nag));
}

static arb_pgn_next on_enter(void *user, const arb_pgn *pgn)
{
    arb_pgn_writer *writer = user;

    (void)pgn;
    if (leaves_out(writer, ARB_PGN_NO_VARIATIONS)) {
        writer->left_out = true;
        return ARB_PGN_SKIP;
    }
    add_fen(writer);
    return next_after(arb_pgn_write_enter(writer));
}

static arb_pgn_next on_leave(void *user, const arb_pgn *pgn)
{
    arb_pgn_writer *writer = user;
    const bool left_out = writer->left_out;

    (void)pgn;
    writer->left_out = false;
    if (left_out)
        return ARB_PGN_GO_ON;
    add_fen(writer);
    return next_after(arb_pgn_write_leave(writer));
}

/* A missing result is that of the tag; so is that of a broken game, whose end nobody has read. */
static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    arb_pgn_writer *writer = user;
    const arb_pgn_result told =
        summary->broken || summary->marker == ARB_PGN_RESULT_NONE ? summary->tag : summary->marker;

    if (writer->format.fens == ARB_PGN_FENS_LAST)
        note_fen(writer, pgn);
    add_fen(writer);
    writer->left_out = false;
    return next_after(arb_pgn_write_end(writer, told));
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
