/* SPDX-License-Identifier: MIT */
/* The selection of games once more, slowly: see slow_select.h. */
#define _POSIX_C_SOURCE 200809L
#include "slow_select.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *tag_of(const arb_pgn_game *game, const char *name)
{
    return arb_pgn_game_tag(game, name);
}

/* ---- texts */

static void lower(char *text)
{
    for (; *text; text++)
        *text = (char)tolower((unsigned char)*text);
}

/* A letter or digit: two of them side by side belong to one word. */
static bool joined(char a, char b)
{
    return isalnum((unsigned char)a) && isalnum((unsigned char)b);
}

static bool word_fits(const char *name, const char *word, bool beginning)
{
    const size_t size = strlen(word);

    for (const char *at = name; (at = strstr(at, word)) != NULL; at++)
        if ((at == name || !joined(at[-1], *at)) && (beginning || !joined(at[size - 1], at[size])))
            return true;
    return false;
}

static bool name_fits(const char *name, const char *wanted)
{
    char small[256];

    if (!name)
        return false;
    if (*wanted == '=')
        return strcasecmp(name, wanted + 1) == 0;
    snprintf(small, sizeof small, "%s", name);
    lower(small);
    for (const char *at = wanted; *at;) {
        char word[192];
        const int size = (int)strcspn(at, " ,.");
        const bool dot = at[size] == '.';
        snprintf(word, sizeof word, "%.*s", size, at);
        lower(word);
        at += size + (at[size] != '\0');
        if (size == 0)
            continue;
        const bool star = size > 1 && word[size - 1] == '*';
        if (star)
            word[size - 1] = '\0';
        const bool letter = isalpha((unsigned char)word[strlen(word) - 1]) != 0;
        if (!word_fits(small, word, star || (letter && (dot || !word[1]))))
            return false;
    }
    return true;
}

/* ---- dates: is there a day that the date can mean, and that lies in the period? */

static bool part_fits(const char *part, unsigned digits, unsigned number)
{
    return *part == '?' || *part == '\0' || (unsigned)strtoul(part, NULL, 10) == number ||
           strlen(part) < digits;
}

static bool day_fits(const char *date, unsigned year, unsigned month, unsigned day)
{
    const size_t size = strlen(date);

    return part_fits(date, 4, year) && (size < 7 || part_fits(date + 5, 2, month)) &&
           (size < 10 || part_fits(date + 8, 2, day));
}

typedef enum order { BEFORE, NOT_AFTER, AFTER, NOT_BEFORE } order;

/* Some day of `date` stands so to the days of `other`. */
static bool date_fits(const char *date, const char *other, order wanted)
{
    unsigned first = 0, last = 0;

    if (!date || *date == '?')
        return false;
    for (unsigned n = 1989 * 372; n < 1995 * 372; n++) {
        if (!day_fits(other, n / 372, n / 31 % 12 + 1, n % 31 + 1))
            continue;
        first = first ? first : n;
        last = n;
    }
    for (unsigned n = 1989 * 372; n < 1995 * 372; n++)
        if (day_fits(date, n / 372, n / 31 % 12 + 1, n % 31 + 1) &&
            (wanted == BEFORE      ? n < first
             : wanted == NOT_AFTER ? n <= last
             : wanted == AFTER     ? n > last
                                   : n >= first))
            return true;
    return false;
}

static const char *date_of(const arb_pgn_game *game)
{
    const char *date = tag_of(game, "Date");

    return date ? date : tag_of(game, "UTCDate");
}

/* ---- tags */

static bool tag_fits(const arb_pgn_game *game, const char *text)
{
    char name[64];
    const size_t size = strcspn(text, "=<>!");
    const char *op = text + size, *other = op + strspn(op, "=<>!");
    const bool dated = strchr(other, '.') != NULL;

    snprintf(name, sizeof name, "%.*s", (int)size, text);
    const char *value = tag_of(game, name);
    if (!value || *op == '\0')
        return value != NULL;
    if (strncmp(op, "==", 2) == 0)
        return strcasecmp(value, other) == 0;
    if (*op == '=')
        return name_fits(value, other);
    if (*op == '!')
        return strcasecmp(value, other) != 0;
    const order wanted =
        *op == '<' ? (op[1] == '=' ? NOT_AFTER : BEFORE) : (op[1] == '=' ? NOT_BEFORE : AFTER);
    if (dated || (strlen(value) == 10 && value[4] == '.'))
        return date_fits(value, other, wanted);
    const long difference = isdigit((unsigned char)*other)
                                ? strtol(value, NULL, 10) - strtol(other, NULL, 10)
                                : strcasecmp(value, other);
    return wanted == BEFORE      ? difference < 0
           : wanted == NOT_AFTER ? difference <= 0
           : wanted == AFTER     ? difference > 0
                                 : difference >= 0;
}

