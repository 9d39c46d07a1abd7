// SPDX-License-Identifier: Apache-2.0
#include "lab_report/hand_in.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/file_name.h"
#include "base/json_text.h"
#include "base/places.h"
#include "base/sha256.h"
#include "base/whole_file.h"
#include "lab_report/names.h"
#include "record/record_file.h"
#include "record/run_finder.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;
using State = HandInFile::State;

constexpr std::size_t kNamesBytes = 100, kGroupBytes = 30, kSeatBytes = 20;

/// Returns the words without what would part them from their neighbours in a file's name.
std::string namePart(std::string words, std::size_t most_bytes) {
    std::erase(words, ',');
    words = safeFileName(words, most_bytes);
    std::ranges::replace(words, ' ', '_');
    return words;
}

/// The words of a name in any order, by which "Ana Núñez" and "Núñez, Ana" are the same person.
std::vector<std::string> wordsOfName(std::string name) {
    std::ranges::replace(name, ',', ' ');
    std::vector<std::string> words = partsAt(name, ' ');
    std::ranges::sort(words);
    return words;
}

bool hasRunIn(const RecordLog& log, const std::string& run) {
    return std::ranges::any_of(log.records, [&](const Record& record) {
        const auto* header = std::get_if<Header>(&record);
        return header != nullptr && header->run == run;
    });
}

/// Finds the files that a report stands on, and looks at each as it is now.
class FileFinder {
public:
    FileFinder(std::span<const FileGroup> groups, const fs::path& folder)
        : m_groups(groups), m_folder(folder), m_runs(std::span(&folder, 1)) {}

    void addAll(const LabReport& report) {
        for (const FileGroup& group : m_groups)
            for (std::size_t i = 0; i < group.files.size(); ++i) addOpen(group, i, false);
        for (const KeptGroup& kept : report.kept)
            for (const KeptFile& one : kept) addRun(one.run, one.file, false);
    }

    void addCited(const Citation& citation, Standing standing) {
        // Of several files nobody knows which it is that changed: the citation tells.
        const bool changed = standing == Standing::Changed && citation.files.size() <= 1;
        for (const KeptFile& one : citation.files)
            if (one.run != citation.of.run) addRun(one.run, one.file, false);
        addRun(citation.of.run, citation.file, changed, citation.files);
        // An earlier version wrote down the name of one file alone.
        if (citation.files.empty() && !citation.base.run.empty() &&
            citation.base.run != citation.of.run)
            addRun(citation.base.run, {}, changed);
    }

    [[nodiscard]] std::vector<HandInFile> take() {
        for (auto& [path, file] : m_byPath) {
            if (file.state == State::Missing || m_digests.insert(sha256Hex(file.bytes)).second) {
                if (file.state != State::Missing) file.name = uniqueName(file.name);
                m_files.push_back(std::move(file));
            }
        }
        return std::move(m_files);
    }

private:
    /// `same`: files of which one may have it in a later header, as a measurement that was resumed.
    void addRun(const std::string& run, const std::string& file, bool changed,
                const KeptGroup& same = {}) {
        bool found = false;
        for (const FileGroup& group : m_groups)
            for (const Source& source : sourcesOf(group))
                if (source.header.run == run && source.file < group.files.size()) {
                    addOpen(group, source.file, changed);
                    found = true;
                }
        if (!found) addElsewhere(run, file, same);
    }

    void addOpen(const FileGroup& group, std::size_t at, bool changed) {
        const std::vector<Source>& sources = sourcesOf(group);
        const auto own = std::ranges::find(sources, at, &Source::file);
        const std::string run = own == sources.end() ? std::string() : own->header.run;
        HandInFile& file = look(group.files[at].path, run);
        if (group.files[at].measuring && file.state != State::Missing)
            file.state = State::Measuring;
        if (changed && file.state == State::Here) file.state = State::Changed;
    }

    /// One that nobody has opened may still lie beside the report, under whatever name.
    void addElsewhere(const std::string& run, const std::string& name, const KeptGroup& same) {
        std::vector<fs::path> places = m_runs.find(run);
        for (const KeptFile& one : same)
            std::ranges::copy(m_runs.find(one.run), std::back_inserter(places));
        if (!name.empty())
            places.insert(places.begin(), m_folder / fromUtf8(safeFileName(baseName(name))));
        for (const fs::path& path : places)
            if (hasRun(path, run)) {
                (void)look(path, run);
                return;
            }
        const bool told = std::ranges::any_of(same, [&](const KeptFile& one) {
            return one.run != run && one.file == name && m_byPath.contains(one.run);
        });
        if (told) return;
        HandInFile& missing = m_byPath[run];
        missing.name = name.empty() ? run : name;
        missing.state = State::Missing;
    }

    static bool hasRun(const fs::path& path, const std::string& run) {
        const auto log = readProgress(path);
        return log && hasRunIn(*log, run);
    }

    HandInFile& look(const fs::path& path, const std::string& run) {
        const auto [at, isNew] = m_byPath.try_emplace(utf8(path));
        HandInFile& file = at->second;
        if (!isNew) return file;
        file.path = path;
        file.name = safeFileName(utf8(path.filename()));
        const auto log = readProgress(path);
        auto bytes = readWhole(path);
        if (!log || !bytes) {
            file.state = State::Missing;
            return file;
        }
        file.bytes = *std::move(bytes);
        if (!run.empty() && !hasRunIn(*log, run))
            file.state = State::Changed;
        else if (log->integrity == Integrity::Modified)
            file.state = State::Edited;
        else if (log->integrity == Integrity::Open)
            file.state = State::Unclosed;
        return file;
    }

