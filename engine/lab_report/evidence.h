// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab_report/group_parts.h"
#include "lab_report/kept_files.h"
#include "lab_report/number_words.h"
#include "report/document.h"
#include "report/labels.h"

/// Evidence that the open files offer to a report: the figures of their cells, and boxes with what
/// Duelo makes of them. Nothing here argues: a box has tables, charts and the sentence of the
/// results.
namespace duelo {

/// State of a citation against the files that are open now.
enum class Standing {
    Current,  ///< the records say what they said
    Newer,    ///< so they do, or they are not open, but the same plan was run again later
    Changed,  ///< they say something else now, or no longer that
    Missing,  ///< no open file has the run, or its files are not open together
    /// An earlier version did not write down which files stood beside its own, and what these files
    /// say is not what it said.
    Unclear
};
template <>
inline constexpr std::array<std::string_view, 5> wordsOf<Standing>{"current", "newer", "changed",
                                                                   "missing", "unclear"};
/// Tells whether the open files have exactly that evidence. Only then is it shown.
[[nodiscard]] constexpr bool holds(Standing standing) {
    return standing == Standing::Current || standing == Standing::Newer;
}

struct Evidence {
    Citation citation{};  ///< all but its id
    std::string title{};  ///< its subject: "ResNet-18, 512 px: GPU"
    std::string words{};  ///< "14.2 [13.9–14.6]"; of a box a few lines of what is in it
    /// The figure as a cell of a table would show it: seconds, times or percent.
    std::optional<double> value{};
    /// Method by which a figure was obtained: samples, clock, the parts that the time contains. For
    /// a figure that was not measured here, its source.
    std::string how{};
    std::vector<DocBlock> blocks{};  ///< of a box
    bool kept = false;               ///< of files that are not open any more
    /// The value that earlier versions wrote as Citation::sha256 of a box: of the own file's cells
    /// alone.
    std::string own_sha256{};
};

/// A table, a chart or a list that stands in a report without being cited.
struct PlacedBlock {
    DocBlock block{};
    std::string of{};  ///< Citation::sha256 of the boxes that show it: tells whose files' it is
    std::size_t place = 0;  ///< of its group among all (GroupPart)
    bool is_told = true;    ///< GroupPart::is_told; of others the annex tells what the body shows
};

class EvidenceBook {
public:
    /// Makes a book; without a comparison nothing is open. It keeps nothing of it but what is said
    /// here.
    EvidenceBook(const Comparison* comparison, const ReportOptions& options,
                 const ReportGround& ground = {});
    /// The first is what is open, the others are what the report keeps. Once `wanted` says no, the
    /// rest is left out.
    EvidenceBook(std::span<const FileGroup> groups, const ReportOptions& options,
                 const ReportGround& ground = {}, const std::function<bool()>& wanted = {});

    /// Returns what can stand in a sentence, row by row.
    [[nodiscard]] const std::vector<Evidence>& figures() const { return m_figures; }
    [[nodiscard]] const std::vector<Evidence>& boxes() const { return m_boxes; }
    /// Tables and charts of the results, in the order of Duelo's own report.
    [[nodiscard]] const std::vector<PlacedBlock>& results() const { return m_results; }
    /// Tables that stand only where a section asks for them (ReportSection::tables), for its
    /// answers to lean on.
    [[nodiscard]] const std::vector<PlacedBlock>& further() const { return m_further; }
    /// Returns whether there is a table whose id begins so.
    [[nodiscard]] bool hasTable(std::string_view id) const;
    /// Returns how the figures were obtained: lists of the method, and the tables of its annex.
    [[nodiscard]] const std::vector<PlacedBlock>& method() const { return m_method; }
    /// Returns the sentence that this PC has no GPU, where it has none (S0-30).
    [[nodiscard]] const std::optional<std::string>& declaration() const { return m_declaration; }
    /// Machines that measured, as the head of a report tells them.
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& machine() const {
        return m_machine;
    }

    /// Asks the files what they say to the claims and changes among these citations, as far as they
    /// have not been asked yet; others are let alone. `groups` are what the book was made of.
    void judge(std::span<const Citation> cited, std::span<const FileGroup> groups,
               const ReportOptions& options);

    struct Found {
        Standing standing = Standing::Missing;
        /// The cited evidence where holds(standing). For Changed, the present evidence of the
        /// files, which may stand beside the cited words but never replaces them. Null: none.
        const Evidence* evidence = nullptr;
        const Evidence* newer = nullptr;  ///< the evidence of the latest of later runs
    };
    /// Finds the evidence of the same files and records: where several are of the same subject, no
    /// other.
    [[nodiscard]] Found find(const Citation& citation) const;

    /// Tells whether a number of a text was measured, follows from two measured ones, or is told by
    /// Duelo's report or a card: a time, a speed-up, a share. Returns true for other units and
    /// where no file is open, as nothing is known then.
    [[nodiscard]] bool hasNumber(const NumberWords& number) const;
    /// Returns whether the results have a time that their own file measured.
    [[nodiscard]] bool hasOwnTimes() const { return m_own_times; }
    /// Returns whether a GPU's times stand among the results, of whichever PC.
    [[nodiscard]] bool hasGpuTimes() const { return m_gpu_times; }

private:
    class Maker;

    /// Files that can be read beside each other, and the runs in them.
    struct Readable {
        KeptGroup files{};
        std::set<std::string> runs{};
    };

    void add(const Comparison& comparison, const ReportOptions& options, bool kept,
             const GroupPart& part, const std::function<bool()>& wanted);
    void orderPlaced(const Text& text);
    [[nodiscard]] const std::vector<Evidence>& of(EvidenceKind kind) const;
    [[nodiscard]] bool hasFilesOf(const Citation& citation) const;
    [[nodiscard]] const Evidence* newerThan(const Citation& citation) const;
    [[nodiscard]] Found findWithoutGroup(const Citation& citation) const;

    std::vector<Evidence> m_figures, m_boxes, m_judged;
    std::vector<Readable> m_groups;
    std::vector<std::string> m_own_files;  ///< by name, of each group
    std::vector<std::size_t> m_order;      ///< of the groups in the report (GroupPart::place)
    std::set<std::string> m_known;         ///< figures, each once though several groups have it
    std::vector<PlacedBlock> m_results, m_further, m_method;
    std::optional<std::string> m_declaration;
    std::vector<std::pair<std::string, std::string>> m_machine;
    std::vector<double> m_times_s, m_factors, m_percents;
    bool m_open = false, m_own_times = false, m_gpu_times = false;
};

/// Returns what the files say to a claim or a change that a student put together, as a citation of
/// it has it; nothing where they have none of its cells, or the citation is none of these.
[[nodiscard]] std::optional<Evidence> judgedEvidence(const Citation& citation,
                                                     const Comparison& comparison,
                                                     const ReportOptions& options);

/// Returns the title of a table or a chart; empty for other blocks.
[[nodiscard]] std::string blockTitle(const DocBlock& block);

}  // namespace duelo
