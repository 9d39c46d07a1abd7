// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDropEvent>
#include <QMessageBox>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "base/json_text.h"
#include "experiments/specs.h"
#include "ui/experiments/widgets.h"
#include "ui/form/experiment_form.h"
#include "ui/form/wheel_guard.h"
#include "ui/look/dresser.h"
#include "ui/look/icons.h"
#include "ui/look/keeps_view.h"
#include "ui/look/scroll_area.h"
#include "ui/pages/diagnosis_page.h"
#include "ui/pages/glossary_page.h"
#include "ui/pages/guide_page.h"
#include "ui/pages/start_page.h"
#include "ui/results/experiment_frame.h"
#include "ui/results/experiment_page.h"
#include "ui/shell/export_menu.h"
#include "ui/shell/gpu_strip.h"
#include "ui/shell/progress_strip.h"
#include "ui/shell/rail.h"
#include "ui/shell/toast.h"
#include "ui/shell/top_bar.h"

namespace duelo::ui {

namespace {

constexpr QSize kLeastSize{1024, 640}, kFirstSize{1280, 720};
/// Room that a frame and a task bar take of the screen, as far as Qt does not know it.
constexpr QSize kFrame_px{16, 48};

}  // namespace

MainWindow::MainWindow(Settings& settings, Session& work, QWidget* parent)
    : QMainWindow(parent),
      m_settings(settings),
      m_work(work),
      m_text(textOf(settings)),
      m_plans([this](const Plan& plan) {
          ExperimentPage& page = experimentPage(plan.experiment);
          const Json view = page.form().viewState();
          page.setPlan(plan);
          page.form().setViewState(view);
      }) {
    setWindowIcon(programIcon());
    // A screen whose letters are enlarged may have less: what does not fit is scrolled to there.
    const QSize room = screen()->availableSize() - kFrame_px;
    setMinimumSize(kLeastSize.boundedTo(room));
    setAcceptDrops(true);
    m_toast = new Toast(this);
    Dresser::of(*qApp).addPart(*m_toast);
    qApp->installEventFilter(new WheelGuard(this));
    connect(&m_progressTimer, &QTimer::timeout, this, &MainWindow::showProgress);
    m_runningTimer.setSingleShot(true);
    connect(&m_runningTimer, &QTimer::timeout, this, &MainWindow::lookAtRunning);
    connectDesks();
    m_pack.openFirst();
    rebuild();
    if (!restoreGeometry(m_settings.state("window"))) resize(kFirstSize.boundedTo(room));
}

MainWindow::~MainWindow() = default;

QList<WindowActions::Page> MainWindow::pageEntries() const {
    const auto alt = [](int digit) {
        return QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_0 + digit));
    };
    QList<WindowActions::Page> entries{
        {"home", tr("Start page"), tr("Start"), "home", {alt(1)}},
        {"measure", tr("What can be measured"), tr("Measure"), "measure", {alt(2)}}};
    // Where an experiment had a key before the rail had six entries and that is free, it goes on.
    constexpr int kFirstFree = 7, kLastDigit = 9;
    int digit = 1;
    for (const Spec& spec : specs()) {
        if (!spec.page.empty()) continue;
        const QString caption = qs(m_text.word("page", spec.id));
        entries << WindowActions::Page{qs(spec.id), caption, caption, "measure"};
        if (++digit >= kFirstFree && digit <= kLastDigit) entries.last().keys << alt(digit);
    }
    entries << WindowActions::Page{"report", tr("Your report"), tr("Report"), "report", {alt(3)}}
            << WindowActions::Page{"class", tr("The class"), tr("Class"), "class", {alt(4), alt(0)}}
            << WindowActions::Page{"learn", tr("What can be read"), tr("Learn"), "learn", {alt(5)}}
            << WindowActions::Page{"guide", tr("Guided session"), tr("Guide"), "learn"}
            << WindowActions::Page{"glossary", tr("Glossary"), tr("Glossary"), "learn"}
            << WindowActions::Page{"diagnosis", tr("Diagnosis of this PC"), tr("Diagnosis"),
                                   "learn"};
    return entries;
}

QStringList MainWindow::pageIds() const {
    QStringList ids;
    for (const QAction* page : m_actions.pages) ids << page->data().toString();
    return ids;
}

