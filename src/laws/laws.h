/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_LAWS_LAWS_H
#define ARBITRO_LAWS_LAWS_H
/*
 * The state that the Laws look at, and the hearing that leads from one event to the next.
 *
 * A hearing goes: may (rules that can refuse) -> perform (what the hand did) -> then (rules that
 * see before and after and speak; what each says is applied before the next looks) -> end (rules
 * that are heard when the game has just ended). Rules never touch the state.
 */
#include "arbitro/event.h"
#include "arbitro/history.h"
#include "arbitro/proof.h"
#include "arbitro/regulations.h"
#include "arbitro/ruling.h"
#include "arbitro/sheet.h"
#include "arbitro/state.h"

/* Neither player, where a colour is asked for. */
#define NOBODY ARB_COLOUR_COUNT
/* The scoresheets of both players, and that of the arbiter. */
enum { SHEET_ARBITER = ARB_COLOUR_COUNT, SHEETS };
/* No entry of a scoresheet. */
#define NO_ENTRY UINT32_MAX

/* What is wrong with a move that was completed (7.5.1 to 7.5.4). */
typedef enum arb_irregularity {
    ARB_REGULAR,
    ARB_IRREGULAR_MOVE,       /* 7.5.1 */
    ARB_IRREGULAR_UNPROMOTED, /* 7.5.2 */
    ARB_IRREGULAR_NO_MOVE,    /* 7.5.3 */
    ARB_IRREGULAR_TWO_HANDS   /* 7.5.4 */
} arb_irregularity;

/* A displacement that a `move` told, that is no move and not yet completed by a press. What it is
 * stands among the deeds of the hands. */
typedef struct arb_standing {
    bool on_board;
    int64_t clock_ms[2]; /* what the clocks showed when it was made, as of any move */
} arb_standing;

/* What the hands have done since the last completed move, and what they hold (4.7); see hands.h. */
enum { ARB_HELD_MAX = 8 };
typedef struct arb_hands {
    uint8_t count;
    uint8_t made;                 /* the first of them belong to moves that were made */
    uint8_t last;                 /* where those of the last such move begin */
    uint8_t held_count, lifted;   /* lifted: bits by their place, the others were touched */
    uint8_t held[ARB_HELD_MAX];   /* pieces, by the square on which they stood */
    arb_deed deed[ARB_DEEDS_MAX]; /* in the order of time */
} arb_hands;

/* The bit of somebody who is no player, among those who ask. */
enum { OUTSIDER = 1u << 2 };

/* Illegal positions that the arbiter has noticed, as bits (A.5.4). */
enum { ARB_WATCH_BOTH_CHECKED = 1u << 0, ARB_WATCH_LAST_RANK_PAWN = 1u << 1 };

/* What was touched since the player has the move, and what that has settled (4.3, 4.4, 4.7). */
typedef struct arb_touched {
    uint8_t count;
    arb_square square[ARB_TOUCHED_MAX]; /* in their order */
    arb_square from, to;    /* a piece let go there without the whole move; ARB_SQUARE_NONE */
    arb_square promotes_on; /* where a promotion piece has touched the board */
    uint8_t promotes_to;    /* arb_role */
    bool bound;             /* a move was written for a claim: it must be played (9.5.3) */
    arb_move written;
} arb_touched;

/* What the opponent touched to reply to a move that stands there and is none (0.2). */
typedef struct arb_replying {
    uint8_t count;
    arb_square square[ARB_TOUCHED_MAX];
} arb_replying;

/* A move against the touched pieces that was made all the same (option touch-move claim). */
typedef struct arb_breach {
    uint8_t by;       /* arb_colour, or NOBODY */
    uint16_t article; /* which binds him */
    arb_ply ply;      /* before the move */
    arb_touched touched;
} arb_breach;

