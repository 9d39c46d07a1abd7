// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab_report/report_page.h"

#include <algorithm>

#include <QFileInfo>
#include <QMenu>

#include "lab_report/what_if.h"
#include "plan/protocol.h"
#include "ui/export/pdf_report.h"
#include "ui/lab_report/change_dialog.h"
#include "ui/lab_report/claim_dialog.h"
#include "ui/lab_report/evidence_list.h"
#include "ui/lab_report/missing_files.h"
#include "ui/lab_report/report_outline.h"
#include "ui/look/letters.h"
#include "ui/look/plain_texts.h"
#include "ui/look/scroll_area.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

constexpr int kLook_ms = 500, kPages_ms = 1500;
constexpr int kLeftChars = 42, kRightChars = 40;
/// The table of times by threads, as it begins in a document and in a form.
constexpr const char* kWorkersTable = "scaling";

}  // namespace

ReportPage::ReportPage(ReportStore& store, KeptGroups& kept, OpenFiles files,
                       std::function<Facts()> facts, const Text& text, QWidget* parent)
    : QWidget(parent),
      m_store(store),
      m_kept(kept),
      m_text(text),
      m_files(std::move(files)),
      m_facts(std::move(facts)),
      m_outline(new ReportOutline),
      m_centre(new ScrollPage(ScrollPage::Columns::One, this)),
      m_evidence(new EvidenceList),
      m_missing(new MissingFiles(this)),
      m_saved(makeLabel({}, Role::Muted, this)),
      m_message(makeLabel({}, Role::Body, this)),
      m_looker(*this, [this](ReportLooker::Look look) { take(std::move(look)); }) {
    m_centre->setAccessibleName(tr("The report"));
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(makeLeft());
    row->addWidget(m_centre, 1);
    row->addWidget(m_evidence);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row, 1);
    column->addWidget(m_missing);
    column->addWidget(makeFoot());
    fitLetters();

    m_lookTimer.setSingleShot(true);
    m_lookTimer.setInterval(kLook_ms);
    connect(&m_lookTimer, &QTimer::timeout, this, &ReportPage::look);
    m_pagesTimer.setSingleShot(true);
    m_pagesTimer.setInterval(kPages_ms);
    connect(&m_pagesTimer, &QTimer::timeout, this, &ReportPage::countPages);
    connect(m_outline, &ReportOutline::sectionChosen, this, &ReportPage::showSection);
    connect(m_outline, &ReportOutline::formChosen, this, [this](const QString& id) {
        m_store.change([&](LabReport& report) { report.form = id.toStdString(); });
        showReport();
    });
    connect(&m_kept, &KeptGroups::changed, this, [this] {
        m_missing->show(m_kept.missing());
        filesChanged();
    });
    connect(m_missing, &MissingFiles::findWanted, this, &ReportPage::findWanted);
    connect(m_evidence, &EvidenceList::chosen, this, &ReportPage::cite);
    connect(m_evidence, &EvidenceList::claimWanted, this, &ReportPage::askForClaim);
    connect(m_evidence, &EvidenceList::changeWanted, this, &ReportPage::askForChange);
    connect(m_evidence, &EvidenceList::workersWanted, this, [this] {
        const auto plan = missingWorkers();
        if (!plan) return;
        keepOpen();
        Q_EMIT workersWanted(*plan);
    });
    connect(&m_store, &ReportStore::opened, this, [this] {
        m_section = 0;
        forgetBook();
        m_composed = {};
        showReport();
    });
    connect(&m_store, &ReportStore::saved, this, [this] {
        setMessage({});
        showSaved();
    });
    connect(&m_store, &ReportStore::saveFailed, this, [this](const Reason& reason) {
        setMessage(qs(m_text.reason(reason)));
        showSaved();
    });
    m_missing->show(m_kept.missing());
    showReport();
}

ReportPage::~ReportPage() = default;

QWidget* ReportPage::makeLeft() {
    m_left = new QScrollArea;
    makePlain(*m_left);
    m_left->setWidget(m_outline);
    return m_left;
}

/// Widths are counted in characters: larger letters have wider columns.
void ReportPage::fitLetters() {
    const int line = fontMetrics().height();
    m_left->setFixedWidth(letters_px(fontMetrics(), kLeftChars));
    m_evidence->setFixedWidth(letters_px(fontMetrics(), kRightChars));
    m_evidence->setContentsMargins(0, line, line, 0);
    m_outline->layout()->setContentsMargins(line, line, line, line);
}

void ReportPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) fitLetters();
}

