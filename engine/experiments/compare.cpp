// SPDX-License-Identifier: Apache-2.0
#include "experiments/compare.h"

#include <vector>

#include "experiments/found_limits.h"
#include "record/record_file.h"

namespace duelo {

Result<Comparison> compareFiles(std::span<const std::filesystem::path> files,
                                std::span<const std::filesystem::path> references) {
    std::vector<std::filesystem::path> paths(files.begin(), files.end());
    paths.insert(paths.end(), references.begin(), references.end());
    ComparisonOptions options;
    for (std::size_t at = 0; at < paths.size(); ++at)
        options.roles.push_back(at >= files.size() ? Role::Reference
                                : at == 0          ? Role::Own
                                                   : Role::Shared);
    if (!files.empty())
        if (const auto own = readProgress(files.front()))
            options.beside = FoundLimits().of(
                *own, {FoundLimits::folderOf(std::filesystem::absolute(files.front()))});
    const auto read = [&](std::size_t file) { return readResults(paths[file]); };
    return compare(paths.size(), read, findSpec, options);
}

}  // namespace duelo
