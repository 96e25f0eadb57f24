/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_POSTGRES_H
#define ARBITRO_TEST_POSTGRES_H
/*
 * Debian's PostgreSQL in a temporary folder, for one test program: started when it is first asked
 * for, ended with the program, whatever ends it. It listens on a socket in its folder and nowhere
 * else. It refuses to run as root, so that somebody else runs it then.
 */
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Is it installed? */
bool postgres_is_there(void);

/* The address of its database; removes everything of Arbitro from all of them. */
const char *postgres_address(void);
void postgres_empty(void);

/* The same of another database in it, which is made. */
const char *postgres_other(void);

/* Runs statements, which may be written as SQLite reads them, as far as the tests need it. */
void postgres_sql(const char *address, const char *text);

/* Asks for one number. */
long long postgres_ask(const char *address, const char *text);

/* From now on everything that is committed is on the disk, as far as the system can tell. */
void postgres_durable(void);

/* The same, and each commit takes so long, one after the other, as on a disk that is always equally
 * slow. */
void postgres_steady(unsigned commit_us);

/* Kills it without warning; starts it again on the same files. */
void postgres_kill(void);
void postgres_start(void);

/* Stops and continues all its processes. */
void postgres_freeze(bool frozen);

/* Ends all connections to its database. */
void postgres_cut(void);

/* ---- for whoever starts others beside it: see pair.h */

/* Where initdb and postgres are; a folder of its own; a fresh cluster in it, which is kept and
 * copied. */
const char *postgres_programs(void);
void postgres_folder(char *out, size_t room);
void postgres_cluster(const char *data, const char *log);
void postgres_remove_tree(const char *path);

/* Runs a program as whoever runs PostgreSQL: to its end, or beside the test. */
void postgres_run(const char *log, char *const arguments[]);
pid_t postgres_spawn(const char *log, char *const arguments[]);

#endif
