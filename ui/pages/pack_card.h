// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QStringList>

class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace duelo::ui {

/// The words about the teacher's pack on the start page.
struct PackWords {
    QString title;
    QStringList lines, problems;
    bool plan = false;
    QString reference;    ///< caption of its button; empty: there is none
    int photographs = 0;  ///< how many of them
    QString seat;
};

/// The teacher's pack on the start page: each of its parts with one click, and the seat of this PC,
/// by which the class finds what it measures.
class PackCard final : public QFrame {
    Q_OBJECT

public:
    explicit PackCard(QWidget* parent);

    void setWords(const PackWords& words);

Q_SIGNALS:
    void planWanted();
    void referenceWanted();
    void photographsWanted();
    void seatEdited(const QString& seat);
    void closed();

private:
    QLabel* m_title;
    QVBoxLayout* m_lines;
    QPushButton *m_plan, *m_reference, *m_photographs;
    QLineEdit* m_seat;
};

}  // namespace duelo::ui
