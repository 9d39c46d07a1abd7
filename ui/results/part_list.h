// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace duelo::ui {

/// Which of several tables is shown. Where there is no room for a title it shows what tells it from
/// the others, and what fits around that: Qt would cut it in the middle of a letter.
class PartList final : public QComboBox {
    Q_OBJECT

public:
    using QComboBox::QComboBox;

    /// Of the title at `index` the words that not all have, with as many beside them as fit.
    [[nodiscard]] QString briefTitle(int index, int room_px) const;

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace duelo::ui
