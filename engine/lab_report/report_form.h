// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/text.h"
#include "report/document.h"

/// The form of a report, as data (resources/reports): its sections in the order of the handout,
/// with their questions, and the rows of the rubric that it is marked by.
namespace duelo {

/// The same words in every language of Text.
struct BothWords {
    std::string es{}, en{};

    [[nodiscard]] const std::string& in(Language language) const {
        return language == Language::Spanish ? es : en;
    }
};

/// The thing that an answer must have: nothing, a citation of what was measured, or in each of its
/// paragraphs the name of a source.
enum class AnswerNeeds { Nothing, Citation, Source };
template <>
inline constexpr std::array<std::string_view, 3> wordsOf<AnswerNeeds>{"nothing", "citation",
                                                                      "source"};

struct ReportQuestion {
    std::string id{};  ///< of the text in LabReport::texts; the same in every form that asks it
    BothWords ask{};
    /// The heading of the answer in the document: a prompt ("Sum up…") is no heading (Y-35).
    /// Absent: the question itself; empty words: no heading.
    std::optional<BothWords> heading{};
    AnswerNeeds needs = AnswerNeeds::Nothing;
    /// Beginnings of the ids of tables that stand below its answer, which they are evidence for.
    std::vector<std::string> tables{};

    [[nodiscard]] const BothWords& heads() const { return heading ? *heading : ask; }
};

/// Words: the student's alone. Results: the tables and charts of the open files stand below them.
/// Annex: so does how each figure was obtained.
enum class SectionKind { Words, Results, Annex };
template <>
inline constexpr std::array<std::string_view, 3> wordsOf<SectionKind>{"words", "results", "annex"};

struct ReportSection {
    std::string id{};
    BothWords title{};
    SectionKind kind = SectionKind::Words;
    std::vector<ReportQuestion> questions{};
    /// Beginnings of the ids of a Document's tables. Annex: the tables that it has. Words: the
    /// tables that stand below the answers instead of among the results, those of its questions
    /// too.
    std::vector<std::string> tables{};

    [[nodiscard]] bool names(const DocBlock& block) const;
    /// Returns the question that a table is evidence for: the one that names it most closely. Null:
    /// none does.
    [[nodiscard]] const ReportQuestion* questionOf(const DocBlock& block) const;
};

/// The thing that a row checks beside the answers of its sections: the facts on the cover, or
/// tables with times of a GPU among the results.
enum class RowNeeds { Nothing, Cover, GpuTimes };
template <>
inline constexpr std::array<std::string_view, 3> wordsOf<RowNeeds>{"nothing", "cover", "gpu_times"};

/// A section may be marked by several rows, and a row mark several sections (Y-37).
struct RubricRow {
    std::string id{};
    BothWords name{}, asks{};
    int weight_percent = 0;
    std::vector<std::string> competences{};
    std::vector<std::string> sections{};  ///< their ids; empty: the report as a whole
    RowNeeds needs = RowNeeds::Nothing;

    [[nodiscard]] bool marks(const ReportSection& section) const;
};

struct ReportForm {
    std::string id{};
    BothWords name{}, title{};
    bool declares_no_gpu = false;                   ///< Option B: begins by saying so (S0-30)
    int most_body_pages = 0, most_annex_pages = 0;  ///< that are asked for; 0: any number
    std::vector<std::string> competences{};
    std::vector<ReportSection> sections{};
    std::vector<RubricRow> rubric{};  ///< empty: no rubric is known

    /// Returns the competences of the rows that mark a section, each once.
    [[nodiscard]] std::vector<std::string> competencesOf(const ReportSection& section) const;
};

/// Returns all forms that this Duelo has, in the order in which they are offered.
[[nodiscard]] std::span<const ReportForm> reportForms();
/// Returns the form of that id; null where this Duelo has none.
[[nodiscard]] const ReportForm* findForm(std::string_view id);
/// Reasons: those of Fields (base/json_fields.h).
[[nodiscard]] Result<ReportForm> formFromJson(const Json& json);

}  // namespace duelo
