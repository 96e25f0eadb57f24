/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_REGULATIONS_H
#define ARBITRO_REGULATIONS_H
/**
 * @file regulations.h
 * The regulations under which a game is played: edition, time, and what the Laws leave to the
 * event. options.def is the one list of these options.
 *
 * A plain value. Fill it with arb_regulations_init(), set the times and options, and settle it:
 * what was not named then follows from edition and time control.
 */
#include "arbitro/hand.h"
#include "arbitro/language.h"
#include "arbitro/result.h"
#include "arbitro/rulebook.h"

ARB_BEGIN_DECLS

typedef enum arb_option {
#define OPTION(id, field, key, kind, values, articles) ARB_OPTION_##id,
#include "arbitro/options.def"
#undef OPTION
    ARB_OPTION_COUNT
} arb_option;

enum { ARB_SUPERVISION_FULL, ARB_SUPERVISION_LIMITED };
enum { ARB_DETECTION_AUTOMATIC, ARB_DETECTION_MANUAL };
enum { ARB_TOUCH_MOVE_REFUSE, ARB_TOUCH_MOVE_CLAIM };
enum { ARB_FLAGS_OBSERVED, ARB_FLAGS_AUTOMATIC };
enum { ARB_BOARD_SEEN, ARB_BOARD_WRITTEN };
enum { ARB_RECORD_ASSUMED, ARB_RECORD_KEPT };
enum { ARB_SCORESHEET_PAPER, ARB_SCORESHEET_ELECTRONIC };
enum { ARB_ILLEGAL_STAND, ARB_ILLEGAL_REFUSE };
enum { ARB_COMPLETION_PRESS, ARB_COMPLETION_MOVE };
enum { ARB_QUICKPLAY_NO, ARB_QUICKPLAY_YES };
enum { ARB_ARBITER_PRESENT, ARB_ARBITER_ABSENT };
enum { ARB_BOARDS_ONE, ARB_BOARDS_TWO };
enum { ARB_SPEAKING_CLOCK_NO, ARB_SPEAKING_CLOCK_YES };
enum { ARB_ELECTRONICS_LOSS, ARB_ELECTRONICS_PENALTY };
enum { ARB_SEALING_PAPER, ARB_SEALING_PAGE };
enum { ARB_APPEALS_YES, ARB_APPEALS_NO };
enum { ARB_LEAVE_REPORT_NO, ARB_LEAVE_REPORT_YES };
enum { ARB_DEVICE_IN_BAG_NO, ARB_DEVICE_IN_BAG_YES };
enum { ARB_DRAWS_CLAIMED, ARB_DRAWS_AUTOMATIC };

/** How far players may agree on a draw (9.1.1). */
enum { ARB_OFFERS_FREE, ARB_OFFERS_NEVER, ARB_OFFERS_AFTER };

typedef struct arb_offers {
    uint8_t kind;
    uint16_t moves; /* made by each, with ARB_OFFERS_AFTER */
} arb_offers;

/** The pieces of one side by their number, from arb_role; its king goes without saying. */
typedef struct arb_kinds {
    uint8_t count[ARB_ROLE_COUNT];
} arb_kinds;

/** Positions for which the number of moves of 9.3 was raised beforehand (EDISU 12.4): those in
 * which one side, of whichever colour, has the pieces of `side[0]` and the other those of
 * `side[1]`. */
enum { ARB_LIMITS_MAX = 8, ARB_LIMIT_MOVES_MAX = 1000 };

typedef struct arb_move_limits {
    uint8_t count;
    struct {
        uint16_t moves;
        arb_kinds side[2];
    } limit[ARB_LIMITS_MAX];
} arb_move_limits;

/** Who has which colour: as was said, or by a lot that can be drawn again from its seed. */
typedef struct arb_colours_lot {
    bool lot;
    uint32_t seed;
} arb_colours_lot;

