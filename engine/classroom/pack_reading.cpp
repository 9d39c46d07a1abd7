// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "base/natural_order.h"
#include "base/places.h"
#include "classroom/pack_parts.h"
#include "classroom/teacher_pack.h"
#include "plan/plan_files.h"
#include "record/record_scan.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 9> kSuffixes{".jpg", ".jpeg", ".png", ".bmp", ".webp",
                                                    ".tif", ".tiff", ".ppm", ".pgm"};

bool isThere(const fs::path& folder, std::string_view part) {
    std::error_code error;
    return fs::exists(folder / fs::path(part), error);
}

/// Where a file that the plan names lies on this PC. One that leads out of the pack is none of it.
Result<std::string> placeIn(const fs::path& folder, const std::string& file) {
    const fs::path named = fromUtf8(file).lexically_normal();
    const fs::path path = named.is_absolute() ? named : folder / named;
    std::error_code error;
    if (named.empty() || *named.begin() == ".." || !fs::exists(path, error))
        return fail("pack_file_missing", {{"path", file}});
    return utf8(path);
}

Result<Plan> planIn(const fs::path& folder, const FindSpec& find) {
    auto plan = planFromFile(folder / fs::path(kPackPlan));
    if (!plan) return plan;
    if (auto why = whyNothing(*plan)) return tl::unexpected(*std::move(why));
    const Spec* spec = find(plan->experiment);
    if (!spec) return fail("pack_unknown_experiment", {{"experiment", plan->experiment}});
    return withFilesAt(*std::move(plan), *spec,
                       [&](const std::string& file) { return placeIn(folder, file); });
}

}  // namespace

bool isPhotograph(const fs::path& path) {
    std::string suffix = utf8(path.extension());
    for (char& c : suffix)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return std::ranges::find(kSuffixes, suffix) != kSuffixes.end();
}

std::optional<Reason> whyNothing(const Plan& plan) {
    for (const auto& [field, blocks] :
         {std::pair("cases", &plan.cases), {"variants", &plan.variants}})
        if (blocks->empty()) return Reason{"list_empty", {{"field", field}}, {}};
    return std::nullopt;
}

std::vector<fs::path> photographsIn(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code error;
    fs::directory_iterator at(folder, error);
    for (; !error && at != fs::directory_iterator(); at.increment(error)) {
        std::error_code gone;
        if (at->is_regular_file(gone) && isPhotograph(at->path()) &&
            !utf8(at->path().filename()).starts_with('.'))
            found.push_back(at->path());
    }
    std::ranges::sort(found, naturallyLess);
    return found;
}

Result<PackReference> packReference(const fs::path& file, const FindSpec& find) {
    auto scan = scanRecords(file, Detail::Results);
    if (!scan) return tl::unexpected(std::move(scan.error()));
    const std::string name = utf8(file.filename());
    if (scan->log.integrity == Integrity::Modified) return fail("class_edited", {{"file", name}});
    if (scan->log.integrity == Integrity::Open) return fail("file_open", {{"file", name}});
    const Header header = scan->log.header();
    const auto read = classFile({file, {}}, std::move(scan->log), {}, find);
    if (!read) return tl::unexpected(read.error());
    const auto ofGpu = [](const ClassTime& time) { return deviceOf(time.variant).isGpu(); };
    if (std::ranges::none_of(
            read->rows, [&](const ClassRow& row) { return std::ranges::any_of(row.times, ofGpu); }))
        return fail("pack_no_gpu", {{"path", name}});
    return PackReference{header.plan, header.engine.gpu.name, header.started, read->provenance};
}

bool isPack(const fs::path& folder) {
    return isThere(folder, kPackDefaults) &&
           (isThere(folder, kPackPlan) || isThere(folder, kPackReference) ||
            isThere(folder, kPackPhotographs));
}

Result<TeacherPack> readPack(const fs::path& folder, const FindSpec& find) {
    if (!isPack(folder)) return fail("pack_none", {{"folder", utf8(folder)}});
    TeacherPack pack{.folder = folder};
    if (isThere(folder, kPackPlan)) {
        if (auto plan = planIn(folder, find))
            pack.plan = *std::move(plan);
        else
            pack.problems.push_back(std::move(plan.error()));
    }
    pack.photographs = photographsIn(folder / fs::path(kPackPhotographs));
    if (const fs::path file = folder / fs::path(kPackReference); isThere(folder, kPackReference)) {
        if (auto reference = packReference(file, find)) {
            pack.reference = file;
            pack.gpu = std::move(reference->gpu);
            pack.started = std::move(reference->started);
            pack.provenance = std::move(reference->provenance);
        } else {
            pack.problems.push_back(std::move(reference.error()));
        }
    }
    return pack;
}

}  // namespace duelo
