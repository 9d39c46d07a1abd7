// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/line_channel.h"
#include "experiments/started_together.h"
#include "experiments/training/ranks.h"

namespace duelo {

/// The launch of a process that torchrun or mpirun has started, on this PC or on several.
struct Launch {
    RankPlace place{};
    Meeting meeting{};   ///< the address of the store, which rank 0 serves unless torchrun does
    int local_rank = 0;  ///< among those on this PC
};

/// The value of a variable of the environment; nothing where it is not set.
using Variable = std::function<std::optional<std::string>(const char* name)>;

/// Reads the launch from RANK, WORLD_SIZE, LOCAL_RANK, MASTER_ADDR and MASTER_PORT (torchrun), or
/// the first three by the names that Open MPI and MPICH give them; nothing where nobody has started
/// more than this one process. Without an address it is this PC's loopback, without a port
/// PyTorch's usual one. Reasons: "launch_invalid" {variable, value}.
[[nodiscard]] Result<std::optional<Launch>> launchFrom(const Variable& variable);
/// Returns launchFrom() the environment of this process, which is read once.
[[nodiscard]] const Result<std::optional<Launch>>& launchOfThisProcess();

/// Opens the channel of lines between rank 0 and another rank, `other` as each of them sees it,
/// over their store. A line answers the latest that was asked; what answers an earlier one is
/// passed over. Each channel that rank 0 opens is a session of its own, such as the work of one
/// cell: the other rank reads "SESSION LINE", with kSessionOver as the last one of each. Reasons:
/// "meeting_failed" {place}, whyNoProcesses().
[[nodiscard]] Result<std::unique_ptr<LineChannel>> channelTo(const Launch& launch, int other);

/// KnownMaker::together: this process among the ranks that launchOfThisProcess() tells of.
[[nodiscard]] Result<std::optional<StartedTogether>> ranksStartedTogether();

}  // namespace duelo
