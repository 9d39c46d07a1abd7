// SPDX-License-Identifier: GPL-3.0-or-later
// What is chosen on a page, and what the page that replaces it gets of it.
#include <algorithm>

#include "ui/results/experiment_frame.h"
#include "ui/results/experiment_page.h"
#include "ui/results/prediction_form.h"
#include "ui/results/results_model.h"

namespace duelo::ui {

ExperimentPage::Looked ExperimentPage::looked() const {
    const auto said = prediction();
    Looked out{.plan = plan(),
               .answers = said ? said->answers : TextTable(),
               .chart = m_frame->currentChart(),
               .run = m_shownRun,
               .table = m_table,
               .row = m_row,
               .column = m_column,
               .row_chosen = m_rowChosen};
    for (const Tab& tab : m_tabs) out.tabs.push_back(tab.view->choice());
    return out;
}

void ExperimentPage::setLooked(const Looked& looked) {
    setPlan(looked.plan);
    m_prediction->setAnswers(looked.answers);
    m_shownRun = looked.run;
    m_table = looked.table;
    m_row = looked.row;
    m_column = looked.column;
    m_rowChosen = looked.row_chosen;
    for (std::size_t i = 0; i < std::min(m_tabs.size(), looked.tabs.size()); ++i)
        m_tabs[i].view->setChoice(looked.tabs[i]);
    m_frame->showChart(looked.chart);
}

/// A table that was filled anew has forgotten which row is spoken of.
void ExperimentPage::markRow() {
    if (!m_rowChosen || m_frame->table().currentIndex().isValid()) return;
    for (int i = 0; i < m_results->rowCount(); ++i) {
        const QModelIndex at = m_results->index(i, 0);
        const QVariant column = at.data(ResultsModel::ColumnRole);
        if (at.data(ResultsModel::RowRole).toULongLong() != m_row ||
            (column.isValid() && column.toULongLong() != m_column))
            continue;
        m_frame->table().selectRow(i);
        return;
    }
}

}  // namespace duelo::ui
