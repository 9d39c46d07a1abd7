// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/epoch_parts.h"
#include "report/compose_parts.h"

namespace duelo {

namespace {

/// More say nothing of a part of a time in milliseconds.
constexpr int kMostDecimals = 3;

int decimalsOf(double ms) {
    return std::min(kMostDecimals, decimalsFor(ms));
}

}  // namespace

/// Where an epoch goes (S2-M06, S4-M05). The copies have columns where a GPU trained.
DocTable Composer::epochPartsTable() const {
    struct Line {
        const TrainingRow* row;
        Parts parts;
    };
    std::vector<Line> lines;
    bool copied = false;
    for (const TrainingTable& table : m_training)
        for (const TrainingRow& one : table.rows) {
            const Parts parts = epochParts(m_c.rows[one.row].cells[one.column].epochs);
            if (parts.compute_ms) lines.push_back({&one, parts});
            copied = copied || parts.h2d_ms;
        }
    std::vector<const char*> columns{"case", "variant", "data_ms"};
    if (copied) columns.push_back("h2d_ms");
    columns.push_back("compute_ms");
    if (copied) columns.push_back("d2h_ms");
    columns.insert(columns.end(), {"evaluation_ms", "unexplained_ms"});
    DocTable out = trainingTableOf("epoch-parts", "training.parts_title", std::move(columns));
    const auto put = [this, &out](const std::optional<double>& part) {
        out.rows.back().push_back(figure(part, decimalsOf(part.value_or(0))));
    };
    for (const auto& [row, parts] : lines) {
        out.rows.push_back(
            {words(caseName(m_c.rows[row->row].work)), words(columnName(row->column))});
        put(parts.data_ms);
        if (copied) put(parts.h2d_ms);
        put(parts.compute_ms);
        if (copied) put(parts.d2h_ms);
        put(parts.evaluation_ms);
        put(parts.unexplained_ms);
    }
    return out;
}

/// Where a batch of training goes, in times and shares (S4-09, S4-11).
DocTable Composer::batchPartsTable() const {
    DocTable out = trainingTableOf("batch-parts", "training.batch_parts_title",
                                   {"case", "variant", "part", "batch_ms", "share"});
    out.numeric[2] = false;
    for (const TrainingTable& table : m_training)
        for (const TrainingRow& one : table.rows) {
            const auto& epochs = m_c.rows[one.row].cells[one.column].epochs;
            const Parts parts = epochParts(epochs);
            const std::pair<const char*, std::optional<double>> all[] = {
                {"training.column_data_ms", parts.data_ms},
                {"training.column_h2d_ms", parts.h2d_ms},
                {"training.column_compute_ms", parts.compute_ms},
                {"training.column_d2h_ms", parts.d2h_ms},
                {"training.column_unexplained_ms", parts.unexplained_ms}};
            double whole_ms = 0;
            for (const auto& [name, part] : all) whole_ms += part.value_or(0);
            if (!(whole_ms > 0)) continue;
            for (const auto& [name, part] : all) {
                if (!part) continue;
                const double batch_ms = *part / updatesPerEpoch(epochs);
                out.rows.push_back({words(caseName(m_c.rows[one.row].work)),
                                    words(columnName(one.column)), words(t(name)),
                                    figure(batch_ms, decimalsOf(batch_ms)),
                                    figure(100 * *part / whole_ms, 1)});
            }
        }
    out.notes.push_back(t("training.batch_parts_note"));
    return out;
}

}  // namespace duelo
