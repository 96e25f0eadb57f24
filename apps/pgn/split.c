/* SPDX-License-Identifier: MIT */
/*
 * One file through several readers. The text comes in windows, each of which is divided where games
 * begin; while its parts are read, one of the workers fetches the next window. Whether a game
 * surely begins where the text was divided is known only when what stands before has been read: if
 * not, both sides are read again as one. Where only some games are wanted, the parts are first gone
 * through for those, then the gate is asked in the order of the file, then what passed is read. See
 * pgn.h.
 */
#include <stdlib.h>
#include <string.h>

#include "arbitro/jobs.h"
#include "common/interrupt.h"
#include "pgn/pgn.h"

/* Parts for each worker, so that slow ones even out; bytes of a window for each. */
enum { SHARES = 4, WINDOW = 1 << 20 };

typedef struct part {
    const char *text;
    size_t size;
    arb_pgn_outcome out;
    arb_buf picks; /* arb_pgn_pick */
    bool whole;    /* what follows it is another game */
} part;

typedef struct window {
    char *text;
    size_t size;
    bool last; /* no text follows */
} window;

typedef struct split {
    arb_pgn_worker *workers;
    arb_pgn_input *input;
    const char *path;
    uint64_t *count;
    arb_jobs *jobs;
    window window[2];
    unsigned now; /* which of them is being read */
    size_t room;
    arb_err fetch_err;
    part *parts;
    size_t part_room, part_count;
    uint64_t lines, games, offset; /* before the present window */
    bool enough;                   /* no more games are wanted */
} split;

/* Fills a window up. */
static void fetch(split *s, window *w)
{
    while (w->size < s->room && !w->last && !s->fetch_err) {
        size_t got;
        s->fetch_err = arb_pgn_input_read(s->input, w->text + w->size, s->room - w->size, &got);
        w->size += s->fetch_err ? 0 : got;
        w->last = !s->fetch_err && got == 0;
    }
}

static arb_err keep_pick(void *user, const arb_pgn_pick *pick)
{
    return arb_buf_add(user, pick, sizeof *pick);
}

/* Goes through a part for the games that may be wanted. */
static arb_err pick(arb_pgn_worker *worker, part *p)
{
    arb_buf_cut(&p->picks, 0);
    const arb_err err = arb_pgn_picker_text(worker->picker, p->text, p->size, keep_pick, &p->picks);
    p->out.lines = arb_pgn_picker_lines(worker->picker);
    p->out.games = arb_pgn_picker_games(worker->picker);
    return err;
}

/* Reads a part as a whole. */
static arb_err read_part(arb_pgn_worker *worker, part *p)
{
    const arb_err err = arb_pgn_worker_read(worker, p->text, p->size, NULL, NULL);
    const arb_pgn_place end = arb_pgn_where(worker->pgn);

    p->out.lines = end.line - 1;
    p->out.games = end.game;
    return err;
}

/* The first job fetches, the others read; whoever is free takes the next. */
static void work(void *user, size_t index, unsigned number)
{
    split *s = user;
    arb_pgn_worker *worker = &s->workers[number];

    if (index == 0) {
        fetch(s, &s->window[1 - s->now]);
        return;
    }
    part *p = &s->parts[index - 1];
    worker->out = &p->out;
    p->out.err = arb_interrupt_pending() ? ARB_STOPPED
                 : worker->picker        ? pick(worker, p)
                                         : read_part(worker, p);
    p->whole = worker->picker ? arb_pgn_picker_whole(worker->picker) : arb_pgn_whole(worker->pgn);
}

static const arb_pgn_pick *picks_of(const part *p)
{
    return (const arb_pgn_pick *)(const void *)arb_buf_text(&p->picks);
}

/* Takes the games of a part that are wanted. */
static void take_picks(void *user, size_t index, unsigned number)
{
    split *s = user;
    arb_pgn_worker *worker = &s->workers[number];
    part *p = &s->parts[index];
    const size_t count = arb_buf_size(&p->picks) / sizeof(arb_pgn_pick);

    worker->out = &p->out;
    for (size_t i = 0; i < count && !p->out.err; i++)
        p->out.err =
            arb_interrupt_pending() ? ARB_STOPPED : arb_pgn_worker_take(worker, &picks_of(p)[i]);
}

