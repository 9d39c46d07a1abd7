// SPDX-License-Identifier: Apache-2.0
#include "experiments/own_launch_remarks.h"

#include <algorithm>
#include <array>

namespace duelo {

namespace {

constexpr std::string_view kSpaces = " \t\r";
constexpr auto kAbout = std::to_array<std::string_view>({"launch", "buffer", "value", "result"});

std::string_view withoutSpaces(std::string_view words) {
    const std::size_t from = words.find_first_not_of(kSpaces);
    if (from == words.npos) return {};
    return words.substr(from, words.find_last_not_of(kSpaces) - from + 1);
}

std::optional<LaunchRemark> remarkOf(std::string_view line, int number) {
    line = withoutSpaces(line);
    if (!line.starts_with("//")) return std::nullopt;
    line = withoutSpaces(line.substr(2));
    const std::size_t colon = line.find(':');
    if (colon == line.npos) return std::nullopt;
    const std::string_view head = withoutSpaces(line.substr(0, colon));
    const std::size_t space = head.find_first_of(kSpaces);
    const std::string_view about = head.substr(0, std::min(space, head.size()));
    if (std::ranges::find(kAbout, about) == kAbout.end()) return std::nullopt;
    const std::string_view name = space == head.npos ? "" : withoutSpaces(head.substr(space));
    // "// result: the sum" and "// value of c: …" are sentences.
    if ((about == "launch") != name.empty() || name.find(' ') != name.npos) return std::nullopt;
    return LaunchRemark{std::string(about), std::string(name),
                        std::string(withoutSpaces(line.substr(colon + 1))), number};
}

}  // namespace

std::vector<LaunchRemark> launchRemarks(const CudaFile& file, const CudaFunction& kernel) {
    int before = 0;
    bool last = true;
    for (const CudaFunction* other : file.kernels()) {
        if (other->line < kernel.line) before = std::max(before, other->line);
        last = last && other->line <= kernel.line;
    }
    std::vector<LaunchRemark> found;
    std::string_view rest = file.text();
    for (int number = 1; !rest.empty(); ++number) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        if (number > before && (last || number <= kernel.line))
            if (auto remark = remarkOf(rest.substr(0, end), number))
                found.push_back(std::move(*remark));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return found;
}

}  // namespace duelo
