/* SPDX-License-Identifier: MIT */
/* The files of a whole hall and their sums; see store_whole.h. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/store_whole.h"
#include "common/interrupt.h"
#include "common/quote.h"
#include "common/system_text.h"

enum { SUM_SIZE = 32, HEX_SIZE = 2 * SUM_SIZE, CHUNK = 65536 };

bool arb_folder_path(char out[ARB_FOLDER_PATH], const char *folder, const char *name)
{
    const int size = snprintf(out, ARB_FOLDER_PATH, "%s/%s", folder, name);

    errno = ENAMETOOLONG;
    return size > 0 && size < ARB_FOLDER_PATH;
}

/* ---- writing ---- */

void arb_folder_open(arb_folder_file *out, const char *folder, const char *name)
{
    char path[ARB_FOLDER_PATH];
    const int fd = arb_folder_path(path, folder, name)
                       ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)
                       : -1;

    *out = (arb_folder_file){ .failed = 0 };
    (void)snprintf(out->name, sizeof out->name, "%s", name);
    (void)crypto_generichash_init(&out->sum, NULL, 0, SUM_SIZE);
    out->file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!out->file)
        out->failed = errno;
    if (!out->file && fd >= 0)
        (void)close(fd);
}

void arb_folder_write(arb_folder_file *out, const char *text, size_t size)
{
    if (out->failed || size == 0)
        return;
    (void)crypto_generichash_update(&out->sum, (const unsigned char *)text, size);
    if (fwrite(text, 1, size, out->file) != size)
        out->failed = errno ? errno : EIO;
}

int arb_folder_close(arb_folder_file *out, arb_folder_file *sums)
{
    unsigned char sum[SUM_SIZE];
    char line[HEX_SIZE + 1];

    if (out->file && fclose(out->file) != 0 && !out->failed)
        out->failed = errno;
    out->file = NULL;
    if (!out->failed && sums) {
        (void)crypto_generichash_final(&out->sum, sum, sizeof sum);
        (void)sodium_bin2hex(line, sizeof line, sum, sizeof sum);
        arb_folder_write(sums, line, HEX_SIZE);
        arb_folder_write(sums, "  ", 2);
        arb_folder_write(sums, out->name, strlen(out->name));
        arb_folder_write(sums, "\n", 1);
    }
    return out->failed;
}

/* ---- checking ---- */

/* The names that sums.txt has, to be compared with those of the folder. */
typedef struct listed {
    char (*name)[64];
    size_t count, room;
    arb_progress progress;
    uint64_t bytes; /* that were read */
} listed;

static bool keep(listed *all, const char *name)
{
    if (all->count == all->room) {
        const size_t room = all->room ? 2 * all->room : 64;
        char(*names)[64] = realloc(all->name, room * sizeof *names);
        if (!names)
            return false;
        all->name = names;
        all->room = room;
    }
    (void)snprintf(all->name[all->count++], sizeof all->name[0], "%s", name);
    return true;
}

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Only names that an export writes: none leads out of the folder. */
static bool is_name(const char *name)
{
    static const char begin[] = ARB_FOLDER_GAMES "/game-";
    const size_t size = strlen(name);

    if (strcmp(name, ARB_FOLDER_HALL) == 0 || strcmp(name, ARB_FOLDER_JOURNAL) == 0)
        return true;
    if (size >= 64 || strncmp(name, begin, sizeof begin - 1) != 0)
        return false;
    const size_t digits = strspn(name + sizeof begin - 1, "0123456789");
    const char *ending = name + sizeof begin - 1 + digits;
    return digits > 0 && (strcmp(ending, ".case") == 0 || strcmp(ending, ".pgn") == 0);
}

/* A descriptor, or -1 with errno; whoever has put something else there waits in vain for us. */
static int open_file(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat info;

    if (fd < 0 || (fstat(fd, &info) == 0 && S_ISREG(info.st_mode)))
        return fd;
    const bool is_folder = S_ISDIR(info.st_mode);
    (void)close(fd);
    errno = is_folder ? EISDIR : EINVAL;
    return -1;
}

FILE *arb_folder_read(const char *path)
{
    const int fd = open_file(path);
    FILE *file = fd >= 0 ? fdopen(fd, "r") : NULL;

    if (!file && fd >= 0)
        (void)close(fd);
    return file;
}

arb_exit arb_folder_unreadable(const arb_cli *cli, const char *path, int reason)
{
    if (reason == EINVAL)
        return arb_cli_complain_at(cli, path, 0, 0, ARB_TEXT_WHOLE_NO_FILE);
    return arb_cli_complain_at(cli, path, 0, 0, ARB_TEXT_FILE_FAILED,
                               arb_system_text(reason, cli->lang));
}

/* 0 with the sum of a file, or an errno. */
static int sum_of(unsigned char out[SUM_SIZE], const char *path, listed *all)
{
    crypto_generichash_state sum;
    char chunk[CHUNK];
    ssize_t got = 0;
    const int fd = open_file(path);

    if (fd < 0)
        return errno;
    (void)crypto_generichash_init(&sum, NULL, 0, SUM_SIZE);
    while (!arb_interrupt_heeded() && (got = read(fd, chunk, sizeof chunk)) > 0) {
        (void)crypto_generichash_update(&sum, (const unsigned char *)chunk, (size_t)got);
        all->bytes += (uint64_t)got;
        arb_progress_bytes(&all->progress, all->bytes);
    }
    const int failed = arb_interrupt_pending() ? EINTR : got < 0 ? errno : 0;
    (void)close(fd);
    (void)crypto_generichash_final(&sum, out, SUM_SIZE);
    return failed;
}

