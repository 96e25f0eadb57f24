/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_HTTP_FIXTURE_H
#define ARBITRO_TESTS_HTTP_FIXTURE_H
/* What a test of the HTTP server begins with: cmocka, clients, and the server of the test at hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/http/client.h"
#include "support/http/site.h"

static site s;

/* A test with such a server as `setup` starts, and with one as it is unless changed. */
#define SITE_TEST_OF(f, setup) cmocka_unit_test_prestate_setup_teardown(f, setup, site_teardown, &s)
#define SITE_TEST(f)           SITE_TEST_OF(f, site_setup)

/* A request whose body has one byte. */
#define POST_ECHO(body) "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\n" body

#endif
