// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "models/weight_set.h"
#include "networks/registry.h"
#include "plan/plan.h"
#include "record/record.h"

namespace duelo {

struct KnownWeights {
    WeightSet tensors;
    WeightsRecord record;
    std::vector<Reason> notes;  ///< of the reader: types that were converted
};

/// The weights of each model, read once per run: all variants and cases share them.
/// Only the worker thread uses it.
class WeightStore {
public:
    WeightStore(std::map<std::string, std::string> files, std::uint64_t seed)
        : m_files(std::move(files)), m_seed(seed) {}

    /// The file that the plan names; else official weights found by officialWeightsFile(); else
    /// random ones, which say so. A file that is there and cannot be read is an error, never a
    /// silent fallback.
    [[nodiscard]] Result<KnownWeights> weights(const ModelInfo& model);

private:
    std::map<std::string, std::string> m_files;
    std::uint64_t m_seed;
    std::map<std::string, KnownWeights, std::less<>> m_known;
};

/// Official weights of a model among what is shipped or was downloaded by this user.
[[nodiscard]] std::optional<std::filesystem::path> officialWeightsFile(std::string_view model);

/// Where `duelo-engine weights` puts what it downloads.
[[nodiscard]] std::filesystem::path downloadedWeightsDir();

}  // namespace duelo
