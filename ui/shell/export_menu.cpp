// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/export_menu.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QShortcut>
#include <QTableView>

#include "base/same_file.h"
#include "report/carbon.h"
#include "report/export.h"
#include "report/misleading.h"
#include "report/view.h"
#include "ui/export/chart_image.h"
#include "ui/export/single_page.h"
#include "ui/export/table_clipboard.h"
#include "ui/results/experiment_frame.h"
#include "ui/results/experiment_page.h"
#include "ui/results/results_model.h"
#include "ui/session/beside.h"
#include "ui/shell/printing.h"

namespace duelo::ui {

namespace {

ExportChoice csvChoice() {
    for (const ExportChoice& choice : exportChoices())
        if (choice.target == ExportTarget::Csv) return choice;
    return {};
}

}  // namespace

ExportMenu::ExportMenu(Settings& settings, Session& work, PageOfRun page, const Text& text,
                       QWidget* window)
    : m_settings(settings),
      m_work(work),
      m_page(std::move(page)),
      m_text(text),
      m_window(window),
      m_menu(std::make_unique<QMenu>()),
      m_language(text.language()) {
    const auto needsRun = [this](QAction* action) {
        connect(m_menu.get(), &QMenu::aboutToShow, action, [this, action] {
            action->setEnabled(m_work.run().comparison() != nullptr);
            action->setVisible(!isReport());
        });
    };
    needsRun(m_menu->addAction(tr("Copy the table"), this, &ExportMenu::copyTable));
    needsRun(m_menu->addAction(tr("Copy the chart"), this, &ExportMenu::copyChart));
    needsRun(m_menu->addAction(tr("Print the table…"), this, &ExportMenu::printTable));
    needsRun(m_menu->addAction(tr("Print the chart…"), this, &ExportMenu::printChart));
    m_menu->addSeparator();
    for (const ExportChoice& choice : exportChoices()) {
        if (isDocument(choice.target))
            addChoice(choice);
        else if (choice.target == ExportTarget::Program)
            addScript();
        else
            needsRun(m_menu->addAction(tr("%1…").arg(choice.title), this,
                                       [this, choice] { exportFile(choice); }));
    }
    QMenu* tables = m_menu->addMenu(tr("Further tables (CSV)"));
    connect(m_menu.get(), &QMenu::aboutToShow, tables, [this, tables] {
        fillTables(*tables);
        tables->menuAction()->setVisible(!isReport());
    });
    m_menu->addSeparator();
    addLanguages();
    // Texts that can be selected copy themselves, and a table by itself copies one cell.
    auto* copy = new QShortcut(QKeySequence::Copy, window);
    copy->setEnabled(false);
    connect(qApp, &QApplication::focusChanged, this, [this, copy](QWidget*, const QWidget* now) {
        const auto* table = qobject_cast<const QTableView*>(now);
        copy->setEnabled(table && table == &m_page().frame().table());
    });
    connect(copy, &QShortcut::activated, this, [this] {
        const QItemSelectionModel* chosen = m_page().frame().table().selectionModel();
        copyCells(chosen ? chosen->selectedIndexes() : QModelIndexList());
    });
}

ExportMenu::~ExportMenu() = default;

void ExportMenu::addChoice(const ExportChoice& choice) {
    QAction* action =
        m_menu->addAction(tr("Measurement sheet: %1…").arg(choice.title), this, [this, choice] {
            if (isReport())
                Q_EMIT reportWanted(choice);
            else
                exportFile(choice);
        });
    connect(m_menu.get(), &QMenu::aboutToShow, action, [this, action, choice] {
        const bool report = isReport();
        action->setText(
            (report ? tr("My report: %1…") : tr("Measurement sheet: %1…")).arg(choice.title));
        action->setEnabled(report || m_work.run().comparison() != nullptr);
    });
}

/// Needs no result, only what the form has.
void ExportMenu::addScript() {
    QAction* action =
        m_menu->addAction(tr("Program to take home…"), this, &ExportMenu::scriptWanted);
    connect(m_menu.get(), &QMenu::aboutToShow, action,
            [this, action] { action->setVisible(!isReport()); });
}

/// A student's report has a language of its own.
void ExportMenu::addLanguages() {
    QMenu* languages = m_menu->addMenu(tr("Language of the measurement sheet"));
    connect(m_menu.get(), &QMenu::aboutToShow, languages,
            [this, languages] { languages->menuAction()->setVisible(!isReport()); });
    auto* group = new QActionGroup(languages);
    for (const Language language : {Language::Spanish, Language::English}) {
        QAction* action = languages->addAction(
            language == Language::Spanish ? QStringLiteral("Español") : QStringLiteral("English"));
        action->setCheckable(true);
        action->setChecked(language == m_language);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, language] { m_language = language; });
    }
}

void ExportMenu::fillTables(QMenu& tables) {
    tables.clear();
    const Comparison* open = m_work.run().comparison();
    for (const View::Table& table : open ? furtherTablesOf(*open) : std::vector<View::Table>()) {
        if (table.missing.empty() && table.make(*open).rows.empty()) continue;
        tables.addAction(tr("%1…").arg(qs(m_text.word("sheet", table.id))), this,
                         [this, id = table.id] { exportFile(csvChoice(), id); });
    }
    tables.setEnabled(!tables.isEmpty());
}

ReportOptions ExportMenu::options() const {
    ReportOptions options{.language = m_language, .numbers = std::nullopt, .fields = {}};
    // The sign of this PC's Excel, whatever the language of the report.
    options.numbers = numbersOf(m_settings);
    options.fields = {m_settings.field("subject").toStdString(),
                      m_settings.field("teacher").toStdString(),
                      m_settings.field("student").toStdString(),
                      m_settings.field("group").toStdString(),
                      {},
                      m_settings.field(kCarbonField).toStdString(),
                      m_settings.field(kCarbonSourceField).toStdString()};
    return options;
}

