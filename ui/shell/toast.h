// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QFrame>
#include <QTimer>

class QLabel;
class QPushButton;

namespace duelo::ui {

/// Tells what went well, upon the foot of a window, and goes by itself: it moves nothing and asks
/// for nothing. While the mouse is upon it, it stays.
class Toast final : public QFrame {
    Q_OBJECT

public:
    static constexpr int kShown_ms = 3000;

    explicit Toast(QWidget* window);

    /// Instead of what it says now. With a caption it offers something to do.
    void say(const QString& sentence, const QString& caption = {}, std::function<void()> act = {});
    /// Says which files were written, and opens the first of them.
    void sayWritten(const QStringList& files);

protected:
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();

    QLabel* m_sentence;
    QPushButton* m_action;
    std::function<void()> m_act;
    QTimer m_timer;
};

}  // namespace duelo::ui
