// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QString>

class QLabel;

namespace duelo::ui {

/// Says on the start page that a measurement goes on whose window is gone; hidden without one.
class RunningCard final : public QFrame {
    Q_OBJECT

public:
    explicit RunningCard(QWidget* parent);

    /// Shows the card of a run of which `done` of `cells` cases have a result.
    void setRun(const QString& path, const QString& title, int done, int cells);
    void setNone();
    [[nodiscard]] QString path() const { return m_path; }

Q_SIGNALS:
    void followRequested(const QString& path);
    void stopRequested(const QString& path);

private:
    QString m_path;  ///< empty: none
    QLabel *m_sentence, *m_title;
};

}  // namespace duelo::ui
