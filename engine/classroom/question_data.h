// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "classroom/questions.h"
#include "classroom/seat_facts.h"

/// The class's numbers as questions use them: clean ones alone, rounded as they are shown, so that
/// whoever calculates with what the text says finds the answer.
namespace duelo::class_questions {

/// A number as it is shown: `value` is what its text says.
struct Shown {
    double value = 0;
    std::string text{};
};

/// The clean times of one case in one way, of the PCs in the order of their seats.
struct TimeFact {
    ClassKey key{};
    std::string where{}, way{};  ///< the case and the variant in words
    std::string case_name{};     ///< the part that tells the case from others of its chart
    TimeUnit unit{};
    std::vector<const ClassMark*> marks{};
    std::vector<const ClassSeat*> seats{};  ///< parallel
    double median_ms = 0;                   ///< of the class
    Shown median{};                         ///< in the unit, with it in the text
};
/// Two ways that PCs measured together in one case.
struct PairFact {
    std::size_t work = 0;
    ClassPair pair{};
    std::string where{}, case_name{}, base{}, other{};
    TimeUnit unit{};
    std::vector<const RatioEstimate*> ratios{};  ///< of the PCs, by seat
    Shown base_time{}, other_time{};             ///< medians of these PCs
    double factor = 0;                           ///< of both as they are shown
    std::optional<double> x{};
};
/// The clean times of one way over a numeric axis, ascending.
struct LineFact {
    std::string where{}, way{}, axis_title{};
    std::vector<double> xs{};
    std::vector<const TimeFact*> times{};  ///< parallel
};
/// One case in ways that differ in how many share its work alone, ascending from one.
struct CrewFact {
    std::string where{}, axis{};
    std::vector<int> workers{};
    std::vector<const TimeFact*> times{};  ///< parallel
};

struct QuestionData {
    const Classroom& classroom;
    const FindSpec& find;
    ClassOptions options;  ///< the filter looks at clean times alone
    Text text;
    std::vector<TimeFact> times{};
    std::vector<PairFact> pairs{};
    /// Pairs of the same two ways in several cases of a chart, by places in `pairs`.
    std::vector<std::vector<const PairFact*>> pair_lines{};
    std::vector<LineFact> lines{};
    std::vector<CrewFact> crews{};

    QuestionData(const Classroom& of, const FindSpec& specs, const ClassOptions& looked);
    QuestionData(const QuestionData&) = delete;
    QuestionData& operator=(const QuestionData&) = delete;

    /// A number with three significant digits, as it is shown and as it counts then.
    [[nodiscard]] Shown shown(double value, int digits = 3) const;
    [[nodiscard]] Shown shownTime(double ms, const TimeUnit& unit) const;
    /// "A: 12.3 ms\nB: 11.9 ms": PCs by letters, since a seat may say who sits there.
    [[nodiscard]] std::string lettered(std::span<const std::string> figures) const;
    [[nodiscard]] const Params& variant(std::size_t number) const {
        return classroom.variants()[number];
    }
    /// Returns the keys in an order that does not depend on the one in which files were read.
    [[nodiscard]] std::vector<ClassKey> ordered(std::vector<ClassKey> keys) const;
    [[nodiscard]] const std::string& experimentOf(std::size_t work) const {
        return classroom.cases()[work].experiment;
    }

private:
    void addChart(const std::vector<std::size_t>& chart);
    void addPairs(const std::vector<std::size_t>& chart, const std::string& name,
                  const std::vector<std::string>& cases, const TimeUnit& unit);
    void addLines(const std::vector<std::size_t>& chart, std::size_t first,
                  const std::string& name);
    void addCrews(std::size_t first);
};

/// Takes the questions of one kind. A question whose data are not enough is not asked: a choice
/// with less than three different answers, a number that is none.
class Asking {
public:
    Asking(const QuestionData& data, std::string_view kind, std::vector<Question>& into)
        : m_data(data), m_kind(kind), m_into(into) {}

    [[nodiscard]] const QuestionData& data() const { return m_data; }
    [[nodiscard]] std::string words(std::string_view key, const Json& args = Json::object()) const;
    /// Enough of this kind were asked.
    [[nodiscard]] bool isFull() const { return m_asked >= kMost; }
    /// `args` fill the texts question.<kind> and question.<kind>_why; "where_text" and "pcs" are
    /// wanted in all of them.
    void choice(const Json& args, const std::string& right, const std::vector<std::string>& wrong);
    void trueFalse(const Json& args, bool is_true);
    /// The tolerance is relative, and at least half of the last digit; 0: the whole number itself.
    void number(const Json& args, double answer, double tolerance = kTolerance);
    void matching(const Json& args, const std::vector<std::pair<std::string, std::string>>& pairs);

    static constexpr std::size_t kMost = 2;  ///< questions of a kind
    static constexpr double kTolerance = 0.02;

private:
    [[nodiscard]] Question begun(Question::Type type, const Json& args) const;
    void take(Question question);

    const QuestionData& m_data;
    std::string m_kind;
    std::vector<Question>& m_into;
    std::size_t m_asked = 0;
};

/// A kind of question: what it is called in the words, what it needs (question_need.<need>), and
/// who asks it.
struct QuestionKind {
    std::string_view id, need;
    void (*ask)(Asking& asking);
};
/// The tables, by what they ask about.
[[nodiscard]] std::span<const QuestionKind> pairKinds();
[[nodiscard]] std::span<const QuestionKind> pairLineKinds();
[[nodiscard]] std::span<const QuestionKind> timeKinds();
[[nodiscard]] std::span<const QuestionKind> growthKinds();
[[nodiscard]] std::span<const QuestionKind> workerKinds();
[[nodiscard]] std::span<const QuestionKind> partKinds();
[[nodiscard]] std::span<const QuestionKind> machineKinds();

}  // namespace duelo::class_questions
