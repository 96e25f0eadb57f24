/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a notice of another hall: reading ends, and tells games that stand there, each in
 * its place; what is no notice stands for any game, and what was told is written and read back to
 * the same.
 */
#include <stdbool.h>
#include <string.h>

#include "fuzz.h"
#include "store/notice.h"

enum { ROOM = 1 << 16 };

typedef struct told {
    char text[ROOM];
    size_t size, count;
    uint64_t sequence;
    bool links;
} told;

/* Writes it again. */
static bool tell(void *user, uint64_t game, uint64_t sequence)
{
    told *it = user;

    require(sequence == 0 || (!it->links && (it->count == 0 || it->sequence == sequence)),
            "events come before links, and have one number");
    if (it->count++ == 0)
        it->size += (size_t)snprintf(it->text, ROOM, "%llu", (unsigned long long)sequence);
    if (sequence == 0 && !it->links)
        it->text[it->size++] = ';';
    it->sequence = sequence ? sequence : it->sequence;
    it->links = sequence == 0;
    it->size +=
        (size_t)snprintf(it->text + it->size, ROOM - it->size, " %llu", (unsigned long long)game);
    return true;
}

static bool refuse(void *user, uint64_t game, uint64_t sequence)
{
    (void)game, (void)sequence;
    ++*(unsigned *)user;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static told once, again;
    static char text[8001];
    unsigned refused = 0;

    if (size >= sizeof text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    memset(&once, 0, sizeof once);
    memset(&again, 0, sizeof again);
    require(arb_store_notice_read(text, tell, &once), "it is read to its end");
    require(once.count > 0 && (once.count == 2 || once.count <= strlen(text)), "it has an end");
    if (arb_store_notice_sequence(text) == 0 && !strchr(text, ';'))
        require(strcmp(once.text, "1 0; 0") == 0, "what is none stands for any game");
    require(arb_store_notice_read(once.text, tell, &again), "what was told is read");
    require(again.count == once.count && strcmp(once.text, again.text) == 0, "as the same");
    require(!arb_store_notice_read(text, refuse, &refused) && refused == 1, "enough is enough");
    return 0;
}
