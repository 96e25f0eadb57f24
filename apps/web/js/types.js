/* SPDX-License-Identifier: MIT */
/*
 * What the server sends, as types for the checker; nothing here is run. The words are those of
 * docs/SERVER.md.
 */

/** @typedef {"white"|"black"} Colour */
/** @typedef {"arbiter"|"white"|"black"|"spectator"|"desk"|"assistant"|"white-assistant"|"black-assistant"} Role */
/** @typedef {{en: string, it: string}} Bilingual */
/** @typedef {{white: number, black: number}} PerSide */

/**
 * @typedef {object} ClockState
 * @property {number|null} white  milliseconds left at the instant `at`
 * @property {number|null} black
 * @property {Colour|null} running
 * @property {number} at  the server's monotonic time; ahead of now while a delay runs
 * @property {{white: boolean, black: boolean}} flags
 */

/**
 * @typedef {object} State
 * @property {string} phase
 * @property {boolean} [stalled] the database is away, and all clocks stand
 * @property {string} result
 * @property {string|null} reason
 * @property {string[]} articles
 * @property {(string|null)[]} cited  the same by the edition's own numbers
 * @property {{white: string|number|null, black: string|number|null}} points
 * @property {Colour} turn
 * @property {string} fen
 * @property {string} board  the placement field as the board stands
 * @property {string|null} check
 * @property {ClockState|null} clock
 * @property {PerSide} illegal
 * @property {Colour|null} offer
 * @property {string|null} pending
 * @property {Penalty[]} penalties  beyond the game (12.9.7 to 12.9.9)
 * @property {"none"|"written"|"confirmed"|"contested"} papers  of a claim without an arbiter
 * @property {boolean} papers_missing  when it waits
 * @property {number} assistants  of the arbiter
 * @property {boolean} spectators_out
 * @property {Wait[]} waits  for the arbiter
 * @property {Colour[]} away
 * @property {Colour[]} agreed  to correct an old illegal move
 * @property {Colour[]} takeback  who asks the opponent to let a move be taken back
 * @property {Colour[]} abort  or the game be given up
 * @property {PerSide} [counter]  where this seat may know it
 * @property {string[]} [observable]  to the arbiter: what a trained eye would see
 * @property {Sheets|null} [sheets]  to the arbiter, where scoresheets are kept
 * @property {Adjournment|null} adjourned  in a game that was adjourned, or is to be
 * @property {string[]} touched
 * @property {string[]} [allowed]
 * @property {{white: boolean, black: boolean}} [uncompleted]  where this seat may know it
 * @property {{from: string, to: string}|null} standing
 * @property {number} plies  how many moves the game has
 * @property {boolean} [to_press]  to a player: he has made something that his press completes
 * @property {string[]} can  the verbs that would be heard of this seat
 * @property {Record<string, number>} soon  and those that will be, by the server's time
 */

/** How a scoresheet stands; `gap` is the first half-move that is missing. @typedef {{state: "complete"|"gaps"|"ahead", gap: number|null, must: boolean}} SheetStand */
/** Both, and the half-move at which they first differ. @typedef {{white: SheetStand, black: SheetStand, part: number|null}} Sheets */

/**
 * How it stands with an adjournment (Guidelines I).
 * @typedef {object} Adjournment
 * @property {"none"|"open"|"sealed"|"opened"|"missing"} envelope
 * @property {Colour|null} must_seal  who is to seal now
 * @property {Colour|null} sealer  whose move is in the envelope
 * @property {boolean} verified  the arbiter has checked it
 * @property {boolean} continued  it is set up for the resumption
 * @property {{white: boolean, black: boolean}} present  who is there
 * @property {string|null} resumption  when and where
 * @property {number|null} late_at  when those who are not there lose
 */

/** @typedef {{kind: string, player: Colour|null, ground?: string}} Wait */
/** @typedef {{player: Colour, kind: string, rounds?: number}} Penalty */

/**
 * The edition, and the penalties that it knows in such a game.
 * @typedef {object} Laws
 * @property {string} edition
 * @property {Bilingual} title
 * @property {string[]} penalties
 */

/** @typedef {{article: string, cited: string, title: Bilingual}} Breach */

/**
 * @typedef {object} Ruling
 * @property {string} article
 * @property {string|null} cited  its number in the game's own edition
 * @property {string} code
 * @property {Colour|null} player
 * @property {boolean} warning  one is due to the player
 * @property {Bilingual} text
 */

