// SPDX-License-Identifier: Apache-2.0
#include "experiments/effects/view.h"

#include <string>
#include <vector>

#include "experiments/effects/params.h"
#include "plan/spec.h"
#include "record/doubt.h"

namespace duelo {

namespace {

/// Below this the two ways take about as long: the card says why nothing is seen.
constexpr double kSeen = 1.2;

/// Returns the text that says why: "why_<effect>", "none_<effect>", or "unclear" where the
/// intervals of the two times overlap.
std::string codeOf(const Metric& hard, const Metric& easy, const std::string& effect) {
    if (hard.value <= kSeen * easy.value) return "effects.none_" + effect;
    const bool apart = hard.ci95 && easy.ci95 && hard.ci95->low > easy.ci95->high;
    return apart ? "effects.why_" + effect : "effects.unclear";
}

/// Returns the cell of a way; null where that has no time.
const ReportCell* cellOf(const Comparison& comparison, const Row& row, EffectWay way) {
    for (const ReportCell& cell : row.cells)
        if (cell.timed() && cell.result.metric("element_ns") &&
            comparison.columns[cell.column].variant.word<EffectWay>("way") == way)
            return &cell;
    return nullptr;
}

const Metric& elementNs(const ReportCell& cell) {
    return *cell.result.metric("element_ns");
}

struct Pair {
    const ReportCell *hard = nullptr, *easy = nullptr;

    [[nodiscard]] bool isWhole() const { return hard && easy && hard->source == easy->source; }
    [[nodiscard]] double factor() const { return elementNs(*hard).value / elementNs(*easy).value; }
};

Pair pairOf(const Comparison& comparison, const Row& row) {
    return {cellOf(comparison, row, EffectWay::Hard), cellOf(comparison, row, EffectWay::Easy)};
}

/// Says in a sentence what was measured of a row, and in another why it is so where that is beyond
/// doubt.
std::vector<std::string> reasonsOf(const Comparison& comparison, const Row& row, const Text& text) {
    const Pair pair = pairOf(comparison, row);
    if (!pair.isWhole()) return {};
    const Spec& spec = *comparison.find(row.experiment);
    Json args = caseArgs(spec, row.work, &pair.hard->result, text);
    args["hard_ns"] = args["element_ns"];
    args["easy_ns"] = caseArgs(spec, row.work, &pair.easy->result, text)["element_ns"];
    const Metric &hard = elementNs(*pair.hard), &easy = elementNs(*pair.easy);
    const double extra_ns = hard.value - easy.value;
    args["extra_text"] = formatSignificant(extra_ns, 2, text.numbers()) + " ns";
    args["miss_text"] = formatSignificant(2 * extra_ns, 2, text.numbers()) + " ns";
    const std::string effect = row.work.text("effect");
    const bool doubtful = isDoubtful(pair.hard->result) || isDoubtful(pair.easy->result);
    return {text("effects.measured_" + effect, args),
            text(doubtful ? "effects.doubtful" : codeOf(hard, easy, effect), args)};
}

/// Speaks of the case of a table that shows most.
std::vector<std::string> effectAnswers(const Shown& shown) {
    const Row* most = nullptr;
    double factor = 0;
    for (const std::size_t r : shown.rows()) {
        const Row& row = shown.comparison.rows[r];
        const Pair pair = pairOf(shown.comparison, row);
        if (!pair.isWhole() || pair.factor() <= factor) continue;
        most = &row;
        factor = pair.factor();
    }
    if (!most) return {};
    return reasonsOf(shown.comparison, *most, shown.labels.text());
}

std::vector<CardValue> effectCards(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row || row->experiment != "effects") return {};
    const Text& text = shown.labels.text();
    auto lines = reasonsOf(shown.comparison, *row, text);
    if (lines.empty()) return {};
    return {{.id = "effects_why", .title = text("effects.card_title"), .lines = std::move(lines)}};
}

MethodLine methodOf(Effect effect) {
    return {"effects.method_" + std::string(word(effect)),
            {{.axis = "effect", .in = {word(effect)}}}};
}

}  // namespace

const View& effectsView() {
    static const Figure each{.metric = "element_ns", .symbol = "ns"};
    static const View view{
        .title = "effects.title",
        .layout = {.name = {{"effect"}, {"stride_bytes"}, {"sharers"}, {"bytes"}},
                   .rows = {"bytes"},
                   .tables = {{.id = "effects-each",
                               .figures = {each},
                               .title = "effects.each_title",
                               .note = "effects.each_note"},
                              {.id = "effects-times"}},
                   .method = {{"effects.method_same"},
                              methodOf(Effect::Stride),
                              methodOf(Effect::Branches),
                              methodOf(Effect::Sharing),
                              methodOf(Effect::Denormals)}},
        .table_answers = effectAnswers,
        .charts = {{.id = "effects_each", .figure = each}, {.id = "lines", .can_be_log = true}},
        .cards = effectCards};
    return view;
}

}  // namespace duelo
