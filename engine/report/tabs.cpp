// SPDX-License-Identifier: Apache-2.0
#include "report/tabs.h"

#include <algorithm>
#include <iterator>

#include "report/common_cards.h"
#include "report/sample_charts.h"
#include "report/scaling.h"
#include "report/view.h"
#include "report/worth.h"

namespace duelo {

std::vector<ChartTab> tabsOf(const Spec& spec) {
    const View& plain = plainView();
    const bool own = spec.view && !spec.view->charts.empty();
    std::vector<ChartTab> tabs;
    const std::vector<ChartTab>& charts = own ? spec.view->charts : plain.charts;
    // Empty until results of another experiment stand beside: it comes last, with those behind it.
    const auto last =
        std::ranges::find_if(charts, [](const ChartTab& tab) { return tab.make == chartsBeside; });
    const auto isOurs = [&](const ChartTab& tab) {
        return tab.experiment.empty() || tab.experiment == spec.id;
    };
    std::copy_if(charts.begin(), last, std::back_inserter(tabs), isOurs);
    if (!spec.steps) {
        tabs.push_back(
            {.id = "distribution", .make = [](const Shown& shown) -> std::vector<ChartValue> {
                 return {distributionOf(shown)};
             }});
        tabs.push_back({.id = "course", .make = [](const Shown& shown) -> std::vector<ChartValue> {
                            return {courseOf(shown)};
                        }});
    }
    // A page that two experiments share has one such tab.
    if (spec.page.empty() &&
        std::ranges::any_of(spec.axes, [&](const Axis& axis) { return countsWorkers(spec, axis); }))
        tabs.push_back({.id = "scaling", .make = scalingCharts});
    // The cases of a table vary, so a CPU and a GPU meet somewhere between them.
    const Axis* device = spec.find(kDeviceAxis);
    if (spec.compares && spec.page.empty() && spec.view && !spec.view->layout.rows.empty() &&
        device && device->gpus)
        tabs.push_back({.id = "worth", .make = worthCharts});
    std::copy_if(last, charts.end(), std::back_inserter(tabs), isOurs);
    return tabs;
}

namespace {

CardValue questionsCard(const Spec& spec, const Text& text) {
    CardValue card{.id = spec.id + "_questions", .title = text(spec.id + ".questions_title")};
    for (int i = 1; i <= spec.view->layout.questions; ++i)
        card.lines.push_back(text(spec.id + ".question_" + std::to_string(i)));
    return card;
}

}  // namespace

std::vector<CardValue> cardsOf(const Spec& spec, const Shown& shown) {
    const Text& text = shown.labels.text();
    std::vector<CardValue> cards;
    if (spec.view && spec.view->cards) cards = spec.view->cards(shown);
    const auto add = [&](std::optional<CardValue> card) {
        // The view's own card of the same id says more.
        if (card && std::ranges::find(cards, card->id, &CardValue::id) == cards.end())
            cards.push_back(std::move(*card));
    };
    const auto addQuestions = [&] {
        if (spec.view && spec.view->layout.questions > 0) add(questionsCard(spec, text));
    };
    if (!shown.chosenRow()) {
        addQuestions();
        CardValue start{.id = "start", .title = text("explain.start_title")};
        if (spec.compares) start.lines.push_back(text("explain.start_line_1"));
        start.lines.push_back(text("explain.start_line_2"));
        add(std::move(start));
        return cards;
    }
    add(predictionCard(shown));
    if (!spec.steps) add(whereCard(shown));
    add(scalingCard(shown));
    add(worthCard(shown));
    for (const View* view : viewsBeside(shown.comparison))
        if (view->cards_beside)
            for (CardValue& card : view->cards_beside(shown)) add(std::move(card));
    add(ledgerCard(shown));
    add(measuredCard(shown));
    add(noticesCard(shown));
    add(othersCard(shown));
    addQuestions();
    return cards;
}

std::vector<ChartValue> chartsBeside(const Shown& shown) {
    std::vector<ChartValue> charts;
    for (const View* view : viewsBeside(shown.comparison))
        if (view->charts_beside)
            std::ranges::move(view->charts_beside(shown), std::back_inserter(charts));
    return charts;
}

std::string textBeside(const std::vector<const View*>& views, const Comparison& comparison,
                       const Row& row, const ReportCell& cell, const Text& text) {
    std::string all;
    for (const View* view : views) {
        const std::string one =
            view->share_beside ? view->share_beside(comparison, row, cell, text) : std::string();
        if (!one.empty()) all += (all.empty() ? "" : " · ") + one;
    }
    return all;
}

}  // namespace duelo
