/* SPDX-License-Identifier: MIT */
/*
 * The envelope of an adjourned game: what is written on it, and to whom the journal tells what is
 * in it; see envelope.h.
 */
#include <string.h>

#include "arbitro/game_envelope.h"
#include "arbitro/mem.h"
#include "game/game.h"
#include "laws/adjourned.h"

/* ---- what was given */

/* Nothing, or the question mark of PGN, names nobody. */
static bool is_said(const char *text, size_t size)
{
    return text && size > 0 && !(size == 1 && *text == '?');
}

/* Takes a copy in place of the text before; nothing is NULL. */
static arb_err keep(const arb_game *game, const char **held, size_t *held_size, const char *text,
                    size_t size, bool owned)
{
    char *copy = size > 0 ? arb_mem_new_array(game->mem, size, 1) : NULL;

    if (size > 0 && !copy)
        return ARB_NOMEM;
    if (copy)
        memcpy(copy, text, size);
    if (owned)
        arb_mem_free(game->mem, (void *)(uintptr_t)*held, *held_size);
    *held = copy;
    *held_size = size;
    return ARB_OK;
}

_Static_assert((int)ARB_ENVELOPE_LACKS_WHITE == 1 << ARB_WHITE &&
                   (int)ARB_ENVELOPE_LACKS_BLACK == 1 << ARB_BLACK,
               "names are missing by their colours");

static void note_unsaid(arb_game *game)
{
    const arb_given *given = &game->given;

    game->unsaid = 0;
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (!is_said(given->name[c], given->name_size[c]))
            game->unsaid |= 1u << c;
    if (!is_said(given->resumption, given->resumption_size))
        game->unsaid |= ARB_ENVELOPE_LACKS_RESUMPTION;
}

arb_err arb_given_keep(arb_game *game, const arb_given *given)
{
    arb_given *own = &game->given;
    arb_err err = ARB_OK;

    own->name[0] = own->name[1] = own->resumption = NULL;
    own->name_size[0] = own->name_size[1] = own->resumption_size = 0;
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK && !err; c++)
        err = keep(game, &own->name[c], &own->name_size[c], given->name[c], given->name_size[c],
                   false);
    if (!err)
        err = keep(game, &own->resumption, &own->resumption_size, given->resumption,
                   given->resumption_size, false);
    note_unsaid(game);
    return err;
}

void arb_given_forget(arb_game *game)
{
    const arb_given *given = &game->given;

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        arb_mem_free(game->mem, (void *)(uintptr_t)given->name[c], given->name_size[c]);
    arb_mem_free(game->mem, (void *)(uintptr_t)given->resumption, given->resumption_size);
}

arb_err arb_game_name(arb_game *game, arb_colour colour, const char *name, size_t size)
{
    arb_given *own = &game->given;
    const arb_err err = keep(game, &own->name[colour], &own->name_size[colour], name, size, true);

    if (!err)
        note_unsaid(game);
    return err;
}

/* ---- the face of the envelope */

/* Laws I.2.7: as the arbiter said when he adjourned the game, else as the tags say. */
static void add_resumption(arb_envelope_face *out, const arb_game *game)
{
    const uint32_t entry = game->state.adjourned.resumption;

    if (entry != NO_ENTRY) {
        out->resumption = game->entries[entry].text;
        out->resumption_size = game->entries[entry].size;
    } else if (!(game->unsaid & ARB_ENVELOPE_LACKS_RESUMPTION)) {
        out->resumption = game->given.resumption;
        out->resumption_size = game->given.resumption_size;
    }
}

/* Laws I.2, I.2.1, I.2.2, I.2.3, I.2.4, I.2.5, I.2.6 */
bool arb_game_envelope(arb_envelope_face *out, const arb_game *game)
{
    const arb_adjourned *a = &game->state.adjourned;
    arb_envelope_face face = { .sealer = (arb_colour)a->sealer, .offer = (arb_colour)a->offer };

    if (a->stage < ARB_IS_ADJOURNED || a->envelope == ARB_ENVELOPE_NONE ||
        !arb_history_position(&face.position, game->history, a->first))
        return false;
    face.number = face.position.move_number;
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        face.used[c] = a->used[c];
        if (game->unsaid >> c & 1)
            continue;
        face.name[c] = game->given.name[c];
        face.name_size[c] = game->given.name_size[c];
    }
    add_resumption(&face, game);
    *out = face;
    return true;
}

unsigned arb_envelope_lacks(const arb_envelope_face *face)
{
    return (face->name[ARB_WHITE] ? 0u : (unsigned)ARB_ENVELOPE_LACKS_WHITE) |
           (face->name[ARB_BLACK] ? 0u : (unsigned)ARB_ENVELOPE_LACKS_BLACK) |
           (face->resumption ? 0u : (unsigned)ARB_ENVELOPE_LACKS_RESUMPTION);
}

/* ---- what is in it */

static bool opens(const arb_journal_entry *entry)
{
    for (unsigned i = 0; i < entry->count; i++)
        if (entry->said[i].effect == ARB_EFFECT_UNSEAL)
            return true;
    return false;
}

/* Has an envelope been opened with what was sealed by event `index`? Not when something else was
 * sealed before that. */
static bool is_opened(const arb_game *game, size_t index)
{
    for (size_t i = index + 1; i < game->journal_count && !game->journal[index].refused; i++) {
        const arb_journal_entry *entry = &game->journal[i];
        if (opens(entry))
            return true;
        if (entry->event.verb == ARB_VERB_SEAL && !entry->refused)
            return false;
    }
    return false;
}

/* Has this actor sealed, or had it done by his assistant (D.2.10.6)? */
static bool has_sealed(const arb_event *event, arb_actor actor)
{
    const bool player = actor == ARB_ACTOR_WHITE || actor == ARB_ACTOR_BLACK;

    return actor == (arb_actor)event->actor ||
           (player && arb_actor_colour(actor) == arb_actor_colour((arb_actor)event->actor));
}

/* Guidelines I: what was sealed is its author's, until the envelope is opened. */
static bool conceals(const arb_game *game, size_t index, arb_actor actor)
{
    const arb_journal_entry *entry = &game->journal[index];

    return entry->event.verb == ARB_VERB_SEAL && !has_sealed(&entry->event, actor) &&
           !is_opened(game, index);
}

static void leave_text_out(arb_event *event)
{
    event->text = NULL;
    event->size = 0;
    event->flags &= (uint16_t)~ARB_EVENT_ESCAPED;
}

/* Laws I.7 */
void arb_game_kept(arb_event *out, const arb_game *game)
{
    *out = game->judged;
    if (out->verb != ARB_VERB_OPEN_ENVELOPE || !game->verdict.refused || out->size == 0)
        return;
    leave_text_out(out);
    out->text = arb_not_kept;
    out->size = strlen(arb_not_kept);
}

bool arb_game_told(arb_event *out, const arb_game *game, size_t index, arb_actor actor)
{
    const bool left_out = game->journal[index].event.size > 0 && conceals(game, index, actor);

    *out = game->journal[index].event;
    if (left_out)
        leave_text_out(out);
    return left_out;
}
