// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <QModelIndexList>
#include <QObject>

#include "base/text.h"
#include "report/document.h"
#include "ui/export/exporter.h"
#include "ui/look/settings.h"
#include "ui/session/background.h"
#include "ui/session/session.h"

class QMenu;
class QWidget;

namespace duelo::ui {

class ExperimentPage;

/// The one menu from which everything leaves the program: files, clipboard, code.
class ExportMenu final : public QObject {
    Q_OBJECT

public:
    /// `page` tells which page shows the open run; its table and chart are what is copied.
    using PageOfRun = std::function<const ExperimentPage&()>;

    /// All must outlive it; dialogs stand before `window`.
    ExportMenu(Settings& settings, Session& work, PageOfRun page, const Text& text,
               QWidget* window);
    ~ExportMenu() override;

    [[nodiscard]] QMenu* menu() const { return m_menu.get(); }
    /// While `isInView` says so, the student's report is what its documents are of, by
    /// reportWanted(): there is one report, and what Duelo writes by itself is a measurement sheet
    /// (Y-34).
    void setReport(std::function<bool()> isInView) { m_isReport = std::move(isInView); }

    /// Reason: "table_empty". Ctrl+C in the table copies its selected rows the same way.
    void copyTable();
    /// Reason: "chart_empty". What was on the clipboard before stays there.
    void copyChart();
    /// Asks for a place and writes there. What was there is replaced only after the file dialog's
    /// own question. `table`: instead of the report one of the views' tables (View::tables).
    void exportFile(const ExportChoice& choice, const std::string& table = {});
    /// Prints the measurement sheet of the open run. Reasons: "print_empty", "print_failed".
    void print();
    /// Print what copyTable() and copyChart() copy, with what it answers and its source. Reasons:
    /// "table_empty", "chart_empty", "print_failed".
    void printTable();
    void printChart();

Q_SIGNALS:
    void scriptWanted();
    void reportWanted(const duelo::ui::ExportChoice& choice);
    void written(const QStringList& files);
    void copied();
    void failed(const duelo::Reason& reason);

private:
    [[nodiscard]] bool isReport() const { return m_isReport && m_isReport(); }
    void addChoice(const ExportChoice& choice);
    void addScript();
    void addLanguages();
    void copyCells(const QModelIndexList& selected);  ///< all where none is
    [[nodiscard]] Result<DocTable> tableInView(const QModelIndexList& selected) const;
    void printAlone(const Result<DocBlock>& block);
    [[nodiscard]] ChartValue chartInView() const;
    [[nodiscard]] ChartCaption caption(const ChartValue& chart) const;
    [[nodiscard]] ReportOptions options() const;
    /// Offers the tables that work like that of the open run has beside its cells; one without
    /// lines is refused with its reason when it is wanted.
    void fillTables(QMenu& tables);
    /// Nothing where it was given up.
    [[nodiscard]] std::optional<Result<QStringList>> write(const ExportChoice& choice,
                                                           const std::string& table,
                                                           const QString& path);
    [[nodiscard]] Result<QStringList> writeChart(ExportTarget target, const QString& path) const;

    Settings& m_settings;
    Session& m_work;
    PageOfRun m_page;
    std::function<bool()> m_isReport{};
    Text m_text;
    QWidget* m_window;
    std::unique_ptr<QMenu> m_menu;
    Language m_language;             ///< of the reports, apart from the window's
    Background m_background{*this};  ///< last: it ends first
};

}  // namespace duelo::ui
