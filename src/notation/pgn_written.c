/* SPDX-License-Identifier: MIT */
/*
 * Moves that are not written in the plain way, or are not legal: read as Appendix C allows, judged,
 * and played if they can be. Also moves that were not made, and illegal ones that stood (A.5.2).
 */
#include <string.h>

#include "notation/pgn_internal.h"
#include "notation/written_internal.h"

static const arb_hand no_hand = { ARB_SQUARE_NONE, ARB_SQUARE_NONE, ARB_ROLE_NONE };

void arb_pgn_tell_move(arb_pgn *pgn, const arb_pgn_move *move)
{
    if (pgn->handler->move && pgn->doing != ARB_PGN_STOPPED)
        arb_pgn_follow(pgn, pgn->handler->move(pgn->user, pgn, move));
}

/* Laws C.13.4, C.13.5: is check marked, and mate as mate? The move has been played, not counted. */
void arb_pgn_check_marks(arb_pgn *pgn, arb_check_mark mark, bool check, bool *mate)
{
    const arb_pos *after = &pgn->line.pos[1 - pgn->line.now];
    const size_t size = strcspn(pgn->token, " \t\r\n{};()!?$");
    arb_pgn_fault fault = ARB_PGN_FAULT_COUNT;

    *mate = check && arb_pos_count(after) == 0;
    switch (mark) {
    case ARB_CHECK_UNMARKED:
        if (check)
            fault = *mate ? ARB_PGN_MATE_MISSING : ARB_PGN_CHECK_MISSING;
        break;
    case ARB_CHECK_PLUS:
    case ARB_CHECK_DISCOVERED:
        if (!check || *mate)
            fault = *mate ? ARB_PGN_MATE_MISSING : ARB_PGN_CHECK_WRONG;
        break;
    case ARB_CHECK_DOUBLE_PLUS: /* mate to some, double check to others */
        fault = check ? ARB_PGN_FORM : ARB_PGN_CHECK_WRONG;
        break;
    case ARB_CHECK_MATE:
        if (!*mate)
            fault = ARB_PGN_MATE_WRONG;
        break;
    }
    if (fault != ARB_PGN_FAULT_COUNT)
        arb_pgn_fault_at(pgn, fault, pgn->token, size);
}

/* Does a variation begin with this parenthesis, rather than a promotion piece or a sign? */
static bool opens_variation(const char *at)
{
    const bool letter = (at[1] >= 'A' && at[1] <= 'Z') || (unsigned char)at[1] >= 0x80;

    return at[1] != '=' && !(letter && (at[-1] == '1' || at[-1] == '8' || at[-1] == '='));
}

/* The bytes that may belong to one move: not beyond the line, a comment or a variation. */
static size_t reach(const arb_pgn *pgn)
{
    const size_t rest = (size_t)(pgn->end - pgn->at);
    const size_t most = rest < ARB_PGN_MARGIN ? rest : ARB_PGN_MARGIN;
    size_t size = strcspn(pgn->at, "\r\n{;$(");

    while (size < most && pgn->at[size] == '(' && !opens_variation(pgn->at + size))
        size += 1 + strcspn(pgn->at + size + 1, "\r\n{;$(");
    return size < most ? size : most;
}

static size_t word_size(const arb_pgn *pgn)
{
    const size_t word = strcspn(pgn->at, " \t\r\n{};"), most = reach(pgn);

    if (word == 0 || most == 0)
        return pgn->at < pgn->end ? 1 : 0;
    return word < most ? word : most;
}

/* Told to the handler: what is wrong with a move that cannot be played. */
static void refuse(arb_pgn *pgn, arb_pgn_fault fault, arb_wanted expected,
                   const arb_reading *reading)
{
    arb_pgn_finding finding = { .fault = fault,
                                .text = pgn->token,
                                .size = word_size(pgn),
                                .article = reading && reading->kind == ARB_READING_ILLEGAL
                                               ? reading->article
                                               : ARB_ART_NONE,
                                .wanted = expected,
                                .reading = fault == ARB_PGN_AMBIGUOUS ? reading : NULL };

    arb_pgn_tell(pgn, &finding);
}

