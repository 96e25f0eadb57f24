/* SPDX-License-Identifier: MIT */
/* Words of players on a board: known games and textbook positions (tests/terms/examples.txt). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "arbitro/notation.h"
#include "arbitro/proof.h"
#include "arbitro/terms.h"
#include "support/assertions.h"
#include "support/data_file.h"
#include "support/failing_mem.h"

enum { GAMES_MAX = 640, PLIES_MAX = 96, NAME_MAX_SIZE = 32, LEAST = 5 };

#define INITIAL "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* A game or a position of the file. */
typedef struct place {
    char name[NAME_MAX_SIZE];
    arb_pos pos[PLIES_MAX + 1];
    arb_move move[PLIES_MAX];
    size_t plies;
} place;

typedef struct book {
    place *places;
    size_t count;
    arb_terms *terms;
    arb_sighting_kind kind;
    unsigned wrong, seen[ARB_SIGHTING_COUNT], unseen[ARB_SIGHTING_COUNT];
} book;

static void fail_at(unsigned number, const char *what, const char *text)
{
    fail_msg("examples.txt:%u: %s: %s", number, what, text);
}

static bool is_dead(void *user, const arb_pos *pos)
{
    (void)user;
    return arb_proof_is_dead(pos, NULL) == ARB_PROOF_YES;
}

/* ---- reading the file ---- */

/* Plays moves in SAN; numbers are passed over. */
static void play(place *p, unsigned number, char *moves)
{
    for (char *word = strtok(moves, " "); word; word = strtok(NULL, " ")) {
        arb_reading reading;
        if (word[strspn(word, "0123456789.")] == '\0')
            continue;
        if (arb_move_read(&reading, NULL, &p->pos[p->plies], word, strlen(word), NULL) != ARB_OK ||
            reading.kind != ARB_READING_LEGAL || p->plies == PLIES_MAX)
            fail_at(number, "no such move", word);
        p->move[p->plies] = reading.move;
        arb_pos_play(&p->pos[p->plies + 1], &p->pos[p->plies], reading.move);
        p->plies++;
    }
}

static void read_place(book *b, unsigned number, char *text, bool game)
{
    assert_true(b->count < GAMES_MAX);
    place *p = &b->places[b->count++];
    char *rest = strchr(text, ' '), *moves = game ? strstr(text, " : ") : NULL;

    if (!rest || (game && !moves) || rest - text >= NAME_MAX_SIZE)
        fail_at(number, "no game", text);
    *rest++ = '\0';
    memcpy(p->name, text, strlen(text) + 1);
    if (moves && moves > rest)
        *moves = '\0';
    const char *fen = !moves || moves > rest ? rest : INITIAL;
    if (arb_pos_from_fen(&p->pos[0], NULL, NULL, fen, strlen(fen)) != ARB_OK)
        fail_at(number, "no position", fen);
    p->plies = 0;
    if (moves)
        play(p, number, moves + 3);
}

/* The sequence that ends at "name" or "name@12b". */
static arb_sequence find_place(const book *b, unsigned number, const char *text)
{
    const size_t size = strcspn(text, "@");

    for (size_t i = 0; i < b->count; i++) {
        const place *p = &b->places[i];
        if (strlen(p->name) != size || memcmp(p->name, text, size) != 0)
            continue;
        if (!text[size])
            return (arb_sequence){ p->pos, p->move, p->plies };
        char *end;
        const unsigned long move = strtoul(text + size + 1, &end, 10);
        for (size_t ply = 0; ply < p->plies; ply++)
            if (p->pos[ply].move_number == move && (p->pos[ply].turn == ARB_BLACK) == (*end == 'b'))
                return (arb_sequence){ p->pos, p->move, ply + 1 };
    }
    fail_at(number, "no such place", text);
    return (arb_sequence){ .plies = 0 };
}

static arb_sighting_kind kind_of(unsigned number, const char *name)
{
    for (size_t i = 0; i < ARB_SIGHTING_COUNT; i++)
        if (strcmp(arb_sighting_get(i)->name[ARB_LANG_EN], name) == 0)
            return (arb_sighting_kind)i;
    fail_at(number, "no such kind", name);
    return ARB_SIGHTING_COUNT;
}

