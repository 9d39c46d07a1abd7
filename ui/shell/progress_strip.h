// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "base/text.h"
#include "record/progress.h"
#include "ui/session/run_controller.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace duelo::ui {

/// The bottom line: how far the run is, elapsed, remaining as a range, and that all is saved.
class ProgressStrip final : public QWidget {
    Q_OBJECT

public:
    explicit ProgressStrip(const Text& text, QWidget* parent = nullptr);

    void setProgress(RunController::State state, const ProgressState& progress,
                     const QString& cellTitle);
    /// While nothing is measured.
    void setIdle(const QString& left);
    /// The page of what is measured, as a way there; empty: it is in view, or there is none.
    void setWay(const QString& page);
    /// At the right: where it is saved.
    void setPlace(const QString& text);
    /// On a slide it is a thin line without a word, while something is measured.
    void setThin(bool thin);

Q_SIGNALS:
    void wayTaken();

private:
    void arrange();

    Text m_text;
    QProgressBar* m_bar;
    QPushButton* m_way;
    QLabel *m_left, *m_right;
    double m_share = 0;  ///< of the bar
    bool m_thin = false, m_running = false;
};

}  // namespace duelo::ui
