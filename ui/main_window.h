// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>

#include <QMainWindow>
#include <QTimer>

#include "base/text.h"
#include "ui/look/settings.h"
#include "ui/window_actions.h"
#include "ui/workbench.h"

class QButtonGroup;
class QStackedWidget;

namespace duelo::ui {

class DeviceList;
class DiagnosisPage;
class ExperimentPage;
class ExportMenu;
class GlossaryPage;
class GuidePage;
class InferencePage;
class ProgressStrip;
class StartPage;
class TopBar;
class TrainingPage;

/// The one window. It lays out the pages, hands what they ask for to the Workbench and what comes
/// back to them. A change of language builds the pages anew around the same Workbench.
class MainWindow final : public QMainWindow {
    Q_OBJECT

public:
    enum Page { kHome, kCompare, kTrain, kGuide, kGlossary, kDiagnosis };

    /// Both must outlive the window.
    MainWindow(Settings& settings, Workbench& work, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Records, images and weights, as dropped or given on the command line.
    void openFiles(const QStringList& paths);
    void showPage(Page page);
    [[nodiscard]] const WindowActions& actions() const { return m_actions; }
    [[nodiscard]] InferencePage& comparePage() { return *m_compare; }
    [[nodiscard]] TrainingPage& trainPage() { return *m_train; }
    /// A sentence above the results: what went wrong, what to do.
    void showMessage(const Reason& reason);
    /// Text of every font in percent, 100 to 200.
    void setZoom(int percent);

Q_SIGNALS:
    /// Language or theme was chosen anew; the application installs translators and style.
    void appearanceChanged();

public:
    /// After the application has installed the translators: builds everything in that language.
    void rebuild();

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildRail(QWidget* rail);
    void buildBar();
    void makePage(Page page);
    void connectActions();
    void connectStart();
    void connectExperiment(ExperimentPage& page);
    void connectCompare();
    void connectTrain();
    void connectDevices(DeviceList& devices);
    void connectGuide();
    void connectDiagnosis();
    void connectWork();

    [[nodiscard]] std::array<ExperimentPage*, 2> experiments() const;
    [[nodiscard]] ExperimentPage& pageOf(const std::string& experiment) const;
    void showExperiment(ExperimentPage& page);
    void restorePlan();
    void showProbe(const ProbeSheet& sheet);
    void showEngineProblem(const Reason& reason);
    void showRecent();
    void showGuide();
    void showRunState();
    void showProgress();
    void finishRun(const RunEnd& end);

    void measure();
    void start(ExperimentPage& page, const Plan& plan);
    void compareDefault();
    void openDialog();
    bool openRecord(const QString& path);
    void resume(const QString& path);
    void addOtherPc(bool reference);
    void addImages(bool folder);
    void chooseWeights(const QString& model);
    void chooseData();
    void takeGuideAction(const QString& name);
    void saveDiagnosis();
    void setPresenting(bool presenting);
    void openSettings();
    void showKeys();
    void showAbout();
    void showScript();

    Settings& m_settings;
    Workbench& m_work;
    Text m_text;
    WindowActions m_actions{};
    TopBar* m_bar = nullptr;
    QWidget* m_rail = nullptr;
    QButtonGroup* m_railGroup = nullptr;
    QStackedWidget* m_pages = nullptr;
    StartPage* m_start = nullptr;
    InferencePage* m_compare = nullptr;
    TrainingPage* m_train = nullptr;
    ExperimentPage* m_shown =
        nullptr;                   ///< the experiment shown last: F5 runs it, messages go there
    GuidePage* m_guide = nullptr;  ///< this and the next two: null until they are first shown
    GlossaryPage* m_glossary = nullptr;
    DiagnosisPage* m_diagnosis = nullptr;
    ProgressStrip* m_strip = nullptr;
    std::unique_ptr<ExportMenu> m_export;
    std::unique_ptr<QObject> m_bridge;  ///< context of the connections to the Workbench
    QTimer m_progressTimer;
    std::optional<Reason> m_engineProblem;
    QString m_messageAction;  ///< what the button in the message does: "resume" or nothing
};

}  // namespace duelo::ui
