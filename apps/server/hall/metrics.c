/* SPDX-License-Identifier: MIT */
/*
 * The figures of the hall in the text format that Prometheus reads. They are written by the loop:
 * everything here is a number that somebody keeps anyway, or one walk over the tables. What
 * examples and alerts ask for is compared with this list by tests/unit/test_hall_metrics.c.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/hall/door.h"
#include "server/hall/engine_room.h"
#include "server/hall/solving.h"

typedef struct figure {
    const char *name, *kind, *help;
    double value;
} figure;

static arb_err add_head(arb_buf *out, const char *name, const char *kind, const char *help)
{
    return arb_buf_add_format(out, "# HELP arbitro_%s %s\n# TYPE arbitro_%s %s\n", name, help, name,
                              kind);
}

static arb_err add(arb_buf *out, const figure *figures, size_t count)
{
    arb_err err = ARB_OK;

    for (size_t i = 0; i < count && !err; i++) {
        err = add_head(out, figures[i].name, figures[i].kind, figures[i].help);
        if (!err)
            err = arb_buf_add_format(out, "arbitro_%s %.15g\n", figures[i].name, figures[i].value);
    }
    return err;
}

#define ADD(out, figures) add(out, figures, sizeof(figures) / sizeof(figures)[0])

static arb_err add_histogram(arb_buf *out, const char *name, const char *help,
                             const arb_histogram *histogram)
{
    arb_err err = add_head(out, name, "histogram", help);
    uint64_t count = 0;

    for (unsigned i = 0; i < ARB_HISTOGRAM_BOUNDS && !err; i++) {
        count += histogram->count[i];
        err = arb_buf_add_format(out, "arbitro_%s_bucket{le=\"%g\"} %llu\n", name,
                                 (double)arb_histogram_bound(i) / 1e6, (unsigned long long)count);
    }
    count += histogram->count[ARB_HISTOGRAM_BOUNDS];
    if (!err)
        err = arb_buf_add_format(
            out,
            "arbitro_%s_bucket{le=\"+Inf\"} %llu\narbitro_%s_sum %.6f\narbitro_%s_count %llu\n",
            name, (unsigned long long)count, name, (double)histogram->sum_us / 1e6, name,
            (unsigned long long)count);
    return err;
}

/* ---- games ---- */

static arb_err add_phases(arb_buf *out, const size_t *phases)
{
    arb_err err = add_head(out, "games_by_phase", "gauge", "Games by their phase.");

    for (unsigned i = 0; i < ARB_PHASE_COUNT && !err; i++)
        err = arb_buf_add_format(out, "arbitro_games_by_phase{phase=\"%s\"} %zu\n",
                                 arb_phase_word((arb_phase)i), phases[i]);
    return err;
}

static arb_err add_games(arb_buf *out, const arb_hall *hall)
{
    size_t awake = 0, damaged = 0, live = 0, phases[ARB_PHASE_COUNT] = { 0 };

    for (size_t i = 0; i < hall->table_count; i++) {
        const arb_table *t = hall->tables[i];
        if (!t)
            continue;
        awake += t->game != NULL;
        damaged += t->damaged;
        live += !t->is_over;
        phases[t->phase]++;
    }
    const figure figures[] = {
        { "games", "gauge", "Games that the hall knows.", (double)hall->table_count },
        { "games_live", "gauge", "Games that are not over.", (double)live },
        { "games_in_memory", "gauge", "Games held in memory.", (double)awake },
        { "games_damaged", "gauge", "Games set aside because they are damaged.", (double)damaged },
        { "games_of_guests", "gauge", "Games open that were made without the arbiter's key.",
          (double)hall->quotas.open },
        { "games_created_total", "counter", "Games created.", (double)hall->counts.created },
        { "events_total", "counter", "Durable events.", (double)hall->counts.events },
        { "events_refused_total", "counter", "Events that the Laws refused.",
          (double)hall->counts.refused },
        { "requests_parked", "gauge", "Requests that wait for their games.", (double)hall->parked },
    };
    const arb_err err = ADD(out, figures);

    return err ? err : add_phases(out, phases);
}

