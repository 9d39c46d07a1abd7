// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plan/spec.h"
#include "record/record_file.h"
#include "report/comparison_types.h"

namespace duelo {

struct Comparison {
    FindSpec find;  ///< of the experiments in it
    std::vector<Source> sources;
    std::vector<Column> columns;  ///< own file first, CPU before GPU
    std::vector<Row> rows;        ///< in the order of first appearance
    std::optional<std::size_t> base_column;
    bool is_live = false;  ///< the own file is being written: cells without a status will come
    GpuColumn gpu = GpuColumn::NotMeasured;
    std::optional<Reason> gpu_reason;     ///< why there is none
    std::vector<std::string> identities;  ///< ids of what any result says that it was given
    std::vector<CaseTable> tables;
    std::vector<Ledger> ledgers;
    std::vector<Reason> warnings;  ///< edited files, violated invariants (R-32)
    /// The results of a file that nobody opened, for what its views say beside the results here.
    /// They are in none of these rows and tables. Null: there are none.
    std::shared_ptr<const Comparison> beside;

    [[nodiscard]] const Source& sourceOf(const Column& column) const;
};

struct ComparisonOptions {
    std::vector<Role> roles;  ///< by file; default: the first is own, the others are shared
    /// Values that the base column has, of the own file; default: those of its plan.
    std::optional<Params> base;
    std::shared_ptr<const Comparison> beside;  ///< Comparison::beside
    bool is_live = false;                      ///< Comparison::is_live
};

/// The typed table of one or many files, in room and time for the cells that they have. Pure: no
/// I/O, no words.
/// Files of experiments that `find` does not know are compared too, without what only a Spec tells.
/// Reasons: "nothing_to_report", "base_not_found" {base}.
[[nodiscard]] Result<Comparison> compare(std::span<const RecordLog> logs, FindSpec find,
                                         const ComparisonOptions& options = {});
/// Compares `files` files. As many are read at once as there are processors, and each is let go of
/// when its cells are taken. `read` is called from several threads. Reasons: also its own, for the
/// first file that it refuses.
[[nodiscard]] Result<Comparison> compare(
    std::size_t files, const std::function<Result<RecordLog>(std::size_t file)>& read,
    FindSpec find, const ComparisonOptions& options = {});

/// Returns why two cells of a row may not be set against each other; nothing where both are
/// measured and nothing known says that input, weights or outputs differ. Reasons:
/// "ratio_side_missing", "ratio_version_differs", "ratio_protocol_differs" {a, b} of two files;
/// "ratio_inputs_differ", "ratio_weights_differ", "ratio_identity_differs" {name},
/// "ratio_outputs_disagree", "ratio_no_time", and what the experiment's view adds.
[[nodiscard]] std::optional<Reason> whyNoRatio(const Comparison& comparison, const Row& row,
                                               std::size_t a, std::size_t b);

/// Tells whether the results of two measured cells of a row are the same: false where the files do
/// not tell, else the reason why they are not.
[[nodiscard]] Result<bool> sameResult(const Comparison& comparison, const Row& row, std::size_t a,
                                      std::size_t b);

/// Returns the devices of the columns, each once: the CPU, then GPUs.
[[nodiscard]] std::vector<Device> devicesIn(const Comparison& comparison);

/// The parts of a call's time that the experiments of a comparison name and those that its results
/// have, each once.
[[nodiscard]] std::vector<std::string> partIdsOf(const Comparison& comparison);

/// The ratio of two columns of a row, from the samples where they pair up by round.
[[nodiscard]] ColumnRatio ratioOf(const Comparison& comparison, const Row& row, std::size_t base,
                                  std::size_t column);
/// The pair that speaks for a row: the base against the GPU, else against the fastest variant. Null
/// where fewer than two are measured.
[[nodiscard]] const ColumnRatio* speakingRatio(const Comparison& comparison, const Row& row);
[[nodiscard]] Ledger ledgerOf(const Comparison& comparison, std::size_t base, std::size_t column);

/// "sealed", "open" or "modified"; of what is sealed but says what its samples do not
/// "contradicted", and where a part of it was resumed unsealed "resumed". Group "integrity" of the
/// texts.
[[nodiscard]] std::string_view integrityWord(const Source& source);

/// Name of a file without its folder, whichever system wrote the path: "sample:chelsea.png" and
/// "C:\\photos\\chelsea.png" are both "chelsea.png". Only a path that begins with a drive or "\\\\"
/// is one of Windows; elsewhere ':' and '\\' are letters of a name.
[[nodiscard]] std::string baseName(std::string_view path);

}  // namespace duelo
