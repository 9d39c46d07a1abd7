// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QWidget>

#include "classroom/class_tables.h"
#include "ui/classroom/submission_list.h"
#include "ui/session/background.h"

class QStackedWidget;

namespace duelo::ui {

class ClassTable;
class DocumentView;

/// The submissions of the class as a list and, in its place, the page of the one that was chosen:
/// what its student gets back (classroom/class_feedback.h). Threads make both.
class SubmissionsView final : public QWidget {
    Q_OBJECT

public:
    explicit SubmissionsView(const Text& text, QWidget* parent = nullptr);

    void show(std::shared_ptr<const Classroom> classroom, const ClassOptions& options);
    /// The headline and the line below it, of the open page or else of the list.
    [[nodiscard]] QString headline() const;
    [[nodiscard]] QString detail() const;
    /// No platform named anything.
    [[nodiscard]] bool isEmpty() const { return m_listed && m_list.rows.empty(); }
    [[nodiscard]] const ClassTable& table() const { return *m_table; }

    /// The Submission::key of the page that is open; empty: the list is.
    [[nodiscard]] const std::string& opened() const { return m_opened; }
    /// Opens the page of that submission as soon as it is made.
    void open(const std::string& key);
    void close();

Q_SIGNALS:
    void changed();

private:
    void make();
    void takeList(SubmissionList list);
    [[nodiscard]] const SubmissionList::Row* openedRow() const;

    Text m_text;
    std::shared_ptr<const Classroom> m_classroom;
    ClassOptions m_options;
    SubmissionList m_list;
    bool m_listed = false;
    std::string m_opened;
    QStackedWidget* m_stack;
    ClassTable* m_table;
    QWidget* m_page = nullptr;
    DocumentView* m_document;
    Background m_lister{*this}, m_writer{*this};  ///< last: ended first
};

}  // namespace duelo::ui
