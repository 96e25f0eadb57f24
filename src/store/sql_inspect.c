/* SPDX-License-Identifier: MIT */
/* What a database finds wrong in itself, row by row; see inspect.h. */
#include <string.h>

#include "store/sql.h"

enum { DETAIL_MAX = 1 << 20 };

arb_store_err arb_sql_inspect(void *opaque, arb_store_part part, arb_store_row_fn *fn, void *user)
{
    static const arb_sql_statement statements[] = {
        [ARB_STORE_PART_FILE] = ARB_SQL_CHECK_FILE,
        [ARB_STORE_PART_KEYS] = ARB_SQL_CHECK_KEYS,
        [ARB_STORE_PART_HALL] = ARB_SQL_CHECK_HALL,
    };
    static const char well[] = "ok"; /* what SQLite says of a file when nothing is wrong */
    arb_sql_call call = arb_sql_start(opaque, statements[part]);
    bool more = true;

    while (more && arb_sql_row(&call)) {
        const arb_store_bytes text = arb_sql_get_maybe(&call, 0, DETAIL_MAX);
        const int64_t row = part == ARB_STORE_PART_FILE ? 0 : arb_sql_get_int(&call, 1);
        call.damaged = false;
        if (part != ARB_STORE_PART_FILE || text.size != sizeof well - 1 ||
            memcmp(text.text, well, text.size) != 0)
            more = fn(user, text, row > 0 ? (uint64_t)row : 0);
    }
    return arb_sql_end(&call);
}
