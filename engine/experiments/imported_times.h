// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/printed_output.h"
#include "record/provenance.h"
#include "report/comparison.h"

/// Makes times that somebody brings the file that stands beside the own one (Option B, S0-32,
/// S0-33): typed, read from a program's output, or estimated.
namespace duelo {

enum class TypedUnit { Seconds, Milliseconds };
template <>
inline constexpr std::array<std::string_view, 2> wordsOf<TypedUnit>{"s", "ms"};

/// A time as a student types it, in ms: a comma or a point as decimal sign, and its own unit (s,
/// ms, µs) where it has one, else `unit`. Reasons with {value}: "typed_not_number",
/// "typed_two_signs", "typed_not_positive", "typed_out_of_range", "typed_unit_unknown".
[[nodiscard]] Result<double> typedMs(std::string_view text, TypedUnit unit);

/// The rows of the own file that a GPU time may be given for.
struct ImportTarget {
    struct Row {
        Params work{};
        std::string key{};   ///< the value in which the rows differ: "224"
        std::string name{};  ///< the same for people: "224 px"
        int steps = 1;       ///< of the whole work
    };
    std::string experiment{};
    int spec_version = 1;
    std::string axis{};     ///< in which the rows differ; empty: there is no single one
    bool in_steps = false;  ///< of work that goes on in steps, such as a training
    /// The table's rows, and behind them those of the experiment's other tables: a printed time may
    /// name one of these too.
    std::vector<Row> rows{};
    std::size_t other_rows = 0;  ///< number of rows of other tables

    [[nodiscard]] std::span<const Row> tableRows() const {
        return std::span(rows).first(rows.size() - other_rows);
    }

    /// Reason: "typed_size_unknown" {size, accepted}.
    [[nodiscard]] Result<std::size_t> rowOf(std::string_view key) const;
    /// The row that a printed time says it is of; nothing where it says none. Reasons: the above,
    /// "printed_other_work" {line}.
    [[nodiscard]] Result<std::optional<std::size_t>> rowOf(const PrintedTime& time) const;
};

/// Returns the rows of a table, else of the first one, else all rows. Reason: "import_no_rows".
[[nodiscard]] Result<ImportTarget> importTarget(const Comparison& comparison,
                                                std::optional<std::size_t> table, const Text& text);

/// The known conditions of the times; empty texts: not known.
struct ImportFacts {
    Origin origin = Origin::Typed;
    std::string source{};
    TimedBy timing = TimedBy::Unknown;
    std::string precision{};  ///< a word of Precision
    std::string weights{};    ///< as Identity::origin
    std::string gpu{};
    Device device = Device::Cuda;
    /// The times are those of a program of somebody's own (S4-03), of all steps together: what it
    /// is written in, with how many threads it works (0: not told), and the share that it got
    /// right.
    bool own_program = false;
    std::string technology{};
    int threads = 0;
    std::optional<double> accuracy{};
};

/// A time and the row it is for; what it says of itself goes before what the facts say.
struct ImportFigure {
    std::size_t row = 0;  ///< of the target
    PrintedTime time{};
};

/// Returns the file to be. Reasons: "unknown_value" of a printed variant that the experiment has
/// not, "typed_nothing", "typed_source_missing", "typed_twice" {size}, "typed_one_program" of
/// several times of an own program.
[[nodiscard]] Result<ImportedRun> importedRun(const ImportTarget& target, const ImportFacts& facts,
                                              const std::vector<ImportFigure>& figures,
                                              std::string app);

/// Returns the times of a printed output, each with the row of its size, or with that of `size`
/// where it tells none. Reasons: "typed_size_missing", those of ImportTarget::rowOf().
[[nodiscard]] Result<std::vector<ImportFigure>> figuresOf(const PrintedOutput& printed,
                                                          const ImportTarget& target,
                                                          const std::string& size);

/// The command `import`, as it was typed.
struct ImportRequest {
    std::filesystem::path own{};       ///< the .duelo file whose rows the times are for
    std::filesystem::path printed{};   ///< a program's output; empty: typed
    std::vector<std::string> typed{};  ///< "224=0.0040"
    std::string unit = "s", timing = "unknown", size{};
    std::string device{};  ///< empty: cuda, and of an own program cpu
    std::string accuracy{}, pattern{}, accuracy_pattern{};  ///< of an own program
    bool simulated = false;
    ImportFacts facts{};
};

/// Reasons: those above, of readPrinted(), readPrintedProgram(), typedShare() and compareFiles(),
/// "unknown_value", and "import_no_program" {option} where the rows take no such program.
[[nodiscard]] Result<ImportedRun> importedRun(const ImportRequest& request, const Text& text,
                                              std::string app);

}  // namespace duelo
