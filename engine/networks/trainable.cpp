// SPDX-License-Identifier: Apache-2.0
#include "networks/trainable.h"

#include "networks/hidden_units.h"
#include "networks/lab_alexnet.h"
#include "networks/mlp.h"

namespace duelo {
namespace {

TrainableModel describe(std::string_view name, Network network) {
    const int channels = network.imageChannels();
    const int size_px = network.imageSidePx();
    const std::string family(name == kLabAlexnet ? kLabAlexnet : kMlp);
    return {std::string(name), "model_note_" + family, std::move(network), channels, size_px};
}

}  // namespace

Result<TrainableModel> trainableModel(std::string_view name, int outputs) {
    if (name == kLabAlexnet) return describe(name, labAlexnet(outputs));
    if (const auto hidden = hiddenUnits(name))
        return describe(mlpName(*hidden), mlp(*hidden, outputs));
    return fail("unknown_model", {{"model", name},
                                  {"accepted", "lab_alexnet, mlp, mlp-N (N = 1…" +
                                                   std::to_string(kMostHidden) + ")"}});
}

std::vector<std::string> trainableNames() {
    return {std::string(kLabAlexnet), std::string(kMlp), mlpName(64), mlpName(1024)};
}

}  // namespace duelo
