/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_API_H
#define ARBITRO_API_H
/**
 * @file api.h
 * The few macros that every public header uses, and the version.
 */

/** The version of these headers, in numbers and as "major.minor.patch". */
#define ARB_VERSION_MAJOR                        0
#define ARB_VERSION_MINOR                        1
#define ARB_VERSION_PATCH                        0
#define ARB_VERSION_QUOTED(major, minor, patch)  #major "." #minor "." #patch
#define ARB_VERSION_WRITTEN(major, minor, patch) ARB_VERSION_QUOTED(major, minor, patch)
#define ARB_VERSION                              ARB_VERSION_WRITTEN(ARB_VERSION_MAJOR, ARB_VERSION_MINOR, ARB_VERSION_PATCH)

#if defined(__GNUC__) || defined(__clang__)
#define ARB_API                 __attribute__((visibility("default")))
#define ARB_MUST_USE            __attribute__((warn_unused_result))
#define ARB_FORMAT(text, first) __attribute__((format(__printf__, text, first)))
#else
#define ARB_API
#define ARB_MUST_USE
#define ARB_FORMAT(text, first)
#endif

#ifdef __cplusplus
#define ARB_BEGIN_DECLS extern "C" {
#define ARB_END_DECLS   }
#else
#define ARB_BEGIN_DECLS
#define ARB_END_DECLS
#endif

ARB_BEGIN_DECLS

/**
 * The version of the library that is running; ARB_VERSION is that of the headers.
 *
 * @code
 * assert(strcmp(arb_version(), ARB_VERSION) == 0);
 * @endcode
 */
ARB_API const char *arb_version(void);

ARB_END_DECLS

#endif
