// SPDX-License-Identifier: Apache-2.0
#include "classroom/worksheet.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/places.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/whole_file.h"
#include "classroom/submission.h"
#include "report/html_text.h"

namespace duelo {
namespace {

constexpr std::size_t kMostWorksheetBytes = std::size_t{32} << 20;
/// A worksheet has a row for each participant and a dozen columns.
constexpr std::size_t kMostRows = 100'000, kMostColumns = 200;
constexpr std::size_t kMostFound = 20;  // named
constexpr std::string_view kTold = "[Duelo]", kToldEnd = "[/Duelo]";
constexpr std::string_view kMark = "\xEF\xBB\xBF";

/// Parts of what the columns are called in the languages of Moodle, without accents.
constexpr std::array<std::string_view, 7> kCommentWords{"comment", "coment",  "komment", "koment",
                                                        "opmerk",  "iruzkin", "коммент"};
constexpr std::array<std::string_view, 5> kFeedbackWords{"feedback", "retroalim", "retroac",
                                                         "ruckmeld", "berrelik"};
constexpr std::array<std::string_view, 7> kNameWords{
    "full name", "nombre", "nom complet", "vollstandiger name", "nome", "naam", "izena"};
constexpr std::array<std::string_view, 9> kTeamTitles{
    "group", "grupo", "gruppe", "groupe", "gruppo", "grup", "equipo", "team", "taldea"};
constexpr std::array<std::string_view, 6> kStatusTitles{"status", "estado", "statut",
                                                        "estat",  "stato",  "egoera"};

template <std::size_t N>
bool hasPartOf(const std::string& title, const std::array<std::string_view, N>& parts) {
    return std::ranges::any_of(
        parts, [&](std::string_view part) { return title.find(part) != title.npos; });
}

bool isUtf8(std::string_view text) {
    for (std::size_t length = 0; !text.empty(); text.remove_prefix(length))
        if (length = utf8Length(text); length == 0 || text.front() == '\0') return false;
    return true;
}

std::size_t digitsBehind(std::string_view text) {
    std::size_t count = 0;
    while (count < text.size() && text[text.size() - 1 - count] >= '0' &&
           text[text.size() - 1 - count] <= '9')
        ++count;
    return count;
}

/// Tells whether they are "Participant 1", "Participant 2", …: one word or more and a number.
bool areIdentifiers(const std::vector<std::string>& cells) {
    constexpr std::size_t kMostDigits = 18;
    std::set<std::string> known;
    for (const std::string& cell : cells) {
        const std::size_t digits = digitsBehind(cell);
        if (digits == 0 || digits > kMostDigits || digits == cell.size()) return false;
        const std::size_t words = cell.size() - digits;
        if (cell.substr(0, words) != cells.front().substr(0, words) ||
            digitsBehind(cells.front()) + words != cells.front().size() ||
            !known.insert(cell).second)
            return false;
        if (std::ranges::any_of(cell.substr(0, words),
                                [](char c) { return (c >= '0' && c <= '9') || c == '@'; }))
            return false;
    }
    return !cells.empty();
}

/// Returns what stands in a cell, from the bytes between its commas.
std::string unquoted(std::string_view raw) {
    if (raw.size() < 2 || raw.front() != '"' || raw.back() != '"') return std::string(raw);
    std::string out;
    for (std::size_t i = 1; i + 1 < raw.size(); ++i) {
        out += raw[i];
        if (raw[i] == '"' && raw[i + 1] == '"' && i + 2 < raw.size()) ++i;
    }
    return out;
}

std::string inQuotes(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        out += c;
        if (c == '"') out += '"';
    }
    return out + '"';
}

/// A sentence as it may stand in a comment.
std::string safeIn(std::string_view sentence) {
    std::string out = htmlText(visibleText(sentence));
    for (const std::string_view mark : {kTold, kToldEnd})
        for (std::size_t at = 0; (at = out.find(mark, at)) != out.npos;) out[at] = '(';
    return out;
}

tl::unexpected<Reason> tooMany() {
    return fail("worksheet_many", {{"rows", kMostRows}, {"columns", kMostColumns}});
}

/// The column that `fits`, the first of several.
template <typename F>
std::optional<std::size_t> columnWhere(const std::vector<std::string>& titles, const F& fits) {
    const auto found = std::ranges::find_if(titles, fits);
    if (found == titles.end()) return std::nullopt;
    return static_cast<std::size_t>(found - titles.begin());
}

std::optional<std::size_t> commentsColumn(const std::vector<std::string>& titles) {
    const auto both = columnWhere(titles, [](const std::string& title) {
        return hasPartOf(title, kCommentWords) && hasPartOf(title, kFeedbackWords);
    });
    if (both) return both;
    const auto comments = columnWhere(
        titles, [](const std::string& title) { return hasPartOf(title, kCommentWords); });
    if (comments) return comments;
    return columnWhere(titles,
                       [](const std::string& title) { return hasPartOf(title, kFeedbackWords); });
}

}  // namespace

std::string toldIn(const std::string& comments, const std::vector<std::string>& sentences) {
    std::string told(kTold);
    for (const std::string& sentence : sentences)
        told += (told.size() == kTold.size() ? " " : "<br>") + safeIn(sentence);
    told += ' ';
    told += kToldEnd;
    const std::size_t begin = comments.find(kTold);
    const std::size_t end = begin == comments.npos ? begin : comments.find(kToldEnd, begin);
    if (end != comments.npos)
        return comments.substr(0, begin) + told + comments.substr(end + kToldEnd.size());
    return comments.empty() ? told : comments + "<br>" + told;
}