/* ---- who comes in, and how often ---- */

static arb_err add_limits(arb_buf *out, const arb_hall *hall)
{
    arb_err err = add_head(out, "limit_refusals_total", "counter",
                           "Requests beyond a rate limit, by the name that --limits knows.");

    for (unsigned i = 0; i < ARB_LIMIT_COUNT && !err; i++)
        err = arb_buf_add_format(out, "arbitro_limit_refusals_total{limit=\"%s\"} %llu\n",
                                 arb_limit_word((arb_limit)i),
                                 (unsigned long long)hall->limits.refused[i]);
    return err;
}

static arb_err add_door(arb_buf *out, const arb_hall *hall)
{
    const figure figures[] = {
        { "door_closed", "gauge", "1 while the hall is closed to newcomers.",
          arb_door_is_closed(hall) ? 1.0 : 0.0 },
        { "door_turned_away_total", "counter", "Newcomers who found the door closed.",
          (double)hall->counts.turned_away },
        { "joined_total", "counter", "Codes exchanged for links.", (double)hall->counts.joined },
        { "codes_wrong_total", "counter", "Codes that opened nothing.",
          (double)hall->counts.guesses },
        { "links", "gauge", "Links and codes that are known.", (double)hall->keys.count },
        { "codes_swept_total", "counter", "Codes removed because they opened nothing any more.",
          (double)hall->code_sweep.swept },
        { "codes_sweep_longest_seconds", "gauge", "The longest turn of looking for such codes.",
          (double)hall->code_sweep.longest_us / 1e6 },
        { "limited_total", "counter", "Requests beyond the rate limits.",
          (double)hall->counts.limited },
        { "limits_read_total", "counter", "Times that the file of limits was read again.",
          (double)hall->counts.reloaded },
        { "limits_failed_total", "counter", "Times that it could not be used.",
          (double)hall->counts.reload_failed },
    };
    const arb_err err = ADD(out, figures);

    return err ? err : add_limits(out, hall);
}

/* ---- the store ---- */

static arb_err add_store(arb_buf *out, const arb_hall *hall)
{
    const arb_committer_counts store = arb_committer_counts_get(hall->committer);
    const int64_t beat = hall->beat.stored_ms;
    const figure figures[] = {
        { "store_batches_total", "counter", "Batches made durable.", (double)store.batches },
        { "store_jobs_total", "counter", "Writes in those batches.", (double)store.jobs },
        { "store_failures_total", "counter", "Writes that failed.", (double)store.failures },
        { "store_busy_seconds_total", "counter", "Time spent with batches.",
          (double)store.commit.sum_us / 1e6 },
        { "store_batch_largest", "gauge", "The largest batch so far.", (double)store.largest },
        { "store_waiting", "gauge", "Writes on their way that are not answered yet.",
          (double)arb_committer_open(hall->committer) },
        { "store_trouble", "gauge", "1 while the store cannot write.", hall->trouble ? 1.0 : 0.0 },
        { "store_beat_age_seconds", "gauge", "Since the last sign of life was sent to the store.",
          beat ? (double)(arb_boottime_ms() - beat) / 1e3 : 0.0 },
        { "database_bytes", "gauge", "Size of the database file, a minute ago at most.",
          (double)hall->database_size },
        { "database_max_bytes", "gauge", "What it may grow to; 0: it has no limit.",
          (double)hall->config.database_max },
    };
    const figure room = { "database_free_bytes", "gauge", "Room on its disk, a minute ago at most.",
                          (double)hall->database_free };
    arb_err err = ADD(out, figures);

    if (!err && !arb_store_is_postgres(hall->config.database))
        err = add(out, &room, 1);
    if (!err)
        err = add_histogram(out, "event_seconds",
                            "From taking an event to having told it to all pages.",
                            &hall->event_times);
    if (!err)
        err = add_histogram(out, "store_commit_seconds", "How long batches took.", &store.commit);
    if (!err)
        err = add_histogram(out, "store_write_seconds",
                            "From asking for a write to its being durable.", &store.write);
    return err;
}