static bool eco_fits(const char *eco, const char *ranges)
{
    char list[192], *rest = list;

    snprintf(list, sizeof list, "%s", ranges);
    for (char *range; eco && (range = strtok_r(rest, ",", &rest)) != NULL;) {
        char low[8], high[200];
        const size_t size = strcspn(range, "-");
        snprintf(low, sizeof low, "%.*s", (int)size, range);
        snprintf(high, sizeof high, "%s~", range[size] ? range + size + 1 : low);
        if (strcmp(eco, low) >= 0 && strcmp(eco, high) < 0)
            return true;
    }
    return false;
}

/* ---- the board */

void slow_squares(char out[static 65], const char *placement)
{
    size_t to = 0;

    for (; *placement && *placement != ' ' && to < 64; placement++) {
        if (isdigit((unsigned char)*placement))
            for (int i = *placement - '0'; i > 0 && to < 64; i--)
                out[to++] = '.';
        else if (*placement != '/')
            out[to++] = *placement;
    }
    out[to] = '\0';
}

static bool square_fits(char wanted, char there)
{
    return wanted == '?' || wanted == there || (wanted == '!' && there != '.') ||
           (wanted == 'A' && isupper((unsigned char)there)) ||
           (wanted == 'a' && islower((unsigned char)there));
}

static bool position_fits(const arb_pos *pos, const char *wanted)
{
    char fen[ARB_FEN_SIZE], squares[65], there[65];
    const char *more = strchr(wanted, ' ');

    arb_pos_fen(fen, sizeof fen, pos);
    slow_squares(squares, wanted);
    slow_squares(there, fen);
    for (unsigned i = 0; i < 64; i++)
        if (!square_fits(squares[i], there[i]))
            return false;
    const char *rest = strchr(fen, ' ');
    const size_t size = more ? strlen(more) : 0;
    return !more || (strncmp(rest, more, size) == 0 && (rest[size] == ' ' || rest[size] == '\0'));
}

/* How many of these letters there are, and how many there must be. */
static bool count_fits(const char *squares, char letter, const char *side, size_t size)
{
    unsigned count = 0, least = 0, most = 0;

    for (; *squares; squares++)
        count += *squares == letter;
    for (size_t i = 0; i < size; i++) {
        if (toupper((unsigned char)side[i]) != toupper((unsigned char)letter))
            continue;
        const char next = (char)(i + 1 < size ? side[i + 1] : ' ');
        least += next != '*';
        most += next == '*' || next == '+' ? 100 : 1;
    }
    return count >= least && count <= most;
}

/* Do the pieces of White fit the first side, those of Black the second; or the other way round? */
static bool sides_fit(const char *squares, const char *text, bool turned)
{
    const size_t first = strcspn(text, "/"), second = strcspn(text + first + 1, ":");

    for (const char *role = "PNBRQ"; *role; role++) {
        const char small = (char)tolower((unsigned char)*role);
        if (!count_fits(squares, turned ? small : *role, text, first) ||
            !count_fits(squares, turned ? *role : small, text + first + 1, second))
            return false;
    }
    return true;
}

static bool material_fits(const arb_pgn_game *game, const char *text)
{
    const bool coloured = strpbrk(text, "pnbrqk") != NULL;
    const char *colon = strchr(text, ':');
    const unsigned long lasting = colon ? strtoul(colon + 1, NULL, 10) : 1;

    for (unsigned turned = 0; turned < (coloured ? 1u : 2u); turned++) {
        unsigned long lasted = 0;
        for (size_t i = 0; i <= game->ply_count; i++) {
            char fen[ARB_FEN_SIZE], squares[65];
            arb_pos_fen(fen, sizeof fen, i == 0 ? &game->start : &game->plies[i - 1].pos);
            slow_squares(squares, fen);
            lasted = sides_fit(squares, text, turned) ? lasted + 1 : 0;
            if (lasted >= lasting)
                return true;
        }
    }
    return false;
}

static bool reaches(const arb_pgn_game *game, const char *text)
{
    for (size_t i = 0; i <= game->ply_count; i++)
        if (position_fits(i == 0 ? &game->start : &game->plies[i - 1].pos, text))
            return true;
    return false;
}

static bool starts(const arb_pgn_game *game, const char *text)
{
    const arb_pos initial = arb_pos_initial();
    const bool is_initial = arb_pos_same(&initial, &game->start);

    if (strcmp(text, "standard") == 0)
        return is_initial && game->variant == ARB_STANDARD;
    if (strcmp(text, "chess960") == 0)
        return game->variant == ARB_CHESS960;
    return strcmp(text, "setup") == 0 ? !is_initial : position_fits(&game->start, text);
}

