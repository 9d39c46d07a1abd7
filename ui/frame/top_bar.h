// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHBoxLayout>
#include <QList>
#include <QWidget>

#include "base/text.h"
#include "machine/probe_sheet.h"

class QLabel;
class QToolButton;

namespace duelo::ui {

/// On which machine this runs and what may spoil the numbers, always visible, never a dialog; at
/// the right the actions of every page.
class TopBar final : public QWidget {
    Q_OBJECT

public:
    explicit TopBar(const Text& text, QWidget* parent = nullptr);

    void setProbe(const ProbeSheet& sheet);
    void setEngineProblem(const QString& sentence);
    /// Of probe and state.
    void setWarnings(const std::vector<Reason>& warnings);
    void addButton(QToolButton* button);

private:
    QLabel* addChip(const char* tone);
    void setChip(QLabel* chip, const QString& text, const QString& tip);

    Text m_text;
    QHBoxLayout *m_row, *m_chips;
    QLabel *m_cpu, *m_gpu, *m_problem;
    QList<QLabel*> m_warnings;
};

}  // namespace duelo::ui