/* Leaves of the picks those that are wanted, `games` having come before the part. */
static arb_err ask_gate(split *s, part *p, uint64_t games)
{
    arb_pgn_gate *gate = s->workers->task->gate;
    arb_pgn_pick *picks = (arb_pgn_pick *)(void *)p->picks.data;
    const size_t count = arb_buf_size(&p->picks) / sizeof *picks;
    size_t left = 0;

    for (size_t i = 0; i < count; i++) {
        bool wanted;
        const arb_err err = arb_pgn_gate_ask(&wanted, gate, &picks[i], games + picks[i].place.game);
        if (err)
            return err;
        if (wanted)
            picks[left++] = picks[i];
    }
    if (count > 0)
        arb_buf_cut(&p->picks, left * sizeof *picks);
    s->enough =
        arb_pgn_gate_shut(gate) || arb_pgn_choice_beyond(gate->choice, games + p->out.games + 1);
    return ARB_OK;
}

/* All parts have been gone through: what is wanted of them is taken. */
static arb_err take_parts(split *s)
{
    uint64_t games = s->games;

    for (size_t i = 0; i < s->part_count; i++) {
        const arb_err err =
            s->parts[i].out.err ? s->parts[i].out.err : ask_gate(s, &s->parts[i], games);
        if (err)
            return err;
        games += s->parts[i].out.games;
    }
    if (!s->workers->task->copy)
        return arb_jobs_run(s->jobs, s->part_count, take_picks, s);
    for (size_t i = 0; i < s->part_count; i++)
        take_picks(s, i, 0);
    return ARB_OK;
}

static void forget(part *p)
{
    arb_pgn_outcome_clear(&p->out);
    arb_pgn_outcome_init(&p->out);
}

static void divide(split *s, const char *text, size_t size)
{
    size_t begin = 0;

    for (s->part_count = 0; begin < size && s->part_count < s->part_room; s->part_count++) {
        const size_t left = s->part_room - s->part_count, wanted = begin + (size - begin) / left;
        const size_t end = left == 1 ? size : arb_pgn_cut_after(text, size, wanted ? wanted : 1);
        part *p = &s->parts[s->part_count];
        p->text = text + begin;
        p->size = end - begin;
        forget(p);
        begin = end;
    }
}

/*
 * Joins the parts from the first one on that does not end with a game, and reads them as one; in
 * the last window the last part may end as it likes. Returns how many bytes of the window have been
 * read as they are to be read; what follows depends on the next window.
 */
static size_t mend(split *s, size_t size, bool last)
{
    const char *text = s->window[s->now].text;
    size_t at = 0;

    while (at < s->part_count && s->parts[at].whole)
        at++;
    if (at == s->part_count || s->parts[at].out.err)
        return size;
    part *p = &s->parts[at];
    if (at + 1 < s->part_count) {
        p->size = (size_t)(text + size - p->text);
        forget(p);
        s->part_count = at + 1;
        work(s, at + 1, 0);
    }
    if (last || p->whole || p->out.err)
        return size;
    s->part_count = at;
    return (size_t)(p->text - text);
}

/* Tells what was found in a part, in the order of the file; what it says of places counts on. */
static void tell(split *s, part *p)
{
    const arb_pgn_task *task = s->workers->task;
    const size_t size = arb_buf_size(&p->out.text);
    const arb_findings_file file = { .cli = task->cmd->cli,
                                     .to = task->aside ? stderr : stdout,
                                     .path = s->path,
                                     .lines = s->lines,
                                     .games = s->games };

    if (p->out.findings.count > 0)
        arb_progress_hide();
    if (size > 0) /* a failure is told when the output is closed */
        (void)fwrite(arb_buf_text(&p->out.text), 1, size, stdout);
    arb_findings_tell(&p->out.findings, &file);
    arb_pgn_add_counts(s->count, p->out.count);
    s->lines += p->out.lines;
    s->games += p->out.games;
    s->offset += p->size;
}