/* More marks of offers than these are not asked for at a time (8.1.5). */
enum { ARB_MARKS_MAX = 4 };
/* How far an adjournment has come (Guidelines I). */
typedef enum arb_adjourned_stage {
    ARB_NOT_ADJOURNED,
    ARB_TO_BE_SEALED, /* asked for, or wished; the clock of who seals runs */
    ARB_IS_ADJOURNED,
    ARB_IS_CONTINUED /* position and times were set up again; this is so until the next one */
} arb_adjourned_stage;

/* An adjournment, and the envelope that belongs to it; see adjourned.h. */
typedef struct arb_adjourned {
    uint8_t stage;       /* arb_adjourned_stage */
    uint8_t envelope;    /* arb_envelope */
    uint8_t sealer;      /* arb_colour who seals, or has sealed; NOBODY */
    bool wished;         /* he wants it himself, before the session ends (I.1.2) */
    bool written;        /* something is in the envelope */
    bool reply;          /* it is the reply of the other (I.9.3) */
    bool verified;       /* I.3 */
    bool made;           /* he has made a move on the board after the request: */
    arb_move move;       /* this one, which he must seal (I.1.1) */
    uint8_t absent;      /* players who are not there for the resumption, as bits */
    uint8_t moved;       /* players who have made a move since, as bits (I.13) */
    uint8_t counted;     /* whose next move was counted when it was sealed (I.12.1); NOBODY */
    uint8_t offer;       /* whose offer stood when it was sealed; NOBODY (I.2.6) */
    arb_ply first;       /* the adjourned position (I.2.2) */
    arb_ply ply;         /* the position before what is sealed, there or in reply */
    uint32_t text;       /* the entry with what is sealed; NO_ENTRY: the program does not know it */
    uint32_t resumption; /* the entry that says when and where play is resumed; NO_ENTRY (I.2.7) */
    arb_ms end;          /* the nominal end of the session; ARB_MS_NEVER (I.1.2) */
    arb_ms continued;    /* when the game was set up again (I.10) */
    arb_ms used[2];      /* when it was sealed (I.2.3) */
} arb_adjourned;

/* How a player keeps his scoresheet. */
typedef struct arb_keeping {
    uint32_t since;      /* half-moves that were made before he last had to begin recording (8.4) */
    uint32_t ahead_told; /* rows written ahead of the game that he has been told of (8.1.2) */
    uint32_t own_ahead;  /* the row, from 1, of the own next move that he wrote last; 0 (8.1.2) */
    uint32_t claimed;    /* the row, from 1, of the move with which he claimed; 0 (8.1.2, 9.2) */
    uint32_t owes_from[ARB_MARKS_MAX]; /* the rows from which on a mark is missing (8.1.5) */
    uint8_t owes;                      /* so many marks (=), the oldest first */
} arb_keeping;

/* What was announced for a move (D.2.1). */
typedef enum arb_said {
    ARB_SAID_NOTHING,
    ARB_SAID_MOVE,      /* a legal move */
    ARB_SAID_NO_MOVE,   /* it was understood, and is none */
    ARB_SAID_SEVERAL,   /* it could be one of several */
    ARB_SAID_UNREADABLE /* nobody can tell */
} arb_said;

/* What the words of an event were taken for. */
typedef struct arb_utterance {
    arb_said said;
    arb_move move;
    uint16_t article; /* what it breaks, if it is no legal move */
} arb_utterance;

/* Two boards, and what was said of the moves on them (D); see boards.h. */
typedef struct arb_boards {
    arb_piece piece[2][ARB_SQUARE_COUNT]; /* of each player, without what his hands do now */
    arb_piece lacking[ARB_SQUARE_COUNT];  /* of who has the move, before he executed the last one */
    uint64_t changed;                     /* squares on which the last move has changed something */
    bool executed;                        /* that on the board of who has the move */
    bool ahead; /* the other has executed what stands on the board of who has the move and is taken
                   for one (7.5.1); `lacking` is his board before then */
    arb_move made;     /* what was made last, whatever was announced (D.2.8) */
    uint8_t spoken_by; /* for whose move something was announced; NOBODY */
    arb_utterance spoken;
    bool repeated;
    uint8_t asked; /* players who have asked to be told moves and times (D.2.10.4) */
} arb_boards;

