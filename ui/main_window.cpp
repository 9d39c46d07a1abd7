// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"

#include <QAction>
#include <QApplication>
#include <QButtonGroup>
#include <QCloseEvent>
#include <QDir>
#include <QDropEvent>
#include <QMenu>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "report/work_names.h"
#include "ui/export_menu.h"
#include "ui/frame/experiment_frame.h"
#include "ui/frame/progress_strip.h"
#include "ui/frame/top_bar.h"
#include "ui/frame/wheel_guard.h"
#include "ui/inference/inference_form.h"
#include "ui/inference/inference_page.h"
#include "ui/look/icons.h"
#include "ui/pages/diagnosis_page.h"
#include "ui/pages/glossary_page.h"
#include "ui/pages/guide_page.h"
#include "ui/pages/start_page.h"
#include "ui/training/training_form.h"
#include "ui/training/training_page.h"

namespace duelo::ui {

namespace {

constexpr int kRailChars = 15, kRailIcon_px = 22;
constexpr QSize kLeastSize{1024, 640}, kFirstSize{1280, 720};
/// Of each Page: its picture, and what the window's property "page" says.
constexpr const char* kPageNames[] = {"home", "compare", "train", "guide", "glossary", "diagnosis"};
constexpr int kProgress_ms = 250;
constexpr int kStrictProgress_ms = 2000;  ///< strict mode disturbs as little as it can

/// Of the case at work: "resnet18 224 px · CPU", "mlp, lote 32 · CPU".
QString titleOf(const LiveCell& cell, const Text& text) {
    const Params& work = cell.work;
    const std::string detail =
        work.has("size_px") ? ' ' + std::to_string(work.integer("size_px")) + " px"
                            : ", " + text("cli.batch", {{"batch", work.integer("batch", 1)}});
    return qs(modelName(work) + detail + " · " + text.word("device", cell.variant.text("device")));
}

}  // namespace

MainWindow::MainWindow(Settings& settings, Workbench& work, QWidget* parent)
    : QMainWindow(parent), m_settings(settings), m_work(work), m_text(textOf(settings)) {
    setWindowIcon(programIcon());
    setMinimumSize(kLeastSize);
    setAcceptDrops(true);
    qApp->installEventFilter(new WheelGuard(this));
    connect(&m_progressTimer, &QTimer::timeout, this, &MainWindow::showProgress);
    rebuild();
    if (!restoreGeometry(m_settings.state("window"))) {
        const QSize room = screen()->availableSize();
        resize(kFirstSize.boundedTo(room).expandedTo(kLeastSize.boundedTo(room)));
    }
    restorePlan();
}

/// What was measured last stands in its form again.
void MainWindow::restorePlan() {
    const Json json = Json::parse(m_settings.plan().toStdString(), nullptr, false);
    if (!json.is_object()) return;
    const auto plan = planFromJson(json);
    if (!plan) return;
    if (ExperimentPage& page = pageOf(plan->experiment); page.takes(*plan)) page.setPlan(*plan);
}

MainWindow::~MainWindow() = default;

void MainWindow::rebuild() {
    const int page = m_pages ? m_pages->currentIndex() : int{kHome};
    std::vector<Plan> plans;
    if (m_compare) plans = {m_compare->plan(), m_train->plan()};
    const bool trains = m_shown && m_shown == m_train;
    m_bridge = std::make_unique<QObject>();
    m_export.reset();
    for (QAction* old : m_pages ? m_actions.all() : QList<QAction*>()) delete old;
    m_text = textOf(m_settings);
    m_actions = WindowActions::make(this);

    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_bar = new TopBar(m_text);
    m_rail = new QWidget;
    m_pages = new QStackedWidget;
    m_strip = new ProgressStrip(m_text);
    m_start = new StartPage(m_text);
    m_compare = new InferencePage(m_work.run(), m_text);
    m_train = new TrainingPage(m_work.run(), m_text);
    m_shown = experiments()[trains ? 1 : 0];
    m_guide = nullptr;
    m_glossary = nullptr;
    m_diagnosis = nullptr;
    for (QWidget* each : std::initializer_list<QWidget*>{m_start, m_compare, m_train, new QWidget,
                                                         new QWidget, new QWidget})
        m_pages->addWidget(each);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(m_rail);
    middle->addWidget(m_pages, 1);
    column->addWidget(m_bar);
    column->addLayout(middle, 1);
    column->addWidget(m_strip);
    m_export = std::make_unique<ExportMenu>(
        m_settings, m_work,
        [this]() -> const ExperimentPage& { return pageOf(m_work.run().experiment()); }, m_text,
        this);
    buildRail(m_rail);
    buildBar();
    setCentralWidget(body);

    connectActions();
    connectStart();
    for (ExperimentPage* each : experiments()) connectExperiment(*each);
    connectCompare();
    connectTrain();
    connectWork();
    for (const Plan& plan : plans) pageOf(plan.experiment).setPlan(plan);
    if (m_work.probe()) showProbe(*m_work.probe());
    if (m_engineProblem) showEngineProblem(*m_engineProblem);
    m_start->setTheoryVisible(m_settings.flag("theory", true));
    // Reading the recent files must not delay the first sight of the window.
    QTimer::singleShot(0, m_bridge.get(), [this] { showRecent(); });
    showRunState();
    showGuide();
    m_actions.cards->setChecked(m_settings.flag("cards", true));
    for (ExperimentPage* each : experiments())
        each->frame().setCardsVisible(m_actions.cards->isChecked());
    showPage(static_cast<Page>(page));
}

void MainWindow::buildRail(QWidget* rail) {
    rail->setObjectName("rail");
    rail->setFixedWidth(fontMetrics().averageCharWidth() * kRailChars);
    auto* column = new QVBoxLayout(rail);
    column->setContentsMargins(5, 6, 5, 6);
    column->setSpacing(2);
    m_railGroup = new QButtonGroup(rail);
    const std::tuple<Page, QString, QAction*> entries[] = {
        {kHome, tr("Start"), m_actions.home},
        {kCompare, tr("Compare"), m_actions.compare},
        {kTrain, tr("Train"), m_actions.train},
        {kGuide, tr("Guide"), m_actions.guide},
        {kGlossary, tr("Glossary"), m_actions.glossary},
        {kDiagnosis, tr("Diagnosis"), m_actions.diagnosis}};
    const auto add = [&](const char* picture, const QString& caption, QAction* action) {
        auto* button = new QToolButton;
        button->setText(caption);
        button->setIcon(icon(picture));
        button->setIconSize({kRailIcon_px, kRailIcon_px});
        button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
        button->setProperty("role", "rail");
        button->setToolTip(action->toolTip());
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        column->addWidget(button);
        return button;
    };
    for (const auto& [page, caption, action] : entries) {
        QToolButton* button = add(kPageNames[page], caption, action);
        button->setCheckable(true);
        m_railGroup->addButton(button, page);
        connect(action, &QAction::triggered, this, [this, where = page] { showPage(where); });
    }
    column->addStretch();
    QToolButton* settings = add("settings", tr("Settings"), m_actions.settings);
    connect(settings, &QToolButton::clicked, m_actions.settings, &QAction::trigger);
    connect(m_railGroup, &QButtonGroup::idClicked, this,
            [this](int id) { showPage(static_cast<Page>(id)); });
}

void MainWindow::buildBar() {
    const auto button = [this](const QString& caption, const char* picture, const QString& tip) {
        auto* made = new QToolButton;
        made->setText(caption);
        made->setIcon(icon(picture));
        made->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        made->setToolTip(tip);
        m_bar->addButton(made);
        return made;
    };
    connect(button(tr("Open…"), "open", m_actions.open->toolTip()), &QToolButton::clicked,
            m_actions.open, &QAction::trigger);
    auto* exportButton = button(tr("Export"), "export", m_actions.exportAs->toolTip());
    exportButton->setMenu(m_export->menu());
    exportButton->setPopupMode(QToolButton::InstantPopup);
    connect(m_actions.exportAs, &QAction::triggered, exportButton, &QToolButton::showMenu);
    connect(button(tr("Present"), "present", m_actions.present->toolTip()), &QToolButton::clicked,
            m_actions.present, &QAction::trigger);
    auto* more = button({}, "menu", tr("All commands"));
    more->setAccessibleName(tr("All commands"));
    more->setToolButtonStyle(Qt::ToolButtonIconOnly);
    more->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(more);
    const QList<QAction*> groups[] = {
        {m_actions.run, m_actions.cancel},
        {m_actions.open, m_actions.saveCopy},
        {m_actions.copyTable, m_actions.copyChart, m_actions.script},
        {m_actions.present, m_actions.cards, m_actions.zoomIn, m_actions.zoomOut},
        {m_actions.settings, m_actions.keys, m_actions.about},
        {m_actions.quit}};
    for (const QList<QAction*>& group : groups) {
        menu->addActions(group);
        menu->addSeparator();
    }
    more->setMenu(menu);
}

/// Pages to read are made when they are first wanted: they hold most of the window's widgets, and
/// the start must not wait for them.
void MainWindow::makePage(Page page) {
    QWidget* made = nullptr;
    if (page == kGuide && !m_guide) {
        made = m_guide = new GuidePage(m_text);
        connectGuide();
    } else if (page == kGlossary && !m_glossary) {
        made = m_glossary = new GlossaryPage(m_text);
    } else if (page == kDiagnosis && !m_diagnosis) {
        made = m_diagnosis = new DiagnosisPage(m_text);
        made->setObjectName("diagnosisPage");
        connectDiagnosis();
    }
    if (!made) return;
    QWidget* before = m_pages->widget(page);
    m_pages->insertWidget(page, made);
    delete before;
}

void MainWindow::showPage(Page page) {
    makePage(page);
    m_pages->setCurrentIndex(page);
    if (QAbstractButton* button = m_railGroup->button(page)) button->setChecked(true);
    // Tab meets the page that is shown, and arrows go on; Qt keeps this up for clicks only.
    for (QAbstractButton* button : m_railGroup->buttons())
        button->setFocusPolicy(button->isChecked() ? Qt::TabFocus : Qt::NoFocus);
    setProperty("page", kPageNames[page]);
    if (page == kCompare) showExperiment(*m_compare);
    if (page == kTrain) showExperiment(*m_train);
    if (page == kGuide) showGuide();
    if (page == kDiagnosis) {
        m_diagnosis->setLog(m_work.client().log().split('\n'));
        m_diagnosis->setEngineExits(m_work.engineExits());
    }
}

void MainWindow::showRunState() {
    const RunController::State state = m_work.controller().state();
    const bool running = state != RunController::State::Idle;
    for (ExperimentPage* each : experiments()) each->setRunState(state);
    m_actions.run->setEnabled(!running);
    m_actions.cancel->setEnabled(running);
    m_actions.open->setEnabled(!running);
    if (running) {
        const auto plan = m_work.run().plan();
        const bool strict = plan && plan->preset == Preset::Strict;
        m_progressTimer.start(strict ? kStrictProgress_ms : kProgress_ms);
    } else {
        m_progressTimer.stop();
    }
    showProgress();
}

void MainWindow::showProgress() {
    const RunController& controller = m_work.controller();
    if (controller.state() == RunController::State::Idle) {
        const QString path = m_work.run().path();
        m_strip->setIdle(m_work.run().isEmpty() ? tr("Ready") : QDir::toNativeSeparators(path));
        m_strip->setPlace(tr("Results are saved in %1")
                              .arg(QDir::toNativeSeparators(m_settings.resultsFolder())));
        return;
    }
    const ProgressState progress = controller.progress();
    QString title;
    if (const auto cell = m_work.run().liveCells().find(progress.cell);
        cell != m_work.run().liveCells().end())
        title = titleOf(cell->second, m_text);
    m_strip->setProgress(controller.state(), progress, title);
    m_strip->setPlace(tr("Esc cancels · what is measured is already saved"));
}

void MainWindow::setPresenting(bool presenting) {
    m_bar->setVisible(!presenting);
    m_rail->setVisible(!presenting);
    m_strip->setVisible(!presenting);
    if (presenting) {
        showPage(m_shown == m_train ? kTrain : kCompare);
        m_settings.setState("window", saveGeometry());
        showFullScreen();
    } else {
        showNormal();
        restoreGeometry(m_settings.state("window"));
    }
    for (ExperimentPage* each : experiments()) each->setPresenting(presenting);
    Q_EMIT appearanceChanged();
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() != QEvent::StyleChange || !m_railGroup) return;
    for (QAbstractButton* button : m_railGroup->buttons())
        button->setIcon(icon(kPageNames[m_railGroup->id(button)]));
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile()) paths << url.toLocalFile();
    if (!paths.isEmpty()) openFiles(paths);
    event->acceptProposedAction();
}

/// A run does not die with the window: what is measured is on the disk, and the engine is told to
/// stop so that no process stays behind.
void MainWindow::closeEvent(QCloseEvent* event) {
    if (!isFullScreen()) m_settings.setState("window", saveGeometry());
    if (m_work.isMeasuring()) m_work.controller().cancel();
    QMainWindow::closeEvent(event);
}

}  // namespace duelo::ui
