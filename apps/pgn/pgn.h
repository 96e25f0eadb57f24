/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_PGN_H
#define ARBITRO_CLI_PGN_H
/*
 * What the parts of `arbitro pgn` share. Files are found (files.c) and read, unpacked if need be
 * (input.c), by one worker or by several at once (run.c, split.c). Where only some of the games are
 * wanted (choice.c), a reader of its own picks their texts out (picks.c), in the order of the file
 * (gate.c), for the task. Whoever listens to a worker's reader (check.c, report.c, convert.c) adds
 * findings, which are told in the order of the file (findings.c); select.c copies the texts.
 */
#include "arbitro/buf.h"
#include "arbitro/pgn_select.h"
#include "arbitro/pgn_write.h"
#include "arbitro/review.h"
#include "cli/cli.h"
#include "common/progress.h"

/* ---- choice.c: which games are wanted */

typedef struct arb_pgn_choice {
    bool asked; /* otherwise all of them */
    arb_pgn_select *select;
    bool invert;
    uint64_t (*numbers)[2]; /* ranges of the numbers of games */
    size_t number_count;
    bool unique, duplicates;
    uint64_t key[2];  /* for fingerprints */
    uint64_t at_most; /* so many games, 0: any number */
} arb_pgn_choice;

/* Reads the options; false after a complaint. To be cleared in any case. */
bool arb_pgn_choice_read(arb_pgn_choice *out, const arb_cli *cli, const arb_args *args);
void arb_pgn_choice_clear(arb_pgn_choice *choice);

/* Must moves be played to know which games are wanted? */
bool arb_pgn_choice_plays(const arb_pgn_choice *choice);

/* Is this number beyond all that are asked for? */
bool arb_pgn_choice_beyond(const arb_pgn_choice *choice, uint64_t game);

/* ---- the command (cmd_pgn.c) */

/* For help: the actions of the command, and which options each of them has. */
typedef struct arb_pgn_action_info {
    const char *name;
    arb_text_id about;
} arb_pgn_action_info;
bool arb_pgn_action(arb_pgn_action_info *out, size_t index);
bool arb_pgn_action_takes(size_t index, arb_opt id);

/* How `select` writes games into several files. */
typedef struct arb_pgn_parcelling {
    unsigned games;     /* in each, 0: not by number */
    const char *tag;    /* one for each value, NULL: not by tag */
    const char *folder; /* where they are made; "." */
    bool overwrite;
} arb_pgn_parcelling;

/* What the user asked for. */
typedef struct arb_pgn_cmd {
    const arb_cli *cli;
    const arb_language *language; /* of the moves; NULL is English */
    const char *const *operand;   /* files and folders */
    size_t operands;
    bool errors;              /* warnings are counted, but not listed */
    bool all;                 /* games without findings, too */
    unsigned threads;         /* at least 1 */
    const arb_rulebook *book; /* the edition under which games are looked at */
    bool edition_given;       /* and it was asked for */
    const arb_style *style;   /* in which moves are written */
    arb_pgn_choice choice;
    bool count; /* select: only how many */
    arb_pgn_parcelling parcelling;
    arb_pgn_format format; /* convert: what is left out and added */
} arb_pgn_cmd;

arb_exit arb_pgn_check(const arb_pgn_cmd *cmd);
arb_exit arb_pgn_report(const arb_pgn_cmd *cmd);
arb_exit arb_pgn_convert(const arb_pgn_cmd *cmd);
arb_exit arb_pgn_select_games(const arb_pgn_cmd *cmd);

/* ---- files.c: which files there are */

typedef struct arb_pgn_files {
    char **path;
    size_t count, room;
    uint64_t bytes; /* of all of them, as they lie on the disk */
    bool sized;     /* is that known? */
    bool refused;   /* one of them would be destroyed by the results */
} arb_pgn_files;

/*
 * Lists the files that are meant; a folder stands for all *.pgn, *.pgn.gz and *.pgn.zst below it,
 * in the order of their names. What cannot be listed is complained of, and the rest stays. The list
 * is to be freed in any case.
 */
