// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/timed_child.h"
#include "experiments/program/params.h"
#include "experiments/program/printed_time.h"
#include "measure/work.h"

namespace duelo {

/// The program that a cell of `program` runs.
struct ProgramJob {
    ProgramCase work{};
    std::string name{}, text{};               ///< of the attachment
    std::optional<PrintedPattern> pattern{};  ///< absent: the whole process is timed
    double limit_ms = 60'000;
};

/// A call runs the program once, from its start to its end.
///
/// WorkFailed: "program_not_started" {name, program}, "program_exit" {name, code},
/// "program_signal" {name, code}, "program_time_limit" {name, limit_s}, "program_output_too_long"
/// {name, max_bytes}, "program_left_processes" {name}, "program_no_printed_time" {name, pattern},
/// "program_time_too_short" {name, told_ms}, "program_output_changes" {name}, each with what it
/// wrote last in the message; and those of command.h.
class ProgramWork final : public Work {
public:
    explicit ProgramWork(ProgramJob job) : m_job(std::move(job)) {}
    ~ProgramWork() override;

    void setControl(CallControl control) override { m_control = std::move(control); }
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    [[nodiscard]] Output output() override;
    /// Its memory alone: the processor is nobody else's while it runs.
    [[nodiscard]] std::optional<DeviceState> deviceState() override;

private:
    [[nodiscard]] Result<std::vector<std::string>> words();
    [[nodiscard]] TimedExit runOnce();
    void checkEnd(const TimedExit& exit) const;
    /// Returns the time that the program has told in its output; throws WorkFailed.
    [[nodiscard]] double toldMs(const TimedExit& exit) const;
    [[noreturn]] void failed(const char* code, const TimedExit& exit,
                             Json args = Json::object()) const;

    const ProgramJob m_job;
    CallControl m_control;
    TimedCommand m_command;
    std::filesystem::path m_folder;  ///< of the text of a program
    std::optional<std::string> m_first_output;
    std::int64_t m_peak_bytes = 0;
    int m_looks = 0;  ///< calls in which its memory was looked at
};

}  // namespace duelo
