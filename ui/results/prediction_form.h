// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include <QFrame>
#include <QHash>
#include <QVector>

#include "base/text.h"
#include "plan/spec.h"
#include "record/prediction.h"

class QVBoxLayout;

namespace duelo::ui {

class ChipGroup;

/// A form that asks, before a run, what it is expected to show: a row of chips for each question,
/// no dialog. It holds nothing up, because a run begins without an answer too.
class PredictionForm final : public QFrame {
    Q_OBJECT

public:
    /// `spec` must outlive it.
    PredictionForm(const Spec& spec, const Text& text, QWidget* parent = nullptr);

    /// The answer to a question stays as long as it is asked in the same words, and comes back when
    /// it is asked again: a run that was refused takes none. Nothing: the form is empty.
    void ask(const std::optional<Prediction>& asked);
    /// The questions with the answers so far; without any answer they count as skipped.
    [[nodiscard]] std::optional<Prediction> answered() const;
    /// Forgets the answers, which belong to a run that has measured something: they do not come
    /// back.
    void forget() { m_said.clear(); }
    /// Fills in the answers to the questions that are shown; answers to other questions are passed
    /// over.
    void setAnswers(const TextTable& answers);

private:
    struct Row {
        std::string question;  ///< its id
        QString words;
        ChipGroup* chips;
    };
    void addRows();

    const Spec& m_spec;
    const Text m_text;
    std::optional<Prediction> m_asked;
    QVBoxLayout* m_rows;
    QVector<Row> m_shown;
    QHash<QString, QString> m_said;  ///< answers by the words of their questions
};

}  // namespace duelo::ui
