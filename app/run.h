// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <set>
#include <string>

#include "engine_context.h"
#include "measure/run.h"

namespace duelo {

struct RunRequest {
    Plan plan{};  ///< validated; of a journal that exists it is there, unless the task is to add
    RunJournal journal;
    Json label = Json::object();      ///< student, group...: whatever the user gave; likewise
    double call_limit_ms = 300e3;     ///< a call that takes longer ends the process (R-05)
    std::set<std::string> allowed{};  ///< digests of attachments, beside the experiment's own
    /// Hears how the GPU stands of a run that uses it: between rounds, at most once a second.
    std::function<void(const GpuReading&)> tell_gpu{};
};

/// The run that was asked for, with what this process knows. Reasons beside those of Run::start():
/// what makes every number of this process worthless (engine/README.md, DMP-1 step 0).
[[nodiscard]] Result<std::unique_ptr<Run>> startRun(RunRequest request, EngineContext& context,
                                                    Run::Listener listener);

/// The exit code that a run deserves.
[[nodiscard]] ExitCode exitCodeOf(RunEnd end);

}  // namespace duelo
