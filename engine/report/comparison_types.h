// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/record_file.h"
#include "report/report_cell.h"
#include "stats/loaded_direction.h"
#include "stats/verdict.h"

/// The parts of a Comparison (report/comparison.h).
namespace duelo {

/// The role of a file in the report. The handout's Option B knows three tables: CPU only, with the
/// GPU "obtained from another group" (S0-32) and with a reference time (S0-33).
enum class Role { Own, Shared, Reference };
template <>
inline constexpr std::array<std::string_view, 3> wordsOf<Role>{"own", "shared", "reference"};

/// The source of figures: one header of one file. A resumed file has several.
struct Source {
    std::size_t file = 0;  ///< index of the log
    Role role = Role::Own;
    std::string file_name;  ///< without its folder
    Integrity integrity = Integrity::Open;
    /// Doubts of a file: it has figures that are not those of their samples; its run went on from a
    /// part that no seal vouches for. A seal that was put on afterwards is neither.
    bool contradicts_samples = false, resumed_unsealed = false;
    std::string end_status;  ///< of the file's last end line; empty: interrupted
    Header header;
    std::string cpu, gpu, os;      ///< names as the machine sheet tells them, empty if unknown
    std::vector<Reason> notices;   ///< about this part of the run
    std::vector<Reason> warnings;  ///< of the reader; in the first source of a file
    std::vector<MonitorRecord> readings{};  ///< how its machine stood while it measured
};

/// A way of doing the work on one file's machine.
struct Column {
    std::size_t file = 0;
    Params variant;
    bool operator==(const Column&) const = default;
};

/// The speed-up of a column over its base: time of the base / time of the column.
struct ColumnRatio {
    std::size_t base = 0, column = 0;
    std::optional<RatioEstimate> estimate;
    bool paired = false;           ///< by round of one interleaved run
    std::optional<Reason> reason;  ///< set exactly where there is no estimate (R-30)
    /// Tells which side is the faster, where load forbids a factor but cannot turn that round. It
    /// never enters statistics of a class, claims or references: it holds for this run alone.
    std::optional<LoadedDirection> loaded{};

    /// Tells whether there is an estimate and a factor may be told of it; else
    /// Labels::whyNoFactor() says why not.
    [[nodiscard]] bool givesFactor() const {
        return estimate && estimate->givesFactor() && !hasTooFewRounds();
    }
    /// Tells whether rounds were measured, but too few for any interval: their ratio is no figure
    /// to quote.
    [[nodiscard]] bool hasTooFewRounds() const {
        return paired && estimate && !estimate->ci95 &&
               estimate->verdict == Verdict::Inconclusive && estimate->doubt == Doubt::FewRounds;
    }
};

struct Row {
    std::string experiment;
    Params work;
    RowCells cells;
    std::vector<ColumnRatio> ratios;  ///< against the declared base (S4-31); not for itself

    /// Returns the ratio of that column; null: it has none.
    [[nodiscard]] const ColumnRatio* ratioOf(std::size_t column) const {
        for (const ColumnRatio& ratio : ratios)
            if (ratio.column == column) return &ratio;
        return nullptr;
    }
};

/// CPU against GPU in one row of a table (engine/README.md, DMP-1 step 11): the best variant of
/// both sides at equal precision, and beside it the pair that the handout measures, eager on both.
/// Empty where a side has no measurement.
struct FairPair {
    std::optional<ColumnRatio> best, naive;
};

/// Cases that their experiment shows together (Layout::rows), and the columns whose times stand
/// beside each other: this PC's CPU and its GPU or, without one, another PC's (S0-19, S0-31..33).
struct CaseTable {
    enum class Kind { CpuAndGpu, CpuOnly, SharedGpu, ReferenceGpu };
    Kind kind = Kind::CpuOnly;
    std::vector<std::size_t> rows{};
    std::optional<std::size_t> cpu{}, gpu{};  ///< columns
    std::vector<FairPair> pairs{};            ///< one per row
};

enum class Answer { Yes, No, Unknown };
/// The fairness ledger (P-08): what was equal, derived from the records alone.
struct Ledger {
    struct Tick {
        std::string code;  ///< group "ledger" of the texts
        Answer answer = Answer::Unknown;
        std::string word;  ///< for "transfers": "included", "apart" or "mixed"

        [[nodiscard]] std::string key() const { return word.empty() ? code : code + "_" + word; }
    };
    std::size_t base = 0, column = 0;
    std::vector<Tick> ticks;
};

/// Measured times of a GPU in the comparison. Absent: this PC has no GPU, and the report must begin
/// with the declaration of that (S0-30).
enum class GpuColumn { Measured, Absent, NotMeasured };

}  // namespace duelo
