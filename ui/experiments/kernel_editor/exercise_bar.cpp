// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/kernel_editor/exercise_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "experiments/exercises.h"
#include "ui/look/settings.h"

namespace duelo::ui {

ExerciseBar::ExerciseBar(const Text& text, QWidget* parent)
    : QWidget(parent),
      m_text(text),
      m_task(new QLabel),
      m_told(new QLabel),
      m_more(new QPushButton(tr("Hint"))) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    auto* line = new QHBoxLayout;
    line->addWidget(m_task, 1);
    line->addWidget(m_more, 0, Qt::AlignTop);
    column->addLayout(line);
    column->addWidget(m_told);
    for (QLabel* label : {m_task, m_told}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_told->setProperty("role", "muted");
    m_task->setObjectName("exerciseTask");
    m_told->setObjectName("exerciseHints");
    m_more->setObjectName("exerciseHint");
    connect(m_more, &QPushButton::clicked, this, [this] {
        ++m_hints;
        showHints();
    });
    setExercise(nullptr);
}

void ExerciseBar::setExercise(const Exercise* exercise, int hints) {
    m_exercise = exercise;
    m_hints = hints;
    setVisible(exercise != nullptr);
    if (exercise == nullptr) return;
    m_task->setText(qs(exercise->task.of(m_text.language())));
    showHints();
}

void ExerciseBar::showHints() {
    QStringList told;
    const auto count = static_cast<int>(m_exercise->hints.size());
    m_hints = qBound(0, m_hints, count);
    for (int i = 0; i < m_hints; ++i)
        told << qs(m_text(
            "exercise.hint",
            {{"number", i + 1},
             {"hint", m_exercise->hints[static_cast<std::size_t>(i)].of(m_text.language())}}));
    m_told->setText(told.join('\n'));
    m_told->setVisible(!told.isEmpty());
    m_more->setEnabled(m_hints < count);
}

}  // namespace duelo::ui
