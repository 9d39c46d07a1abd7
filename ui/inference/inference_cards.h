// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>

#include <QHash>
#include <QImage>
#include <QVector>

#include "report/labels.h"
#include "ui/frame/cards.h"
#include "ui/models/run_model.h"

class QLabel;

namespace duelo::ui {

class BreakdownBar;

/// The cards beside a result of inference: facts of the chosen row, nothing computed twice.
class InferenceCards {
public:
    /// The widgets live in `parent`.
    explicit InferenceCards(QWidget* parent);

    /// `row` of the comparison; none before anything is measured.
    [[nodiscard]] QVector<Card> make(const RunModel& run, std::optional<std::size_t> table,
                                     std::optional<std::size_t> row, const Text& text,
                                     const QHash<QString, QImage>& pictures);

private:
    struct Row;
    void addWhere(QVector<Card>& cards, const Row& at);
    void addRecognised(QVector<Card>& cards, const Row& at, const QHash<QString, QImage>& pictures);

    BreakdownBar* m_bar;
    QLabel* m_picture;
};

}  // namespace duelo::ui
