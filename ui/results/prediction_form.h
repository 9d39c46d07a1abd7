// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <utility>

#include <QFrame>
#include <QVector>

#include "base/text.h"
#include "plan/spec.h"
#include "record/prediction.h"

class QVBoxLayout;

namespace duelo::ui {

class ChipGroup;

/// What a run is expected to show, asked before it: a row of chips for each question, no dialog. It
/// stands in no way, because a run begins without an answer too.
class PredictionForm final : public QFrame {
    Q_OBJECT

public:
    /// `spec` must outlive it.
    PredictionForm(const Spec& spec, const Text& text, QWidget* parent = nullptr);

    /// Answers stay as long as the same is asked, and come back when it is asked again: a run that
    /// was refused takes none. Nothing: the form is empty.
    void ask(const std::optional<Prediction>& asked);
    /// What is asked, with the answers so far; without any it counts as skipped.
    [[nodiscard]] std::optional<Prediction> answered() const;
    /// What was answered belongs to a run that has measured something; it does not come back.
    void forget() { m_last.reset(); }
    /// Those to these questions; of others they are passed over.
    void setAnswers(const TextTable& answers);

private:
    void addRows();

    const Spec& m_spec;
    const Text m_text;
    std::optional<Prediction> m_asked;
    std::optional<Prediction> m_last;  ///< asked before nothing was, with its answers
    QVBoxLayout* m_rows;
    QVector<std::pair<std::string, ChipGroup*>> m_chips;  ///< by question
};

}  // namespace duelo::ui