QWidget* ReportPage::makeFoot() {
    auto* foot = new QWidget;
    auto* more = new QPushButton(tr("File"), foot);
    more->setMenu(makeMenu());
    more->setObjectName("file");
    m_handIn = new QPushButton(tr("Hand in…"), foot);
    m_handIn->setObjectName("handIn");
    m_handIn->setProperty("role", "primary");
    connect(m_handIn, &QPushButton::clicked, this, &ReportPage::handInWanted);
    m_message->setVisible(false);
    auto* line = new QHBoxLayout(foot);
    const int space = fontMetrics().height();
    line->setContentsMargins(space, space / 2, space, space / 2);
    line->addWidget(more);
    line->addWidget(m_handIn);
    line->addWidget(m_saved, 1);
    line->addWidget(m_message, 2);
    return foot;
}

QMenu* ReportPage::makeMenu() {
    auto* menu = new QMenu(this);
    menu->addAction(tr("New report…"), this, &ReportPage::beginWanted);
    menu->addAction(tr("Open a report…"), this, &ReportPage::openWanted);
    auto* kept = menu->addMenu(tr("Leave out of the report"));
    kept->setObjectName("kept");
    connect(menu, &QMenu::aboutToShow, this, [this, kept] { fillKept(*kept); });
    menu->addSeparator();
    for (const ExportChoice& choice : exportChoices())
        if (isDocument(choice.target))
            m_exports << menu->addAction(tr("Export: %1…").arg(choice.title), this,
                                         [this, choice] { Q_EMIT exportWanted(choice); });
    return menu;
}

const ReportForm* ReportPage::form() const {
    return findForm(m_store.report().form);
}

ReportOptions ReportPage::options() const {
    return optionsOf(m_store.report(), m_text.numbers());
}

bool ReportPage::finishFiles() {
    m_kept.follow(m_store.report(), m_files().get(), m_store.path());
    return m_kept.finish(this);
}

const LabReport& ReportPage::report() const {
    return m_store.report();
}

HeldGroups ReportPage::groups() const {
    const std::shared_ptr<const Comparison> open = m_files();
    return {m_kept.after({open.get()}), {open, m_kept.owner()}};
}

void ReportPage::forgetBook() {
    m_book.reset();
    ++m_version;
}

void ReportPage::keepOpen() {
    const auto open = m_files();
    if (!open) return;
    bool isNew = false;
    m_store.change([&](LabReport& report) { isNew = keepFiles(report, *open); });
    if (isNew) forgetBook();  // the annex tells of what the report keeps
    Q_EMIT filesCited();
}

/// Files that are not open and that the report can be without.
void ReportPage::fillKept(QMenu& menu) {
    menu.clear();
    for (const KeptGroup& group : closedGroups(m_store.report(), m_files().get())) {
        QStringList names;
        for (const KeptFile& file : group) names << qs(file.file);
        menu.addAction(withoutMnemonic(names.join(" + ")), this, [this, group] {
            m_store.change([&](LabReport& report) { std::erase(report.kept, group); });
            filesChanged();
            showSaved();
        });
    }
    menu.menuAction()->setVisible(!menu.isEmpty() && !m_store.isReadOnly());
}

void ReportPage::filesChanged() {
    forgetBook();
    lookSoon();
}

void ReportPage::setOpen(bool open) {
    for (QWidget* part : {static_cast<QWidget*>(m_left), static_cast<QWidget*>(m_centre),
                          static_cast<QWidget*>(m_evidence), static_cast<QWidget*>(m_handIn)})
        part->setEnabled(open);
    for (QAction* action : m_exports) action->setEnabled(open);
}

void ReportPage::setMessage(const QString& sentence) {
    m_message->setText(sentence);
    m_message->setVisible(!sentence.isEmpty());
}

void ReportPage::showReport() {
    m_outline->show(m_store.report(), form(), m_store.isReadOnly());
    if (!form())
        setMessage(qs(m_text.reason(
            {"lab_report_form_unknown", {{"form", visibleText(m_store.report().form)}}, {}})));
    look();
    showSection(m_section);
    showSaved();
}

void ReportPage::cite(Citation citation) {
    if (m_store.isReadOnly() || m_editors.isEmpty()) {
        setMessage(m_store.isReadOnly() ? QString()
                                        : tr("Choose a section with a question first."));
        return;
    }
    AnswerEditor* editor = m_last ? m_last.data() : m_editors.first();
    std::string id;
    const std::string said = citation.said;
    m_store.change([&](LabReport& report) { id = report.cite(std::move(citation)); });
    m_composed.cited[id] = {visibleText(said), Standing::Current, {}};
    keepOpen();
    look();
    editor->insertCitation(qs(id));
    editor->setFocus();
}