/* ---- several halls ---- */

static arb_err add_house(arb_buf *out, const arb_hall *hall)
{
    const figure figures[] = {
        { "house_halls", "gauge", "Halls on the same database that live, this one included.",
          hall->house.shared ? (double)arb_house_living(hall) : 1.0 },
        { "house_games", "gauge", "Games that live in this hall by a lease.",
          (double)arb_house_games(hall) },
        { "house_relayed_total", "counter", "Requests that were handed to another hall.",
          (double)hall->house.counts.relayed },
        { "house_retried_total", "counter", "Those that had to wait for a game to be somewhere.",
          (double)hall->house.counts.retried },
        { "house_followed_total", "counter", "Events of games that live elsewhere, told here.",
          (double)hall->house.counts.followed },
        { "house_taken_total", "counter", "Games taken over from a hall that had ended.",
          (double)hall->house.counts.taken },
        { "house_handed_total", "counter", "Games handed to another hall when this one closed.",
          (double)hall->house.counts.handed },
        { "house_lost_total", "counter", "Games that another hall has taken.",
          (double)hall->house.counts.lost },
    };

    return ADD(out, figures);
}

/* ---- threads and engines ---- */

static arb_err add_workers(arb_buf *out, const arb_hall *hall)
{
    const arb_judges_counts judges = arb_judges_counts_get(hall->judges);
    const arb_loop_stalls stalls = arb_loop_stalls_get(hall->loop);
    unsigned problems_waiting, problems_working;

    arb_solving_count(&problems_waiting, &problems_working, hall);
    const figure figures[] = {
        { "loop_stalls_total", "counter", "Rounds of the loop that took 50 ms or more.",
          (double)stalls.count },
        { "loop_stall_longest_seconds", "gauge", "The longest round of the loop so far.",
          (double)stalls.longest_ms / 1e3 },
        { "judges", "gauge", "Threads for what takes long.", (double)judges.threads },
        { "judges_working", "gauge", "Those of them that are at work.", (double)judges.working },
        { "judges_waiting", "gauge", "Events and games that wait for them.",
          (double)judges.waiting },
        { "judges_jobs_total", "counter", "What they have done.", (double)judges.jobs },
        { "judges_wait_longest_seconds", "gauge", "The longest wait for them so far.",
          (double)judges.longest_wait_ms / 1e3 },
        { "judges_work_longest_seconds", "gauge", "The longest that one of them took so far.",
          (double)judges.longest_work_ms / 1e3 },
        { "problems_waiting", "gauge", "Problems that wait to be solved.",
          (double)problems_waiting },
        { "problems_working", "gauge", "Problems that are being solved.",
          (double)problems_working },
        { "problems_total", "counter", "Problems that were worked on to their end.",
          (double)hall->solving.solved },
        { "problems_given_up_total", "counter", "Problems whose pages went away before.",
          (double)hall->solving.given_up },
        { "problems_refused_total", "counter", "Problems for which there was no room.",
          (double)hall->solving.refused },
        { "engines", "gauge", "Engines that are running.",
          hall->room ? (double)arb_engine_room_count(hall->room) : 0 },
        { "engine_questions_waiting", "gauge", "Games that wait for an engine.",
          hall->room ? (double)arb_engine_room_waiting(hall->room) : 0 },
        { "engine_processes", "gauge", "Processes of engines that have not ended.",
          hall->room ? (double)arb_engine_room_processes(hall->room) : 0 },
    };

    return ADD(out, figures);
}

/* ---- connections and the process ---- */

