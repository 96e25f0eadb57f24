/* SPDX-License-Identifier: MIT */
/* The card for the sighted player: the words of the announcements on one page (Laws D.2.1). */
#include <stdio.h>
#include <string.h>

#include "arbitro/utf8.h"
#include "cli/announce.h"

enum { WORD_SIZE = ARB_ANNOUNCEMENT_SIZE, WIDTH = 12 };

/* What stands on the card beside files and ranks. */
static const struct {
    arb_meaning meaning;
    arb_text_id name;
} lines[] = {
    { ARB_MEANING_KING, ARB_TEXT_CARD_KING },
    { ARB_MEANING_QUEEN, ARB_TEXT_CARD_QUEEN },
    { ARB_MEANING_ROOK, ARB_TEXT_CARD_ROOK },
    { ARB_MEANING_BISHOP, ARB_TEXT_CARD_BISHOP },
    { ARB_MEANING_KNIGHT, ARB_TEXT_CARD_KNIGHT },
    { ARB_MEANING_PAWN, ARB_TEXT_CARD_PAWN },
    { ARB_MEANING_KINGSIDE, ARB_TEXT_CARD_KINGSIDE },
    { ARB_MEANING_QUEENSIDE, ARB_TEXT_CARD_QUEENSIDE },
    { ARB_MEANING_TAKES, ARB_TEXT_CARD_TAKES },
    { ARB_MEANING_EN_PASSANT, ARB_TEXT_CARD_EN_PASSANT },
    { ARB_MEANING_CHECK, ARB_TEXT_CARD_CHECK },
    { ARB_MEANING_MATE, ARB_TEXT_CARD_MATE },
};
enum { LINES = sizeof lines / sizeof lines[0] };

/* A word and blanks to the next column. */
static void print_cell(const char *text, size_t width)
{
    const size_t size = arb_utf8_count(text, strlen(text));

    fputs(text, stdout);
    for (size_t i = size; i < width; i++)
        putchar(' ');
}

static void file_name(char out[WORD_SIZE], const arb_language *language, arb_file_names files,
                      unsigned file)
{
    const arb_saying saying = { .language = language, .files = files };

    arb_announced_file_write(out, WORD_SIZE, file, &saying);
}

static void print_squares(const arb_cli *cli, const arb_language *language)
{
    const arb_saying saying = { .language = language };
    char name[WORD_SIZE], city[WORD_SIZE], radio[WORD_SIZE], rank[WORD_SIZE];

    printf("%s\n", arb_text(ARB_TEXT_CARD_SQUARES, cli->lang));
    for (unsigned i = 0; i < 8; i++) {
        file_name(name, language, ARB_FILE_NAMES, i);
        file_name(radio, language, ARB_FILE_NATO, i);
        file_name(city, language, ARB_FILE_CITIES, i);
        arb_announced_rank_write(rank, sizeof rank, i, &saying);
        printf("  %c  ", arb_file_letter(i));
        print_cell(name, WIDTH);
        print_cell(radio, WIDTH);
        print_cell(city, WIDTH + 4);
        printf("%c  %s\n", arb_rank_digit(i), rank);
    }
}

/* The words of a language, as the last that a card needs: how it all sounds. */
static void say_example(char out[WORD_SIZE], const arb_language *language)
{
    const arb_pos pos = arb_pos_initial();
    const arb_saying saying = { .language = language };
    arb_move move;

    out[0] = '\0';
    if (arb_uci_read(&move, NULL, &pos, "g1f3", 4) == ARB_OK)
        arb_announcement_write(out, WORD_SIZE, &pos, move, &saying);
}

static arb_exit print_card(const arb_cli *cli, const arb_language *language)
{
    const arb_saying saying = { .language = language };
    char word[WORD_SIZE];

    arb_text_line(stdout, cli->lang, ARB_TEXT_CARD_TITLE, language->name[cli->lang]);
    putchar('\n');
    print_squares(cli, language);
    putchar('\n');
    for (size_t i = 0; i < LINES; i++) {
        arb_announced_word_write(word, sizeof word, lines[i].meaning, &saying);
        if (!*word)
            continue;
        fputs("  ", stdout);
        print_cell(arb_text(lines[i].name, cli->lang), 2 * WIDTH);
        puts(word);
    }
    say_example(word, language);
    putchar('\n');
    arb_text_line(stdout, cli->lang, ARB_TEXT_CARD_EXAMPLE, word);
    puts(arb_text(ARB_TEXT_CARD_RULE, cli->lang));
    return ARB_EXIT_YES;
}

static json_t *names_json(const arb_language *language, arb_file_names files)
{
    json_t *names = json_array();
    char word[WORD_SIZE];

    for (unsigned i = 0; i < 8; i++) {
        file_name(word, language, files, i);
        names = arb_json_add(names, json_string(word));
    }
    return names;
}

static json_t *ranks_json(const arb_language *language)
{
    const arb_saying saying = { .language = language };
    json_t *names = json_array();
    char word[WORD_SIZE];

    for (unsigned i = 0; i < 8; i++) {
        arb_announced_rank_write(word, sizeof word, i, &saying);
        names = arb_json_add(names, json_string(word));
    }
    return names;
}

static arb_exit json_card(const arb_cli *cli, const arb_language *language)
{
    static const char *const keys[ARB_MEANING_COUNT] = {
        "pawn", "knight",   "bishop",    "rook",       "queen", "king", "takes",
        NULL,   "kingside", "queenside", "en-passant", "check", "mate", NULL
    };
    const arb_saying saying = { .language = language };
    json_t *words = json_object();
    char word[WORD_SIZE];

    for (size_t i = 0; i < LINES; i++) {
        arb_announced_word_write(word, sizeof word, lines[i].meaning, &saying);
        words = arb_json_join(words, json_pack("{ss}", keys[lines[i].meaning], word));
    }
    return arb_cli_json(cli, json_pack("{ss so so so so so}", "language", language->code, "names",
                                       names_json(language, ARB_FILE_NAMES), "nato",
                                       names_json(language, ARB_FILE_NATO), "cities",
                                       names_json(language, ARB_FILE_CITIES), "ranks",
                                       ranks_json(language), "words", words));
}

arb_exit arb_announce_card(const arb_cli *cli, const arb_language *language)
{
    return (cli->json ? json_card : print_card)(cli, language);
}