/* What a line says of a sighting; what it leaves out may be anything, but not the squares `on`. */
typedef struct due {
    uint64_t on, by, via;
    long amount, plies;
    bool has_on, has_by, has_via;
} due;

/* Squares with commas between them. */
static uint64_t read_list(const char *text)
{
    uint64_t set = 0;

    for (; *text; text += text[2] == ',' ? 3 : 2) {
        const arb_square square = arb_square_read(text, 2);
        assert_true(square < ARB_SQUARE_COUNT);
        set |= UINT64_C(1) << square;
    }
    return set;
}

static due read_due(char *text)
{
    due out = { .amount = -1, .plies = -1, .has_on = true };

    if (text && strncmp(text, "file ", 5) == 0) {
        for (const char *file = text + 5; *file; file++)
            out.on |= UINT64_C(0x0101010101010101) << (*file - 'a');
        return out;
    }
    for (char *word = text ? strtok(text, " ") : NULL; word; word = strtok(NULL, " ")) {
        if (strncmp(word, "by=", 3) == 0) {
            out.by = read_list(word + 3);
            out.has_on = out.on != 0; /* by alone, where it stands first */
            out.has_by = true;
        } else if (strncmp(word, "via=", 4) == 0) {
            out.via = read_list(word + 4);
            out.has_via = true;
        } else if (strncmp(word, "n=", 2) == 0) {
            out.amount = strtol(word + 2, NULL, 10);
        } else if (strncmp(word, "moves=", 6) == 0) {
            out.plies = strtol(word + 6, NULL, 10);
        } else {
            out.on |= UINT64_C(1) << square_of(word);
        }
    }
    return out;
}

static bool is_due(const arb_sighting *seen, const due *d)
{
    return (!d->has_on || seen->on == d->on) && (!d->has_by || seen->by == d->by) &&
           (!d->has_via || seen->via == d->via) && (d->amount < 0 || seen->amount == d->amount) &&
           (d->plies < 0 || (long)seen->plies == d->plies);
}

/* ---- looking ---- */

/* All that is wrong is told at once. */
static void complain(book *b, unsigned number, const char *what, const char *where)
{
    print_error("examples.txt:%u: %s %s %s\n", number, arb_sighting_get(b->kind)->name[ARB_LANG_EN],
                what, where);
    b->wrong++;
}

static size_t look(arb_sighting *seen, const book *b, const arb_sequence *sequence)
{
    bool wanted[ARB_SIGHTING_COUNT] = { false };

    wanted[b->kind] = true;
    return arb_terms_find(seen, b->terms, sequence, wanted);
}

static void check_yes(book *b, unsigned number, char *text)
{
    arb_sighting seen[ARB_SIGHTINGS_MAX];
    char *side = strchr(text, ' ');
    if (!side)
        fail_at(number, "no side", text);
    *side++ = '\0';
    char *squares = strchr(side, ' ');
    if (squares)
        *squares++ = '\0';
    const arb_sequence sequence = find_place(b, number, text);
    const size_t count = look(seen, b, &sequence);
    const due d = read_due(squares);
    const arb_colour colour = arb_colour_read(side, strlen(side));

    for (size_t i = 0; i < count; i++)
        if (seen[i].side == colour && is_due(&seen[i], &d)) {
            b->seen[b->kind]++;
            return;
        }
    complain(b, number, "is not seen in", text);
}

static void check_no(book *b, unsigned number, char *text)
{
    char *words[16];
    size_t count = 0;

    for (char *word = strtok(text, " "); word && count < 16; word = strtok(NULL, " "))
        words[count++] = word;
    for (size_t i = 0; i < count; i++) {
        arb_sighting seen[ARB_SIGHTINGS_MAX];
        const arb_sequence sequence = find_place(b, number, words[i]);
        if (look(seen, b, &sequence) > 0)
            complain(b, number, "is seen in", words[i]);
        b->unseen[b->kind]++;
    }
}

