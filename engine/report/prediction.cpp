// SPDX-License-Identifier: Apache-2.0
#include "report/prediction.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <span>

#include "report/imported.h"
#include "report/view.h"
#include "stats/validity.h"

namespace duelo {
namespace {

using Kind = PredictionQuestion::Kind;

struct Band {
    const char* code;
    double below;  ///< where the next one begins
};
constexpr double kNoEnd = std::numeric_limits<double>::infinity();
constexpr std::array<Band, 5> kBands{
    {{"below_1", 1}, {"1_to_3", 3}, {"3_to_10", 10}, {"10_to_30", 30}, {"above_30", kNoEnd}}};
/// The bands of what is to become less: a lighter network, fewer pixels.
constexpr std::array<Band, 5> kLessBands{{{"below_0_1", 0.1},
                                          {"0_1_to_0_3", 0.3},
                                          {"0_3_to_0_9", 0.9},
                                          {"0_9_to_1_1", 1.1},
                                          {"above_1_1", kNoEnd}}};
/// The bands of another way on the same device: few are ten times as fast.
constexpr std::array<Band, 5> kWayBands{{{"below_0_9", 0.9},
                                         {"0_9_to_1_1", 1.1},
                                         {"1_1_to_1_5", 1.5},
                                         {"1_5_to_3", 3},
                                         {"above_3", kNoEnd}}};

std::vector<std::string> codesOf(std::span<const Band> bands) {
    std::vector<std::string> codes;
    for (const Band& band : bands) codes.emplace_back(band.code);
    return codes;
}

/// Tells whether more of something is asked about: the last case has a larger number, and nothing
/// else than numbers tells it from the first.
bool isMore(const Json& first, const Json& last) {
    bool more = true;
    if (!first.is_object() || !last.is_object()) return more;  // of a file that somebody edited
    for (const auto& [axis, value] : last.items())
        if (const Json before = first.value(axis, Json()); value != before)
            more = more && value.is_number() && before.is_number() &&
                   value.get<double>() > before.get<double>();
    return more;
}

Device deviceIn(const Json& variant) {
    return deviceOf(Params::from(variant));
}

/// Returns the variants of the cells that a device here can do, each once, in the order of the
/// plan.
std::vector<Params> variantsAmong(const std::vector<Cell>& cells, const Facts& facts) {
    std::vector<Params> variants;
    for (const Cell& cell : cells)
        if (std::ranges::find(facts.devices, deviceOf(cell.variant)) != facts.devices.end() &&
            std::ranges::find(variants, cell.variant) == variants.end())
            variants.push_back(cell.variant);
    return variants;
}

/// The base, and what it is set against: another device first.
std::pair<Params, std::optional<Params>> sidesOf(const std::vector<Params>& variants,
                                                 const Params& declared) {
    std::vector<const Params*> all;
    for (const Params& variant : variants) all.push_back(&variant);
    const Params base = variants[baseIndex(all, declared)];
    std::optional<Params> other;
    for (const Params& variant : variants) {
        if (variant == base) continue;
        if (deviceOf(variant) != deviceOf(base)) return {base, variant};
        if (!other) other = variant;
    }
    return {base, other};
}

/// The cases that all these variants do, in the order of the plan.
std::vector<Params> worksOf(const std::vector<Cell>& cells, const std::vector<Params>& variants) {
    std::map<Params, std::size_t> done;  // by how many of them
    std::vector<Params> works;
    for (const Cell& cell : cells)
        if (std::ranges::find(variants, cell.variant) != variants.end() &&
            ++done[cell.work] == variants.size())
            works.push_back(cell.work);
    return works;
}

/// Tells whether they are the same but for one axis, in which they differ.
bool differOnlyIn(const std::string& axis, const Params& a, const Params& b) {
    if (a.at(axis) == b.at(axis)) return false;
    Params same = a;
    same.set(axis, b.at(axis));
    return same == b;
}

/// The first axis that is swept: in it alone a later case differs from the first. From one file to
/// the next nothing grows that could be asked about. Null: none.
const Axis* sweptIn(const std::vector<Params>& works, const Spec& spec) {
    for (const Axis& axis : spec.axes)
        if (axis.role == AxisRole::Case && axis.kind != AxisKind::Path &&
            std::ranges::any_of(works, [&](const Params& work) {
                return differOnlyIn(axis.id, work, works.front());
            }))
            return &axis;
    return nullptr;
}

/// Returns the case from which the time is asked to grow to the last one. Over a factor of
/// thousands every answer is the same, so it is the least case within this factor of the last, or
/// the one before the last.
Params growthFrom(const std::vector<Params>& works, const Params& last, const std::string& axis) {
    constexpr double kNear = 5;
    const auto size = [&](const Params& work) { return work.optionalReal(axis); };
    const Params* before = &works.front();
    const auto most = size(last);
    for (const Params& work : works) {
        if (!most || !size(work) || !differOnlyIn(axis, work, last) || *size(work) > *most)
            continue;
        if (*size(work) * kNear >= *most) return work;
        before = &work;
    }
    return *before;
}

}  // namespace

std::optional<Prediction> predictionFor(const Plan& plan, const Spec& spec, const Facts& facts) {
    if (!spec.compares) return std::nullopt;
    const std::vector<Cell> cells = expand(plan, spec, facts);
    const std::vector<Params> variants = variantsAmong(cells, facts);
    if (variants.empty()) return std::nullopt;
    const auto [base, other] = sidesOf(variants, plan.base);
    std::vector<Params> sides{base};
    if (other) sides.push_back(*other);
    const std::vector<Params> works = worksOf(cells, sides);
    if (works.empty()) return std::nullopt;
    const Axis* swept = sweptIn(works, spec);
    const auto last = std::ranges::find_if(works.rbegin(), works.rend(), [&](const Params& work) {
        return swept && differOnlyIn(swept->id, work, works.front());
    });
    Params from = works.front(), to = last == works.rend() ? from : *last;
    const bool devices = other && deviceOf(*other) != deviceOf(base);
    if (swept && !devices) from = growthFrom(works, to, swept->id);
    Prediction asked{.base = base.json(), .first = from.json(), .last = to.json()};
    if (other) asked.other = other->json();
    const auto pairs = [](const FigureTable& table) { return table.pair; };
    asked.elsewhere = from != to && isMore(asked.first, asked.last) && !facts.gpu() &&
                      deviceOf(base).isCpu() && spec.view &&
                      std::ranges::any_of(spec.view->layout.tables, pairs);
    return questionsOf(asked).empty() ? std::nullopt : std::optional(std::move(asked));
}

std::vector<PredictionQuestion> questionsOf(const Prediction& asked) {
    const bool two = !asked.other.is_null(), swept = asked.first != asked.last;
    const bool devices = two && deviceIn(asked.base) != deviceIn(asked.other);
    std::vector<PredictionQuestion> questions;
    const std::vector<std::string> sides{"base", "other", "tie"};
    if (devices && swept)
        questions.push_back(
            {.id = "faster_first", .kind = Kind::Faster, .of_first = true, .choices = sides});
    if (two && !asked.elsewhere)
        questions.push_back({.id = "faster_last", .kind = Kind::Faster, .choices = sides});
    if (two)
        questions.push_back({.id = "times_last",
                             .kind = Kind::Times,
                             .choices = devices ? codesOf(kBands) : codesOf(kWayBands)});
    if (!devices && swept)
        questions.push_back(
            {.id = "growth",
             .kind = Kind::Growth,
             .choices = isMore(asked.first, asked.last) ? codesOf(kBands) : codesOf(kLessBands)});
    if (asked.elsewhere)
        questions.push_back({.id = "times_elsewhere",
                             .kind = Kind::Times,
                             .elsewhere = true,
                             .choices = codesOf(kBands)});
    return questions;
}

std::optional<Interval> bandOf(std::string_view answer) {
    for (const std::span<const Band> bands :
         {std::span<const Band>(kBands), std::span<const Band>(kLessBands),
          std::span<const Band>(kWayBands)}) {
        double low = 0;
        for (const Band& band : bands) {
            if (band.code == answer) return Interval{low, band.below};
            low = band.below;
        }
    }
    return std::nullopt;
}

std::optional<bool> PredictionOutcome::met() const {
    if (predicted.empty() || measured.empty()) return std::nullopt;
    const bool may = std::ranges::find(measured, predicted) != measured.end();
    // An interval that reaches several bands decides against the others only.
    return may && measured.size() > 1 ? std::nullopt : std::optional(may);
}

namespace {

/// Every band of these that the interval reaches.
std::vector<std::string> bandsOf(const RatioEstimate& estimate,
                                 const std::vector<std::string>& choices) {
    const double low = estimate.ci95 ? estimate.ci95->low : estimate.ratio;
    const double high = estimate.ci95 ? estimate.ci95->high : estimate.ratio;
    std::vector<std::string> bands;
    for (const std::string& code : choices)
        if (const auto band = bandOf(code); high >= band->low && low < band->high)
            bands.push_back(code);
    return bands;
}

class Judge {
public:
    Judge(const Comparison& comparison, const Prediction& asked, const Labels& labels)
        : m_c(comparison),
          m_labels(labels),
          m_first(rowOf(asked.first)),
          m_last(rowOf(asked.last)),
          m_base(columnOf(asked.base)),
          m_other(columnOf(asked.other)),
          m_elsewhere(gpuElsewhere()) {}

