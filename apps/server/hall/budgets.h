/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_BUDGETS_H
#define ARBITRO_SERVER_BUDGETS_H
/*
 * What each seat of a table may still send. Every seat has budgets of its own, one for each kind of
 * event, so that nothing that one does takes room from another: a player can always move, press,
 * resign and accept, whatever his opponent, the arbiter's link or those who look on have sent.
 *
 * What may be sent in all grows with the turns of the game, which neither player can make alone:
 * a game that goes on has always room, one that stands still is soon full. How much of it is used
 * is counted from the log, so that it is the same after a restart.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arbitro/event.h"
#include "server/hall/keys.h"

typedef struct arb_table arb_table;
typedef struct arb_submission arb_submission;
typedef struct arb_budgets arb_budgets;

typedef enum arb_budget {
    ARB_BUDGET_PLAY,   /* moves, and the press that completes them */
    ARB_BUDGET_CALL,   /* what the Laws answer at once: offers, claims, resigning, stopping */
    ARB_BUDGET_SPEECH, /* announcements, and what follows of them (D.2.1) */
    ARB_BUDGET_TALK,   /* everything else that a player does or says */
    ARB_BUDGET_RULE,   /* of an arbiter */
    ARB_BUDGET_REPORT, /* of those who look on */
    ARB_BUDGET_COUNT
} arb_budget;

typedef enum arb_budget_answer {
    ARB_BUDGET_GRANTED,
    ARB_BUDGET_LATER, /* too much at once */
    ARB_BUDGET_SPENT, /* not before the game goes on */
    ARB_BUDGET_MEMORY
} arb_budget_answer;

enum {
    ARB_TURNS_MAX = 18000,    /* more than the longest game under 75-move rule, 17,697 plies */
    ARB_BYTES_FREE = 64,      /* of a text; what is longer takes from the bytes of its seat */
    ARB_VISITOR_REPORTS = 20, /* of one visitor in one game, while there is room for many */
    ARB_REPORTS_MAX = 1000,   /* of a game, all visitors together, and one more every minute */
    ARB_WAITING_MAX = 8,      /* events of a seat that wait for the one before */
    ARB_WAITING_TALK_MAX = 2, /* the same for what nobody waits for */
    ARB_WAITING_REPORTS_MAX = 32
};

/* Of which kind is an event with this verb, from this seat? */
arb_budget arb_budget_of(arb_seat seat, arb_verb verb);

/*
 * How many events of this kind a seat may have in the log of a game with so many turns; how many
 * that were refused; and how many bytes its texts.
 */
uint32_t arb_budget_total(arb_budget kind, uint32_t turns);
uint32_t arb_budget_refusals(uint32_t turns);
uint32_t arb_budget_bytes(arb_seat seat, uint32_t turns);

/* How often an event of this kind may come: takes one from the seat at `now`, in ms. */
bool arb_budgets_pace(arb_budgets *budgets, arb_seat seat, arb_budget kind, int64_t now);

/*
 * May `visitor` make a report of a game that has had `reports`? Counts it when he may. The more
 * reports a game has, the fewer each visitor is allowed, so that one who has said nothing yet is
 * heard when those who said much no longer are.
 */
arb_budget_answer arb_budgets_report(arb_budgets *budgets, uint64_t visitor, uint32_t reports,
                                     int64_t now);

/* Makes the budgets of a table of its log, as far as that has not been done. NULL: no memory. */
arb_budgets *arb_budgets_of(arb_table *table);
void arb_budgets_free(arb_budgets *budgets);

/* How often the move has passed from one player to the other, and how many reports there are. */
uint32_t arb_budgets_turns(const arb_budgets *budgets);
uint32_t arb_budgets_reports(const arb_budgets *budgets);

/* May an event that has just come wait at this table? */
arb_budget_answer arb_budgets_admit(arb_table *table, arb_seat seat, arb_verb verb,
                                    uint64_t visitor, int64_t now);

/* Has the log of the table room for this event, which has been read? */
arb_budget_answer arb_budgets_room(arb_table *table, const arb_submission *s);

/* May this seat see what an event would do? As often as it may send one; counts it when it may. */
arb_budget_answer arb_budgets_preview(arb_table *table, arb_seat seat);

/* The Laws have refused this event: has the log room for that? */
bool arb_budgets_keep_refusal(arb_table *table, const arb_submission *s);

#endif
