// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <QString>
#include <QVector>
#include <QWidget>

class QLabel;
class QMenu;
class QPushButton;

namespace duelo::ui {

/// The line under the answer of a page: when and on which PC it was measured, how many cases are
/// missing, what else was measured on this page, and what can be put beside it. While nothing is
/// open it offers the result that was measured last.
class FileBar final : public QWidget {
    Q_OBJECT

public:
    struct Result {
        QString path, title;  ///< "today 10:28: GPU 5.8 times as fast"
        bool operator==(const Result&) const = default;
    };

    FileBar();

    /// An empty sentence: nothing is open. `missing`: cases that can still be measured.
    void setOpen(const QString& path, const QString& sentence, int missing);
    void setWanted(bool wanted);
    /// Offers the results that were measured on this page, newest first.
    void setResults(const QVector<Result>& results);
    /// Sets the menu that adds times of another PC; null: they have no place here. The button that
    /// it is of is hidden while the bar has it.
    void setOtherPcMenu(QMenu* menu);
    /// "today 10:28", "yesterday", "2026-11-27".
    [[nodiscard]] static QString dayOf(const std::string& started);

Q_SIGNALS:
    void openWanted(const QString& path);
    void resumeWanted();

private:
    void arrange();

    QString m_path, m_sentence;
    int m_missing = 0;
    bool m_wanted = true;
    QVector<Result> m_results;
    QLabel* m_said;
    QPushButton *m_open, *m_resume, *m_others, *m_add;
};

}  // namespace duelo::ui