/* Is the move written just as PGN would, but for its marks? */
static bool plain(const arb_pgn *pgn, const arb_pos *pos, arb_move move, size_t size)
{
    char text[ARB_MOVE_TEXT_SIZE];
    arb_style style = arb_style_san;

    style.language = pgn->options.language;
    size_t length = arb_move_write(text, sizeof text, pos, move, &style);

    while (length > 0 && (text[length - 1] == '+' || text[length - 1] == '#'))
        length--;
    return size >= length && memcmp(pgn->token, text, length) == 0;
}

/* Laws C.9, C.10: what was written needlessly, or was not written. */
static void remark_form(arb_pgn *pgn, const arb_written *w, const arb_reading *reading,
                        const arb_pos *pos, size_t size)
{
    const bool captures = arb_move_captured(pos, reading->move) != ARB_SQUARE_NONE;
    arb_pgn_fault fault = ARB_PGN_FORM;

    if (plain(pgn, pos, reading->move, size))
        return;
    if (w->form != ARB_FORM_SHORT || w->pawn_letter)
        fault = ARB_PGN_FORM;
    else if (reading->remarks & ARB_REMARK_ORIGIN_NEEDLESS)
        fault = ARB_PGN_ORIGIN_NEEDLESS;
    else if (reading->remarks & ARB_REMARK_ORIGIN_MISSING)
        fault = ARB_PGN_ORIGIN_MISSING;
    else if (reading->remarks & ARB_REMARK_NO_CAPTURE)
        fault = ARB_PGN_CAPTURE_WRONG;
    else if (captures && !w->capture)
        fault = ARB_PGN_CAPTURE_MISSING;
    arb_pgn_fault_at(pgn, fault, pgn->token, size);
}

static void tell_glyph(arb_pgn *pgn, arb_glyph glyph)
{
    static const uint8_t nags[ARB_GLYPH_COUNT] = {
        [ARB_GLYPH_STRONG] = 1,          [ARB_GLYPH_WEAK] = 2,
        [ARB_GLYPH_EXCELLENT] = 3,       [ARB_GLYPH_WRONG] = 4,
        [ARB_GLYPH_INTERESTING] = 5,     [ARB_GLYPH_DUBIOUS] = 6,
        [ARB_GLYPH_WHITE_DECISIVE] = 18, [ARB_GLYPH_BLACK_DECISIVE] = 19,
    };

    if (glyph != ARB_GLYPH_NONE && pgn->handler->nag && pgn->doing == ARB_PGN_READING)
        arb_pgn_follow(pgn, pgn->handler->nag(pgn->user, pgn, nags[glyph]));
}

void arb_pgn_tell_offer(arb_pgn *pgn)
{
    static const char offer[] = "[%arb offer]";

    if (pgn->handler->comment && pgn->doing == ARB_PGN_READING)
        arb_pgn_follow(pgn, pgn->handler->comment(pgn->user, pgn, offer, sizeof offer - 1));
}

/* The move counts from now on. */
static void count_move(arb_pgn *pgn)
{
    pgn->line.now = 1 - pgn->line.now;
    pgn->line.kings[pgn->line.now] = (uint8_t)arb_step_kings(&pgn->line.pos[pgn->line.now]);
    pgn->line.plies++;
    pgn->line.begun = true;
    pgn->numbered = false;
}

