// SPDX-License-Identifier: Apache-2.0
#include "machine/thread_waits.h"

#ifdef __linux__
#include <charconv>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "machine/clock.h"
#include "machine/process_table.h"
#endif

namespace duelo {

#ifdef __linux__

namespace {

namespace fs = std::filesystem;

/// Calls `add` with the number of each folder that has one, such as those of processes in /proc.
template <typename Add>
void forEachNumber(const fs::path& folder, Add&& add) {
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        const std::string name = at->path().filename().string();
        std::int64_t number = 0;
        const auto [rest, bad] = std::from_chars(name.data(), name.data() + name.size(), number);
        if (bad == std::errc() && rest == name.data() + name.size()) add(number, at->path());
    }
}

void addThreads(ThreadWaits& waits, const fs::path& process) {
    forEachNumber(process / "task", [&](std::int64_t thread, const fs::path& folder) {
        std::ifstream schedstat(folder / "schedstat");
        std::int64_t ran_ns = 0, waited_ns = 0;
        if (schedstat >> ran_ns >> waited_ns)
            waits[thread] = static_cast<double>(waited_ns) / kNsPerMs;
    });
}

}  // namespace

ThreadWaits threadWaits_ms() {
    ThreadWaits waits;
    const ProcessTable processes;
    forEachNumber("/proc", [&](std::int64_t pid, const fs::path& folder) {
        if (processes.startedHere(pid)) addThreads(waits, folder);
    });
    return waits;
}

#else

ThreadWaits threadWaits_ms() {
    return {};
}

#endif

}  // namespace duelo
