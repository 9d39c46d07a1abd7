// SPDX-License-Identifier: GPL-3.0-or-later
// The page. What it saves as a text is in diagnosis_report.cpp.
#include "ui/pages/diagnosis_page.h"

#include <algorithm>
#include <utility>

#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHash>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QShortcut>
#include <QTabWidget>
#include <QTreeWidget>

#include "base/json_text.h"
#include "ui/form/flow_layout.h"
#include "ui/look/settings.h"
#include "ui/pages/clock_view.h"

namespace duelo::ui {

namespace {

constexpr int kLeastLines = 12;  ///< of a tab

/// Adds the rows that only the other PC has, such as those of a GPU, without a value of this one.
void addRowsOf(const QVector<SheetSection>& others, QVector<SheetSection>& own) {
    QSet<QString> keys;
    for (const SheetSection& section : std::as_const(own))
        for (const SheetRow& row : section.rows) keys.insert(row.key);
    for (const SheetSection& other : others) {
        auto place = std::ranges::find(own, other.title, &SheetSection::title);
        for (SheetRow row : other.rows) {
            if (keys.contains(row.key)) continue;
            if (place == own.end()) {
                own.append({other.title, {}});
                place = own.end() - 1;
            }
            row.value.clear();
            place->rows.append(row);
        }
    }
}

}  // namespace

DiagnosisPage::DiagnosisPage(const Text& text, QWidget* parent) : QWidget(parent), m_text(text) {
    // A small window with large letters scrolls: the parts keep the room that they need.
    auto* scrolled = new QScrollArea(this);
    scrolled->setFrameShape(QFrame::NoFrame);
    scrolled->setWidgetResizable(true);
    scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scrolled->setFocusPolicy(Qt::NoFocus);
    auto* content = new QWidget;
    scrolled->setWidget(content);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scrolled);
    auto* layout = new QVBoxLayout(content);
    const int margin = fontMetrics().height() * 3 / 2;
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(fontMetrics().height() * 3 / 4);
    buildHead(layout);
    buildTabs(layout);
    tell(waitingWords(m_text));
    setSelfTest({}, false);
    setLog({});
    setReference({}, {});
}

void DiagnosisPage::buildHead(QVBoxLayout* layout) {
    m_cuda = makePill({}, Tone::Neutral, this);
    auto* head = new QHBoxLayout;
    head->addWidget(makeLabel(t("diagnosis.title"), Role::Title, this), 1);
    head->addWidget(m_cuda);
    layout->addLayout(head);
    m_verdict = makeLabel({}, Role::Heading, this);
    m_reason = makeLabel({}, Role::Body, this);
    m_differences = makePill({}, Tone::Neutral, this, true);
    layout->addWidget(m_verdict);
    layout->addWidget(m_reason);
    layout->addWidget(m_differences);

    auto* buttons = new FlowLayout;
    const auto add = [&](const QString& caption, const QString& tip, auto slot) {
        auto* button = new QPushButton(caption, this);
        button->setToolTip(tip);
        connect(button, &QPushButton::clicked, this, slot);
        buttons->addWidget(button);
        return button;
    };
    add(tr("Save diagnosis report…"), t("diagnosis.intro"), &DiagnosisPage::saveRequested);
    add(tr("Copy"), tr("Copies the whole report to the clipboard"), [this] {
        QGuiApplication::clipboard()->setText(reportText());
        m_status->setText(tr("Copied to the clipboard"));
    });
    m_selfTest = add(tr("Run self-test"), {}, &DiagnosisPage::selfTestRequested);
    m_again = add(tr("Search again"), {}, &DiagnosisPage::probeRequested);
    add(tr("Compare with another PC…"), tr("Shows what another PC's file says beside this PC"),
        &DiagnosisPage::referenceRequested);
    layout->addLayout(buttons);
}

QPlainTextEdit* DiagnosisPage::addTextTab(const QString& title) {
    auto* view = new QPlainTextEdit(m_tabs);
    view->setReadOnly(true);
    view->setAccessibleName(title);
    view->setTabChangesFocus(true);
    view->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    view->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_tabs->addTab(view, title);
    return view;
}

void DiagnosisPage::buildTabs(QVBoxLayout* layout) {
    m_tabs = new QTabWidget(this);
    m_tabs->setAccessibleName(tr("Parts of the diagnosis"));
    m_table = new QTreeWidget(m_tabs);
    m_table->setAccessibleName(tr("This PC"));
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->setUniformRowHeights(true);
    auto* copy = new QShortcut(QKeySequence::Copy, m_table);
    copy->setContext(Qt::WidgetShortcut);
    connect(copy, &QShortcut::activated, this, &DiagnosisPage::copyRows);
    m_tabs->addTab(m_table, tr("This PC"));
    m_clock = new ClockView(m_text, m_tabs);
    m_clock->setAccessibleName(t("diagnosis.section_clock"));
    m_tabs->addTab(m_clock, t("diagnosis.section_clock"));
    m_selfTestView = addTextTab(t("diagnosis.section_self_test"));
    m_logView = addTextTab(t("diagnosis.section_log"));
    m_status = makeLabel({}, Role::Muted, m_tabs);
    m_status->setWordWrap(false);
    m_tabs->setCornerWidget(m_status);
    m_tabs->setMinimumHeight(fontMetrics().height() * kLeastLines);
    layout->addWidget(m_tabs, 1);
}

void DiagnosisPage::tell(const ProbeWords& words) {
    m_words = words;
    const Tone tone = words.cuda == ProbeWords::Cuda::Yes  ? Tone::Good
                      : words.cuda == ProbeWords::Cuda::No ? Tone::Warn
                                                           : Tone::Neutral;
    setPill(m_cuda, words.cuda_line, tone);
    m_verdict->setText(words.verdict);
    m_reason->setText(words.gpu_reason);
    m_reason->setVisible(!words.gpu_reason.isEmpty());
    m_status->clear();
    fillTable();
}

