// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace duelo::ui {

/// The list in which one of several tables is chosen. Where there is no room for a title it shows
/// what tells it from the others, and what fits around that: Qt would cut it in the middle of a
/// letter.
class PartList final : public QComboBox {
    Q_OBJECT

public:
    using QComboBox::QComboBox;

    /// Returns the words that tell the title at `index` from the others, with as many of the words
    /// beside them as fit into `room_px`.
    [[nodiscard]] QString briefTitle(int index, int room_px) const;

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace duelo::ui
