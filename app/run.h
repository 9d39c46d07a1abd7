// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
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
    /// What was expected of a new run before it; of a journal that exists it is there.
    std::optional<Prediction> prediction{};
    double call_limit_ms = 300e3;     ///< a call that takes longer ends the process (R-05)
    std::set<std::string> allowed{};  ///< digests of attachments, beside the experiment's own
    /// Hears how the GPU stands of a run that uses it: between rounds, at most once a second.
    std::function<void(const GpuReading&)> tell_gpu{};
    /// Of a new file: what else is to be measured into it, in this order. Its header keeps them.
    std::vector<Plan> later{};
    /// Of a file with several plans the one to resume, by its hash. Empty: its first, and that
    /// others are left is a notice of the run.
    std::string plan_hash{};
};

/// The plans that a file was to hold behind its first (RunRequest::later). Reasons: those of
/// planFromJson() and validated().
[[nodiscard]] Result<std::vector<Plan>> laterPlans(const RecordLog& log, const Facts& facts);
/// Where its first header stands among those of the file, from 1; absent: none is there yet.
[[nodiscard]] std::optional<std::size_t> placeOfPlan(const RecordLog& log, const std::string& hash);

/// The run that was asked for, with what this process knows. Reasons beside those of Run::start():
/// what makes every number of this process worthless (engine/README.md, DMP-1 step 0).
[[nodiscard]] Result<std::unique_ptr<Run>> startRun(RunRequest request, EngineContext& context,
                                                    Run::Listener listener);

/// The exit code that a run deserves.
[[nodiscard]] ExitCode exitCodeOf(RunEnd end);

}  // namespace duelo
