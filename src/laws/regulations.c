/* SPDX-License-Identifier: MIT */
/* Regulations of an event: where they begin, and what follows when nobody named it. */
#include "arbitro/regulations.h"

#include <string.h>

static bool is_named(const arb_regulations *regulations, arb_option option)
{
    return (regulations->named >> option & 1u) != 0;
}

void arb_regulations_init(arb_regulations *out, const arb_rulebook *book)
{
    *out = (arb_regulations){
        .book = book, /* options that are not here begin with the first of their values */
        .default_time = book->default_time,
        .points = { { [ARB_OUTCOME_WIN] = 2, [ARB_OUTCOME_DRAW] = 1, [ARB_OUTCOME_LOSS] = 0 } },
    };
}

arb_err arb_regulations_time(arb_regulations *regulations, arb_where *where, arb_colour side,
                             const char *text, size_t size)
{
    arb_time_control control;
    const arb_err err = arb_time_control_read(&control, where, text, size);

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK && !err; c++)
        if (side == c || side == ARB_COLOUR_COUNT)
            regulations->clock.control[c] = control;
    return err;
}

/* Laws 6.3.1 */
bool arb_regulations_timed(const arb_regulations *regulations)
{
    return regulations->clock.control[ARB_WHITE].count > 0 ||
           regulations->clock.control[ARB_BLACK].count > 0;
}

/* Laws A.1, B.1: the two players' times are not always equal; then the longer one decides. */
static arb_play category(const arb_regulations *regulations)
{
    const arb_time_control *white = &regulations->clock.control[ARB_WHITE];
    const arb_time_control *black = &regulations->clock.control[ARB_BLACK];
    const bool longer = arb_time_control_total(black) > arb_time_control_total(white);

    return arb_rulebook_play(regulations->book, longer ? black : white);
}

/* Laws III.2.2: is there a bonus for every move? */
static bool has_bonus(const arb_regulations *regulations)
{
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        const arb_time_control *control = &regulations->clock.control[c];
        for (unsigned i = 0; i < control->count; i++)
            if (control->period[i].bonus > 0)
                return true;
    }
    return false;
}

/* What follows from the category of play where nobody named it. */
static void settle_by_play(arb_regulations *r)
{
    const bool standard = r->play == ARB_PLAY_STANDARD;

    if (!is_named(r, ARB_OPTION_SUPERVISION))
        r->supervision = standard ? ARB_SUPERVISION_FULL : ARB_SUPERVISION_LIMITED;
    if (!is_named(r, ARB_OPTION_DETECTION))
        r->detection =
            r->supervision == ARB_SUPERVISION_FULL ? ARB_DETECTION_AUTOMATIC : ARB_DETECTION_MANUAL;
    if (!is_named(r, ARB_OPTION_TOUCH_MOVE))
        r->touch_move = !standard && r->book->touch_on_claim_only ? ARB_TOUCH_MOVE_CLAIM
                                                                  : ARB_TOUCH_MOVE_REFUSE;
    if (!is_named(r, ARB_OPTION_QUICKPLAY))
        r->quickplay = r->book->quickplay_announced && arb_regulations_timed(r) && !has_bonus(r)
                           ? ARB_QUICKPLAY_YES
                           : ARB_QUICKPLAY_NO;
}

/* Does the edition say twice how such draws come about, once by themselves and once by a claim, and
 * let the number of moves be raised (EDISU 1, 12.3, 12.4)? */
static bool leaves_draws_open(const arb_rulebook *book)
{
    return book->draws_left_open;
}

