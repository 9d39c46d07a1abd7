// SPDX-License-Identifier: Apache-2.0
// Whether a difference of two cells has the cause that is named.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "lab_report/claim.h"
#include "report/parts_chart.h"

namespace duelo {
namespace {

/// The share of a difference that its cause has at least.
constexpr double kMainShare = 0.5;
constexpr std::string_view kCopies = "copies";
constexpr std::array<std::string_view, 2> kCopyParts{"h2d", "d2h"};

/// Returns "h2d" of the cause "part:h2d" where the kind is "part"; empty for another kind.
std::string ofKind(const std::string& cause, std::string_view kind) {
    return cause.starts_with(kind) && cause.size() > kind.size() && cause[kind.size()] == ':'
               ? cause.substr(kind.size() + 1)
               : std::string();
}

std::string causePartName(const std::string& part, const Text& text) {
    return part == kCopies ? text("claim.part_copies") : partName(part, text);
}

bool belongs(const std::string& id, const std::string& part) {
    return part == kCopies ? std::ranges::find(kCopyParts, id) != kCopyParts.end() : id == part;
}

/// The time of a part in a call; absent where the file does not tell where its time went.
struct PartShare {
    std::optional<double> ms{};
    bool apart = false;  ///< measured, and not in the time
};

PartShare shareOf(const ReportCell& cell, const std::string& part) {
    PartShare out;
    for (const PartTime& one : cell.parts()) {
        if (one.inside && !out.ms) out.ms = 0;
        if (!belongs(one.id, part)) continue;
        if (one.inside)
            *out.ms += one.ms;
        else
            out.apart = true;
    }
    return out;
}

class Causes {
public:
    Causes(const Comparison& comparison, const Labels& labels, const CellPair& pair,
           const PairRatio& ratio)
        : m_c(comparison),
          m_labels(labels),
          m_text(labels.text()),
          m_pair(pair),
          m_ratio(ratio),
          m_names(namesOf(labels, pair)) {}

    ClaimCheck check(const std::string& cause) const {
        if (m_ratio.why || m_ratio.estimate->verdict == Verdict::Inconclusive)
            return {.shown = m_text("claim.cause_no_difference")};
        if (m_ratio.estimate->verdict == Verdict::Same)
            return contradicted(m_text("claim.cause_same"));
        if (const std::string axis = ofKind(cause, "axis"); !axis.empty()) return ofAxis(axis);
        if (const std::string part = ofKind(cause, "part"); !part.empty()) return ofPart(part);
        if (const std::string quantity = ofKind(cause, "work"); !quantity.empty())
            return ofWork(quantity);
        if (cause == "first_call") return ofFirstCall();
        return {.shown = m_text("claim.cause_unknown")};
    }

private:
    static ClaimCheck contradicted(std::string shown) {
        return {.answer = ClaimAnswer::Contradicted, .shown = std::move(shown)};
    }
    static ClaimCheck answered(bool consistent, std::string shown) {
        return {.answer = consistent ? ClaimAnswer::Consistent : ClaimAnswer::Contradicted,
                .shown = std::move(shown)};
    }
    std::string number(double value) const {
        return formatFixed(value, decimalsFor(value), m_text.numbers());
    }
    std::string factor(const RatioEstimate& estimate) const {
        return m_labels.number(estimate.ratio, estimate.ci95) + " (" +
               m_labels.intervalText(estimate, estimate.ci95,
                                     decimalsFor(estimate.ratio, estimate.ci95)) +
               ")";
    }
    double timeOf(const CellPlace& at, double per_call) const {
        return at.cell->result.summary->median_ms / per_call;
    }

    /// Says how much of the difference of both times lies in a part of them. Where only the slower
    /// side tells its parts, it is at most what it took there.
    ClaimCheck ofPart(const std::string& part) const {
        const PartShare base = shareOf(*m_pair.base.cell, part),
                        of = shareOf(*m_pair.of.cell, part);
        const double base_ms = timeOf(m_pair.base, m_ratio.base_per_call),
                     of_ms = timeOf(m_pair.of, m_ratio.per_call);
        const bool slower = of_ms > base_ms;
        const PartShare& slow = slower ? of : base;
        const PartShare& fast = slower ? base : of;
        const double slowCalls = slower ? m_ratio.per_call : m_ratio.base_per_call,
                     fastCalls = slower ? m_ratio.base_per_call : m_ratio.per_call;
        const std::string& slowName = slower ? m_names.of : m_names.base;
        if (!slow.ms) return {.shown = m_text("claim.parts_missing", {{"name", slowName}})};
        if (slow.apart && *slow.ms <= 0)
            return contradicted(
                m_text("claim.part_apart", {{"part_name", causePartName(part, m_text)}}));
        const double slow_ms = *slow.ms / slowCalls, fast_ms = fast.ms.value_or(0) / fastCalls;
        const double share = (slow_ms - fast_ms) / std::abs(of_ms - base_ms);
        std::string shown = m_text("claim.part_shown",
                                   {{"part_name", causePartName(part, m_text)},
                                    {"name", slowName},
                                    {"share_percent", 100 * slow_ms / std::max(of_ms, base_ms)}});
        if (fast.ms)
            shown += " " + m_text(share < 0 ? "claim.part_against" : "claim.part_difference",
                                  {{"share_percent", 100 * share}});
        if (share < kMainShare) return contradicted(std::move(shown));
        if (fast.ms) return answered(true, std::move(shown));
        return {.shown =
                    shown + " " +
                    m_text("claim.parts_missing", {{"name", slower ? m_names.base : m_names.of}})};
    }

