/* SPDX-License-Identifier: MIT */
/*
 * A game as sound (Laws D.2.1): `arbitro announce --say` in three languages. The words are compared
 * one by one; the file is measured: as long as so many words take, loud where somebody speaks, and
 * with a pause between two moves. Where espeak-ng is not installed nothing can be measured.
 */
#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* Réti against Tartakower, Vienna 1910: captures, checks, castling, mate. */
static const char *const game[] = { "e4",    "c6",   "d4",   "d5",   "Nc3",  "dxe4", "Nxe4",
                                    "Nf6",   "Qd3",  "e5",   "dxe5", "Qa5+", "Bd2",  "Qxe5",
                                    "O-O-O", "Nxe4", "Qd8+", "Kxd8", "Bg5+", "Kc7",  "Bd8#" };
enum { MOVES = sizeof game / sizeof *game, TEXT_MAX = 8192, PATH_SIZE = 192 };

typedef struct spoken {
    const char *code, *lines[MOVES];
} spoken;

static const spoken languages[] = {
    { "de",
      { "1. Bauer Eva vier",
        "1... Bauer Cesar sechs",
        "2. Bauer David vier",
        "2... Bauer David fünf",
        "3. Springer Cesar drei",
        "3... Bauer David schlägt Eva vier",
        "4. Springer schlägt Eva vier",
        "4... Springer Felix sechs",
        "5. Dame David drei",
        "5... Bauer Eva fünf",
        "6. Bauer David schlägt Eva fünf",
        "6... Dame Anna fünf Schach",
        "7. Läufer David zwei",
        "7... Dame schlägt Eva fünf",
        "8. Lange Rochade",
        "8... Springer schlägt Eva vier",
        "9. Dame David acht Schach",
        "9... König schlägt David acht",
        "10. Läufer Gustav fünf Schach",
        "10... König Cesar sieben",
        "11. Läufer David acht Matt" } },
    { "it",
      { "1. pedone Eva quattro",
        "1... pedone Cesar sei",
        "2. pedone David quattro",
        "2... pedone David cinque",
        "3. cavallo Cesar tre",
        "3... pedone David prende Eva quattro",
        "4. cavallo prende Eva quattro",
        "4... cavallo Felix sei",
        "5. donna David tre",
        "5... pedone Eva cinque",
        "6. pedone David prende Eva cinque",
        "6... donna Anna cinque scacco",
        "7. alfiere David due",
        "7... donna prende Eva cinque",
        "8. arrocco lungo",
        "8... cavallo prende Eva quattro",
        "9. donna David otto scacco",
        "9... re prende David otto",
        "10. alfiere Gustav cinque scacco",
        "10... re Cesar sette",
        "11. alfiere David otto scacco matto" } },
    { "en",
      { "1. pawn Eva four",
        "1... pawn Cesar six",
        "2. pawn David four",
        "2... pawn David five",
        "3. knight Cesar three",
        "3... pawn David takes Eva four",
        "4. knight takes Eva four",
        "4... knight Felix six",
        "5. queen David three",
        "5... pawn Eva five",
        "6. pawn David takes Eva five",
        "6... queen Anna five check",
        "7. bishop David two",
        "7... queen takes Eva five",
        "8. castles queenside",
        "8... knight takes Eva four",
        "9. queen David eight check",
        "9... king takes David eight",
        "10. bishop Gustav five check",
        "10... king Cesar seven",
        "11. bishop David eight checkmate" } },
};

/* ---- the program ---- */

static char folder[128];