/* Laws A.4, A.5, B.2, B.3, 7.5 */
arb_err arb_regulations_settle(arb_regulations *regulations, arb_option *wrong)
{
    arb_regulations r = *regulations;
    const bool timed = arb_regulations_timed(&r);
    arb_option contradiction = ARB_OPTION_COUNT;

    if (!is_named(&r, ARB_OPTION_PLAY))
        r.play = (uint8_t)category(&r);
    settle_by_play(&r);
    if (!is_named(&r, ARB_OPTION_COMPLETION))
        r.completion = timed ? ARB_COMPLETION_PRESS : ARB_COMPLETION_MOVE;
    if (!is_named(&r, ARB_OPTION_DEFAULT_TIME))
        r.default_time = r.book->default_time;
    if (!is_named(&r, ARB_OPTION_BOARDS)) /* Laws D.1 */
        r.boards = r.vision != 0 && r.board == ARB_BOARD_SEEN ? ARB_BOARDS_TWO : ARB_BOARDS_ONE;
    if (!is_named(&r, ARB_OPTION_RECORD))
        r.record = r.board == ARB_BOARD_WRITTEN ? ARB_RECORD_KEPT : ARB_RECORD_ASSUMED;

    if (r.play == ARB_PLAY_STANDARD && r.supervision == ARB_SUPERVISION_LIMITED)
        contradiction = ARB_OPTION_SUPERVISION;
    else if (!timed && r.completion == ARB_COMPLETION_PRESS)
        contradiction = ARB_OPTION_COMPLETION;
    else if (r.scoresheet == ARB_SCORESHEET_ELECTRONIC && !r.book->electronic_sheets)
        contradiction = ARB_OPTION_SCORESHEET;
    else if (r.vision != 0 && !r.book->blind_players)
        contradiction = ARB_OPTION_VISION;
    else if (r.boards == ARB_BOARDS_TWO && (r.vision == 0 || r.board == ARB_BOARD_WRITTEN))
        contradiction = ARB_OPTION_BOARDS;
    else if (r.draws == ARB_DRAWS_AUTOMATIC && !leaves_draws_open(r.book))
        contradiction = ARB_OPTION_DRAWS;
    else if (r.fifty.count > 0 && !leaves_draws_open(r.book))
        contradiction = ARB_OPTION_FIFTY;
    if (contradiction != ARB_OPTION_COUNT) {
        if (wrong)
            *wrong = contradiction;
        return ARB_STATE;
    }

    r.clock.freeze = r.freeze != 0;
    r.clock.increment_after = r.book->increment_after;
    r.clock.delay_saves_nothing = r.book->delay_saves_nothing;
    *regulations = r;
    return ARB_OK;
}

/* Laws A.4.1, B.2.1 */
/* An edition in which nobody asks to see the record has no such count either. */
unsigned arb_regulations_per_arbiter(const arb_regulations *regulations)
{
    if (regulations->supervision != ARB_SUPERVISION_FULL ||
        regulations->book->sheet_requests_granted == 0)
        return 0;
    return regulations->play == ARB_PLAY_RAPID ? 3 : regulations->play == ARB_PLAY_BLITZ ? 1 : 0;
}

/* Laws A.4.1, B.2.1 */
unsigned arb_arbiters_needed(unsigned rapid, unsigned blitz)
{
    return (rapid + 2) / 3 + blitz;
}

/* Has the side these pieces beside its king, and no others? */
static bool has_kinds(const arb_pos *pos, arb_colour side, const arb_kinds *kinds)
{
    const arb_setup setup = arb_pos_setup(pos);
    arb_kinds found = { { 0 } };

    for (unsigned i = 0; i < ARB_SQUARE_COUNT; i++)
        if (setup.piece[i] != ARB_PIECE_NONE && arb_piece_colour(setup.piece[i]) == side &&
            arb_piece_role(setup.piece[i]) != ARB_KING)
            found.count[arb_piece_role(setup.piece[i])]++;
    return memcmp(&found, kinds, sizeof found) == 0;
}

