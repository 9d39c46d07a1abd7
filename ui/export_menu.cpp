// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export_menu.h"

#include <QActionGroup>
#include <QBuffer>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QTableView>

#include "base/places.h"
#include "experiments/finding.h"
#include "report/export.h"
#include "ui/charts/chart.h"
#include "ui/charts/chart_export.h"
#include "ui/export/table_clipboard.h"
#include "ui/frame/experiment_frame.h"
#include "ui/frame/experiment_page.h"
#include "ui/models/results_model.h"

namespace duelo::ui {

namespace {

constexpr QSize kChartSize{1200, 720};

ChartCaption captionOf(const Chart& chart, const Comparison* comparison, const Text& text) {
    ChartCaption caption{chart.title(), {}, {}};
    if (!comparison) return caption;
    const Labels labels(*comparison, text);
    if (!comparison->tables.empty()) {
        const Finding finding = findingOf(*comparison, 0, labels);
        caption.title = qs(finding.headline);
        caption.subtitle = qs(finding.detail);
    }
    QStringList origins;
    for (const Source& source : comparison->sources) origins << qs(labels.provenance(source));
    origins.removeDuplicates();
    caption.footer = origins.join('\n');
    return caption;
}

}  // namespace

ExportMenu::ExportMenu(Settings& settings, Workbench& work, PageOfRun page, const Text& text,
                       QWidget* window)
    : m_settings(settings),
      m_work(work),
      m_page(std::move(page)),
      m_text(text),
      m_window(window),
      m_menu(std::make_unique<QMenu>()),
      m_language(text.language()) {
    const auto needsRun = [this](QAction* action) {
        connect(m_menu.get(), &QMenu::aboutToShow, action,
                [this, action] { action->setEnabled(m_work.run().comparison() != nullptr); });
    };
    needsRun(m_menu->addAction(tr("Copy the table"), this, &ExportMenu::copyTable));
    needsRun(m_menu->addAction(tr("Copy the chart"), this, &ExportMenu::copyChart));
    m_menu->addSeparator();
    for (const ExportChoice& choice : exportChoices()) {
        if (choice.target == ExportTarget::PyTorchScript) {
            m_menu->addAction(tr("Equivalent PyTorch code…"), this, &ExportMenu::scriptWanted);
            continue;
        }
        needsRun(m_menu->addAction(tr("%1…").arg(choice.title), this,
                                   [this, choice] { exportFile(choice); }));
    }
    m_menu->addSeparator();
    QMenu* languages = m_menu->addMenu(tr("Language of the report"));
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

ExportMenu::~ExportMenu() = default;

ReportOptions ExportMenu::options() const {
    ReportOptions options{.language = m_language, .numbers = std::nullopt, .fields = {}};
    // The sign of this PC's Excel, whatever the language of the report.
    options.numbers = numbersOf(m_settings);
    options.fields = {m_settings.field("subject").toStdString(),
                      m_settings.field("teacher").toStdString(),
                      m_settings.field("student").toStdString(),
                      m_settings.field("group").toStdString(),
                      {}};
    return options;
}

void ExportMenu::copyTable() {
    const QAbstractItemModel* model = m_page().frame().table().model();
    if (!model || model->rowCount() == 0) return;
    QGuiApplication::clipboard()->setMimeData(
        tableMimeData(tableOf(*model, ResultsModel::ValueRole, m_text.numbers()), m_text.numbers())
            .release());
}

void ExportMenu::copyChart() {
    const Chart* chart = m_page().currentChart();
    if (!chart || chart->isEmpty()) return;
    QGuiApplication::clipboard()->setMimeData(
        imageMimeData(
            renderPng(*chart, kChartSize, captionOf(*chart, m_work.run().comparison(), m_text)))
            .release());
}

void ExportMenu::exportFile(const ExportChoice& choice) {
    if (!m_work.run().comparison()) return;
    const QString proposal =
        QDir(QFileInfo(m_work.run().path()).path()).filePath(choice.fileName(m_work.run().path()));
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
    if (const auto files = write(choice, path))
        Q_EMIT written(*files);
    else
        Q_EMIT failed(files.error());
}

Result<QStringList> ExportMenu::write(const ExportChoice& choice, const QString& path) const {
    if (choice.target == ExportTarget::ChartPng || choice.target == ExportTarget::ChartSvg)
        return writeChart(choice.target, path);
    return exportTo(choice.target, *m_work.run().comparison(), options(), path, true,
                    m_work.run().path());
}

/// The chart that is looked at, with what makes it readable away from here.
Result<QStringList> ExportMenu::writeChart(ExportTarget target, const QString& path) const {
    const Chart* chart = m_page().currentChart();
    if (!chart || chart->isEmpty()) return fail("chart_missing");
    const ChartCaption caption = captionOf(*chart, m_work.run().comparison(), options().text());
    QByteArray bytes;
    if (target == ExportTarget::ChartPng) {
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        if (!renderPng(*chart, kChartSize, caption).save(&buffer, "PNG"))
            return fail("write_failed", {{"path", path.toStdString()}, {"message", "PNG"}}, "PNG");
    } else {
        bytes = renderSvg(*chart, kChartSize, caption);
    }
    // The dialog has asked whether to overwrite.
    if (auto written = writeWhole(bytes.toStdString(), fromUtf8(path.toStdString()), true);
        !written)
        return tl::unexpected(written.error());
    return QStringList{path};
}

}  // namespace duelo::ui
