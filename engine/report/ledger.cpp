// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "report/comparison.h"
#include "stats/validity.h"

namespace duelo {
namespace {

/// Joins the answers of several rows: one no spoils all, one unknown leaves a doubt.
class Joined {
public:
    void add(Answer answer) {
        if (!m_answer || answer == Answer::No ||
            (answer == Answer::Unknown && *m_answer == Answer::Yes))
            m_answer = answer;
    }
    void add(bool yes) { add(yes ? Answer::Yes : Answer::No); }
    [[nodiscard]] Answer answer() const { return m_answer.value_or(Answer::Unknown); }

private:
    std::optional<Answer> m_answer;
};

Answer equalTexts(const std::string& a, const std::string& b) {
    if (a.empty() || b.empty()) return Answer::Unknown;
    return a == b ? Answer::Yes : Answer::No;
}

template <typename T, typename F>
Answer equalDigests(const std::optional<T>& a, const std::optional<T>& b, F field) {
    return a && b ? equalTexts(field(*a), field(*b)) : Answer::Unknown;
}

Answer sameOutputs(const Comparison& comparison, const Row& row, std::size_t base,
                   std::size_t column) {
    const ReportCell &a = row.cells[base], &b = row.cells[column];
    const auto reason = whyNoRatio(comparison, row, base, column);
    if (reason)
        return reason->code == "ratio_outputs_disagree" || reason->code == "ratio_quality_differs"
                   ? Answer::No
                   : Answer::Unknown;
    if (!a.result.output || !b.result.output) return Answer::Unknown;
    if (a.result.output->trained && b.result.output->trained) return Answer::Yes;
    return a.result.output->top.empty() || b.result.output->top.empty() ? Answer::Unknown
                                                                        : Answer::Yes;
}

bool warm(const ReportCell& cell) {
    // The first epoch of a training is its warm-up, and apart.
    if (cell.result.output && cell.result.output->trained) return cell.cold.has_value();
    const auto& raised = cell.result.flags;
    return cell.result.warm_up_calls > 0 &&
           std::find(raised.begin(), raised.end(), flags::warmup_capped) == raised.end();
}

bool interleaved(const ReportCell& a, const ReportCell& b) {
    return a.source == b.source && !a.samples.round.empty() && !b.samples.round.empty() &&
           std::find_first_of(a.samples.round.begin(), a.samples.round.end(),
                              b.samples.round.begin(),
                              b.samples.round.end()) != a.samples.round.end();
}

/// Whether the copies to and from the GPU are inside the times (S0-M05): a fact to declare.
class Transfers {
public:
    void add(const ReportCell& cell, const Params& variant) {
        if (deviceOf(variant) != Device::Cuda || !cell.result.parts) return;
        // An epoch moves what it needs; only one that was measured in these parts tells how.
        const bool trained = cell.result.output && cell.result.output->trained;
        if (trained && !cell.result.parts->h2d_ms) return;
        (cell.result.parts->copies_included ? m_included : m_apart) = true;
    }
    [[nodiscard]] Ledger::Tick tick() const {
        if (m_included && m_apart) return {"transfers", Answer::No, "mixed"};
        if (m_included) return {"transfers", Answer::Yes, "included"};
        if (m_apart) return {"transfers", Answer::No, "apart"};
        return {"transfers", Answer::Unknown, {}};
    }

private:
    bool m_included = false, m_apart = false;
};

}  // namespace

Ledger ledgerOf(const Comparison& comparison, std::size_t base, std::size_t column) {
    const Params &va = comparison.columns[base].variant, &vb = comparison.columns[column].variant;
    Joined input, weights, warmed, clock, turns, outputs, machine;
    Transfers transfers;
    for (const Row& row : comparison.rows) {
        const ReportCell &a = row.cells[base], &b = row.cells[column];
        if (!a.measured() || !b.measured()) continue;
        const Source &sa = comparison.sources[a.source], &sb = comparison.sources[b.source];
        input.add(equalDigests(a.result.input, b.result.input,
                               [](const InputRecord& i) { return i.sha256; }));
        weights.add(equalDigests(a.result.weights, b.result.weights,
                                 [](const WeightsRecord& w) { return w.sha256; }));
        warmed.add(warm(a) && warm(b));
        clock.add(a.source == b.source
                      ? Answer::Yes
                      : equalTexts(sa.header.engine.clock.clock, sb.header.engine.clock.clock));
        turns.add(interleaved(a, b));
        outputs.add(sameOutputs(comparison, row, base, column));
        machine.add(a.source == b.source ? Answer::Yes
                                         : equalTexts(sa.header.machine.id, sb.header.machine.id));
        transfers.add(a, va);
        transfers.add(b, vb);
    }
    const auto declared = [](const Params& v) {
        return deviceOf(v) != Device::Cpu || v.integer("threads") > 0;
    };
    Ledger ledger{base, column, {}};
    ledger.ticks = {
        {"same_input", input.answer(), {}},
        {"same_weights", weights.answer(), {}},
        {"outputs_equal", outputs.answer(), {}},
        {"same_precision", va.at("precision") == vb.at("precision") ? Answer::Yes : Answer::No, {}},
        {"threads_declared", declared(va) && declared(vb) ? Answer::Yes : Answer::No, {}},
        {"both_warm", warmed.answer(), {}},
        {"same_clock", clock.answer(), {}},
        {"interleaved", turns.answer(), {}},
        {"same_machine", machine.answer(), {}}};
    if (deviceOf(va) == Device::Cuda || deviceOf(vb) == Device::Cuda)
        ledger.ticks.push_back(transfers.tick());
    return ledger;
}

}  // namespace duelo
