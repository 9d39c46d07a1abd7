// SPDX-License-Identifier: Apache-2.0
// Questions about workers, about where a call's time goes, and about what PCs and files tell.
#include <algorithm>
#include <cmath>
#include <set>

#include "classroom/question_data.h"
#include "report/labels.h"
#include "report/parts_chart.h"
#include "report/scaling.h"

namespace duelo::class_questions {
namespace {

Json argsOf(const QuestionData& data, const CrewFact& crew) {
    std::size_t pcs = crew.times.front()->marks.size();
    std::string list;
    for (std::size_t i = 0; i < crew.times.size(); ++i) {
        pcs = std::min(pcs, crew.times[i]->marks.size());
        list += (list.empty() ? "" : "\n") + workersText(crew.axis, crew.workers[i], data.text) +
                ": " + crew.times[i]->median.text;
    }
    return {{"where_text", crew.where},
            {"pcs", pcs},
            {"list_text", list},
            {"one_text", workersText(crew.axis, 1, data.text)},
            {"one_time_text", crew.times.front()->median.text},
            {"many_text", workersText(crew.axis, crew.workers.back(), data.text)},
            {"many_time_text", crew.times.back()->median.text},
            {"n", crew.workers.back()}};
}
double speedUpOf(const CrewFact& crew) {
    return crew.times.front()->median.value / crew.times.back()->median.value;
}
/// The share of the work that is done by one alone, by Karp and Flatt (1990).
std::optional<double> serialOf(const CrewFact& crew) {
    const double n = crew.workers.back();
    const double share = (1 / speedUpOf(crew) - 1 / n) / (1 - 1 / n);
    if (share <= 0.005 || share >= 1) return std::nullopt;
    return share;
}

void askCrewGain(Asking& asking) {
    for (const CrewFact& crew : asking.data().crews)
        asking.number(argsOf(asking.data(), crew), speedUpOf(crew));
}
void askEfficiency(Asking& asking) {
    for (const CrewFact& crew : asking.data().crews)
        asking.number(argsOf(asking.data(), crew), 100 * speedUpOf(crew) / crew.workers.back());
}
void askIdeal(Asking& asking) {
    for (const CrewFact& crew : asking.data().crews) {
        const double efficiency = speedUpOf(crew) / crew.workers.back();
        if (efficiency > 0.85 && efficiency < 0.95) continue;  // neither is clear
        asking.trueFalse(argsOf(asking.data(), crew), efficiency >= 0.95);
    }
}
void askAlwaysFaster(Asking& asking) {
    for (const CrewFact& crew : asking.data().crews) {
        if (crew.times.size() < 3) continue;
        const auto slower = [](const TimeFact* one, const TimeFact* next) {
            return next->median.value >= one->median.value;
        };
        asking.trueFalse(argsOf(asking.data(), crew),
                         std::ranges::adjacent_find(crew.times, slower) == crew.times.end());
    }
}
void askSerial(Asking& asking) {
    for (const CrewFact& crew : asking.data().crews)
        if (const auto share = serialOf(crew))
            asking.number(argsOf(asking.data(), crew), 100 * *share, 0.05);
}
void askLimit(Asking& asking) {
    for (const CrewFact& crew : asking.data().crews)
        if (const auto share = serialOf(crew)) {
            Json args = argsOf(asking.data(), crew);
            const Shown told = asking.data().shown(100 * *share);
            args["share_text"] = told.text;
            asking.number(args, 100 / told.value);
        }
}

/// The first time of each fact that tells a thing.
template <typename Has>
const ClassTime* timeThat(const TimeFact& fact, Has has) {
    for (const ClassMark* mark : fact.marks)
        if (has(*mark->time)) return mark->time;
    return nullptr;
}
Json argsOf(const QuestionData& data, const TimeFact& fact, const ClassTime& time) {
    return {{"where_text", fact.where},
            {"pcs", 1},
            {"way_name", fact.way},
            {"time_text", data.shownTime(time.median_ms, fact.unit).text},
            {"unit", fact.unit.symbol}};
}

/// The parts inside the call that are told apart, the largest first.
std::vector<PartTime> insideParts(const ClassTime& time) {
    std::vector<PartTime> parts;
    for (const PartTime& one : time.parts)
        if (one.inside && one.ms > 0 && one.ms < time.median_ms) parts.push_back(one);
    std::ranges::stable_sort(parts, std::ranges::greater{}, &PartTime::ms);
    return parts;
}
/// Asks of times with at least so many parts.
template <typename Ask>
void withParts(Asking& asking, std::size_t least, Ask ask) {
    const QuestionData& data = asking.data();
    for (const TimeFact& fact : data.times) {
        const ClassTime* time =
            timeThat(fact, [&](const ClassTime& one) { return insideParts(one).size() >= least; });
        if (time == nullptr) continue;
        const auto parts = insideParts(*time);
        Json args = argsOf(data, fact, *time);
        args["part_name"] = partName(parts.front().id, data.text);
        args["part_time_text"] = data.shownTime(parts.front().ms, fact.unit).text;
        std::string list;
        for (const PartTime& one : parts)
            list += (list.empty() ? "" : "\n") + partName(one.id, data.text) + ": " +
                    data.shownTime(one.ms, fact.unit).text;
        args["list_text"] = list;
        ask(args, parts, data.shown(fact.unit.of(parts.front().ms)).value,
            data.shown(fact.unit.of(time->median_ms)).value);
    }
}
void askPartShare(Asking& asking) {
    withParts(asking, 2, [&](const Json& args, const auto&, double part, double whole) {
        asking.number(args, 100 * part / whole);
    });
}
void askWithoutPart(Asking& asking) {
    withParts(asking, 2, [&](const Json& args, const auto&, double part, double whole) {
        if (part < 0.98 * whole) asking.number(args, whole / (whole - part), 0.05);
    });
}
void askLargestPart(Asking& asking) {
    withParts(asking, 3, [&](const Json& args, const auto& parts, double, double) {
        if (parts[0].ms < 1.02 * parts[1].ms) return;
        std::vector<std::string> wrong;
        for (std::size_t i = 1; i < parts.size(); ++i)
            wrong.push_back(partName(parts[i].id, asking.data().text));
        asking.choice(args, partName(parts[0].id, asking.data().text), wrong);
    });
}

template <typename Ask>
void withFirst(Asking& asking, Ask ask) {
    const QuestionData& data = asking.data();
    for (const TimeFact& fact : data.times) {
        const ClassTime* time = timeThat(
            fact, [](const ClassTime& one) { return one.first_ms.value_or(0) > one.median_ms; });
        if (time == nullptr) continue;
        Json args = argsOf(data, fact, *time);
        const Shown first = data.shownTime(*time->first_ms, fact.unit);
        args["first_text"] = first.text;
        ask(args, first.value / data.shownTime(time->median_ms, fact.unit).value);
    }
}
void askFirstCall(Asking& asking) {
    withFirst(asking, [&](const Json& args, double times) { asking.number(args, times); });
}
void askFirstCounts(Asking& asking) {
    withFirst(asking, [&](const Json& args, double times) {
        if (times > 1.1) asking.trueFalse(args, false);
    });
}

void askRate(Asking& asking) {
    const QuestionData& data = asking.data();
    for (const TimeFact& fact : data.times) {
        const ClassTime* time =
            timeThat(fact, [](const ClassTime& one) { return one.flop.value_or(0) > 0; });
        if (time == nullptr) continue;
        Json args = argsOf(data, fact, *time);
        const Shown work = data.shown(*time->flop / 1e6);
        args["work_text"] = work.text;
        const double ms = data.shownTime(time->median_ms, fact.unit).value / fact.unit.per_ms;
        asking.number(args, work.value / ms);  // MFLOP/ms = GFLOP/s
    }
}

void askEqualSpread(Asking& asking) {
    const QuestionData& data = asking.data();
    for (const TimeFact& fact : data.times) {
        if (!deviceOf(data.variant(fact.key.variant)).isCpu()) continue;
        std::map<std::string, std::vector<double>> found;  // by processor
        for (const ClassMark* mark : fact.marks)
            if (!mark->file->machine.cpu.name.empty())
                found[mark->file->machine.cpu.name].push_back(mark->time->median_ms);
        for (const auto& [processor, times] : found) {
            if (times.size() < EqualProcessors::kFewest) continue;
            const auto [low, high] = std::ranges::minmax(times);
            const Shown least = data.shownTime(low, fact.unit),
                        most = data.shownTime(high, fact.unit);
            Json args{{"where_text", fact.where},
                      {"pcs", times.size()},
                      {"way_name", fact.way},
                      {"processor_name",
                       withoutNames(visibleText(processor), data.classroom.nameWords())},
                      {"low_text", least.text},
                      {"high_text", most.text}};
            asking.number(args, most.value / least.value);
        }
    }
}

/// Two PCs of which one has clearly more of something, and less or more time.
template <typename Of>
void comparePcs(Asking& asking, Of of, const char* unit) {
    const QuestionData& data = asking.data();
    for (const TimeFact& fact : data.times) {
        if (!deviceOf(data.variant(fact.key.variant)).isCpu()) continue;
        const ClassMark *low = nullptr, *high = nullptr;
        for (const ClassMark* mark : fact.marks) {
            const double value = of(mark->file->machine.cpu);
            if (!(value > 0)) continue;
            if (low == nullptr || value < of(low->file->machine.cpu)) low = mark;
            if (high == nullptr || value > of(high->file->machine.cpu)) high = mark;
        }
        if (low == nullptr || of(high->file->machine.cpu) < 1.02 * of(low->file->machine.cpu))
            continue;
        const Shown lowTime = data.shownTime(low->time->median_ms, fact.unit),
                    highTime = data.shownTime(high->time->median_ms, fact.unit);
        if (std::abs(lowTime.value / highTime.value - 1) < 0.03) continue;
        const auto line = [&](const ClassMark* mark, const Shown& time) {
            return data.shown(of(mark->file->machine.cpu), 4).text + " " + unit + ", " + time.text;
        };
        const std::vector<std::string> lines{line(low, lowTime), line(high, highTime)};
        asking.trueFalse({{"where_text", fact.where},
                          {"pcs", 2},
                          {"way_name", fact.way},
                          {"list_text", data.lettered(lines)}},
                         highTime.value < lowTime.value);
    }
}
void askClock(Asking& asking) {
    comparePcs(
        asking, [](const CpuSheet& cpu) { return static_cast<double>(cpu.max_mhz.value_or(0)); },
        "MHz");
}

template <typename Map>
std::vector<ClassKey> keysOf(const Map& map) {
    std::vector<ClassKey> keys;
    for (const auto& [key, value] : map) keys.push_back(key);
    return keys;
}

void askNoTime(Asking& asking) {
    const QuestionData& data = asking.data();
    for (const ClassSeat& seat : data.classroom.seats())
        for (const ClassKey key : data.ordered(keysOf(seat.gaps))) {
            const Reason& reason = seat.gaps.at(key);
            const std::string code = "cause." + reason.code;
            if (seat.marks.contains(key) || !data.text.has(code)) continue;
            std::vector<std::string> wrong;
            for (const char* other : {"no_gpu", "out_of_memory", "cancelled_by_user",
                                      "engine_crashed", "outputs_disagree"})
                wrong.push_back(data.text.word("cause", other));
            const std::string right = data.text(code);
            std::erase(wrong, right);
            const auto names = caseNames(data.classroom, data.find, data.text);
            const auto name = names.find(key.work);
            if (name == names.end()) continue;
            asking.choice({{"where_text",
                            withoutNames(visibleText(name->second), data.classroom.nameWords())},
                           {"pcs", 1},
                           {"way_name", variantWords(data.variant(key.variant), data.text)},
                           {"reason_text", data.text.reason(reason)}},
                          right, wrong);
        }
}

void askDoubt(Asking& asking) {
    const QuestionData& data = asking.data();
    const auto names = caseNames(data.classroom, data.find, data.text);
    for (const ClassSeat& seat : data.classroom.seats())
        for (const ClassKey key : data.ordered(keysOf(seat.marks))) {
            const ClassMark& mark = seat.marks.at(key);
            if (mark.time->doubts.empty() || !names.contains(key.work)) continue;
            const std::string& flag = mark.time->doubts.front();
            if (!data.text.has("flag." + flag)) continue;
            asking.trueFalse({{"where_text", withoutNames(visibleText(names.at(key.work)),
                                                          data.classroom.nameWords())},
                              {"pcs", 1},
                              {"way_name", variantWords(data.variant(key.variant), data.text)},
                              {"flag_text", data.text.word("flag", flag)}},
                             false);
        }
}

void askBrought(Asking& asking) {
    const QuestionData& data = asking.data();
    for (const auto& file : data.classroom.brought())
        for (const ClassRow& row : file->rows) {
            const auto number = data.classroom.find(row.of);
            if (!number || row.times.empty() || !data.options.filter.takesCase(*number)) continue;
            const ClassTime& time = row.times.front();
            const TimeUnit unit = unitAround(data.classroom, *number, data.find, {});
            const std::string name =
                chartNames(data.classroom, std::span(&*number, 1), data.find, data.text).chart;
            asking.trueFalse(
                {{"where_text", withoutNames(visibleText(name), data.classroom.nameWords())},
                 {"pcs", 1},
                 {"way_name", variantWords(time.variant, data.text)},
                 {"origin_text", data.text.word("provenance", word(file->provenance->kind()))},
                 {"time_text", data.shownTime(time.median_ms, unit).text}},
                false);
        }
}

/// Asks which of the bands that could be predicted a measured factor lies in.
void askBand(Asking& asking) {
    const QuestionData& data = asking.data();
    for (const ClassSeat& seat : data.classroom.seats()) {
        if (!data.options.filter.takes(seat)) continue;
        for (const ClassPrediction& one : predictionsOf(data.classroom, seat)) {
            const PredictionOutcome& outcome = one.outcome;
            if (outcome.measured.size() != 1 || !outcome.factor ||
                outcome.question.kind == PredictionQuestion::Kind::Faster)
                continue;
            const Shown factor = data.shown(outcome.factor->ratio);
            const auto band = bandOf(outcome.measured.front());
            if (!band || factor.value < band->low || factor.value >= band->high) continue;
            std::vector<std::string> wrong;
            for (const std::string& code : outcome.question.choices)
                if (code != outcome.measured.front())
                    wrong.push_back(data.text.word("prediction_answer", code));
            const auto number = data.classroom.find(one.of);
            if (!number) continue;
            asking.choice(
                {{"where_text",
                  withoutNames(visibleText(chartNames(data.classroom, std::span(&*number, 1),
                                                      data.find, data.text)
                                               .chart),
                               data.classroom.nameWords())},
                 {"pcs", 1},
                 {"question_text", questionWords(one, data.text)},
                 {"factor_text", factor.text}},
                data.text.word("prediction_answer", outcome.measured.front()), wrong);
        }
    }
}

void askMetShare(Asking& asking) {
    const QuestionData& data = asking.data();
    struct Count {
        std::size_t all = 0, met = 0;
        std::string where{}, words{};
    };
    std::map<std::pair<std::string, std::string>, Count> found;
    for (const ClassSeat& seat : data.classroom.seats()) {
        if (!data.options.filter.takes(seat)) continue;
        for (const ClassPrediction& one : predictionsOf(data.classroom, seat)) {
            const auto met = one.outcome.met();
            const auto number = data.classroom.find(one.of);
            if (!met || !number) continue;
            Count& count = found[{one.of.experiment, one.outcome.question.id}];
            ++count.all;
            count.met += *met;
            count.words = questionWords(one, data.text);
            count.where = withoutNames(
                visibleText(
                    chartNames(data.classroom, std::span(&*number, 1), data.find, data.text).chart),
                data.classroom.nameWords());
        }
    }
    for (const auto& [asked, count] : found)
        if (count.all > 1)
            asking.number({{"where_text", count.where},
                           {"pcs", count.all},
                           {"question_text", count.words},
                           {"n", count.all},
                           {"met_count", count.met}},
                          100.0 * static_cast<double>(count.met) / static_cast<double>(count.all));
}

}  // namespace

std::span<const QuestionKind> workerKinds() {
    static constexpr QuestionKind kKinds[] = {
        {"crew_gain", "crew", askCrewGain},  {"efficiency", "crew", askEfficiency},
        {"ideal", "crew", askIdeal},         {"always_faster", "crew_three", askAlwaysFaster},
        {"serial", "crew_share", askSerial}, {"limit", "crew_share", askLimit}};
    return kKinds;
}
std::span<const QuestionKind> partKinds() {
    static constexpr QuestionKind kKinds[] = {
        {"part_share", "parts", askPartShare},           {"without_part", "parts", askWithoutPart},
        {"largest_part", "parts_three", askLargestPart}, {"first_call", "first", askFirstCall},
        {"first_counts", "first", askFirstCounts},       {"rate", "work", askRate}};
    return kKinds;
}
std::span<const QuestionKind> machineKinds() {
    static constexpr QuestionKind kKinds[] = {{"equal_spread", "equal", askEqualSpread},
                                              {"clock", "clocks", askClock},
                                              {"no_time", "gap", askNoTime},
                                              {"doubt", "doubt", askDoubt},
                                              {"brought", "brought", askBrought},
                                              {"band", "band", askBand},
                                              {"met_share", "met", askMetShare}};
    return kKinds;
}

}  // namespace duelo::class_questions
