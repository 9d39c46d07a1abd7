// SPDX-License-Identifier: Apache-2.0
#include "lab_report/lab_report.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "base/json_fields.h"
#include "base/json_text.h"
#include "base/places.h"
#include "base/sha256.h"
#include "base/whole_file.h"

namespace duelo {
namespace {

constexpr std::string_view kOpen = "[[", kClose = "]]";

std::string checkedText(std::string text, const std::string& path, std::size_t most) {
    if (text.size() > most && charsOf(text) > most)
        throw FieldError({"lab_report_text_long", {{"field", path}, {"most", most}}, {}});
    return text;
}

void checkCount(std::size_t count, const std::string& path, std::size_t most) {
    if (count > most)
        throw FieldError({"lab_report_too_many", {{"field", path}, {"most", most}}, {}});
}

void readLine(Fields& fields, std::string_view key, std::string& value) {
    fields.read(key, value);
    value = checkedText(std::move(value), fields.pathOf(key), kMaxLineChars);
}

Json cellJson(const CellRef& ref) {
    Json json{{"run", ref.run}};
    if (!ref.cell.empty()) json["cell"] = ref.cell;
    return json;
}

CellRef cellFrom(Fields fields) {
    CellRef ref;
    readLine(fields, "run", ref.run);
    readLine(fields, "cell", ref.cell);
    return ref;
}

Json keptJson(const KeptGroup& group) {
    Json json = Json::array();
    for (const KeptFile& one : group)
        json.push_back(
            {{"file", one.file}, {"run", one.run}, {"role", std::string(word(one.role))}});
    return json;
}

KeptGroup keptFrom(const Json& json, const std::string& path) {
    checkCount(listOf(json, path).size(), path, kMaxKept);
    KeptGroup group;
    for (const Json& one : json) {
        Fields fields(one, path);
        KeptFile& file = group.emplace_back();
        readLine(fields, "file", file.file);
        readLine(fields, "run", file.run);
        fields.readWord("role", file.role);
    }
    return group;
}

Json citationJson(const Citation& one) {
    Json json{{"id", one.id}, {"kind", std::string(word(one.kind))}, {"of", cellJson(one.of)}};
    if (!one.base.run.empty()) json["base"] = cellJson(one.base);
    if (!one.item.empty()) json["item"] = one.item;
    if (!one.source.empty()) json["source"] = one.source;
    json["file"] = one.file;
    if (!one.files.empty()) json["files"] = keptJson(one.files);
    if (!one.plan.empty()) json["plan"] = one.plan;
    if (!one.started.empty()) json["started"] = one.started;
    if (!one.machine.empty()) json["machine"] = one.machine;
    json["sha256"] = one.sha256;
    json["said"] = one.said;
    json.update(one.extra);
    return json;
}

Citation citationFrom(const Json& json, const std::string& path) {
    Fields fields(json, path);
    Citation one;
    one.id = checkedText(fields.text("id"), fields.pathOf("id"), kMaxLineChars);
    one.kind = fields.word<EvidenceKind>("kind");
    one.of = cellFrom(fields.object("of"));
    if (fields.find("base") != nullptr) one.base = cellFrom(fields.object("base"));
    readLine(fields, "item", one.item);
    readLine(fields, "source", one.source);
    readLine(fields, "file", one.file);
    if (const Json* files = fields.find("files"))
        one.files = keptFrom(*files, fields.pathOf("files"));
    readLine(fields, "plan", one.plan);
    readLine(fields, "started", one.started);
    readLine(fields, "machine", one.machine);
    readLine(fields, "sha256", one.sha256);
    fields.read("said", one.said);
    one.said = checkedText(std::move(one.said), fields.pathOf("said"), kMaxTextChars);
    one.extra = fields.rest();
    return one;
}

HandIn handInFrom(Fields fields) {
    HandIn hand_in;
    fields.read("names", hand_in.names);
    hand_in.names = checkedText(std::move(hand_in.names), fields.pathOf("names"), kMaxNamesChars);
    readLine(fields, "seat", hand_in.seat);
    readLine(fields, "sha256", hand_in.sha256);
    return hand_in;
}

ExerciseProgress exercisesFrom(Fields fields) {
    ExerciseProgress progress;
    fields.readList("solved", progress.solved, [](const Json& one, const std::string& path) {
        return checkedText(textOf(one, path), path, kMaxLineChars);
    });
    checkCount(progress.solved.size(), fields.pathOf("solved"), kMaxExercises);
    progress.all = integerOf<std::int64_t>(fields.at("all"), fields.pathOf("all"));
    return progress;
}

std::map<std::string, std::string> textsFrom(const Json& json, const std::string& path) {
    if (!json.is_object()) (void)Fields(json, path);
    checkCount(json.size(), path, kMaxTexts);
    std::map<std::string, std::string> texts;
    for (const auto& [key, value] : json.items()) {
        const std::string place = path + "." + key;
        texts[key] = checkedText(textOf(value, place), place, kMaxTextChars);
    }
    return texts;
}

LabReport reportFrom(const Json& json) {
    Fields fields(json, {});
    const auto format = integerOf<int>(fields.at("duelo_report"), "duelo_report");
    if (format > kLabReportFormat)
        throw FieldError(
            {"lab_report_too_new", {{"found", format}, {"known", kLabReportFormat}}, {}});
    LabReport report;
    readLine(fields, "form", report.form);
    fields.readWord("language", report.language);
    for (auto& [key, value] : {std::pair<const char*, std::string*>{"title", &report.title},
                               {"institution", &report.institution},
                               {"subject", &report.subject},
                               {"teacher", &report.teacher},
                               {"group", &report.group},
                               {"date", &report.date}})
        readLine(fields, key, *value);
    fields.readList("authors", report.authors, [](const Json& one, const std::string& path) {
        return checkedText(textOf(one, path), path, kMaxNameChars);
    });
    checkCount(report.authors.size(), "authors", kMaxAuthors);
    if (const Json* texts = fields.find("texts")) report.texts = textsFrom(*texts, "texts");
    fields.readList("citations", report.citations, citationFrom);
    checkCount(report.citations.size(), "citations", kMaxCitations);
    std::set<std::string_view> ids;
    for (const Citation& one : report.citations)
        if (!ids.insert(one.id).second)
            throw FieldError({"lab_report_id_twice", {{"value", one.id}}, {}});
    fields.readList("kept", report.kept, keptFrom);
    checkCount(report.kept.size(), "kept", kMaxKept);
    if (fields.find("hand_in") != nullptr) report.hand_in = handInFrom(fields.object("hand_in"));
    if (fields.find("exercises") != nullptr)
        report.exercises = exercisesFrom(fields.object("exercises"));
    report.extra = fields.rest();
    return report;
}

}  // namespace

bool isSameGroup(const KeptGroup& a, const KeptGroup& b) {
    return std::ranges::equal(a, b, [](const KeptFile& one, const KeptFile& other) {
        return one.run == other.run && one.role == other.role;
    });
}

bool Citation::isOf(const Citation& other) const {
    return kind == other.kind && of == other.of && base == other.base && item == other.item &&
           (!isOfGroup(kind) || isSameGroup(files, other.files));
}

std::string Citation::filesText() const {
    std::string names;
    for (const KeptFile& one : files) names += (names.empty() ? "" : " + ") + one.file;
    return files.size() > 1 ? names : file;
}

const Citation* LabReport::citation(std::string_view id) const {
    const auto found = std::ranges::find(citations, id, &Citation::id);
    return found == citations.end() ? nullptr : &*found;
}

std::string LabReport::cite(Citation citation) {
    const auto known = std::ranges::find_if(citations, [&](const Citation& one) {
        return one.isOf(citation) && one.sha256 == citation.sha256;
    });
    if (known != citations.end()) {
        citation.id = known->id;
        citation.extra = known->extra;
        *known = std::move(citation);
        return known->id;
    }
    std::size_t number = citations.size() + 1;
    while (this->citation("e" + std::to_string(number)) != nullptr) ++number;
    citation.id = "e" + std::to_string(number);
    citations.push_back(std::move(citation));
    return citations.back().id;
}

std::vector<TextPiece> piecesOf(std::string_view text, const LabReport& report) {
    std::vector<TextPiece> pieces;
    const auto say = [&](std::string_view words) {
        if (words.empty()) return;
        if (pieces.empty() || pieces.back().citation != nullptr) pieces.emplace_back();
        pieces.back().words += words;
    };
    while (!text.empty()) {
        const std::size_t open = text.find(kOpen);
        const std::size_t close =
            open == std::string_view::npos ? open : text.find(kClose, open + kOpen.size());
        if (close == std::string_view::npos) break;
        const auto id = text.substr(open + kOpen.size(), close - open - kOpen.size());
        if (const Citation* found = report.citation(id)) {
            say(text.substr(0, open));
            pieces.push_back({{}, found});
            text.remove_prefix(close + kClose.size());
        } else {
            say(text.substr(0, open + 1));  // a third bracket may begin a token
            text.remove_prefix(open + 1);
        }
    }
    say(text);
    return pieces;
}

std::string tokenOf(std::string_view citationId) {
    return std::string(kOpen) + std::string(citationId) + std::string(kClose);
}

std::size_t charsOf(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

Json toJson(const LabReport& report) {
    Json json{{"duelo_report", kLabReportFormat},
              {"form", report.form},
              {"language", std::string(word(report.language))},
              {"title", report.title},
              {"authors", report.authors},
              {"institution", report.institution},
              {"subject", report.subject},
              {"teacher", report.teacher},
              {"group", report.group},
              {"date", report.date},
              {"texts", Json::object()},
              {"citations", Json::array()}};
    for (const auto& [id, text] : report.texts)
        if (!text.empty()) json["texts"][id] = text;
    for (const Citation& one : report.citations) json["citations"].push_back(citationJson(one));
    for (const KeptGroup& group : report.kept) json["kept"].push_back(keptJson(group));
    if (const HandIn& one = report.hand_in; one != HandIn())
        json["hand_in"] = {{"names", one.names}, {"seat", one.seat}, {"sha256", one.sha256}};
    if (report.exercises)
        json["exercises"] = {{"solved", report.exercises->solved}, {"all", report.exercises->all}};
    json.update(report.extra);
    return json;
}

std::string workDigest(const LabReport& report) {
    LabReport work = report;
    work.hand_in = {};
    return sha256Hex(jsonText(toJson(work)));
}

bool isHandedIn(const LabReport& report) {
    const bool empty =
        std::ranges::all_of(report.texts, [](const auto& text) { return text.second.empty(); });
    return empty || workDigest(report) == report.hand_in.sha256;
}

Result<LabReport> labReportFromJson(const Json& json) {
    try {
        return reportFrom(json);
    } catch (const FieldError& error) {
        return tl::unexpected(error.reason);
    }
}

Result<LabReport> readLabReport(const std::filesystem::path& path) {
    auto file = openToRead(path);
    if (!file) return tl::unexpected(std::move(file.error()));
    std::string bytes(kMaxReportBytes + 1, '\0');
    file->read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (file->bad()) return fail("file_unreadable", {{"path", utf8(path)}});
    bytes.resize(static_cast<std::size_t>(file->gcount()));
    if (bytes.size() > kMaxReportBytes)
        return fail("lab_report_file_large",
                    {{"path", utf8(path)}, {"most_bytes", kMaxReportBytes}});
    return parseJson(bytes).and_then(labReportFromJson);
}

Result<void> writeLabReport(const LabReport& report, const std::filesystem::path& path,
                            bool overwrite) {
    const Json json = toJson(report);
    if (auto read = labReportFromJson(json); !read) return tl::unexpected(std::move(read.error()));
    return writeWhole(jsonText(json) + "\n", path, overwrite);
}

}  // namespace duelo