/* Scoresheets are brought up to date after a flag (8.5); it means something in that phase alone,
 * but what was noted for a reconstruction stays. */
typedef struct arb_updating {
    uint8_t overdue; /* whose flag it is; NOBODY */
    uint8_t free;    /* players who were free from recording */
    uint8_t lacking; /* players whose sheets still have gaps */
    bool noted;      /* 8.5.3: what follows was noted */
    arb_reconstruction reconstruction;
} arb_updating;

struct arb_state {
    const arb_regulations *regulations;
    arb_ms now, started;
    arb_pos pos;
    arb_ply ply;
    arb_clock clock;
    arb_touched touched;
    arb_replying replying;
    arb_standing standing;
    arb_hands hands;
    arb_boards boards;
    arb_breach breach;
    uint32_t sheet[SHEETS]; /* the last entry of each scoresheet, or NO_ENTRY; the last of them is
                               the record that the arbiter keeps, or an assistant (A.4.2) */
    uint32_t sheet_moves[SHEETS];  /* how many rows of moves there are, blank ones included */
    uint32_t sheet_blanks[SHEETS]; /* of these, the blank ones */
    uint32_t half_moves;           /* in the record, as far as it is known */
    arb_keeping keeping[2];        /* what else Article 8 watches */
    arb_updating updating;         /* 8.5 */
    uint32_t presses;              /* moves completed where the board is not seen */
    uint8_t phase;                 /* arb_phase */
    uint8_t turn;                  /* arb_colour that has the move */
    uint8_t unpressed[2];          /* earlier moves of theirs that no press has completed */
    uint8_t uncompleted;           /* players whose last move is made and not completed */
    uint8_t two_hands;             /* players who made that move with two hands */
    uint8_t resumes;               /* whose time runs when the game is resumed */
    bool claim_decided;   /* the clocks stand still only because of a claim, decided by now */
    bool begun;           /* the clocks were started, or the first player has acted */
    uint8_t restoring;    /* whose time runs while he puts displaced pieces back; NOBODY (7.4.1) */
    bool misplaced;       /* pieces stand wrong, and nothing was restored yet (7.6) */
    arb_ply displaced_at; /* where pieces were last knocked over; ARB_PLY_NONE */
    uint8_t present, waived; /* players at the board; whose lateness is forgiven */
    uint8_t offer;           /* arb_colour, or NOBODY */
    bool consent; /* of the arbiter to a draw by agreement: to the offer that stands, or the next */
    uint8_t illegal[2];
    uint8_t sheet_requests[2]; /* A.4.3 */
    uint8_t away, asking;      /* players who have left; who asks to (11.2.3), see OUTSIDER */
    uint8_t asking_venue;      /* those of them who ask to leave the venue */
    uint8_t agreed;            /* players who agree to correct an old illegal move (A.5.2) */
    uint8_t takeback, abort;   /* who asks the opponent for that in a casual game; NOBODY */
    uint8_t watched;           /* what the arbiter has noticed and waits for (A.5.4) */
    uint8_t pending;           /* arb_pending of a claim or request under III */
    uint8_t claimant;          /* whose it is, or whose claim is deferred; NOBODY */
    bool deferred;             /* III.5.2 */
    bool lacks_effort;         /* the ground of that claim: III.6.1.2, else III.6.1.1 */
    uint8_t papers;            /* ARB_PAPER_... of that claim (III.6.1) */
    bool final;                /* a decision was taken against which there is no appeal */
    arb_ply counted[2];        /* a ply of theirs that was counted as irregular and stands */
    uint8_t recording_free[2]; /* the period, from 1, in which a player need not record (8.4) */
    uint8_t tasks[2];          /* of the assistants, bits by arb_task */
    uint32_t assistant[2];     /* who they are: their names, hashed; 0 where none was said */
    uint8_t approved;          /* players whose assistants the arbiter has accepted */
    uint8_t appeal[2];         /* whose appeals wait, in their order; NOBODY (11.10) */
    uint8_t fined, expelled;   /* players (12.9.7, 12.9.9) */
    uint16_t excluded[2];      /* from so many rounds (12.9.8) */
    uint8_t assistants;        /* of the arbiter (12.4) */
    bool spectators_out;       /* 12.7 */
    arb_adjourned adjourned;   /* Guidelines I */
    uint8_t result;            /* arb_result */
    bool by_board;             /* the position on the board has ended the game */
    uint8_t signature[2];      /* arb_result that they signed; ARB_RESULT_NONE (8.7) */
    uint16_t reason;           /* arb_code, or ARB_CODE_COUNT */
    uint8_t article_count;
    uint16_t article[ARB_RESULT_ARTICLES_MAX];
    int16_t score[2];          /* that a penalty or an award settled; ARB_SCORE_NONE */
    uint16_t score_article[2]; /* by which they were */
};

