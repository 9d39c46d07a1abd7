// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/classroom/class_page.h"

#include <algorithm>
#include <utility>

#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "experiments/specs.h"
#include "ui/charts/bars_chart.h"
#include "ui/charts/scatter_chart.h"
#include "ui/classroom/class_cards.h"
#include "ui/classroom/class_tables.h"
#include "ui/classroom/submissions_view.h"
#include "ui/look/letters.h"
#include "ui/look/settings.h"
#include "ui/look/slide.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

namespace {

constexpr int kShow_ms = 200;

using View = ClassFilters::View;
}  // namespace

ClassPage::ClassPage(ClassStore& store, const Text& text, QWidget* parent)
    : QWidget(parent),
      m_store(store),
      m_text(text),
      m_headline(makeLabel({}, Role::Title, this)),
      m_detail(makeLabel({}, Role::Muted, this)),
      m_status(makeLabel({}, Role::Muted, this)),
      m_message(makeLabel({}, Role::Body, this)),
      m_filters(new ClassFilters(this)),
      m_stack(new QStackedWidget(this)),
      m_chart(new ScatterChart),
      m_bars(new BarsChart(BarsChart::Height::OfPlace)),
      m_table(new ClassTable),
      m_submissions(new SubmissionsView(text)),
      m_cards(new ClassCards(text, this)) {
    m_headline->setObjectName("headline");
    m_headline->setMinimumWidth(1);  // a name of a file in it makes the window no wider
    m_chart->setNumberStyle(text.numbers());
    m_table->setObjectName("classTable");
    m_bars->setNumberStyle(text.numbers());
    m_bars->setObjectName("mistakes");
    m_stack->addWidget(m_chart);
    m_stack->addWidget(m_bars);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_submissions);
    m_empty = makeLabel({}, Role::Muted, this);
    m_empty->setAlignment(Qt::AlignCenter);
    m_stack->addWidget(m_empty);
    const int line = fontMetrics().height();
    auto* row = new QHBoxLayout;
    row->setSpacing(line);
    row->addWidget(m_stack, 1);
    row->addWidget(m_cards);
    auto* column = new QVBoxLayout(this);
    column->addWidget(makeHead());
    column->addWidget(m_filters);
    column->addLayout(row, 1);
    column->addWidget(m_foot = makeFoot());
    m_showTimer.setSingleShot(true);
    m_showTimer.setInterval(kShow_ms);
    connect(&m_showTimer, &QTimer::timeout, this, &ClassPage::showClass);
    connect(&m_store, &ClassStore::changed, this, &ClassPage::showSoon);
    connect(&m_store, &ClassStore::progressed, this, &ClassPage::showProgress);
    connect(&m_store, &ClassStore::failed, this,
            [this](const Reason& reason) { setMessage(qs(m_text.reason(reason))); });
    connect(m_filters, &ClassFilters::edited, this, [this] {
        m_viewChosen = true;
        showClass();
    });
    connect(m_chart, &ScatterChart::markChosen, this, &ClassPage::choose);
    connect(m_cards, &ClassCards::closed, this, &ClassPage::forget);
    connect(m_cards, &ClassCards::openWanted, this, [this] {
        if (const ClassSeat* seat = chosenSeat()) m_store.extract(placeOf(*seat));
    });
    const auto to = [this](View view) {
        return [this, view] {
            m_viewChosen = true;
            m_filters->setView(view);
            showView();
        };
    };
    connect(m_submissions, &SubmissionsView::changed, this, &ClassPage::showView);
    connect(m_cards, &ClassCards::leftOutWanted, this, to(View::LeftOut));
    connect(m_cards, &ClassCards::seatsWanted, this, to(View::Seats));
    showSlide();
    showClass();
    showProgress();
}

ClassPage::~ClassPage() = default;