arb_exit arb_pgn_files_find(arb_pgn_files *out, const arb_pgn_cmd *cmd);
void arb_pgn_files_free(arb_pgn_files *files);

/* ---- input.c: the text of a file */

typedef struct arb_pgn_input arb_pgn_input;

/* How far all files are, shown on a terminal. */
typedef struct arb_pgn_bar {
    arb_progress bar;
    uint64_t done, bytes;
} arb_pgn_bar;

/*
 * Opens a file, "-" for standard input. By its first bytes it is text, or packed by gzip or zstd.
 * On an error, after a complaint, returns NULL.
 */
arb_pgn_input *arb_pgn_input_open(const arb_cli *cli, const char *path, arb_pgn_bar *bar);

/* Says why the last read failed. Returns the exit status for that. */
arb_exit arb_pgn_input_complain(const arb_pgn_input *input, const arb_cli *cli, arb_err err);
void arb_pgn_input_close(arb_pgn_input *input);

/*
 * An arb_pgn_source: fills `out` with text, `user` being the input. ARB_STOPPED after Ctrl-C;
 * ARB_IO when the file cannot be read, is cut off or damaged, and then again at every call.
 */
arb_err arb_pgn_input_read(void *user, char *out, size_t room, size_t *got);

/* ---- findings.c: what is to be said about the games */

/* A finding as a line that will be printed. Places count within the text that a reader was given.
 */
typedef struct arb_finding {
    bool below; /* it stands below a line with a place, and has none */
    uint64_t line, column, game;
    unsigned depth;  /* of variations */
    unsigned number; /* of the move in question, 0: none */
    arb_colour colour;
    json_t *json; /* what follows the place in JSON; the findings own it */
    size_t text;  /* for findings.c: where its text begins */
} arb_finding;

typedef struct arb_findings {
    arb_finding *finding;
    size_t count, room;
    arb_buf texts;
} arb_findings;

void arb_findings_init(arb_findings *findings);
void arb_findings_clear(arb_findings *findings);

/* Adds a finding; its JSON is taken even on an error. ARB_NOMEM. */
ARB_MUST_USE arb_err arb_findings_add(arb_findings *findings, const arb_finding *finding,
                                      const char *text);

/* Where findings are told: of which file, and after how many lines and games of it. */
typedef struct arb_findings_file {
    const arb_cli *cli;
    FILE *to; /* of plain text; JSON goes to standard output */
    const char *path;
    uint64_t lines, games;
} arb_findings_file;

/* Tells all findings, and forgets them. */
void arb_findings_tell(arb_findings *findings, const arb_findings_file *file);

/* "12", or "12..." for Black. */
typedef struct arb_pgn_label {
    char text[16];
} arb_pgn_label;
arb_pgn_label arb_pgn_label_of(unsigned number, arb_colour colour);

/* A JSON string of bytes that need not be UTF-8: they are Latin-1 then. NULL: no memory. */
json_t *arb_pgn_json_text(const char *text, size_t size);

/* ---- faults.c: what the reader finds fault with */

/* Adds the words in question, what is wrong and the article; false when there is no memory. */
bool arb_pgn_finding_words(arb_buf *out, const arb_pgn *pgn, const arb_pgn_finding *finding,
                           arb_lang lang);

/* Adds what the reader found. ARB_NOMEM. */
ARB_MUST_USE arb_err arb_findings_add_fault(arb_findings *findings, const arb_pgn *pgn,
                                            const arb_pgn_finding *finding, const arb_cli *cli);

/* ---- report_words.c: what a review finds */

/* The move to which something belongs; number 0: the starting position. */
typedef struct arb_spot {
    arb_ply ply;
    unsigned number;
    arb_colour colour;
} arb_spot;

/* The move that led to the position after `ply`. */
arb_spot arb_report_spot_after(const arb_review *review, arb_ply ply);

/* The move of a finding: one with which to claim is about to be made. */
arb_spot arb_report_spot(const arb_review *review, const arb_review_finding *finding);