    /// Two names that differ in capitals alone are one file on Windows.
    std::string uniqueName(const std::string& name) {
        const fs::path path = fromUtf8(name.empty() ? "data.duelo" : name);
        for (int n = 1;; ++n) {
            const std::string tried =
                n == 1 ? utf8(path)
                       : utf8(path.stem()) + "-" + std::to_string(n) + utf8(path.extension());
            std::string lower = tried;
            std::ranges::transform(lower, lower.begin(), [](char c) {
                return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
            });
            if (m_names.insert(lower).second) return tried;
        }
    }

    static const std::vector<Source>& sourcesOf(const FileGroup& group) {
        static const std::vector<Source> none;
        return group.comparison ? group.comparison->sources : none;
    }

    std::span<const FileGroup> m_groups;
    const fs::path& m_folder;
    RunFinder m_runs;
    std::map<std::string, HandInFile> m_byPath;  ///< of a missing run by its id
    std::set<std::string> m_digests, m_names;
    std::vector<HandInFile> m_files;
};

}  // namespace

std::vector<HandInFile> handInFiles(const LabReport& report, const ReportForm& form,
                                    const EvidenceBook& book, std::span<const FileGroup> groups,
                                    const fs::path& folder) {
    FileFinder finder(groups, folder);
    for (const ReportSection& section : form.sections) {
        if (section.kind != SectionKind::Words) finder.addAll(report);
        for (const ReportQuestion& question : section.questions)
            if (const auto text = report.texts.find(question.id); text != report.texts.end())
                for (const TextPiece& piece : piecesOf(text->second, report))
                    if (piece.citation != nullptr)
                        finder.addCited(*piece.citation, book.find(*piece.citation).standing);
    }
    return finder.take();
}

std::vector<std::string> factsOf(std::span<const HandInFile> files, const Text& text) {
    std::vector<std::string> facts;
    for (const HandInFile& file : files)
        if (file.state != State::Here)
            facts.push_back(text("hand_in.file_" + std::string(word(file.state)),
                                 {{"file", visibleText(file.name)}}));
    return facts;
}

std::string handInName(const HandIn& as, const std::string& group) {
    std::string name;
    for (const std::string& one : namesFrom(as.names))
        if (const std::string part = namePart(one, kNamesBytes); !part.empty())
            name += (name.empty() ? "" : "+") + part;
    name = safeFileName(name, kNamesBytes);
    for (const std::string& part : {namePart(group, kGroupBytes), namePart(as.seat, kSeatBytes)})
        if (!part.empty()) name += (name.empty() ? "" : "-") + part;
    return name.empty() ? "duelo" : safeFileName(name, 2 * kMaxNameBytes);
}

std::string filedNames(const LabReport& report) {
    std::vector<std::string> names = namesFrom(namesText(report.authors));
    const std::vector<std::string> before = namesFrom(report.hand_in.names);
    if (names.empty()) return namesText(before);
    for (std::string& name : names) {
        // As somebody filed this very person is no guess; who is not on the cover is no author.
        const auto typed = std::ranges::find(before, wordsOfName(name), wordsOfName);
        const bool filed = name.find(',') != std::string::npos;
        name = !filed && typed != before.end() ? *typed : filedName(name, report.language);
    }
    return namesText(names);
}

LabReport asHandedIn(LabReport report, const HandIn& as, const std::string& group) {
    report.group = group;
    report.authors = namesFrom(as.names);
    report.hand_in = {as.names, as.seat, workDigest(report)};
    return report;
}

std::vector<ZipItem> handInItems(const LabReport& report, std::string pdf,
                                 std::vector<HandInFile> files, std::span<const std::string> facts,
                                 const Text& text) {
    const std::string stem = handInName(report.hand_in, report.group);
    std::vector<ZipItem> items{{stem + ".pdf", std::move(pdf)},
                               {stem + ".duelo-report", jsonText(toJson(report)) + "\n"}};
    for (HandInFile& file : files)
        if (file.state != State::Missing)
            items.push_back({std::move(file.name), std::move(file.bytes)});

    const auto t = [&](const char* key, const Json& args = Json::object()) {
        return text(std::string("hand_in.") + key, args) + "\n";
    };
    std::string list = t("list_title", {{"date", utcNow()}});
    for (const auto& [key, value] :
         {std::pair{"list_names", report.hand_in.names}, std::pair{"list_group", report.group},
          std::pair{"list_seat", report.hand_in.seat}})
        if (!value.empty()) list += t(key, {{"value", visibleText(value)}});
    list += "\n" + t("list_files");
    for (const ZipItem& item : items)
        list += t("list_file", {{"file", item.name},
                                {"size_bytes", item.bytes.size()},
                                {"digest", sha256Hex(item.bytes)}});
    list += "\n" + t(facts.empty() ? "list_no_facts" : "list_facts");
    for (const std::string& fact : facts) list += "- " + fact + "\n";
    items.push_back({text("hand_in.list_name"), std::move(list)});
    return items;
}

std::vector<fs::path> gpuFilesOf(const Comparison* comparison, std::span<const OpenFile> open) {
    std::set<std::size_t> files;
    for (std::size_t i = 0; comparison != nullptr && i < comparison->columns.size(); ++i) {
        const Column& column = comparison->columns[i];
        const bool other = comparison->sourceOf(column).role != Role::Own;
        const bool measured = std::ranges::any_of(
            comparison->rows, [i](const Row& row) { return row.cells[i].measured(); });
        if (other && measured && deviceOf(column.variant).isGpu()) files.insert(column.file);
    }
    std::vector<fs::path> paths;
    for (const std::size_t file : files)
        if (file < open.size()) paths.push_back(open[file].path);
    return paths;
}

}  // namespace duelo
