// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/form_column.h"

#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include "ui/look/run_button.h"
#include "ui/look/scroll_area.h"

namespace duelo::ui {

FormColumn::FormColumn()
    : m_formArea(new QScrollArea), m_button(new RunButton), m_expectation(new QLabel) {
    setObjectName("formColumn");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 1, 0);  // the column's line, which would lie below the form
    makePlain(*m_formArea);
    column->addWidget(m_formArea, 1);
    auto* foot = new QVBoxLayout;
    foot->setContentsMargins(14, 6, 14, 12);
    foot->setSpacing(4);
    m_expectation->setProperty("role", "muted");
    m_expectation->setWordWrap(true);
    m_expectation->setAlignment(Qt::AlignHCenter);
    QSizePolicy kept = m_expectation->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    m_expectation->setSizePolicy(kept);
    m_button->setProperty("role", "primary");
    m_button->setObjectName("runButton");
    connect(m_button, &QPushButton::clicked, this,
            [this] { m_running ? Q_EMIT cancelClicked() : Q_EMIT runClicked(); });
    foot->addWidget(m_button);
    foot->addWidget(m_expectation);
    column->addLayout(foot);
}

void FormColumn::setForm(QWidget* form) {
    m_formArea->setWidget(form);
}

int FormColumn::leastWidth() const {
    const QWidget* form = m_formArea->widget();
    return form ? form->minimumSizeHint().width() +
                      m_formArea->verticalScrollBar()->sizeHint().width() + 1
                : 0;
}

void FormColumn::setButton(const QString& caption, const QString& expectation, bool enabled,
                           bool running) {
    m_running = running;
    m_button->setText(caption);
    m_button->setEnabled(enabled);
    m_button->setToolTip(running ? tr("Cancel (Esc)") : tr("Measure (F5)"));
    m_button->setAccessibleDescription(expectation);
    // The button stays where it is while it measures, and the room of the line below it stays.
    if (!running) m_expectation->setText(expectation);
    m_expectation->setVisible(!running && !expectation.isEmpty());
}

}  // namespace duelo::ui
