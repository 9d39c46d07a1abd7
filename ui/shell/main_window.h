// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <QMainWindow>
#include <QTimer>

#include "base/text.h"
#include "ui/classroom/class_store.h"
#include "ui/classroom/pack_store.h"
#include "ui/lab_report/kept_groups.h"
#include "ui/lab_report/report_store.h"
#include "ui/look/settings.h"
#include "ui/session/session.h"
#include "ui/shell/plan_history.h"
#include "ui/shell/presentation.h"
#include "ui/shell/window_actions.h"

class QButtonGroup;
class QStackedWidget;

namespace duelo {

struct OpenFile;

}  // namespace duelo

namespace duelo::ui {

class ClassPage;
class DiagnosisPage;
class ExperimentPage;
class ExportMenu;
class GlossaryPage;
class GpuStrip;
class GuidePage;
class ProgressStrip;
class ReportPage;
class StartPage;
class TopBar;
struct ExportChoice;
struct HandedIn;
struct GuideSources;

/// The one window. It lays out the pages, hands what they ask for to the Session and what comes
/// back to them. Which experiments have a page follows from the registry (experiments/specs.h). A
/// change of language builds the pages anew around the same Session.
class MainWindow final : public QMainWindow {
    Q_OBJECT

public:
    /// Both must outlive the window.
    MainWindow(Settings& settings, Session& work, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Records, images and weights, as dropped or given on the command line.
    void openFiles(const QStringList& paths);
    /// "home", the id of an experiment, "class", "report", "guide", "glossary" or
    /// "diagnosis".
    void showPage(const QString& id);
    /// Of every page, in the order of the rail.
    [[nodiscard]] QStringList pageIds() const;
    [[nodiscard]] const WindowActions& actions() const { return m_actions; }
    /// The page of an experiment, which is made when it is first wanted.
    [[nodiscard]] ExperimentPage& experimentPage(std::string_view experiment);
    /// Where it is seen: what went wrong, what to do.
    void showMessage(const Reason& reason);
    /// Builds everything in the language that is installed, and gives the pages their state back.
    void rebuild();
    /// Text of every font in percent, 100 to 200.
    void setZoom(int percent);

Q_SIGNALS:
    /// Language, theme or size was chosen anew; the application installs translators and style.
    void appearanceChanged();

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void applyAppearance();
    void buildRail(QWidget* rail);
    void fitRail();
    void buildBar();
    [[nodiscard]] QList<WindowActions::Page> pageEntries() const;
    void makePage(const QString& id);
    ExperimentPage* makeExperiment(const QString& id);
    void connectActions();
    void connectStart();
    void connectExperiment(ExperimentPage& page);
    void connectGuide();
    void connectDiagnosis();
    void connectReport();
    void connectClass();
    void connectWork();

    /// Those that were made.
    [[nodiscard]] std::vector<ExperimentPage*> experiments() const;
    [[nodiscard]] ExperimentPage& pageOf(const std::string& experiment);
    /// The experiment shown last: F5 runs it, messages go there.
    [[nodiscard]] ExperimentPage& shownPage();
    void tell(const QString& sentence, const QString& caption = {}, std::function<void()> act = {});
    void askForecast();
    void showProbe(const ProbeSheet& sheet);
    void showEngineProblem(const Reason& reason);
    void showRecent();
    void examineRecent();
    void showOpened();
    ExperimentPage& showRun();
    [[nodiscard]] GuideSources guideSources();
    void showGuide();
    void showTerms();
    void showRunState();
    void showUndo();
    void showProgress();
    [[nodiscard]] QString runningTitle(const std::string& id) const;
    void finishRun(const RunEnd& end);
    void offerResume(ExperimentPage& page, const QString& sentence);

    void measure();
    void start(ExperimentPage& page, const Plan& plan,
               const std::optional<Prediction>& prediction = {});
    [[nodiscard]] bool asksFirst(const ExperimentPage& page) const;
    void measureDefault();
    void measureOffer(const QString& id);
    void measureOffered(const Json& json);
    void moveToBin(const QString& path);
    void openDialog();
    void openRecords(const QStringList& paths);
    void openPlan(const QString& path);
    void giveFiles(QStringList paths);
    bool showPlan(const Plan& plan);
    [[nodiscard]] LabReport newReport() const;
    [[nodiscard]] QString reportFile(int n) const;
    void readReport(const QString& path);
    void beginUsualReport();
    void openReport(const QString& path);
    void askForReport();
    void beginReport();
    void exportReportAs(const ExportChoice& choice);
    [[nodiscard]] std::vector<OpenFile> openRecordFiles() const;
    bool handInReport();
    void tellHandedIn(const HandedIn& handed);
    void takeHome(const std::vector<std::filesystem::path>& files, const QString& folder);
    [[nodiscard]] bool mayLeaveReport();
    void openClass(const QStringList& paths);
    void addToClass(bool folder);
    void exportClassAs(const ExportChoice& choice);
    [[nodiscard]] bool showsClass() const;
    void connectPack();
    void openPack(const QString& folder);
    void openFirstPack();
    void leavePack();
    void showPack();
    void openPackPlan();
    void openPackReference();
    void openPackPhotographs();
    void offerPackReference(ExperimentPage& page);
    void makePack();
    void copyTable();
    void copyChart();
    void resume(const QString& path);
    void addOtherPc(bool reference);
    void addOtherTimes(bool pasted);
    void takeGuideAction(const QString& name);
    void compareSides(ExperimentPage& page);
    void saveDiagnosis();
    void saveText(const QString& title, const QString& name, const QString& filter,
                  const std::string& text);
    void setPresenting(bool presenting);
    void openSettings();
    void showKeys();
    void showAbout();
    void showScript();
    [[nodiscard]] bool mayClose();

    static constexpr const char* kStartForecast = "home";  ///< asks for what its button measures

    Settings& m_settings;
    Session& m_work;
    Text m_text;
    KeptGroups m_keptFiles{[this] { return m_settings.resultsFolder(); }};
    ReportStore m_reports;   ///< outlives the pages, with what is not saved yet
    ClassStore m_classroom;  ///< and with what was read
    PackStore m_packs;
    PlanHistory m_plans;
    WindowActions m_actions{};
    TopBar* m_bar = nullptr;
    QWidget* m_rail = nullptr;
    QButtonGroup* m_railGroup = nullptr;
    QStackedWidget* m_pages = nullptr;
    StartPage* m_start = nullptr;
    ExperimentPage* m_shown = nullptr;  ///< see shownPage()
    GuidePage* m_guide = nullptr;       ///< this and the next four: null until they are first shown
    GlossaryPage* m_glossary = nullptr;
    DiagnosisPage* m_diagnosis = nullptr;
    ReportPage* m_report = nullptr;
    ClassPage* m_class = nullptr;
    ProgressStrip* m_strip = nullptr;
    GpuStrip* m_gpuStrip = nullptr;
    std::unique_ptr<ExportMenu> m_export;
    std::unique_ptr<QObject> m_bridge;  ///< context of the connections to the Session
    QTimer m_progressTimer;
    std::optional<Reason> m_engineProblem;
    QString m_askedReport;  ///< is to be opened, and it is told if it cannot be
    Background m_background{*this};
    Presentation m_presentation{*this};
    bool m_problemShown = false;  ///< the engine's, above the results
    bool m_askedToHandIn = false;
};

}  // namespace duelo::ui