std::string Worksheet::textOf(const Record& record, std::size_t column) const {
    if (column >= record.size()) return {};
    const Span& cell = record[column];
    return unquoted(std::string_view(m_bytes).substr(cell.begin, cell.end - cell.begin));
}

Result<Worksheet> Worksheet::read(const std::filesystem::path& path) {
    auto stream = openToRead(path);
    if (!stream) return tl::unexpected(stream.error());
    std::string bytes(kMostWorksheetBytes + 1, '\0');
    stream->read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(stream->gcount()));
    if (bytes.size() > kMostWorksheetBytes)
        return fail("worksheet_large",
                    {{"path", utf8(path.filename())}, {"most_bytes", kMostWorksheetBytes}});
    return of(std::move(bytes), path);
}

std::size_t Worksheet::endOfCell(const std::string& all, std::size_t at) {
    if (all[at] == '"') {
        bool open = true;
        for (++at; open && at < all.size(); ++at) {
            if (all[at] != '"') continue;
            if (at + 1 < all.size() && all[at + 1] == '"')
                ++at;
            else
                open = false;
        }
        if (open) return all.npos;
    }
    while (at < all.size() && all[at] != ',' && all[at] != '\n') ++at;
    return at;
}

Result<std::vector<Worksheet::Record>> Worksheet::records() const {
    const std::string& all = m_bytes;
    std::vector<Record> out;
    std::size_t at = all.starts_with(kMark) ? kMark.size() : 0;
    while (at < all.size()) {
        Record record;
        for (bool more = true; more; at += at < all.size()) {
            Span cell{at, at < all.size() ? endOfCell(all, at) : at};
            if (cell.end == all.npos) return fail("worksheet_torn", {{"line", out.size() + 1}});
            at = cell.end;
            more = at < all.size() && all[at] == ',';
            if (!more && cell.end > cell.begin && all[cell.end - 1] == '\r') --cell.end;
            record.push_back(cell);
            if (record.size() > kMostColumns) return tooMany();
        }
        if (record.size() > 1 || record.front().begin < record.front().end)
            out.push_back(std::move(record));
        if (out.size() > kMostRows) return tooMany();
    }
    return out;
}

std::optional<std::size_t> Worksheet::identifierColumn(const std::vector<Record>& records) const {
    for (std::size_t column = 0; column < records.front().size(); ++column) {
        std::vector<std::string> cells;
        for (std::size_t i = 1; i < records.size(); ++i)
            cells.push_back(textOf(records[i], column));
        if (areIdentifiers(cells)) return column;
    }
    return std::nullopt;
}

Result<void> Worksheet::takeRows() {
    auto records = this->records();
    if (!records) return tl::unexpected(records.error());
    if (records->empty()) return fail("worksheet_none");
    std::vector<std::string> titles;
    Json found = Json::array();
    for (std::size_t i = 0; i < records->front().size(); ++i) {
        if (i < kMostFound) found.push_back(visibleText(textOf(records->front(), i)));
        titles.push_back(plainWords(textOf(records->front(), i)));
    }
    if (titles.size() == 1 && std::ranges::count(titles.front(), ';') > 1)
        return fail("worksheet_not_comma");
    const auto id = identifierColumn(*records);
    if (!id) return fail("worksheet_none");
    const auto comments = commentsColumn(titles);
    if (!comments) return fail("worksheet_no_comments", {{"found", found}});
    const auto called = [&](const auto& known) {
        return columnWhere(titles, [&known](const std::string& title) {
            return std::ranges::find(known, title) != known.end();
        });
    };
    const auto person =
        columnWhere(titles, [](const std::string& title) { return hasPartOf(title, kNameWords); });
    const auto team = called(kTeamTitles), status = called(kStatusTitles);
    for (std::size_t i = 1; i < records->size(); ++i) {
        const Record& record = (*records)[i];
        if (record.size() <= *comments) return fail("worksheet_torn", {{"line", i + 1}});
        const auto text = [&](const std::optional<std::size_t>& column) {
            return column ? textOf(record, *column) : std::string();
        };
        const std::string identifier = text(id), told = text(status);
        m_rows.push_back(
            {.id = identifier.substr(identifier.size() - digitsBehind(identifier)),
             .name = text(person),
             .team = text(team),
             .comments = text(comments),
             .late = std::ranges::any_of(told, [](char c) { return c >= '0' && c <= '9'; })});
        m_cells.push_back({record[*comments], {}});
    }
    return {};
}

Result<Worksheet> Worksheet::of(std::string bytes, const std::filesystem::path& name) {
    Worksheet out;
    out.m_bytes = std::move(bytes);
    Result<void> taken = fail("worksheet_not_utf8");
    if (isUtf8(out.m_bytes)) taken = out.takeRows();
    if (taken) return out;
    Reason reason = taken.error();
    if (!reason.args.is_object()) reason.args = Json::object();
    reason.args["path"] = utf8(name.filename());
    return tl::unexpected(std::move(reason));
}

void Worksheet::tell(std::size_t row, const std::vector<std::string>& sentences) {
    const std::string now = toldIn(m_rows[row].comments, sentences);
    if (now == m_rows[row].comments) return;
    m_rows[row].comments = now;
    m_cells[row].bytes = inQuotes(now);
}

std::string Worksheet::bytes() const {
    std::string out;
    std::size_t at = 0;
    for (const Change& cell : m_cells) {
        if (cell.bytes.empty()) continue;
        out.append(m_bytes, at, cell.where.begin - at);
        out += cell.bytes;
        at = cell.where.end;
    }
    return out.append(m_bytes, at);
}

}  // namespace duelo
