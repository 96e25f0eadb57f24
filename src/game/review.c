/* SPDX-License-Identifier: MIT */
/*
 * A recorded game looked at afterwards; see review.h. What a legal move was made from was neither
 * checkmate nor stalemate, and what has not come back cannot be claimed: so most plies of most
 * games are only put on record, and the rest is looked at when the game has ended.
 */
#include "arbitro/review.h"

#include "board/history.h"

/* No game gets so far without being over, unless pieces are put on the board in between, or
 * nothing ends it without a claim. */
enum { PLIES_MAX = 1 << 16 };

/* After fewer than four quiet plies nothing has come back, and nothing comes back with the next;
 * and no edition counts so few. */
enum { QUIET_LEAST = 4 };

struct arb_review {
    const arb_mem *mem;
    const arb_rulebook *book;
    arb_history *history;
    arb_proof_memory proof;
    arb_ply last;    /* where the game was over, or as far as it was followed */
    unsigned plies;  /* of the game */
    bool followed;   /* the record goes as far as the game, or to its end */
    bool loose;      /* something other than legal moves was done */
    arb_article end; /* by which it was over after `last`; ARB_ART_NONE */
    arb_ply from;    /* after which there may first be something to tell, or ARB_PLY_NONE */
    arb_ply flag[2]; /* after which a player's clock first showed nothing; 0: never */
    bool fractions;  /* a clock showed parts of a second */
    arb_ply zero[2]; /* as `flag`, in whole seconds */
};

/* Where findings go. */
typedef struct telling {
    arb_review *review;
    const arb_review_told *told;
    arb_review_teller *tell;
    void *user;
    arb_err err;
} telling;

arb_err arb_review_new(arb_review **out, const arb_mem *mem, const arb_rulebook *book)
{
    const arb_setup start = arb_setup_initial();
    arb_review *review = arb_mem_new_array(mem, 1, sizeof *review);

    if (!review)
        return ARB_NOMEM;
    *review = (arb_review){ .mem = mem, .book = book };
    if (arb_history_new(&review->history, mem, &start)) {
        arb_mem_free(mem, review, sizeof *review);
        return ARB_NOMEM;
    }
    *out = review;
    return ARB_OK;
}

void arb_review_free(arb_review *review)
{
    if (!review)
        return;
    arb_history_free(review->history);
    arb_mem_free(review->mem, review, sizeof *review);
}

const arb_history *arb_review_history(const arb_review *review)
{
    return review->history;
}

arb_ply arb_review_last(const arb_review *review)
{
    return review->last;
}

static const arb_pos *at(const arb_review *review, arb_ply ply)
{
    return &arb_history_get(review->history, ply)->pos;
}

/*
 * Is it so long since anything could last not come back that nobody looks for repetitions any more?
 * A draw by fifty moves can be claimed for ages then. Otherwise a file of such games, in an edition
 * in which nothing ends them, would take the square of its length.
 */
static bool is_endless(const arb_review *review, arb_ply ply)
{
    enum { STRETCH_MAX = 1024 };
    const arb_ply since = arb_history_get(review->history, ply)->since;

    return ply - (since == ARB_PLY_NONE ? 0 : since) > STRETCH_MAX;
}

static unsigned times_at(const arb_review *review, arb_ply ply)
{
    return is_endless(review, ply)
               ? 1
               : arb_history_occurrences(review->history, ply, review->book->identity);
}

/* Laws 5.1.1, 5.2.1 */
static void seek_mate(arb_review *review)
{
    static const arb_article ends[] = { ARB_ART_5_1_1, ARB_ART_5_2_1 };

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (arb_ends_by(ends[i], review->book, at(review, review->last), 0, NULL))
            review->end = ends[i];
}