void MainWindow::rebuild() {
    const QString page = m_pages ? pageIds().value(m_pages->currentIndex()) : QString("home");
    const QString shown = m_shown ? qs(m_shown->spec().id) : QString();
    const bool presenting = m_pages && m_actions.present->isChecked();
    struct Kept {
        QString id;
        Json view, scrolled;
    };
    std::vector<Kept> states;
    for (int i = 0; m_pages && i < m_pages->count(); ++i) {
        const QWidget& old = *m_pages->widget(i);
        const auto* keeps = dynamic_cast<const KeepsView*>(&old);
        if (keeps || &old == m_start)
            states.push_back(
                {pageIds().value(i), keeps ? keeps->viewState() : Json(), scrollState(old)});
    }
    m_bridge = std::make_unique<QObject>();
    m_export.reset();
    for (QAction* old : m_pages ? m_actions.all() : QList<QAction*>()) delete old;
    m_text = textOf(m_settings);
    const QList<WindowActions::Page> entries = pageEntries();
    m_actions = WindowActions::make(this, entries);

    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_bar = new TopBar(m_text);
    m_rail = new Rail(entries, m_actions);
    m_pages = new QStackedWidget;
    m_strip = new ProgressStrip(m_text);
    m_gpuStrip = new GpuStrip(m_work.gpu(), m_text);
    m_start = new StartPage(m_text);
    m_shown = nullptr;
    m_putAwayTold.clear();
    m_gallery = nullptr;
    m_guide = nullptr;
    m_glossary = nullptr;
    m_diagnosis = nullptr;
    for (const auto& entry : entries)
        m_pages->addWidget(entry.id == "home" ? m_start : new QWidget);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(m_rail);
    middle->addWidget(m_pages, 1);
    column->addWidget(m_bar);
    column->addLayout(middle, 1);
    column->addWidget(m_gpuStrip);
    column->addWidget(m_strip);
    m_export = std::make_unique<ExportMenu>(
        m_settings, m_work,
        [this]() -> const ExperimentPage& { return pageOf(m_work.run().experiment()); }, m_text,
        this);
    buildBar();
    setCentralWidget(body);
    // Each page and what stands around them: what is hidden is not styled anew with the others.
    for (QWidget* part :
         std::initializer_list<QWidget*>{m_bar, m_rail, m_gpuStrip, m_strip, m_start})
        Dresser::of(*qApp).addPart(*part);

    connectActions();
    connectSlide();
    connectStart();
    connectWork();
    m_actions.cards->setChecked(m_settings.flag("cards", true));
    if (m_work.probe()) showProbe(*m_work.probe());
    m_bar->setWarnings(m_work.warnings());
    for (const auto& [id, view, scrolled] : states) {
        makePage(id);
        QWidget& made = *m_pages->widget(static_cast<int>(pageIds().indexOf(id)));
        if (auto* keeps = dynamic_cast<KeepsView*>(&made)) keeps->setViewState(view);
        setScrollState(made, scrolled);
    }
    if (!shown.isEmpty()) m_shown = &experimentPage(shown.toStdString());
    if (m_engineProblem) showEngineProblem(*m_engineProblem);
    m_start->setTheoryVisible(m_settings.flag("theory", true));
    m_pack.setCard(m_start->packCard());
    m_pack.show();
    examineRecent();
    showRunState();
    showGuide();
    showPage(page);
    if (!presenting) return;
    m_actions.present->setChecked(true);
    setPresenting(true);
}

/// Pages are made when they are first wanted: they hold most of the window's widgets, and the start
/// must not wait for them.
void MainWindow::makePage(const QString& id) {
    const auto at = static_cast<int>(pageIds().indexOf(id));
    QWidget* before = m_pages->widget(at);
    // What stands in the place of a page that nobody has wanted yet is a plain widget.
    if (!before || before->metaObject() != &QWidget::staticMetaObject) return;
    QWidget* made = nullptr;
    if (id == "guide") {
        made = m_guide = new GuidePage(m_text);
        connectGuide();
        m_guide->setMeasuring(m_work.isMeasuring());
    } else if (id == "report") {
        made = m_report.makePage();
    } else if (id == "class") {
        made = m_class.makePage();
    } else if (id == "measure") {
        made = makeGallery();
    } else if (id == "learn") {
        made = makeLearn();
    } else if (id == "glossary") {
        made = m_glossary = new GlossaryPage(m_text);
        made->setObjectName("glossaryPage");
    } else if (id == "diagnosis") {
        made = m_diagnosis = new DiagnosisPage(m_text);
        made->setObjectName("diagnosisPage");
        connectDiagnosis();
        m_diagnosis->setMeasuring(m_work.isMeasuring());
    } else {
        made = makeExperiment(id);
    }
    const bool current = m_pages->currentIndex() == at;
    m_pages->insertWidget(at, made);
    Dresser::of(*qApp).addPart(*made);
    delete before;
    if (current) m_pages->setCurrentIndex(at);
}

