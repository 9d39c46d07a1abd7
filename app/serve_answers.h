// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "engine_context.h"
#include "serve_pipe.h"

namespace duelo {

/// A question that is answered by its reply alone: the fields of that, or why there are none.
/// `measuring`: a run is in progress or about to begin.
using Responder = Result<Json> (*)(EngineContext& context, const Command& command, bool measuring);

/// probe                             {"sheet": as `duelo-engine probe --json`}
/// thumbnail {path, max_px = 96}     thumbnailOf(), and "path" as asked
/// images {path}                     {"images": [path, …]} of a folder, or the file itself
/// forecast {plan}                   forecastOf()
/// ask {experiment, query, args}     Maker::answer() of that experiment; args may be absent.
///                                   Reasons: "command_needs" {name, field}, those of knownSpec(),
///                                   "run_in_progress" unless mayBeAskedAnytime()
/// Null for every other name.
[[nodiscard]] Responder responderTo(std::string_view name);

/// state: {"state": MachineMonitor::read(), "warnings": [{code, args, message}, …]}. From any
/// thread.
[[nodiscard]] Json answerState(EngineContext& context);

/// The plan of a command, as run and forecast take it. Reasons: "command_needs" {name, field},
/// those of planFromJson() and validated().
[[nodiscard]] Result<Plan> planOf(EngineContext& context, const Command& command);

}  // namespace duelo
