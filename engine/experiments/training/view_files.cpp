// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "experiments/training/view.h"
#include "report/long_table_line.h"

namespace duelo {

using namespace long_table;

void putTraining(Line& line, const TrainingRow* row) {
    const auto figure = [&](double value) { return row ? number(value) : LongTable::Value{}; };
    line.put("valid_accuracy_best", row ? number(row->valid_accuracy) : LongTable::Value{});
    line.put("epochs_done", row ? LongTable::Value{std::int64_t{row->epochs}} : LongTable::Value{});
    line.put("updates", row ? LongTable::Value{row->updates} : LongTable::Value{});
    line.put("epochs_ms", figure(row ? row->total_ms : 0));
    line.put("time_to_target_ms",
             row && row->reached ? number(row->reached->ms) : LongTable::Value{});
    line.put("stopped_by", row ? textValue(row->stopped_by) : LongTable::Value{});
}

namespace {

/// What names a training in the tables of its parts.
void putCell(Line& line, const Comparison& comparison, const AxisColumns& axes, const Row& row,
             const ReportCell& cell) {
    line.put("file", textValue(comparison.sources[cell.source].file_name));
    line.put("cell", textValue(cell.id));
    axes.put(line, row.work, comparison.columns[cell.column].variant);
}

/// Whether several processes have learnt together somewhere; else nobody looks for their times.
bool sharedEpochs(const Comparison& comparison) {
    return std::ranges::any_of(comparison.rows, [](const Row& row) {
        return std::ranges::any_of(row.cells, [](const ReportCell& cell) {
            return std::ranges::any_of(epochsOf(cell), [](const EpochEvent& epoch) {
                return epoch.all_reduce_ms.has_value();
            });
        });
    });
}

}  // namespace

LongTable epochTable(const Comparison& comparison) {
    LongTable table;
    const bool together = sharedEpochs(comparison);
    const AxisColumns axes(comparison, AxisColumns::Detail::Short);
    for (const Row& row : comparison.rows)
        for (const ReportCell& cell : row.cells)
            for (const EpochEvent& epoch : epochsOf(cell)) {
                Line line(table, table.rows.empty());
                putCell(line, comparison, axes, row, cell);
                line.put("epoch", std::int64_t{epoch.epoch});
                line.put("updates", epoch.updates);
                line.put("train_loss", number(epoch.train_loss));
                line.put("train_accuracy", number(epoch.train_accuracy));
                line.put("valid_loss", number(epoch.valid_loss));
                line.put("valid_accuracy", number(epoch.valid_accuracy));
                line.put("wall_ms", number(epoch.wall_ms));
                line.put("data_ms", number(epoch.data_ms));
                line.put("h2d_ms", number(epoch.h2d_ms));
                line.put("compute_ms", number(epoch.compute_ms));
                if (together) {
                    line.put("all_reduce_ms", number(epoch.all_reduce_ms));
                    line.put("waiting_ms", number(epoch.waiting_ms));
                }
                line.put("d2h_ms", number(epoch.d2h_ms));
                line.put("evaluation_ms", number(epoch.evaluation_ms));
                line.put("learning_rate", number(epoch.learning_rate));
            }
    return table;
}

LongTable confusionTable(const Comparison& comparison) {
    LongTable table;
    const AxisColumns axes(comparison, AxisColumns::Detail::Short);
    for (const Row& row : comparison.rows)
        for (const ReportCell& cell : row.cells) {
            const auto trained = trainedOf(cell.result);
            if (!trained) continue;
            for (std::size_t truth = 0; truth < trained->confusion.size(); ++truth)
                for (std::size_t answer = 0; answer < trained->confusion[truth].size(); ++answer) {
                    Line line(table, table.rows.empty());
                    putCell(line, comparison, axes, row, cell);
                    line.put("truth", textValue(trained->classes[truth]));
                    line.put("answer", textValue(trained->classes[answer]));
                    line.put("count", trained->confusion[truth][answer]);
                }
        }
    return table;
}

}  // namespace duelo