/**
 * @typedef {object} LogEntry
 * @property {number} seq
 * @property {number} number
 * @property {number} time  seconds of game time
 * @property {string} actor
 * @property {string} event  in the words of the case language
 * @property {Bilingual} words  as people say it
 * @property {"looks"|"waits"|"answers"|null} [calls]  what it is to the arbiter, who alone is told
 * @property {boolean} refused
 * @property {boolean} [hall]  the server gave it in the arbiter's place
 * @property {boolean} [entered]  the arbiter entered it for the player
 * @property {Ruling[]} rulings
 */

/**
 * @typedef {object} PlayedMove
 * @property {string} san
 * @property {string} uci
 * @property {string} fen
 * @property {number|null} white_ms
 * @property {number|null} black_ms
 */

/** @typedef {{white?: string|null, black?: string|null, event?: string|null}} Names */

/**
 * @typedef {object} Snapshot
 * @property {Role} role
 * @property {number} game
 * @property {number} seq
 * @property {number} now
 * @property {Names} names
 * @property {string} time
 * @property {string} edition
 * @property {Laws} laws
 * @property {Breach[]} [breaches]  for the arbiter
 * @property {Record<string, string>} options
 * @property {string} variant
 * @property {"casual"|"tournament"} mode
 * @property {Colour|null} [computer]  the seat at which a program plays
 * @property {State} state
 * @property {PlayedMove[]} moves
 * @property {LogEntry[]} log
 * @property {Presence} [presence]
 * @property {string} start  the position before the first move
 * @property {number|null} [start960]  of a game of Chess960
 * @property {number} [before]  the annulled game in whose place it is played
 * @property {{game: number, token: string|null}|null} [next]  the game in its place, and the own link there
 */

/** Whom a player has named. @typedef {{name: string|null, tasks: string[], accepted: boolean, present: boolean}} Assistant */

/**
 * What a table shows where moves are announced (D.2.1).
 * @typedef {object} Table
 * @property {number} game
 * @property {number} seq
 * @property {Role} role
 * @property {string} language  of announcements
 * @property {Colour[]} vision  who cannot see
 * @property {Colour[]} hearing  who cannot hear
 * @property {boolean} two  each player has a board of his own
 * @property {{what: "none"|"move"|"announce"|"repeat"|"execute", who: Colour|null}} due
 * @property {{player: Colour, text: string, announced: boolean, repeated: boolean}|null} last  the last move in words
 * @property {{white?: string, black?: string}} boards  those that this seat serves
 * @property {Card} card
 * @property {Assistant} [assists]  to an assistant: what he was named for
 * @property {{player: Colour, text: string, uci: string}|null} [coming]  to the arbiter: announced, and not made yet
 * @property {{white: Assistant|null, black: Assistant|null}} [assistants]  to the arbiter
 * @property {{white: string[], black: string[]}} [can]  to the arbiter: what he can enter for each
 */

/**
 * The words of announcements.
 * @typedef {object} Card
 * @property {string} king
 * @property {string} queen
 * @property {string} rook
 * @property {string} bishop
 * @property {string} knight
 * @property {string} pawn
 * @property {string} takes
 * @property {string} kingside
 * @property {string} queenside
 * @property {string[]} files
 * @property {string[]} ranks
 */

/** @typedef {{white: boolean, black: boolean, spectators: number}} Presence */

/**
 * What an event brought, by the stream or as the answer to one's own.
 * @typedef {object} Update
 * @property {number} seq
 * @property {number} [game]
 * @property {LogEntry|null} [log]
 * @property {State} [state]  missing where several events are told again at once
 * @property {PlayedMove|null} [move]  the last one
 */

/**
 * @typedef {object} HallGame
 * @property {number} game
 * @property {Names} names
 * @property {string} time
 * @property {string} phase
 * @property {string} result
 * @property {number} moves
 * @property {number} [start960]  of a game of Chess960 that began so
 * @property {ClockState|null} [clock]
 * @property {string|null} [report]  to the desk: what a spectator told last
 * @property {boolean} [damaged]  to the desk: the journal of the game is not whole
 * @property {State} [state]
 * @property {number} [next]  to the desk: the game in the place of an annulled one
 */

export {};
