// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "measure/work.h"

namespace duelo {

/// The logical processors that the threads of a cell keep to, one of each core and as many as it
/// has threads; empty where it does not ask for that (pinningAxis()). Instances beside each other
/// have their own, one after the other, and must all have some; of their parent's cell it is those
/// of the first.
/// Reasons: "pinning_not_here" where the system binds no thread, "pinning_needs_cores" {threads,
/// cores} of all instances.
[[nodiscard]] Result<std::vector<int>> pinnedCpus(const Params& variant);

/// "pinned_to" {cpus}: which they were, for the record.
[[nodiscard]] Reason pinnedNote(const std::vector<int>& cpus);

/// While it lives the calling thread and those that share LibTorch's and oneDNN's calls with it
/// keep to one of these each, in the order of their numbers; afterwards they go wherever the
/// system puts them. Of an empty list nothing happens. LibTorch must be set to as many threads.
/// Throws WorkFailed with "pinning_refused" {cpu}.
class PinnedTeam {
public:
    explicit PinnedTeam(const std::vector<int>& cpus);
    ~PinnedTeam();
    PinnedTeam(const PinnedTeam&) = delete;
    PinnedTeam& operator=(const PinnedTeam&) = delete;

private:
    const int m_threads;
};

}  // namespace duelo
