// SPDX-License-Identifier: Apache-2.0
// A prediction in words.
#include <algorithm>

#include "report/prediction.h"

namespace duelo {
namespace {

/// The parts of a case's name that the other one does not have; all of them where nothing tells the
/// two apart.
std::string partsApart(const std::vector<std::string>& parts,
                       const std::vector<std::string>& other) {
    std::string own, all;
    for (const std::string& part : parts) {
        all += (all.empty() ? "" : ", ") + part;
        if (std::ranges::find(other, part) == other.end()) own += (own.empty() ? "" : ", ") + part;
    }
    return own.empty() ? all : own;
}

/// The parts of a case's name that the other one has too, to be said once for both; empty where the
/// two have all of them alike.
std::string partsShared(const std::vector<std::string>& parts,
                        const std::vector<std::string>& other) {
    std::string shared;
    for (const std::string& part : parts)
        if (std::ranges::find(other, part) != other.end())
            shared += (shared.empty() ? "" : ", ") + part;
    return parts == other ? std::string() : shared;
}

/// Tells whether numbers alone tell the two cases apart: "224 px" says enough.
bool isOfNumbers(const Prediction& asked) {
    if (!asked.first.is_object() || !asked.last.is_object()) return true;
    for (const auto& [axis, value] : asked.last.items())
        if (!value.is_number() && asked.first.value(axis, Json()) != value) return false;
    return true;
}

}  // namespace

PredictionWords::PredictionWords(const Prediction& prediction, const std::string& experiment,
                                 FindSpec find, const Text& text)
    : m_text(text) {
    // A comparison without figures: its labels give the names that tables give.
    Comparison asked{.find = std::move(find)};
    asked.sources.resize(1);
    asked.columns.push_back({0, Params::from(prediction.base)});
    if (!prediction.other.is_null()) asked.columns.push_back({0, Params::from(prediction.other)});
    asked.rows.push_back({.experiment = experiment, .work = Params::from(prediction.first)});
    asked.rows.push_back({.experiment = experiment, .work = Params::from(prediction.last)});
    const Labels labels(asked, text);
    m_base = labels.columnName(0);
    if (asked.columns.size() > 1) m_other = labels.columnName(1);
    const auto first = labels.caseParts(asked.rows[0]), last = labels.caseParts(asked.rows[1]);
    m_first = partsApart(first, last);
    m_last = partsApart(last, first);
    // From one network to another: at which size (Y-33).
    const std::string shared = isOfNumbers(prediction) ? std::string() : partsShared(first, last);
    if (shared.empty()) return;
    m_first += " (" + shared + ")";
    m_last += " (" + shared + ")";
}

std::string PredictionWords::question(const PredictionQuestion& question) const {
    switch (question.kind) {
        case PredictionQuestion::Kind::Faster:
            return m_text("prediction.faster",
                          {{"case_name", question.of_first ? m_first : m_last}});
        case PredictionQuestion::Kind::Times:
            if (question.elsewhere)
                return m_text("prediction.times_elsewhere",
                              {{"case_name", m_last}, {"base_name", m_base}});
            return m_text("prediction.times",
                          {{"case_name", m_last}, {"base_name", m_base}, {"other_name", m_other}});
        case PredictionQuestion::Kind::Growth:
            return m_text(
                "prediction.growth",
                {{"variant_name", m_base}, {"first_name", m_first}, {"last_name", m_last}});
    }
    return {};
}

std::string PredictionWords::answer(const std::string& code) const {
    if (code == "base") return m_base;
    if (code == "other") return m_other;
    return visibleText(m_text.word("prediction_answer", code));
}

std::string PredictionWords::predicted(const PredictionOutcome& outcome) const {
    return outcome.predicted.empty() ? m_text("prediction.left_open") : answer(outcome.predicted);
}

std::string PredictionWords::measured(const PredictionOutcome& outcome,
                                      const Labels& labels) const {
    // The list of what is doubtful stands beside the times.
    if (outcome.why && outcome.why->code == "ratio_doubtful")
        return m_text("prediction.no_factor_doubtful");
    if (outcome.why) return m_text.told(*outcome.why);
    std::string told;
    for (const std::string& code : outcome.measured)
        told += (told.empty() ? "" : m_text("prediction.or")) + answer(code);
    // Of the faster one it is said how much faster it is; a band is of the factor as it was asked.
    const RatioEstimate& estimate = *outcome.factor;
    const auto [factor, ci] = outcome.question.kind == PredictionQuestion::Kind::Faster
                                  ? saidRatio(estimate)
                                  : SaidRatio{estimate.ratio, estimate.ci95};
    return m_text("prediction.with_factor",
                  {{"answer_text", told},
                   {"factor_text", measuredText(factor, ci, m_text.numbers())},
                   {"interval_text", labels.intervalText(estimate, ci, decimalsFor(factor, ci))}});
}

std::string PredictionWords::met(const PredictionOutcome& outcome) const {
    const auto met = outcome.met();
    if (!met && !outcome.predicted.empty() && outcome.measured.size() > 1)
        return m_text("prediction.undecided");
    return met ? m_text(*met ? "prediction.met" : "prediction.not_met") : "–";
}

std::string PredictionWords::line(const PredictionOutcome& outcome, const Labels& labels) const {
    const std::string told = met(outcome);
    return m_text(told == "–" ? "prediction.card_line_open" : "prediction.card_line",
                  {{"question_text", question(outcome.question)},
                   {"predicted_text", predicted(outcome)},
                   {"measured_text", measured(outcome, labels)},
                   {"met_text", told}});
}

std::vector<std::string> PredictionWords::remarks(const Prediction& prediction) const {
    std::vector<std::string> remarks;
    if (prediction.skipped)
        remarks.push_back(m_text("prediction.skipped"));
    else if (prediction.seen_runs > 0)
        remarks.push_back(m_text("prediction.seen", {{"n", prediction.seen_runs}}));
    return remarks;
}

}  // namespace duelo
