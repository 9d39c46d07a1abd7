// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/params.h"

#include <algorithm>
#include <utility>

#include "networks/hidden_units.h"
#include "networks/trained_network.h"

namespace duelo {

InferenceCase::operator Params() const {
    const auto hidden = hiddenUnits(model);
    Params params{{"model", hidden ? std::string(kMlp) : model},
                  {"input", together.empty() ? Json(input) : Json(together)},
                  {"batch", batch},
                  {"seed", seed}};
    if (hidden && *hidden != kUsualHidden) params.set("hidden", *hidden);
    if (fixedSidePx(model) == 0 && !isOwnSize(*this)) params.set("size_px", size_px);
    if (!weights.empty()) params.set("weights", weights);
    if (!weights_key.empty()) params.set("weights_key", weights_key);
    if (!classes.empty()) params.set("classes", classes);
    if (input != kRandomInput) {
        params.set("preprocess", word(preprocess));
        params.set("fit", word(fit));
        if (decoding != Decoding::Full) params.set("decoding", word(decoding));
    }
    return params;
}

InferenceCase inferenceCase(const Params& work) {
    std::vector<std::string> pictures = inputsOf(work);
    if (pictures.size() < 2) pictures.clear();
    return {.model = modelName(work),
            .weights = work.text("weights"),
            .weights_key = work.text("weights_key"),
            .classes = work.text("classes"),
            .input = work.has("input") ? inputOf(work) : std::string(kRandomInput),
            .together = std::move(pictures),
            .size_px = sizeOf(work),
            .batch = static_cast<int>(work.integer("batch", 1)),
            .preprocess = work.word<Preprocess>("preprocess"),
            .fit = work.word<Fit>("fit"),
            .decoding = work.word<Decoding>("decoding"),
            .seed = static_cast<std::uint64_t>(work.integer("seed", kUsualSeed))};
}

std::vector<std::string> picturesIn(const InferenceCase& work) {
    if (work.together.empty()) return {work.input};
    const auto places = static_cast<std::size_t>(std::max(1, work.batch));
    return {work.together.begin(), work.together.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                               places, work.together.size()))};
}

bool isOwnSize(const InferenceCase& work) {
    return work.input != kRandomInput && work.fit == Fit::Own;
}

int sizeOf(const Params& work) {
    const int fixed = fixedSidePx(modelName(work));
    return fixed > 0 ? fixed : static_cast<int>(work.integer("size_px"));
}

Shape imageOf(const InferenceCase& work, const Network& network) {
    return {work.batch, network.imageChannels(), work.size_px,
            work.width_px > 0 ? work.width_px : work.size_px};
}

}  // namespace duelo
