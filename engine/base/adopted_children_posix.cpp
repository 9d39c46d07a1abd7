// SPDX-License-Identifier: Apache-2.0
#include "base/adopted_children_posix.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <thread>

#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include "base/child_parts_posix.h"

namespace duelo::posix {

namespace {

constexpr std::chrono::seconds kPatience{2};
constexpr std::chrono::milliseconds kTick{1};

std::mutex s_countMutex;
int s_wanted = 0;  ///< how many objects there are

void setSubreaper([[maybe_unused]] bool on) {
#ifdef __linux__
    ::prctl(PR_SET_CHILD_SUBREAPER, on ? 1UL : 0UL, 0UL, 0UL, 0UL);
#endif
}

/// Reads the list that the system has for each thread of this process. A look at all processes of
/// the PC would cost a short program more than its own time.
std::vector<pid_t> childrenOfThisProcess() {
    std::vector<pid_t> children;
    std::error_code error;
    for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", error)) {
        std::ifstream list(thread.path() / "children");
        for (pid_t child = 0; list >> child;) children.push_back(child);
    }
    return children;
}

}  // namespace

std::optional<ProcessState> processState(int pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string line;
    if (!std::getline(file, line)) return std::nullopt;
    // "pid (name) state parent group": a name may have brackets and spaces.
    const std::size_t name = line.rfind(')');
    if (name == std::string::npos || name + 4 >= line.size()) return std::nullopt;
    ProcessState state{.state = line[name + 2]};
    const char* const end = line.data() + line.size();
    const auto parent = std::from_chars(line.data() + name + 4, end, state.parent);
    if (parent.ptr < end) std::from_chars(parent.ptr + 1, end, state.group);
    return state;
}

AdoptedChildren::AdoptedChildren() {
    const std::lock_guard lock(s_countMutex);
    if (s_wanted++ == 0) setSubreaper(true);
}

AdoptedChildren::~AdoptedChildren() {
    const std::lock_guard lock(s_countMutex);
    if (--s_wanted == 0) setSubreaper(false);
}

/// Looks again and again until there is nobody: a process that ends gives its own children to this
/// one.
AdoptedChildren::Ended AdoptedChildren::end() {
    Ended ended;
    const auto until = std::chrono::steady_clock::now() + kPatience;
    for (;; std::this_thread::sleep_for(kTick)) {
        ended.alive.clear();
        for (const pid_t child : childrenOfThisProcess()) {
            const auto state = processState(child);
            if (!state || state->group == ::getpgrp() || isSpawned(child)) continue;
            if (state->state == 'Z') {
                ::waitpid(child, nullptr, WNOHANG);
                continue;
            }
            ::kill(child, SIGKILL);
            ended.alive.push_back(child);
        }
        ended.any |= !ended.alive.empty();
        if (ended.alive.empty() || std::chrono::steady_clock::now() > until) return ended;
    }
}

}  // namespace duelo::posix