QWidget* ClassPage::makeHead() {
    auto* head = new QWidget;
    auto* words = new QVBoxLayout;
    words->addWidget(m_headline);
    words->addWidget(m_detail);
    m_tools = new QWidget;
    auto* tools = new QHBoxLayout(m_tools);
    tools->setContentsMargins(0, 0, 0, 0);
    auto* add = new QPushButton(tr("Add"));
    add->setToolTip(tr("Files, ZIPs or a folder of the class, on a stick or a share too"));
    auto* from = new QMenu(add);
    from->addAction(tr("Folder…"), this, &ClassPage::folderWanted);
    from->addAction(tr("Files and ZIPs…"), this, &ClassPage::filesWanted);
    add->setMenu(from);
    auto* exported = new QPushButton(tr("Export the class"));
    exported->setMenu(makeExportMenu());
    auto* prepare = new QPushButton(tr("For the class"));
    prepare->setToolTip(tr("What a teacher prepares before the lesson"));
    auto* prepared = new QMenu(prepare);
    prepared->addAction(tr("Teacher's pack…"), this, &ClassPage::packWanted);
    prepared->addAction(tr("Cheat on purpose (class game)…"), this, &ClassPage::gameWanted);
    prepare->setMenu(prepared);
    m_close = new QPushButton(tr("Close the class"));
    m_close->setToolTip(tr("Takes all off this page; the files stay where they are"));
    connect(m_close, &QPushButton::clicked, this, [this] {
        forget();
        m_viewChosen = false;
        m_submissions->close();
        m_store.close();
    });
    for (QPushButton* each : {add, prepare, exported, m_close}) tools->addWidget(each);
    m_head = new QBoxLayout(QBoxLayout::LeftToRight, head);
    m_head->setContentsMargins(0, 0, 0, 0);
    m_head->addLayout(words, 1);
    m_head->addWidget(m_tools, 0, Qt::AlignTop);
    return head;
}

QWidget* ClassPage::makeFoot() {
    auto* foot = new QWidget;
    auto* row = new QHBoxLayout(foot);
    row->setContentsMargins(0, 0, 0, 0);
    m_status->setObjectName("classStatus");
    m_message->setObjectName("classMessage");
    m_message->hide();
    m_bar = new QProgressBar;
    m_bar->setAccessibleName(tr("Files read"));
    m_bar->setTextVisible(false);
    m_bar->setMaximumWidth(letters_px(fontMetrics(), 24));
    m_cancel = new QPushButton(tr("Cancel"));
    m_cancel->setObjectName("classCancel");
    connect(m_cancel, &QPushButton::clicked, &m_store, &ClassStore::cancel);
    row->addWidget(m_status, 1);
    row->addWidget(m_bar);
    row->addWidget(m_cancel);
    row->addWidget(m_message, 1);
    return foot;
}

QMenu* ClassPage::makeExportMenu() {
    auto* menu = new QMenu(this);
    menu->addAction(tr("Copy the table"), this, [this] { tellCopied(copyTable()); });
    menu->addAction(tr("Copy the chart"), this, [this] { tellCopied(copyChart()); });
    menu->addSeparator();
    for (const ExportChoice& choice : exportChoices())
        if (choice.target != ExportTarget::Program && choice.target != ExportTarget::RecordCopy)
            menu->addAction(tr("%1…").arg(choice.title), this,
                            [this, choice] { Q_EMIT exportWanted(choice); });
    menu->addSeparator();
    const QAction* sheet = menu->addAction(tr("Grading worksheet and feedback for Moodle…"), this,
                                           &ClassPage::worksheetWanted);
    menu->addAction(tr("Questions for Moodle…"), this, &ClassPage::questionsWanted);
    connect(menu, &QMenu::aboutToShow, this, [this, menu, sheet] {
        const bool some = !m_store.classroom().seats().empty();
        // Who handed in nothing to read is told so too.
        const bool handed = some || !m_store.classroom().passedOver().empty();
        for (QAction* each : menu->actions()) each->setEnabled(some || (each == sheet && handed));
    });
    return menu;
}

void ClassPage::setPresenting(bool presenting) {
    if (presenting == m_presenting) return;
    m_presenting = presenting;
    // What had the focus is hidden now, and the chart, which had got it instead, would show it.
    if (presenting) setFocus();
    for (QWidget* each :
         {m_tools, static_cast<QWidget*>(m_filters), m_foot, static_cast<QWidget*>(m_detail)})
        each->setVisible(!presenting);
    if (presenting) m_viewBefore = m_filters->view();
    showSlide();
    if (!presenting) m_filters->setView(m_viewBefore);
    showClass();
}