/* Looks at what stands there now, as far as that costs little. Checkmate comes before all else. */
static void look(arb_review *review)
{
    const arb_rulebook *book = review->book;
    const arb_pos *pos = at(review, review->last);

    if (pos->quiet_plies < QUIET_LEAST && !review->loose)
        return;
    const unsigned times = times_at(review, review->last);
    const bool often = times + 1 >= book->repetitions_claim;
    const bool quiet = pos->quiet_plies + 1u >= 2u * book->quiet_moves_claim;

    if (review->from == ARB_PLY_NONE && (often || quiet || review->loose))
        review->from = review->last;
    if (arb_ends_by(ARB_ART_9_6_1, book, pos, times, NULL))
        review->end = ARB_ART_9_6_1;
    else if (arb_ends_by(ARB_ART_9_6_2, book, pos, times, NULL))
        review->end = ARB_ART_9_6_2;
    if (review->end != ARB_ART_NONE)
        seek_mate(review);
}

void arb_review_begin(arb_review *review, const arb_pos *start)
{
    arb_history_restart(review->history, start);
    *review = (arb_review){ .mem = review->mem,
                            .book = review->book,
                            .history = review->history,
                            .followed = true,
                            .from = ARB_PLY_NONE };
    look(review);
}

/* Counts one more ply; is it to be put on record? */
static bool goes_on(arb_review *review)
{
    review->plies++;
    if (review->end == ARB_ART_NONE && review->last >= PLIES_MAX)
        review->followed = false;
    return review->followed && review->end == ARB_ART_NONE;
}

arb_err arb_review_play(arb_review *review, arb_move move)
{
    if (!goes_on(review))
        return ARB_OK;
    const arb_err err =
        arb_history_append(&review->last, review->history, review->last, move, NULL, NULL, NULL);
    if (!err)
        look(review);
    return err;
}

arb_err arb_review_stand(arb_review *review, const arb_hand *hand, const arb_pos *after)
{
    const arb_setup setup = arb_pos_setup(after);

    if (review->end == ARB_ART_NONE)
        seek_mate(review);
    if (!goes_on(review))
        return ARB_OK;
    const arb_err err =
        arb_history_stand(&review->last, review->history, review->last, hand, &setup, NULL);
    review->loose = true;
    if (!err)
        look(review);
    return err;
}

/* Notes in `flag`, by player, that nothing was left after the last move. */
static void note_flag(arb_review *review, arb_ply flag[2])
{
    const arb_colour player = arb_opponent((arb_colour)at(review, review->last)->turn);

    if (review->plies != review->last || flag[player] != 0)
        return;
    flag[player] = review->last;
    if (review->from == ARB_PLY_NONE)
        review->from = review->last;
}

void arb_review_flag(arb_review *review)
{
    note_flag(review, review->flag);
}

void arb_review_clock(arb_review *review, int64_t ms, bool fraction)
{
    review->fractions |= fraction;
    if (ms <= 0)
        note_flag(review, fraction || ms < 0 ? review->flag : review->zero);
}

/* Laws 6.8: after which `player` had no time left; 0: never. */
static arb_ply flag_of(const arb_review *review, arb_colour player)
{
    const arb_ply sure = review->flag[player], zero = review->fractions ? review->zero[player] : 0;

    return sure == 0 || (zero != 0 && zero < sure) ? zero : sure;
}

static bool is_dead(arb_review *review, arb_ply ply)
{
    return arb_ends_by(ARB_ART_5_2_2, review->book, at(review, ply), 0, &review->proof);
}

/*
 * Laws 5.2.2. No legal move brings a dead position back to life: as long as nothing else was done,
 * the first dead one is found by halving, and mostly the last one shows that there is none.
 */
static void seek_dead(arb_review *review)
{
    arb_ply first = 0, last = review->last;

    if (!review->loose && !is_dead(review, last))
        return;
    while (first < last) {
        const arb_ply middle = review->loose ? first : first + (last - first) / 2;
        if (is_dead(review, middle))
            last = middle;
        else
            first = middle + 1;
    }
    if (first < review->last || (review->end == ARB_ART_NONE && is_dead(review, first))) {
        review->end = ARB_ART_5_2_2;
        review->last = first;
    }
}

static void tell(telling *t, const arb_review_finding *finding)
{
    if (!t->err)
        t->err = t->tell(t->user, t->review, finding);
}

/* Something that concerns the player who has the move after `ply`. */
static arb_review_finding found(const arb_review *r, arb_review_kind kind, arb_article article,
                                arb_ply ply)
{
    return (arb_review_finding){
        .kind = kind, .article = { article }, .ply = ply, .player = (arb_colour)at(r, ply)->turn
    };
}