static arb_err add_http(arb_buf *out, const arb_hall *hall)
{
    const arb_http_counts *http = arb_http_counts_get(hall->http);
    const figure figures[] = {
        { "http_connections", "gauge", "Connections.", (double)http->connections },
        { "http_connections_max", "gauge", "Connections that there is room for.",
          (double)arb_http_capacity_get(hall->http).connections },
        { "http_streams", "gauge", "Streams.", (double)http->streams },
        { "http_accepted_total", "counter", "Connections accepted.", (double)http->accepted },
        { "http_requests_total", "counter", "Requests.", (double)http->requests },
        { "http_streams_dropped_total", "counter", "Streams dropped because they did not keep up.",
          (double)http->streams_dropped },
    };
    arb_err err = ADD(out, figures);

    if (!err)
        err = add_head(out, "http_refused_total", "counter",
                       "Requests refused before they were read.");
    for (unsigned i = 1; i < ARB_HTTP_FAULT_COUNT && !err; i++)
        err = arb_buf_add_format(out, "arbitro_http_refused_total{fault=\"%s\"} %llu\n",
                                 arb_http_fault_word((arb_http_fault)i),
                                 (unsigned long long)http->refused[i]);
    if (!err)
        err = add_head(out, "http_answers_total", "counter",
                       "Answers by their status; streams are not among them.");
    for (unsigned i = 2; i < ARB_HTTP_CLASSES && !err; i++)
        err = arb_buf_add_format(out, "arbitro_http_answers_total{status=\"%uxx\"} %llu\n", i,
                                 (unsigned long long)http->answers[i]);
    return err;
}

static double resident_bytes(void)
{
    unsigned long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");

    if (!file)
        return 0;
    if (fscanf(file, "%*s %llu", &pages) != 1)
        pages = 0;
    (void)fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

/* Linux tells in the size of the folder how many there are; before 6.2 it told nothing. */
static double open_descriptors(const arb_hall *hall)
{
    struct stat folder;

    if (stat("/proc/self/fd", &folder) == 0 && folder.st_size > 0)
        return (double)folder.st_size;
    return (double)arb_http_counts_get(hall->http)->connections;
}

static arb_err add_process(arb_buf *out, const arb_hall *hall)
{
    struct rlimit files = { 0 };
    struct rusage used = { 0 };

    (void)getrlimit(RLIMIT_NOFILE, &files);
    (void)getrusage(RUSAGE_SELF, &used);
    const figure figures[] = {
        { "process_resident_memory_bytes", "gauge", "Memory of the process.", resident_bytes() },
        { "process_cpu_seconds_total", "counter", "Processor time of the process.",
          (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
              (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6 },
        { "process_open_descriptors", "gauge", "Descriptors that are open.",
          open_descriptors(hall) },
        { "process_max_descriptors", "gauge", "Descriptors that may be open.",
          (double)files.rlim_cur },
    };
    const arb_err err = ADD(out, figures);

    return err ? err
               : arb_buf_add_format(out,
                                    "# HELP arbitro_build_info Which version this is.\n"
                                    "# TYPE arbitro_build_info gauge\n"
                                    "arbitro_build_info{version=\"%s\"} 1\n",
                                    arb_version());
}

static arb_err add_screens(arb_buf *out, const arb_hall *hall)
{
    const figure figures[] = {
        { "boards_streams", "gauge", "Streams of boards for those who have no link.",
          (double)hall->screens.count },
        { "boards_refused_total", "counter", "Such streams for which there was no room.",
          (double)hall->screens.refused },
    };

    return ADD(out, figures);
}

arb_err arb_metrics_write(arb_buf *out, const arb_hall *hall)
{
    static arb_err (*const parts[])(arb_buf * out, const arb_hall *hall) = {
        add_games, add_door, add_store, add_house, add_workers, add_http, add_screens, add_process
    };
    arb_err err = ARB_OK;

    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && !err; i++)
        err = parts[i](out, hall);
    return err;
}