/* Laws 9.3 */
const arb_rulebook *arb_drawing_rules(arb_rulebook *scratch, const arb_regulations *regulations,
                                      const arb_pos *pos)
{
    const arb_move_limits *fifty = &regulations->fifty;

    if (regulations->draws == ARB_DRAWS_CLAIMED && fifty->count == 0)
        return regulations->book;
    *scratch = *regulations->book;
    for (unsigned i = 0; i < fifty->count; i++)
        for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
            if (has_kinds(pos, c, &fifty->limit[i].side[0]) &&
                has_kinds(pos, arb_opponent(c), &fifty->limit[i].side[1]))
                scratch->quiet_moves_claim = fifty->limit[i].moves;
    if (regulations->draws == ARB_DRAWS_AUTOMATIC) {
        scratch->repetitions_end = scratch->repetitions_claim;
        scratch->quiet_moves_end = scratch->quiet_moves_claim;
    }
    return scratch;
}

/* Laws 6.8 */
bool arb_flags_are_called(const arb_regulations *regulations)
{
    return regulations->flags == ARB_FLAGS_AUTOMATIC &&
           !(regulations->book->flag_by_players_only && regulations->play != ARB_PLAY_STANDARD);
}

/* Laws III.2.2 */
bool arb_regulations_may_be_quickplay(const arb_regulations *regulations)
{
    return regulations->book->quickplay_below != 0 && regulations->play != ARB_PLAY_BLITZ &&
           arb_regulations_timed(regulations) && !has_bonus(regulations);
}

bool arb_regulations_has_periods(const arb_regulations *regulations)
{
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        const arb_time_control *control = &regulations->clock.control[c];
        for (unsigned i = 0; i < control->count; i++)
            if (control->period[i].moves > 0)
                return true;
    }
    return false;
}

bool arb_option_applies(const arb_regulations *regulations, arb_option option)
{
    const bool timed = arb_regulations_timed(regulations);
    const bool quickplay = arb_regulations_may_be_quickplay(regulations);

    switch (option) {
    case ARB_OPTION_SUPERVISION:
        return regulations->play != ARB_PLAY_STANDARD;
    case ARB_OPTION_DETECTION:
        return regulations->illegal_moves == ARB_ILLEGAL_STAND;
    case ARB_OPTION_COMPLETION:
    case ARB_OPTION_FLAGS:
    case ARB_OPTION_FREEZE:
    case ARB_OPTION_DEFAULT_TIME:
        return timed;
    case ARB_OPTION_QUICKPLAY:
        return quickplay;
    case ARB_OPTION_ARBITER:
        return quickplay && regulations->quickplay == ARB_QUICKPLAY_YES;
    case ARB_OPTION_ELECTRONICS:
    case ARB_OPTION_DEVICE_IN_BAG:
        return regulations->book->devices_lose;
    case ARB_OPTION_LEAVE_REPORT:
        return regulations->book->penalties != 0;
    case ARB_OPTION_SEALING:
        return regulations->book->sealing;
    case ARB_OPTION_DRAWS:
    case ARB_OPTION_FIFTY:
        return leaves_draws_open(regulations->book);
    case ARB_OPTION_VISION:
        return regulations->book->blind_players;
    case ARB_OPTION_BOARDS:
    case ARB_OPTION_ANNOUNCE:
    case ARB_OPTION_SPEAKING_CLOCK:
    case ARB_OPTION_HEARING:
        return regulations->vision != 0;
    case ARB_OPTION_RECORD:
        return regulations->book->recording_required;
    case ARB_OPTION_SCORESHEET:
        return regulations->book->electronic_sheets && regulations->record == ARB_RECORD_KEPT;
    case ARB_OPTION_PLAY:
    case ARB_OPTION_TOUCH_MOVE:
    case ARB_OPTION_ABSENT:
    case ARB_OPTION_DISABLED:
    case ARB_OPTION_DRAW_OFFERS:
    case ARB_OPTION_POINTS:
    case ARB_OPTION_NOTATION:
    case ARB_OPTION_VARIANT:
    case ARB_OPTION_BOARD:
    case ARB_OPTION_ILLEGAL_MOVES:
    case ARB_OPTION_APPEALS:
    case ARB_OPTION_COLOURS:
    case ARB_OPTION_COUNT:
        break;
    }
    return true;
}