static void play(arb_pgn *pgn, const arb_written *w, const arb_reading *reading, const arb_pos *pos,
                 size_t size)
{
    arb_pos *after = &pgn->line.pos[1 - pgn->line.now];
    const bool silent = w->form == ARB_FORM_COORDINATES || w->form == ARB_FORM_NUMERIC;
    arb_pgn_move move = { .kind = ARB_PGN_MOVE_LEGAL,
                          .move = reading->move,
                          .hand = no_hand,
                          .text = pgn->token,
                          .size = size };

    arb_pos_play(after, pos, reading->move);
    move.check = arb_pos_is_check(after);
    if (!pgn->numbered && pos->turn == ARB_WHITE)
        arb_pgn_number_missing(pgn);
    remark_form(pgn, w, reading, pos, size);
    if (silent && w->check == ARB_CHECK_UNMARKED) /* nobody marks a check there */
        move.mate = move.check && arb_pos_count(after) == 0;
    else
        arb_pgn_check_marks(pgn, (arb_check_mark)w->check, move.check, &move.mate);
    count_move(pgn);
    pgn->at += size;
    arb_pgn_tell_move(pgn, &move);
    tell_glyph(pgn, (arb_glyph)w->glyph);
    if (w->draw_offer)
        arb_pgn_tell_offer(pgn);
}

/* Reads the move that begins so, and its size; 0 when it is none, and what was expected. */
static size_t read_move(arb_written *out, arb_wanted *wanted, const char *text, size_t size,
                        const arb_language *language)
{
    arb_where where = { 0, 0, ARB_WANTED_MOVE };
    arb_cursor cur;

    arb_cursor_init(&cur, text, size);
    const bool read = arb_written_take(out, &cur, &where, language, false) == ARB_OK;
    *wanted = read ? ARB_WANTED_MOVE_END : where.wanted;
    return read && arb_written_boundary(&cur) ? (size_t)(cur.at - text) : 0;
}

/* The same with a small letter for a piece, where that is no file. */
static size_t read_small(arb_written *out, const arb_pgn *pgn)
{
    char text[ARB_PGN_TOKEN];
    const size_t most = reach(pgn), size = most < sizeof text ? most : sizeof text;
    arb_wanted wanted;

    if (!pgn->english || size == 0 || !strchr("kqrn", *pgn->at))
        return 0;
    memcpy(text, pgn->at, size);
    text[0] = (char)(text[0] - 'a' + 'A');
    return read_move(out, &wanted, text, size, arb_language_at(0));
}

/* Laws C, 3.10 */
void arb_pgn_take_written(arb_pgn *pgn)
{
    const arb_language *language =
        pgn->options.language ? pgn->options.language : arb_language_at(0);
    arb_wanted wanted;
    arb_written written;
    arb_pos pos;

    size_t size = read_move(&written, &wanted, pgn->at, reach(pgn), language);
    if (size == 0)
        size = read_small(&written, pgn);
    if (size == 0) {
        if (!arb_pgn_take_tail(pgn) && !arb_pgn_take_prose(pgn))
            refuse(pgn, ARB_PGN_UNREADABLE, wanted, NULL);
        return;
    }
    arb_pgn_position(&pos, pgn);
    const arb_reading reading = arb_written_in(&written, &pos, pgn->variant);
    if (reading.kind == ARB_READING_LEGAL)
        play(pgn, &written, &reading, &pos, size);
    else
        refuse(pgn, reading.kind == ARB_READING_ILLEGAL ? ARB_PGN_ILLEGAL : ARB_PGN_AMBIGUOUS,
               ARB_WANTED_NOTHING, &reading);
}

/* Laws A.5.2: what stands on the board after a displacement that was let stand. */
bool arb_pgn_displace(arb_pos *out, const arb_pos *pos, arb_hand hand)
{
    arb_setup setup = arb_pos_setup(pos);

    if (hand.from >= ARB_SQUARE_COUNT || hand.to >= ARB_SQUARE_COUNT || hand.from == hand.to ||
        setup.piece[hand.from] == ARB_PIECE_NONE)
        return false;
    const arb_colour colour = arb_piece_colour(setup.piece[hand.from]);
    const bool quiet = arb_piece_role(setup.piece[hand.from]) != ARB_PAWN &&
                       setup.piece[hand.to] == ARB_PIECE_NONE;
    setup.piece[hand.to] = hand.promotion == ARB_ROLE_NONE
                               ? setup.piece[hand.from]
                               : arb_piece_of(colour, (arb_role)hand.promotion);
    setup.piece[hand.from] = ARB_PIECE_NONE;
    setup.en_passant = ARB_SQUARE_NONE;
    setup.quiet_plies = (uint16_t)(quiet ? setup.quiet_plies + 1u : 0u);
    setup.move_number = (uint16_t)(setup.move_number + (pos->turn == ARB_BLACK));
    setup.turn = (uint8_t)arb_opponent((arb_colour)pos->turn);
    return !arb_faults_hard(arb_pos_from_setup(out, &setup));
}

