// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include <QObject>
#include <QPointer>

#include "base/text.h"
#include "ui/lab_report/kept_groups.h"
#include "ui/lab_report/report_looker.h"
#include "ui/lab_report/report_store.h"

namespace duelo {

struct OpenFile;

}  // namespace duelo

namespace duelo::ui {

class ExperimentPage;
class MainWindow;
class ReportPage;
class Session;
class Settings;
struct ExportChoice;
struct HandedIn;

/// Handles the student's report for the window: its file, its page, its export and who hands it in.
/// It outlives the page, which another language builds anew.
class ReportDesk final : public QObject {
    Q_OBJECT

public:
    /// All must outlive it; `text` is always the window's present one.
    ReportDesk(MainWindow& window, Settings& settings, Session& work, const Text& text);
    ~ReportDesk() override;

    /// Reads the usual report where none is open yet.
    [[nodiscard]] QWidget* makePage();
    [[nodiscard]] bool isInView() const;
    void tell(const QString& sentence);
    /// Takes in that other files are open, and remembers where they lie, for the report that cites
    /// them.
    void takeFiles();
    void open(const QString& path);
    /// That field of the report, where its form has it; else its first page.
    void showQuestion(const QString& id);
    /// Makes the report stand on the next run of this plan: a table of it is asked for there.
    void keepRunOf(const Plan& plan) { m_wanted = plan; }
    /// After a run: the report keeps it if it was wanted there, and after the measurement of a
    /// proposal the way back to it is offered (P-10). False: there is none.
    bool offerBack(ExperimentPage& page);
    /// Asks for a place and writes the report there, once one is open.
    void exportAs(const ExportChoice& choice);
    /// Prints it, once one is open.
    void print();
    /// Asks, once, whether to hand in what was changed; false: do not close.
    [[nodiscard]] bool mayClose();

private:
    void connectPage();
    /// Shows the plan on its page; `told`: once it is measured.
    void propose(const Plan& plan, const QString& told);
    [[nodiscard]] LabReport newReport() const;
    [[nodiscard]] QString fileOf(int n) const;
    void read(const QString& path);
    void beginUsual();
    void askToOpen();
    void askToBegin();
    void askToFind(const KeptFile& file);
    void copyOpenFiles();
    [[nodiscard]] std::vector<OpenFile> openRecordFiles() const;
    /// Returns what the report is composed of, once all of it is read; nothing where somebody would
    /// not wait.
    [[nodiscard]] std::optional<HeldGroups> files();
    bool handIn();
    void keepRun(const std::string& experiment);
    void tellHandedIn(const HandedIn& handed, bool takesGpu);
    [[nodiscard]] QString takeHome(const QString& folder);

    MainWindow& m_window;
    Settings& m_settings;
    Session& m_work;
    const Text& m_text;
    KeptGroups m_keptFiles;
    ReportStore m_store;  ///< with what is not saved yet
    QPointer<ReportPage> m_page;
    QString m_asked;  ///< is to be opened, and it is told if it cannot be
    bool m_askedToHandIn = false;
    std::optional<Plan> m_proposed;  ///< is to be measured
    std::optional<Plan> m_wanted;    ///< of a run that the report is to stand on
    QString m_told;                  ///< once it is
    Background m_copies{*this};      ///< of files that the report stands on; the last two end first
    Background m_background{*this};
};

}  // namespace duelo::ui