void ExportMenu::copyTable() {
    copyCells({});
}

void ExportMenu::copyCells(const QModelIndexList& selected) {
    const auto table = tableInView(selected);
    if (!table) {
        Q_EMIT failed(table.error());
        return;
    }
    QApplication::clipboard()->setMimeData(tableMimeData(*table, m_text.numbers()).release());
    Q_EMIT copied();
}

Result<DocTable> ExportMenu::tableInView(const QModelIndexList& selected) const {
    const QAbstractItemModel* model = m_page().frame().table().model();
    if (!model || model->rowCount() == 0) return fail("table_empty");
    const TableRoles roles{ResultsModel::ValueRole, ResultsModel::DetailRole,
                           m_text("report.column_precision")};
    DocTable table = tableOf(*model, roles, m_text.numbers(), selected);
    if (const Comparison* open = m_work.run().comparison()) mark(table, *open, m_text);
    return table;
}

void ExportMenu::copyChart() {
    const ChartValue chart = chartInView();
    if (isEmpty(chart)) {
        Q_EMIT failed({"chart_empty"});
        return;
    }
    const ChartImage image(chart, m_text.numbers(), caption(chart));
    QApplication::clipboard()->setMimeData(imageMimeData(image.pixels()).release());
    Q_EMIT copied();
}

/// Returns the chart in view; while a game is shown, the chart that it misleads with, whichever tab
/// is in view.
ChartValue ExportMenu::chartInView() const {
    if (const auto shown = m_page().shown())
        if (const auto game = misleadingIn(shown->comparison, shown->labels))
            return chartOf(*game, m_text);
    return m_page().currentChart();
}

/// Returns the caption in the language of the window, as the chart is.
ChartCaption ExportMenu::caption(const ChartValue& chart) const {
    return captionOf(chart, m_page().spokenOf());
}

void ExportMenu::exportFile(const ExportChoice& choice, const std::string& table) {
    if (!m_work.run().comparison()) return;
    const QFileInfo record(m_work.run().path());
    const QString name = table.empty()
                             ? choice.fileName(record.filePath())
                             : record.completeBaseName() + '-' + qs(table) + choice.suffix;
    const QString proposal = QDir(record.path()).filePath(name);
    QString path = QFileDialog::getSaveFileName(m_window, choice.title, proposal, choice.filter());
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) {
        path += choice.suffix;
        // The dialog asked about the name without its suffix.
        if (QFileInfo::exists(path)) {
            Q_EMIT failed({"file_exists", {{"path", path.toStdString()}}});
            return;
        }
    }
    const auto files = write(choice, table, path);
    if (!files) return;
    if (*files)
        Q_EMIT written(**files);
    else
        Q_EMIT failed(files->error());
}

std::optional<Result<QStringList>> ExportMenu::write(const ExportChoice& choice,
                                                     const std::string& table,
                                                     const QString& path) {
    // A run that goes on would lose its file, and one that is over what was measured.
    for (const RecordLog& log : m_work.run().logs())
        if (isSameFile(pathOf(path), log.path))
            return Result<QStringList>(fail("export_over_input", {{"path", path.toStdString()}}));
    if (choice.target == ExportTarget::ChartPng || choice.target == ExportTarget::ChartSvg)
        return writeChart(choice.target, path);
    ReportOptions how = options();
    how.table = table;
    return doneBeside(
        m_background, m_window, tr("Writing %1…").arg(shownFile(path)),
        [target = choice.target, comparison = m_work.run().sharedComparison(), options = how, path,
         recordFile = m_work.run().path()](const Background::Task& task) {
            return exportTo(target, *comparison, options, path, true, recordFile,
                            [&] { return task.isWanted(); });
        });
}

void ExportMenu::print() {
    const auto comparison = m_work.run().sharedComparison();
    if (!comparison) {
        Q_EMIT failed({"print_empty"});
        return;
    }
    const auto printed = printComposed(
        [comparison, options = options()]() -> Result<Document> {
            return compose(*comparison, options);
        },
        m_background, m_window);
    if (!printed) Q_EMIT failed(printed.error());
}

void ExportMenu::printTable() {
    printAlone(tableInView({}).map([](DocTable&& table) { return DocBlock(std::move(table)); }));
}

void ExportMenu::printChart() {
    const ChartValue chart = chartInView();
    if (isEmpty(chart)) return printAlone(fail("chart_empty"));
    printAlone(DocBlock(chart));
}

/// In the language of the window, as it is seen there.
void ExportMenu::printAlone(const Result<DocBlock>& block) {
    const auto printed = block.and_then([this](const DocBlock& shown) {
        const auto* chart = std::get_if<ChartValue>(&shown);
        const ChartCaption above = caption(chart ? *chart : ChartValue());
        return printDocument(singlePage(shown, above, m_text), m_background, m_window);
    });
    if (!printed) Q_EMIT failed(printed.error());
}

/// The chart that is looked at, with what makes it readable away from here.
Result<QStringList> ExportMenu::writeChart(ExportTarget target, const QString& path) const {
    const ChartValue chart = chartInView();
    if (isEmpty(chart)) return fail("chart_empty");
    const auto bytes = chartBytes(target, chart, m_text.numbers(), caption(chart));
    if (!bytes) return tl::unexpected(bytes.error());
    // The dialog has asked whether to overwrite.
    if (auto written = writeWhole(*bytes, pathOf(path), true); !written)
        return tl::unexpected(written.error());
    return QStringList{path};
}

}  // namespace duelo::ui
