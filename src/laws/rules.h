/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_LAWS_RULES_H
#define ARBITRO_LAWS_RULES_H
/*
 * What the files of the chapters share: the declarations of all rules.
 */
#include "laws/laws.h"

#define RULE(phase, id, name, verbs) arb_rule_fn arb_art_##id##_##name;
#include "laws/rules.def"
#undef RULE

#endif
