/* SPDX-License-Identifier: MIT */
/* Where there is no libpq there is no PostgreSQL either, and its tests are skipped. */
#include "support/store/postgres.h"

#include <stdlib.h>

bool postgres_is_there(void)
{
    return false;
}

const char *postgres_address(void)
{
    return "";
}

const char *postgres_other(void)
{
    return "";
}

void postgres_empty(void)
{
}

void postgres_sql(const char *address, const char *text)
{
    (void)address, (void)text;
    abort();
}

long long postgres_ask(const char *address, const char *text)
{
    (void)address, (void)text;
    abort();
}

void postgres_durable(void)
{
}

void postgres_steady(unsigned commit_us)
{
    (void)commit_us;
}

void postgres_kill(void)
{
}

void postgres_start(void)
{
}

void postgres_freeze(bool frozen)
{
    (void)frozen;
}

void postgres_cut(void)
{
}
