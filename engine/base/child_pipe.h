// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/line_channel.h"
#include "base/result.h"

namespace duelo {

/// A program that was started without a shell and is spoken to line by line: through a pipe to its
/// standard input and one from its standard output. It is in a process group of its own, so that
/// a Ctrl+C in a terminal reaches its parent only, and sees the end of its input when its parent
/// dies, however that happens. What it writes to its standard error is read while somebody
/// listens. For one thread at a time.
class ChildPipe final : public LineChannel {
public:
    /// Reasons: "child_not_found" {program}, "child_no_pipe" where the system has none left.
    [[nodiscard]] static Result<std::unique_ptr<ChildPipe>> start(
        const std::filesystem::path& program, const std::vector<std::string>& arguments);
    /// Kills it, with what it has started itself where the system can, and waits until it is gone.
    ~ChildPipe() override;

    [[nodiscard]] bool write(std::string_view line) override;
    [[nodiscard]] HeardLine read(const std::stop_token& stop) override;
    /// Killed: it holds nothing that it would have to bring to an end, and nothing can refuse it.
    void leave() override;
    /// It is killed where it is still there a second later.
    [[nodiscard]] ChildExit end() override;

private:
    struct Process;
    explicit ChildPipe(std::unique_ptr<Process> process);

    std::unique_ptr<Process> m_process;
    std::string m_heard;  ///< what has come of the next lines
};

}  // namespace duelo
