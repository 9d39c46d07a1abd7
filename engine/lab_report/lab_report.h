// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/text.h"
#include "base/words.h"
#include "report/comparison_types.h"

/// The report that a student writes: the student's words, and what they cite of the open records.
namespace duelo {

/// The kinds of evidence in the records. Time, Ratio and Part are figures of cells, which stand
/// inside a sentence. The others are boxes with what Duelo made of the files; a claim (claim.h) and
/// a change (what_if.h) with what the files say to what a student put together.
enum class EvidenceKind { Time, Ratio, Part, Table, Chart, Machine, Headline, Claim, WhatIf };
template <>
inline constexpr std::array<std::string_view, 9> wordsOf<EvidenceKind>{
    "time", "ratio", "part", "table", "chart", "machine", "headline", "claim", "what_if"};
[[nodiscard]] constexpr bool isBox(EvidenceKind kind) {
    return kind >= EvidenceKind::Table;
}
/// Tells whether a user put it together, so that no list of what can be cited has it.
[[nodiscard]] constexpr bool isComposed(EvidenceKind kind) {
    return kind >= EvidenceKind::Claim;
}
/// Tells whether it shows a comparison as a whole: with one file more or less it is another one.
[[nodiscard]] constexpr bool isOfGroup(EvidenceKind kind) {
    return isBox(kind) && !isComposed(kind);
}

/// A cell of a record file: its run (Header::run) and its id there. Empty: none, or of a run as a
/// whole no cell.
struct CellRef {
    std::string run{}, cell{};
    bool operator==(const CellRef&) const = default;
};

/// A record file that a report stands on though another may be open by now.
struct KeptFile {
    std::string file{};  ///< its name, by which it is looked for
    std::string run{};   ///< Header::run of its first header
    Role role = Role::Own;

    bool operator==(const KeptFile&) const = default;
};
/// Files that stood beside each other, in the order of their comparison.
using KeptGroup = std::vector<KeptFile>;
/// Returns whether both have the same runs in the same roles and order, whatever their files are
/// called by now: a comparison of them is the same.
[[nodiscard]] bool isSameGroup(const KeptGroup& a, const KeptGroup& b);

/// One thing that the texts cite, as "[[id]]" in them.
struct Citation {
    std::string id{};  ///< "e1"; unique in its report
    EvidenceKind kind = EvidenceKind::Time;
    CellRef of{};          ///< of a box the run alone
    CellRef base{};        ///< of a ratio, a claim and a change: what it is set against
    std::string item{};    ///< part, table or chart; of a claim what is claimed
    std::string source{};  ///< of a change: where the student has it from
    std::string file{};    ///< name of the record file, for who looks for it
    /// All files that it stands on: of isOfGroup() the whole comparison, which is part of what it
    /// is; else those of its cells. Empty in reports of earlier versions.
    KeptGroup files{};
    /// The plan, the start and the machine of that run: the same plan, later, on the same machine
    /// is a newer run.
    std::string plan{}, started{}, machine{};
    std::string sha256{};  ///< of the records that say it, as they were
    std::string said{};    ///< its words then, which stand in its place while no file has it
    Json extra = Json::object();

    /// Returns whether both are of the same subject, whatever was said of it.
    [[nodiscard]] bool isOf(const Citation& other) const;
    /// Returns whether nothing tells with which other files it was cited.
    [[nodiscard]] bool lacksGroup() const { return isOfGroup(kind) && files.empty(); }
    /// "own.duelo + shared.duelo".
    [[nodiscard]] std::string filesText() const;
};

/// The names, the seat and the state with which a report was handed in last. It is remembered in
/// the report's file and nowhere else: the PC may be another student's next.
struct HandIn {
    std::string names{};   ///< as typed: "Núñez Peña, Ana; Ruiz, Leo"
    std::string seat{};    ///< of the classroom
    std::string sha256{};  ///< workDigest() then; empty: it was not handed in

