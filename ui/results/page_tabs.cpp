// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/page_tabs.h"

#include <QVector>

#include "ui/results/chart_tab.h"
#include "ui/results/experiment_frame.h"

namespace duelo::ui {

namespace {

/// Whether a tab has anything costs as much as its charts: of more rows all tabs are offered.
constexpr std::size_t kMostAskedRows = 500;

}  // namespace

int PageTabs::add(const Spec& of, ResultTab* view) {
    m_frame.addChart(view->group(), view->title(), view);
    m_tabs.push_back({&of, view});
    return static_cast<int>(m_tabs.size()) - 1;
}

const PageTabs::Tab& PageTabs::inFront() const {
    return m_tabs[static_cast<std::size_t>(qMax(0, m_frame.currentChart()))];
}

void PageTabs::show(const QString& title) {
    for (std::size_t i = 0; i < m_tabs.size(); ++i)
        if (m_tabs[i].view->title() == title) m_frame.showChart(static_cast<int>(i));
}

void PageTabs::turnTo(const std::string& experiment) {
    const auto turnsFrom = [&](const Tab& tab) {
        return tab.of->id != experiment || tab.view->isFirst() || !tab.view->needsResult();
    };
    if (!turnsFrom(inFront())) return;
    for (std::size_t i = 0; i < m_tabs.size(); ++i)
        if (!turnsFrom(m_tabs[i])) return m_frame.showChart(static_cast<int>(i));
}

bool PageTabs::offer(const Shown* shown, bool is_live) {
    using Group = ResultTab::Group;
    const bool asks = shown && !is_live && shown->comparison.rows.size() <= kMostAskedRows;
    QVector<bool> offered;
    bool first = true;
    for (const auto& [of, view] : m_tabs) {
        const Group group = view->group();
        bool has = !view->needsResult() || view->isFirst() || (first && !shown);
        if (view->needsResult()) first = false;
        if (!has && shown && shown->comparison.rows.front().experiment != of->id)
            has = of != &m_page && qobject_cast<ChartTabView*>(view);  // which has a button
        else if (!has && shown)
            has = asks ? view->has(*shown)
                       : !is_live || (group != Group::Scaling && group != Group::Duel);
        offered << has;
    }
    m_frame.setChartsOffered(offered);
    return asks;
}

void PageTabs::setLive(bool is_live) {
    for (const Tab& tab : m_tabs) tab.view->setLive(is_live);
}

Json PageTabs::viewState() const {
    Json states = Json::array();
    for (const Tab& tab : m_tabs) states.push_back(tab.view->viewState());
    return states;
}

void PageTabs::setViewState(const Json& states) {
    for (std::size_t i = 0; i < m_tabs.size() && i < states.size(); ++i)
        m_tabs[i].view->setViewState(states[i]);
}

}  // namespace duelo::ui
