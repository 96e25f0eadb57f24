/* SPDX-License-Identifier: MIT */
/* The figures of the hall in the text format that Prometheus reads. */
#include "server/hall/engine_room.h"
#include "server/hall/hall_internal.h"
#include "server/hall/solving.h"

typedef struct figure {
    const char *name, *kind, *help;
    double value;
} figure;

static arb_err add(arb_buf *out, const figure *figures, size_t count)
{
    arb_err err = ARB_OK;

    for (size_t i = 0; i < count && !err; i++)
        err = arb_buf_add_format(
            out, "# HELP arbitro_%s %s\n# TYPE arbitro_%s %s\narbitro_%s %.15g\n", figures[i].name,
            figures[i].help, figures[i].name, figures[i].kind, figures[i].name, figures[i].value);
    return err;
}

static arb_err add_refusals(arb_buf *out, const arb_http_counts *http)
{
    arb_err err = arb_buf_add_text(
        out, "# HELP arbitro_http_refused_total Requests refused before they were read.\n"
             "# TYPE arbitro_http_refused_total counter\n");

    for (unsigned i = 1; i < ARB_HTTP_FAULT_COUNT && !err; i++)
        err = arb_buf_add_format(out, "arbitro_http_refused_total{fault=\"%s\"} %llu\n",
                                 arb_http_fault_word((arb_http_fault)i),
                                 (unsigned long long)http->refused[i]);
    return err;
}

arb_err arb_metrics_write(arb_buf *out, const arb_hall *hall)
{
    const arb_http_counts *http = arb_http_counts_get(hall->http);
    const arb_committer_counts store = arb_committer_counts_get(hall->committer);
    const arb_judges_counts judges = arb_judges_counts_get(hall->judges);
    const arb_loop_stalls stalls = arb_loop_stalls_get(hall->loop);
    size_t awake = 0, damaged = 0;
    unsigned problems_waiting, problems_working;

    arb_solving_count(&problems_waiting, &problems_working, hall);

    for (size_t i = 0; i < hall->table_count; i++) {
        awake += hall->tables[i] && hall->tables[i]->game;
        damaged += hall->tables[i] && hall->tables[i]->damaged;
    }
    const figure figures[] = {
        { "games", "gauge", "Games that the hall knows.", (double)hall->table_count },
        { "games_live", "gauge", "Games that are not over.", (double)arb_hall_live(hall) },
        { "games_in_memory", "gauge", "Games held in memory.", (double)awake },
        { "games_damaged", "gauge", "Games set aside because they are damaged.", (double)damaged },
        { "games_created_total", "counter", "Games created.", (double)hall->counts.created },
        { "joined_total", "counter", "Codes exchanged for links.", (double)hall->counts.joined },
        { "codes_wrong_total", "counter", "Codes that opened nothing.",
          (double)hall->counts.guesses },
        { "events_total", "counter", "Durable events.", (double)hall->counts.events },
        { "events_refused_total", "counter", "Events that the Laws refused.",
          (double)hall->counts.refused },
        { "limited_total", "counter", "Requests beyond the rate limits.",
          (double)hall->counts.limited },
        { "store_batches_total", "counter", "Batches made durable.", (double)store.batches },
        { "store_jobs_total", "counter", "Writes in those batches.", (double)store.jobs },
        { "store_failures_total", "counter", "Writes that failed.", (double)store.failures },
        { "store_busy_seconds_total", "counter", "Time spent with batches.",
          (double)store.busy_us / 1e6 },
        { "store_batch_largest", "gauge", "The largest batch so far.", (double)store.largest },
        { "store_trouble", "gauge", "1 while the store cannot write.", hall->trouble ? 1.0 : 0.0 },
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
        { "requests_parked", "gauge", "Requests that wait for their games.", (double)hall->parked },
        { "engines", "gauge", "Engines that are running.",
          hall->room ? (double)arb_engine_room_count(hall->room) : 0 },
        { "engine_questions_waiting", "gauge", "Games that wait for an engine.",
          hall->room ? (double)arb_engine_room_waiting(hall->room) : 0 },
        { "engine_processes", "gauge", "Processes of engines that have not ended.",
          hall->room ? (double)arb_engine_room_processes(hall->room) : 0 },
        { "games_of_guests", "gauge", "Games open that were made without the arbiter's key.",
          (double)hall->quotas.open },
        { "http_connections", "gauge", "Connections.", (double)http->connections },
        { "http_streams", "gauge", "Streams.", (double)http->streams },
        { "http_accepted_total", "counter", "Connections accepted.", (double)http->accepted },
        { "http_requests_total", "counter", "Requests.", (double)http->requests },
        { "http_streams_dropped_total", "counter", "Streams dropped because they did not keep up.",
          (double)http->streams_dropped },
    };
    const arb_err err = add(out, figures, sizeof figures / sizeof figures[0]);

    return err ? err : add_refusals(out, http);
}
