// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "plan/spec.h"
#include "report/shown.h"

class QString;

namespace duelo::ui {

class ExperimentFrame;
class ResultTab;

/// The tabs of a page in their order, each of one of the page's experiments. Tells the frame which
/// of them have something to show, and which one stands in front.
class PageTabs {
public:
    struct Tab {
        const Spec* of = nullptr;
        ResultTab* view = nullptr;
    };

    /// `page`: the experiment that the page is of. Both must outlive it.
    PageTabs(const Spec& page, ExperimentFrame& frame) : m_page(page), m_frame(frame) {}

    /// Returns its place among them.
    int add(const Spec& of, ResultTab* view);
    [[nodiscard]] bool isEmpty() const { return m_tabs.empty(); }
    /// Returns the tab in front. There must be one.
    [[nodiscard]] const Tab& inFront() const;

    /// Brings the tab with this title to the front.
    void show(const QString& title);
    /// Brings a chart of that experiment to the front, unless one of its tabs stands there.
    void turnTo(const std::string& experiment);
    /// Offers the tabs that have something to show; before there is a result, the first chart
    /// stands for all. Tabs that need a whole run are not asked while it goes on, nor about very
    /// many rows. Returns whether all were asked.
    bool offer(const Shown* shown, bool is_live);
    void setLive(bool is_live);

    /// A list of what each tab keeps.
    [[nodiscard]] Json viewState() const;
    void setViewState(const Json& states);

private:
    const Spec& m_page;
    ExperimentFrame& m_frame;
    std::vector<Tab> m_tabs;
};

}  // namespace duelo::ui
