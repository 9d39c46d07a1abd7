// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab_report/claim_dialog.h"

#include <algorithm>

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QSignalBlocker>

#include "ui/look/letters.h"
#include "ui/look/settings.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

namespace {

constexpr int kClaimChars = 88, kClaimLines = 28;

Tone toneOf(ClaimAnswer answer) {
    switch (answer) {
        case ClaimAnswer::Consistent:
            return Tone::Good;
        case ClaimAnswer::Contradicted:
            return Tone::Bad;
        case ClaimAnswer::NotMeasured:
            break;
    }
    return Tone::Neutral;
}

/// "Inference: aula.duelo, casa.duelo": the work of the first file, and the names of all.
QString groupTitle(const Comparison& comparison, const Text& text) {
    QStringList names;
    for (const Source& source : comparison.sources) names << qs(source.file_name);
    names.removeDuplicates();
    const std::string experiment = experimentOf(comparison);
    return experiment.empty()
               ? names.join(", ")
               : qs(text.of(experiment).word("experiment", experiment)) + ": " + names.join(", ");
}

}  // namespace

ClaimDialog::ClaimDialog(std::vector<std::shared_ptr<const Comparison>> files,
                         ReportOptions options, QWidget* parent)
    : QDialog(parent),
      m_files(std::move(files)),
      m_options(std::move(options)),
      m_text(m_options.text()),
      m_form(new QFormLayout) {
    setWindowTitle(tr("Check a claim"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(makeLabel(
        tr("Say what you think and why. The figures are those of files that are open or that the "
           "report keeps: they can agree with it, contradict it, or say nothing. The report gets "
           "these figures; the explanation is yours to write."),
        Role::Muted, this));
    m_group = addChoice("claimFiles", tr("By the files"));
    for (const auto& group : m_files) m_group->addItem(groupTitle(*group, m_text));
    m_form->setRowVisible(m_group, m_files.size() > 1);
    m_kind = addChoice("claimKind", tr("I claim"));
    m_kind->addItem(tr("one thing is faster than another"), int(ClaimKind::Pair));
    m_kind->addItem(tr("one thing is faster in every case"), int(ClaimKind::All));
    m_kind->addItem(tr("how the time grows"), int(ClaimKind::Growth));
    m_kind->addItem(tr("what more threads bring"), int(ClaimKind::Workers));
    m_kind->addItem(tr("one result is better than another"), int(ClaimKind::Metric));
    m_of = addChoice("claimOf", tr("This"));
    m_says = addChoice("claimSays", tr("does this"));
    m_base = addChoice("claimBase", tr("against this"));
    m_cause = addChoice("claimCause", tr("because of"));
    column->addLayout(m_form);
    m_answer = new QVBoxLayout;
    column->addLayout(m_answer);
    column->addStretch();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_put = buttons->addButton(tr("Put it into the report"), QDialogButtonBox::AcceptRole);
    m_put->setObjectName("claimPut");
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    resize(letters_px(fontMetrics(), kClaimChars), fontMetrics().height() * kClaimLines);
    for (QComboBox* choice : {m_group, m_kind})
        connect(choice, &QComboBox::currentIndexChanged, this, &ClaimDialog::showKind);
    connect(m_of, &QComboBox::currentIndexChanged, this, &ClaimDialog::showBases);
    connect(m_base, &QComboBox::currentIndexChanged, this, &ClaimDialog::showCauses);
    for (QComboBox* choice : {m_says, m_cause})
        connect(choice, &QComboBox::currentIndexChanged, this, &ClaimDialog::askFiles);
    showKind();
}

QComboBox* ClaimDialog::addChoice(const char* name, const QString& caption) {
    auto* choice = new QComboBox(this);
    choice->setObjectName(name);
    choice->setAccessibleName(caption);
    choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    choice->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_form->addRow(caption, choice);
    return choice;
}

std::shared_ptr<const Comparison> ClaimDialog::chosen() const {
    const int at = m_group->currentIndex();
    return at < 0 ? nullptr : m_files[static_cast<std::size_t>(at)];
}

ClaimKind ClaimDialog::kind() const {
    return static_cast<ClaimKind>(m_kind->currentData().toInt());
}

Claim ClaimDialog::claim() const {
    Claim out;
    out.kind = kind();
    out.says = m_says->currentData().toString().toStdString();
    const int of = m_of->currentIndex();
    if (of < 0) return out;
    const ClaimSubject& subject = m_subjects[static_cast<std::size_t>(of)];
    out.of = subject.of;
    out.what = subject.what;
    if (m_base->currentIndex() >= 0 && m_form->isRowVisible(m_base))
        out.base = m_subjects[static_cast<std::size_t>(m_base->currentData().toInt())].of;
    if (out.kind == ClaimKind::Pair) out.cause = m_cause->currentData().toString().toStdString();
    return out;
}

void ClaimDialog::showKind() {
    const auto files = chosen();
    m_subjects = files ? subjectsOf(*files, kind(), m_text) : std::vector<ClaimSubject>();
    const bool two = kind() != ClaimKind::Growth && kind() != ClaimKind::Workers;
    m_form->setRowVisible(m_base, two);
    m_form->setRowVisible(m_cause, kind() == ClaimKind::Pair);
    {
        const QSignalBlocker quiet(m_says);
        m_says->clear();
        for (const std::string& says : sayingsOf(kind()))
            m_says->addItem(qs(m_text("claim." + std::string(word(kind())) + "_" + says)),
                            qs(says));
    }
    {
        const QSignalBlocker quiet(m_of);
        m_of->clear();
        for (const ClaimSubject& subject : m_subjects) m_of->addItem(qs(subject.words));
        // The second against the first: so the two differ.
        m_of->setCurrentIndex(two && m_subjects.size() > 1 ? 1 : m_subjects.empty() ? -1 : 0);
    }
    showBases();
}

/// Only what can stand against the one that was chosen.
void ClaimDialog::showBases() {
    {
        const QSignalBlocker quiet(m_base);
        const int before = m_base->currentData().isValid() ? m_base->currentData().toInt() : 0;
        m_base->clear();
        const int of = m_of->currentIndex();
        for (int i = 0; of >= 0 && i < static_cast<int>(m_subjects.size()); ++i) {
            const ClaimSubject& subject = m_subjects[static_cast<std::size_t>(i)];
            if (i != of && subject.what == m_subjects[static_cast<std::size_t>(of)].what)
                m_base->addItem(qs(subject.words), i);
        }
        m_base->setCurrentIndex(std::max(m_base->findData(before), m_base->count() > 0 ? 0 : -1));
    }
    showCauses();
}

void ClaimDialog::showCauses() {
    {
        const QSignalBlocker quiet(m_cause);
        const QString before = m_cause->currentData().toString();
        m_cause->clear();
        m_cause->addItem(tr("I do not say why"), QString());
        const auto files = chosen();
        const Claim now = claim();
        if (files && now.kind == ClaimKind::Pair) {
            const CellPair pair{placeOf(*files, now.base), placeOf(*files, now.of)};
            if (pair)
                for (const ClaimCause& cause : causesOf(*files, pair, m_text))
                    m_cause->addItem(qs(cause.words), qs(cause.code));
        }
        m_cause->setCurrentIndex(std::max(0, m_cause->findData(before)));
    }
    askFiles();
}

/// Judges on a thread: thousands of cells take longer than a list may (Y-17).
void ClaimDialog::askFiles() {
    clearLayout(m_answer);
    m_evidence.reset();
    m_put->setEnabled(false);
    m_answer->addWidget(makeLabel(tr("Asking the files…"), Role::Muted, this));
    m_background.forget();
    m_background.start([this, files = chosen(), now = claim(), options = m_options,
                        text = m_text](const Background::Task& task) {
        auto judgement = files ? judged(*files, now, text) : std::nullopt;
        std::optional<Evidence> evidence;
        if (judgement && task.isWanted())
            evidence = judgedEvidence(citationOf(now), *files, options);
        task.tell([this, judgement = std::move(judgement), evidence = std::move(evidence)] {
            showAnswer(judgement, evidence);
        });
    });
}

void ClaimDialog::showAnswer(const std::optional<JudgedClaim>& judgement,
                             std::optional<Evidence> evidence) {
    clearLayout(m_answer);
    m_put->setEnabled(judgement.has_value());
    if (!judgement) {
        m_answer->addWidget(makeLabel(tr("These files have nothing of that kind: measure it, or "
                                         "open a file that has it."),
                                      Role::Muted, this));
        return;
    }
    m_evidence = std::move(evidence);
    m_answer->addWidget(makeLabel(qs(judgement->statement), Role::Heading, this));
    for (const ClaimCheck& check : judgement->checks) {
        m_answer->addWidget(makePill(qs(m_text("claim.answer_" + std::string(word(check.answer)))),
                                     toneOf(check.answer), this),
                            0, Qt::AlignLeft);
        m_answer->addWidget(makeLabel(qs(check.shown), Role::Body, this));
    }
}

}  // namespace duelo::ui
