// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/result.h"
#include "experiments/training/training_data.h"
#include "machine/probe_sheet.h"
#include "plan/spec.h"

namespace duelo {

/// The questions of training and of the learning-rate finder (see Maker::answer()), of the data of
/// the plan's first case. They are read for the answer, unless the store has them:
///
///     data {plan}              what the plan would train on, before it does (S2-08, S2-14, S2-44):
///                              real counts, warnings, up to 25 pictures as they are and as the
///                              network gets them, filters of the first 10, and the layers of all
///                              networks that train on these data
///     samples {plan, samples}  single samples by their numbers, for the worst mistakes: at most 64
///
/// Pictures are {width_px, height_px, channels, pixels}, the last in base64, channels interleaved.
/// Reasons: "question_unknown", those of Fields, planFromJson(), validated() and
/// loadTrainingData(), "plan_does_not_train", "sample_not_there" {sample, count}.
[[nodiscard]] Result<Json> trainingAnswer(std::string_view query, const Json& args,
                                          const Facts& facts, TrainingDataStore& store);

/// Networks, with as many parameters as ten classes need, and built-in data.
void offerTraining(ExperimentSheet& sheet);

}  // namespace duelo