/* With the plies after which the position stood there, the first one first. */
static void tell_repetition(telling *t, arb_review_finding *f)
{
    const arb_review *r = t->review;
    arb_ply *plies = arb_mem_new_array(r->mem, f->times, sizeof *plies);
    size_t left = f->times;

    if (!plies) {
        t->err = ARB_NOMEM;
        return;
    }
    for (arb_ply ply = f->ply; left > 0; ply--)
        if (arb_history_same(r->history, ply, f->ply, r->book->identity))
            plies[--left] = ply;
    f->plies = plies;
    tell(t, f);
    arb_mem_free(r->mem, plies, f->times * sizeof *plies);
}

/* Laws 9.2.2, 9.3.2. What holds for several plies on end, by 9.3.2, is one finding. */
static void tell_on_board(telling *t, arb_ply ply, arb_ply latest)
{
    const arb_review *r = t->review;
    arb_review_finding f = found(r, ARB_REVIEW_REPETITION, ARB_ART_9_2_2, ply);

    /* Where nothing ends a game by itself there would be no end of telling, either. */
    enum { TIMES_TOLD_MAX = 16 };
    f.times = times_at(r, ply);
    if (arb_claim_holds(ARB_ART_9_2_2, r->book, at(r, ply), (unsigned)f.times) &&
        f.times <= TIMES_TOLD_MAX)
        tell_repetition(t, &f);
    if (!arb_claim_holds(ARB_ART_9_3_2, r->book, at(r, ply), 0) ||
        (ply > 0 && arb_claim_holds(ARB_ART_9_3_2, r->book, at(r, ply - 1), 0)))
        return;
    f = found(r, ARB_REVIEW_FIFTY, ARB_ART_9_3_2, ply);
    f.until = ply;
    while (f.until < latest && arb_claim_holds(ARB_ART_9_3_2, r->book, at(r, f.until + 1), 0))
        f.until++;
    tell(t, &f);
}

/* Laws 9.2.1, 9.3.1. Once fifty moves stand on the board it needs no move to claim them. */
static void tell_with_move(telling *t, arb_ply ply)
{
    const arb_review *r = t->review;
    const bool fifty = arb_claim_holds(ARB_ART_9_3_2, r->book, at(r, ply), 0);
    arb_review_finding f[] = { found(r, ARB_REVIEW_REPETITION_WITH, ARB_ART_9_2_1, ply),
                               found(r, ARB_REVIEW_FIFTY_WITH, ARB_ART_9_3_1, ply) };

    for (int i = is_endless(r, ply); i < (fifty ? 1 : 2); i++) {
        arb_move moves[ARB_MOVES_MAX];
        f[i].moves = moves;
        f[i].move_count = arb_claim_moves(moves, f[i].article[0], r->book, r->history, ply);
        if (f[i].move_count > 0)
            tell(t, &f[i]);
    }
}

/* What `loser` leaves to his opponent by the first article of a finding, where it was found. */
static arb_result lost_by(arb_review *r, const arb_review_finding *f, arb_colour loser,
                          bool *unproved)
{
    return arb_loss_result(*f->article, r->book, at(r, f->ply), loser, &r->proof, unproved);
}

/* Laws 6.9 */
static void tell_flags(telling *t, arb_ply ply)
{
    arb_review *r = t->review;

    for (arb_colour player = ARB_WHITE; player <= ARB_BLACK; player++) {
        const arb_ply flag = flag_of(r, player);
        if (flag == 0 || flag != ply || !r->book->has_clock)
            continue;
        arb_review_finding f = found(r, ARB_REVIEW_FLAG, ARB_ART_6_9, ply);
        f.player = player;
        f.result = lost_by(r, &f, player, NULL);
        tell(t, &f);
    }
}

