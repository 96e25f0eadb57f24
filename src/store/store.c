/* SPDX-License-Identifier: MIT */
/*
 * Opening, closing and batches. Which database carries a store is decided here and nowhere else.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "arbitro/mem.h"
#include "arbitro/utf8.h"
#include "store/chain.h"
#include "store/libpq_late.h"
#include "store/store_internal.h"

const char *arb_store_err_text(arb_store_err err, arb_lang lang)
{
    static const char *const texts[ARB_STORE_ERR_COUNT][ARB_LANG_COUNT] = {
#define STORE_ERR(id, en, it) [ARB_STORE_##id] = { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it },
#include "store/store_errors.def"
#undef STORE_ERR
    };

    assert((unsigned)err < ARB_STORE_ERR_COUNT && (unsigned)lang < ARB_LANG_COUNT);
    return texts[err][lang];
}

/* The database that is meant by a path or an address; NULL: this program has none for it. */
static const arb_store_backend *backend_of(const char *path)
{
    if (!arb_store_is_postgres(path))
        return &arb_store_sqlite;
#ifdef ARB_POSTGRES
    return &arb_store_postgres;
#else
    return NULL;
#endif
}

/* A copy that was not finished is none; one who makes a copy begins it anew. */
static arb_store_err open_finished(arb_store *store, const char *path,
                                   const arb_store_options *options)
{
    arb_store_err err = store->ops->open(&store->db, path, options);

    if (err)
        return err;
    err = arb_store_is_finished(store);
    if (!err)
        return ARB_STORE_OK;
    if (!options->anew || store->read_only) {
        store->ops->close(store->db);
        return err;
    }
    err = store->ops->discard(store->db, path);
    return err ? err : store->ops->open(&store->db, path, options);
}

arb_store_err arb_store_open(arb_store **out, const char *path, const arb_store_options *options)
{
    const arb_store_backend *ops = backend_of(path);

    if (ops == &arb_store_sqlite && arb_store_has_scheme(path))
        return ARB_STORE_ADDRESS; /* of a database that we do not know */
    if (!ops)
        return ARB_STORE_NO_POSTGRES;
#ifdef ARB_POSTGRES
    if (ops == &arb_store_postgres && !arb_libpq_load())
        return ARB_STORE_NO_LIBPQ;
#endif
    arb_store *store = arb_mem_new_array(options->mem, 1, sizeof *store);

    if (!store)
        return ARB_STORE_NOMEM;
    arb_store_chain_prepare();
    *store = (arb_store){ .mem = options->mem,
                          .ops = ops,
                          .read_only = options->read_only || options->follow,
                          .follows = options->follow };
    const arb_store_err err = open_finished(store, path, options);
    if (err) {
        arb_mem_free(options->mem, store, sizeof *store);
        return err;
    }
    *out = store;
    return ARB_STORE_OK;
}

void arb_store_close(arb_store *store)
{
    if (!store)
        return;
    arb_store_rollback(store);
    arb_store_forget(store);
    store->ops->close(store->db);
    arb_mem_free(store->mem, store, sizeof *store);
}

arb_store_err arb_store_size(uint64_t *out, arb_store *store)
{
    return store->ops->size(out, store->db);
}

void arb_store_stop(arb_store *store)
{
    store->ops->stop(store->db);
}

void arb_store_doubt(arb_store *store)
{
    store->ops->doubt(store->db);
}

arb_store_err arb_store_look(arb_store *store)
{
    return store->ops->look(store->db);
}

arb_store_err arb_store_join_log(arb_store *store)
{
    return store->in_batch ? ARB_STORE_STATE : store->ops->join_log(store->db);
}

/* A database that has no file of its own becomes one, which gets its name when it is whole. */
static arb_store_err write_file(arb_store *store, const char *path, arb_store_progress_fn *progress,
                                void *user)
{
    static const char *const beside[] = { "-part-lock", "-part-wal", "-part-shm", "-part" };
    const arb_store_options options = { .mem = store->mem, .create = true, .anew = true };
    const size_t size = strlen(path) + sizeof "-part-lock";
    char *name = arb_mem_new_array(store->mem, size, 1);
    arb_store *file = NULL;

    if (!name)
        return ARB_STORE_NOMEM;
    (void)snprintf(name, size, "%s-part", path);
    arb_store_err err =
        access(path, F_OK) == 0 || arb_store_is_postgres(path) ? ARB_STORE_EXISTS : ARB_STORE_OK;
    if (!err)
        err = arb_store_open(&file, name, &options);
    if (!err)
        err = arb_store_transfer(file, store, progress, user);
    arb_store_close(file);
    if (!err && link(name, path) != 0)
        err = errno == EEXIST ? ARB_STORE_EXISTS : ARB_STORE_IO;
    for (size_t i = 0; file && i < sizeof beside / sizeof beside[0]; i++) {
        (void)snprintf(name, size, "%s%s", path, beside[i]);
        (void)unlink(name);
    }
    arb_mem_free(store->mem, name, size);
    return err;
}

