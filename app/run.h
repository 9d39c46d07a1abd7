// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine_context.h"
#include "measure/run.h"

namespace duelo {

struct RunRequest {
    Plan plan{};  ///< validated; of a journal that exists it is there, unless the task is to add
    RunJournal journal;
    Json label = Json::object();  ///< student, group...: whatever the user gave; likewise
    /// The prediction made before a new run; a journal that exists has it already.
    std::optional<Prediction> prediction{};
    double call_limit_ms = 300e3;     ///< a call that takes longer ends the process (R-05)
    std::set<std::string> allowed{};  ///< digests of attachments, beside the experiment's own
    /// Is told the GPU's state during a run that uses it: between rounds.
    std::function<void(const GpuReading&)> tell_gpu{};
    /// The plans to be measured into a new file after this one, in this order. The file's header
    /// keeps them, and whether the file answers goals().
    std::vector<Plan> later{};
    bool goals = false;
    /// The hash of the plan to go on with in a file with several plans. Empty: all of them.
    std::string plan_hash{};
};

/// Whether the file answers goals() (RunRequest::goals).
[[nodiscard]] bool answersGoals(const RecordLog& log);

struct StartedRun {
    std::unique_ptr<Run> run;
    /// The other runs of a file with several plans that is resumed or repeated. They are to be
    /// started one after the other when this run is over, unless it ended worse than SomeNotDone.
    std::vector<RunRequest> following{};
};

/// Starts the run that was asked for, with what this process knows; in a file with several plans
/// the run of the first. Reasons beside those of Run::start(): what makes every number of this
/// process worthless (engine/README.md, DMP-1 step 0), and those of planFromJson() and validated().
[[nodiscard]] Result<StartedRun> startRun(RunRequest request, EngineContext& context,
                                          Run::Listener listener);

/// The exit code that a run deserves.
[[nodiscard]] ExitCode exitCodeOf(RunEnd end);

}  // namespace duelo
