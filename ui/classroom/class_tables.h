// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableWidget>

#include "classroom/class_tables.h"
#include "report/document.h"
#include "ui/classroom/submission_list.h"

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
    /// Shows every submission, whatever is in it; a row that is chosen is told by its key.
    void showSubmissions(const SubmissionList& list);
    /// A table of a document, as high as its rows; columns in which nothing stands are left out.
    void showWhole(const DocTable& table);

Q_SIGNALS:
    /// By a click or by Enter.
    void submissionChosen(const QString& key);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void chooseRow(int row);
    void begin(const QStringList& titles, int rows);
    void put(int row, int column, const QString& text);
    void fit();

    QStringList m_keys;       ///< of the rows that can be chosen; else empty
    bool m_fitsWords = true;  ///< rows are as high as their words
    bool m_whole = false;     ///< it is as high as its rows
};

}  // namespace duelo::ui
