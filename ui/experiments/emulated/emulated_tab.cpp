// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/emulated/emulated_tab.h"

#include <chrono>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QTableWidget>
#include <QVBoxLayout>

#include "experiments/emulated_view.h"
#include "report/labels.h"
#include "report/view.h"
#include "ui/form/experiment_form.h"
#include "ui/look/settings.h"
#include "ui/pages/page_parts.h"
#include "ui/results/results_delegate.h"
#include "ui/session/session.h"

namespace duelo::ui {

namespace {

/// Time limit for an answer. The engine needs a second or two at most; a busy PC takes longer.
constexpr std::chrono::seconds kPatience{60};

}  // namespace

EmulatedTab::EmulatedTab(const TabContext& context) : m_context(context) {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    auto* area = new QScrollArea(this);
    QWidget* body = makeScrollBody(*area);
    outer->addWidget(area);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 6, 8, 6);

    auto* row = new QWidget(body);
    (new QHBoxLayout(row))->setContentsMargins(0, 0, 0, 0);
    for (const EmulatedNumber& number : context.form.spec().view->emulated) addNumber(row, number);
    m_start = new QPushButton(tr("Emulate"), row);
    m_start->setObjectName("emulate");
    row->layout()->addWidget(m_start);
    static_cast<QHBoxLayout*>(row->layout())->addStretch();
    column->addWidget(row);

    m_told = makeLabel(tr("The kernels for a GPU, run on this PC thread by thread, without a GPU: "
                          "what they would have one do, not how long it would take."),
                       Role::Body, body);
    m_told->setObjectName("emulatedTold");
    column->addWidget(m_told);
    m_table = new QTableWidget(body);
    m_table->setAccessibleName(tr("What the emulated GPU did"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->verticalHeader()->hide();
    m_table->setItemDelegate(new ResultsDelegate(m_table));
    m_table->hide();
    column->addWidget(m_table);
    m_meanings = makeLabel({}, Role::Muted, body);
    column->addWidget(m_meanings);
    column->addStretch();
    connect(m_start, &QPushButton::clicked, this, &EmulatedTab::ask);
}

void EmulatedTab::addNumber(QWidget* row, const EmulatedNumber& number) {
    const std::string axis(number.axis);
    auto* label = new QLabel(qs(axisCaption(m_context.text, m_context.form.spec().id, axis)), row);
    auto* box = new QSpinBox(row);
    box->setObjectName(qs(axis));
    box->setRange(static_cast<int>(number.min), static_cast<int>(number.max));
    box->setValue(static_cast<int>(number.usual));
    label->setBuddy(box);
    row->layout()->addWidget(label);
    row->layout()->addWidget(box);
    m_arguments.push_back({axis, box});
}

void EmulatedTab::show(const Shown*) {
    const bool waits = m_context.session.isMeasuring();
    m_start->setEnabled(!waits);
    m_start->setToolTip(waits ? qs(m_context.text.reason({"run_in_progress"})) : QString());
}

Json EmulatedTab::arguments() const {
    Json arguments = Json::object();
    for (const Argument& argument : m_arguments) arguments[argument.axis] = argument.box->value();
    return arguments;
}

Json EmulatedTab::viewState() const {
    return {{"arguments", arguments()}, {"counted", m_counted}};
}

void EmulatedTab::setViewState(const Json& state) {
    const Json typed = state.value("arguments", Json::object());
    for (const Argument& argument : m_arguments)
        argument.box->setValue(typed.value(argument.axis, argument.box->value()));
    if (Json counted = state.value("counted", Json()); !counted.is_null()) take(std::move(counted));
}

void EmulatedTab::ask() {
    m_start->setEnabled(false);
    m_told->setText(tr("The engine is emulating…"));
    m_context.session.ask({m_context.form.spec().id, "emulate", arguments()}, this,
                          [this](const Result<Json>& reply) { take(reply); },
                          {.timeout = kPatience});
}

void EmulatedTab::take(const Result<Json>& reply) {
    m_start->setEnabled(true);
    m_counted = reply ? *reply : Json();
    m_table->setVisible(reply.has_value());
    m_meanings->setVisible(reply.has_value());
    if (!reply) {
        Reason reason = reply.error();
        if (const auto field = reason.args.find("field");
            field != reason.args.end() && field->is_string())
            *field =
                axisCaption(m_context.text, m_context.form.spec().id, field->get<std::string>());
        m_told->setText(qs(m_context.text.reason(reason)));
        return;
    }
    const DocTable table = emulatedTable(*reply, m_context.text);
    QStringList told{qs(table.title)};
    for (const std::string& note : table.notes) told << qs(note);
    m_told->setText(told.join('\n'));
    QStringList lines;
    const std::vector<std::string> meanings = emulatedMeanings(m_context.text);
    for (std::size_t i = 0; i < meanings.size(); ++i)
        lines << qs(table.rows[i].front().text + ": " + meanings[i]);
    m_meanings->setText(lines.join('\n'));
    fillTable(table);
}

void EmulatedTab::fillTable(const DocTable& table) {
    m_table->setColumnCount(static_cast<int>(table.columns.size()));
    m_table->setRowCount(static_cast<int>(table.rows.size()));
    for (int c = 0; c < m_table->columnCount(); ++c) {
        const auto at = static_cast<std::size_t>(c);
        const auto alignment =
            Qt::AlignVCenter | (table.numeric[at] ? Qt::AlignRight : Qt::AlignLeft);
        auto* head = new QTableWidgetItem(qs(table.columns[at]));
        head->setTextAlignment(alignment);
        m_table->setHorizontalHeaderItem(c, head);
        for (int r = 0; r < m_table->rowCount(); ++r) {
            auto* item = new QTableWidgetItem(qs(table.rows[static_cast<std::size_t>(r)][at].text));
            item->setTextAlignment(alignment);
            m_table->setItem(r, c, item);
        }
    }
    const int line = fontMetrics().height() + 8;
    m_table->verticalHeader()->setDefaultSectionSize(line);
    m_table->resizeColumnsToContents();
    // All rows are seen; what is too wide is scrolled to.
    m_table->setFixedHeight((m_table->rowCount() + 1) * line +
                            m_table->horizontalHeader()->sizeHint().height());
}

}  // namespace duelo::ui