static arb_exit check_file(const arb_cli *cli, const char *folder, const char *name,
                           const unsigned char expected[SUM_SIZE], listed *all)
{
    char path[ARB_FOLDER_PATH];
    unsigned char sum[SUM_SIZE];
    const int failed = arb_folder_path(path, folder, name) ? sum_of(sum, path, all) : errno;

    if (arb_interrupt_pending())
        return arb_cli_interrupted(cli);
    if (failed == ENOENT)
        return arb_cli_complain_at(cli, path, 0, 0, ARB_TEXT_WHOLE_MISSING);
    if (failed)
        return arb_folder_unreadable(cli, path, failed);
    if (memcmp(sum, expected, sizeof sum) != 0)
        return arb_cli_complain_at(cli, path, 0, 0, ARB_TEXT_WHOLE_DAMAGED);
    return ARB_EXIT_YES;
}

/* One line of sums.txt: 64 hexadecimal digits, two blanks, a name. */
static arb_exit check_line(const arb_cli *cli, const char *folder, const char *path, char *line,
                           size_t number, listed *all)
{
    unsigned char sum[SUM_SIZE];
    size_t got = 0;
    const size_t size = strlen(line);

    if (size > 0 && line[size - 1] == '\n')
        line[size - 1] = '\0';
    if (size < HEX_SIZE + 3 ||
        sodium_hex2bin(sum, sizeof sum, line, HEX_SIZE, NULL, &got, NULL) != 0 ||
        got != sizeof sum || strncmp(line + HEX_SIZE, "  ", 2) != 0)
        return arb_cli_complain_at(cli, path, number, 1, ARB_TEXT_WHOLE_SUM_LINE);
    if (!is_name(line + HEX_SIZE + 2))
        return arb_cli_complain_at(cli, path, number, HEX_SIZE + 3, ARB_TEXT_WHOLE_NAME);
    if (!keep(all, line + HEX_SIZE + 2))
        return arb_cli_failed(cli, ARB_NOMEM);
    return check_file(cli, folder, line + HEX_SIZE + 2, sum, all);
}

static arb_exit check_lines(const arb_cli *cli, const char *folder, listed *all)
{
    char path[ARB_FOLDER_PATH], *line = NULL;
    size_t room = 0;
    arb_exit status = ARB_EXIT_YES;
    FILE *file = arb_folder_path(path, folder, ARB_FOLDER_SUMS) ? arb_folder_read(path) : NULL;

    if (!file)
        return arb_folder_unreadable(cli, path, errno);
    for (size_t number = 1; status != ARB_EXIT_INTERRUPTED && getline(&line, &room, file) >= 0;
         number++)
        status = arb_exit_worse(status, check_line(cli, folder, path, line, number, all));
    free(line);
    (void)fclose(file);
    return status;
}

static bool is_listed(const listed *all, const char *name)
{
    return all->count > 0 &&
           bsearch(name, all->name, all->count, sizeof all->name[0], compare) != NULL;
}

/* Files that sums.txt does not name are none of this hall; `inner` is "" or "games/". */
static arb_exit check_folder(const arb_cli *cli, const char *folder, const char *inner,
                             const listed *all)
{
    char path[ARB_FOLDER_PATH], name[512];
    arb_exit status = ARB_EXIT_YES;
    DIR *dir = arb_folder_path(path, folder, inner) ? opendir(path) : NULL;

    if (!dir) /* what should be in it was told to be missing */
        return ARB_EXIT_YES;
    for (const struct dirent *entry; (entry = readdir(dir));) {
        const bool own = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
                         (*inner == '\0' && (strcmp(entry->d_name, ARB_FOLDER_GAMES) == 0 ||
                                             strcmp(entry->d_name, ARB_FOLDER_SUMS) == 0));
        (void)snprintf(name, sizeof name, "%s%s", inner, entry->d_name);
        if (own || is_listed(all, name))
            continue;
        (void)arb_folder_path(path, folder, name);
        status =
            arb_exit_worse(status, arb_cli_complain_at(cli, path, 0, 0, ARB_TEXT_WHOLE_FOREIGN));
    }
    (void)closedir(dir);
    return status;
}

arb_exit arb_folder_sums_check(const arb_cli *cli, const char *folder)
{
    listed all = { .progress = arb_progress_begin() };
    char path[ARB_FOLDER_PATH];
    arb_exit status = check_lines(cli, folder, &all);

    arb_progress_clear(&all.progress);
    if (all.count > 0)
        qsort(all.name, all.count, sizeof all.name[0], compare);
    for (int i = 0; i < 2 && status == ARB_EXIT_YES; i++) {
        const char *name = i ? ARB_FOLDER_JOURNAL : ARB_FOLDER_HALL;
        if (!is_listed(&all, name) && arb_folder_path(path, folder, ARB_FOLDER_SUMS))
            status = arb_cli_complain_at(cli, path, 0, 0, ARB_TEXT_WHOLE_UNNAMED, name);
    }
    if (all.count > 0 && status != ARB_EXIT_INTERRUPTED) {
        status = arb_exit_worse(status, check_folder(cli, folder, "", &all));
        status = arb_exit_worse(status, check_folder(cli, folder, ARB_FOLDER_GAMES "/", &all));
    }
    free(all.name);
    return status;
}
