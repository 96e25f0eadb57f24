/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_API_H
#define ARBITRO_API_H
/**
 * @file api.h
 * The few macros that every public header uses, and the version.
 */

#define ARB_VERSION "0.1.0"

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

/** The version of the library that is running, as "major.minor.patch". */
ARB_API const char *arb_version(void);

ARB_END_DECLS

#endif
