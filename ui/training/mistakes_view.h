// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <QVector>

#include "core/result_record.h"
#include "core/text.h"

class QLabel;

namespace duelo::ui {

class FlowLayout;

/// The test images that the network got wrong and was surest of, as pictures.
class MistakesView final : public QScrollArea {
    Q_OBJECT

public:
    static constexpr int kMost = 12;

    explicit MistakesView(const Text& text, QWidget* parent = nullptr);

    /// Null: nothing has been tested yet. Pictures are asked for when their samples are not known.
    void setTrained(const TrainedRecord* trained);
    /// The engine's reply to "data_samples"; without it only the words are shown.
    void setSamples(const Result<Json>& reply);
    /// The samples whose pictures are missing; empty: none.
    [[nodiscard]] QVector<qint64> missing() const;
    [[nodiscard]] int count() const;

private:
    void refresh();

    Text m_text;
    TrainedRecord m_trained;
    bool m_tested = false;
    Json m_samples = Json::object();  ///< by number
    QLabel* m_told;
    FlowLayout* m_tiles;
};

}  // namespace duelo::ui
