// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab_report/change_dialog.h"

#include <algorithm>

#include <QComboBox>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QScreen>
#include <QScrollArea>
#include <QSignalBlocker>

#include "ui/look/letters.h"
#include "ui/look/scroll_area.h"
#include "ui/look/settings.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

namespace {

constexpr int kChangeChars = 104, kChangeLines = 37;

}  // namespace

ChangeDialog::ChangeDialog(OpenFiles files, Facts facts, ReportOptions options, QWidget* parent)
    : QDialog(parent),
      m_files(std::move(files)),
      m_facts(std::move(facts)),
      m_options(std::move(options)),
      m_text(m_options.text()),
      m_gain(makeLabel({}, Role::Heading, this)),
      m_table(new QGridLayout),
      m_source(new QLineEdit(this)) {
    setWindowTitle(tr("What if…?"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(
        makeLabel(tr("A proposal is more than an idea once it is measured: what it gains, what it "
                     "costs, and where the idea is from."),
                  Role::Muted, this));
    auto* form = new QGridLayout;
    form->setColumnStretch(1, 1);
    m_from = addChoice("changeFrom", tr("Instead of"), *form, 0);
    m_to = addChoice("changeTo", tr("what if"), *form, 1);
    m_source->setObjectName("changeSource");
    m_source->setAccessibleName(tr("Source"));
    m_source->setMaxLength(static_cast<int>(kMaxLineChars));
    m_source->setPlaceholderText(tr("Author, year, address: where the idea is from"));
    m_sourceCaption = new QLabel(tr("Source"), this);
    form->addWidget(m_sourceCaption, 2, 0);
    form->addWidget(m_source, 2, 1);
    m_papers = addChoice("changePapers", tr("Known papers"), *form, 3);
    column->addLayout(form);
    column->addWidget(makeShown(), 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_put = buttons->addButton(QString(), QDialogButtonBox::AcceptRole);
    m_put->setObjectName("changePut");
    connect(buttons, &QDialogButtonBox::accepted, this, &ChangeDialog::finish);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    // All of it is seen at 1280x720; a lower screen scrolls.
    const QSize most_px = screen()->availableSize() * 9 / 10;
    resize(QSize(letters_px(fontMetrics(), kChangeChars), fontMetrics().height() * kChangeLines)
               .boundedTo(most_px));
    if (const auto open = m_files()) m_cells = subjectsOf(*open, ClaimKind::Pair, m_text);
    for (const ClaimSubject& cell : m_cells) m_from->addItem(qs(cell.words));
    beginWithTheBest();
    setTabOrder(m_to, m_source);
    setTabOrder(m_source, m_papers);
    connect(m_papers, &QComboBox::activated, this, [this](int at) {
        if (at > 0) m_source->setText(m_papers->itemText(at));
    });
    m_from->setFocus();
    connect(m_from, &QComboBox::currentIndexChanged, this, &ChangeDialog::showChanges);
    connect(m_to, &QComboBox::currentIndexChanged, this, &ChangeDialog::showChange);
    showChanges();
}

/// The first that is shown is a proposal that gains, not whatever stands first in a file (P-10).
void ChangeDialog::beginWithTheBest() {
    const auto open = m_files();
    m_best = open ? bestChange(*open, m_text) : std::nullopt;
    if (!m_best) return;
    const auto at = std::ranges::find(m_cells, m_best->first, &ClaimSubject::of);
    if (at != m_cells.end()) m_from->setCurrentIndex(static_cast<int>(at - m_cells.begin()));
}

/// Scrolls: a prediction and what came of it can need more lines than a low screen has.
QWidget* ChangeDialog::makeShown() {
    auto* area = new QScrollArea(this);
    makePlain(*area);
    auto* shown = new QWidget;
    auto* column = new QVBoxLayout(shown);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_gain);
    m_table->setHorizontalSpacing(fontMetrics().height());
    m_table->setColumnStretch(1, 1);
    m_table->setColumnStretch(2, 1);
    column->addLayout(m_table);
    column->addStretch();
    area->setWidget(shown);
    return area;
}

QComboBox* ChangeDialog::addChoice(const char* name, const QString& caption, QGridLayout& form,
                                   int row) {
    auto* choice = new QComboBox(this);
    choice->setObjectName(name);
    choice->setAccessibleName(caption);
    choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    choice->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto* label = new QLabel(caption, this);
    label->setBuddy(choice);
    form.addWidget(label, row, 0);
    form.addWidget(choice, row, 1);
    return choice;
}

/// Offers first what was measured, then what can be, then any other cell.
void ChangeDialog::showChanges() {
    const QSignalBlocker quiet(m_to);
    m_to->clear();
    m_choices.clear();
    const auto open = m_files();
    const int from = m_from->currentIndex();
    if (open && from >= 0) {
        const CellRef base = m_cells[static_cast<std::size_t>(from)].of;
        const CellPlace at = placeOf(*open, base);
        const std::string experiment = at ? at.row->experiment : std::string();
        const std::vector<Change> changes = changesOf(*open, base, m_facts);
        for (const bool measured : {true, false})
            for (const Change& change : changes) {
                if (change.cells.empty() == measured) continue;
                const QString words = qs(axisText(experiment, change.axis, change.value, m_text));
                m_choices.push_back({});
                m_choices.back().change = change;
                if (measured) m_choices.back().of = change.cells.front();
                m_to->addItem(measured ? words : tr("%1 (not measured yet)").arg(words));
            }
        for (const ClaimSubject& cell : m_cells) {
            const bool known =
                cell.of == base || std::ranges::any_of(m_choices, [&](const Choice& choice) {
                    return choice.of == cell.of;
                });
            if (known) continue;
            m_choices.push_back({.of = cell.of});
            m_to->addItem(qs(cell.words));
        }
    }
    const auto best = std::ranges::find_if(
        m_choices, [&](const Choice& choice) { return m_best && choice.of == m_best->second; });
    const bool begins = m_best && from >= 0 &&
                        m_cells[static_cast<std::size_t>(from)].of == m_best->first &&
                        best != m_choices.end();
    m_to->setCurrentIndex(begins              ? static_cast<int>(best - m_choices.begin())
                          : m_to->count() > 0 ? 0
                                              : -1);
    showChange();
}

void ChangeDialog::showChange() {
    clearLayout(m_table);
    m_evidence.reset();
    m_background.forget();
    const auto open = m_files();
    const int from = m_from->currentIndex(), to = m_to->currentIndex();
    m_put->setEnabled(open && from >= 0 && to >= 0);
    m_put->setText(tr("Put it into the report"));
    // The source is cited with what was measured.
    const bool measured = to >= 0 && m_choices[static_cast<std::size_t>(to)].of;
    m_sourceCaption->setVisible(measured);
    m_source->setVisible(measured);
    offerPapers(measured ? m_choices[static_cast<std::size_t>(to)].change : Change{});
    if (!open || from < 0 || to < 0) {
        m_gain->setText(tr("Open or measure something first."));
        return;
    }
    const Choice& choice = m_choices[static_cast<std::size_t>(to)];
    if (!choice.of) {
        m_gain->setText(
            tr("Not measured yet. Its page asks what you expect, and F5 measures it "
               "together with what it is set against."));
        m_put->setText(tr("Predict and measure…"));
        return;
    }
    askFiles(m_cells[static_cast<std::size_t>(from)].of, *choice.of);
}

/// Offers the papers of a change. None is chosen: the student is to say from which one the idea is.
void ChangeDialog::offerPapers(const Change& change) {
    m_papers->clear();
    m_papers->addItem(tr("Choose the one that you have read…"));
    m_papers->setVisible(!change.papers.empty());
    for (QLabel* label : findChildren<QLabel*>())
        if (label->buddy() == m_papers) label->setVisible(!change.papers.empty());
    for (const std::string& paper : change.papers) {
        m_papers->addItem(qs(paper));
        m_papers->setItemData(m_papers->count() - 1, qs(paper), Qt::ToolTipRole);
    }
}

/// Judges on a thread: thousands of cells take longer than a list may (Y-17).
void ChangeDialog::askFiles(const CellRef& base, const CellRef& of) {
    m_put->setEnabled(false);
    m_gain->setText(tr("Asking the open files…"));
    m_background.start([this, files = m_files(), asked = citationOf(base, of, {}),
                        options = m_options](const Background::Task& task) {
        auto evidence = judgedEvidence(asked, *files, options);
        task.tell([this, evidence = std::move(evidence)] { showEvidence(evidence); });
    });
}

void ChangeDialog::showEvidence(std::optional<Evidence> evidence) {
    m_evidence = std::move(evidence);
    m_put->setEnabled(m_evidence.has_value());
    if (!m_evidence) return m_gain->setText(tr("The open files say nothing to that."));
    m_gain->setText(qs(m_evidence->words));
    const auto* table = std::get_if<DocTable>(&m_evidence->blocks.front());
    for (int i = 0; table && i < static_cast<int>(table->columns.size()); ++i) {
        m_table->addWidget(
            makeLabel(qs(table->columns[static_cast<std::size_t>(i)]), Role::Muted, this), 0, i);
        for (int r = 0; r < static_cast<int>(table->rows.size()); ++r)
            m_table->addWidget(
                makeLabel(
                    qs(table->rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(i)].text),
                    Role::Body, this),
                r + 1, i);
    }
    // The first says the gain, which stands above.
    for (std::size_t n = 1; table && n < table->notes.size(); ++n)
        m_table->addWidget(makeLabel(qs(table->notes[n]), Role::Muted, this), m_table->rowCount(),
                           0, 1, 3);
}

void ChangeDialog::finish() {
    const int from = m_from->currentIndex(), to = m_to->currentIndex();
    const auto open = m_files();
    if (m_evidence) {
        m_evidence->citation.source = m_source->text().trimmed().toStdString();
        return accept();
    }
    if (!open || from < 0 || to < 0) return;
    const auto plan = planOf(*open, m_cells[static_cast<std::size_t>(from)].of,
                             m_choices[static_cast<std::size_t>(to)].change);
    reject();
    if (plan) Q_EMIT measureWanted(*plan);
}

}  // namespace duelo::ui
