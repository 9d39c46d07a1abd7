// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <utility>

#include "base/file_name.h"
#include "base/places.h"
#include "base/same_file.h"
#include "base/whole_file.h"
#include "base/zip_file.h"
#include "classroom/class_feedback.h"
#include "classroom/worksheet.h"
#include "report/writers.h"

namespace duelo {
namespace {

constexpr std::size_t kMostUntold = 200;  // named

Reason overInput(const std::filesystem::path& out) {
    return {"export_over_input", {{"path", utf8(out.filename())}}, {}};
}

/// Tells whether the words of a row's name all stand in that of a hand-in, which may have more: a
/// site can put user names before it. With blind marking there are none.
bool isName(const Submission& submission, const Worksheet::Row& row) {
    if (submission.name.empty() || row.name.empty()) return true;
    const std::vector<std::string> has = wordsOfName(submission.name);
    return std::ranges::all_of(wordsOfName(row.name), [&](const std::string& word) {
        return std::ranges::find(has, word) != has.end();
    });
}

/// The hand-ins of Moodle, by what a row of its worksheet tells.
class Rows {
public:
    explicit Rows(const std::vector<Submission>& all) : m_all(all) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].platform != Platform::Moodle) continue;
            if (!all[i].id.empty()) m_byId.emplace(all[i].id, i);
            if (!all[i].name.empty()) m_byName.emplace(plainWords(all[i].name), i);
        }
    }

    struct Match {
        std::optional<std::size_t> submission{};
        bool other_name = false;  ///< the number is that of somebody else
    };
    /// Finds a team by its members' rows: the number of a group means nothing in a worksheet.
    [[nodiscard]] Match of(const Worksheet::Row& row) const {
        if (!row.team.empty())
            if (const auto team = m_byName.find(plainWords(row.team)); team != m_byName.end())
                return {team->second};
        const auto [first, last] = m_byId.equal_range(row.id);
        for (auto at = first; at != last; ++at)
            if (!m_all[at->second].team && isName(m_all[at->second], row)) return {at->second};
        return {std::nullopt, first != last};
    }

private:
    const std::vector<Submission>& m_all;
    std::multimap<std::string, std::size_t> m_byId, m_byName;
};

/// The folder of a page in the ZIP. Moodle parts it at its underscores.
std::string folderOf(const std::string& name, const std::string& id) {
    std::string safe = safeFileName(name);
    std::ranges::replace(safe, '_', ' ');
    return (safe.empty() ? "Participant" : safe) + '_' + id + "_assignfeedback_file_";
}

class Writer {
public:
    Writer(const Classroom& classroom, const FindSpec& find, const ClassOptions& options,
           const WriteBackRequest& request)
        : m_feedback(classroom, find, options), m_text(options.text()), m_request(request) {}

    Result<WrittenBack> write() {
        if (auto why = whyNotBack(m_request)) return tl::unexpected(*std::move(why));
        if (auto why = whyOverInput()) return tl::unexpected(*std::move(why));
        auto worksheet = Worksheet::read(m_request.worksheet);
        if (!worksheet) return tl::unexpected(worksheet.error());
        if (auto why = fill(*worksheet)) return tl::unexpected(*std::move(why));
        const auto put = [&]() -> Result<void> {
            for (const auto* out : {&m_request.worksheet_out, &m_request.feedback})
                if (!out->empty())
                    if (auto can = checkWritable(*out, m_request.overwrite); !can) return can;
            if (!m_request.worksheet_out.empty())
                if (auto done = writeWhole(worksheet->bytes(), m_request.worksheet_out,
                                           m_request.overwrite);
                    !done)
                    return done;
            if (m_request.feedback.empty()) return {};
            const auto zip = zipBytes(m_pages, m_request.feedback);  // without the time of day
            if (!zip) return tl::unexpected(zip.error());
            return writeWhole(*zip, m_request.feedback, m_request.overwrite);
        };
        if (auto done = put(); !done) return tl::unexpected(done.error());
        m_done.pages = m_pages.size();
        return std::move(m_done);
    }

private:
    /// Says why a file may not be written: it would replace one that was handed in. That is refused
    /// even where overwriting is asked for.
    [[nodiscard]] std::optional<Reason> whyOverInput() const {
        std::set<std::filesystem::path> inputs;
        for (const Submission& one : m_feedback.submissions())
            for (const ClassPlace& place : one.files) inputs.insert(place.file);
        for (const auto* out : {&m_request.worksheet_out, &m_request.feedback})
            for (const auto& input : inputs)
                if (!out->empty() && isSameFile(*out, input)) return overInput(*out);
        return std::nullopt;
    }

