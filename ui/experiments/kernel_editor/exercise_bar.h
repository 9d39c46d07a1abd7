// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "base/text.h"

class QLabel;
class QPushButton;

namespace duelo {
struct Exercise;
}

namespace duelo::ui {

/// The task of an exercise above the editor, and its hints, one more with each click.
class ExerciseBar final : public QWidget {
    Q_OBJECT

public:
    explicit ExerciseBar(const Text& text, QWidget* parent = nullptr);

    /// Null: none is worked on, and nothing is seen. The first hints are shown at once.
    void setExercise(const Exercise* exercise, int hints = 0);
    [[nodiscard]] const Exercise* exercise() const { return m_exercise; }
    [[nodiscard]] int hints() const { return m_hints; }

private:
    void showHints();

    const Text& m_text;
    const Exercise* m_exercise = nullptr;
    int m_hints = 0;  ///< that are shown
    QLabel *m_task, *m_told;
    QPushButton* m_more;
};

}  // namespace duelo::ui
