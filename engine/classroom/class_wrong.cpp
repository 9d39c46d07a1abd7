// SPDX-License-Identifier: Apache-2.0
#include "classroom/class_wrong.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "classroom/class_chart_parts.h"
#include "classroom/handed_reports.h"

namespace duelo {
namespace {

using AskedKind = PredictionQuestion::Kind;

/// Counts what was said in the same words.
class Sayings {
public:
    void add(const std::string& words, bool wrong) {
        WrongSaying& one = m_all[words];
        one.words = words;
        one.wrong += wrong;
        ++one.all;
    }
    [[nodiscard]] std::vector<WrongSaying> sorted() const {
        std::vector<WrongSaying> out;
        for (const auto& [words, one] : m_all) out.push_back(one);
        std::ranges::stable_sort(out, std::ranges::greater{}, &WrongSaying::wrong);
        return out;
    }

private:
    std::map<std::string, WrongSaying> m_all;
};

const char* askedCode(AskedKind kind) {
    switch (kind) {
        case AskedKind::Faster:
            return "class_wrong.faster";
        case AskedKind::Times:
            return "class_wrong.times";
        case AskedKind::Growth:
            break;
    }
    return "class_wrong.growth";
}

/// The question of a prediction, with the names that the charts of its case give.
std::string questionOf(const Classroom& classroom, const ClassPrediction& one, std::size_t number,
                       const FindSpec& find, const Text& text) {
    const SeriesNames names =
        seriesNames(classroom, class_chart::chartWith(classroom, number), find, text);
    const auto nameOf = [&](const Params& variant) {
        const auto& known = classroom.variants();
        const auto at = std::ranges::find(known, variant);
        const auto named = names.series.find(static_cast<std::size_t>(at - known.begin()));
        return named == names.series.end() ? variantWords(variant, text) : named->second;
    };
    return text(askedCode(one.outcome.question.kind),
                {{"case_name", class_chart::caseName(classroom, number, find, text)},
                 {"base_name", nameOf(one.base)},
                 {"other_name", nameOf(one.other)}});
}

}  // namespace

std::vector<WrongSaying> wrongPredictions(const Classroom& classroom, const FindSpec& find,
                                          const ClassOptions& options) {
    const Text text = options.text();
    Sayings sayings;
    // The same question comes from every PC, and its names look at the whole class.
    std::map<std::tuple<std::size_t, AskedKind, Params, Params>, std::string> words;
    for (const ClassSeat& seat : classroom.seats()) {
        if (!options.filter.takes(seat)) continue;
        for (const ClassPrediction& one : predictionsOf(classroom, seat)) {
            const auto met = one.outcome.met();
            const auto number = classroom.find(one.of);
            if (!met || !number || !options.filter.takesCase(*number)) continue;
            const auto [known, added] =
                words.try_emplace({*number, one.outcome.question.kind, one.base, one.other});
            if (added) known->second = questionOf(classroom, one, *number, find, text);
            sayings.add(known->second, !*met);
        }
    }
    return sayings.sorted();
}

std::vector<WrongSaying> wrongClaims(const Classroom& classroom, const FindSpec& find,
                                     const Text& text, const std::function<bool()>& isWanted) {
    Sayings sayings;
    for (const Submission& one : submissionsOf(classroom)) {
        if (!isWanted()) break;
        if (one.reports == 0) continue;
        const HandedReports handed = handedReports(one, find);
        if (!handed.files) continue;
        for (const auto& report : handed.reports) {
            if (!report) continue;  // the page of the submission says so
            for (const JudgedClaim& claim : judgedClaims(*report, *handed.files, text))
                if (claim.answer() != ClaimAnswer::NotMeasured)
                    sayings.add(claim.statement, claim.answer() == ClaimAnswer::Contradicted);
        }
    }
    return sayings.sorted();
}

BarsValue classWrong(const std::vector<WrongSaying>& predictions,
                     const std::vector<WrongSaying>& claims, const Text& text) {
    BarsValue out{.title = text("class_wrong.title")};
    std::size_t wrong = 0, all = 0;
    const auto add = [&](const std::vector<WrongSaying>& sayings, const char* group) {
        for (const WrongSaying& one : sayings) {
            wrong += one.wrong;
            all += one.all;
            if (one.wrong == 0) continue;
            const auto part = [&](const char* code, std::size_t count) {
                return BarsValue::Part{.id = code,
                                       .name = text(std::string("class_wrong.") + code),
                                       .ms = static_cast<double>(count),
                                       .text = std::to_string(count)};
            };
            out.bars.push_back(
                {.name = one.words,
                 .text = text("class_wrong.count", {{"count", one.wrong}, {"n", one.all}}),
                 .parts = {part("wrong", one.wrong), part("right", one.all - one.wrong)},
                 .group = text(group)});
        }
    };
    add(predictions, "class_wrong.predictions");
    add(claims, "class_wrong.claims");
    out.description =
        text("class_wrong.description", {{"title_text", out.title}, {"count", wrong}, {"n", all}});
    return out;
}

}  // namespace duelo