/// With what its form said last.
ExperimentPage* MainWindow::makeExperiment(const QString& id) {
    auto* page = new ExperimentPage(*findSpec(id.toStdString()), m_work, m_text,
                                    {makeRegisteredField, makeTabs});
    connectExperiment(*page);
    page->frame().setCardsVisible(m_actions.cards->isChecked());
    showRunState(*page);
    if (const auto last = parseJson(m_settings.plan(id).toStdString()))
        if (const auto plan = planFromJson(*last); plan && page->takes(*plan)) page->setPlan(*plan);
    if (m_work.probe()) {
        page->setProbe(*m_work.probe());
        page->setEngineReady(m_work.canMeasure() || m_work.isMeasuring());
    }
    m_plans.begin(page->plan());
    connect(page, &ExperimentPage::planChanged, this, [this, page] { m_plans.add(page->plan()); });
    return page;
}

ExperimentPage& MainWindow::experimentPage(std::string_view experiment) {
    const QString id =
        QString::fromUtf8(experiment.data(), static_cast<qsizetype>(experiment.size()));
    makePage(id);
    return *qobject_cast<ExperimentPage*>(m_pages->widget(static_cast<int>(pageIds().indexOf(id))));
}

void MainWindow::showPage(const QString& id) {
    const auto at = static_cast<int>(pageIds().indexOf(id));
    if (at < 0) return;
    makePage(id);
    Dresser::of(*qApp).freshen(*m_pages->widget(at));
    m_pages->setCurrentIndex(at);
    m_rail->turnTo(at);
    showPlace(at);
    setProperty("page", id);
    auto* page = qobject_cast<ExperimentPage*>(m_pages->widget(at));
    if (page) m_shown = page;
    if (page) m_work.turnTo(page->spec().id);
    showRunningPage();
    m_plans.turnTo(page ? page->spec().id : std::string());
    showSlide();
    if (findSpec(id.toStdString()) || id == "home") askForecast();
    if (page || id == "measure") showLastResults();
    if (id == "guide") showGuide();
    if (id == "glossary") showTerms();
    if (id == "diagnosis") {
        m_diagnosis->setLog(m_work.client().log().split('\n'));
        m_diagnosis->setEngineExits(m_work.engineExits());
    }
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

bool MainWindow::mayClose() {
    // One that is followed goes on by itself, as it did before.
    if (!m_work.isMeasuring() || m_work.controller().isFollowing()) return m_report.mayClose();
    QMessageBox question(QMessageBox::Question, tr("Measurement under way"),
                         tr("What is measured so far is saved. It can be resumed from the start "
                            "page at any time."),
                         QMessageBox::NoButton, this);
    const auto* stop = question.addButton(tr("Stop and close"), QMessageBox::AcceptRole);
    question.setDefaultButton(question.addButton(tr("Keep measuring"), QMessageBox::RejectRole));
    question.exec();
    return question.clickedButton() == stop && m_report.mayClose();
}

/// Closes the window. Results are on the disk already; the engine is told to stop, so that no
/// process stays behind.
void MainWindow::closeEvent(QCloseEvent* event) {
    if (!mayClose()) return event->ignore();
    if (!isFullScreen()) m_settings.setState("window", saveGeometry());
    if (m_work.controller().isFollowing())
        m_work.controller().leave();
    else if (m_work.isMeasuring())
        m_work.controller().cancel();
    // What was chosen and not measured yet is there the next time.
    for (const ExperimentPage* page : experiments())
        if (page->isPlanGiven())
            m_settings.setPlan(qs(page->spec().id),
                               QByteArray::fromStdString(toJson(page->plan()).dump()));
    QMainWindow::closeEvent(event);
}

}  // namespace duelo::ui
