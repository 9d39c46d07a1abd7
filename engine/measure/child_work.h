// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/line_channel.h"
#include "base/result.h"
#include "measure/work.h"

namespace duelo {

/// A call of a student's own source that does not come back within that time, or within the run's
/// limit of a call where that is less, ends its process, with this code: nothing else would end a
/// loop without an end.
inline constexpr double kSourceLimit_s = 60;
inline constexpr int kSourceHangs = 71;

/// The command that starts a child engine: it reads the lines below from its standard input.
struct ChildProgram {
    std::filesystem::path path;
    std::vector<std::string> arguments;
    double source_limit_s = kSourceLimit_s;  ///< what its arguments say of it
};

/// The work of a cell in a process of its own. That process takes no lock and writes no record; it
/// does what it is told, a line of JSON each, and answers with one:
///
///     {"do":"prepare","cell":{…},"run":{…}}   {"prepared":{…}}
///     {"do":"step","calls":n}                 {"timing":{…}}
///     {"do":"block"}                          {"block":null}
///     {"do":"state"}                          {"state":{…} or null}
///     {"do":"output"}                         {"output":{…}}
///     {"do":"apart"}                          {"apart":{"parts":[…]}}
///
/// where a cell is {id, experiment, case, variant, attachments}; or {"refused":"skipped"
/// or "failed","reason","args","message"}, whatever was asked. While a call is at work it may say
/// {"beat":share} or {"beat":null}. Times are taken there, so the way of the
/// lines is not in them. What a library prints between the lines is passed over.
///
/// Work that is no Course. The process ends with this object, and at once where the user stops,
/// which leaves the call by StepStopped. A failure leaves it by WorkFailed, never as one that
/// spoils this process, because a device error ends with the child's. Reasons beside the work's
/// own: "child_died" {code} with its last words in the message, "call_hung" {limit_s} of a source,
/// "child_not_understood" {line}, those of ChildPipe::start().
class ChildWork final : public Work {
public:
    /// The way to a process that does the cell.
    using Reach = std::function<Result<std::unique_ptr<LineChannel>>()>;

    ChildWork(const ChildProgram& program, Cell cell, Params run);
    /// Uses a process that somebody else has started.
    ChildWork(Reach reach, Cell cell, Params run);
    ~ChildWork() override;

    /// Goes on in the process of another, of the same program, that is over: it has one to start
    /// with, and prepare() takes no time for that.
    void takeProcessOf(ChildWork& other) { m_pipe = std::move(other.m_pipe); }

    void setControl(CallControl control) override { m_control = std::move(control); }
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    /// prepare() and step() in halves, so that several children do the same at one time: whoever
    /// has begun one ends it before anything else is asked.
    [[nodiscard]] Result<void> beginPrepare();
    [[nodiscard]] Result<Prepared> endPrepare();
    void beginStep(int calls);
    [[nodiscard]] Timing endStep();
    [[nodiscard]] Output output() override;
    void beginBlock() override;
    [[nodiscard]] std::optional<DeviceState> deviceState() override;
    [[nodiscard]] Parts measureApart() override;
    void leave() override;

private:
    /// The value of the field `answer` of what it says to that.
    [[nodiscard]] Json ask(const Json& request, const char* answer);
    void tell(const Json& request);
    [[nodiscard]] Json hear(const char* answer);
    /// Tells whether the line is the answer; tells of beats, throws what was refused.
    [[nodiscard]] bool isAnswer(const Json& line, const char* answer) const;
    [[noreturn]] void died();

    const Reach m_reach;
    const Cell m_cell;
    const Params m_run;
    double m_sourceLimit_s = kSourceLimit_s;
    CallControl m_control;
    std::unique_ptr<LineChannel> m_pipe;  ///< from prepare() on
};

}  // namespace duelo