/* What a written or shown move is in the position (3.10.1, 3.10.2). */
typedef enum arb_attempt_kind {
    ARB_ATTEMPT_NONE,
    ARB_ATTEMPT_LEGAL,
    ARB_ATTEMPT_ILLEGAL,    /* a displacement: it can happen, and the Laws say what follows */
    ARB_ATTEMPT_UNPROMOTED, /* a pawn put on the last rank, and nothing more */
    ARB_ATTEMPT_AMBIGUOUS,
    ARB_ATTEMPT_IMPOSSIBLE /* nobody can tell what was displaced, or there is nothing to */
} arb_attempt_kind;

typedef struct arb_attempt {
    arb_attempt_kind kind;
    arb_move move;
    arb_hand hand;            /* in castling, the king's */
    bool castling;            /* king and rook are both displaced */
    arb_square rook, rook_to; /* if so */
    uint16_t article;
} arb_attempt;

arb_attempt arb_attempt_read(const arb_written *told, const arb_pos *pos, arb_variant variant);

/* The ply that the record gets with this event. */
typedef struct arb_added {
    arb_ply_kind kind; /* ARB_PLY_START: none */
    arb_ply before;
    arb_move move;
    arb_hand hand;
    arb_setup setup;
    arb_ply_note note;
} arb_added;

/* One entry of a scoresheet, or what was sealed, as the game keeps it. */
typedef struct arb_entry {
    uint32_t before;  /* the entry before it, or NO_ENTRY */
    uint32_t was;     /* the one that it corrects, or NO_ENTRY */
    uint32_t row;     /* from 0; where it has none of its own, the next */
    uint8_t kind;     /* arb_entry_kind */
    bool marks_offer; /* (=) */
    bool abroad;      /* a move in letters that the language of the event does not have (C.3) */
    bool escaped;     /* as ARB_EVENT_ESCAPED says, of what was sealed */
    const char *text;
    size_t size;
} arb_entry;

/* The entries that an event adds: those that it writes, and behind them copies of what stood after
 * a corrected one. They lie one after the other. */
typedef struct arb_new_entries {
    uint32_t first, count;
    uint32_t written;  /* so many of them are new */
    uint32_t corrects; /* the entry that is corrected, or NO_ENTRY */
} arb_new_entries;

/* An irregular move that was completed. */
typedef struct arb_found {
    arb_irregularity kind; /* ARB_REGULAR: none was found */
    arb_ply ply;
    arb_colour by;
    bool last;          /* nothing has been made since */
    uint32_t half_move; /* its number, where the board is not seen */
} arb_found;