    /// Tells whether a GPU elsewhere has a time: it comes when the file is added.
    [[nodiscard]] bool knowsElsewhere() const { return m_elsewhere.has_value(); }

    void judge(PredictionOutcome& outcome) const {
        if (outcome.question.kind == Kind::Growth)
            growth(outcome);
        else
            pair(outcome, outcome.question.of_first ? m_first : m_last,
                 outcome.question.elsewhere ? m_elsewhere : m_other);
        if (!outcome.factor || outcome.why) return;
        if (outcome.factor->verdict == Verdict::Inconclusive)
            outcome.why = Reason{
                "prediction_inconclusive", {{"doubt", doubtName(outcome.factor->doubt)}}, {}};
        else if (outcome.question.kind == Kind::Faster)
            outcome.measured = {sideOf(outcome.factor->verdict)};
        else
            outcome.measured = bandsOf(*outcome.factor, outcome.question.choices);
    }

    /// Tells whether each of the cells that are asked about has a time.
    bool knowsAll(const Prediction& asked) const {
        for (const PredictionQuestion& question : questionsOf(asked)) {
            const bool growth = question.kind == Kind::Growth;
            const Row* row = question.of_first ? m_first : m_last;
            if (untimed(row, m_base)) return false;
            // The time on another PC is not known here.
            if (!question.elsewhere && untimed(growth ? m_first : row, growth ? m_base : m_other))
                return false;
        }
        return true;
    }

private:
    const Row* rowOf(const Json& work) const {
        const auto found = std::ranges::find(m_c.rows, Params::from(work), &Row::work);
        return found == m_c.rows.end() ? nullptr : &*found;
    }
    std::optional<std::size_t> columnOf(const Json& variant) const {
        const Column wanted{m_c.sources.front().file, Params::from(variant)};
        const auto found = std::ranges::find(m_c.columns, wanted);
        if (found == m_c.columns.end()) return std::nullopt;
        return static_cast<std::size_t>(found - m_c.columns.begin());
    }
    /// Returns the first GPU of another file that has a time of the last case.
    std::optional<std::size_t> gpuElsewhere() const {
        for (std::size_t i = 0; m_last && i < m_c.columns.size(); ++i)
            if (m_c.columns[i].file != m_c.sources.front().file &&
                deviceOf(m_c.columns[i].variant).isGpu() && m_last->cells[i].timed() &&
                !isSimulated(m_c.sourceOf(m_c.columns[i])))
                return i;
        return std::nullopt;
    }
    static const char* sideOf(Verdict verdict) {
        return verdict == Verdict::Faster ? "other" : verdict == Verdict::Slower ? "base" : "tie";
    }

