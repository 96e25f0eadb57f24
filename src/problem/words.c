/* SPDX-License-Identifier: MIT */
/* The lists of problem.h as words for programs and phrases for people. */
#include "arbitro/problem.h"

typedef struct phrase {
    const char *word, *text[ARB_LANG_COUNT];
} phrase;

#define PHRASE(word, en, it)                                                                       \
    {                                                                                              \
        word,                                                                                      \
        {                                                                                          \
            en, it                                                                                 \
        }                                                                                          \
    }

static const phrase verdicts[] = {
#define X(name, word, en, it) [ARB_PROBLEM_##name] = PHRASE(word, en, it),
    ARB_PROBLEM_VERDICT_MAP(X)
#undef X
};
static const phrase manners[] = {
#define X(name, word, en, it) [ARB_PROBLEM_MANNER_##name] = PHRASE(word, en, it),
    ARB_PROBLEM_MANNER_MAP(X)
#undef X
};
static const phrase sizes[] = {
#define X(name, word, en, it) [ARB_PROBLEM_SIZE_##name] = PHRASE(word, en, it),
    ARB_PROBLEM_SIZE_MAP(X)
#undef X
};
static const phrase admissions[] = {
#define X(name, word, en, it) [ARB_PROBLEM_ADMISSION_##name] = PHRASE(word, en, it),
    ARB_PROBLEM_ADMISSION_MAP(X)
#undef X
};
static const phrase marks[] = {
#define X(name, bit, word, en, it) [bit] = PHRASE(word, en, it),
    ARB_PROBLEM_KEY_MAP(X)
#undef X
};

const char *arb_problem_verdict_word(arb_problem_verdict verdict)
{
    return verdicts[verdict].word;
}

const char *arb_problem_verdict_text(arb_problem_verdict verdict, arb_lang lang)
{
    return verdicts[verdict].text[lang];
}

const char *arb_problem_manner_word(arb_problem_manner manner)
{
    return manners[manner].word;
}

const char *arb_problem_manner_text(arb_problem_manner manner, arb_lang lang)
{
    return manners[manner].text[lang];
}

const char *arb_problem_size_word(arb_problem_size size)
{
    return sizes[size].word;
}

const char *arb_problem_size_text(arb_problem_size size, arb_lang lang)
{
    return sizes[size].text[lang];
}

const char *arb_problem_admission_word(arb_problem_admission admission)
{
    return admissions[admission].word;
}

const char *arb_problem_admission_text(arb_problem_admission admission, arb_lang lang)
{
    return admissions[admission].text[lang];
}

static const phrase *find_mark(arb_problem_key_mark mark)
{
    return &marks[__builtin_ctz((unsigned)mark)];
}

const char *arb_problem_key_word(arb_problem_key_mark mark)
{
    return find_mark(mark)->word;
}

const char *arb_problem_key_text(arb_problem_key_mark mark, arb_lang lang)
{
    return find_mark(mark)->text[lang];
}
