// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#ifdef _WIN32
#include <map>
#endif

namespace duelo {

/// The processes of this machine when it was made (Windows), or when they are asked for (Linux).
/// Of one that is gone, or that this user may not see, nothing is known.
class ProcessTable {
public:
    ProcessTable();

    /// Returns the name that the system shows, on Linux at most its first 15 characters; empty:
    /// unknown.
    [[nodiscard]] std::string nameOf(std::int64_t pid) const;
    /// Tells whether it is this process, one that this process or its like has started, or the
    /// window of Duelo that has started this one.
    [[nodiscard]] bool isOwn(std::int64_t pid) const;
    /// Tells whether it is this process, or one that this process or its like has started.
    [[nodiscard]] bool startedHere(std::int64_t pid) const;

private:
    /// 0: unknown.
    [[nodiscard]] std::int64_t parentOf(std::int64_t pid) const;

    std::int64_t m_own;
#ifdef _WIN32
    struct Entry {
        std::int64_t parent = 0;
        std::string name;
    };
    std::map<std::int64_t, Entry> m_entries;
#endif
};

}  // namespace duelo
