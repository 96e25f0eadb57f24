/* SPDX-License-Identifier: MIT */
/* Announcements as sound, through espeak-ng where it is installed (Laws D.2.1). */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/announce.h"
#include "cli/helper.h"
#include "common/quote.h"
#include "common/system_text.h"

enum { WAV_HEAD = 44 }; /* bytes before the sound */

/* The voice of a language, where its code is not the name of one. */
static const char *voice_of(const arb_language *language)
{
    static const struct {
        const char *code, *voice;
    } voices[] = { { "en", "en-gb" }, { "en-kt", "en-gb" }, { "no", "nb" }, { "sh", "hr" } };

    for (size_t i = 0; i < sizeof voices / sizeof voices[0]; i++)
        if (strcmp(voices[i].code, language->code) == 0)
            return voices[i].voice;
    return language->code;
}

/* Is there a WAV file with something in it? What espeak-ng cannot write it leaves, and ends well.
 */
static bool is_written(const char *path)
{
    FILE *file = fopen(path, "rb");
    char head[WAV_HEAD + 1];

    if (!file)
        return false;
    const bool sounds = fread(head, 1, sizeof head, file) == sizeof head &&
                        memcmp(head, "RIFF", 4) == 0 && memcmp(head + 8, "WAVE", 4) == 0;
    fclose(file);
    return sounds;
}

arb_exit arb_announce_speak(const arb_announce *announce, const char *path)
{
    /* slowly: it is to be said back */
    const char *const words[] = { "espeak-ng", "-v",      voice_of(announce->saying.language),
                                  "-s",        "130",     "-w",
                                  path,        "--stdin", NULL };
    const arb_buf *text = &announce->speech.text;

    if (announce->speech.err)
        return arb_cli_failed(announce->cli, announce->speech.err);
    if (access(path, F_OK) == 0 && access(path, W_OK) != 0)
        return arb_cli_complain(announce->cli, ARB_TEXT_OUTPUT_FAILED, arb_quote(path).text,
                                arb_system_text(errno, announce->cli->lang));
    const arb_exit status =
        arb_helper_run(announce->cli, words, arb_buf_text(text), arb_buf_size(text), NULL);
    if (status != ARB_EXIT_YES || is_written(path))
        return status;
    return arb_cli_complain(announce->cli, ARB_TEXT_HELPER_SILENT, words[0], arb_quote(path).text);
}
