/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_ARBITRO_H
#define ARBITRO_ARBITRO_H
/**
 * @file arbitro.h
 * The whole library: the Laws of Chess in C.
 */
#include "arbitro/api.h"
#include "arbitro/article.h"
#include "arbitro/buf.h"
#include "arbitro/can.h"
#include "arbitro/case.h"
#include "arbitro/chess960.h"
#include "arbitro/clock.h"
#include "arbitro/edition.h"
#include "arbitro/error.h"
#include "arbitro/event.h"
#include "arbitro/event_make.h"
#include "arbitro/explain.h"
#include "arbitro/fen.h"
#include "arbitro/game.h"
#include "arbitro/game_pgn.h"
#include "arbitro/glossary.h"
#include "arbitro/hand.h"
#include "arbitro/history.h"
#include "arbitro/jobs.h"
#include "arbitro/language.h"
#include "arbitro/mem.h"
#include "arbitro/notation.h"
#include "arbitro/opposition.h"
#include "arbitro/perft.h"
#include "arbitro/pgn.h"
#include "arbitro/pgn_pull.h"
#include "arbitro/pgn_write.h"
#include "arbitro/position.h"
#include "arbitro/proof.h"
#include "arbitro/regulations.h"
#include "arbitro/result.h"
#include "arbitro/rulebook.h"
#include "arbitro/ruling.h"
#include "arbitro/setup.h"
#include "arbitro/sheet.h"
#include "arbitro/silence.h"
#include "arbitro/square.h"
#include "arbitro/state.h"
#include "arbitro/utf8.h"
#include "arbitro/written.h"

#endif