/* Over, and how much was played on; an ordinary end is told only when there is more to say. */
static void tell_end(telling *t)
{
    const arb_review *r = t->review;
    arb_review_finding f = found(r, ARB_REVIEW_END, r->end, r->last);

    f.player = arb_opponent(f.player);
    f.result = r->end == ARB_ART_5_1_1 ? arb_result_win(f.player) : ARB_RESULT_DRAW;
    f.told = t->told->result;
    f.beyond = r->plies - r->last;
    if (f.beyond > 0 || (r->end != ARB_ART_5_1_1 && r->end != ARB_ART_5_2_1))
        tell(t, &f);
    f.kind = ARB_REVIEW_RESULT;
    if (t->told->known && f.told != f.result)
        tell(t, &f);
}

/* Laws 5.1.2, 6.9: who cannot checkmate by any series of legal moves cannot have won so. Whether it
 * was on time is mostly not known; then both ways must be closed. */
static void tell_helpless(telling *t, arb_colour winner)
{
    arb_review *r = t->review;
    const arb_colour loser = arb_opponent(winner);
    const bool resigning = r->book->resigning_may_draw, timed = r->book->has_clock;
    arb_review_finding f = found(r, ARB_REVIEW_HELPLESS, ARB_ART_6_9, r->last);

    f.player = winner;
    f.result = ARB_RESULT_DRAW;
    f.told = t->told->result;
    if (timed && lost_by(r, &f, loser, NULL) != ARB_RESULT_DRAW)
        return;
    if (resigning) {
        f.article[0] = ARB_ART_5_1_2;
        f.article[1] = timed ? ARB_ART_6_9 : ARB_ART_NONE;
    }
    if (t->told->on_time ? timed : resigning && lost_by(r, &f, loser, NULL) == ARB_RESULT_DRAW)
        tell(t, &f);
}

/* Laws 6.9: a draw on time, although the player who was not to move can still checkmate. */
static void tell_time_draw(telling *t)
{
    arb_review *r = t->review;
    arb_review_finding f = found(r, ARB_REVIEW_TIME_DRAW, ARB_ART_6_9, r->last);
    bool unproved;

    if (!r->book->has_clock || !t->told->on_time)
        return;
    f.result = lost_by(r, &f, f.player, &unproved);
    f.player = arb_opponent(f.player);
    f.told = t->told->result;
    if (f.result != ARB_RESULT_DRAW && !unproved)
        tell(t, &f);
}

/* Who is told to have won; ARB_COLOUR_COUNT for nobody. */
static arb_colour winner_of(const arb_review_told *told)
{
    arb_colour winner = ARB_WHITE;

    while (winner < ARB_COLOUR_COUNT &&
           !(told->known && arb_result_outcome(told->result, winner) == ARB_OUTCOME_WIN))
        winner++;
    return winner;
}

/* Could the winner have gone on to checkmate? He mostly could; then nothing was dead before. */
static bool winner_can_mate(arb_review *r, const arb_review_told *told)
{
    const arb_colour winner = winner_of(told);

    return winner != ARB_COLOUR_COUNT && !r->loose &&
           arb_proof_can_mate_now(&r->proof, at(r, r->last), winner, NULL) == ARB_PROOF_YES;
}

static void tell_result(telling *t)
{
    const arb_colour winner = winner_of(t->told);

    if (!t->told->known || !t->review->followed)
        return;
    if (t->told->result == ARB_RESULT_DRAW)
        tell_time_draw(t);
    else if (winner != ARB_COLOUR_COUNT)
        tell_helpless(t, winner);
}

arb_err arb_review_tell(arb_review *review, const arb_review_told *told, arb_review_teller *teller,
                        void *user)
{
    telling t = { .review = review, .told = told, .tell = teller, .user = user };

    if (review->end == ARB_ART_NONE)
        seek_mate(review);
    if (!winner_can_mate(review, told))
        seek_dead(review);
    const bool over = review->end != ARB_ART_NONE; /* then there is nothing left to claim */
    const arb_ply from = review->from < review->last ? review->from : review->last;
    for (arb_ply ply = from; ply < review->last + !over && !t.err; ply++) {
        const bool claims = ply >= review->from;
        if (claims)
            tell_on_board(&t, ply, review->last - over);
        tell_flags(&t, ply);
        if (ply == review->last)
            tell_result(&t);
        if (claims)
            tell_with_move(&t, ply);
    }
    if (over)
        tell_end(&t);
    return t.err;
}
