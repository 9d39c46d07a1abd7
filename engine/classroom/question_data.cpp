// SPDX-License-Identifier: Apache-2.0
// The class's numbers as questions use them.
#include "classroom/question_data.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "base/sha256.h"
#include "report/labels.h"
#include "report/scaling.h"

namespace duelo::class_questions {
namespace {

ClassOptions cleanOf(ClassOptions options) {
    options.filter.clean_only = true;
    options.names = false;
    return options;
}

std::string told(const QuestionData& data, const std::string& name) {
    return withoutNames(visibleText(name), data.classroom.nameWords());
}

}  // namespace

QuestionData::QuestionData(const Classroom& of, const FindSpec& specs, const ClassOptions& looked)
    : classroom(of), find(specs), options(cleanOf(looked)), text(options.text()) {
    const auto charts = classroom.charts(options.filter);
    std::size_t most = 0;
    for (const auto& chart : charts)
        most += chart.size() * classroom.series(chart, options.filter).size();
    times.reserve(most);  // others point into it
    for (const auto& chart : charts) addChart(chart);
    std::map<std::pair<std::string, ClassPair>, std::size_t> known;
    std::vector<std::vector<const PairFact*>> all;
    for (const PairFact& one : pairs) {
        const ClassCase& work = classroom.cases()[one.work];
        const std::string chart =
            work.experiment + '\n' + std::to_string(work.spec_version) + work.common.json().dump();
        const auto [place, added] = known.try_emplace({chart, one.pair}, all.size());
        if (added) all.emplace_back();
        all[place->second].push_back(&one);
    }
    for (auto& line : all)
        if (line.size() > 1) pair_lines.push_back(std::move(line));
}

Shown QuestionData::shown(double value, int digits) const {
    const std::string plain = formatSignificant(value, digits, {'.'});
    Shown out{value, formatSignificant(value, digits, text.numbers())};
    std::from_chars(plain.data(), plain.data() + plain.size(), out.value);
    return out;
}

Shown QuestionData::shownTime(double ms, const TimeUnit& unit) const {
    Shown out = shown(unit.of(ms));
    out.text += " " + unit.symbol;
    return out;
}

std::string QuestionData::lettered(std::span<const std::string> figures) const {
    std::string out;
    for (std::size_t i = 0; i < figures.size(); ++i)
        out += std::string(i == 0 ? "" : "\n") + "PC " + static_cast<char>('A' + i) + ": " +
               figures[i];
    return out;
}

std::vector<ClassKey> QuestionData::ordered(std::vector<ClassKey> keys) const {
    const auto order = classroom.caseOrder();
    std::ranges::sort(keys, {}, [&](const ClassKey& key) {
        return std::pair<std::ptrdiff_t, const Params&>(
            std::ranges::find(order, key.work) - order.begin(), variant(key.variant));
    });
    return keys;
}

void QuestionData::addChart(const std::vector<std::size_t>& chart) {
    const ChartNames names = chartNames(classroom, chart, find, text);
    const SeriesNames series = seriesNames(classroom, chart, find, text);
    const TimeUnit unit = classUnit(classroom, chart, find, options.filter);
    const std::string name = told(*this, names.chart);
    std::vector<std::string> cases;
    for (const std::string& one : names.cases) cases.push_back(told(*this, one));
    const std::size_t first = times.size();
    for (const std::size_t variant : classroom.series(chart, options.filter))
        for (std::size_t i = 0; i < chart.size(); ++i) {
            TimeFact fact{.key = {chart[i], variant},
                          .where = name.ends_with(cases[i]) ? name : name + ", " + cases[i],
                          .way = told(*this, series.series.at(variant)),
                          .case_name = cases[i],
                          .unit = unit};
            std::vector<double> values;
            for (const ClassSeat& seat : classroom.seats())
                if (const ClassMark* mark = options.filter.markOf(seat, fact.key)) {
                    fact.marks.push_back(mark);
                    fact.seats.push_back(&seat);
                    values.push_back(mark->time->median_ms);
                }
            const auto box = boxOf(values);
            if (!box || !(box->median > 0)) continue;
            fact.median_ms = box->median;
            fact.median = shownTime(box->median, unit);
            times.push_back(std::move(fact));
        }
    addPairs(chart, name, cases, unit);
    addLines(chart, first, name);
    addCrews(first);
}

void QuestionData::addPairs(const std::vector<std::size_t>& chart, const std::string& name,
                            const std::vector<std::string>& cases, const TimeUnit& unit) {
    const SeriesNames series = seriesNames(classroom, chart, find, text);
    for (const ClassSides& sides : classroom.sides(chart, options.filter)) {
        const auto pair = sides.pair();
        if (!pair || !series.series.contains(pair->base) || !series.series.contains(pair->other))
            continue;
        for (std::size_t i = 0; i < chart.size(); ++i) {
            PairFact fact{.work = chart[i],
                          .pair = *pair,
                          .where = name.ends_with(cases[i]) ? name : name + ", " + cases[i],
                          .case_name = cases[i],
                          .base = told(*this, series.series.at(pair->base)),
                          .other = told(*this, series.series.at(pair->other)),
                          .unit = unit,
                          .x = classroom.cases()[chart[i]].x};
            std::vector<double> base, other;
            for (const ClassSeat& seat : classroom.seats()) {
                const ClassRatioMark* mark = options.filter.ratioOf(seat, chart[i], *pair);
                const ClassMark* of = options.filter.markOf(seat, {chart[i], pair->base});
                const ClassMark* to = options.filter.markOf(seat, {chart[i], pair->other});
                if (mark == nullptr || !mark->ratio->estimate || of == nullptr || to == nullptr)
                    continue;
                fact.ratios.push_back(&*mark->ratio->estimate);
                base.push_back(of->time->median_ms);
                other.push_back(to->time->median_ms);
            }
            if (base.empty()) continue;
            fact.base_time = shownTime(boxOf(base)->median, unit);
            fact.other_time = shownTime(boxOf(other)->median, unit);
            if (!(fact.base_time.value > 0) || !(fact.other_time.value > 0)) continue;
            fact.factor = fact.base_time.value / fact.other_time.value;
            pairs.push_back(std::move(fact));
        }
    }
}

void QuestionData::addLines(const std::vector<std::size_t>& chart, std::size_t first,
                            const std::string& name) {
    const ClassCase& any = classroom.cases()[chart.front()];
    if (any.axis.empty()) return;
    std::vector<std::pair<std::size_t, LineFact>> found;  // by variant
    for (std::size_t i = first; i < times.size(); ++i) {
        const auto& x = classroom.cases()[times[i].key.work].x;
        if (!x || !(*x > 0)) continue;
        if (found.empty() || found.back().first != times[i].key.variant)
            found.emplace_back(times[i].key.variant, LineFact{});
        LineFact& line = found.back().second;
        if (!line.xs.empty() && line.xs.back() >= *x) continue;
        line.xs.push_back(*x);
        line.times.push_back(&times[i]);
    }
    for (auto& [variant, line] : found) {
        if (line.xs.size() < 2) continue;
        line.where = name;
        line.way = line.times.front()->way;
        line.axis_title = columnTitle(text, any.experiment, any.axis);
        lines.push_back(std::move(line));
    }
}

void QuestionData::addCrews(std::size_t first) {
    using Of = std::pair<std::size_t, std::string>;  // case, and all but the number
    std::vector<std::pair<Of, std::map<int, const TimeFact*>>> found;
    for (std::size_t i = first; i < times.size(); ++i) {
        const Params& way = variant(times[i].key.variant);
        const Spec* spec = find(experimentOf(times[i].key.work));
        if (spec == nullptr) continue;
        for (const Axis& axis : spec->axes) {
            if (!way.has(axis.id) || !countsWorkers(*spec, axis)) continue;
            const Json& value = way.at(axis.id);
            if (!value.is_number_integer() || value.get<int>() < 1) continue;  // 0: on every core
            Params rest = way;
            rest.erase(axis.id);
            const Of of{times[i].key.work, axis.id + '\n' + rest.json().dump()};
            auto crew = std::ranges::find(found, of, [](const auto& one) { return one.first; });
            if (crew == found.end()) crew = found.insert(crew, {of, {}});
            crew->second.emplace(value.get<int>(), &times[i]);
        }
    }
    for (const auto& [of, members] : found) {
        if (members.size() < 2 || members.begin()->first != 1) continue;
        CrewFact crew{.where = members.begin()->second->where,
                      .axis = of.second.substr(0, of.second.find('\n'))};
        for (const auto& [workers, time] : members) {
            crew.workers.push_back(workers);
            crew.times.push_back(time);
        }
        crews.push_back(std::move(crew));
    }
}

/// A sentence shows the end of a line in what it is given as a sign, so a list of lines is put in
/// after it; its own parts are fit to be shown.
std::string Asking::words(std::string_view key, const Json& args) const {
    constexpr std::string_view kList = "list_text", kMark = "\uE000";
    Json marked = args;
    const bool listed = args.contains(kList);
    if (listed) marked[kList] = kMark;
    std::string out = m_data.text("question." + std::string(key), marked);
    if (const std::size_t at = listed ? out.find(kMark) : out.npos; at != out.npos)
        out.replace(at, kMark.size(), args[kList].get<std::string>());
    return out;
}

Question Asking::begun(Question::Type type, const Json& args) const {
    Question out{.type = type, .kind = m_kind};
    out.name = words(m_kind + "_name") + ": " + args.value("where_text", std::string());
    out.text = words(m_kind, args);
    out.feedback = words(m_kind + "_why", args) + "\n" + words("from", args);
    out.id = "duelo-" + m_kind + "-" + sha256Hex(out.text).substr(0, 10);
    return out;
}

/// Two facts may give the same question: it is asked once.
void Asking::take(Question question) {
    if (isFull() ||
        std::ranges::any_of(m_into, [&](const Question& one) { return one.id == question.id; }))
        return;
    ++m_asked;
    m_into.push_back(std::move(question));
}

void Asking::choice(const Json& args, const std::string& right,
                    const std::vector<std::string>& wrong) {
    constexpr std::size_t kMostWrong = 4;
    Question out = begun(Question::Type::Choice, args);
    out.choices.push_back(right);
    for (const std::string& one : wrong)
        if (std::ranges::find(out.choices, one) == out.choices.end() &&
            out.choices.size() <= kMostWrong)
            out.choices.push_back(one);
    if (out.choices.size() > 2) take(std::move(out));
}

void Asking::trueFalse(const Json& args, bool is_true) {
    Question out = begun(Question::Type::TrueFalse, args);
    out.is_true = is_true;
    take(std::move(out));
}

void Asking::number(const Json& args, double answer, double tolerance) {
    if (!std::isfinite(answer)) return;
    Question out = begun(Question::Type::Number, args);
    if (tolerance > 0) {
        const double size = std::max(std::abs(answer), 1e-9);
        // Two more digits than the first one, so that half of the last lies within the tolerance.
        out.decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(size))), 0, 9);
        const double step = std::pow(10.0, -out.decimals);
        out.answer = std::round(answer / step) * step;
        out.tolerance = std::max(std::ceil(size * tolerance / step), 1.0) * step;
    } else {
        out.answer = std::round(answer);
    }
    const std::string said = formatFixed(out.answer, out.decimals, m_data.text.numbers());
    out.feedback = words("answer", {{"answer_text", said}}) + "\n" + out.feedback;
    take(std::move(out));
}

void Asking::matching(const Json& args,
                      const std::vector<std::pair<std::string, std::string>>& pairs) {
    constexpr std::size_t kMostPairs = 6;
    Question out = begun(Question::Type::Matching, args);
    std::set<std::string> left, right;
    for (const auto& [what, answer] : pairs)
        if (out.pairs.size() < kMostPairs && left.insert(what).second &&
            right.insert(answer).second)
            out.pairs.emplace_back(what, answer);
        else if (out.pairs.size() < kMostPairs)
            return;  // two of them have one answer
    if (out.pairs.size() > 2) take(std::move(out));
}

}  // namespace duelo::class_questions
