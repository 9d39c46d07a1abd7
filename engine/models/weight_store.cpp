// SPDX-License-Identifier: Apache-2.0
#include "models/weight_store.h"

#include "base/places.h"
#include "models/weight_file.h"
#include "networks/trained_network.h"

namespace duelo {

namespace fs = std::filesystem;

Result<KnownWeights> WeightStore::weights(const ModelInfo& model, const WeightChoice& choice) {
    const std::pair key(std::string(model.name), choice);
    if (const auto known = m_known.find(key); known != m_known.end()) return known->second;

    const std::optional<fs::path> file =
        choice.file.empty() ? officialWeightsFile(model.name) : fromUtf8(choice.file);
    KnownWeights weights;
    if (file) {
        const auto wanted = wantedBy(model.name, model.network, choice.key);
        auto read = readWeights(*file, wanted, networkWithTensors, &m_digests);
        if (!read) return tl::unexpected(read.error());
        weights.read_ms = read->read_ms;
        weights.identity = {.id = "weights",
                            .sha256 = read->sha256,
                            .origin = read->provenance,
                            .file = utf8(file->filename())};
        weights.notes = std::move(read->notes);
        weights.tensors = std::make_shared<const WeightMap>(std::move(read->tensors));
    } else {
        weights.identity = {.id = "weights",
                            .origin = std::string(kRandomOrigin),
                            .file = "seed " + std::to_string(choice.seed)};
        weights.tensors = randomWeights(model.network, choice.seed);
    }
    return m_known.emplace(key, std::move(weights)).first->second;
}

}  // namespace duelo