/* What a rule and the hand can see. */
typedef struct arb_look {
    const arb_state *before;
    const arb_state *after; /* the same as before in rules that may refuse */
    const arb_event *event;
    const arb_history *history;
    const arb_entry *entries; /* of the scoresheets */
    arb_new_entries new;      /* of this event, if it writes */
    const arb_regulations *regulations;
    const arb_rulebook *book;
    const arb_added *added;     /* the ply that this event adds */
    arb_proof_memory *proof;    /* what earlier answers left behind: quicker, never different */
    const arb_event *target;    /* of a revocation, unless there is none that can be revoked */
    arb_attempt attempt;        /* what the event's move is */
    arb_utterance heard;        /* what it announces or repeats (D.2.1) */
    uint32_t reach;             /* so many half-moves the scoresheets then have (D.2.9) */
    arb_colour player;          /* for whom the actor acts, or NOBODY */
    arb_irregularity completed; /* what the event completed irregularly */
    arb_found found;            /* the irregular move that the event has brought to light */
    bool learns;                /* it was written before: the sheets tell one move after another */
    bool as_made;               /* what stands on the board is taken for the last move (can.h) */
    bool said_otherwise;        /* an assistant announces another move than stands there (D.2.1) */
    bool by_reply;              /* nobody has pressed: the opponent's reply completes it (0.2) */
    unsigned unsaid;            /* ARB_ENVELOPE_LACKS_... that the game's tags do not say (I.2) */
} arb_look;

/* Everything that a hearing works on. */
typedef struct arb_hearing {
    arb_look look;
    arb_state *after;
    arb_added added;
    uint32_t next_ply;     /* the number that a new ply will have */
    bool adds_entries;     /* look.new are on a sheet now */
    const arb_event *hand; /* what the hand did last, when that has made `hand_move`; or NULL */
    arb_move hand_move;
    size_t without;          /* a rule that is left out, to see who notices; SIZE_MAX for none */
    const arb_verdict *said; /* of an event that was judged before: what was said then. No rule is
                                asked, and this is said again; NULL otherwise */
    size_t until;            /* as far as that belongs to the hearing at hand */
    bool unfit;              /* what was said then does not fit this game */
} arb_hearing;

typedef void arb_rule_fn(arb_verdict *v, const arb_look *look);

/* A set of verbs; there are more than 64. */
__extension__ typedef unsigned __int128 arb_verb_set;

/* The first verb of a set that has one. */
static inline arb_verb arb_lowest_verb(arb_verb_set verbs)
{
    const uint64_t low = (uint64_t)verbs, high = (uint64_t)(verbs >> 64);

    return (arb_verb)(low ? __builtin_ctzll(low) : 64 + __builtin_ctzll(high));
}

/* All verbs that an actor has. */
arb_verb_set arb_actor_verbs(arb_actor actor);

/* With which of these verbs is the event heard at all? `later`: with which others it would be but
 * for what a clock shows. For dry runs: see can.h. */
arb_verb_set arb_rules_allow(arb_verb_set *later, const arb_look *look, arb_verb_set verbs);

/* Judges one event on `hearing->after`, which holds the state before it; or takes it as it was
 * judged before. */
void arb_laws_judge(arb_verdict *v, arb_hearing *hearing, const arb_event *event);

/* Of an event that was judged before: says again what was said then, as far as `until`. */
void arb_laws_say_again(arb_verdict *v, arb_hearing *hearing, size_t until);

/* Nothing has happened but that time has passed until `now`. */
void arb_laws_pass(arb_state *s, arb_ms now);

/* How many rules there are, the name of one ("7_5_2 promotion_missing"), and when it is heard. */
size_t arb_rules_count(void);
const char *arb_rules_name(size_t rule);
arb_verb_set arb_rules_verbs(size_t rule);

/* --- for rules: what they say --- */

void arb_refuse(arb_verdict *v, const arb_look *look, arb_article article, arb_code code,
                arb_effect effect);
/* One more ruling, whose detail the caller fills in where the effect or the sentence has one. */
arb_ruling *arb_say(arb_verdict *v, const arb_look *look, arb_article article, arb_code code,
                    arb_colour player, arb_effect effect);

/* The game ends with this result; and one more article has decided that. */
void arb_decide(arb_verdict *v, const arb_look *look, arb_article article, arb_code code,
                arb_colour player, arb_result result);
void arb_cite(arb_verdict *v, const arb_look *look, arb_article article);

/* --- for rules: what they ask --- */

/* Is `colour` in a set of players? */
static inline bool arb_has_colour(unsigned players, arb_colour colour)
{
    return (players >> colour & 1u) != 0;
}