    /// More or less to do, for the same of what is counted.
    ClaimCheck ofWork(const std::string& quantity) const {
        const auto amount = [&](const CellPlace& at, double per_call) -> std::optional<double> {
            const auto found = at.cell->result.quantities.find(quantity);
            if (found == at.cell->result.quantities.end()) return std::nullopt;
            return static_cast<double>(found->second) / (isAmount(quantity) ? per_call : 1.0);
        };
        const auto base = amount(m_pair.base, m_ratio.base_per_call),
                   of = amount(m_pair.of, m_ratio.per_call);
        if (!base || !of || !isPositive(*base) || !isPositive(*of))
            return {.shown = m_text("claim.work_missing")};
        const double less = *base / *of;
        const Json args{{"quantity_name", quantityName(quantity)},
                        {"base_name", m_names.base},
                        {"of_name", m_names.of},
                        {"base_text", formatSignificant(*base, 3, m_text.numbers())},
                        {"of_text", formatSignificant(*of, 3, m_text.numbers())},
                        {"work_text", number(less)},
                        {"factor_text", number(m_ratio.estimate->ratio)}};
        if (std::abs(less - 1) < 0.01) return contradicted(m_text("claim.work_equal", args));
        return answered((less > 1) == (m_ratio.estimate->ratio > 1),
                        m_text("claim.work_shown", args));
    }
    /// Parameters are of a network, however many images go through it.
    static bool isAmount(const std::string& quantity) { return quantity != "parameters"; }
    std::string quantityName(const std::string& quantity) const {
        return columnTitle(m_text, m_pair.of.row->experiment, quantity);
    }

    /// The times are medians without the first call.
    ClaimCheck ofFirstCall() const {
        std::string firsts;
        for (const auto& [at, name] :
             {std::pair(m_pair.base, m_names.base), std::pair(m_pair.of, m_names.of)})
            if (at.cell->cold)
                firsts += (firsts.empty() ? "" : "; ") + name + ": " +
                          m_labels.timeText(at.cell->cold->first_ms);
        if (firsts.empty()) return {.shown = m_text("claim.first_missing")};
        return contradicted(m_text("claim.first_shown", {{"list_text", firsts}}));
    }

    /// Checks an axis as the cause. If nothing else differs, it is the cause of any difference.
    /// Otherwise two other cells may differ in it alone.
    ClaimCheck ofAxis(const std::string& axis) const {
        const std::string& experiment = m_pair.of.row->experiment;
        const Json &from = valueOf(m_c, m_pair.base, axis), &to = valueOf(m_c, m_pair.of, axis);
        if (from.is_null() || to.is_null())
            return {.shown = m_text("claim.axis_missing",
                                    {{"axis_name", columnTitle(m_text, experiment, axis)},
                                     {"name", from.is_null() ? m_names.base : m_names.of}})};
        if (from == to)
            return contradicted(m_text("claim.axis_equal",
                                       {{"value_text", axisText(experiment, axis, to, m_text)}}));
        std::vector<std::string> others;
        for (const std::string& each : differingAxes(m_c, m_pair))
            if (each != axis) others.push_back(columnTitle(m_text, experiment, each));
        if (onOtherMachine() && axis != "device") others.push_back(m_text("claim.machine"));
        const Json args{{"from_text", axisText(experiment, axis, from, m_text)},
                        {"to_text", axisText(experiment, axis, to, m_text)},
                        {"list_text", commaJoined(others)},
                        {"factor_text", factor(*m_ratio.estimate)}};
        if (others.empty()) return answered(true, m_text("claim.axis_alone", args));
        const auto alone = isolated(axis, from, to);
        if (!alone) return {.shown = m_text("claim.axis_mixed", args)};
        const double share = std::log(alone->ratio) / std::log(m_ratio.estimate->ratio);
        Json shown = args;
        shown["alone_text"] = factor(*alone);
        return answered(share >= kMainShare && alone->verdict != Verdict::Same,
                        m_text("claim.axis_isolated", shown));
    }
    bool onOtherMachine() const {
        const auto idOf = [&](const CellPlace& at) {
            return m_c.sources[at.cell->source].header.machine.id;
        };
        return idOf(m_pair.base) != idOf(m_pair.of);
    }

