// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include <QElapsedTimer>
#include <QUndoGroup>
#include <QUndoStack>

#include "plan/plan.h"

namespace duelo::ui {

/// The earlier plans of each form, and whether a form has changed since its plan was measured or
/// opened: undoStack().isClean() of the one in view. It outlives the pages.
class PlanHistory final : public QUndoGroup {
    Q_OBJECT

public:
    /// `show` puts a plan into the form of its experiment.
    explicit PlanHistory(std::function<void(const Plan&)> show) : m_show(std::move(show)) {}

    /// Begins the history of a new form with this plan: nothing came before it. A form that is
    /// known goes on as it was.
    void begin(const Plan& plan);
    /// Begins the history of a form with this plan and forgets what was known of it.
    void beginAnew(const Plan& plan);
    /// Adds what the form says now, by an edit or because something took its place. Edits in quick
    /// succession (letters that are typed, a number that is stepped) are one.
    void add(const Plan& plan);
    /// Marks that the form says what was measured or opened.
    void settle(const std::string& experiment);
    /// Chooses whose edits are undone; for one without a form, nobody's.
    void turnTo(const std::string& experiment);

private:
    class Edit;
    struct Form {
        Plan now{};
        QUndoStack edits{};
        QElapsedTimer since_edit{};
    };
    void show(const Plan& plan);

    std::function<void(const Plan&)> m_show;
    std::map<std::string, Form> m_forms;
};

}  // namespace duelo::ui
