// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plan/spec.h"
#include "record/prediction.h"
#include "report/labels.h"

/// Predict first (P-01): what is asked before a run, and what came of it. Pure functions of a plan
/// and of a comparison; no experiment is named here.
namespace duelo {

/// One thing to say with one click. Answers are codes: of Faster "base", "other" and "tie", of the
/// others bands of a factor that fit it: between devices and as work grows "below_1", "1_to_3",
/// "3_to_10", "10_to_30", "above_30", of lighter work "below_0_1" to "above_1_1", of another way on
/// one device "below_0_9" to "above_3". A bound belongs to the upper band.
struct PredictionQuestion {
    enum class Kind {
        Faster,  ///< which of the two variants needs less time for a case
        Times,   ///< time of the base / time of the other, in the last case
        Growth,  ///< time of the last case / time of the first, by the base
    };
    std::string id{};  ///< the name of its answer in the record
    Kind kind = Kind::Faster;
    bool of_first = false;   ///< of Faster: in the first case
    bool elsewhere = false;  ///< of Times: the other one is a GPU of another PC
    std::vector<std::string> choices{};
};

/// Returns the predictions to ask for before a validated plan runs on a machine with these facts,
/// without answers yet. They take the base and another variant, one of another device if there is
/// one; and the first and the last case of the first axis that is swept and no file, all else as in
/// the first cell. With one device the first case is within a factor of five of the last, because a
/// growth by thousands asks nothing. A device that is not there is not asked about; but where there
/// is no GPU, work grows and the handout's tables set a GPU against the CPU, the GPU of another PC
/// is. Nothing where there is neither a second variant nor a second case.
[[nodiscard]] std::optional<Prediction> predictionFor(const Plan& plan, const Spec& spec,
                                                      const Facts& facts);

/// Returns the questions, three at most: with two devices which is faster in the first and in the
/// last case, and the factor in the last; with two variants of one device the last two and the
/// growth; with one variant the growth alone. The factor of a GPU elsewhere takes the place of the
/// question which variant is faster, which the times tell as well.
[[nodiscard]] std::vector<PredictionQuestion> questionsOf(const Prediction& prediction);

/// The factors that a band holds, the last without an end; nothing of another answer.
[[nodiscard]] std::optional<Interval> bandOf(std::string_view answer);

/// The measured outcome of a question.
struct PredictionOutcome {
    PredictionQuestion question{};
    std::string predicted{};                ///< empty: left open
    std::vector<std::string> measured{};    ///< every answer that the interval of the factor allows
    std::optional<RatioEstimate> factor{};  ///< where one may be told
    /// Set exactly where there is no `factor`: "prediction_inconclusive" {doubt}, why no factor is
    /// told (Labels::whyNoFactor()), or why a cell has no time. The faster side may be `measured`
    /// all the same (ColumnRatio::loaded).
    std::optional<Reason> why{};

    /// Tells whether it came true; absent: it was left open, there is nothing to hold it against,
    /// or the interval reaches other bands too.
    [[nodiscard]] std::optional<bool> met() const;
};

/// Returns what of it is still a prediction beside these figures: all of it while the own file
/// lacks a time that is asked about, else a GPU elsewhere that has no time yet. Nothing: the rest.
[[nodiscard]] std::optional<Prediction> unseenOf(const Comparison& comparison, Prediction asked);
/// Returns the prediction in the first header of the own file, which nothing after it can change;
/// null: nobody was asked.
[[nodiscard]] const Prediction* predictionIn(const Comparison& comparison);
/// Returns the outcome of each question of predictionIn(), in its order, of a GPU elsewhere once
/// its times stand beside; empty without a prediction.
[[nodiscard]] std::vector<PredictionOutcome> outcomesOf(const Comparison& comparison,
                                                        const Labels& labels);

/// The same in words. A variant and a case have the names that tell the two that are asked about
/// apart.
class PredictionWords {
public:
    PredictionWords(const Prediction& prediction, const std::string& experiment, FindSpec find,
                    const Text& text);

    [[nodiscard]] std::string question(const PredictionQuestion& question) const;
    [[nodiscard]] std::string answer(const std::string& code) const;
    [[nodiscard]] std::string predicted(const PredictionOutcome& outcome) const;
    /// The answers that fit, with the factor and its interval; else why there are none.
    [[nodiscard]] std::string measured(const PredictionOutcome& outcome,
                                       const Labels& labels) const;
    [[nodiscard]] std::string met(const PredictionOutcome& outcome) const;
    /// All of it, the question in a line of its own.
    [[nodiscard]] std::string line(const PredictionOutcome& outcome, const Labels& labels) const;
    /// "Skipped: …" and "… after 2 runs", as far as they hold.
    [[nodiscard]] std::vector<std::string> remarks(const Prediction& prediction) const;

private:
    Text m_text;
    std::string m_base, m_other, m_first, m_last;
};

}  // namespace duelo
