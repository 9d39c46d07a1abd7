// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "experiments/training/epoch_parts.h"
#include "experiments/training/view.h"

namespace duelo {

namespace {

/// More say nothing of a part of a time in milliseconds.
constexpr int kMostDecimals = 3;

int decimalsOf(double ms) {
    return std::min(kMostDecimals, decimalsFor(ms));
}

/// In the order in which they happen; named as their columns.
struct Part {
    const char* column;
    std::optional<double> Parts::*ms;
};
constexpr std::array kEpochParts{Part{"data_ms", &Parts::data_ms},
                                 Part{"h2d_ms", &Parts::h2d_ms},
                                 Part{"compute_ms", &Parts::compute_ms},
                                 Part{"d2h_ms", &Parts::d2h_ms},
                                 Part{"evaluation_ms", &Parts::evaluation_ms},
                                 Part{"unexplained_ms", &Parts::unexplained_ms}};

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
            const Parts parts = epochParts(epochsOf(m_c.rows[one.row].cells[one.column]));
            if (parts.compute_ms) lines.push_back({&one, parts});
        }
    std::vector<Part> told;
    for (const Part& part : kEpochParts)
        if (std::ranges::any_of(
                lines, [&](const Line& line) { return (line.parts.*part.ms).has_value(); }))
            told.push_back(part);
    std::vector<const char*> columns{"case", "variant"};
    for (const Part& part : told) columns.push_back(part.column);
    DocTable out = trainingTableOf("epoch-parts", "training.parts_title", std::move(columns));
    out.title = withCommon(std::move(out.title));
    for (const auto& [row, parts] : lines) {
        out.rows.push_back(
            {words(caseName(m_c.rows[row->row].work)), words(columnName(row->column))});
        for (const Part& part : told) {
            const std::optional<double> ms = parts.*part.ms;
            out.rows.back().push_back(figure(ms, decimalsOf(ms.value_or(0))));
        }
    }
    return out;
}

/// Where a batch of training goes, in times and shares (S4-09, S4-11).
DocTable TrainingView::batchPartsTable() const {
    DocTable out = trainingTableOf("batch-parts", "training.batch_parts_title",
                                   {"case", "variant", "part", "batch_ms", "share"});
    out.title = withCommon(std::move(out.title));
    out.numeric[2] = false;
    for (const TrainingTable& table : m_training)
        for (const TrainingRow& one : table.rows) {
            const std::vector<EpochEvent> epochs = epochsOf(m_c.rows[one.row].cells[one.column]);
            Parts parts = epochParts(epochs);
            parts.evaluation_ms.reset();  // not of a batch
            double whole_ms = 0;
            for (const Part& part : kEpochParts) whole_ms += (parts.*part.ms).value_or(0);
            if (!(whole_ms > 0)) continue;
            for (const auto& [column, member] : kEpochParts) {
                const std::optional<double> ms = parts.*member;
                if (!ms) continue;
                const double batch_ms = *ms / updatesPerEpoch(epochs);
                const std::string name = std::string("training.column_") + column;
                out.rows.push_back({words(caseName(m_c.rows[one.row].work)),
                                    words(columnName(one.column)), words(t(name.c_str())),
                                    figure(batch_ms, decimalsOf(batch_ms)),
                                    figure(100 * *ms / whole_ms, 1)});
            }
        }
    out.notes.push_back(t("training.batch_parts_note"));
    return out;
}

}  // namespace duelo
