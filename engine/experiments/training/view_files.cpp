// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "experiments/training/view.h"
#include "experiments/training/view_quality.h"
#include "experiments/training/view_table.h"
#include "report/long_table_line.h"

namespace duelo {

using namespace long_table;

namespace {

/// Calls `addLines` for every cell, with what makes a line that names it.
template <typename AddLines>
LongTable cellTable(const Comparison& comparison, const AddLines& addLines) {
    LongTable table;
    const AxisColumns axes(comparison, AxisColumns::Detail::Short);
    for (const Row& row : comparison.rows)
        for (const ReportCell& cell : row.cells)
            addLines(cell, [&] {
                Line line(table, table.rows.empty());
                line.put("file", textValue(comparison.sources[cell.source].file_name));
                line.put("cell", textValue(cell.id));
                axes.put(line, row.work, comparison.columns[cell.column].variant);
                return line;
            });
    return table;
}

/// Tells whether several processes have learnt together in any cell; else their times need no
/// column.
bool sharedEpochs(const Comparison& comparison) {
    return std::ranges::any_of(comparison.rows, [](const Row& row) {
        return std::ranges::any_of(row.cells, [](const ReportCell& cell) {
            const std::vector<EpochEvent> epochs = epochsOf(cell);
            return std::ranges::any_of(
                epochs, [](const EpochEvent& epoch) { return epoch.all_reduce_ms.has_value(); });
        });
    });
}

}  // namespace

LongTable epochTable(const Comparison& comparison) {
    const bool together = sharedEpochs(comparison);
    return cellTable(comparison, [&](const ReportCell& cell, const auto& newLine) {
        for (const EpochEvent& epoch : epochsOf(cell)) {
            Line line = newLine();
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
    });
}

LongTable confusionTable(const Comparison& comparison) {
    return cellTable(comparison, [](const ReportCell& cell, const auto& newLine) {
        const Trained trained = trainedOf(cell.result).value_or(Trained());
        for (std::size_t truth = 0; truth < trained.confusion.size(); ++truth)
            for (std::size_t answer = 0; answer < trained.confusion[truth].size(); ++answer) {
                Line line = newLine();
                line.put("truth", textValue(trained.classes[truth]));
                line.put("answer", textValue(trained.classes[answer]));
                line.put("count", trained.confusion[truth][answer]);
            }
    });
}

LongTable recallTable(const Comparison& comparison) {
    return cellTable(comparison, [](const ReportCell& cell, const auto& newLine) {
        const Trained trained = trainedOf(cell.result).value_or(Trained());
        for (const ClassQuality& quality : classQualities(trained)) {
            Line line = newLine();
            line.put("class", textValue(trained.classes[quality.index]));
            line.put("test_images", quality.images);
            line.put("recognised", quality.right);
            line.put("recall", number(quality.recall()));
            line.put("said", quality.said);
            line.put("class_precision", number(quality.precision()));
        }
    });
}

LongTable predictionsTable(const Comparison& comparison) {
    return cellTable(comparison, [](const ReportCell& cell, const auto& newLine) {
        const std::vector<TestAnswer> predictions = testAnswersOf(cell.result);
        if (predictions.empty()) return;
        const Trained trained = trainedOf(cell.result).value_or(Trained());
        for (const TestAnswer& one : predictions) {
            Line line = newLine();
            line.put("sample", one.sample);
            line.put("image", textValue(one.source));
            line.put("part", textValue("test"));
            line.put("truth", textValue(trained.nameOf(one.truth)));
            line.put("answer", textValue(trained.nameOf(one.answer)));
            line.put("correct", std::int64_t{one.answer == one.truth});
            line.put("probability", number(one.probability));
        }
    });
}

View::Columns trainingColumns(const Comparison& comparison) {
    return [tables = trainingTables(comparison)](Line& line, std::size_t r, std::size_t column) {
        using Value = LongTable::Value;
        const TrainingRow* row = trainingRowOf(tables, r, column);
        const bool reached = row && row->reached;
        line.put("valid_accuracy_best", row ? number(row->valid_accuracy) : Value());
        line.put("epochs_done", row ? Value(std::int64_t{row->epochs}) : Value());
        line.put("updates", row ? Value(row->updates) : Value());
        line.put("epochs_ms", row ? number(row->epochs_ms) : Value());
        line.put("time_to_target_ms", reached ? number(row->reached->ms) : Value());
        line.put("stopped_by", row ? textValue(row->stopped_by) : Value());
    };
}

}  // namespace duelo