    /// Returns why a cell has no time; nothing where it has one.
    static std::optional<Reason> untimed(const Row* row, std::optional<std::size_t> column) {
        if (!row || !column) return Reason{"not_measured_absent"};
        const ReportCell& cell = row->cells[*column];
        if (cell.timed()) return std::nullopt;
        return cell.reason.value_or(Reason{"ratio_no_time"});
    }

    void pair(PredictionOutcome& outcome, const Row* row, std::optional<std::size_t> other) const {
        outcome.why = untimed(row, m_base);
        if (!outcome.why) outcome.why = untimed(row, other);
        if (outcome.why) return;
        const ColumnRatio ratio = ratioOf(m_c, *row, *m_base, *other);
        outcome.why = m_labels.whyNoFactor(*row, ratio);
        // Times that nobody can check have a factor and no verdict.
        if (const auto open = uncheckedText(m_c, ratio, m_labels.text());
            !outcome.why && !open.empty())
            outcome.why = Reason{
                "prediction_unchecked",
                {{"factor_text", m_labels.number(ratio.estimate->ratio)}, {"open_text", open}},
                {}};
        if (ratio.loaded && outcome.question.kind == Kind::Faster)
            outcome.measured = {ratio.loaded->candidate_faster ? "other" : "base"};
        if (!outcome.why) outcome.factor = ratio.estimate;
    }

