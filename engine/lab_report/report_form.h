// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/text.h"

/// What a report asks, as data (resources/reports): its sections in the order of the handout, with
/// their questions, tags of competences and the rubric's words.
namespace duelo {

/// The same words in every language of Text.
struct BothWords {
    std::string es{}, en{};

    [[nodiscard]] const std::string& in(Language language) const {
        return language == Language::Spanish ? es : en;
    }
};

/// What an answer is looked at for: nothing, whether it cites what was measured, or whether each of
/// its paragraphs names where it comes from.
enum class AnswerNeeds { Nothing, Citation, Source };
template <>
inline constexpr std::array<std::string_view, 3> wordsOf<AnswerNeeds>{"nothing", "citation",
                                                                      "source"};

struct ReportQuestion {
    std::string id{};  ///< of the text in LabReport::texts; the same in every form that asks it
    BothWords ask{};
    AnswerNeeds needs = AnswerNeeds::Nothing;
};

/// Words: the student's alone. Results: the tables and charts of the open files stand below them.
/// Annex: so does how each figure was obtained.
enum class SectionKind { Words, Results, Annex };
template <>
inline constexpr std::array<std::string_view, 3> wordsOf<SectionKind>{"words", "results", "annex"};

struct ReportSection {
    std::string id{};
    BothWords title{}, rubric{};  ///< what the rubric asks for here; empty: nothing of its own
    int weight_percent = 0;       ///< of the rubric; 0: none of its own
    std::vector<std::string> competences{};
    SectionKind kind = SectionKind::Words;
    std::vector<ReportQuestion> questions{};
    std::vector<std::string> tables{};  ///< of an annex: ids of the tables of a Document
};

struct ReportForm {
    std::string id{};
    BothWords name{}, title{};
    bool declares_no_gpu = false;                   ///< Option B: begins by saying so (S0-30)
    int most_body_pages = 0, most_annex_pages = 0;  ///< that are asked for; 0: any number
    std::vector<std::string> competences{};
    std::vector<ReportSection> sections{};
};

/// All that this Duelo has, in the order in which they are offered.
[[nodiscard]] std::span<const ReportForm> reportForms();
/// Null where this Duelo has none of that id.
[[nodiscard]] const ReportForm* findForm(std::string_view id);
/// Reasons: those of Fields (base/json_fields.h).
[[nodiscard]] Result<ReportForm> formFromJson(const Json& json);

}  // namespace duelo
