/* SPDX-License-Identifier: MIT */
/* The limits of `arbitro serve`; see serve_limits.h. */
#include "cli/serve_limits.h"

#include <stdio.h>
#include <string.h>

#include "cli/help.h"
#include "cli/page.h"
#include "common/quote.h"
#include "common/system_text.h"
#include "server/hall/limits_file.h"

enum { NAME_WIDTH = 26, ROW_ROOM = 400 };

bool arb_limits_arg(arb_hall_config *config, const arb_cli *cli)
{
    const char *path = config->limits_file;
    arb_limits_trouble trouble;

    if (!path || arb_limits_read_file(config, &trouble, path, false))
        return true;
    const arb_text_id text = arb_limits_fault_text(trouble.fault);
    if (trouble.fault == ARB_LIMITS_IO)
        (void)arb_cli_complain_at(cli, path, 0, 0, text, arb_system_text(trouble.code, cli->lang));
    else if (trouble.fault == ARB_LIMITS_VALUE)
        (void)arb_cli_complain_at(cli, path, trouble.line, trouble.column, text, trouble.name,
                                  (long long)trouble.least, (long long)trouble.most);
    else
        (void)arb_cli_complain_at(cli, path, trouble.line, trouble.column, text,
                                  arb_quote(trouble.name).text);
    return false;
}

void arb_limits_help(arb_lang lang)
{
    const arb_hall_config usual = arb_hall_defaults();
    arb_limit_info info;
    char row[ROW_ROOM];

    arb_page_print(0, arb_text(ARB_TEXT_LIMITS_ABOUT, lang));
    putchar('\n');
    puts(arb_text(ARB_TEXT_HEAD_LIMITS, lang));
    for (size_t i = 0; arb_limit_info_get(&info, &usual, i); i++) {
        (void)snprintf(row, sizeof row, "%s%lld (%lld–%lld): %s", info.is_live ? "" : "* ",
                       (long long)info.value, (long long)info.least, (long long)info.most,
                       info.what[lang]);
        arb_help_row(NAME_WIDTH, info.name, row);
    }
}
