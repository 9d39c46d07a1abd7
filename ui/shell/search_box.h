// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QFrame>
#include <QVector>

class QLabel;
class QLineEdit;
class QListWidget;

namespace duelo::ui {

/// A list over the window of what can be gone to or done, shortened as one types. Enter or a click
/// takes an entry, Escape and a click elsewhere close it.
class SearchBox final : public QFrame {
    Q_OBJECT

public:
    struct Entry {
        QString name, kind;
        QString also;  ///< what it is found by beside its name
        std::function<void()> take;
    };
    /// Deletes itself when it is closed.
    SearchBox(QVector<Entry> entries, QWidget* window);

    /// At the top of the window, in its middle.
    void open();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Known {
        Entry entry;
        QString name, all;  ///< as they are searched
    };
    void filter();
    void take();

    QVector<Known> m_known;
    QLineEdit* m_typed;
    QListWidget* m_found;
    QLabel* m_none;
};

}  // namespace duelo::ui
