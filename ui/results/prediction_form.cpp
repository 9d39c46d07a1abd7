// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/prediction_form.h"

#include <QLabel>
#include <QVBoxLayout>

#include "experiments/specs.h"
#include "report/prediction.h"
#include "ui/form/chip_group.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

QLabel* wrapped(const QString& text, const char* role) {
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    if (role) label->setProperty("role", role);
    return label;
}

}  // namespace

PredictionForm::PredictionForm(const Spec& spec, const Text& text, QWidget* parent)
    : QFrame(parent), m_spec(spec), m_text(text), m_rows(new QVBoxLayout) {
    setObjectName("prediction");
    setProperty("role", "card");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 10, 12, 10);
    column->setSpacing(6);
    const QString heading = qs(m_text("prediction.ask_heading"));
    setAccessibleName(heading);
    column->addWidget(wrapped(heading, "heading"));
    m_rows->setSpacing(4);
    column->addLayout(m_rows);
    column->addWidget(wrapped(qs(m_text("prediction.ask_note")), "muted"));
}

void PredictionForm::ask(const std::optional<Prediction>& asked) {
    if (asked == m_asked) return;
    for (const Row& row : m_shown) m_said[row.words] = row.chips->values().value(0);
    m_asked = asked;
    m_shown.clear();
    while (QLayoutItem* row = m_rows->takeAt(0)) {
        delete row->widget();
        delete row;
    }
    if (!m_asked) return;
    addRows();
    // By its words: who reads the same question has answered it.
    for (const Row& row : m_shown)
        if (const QString said = m_said.value(row.words); !said.isEmpty())
            row.chips->setValues({said});
}

void PredictionForm::addRows() {
    const PredictionWords words(*m_asked, m_spec.id, findSpec, m_text);
    for (const PredictionQuestion& question : questionsOf(*m_asked)) {
        const QString text = qs(words.question(question));
        auto* chips = new ChipGroup(text, ChipGroup::Choice::One);
        chips->setObjectName(qs(question.id));
        chips->setMayBeEmpty(true);
        QVector<ChipGroup::Option> options;
        for (const std::string& code : question.choices)
            options.append({qs(code), qs(words.answer(code)), {}});
        chips->setOptions(options);
        m_rows->addWidget(wrapped(text, nullptr));
        m_rows->addWidget(chips);
        m_shown.append({question.id, text, chips});
    }
}

std::optional<Prediction> PredictionForm::answered() const {
    std::optional<Prediction> said = m_asked;
    if (!said) return said;
    for (const Row& row : m_shown)
        if (const QString answer = row.chips->values().value(0); !answer.isEmpty())
            said->answers.emplace_back(row.question, answer.toStdString());
    said->skipped = said->answers.empty();
    return said;
}

void PredictionForm::setAnswers(const TextTable& answers) {
    for (const auto& [question, answer] : answers)
        for (const Row& row : m_shown)
            if (row.question == question) row.chips->setValues({qs(answer)});
}

}  // namespace duelo::ui
