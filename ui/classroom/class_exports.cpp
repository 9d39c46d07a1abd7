// SPDX-License-Identifier: GPL-3.0-or-later
// Exports and copies of a ClassPage: as it stands on the screen, with or without names.
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QMimeData>
#include <QStackedWidget>

#include "base/whole_file.h"
#include "classroom/questions.h"
#include "experiments/specs.h"
#include "ui/charts/bars_chart.h"
#include "ui/charts/scatter_chart.h"
#include "ui/classroom/class_page.h"
#include "ui/classroom/class_tables.h"
#include "ui/classroom/submissions_view.h"
#include "ui/export/chart_image.h"
#include "ui/export/single_page.h"
#include "ui/export/table_clipboard.h"
#include "ui/look/settings.h"

namespace duelo::ui {

ChartCaption ClassPage::caption() const {
    return {.title = headline().toStdString(),
            .subtitle = shownChart().title().toStdString() + " · " + m_detail->text().toStdString(),
            .footer = {}};
}

Document ClassPage::document() const {
    Document made = composeClass(m_store.classroom(), findSpec, options());
    DocSection charts{.heading = m_text("report.chart_heading")};
    for (const ClassFilters::View view :
         {ClassFilters::View::Times, ClassFilters::View::Ratios, ClassFilters::View::Predictions})
        if (ScatterValue value = chartOf(view); !duelo::isEmpty(value))
            charts.blocks.emplace_back(ChartValue(std::move(value)));
    if (BarsValue wrong = mistakes(); !duelo::isEmpty(wrong))
        charts.blocks.emplace_back(ChartValue(std::move(wrong)));
    if (!charts.blocks.empty()) made.sections.insert(made.sections.begin(), std::move(charts));
    return made;
}

Result<void> ClassPage::write(ExportTarget target, const QString& path) const {
    if (target == ExportTarget::ChartPng || target == ExportTarget::ChartSvg) {
        if (shownChart().isEmpty()) return fail("chart_empty");
        return chartBytes(target, shownChart().chartValue(), m_text.numbers(), caption())
            .and_then(
                [&](const std::string& bytes) { return writeWhole(bytes, pathOf(path), true); });
    }
    if (isDocument(target))
        return exportDocument(target, document(), path, true).map([](const QStringList&) {});
    const ReportFormat format = target == ExportTarget::Xlsx       ? ReportFormat::Xlsx
                                : target == ExportTarget::CsvExcel ? ReportFormat::CsvExcel
                                : target == ExportTarget::Json     ? ReportFormat::JsonReport
                                                                   : ReportFormat::Csv;
    return exportClass(m_store.classroom(), findSpec, format, options(), pathOf(path), true);
}

Result<std::string> ClassPage::writeQuestions(const QString& path) const {
    const QuestionBank bank = questionsOf(m_store.classroom(), findSpec, options());
    return exportQuestions(bank, m_text, pathOf(path), true).map([&] {
        return questionsWritten(bank, shownFile(path).toStdString(), m_text);
    });
}

Result<void> ClassPage::copyChart() const {
    if (shownChart().isEmpty()) return fail("chart_empty");
    const ChartImage image(shownChart().chartValue(), m_text.numbers(), caption());
    QApplication::clipboard()->setMimeData(imageMimeData(image.pixels()).release());
    return {};
}

Result<Document> ClassPage::chartAlone() const {
    if (shownChart().isEmpty()) return fail("chart_empty");
    return singlePage(shownChart().chartValue(), caption(), m_text);
}

Result<Document> ClassPage::tableAlone() const {
    return tableInView().map([this](DocTable&& table) {
        return singlePage(std::move(table), {.title = headline().toStdString()}, m_text);
    });
}

/// The list in view, else the first table of the class.
Result<DocTable> ClassPage::tableInView() const {
    DocTable table;
    if (const QWidget* shown = m_stack->currentWidget();
        shown == m_table || shown == m_submissions) {
        const ClassTable& list = shown == m_table ? *m_table : m_submissions->table();
        table = tableOf(*list.model(), {.value = Qt::UserRole, .detail = Qt::UserRole + 1},
                        m_text.numbers());
    } else {
        for (const DocSection& section :
             composeClass(m_store.classroom(), findSpec, options()).sections)
            for (const DocBlock& block : section.blocks)
                if (const auto* found = std::get_if<DocTable>(&block); found && table.rows.empty())
                    table = *found;
    }
    if (table.rows.empty()) return fail("table_empty");
    return table;
}

Result<void> ClassPage::copyTable() const {
    return tableInView().map([this](const DocTable& table) {
        QApplication::clipboard()->setMimeData(tableMimeData(table, m_text.numbers()).release());
    });
}

}  // namespace duelo::ui
