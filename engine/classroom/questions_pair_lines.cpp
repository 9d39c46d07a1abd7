// SPDX-License-Identifier: Apache-2.0
// Questions about two ways of doing a work in several cases.
#include <algorithm>
#include <cmath>

#include "classroom/question_data.h"

namespace duelo::class_questions {
namespace {

using Line = std::vector<const PairFact*>;

/// "224 px: 20.1 ms · 2.01 ms", one a line.
std::string tableOf(const Line& line) {
    std::string out;
    for (const PairFact* one : line)
        out += (out.empty() ? "" : "\n") + one->case_name + ": " + one->base_time.text + " · " +
               one->other_time.text;
    return out;
}
Json argsOfLine(const Line& line) {
    std::size_t pcs = line.front()->ratios.size();
    for (const PairFact* one : line) pcs = std::min(pcs, one->ratios.size());
    return {{"where_text", line.front()->where},
            {"pcs", pcs},
            {"base_name", line.front()->base},
            {"other_name", line.front()->other},
            {"list_text", tableOf(line)}};
}
std::vector<double> factorsOf(const Line& line) {
    std::vector<double> out;
    for (const PairFact* one : line) out.push_back(one->factor);
    return out;
}
/// Nearer to 1 nobody can say which of both is faster.
bool isDecided(const Line& line) {
    return std::ranges::all_of(
        line, [](const PairFact* one) { return std::abs(one->factor - 1) > 0.02; });
}
bool isOfDevices(const QuestionData& data, const Line& line) {
    const ClassPair& pair = line.front()->pair;
    return deviceOf(data.variant(pair.base)).isCpu() && deviceOf(data.variant(pair.other)).isGpu();
}

void askClaimAll(Asking& asking) {
    for (const Line& line : asking.data().pair_lines)
        if (isDecided(line) && !isOfDevices(asking.data(), line))
            asking.trueFalse(argsOfLine(line), std::ranges::min(factorsOf(line)) > 1);
}

void askGpuAlways(Asking& asking) {
    for (const Line& line : asking.data().pair_lines)
        if (isDecided(line) && isOfDevices(asking.data(), line))
            asking.trueFalse(argsOfLine(line), std::ranges::min(factorsOf(line)) > 1);
}

void askGainSame(Asking& asking) {
    for (const Line& line : asking.data().pair_lines) {
        const auto [low, high] = std::ranges::minmax(factorsOf(line));
        const bool same = high / low <= 1.1;
        if (!same && high / low < 1.25) continue;
        Json args = argsOfLine(line);
        args["low_text"] = asking.data().shown(low).text;
        args["high_text"] = asking.data().shown(high).text;
        asking.trueFalse(args, same);
    }
}

void askBestCase(Asking& asking) {
    for (const Line& line : asking.data().pair_lines) {
        if (line.size() < 3) continue;
        Line sorted = line;
        std::ranges::sort(sorted, std::ranges::greater{}, &PairFact::factor);
        if (sorted[0]->factor < 1.02 * sorted[1]->factor) continue;
        std::vector<std::string> wrong;
        for (std::size_t i = 1; i < sorted.size(); ++i) wrong.push_back(sorted[i]->case_name);
        Json args = argsOfLine(line);
        args["gain_text"] = asking.data().shown(sorted[0]->factor).text;
        asking.choice(args, sorted[0]->case_name, wrong);
    }
}

void askMixedWork(Asking& asking) {
    for (const Line& line : asking.data().pair_lines) {
        Json args = argsOfLine(line);
        args["first_case_name"] = line.front()->case_name;
        args["last_case_name"] = line.back()->case_name;
        args["base_time_text"] = line.back()->base_time.text;
        args["other_time_text"] = line.front()->other_time.text;
        asking.trueFalse(args, false);
    }
}

/// The first case from which on the other way is the faster one.
void askCrossing(Asking& asking) {
    for (const Line& line : asking.data().pair_lines) {
        if (line.size() < 3 || !isDecided(line) || line.front()->factor > 1) continue;
        const auto first =
            std::ranges::find_if(line, [](const PairFact* one) { return one->factor > 1; });
        if (first == line.end() ||
            std::any_of(first, line.end(), [](const PairFact* one) { return one->factor < 1; }))
            continue;
        std::vector<std::string> wrong;
        for (const PairFact* one : line)
            if (one != *first) wrong.push_back(one->case_name);
        asking.choice(argsOfLine(line), (*first)->case_name, wrong);
    }
}

void askGainMatch(Asking& asking) {
    for (const Line& line : asking.data().pair_lines) {
        std::vector<std::pair<std::string, std::string>> pairs;
        for (const PairFact* one : line)
            pairs.emplace_back(one->case_name, "× " + asking.data().shown(one->factor).text);
        asking.matching(argsOfLine(line), pairs);
    }
}

}  // namespace

std::span<const QuestionKind> pairLineKinds() {
    static constexpr QuestionKind kKinds[] = {{"claim_all", "pair_cases", askClaimAll},
                                              {"gain_same", "pair_cases", askGainSame},
                                              {"mixed_work", "pair_cases", askMixedWork},
                                              {"best_case", "pair_three_cases", askBestCase},
                                              {"gain_match", "pair_three_cases", askGainMatch},
                                              {"gpu_always", "pair_gpu", askGpuAlways},
                                              {"crossing", "pair_crossing", askCrossing}};
    return kKinds;
}

}  // namespace duelo::class_questions
