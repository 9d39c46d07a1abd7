// SPDX-License-Identifier: Apache-2.0
// The bank: every kind in its order, and what is missing for the rest.
#include "classroom/questions.h"

#include <algorithm>
#include <array>

#include "classroom/question_data.h"

namespace duelo {

using namespace class_questions;

namespace {

std::array<std::span<const QuestionKind>, 7> allKinds() {
    return {pairKinds(),   pairLineKinds(), timeKinds(),   growthKinds(),
            workerKinds(), partKinds(),     machineKinds()};
}

}  // namespace

std::size_t questionKindCount() {
    std::size_t count = 0;
    for (const auto& table : allKinds()) count += table.size();
    return count;
}

std::string questionsWritten(const QuestionBank& bank, const std::string& path, const Text& text) {
    return text("class.questions_written", {{"questions", bank.questions.size()},
                                            {"kinds", questionKindCount() - bank.kinds_left_out},
                                            {"path", path}});
}

QuestionBank questionsOf(const Classroom& classroom, const FindSpec& find,
                         const ClassOptions& options) {
    const QuestionData data(classroom, find, options);
    QuestionBank bank;
    std::vector<std::pair<std::string_view, std::size_t>> needs;  // kinds that were not asked
    for (const auto& table : allKinds())
        for (const QuestionKind& kind : table) {
            const std::size_t before = bank.questions.size();
            Asking asking(data, kind.id, bank.questions);
            kind.ask(asking);
            if (bank.questions.size() > before) continue;
            ++bank.kinds_left_out;
            const auto known = std::ranges::find(needs, kind.need,
                                                 &std::pair<std::string_view, std::size_t>::first);
            if (known == needs.end())
                needs.emplace_back(kind.need, 1);
            else
                ++known->second;
        }
    for (const auto& [need, kinds] : needs)
        bank.left_out.push_back(data.text(
            "question.left_out",
            {{"n", kinds}, {"need_text", data.text("question_need." + std::string(need))}}));
    return bank;
}

}  // namespace duelo