void DiagnosisPage::setProbe(const ProbeSheet& sheet) {
    m_probe = sheet;
    m_clock->setClock(sheet.clock);
    tell(probeWords(sheet, m_text));
}

void DiagnosisPage::setEngineProblem(const Reason& reason) {
    m_probe.reset();
    m_clock->setClock({});
    tell(problemWords(reason, m_text));
}

void DiagnosisPage::setReference(const std::optional<Header>& header, const QString& file) {
    m_reference = header;
    m_referenceFile = file;
    m_referenceName = shownFile(file);
    fillTable();
}

void DiagnosisPage::setReferenceProblem(const Reason& reason) {
    setReference({}, {});
    setPill(m_differences, QString::fromStdString(m_text.reason(reason)), Tone::Warn);
    m_differences->setVisible(true);
}

Json DiagnosisPage::viewState() const {
    return {{"tab", m_tabs->currentIndex()}, {"reference", m_referenceFile.toStdString()}};
}

void DiagnosisPage::setViewState(const Json& state) {
    m_tabs->setCurrentIndex(state.value("tab", 0));
    if (const std::string file = state.value("reference", std::string()); !file.empty())
        Q_EMIT referenceWanted(QString::fromStdString(file));
}

void DiagnosisPage::fillTable() {
    const bool compared = m_reference.has_value();
    auto own = m_probe ? sheetSections(*m_probe, m_text) : QVector<SheetSection>();
    QHash<QString, QString> other;
    if (compared) {
        const auto theirs = sheetSections(*m_reference, m_text);
        for (const SheetSection& section : theirs)
            for (const SheetRow& row : section.rows) other.insert(row.key, row.value);
        if (m_probe) addRowsOf(theirs, own);
    }

    m_table->clear();
    QStringList titles{tr("Item"), tr("This PC")};
    if (compared) titles.append(m_referenceName);
    m_table->setColumnCount(static_cast<int>(titles.size()));
    m_table->setHeaderLabels(titles);
    QFont bold = m_table->font();
    bold.setBold(true);
    int differences = 0;
    for (const SheetSection& section : own) {
        auto* top = new QTreeWidgetItem(m_table, {section.title});
        top->setFont(0, bold);
        for (const SheetRow& row : section.rows) {
            const QString here = row.value.isEmpty() ? t("diagnosis.absent") : row.value;
            auto* item = new QTreeWidgetItem(top, {row.label, here});
            item->setToolTip(1, row.value);
            const QString theirs = other.value(row.key);
            if (theirs.isEmpty()) continue;
            const bool differs = row.comparable && theirs != row.value;
            differences += differs ? 1 : 0;
            item->setText(2, differs ? QString::fromUtf8("≠ ") + theirs : theirs);
            item->setToolTip(2, theirs);
            if (differs) item->setFont(2, bold);
        }
    }
    m_table->expandAll();
    m_table->resizeColumnToContents(0);
    if (compared) m_table->setColumnWidth(1, qMax(width(), 600) / 3);

    const bool both = compared && m_table->topLevelItemCount() > 0;
    m_differences->setVisible(both);
    setPill(m_differences,
            t(differences == 0 ? "diagnosis.reference_same" : "diagnosis.reference_differs",
              {{"name", m_referenceName.toStdString()}, {"count", differences}}),
            differences == 0 ? Tone::Good : Tone::Neutral);
}

void DiagnosisPage::copyRows() const {
    QStringList lines;
    for (const QTreeWidgetItem* item : m_table->selectedItems()) {
        QStringList cells;
        for (int column = 0; column < m_table->columnCount(); ++column)
            cells.append(item->text(column));
        lines.append(cells.join('\t'));
    }
    QGuiApplication::clipboard()->setText(lines.join('\n'));
}

void DiagnosisPage::setLog(const QStringList& lines) {
    m_log = lines;
    m_logView->setPlainText(lines.isEmpty() ? t("diagnosis.log_none") : lines.join('\n'));
    m_logView->verticalScrollBar()->setValue(m_logView->verticalScrollBar()->maximum());
}

void DiagnosisPage::setEngineExits(const QStringList& lines) {
    m_exits = lines;
}

void DiagnosisPage::setSelfTest(const QString& output, bool running) {
    m_selfTestOutput = output;
    m_selfTestView->setPlainText(output.isEmpty() && !running ? t("diagnosis.self_test_none")
                                                              : output);
    m_selfTestView->verticalScrollBar()->setValue(m_selfTestView->verticalScrollBar()->maximum());
    m_selfTestRuns = running;
    allowButtons();
    if (running) m_tabs->setCurrentWidget(m_selfTestView);
}

void DiagnosisPage::setMeasuring(bool measuring) {
    m_measuring = measuring;
    allowButtons();
}

void DiagnosisPage::allowButtons() {
    const QString why = m_measuring ? t("start.measuring") : QString();
    m_selfTest->setEnabled(!m_selfTestRuns && !m_measuring);
    m_selfTest->setText(m_selfTestRuns ? tr("Self-test running…") : tr("Run self-test"));
    m_selfTest->setToolTip(m_measuring ? why : t("diagnosis.self_test_none"));
    m_again->setEnabled(!m_selfTestRuns && !m_measuring);
    m_again->setToolTip(m_measuring ? why : tr("Examines this PC again"));
}

void DiagnosisPage::setWindow(const QString& build, const Settings& settings) {
    m_build = build;
    m_settings = &settings;
}

}  // namespace duelo::ui
