// SPDX-License-Identifier: Apache-2.0
// Sources: cgroups(7); Linux kernel, Documentation/admin-guide/cgroup-v2.rst and
// cgroup-v1/memory.rst, Documentation/scheduler/sched-bwc.rst; proc_pid_mountinfo(5).
#include "base/container_limits.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace duelo {
namespace {

namespace fs = std::filesystem;

// Version 1 writes almost 2^63 where there is no limit.
constexpr std::int64_t kNoLimit = std::int64_t{1} << 60;

std::vector<std::string> wordsOf(const std::string& line) {
    std::istringstream words(line);
    return {std::istream_iterator<std::string>(words), {}};
}

bool listsWord(std::string_view list, std::string_view word) {
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t end = std::min(list.find(',', at), list.size());
        if (list.substr(at, end - at) == word) return true;
        at = end + 1;
    }
    return false;
}

/// "\040" is a space: mountinfo writes blanks and backslashes as three octal digits.
std::string unescaped(std::string_view text) {
    const auto isOctal = [](char c) { return c >= '0' && c <= '7'; };
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view digits = text.substr(std::min(i + 1, text.size()), 3);
        if (text[i] == '\\' && digits.size() == 3 && std::ranges::all_of(digits, isOctal)) {
            plain += static_cast<char>((digits[0] - '0') * 64 + (digits[1] - '0') * 8 +
                                       (digits[2] - '0'));
            i += 3;
        } else {
            plain += text[i];
        }
    }
    return plain;
}

/// A hierarchy of cgroups: the folder of this process and the top one that it sees.
struct Hierarchy {
    fs::path own, top;
};

/// Returns where `path` lies below the cgroup that is mounted; "." where it lies elsewhere.
fs::path below(const std::string& mounted, const std::string& path) {
    const fs::path relative = fs::path(path).lexically_relative(mounted);
    return relative.empty() || *relative.begin() == ".." ? fs::path(".") : relative;
}

/// Finds the hierarchy of `controller`, in version 2 where that is empty.
std::optional<Hierarchy> hierarchyOf(const fs::path& root, std::string_view controller) {
    const bool second = controller.empty();
    std::optional<std::string> path;
    std::ifstream groups(root / "proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) {  // number:controllers:path
        const std::size_t first = line.find(':');
        const std::size_t last = line.find(':', std::min(first, line.size() - 1) + 1);
        if (first == std::string::npos || last == std::string::npos) continue;
        const auto list = std::string_view(line).substr(first + 1, last - first - 1);
        if (second ? list.empty() : listsWord(list, controller)) path = line.substr(last + 1);
    }
    if (!path) return std::nullopt;
    std::optional<Hierarchy> found;
    std::ifstream mounts(root / "proc/self/mountinfo");
    for (std::string line; std::getline(mounts, line);) {
        const std::vector<std::string> words = wordsOf(line);
        const auto dash = std::ranges::find(words, "-");
        if (dash - words.begin() < 6 || words.end() - dash < 4) continue;
        if (*(dash + 1) != (second ? "cgroup2" : "cgroup")) continue;
        if (!second && !listsWord(*(dash + 3), controller)) continue;
        const fs::path top = root / fs::path(unescaped(words[4])).relative_path();
        const fs::path relative = below(unescaped(words[3]), *path);
        const Hierarchy here{(top / relative).lexically_normal(), top.lexically_normal()};
        // Of several mounts one may show another part of the hierarchy.
        if (!found || relative != ".") found = here;
    }
    return found;
}

/// Calls `look` for each folder from that of the process to the top.
template <typename F>
void upwards(const Hierarchy& hierarchy, const F& look) {
    fs::path at = hierarchy.own;
    if (!at.has_filename()) at = at.parent_path();
    const fs::path top = hierarchy.top.has_filename() ? hierarchy.top : hierarchy.top.parent_path();
    for (;; at = at.parent_path()) {
        look(at);
        if (at == top || at == at.parent_path()) return;
    }
}

std::optional<std::int64_t> numberIn(const fs::path& file) {
    std::int64_t value = 0;
    std::ifstream text(file);
    return text >> value ? std::optional(value) : std::nullopt;  // "max": none
}

/// Returns the sum of what memory.stat tells under these names.
std::int64_t statistics(const fs::path& file, const std::vector<std::string>& names) {
    std::int64_t sum = 0;
    std::ifstream lines(file);
    std::int64_t value = 0;
    for (std::string name; lines >> name >> value;)
        if (std::ranges::find(names, name) != names.end()) sum += value;
    return sum;
}

template <typename T>
void takeLeast(std::optional<T>& least, T value) {
    least = std::min(least.value_or(value), value);
}

/// Pages of files are given back as soon as somebody asks for memory.
void takeMemory(ContainerLimits& limits, std::optional<std::int64_t> limit,
                std::optional<std::int64_t> used, std::int64_t reclaimable) {
    if (!limit || *limit < 0 || *limit >= kNoLimit) return;
    takeLeast(limits.memory_bytes, *limit);
    const std::int64_t held = std::max<std::int64_t>(0, used.value_or(0) - reclaimable);
    takeLeast(limits.free_memory_bytes, std::max<std::int64_t>(0, *limit - held));
}

void takeProcessors(ContainerLimits& limits, std::optional<std::int64_t> quota_us,
                    std::optional<std::int64_t> period_us) {
    if (quota_us.value_or(0) <= 0 || period_us.value_or(0) <= 0) return;
    takeLeast(limits.processors, static_cast<double>(*quota_us) / static_cast<double>(*period_us));
}

void takeVersion2(ContainerLimits& limits, const fs::path& folder) {
    std::ifstream text(folder / "cpu.max");
    std::int64_t quota_us = 0, period_us = 0;
    if (text >> quota_us >> period_us) takeProcessors(limits, quota_us, period_us);
    // Above memory.high the process is not killed, but held up until it gives something back.
    for (const char* limit : {"memory.max", "memory.high"})
        takeMemory(limits, numberIn(folder / limit), numberIn(folder / "memory.current"),
                   statistics(folder / "memory.stat",
                              {"inactive_file", "active_file", "slab_reclaimable"}));
}

void takeMemory1(ContainerLimits& limits, const fs::path& folder) {
    const fs::path stat = folder / "memory.stat";
    const auto used = numberIn(folder / "memory.usage_in_bytes");
    const std::int64_t files = statistics(stat, {"total_inactive_file", "total_active_file"});
    takeMemory(limits, numberIn(folder / "memory.limit_in_bytes"), used, files);
    // The least of all above, also of those that a container does not see.
    if (const auto least = statistics(stat, {"hierarchical_memory_limit"}); least > 0)
        takeMemory(limits, least, used, files);
}

}  // namespace

ContainerLimits readContainerLimits(const fs::path& root) {
    ContainerLimits limits;
    if (const auto both = hierarchyOf(root, {}))
        upwards(*both, [&](const fs::path& folder) { takeVersion2(limits, folder); });
    else
        takeVersion2(limits, root / "sys/fs/cgroup");  // of a container that hides the rest
    if (const auto memory = hierarchyOf(root, "memory"))
        upwards(*memory, [&](const fs::path& folder) { takeMemory1(limits, folder); });
    if (const auto cpu = hierarchyOf(root, "cpu"))
        upwards(*cpu, [&](const fs::path& folder) {
            takeProcessors(limits, numberIn(folder / "cpu.cfs_quota_us"),
                           numberIn(folder / "cpu.cfs_period_us"));
        });
    return limits;
}

}  // namespace duelo