    bool operator==(const HandIn&) const = default;
};

/// The exercises with kernels (experiments/exercises) that were solved when their author put them
/// into the report. A fact, and no grade.
struct ExerciseProgress {
    std::vector<std::string> solved{};  ///< their ids
    std::int64_t all = 0;               ///< how many there were then

    bool operator==(const ExerciseProgress&) const = default;
};

inline constexpr int kLabReportFormat = 1;
inline constexpr std::size_t kMaxTextChars = 100'000;  ///< of a section's text, in code points
inline constexpr std::size_t kMaxLineChars = 300;      ///< of a title or a name
inline constexpr std::size_t kMaxNamesChars = 2000;    ///< of a line in which names are typed
// The limits hold for any such line, or nothing of the report could be kept: each second sign may
// part two people, and a comma gets a blank behind it.
inline constexpr std::size_t kMaxAuthors = kMaxNamesChars / 2;
inline constexpr std::size_t kMaxNameChars = 2 * kMaxNamesChars;
inline constexpr std::size_t kMaxTexts = 100;
inline constexpr std::size_t kMaxCitations = 2000;
inline constexpr std::size_t kMaxKept = 50;  ///< groups, and files of each
inline constexpr std::size_t kMaxExercises = 100;
/// No more is read of a file: kMaxTexts of kMaxTextChars would be an encyclopedia.
inline constexpr std::size_t kMaxReportBytes = std::size_t{16} << 20;

struct LabReport {
    std::string form = "handout_a";  ///< a ReportForm's id
    Language language = Language::Spanish;
    std::string title{};                 ///< empty: the form's
    std::vector<std::string> authors{};  ///< as they are filed (names.h)
    std::string institution{}, subject{}, teacher{}, group{}, date{};
    /// The answers by ReportQuestion::id. Those of another form stay, for whoever goes back to it.
    std::map<std::string, std::string> texts{};
    std::vector<Citation> citations{};
    std::vector<KeptGroup> kept{};  ///< in the order in which they were first needed
    HandIn hand_in{};
    std::optional<ExerciseProgress> exercises{};  ///< none: the report says nothing of them
    Json extra = Json::object();                  ///< fields that this version does not know

    [[nodiscard]] const Citation* citation(std::string_view id) const;
    /// Adds a citation and returns its id; one of the same records that is there already is used
    /// again.
    [[nodiscard]] std::string cite(Citation citation);
};

/// Returns the SHA-256 of all that is written in it, without its hand-in.
[[nodiscard]] std::string workDigest(const LabReport& report);
/// Returns whether there is nothing to hand in, or it was handed in as it is.
[[nodiscard]] bool isHandedIn(const LabReport& report);

/// A piece of a text: the student's words, or a citation of the report.
struct TextPiece {
    std::string words{};
    const Citation* citation = nullptr;
};
/// "[[e1]]" is a citation where the report has one of that id, else words like any others.
[[nodiscard]] std::vector<TextPiece> piecesOf(std::string_view text, const LabReport& report);
[[nodiscard]] std::string tokenOf(std::string_view citationId);
/// Counts code points.
[[nodiscard]] std::size_t charsOf(std::string_view text);

[[nodiscard]] Json toJson(const LabReport& report);
/// Fields that are unknown are kept. Reasons: those of Fields (base/json_fields.h),
/// "lab_report_text_long" {field, most}, "lab_report_too_many" {field, most},
/// "lab_report_too_new" {found, known}, "lab_report_id_twice" {value}.
[[nodiscard]] Result<LabReport> labReportFromJson(const Json& json);

/// Reasons: "file_missing", "file_unreadable" {path}, "lab_report_file_large" {path, most_bytes},
/// "json_invalid", those of labReportFromJson().
[[nodiscard]] Result<LabReport> readLabReport(const std::filesystem::path& path);
/// Writes the file whole or not at all. Reasons: those of writeWhole(), and of labReportFromJson()
/// for what could not be read again.
[[nodiscard]] Result<void> writeLabReport(const LabReport& report,
                                          const std::filesystem::path& path,
                                          bool overwrite = false);

}  // namespace duelo
