/* SPDX-License-Identifier: MIT */
/*
 * The checklist of a game: what was seen to, beside its journal. It goes with the game when that is
 * exported, as a tag, and comes back with it.
 */
#include <stdio.h>

#include "store/store_internal.h"

enum { NAME_SIZE = 40 };
#define TAG "Checklist"

static void name_of(char out[NAME_SIZE], uint64_t game)
{
    (void)snprintf(out, NAME_SIZE, ARB_STORE_CHECKLIST ".%llu", (unsigned long long)game);
}

/* It stands between quotation marks there, as it is. */
static bool is_plain(arb_store_bytes text)
{
    for (size_t i = 0; i < text.size; i++)
        if (text.text[i] < ' ' || text.text[i] > '~' || text.text[i] == '"' || text.text[i] == '\\')
            return false;
    return true;
}

arb_store_err arb_store_checklist_set(arb_store *store, uint64_t game, arb_store_bytes text)
{
    char name[NAME_SIZE];

    if (!is_plain(text))
        return ARB_STORE_SYNTAX;
    name_of(name, game);
    return arb_store_setting_set(store, name, text);
}

arb_store_err arb_store_checklist_get(arb_buf *out, arb_store *store, uint64_t game)
{
    char name[NAME_SIZE];

    name_of(name, game);
    const arb_store_err err = arb_store_setting_get(out, store, name);
    return err == ARB_STORE_UNKNOWN ? ARB_STORE_OK : err;
}

bool arb_store_is_checklist(const arb_case_tag *tag)
{
    return tag->name_size == sizeof TAG - 1 && memcmp(tag->name, TAG, sizeof TAG - 1) == 0;
}

arb_store_err arb_store_checklist_export(arb_buf *out, arb_store *store, uint64_t game)
{
    const size_t before = arb_buf_size(out);
    arb_err err = arb_buf_add_text(out, "tag       " TAG " \"");
    const size_t begun = arb_buf_size(out);
    const arb_store_err read =
        err ? arb_store_err_of(err) : arb_store_checklist_get(out, store, game);

    if (read || arb_buf_size(out) == begun) {
        arb_buf_cut(out, before);
        return read;
    }
    err = arb_buf_add_text(out, "\"\n");
    return arb_store_err_of(err);
}
