// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace duelo::ui {

/// Which of several tables is shown. Where there is no room for a title it shows what tells it from
/// the others: Qt would cut it in the middle of a letter, and titles differ anywhere.
class PartList final : public QComboBox {
    Q_OBJECT

public:
    using QComboBox::QComboBox;

    /// The title at `index` without the words that all of them begin and end with.
    [[nodiscard]] QString briefTitle(int index) const;

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace duelo::ui
