/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_PGN_H
#define ARBITRO_CLI_PGN_H
/*
 * What the parts of `arbitro pgn` share. Files are found (files.c) and read, unpacked if need be
 * (input.c), by one worker or by several at once (run.c, split.c). Whoever listens to a worker's
 * reader (check.c, report.c, convert.c) adds findings, which are told in the order of the file
 * (findings.c).
 */
#include "arbitro/buf.h"
#include "arbitro/pgn.h"
#include "arbitro/review.h"
#include "cli/cli.h"
#include "common/progress.h"

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
} arb_pgn_cmd;

arb_exit arb_pgn_check(const arb_pgn_cmd *cmd);
arb_exit arb_pgn_report(const arb_pgn_cmd *cmd);
arb_exit arb_pgn_convert(const arb_pgn_cmd *cmd);

/* ---- files.c: which files there are */

typedef struct arb_pgn_files {
    char **path;
    size_t count, room;
    uint64_t bytes; /* of all of them, as they lie on the disk */
    bool sized;     /* is that known? */
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

/* ---- run.c and split.c: files through readers */

/* What is counted; a task has its own names for all but the first. */
enum { ARB_PGN_GAMES, ARB_PGN_COUNTS = 8 };

/* What came out of a text, or of a part of it. */
typedef struct arb_pgn_outcome {
    arb_findings findings;
    uint64_t count[ARB_PGN_COUNTS];
    uint64_t lines; /* line ends in it */
    arb_err err;
} arb_pgn_outcome;

typedef struct arb_pgn_task arb_pgn_task;

/* A reader, and who listens to it: the user of every handler. */
typedef struct arb_pgn_worker {
    const arb_pgn_task *task;
    arb_pgn *pgn;
    void *own; /* the task's */
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
};

/* Tells findings that need not wait; for the end of a game. */
void arb_pgn_worker_tell(arb_pgn_worker *worker);

/* Is it only that the text breaks off in the middle of what was found? */
bool arb_pgn_worker_broke_off(const arb_pgn_worker *worker, const arb_pgn_finding *finding);

/* Reads what is left of `text`, then the input; places count on from `begin` unless it is NULL. */
ARB_MUST_USE arb_err arb_pgn_worker_read(arb_pgn_worker *worker, const char *text, size_t size,
                                         arb_pgn_input *input, const arb_pgn_place *begin);

/* Reads a file with several workers at once. */
ARB_MUST_USE arb_err arb_pgn_split(arb_pgn_worker *workers, unsigned threads, arb_pgn_input *input,
                                   const char *path, uint64_t count[ARB_PGN_COUNTS]);

/* Adds up what was counted. */
void arb_pgn_add_counts(uint64_t to[ARB_PGN_COUNTS], const uint64_t more[ARB_PGN_COUNTS]);

/* Reads all files, and tells all findings. */
arb_exit arb_pgn_run(const arb_pgn_task *task, uint64_t count[ARB_PGN_COUNTS]);

#endif
