/* SPDX-License-Identifier: MIT */
/*
 * The functions of libpq that are called here, each under its own name: it goes on to the library
 * that was loaded. Whoever needs another one adds it to the list; the linker tells.
 */
#define _POSIX_C_SOURCE 200809L

#include "store/libpq_late.h"

#include <dlfcn.h>
#include <libpq-fe.h>
#include <pthread.h>
#include <stddef.h>

/* The number is that of the interface, which has been the same since 2005. */
static const char library[] = "libpq.so.5";

/* What begins a connection may be the first that is called, and loads the library. */
#define CALLS(FIRST, CALL, DO)                                                                     \
    FIRST(PGconn *, PQconnectdb, (const char *text), (text))                                       \
    FIRST(PGconn *, PQconnectdbParams,                                                             \
          (const char *const *words, const char *const *values, int expand),                       \
          (words, values, expand))                                                                 \
    FIRST(PGconn *, PQconnectStartParams,                                                          \
          (const char *const *words, const char *const *values, int expand),                       \
          (words, values, expand))                                                                 \
    FIRST(PQconninfoOption *, PQconninfoParse, (const char *text, char **wrong), (text, wrong))    \
    DO(PQclear, (PGresult * result), (result))                                                     \
    DO(PQconninfoFree, (PQconninfoOption * options), (options))                                    \
    DO(PQfinish, (PGconn * conn), (conn))                                                          \
    DO(PQfreemem, (void *block), (block))                                                          \
    CALL(char *, PQcmdStatus, (PGresult * result), (result))                                       \
    CALL(char *, PQcmdTuples, (PGresult * result), (result))                                       \
    CALL(PostgresPollingStatusType, PQconnectPoll, (PGconn * conn), (conn))                        \
    CALL(int, PQconsumeInput, (PGconn * conn), (conn))                                             \
    CALL(int, PQenterPipelineMode, (PGconn * conn), (conn))                                        \
    CALL(char *, PQerrorMessage, (const PGconn *conn), (conn))                                     \
    CALL(PGresult *, PQexec, (PGconn * conn, const char *query), (conn, query))                    \
    CALL(int, PQexitPipelineMode, (PGconn * conn), (conn))                                         \
    CALL(int, PQflush, (PGconn * conn), (conn))                                                    \
    CALL(Oid, PQftype, (const PGresult *result, int field), (result, field))                       \
    CALL(PGresult *, PQgetResult, (PGconn * conn), (conn))                                         \
    CALL(int, PQgetisnull, (const PGresult *result, int row, int field), (result, row, field))     \
    CALL(int, PQgetlength, (const PGresult *result, int row, int field), (result, row, field))     \
    CALL(char *, PQgetvalue, (const PGresult *result, int row, int field), (result, row, field))   \
    CALL(int, PQisBusy, (PGconn * conn), (conn))                                                   \
    CALL(PGnotify *, PQnotifies, (PGconn * conn), (conn))                                          \
    CALL(int, PQntuples, (const PGresult *result), (result))                                       \
    CALL(const char *, PQparameterStatus, (const PGconn *conn, const char *name), (conn, name))    \
    CALL(PGpipelineStatus, PQpipelineStatus, (const PGconn *conn), (conn))                         \
    CALL(int, PQpipelineSync, (PGconn * conn), (conn))                                             \
    CALL(PGresult *, PQprepare,                                                                    \
         (PGconn * conn, const char *name, const char *query, int count, const Oid *types),        \
         (conn, name, query, count, types))                                                        \
    CALL(char *, PQresultErrorField, (const PGresult *result, int field), (result, field))         \
    CALL(ExecStatusType, PQresultStatus, (const PGresult *result), (result))                       \
    CALL(int, PQsendPrepare,                                                                       \
         (PGconn * conn, const char *name, const char *query, int count, const Oid *types),        \
         (conn, name, query, count, types))                                                        \
    CALL(int, PQsendQuery, (PGconn * conn, const char *query), (conn, query))                      \
    CALL(int, PQsendQueryPrepared,                                                                 \
         (PGconn * conn, const char *name, int count, const char *const *values,                   \
          const int *lengths, const int *formats, int format),                                     \
         (conn, name, count, values, lengths, formats, format))                                    \
    CALL(PQnoticeProcessor, PQsetNoticeProcessor,                                                  \
         (PGconn * conn, PQnoticeProcessor told, void *user), (conn, told, user))                  \
    CALL(int, PQsetSingleRowMode, (PGconn * conn), (conn))                                         \
    CALL(int, PQsetnonblocking, (PGconn * conn, int on), (conn, on))                               \
    CALL(int, PQsocket, (const PGconn *conn), (conn))                                              \
    CALL(ConnStatusType, PQstatus, (const PGconn *conn), (conn))                                   \
    CALL(PGTransactionStatusType, PQtransactionStatus, (const PGconn *conn), (conn))

/* Where each of them is in the library, by its name. */
#define POINTER(result, name, parameters, arguments) result(*name) parameters;
#define POINTER_DO(name, parameters, arguments)      void(*name) parameters;
static struct {
    CALLS(POINTER, POINTER, POINTER_DO)
} late;

#define ENTRY(result, name, parameters, arguments) { #name, &late.name },
#define ENTRY_DO(name, parameters, arguments)      { #name, &late.name },
static const struct {
    const char *name;
    void *pointer; /* to the pointer */
} entries[] = { CALLS(ENTRY, ENTRY, ENTRY_DO) };

static bool is_there;

static void load(void)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);

    is_there = handle != NULL;
    for (size_t i = 0; i < sizeof entries / sizeof entries[0] && is_there; i++) {
        void *found = dlsym(handle, entries[i].name);
        *(void **)entries[i].pointer = found;
        is_there = found != NULL;
    }
}

bool arb_libpq_load(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    (void)pthread_once(&once, load);
    return is_there;
}

#define FIRST(result, name, parameters, arguments)                                                 \
    result name parameters                                                                         \
    {                                                                                              \
        (void)arb_libpq_load();                                                                    \
        return late.name arguments;                                                                \
    }
#define CALL(result, name, parameters, arguments)                                                  \
    result name parameters                                                                         \
    {                                                                                              \
        return late.name arguments;                                                                \
    }
#define DO(name, parameters, arguments)                                                            \
    void name parameters                                                                           \
    {                                                                                              \
        late.name arguments;                                                                       \
    }
CALLS(FIRST, CALL, DO)
