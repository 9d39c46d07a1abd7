// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "classroom/class_tables.h"
#include "classroom/submission.h"

/// Writes back to Moodle: facts of each hand-in for the teacher's grading worksheet and for a
/// page of its own. Duelo grades nothing, and no page names another student.
namespace duelo {

class ClassFeedback {
public:
    /// `classroom` and `find` must outlive it, and the class not change. Of `options` language and
    /// numbers count.
    ClassFeedback(const Classroom& classroom, const FindSpec& find, const ClassOptions& options);

    [[nodiscard]] const std::vector<Submission>& submissions() const { return m_all; }
    /// Says in a few sentences what came of it, and where its times stand in the class.
    [[nodiscard]] std::vector<std::string> facts(std::size_t number) const;
    /// The same whole: the distribution of the class, ratios, predictions, and what is missing in
    /// the report or contradicted by the student's own files. `late` adds what the platform says.
    [[nodiscard]] Document page(std::size_t number, bool late = false) const;

private:
    struct Place {
        std::size_t place = 0, of = 0;  ///< from the shortest time; equal times share one
        ClassBox box{};
    };
    struct OwnTime {
        const ClassSeat* seat = nullptr;
        ClassKey key{};
        const ClassMark* mark = nullptr;
    };
    [[nodiscard]] std::vector<OwnTime> timesOf(const Submission& submission) const;
    [[nodiscard]] Place placeOf(const OwnTime& time) const;
    /// The ratios of the class; nothing where none may be told.
    [[nodiscard]] const std::optional<ClassBox>& ratioBox(std::size_t work, ClassPair pair) const;
    [[nodiscard]] std::string stateWords(std::size_t number) const;
    [[nodiscard]] DocTable timesTable(const Submission& submission) const;
    [[nodiscard]] DocTable ratioTable(const Submission& submission) const;
    [[nodiscard]] DocTable predictionTable(const Submission& submission) const;
    [[nodiscard]] std::vector<std::string> differencesOf(const Submission& submission) const;
    [[nodiscard]] std::vector<std::string> reportFacts(const Submission& submission) const;
    [[nodiscard]] std::string t(const std::string& key, const Json& args = Json::object()) const;
    [[nodiscard]] DocTable table(const char* id, std::vector<std::string> columns) const;
    [[nodiscard]] const TimeUnit& unitOf(std::size_t number) const;

    const Classroom& m_classroom;
    const FindSpec& m_find;
    const ClassOptions m_options;
    const Text m_text;
    const std::vector<Submission> m_all;
    const SubmissionPlaces m_places;
    const std::map<std::size_t, std::string> m_cases;
    const ClassDifferences m_differences;
    std::map<std::string, const ClassSeat*> m_seats;
    struct Times {
        std::vector<double> all{};  ///< of the class, ascending
        ClassBox box{};
    };
    std::map<ClassKey, Times> m_times;
    mutable std::map<std::pair<std::size_t, ClassPair>, std::optional<ClassBox>> m_ratios;
    mutable std::map<std::size_t, TimeUnit> m_units;
};

/// Files that facts are taken from and written to. An empty path: no such file.
struct WriteBackRequest {
    std::filesystem::path worksheet{};      ///< the teacher's own, which is left as it is
    std::filesystem::path worksheet_out{};  ///< a new one, with facts in its feedback comments
    std::filesystem::path feedback{};       ///< a ZIP with a page for each hand-in
    bool overwrite = false;

    /// Returns whether anything of it is asked for.
    [[nodiscard]] bool isAsked() const {
        return !worksheet.empty() || !worksheet_out.empty() || !feedback.empty();
    }
};
struct WrittenBack {
    std::size_t rows = 0, pages = 0;
    std::size_t empty_rows = 0;         ///< of students who handed in nothing that is here
    std::vector<std::string> untold{};  ///< students of whom nothing is written, and why, in words
};
/// Says what a request lacks, before anything was read: "worksheet_wanted" where facts have no
/// worksheet to go to, "worksheet_unused" {path} where they have no place, "export_over_input"
/// {path}, "export_same_place" {path} where both would be one file.
[[nodiscard]] std::optional<Reason> whyNotBack(const WriteBackRequest& request);
/// Pages are named as Moodle wants them, `<name>_<number>_assignfeedback_file_/duelo.html`: its
/// import looks at the number and what stands behind it (mod/assign/feedback/file/
/// importziplib.php). Team members get the page of their team, which the worksheet alone tells.
/// The same class and worksheet give the same bytes. Where it is refused nothing is written.
/// Reasons: those of whyNotBack(), Worksheet, writeWhole() and zipBytes(), "worksheet_other" {path,
/// rows, submissions} of another course or assignment, "worksheet_other_names" {path, count, rows}
/// where the numbers are those of other people, "export_over_input" {path}.
[[nodiscard]] Result<WrittenBack> writeBack(const Classroom& classroom, const FindSpec& find,
                                            const ClassOptions& options,
                                            const WriteBackRequest& request);

}  // namespace duelo