void ReportPage::askForClaim() {
    auto files = m_kept.comparisons();
    if (auto open = m_files()) files.insert(files.begin(), std::move(open));
    ClaimDialog dialog(std::move(files), options(), this);
    if (dialog.exec() == QDialog::Accepted && dialog.evidence()) cite(dialog.evidence()->citation);
}

void ReportPage::askForChange() {
    ChangeDialog dialog(m_files, m_facts(), options(), this);
    connect(&dialog, &ChangeDialog::measureWanted, this, [this](const Plan& plan) {
        keepOpen();
        Q_EMIT measureWanted(plan);
    });
    if (dialog.exec() == QDialog::Accepted && dialog.evidence()) cite(dialog.evidence()->citation);
}

std::optional<Plan> ReportPage::missingWorkers() const {
    const ReportForm* asks = form();
    const auto open = m_files();
    const bool wanted = asks && std::ranges::any_of(asks->sections, [](const auto& section) {
                            return section.kind == SectionKind::Words &&
                                   std::ranges::count(section.tables, kWorkersTable) > 0;
                        });
    if (!wanted || !open || !m_book || m_book->hasTable(kWorkersTable)) return std::nullopt;
    return workersPlan(*open);
}

void ReportPage::offerWorkers() {
    const auto plan = missingWorkers();
    if (!plan) return m_evidence->offerWorkers({}, {});
    QStringList numbers;
    for (const auto& [axis, values] : plan->variants.front())
        if (values.size() > 1)
            for (const Json& value : values) numbers << QString::number(value.get<int>());
    const double least_ms = protocolOf(plan->preset).t_max_ms * static_cast<double>(numbers.size());
    m_evidence->offerWorkers(
        tr("Measure threads: about %1…").arg(qs(formatRoundDuration(least_ms))),
        numbers.join(", "));
}

void ReportPage::lookSoon() {
    if (!m_lookTimer.isActive()) m_lookTimer.start();
}

void ReportPage::look() {
    const ReportForm* asks = form();
    if (!asks || !isVisible()) return;
    m_outline->showStates(m_store.report(), *asks);
    m_again = m_looker.isAtWork();
    if (m_again) return;
    m_kept.follow(m_store.report(), m_files().get(), m_store.path());
    if (!m_book) m_evidence->setWaiting(m_files() != nullptr);
    m_looker.start({m_store.report(), asks, options(), groups(), m_book, m_version});
}

/// Shows what a look found. A look at files that are not open any more, or in another language,
/// tells nothing.
void ReportPage::take(ReportLooker::Look look) {
    const bool current = look.version == m_version;
    if (current && look.problem) setMessage(qs(m_text.reason(*look.problem)));
    if (current && !look.problem) {
        m_book = std::move(look.book);
        if (look.is_new) m_evidence->show(*m_book);
        offerWorkers();
        // What was cited meanwhile is looked at next.
        for (auto& [id, words] : m_composed.cited) look.composed.cited.try_emplace(id, words);
        m_composed = std::move(look.composed);
        if (const ReportForm* asks = form())
            m_outline->showFacts(*asks, look.facts, options().text());
        for (AnswerEditor* editor : m_editors) editor->refresh();
        m_pagesTimer.start();
    }
    if (m_again || !current) this->look();
}

/// Laying a report out takes longer than a key should.
void ReportPage::countPages() {
    const ReportForm* asks = form();
    auto counted = std::pair(m_version, toJson(m_store.report()));
    if (!asks || !isVisible() || counted == m_counted) return;
    m_background.forget();
    m_background.start(
        [this, asks, counted = std::move(counted), document = m_composed.document,
         text = Text(m_store.report().language, m_text.numbers())](const Background::Task& task) {
            const auto pages = countedPages(document, [&] { return task.isWanted(); });
            if (!pages) return;
            QStringList facts;
            for (const std::string& fact : pageFacts(*asks, pages->body, pages->annex, text))
                facts << qs(fact);
            const QString sentence = qs(pagesText(*asks, pages->body, pages->annex, text));
            task.tell([this, sentence, facts, counted] {
                m_counted = counted;
                m_outline->showPages(sentence, facts);
            });
        });
}

void ReportPage::showSaved() {
    const QString file = shownFile(m_store.path());
    m_saved->setText(m_store.isReadOnly()
                         ? tr("Another window is writing %1: here it can only be read.").arg(file)
                     : !m_store.isSaved() || !QFileInfo::exists(m_store.path())
                         ? tr("%1 is saved by itself").arg(file)
                         : tr("Saved in %1 · .duelo files are not touched").arg(file));
}

void ReportPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    QTimer::singleShot(0, this, &ReportPage::look);
}

}  // namespace duelo::ui
