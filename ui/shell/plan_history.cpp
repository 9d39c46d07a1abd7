// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/plan_history.h"

#include <utility>

namespace duelo::ui {

namespace {

constexpr qint64 kSuccession_ms = 700;

}  // namespace

class PlanHistory::Edit final : public QUndoCommand {
public:
    Edit(PlanHistory& history, Plan before, Plan after, bool goesOn)
        : m_history(history),
          m_before(std::move(before)),
          m_after(std::move(after)),
          m_goesOn(goesOn) {}

    [[nodiscard]] int id() const override { return 1; }
    bool mergeWith(const QUndoCommand* next) override {
        const auto& later = static_cast<const Edit&>(*next);
        if (!later.m_goesOn) return false;
        m_after = later.m_after;
        setObsolete(m_after == m_before);
        return true;
    }
    void undo() override { m_history.show(m_before); }
    void redo() override { m_history.show(m_after); }

private:
    PlanHistory& m_history;
    Plan m_before, m_after;
    bool m_goesOn;  ///< of the edit before
};

void PlanHistory::begin(const Plan& plan) {
    if (!m_forms.contains(plan.experiment)) beginAnew(plan);
}

void PlanHistory::beginAnew(const Plan& plan) {
    Form& form = m_forms[plan.experiment];
    form.now = plan;
    form.edits.clear();
    addStack(&form.edits);
}

void PlanHistory::add(const Plan& plan) {
    const auto known = m_forms.find(plan.experiment);
    if (known == m_forms.end() || known->second.now == plan) return;
    Form& form = known->second;
    const bool goesOn = form.since_edit.isValid() && form.since_edit.elapsed() < kSuccession_ms;
    form.since_edit.start();
    form.edits.push(new Edit(*this, std::exchange(form.now, plan), plan, goesOn));
}

void PlanHistory::settle(const std::string& experiment) {
    if (const auto known = m_forms.find(experiment); known != m_forms.end())
        known->second.edits.setClean();
}

void PlanHistory::turnTo(const std::string& experiment) {
    const auto known = m_forms.find(experiment);
    setActiveStack(known == m_forms.end() ? nullptr : &known->second.edits);
}

/// A push shows it too, and then the form has it already.
void PlanHistory::show(const Plan& plan) {
    Form& form = m_forms.at(plan.experiment);
    if (form.now == plan) return;
    form.now = plan;
    form.since_edit.invalidate();
    m_show(plan);
}

}  // namespace duelo::ui
