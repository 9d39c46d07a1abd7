// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/game.h"
#include "report/document.h"
#include "report/finding.h"
#include "report/labels.h"
#include "report/long_table.h"

/// The claim of a game (record/game.h): two cells set against each other in spite of all rules that
/// keep Duelo from it elsewhere, and the conditions that were not equal. Everything made from a
/// comparison with a game in it is marked.
namespace duelo {

/// One of the two, as the game sets it.
struct GameSide {
    CellAt at{};
    GameTime time = GameTime::Median;
    double ms = 0;
    std::string name{};  ///< in its chart and headline
};

struct Misleading {
    GameSide slow{}, fast{};  ///< by their times

    [[nodiscard]] double factor() const { return slow.ms / fast.ms; }
};

/// The times that a cell may be set against another with, the median first; none: it has no time.
[[nodiscard]] std::vector<GameTime> gameTimesOf(const ReportCell& cell);

/// Returns the claim of a game on the own file. Reasons: "game_cell_unknown" {cell} of a cell that
/// the file lacks or that has no time, "game_time_unknown" {cell, time}, "game_same_time" of two
/// that are one.
[[nodiscard]] Result<Misleading> misleadingOf(const Comparison& comparison, const Labels& labels,
                                              const Game& game);
/// Returns the game of the own file; nothing where it is none.
[[nodiscard]] std::optional<Misleading> misleadingIn(const Comparison& comparison,
                                                     const Labels& labels);

/// The ledger of the two, with what only a game sets unequal: the case, the threads and which of
/// its times speaks for a cell. Of a tick that no is the answer of, that is the trick.
[[nodiscard]] Ledger ledgerOf(const Comparison& comparison, const Misleading& game);

[[nodiscard]] Finding findingOf(const Misleading& game, const Text& text);
[[nodiscard]] BarsValue chartOf(const Misleading& game, const Text& text);
/// Returns the full description of each of the two: the slow one, the fast one.
[[nodiscard]] std::vector<std::string> truthOf(const Misleading& game, const Comparison& comparison,
                                               const Labels& labels);

/// A tick as a question, which does not give the answer away; and its answer.
[[nodiscard]] std::string tickName(const Ledger::Tick& tick, const Text& text);
[[nodiscard]] std::string tickLine(const Ledger::Tick& tick, const Text& text);
[[nodiscard]] std::string tickLine(Answer answer, const std::string& what, const Text& text);

/// Tells whether a file of it is a game: then it proves nothing, and its ledger is the answer.
[[nodiscard]] bool hasGame(const Comparison& comparison);
/// The sentence that stands upon everything; empty where no file is a game.
[[nodiscard]] std::string watermarkOf(const Comparison& comparison, const Text& text);
/// The same as a column of a table for programs and spreadsheets.
void mark(LongTable& table, const Comparison& comparison, const Text& text);
void mark(DocTable& table, const Comparison& comparison, const Text& text);
/// The same upon a document: before everything, in its titles, and for its pages.
void mark(Document& document, const std::string& watermark);

}  // namespace duelo
