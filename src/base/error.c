/* SPDX-License-Identifier: MIT */
/* The phrases of errors and expectations, from their lists, and the version. */
#include "arbitro/error.h"

#include <assert.h>

static const char *const err_texts[ARB_ERR_COUNT][ARB_LANG_COUNT] = {
#define X(name, en, it) [ARB_##name] = { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it },
    ARB_ERR_MAP(X)
#undef X
};

static const char *const expect_texts[ARB_WANTED_COUNT][ARB_LANG_COUNT] = {
#define WANTED(id, en, it) [ARB_WANTED_##id] = { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it },
#include "arbitro/wanted.def"
#undef WANTED
};

const char *arb_err_text(arb_err err, arb_lang lang)
{
    assert((unsigned)err < ARB_ERR_COUNT && (unsigned)lang < ARB_LANG_COUNT);
    return err_texts[err][lang];
}

const char *arb_wanted_text(arb_wanted expect, arb_lang lang)
{
    assert((unsigned)expect < ARB_WANTED_COUNT && (unsigned)lang < ARB_LANG_COUNT);
    return expect_texts[expect][lang];
}

const char *arb_version(void)
{
    return ARB_VERSION;
}
