// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QWidget>

#include "ui/look/keeps_view.h"
#include "ui/pages/page_parts.h"
#include "ui/pages/probe_words.h"
#include "ui/pages/sheet_rows.h"

class QPlainTextEdit;
class QTabWidget;
class QTreeWidget;

namespace duelo::ui {

class ClockView;
class Settings;

/// Everything known of this PC and of the program, as tables and as one text for whoever has to
/// help (S0-38, R-07, R-29). Another PC's sheet can stand beside this one's.
class DiagnosisPage final : public QWidget, public KeepsView {
    Q_OBJECT

public:
    explicit DiagnosisPage(const Text& text, QWidget* parent = nullptr);

    /// Shows the facts that the window has without an engine: its build, and where its files are.
    /// `settings` must outlive the page.
    void setWindow(const QString& build, const Settings& settings);
    void setProbe(const ProbeSheet& sheet);
    void setEngineProblem(const Reason& reason);
    /// The newest line last.
    void setLog(const QStringList& lines);
    /// One line for each end of an engine process: when and with which code. Only in the report.
    void setEngineExits(const QStringList& lines);
    /// Shows the output of the self-test so far.
    void setSelfTest(const QString& output, bool running);
    /// Neither a self-test nor a probe may disturb what is measured, and their buttons say so.
    void setMeasuring(bool measuring);
    /// Shows the facts in another PC's file beside those of this one; without a header only this
    /// PC's.
    void setReference(const std::optional<Header>& header, const QString& file);
    /// Why another PC's file is not beside this one.
    void setReferenceProblem(const Reason& reason);

    /// One text with all of it: versions, verdict, tables, self-test, exits, log, the engine's
    /// answer. The user's home folder is written as "~".
    [[nodiscard]] QString reportText() const;
    /// The tab and the other PC's file, which is to be read anew.
    [[nodiscard]] Json viewState() const override;
    void setViewState(const Json& state) override;

Q_SIGNALS:
    void saveRequested();
    void selfTestRequested();
    void probeRequested();
    void referenceRequested();                  ///< choose another PC's file
    void referenceWanted(const QString& file);  ///< this one

private:
    void buildHead(QVBoxLayout* layout);
    void buildTabs(QVBoxLayout* layout);
    QPlainTextEdit* addTextTab(const QString& title);
    void tell(const ProbeWords& words);
    void allowButtons();
    void fillTable();
    void copyRows() const;
    [[nodiscard]] QString windowText() const;
    [[nodiscard]] QString t(const char* key, const Json& args = Json::object()) const {
        return QString::fromStdString(m_text(key, args));
    }

    Text m_text;
    QString m_build;
    const Settings* m_settings = nullptr;
    std::optional<ProbeSheet> m_probe;  ///< none until the engine has answered
    std::optional<Header> m_reference;
    QString m_referenceFile, m_referenceName;
    ProbeWords m_words;
    QStringList m_log, m_exits;
    QString m_selfTestOutput;
    bool m_selfTestRuns = false, m_measuring = false;

    QLabel* m_cuda = nullptr;
    QLabel* m_verdict = nullptr;
    QLabel* m_reason = nullptr;
    QLabel* m_differences = nullptr;
    QLabel* m_status = nullptr;
    QPushButton* m_selfTest = nullptr;
    QPushButton* m_again = nullptr;
    QTabWidget* m_tabs = nullptr;
    QTreeWidget* m_table = nullptr;
    ClockView* m_clock = nullptr;
    QPlainTextEdit* m_selfTestView = nullptr;
    QPlainTextEdit* m_logView = nullptr;
};

}  // namespace duelo::ui
