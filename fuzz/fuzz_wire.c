/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as the head of what another hall answers: what is taken for one stands there whole, has
 * a length that can be waited for, and holds no end of a line that would become a header of ours.
 */
#include <string.h>

#include "fuzz.h"
#include "server/hall/forward.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    arb_wire_head head;
    const int found = arb_wire_head_read(&head, bytes, size);

    require(found >= -1 && found <= 1, "it is one, or none, or not there yet");
    for (size_t cut = size > 64 ? size - 64 : 0; cut < size && found == 0; cut++)
        require(arb_wire_head_read(&head, bytes, cut) == 0, "less is not more");
    if (found != 1)
        return 0;
    require(head.size <= size && head.size >= 4, "it ends there");
    require(memcmp(bytes + head.size - 4, "\r\n\r\n", 4) == 0, "behind an empty line");
    require(head.status >= 200 && head.status < 600, "a status");
    require(head.body <= ARB_WIRE_BODY_MAX, "a length");
    require(head.has_length || head.streams || head.status == 204 || head.status == 304, "said");
    require(arb_http_value_ok(head.type) && arb_http_value_ok(head.cache), "no second header");
    for (size_t i = 0; i < ARB_WIRE_FIELDS; i++)
        require(arb_http_value_ok(head.value[i]), "nor here");
    return 0;
}
