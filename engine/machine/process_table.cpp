// SPDX-License-Identifier: Apache-2.0
#include "machine/process_table.h"

#ifdef _WIN32
#include <windows.h>
// tlhelp32.h needs windows.h before it
#include <tlhelp32.h>

#include "base/places.h"
#else
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#endif

namespace duelo {

namespace {

/// A number may be given to a new process when a parent has ended, so a chain of parents may go
/// round in circles.
constexpr int kMostAncestors = 32;

constexpr const char* kProgram = "duelo";

}  // namespace

#ifdef _WIN32

ProcessTable::ProcessTable() : m_own(static_cast<std::int64_t>(GetCurrentProcessId())) {
    const HANDLE all = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
    if (all == INVALID_HANDLE_VALUE) return;
    PROCESSENTRY32W entry{};
    entry.dwSize = sizeof entry;
    for (BOOL more = Process32FirstW(all, &entry); more; more = Process32NextW(all, &entry))
        m_entries[entry.th32ProcessID] = {
            .parent = static_cast<std::int64_t>(entry.th32ParentProcessID),
            .name = utf8(std::filesystem::path(entry.szExeFile))};
    CloseHandle(all);
}

std::string ProcessTable::nameOf(std::int64_t pid) const {
    const auto found = m_entries.find(pid);
    return found == m_entries.end() ? std::string() : found->second.name;
}

std::int64_t ProcessTable::parentOf(std::int64_t pid) const {
    const auto found = m_entries.find(pid);
    return found == m_entries.end() ? 0 : found->second.parent;
}

#else

ProcessTable::ProcessTable() : m_own(getpid()) {}

namespace {

std::ifstream fileOfProcess(std::int64_t pid, const char* name) {
    return std::ifstream(std::filesystem::path("/proc") / std::to_string(pid) / name);
}

}  // namespace

std::string ProcessTable::nameOf(std::int64_t pid) const {
    std::ifstream file = fileOfProcess(pid, "comm");
    std::string name;
    std::getline(file, name);
    return name;
}

std::int64_t ProcessTable::parentOf(std::int64_t pid) const {
    // "17 (a name (with anything in it)) S 4 ...": what follows the last parenthesis is safe.
    std::ifstream file = fileOfProcess(pid, "stat");
    std::string line;
    std::getline(file, line);
    std::istringstream rest(line.substr(line.find_last_of(')') + 1));
    std::string state;
    std::int64_t parent = 0;
    rest >> state >> parent;
    return parent;
}

#endif

bool ProcessTable::isOwn(std::int64_t pid) const {
    if (pid == parentOf(m_own)) return nameOf(pid).starts_with(kProgram);
    return startedHere(pid);
}

bool ProcessTable::startedHere(std::int64_t pid) const {
    for (int i = 0; i < kMostAncestors && pid > 0; ++i, pid = parentOf(pid))
        if (pid == m_own) return true;
    return false;
}

}  // namespace duelo