/* The comment behind `--` may say what was done and what then stood there. */
static bool read_stood(arb_pgn_move *move, arb_pos *after, arb_pgn *pgn, const arb_pos *pos)
{
    const char *text;
    size_t size, at = 0;
    bool stood = false;
    arb_pgn_command command;

    if (!arb_pgn_peek_comment(&text, &size, pgn))
        return false;
    while (arb_pgn_command_next(&command, &at, text, size)) {
        if (command.kind == ARB_PGN_COMMAND_ILLEGAL && arb_pgn_displace(after, pos, command.hand)) {
            move->hand = command.hand;
            stood = true;
        } else if (command.kind == ARB_PGN_COMMAND_SET &&
                   !arb_faults_hard(arb_pos_from_setup(after, &command.setup))) {
            stood = true;
        }
    }
    return stood;
}

static void pass_turn(arb_pos *after, const arb_pos *pos)
{
    *after = *pos;
    after->turn = (uint8_t)arb_opponent((arb_colour)pos->turn);
    after->move_number = (uint16_t)(pos->move_number + (pos->turn == ARB_BLACK));
    after->quiet_plies = (uint16_t)(pos->quiet_plies + (pos->quiet_plies < UINT16_MAX));
    after->passed = after->en_passant = ARB_SQUARE_NONE;
}

/* Laws 3.9.2 is broken by who passes in check. */
static void take_pass(arb_pgn *pgn, const arb_pos *pos, arb_pos *after, size_t size)
{
    const arb_reading in_check = { .kind = ARB_READING_ILLEGAL, .article = ARB_ART_3_9_2 };

    if (arb_pos_is_check(pos)) {
        pgn->at = pgn->token;
        refuse(pgn, ARB_PGN_ILLEGAL, ARB_WANTED_NOTHING, &in_check);
        return;
    }
    pass_turn(after, pos);
    if (pgn->depth == 0)
        arb_pgn_fault_at(pgn, ARB_PGN_NULL_MOVE, pgn->token, size);
}

void arb_pgn_take_null(arb_pgn *pgn, size_t size)
{
    arb_pgn_move move = { .kind = ARB_PGN_MOVE_STOOD, .hand = no_hand, .size = size };
    arb_pos pos, after;

    arb_pgn_position(&pos, pgn);
    pgn->at += size;
    size_t blanks = strspn(pgn->at, " \t\r\n");
    pgn->at += blanks;
    const bool stood = read_stood(&move, &after, pgn, &pos);
    pgn->at = pgn->token + size;
    if (!pgn->numbered && pos.turn == ARB_WHITE)
        arb_pgn_number_missing(pgn);
    if (stood) {
        arb_pgn_fault_at(pgn, ARB_PGN_STOOD, pgn->token, size);
    } else {
        move.kind = ARB_PGN_MOVE_NULL;
        take_pass(pgn, &pos, &after, size);
        if (pgn->doing != ARB_PGN_READING)
            return;
    }
    pgn->line.pos[1 - pgn->line.now] = after;
    move.check = arb_pos_is_check(&after);
    move.mate = move.check && arb_pos_count(&after) == 0;
    move.text = pgn->token;
    count_move(pgn);
    arb_pgn_tell_move(pgn, &move);
}
