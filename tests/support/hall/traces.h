/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_TRACES_H
#define ARBITRO_TESTS_TRACES_H
/* A person's name in every way in which it could be written, to be found again or not. */
#include <stdbool.h>
#include <stddef.h>

/* UTF-8, with a letter that Latin-1 and UTF-16 write otherwise. */
#define TRACES_FIRST "Zo\xc3\xab"
#define TRACES_LAST  "Quirinetti"
#define TRACES_NAME  TRACES_FIRST " " TRACES_LAST

/* To be called first. */
void traces_make(void);

/* In which way the name stands in these bytes, or in a file; NULL: in none. */
const char *traces_in(const void *bytes, size_t size);
const char *traces_in_file(const char *path);

/* In how many files of a folder it stands, at any depth; asserts that it is none unless that is
 * wanted. Files that have `but` in their path are passed over. */
size_t traces_search(const char *folder, const char *but, bool wanted);

#endif