    /// Two cases are never measured in the same rounds.
    void growth(PredictionOutcome& outcome) const {
        outcome.why = untimed(m_first, m_base);
        if (!outcome.why) outcome.why = untimed(m_last, m_base);
        if (outcome.why) return;
        std::string doubts;
        for (const Row* row : {m_first, m_last}) {
            const auto flags = doubtfulOf(row->cells[*m_base].result.flags);
            if (flags.empty()) continue;
            doubts += (doubts.empty() ? "" : "; ") +
                      m_labels.text()("answer.detail_doubtful",
                                      {{"variant_name", m_labels.caseName(*row)}, {"flag", flags}});
        }
        if (!doubts.empty()) {
            outcome.why = Reason{"ratio_doubtful", {{"list", doubts}}, {}};
            return;
        }
        const auto timeOf = [&](const Row* row) -> MedianWithInterval {
            const Summary& summary = *row->cells[*m_base].result.summary;
            return {summary.median_ms, summary.ci95_ms};
        };
        outcome.factor = compareUnpaired(timeOf(m_last), timeOf(m_first));
    }

    const Comparison& m_c;
    const Labels& m_labels;
    const Row *m_first, *m_last;
    const std::optional<std::size_t> m_base, m_other, m_elsewhere;
};

}  // namespace

std::optional<Prediction> unseenOf(const Comparison& comparison, Prediction asked) {
    if (comparison.sources.empty()) return asked;
    const Labels labels(comparison, Text(Language::English));
    const Judge judge(comparison, asked, labels);
    if (!judge.knowsAll(asked)) return asked;
    if (!asked.elsewhere || judge.knowsElsewhere()) return std::nullopt;
    asked.other = nullptr;
    asked.first = asked.last;
    return asked;
}

const Prediction* predictionIn(const Comparison& comparison) {
    if (comparison.sources.empty()) return nullptr;
    const auto& prediction = comparison.sources.front().header.prediction;
    return prediction ? &*prediction : nullptr;
}

std::vector<PredictionOutcome> outcomesOf(const Comparison& comparison, const Labels& labels) {
    const Prediction* asked = predictionIn(comparison);
    if (!asked) return {};
    const Judge judge(comparison, *asked, labels);
    std::vector<PredictionOutcome> outcomes;
    for (PredictionQuestion& question : questionsOf(*asked)) {
        if (question.elsewhere && !judge.knowsElsewhere()) continue;
        PredictionOutcome& outcome =
            outcomes.emplace_back(PredictionOutcome{.question = std::move(question)});
        outcome.predicted = asked->answerTo(outcome.question.id);
        // An earlier version asked in other bands.
        std::vector<std::string>& choices = outcome.question.choices;
        if (bandOf(outcome.predicted) &&
            std::ranges::find(choices, outcome.predicted) == choices.end())
            choices = codesOf(kBands);
        judge.judge(outcome);
    }
    return outcomes;
}

}  // namespace duelo