static void on_line(void *user, unsigned number, char *text)
{
    book *b = user;
    char *rest = strchr(text, ' ');

    if (!rest)
        fail_at(number, "cannot be read", text);
    *rest++ = '\0';
    if (strcmp(text, "game") == 0 || strcmp(text, "position") == 0)
        read_place(b, number, rest, text[0] == 'g');
    else if (strcmp(text, "kind") == 0)
        b->kind = kind_of(number, rest);
    else if (strcmp(text, "yes") == 0)
        check_yes(b, number, rest);
    else if (strcmp(text, "no") == 0)
        check_no(b, number, rest);
    else
        fail_at(number, "cannot be read", text);
}

/* ---- the tests ---- */

static void test_terms__known_games_and_positions(void **state)
{
    book b = { .places = calloc(GAMES_MAX, sizeof *b.places) };

    (void)state;
    assert_non_null(b.places);
    assert_int_equal(arb_terms_new(&b.terms, NULL), ARB_OK);
    arb_terms_lend_dead(b.terms, is_dead, NULL);
    assert_true(data_file_read("terms/examples.txt", on_line, &b) > 500);
    assert_int_equal(b.wrong, 0);
    for (size_t i = 0; i < ARB_SIGHTING_COUNT; i++)
        if (b.seen[i] < LEAST || b.unseen[i] < LEAST)
            fail_msg("%s: %u places where it is, %u where not",
                     arb_sighting_get(i)->name[ARB_LANG_EN], b.seen[i], b.unseen[i]);
    arb_terms_free(b.terms);
    free(b.places);
}

/* The example of each kind, and that both sides are treated alike: with the colours exchanged and
 * the board turned over the same is seen of the other side. */
static arb_pos turned(const arb_pos *pos)
{
    const arb_setup setup = arb_pos_setup(pos);
    arb_setup out = setup;
    arb_pos made;

    for (arb_square square = 0; square < ARB_SQUARE_COUNT; square++)
        out.piece[square ^ 56] =
            setup.piece[square] ? (arb_piece)(setup.piece[square] ^ 8u) : ARB_PIECE_NONE;
    out.castling = __builtin_bswap64(setup.castling);
    out.en_passant =
        setup.en_passant == ARB_SQUARE_NONE ? ARB_SQUARE_NONE : (arb_square)(setup.en_passant ^ 56);
    out.turn ^= 1;
    assert_int_equal(arb_faults_hard(arb_pos_from_setup(&made, &out)), 0);
    return made;
}

static arb_move turned_move(const arb_pos *pos, arb_move move)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < count; i++)
        if (arb_move_from(moves[i]) == (arb_move_from(move) ^ 56) &&
            arb_move_to(moves[i]) == (arb_move_to(move) ^ 56) &&
            arb_move_promotion(moves[i]) == arb_move_promotion(move))
            return moves[i];
    fail();
    return moves[0];
}

static bool is_among(const arb_sighting *seen, size_t count, const arb_sighting *one)
{
    for (size_t i = 0; i < count; i++)
        if (seen[i].kind == one->kind && seen[i].amount == one->amount &&
            seen[i].side == (one->side == ARB_COLOUR_COUNT ? one->side : arb_opponent(one->side)) &&
            seen[i].by == __builtin_bswap64(one->by) && seen[i].on == __builtin_bswap64(one->on) &&
            seen[i].via == __builtin_bswap64(one->via) && seen[i].plies == one->plies)
            return true;
    return false;
}

