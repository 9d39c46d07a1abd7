// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "experiments/training/epoch_parts.h"
#include "experiments/training/view.h"

namespace duelo {

namespace {

/// A larger share without a name is worth a question (S4-M05).
constexpr double kUnexplainedShare = 0.15;
/// Launches that take as much of the time between the GPU's events are what it waits for.
constexpr double kHeldUpByLaunches = 0.85;

/// In the order in which they happen.
constexpr std::array kEpochParts{"data",    "h2d", "compute",    "all_reduce",
                                 "waiting", "d2h", "evaluation", "unexplained"};

}  // namespace

/// Where an epoch goes (S2-M06, S4-M05). The copies have columns where a GPU trained.
DocTable TrainingView::epochPartsTable() const {
    struct Line {
        const TrainingRow* row;
        Parts parts;
    };
    std::vector<Line> lines;
    for (const TrainingTable& table : m_training)
        for (const TrainingRow& one : table.rows) {
            Parts parts = epochParts(one.course);
            if (!parts.empty()) lines.push_back({&one, std::move(parts)});
        }
    std::vector<const char*> told;
    for (const char* part : kEpochParts)
        if (std::ranges::any_of(
                lines, [&](const Line& line) { return partMs(line.parts, part).has_value(); }))
            told.push_back(part);
    std::vector<std::string> columns{"case", "variant"};
    for (const char* part : told) columns.push_back(std::string(part) + "_ms");
    DocTable out = trainingTableOf("epoch-parts", "training.parts_title", columns);
    std::vector<const Row*> cases;
    for (const auto& [row, parts] : lines) {
        out.rows.push_back({words(caseName(m_c.rows[row->row])), words(columnName(row->column))});
        for (const char* part : told) out.rows.back().push_back(time(partMs(parts, part)));
        cases.push_back(&m_c.rows[row->row]);
    }
    nameCases(out, cases);
    return out;
}

/// Where a batch of training goes, in times and shares (S4-09, S4-11).
DocTable TrainingView::batchPartsTable() const {
    DocTable out = trainingTableOf("batch-parts", "training.batch_parts_title",
                                   {"case", "variant", "part", "batch_ms", "share"});
    std::vector<const Row*> cases;
    out.numeric[2] = false;
    bool gpu = false, asks = false, launches = false, held_up = false, together = false;
    for (const TrainingTable& table : m_training)
        for (const TrainingRow& one : table.rows) {
            Parts parts = epochParts(one.course);
            gpu |= partMs(parts, "d2h").has_value();
            together |= partMs(parts, "all_reduce").has_value();
            std::erase_if(parts, [](const PartTime& part) { return part.id == "evaluation"; });
            double whole_ms = 0;
            for (const PartTime& part : parts) whole_ms += part.inside ? part.ms : 0;
            if (!(whole_ms > 0)) continue;
            for (const PartTime& part : parts) {
                const double batch_ms = part.ms / updatesPerEpoch(one.course);
                const std::string name = "training.column_" + part.id + "_ms";
                const double share = part.ms / whole_ms;
                out.rows.push_back({words(caseName(m_c.rows[one.row])),
                                    words(columnName(one.column)), words(t(name.c_str())),
                                    time(batch_ms),
                                    part.inside ? figure(100 * share, 1) : words("–")});
                cases.push_back(&m_c.rows[one.row]);
                asks |= part.id == "unexplained" && share > kUnexplainedShare;
            }
            if (const auto launch = partMs(parts, "launch")) {
                launches = true;
                held_up |= *launch > kHeldUpByLaunches * partMs(parts, "compute").value_or(0);
            }
        }
    nameCases(out, cases);
    out.notes.push_back(t("training.batch_parts_note"));
    out.notes.push_back(t(gpu ? "training.batch_parts_note_gpu" : "training.batch_parts_note_cpu"));
    if (together) out.notes.push_back(t("training.batch_parts_note_processes"));
    if (launches) out.notes.push_back(t("training.batch_launch"));
    if (held_up) out.notes.push_back(t("training.batch_launch_question"));
    if (asks) out.notes.push_back(t("explain.where_unexplained"));
    return out;
}

}  // namespace duelo
