// SPDX-License-Identifier: Apache-2.0
#include "experiments/compare.h"

#include <utility>
#include <vector>

#include "record/record_file.h"

namespace duelo {

Result<Comparison> compareFiles(std::span<const std::filesystem::path> files,
                                std::span<const std::filesystem::path> references) {
    std::vector<std::filesystem::path> paths(files.begin(), files.end());
    paths.insert(paths.end(), references.begin(), references.end());
    std::vector<RecordLog> logs;
    ComparisonOptions options;
    for (auto& log : readResults(paths)) {
        if (!log) return tl::unexpected(std::move(log.error()));
        const std::size_t at = logs.size();
        options.roles.push_back(at >= files.size() ? Role::Reference
                                : at == 0          ? Role::Own
                                                   : Role::Shared);
        logs.push_back(*std::move(log));
    }
    return compare(logs, options);
}

}  // namespace duelo