/* Reads `size` bytes of the present window with all workers, and fetches the next one. Less than
 * that is read where they do not end with a game. */
static arb_err read_window(split *s, size_t *size, bool last)
{
    divide(s, s->window[s->now].text, *size);
    arb_err err = arb_jobs_run(s->jobs, s->part_count + 1, work, s);
    if (!err)
        *size = mend(s, *size, last);
    if (!err && s->workers->picker)
        err = take_parts(s);
    for (size_t i = 0; i < s->part_count && !err; i++) {
        tell(s, &s->parts[i]);
        err = s->parts[i].out.err;
    }
    if (!err && ferror(stdout))
        err = ARB_STOPPED;
    return err;
}

/* What no boundary divides is read by a single reader, to the end of the file. */
static arb_err read_rest(split *s, const char *text, size_t size)
{
    const arb_pgn_place begin = {
        .offset = s->offset, .line = s->lines + 1, .column = 1, .game = s->games + 1
    };
    arb_pgn_worker *worker = &s->workers[0];
    part *p = &s->parts[0];

    forget(p);
    worker->out = &p->out;
    worker->live = s->path;
    const arb_err err = arb_pgn_worker_follow(worker, text, size, s->input, &begin);
    arb_pgn_worker_tell(worker);
    worker->live = NULL;
    arb_pgn_add_counts(s->count, p->out.count);
    return err;
}

/* The same for `size` bytes of the present window, and the next one behind them. */
static arb_err read_both(split *s, const char *text, size_t size)
{
    const window *next = &s->window[1 - s->now];
    char *both = malloc(size + next->size);

    if (!both)
        return ARB_NOMEM;
    memcpy(both, text, size);
    memcpy(both + size, next->text, next->size);
    const arb_err err = read_rest(s, both, size + next->size);
    free(both);
    return err;
}

static arb_err read_all(split *s)
{
    fetch(s, &s->window[0]);
    for (;;) {
        window *w = &s->window[s->now], *next = &s->window[1 - s->now];
        const bool last = w->last && !s->fetch_err;
        const size_t size = last ? w->size : arb_pgn_cut_last(w->text, w->size);
        if (size == 0)
            return last ? ARB_OK : read_rest(s, w->text, w->size);
        next->size = w->size - size;
        next->last = last;
        memcpy(next->text, w->text + size, next->size);
        size_t done = size;
        const arb_err err = read_window(s, &done, last);
        if (err || last || s->enough)
            return err;
        if (done < size)
            return read_both(s, w->text + done, size - done);
        s->now = 1 - s->now;
    }
}

static void clear(split *s)
{
    for (size_t i = 0; s->parts && i < s->part_room; i++) {
        arb_pgn_outcome_clear(&s->parts[i].out);
        arb_buf_clear(&s->parts[i].picks);
    }
    free(s->parts);
    free(s->window[0].text);
    free(s->window[1].text);
    arb_jobs_free(s->jobs);
}

arb_err arb_pgn_split(arb_pgn_worker *workers, unsigned threads, arb_pgn_input *input,
                      const char *path, uint64_t count[ARB_PGN_COUNTS])
{
    split s = { .workers = workers, .input = input, .path = path, .count = count };
    arb_err err = arb_jobs_new(&s.jobs, NULL, threads);

    if (err)
        return err;
    s.room = (size_t)arb_jobs_threads(s.jobs) * WINDOW;
    s.part_room = (size_t)arb_jobs_threads(s.jobs) * SHARES;
    s.window[0].text = malloc(s.room);
    s.window[1].text = malloc(s.room);
    s.parts = calloc(s.part_room, sizeof *s.parts);
    for (size_t i = 0; s.parts && i < s.part_room; i++) {
        arb_pgn_outcome_init(&s.parts[i].out);
        arb_buf_init(&s.parts[i].picks, NULL, SIZE_MAX / 2);
    }
    json_object_seed(0); /* once, before several threads make objects */
    err = s.window[0].text && s.window[1].text && s.parts ? read_all(&s) : ARB_NOMEM;
    clear(&s);
    return err;
}
