// SPDX-License-Identifier: Apache-2.0
// Questions about two ways of doing a work.
#include <algorithm>
#include <cmath>

#include "classroom/question_data.h"
#include "report/labels.h"

namespace duelo::class_questions {
namespace {

constexpr std::size_t kMostPcs = 7;  // letters in a text

Json argsOf(const PairFact& pair) {
    const bool baseIsFast = pair.factor < 1;
    return {{"where_text", pair.where},
            {"pcs", pair.ratios.size()},
            {"base_name", pair.base},
            {"other_name", pair.other},
            {"base_time_text", pair.base_time.text},
            {"other_time_text", pair.other_time.text},
            {"fast_name", baseIsFast ? pair.base : pair.other},
            {"slow_name", baseIsFast ? pair.other : pair.base}};
}
/// Returns the speed-up of the faster of both over the other.
double gainOf(const PairFact& pair) {
    return std::max(pair.factor, 1 / pair.factor);
}
std::string factorText(const Asking& asking, double factor) {
    return "× " + asking.data().shown(factor).text;
}
std::string intervalText(const Asking& asking, const RatioEstimate& ratio) {
    const QuestionData& data = asking.data();
    return factorText(asking, ratio.ratio) +
           data.text("question.range", {{"low_text", data.shown(ratio.ci95->low).text},
                                        {"high_text", data.shown(ratio.ci95->high).text}});
}

void askFactor(Asking& asking) {
    for (const PairFact& pair : asking.data().pairs) asking.number(argsOf(pair), pair.factor);
}

void askSentence(Asking& asking) {
    for (const PairFact& pair : asking.data().pairs) {
        if (gainOf(pair) < 1.2) continue;
        Json args = argsOf(pair);
        args["gain_text"] = asking.data().shown(gainOf(pair)).text;
        Json swapped = args;
        std::swap(swapped["fast_name"], swapped["slow_name"]);
        asking.choice(args, asking.words("sentence_fast", args),
                      {asking.words("sentence_fast", swapped), asking.words("sentence_long", args),
                       asking.words("sentence_saved", args)});
    }
}

void askSavedPercent(Asking& asking) {
    for (const PairFact& pair : asking.data().pairs)
        if (gainOf(pair) >= 1.1) asking.number(argsOf(pair), 100 * (1 - 1 / gainOf(pair)));
}

void askClaimFaster(Asking& asking) {
    for (const PairFact& pair : asking.data().pairs)
        if (gainOf(pair) >= 1.05) asking.trueFalse(argsOf(pair), pair.factor < 1);
}

void askHalf(Asking& asking) {
    for (const PairFact& pair : asking.data().pairs)
        if (std::abs(gainOf(pair) / 2 - 1) > 0.03)
            asking.trueFalse(argsOf(pair), gainOf(pair) >= 2);
}

void askSavedTime(Asking& asking) {
    constexpr double kCalls = 1000;
    for (const PairFact& pair : asking.data().pairs) {
        const double difference = std::abs(pair.base_time.value - pair.other_time.value);
        if (gainOf(pair) >= 1.1)
            asking.number(argsOf(pair), difference / pair.unit.per_ms / 1000 * kCalls);
    }
}

void askInterval(Asking& asking) {
    for (const PairFact& pair : asking.data().pairs)
        for (const RatioEstimate* ratio : pair.ratios) {
            if (!ratio->ci95) continue;
            // Near 1 the interval that is shown and the verdict's, which asks more, may differ.
            const bool above = ratio->ci95->low > 1, below = ratio->ci95->high < 1;
            if (above != (ratio->verdict == Verdict::Faster) ||
                below != (ratio->verdict == Verdict::Slower) || ratio->verdict == Verdict::Same)
                continue;
            Json args = argsOf(pair);
            args["ratio_text"] = intervalText(asking, *ratio);
            const std::string faster = asking.words("says_other", args),
                              slower = asking.words("says_base", args),
                              open = asking.words("says_open"), same = asking.words("says_same");
            const std::string& right = above ? faster : below ? slower : open;
            std::vector<std::string> wrong{faster, slower, open, same};
            std::erase(wrong, right);
            asking.choice(args, right, wrong);
            break;
        }
}

/// The ratios of some PCs with their intervals, one a line.
std::vector<const RatioEstimate*> someWithInterval(const PairFact& pair) {
    std::vector<const RatioEstimate*> some;
    for (const RatioEstimate* ratio : pair.ratios)
        if (ratio->ci95 && some.size() < kMostPcs) some.push_back(ratio);
    return some;
}

void askDecided(Asking& asking) {
    for (const PairFact& pair : asking.data().pairs) {
        const auto some = someWithInterval(pair);
        if (some.size() < 3) continue;
        std::vector<std::string> lines;
        std::size_t decided = 0;
        for (const RatioEstimate* ratio : some) {
            lines.push_back(intervalText(asking, *ratio));
            decided += asking.data().shown(ratio->ci95->low).value > 1 ||
                       asking.data().shown(ratio->ci95->high).value < 1;
        }
        Json args = argsOf(pair);
        args["list_text"] = asking.data().lettered(lines);
        args["n"] = some.size();
        asking.number(args, static_cast<double>(decided), 0);
    }
}

void askRatioMedian(Asking& asking) {
    for (const PairFact& pair : asking.data().pairs) {
        if (pair.ratios.size() < 3) continue;
        std::vector<std::string> lines;
        std::vector<double> values;
        for (const RatioEstimate* ratio : pair.ratios) {
            if (values.size() == kMostPcs) break;
            const Shown one = asking.data().shown(ratio->ratio);
            values.push_back(one.value);
            lines.push_back("× " + one.text);
        }
        Json args = argsOf(pair);
        args["list_text"] = asking.data().lettered(lines);
        args["n"] = values.size();
        asking.number(args, boxOf(values)->median, 0.01);
    }
}

/// The axes that both have, in which they differ or not.
std::vector<std::string> axesOf(const QuestionData& data, const PairFact& pair, bool differing) {
    const Params &base = data.variant(pair.pair.base), &other = data.variant(pair.pair.other);
    std::vector<std::string> axes;
    for (const auto& [axis, value] : base)
        if (other.has(axis) && (other.at(axis) != value) == differing) axes.push_back(axis);
    if (differing)  // what one of both lacks tells them apart too
        for (const auto& [one, two] : {std::pair(&base, &other), std::pair(&other, &base)})
            for (const auto& [axis, value] : *one)
                if (!two->has(axis)) axes.push_back(axis);
    return axes;
}

void askAxisAlone(Asking& asking) {
    const QuestionData& data = asking.data();
    for (const PairFact& pair : data.pairs) {
        const auto differ = axesOf(data, pair, true);
        if (differ.size() != 1) continue;
        const auto title = [&](const std::string& axis) {
            return columnTitle(data.text, data.experimentOf(pair.work), axis);
        };
        std::vector<std::string> wrong;
        for (const std::string& axis : axesOf(data, pair, false)) wrong.push_back(title(axis));
        for (const auto& [axis, value] : data.classroom.cases()[pair.work].work)
            wrong.push_back(title(axis));
        Json args = argsOf(pair);
        args["base_all_text"] = variantWords(data.variant(pair.pair.base), data.text);
        args["other_all_text"] = variantWords(data.variant(pair.pair.other), data.text);
        asking.choice(args, title(differ.front()), wrong);
    }
}

void askAxisMixed(Asking& asking) {
    const QuestionData& data = asking.data();
    for (const PairFact& pair : data.pairs) {
        const auto differ = axesOf(data, pair, true);
        if (differ.size() < 2) continue;
        std::vector<std::string> titles;
        for (const std::string& axis : differ)
            titles.push_back(columnTitle(data.text, data.experimentOf(pair.work), axis));
        Json args = argsOf(pair);
        args["axis_name"] = titles.front();
        args["list_text"] = commaJoined(titles);
        asking.trueFalse(args, false);
    }
}

void askPairMatch(Asking& asking) {
    for (const PairFact& pair : asking.data().pairs) {
        if (gainOf(pair) < 1.1) continue;
        const Json args = argsOf(pair);
        asking.matching(args, {{asking.words("match_base", args), pair.base_time.text},
                               {asking.words("match_other", args), pair.other_time.text},
                               {asking.words("match_gain", args), factorText(asking, gainOf(pair))},
                               {asking.words("match_saved", args),
                                asking.data().shown(100 * (1 - 1 / gainOf(pair))).text + " %"}});
    }
}

}  // namespace

std::span<const QuestionKind> pairKinds() {
    static constexpr QuestionKind kKinds[] = {{"factor", "pair", askFactor},
                                              {"sentence", "pair", askSentence},
                                              {"saved_percent", "pair", askSavedPercent},
                                              {"claim_faster", "pair", askClaimFaster},
                                              {"half", "pair", askHalf},
                                              {"saved_time", "pair", askSavedTime},
                                              {"pair_match", "pair", askPairMatch},
                                              {"interval", "pair_interval", askInterval},
                                              {"decided", "pair_pcs", askDecided},
                                              {"ratio_median", "pair_pcs", askRatioMedian},
                                              {"axis_alone", "one_axis", askAxisAlone},
                                              {"axis_mixed", "two_axes", askAxisMixed}};
    return kKinds;
}

}  // namespace duelo::class_questions
