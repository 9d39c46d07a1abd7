// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "experiments/training/training_data.h"
#include "gpu/gpu_loader.h"
#include "measure/maker.h"
#include "plan/spec.h"

namespace duelo {

/// What the work of a run may need of the process that does it.
struct MakerSetup {
    Gpu& gpu;  ///< outlives the maker
    TrainingDataStore data{};
    Facts facts{};  ///< what plans in questions are checked against
    Params run{};   ///< of the plan
    /// Where the work keeps its own files, beside the record file; empty: nowhere.
    std::filesystem::path folder{};
    bool resume = false;  ///< go on with what is there
};

/// Who makes the work of an experiment; who adds one adds its line in makers.cpp. Null where this
/// build has none.
[[nodiscard]] std::unique_ptr<Maker> makerOf(std::string_view experiment, const MakerSetup& setup);

/// Whether a question to that maker may be answered while something is measured. Others are
/// refused meanwhile: the work of their answer would be seen in the times.
[[nodiscard]] bool mayBeAskedAnytime(std::string_view experiment, std::string_view query);

}  // namespace duelo