/* Adds what was found, with the articles as the edition numbers them. */
ARB_MUST_USE arb_err arb_report_words(arb_buf *out, const arb_review *review,
                                      const arb_review_finding *finding, const arb_rulebook *book,
                                      arb_lang lang);

/* The same as JSON; with the edition's own numbers, too, unless `book` is NULL. NULL: no memory. */
json_t *arb_report_json(const arb_review *review, const arb_review_finding *finding,
                        const arb_rulebook *book, const char *words);

/* An entry of the list in JSON that has nothing but words. */
json_t *arb_report_entry(const char *kind, const char *articles, arb_spot spot, const char *words);

/* ---- picks.c: the texts of games that may be wanted */

/* The text of a game, up to where the next one begins, and where it stands. */
typedef struct arb_pgn_pick {
    const char *text;
    size_t size;
    arb_pgn_place place;
    bool fits;    /* what was asked for */
    bool whole;   /* it has moves, all of which were read: then it has a fingerprint */
    bool no_game; /* a text in which there is none */
    arb_pgn_print print;
} arb_pgn_pick;

/* What to do with it; an error ends the reading. */
typedef arb_err arb_pgn_take(void *user, const arb_pgn_pick *pick);

typedef struct arb_pgn_picker arb_pgn_picker;

/* Makes a picker for one worker. ARB_NOMEM. */
ARB_MUST_USE arb_err arb_pgn_picker_new(arb_pgn_picker **out, const arb_pgn_choice *choice,
                                        const arb_language *language);
void arb_pgn_picker_free(arb_pgn_picker *picker);

/* Picks from a text in memory, of which the picks are parts; places count from its beginning. */
ARB_MUST_USE arb_err arb_pgn_picker_text(arb_pgn_picker *picker, const char *text, size_t size,
                                         arb_pgn_take *take, void *user);

/* Picks from what is left of `text`, then from the input; places count on from `begin`. */
ARB_MUST_USE arb_err arb_pgn_picker_input(arb_pgn_picker *picker, const char *text, size_t size,
                                          arb_pgn_input *input, const arb_pgn_place *begin,
                                          arb_pgn_take *take, void *user);

/* How many lines and games there were in the text. */
uint64_t arb_pgn_picker_lines(const arb_pgn_picker *picker);
uint64_t arb_pgn_picker_games(const arb_pgn_picker *picker);

/* Did the text end behind a result, as arb_pgn_whole() says? */
bool arb_pgn_picker_whole(const arb_pgn_picker *picker);

/* ---- gate.c: what depends on the games before */

typedef struct arb_pgn_gate {
    const arb_pgn_choice *choice;
    arb_pgn_print *seen; /* a table of fingerprints, zeros where it is empty */
    size_t seen_count, seen_room;
    uint64_t passed;
    uint64_t file; /* the games come from the so many-th file */
} arb_pgn_gate;

void arb_pgn_gate_clear(arb_pgn_gate *gate);

/* Is the pick wanted, being this game of its file? In the order of the files. ARB_NOMEM. */
ARB_MUST_USE arb_err arb_pgn_gate_ask(bool *wanted, arb_pgn_gate *gate, const arb_pgn_pick *pick,
                                      uint64_t game);

/* Have so many passed as are wanted? */
bool arb_pgn_gate_shut(const arb_pgn_gate *gate);

/* ---- parcels.c: games into several files, each there as a whole or not at all */

typedef struct arb_pgn_parcels arb_pgn_parcels;

/* Begins; NULL after a complaint. */
arb_pgn_parcels *arb_pgn_parcels_new(const arb_pgn_cmd *cmd);

/* Adds a game to the file to which it belongs. False after a complaint. */
bool arb_pgn_parcels_add(arb_pgn_parcels *parcels, const char *text, size_t size);

/* Puts all files in their places if `keep`, else forgets them. False after a complaint. */
bool arb_pgn_parcels_finish(arb_pgn_parcels *parcels, bool keep);

