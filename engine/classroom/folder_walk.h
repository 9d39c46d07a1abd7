// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "classroom/gather.h"

namespace duelo {

/// Finds the files below some folders, within bounds.
class FolderWalk {
public:
    explicit FolderWalk(const GatherLimits& limits) : m_limits(limits) {}

    void take(const std::filesystem::path& path);
    /// The files in natural order.
    [[nodiscard]] std::vector<std::filesystem::path> files() const;
    [[nodiscard]] const std::vector<LeftOut>& leftOut() const { return m_leftOut; }
    /// Tells whether a file lies in what could not be read, so that nothing is known of it.
    [[nodiscard]] bool isLost(const std::filesystem::path& file) const;

private:
    void lose(const std::filesystem::path& path, Reason reason);
    void folder(const std::filesystem::path& path, int depth);
    void tooMany(const std::filesystem::path& path);

    const GatherLimits& m_limits;
    std::set<std::filesystem::path> m_files, m_lost;
    std::vector<LeftOut> m_leftOut;
};

}  // namespace duelo