void ClassPage::showSlide() {
    const SlideLook look = m_presenting ? slideLook(*this) : SlideLook();
    const int line = fontMetrics().height();
    layout()->setContentsMargins(m_presenting ? look.margins
                                              : QMargins(line, line * 3 / 4, line, line / 2));
    setLetters(*m_headline, look.headline_px);
    setLetters(*m_stack, look.letters_px);
}

/// Lists are no slides: they hold what a teacher alone reads.
void ClassPage::step(int by) {
    constexpr int kCharts = static_cast<int>(View::Submissions);
    const int now = static_cast<int>(m_filters->view());
    m_filters->setView(static_cast<View>((qMin(now, kCharts) + by + kCharts) % kCharts));
    showView();
}

void ClassPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (m_presenting) showSlide();
    const bool narrow = width() < m_tools->sizeHint().width() + letters_px(fontMetrics(), 50);
    m_head->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void ClassPage::tellCopied(const Result<void>& done) {
    setMessage(done ? QString() : qs(m_text.reason(done.error())));
    if (done) Q_EMIT copied();
}

void ClassPage::setMessage(const QString& sentence, const QString& more) {
    m_message->setText(sentence);
    m_message->setToolTip(more);
    m_message->setAccessibleDescription(more);
    m_message->setVisible(!sentence.isEmpty());
}

QString ClassPage::headline() const {
    return m_headline->text();
}

ClassOptions ClassPage::options() const {
    return {.language = m_text.language(),
            .numbers = m_text.numbers(),
            .names = m_filters->showsNames() && !m_presenting,
            .filter = m_filters->filter()};
}

void ClassPage::showSoon() {
    m_stale = true;
    if (isVisible() && !m_showTimer.isActive()) m_showTimer.start();
}

void ClassPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_stale) showSoon();
}

void ClassPage::showClass() {
    m_stale = false;
    m_filters->show(m_store.classroom(), m_text);
    chooseView();
    m_cards->showClass(m_store.classroom(), options().names);
    showFar();
    showView();
    showProgress();
    if (m_chosen) askMore();
}

void ClassPage::showProgress() {
    const ClassStore::Progress& progress = m_store.progress();
    const bool reading = m_store.isReading() && progress.done < progress.total;
    m_bar->setVisible(reading);
    m_cancel->setVisible(reading && !progress.cancelled);
    m_bar->setMaximum(static_cast<int>(qMax<std::size_t>(1, progress.total)));
    m_bar->setValue(static_cast<int>(progress.done));
    QString status;
    if (progress.total > 0) {
        const double seconds = static_cast<double>(progress.elapsed.count()) / 1000;
        status = tr("%1 of %2 files read · %3 s")
                     .arg(QString::number(progress.done), QString::number(progress.total),
                          qs(formatFixed(seconds, 1, m_text.numbers())));
    }
    if (progress.cancelled)
        status += (status.isEmpty() ? QString() : QStringLiteral(" · ")) +
                  tr("cancelled: what was read stays");
    else if (m_store.isWatching())
        status += (status.isEmpty() ? QString() : QStringLiteral(" · ")) +
                  tr("watched: what arrives is added");
    m_status->setText(status);
}

Json ClassPage::viewState() const {
    Json state{{"filters", m_filters->viewState()}};
    if (!m_submissions->opened().empty()) state["opened"] = m_submissions->opened();
    if (m_chosen)
        state["chosen"] = {{"seat", m_chosen->seat},
                           {"number", m_chosen->key.work},
                           {"variant", m_chosen->key.variant}};
    return state;
}

void ClassPage::setViewState(const Json& state) {
    m_filters->setViewState(state.at("filters"));
    if (const auto chosen = state.find("chosen"); chosen != state.end())
        m_chosen = Chosen{chosen->at("seat"), {chosen->at("number"), chosen->at("variant")}};
    m_submissions->open(state.value("opened", std::string()));
    m_viewChosen = true;
    showClass();
}

}  // namespace duelo::ui
