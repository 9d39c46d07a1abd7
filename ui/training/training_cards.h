// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QVector>

#include "report/labels.h"
#include "ui/frame/cards.h"
#include "ui/models/training_makers.h"

namespace duelo::ui {

class BreakdownBar;

/// The cards beside a training: what the chosen network learnt and where its time went.
class TrainingCards {
public:
    /// The widgets live in `parent`.
    explicit TrainingCards(QWidget* parent);

    /// `comparison` is null before anything is trained; `cell` may be null as well. `accept` is
    /// what "use this rate" does.
    [[nodiscard]] QVector<Card> make(const Comparison* comparison, const TrainedCell* cell,
                                     const Text& text, std::function<void(double)> accept);

private:
    BreakdownBar* m_bar;
};

}  // namespace duelo::ui
