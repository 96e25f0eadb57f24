/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_STORE_PG_SETTINGS_H
#define ARBITRO_STORE_PG_SETTINGS_H
/*
 * What every connection of ours is set to, whatever the server, the database or the role are: the
 * first that is said on it, in a transaction that says itself how it is isolated. It stands in no
 * `options` of the address: these may be somebody's own, and what stands between us and the server
 * may refuse them.
 *
 * What one batch has written the next statement of another must see, and nothing of ours is to end
 * because it takes long or does nothing for long. No statement is compiled, which takes longer than
 * the longest of them. Some settings are not known to every server.
 */
#define ARB_PG_SETTINGS                                                                            \
    "BEGIN ISOLATION LEVEL READ COMMITTED;"                                                        \
    "SET default_transaction_isolation = 'read committed'; SET default_transaction_deferrable = "  \
    "off;"                                                                                         \
    "SET search_path = arbitro, pg_temp; SET statement_timeout = 0; SET jit = off;"                \
    "SET client_min_messages = 'error';"                                                           \
    "SELECT set_config(name, '0', false) FROM unnest(ARRAY['idle_session_timeout',"                \
    " 'transaction_timeout']) AS all_of (name) WHERE current_setting(name, true) <> '0';"

#endif
