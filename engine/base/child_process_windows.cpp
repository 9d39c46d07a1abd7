// SPDX-License-Identifier: Apache-2.0
#include "base/child_process.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <system_error>

#include <windows.h>

#include "base/child_parts_windows.h"
#include "base/printable.h"
#include "base/utf8.h"

namespace duelo {

namespace windows {

namespace {

std::wstring wide(const std::string& utf8) {
    return std::filesystem::path(std::u8string(utf8.begin(), utf8.end())).wstring();
}

/// One argument as CommandLineToArgvW takes it apart again: backslashes count double before a
/// quote, and nowhere else. What needs no quotes has none: cmd knows /c and no "/c".
std::wstring quoted(const std::wstring& argument) {
    if (!argument.empty() && argument.find_first_of(L" \t\n\v\"") == argument.npos) return argument;
    std::wstring text = L"\"";
    std::size_t backslashes = 0;
    for (const wchar_t c : argument) {
        if (c == L'"') text.append(backslashes + 1, L'\\');
        backslashes = c == L'\\' ? backslashes + 1 : 0;
        text += c;
    }
    return text.append(backslashes, L'\\') + L"\"";
}

std::wstring commandLine(const std::filesystem::path& program,
                         const std::vector<std::string>& arguments) {
    std::wstring line = quoted(program.wstring());
    for (const std::string& argument : arguments) line += L" " + quoted(wide(argument));
    return line;
}

/// The file that a name without a folder means: one in a folder of PATH; empty when there is none.
/// CreateProcessW would look in the current folder before them, where a python.exe of somebody's
/// hand-in may lie.
std::wstring programInPath(const std::filesystem::path& program) {
    std::wstring folders(32768, L'\0');
    folders.resize(GetEnvironmentVariableW(L"PATH", folders.data(), DWORD(folders.size())));
    std::wistringstream list(folders);
    for (std::wstring folder; std::getline(list, folder, L';');) {
        if (!std::filesystem::path(folder).is_absolute()) continue;
        std::wstring found(32768, L'\0');
        const DWORD size = SearchPathW(folder.c_str(), program.c_str(), L".exe",
                                       DWORD(found.size()), found.data(), nullptr);
        if (size == 0 || size >= found.size()) continue;
        found.resize(size);
        return found;
    }
    return {};
}

}  // namespace

std::string lastError() {
    return std::system_category().message(static_cast<int>(GetLastError()));
}

void Handle::reset(void* handle) {
    if (m_handle != nullptr && m_handle != INVALID_HANDLE_VALUE) CloseHandle(m_handle);
    m_handle = handle;
}

bool startChild(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                const ChildEnds& ends, Handle& child, void* job) {
    STARTUPINFOW start{};
    start.cb = sizeof(start);
    start.dwFlags = STARTF_USESTDHANDLES;
    start.hStdInput = ends.input;
    start.hStdOutput = ends.output;
    start.hStdError = ends.errors;
    PROCESS_INFORMATION process{};
    std::wstring line = commandLine(program, arguments);
    const DWORD how = CREATE_NO_WINDOW | (job != nullptr ? CREATE_SUSPENDED : 0);
    const bool bare = !program.has_parent_path() && !program.has_root_name();
    const std::wstring found = bare ? programInPath(program) : std::wstring();
    if (bare && found.empty()) {
        SetLastError(ERROR_FILE_NOT_FOUND);
        return false;
    }
    if (!CreateProcessW(bare ? found.c_str() : nullptr, line.data(), nullptr, nullptr, TRUE, how,
                        nullptr, nullptr, &start, &process))
        return false;
    child.reset(process.hProcess);
    const Handle thread(process.hThread);
    if (job == nullptr) return true;
    if (AssignProcessToJobObject(job, process.hProcess) &&
        ResumeThread(process.hThread) != static_cast<DWORD>(-1))
        return true;
    const DWORD error = GetLastError();
    TerminateProcess(process.hProcess, 1);
    SetLastError(error);
    return false;
}

void drainErrors(void* pipe, std::string& errors) {
    std::array<char, 1024> buffer{};
    DWORD waiting = 0;
    while (PeekNamedPipe(pipe, nullptr, 0, nullptr, &waiting, nullptr) && waiting > 0) {
        DWORD got = 0;
        const DWORD wanted = (std::min)(waiting, static_cast<DWORD>(buffer.size()));
        if (!ReadFile(pipe, buffer.data(), wanted, &got, nullptr) || got == 0) return;
        const auto room = kKeptErrors - (std::min)(errors.size(), kKeptErrors);
        errors.append(buffer.data(), (std::min)(static_cast<std::size_t>(got), room));
    }
}

}  // namespace windows

namespace {

using windows::Handle;
using windows::lastError;

constexpr DWORD kTickMs = 100;

ChildExit waitFor(HANDLE child, HANDLE pipe, const std::function<bool()>& tick) {
    ChildExit exit;
    while (WaitForSingleObject(child, kTickMs) == WAIT_TIMEOUT) {
        windows::drainErrors(pipe, exit.errors);
        if (!exit.stopped && tick && !tick()) {
            exit.stopped = true;
            TerminateProcess(child, 1);
        }
    }
    windows::drainErrors(pipe, exit.errors);
    DWORD code = 0;
    exit.code = !exit.stopped && GetExitCodeProcess(child, &code) ? static_cast<int>(code) : -1;
    return exit;
}

}  // namespace

Result<ChildExit> runChild(const std::filesystem::path& program,
                           const std::vector<std::string>& arguments,
                           const std::filesystem::path& output, const std::function<bool()>& tick) {
    const Json path{{"path", pathText(output)}};
    SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
    // Shared for reading only: a second download of the same file is refused here.
    const Handle file(CreateFileW(output.c_str(), FILE_APPEND_DATA, FILE_SHARE_READ, &inherited,
                                  OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr));
    if (file.get() == INVALID_HANDLE_VALUE) {
        const bool busy = GetLastError() == ERROR_SHARING_VIOLATION;
        return fail(busy ? "child_output_busy" : "child_output", path, lastError());
    }
    HANDLE ends[2]{};
    if (!CreatePipe(&ends[0], &ends[1], &inherited, 0))
        return fail("child_output", path, lastError());
    const Handle reading(ends[0]);
    Handle writing(ends[1]);
    SetHandleInformation(reading.get(), HANDLE_FLAG_INHERIT, 0);

    Handle child;
    if (!windows::startChild(program, arguments, {.output = file.get(), .errors = writing.get()},
                             child))
        return fail("child_not_found", {{"program", pathText(program)}}, lastError());
    writing.reset();
    return waitFor(child.get(), reading.get(), tick);
}

}  // namespace duelo
