// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QHBoxLayout>
#include <QList>
#include <QWidget>

#include "base/text.h"
#include "machine/probe_sheet.h"

class QAction;
class QLabel;
class QToolButton;

namespace duelo::ui {

/// Shows on which machine this runs and what may spoil the numbers, always visible, never a dialog;
/// at the right stand the actions of every page. Warnings are never cut: where they do not all fit,
/// one button counts them and shows them.
class TopBar final : public QWidget {
    Q_OBJECT

public:
    explicit TopBar(const Text& text, QWidget* parent = nullptr);

    void setProbe(const ProbeSheet& sheet);
    void setEngineProblem(const QString& sentence);
    /// Shows what the probe and the state of the machine warn of.
    void setWarnings(const std::vector<Reason>& warnings);
    void addButton(QToolButton* button);
    /// The name of the page in view, and of the one from which it was chosen, with what leads back
    /// there; without a name the page is one of the rail's.
    void setPlace(const QString& name, const QString& within, QAction* back);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// Gives way to the warnings; its tooltip has all of it.
    struct Name {
        QLabel* chip;
        QString whole{};
    };

    void setName(Name& name, const QString& text, const QString& tip);
    void showNotices();
    void arrange();
    void fitIcons();

    Text m_text;
    QHBoxLayout* m_row;
    QToolButton* m_back;
    QLabel* m_place;
    QWidget* m_room;  ///< of the chips: what the buttons leave
    QHBoxLayout* m_chips;
    Name m_cpu, m_gpu;
    QString m_problem;
    QStringList m_warnings;
    QList<QLabel*> m_notices;  ///< a chip for the problem and for each warning
    QToolButton* m_summary;    ///< one for all of them
    QList<QToolButton*> m_buttons;
};

}  // namespace duelo::ui
