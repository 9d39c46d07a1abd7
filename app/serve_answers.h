// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include "engine_context.h"
#include "serve_pipe.h"

namespace duelo {

/// A question that is answered by its reply alone: the fields of that, or why there are none.
/// `busy`: whether a run is in progress or about to begin; from any thread.
using Responder = Result<Json> (*)(EngineContext& context, const Command& command,
                                   const std::function<bool()>& busy);

/// probe                             {"sheet": as `duelo-engine probe --json`}
/// thumbnail {path, max_px = 96}     thumbnailOf(), and "path" as asked
/// images {path}                     {"images": [path, …]} of a folder, or the file itself, and
///                                   {"skipped": [reason, …]}: what was left out
/// forecast {plan, probe = false}    forecastOf(); with `probe` it takes about a second
/// ask {experiment, query, args}     Maker::answer() of that experiment; args may be absent.
///                                   Reasons: "command_needs" {name, field}, those of knownSpec(),
///                                   "run_in_progress" unless mayBeAskedAnytime()
///                                   What takes long (longAnswer()) is answered apart, and tells
///                                   how far it is until then
/// Null for every other name.
[[nodiscard]] Responder responderTo(std::string_view name);

/// state: {"state": MachineMonitor::read(), "warnings": [{code, args, message}, …]}. From any
/// thread. While it measures, the GPU is left alone.
[[nodiscard]] Json answerState(EngineContext& context, bool measuring);

/// Returns the arguments of a question, from the command that asks it.
[[nodiscard]] Json argsOf(const Command& command);

/// The plan of a command, as run and forecast take it. Reasons: "command_needs" {name, field},
/// those of planFromJson() and validated().
[[nodiscard]] Result<Plan> planOf(EngineContext& context, const Command& command);

}  // namespace duelo
