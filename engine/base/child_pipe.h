// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/child_process.h"
#include "base/result.h"

namespace duelo {

/// What read() came back with.
struct HeardLine {
    enum class What {
        Line,     ///< in `text`, without its line end
        Stopped,  ///< the caller's stop was asked for; the child is not listened to any more
        End       ///< the child has closed its output: it has ended, or is about to
    };
    What what = What::End;
    std::string text{};
};

/// A program that was started without a shell and is spoken to line by line: through a pipe to its
/// standard input and one from its standard output. It is in a process group of its own, so that
/// a Ctrl+C in a terminal reaches its parent only, and sees the end of its input when its parent
/// dies, however that happens. What it writes to its standard error is read while somebody
/// listens. For one thread at a time.
class ChildPipe {
public:
    /// Reasons: "child_not_found" {program}, "child_no_pipe" where the system has none left.
    [[nodiscard]] static Result<std::unique_ptr<ChildPipe>> start(
        const std::filesystem::path& program, const std::vector<std::string>& arguments);
    /// Kills it, with what it has started itself where the system can, and waits until it is gone.
    ~ChildPipe();
    ChildPipe(const ChildPipe&) = delete;
    ChildPipe& operator=(const ChildPipe&) = delete;

    /// One line; its end is added. False: the child does not take it any more.
    [[nodiscard]] bool write(std::string_view line);
    /// Waits for the next line, as long as it takes: whoever needs a limit asks for a stop.
    [[nodiscard]] HeardLine read(const std::stop_token& stop);
    /// How it has ended. It is killed where it is still there a second later. Nothing may be asked
    /// of it afterwards.
    [[nodiscard]] ChildExit end();

private:
    struct Process;
    explicit ChildPipe(std::unique_ptr<Process> process);

    std::unique_ptr<Process> m_process;
    std::string m_heard;  ///< what has come of the next lines
};

}  // namespace duelo