/* Runs the program, its standard output into a file; its exit status. */
static int run(const char *const *words, const char *into)
{
    int status = 0;

    (void)fflush(stdout); /* or the other process prints it, too */
    const pid_t pid = fork();

    if (pid == 0) {
        if (freopen(into, "w", stdout))
            execv(words[0], (char *const *)(uintptr_t)words);
        _exit(127);
    }
    assert_true(pid > 0);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* Says the first moves of the game, into the file of the language; the text that was printed. */
static void say(char text[TEXT_MAX], char wav[PATH_SIZE], const char *code, size_t moves)
{
    const char *words[7 + MOVES] = {
        getenv("ARB_PROGRAM"), "announce", "--in", code, "--say", wav
    };
    char printed[PATH_SIZE];

    (void)snprintf(wav, PATH_SIZE, "%s/%s%zu.wav", folder, code, moves);
    (void)snprintf(printed, sizeof printed, "%s/%s%zu.txt", folder, code, moves);
    for (size_t i = 0; i < moves; i++)
        words[6 + i] = game[i];
    assert_int_equal(run(words, printed), 0);
    FILE *file = fopen(printed, "r");
    assert_non_null(file);
    text[fread(text, 1, TEXT_MAX - 1, file)] = '\0';
    assert_int_equal(fclose(file), 0);
    (void)unlink(printed);
}

static bool is_installed(void)
{
    if (system("command -v espeak-ng >/dev/null") == 0) /* NOLINT: a fixed text */
        return true;
    printf("# espeak-ng is not installed: nothing can be spoken\n");
    return false;
}

/* ---- the sound ---- */

/* What there is to measure in a file of samples. */
typedef struct sound {
    double seconds;
    double square;   /* the mean square of the samples, of 32768 squared */
    double share;    /* of the time in which it is loud */
    unsigned pauses; /* of a tenth of a second and more, between what is loud */
} sound;

static uint32_t number(const uint8_t *bytes, unsigned count)
{
    uint32_t n = 0;

    while (count-- > 0)
        n = n << 8 | bytes[count];
    return n;
}

enum { HEAD = 44, RATE_AT = 24, DATA_AT = 40, WINDOWS_PER_SECOND = 50, PAUSE = 5, LOUD = 300 };

/* The head of the simplest WAV file: one channel of 16 bits, and its lengths are those of the file.
 */
static uint32_t read_head(const uint8_t *head, long size)
{
    assert_memory_equal(head, "RIFF", 4);
    assert_memory_equal(head + 8, "WAVEfmt ", 8);
    assert_int_equal(number(head + 20, 2), 1); /* PCM */
    assert_int_equal(number(head + 22, 2), 1); /* channels */
    assert_int_equal(number(head + 34, 2), 16);
    assert_memory_equal(head + 36, "data", 4);
    assert_int_equal(number(head + 4, 4), size - 8);
    assert_int_equal(number(head + DATA_AT, 4), size - HEAD);
    return number(head + RATE_AT, 4);
}

static sound measure(const uint8_t *bytes, size_t count, uint32_t rate)
{
    const size_t window = rate / WINDOWS_PER_SECOND, windows = count / window;
    sound s = { .seconds = (double)count / rate };
    double whole = 0;
    unsigned loud = 0, quiet = 0;

    for (size_t i = 0; i < windows; i++) {
        double sum = 0;
        for (size_t j = i * window; j < (i + 1) * window; j++) {
            const double sample = (int16_t)number(bytes + 2 * j, 2);
            sum += sample * sample;
        }
        whole += sum;
        if (sum < (double)LOUD * LOUD * (double)window) {
            quiet++;
            continue;
        }
        s.pauses += loud > 0 && quiet >= PAUSE;
        loud++;
        quiet = 0;
    }
    s.square = whole / (double)(windows * window);
    s.share = (double)loud / (double)windows;
    return s;
}

static sound listen(const char *path)
{
    FILE *file = fopen(path, "rb");

    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    const long size = ftell(file);
    assert_true(size > HEAD);
    rewind(file);
    uint8_t *bytes = malloc((size_t)size);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, (size_t)size, file), size);
    assert_int_equal(fclose(file), 0);
    const uint32_t rate = read_head(bytes, size);
    assert_in_range(rate, 8000, 48000);
    const sound s = measure(bytes + HEAD, ((size_t)size - HEAD) / 2, rate);
    free(bytes);
    return s;
}

/* ---- the tests ---- */

static int make_folder(void **state)
{
    const char *tmp = getenv("TMPDIR");

    (void)state;
    (void)snprintf(folder, sizeof folder, "%s/speech.XXXXXX", tmp ? tmp : "/tmp");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

/* How many words the moves have, without their numbers; each line is compared. */
static size_t assert_lines(char *text, const spoken *language)
{
    size_t words = 0;
    char *line = text;

    for (size_t i = 0; i < MOVES; i++) {
        char *end = strchr(line, '\n');
        assert_non_null(end);
        *end = '\0';
        assert_string_equal(line, language->lines[i]);
        for (const char *c = line; *c; c++)
            words += *c == ' ';
        line = end + 1;
    }
    assert_string_equal(line, "");
    return words;
}

/* Laws D.2.1: slowly enough to be said back, a pause behind each move. */
static void test_speech__a_game_in_three_languages(void **state)
{
    double seconds[3] = { 0 };

    (void)state;
    if (!is_installed())
        skip();
    for (size_t i = 0; i < 3; i++) {
        char text[TEXT_MAX], wav[PATH_SIZE];
        say(text, wav, languages[i].code, MOVES);
        const size_t words = assert_lines(text, &languages[i]);
        const sound s = listen(wav);
        (void)unlink(wav);
        printf("# %s: %zu words, %.1f s, mean square %.0f, loud %.0f %%, %u pauses\n",
               languages[i].code, words, s.seconds, s.square, 100 * s.share, s.pauses);
        assert_true(s.seconds > 0.3 * (double)words && s.seconds < 1.2 * (double)words);
        assert_true(s.square > 1000.0 * 1000.0);
        assert_true(s.share > 0.3);
        assert_true(s.pauses >= MOVES - 1);
        seconds[i] = s.seconds;
    }
    assert_true(seconds[0] != seconds[1] && seconds[1] != seconds[2] && seconds[0] != seconds[2]);
}

static void test_speech__every_language_has_a_voice(void **state)
{
    static const char *const codes[] = { "en", "de", "it", "fr", "es", "pt", "nl", "da",
                                         "no", "sv", "fi", "is", "et", "cs", "pl", "hu",
                                         "ro", "ru", "eo", "bg", "sh", "ar", "hi" };

    (void)state;
    if (!is_installed())
        skip();
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        char text[TEXT_MAX], wav[PATH_SIZE];
        say(text, wav, codes[i], 2);
        const sound s = listen(wav);
        (void)unlink(wav);
        if (s.seconds < 1 || s.square < 1000.0 * 1000.0)
            fail_msg("%s: %.1f s, mean square %.0f", codes[i], s.seconds, s.square);
    }
}

/* Twice as much to say takes longer; what is said last is said, too. */
static void test_speech__more_moves_take_longer(void **state)
{
    double last = 0;

    (void)state;
    if (!is_installed())
        skip();
    for (size_t moves = 1; moves <= 8; moves *= 2) {
        char text[TEXT_MAX], wav[PATH_SIZE];
        say(text, wav, "it", moves);
        const sound s = listen(wav);
        (void)unlink(wav);
        assert_true(s.seconds > 1.5 * last);
        last = s.seconds;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_speech__a_game_in_three_languages),
        cmocka_unit_test(test_speech__every_language_has_a_voice),
        cmocka_unit_test(test_speech__more_moves_take_longer),
    };
    return cmocka_run_group_tests_name("announce_speech", tests, make_folder, remove_folder);
}
