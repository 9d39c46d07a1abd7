// SPDX-License-Identifier: Apache-2.0
#include "networks/trainable.h"

#include "networks/hidden_units.h"
#include "networks/lab_alexnet.h"
#include "networks/mlp.h"

namespace duelo {
namespace {

TrainableModel describe(std::string_view name, std::string title, Network network) {
    const int channels = network.imageChannels();
    const int size_px = network.imageSidePx();
    const std::string family(name == kLabAlexnet ? kLabAlexnet : kMlp);
    return {std::string(name),  std::move(title), "model_note_" + family,
            std::move(network), channels,         size_px};
}

}  // namespace

Result<TrainableModel> trainableModel(std::string_view name, int outputs) {
    if (name == kLabAlexnet) return describe(name, "Lab AlexNet", labAlexnet(outputs));
    if (const auto hidden = hiddenUnits(name)) {
        const std::string title =
            "MLP 784-" + std::to_string(*hidden) + "-" + std::to_string(outputs);
        return describe(mlpName(*hidden), title, mlp(*hidden, outputs));
    }
    return fail("unknown_model", {{"model", name},
                                  {"accepted", "lab_alexnet, mlp, mlp-N (N = 1…" +
                                                   std::to_string(kMostHidden) + ")"}});
}

std::vector<std::string> trainableNames() {
    return {std::string(kLabAlexnet), std::string(kMlp), mlpName(64), mlpName(1024)};
}

}  // namespace duelo
