// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab_report/cover_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>

#include "experiments/exercises.h"
#include "lab_report/names.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

std::string trimmed(const QLineEdit* edit) {
    return edit->text().trimmed().toStdString();
}

/// Returns what this user has solved by now.
ExerciseProgress progressNow() {
    const std::set<std::string> solved = SolvedExercises::standard().all();
    return {.solved = {solved.begin(), solved.end()},
            .all = static_cast<std::int64_t>(exercises().size())};
}

}  // namespace

CoverForm::CoverForm(QWidget* parent)
    : QWidget(parent), m_language(new QComboBox(this)), m_exercises(new QCheckBox(this)) {
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_title = add(form, tr("Title"));
    m_authors = add(form, tr("Authors"));
    m_authors->setPlaceholderText(tr("Surnames, name; surnames, name"));
    m_authors->setObjectName("coverAuthors");
    m_authors->setMaxLength(static_cast<int>(kMaxNamesChars));
    m_institution = add(form, tr("Institution"));
    m_subject = add(form, tr("Subject"));
    m_teacher = add(form, tr("Teacher"));
    m_group = add(form, tr("Group"));
    m_date = add(form, tr("Date"));
    m_date->setPlaceholderText(tr("Today’s, where it is left empty"));
    m_language->addItem(QStringLiteral("Español"));
    m_language->addItem(QStringLiteral("English"));
    m_language->setObjectName("reportLanguage");
    m_language->setAccessibleName(tr("Language of the report"));
    form->addRow(tr("Language"), m_language);
    connect(m_language, &QComboBox::activated, this, &CoverForm::edited);
    m_exercises->setText(tr("Say which exercises with kernels are solved"));
    m_exercises->setToolTip(
        tr("As a fact, without a grade. The report keeps what is solved when this is ticked."));
    m_exercises->setObjectName("coverExercises");
    form->addRow(m_exercises);
    connect(m_exercises, &QCheckBox::clicked, this, &CoverForm::edited);
}

QLineEdit* CoverForm::add(QFormLayout* form, const QString& caption) {
    auto* edit = new QLineEdit(this);
    edit->setMaxLength(static_cast<int>(kMaxLineChars));
    edit->setAccessibleName(caption);
    form->addRow(caption, edit);
    connect(edit, &QLineEdit::textEdited, this, &CoverForm::edited);
    return edit;
}

void CoverForm::show(const LabReport& report, const QString& title, bool readOnly) {
    m_title->setPlaceholderText(title);
    const std::pair<QLineEdit*, QString> shown[] = {{m_title, qs(report.title)},
                                                    {m_authors, qs(namesText(report.authors))},
                                                    {m_institution, qs(report.institution)},
                                                    {m_subject, qs(report.subject)},
                                                    {m_teacher, qs(report.teacher)},
                                                    {m_group, qs(report.group)},
                                                    {m_date, qs(report.date)}};
    for (const auto& [edit, words] : shown) {
        edit->setText(words);
        edit->setCursorPosition(0);  // what is too long shows its beginning
        edit->setReadOnly(readOnly);
    }
    m_language->setCurrentIndex(static_cast<int>(report.language));
    m_language->setEnabled(!readOnly);
    m_exercises->setChecked(report.exercises.has_value());
    m_exercises->setEnabled(!readOnly);
}

void CoverForm::putInto(LabReport& report) const {
    report.title = trimmed(m_title);
    report.authors = namesFrom(trimmed(m_authors));
    report.institution = trimmed(m_institution);
    report.subject = trimmed(m_subject);
    report.teacher = trimmed(m_teacher);
    report.group = trimmed(m_group);
    report.date = trimmed(m_date);
    report.language = static_cast<Language>(m_language->currentIndex());
    if (!m_exercises->isChecked())
        report.exercises.reset();
    else if (!report.exercises)
        report.exercises = progressNow();
}

}  // namespace duelo::ui