    void leave(std::size_t number, const char* why) {
        if (m_done.untold.size() >= kMostUntold) return;
        m_done.untold.push_back(
            m_text(std::string("feedback.") + why,
                   {{"name", submissionTitle(m_feedback.submissions(), number, false)}}));
    }

    void addPage(std::size_t number, const std::string& name, const std::string& id, bool late) {
        if (m_request.feedback.empty()) return;
        m_pages.push_back(
            {folderOf(name, id) + "/duelo.html", writeHtml(m_feedback.page(number, late))});
    }

    /// Tells the rows that have a hand-in. Nothing is changed where most of them are others'.
    [[nodiscard]] std::optional<Reason> fill(Worksheet& worksheet) {
        const auto& all = m_feedback.submissions();
        const Rows rows(all);
        std::vector<Rows::Match> matches;
        std::size_t own = 0, others = 0;
        for (const Worksheet::Row& row : worksheet.rows()) {
            matches.push_back(rows.of(row));
            own += matches.back().submission.has_value();
            others += matches.back().other_name;
        }
        Json args{{"path", utf8(m_request.worksheet.filename())},
                  {"rows", worksheet.rows().size()},
                  {"submissions", all.size()},
                  {"count", others}};
        if (others > own) return Reason{"worksheet_other_names", std::move(args), {}};
        if (own == 0) return Reason{"worksheet_other", std::move(args), {}};
        std::set<std::size_t> told;
        for (std::size_t i = 0; i < matches.size(); ++i) {
            const Worksheet::Row row = worksheet.rows()[i];
            if (!matches[i].submission) continue;
            const std::size_t number = *matches[i].submission;
            told.insert(number);
            worksheet.tell(i, m_feedback.facts(number));
            addPage(number, row.name, row.id, row.late);
        }
        m_done.rows = own;
        m_done.empty_rows = matches.size() - own;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (!told.contains(i)) leave(i, "not_in_worksheet");
        return std::nullopt;
    }

    const ClassFeedback m_feedback;
    const Text m_text;
    const WriteBackRequest& m_request;
    std::vector<ZipItem> m_pages;
    WrittenBack m_done;
};

}  // namespace

/// Pages need the worksheet too: the number of a team in a ZIP may be that of a student, who would
/// be given the team's page.
std::optional<Reason> whyNotBack(const WriteBackRequest& request) {
    if (!request.isAsked()) return std::nullopt;
    if (request.worksheet.empty()) return Reason{"worksheet_wanted"};
    if (request.worksheet_out.empty() && request.feedback.empty())
        return Reason{"worksheet_unused", {{"path", utf8(request.worksheet.filename())}}, {}};
    for (const auto* out : {&request.worksheet_out, &request.feedback})
        if (!out->empty() && isSameFile(*out, request.worksheet)) return overInput(*out);
    if (isSameFile(request.worksheet_out, request.feedback))
        return Reason{"export_same_place", {{"path", utf8(request.feedback.filename())}}, {}};
    return std::nullopt;
}

Result<WrittenBack> writeBack(const Classroom& classroom, const FindSpec& find,
                              const ClassOptions& options, const WriteBackRequest& request) {
    return Writer(classroom, find, options, request).write();
}

}  // namespace duelo
