// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QResizeEvent>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>

/// Widgets that take no more room of the centre than they need.
namespace duelo::ui {

inline constexpr int kLeastChart_px = 240;

/// A stack of tabs that asks for no more room than the tab in view needs: the others must not take
/// room from the table. Charts are drawn smaller, with large letters too, before a table is out of
/// sight.
class TabStack final : public QStackedWidget {
public:
    /// `beside`: what shares the height while it is not hidden.
    explicit TabStack(const QWidget& beside) : m_beside(&beside) {
        connect(this, &QStackedWidget::currentChanged, this, &QWidget::updateGeometry);
    }
    [[nodiscard]] QSize sizeHint() const override {
        // A scroll area gives what it holds the height that it would like: here that is the least,
        // because what the window has beyond it is shared anyhow.
        return currentWidget() ? QSize(currentWidget()->sizeHint().width(),
                                       qMax(minimumHeight(), minimumSizeHint().height()))
                               : QStackedWidget::sizeHint();
    }
    [[nodiscard]] QSize minimumSizeHint() const override {
        if (!currentWidget()) return QStackedWidget::minimumSizeHint();
        const QSize least = currentWidget()->minimumSizeHint();
        return m_beside->isHidden() ? least : QSize(least.width(), kLeastChart_px);
    }

private:
    const QWidget* m_beside;
};

/// A tab's button, as wide as its title in the heavier letters that the style gives the tab in
/// view: so no other button moves when another tab is chosen.
class TabButton final : public QToolButton {
public:
    [[nodiscard]] QSize sizeHint() const override {
        QFont heavier(font());
        heavier.setWeight(QFont::DemiBold);
        const int more_px = QFontMetrics(heavier).horizontalAdvance(text()) -
                            fontMetrics().horizontalAdvance(text());
        return QToolButton::sizeHint() + QSize(qMax(0, more_px), 0);
    }
};

/// Wants no more than the height of what it holds.
class FittedArea final : public QScrollArea {
public:
    [[nodiscard]] QSize sizeHint() const override {
        if (!widget()) return QScrollArea::sizeHint();
        const int high = widget()->heightForWidth(width());
        return {widget()->sizeHint().width(), qMax(high, widget()->minimumSizeHint().height())};
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        QScrollArea::resizeEvent(event);
        if (event->oldSize().width() != event->size().width()) updateGeometry();
    }
};

}  // namespace duelo::ui