/* A log that lies where a copy is to be made would be read into it. */
static arb_store_err no_log_at(const arb_mem *mem, const char *path)
{
    static const char *const endings[] = { "-wal", "-shm", "-journal" };
    const size_t size = strlen(path) + sizeof "-journal";
    char *name = arb_mem_new_array(mem, size, 1);
    bool any = false;

    if (!name)
        return ARB_STORE_NOMEM;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        (void)snprintf(name, size, "%s%s", path, endings[i]);
        any = any || access(name, F_OK) == 0;
    }
    arb_mem_free(mem, name, size);
    return any ? ARB_STORE_EXISTS : ARB_STORE_OK;
}

arb_store_err arb_store_backup(arb_store *store, const char *path, arb_store_progress_fn *progress,
                               void *user)
{
    if (!store->read_only)
        return ARB_STORE_STATE;
    arb_store_err err = no_log_at(store->mem, path);
    if (err)
        return err;
    arb_store_read_begin(store);
    err = arb_store_read_end(store, store->ops->backup(store->db, path, progress, user));
    return err == ARB_STORE_UNKNOWN ? write_file(store, path, progress, user) : err;
}

/* Is it the database that failed, and not the request that was wrong? */
static bool is_of_database(arb_store_err err)
{
    return err != ARB_STORE_OK && err < ARB_STORE_TOO_LARGE;
}

static arb_store_err begin(arb_store *store, arb_store_err (*how)(void *db))
{
    assert(!store->reading);
    if (store->in_batch)
        return ARB_STORE_STATE;
    if (store->read_only)
        return ARB_STORE_READ_ONLY;
    arb_store_forget(store); /* it is about to change */
    const arb_store_err err = how(store->db);
    store->in_batch = err == ARB_STORE_OK;
    store->failed = ARB_STORE_OK;
    return err;
}

arb_store_err arb_store_begin(arb_store *store)
{
    return begin(store, store->ops->begin);
}

arb_store_err arb_store_begin_ahead(arb_store *store)
{
    return begin(store, store->ops->begin_ahead);
}

arb_store_err arb_store_commit(arb_store *store)
{
    assert(!store->reading);
    if (!store->in_batch)
        return ARB_STORE_STATE;
    const arb_store_err failed = store->failed;
    if (failed) {
        arb_store_rollback(store);
        return failed;
    }
    store->in_batch = false;
    return store->ops->commit(store->db);
}

void arb_store_rollback(arb_store *store)
{
    assert(!store->reading);
    if (store->in_batch)
        store->ops->rollback(store->db);
    store->in_batch = false;
    store->failed = ARB_STORE_OK;
}

arb_store_err arb_store_enter(arb_store *store, arb_store_err err)
{
    assert(!store->reading);
    store->alone = !store->in_batch && !err;
    if (store->alone)
        err = arb_store_begin(store);
    return store->failed ? store->failed : err;
}

arb_store_err arb_store_leave(arb_store *store, arb_store_err err)
{
    if (is_of_database(err) && store->in_batch)
        store->failed = err;
    if (!store->alone)
        return err;
    if (err) {
        arb_store_rollback(store);
        return err;
    }
    return arb_store_commit(store);
}

void arb_store_read_begin(arb_store *store)
{
    assert(!store->reading);
    store->reading = true;
}

arb_store_err arb_store_read_end(arb_store *store, arb_store_err err)
{
    store->reading = false;
    if (is_of_database(err) && store->in_batch)
        store->failed = err;
    return err;
}

arb_store_err arb_store_list_end(arb_store *store, arb_store_err err)
{
    return arb_store_read_end(store, err == ARB_STORE_UNKNOWN ? ARB_STORE_OK : err);
}

arb_store_err arb_store_plain(arb_store_bytes bytes, size_t max, bool lines)
{
    if (bytes.size > max)
        return ARB_STORE_TOO_LARGE;
    if (bytes.size > 0 && arb_utf8_valid_size(bytes.text, bytes.size) != bytes.size)
        return ARB_STORE_TEXT;
    for (size_t i = 0; i < bytes.size; i++) {
        const unsigned char c = (unsigned char)bytes.text[i];
        if ((c < ' ' && c != '\t' && !(lines && (c == '\n' || c == '\r'))) || c == 0x7f)
            return ARB_STORE_TEXT;
    }
    return ARB_STORE_OK;
}

arb_store_err arb_store_list_add(arb_buf *list, const char *word, uint64_t number)
{
    arb_err err = arb_buf_size(list) > 0 ? arb_buf_add_char(list, ',') : ARB_OK;

    if (!err)
        err = arb_buf_add_text(list, word);
    if (!err)
        err = arb_buf_add_unsigned(list, number);
    return arb_store_err_of(err);
}

arb_store_err arb_store_err_of(arb_err err)
{
    switch (err) {
    case ARB_OK:
        return ARB_STORE_OK;
    case ARB_NOMEM:
        return ARB_STORE_NOMEM;
    case ARB_IO:
        return ARB_STORE_IO;
    case ARB_RANGE:
        return ARB_STORE_TOO_LARGE;
    case ARB_SYNTAX:
    case ARB_STATE:
    case ARB_STOPPED:
    case ARB_ERR_COUNT:
        break;
    }
    return ARB_STORE_SYNTAX;
}
