// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "models/digest_memory.h"
#include "models/weight_set.h"
#include "networks/official_weights.h"
#include "networks/registry.h"
#include "record/record.h"

namespace duelo {

struct KnownWeights {
    WeightSet tensors;
    Identity identity;          ///< "weights"
    std::vector<Reason> notes;  ///< of the reader: types that were converted
    double read_ms = 0;         ///< from the file into tensors, without hashing; 0: no file
};

/// The choice of weights for a model.
struct WeightChoice {
    std::string file{};      ///< empty: official ones found by officialWeightsFile(), else random
    std::string key{};       ///< WantedTensors::key, of a file
    std::uint64_t seed = 0;  ///< of random ones
    auto operator<=>(const WeightChoice&) const = default;
};

/// The weights of each model, read once per run: all variants and cases share them.
/// Only the worker thread uses it.
class WeightStore {
public:
    /// Random ones say so. A file that is there and cannot be read is an error, never a silent
    /// fallback.
    [[nodiscard]] Result<KnownWeights> weights(const ModelInfo& model, const WeightChoice& choice);

private:
    std::map<std::pair<std::string, WeightChoice>, KnownWeights> m_known;
    const DigestMemory m_digests;
};

}  // namespace duelo
