// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "engine_context.h"
#include "serve_pipe.h"

namespace duelo {

/// What a plan that trains would train on, before it does (S2-08, S2-14, S2-44): real counts,
/// warnings, up to 25 pictures as they are and as the network gets them, filters of the first 10,
/// and the layers of the networks. Pictures are {width_px, height_px, channels, pixels}, the last
/// in base64, channels interleaved. Of the first case's data, and of all
/// networks that train on these.
/// Reasons: those of planOf() and loadTrainingData(), "plan_does_not_train",
/// "run_in_progress".
[[nodiscard]] Result<Json> answerData(EngineContext& context, const Command& command,
                                      bool measuring);

/// Single samples of the same data by their numbers, for the worst mistakes: at most 64.
/// Further reasons: "sample_not_there" {sample, count}.
[[nodiscard]] Result<Json> answerDataSamples(EngineContext& context, const Command& command,
                                             bool measuring);

}  // namespace duelo
