/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "server/http/urgent.h"

#include <errno.h>
#include <linux/sched.h>
#include <linux/sched/types.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The shortest slice that the scheduler grants; whoever asks for less waits less. */
enum { SLICE_NS = 100000 };

void arb_urgent_thread(void)
{
    const int kept = errno;
    struct sched_attr wish = { .size = sizeof wish };

    /* Everything else stays as whoever started us has chosen it. The wish is for this thread alone:
     * the computer opponents, which it starts, do compute. */
    if (syscall(SYS_sched_getattr, 0, &wish, sizeof wish, 0U) == 0) {
        wish.sched_flags |= SCHED_FLAG_RESET_ON_FORK;
        wish.sched_runtime = SLICE_NS;
        (void)syscall(SYS_sched_setattr, 0, &wish, 0U);
    }
    errno = kept;
}
