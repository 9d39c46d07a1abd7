// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/params.h"

namespace duelo {

InferenceCase::operator Params() const {
    Params params{
        {"model", model}, {"input", input}, {"size_px", size_px}, {"batch", batch}, {"seed", seed}};
    if (!weights.empty()) params.set("weights", weights);
    if (input != kRandomInput) {
        params.set("preprocess", word(preprocess));
        params.set("fit", word(fit));
    }
    return params;
}

InferenceCase inferenceCase(const Params& work) {
    return {.model = work.text("model"),
            .weights = work.text("weights"),
            .input = work.text("input", std::string(kRandomInput)),
            .size_px = static_cast<int>(work.integer("size_px")),
            .batch = static_cast<int>(work.integer("batch", 1)),
            .preprocess = work.word<Preprocess>("preprocess"),
            .fit = work.word<Fit>("fit"),
            .seed = static_cast<std::uint64_t>(work.integer("seed", kUsualSeed))};
}

}  // namespace duelo
