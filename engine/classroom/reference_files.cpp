// SPDX-License-Identifier: Apache-2.0
#include "classroom/reference_files.h"

#include <algorithm>
#include <iterator>
#include <system_error>
#include <utility>

#include "base/brief_text.h"
#include "base/local_time.h"
#include "base/places.h"
#include "base/same_name.h"
#include "classroom/class_file.h"
#include "classroom/pack_parts.h"
#include "record/record_scan.h"

namespace duelo {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostReferences = 100;  // a list that somebody reads

bool isRecord(const fs::path& path) {
    return foldedName(utf8(path.extension())) == ".duelo";
}

}  // namespace

bool ReferenceFile::isFor(std::string_view experiment) const {
    return std::ranges::find(experiments, experiment) != experiments.end();
}

Result<ReferenceFile> readReference(const fs::path& file, const FindSpec& find) {
    auto scan = scanRecords(file, Detail::Results);
    if (!scan) return tl::unexpected(std::move(scan.error()));
    const std::string name = utf8(file.filename());
    if (scan->log.integrity == Integrity::Modified) return fail("class_edited", {{"file", name}});
    if (scan->log.integrity == Integrity::Open) return fail("file_open", {{"file", name}});
    const Header header = scan->log.header();
    const auto read = classFile({file, {}}, std::move(scan->log), {}, find);
    if (!read) return tl::unexpected(read.error());
    ReferenceFile out{.path = file,
                      .gpu = gpuNameOf(header.engine),
                      .started = header.started,
                      .provenance = read->provenance,
                      .plan = header.plan};
    for (const ClassRow& row : read->rows)
        if (!out.isFor(row.of.experiment) &&
            std::ranges::any_of(
                row.times, [](const ClassTime& time) { return deviceOf(time.variant).isGpu(); }))
            out.experiments.push_back(row.of.experiment);
    if (out.experiments.empty()) return fail("pack_no_gpu", {{"path", name}});
    return out;
}

std::string referenceTitle(const ReferenceFile& file, const Text& text) {
    Json pages = Json::array();
    for (const std::string& experiment : file.experiments)
        pages.push_back(text.word("page", experiment));
    Json args{{"gpu_text", file.gpu.empty() ? "GPU" : briefText(file.gpu)},
              {"date_text", visibleText(localTime(file.started))},
              {"pages_text", pages},
              {"file", briefText(utf8(file.path.filename()))}};
    if (!file.provenance) return text("reference.title", args);
    args["origin_text"] = text.word("provenance", word(file.provenance->kind()));
    args["source"] = briefText(file.provenance->source);
    return text("reference.title_brought", args);
}

References referencesIn(const fs::path& folder, const FindSpec& find) {
    References found;
    std::error_code error;
    std::vector<fs::path> files = filesIn(folder, isRecord, error);
    if (error && error != std::errc::no_such_file_or_directory)
        found.problems.push_back(
            {"folder_unreadable", {{"folder", utf8(folder)}}, error.message()});
    if (files.size() > kMostReferences) {
        files.resize(kMostReferences);
        found.problems.push_back(
            {"references_many", {{"folder", utf8(folder)}, {"most", kMostReferences}}, {}});
    }
    for (const fs::path& file : files) {
        if (auto read = readReference(file, find))
            found.files.push_back(*std::move(read));
        else
            found.problems.push_back(std::move(read.error()));
    }
    return found;
}

fs::path ownReferencesDir() {
    return userDataDir() / kReferences;
}

References knownReferences(const FindSpec& find) {
    References found;
    if (const auto shipped = shippedFile(kReferences)) found = referencesIn(*shipped, find);
    References own = referencesIn(ownReferencesDir(), find);
    std::ranges::move(own.files, std::back_inserter(found.files));
    std::ranges::move(own.problems, std::back_inserter(found.problems));
    return found;
}

}  // namespace duelo
