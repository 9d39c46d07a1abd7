// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <QCoreApplication>
#include <QHash>
#include <QMainWindow>
#include <QPointer>
#include <QTimer>

#include "base/text.h"
#include "ui/look/settings.h"
#include "ui/session/session.h"
#include "ui/shell/class_desk.h"
#include "ui/shell/last_results.h"
#include "ui/shell/pack_desk.h"
#include "ui/shell/plan_history.h"
#include "ui/shell/presentation.h"
#include "ui/shell/report_desk.h"
#include "ui/shell/window_actions.h"

class QStackedWidget;

namespace duelo::ui {

class DiagnosisPage;
class ExperimentPage;
class ExportMenu;
class GalleryPage;
class GlossaryPage;
class GpuStrip;
class GuidePage;
class ProgressStrip;
class Rail;
class SlideButtons;
class StartPage;
class Toast;
class TopBar;
struct GuideSources;

/// The one window. It lays out the pages, hands what they ask for to the Session and what comes
/// back to them; what is done with the report, the class and a teacher's pack is their desks' own.
/// Which experiments have a page follows from the registry (experiments/specs.h). A change of
/// language builds the pages anew around the same Session.
class MainWindow final : public QMainWindow {
    Q_OBJECT

public:
    /// Both must outlive the window.
    MainWindow(Settings& settings, Session& work, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Records, images and weights, as dropped or given on the command line.
    void openFiles(const QStringList& paths);
    /// "home", "measure", the id of an experiment, "report", "class", "learn", "guide", "glossary"
    /// or "diagnosis".
    void showPage(const QString& id);
    /// The ids of all pages: those of the rail in its order, each before those that are chosen
    /// within it.
    [[nodiscard]] QStringList pageIds() const;
    [[nodiscard]] const WindowActions& actions() const { return m_actions; }
    /// The page of an experiment, which is made when it is first wanted.
    [[nodiscard]] ExperimentPage& experimentPage(std::string_view experiment);
    /// Returns the page on which an experiment is shown. For one that this Duelo does not know it
    /// is the page in view, or the first: its runs are plain tables.
    [[nodiscard]] ExperimentPage& pageOf(const std::string& experiment);
    /// The experiment shown last: F5 runs it, messages go there.
    [[nodiscard]] ExperimentPage& shownPage();
    /// Whether this page is the one in view.
    [[nodiscard]] bool shows(const QWidget& page) const;
    /// Returns the toast, which tells what went well.
    [[nodiscard]] Toast& toast() const { return *m_toast; }
    /// Shows a plan in the form of its experiment, to be predicted and measured there; false: the
    /// form does not take it.
    bool showPlan(const Plan& plan);
    /// Opens records. The first of several is this PC's, and the others are shown beside it.
    void openRecords(const QStringList& paths);
    /// Tells, where it is seen, what went wrong and what to do.
    void showMessage(const Reason& reason);
    /// Builds everything in the language that is installed, and gives the pages their state back.
    void rebuild();
    /// Sets what the program calls itself where it tells about itself; without it, that is its
    /// version alone.
    void setBuild(const QString& build) { m_build = build; }
    /// Text of every font in percent, 100 to 200.
    void setZoom(int percent);

Q_SIGNALS:
    /// Language, theme or size was chosen anew; the application installs translators and style.
    void appearanceChanged();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void applyAppearance();
    void buildBar();
    [[nodiscard]] QList<WindowActions::Page> pageEntries() const;
    void makePage(const QString& id);
    ExperimentPage* makeExperiment(const QString& id);
    QWidget* makeGallery();
    QWidget* makeLearn();
    void showPlace(int page);
    void showLastResults();
    void search();
    void showExercises();
    void connectActions();
    void connectStart();
    void connectDesks();
    void connectExperiment(ExperimentPage& page);
    void connectGuide();
    void connectDiagnosis();
    void connectWork();

    /// The pages of experiments that were made so far.
    [[nodiscard]] std::vector<ExperimentPage*> experiments() const;
    void tell(const QString& sentence);
    void askForecast();
    void showProbe(const ProbeSheet& sheet);
    void showEngineProblem(const Reason& reason);
    void showRecent();
    void examineRecent();
    void showOpened();
    ExperimentPage& pageOfRun(const RunStore& run);
    ExperimentPage& showRun(const RunStore& run);
    [[nodiscard]] GuideSources guideSources();
    void showGuide();
    void showTerms();
    void showRunState();
    void showRunState(ExperimentPage& page);
    void showRunningPage();
    [[nodiscard]] QString pageCaption(const QString& id) const;
    void showUndo();
    void showProgress();
    [[nodiscard]] QString runningTitle(const std::string& id) const;
    void finishRun(const RunEnd& end);
    [[nodiscard]] static QString putAwayText(const RunStore& run);
    void offerPutAway(ExperimentPage& page);
    void withdrawPutAway();

    void measure();
    void start(ExperimentPage& page, const Plan& plan,
               const std::optional<Prediction>& prediction = {});
    [[nodiscard]] bool asksFirst(const ExperimentPage& page) const;
    void measureDefault();
    void measureOffer(const QString& id);
    void measureOffered(const Plan& plan);
    void moveToBin(const QString& path);
    void openDialog();
    void playGame();
    void openPlan(const QString& path);
    void giveFiles(QStringList paths);
    void resume(const QString& path);
    void repeat();
    void follow(const QString& path, bool stop);
    void showFollowed();
    [[nodiscard]] QString stillRunning() const;
    void lookAtRunning();
    void addOtherPc(bool reference);
    void addOtherTimes(bool pasted);
    void takeGuideAction(const QString& name);
    bool askOrStart(ExperimentPage& page, const Plan& plan, const QString& told = {});
    void compareSides(ExperimentPage& page);
    void saveDiagnosis();
    void saveText(const QString& title, const QString& name, const QString& filter,
                  const std::string& text);
    void setPresenting(bool presenting);
    void showSlide();
    void stepSlide(int by);
    void connectSlide();
    void openSettings();
    void showKeys();
    void showAbout();
    void showScript();
    [[nodiscard]] bool mayClose();

    static constexpr const char* kStartForecast = "home";  ///< asks for what its button measures

    Settings& m_settings;
    Session& m_work;
    Text m_text;
    ReportDesk m_report{*this, m_settings, m_work, m_text};
    ClassDesk m_class{*this, m_settings, m_text};
    PackDesk m_pack{*this, m_settings, m_work, m_text};
    PlanHistory m_plans;
    LastResults m_lastResults{m_settings};
    QString m_measured;  ///< the file of the run that has ended here last
    WindowActions m_actions{};
    TopBar* m_bar = nullptr;
    Rail* m_rail = nullptr;
    QStackedWidget* m_pages = nullptr;
    StartPage* m_start = nullptr;
    GalleryPage* m_gallery = nullptr;   ///< null until it is first shown
    ExperimentPage* m_shown = nullptr;  ///< see shownPage()
    GuidePage* m_guide = nullptr;       ///< this and the next two: null until they are first shown
    GlossaryPage* m_glossary = nullptr;
    DiagnosisPage* m_diagnosis = nullptr;
    ProgressStrip* m_strip = nullptr;
    Toast* m_toast = nullptr;
    GpuStrip* m_gpuStrip = nullptr;
    std::unique_ptr<ExportMenu> m_export;
    std::unique_ptr<QObject> m_bridge;  ///< context of the connections to the Session
    QString m_build = QCoreApplication::applicationVersion();
    QTimer m_progressTimer;
    int m_runningLooks = 0;
    QTimer m_runningTimer;  ///< looks at a run of another process that is offered to be followed
    std::optional<Reason> m_engineProblem;
    QHash<const ExperimentPage*, QString> m_putAwayTold;  ///< is offered to be put beside again
    Background m_background{*this};
    Presentation m_presentation{*this};
    QPointer<SlideButtons> m_slideButtons;
    QPointer<QWidget> m_slide;    ///< the page that is shown as one
    QString m_presentedFrom;      ///< the page that was in view before
    bool m_problemShown = false;  ///< the engine's, above the results
};

}  // namespace duelo::ui
