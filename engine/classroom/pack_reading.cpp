// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <iterator>
#include <system_error>
#include <utility>

#include "base/natural_order.h"
#include "base/places.h"
#include "classroom/pack_parts.h"
#include "classroom/teacher_pack.h"
#include "plan/plan_files.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 9> kSuffixes{".jpg", ".jpeg", ".png", ".bmp", ".webp",
                                                    ".tif", ".tiff", ".ppm", ".pgm"};

bool isThere(const fs::path& folder, std::string_view part) {
    std::error_code error;
    return fs::exists(folder / fs::path(part), error);
}

/// Returns the path on this PC of a file that the plan names. A path that leads out of the pack is
/// refused.
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

std::vector<fs::path> filesIn(const fs::path& folder, bool (*isSuch)(const fs::path&),
                              std::error_code& error) {
    std::vector<fs::path> found;
    fs::directory_iterator at(folder, error);
    for (; !error && at != fs::directory_iterator(); at.increment(error)) {
        std::error_code gone;
        if (at->is_regular_file(gone) && isSuch(at->path()) &&
            !utf8(at->path().filename()).starts_with('.'))
            found.push_back(at->path());
    }
    std::ranges::sort(found, naturallyLess);
    return found;
}

std::vector<fs::path> photographsIn(const fs::path& folder) {
    std::error_code error;
    return filesIn(folder, isPhotograph, error);
}

bool isPack(const fs::path& folder) {
    return isThere(folder, kPackDefaults) &&
           (isThere(folder, kPackPlan) || isThere(folder, kPackReference) ||
            isThere(folder, kReferences) || isThere(folder, kPackPhotographs));
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
    if (isThere(folder, kPackReference)) {
        if (auto reference = readReference(folder / fs::path(kPackReference), find))
            pack.references.push_back(*std::move(reference));
        else
            pack.problems.push_back(std::move(reference.error()));
    }
    References more = referencesIn(folder / fs::path(kReferences), find);
    std::ranges::move(more.files, std::back_inserter(pack.references));
    std::ranges::move(more.problems, std::back_inserter(pack.problems));
    return pack;
}

}  // namespace duelo