/* ---- run.c and split.c: files through readers */

/* What is counted; a task has its own names for all but the first. */
enum { ARB_PGN_GAMES, ARB_PGN_COUNTS = 8 };

/* What came out of a text, or of a part of it. */
typedef struct arb_pgn_outcome {
    arb_findings findings;
    arb_buf text; /* results, to be written in the order of the file */
    uint64_t count[ARB_PGN_COUNTS];
    uint64_t lines, games; /* line ends in it, and games, wanted or not */
    arb_err err;
} arb_pgn_outcome;

void arb_pgn_outcome_init(arb_pgn_outcome *out);
void arb_pgn_outcome_clear(arb_pgn_outcome *out);

typedef struct arb_pgn_task arb_pgn_task;

/* A reader, and who listens to it: the user of every handler. */
typedef struct arb_pgn_worker {
    const arb_pgn_task *task;
    arb_pgn *pgn;
    arb_pgn_picker *picker; /* NULL: all games are wanted */
    void *own;              /* the task's */
    arb_pgn_outcome *out;
    arb_pgn_bar *bar;
    const char *live; /* findings are told game by game, as those of this file; NULL: later */
    uint64_t given;   /* where the text that the reader has got ends */
    bool cut;         /* and breaks off */
} arb_pgn_worker;

struct arb_pgn_task {
    const arb_pgn_cmd *cmd;
    const arb_pgn_handler *handler;
    void *user; /* for the handler */
    bool skip_variations;
    bool aside;      /* findings are diagnostics, beside the results */
    size_t own_size; /* of what each worker has, at first all zeros; 0: nothing */
    void (*own_clear)(void *own);
    /* What is done with a game, one after the other, instead of reading it. */
    arb_err (*copy)(arb_pgn_worker *worker, const arb_pgn_pick *pick);
    arb_pgn_gate *gate;
};

/* Tells findings that need not wait; for the end of a game. */
void arb_pgn_worker_tell(arb_pgn_worker *worker);

/* Is it only that the text breaks off in the middle of what was found? */
bool arb_pgn_worker_broke_off(const arb_pgn_worker *worker, const arb_pgn_finding *finding);

/* For a handler that has nothing to say of remarks: adds what was found if it is an error. */
arb_pgn_next arb_pgn_worker_error(void *user, const arb_pgn *pgn, const arb_pgn_finding *finding);

/* Does with a game that was picked what the task does. */
ARB_MUST_USE arb_err arb_pgn_worker_take(arb_pgn_worker *worker, const arb_pgn_pick *pick);

/* Reads what is left of `text`, then the input; places count on from `begin` unless it is NULL. */
ARB_MUST_USE arb_err arb_pgn_worker_read(arb_pgn_worker *worker, const char *text, size_t size,
                                         arb_pgn_input *input, const arb_pgn_place *begin);

/* The same, or as much of it as is wanted. */
ARB_MUST_USE arb_err arb_pgn_worker_follow(arb_pgn_worker *worker, const char *text, size_t size,
                                           arb_pgn_input *input, const arb_pgn_place *begin);

/* Reads a file with several workers at once. */
ARB_MUST_USE arb_err arb_pgn_split(arb_pgn_worker *workers, unsigned threads, arb_pgn_input *input,
                                   const char *path, uint64_t count[ARB_PGN_COUNTS]);

/*
 * cuts.c: the first game at or after `from` that most likely can be read without what stands before
 * it, or `size`; the last one in a text, 0 when no second one begins in it.
 */
size_t arb_pgn_cut_after(const char *text, size_t size, size_t from);
size_t arb_pgn_cut_last(const char *text, size_t size);

/* Adds up what was counted. */
void arb_pgn_add_counts(uint64_t to[ARB_PGN_COUNTS], const uint64_t more[ARB_PGN_COUNTS]);

/* Reads all files, and tells all findings. */
arb_exit arb_pgn_run(const arb_pgn_task *task, uint64_t count[ARB_PGN_COUNTS]);

#endif
