// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace duelo {

/// A program whose time is wanted, and its limits.
struct TimedCommand {
    std::filesystem::path program;  ///< looked for where the system looks
    std::vector<std::string> arguments{};
    double limit_ms = 60'000;
    std::size_t most_output_bytes = std::size_t{16} << 20;
    /// Looks at its memory five times a millisecond where the system does not keep the peak of a
    /// program by itself; that costs some of its time.
    bool watch_memory = false;
};

struct TimedExit {
    enum class How {
        Exited,         ///< by itself, with the status `code`
        Signalled,      ///< by the signal `code`, or by the system
        OutOfTime,      ///< it was ended after `limit_ms`
        TooMuchOutput,  ///< it was ended when it had written more than `most_output_bytes`
        LeftBehind,     ///< it ended, what it had started did not and was ended
        Stopped         ///< it was ended because `tick` said so
    };
    How how = How::Exited;
    int code = 0;
    double start_ms = 0;  ///< until the system had started it
    double wall_ms = 0;   ///< from the request to start it until its end was seen
    /// Processor time of the program and of what it had started and waited for.
    double user_ms = 0, system_ms = 0;
    std::int64_t peak_bytes = 0;  ///< of its memory; 0: nobody can tell
    std::string output;           ///< what it wrote to its standard output
    /// The processes that it had started and left behind, and that the system did not end.
    std::vector<int> not_stopped{};
    std::string errors;  ///< the first 4096 bytes of what it wrote to its standard error
};

/// Runs a program without a shell and waits for it. It has nothing to read, what it prints is taken
/// from it as it comes, and whatever it has started is ended with it: on Linux also what has gone
/// into a session of its own, but for what the system refuses to end (`not_stopped`); elsewhere on
/// POSIX what has stayed in its process group. That is ended with this process too, however it
/// ends, on Linux also in another session as long as it has the environment of the program, which
/// has one variable more than this process (DUELO_MEASURES). `tick` is called at least ten times a
/// second; false ends it. Reasons: "child_not_found" {program}, "child_no_pipe" where the system
/// has none left.
[[nodiscard]] Result<TimedExit> runTimed(const TimedCommand& command,
                                         const std::function<bool()>& tick);

}  // namespace duelo
