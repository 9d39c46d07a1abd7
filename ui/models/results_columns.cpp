// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows and columns the table of results has; what stands in them is in results_model.cpp.
#include <algorithm>
#include <set>

#include "experiments/training/view_table.h"
#include "ui/look/settings.h"
#include "ui/models/results_model.h"

namespace duelo::ui {

bool ResultsModel::showsTraining() const {
    const Comparison* comparison = m_run.comparison();
    return comparison && !comparison->rows.empty() && duelo::trains(comparison->rows.front());
}

std::vector<ResultsModel::Line> ResultsModel::linesOf(const Comparison& comparison) const {
    std::vector<Line> lines;
    if (m_table && *m_table < comparison.tables.size()) {
        for (const std::size_t r : comparison.tables[*m_table].rows)
            lines.push_back({r, std::nullopt});
        return lines;
    }
    for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
        if (!showsTraining()) lines.push_back({r, std::nullopt});
        const auto& cells = comparison.rows[r].cells;
        for (std::size_t c = 0; showsTraining() && c < cells.size(); ++c)
            if (!cells[c].id.empty()) lines.push_back({r, c});
    }
    return lines;
}

/// What tells the rows apart, as far as they differ in it, and then the figures.
std::vector<ResultsModel::Column> ResultsModel::columnsFor(const Comparison& comparison,
                                                           const std::vector<Line>& lines) const {
    std::set<std::string> models, inputs;
    std::set<std::int64_t> batches;
    std::set<std::size_t> filled;
    for (const Line& line : lines) {
        const Row& row = comparison.rows[line.row];
        models.insert(modelName(row.work));
        inputs.insert(inputOf(row.work));
        batches.insert(row.work.integer("batch", 1));
        for (std::size_t c = 0; c < row.cells.size(); ++c)
            if (!row.cells[c].id.empty()) filled.insert(c);
    }
    const auto title = [this](const char* key) { return qs(m_text(key)); };
    const auto axis = [&, experiment = duelo::experimentOf(comparison)](const char* id) {
        return qs(duelo::columnTitle(m_text, experiment, id));
    };
    std::vector<Column> columns;
    if (models.size() > 1) columns.push_back({Column::Model, 0, axis("model")});
    if (inputs.size() > 1)
        columns.push_back({Column::Input, 0, axis(showsTraining() ? "data" : "input")});
    // A network that is trained has one size of image.
    columns.push_back(showsTraining() ? Column{Column::Variant, 0, title("training.column_variant")}
                                      : Column{Column::Size, 0, title("report.column_size")});
    if (batches.size() > 1) columns.push_back({Column::Batch, 0, axis("batch")});
    const auto figures =
        showsTraining() ? trainingColumns(comparison, filled) : variantColumns(comparison, filled);
    columns.insert(columns.end(), figures.begin(), figures.end());
    return columns;
}

std::vector<ResultsModel::Column> ResultsModel::variantColumns(
    const Comparison& comparison, const std::set<std::size_t>& filled) const {
    std::vector<Column> columns;
    for (const std::size_t c : filled)
        columns.push_back({Column::Time, c, timeTitle(comparison, c)});
    for (const std::size_t c : filled) {
        if (!comparison.base_column || c == *comparison.base_column) continue;
        const bool only = filled.size() == 2;
        columns.push_back(
            {Column::Ratio, c,
             only ? qs(m_text("results.ratio"))
                  : qs(m_text("results.ratio_of", {{"variant_name", m_labels->columnName(c)}}))});
        columns.push_back({Column::Verdict, c, qs(m_text("results.verdict"))});
    }
    return columns;
}

std::vector<ResultsModel::Column> ResultsModel::trainingColumns(
    const Comparison& comparison, const std::set<std::size_t>& filled) const {
    // A finder has nothing to be faster at.
    if (m_run.experiment() == "lr_finder")
        return {{Column::Time, 0, qs(m_text("results.step_time"))}};
    std::vector<Column> columns{{Column::Time, 0, qs(m_text("results.epoch_time"))},
                                {Column::Accuracy, 0, qs(m_text("results.test_accuracy"))}};
    if (!comparison.base_column || filled.size() < 2) return columns;
    columns.push_back({Column::Ratio, 0, qs(m_text("results.ratio"))});
    columns.push_back({Column::Verdict, 0, qs(m_text("results.verdict"))});
    return columns;
}

/// The handout's titles where one CPU stands against one GPU (S0-19, S0-32, S0-33).
QString ResultsModel::timeTitle(const Comparison& comparison, std::size_t column) const {
    const auto& [file, variant] = comparison.columns[column];
    const auto alike = std::count_if(
        comparison.columns.begin(), comparison.columns.end(), [&](const duelo::Column& other) {
            return other.file == file && deviceOf(other.variant) == deviceOf(variant);
        });
    const duelo::Role role = comparison.sourceOf(comparison.columns[column]).role;
    const bool gpu = deviceOf(variant) == Device::Cuda;
    if (alike == 1 && role == duelo::Role::Own)
        return qs(m_text(gpu ? "report.column_gpu" : "report.column_cpu"));
    if (alike == 1 && gpu)
        return qs(m_text(role == duelo::Role::Shared ? "report.column_gpu_shared"
                                                     : "report.column_gpu_reference"));
    return qs(m_text("results.time_of", {{"variant_name", m_labels->columnName(column)}}));
}

}  // namespace duelo::ui
