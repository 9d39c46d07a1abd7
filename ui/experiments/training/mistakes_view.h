// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QScrollArea>
#include <QVector>

#include "base/text.h"
#include "experiments/training/output.h"
#include "report/chart_value.h"

class QLabel;

namespace duelo::ui {

class FlowLayout;

/// The test images that the network got wrong and was surest of, as pictures.
class MistakesView final : public QScrollArea {
    Q_OBJECT

public:
    static constexpr int kMost = 12;

    explicit MistakesView(const Text& text, QWidget* parent = nullptr);

    /// Without it nothing has been tested yet. Pictures are asked for when their samples are not
    /// known. Its classes are named for people. `whose`: the variant that was tested.
    void setTrained(const std::optional<Trained>& trained, const QString& whose);
    /// The reply to the question "samples"; without it only the words are shown.
    void setSamples(const Result<Json>& reply);
    /// The samples whose pictures are missing; empty: none.
    [[nodiscard]] QVector<qint64> missing() const;
    [[nodiscard]] int count() const;
    /// The mistakes as they are copied and exported.
    [[nodiscard]] const TilesValue& picture() const { return m_picture; }

private:
    void refresh();
    [[nodiscard]] QStringList captionsOf(const TestAnswer& mistake) const;

    Text m_text;
    Trained m_trained;
    QString m_whose;  ///< the variant that was tested
    bool m_tested = false;
    Json m_samples = Json::object();  ///< by number
    QLabel* m_told;
    FlowLayout* m_tiles;
    TilesValue m_picture;
};

}  // namespace duelo::ui
