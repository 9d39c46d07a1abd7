// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/sheet.h"
#include "record/record_file.h"

/// A class game (P-08): somebody sets two cells of a file against each other so that it misleads,
/// and others find out by what. What was measured stays as it was; the file is another one that
/// says in its header what it is, so that no end line seals it without that.
namespace duelo {

/// The time of a cell with which it is set against another.
enum class GameTime { Median, First, Fastest, Device };
template <>
inline constexpr std::array<std::string_view, 4> wordsOf<GameTime>{"median", "first", "fastest",
                                                                   "device"};

/// The field "game" of a header of schema kGameSchema.
struct Game {
    std::string slow_cell{}, fast_cell{};  ///< cells of this file, by id
    std::string slow_time{}, fast_time{};  ///< words of GameTime; empty: the median
    std::string slow_name{}, fast_name{};  ///< what the chart calls them; empty: their devices
    std::string of_run{};                  ///< Header::run of what was measured
    Json extra = Json::object();
    bool operator==(const Game&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("slow_cell", self.slow_cell);
        field("slow_time", self.slow_time);
        field("slow_name", self.slow_name);
        field("fast_cell", self.fast_cell);
        field("fast_time", self.fast_time);
        field("fast_name", self.fast_name);
        field("of_run", self.of_run);
    }
};

/// A Duelo that does not know of games refuses the file instead of taking it for a measured one.
inline constexpr int kGameSchema = kSchemaVersion + 2;
inline constexpr const char* kGameField = "game";

/// Nothing where the file is no game.
[[nodiscard]] std::optional<Game> gameOf(const Header& header);

/// Writes the file's lines as those of a game, with a run of its own, and seals them. `log` is that
/// of readRecords(). Nothing is left where that fails. Reasons: "game_not_own" {path} of a file
/// that is a game or was not measured, "game_not_sealed" {path} of one that goes on or was edited,
/// and those of RecordFile.
[[nodiscard]] Result<void> writeGame(const RecordLog& log, Game game,
                                     const std::filesystem::path& path);

}  // namespace duelo
