// SPDX-License-Identifier: Apache-2.0
#include "learner.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "experiments/specs.h"
#include "stats/validity.h"

namespace duelo {

namespace {

/// The flags of a cell that was ended by one of the limits of step 8.
constexpr std::array kLimits{flags::time_limit, flags::sample_limit, flags::stable_noisy};

Cell cellOf(const CellRecord& cell) {
    return {
        .id = cell.cell, .experiment = cell.experiment, .work = cell.work, .variant = cell.variant};
}

}  // namespace

Learner::Learner(EngineContext& context)
    : m_times(context.callTimes()),
      m_scatter(context.scatterMemory()),
      m_courses(context.courses()) {
    for (const Device device : context.usableDevices()) m_rates[device] = context.rate(device);
}

void Learner::add(const Record& record) {
    if (const auto* header = std::get_if<Header>(&record)) {
        if (const auto preset = parseWord<Preset>(header->protocol.preset))
            m_protocol = protocolOf(*preset);
    } else if (const auto* cell = std::get_if<CellRecord>(&record)) {
        open(*cell);
    } else if (const auto* cold = std::get_if<Cold>(&record)) {
        if (const auto open = m_open.find(cold->cell); open != m_open.end())
            open->second.cold = *cold;
    } else if (const auto* samples = std::get_if<Samples>(&record)) {
        take(*samples);
    } else if (const auto* result = std::get_if<ResultRecord>(&record)) {
        close(*result);
    } else if (std::holds_alternative<End>(record)) {
        m_scatter.keep();
    }
}

void Learner::open(const CellRecord& cell) {
    const Spec* spec = findSpec(cell.experiment);
    if (spec == nullptr) return;
    if (spec->steps) {
        const auto counted = m_courses.find(probeKey(cellOf(cell)));
        if (counted != m_courses.end())
            m_open[cell.cell] = {.cell = cell, .course = counted->second};
        return;
    }
    if (!m_latest || m_latest->experiment != cell.experiment || m_latest->work != cell.work)
        m_variants = 0;
    ++m_variants;
    m_latest = cell;
    m_open[cell.cell].cell = cell;
}

void Learner::take(const Samples& samples) {
    const auto open = m_open.find(samples.cell);
    if (open == m_open.end()) return;
    for (const int round : samples.round)
        open->second.rounds = std::max(open->second.rounds, round + 1);
    open->second.steps += static_cast<int>(samples.wall_ms.size());
    open->second.steps_ms += std::accumulate(samples.wall_ms.begin(), samples.wall_ms.end(), 0.0);
}

void Learner::close(const ResultRecord& result) {
    const auto open = m_open.find(result.cell);
    if (open == m_open.end()) return;
    const Cell cell = cellOf(open->second.cell);
    if (open->second.course) {
        keepSteps(cell, open->second);
    } else if (result.status == Status::Done && result.summary) {
        keepCall(cell, open->second, result);
        keepScatter(cell, open->second, result);
    } else {
        --m_variants;
    }
    m_open.erase(open);
}

void Learner::keepCall(const Cell& cell, const Open& open, const ResultRecord& result) {
    const Summary& summary = *result.summary;
    CallTime call{.ms = summary.median_ms,
                  .scatter = scatterOfRounds(summary.p25_ms, summary.median_ms, summary.p75_ms)};
    if (open.cold) {
        call.cold_ms = open.cold->first_ms;
        // Of an engine of its own it holds its start, which a forecast adds by itself.
        if (!open.cold->process_first) call.prepare_ms = open.cold->load_ms;
    }
    const auto quantity = [&](const char* id) {
        const auto found = result.quantities.find(id);
        return found == result.quantities.end() ? 0.0 : static_cast<double>(found->second);
    };
    double coarse_ms = 0;
    // Whether a precision is emulated no record says.
    const bool plain = cell.variant.word<Precision>("precision") == Precision::Fp32;
    if (const auto& rate = m_rates[deviceOf(cell.variant)]; rate && plain)
        if (const auto coarse =
                coarseCallTime({.flop = quantity("flop"),
                                .bytes = quantity("bytes_moved"),
                                .threads = static_cast<int>(cell.variant.integer("threads"))},
                               *rate))
            coarse_ms = coarse->ms;
    m_times.add(cell, coarse_ms, call);
}

/// A step is as many calls as a forecast counts of it. Their mean counts, as in a probe.
void Learner::keepSteps(const Cell& cell, const Open& open) {
    double steps = open.steps, steps_ms = open.steps_ms;
    CallTime call;
    if (open.cold) {
        steps += 1;
        steps_ms += open.cold->first_ms;
        if (!open.cold->process_first) call.prepare_ms = open.cold->load_ms;
    }
    const double calls = steps * open.course->forecast.step_calls;
    if (!(calls > 0) || !(steps_ms > 0)) return;
    call.ms = steps_ms / calls;
    m_times.add(cell, open.course->coarse_ms, call);
}

void Learner::keepScatter(const Cell& cell, const Open& open, const ResultRecord& result) {
    const Summary& summary = *result.summary;
    if (!summary.ci95_ms) return;
    const MedianEstimate estimate{.median = summary.median_ms, .ci95 = summary.ci95_ms};
    const auto limited = [&](const std::string& flag) {
        return std::ranges::find(kLimits, flag) != kLimits.end();
    };
    const RoundsTaken taken{.rounds = static_cast<double>(open.rounds),
                            .half_width = estimate.relativeHalfWidth().value_or(0),
                            .precise = std::ranges::none_of(result.flags, limited)};
    const double sample_ms = summary.median_ms * summary.calls_per_sample;
    if (const auto scatter = scatterShown(
            taken, {.protocol = m_protocol, .variants = std::max(1, m_variants)}, sample_ms))
        m_scatter.add({.experiment = cell.experiment,
                       .device = deviceOf(cell.variant),
                       .preset = m_protocol.preset,
                       .compared = m_variants > 1,
                       .call_ms = summary.median_ms},
                      *scatter);
}

}  // namespace duelo