/* ---- all of it */

static bool result_fits(const arb_pgn_game *game, const char *text)
{
    static const char *const words[] = { "unknown", "white", "black", "draw" };
    const char *tag = tag_of(game, "Result");
    arb_pgn_result result = tag ? arb_pgn_result_read(tag, strlen(tag)) : ARB_PGN_RESULT_NONE;

    if (result == ARB_PGN_RESULT_NONE)
        result = game->summary.marker;
    return result != ARB_PGN_RESULT_NONE &&
           (strstr(text, words[result - 1]) || strstr(text, arb_pgn_result_text(result)));
}

static bool elo_fits(const arb_pgn_game *game, const slow_condition *c, size_t count, bool white)
{
    const char *tag = tag_of(game, white ? "WhiteElo" : "BlackElo");
    const unsigned long elo = tag ? strtoul(tag, NULL, 10) : 0;
    bool asked[2] = { false, false }, held[2] = { false, false };

    for (size_t i = 0; i < count; i++) {
        const unsigned long limit = strtoul(c[i].text, NULL, 10);
        if (c[i].by != ARB_PGN_BY_ELO_MIN && c[i].by != ARB_PGN_BY_ELO_MAX)
            continue;
        const bool max = c[i].by == ARB_PGN_BY_ELO_MAX;
        asked[max] = true;
        held[max] = held[max] || (max ? elo <= limit : elo >= limit);
    }
    return (!asked[0] && !asked[1]) || (elo > 0 && held[0] == asked[0] && held[1] == asked[1]);
}

static bool ratings_fit(const arb_pgn_game *game, const slow_condition *c, size_t count)
{
    const bool white = elo_fits(game, c, count, true), black = elo_fits(game, c, count, false);
    const char *of = "both";

    for (size_t i = 0; i < count; i++)
        if (c[i].by == ARB_PGN_BY_ELO_OF)
            of = c[i].text;
    return *of == 'o'                 ? white || black
           : strcmp(of, "white") == 0 ? white
           : strcmp(of, "black") == 0 ? black
                                      : white && black;
}

static bool one_fits(const arb_pgn_game *game, const slow_condition *c)
{
    const unsigned long number = strtoul(c->text, NULL, 10), plies = game->ply_count;
    const unsigned long moves = (plies + (game->start.turn == ARB_BLACK) + 1) / 2;
    const char *text = c->text;

    switch ((unsigned)c->by) {
    case ARB_PGN_BY_PLAYER:
        return name_fits(tag_of(game, "White"), text) || name_fits(tag_of(game, "Black"), text);
    case ARB_PGN_BY_WHITE:
        return name_fits(tag_of(game, "White"), text);
    case ARB_PGN_BY_BLACK:
        return name_fits(tag_of(game, "Black"), text);
    case ARB_PGN_BY_TAG:
        return tag_fits(game, text);
    case ARB_PGN_BY_ECO:
        return eco_fits(tag_of(game, "ECO"), text);
    case ARB_PGN_BY_SINCE:
        return date_fits(date_of(game), text, NOT_BEFORE);
    case ARB_PGN_BY_UNTIL:
        return date_fits(date_of(game), text, NOT_AFTER);
    case ARB_PGN_BY_RESULT:
        return result_fits(game, text);
    case ARB_PGN_BY_MOVES_MIN:
        return moves >= number;
    case ARB_PGN_BY_MOVES_MAX:
        return moves <= number;
    case ARB_PGN_BY_PLIES_MIN:
        return plies >= number;
    case ARB_PGN_BY_PLIES_MAX:
        return plies <= number;
    case ARB_PGN_BY_START:
        return starts(game, text);
    case ARB_PGN_BY_REACHES:
        return reaches(game, text);
    case ARB_PGN_BY_MATERIAL:
        return material_fits(game, text);
    default:
        return true; /* ratings are looked at together */
    }
}

static bool is_equality(const char *text)
{
    return text[strcspn(text, "=<>!")] == '=';
}

static bool alternatives(const slow_condition *a, const slow_condition *b)
{
    const size_t size = strcspn(a->text, "=<>!");

    if (a->by != b->by || a->by != ARB_PGN_BY_TAG)
        return a->by == b->by;
    return a == b || (is_equality(a->text) && is_equality(b->text) &&
                      size == strcspn(b->text, "=<>!") && memcmp(a->text, b->text, size) == 0);
}

bool slow_select(const arb_pgn_game *game, const slow_condition *conditions, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool any = false;
        for (size_t j = 0; j < count; j++)
            any = any ||
                  (alternatives(&conditions[i], &conditions[j]) && one_fits(game, &conditions[j]));
        if (!any)
            return false;
    }
    return ratings_fit(game, conditions, count);
}
