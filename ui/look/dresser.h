// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QHash>
#include <QObject>
#include <QPalette>

class QApplication;
class QWidget;

namespace duelo::ui {

/// Gives every window the style sheet, and parts of a window that are dressed by themselves: a part
/// that is hidden while the look changes keeps the old one until it is shown. A style sheet of the
/// application would style every widget there is at each change, once for each of its ancestors.
class Dresser final : public QObject {
    Q_OBJECT

public:
    /// The one of the program, which is made with the application's first look.
    static Dresser& of(QApplication& application);

    void setLook(const QString& sheet, const QPalette& palette, const QFont& font);
    /// The window of such a part has no look itself.
    void addPart(QWidget& part);
    /// Gives a part the look in force if it has an older one.
    void freshen(QWidget& part);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    explicit Dresser(QApplication& application);

    struct Root {
        bool is_part = false;  ///< of a window; else a window
        int look = 0;          ///< number of the one that it wears
    };
    /// The widget itself or what it stands in; null: nothing of it is dressed.
    [[nodiscard]] QWidget* rootOf(QWidget* widget) const;
    void add(QWidget& root, bool is_part);
    void wear(QWidget& root);
    void dressWindow(QWidget& widget);
    void release(QWidget& root);
    void releaseWithin(QWidget& root);

    QApplication& m_application;
    QHash<QWidget*, Root> m_roots;
    QString m_sheet;
    int m_look = 0;           ///< the number of the look in force
    bool m_changing = false;  ///< the application tells its widgets of a font or a palette
};

}  // namespace duelo::ui
