// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "record/doubt.h"
#include "record/provenance.h"
#include "report/comparison_steps.h"
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

Answer sameOutputs(const Comparison& comparison, const Row& row, std::size_t base,
                   std::size_t column) {
    const auto same = sameResult(comparison, row, base, column);
    if (!same) return Answer::No;
    const auto reason = whyNoRatio(comparison, row, base, column, same);
    // Equal results need no time to be equal.
    const bool told = *same && (!reason || reason->code == "ratio_no_time");
    return told ? Answer::Yes : Answer::Unknown;
}

/// Tells whether both are the same. An input that was made instead of read, such as random weights,
/// has no digest; the file names the seed.
Answer sameIdentity(const Identity& left, const Identity& right, bool sameFile) {
    if (sameFile && left.sha256.empty() && right.sha256.empty())
        return left.origin == right.origin && left.file == right.file ? Answer::Yes : Answer::No;
    return equalTexts(left.sha256, right.sha256);
}

/// The inputs that any result of the comparison names, and for each whether both sides had the
/// same.
class Identities {
public:
    explicit Identities(const Comparison& comparison) {
        for (const std::string& id : comparison.identities) m_joined.emplace_back(id, Joined());
    }
    void add(const ResultRecord& a, const ResultRecord& b, bool sameFile) {
        for (auto& [id, joined] : m_joined) {
            const Identity *left = a.identity(id), *right = b.identity(id);
            if (left && right)
                joined.add(sameIdentity(*left, *right, sameFile));
            else if (left || right)
                joined.add(Answer::Unknown);
        }
    }
    [[nodiscard]] std::vector<Ledger::Tick> ticks() const {
        std::vector<Ledger::Tick> ticks;
        for (const auto& [id, joined] : m_joined)
            ticks.push_back({"same_" + id, joined.answer(), {}});
        return ticks;
    }

private:
    std::vector<std::pair<std::string, Joined>> m_joined;
};