typedef struct arb_regulations {
    const arb_rulebook *book;
    uint64_t named; /* bits of the options that were set, by arb_option */
    uint8_t play;   /* arb_play */
    uint8_t supervision, detection, touch_move, flags, freeze, board, illegal_moves, completion;
    uint8_t quickplay, arbiter, electronics, appeals, leave_report, device_in_bag, draws;
    uint8_t record, scoresheet;
    uint8_t sealing;  /* on paper, or encrypted by a page (I.1.1) */
    uint8_t variant;  /* arb_variant */
    uint8_t absent;   /* bits of the players not at the board at the start */
    uint8_t disabled; /* bits of the players with a disability (6.2.6, 8.1.6) */
    uint8_t vision;   /* bits of the players who cannot see (D.2), and of those who cannot */
    uint8_t hearing;  /* hear (D.2.11) */
    uint8_t boards, speaking_clock;
    arb_ms default_time; /* 6.7.1 */
    arb_offers draw_offers;
    arb_points points;
    arb_move_limits fifty;
    arb_colours_lot colours;
    const arb_language *language;     /* of written moves; NULL is English */
    const arb_language *announced_in; /* of announcements (D.2.1); NULL is German */
    arb_clock_setting clock;
} arb_regulations;

/** The regulations of an edition that nobody has added to: no clock is set yet. */
ARB_API void arb_regulations_init(arb_regulations *out, const arb_rulebook *book);

/**
 * Sets the time of `side`, of both with ARB_COLOUR_COUNT, from text such as "5400+30": see
 * arb_time_control_read(), also for the errors.
 */
ARB_API ARB_MUST_USE arb_err arb_regulations_time(arb_regulations *regulations, arb_where *where,
                                                  arb_colour side, const char *text, size_t size);

/** The option of that key; ARB_OPTION_COUNT when there is none. */
ARB_API arb_option arb_option_find(const char *key, size_t size);

/** The key, the values it takes, and the articles behind it. */
ARB_API const char *arb_option_key(arb_option option);
ARB_API const char *arb_option_values(arb_option option);
ARB_API const char *arb_option_articles(arb_option option);

/** May the value have several words? */
ARB_API bool arb_option_has_words(arb_option option);

/** Sets one option from its text. ARB_SYNTAX when the value is none of its values. */
ARB_API ARB_MUST_USE arb_err arb_regulations_set(arb_regulations *regulations, arb_option option,
                                                 const char *value, size_t size);

/** Writes the value of an option as arb_regulations_set() reads it; returns its length. */
ARB_API size_t arb_regulations_get(char *out, size_t size, const arb_regulations *regulations,
                                   arb_option option);

/**
 * Fills in what was not named: category (by the longer of two unequal times), supervision,
 * detection, completion, default time, quickplay finish, whether scoresheets are kept, whether
 * there are two boards; and how the clock works. `wrong`, unless it is NULL, is the option that
 * contradicts the others on ARB_STATE, with everything untouched: limited supervision in standard
 * play (A.4, B.2), moves completed by a press where there is no clock, an electronic scoresheet in
 * an edition that knows none (8.1.1.2), players who cannot see where no rules are for them, a
 * second board where nobody needs one or the board is not seen (D.1), or draws without a claim and
 * raised numbers of moves in an edition that leaves no such choice.
 */
ARB_API ARB_MUST_USE arb_err arb_regulations_settle(arb_regulations *regulations,
                                                    arb_option *wrong);

/** Does the option make a difference in such a game, as it is settled? */
ARB_API bool arb_option_applies(const arb_regulations *regulations, arb_option option);

/** Does the arbiter call every flag at once? Some editions silence him outside standard play. */
ARB_API bool arb_flags_are_called(const arb_regulations *regulations);

/** How many games one arbiter supervises at most where this game is played as its regulations say
 *  (A.4.1, B.2.1); 0 when they say nothing of it. */
ARB_API unsigned arb_regulations_per_arbiter(const arb_regulations *regulations);

/** How many arbiters so many games of rapid and of blitz need that claim full supervision. */
ARB_API unsigned arb_arbiters_needed(unsigned rapid, unsigned blitz);

/**
 * The rulebook with the numbers of moves and of occurrences by which `pos` is drawn, or can be
 * claimed: the regulations may have settled others than the edition. `scratch` is where that stands
 * then.
 */
ARB_API const arb_rulebook *
arb_drawing_rules(arb_rulebook *scratch, const arb_regulations *regulations, const arb_pos *pos);

/** Could there be a quickplay finish in this game at all (III.2.2)? */
ARB_API bool arb_regulations_may_be_quickplay(const arb_regulations *regulations);

/** Does the time of a player depend on how many moves he has completed? */
ARB_API bool arb_regulations_has_periods(const arb_regulations *regulations);

/** Has the game a clock? */
ARB_API bool arb_regulations_timed(const arb_regulations *regulations);

ARB_END_DECLS

#endif