/* The one player whom an event names. */
static inline arb_colour arb_named(const arb_event *event)
{
    return event->colours == 1u ? ARB_WHITE : ARB_BLACK;
}

static inline const arb_clock_setting *setting(const arb_state *s)
{
    return &s->regulations->clock;
}

/* Does it write on a scoresheet? */
static inline bool arb_writes(const arb_event *event)
{
    return event->verb == ARB_VERB_WRITE || event->verb == ARB_VERB_REWRITE;
}

/* Whose sheet an actor writes on. */
static inline unsigned arb_sheet_of(arb_actor actor)
{
    return (unsigned)arb_actor_colour(actor); /* the arbiter's and his assistants' is the last */
}

/* Has `colour` the move, with nothing made that he could not change? */
bool arb_has_move(const arb_state *s, arb_colour colour);

/* Is the game played, with the clock of a player running where there is one? While a scoresheet is
 * brought up to date that may be so (8.5.2). */
bool arb_is_played(const arb_state *s);

/* Moves that `colour` has made in the whole game, those before the record included. */
unsigned arb_moves_made(const arb_state *s, arb_colour colour);

/* May the players not agree on a draw without the arbiter (9.1.1)? */
bool arb_needs_consent(const arb_state *s);

/* Were enough of the last quiet moves of both players completed (9.3.2)? */
bool arb_fifty_completed(const arb_state *s);

/* Which article of 4.3 to 4.7 or 9.5.3 forbids `move`; ARB_ART_NONE when it is allowed. */
arb_article arb_binding(const arb_state *s, arb_move move);

/* Does what was let go bind, as a part of a legal move (4.7)? */
bool arb_release_binds(const arb_state *s);

/* Is the actor an assistant of a player, and was he named for this? */
bool arb_is_assistant(const arb_look *look);
bool arb_has_task(const arb_state *s, arb_colour player, arb_task task);

/* Must a press complete a move? */
bool arb_needs_press(const arb_state *s);

/* Is nobody there but the players, and no press needed? */
bool arb_is_casual(const arb_look *look);

/* When the flag of `colour` fell, as far as `now`; ARB_MS_NEVER. */
arb_ms arb_flag_fell(const arb_state *s, arb_colour colour);

/* Has any flag fallen, one that was forgiven included (8.5, III.3.1.1)? */
bool arb_flag_has_fallen(const arb_state *s);

/* Whose flag counts when both may be down: the one that fell first; NOBODY. */
arb_colour arb_flag_first(const arb_state *s);

/* The last irregular ply that was completed, by half-move number `number` (0: the last one). */
arb_found arb_irregular_in_record(const arb_state *s, const arb_history *history, uint32_t number,
                                  arb_colour by);

/* What the event, which is a claim or an observation, has found; and what it has completed itself,
 * where that is seen at once. */
arb_found arb_found_by_event(const arb_look *look);
arb_found arb_found_at_once(const arb_look *look);

/* Has the player lost the right to claim what he has found (4.8)? */
bool arb_right_lost(const arb_look *look, const arb_found *found);

/* The ply after half-move `number` of the game; ARB_PLY_NONE when there are not so many. */
arb_ply arb_half_move(const arb_state *s, const arb_history *history, uint32_t number);

/* How many half-moves the record holds: for who has gone back to another ply. Otherwise the state
 * has counted them. */
uint32_t arb_half_moves(const arb_state *s, const arb_history *history);

/* What `loser` leaves to his opponent by `article`; see arb_loss_result(). Says so when unproved.
 */
arb_result arb_lost_by(arb_verdict *v, const arb_look *look, arb_article article, arb_colour loser);

/* 6.9  `loser` has overstepped his time. */
void arb_lose_on_time(arb_verdict *v, const arb_look *look, arb_colour loser);

/* The one piece of that kind of the player who has the move; ARB_SQUARE_NONE when there are more.
 */
arb_square arb_only_piece(const arb_pos *pos, arb_role role);

/* The illegal positions of A.5.4 that stand on the board, as bits. */
unsigned arb_watchable(const arb_pos *pos);

