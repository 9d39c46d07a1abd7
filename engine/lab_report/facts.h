// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lab_report/evidence.h"
#include "lab_report/report_form.h"

namespace duelo {

/// Something that is so of a report. It is told and nothing follows from it: there is no score, and
/// no export waits for it.
struct ReportFact {
    /// Unwritten: nobody has written a word there. Lost: a citation shows what it said, as the
    /// files do not have it.
    enum class Kind { Other, Cover, Unwritten, Lost };

    /// Ids; no question: of the section as a whole; no section: of the cover.
    std::string section{}, question{};
    std::string sentence{};
    Kind kind = Kind::Other;
};

/// Returns the facts in the order of the form: what the cover lacks, a section without a word, a
/// question without an answer, an answer without a citation where one is asked for, a proposal
/// without a source, a number with a unit that no open file has, a citation that is not what the
/// records say now, no time of a GPU.
[[nodiscard]] std::vector<ReportFact> factsOf(const LabReport& report, const ReportForm& form,
                                              const EvidenceBook& book, const Text& text);

/// Returns the facts of sections and questions that nobody has written a word to, for whoever is
/// about to hand in.
[[nodiscard]] std::vector<std::string> unwrittenOf(const LabReport& report, const ReportForm& form,
                                                   const EvidenceBook& book, const Text& text);

/// Returns the facts of citations whose evidence is not in the files, as the list of a hand-in has
/// them.
[[nodiscard]] std::vector<std::string> lostOf(const LabReport& report, const ReportForm& form,
                                              const EvidenceBook& book, const Text& text);

/// A row of the rubric and what of it is not in the report yet (Y-37). There is no mark in it.
struct RowStanding {
    const RubricRow* row = nullptr;
    std::vector<std::string> missing{};
};
/// Returns how each row of the rubric stands. `facts`: those of factsOf().
[[nodiscard]] std::vector<RowStanding> rubricOf(const ReportForm& form,
                                                std::span<const ReportFact> facts,
                                                const Text& text);

/// Says where a PDF of it has more pages than the form asks for.
[[nodiscard]] std::vector<std::string> pageFacts(const ReportForm& form, int body_pages,
                                                 int annex_pages, const Text& text);

/// Says how many pages there are now and how many are asked for: "Body: 4 of 6 pages; annex: 2 of
/// 3."
[[nodiscard]] std::string pagesText(const ReportForm& form, int body_pages, int annex_pages,
                                    const Text& text);

/// The state of a section, for a dot beside its name.
enum class SectionState { Empty, Begun, Answered };
[[nodiscard]] SectionState stateOf(const LabReport& report, const ReportSection& section);

}  // namespace duelo
