// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in the tabs and who listens to whom. What is shown there is in training_page.cpp.
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/charts/bars_chart.h"
#include "ui/charts/curves_chart.h"
#include "ui/charts/lines_chart.h"
#include "ui/frame/experiment_frame.h"
#include "ui/models/results_model.h"
#include "ui/training/confusion_view.h"
#include "ui/training/data_view.h"
#include "ui/training/mistakes_view.h"
#include "ui/training/training_form.h"
#include "ui/training/training_page.h"

namespace duelo::ui {

namespace {

constexpr int kLeastChoiceChars = 12;

/// As wide as its entries, where there is room.
QComboBox* makeChoice(const QString& name) {
    auto* box = new QComboBox;
    box->setAccessibleName(name);
    box->setToolTip(name);
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    box->setMinimumContentsLength(kLeastChoiceChars);
    return box;
}

}  // namespace

void TrainingPage::makeTabs() {
    m_data = new DataView(text());
    m_accuracy = new CurvesChart;
    m_loss = new CurvesChart;
    m_confusion = new ConfusionView(text());
    m_mistakes = new MistakesView(text());
    frame().addChart(tr("Data"), m_data);
    frame().addChart(tr("Accuracy"), m_accuracy);
    frame().addChart(tr("Loss"), m_loss);
    frame().addChart(tr("Time"), makeTimes());
    frame().addChart(tr("Confusion"), withChoice(m_confusion));
    frame().addChart(tr("Mistakes"), withChoice(m_mistakes));
    frame().addChart(tr("Rate"), makeFinder());
    m_accuracy->setTitle(tr("Accuracy, epoch by epoch"));
    m_loss->setTitle(tr("Loss, epoch by epoch"));
    m_bars->setTitle(tr("Where the time of an epoch goes"));
    m_rates->setTitle(tr("Loss over the learning rate"));
    m_accuracy->setEmptyText(tr("The curves begin with the first epoch."));
    m_loss->setEmptyText(tr("The curves begin with the first epoch."));
    m_bars->setEmptyText(tr("The parts of an epoch appear here with the first one."));
    m_rates->setEmptyText(
        tr("Find rate: 100 steps with a rising rate show where the loss falls "
           "fastest."));
    for (Chart* chart : charts()) chart->setNumberStyle(text().numbers());
    m_which = makeChoice(tr("Whose results are shown"));
    m_which->setParent(this);
    m_which->hide();
}

/// Above what concerns one network: whose it is. One list for both, which moves along.
QWidget* TrainingPage::withChoice(QWidget* view) {
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(view, 1);
    return body;
}

/// The parts of an epoch, or the whole of it over what the run sweeps, one at a time.
QWidget* TrainingPage::makeTimes() {
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    m_times = makeChoice(tr("Which times are shown"));
    m_times->setObjectName("times");
    m_bars = new BarsChart;
    m_sweep = new LinesChart;
    column->addWidget(m_times, 0, Qt::AlignLeft);
    column->addWidget(m_bars, 1);
    column->addWidget(m_sweep, 1);
    return body;
}

QWidget* TrainingPage::makeFinder() {
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    m_rates = new CurvesChart;
    column->addWidget(m_rates, 1);
    m_advice = new QLabel;
    m_advice->setObjectName("advice");
    m_advice->setWordWrap(true);
    m_advice->hide();
    column->addWidget(m_advice);
    auto* row = new QHBoxLayout;
    m_useRate = new QPushButton(tr("Use this rate"));
    m_useRate->setObjectName("useRate");
    m_useRate->setToolTip(tr("Puts the suggested rate into the form"));
    m_find = new QPushButton(tr("Find rate…"));
    m_find->setToolTip(tr("Tries 100 rates from small to large on this network and these data"));
    row->addWidget(m_useRate);
    row->addWidget(m_find);
    row->addStretch();
    column->addLayout(row);
    return body;
}

void TrainingPage::connectAll() {
    connect(&run(), &RunModel::changed, this, &TrainingPage::showRun);
    connect(&frame(), &ExperimentFrame::chartChanged, this, &TrainingPage::showTab);
    connect(&frame(), &ExperimentFrame::rowChanged, this, [this](int row) {
        const QModelIndex at = m_results->index(row, 0);
        if (!at.isValid()) return;
        const std::pair<std::size_t, std::size_t> cell{
            at.data(ResultsModel::RowRole).toULongLong(),
            at.data(ResultsModel::ColumnRole).toULongLong()};
        if (m_chosen == cell) return;
        m_row = cell.first;
        m_chosen = cell;
        showRun();
    });
    connect(m_which, &QComboBox::activated, this, [this](int index) {
        if (index < 0 || static_cast<std::size_t>(index) >= m_cells.size()) return;
        const TrainedCell& cell = m_cells[static_cast<std::size_t>(index)];
        m_chosen = {cell.row, cell.column};
        showTab();
        showCards();
    });
    connect(m_times, &QComboBox::activated, this, &TrainingPage::showTab);
    connect(m_form, &TrainingForm::planEdited, this, [this] {
        askData();
        showButton();
        Q_EMIT planEdited();
    });
    connect(m_form, &TrainingForm::finderWanted, this, &TrainingPage::finderWanted);
    connect(m_find, &QPushButton::clicked, this, &TrainingPage::finderWanted);
    connect(m_useRate, &QPushButton::clicked, this, [this] {
        if (m_advised) m_form->setLearningRate(*m_advised);
    });
}

}  // namespace duelo::ui