    /// One side of the pair against a cell that is like it but for this axis, which has the value
    /// of the other side there.
    std::optional<RatioEstimate> isolated(const std::string& axis, const Json& from,
                                          const Json& to) const {
        for (const bool ofBase : {true, false}) {
            const CellPlace& kept = ofBase ? m_pair.base : m_pair.of;
            const CellPlace other = like(kept, axis, ofBase ? to : from);
            if (!other) continue;
            const PairRatio ratio =
                ratioOf(m_c, m_labels, ofBase ? CellPair{kept, other} : CellPair{other, kept});
            if (ratio.estimate && ratio.estimate->verdict != Verdict::Inconclusive)
                return ratio.estimate;
        }
        return std::nullopt;
    }
    CellPlace like(const CellPlace& kept, const std::string& axis, const Json& value) const {
        for (const Row& row : m_c.rows) {
            if (row.experiment != kept.row->experiment) continue;
            for (const ReportCell& cell : row.cells) {
                const CellPlace at{&row, &cell};
                if (!cell.timed() || valueOf(m_c, at, axis) != value ||
                    m_c.sources[cell.source].header.machine.id !=
                        m_c.sources[kept.cell->source].header.machine.id)
                    continue;
                const auto differs = differingAxes(m_c, {kept, at});
                if (differs.size() == 1 && differs.front() == axis) return at;
            }
        }
        return {};
    }

    const Comparison& m_c;
    const Labels& m_labels;
    const Text& m_text;
    const CellPair& m_pair;
    const PairRatio& m_ratio;
    const PairNames m_names;
};

}  // namespace

ClaimCheck claims::causeCheck(const Comparison& comparison, const Labels& labels,
                              const CellPair& pair, const PairRatio& ratio,
                              const std::string& cause) {
    return Causes(comparison, labels, pair, ratio).check(cause);
}

std::string causeWords(const std::string& experiment, const std::string& cause, const Text& text) {
    if (const std::string axis = ofKind(cause, "axis"); !axis.empty())
        return text("claim.cause_axis", {{"axis_name", columnTitle(text, experiment, axis)}});
    if (const std::string part = ofKind(cause, "part"); !part.empty())
        return text("claim.cause_part", {{"part_name", causePartName(part, text)}});
    if (const std::string quantity = ofKind(cause, "work"); !quantity.empty())
        return text("claim.cause_work",
                    {{"quantity_name", columnTitle(text, experiment, quantity)}});
    return text("claim.cause_" + visibleText(cause));
}

std::vector<ClaimCause> causesOf(const Comparison& comparison, const CellPair& pair,
                                 const Text& text) {
    std::vector<std::string> codes;
    const auto add = [&](std::string code) {
        if (std::ranges::find(codes, code) == codes.end()) codes.push_back(std::move(code));
    };
    for (const std::string& axis : differingAxes(comparison, pair)) add("axis:" + axis);
    // An axis that is the same on both sides can be named too, and is then no cause.
    for (const CellPlace& at : {pair.base, pair.of})
        for (const auto& [axis, value] : comparison.columns[at.cell->column].variant)
            add("axis:" + axis);
    std::vector<std::string> parts;
    for (const CellPlace& at : {pair.base, pair.of})
        for (const PartTime& part : at.cell->parts()) parts.push_back(part.id);
    if (std::ranges::any_of(
            parts, [](const std::string& id) { return belongs(id, std::string(kCopies)); }))
        add("part:" + std::string(kCopies));
    for (const std::string& id : parts)
        if (!belongs(id, std::string(kCopies))) add("part:" + id);
    for (const auto& [quantity, amount] : pair.of.cell->result.quantities)
        if (pair.base.cell->result.quantities.contains(quantity)) add("work:" + quantity);
    if (pair.base.cell->cold || pair.of.cell->cold) add("first_call");
    std::vector<ClaimCause> causes;
    for (std::string& code : codes) {
        std::string words = causeWords(pair.of.row->experiment, code, text);
        causes.push_back({std::move(code), std::move(words)});
    }
    return causes;
}

}  // namespace duelo