/* The bit of what the arbiter notices with this event; 0 for other events. */
unsigned arb_watch_of(const arb_event *event);

/* Has the event completed something after which no game can go on, the capture of a king? */
bool arb_is_unplayable(const arb_look *look);

/* Has the event completed a move? */
bool arb_has_completed(const arb_look *look);

/* Is this the last period of `colour`, in which all moves must be made? */
bool arb_in_last_period(const arb_state *s, arb_colour colour);

/* --- where the board is not seen --- */

/* Do both scoresheets have the same legal move next, or the same one that is not legal? */
bool arb_sheets_agree(arb_move *out, const arb_look *look, const arb_state *s);
bool arb_sheets_illegal(const arb_look *look, const arb_state *s);

/* Takes what the scoresheets agree upon into the record. */
void arb_learn_move(arb_hearing *hearing);

/* Who made half-move `number`, from 1. */
arb_colour arb_written_mover(const arb_history *history, uint32_t number);

/* Goes back to the position after the first `kept` half-moves. */
void arb_written_restore(arb_hearing *hearing, uint32_t kept, arb_colour offender);

/* The sentence of a code, with names in braces (ruling.c). */
const char *arb_code_sentence(arb_code code, arb_lang lang);

/* The words of arb_phase_word() and arb_pending_word(), with NULL at the end. */
extern const char *const arb_phase_words[], *const arb_pending_words[];

/* --- what changes a state: the machinery alone calls these --- */

void arb_state_begin(arb_state *s, const arb_regulations *regulations, const arb_pos *pos);
void arb_perform(arb_hearing *hearing);
void arb_perform_hands(arb_hearing *hearing);
void arb_perform_move(arb_hearing *hearing);
void arb_perform_announce(arb_hearing *hearing);
/* What was announced now makes the move that stands there (D.2.3). */
void arb_perform_spoken_move(arb_hearing *hearing);
void arb_perform_repeat(arb_hearing *hearing);
void arb_perform_execute(arb_hearing *hearing);
void arb_perform_report(arb_hearing *hearing);
void arb_perform_sheets(arb_hearing *hearing);
void arb_perform_press(arb_hearing *hearing);

/* The ply that this event adds to the record, with what was known before it. */
void arb_add_ply(arb_hearing *hearing, arb_ply_kind kind, arb_move move, arb_hand hand,
                 const arb_setup *setup);
void arb_forget_touches(arb_state *s);
/* No offer stands, and the consent that it had is gone. */
void arb_forget_offer(arb_state *s);

/* A position stands there that no move has brought about: what was noticed and not settled before
 * is void, and the time of the player who has the move runs, if it `runs`. */
void arb_stand_anew(arb_state *s, bool runs);

/* The position after `ply` comes back, and all that was since is void; what `offender` had touched
 * binds him again. */
void arb_restore(arb_hearing *hearing, arb_ply ply, arb_colour offender);
/* The pawn that was left on the last rank with `ply` becomes a queen, and that move is the last
 * one. */
void arb_promote_left(arb_hearing *hearing, arb_ply ply);

void arb_apply(arb_hearing *hearing, const arb_ruling *ruling);
typedef void arb_apply_fn(arb_hearing *hearing, const arb_ruling *ruling);
arb_apply_fn arb_apply_seal, arb_apply_adjourn, arb_apply_charge, arb_apply_call_off,
    arb_apply_verified, arb_apply_set_up, arb_apply_unseal, arb_apply_missing;
arb_apply_fn arb_apply_papers, arb_apply_appeal, arb_apply_appeal_end, arb_apply_fine,
    arb_apply_expulsion, arb_apply_exclusion, arb_apply_assistant, arb_apply_sending_out;

/* Can the hand have done this at all; can this follow from it? What the rules say always can; what
 * was kept and is read again may have been altered. */
bool arb_can_be_performed(const arb_look *look);
bool arb_can_be_applied(const arb_hearing *hearing, const arb_ruling *ruling);

#endif
