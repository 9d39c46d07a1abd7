// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableWidget>

#include "classroom/class_tables.h"

namespace duelo::ui {

/// Lists of the class that are read, not drawn.
class ClassTable final : public QTableWidget {
    Q_OBJECT

public:
    explicit ClassTable(QWidget* parent = nullptr);

    /// The wall of seats: what each PC can do by its probe, and what to do about it.
    void showSeats(const Classroom& classroom, const Text& text);
    /// Shows what does not count or counts with a reserve, and why; of very many files the first.
    void showLeftOut(const Classroom& classroom, const Text& text, bool names);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void begin(const QStringList& titles, int rows);
    void put(int row, int column, const QString& text);
};

}  // namespace duelo::ui
