// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "classroom/class_tables.h"

/// Questions for a learning platform's question bank, filled with this class's own clean times:
/// what the claims of the reports get wrong, as choices, statements, numbers and pairs. Nobody's
/// name is in them, and equal files give equal questions.
namespace duelo {

struct Question {
    enum class Type { Choice, TrueFalse, Number, Matching };
    Type type = Type::Choice;
    std::string kind{};                ///< of kQuestionKinds
    std::string id{};                  ///< equal for an equal question of another export
    std::string name{}, text{};        ///< plain; lines end with '\n'
    std::string feedback{};            ///< the way to the answer, and the source of its numbers
    std::vector<std::string> choices;  ///< of Choice; the first one is right, no two are equal
    bool is_true = false;              ///< of TrueFalse
    /// Belong to Number; both are written with `decimals`.
    double answer = 0, tolerance = 0;
    int decimals = 0;
    std::vector<std::pair<std::string, std::string>> pairs{};  ///< of Matching
};

/// Holds what is asked of a class, and the kinds of questions that its files have no data for.
struct QuestionBank {
    std::vector<Question> questions{};
    /// "3 kinds need …, which no file has": a sentence for each need.
    std::vector<std::string> left_out{};
    std::size_t kinds_left_out = 0;
};

/// Returns the number of kinds that there are.
[[nodiscard]] std::size_t questionKindCount();
/// Asks about clean times alone, of what the filter of the options looks at.
[[nodiscard]] QuestionBank questionsOf(const Classroom& classroom, const FindSpec& find,
                                       const ClassOptions& options);

/// Write what Moodle imports as "Moodle XML" and "GIFT". Texts are HTML, numbers to be answered
/// have a decimal point.
[[nodiscard]] std::string moodleXml(const QuestionBank& bank, const Text& text);
[[nodiscard]] std::string giftText(const QuestionBank& bank, const Text& text);
/// A number or tolerance as it stands in an answer field: "12.3".
[[nodiscard]] std::string answerField(double value, int decimals);

/// Says how many there are, and where: "83 questions of 46 kinds in bank.xml."
[[nodiscard]] std::string questionsWritten(const QuestionBank& bank, const std::string& path,
                                           const Text& text);
/// Writes the bank in the form that the ending of `path` names, as writeWhole() does. Reasons: its
/// own, "questions_ending" {path}, "questions_none" of a bank without any.
[[nodiscard]] Result<void> exportQuestions(const QuestionBank& bank, const Text& text,
                                           const std::filesystem::path& path,
                                           bool overwrite = false);

}  // namespace duelo
