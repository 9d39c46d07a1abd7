// SPDX-License-Identifier: Apache-2.0
#include "record/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>

#include "record/file_plans.h"

namespace duelo {

namespace {

/// Fewer do not show how much cells differ.
constexpr std::size_t kEnoughCells = 3;
constexpr double kMostUnfinished = 0.95;  ///< of a cell without a result
/// The factors by which what is expected may be off: before a cell has shown it, after the first,
/// and ever.
constexpr double kUncheckedFactor = 2, kCheckedFactor = 1.4, kLeastFactor = 1.05;
/// The stage in which work with steps does the first of them.
constexpr std::string_view kFirstStep = "cold";

/// The least that is still to come of an overdue cell, as a share of what it has taken.
constexpr double kLate = 0.1;

/// A cell that took four times as long weighs as one that took a quarter. Of none 1.
double geometricMean(const std::vector<double>& factors) {
    double logs = 0;
    for (const double factor : factors) logs += std::log(factor);
    return factors.empty() ? 1 : std::exp(logs / static_cast<double>(factors.size()));
}

std::string cellOf(const Record& record) {
    return std::visit(
        [](const auto& r) -> std::string {
            if constexpr (requires { r.cell; })
                return r.cell;
            else
                return {};
        },
        record);
}

}  // namespace

void Progress::setFinished(const std::set<std::string>& cells) {
    m_finished.insert(cells.begin(), cells.end());
}

void Progress::charge(const std::string& cell, double elapsed_ms) {
    const double spent = std::max(0.0, elapsed_ms - m_charged_ms);
    m_charged_ms = std::max(m_charged_ms, elapsed_ms);
    if (!cell.empty() && !m_finished.contains(cell)) m_spent[cell] += spent;
}

void Progress::add(const Record& record, double elapsed_ms) {
    if (const auto* header = std::get_if<Header>(&record)) {
        m_total = header->cells;
        enterPlan(*header);
        m_ended = false;
        for (const std::string& cell : header->repeats) m_finished.erase(cell);
        m_expected = header->expected_ms;
        const Protocol usual = protocolOf(Preset::Standard);
        m_t_min_ms = header->protocol.t_min_ms.value_or(usual.t_min_ms);
        m_t_max_ms = header->protocol.t_max_ms.value_or(usual.t_max_ms);
        // Of a header that was edited the bounds may be none.
        if (!(m_t_min_ms >= 0 && m_t_min_ms <= m_t_max_ms)) {
            m_t_min_ms = usual.t_min_ms;
            m_t_max_ms = usual.t_max_ms;
        }
    }
    if (const auto* cell = std::get_if<CellRecord>(&record)) {
        m_spec = m_find(cell->experiment);
        m_cell_steps = m_spec && m_spec->steps ? m_spec->steps(cell->work) : Steps{};
        m_step.clear();
        for (const EventSpec& event : m_spec ? m_spec->events : std::vector<EventSpec>())
            if (!event.step.empty()) m_step = event.step;
    }
    if (std::holds_alternative<End>(record)) {
        m_ended = true;
        m_cell.clear();
        m_stage.clear();
    }
    const std::string cell = cellOf(record);
    charge(cell, elapsed_ms);
    if (cell.empty() || std::holds_alternative<Notice>(record)) return;

    if (std::holds_alternative<ResultRecord>(record)) {
        if (m_finished.insert(cell).second) {
            m_costs.push_back(m_spent[cell]);
            // One that was skipped says nothing of the others.
            const auto expected = m_expected.find(cell);
            const bool done = std::get<ResultRecord>(record).status == Status::Done;
            if (done && expected != m_expected.end() && expected->second > 0 && m_spent[cell] > 0)
                m_factors.push_back(m_spent[cell] / expected->second);
        }
        m_spent.erase(cell);
        m_steps.erase(cell);
        if (m_cell == cell) m_cell.clear();
        if (m_cell.empty()) m_stage.clear();
        return;
    }
    if (m_cell != cell) m_stage.clear();
    m_cell = cell;
    if (const auto* event = std::get_if<EventRecord>(&record)) count(*event);
    if (const auto* stage = std::get_if<Stage>(&record)) enter(*stage, elapsed_ms);
    if (m_stage.empty() && std::holds_alternative<Samples>(record)) m_stage = "measure";
}

/// Forgets the costs of the cells of another plan: they say nothing about those of this one.
void Progress::enterPlan(const Header& header) {
    const auto told = header.extra.find(kCellPrefix);
    std::string prefix;
    if (told != header.extra.end() && told->is_string()) prefix = told->get<std::string>();
    if (prefix == m_prefix) return;
    m_prefix = std::move(prefix);
    m_costs.clear();
    m_factors.clear();
    m_first_step_ms = 0;
}

void Progress::enter(const Stage& stage, double elapsed_ms) {
    m_stage = stage.stage;
    if (!stage.share) {
        m_stage_began_ms = elapsed_ms;
    } else if (stage.stage == kFirstStep && *stage.share > 0) {
        m_first_step_ms = (elapsed_ms - m_stage_began_ms) / std::min(1.0, *stage.share);
    }
}

void Progress::count(const EventRecord& event) {
    const EventSpec* known = m_spec ? m_spec->findEvent(event.kind) : nullptr;
    if (!known || known->step.empty()) return;
    const auto step = event.fields.find(known->step);
    if (step != event.fields.end() && step->is_number_integer())
        m_steps[event.cell] = static_cast<int>(std::clamp<std::int64_t>(
            step->get<std::int64_t>(), 0, std::numeric_limits<int>::max()));
}

ProgressState Progress::at(double elapsed_ms) const {
    ProgressState state{.cells_done = done(),
                        .cells_total = m_total,
                        .cell = m_cell,
                        .stage = m_stage,
                        .elapsed_ms = std::max(elapsed_ms, m_charged_ms),
                        .share = share(elapsed_ms),
                        .remaining_ms = std::nullopt};
    if (const auto steps = m_steps.find(m_cell); steps != m_steps.end() && m_spec) {
        state.experiment = m_spec->id;
        state.step = m_step;
        state.steps_done = steps->second;
        state.steps_total = m_cell_steps.count;
    }
    if (m_total == 0 && !m_ended) return state;
    const int open = m_ended ? 0 : std::max(0, m_total - state.cells_done);
    if (m_cell_steps.count > 0 && open > 0)
        state.remaining_ms = remainingSteps(state.elapsed_ms);
    else
        state.remaining_ms = remaining(state.elapsed_ms, open);
    return state;
}

int Progress::done() const {
    return static_cast<int>(std::ranges::count(m_finished, m_prefix, prefixOf));
}

double Progress::meanFactor() const {
    return geometricMean(m_factors);
}

/// Interleaved cells end together: what was spent on them tells of them before.
double Progress::shareOf(const std::string& cell, double expected_ms, double elapsed_ms) const {
    if (m_finished.contains(cell)) return 1;
    if (const auto steps = m_steps.find(cell); steps != m_steps.end())
        return std::min(1.0, static_cast<double>(steps->second) / std::max(1, m_cell_steps.count));
    return std::min(kMostUnfinished, spentOn(cell, elapsed_ms) / (meanFactor() * expected_ms));
}

double Progress::share(double elapsed_ms) const {
    if (m_total == 0) return 0;
    double whole_ms = 0;
    double done_ms = 0;
    for (const auto& [cell, expected_ms] : m_expected) {
        if (expected_ms <= 0) continue;
        whole_ms += expected_ms;
        done_ms += expected_ms * shareOf(cell, expected_ms, elapsed_ms);
    }
    if (whole_ms > 0) return std::min(1.0, done_ms / whole_ms);
    double cells = done();
    for (const auto& [cell, steps] : m_steps)
        cells += std::min(1.0, static_cast<double>(steps) / std::max(1, m_cell_steps.count));
    return std::min(1.0, cells / m_total);
}

std::optional<Interval> Progress::remainingSteps(double elapsed_ms) const {
    // A cell that has not begun is taken to need what those before it did, on the mean.
    double whole_ms = std::accumulate(m_costs.begin(), m_costs.end(), 0.0);
    double known = static_cast<double>(m_costs.size());
    double left_ms = 0;
    for (const auto& [cell, steps] : m_steps) {
        const auto spent = m_spent.find(cell);
        if (steps == 0 || spent == m_spent.end()) continue;
        const double step_ms = spent->second / steps;
        whole_ms += step_ms * m_cell_steps.count;
        left_ms += step_ms * std::max(0, m_cell_steps.count - steps);
        ++known;
    }
    if (known == 0) {
        // No step is over yet. What was expected and is used up says nothing any more.
        auto expected = remainingByExpectation(elapsed_ms);
        if (expected && expected->low > 0) {
            if (m_cell_steps.may_end_early) expected->low = 0;
            return expected;
        }
        if (m_first_step_ms == 0) return std::nullopt;
        const double open = static_cast<double>(m_total) - done();
        return aroundSteps(std::max(
            0.0, open * m_first_step_ms * m_cell_steps.count - (elapsed_ms - m_stage_began_ms)));
    }
    const double untouched =
        static_cast<double>(m_total) - static_cast<double>(m_steps.size()) - done();
    return aroundSteps(left_ms + std::max(0.0, untouched) * whole_ms / known);
}

Interval Progress::aroundSteps(double left_ms) const {
    constexpr double kLow = 0.7;
    constexpr double kHigh = 1.5;
    return {m_cell_steps.may_end_early ? 0 : kLow * left_ms, kHigh * left_ms};
}

double Progress::spentOn(const std::string& cell, double elapsed_ms) const {
    const auto spent = m_spent.find(cell);
    return (spent == m_spent.end() ? 0.0 : spent->second) +
           (cell == m_cell ? std::max(0.0, elapsed_ms - m_charged_ms) : 0.0);
}

std::vector<double> Progress::factorsSoFar(double elapsed_ms) const {
    std::vector<double> factors = m_factors;
    const double usual = meanFactor();
    for (const auto& [cell, expected_ms] : m_expected)
        if (const double spent_ms = spentOn(cell, elapsed_ms);
            !m_finished.contains(cell) && expected_ms > 0 && spent_ms > usual * expected_ms)
            factors.push_back(spent_ms / expected_ms);
    return factors;
}

std::optional<Interval> Progress::remainingByExpectation(double elapsed_ms) const {
    const std::vector<double> factors = factorsSoFar(elapsed_ms);
    const double count = static_cast<double>(factors.size());
    const double mean = geometricMean(factors);
    double squares = 0;
    for (const double factor : factors) squares += std::pow(std::log(factor / mean), 2);
    double left_ms = 0;
    double late_ms = 0;
    double open = 0;
    for (const auto& [cell, expected_ms] : m_expected) {
        if (m_finished.contains(cell)) continue;
        const double spent_ms = spentOn(cell, elapsed_ms);
        const double cell_ms = mean * expected_ms - spent_ms;
        left_ms += std::max(0.0, cell_ms);
        // One that is overdue goes on for up to as long again, but for the limit of its turns.
        if (cell_ms <= 0)
            late_ms += std::min(spent_ms, std::max(kLate * spent_ms, m_t_max_ms - spent_ms));
        ++open;
    }
    if (open == 0) return std::nullopt;
    double by = m_factors.empty() ? kUncheckedFactor : kCheckedFactor;
    if (m_factors.size() >= kEnoughCells) {
        const double deviation = std::sqrt(squares / (count - 1));
        by = std::clamp(std::exp(2 * deviation * std::sqrt(1 / open + 1 / count)), kLeastFactor,
                        kUncheckedFactor);
    }
    return Interval{left_ms / by, left_ms * by + late_ms};
}

Interval Progress::remaining(double elapsed_ms, int open) const {
    if (open == 0) return {0, 0};
    if (const auto expected = remainingByExpectation(elapsed_ms)) return *expected;
    double spent = elapsed_ms - m_charged_ms;
    for (const auto& [cell, ms] : m_spent) spent += ms;

    const double r = open;
    double low = r * m_t_min_ms;
    double high = r * m_t_max_ms;
    const std::size_t count = m_costs.size();
    if (count >= kEnoughCells) {
        const double k = static_cast<double>(count);
        const double mean = std::accumulate(m_costs.begin(), m_costs.end(), 0.0) / k;
        double squares = 0;
        for (const double cost : m_costs) squares += (cost - mean) * (cost - mean);
        const double deviation = std::sqrt(squares / (k - 1));
        const double margin = 2 * deviation * std::sqrt(r + r * r / k);
        const double dearest = *std::max_element(m_costs.end() - kEnoughCells, m_costs.end());
        low = r * mean - margin;
        high = std::max(r * mean + margin, r * dearest);
    }
    return {std::max(0.0, low - spent), std::max(0.0, high - spent)};
}

}  // namespace duelo