static void test_terms__examples_of_the_list(void **state)
{
    arb_terms *terms;

    (void)state;
    assert_int_equal(arb_terms_new(&terms, NULL), ARB_OK);
    arb_terms_lend_dead(terms, is_dead, NULL);
    for (size_t kind = 0; kind < ARB_SIGHTING_COUNT; kind++) {
        const arb_sighting_info *info = arb_sighting_get(kind);
        place p = { .plies = 0 }, t;
        arb_sighting seen[ARB_SIGHTINGS_MAX], other[ARB_SIGHTINGS_MAX];
        bool wanted[ARB_SIGHTING_COUNT] = { false }, found = false;
        char moves[128];
        p.pos[0] = pos_of(info->fen);
        assert_true(strlen(info->moves) < sizeof moves);
        memcpy(moves, info->moves, strlen(info->moves) + 1);
        play(&p, (unsigned)kind, moves);
        t.pos[0] = turned(&p.pos[0]);
        for (size_t i = 0; i < p.plies; i++) {
            t.move[i] = turned_move(&t.pos[i], p.move[i]);
            arb_pos_play(&t.pos[i + 1], &t.pos[i], t.move[i]);
        }
        memset(wanted, true, sizeof wanted);
        const size_t count =
            arb_terms_find(seen, terms, &(arb_sequence){ p.pos, p.move, p.plies }, wanted);
        const size_t others =
            arb_terms_find(other, terms, &(arb_sequence){ t.pos, t.move, p.plies }, wanted);
        for (size_t i = 0; i < count; i++)
            found = found || seen[i].kind == kind;
        if (!found)
            fail_msg("%s is not seen in its example", info->name[ARB_LANG_EN]);
        for (size_t i = 0; i < count; i++)
            if (seen[i].kind < ARB_SIGHTING_OPENING_OPEN ||
                seen[i].kind > ARB_SIGHTING_OPENING_CLOSED)
                if ((seen[i].kind < ARB_SIGHTING_GAMBIT ||
                     seen[i].kind > ARB_SIGHTING_COUNTERGAMBIT) &&
                    !is_among(other, others, &seen[i]))
                    fail_msg("%s: %s is not seen with the colours exchanged",
                             info->name[ARB_LANG_EN],
                             arb_sighting_get(seen[i].kind)->name[ARB_LANG_EN]);
    }
    arb_terms_free(terms);
}

/* Names are unlike each other, in both languages, and sentences use no unknown word in braces. */
static void test_terms__texts(void **state)
{
    static const char *const parts[] = { "side", "by",   "on", "via",    "to",
                                         "at",   "gone", "n",  "points", "file" };

    (void)state;
    for (size_t i = 0; i < ARB_SIGHTING_COUNT; i++)
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++) {
            const char *text = arb_sighting_get(i)->text[lang];
            for (size_t k = 0; k < i; k++)
                assert_string_not_equal(arb_sighting_get(i)->name[lang],
                                        arb_sighting_get(k)->name[lang]);
            assert_true(strlen(text) > 0 && text[strlen(text) - 1] == '.');
            while ((text = strchr(text, '{')) != NULL) {
                const size_t size = strcspn(++text, "}");
                bool known = false;
                for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
                    known =
                        known || (strlen(parts[k]) == size && memcmp(parts[k], text, size) == 0);
                assert_true(known && text[size] == '}');
            }
        }
    assert_null(arb_sighting_get(ARB_SIGHTING_COUNT));
}

/* What stays is told once: a pin that was there, a passed pawn that advances, the phase. */
static void test_terms__only_what_is_new(void **state)
{
    place p = { .plies = 0 };
    arb_terms *terms;
    unsigned passed = 0, pins = 0, phases = 0, files = 0;
    char moves[] = "Bb5 Nc6 a4 Ke7 a5 Kd6 a6 Ke7 axb7 Kd6";

    (void)state;
    p.pos[0] = pos_of("1n2k3/1p6/8/8/8/8/P7/4KB2 w - - 0 1");
    assert_int_equal(arb_terms_new(&terms, NULL), ARB_OK);
    play(&p, 0, moves);
    for (size_t plies = 0; plies <= p.plies; plies++) {
        arb_sighting seen[ARB_SIGHTINGS_MAX];
        const size_t count =
            arb_terms_follow(seen, terms, &(arb_sequence){ p.pos, p.move, plies }, NULL);
        for (size_t i = 0; i < count; i++) {
            passed += seen[i].kind == ARB_SIGHTING_PASSED_PAWN;
            pins += seen[i].kind == ARB_SIGHTING_PIN_ABSOLUTE;
            phases += seen[i].kind == ARB_SIGHTING_PHASE_ENDGAME;
            files += seen[i].kind == ARB_SIGHTING_OPEN_FILE;
        }
    }
    assert_int_equal(passed, 1); /* the pawn on b7, once it has captured */
    assert_int_equal(pins, 1);
    assert_int_equal(phases, 1);
    assert_int_equal(files, 2); /* c to h at first, a with them at the end */
    arb_terms_free(terms);
}

