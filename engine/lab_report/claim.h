// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab_report/cell_pair.h"
#include "lab_report/evidence.h"

/// A claim of a student about the open files, and the answer that these give to it (P-09). A claim
/// is put together from measured cells and from lists. Nothing here argues, and no answer goes into
/// a report by itself: a report gets the figures, and its author says why. It knows no experiment.
namespace duelo {

/// Pair: a cell against another. All: a way of doing it against another, in every case that both
/// have. Metric: the same of what was measured beside time. Growth: how a time grows with an axis.
/// Workers: what more of those that share the work bring.
enum class ClaimKind { Pair, All, Metric, Growth, Workers };
template <>
inline constexpr std::array<std::string_view, 5> wordsOf<ClaimKind>{"pair", "all", "metric",
                                                                    "growth", "workers"};

struct Claim {
    ClaimKind kind = ClaimKind::Pair;
    CellRef base{};      ///< of Pair, All and Metric what it is set against; of others none
    CellRef of{};        ///< of Growth and Workers any cell of the line
    std::string what{};  ///< of Growth and Workers an axis, of Metric a metric
    std::string says{};  ///< one of sayingsOf()
    /// The cause of a Pair, one of causesOf(); empty: nothing is said of that.
    std::string cause{};

    bool operator==(const Claim&) const = default;
};

/// Codes of what can be said, in the order in which they are offered: "faster", "same", "slower";
/// of Metric "better", "same", "worse"; of Growth "constant", "linear", "quadratic", "cubic",
/// "fifth" (powers of the axis), "exponential"; of Workers "ideal", "always_faster", "amdahl".
[[nodiscard]] std::vector<std::string> sayingsOf(ClaimKind kind);

/// A subject that a claim can have, with its name for a list; `what` as Claim has it.
struct ClaimSubject {
    CellRef of{};
    std::string what{}, words{};
};
/// Returns the subjects in the order of the comparison. Two with the same `what` make a claim of a
/// Pair, All or Metric.
[[nodiscard]] std::vector<ClaimSubject> subjectsOf(const Comparison& comparison, ClaimKind kind,
                                                   const Text& text);

/// A cause that can be named: "axis:<axis>" in which way they were done, "part:<part>" of the time,
/// "part:copies" those to and from a device, "work:<quantity>" how much there was to do,
/// "first_call".
struct ClaimCause {
    std::string code{}, words{};
};
[[nodiscard]] std::vector<ClaimCause> causesOf(const Comparison& comparison, const CellPair& pair,
                                               const Text& text);
[[nodiscard]] std::string causeWords(const std::string& experiment, const std::string& cause,
                                     const Text& text);

enum class ClaimAnswer {
    Consistent,    ///< the measured times are as it says
    Contradicted,  ///< it is otherwise
    NotMeasured    ///< nothing that may be relied on says either
};
template <>
inline constexpr std::array<std::string_view, 3> wordsOf<ClaimAnswer>{"consistent", "contradicted",
                                                                      "not_measured"};

/// The answer to one part of a claim: the statement itself, or its cause.
struct ClaimCheck {
    std::string said{};
    ClaimAnswer answer = ClaimAnswer::NotMeasured;
    std::string shown{};  ///< the figures, or why there are none
};

struct JudgedClaim {
    std::string statement{};  ///< as a sentence, with the cause
    std::vector<ClaimCheck> checks{};
    std::string sha256{};  ///< of the results that it rests on

    /// Returns Contradicted where a part is; NotMeasured where a part is, or where there is none.
    [[nodiscard]] ClaimAnswer answer() const;
};

/// Judges a claim by the open files; nothing where they do not have its cells. A result that is
/// flagged as doubtful contradicts nobody.
[[nodiscard]] std::optional<JudgedClaim> judged(const Comparison& comparison, const Claim& claim,
                                                const Text& text);

/// Returns the judgement as what a report cites; its citation has the digest alone.
[[nodiscard]] std::optional<Evidence> claimEvidence(const Comparison& comparison,
                                                    const Claim& claim, const Text& text);
/// Returns the claim as a citation, which lacks only what the files say (judgedEvidence()).
[[nodiscard]] Citation citationOf(const Claim& claim);
/// Returns the claim in one line, as a citation has it (Citation::item); the cells stand beside it
/// there.
[[nodiscard]] std::string itemOf(const Claim& claim);
[[nodiscard]] std::optional<Claim> claimOf(const Citation& citation);

/// Parts of the judging; used by judged() alone.
namespace claims {
[[nodiscard]] ClaimCheck causeCheck(const Comparison& comparison, const Labels& labels,
                                    const CellPair& pair, const PairRatio& ratio,
                                    const std::string& cause);
struct LineJudgement {
    ClaimCheck check{};
    std::vector<const ReportCell*> cells{};
};
[[nodiscard]] LineJudgement growthCheck(const Comparison& comparison, const Labels& labels,
                                        const CellPlace& at, const Claim& claim);
[[nodiscard]] LineJudgement workersCheck(const Comparison& comparison, const Labels& labels,
                                         const CellPlace& at, const Claim& claim);
}  // namespace claims

}  // namespace duelo
