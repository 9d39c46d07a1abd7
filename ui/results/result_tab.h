// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

#include "machine/probe_sheet.h"
#include "report/shown.h"
#include "ui/form/field.h"
#include "ui/look/keeps_view.h"
#include "ui/session/run_store.h"

namespace duelo::ui {

class ExperimentForm;
class Session;

/// The objects that a tab works with; all of them outlive the tab.
struct TabContext {
    ExperimentForm& form;
    Session& session;
    const RunStore& run;
    const Text& text;
};

/// A tab that is more than charts: an experiment's own widget beside those that its View gives.
class ResultTab : public QWidget, public KeepsView {
    Q_OBJECT

public:
    /// The tab above the centre that it is part of, in their order.
    enum class Group { Result, Detail, Scaling, Code, Duel };

    using QWidget::QWidget;

    [[nodiscard]] virtual QString title() const = 0;
    [[nodiscard]] virtual Group group() const { return Group::Detail; }
    /// Whether it shows anything of a result; asked when a run is over.
    [[nodiscard]] virtual bool has(const Shown& /*shown*/) const { return true; }
    /// Called while the tab is seen, whenever what it shows may be another; null: no results.
    virtual void show(const Shown* shown) = 0;
    /// The least pause between two looks at the samples of a running cell.
    [[nodiscard]] virtual int livePause_ms() const { return 0; }
    /// The chart as it is copied and exported; an empty one where there is nothing.
    [[nodiscard]] virtual ChartValue chartValue() const { return {}; }
    /// It needs the room of the table; asked after each show().
    [[nodiscard]] virtual bool hidesTable() const { return false; }
    /// Draws without what costs much while a run goes on.
    virtual void setLive(bool live) { Q_UNUSED(live) }
    /// On a slide it shows its chart alone, unless `buttons` that it has are wanted there.
    virtual void setSlide(bool slide, bool buttons) {
        Q_UNUSED(slide)
        Q_UNUSED(buttons)
    }
    /// Shows the next of its charts, or the one before; false: there is none.
    virtual bool step(int by) {
        Q_UNUSED(by)
        return false;
    }
    /// It stands before the charts: to be looked at before there is a result.
    [[nodiscard]] virtual bool isFirst() const { return false; }
    /// Without one it has nothing to show, and questions stand before it.
    [[nodiscard]] virtual bool needsResult() const { return true; }
    [[nodiscard]] Json viewState() const override { return {}; }
    void setViewState(const Json& /*state*/) override {}

Q_SIGNALS:
    /// A run that is not the form's own plan, of the same page: the learning-rate finder.
    void runWanted(const duelo::Plan& plan);
    /// Asks to show how a figure in the tab was obtained.
    void cellWanted(const duelo::CellAt& cell);
    /// The tab is to come to the front, because what was chosen in the form is seen here.
    void frontWanted();
    /// show() is to be called again: what the tab itself lets choose is another.
    void showWanted();
};

/// The functions that make an experiment's own widgets (ui/experiments/widgets.h). They are handed
/// in, because they stand above this room.
struct OwnWidgets {
    FieldMaker field;
    std::vector<ResultTab*> (*tabs)(const Spec& spec, const TabContext& context);
};

}  // namespace duelo::ui