/* How often a kind is new in a game. */
static unsigned times_new(arb_terms *terms, const char *fen, char *moves, arb_sighting_kind kind)
{
    place p = { .plies = 0 };
    unsigned times = 0;

    p.pos[0] = pos_of(fen);
    play(&p, 0, moves);
    for (size_t plies = 0; plies <= p.plies; plies++) {
        arb_sighting seen[ARB_SIGHTINGS_MAX];
        const size_t count =
            arb_terms_follow(seen, terms, &(arb_sequence){ p.pos, p.move, plies }, NULL);
        for (size_t i = 0; i < count; i++)
            times += seen[i].kind == kind;
    }
    return times;
}

/* A passed pawn is one wherever it goes; the endgame does not come twice, a queen for a move or
 * not; and a game begins anew. */
static void test_terms__what_goes_on_is_not_new(void **state)
{
    char runs[] = "a4 Ke7 a5 Kd6 a6", again[] = "a3 Ke7", queens[] = "axb8=Q+ Kxb8";
    arb_terms *terms;

    (void)state;
    assert_int_equal(arb_terms_new(&terms, NULL), ARB_OK);
    assert_int_equal(
        times_new(terms, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", runs, ARB_SIGHTING_PASSED_PAWN), 1);
    assert_int_equal(
        times_new(terms, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", again, ARB_SIGHTING_OPEN_FILE), 1);
    assert_int_equal(
        times_new(terms, "1nk5/P7/8/8/8/8/8/R3K2R w - - 0 1", queens, ARB_SIGHTING_PHASE_ENDGAME),
        1);
    arb_terms_free(terms);
}

/* What a side has in the centre is told when it grows, and material when captures are over. */
static void test_terms__less_is_not_new(void **state)
{
    char goes[] = "Kf1 Nb6 Kg1 Nd5", trade[] = "Bxc6 bxc6 Ke2 Ke7", wins[] = "Bxc6 Ke7 Ke2 Kd6";
    arb_terms *terms;

    (void)state;
    assert_int_equal(arb_terms_new(&terms, NULL), ARB_OK);
    assert_int_equal(
        times_new(terms, "4k3/8/8/3np3/8/8/8/4K3 w - - 0 1", goes, ARB_SIGHTING_CENTRE), 2);
    assert_int_equal(
        times_new(terms, "4k3/1p6/2n5/1B6/8/8/8/4K3 w - - 0 1", trade, ARB_SIGHTING_ADVANTAGE),
        1); /* the pawn, as before */
    assert_int_equal(
        times_new(terms, "4k3/1p6/2n5/1B6/8/8/8/4K3 w - - 0 1", wins, ARB_SIGHTING_ADVANTAGE),
        2); /* the pawn, and then the knight that was not avenged */
    arb_terms_free(terms);
}

/* A fork is not told as a double attack as well, nor a mate as a check, unless that was asked. */
static void test_terms__the_closest_word(void **state)
{
    const arb_pos fork = pos_of("r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1");
    bool wanted[ARB_SIGHTING_COUNT] = { [ARB_SIGHTING_DOUBLE_ATTACK] = true };
    const arb_sequence alone = { .pos = &fork };
    arb_sighting seen[ARB_SIGHTINGS_MAX];
    arb_terms *terms;

    (void)state;
    assert_int_equal(arb_terms_new(&terms, NULL), ARB_OK);
    assert_int_equal(arb_terms_find(seen, terms, &alone, wanted), 1);
    assert_int_equal(seen[0].kind, ARB_SIGHTING_DOUBLE_ATTACK);
    wanted[ARB_SIGHTING_FORK] = true;
    assert_int_equal(arb_terms_find(seen, terms, &alone, wanted), 1);
    assert_int_equal(seen[0].kind, ARB_SIGHTING_FORK);
    arb_terms_free(terms);
}

/* In the order of the list, whichever detector speaks first. */
static void test_terms__order(void **state)
{
    const arb_pos pos = pos_of("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
    bool wanted[ARB_SIGHTING_COUNT] = {
        [ARB_SIGHTING_DEVELOPMENT] = true, [ARB_SIGHTING_PHASE_OPENING] = true
    };
    arb_sighting seen[ARB_SIGHTINGS_MAX];
    arb_terms *terms;

    (void)state;
    assert_int_equal(arb_terms_new(&terms, NULL), ARB_OK);
    assert_int_equal(arb_terms_find(seen, terms, &(arb_sequence){ .pos = &pos }, wanted), 3);
    assert_int_equal(seen[0].kind, ARB_SIGHTING_DEVELOPMENT);
    assert_int_equal(seen[0].side, ARB_WHITE);
    assert_int_equal(seen[1].side, ARB_BLACK);
    assert_int_equal(seen[2].kind, ARB_SIGHTING_PHASE_OPENING);
    arb_terms_free(terms);
}

/* Seven pieces are tried, eight are not; a queen whose opponent has the move may yet be lost, and
 * bare kings are a draw; and nobody asks about dead positions who lends no proof. */
static void test_terms__what_is_not_proved(void **state)
{
    static const struct {
        const char *fen;
        arb_terms_proof proof;
        unsigned seen;
    } rows[] = { { "8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1", ARB_TERMS_PROVED, 1 },
                 { "4k3/8/8/8/4K3/2p3P1/8/8 b - - 0 1", ARB_TERMS_PROVED, 0 },
                 { "1K6/8/3k4/3p4/3P4/8/8/8 b - - 0 1", ARB_TERMS_PROVED, 0 },
                 { "5k2/1P6/3K4/7p/8/8/8/8 w - - 0 1", ARB_TERMS_UNPROVED, 0 },
                 { "8/p7/p7/P2Kp3/4Pk2/8/8/8 w - - 0 1", ARB_TERMS_UNPROVED, 0 },
                 { "8/p7/p7/P2Kp3/P3Pk2/8/8/8 w - - 0 1", ARB_TERMS_TOO_MANY, 0 } };
    const bool wanted[ARB_SIGHTING_COUNT] = {
        [ARB_SIGHTING_ZUGZWANG_LOSES] = true, [ARB_SIGHTING_DEAD_POSITION] = true
    };
    const arb_pos bare = pos_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    arb_sighting seen[ARB_SIGHTINGS_MAX];
    arb_terms *terms;

    (void)state;
    assert_int_equal(arb_terms_new(&terms, NULL), ARB_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const arb_pos pos = pos_of(rows[i].fen);
        const size_t count = arb_terms_find(seen, terms, &(arb_sequence){ .pos = &pos }, wanted);
        assert_int_equal(count, rows[i].seen);
        assert_int_equal(arb_terms_proved(terms), rows[i].proof);
    }
    assert_int_equal(arb_terms_find(seen, terms, &(arb_sequence){ .pos = &bare }, wanted), 0);
    arb_terms_lend_dead(terms, is_dead, NULL);
    assert_int_equal(arb_terms_find(seen, terms, &(arb_sequence){ .pos = &bare }, wanted), 1);
    assert_int_equal(seen[0].kind, ARB_SIGHTING_DEAD_POSITION);
    assert_int_equal(seen[0].side, ARB_COLOUR_COUNT);
    arb_terms_free(terms);
}

/* A game that goes back to all pieces at home does not open again. */
static void test_terms__phases_do_not_come_back(void **state)
{
    place p = { .plies = 0 };
    arb_terms *terms;
    unsigned openings = 0, middles = 0;
    char moves[] = "Nb1 Nb8 Nc3 Nc6";

    (void)state;
    p.pos[0] = pos_of("r1bq1rk1/ppppbppp/2n2n2/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQ1RK1 w - - 0 1");
    assert_int_equal(arb_terms_new(&terms, NULL), ARB_OK);
    play(&p, 0, moves);
    for (int twice = 0; twice < 2; twice++)
        for (size_t plies = 0; plies <= p.plies; plies++) {
            arb_sighting seen[ARB_SIGHTINGS_MAX];
            const size_t count =
                arb_terms_follow(seen, terms, &(arb_sequence){ p.pos, p.move, plies }, NULL);
            for (size_t i = 0; i < count; i++) {
                openings += seen[i].kind == ARB_SIGHTING_PHASE_OPENING;
                middles += seen[i].kind == ARB_SIGHTING_PHASE_MIDDLEGAME;
            }
        }
    assert_int_equal(middles, 2); /* once for each time that the game is followed */
    assert_int_equal(openings, 0);
    arb_terms_free(terms);
}

/* Zugzwang is looked for only when it is asked for. */
static void test_terms__searches_when_asked(void **state)
{
    const arb_pos pos = pos_of("8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1");
    const arb_sequence alone = { .pos = &pos };
    arb_sighting seen[ARB_SIGHTINGS_MAX];
    bool wanted[ARB_SIGHTING_COUNT] = { false };
    arb_terms *terms;

    (void)state;
    assert_int_equal(arb_terms_new(&terms, NULL), ARB_OK);
    size_t count = arb_terms_find(seen, terms, &alone, NULL);
    for (size_t i = 0; i < count; i++)
        assert_int_not_equal(arb_sighting_get(seen[i].kind)->needs, ARB_SIGHTING_SEARCH);
    wanted[ARB_SIGHTING_ZUGZWANG_LOSES] = true;
    count = arb_terms_find(seen, terms, &alone, wanted);
    assert_int_equal(count, 1);
    arb_terms_free(terms);
}

/* So is a capture. */
static void test_terms__captures_when_asked(void **state)
{
    place p = { .plies = 0 };
    arb_sighting seen[ARB_SIGHTINGS_MAX];
    bool wanted[ARB_SIGHTING_COUNT] = { [ARB_SIGHTING_CAPTURE] = true };
    char moves[] = "exd5";
    arb_terms *terms;

    (void)state;
    p.pos[0] = pos_of("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    play(&p, 0, moves);
    const arb_sequence one = { p.pos, p.move, p.plies };
    assert_int_equal(arb_terms_new(&terms, NULL), ARB_OK);
    const size_t count = arb_terms_find(seen, terms, &one, NULL);
    for (size_t i = 0; i < count; i++)
        assert_int_not_equal(seen[i].kind, ARB_SIGHTING_CAPTURE);
    assert_int_equal(arb_terms_find(seen, terms, &one, wanted), 1);
    /* and in a position alone there is none */
    assert_int_equal(arb_terms_find(seen, terms, &(arb_sequence){ .pos = p.pos }, wanted), 0);
    arb_terms_free(terms);
}

/* All memory is taken when one is made. */
static void test_terms__memory(void **state)
{
    const arb_pos pos = pos_of("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1");
    const arb_sequence alone = { .pos = &pos };
    arb_sighting seen[ARB_SIGHTINGS_MAX];
    arb_terms *terms = NULL;
    failing_mem mem;

    (void)state;
    failing_mem_init(&mem, 1);
    assert_int_equal(arb_terms_new(&terms, &mem.mem), ARB_NOMEM);
    assert_null(terms);
    failing_mem_assert_clean(&mem);
    failing_mem_init(&mem, 2);
    assert_int_equal(arb_terms_new(&terms, &mem.mem), ARB_OK);
    assert_true(arb_terms_find(seen, terms, &alone, NULL) > 0);
    assert_false(mem.failed);
    arb_terms_free(terms);
    failing_mem_assert_clean(&mem);
    arb_terms_free(NULL);
}

/* Every name that `arbitro help terms` lists leads to the term that it belongs to. */
static void test_terms__names_are_explained(void **state)
{
    const arb_sighting_info *info;

    (void)state;
    for (size_t kind = 0; (info = arb_sighting_get(kind)); kind++)
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++) {
            const arb_term *term;
            const char *name = info->name[lang];
            if (arb_glossary_find(&term, 1, name, strlen(name)) != 1 ||
                arb_glossary_id(term) != info->term)
                fail_msg("%s is not explained", name);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terms__less_is_not_new),
        cmocka_unit_test(test_terms__the_closest_word),
        cmocka_unit_test(test_terms__names_are_explained),
        cmocka_unit_test(test_terms__known_games_and_positions),
        cmocka_unit_test(test_terms__examples_of_the_list),
        cmocka_unit_test(test_terms__texts),
        cmocka_unit_test(test_terms__only_what_is_new),
        cmocka_unit_test(test_terms__what_goes_on_is_not_new),
        cmocka_unit_test(test_terms__order),
        cmocka_unit_test(test_terms__what_is_not_proved),
        cmocka_unit_test(test_terms__phases_do_not_come_back),
        cmocka_unit_test(test_terms__searches_when_asked),
        cmocka_unit_test(test_terms__captures_when_asked),
        cmocka_unit_test(test_terms__memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
