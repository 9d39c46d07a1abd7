// SPDX-License-Identifier: Apache-2.0
#include "base/timed_child.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include <windows.h>

#include "base/child_parts_windows.h"
#include "base/utf8.h"

namespace duelo {

namespace {

using windows::Handle;
using Clock = std::chrono::steady_clock;
using How = TimedExit::How;

/// The time between two looks for what the program prints; its end is seen at once.
constexpr DWORD kTimedTickMs = 5;
/// The size of a pipe: large, so that a program hardly ever has to wait until its output is read.
constexpr DWORD kPipeBytes = 1 << 20;

double sinceMs(Clock::time_point from) {
    return std::chrono::duration<double, std::milli>(Clock::now() - from).count();
}

/// Returns milliseconds; `time` counts units of 100 ns.
double msOf(const LARGE_INTEGER& time) {
    return 1e-4 * static_cast<double>(time.QuadPart);
}

/// A program at work in a job of its own, which does not outlive this.
class Running {
public:
    explicit Running(const TimedCommand& command) : m_command(command) {}

    Result<void> start() {
        m_job.reset(CreateJobObjectW(nullptr, nullptr));
        JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        SetInformationJobObject(m_job.get(), JobObjectExtendedLimitInformation, &limits,
                                sizeof(limits));
        SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
        Handle its_output, its_errors;
        if (!connect(m_output, its_output, inherited) || !connect(m_errors, its_errors, inherited))
            return fail("child_no_pipe", Json::object(), windows::lastError());
        const Handle nothing(CreateFileW(L"NUL", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                         &inherited, OPEN_EXISTING, 0, nullptr));
        const windows::ChildEnds ends{
            .input = nothing.get(), .output = its_output.get(), .errors = its_errors.get()};
        m_started = Clock::now();
        if (!windows::startChild(m_command.program, m_command.arguments, ends, m_child,
                                 m_job.get()))
            return fail("child_not_found", {{"program", pathText(m_command.program)}},
                        windows::lastError());
        m_exit.start_ms = sinceMs(m_started);
        return {};
    }

    TimedExit finish(const std::function<bool()>& tick) {
        while (WaitForSingleObject(m_child.get(), kTimedTickMs) == WAIT_TIMEOUT) {
            drain();
            if (m_exit.output.size() > m_command.most_output_bytes)
                return endedAs(How::TooMuchOutput);
            if (sinceMs(m_started) > m_command.limit_ms) return endedAs(How::OutOfTime);
            if (tick && !tick()) return endedAs(How::Stopped);
        }
        m_exit.wall_ms = sinceMs(m_started);
        DWORD code = 0;
        GetExitCodeProcess(m_child.get(), &code);
        // The codes of errors that end a program from outside, such as an access violation.
        constexpr DWORD kFirstError = 0xC0000000;
        if (code >= kFirstError) m_exit.how = How::Signalled;
        m_exit.code = static_cast<int>(code);
        drain();
        if (m_exit.output.size() > m_command.most_output_bytes) m_exit.how = How::TooMuchOutput;
        if (othersAtWork()) {
            TerminateJobObject(m_job.get(), 1);
            m_exit.how = How::LeftBehind;
        }
        return std::move(m_exit);
    }

private:
    static bool connect(Handle& reading, Handle& writing, SECURITY_ATTRIBUTES& inherited) {
        HANDLE ends[2]{};
        if (!CreatePipe(&ends[0], &ends[1], &inherited, kPipeBytes)) return false;
        reading.reset(ends[0]);
        writing.reset(ends[1]);
        SetHandleInformation(ends[0], HANDLE_FLAG_INHERIT, 0);
        return true;
    }

    void drain() {
        std::array<char, 1 << 16> buffer{};
        DWORD waiting = 0;
        while (m_exit.output.size() <= m_command.most_output_bytes &&
               PeekNamedPipe(m_output.get(), nullptr, 0, nullptr, &waiting, nullptr) &&
               waiting > 0) {
            DWORD got = 0;
            const DWORD wanted = (std::min)(waiting, static_cast<DWORD>(buffer.size()));
            if (!ReadFile(m_output.get(), buffer.data(), wanted, &got, nullptr) || got == 0) break;
            m_exit.output.append(buffer.data(), got);
        }
        windows::drainErrors(m_errors.get(), m_exit.errors);
    }

    /// Fills in what the job has used. \returns how many of its processes are at work.
    DWORD account() {
        JOBOBJECT_BASIC_ACCOUNTING_INFORMATION used{};
        QueryInformationJobObject(m_job.get(), JobObjectBasicAccountingInformation, &used,
                                  sizeof(used), nullptr);
        JOBOBJECT_EXTENDED_LIMIT_INFORMATION most{};
        QueryInformationJobObject(m_job.get(), JobObjectExtendedLimitInformation, &most,
                                  sizeof(most), nullptr);
        m_exit.user_ms = msOf(used.TotalUserTime);
        m_exit.system_ms = msOf(used.TotalKernelTime);
        m_exit.peak_bytes = static_cast<std::int64_t>(most.PeakJobMemoryUsed);
        return used.ActiveProcesses;
    }

    /// Tells whether the program has left processes at work. Its console and the program itself may
    /// count for some milliseconds after its end, so a job gets the time to settle.
    bool othersAtWork() {
        constexpr int kSettleMs = 500, kLookMs = 5;
        for (int waited_ms = 0; account() > 0; waited_ms += kLookMs) {
            if (waited_ms >= kSettleMs) return true;
            Sleep(kLookMs);
        }
        return false;
    }

    TimedExit endedAs(How how) {
        TerminateJobObject(m_job.get(), 1);
        WaitForSingleObject(m_child.get(), INFINITE);
        m_exit.wall_ms = sinceMs(m_started);
        static_cast<void>(account());
        m_exit.how = how;
        return std::move(m_exit);
    }

    const TimedCommand& m_command;
    Handle m_job, m_output, m_errors, m_child;
    Clock::time_point m_started;
    TimedExit m_exit;
};

}  // namespace

Result<TimedExit> runTimed(const TimedCommand& command, const std::function<bool()>& tick) {
    Running running(command);
    if (auto started = running.start(); !started) return tl::unexpected(started.error());
    return running.finish(tick);
}

}  // namespace duelo
