// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "base/text.h"
#include "experiments/imported_times.h"

class QComboBox;
class QLineEdit;
class QSpinBox;

namespace duelo::ui {

/// Asks about a training program of a student's own (S4-03): the language that it is written
/// in, the device and threads that it computes with, and the share that it gets right.
class OwnProgramFacts final : public QWidget {
    Q_OBJECT

public:
    explicit OwnProgramFacts(QWidget* parent = nullptr);

    /// Adds them to `facts`. Reasons: those of typedShare().
    [[nodiscard]] Result<void> addTo(ImportFacts& facts) const;
    /// Proposes the share that the program printed; nothing: it printed none.
    void setAccuracy(const QString& typed);

Q_SIGNALS:
    void changed();

private:
    QLineEdit *m_technology, *m_accuracy;
    QComboBox* m_device;
    QSpinBox* m_threads;
};

}  // namespace duelo::ui
