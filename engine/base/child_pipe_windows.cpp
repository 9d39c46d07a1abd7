// SPDX-License-Identifier: Apache-2.0
#include "base/child_pipe.h"

#include <array>
#include <utility>

#include <windows.h>

#include "base/child_parts_windows.h"
#include "base/utf8.h"

namespace duelo {

namespace {

/// The time that a child may take to end after it has closed its output; then it is killed.
constexpr DWORD kLeaveMs = 1000;
/// The size of the pipe for its standard error, which nobody reads while the child is waited for.
constexpr DWORD kErrorsBytes = 1 << 20;

}  // namespace

struct ChildPipe::Process {
    windows::Handle input, output, errors, child;
    ChildExit exit{};
    bool killed = false;

    void kill() {
        killed = true;
        TerminateProcess(child.get(), 1);
    }
};

ChildPipe::ChildPipe(std::unique_ptr<Process> process) : m_process(std::move(process)) {}

Result<std::unique_ptr<ChildPipe>> ChildPipe::start(const std::filesystem::path& program,
                                                    const std::vector<std::string>& arguments) {
    auto process = std::make_unique<Process>();
    windows::Handle its_input, its_output, its_errors;
    SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
    const auto connect = [&](windows::Handle& reading, windows::Handle& writing, DWORD bytes) {
        HANDLE ends[2]{};
        if (!CreatePipe(&ends[0], &ends[1], &inherited, bytes)) return false;
        reading.reset(ends[0]);
        writing.reset(ends[1]);
        return true;
    };
    if (!connect(its_input, process->input, 0) || !connect(process->output, its_output, 0) ||
        !connect(process->errors, its_errors, kErrorsBytes))
        return fail("child_no_pipe", Json::object(), windows::lastError());
    for (void* ours : {process->input.get(), process->output.get(), process->errors.get()})
        SetHandleInformation(ours, HANDLE_FLAG_INHERIT, 0);
    const windows::ChildEnds ends{
        .input = its_input.get(), .output = its_output.get(), .errors = its_errors.get()};
    if (!windows::startChild(program, arguments, ends, process->child))
        return fail("child_not_found", {{"program", pathText(program)}}, windows::lastError());
    return std::unique_ptr<ChildPipe>(new ChildPipe(std::move(process)));
}

ChildPipe::~ChildPipe() {
    leave();
    WaitForSingleObject(m_process->child.get(), INFINITE);
}

bool ChildPipe::write(std::string_view line) {
    std::string rest(line);
    rest += '\n';
    while (!rest.empty()) {
        DWORD written = 0;
        if (!WriteFile(m_process->input.get(), rest.data(), static_cast<DWORD>(rest.size()),
                       &written, nullptr))
            return false;
        rest.erase(0, written);
    }
    return true;
}

HeardLine ChildPipe::read(const std::stop_token& stop) {
    // Called on the thread that stops: the end of the child ends the waiting below.
    const std::stop_callback wake(stop, [this] { m_process->kill(); });
    for (;;) {
        if (stop.stop_requested()) return {.what = HeardLine::What::Stopped};
        if (const std::size_t end = m_heard.find('\n'); end != std::string::npos) {
            HeardLine line{.what = HeardLine::What::Line, .text = m_heard.substr(0, end)};
            m_heard.erase(0, end + 1);
            if (line.text.ends_with('\r')) line.text.pop_back();
            return line;
        }
        windows::drainErrors(m_process->errors.get(), m_process->exit.errors);
        std::array<char, 4096> buffer{};
        DWORD got = 0;
        if (ReadFile(m_process->output.get(), buffer.data(), static_cast<DWORD>(buffer.size()),
                     &got, nullptr) &&
            got > 0) {
            m_heard.append(buffer.data(), got);
            continue;
        }
        if (stop.stop_requested()) return {.what = HeardLine::What::Stopped};
        return {};
    }
}

void ChildPipe::leave() {
    m_process->kill();
}

ChildExit ChildPipe::end() {
    if (WaitForSingleObject(m_process->child.get(), kLeaveMs) == WAIT_TIMEOUT) {
        m_process->kill();
        WaitForSingleObject(m_process->child.get(), INFINITE);
    }
    windows::drainErrors(m_process->errors.get(), m_process->exit.errors);
    DWORD code = 0;
    const bool known = !m_process->killed && GetExitCodeProcess(m_process->child.get(), &code);
    m_process->exit.code = known ? static_cast<int>(code) : -1;
    return m_process->exit;
}

}  // namespace duelo