bool warm(const ReportCell& cell, const Header& header, bool course) {
    // Whoever brought times says how they were taken.
    if (const auto brought = provenanceOf(header))
        return brought->timing == word(TimedBy::WarmMedian);
    // The first step of a course is its warm-up, and apart.
    if (course) return cell.cold.has_value();
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

/// Tells whether the copies to and from the GPU are inside the times (S0-M05): a fact to declare.
class Transfers {
public:
    void add(const ReportCell& cell, const Params& variant) {
        if (deviceOf(variant).isCpu()) return;
        for (const PartTime& part : cell.result.parts)
            if (part.id == "h2d")
                (part.inside || isPipelined(cell.result) ? m_included : m_apart) = true;
    }
    /// Left out of both of two times of a GPU, they favour neither.
    [[nodiscard]] Ledger::Tick tick(bool both_on_gpu) const {
        if (m_included && m_apart) return {"transfers", Answer::No, "mixed"};
        if (m_included) return {"transfers", Answer::Yes, "included"};
        if (m_apart) return {"transfers", both_on_gpu ? Answer::Yes : Answer::No, "apart"};
        return {"transfers", Answer::Unknown, {}};
    }

private:
    bool m_included = false, m_apart = false;
};

/// Tells whether a variant always has one thread: a kernel that takes no number of threads, such as
/// three loops, records none.
bool hasOneThread(const Comparison& comparison, const Params& variant) {
    const Spec* spec =
        comparison.rows.empty() ? nullptr : comparison.find(comparison.rows.front().experiment);
    const Axis* threads = spec ? spec->find("threads") : nullptr;
    return threads && std::ranges::any_of(threads->when, [&](const When& condition) {
               return variant.has(condition.axis) && !condition.holds(variant);
           });
}

/// Returns the number of threads of a CPU; 0: a GPU, or nobody told.
std::int64_t threadsOf(const Params& variant) {
    return deviceOf(variant).isCpu() ? variant.integer("threads") : 0;
}

/// The conditions of pairs of cells of two columns, gathered pair by pair.
class Ticks {
public:
    Ticks(const Comparison& comparison, std::size_t base, std::size_t column)
        : m_c(comparison), m_base(base), m_column(column), m_identities(comparison) {}

    void add(const Row& baseRow, const Row& row) {
        const ReportCell &a = baseRow.cells[m_base], &b = row.cells[m_column];
        if (!a.measured() || !b.measured()) return;
        const Source &sa = m_c.sources[a.source], &sb = m_c.sources[b.source];
        // Of what was made the file tells the seed: of one case, that is the same.
        m_identities.add(a.result, b.result, sa.file == sb.file && &baseRow == &row);
        const Spec* spec = m_c.find(row.experiment);
        const bool course = spec && spec->steps;
        m_warmed.add(warm(a, sa.header, course) && warm(b, sb.header, course));
        m_clock.add(a.source == b.source
                        ? Answer::Yes
                        : equalTexts(sa.header.engine.clock.clock, sb.header.engine.clock.clock));
        // Cases follow each other, whatever their rounds are called.
        m_turns.add(&baseRow == &row && interleaved(a, b));
        // Two cases come to two results.
        m_outputs.add(&baseRow == &row ? sameOutputs(m_c, row, m_base, m_column) : Answer::No);
        m_machine.add(a.source == b.source
                          ? Answer::Yes
                          : equalTexts(sa.header.machine.id, sb.header.machine.id));
        m_transfers.add(a, variant(m_base));
        m_transfers.add(b, variant(m_column));
    }

    [[nodiscard]] Ledger ledger() const {
        const Params &va = variant(m_base), &vb = variant(m_column);
        Ledger ledger{m_base, m_column, m_identities.ticks()};
        ledger.ticks.insert(ledger.ticks.end(),
                            {{"outputs_equal", m_outputs.answer(), {}},
                             {"same_precision",
                              va.at("precision") == vb.at("precision") ? Answer::Yes : Answer::No,
                              {}},
                             threadsTick(va, vb),
                             {"both_warm", m_warmed.answer(), {}},
                             {"same_clock", m_clock.answer(), {}},
                             {"interleaved", m_turns.answer(), {}},
                             {"same_machine", m_machine.answer(), {}}});
        const bool first = deviceOf(va).isGpu(), second = deviceOf(vb).isGpu();
        if (first || second) ledger.ticks.push_back(m_transfers.tick(first && second));
        return ledger;
    }

private:
    /// Numbers of threads that differ are no condition in common, though both tell theirs.
    [[nodiscard]] Ledger::Tick threadsTick(const Params& a, const Params& b) const {
        const std::int64_t of_a = threadsOf(a), of_b = threadsOf(b);
        if (of_a > 0 && of_b > 0 && of_a != of_b) return {"same_threads", Answer::No, {}};
        const auto declared = [this](const Params& v) {
            return deviceOf(v).isGpu() || v.integer("threads") > 0 || hasOneThread(m_c, v);
        };
        return {"threads_declared", declared(a) && declared(b) ? Answer::Yes : Answer::No, {}};
    }
    [[nodiscard]] const Params& variant(std::size_t column) const {
        return m_c.columns[column].variant;
    }

    const Comparison& m_c;
    std::size_t m_base, m_column;
    Identities m_identities;
    Joined m_warmed, m_clock, m_turns, m_outputs, m_machine;
    Transfers m_transfers;
};

}  // namespace

Ledger ledgerOf(const Comparison& comparison, std::size_t base, std::size_t column) {
    Ticks ticks(comparison, base, column);
    for (const Row& row : comparison.rows) ticks.add(row, row);
    return ticks.ledger();
}

Ledger ledgerOfCells(const Comparison& comparison, const CellAt& base, const CellAt& other) {
    Ticks ticks(comparison, base.column, other.column);
    ticks.add(comparison.rows[base.row], comparison.rows[other.row]);
    return ticks.ledger();
}

std::string tickText(const Comparison& comparison, const Ledger& ledger, const Ledger::Tick& tick,
                     const Text& text) {
    const std::int64_t base = threadsOf(comparison.columns[ledger.base].variant),
                       other = threadsOf(comparison.columns[ledger.column].variant);
    if (tick.code == "same_threads" && tick.answer == Answer::No && base > 0 && other > 0)
        return text("ledger.threads_differ", {{"base_threads", base}, {"other_threads", other}});
    return text.word("ledger", tick.key());
}

std::string listedTick(const Comparison& comparison, const Ledger& ledger, const Ledger::Tick& tick,
                       const Text& text) {
    if (tick.answer == Answer::No && text.has("ledger_differs." + tick.code))
        return text("ledger_differs." + tick.code);
    return tickText(comparison, ledger, tick, text);
}

}  // namespace duelo
