// SPDX-License-Identifier: Apache-2.0
#include "models/trainable.h"

#include <charconv>
#include <optional>

#include "models/lab_alexnet.h"
#include "models/mlp.h"

namespace duelo {
namespace {

constexpr std::string_view kLabAlexnet = "lab_alexnet";
constexpr std::string_view kMlp = "mlp";
constexpr int kDefaultHidden = 256;

/// The N of "mlp-N", written as a person would: no sign, no leading zero.
std::optional<int> hiddenUnits(std::string_view name) {
    if (name == kMlp) return kDefaultHidden;
    if (!name.starts_with("mlp-")) return std::nullopt;
    const std::string_view digits = name.substr(kMlp.size() + 1);
    int hidden = 0;
    const char* end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, hidden);
    if (error != std::errc() || rest != end || digits.front() < '1' || hidden > kMostHidden)
        return std::nullopt;
    return hidden;
}

TrainableModel describe(std::string_view name, std::string title, Network network) {
    const int channels = network.imageChannels();
    const int size_px = network.imageSidePx();
    const std::string family = name == kLabAlexnet ? "lab_alexnet" : "mlp";
    return {std::string(name),  std::move(title), "model_note_" + family,
            std::move(network), channels,         size_px};
}

}  // namespace

Result<TrainableModel> trainableModel(std::string_view name, int outputs) {
    if (name == kLabAlexnet) return describe(name, "Lab AlexNet", labAlexnet(outputs));
    if (const auto hidden = hiddenUnits(name)) {
        const std::string title =
            "MLP 784-" + std::to_string(*hidden) + "-" + std::to_string(outputs);
        return describe(*hidden == kDefaultHidden ? kMlp : name, title, mlp(*hidden, outputs));
    }
    return fail("unknown_model", {{"model", name},
                                  {"accepted", "lab_alexnet, mlp, mlp-N (N = 1…" +
                                                   std::to_string(kMostHidden) + ")"}});
}

std::vector<std::string> trainableNames() {
    return {std::string(kLabAlexnet), std::string(kMlp), "mlp-64", "mlp-1024"};
}

}  // namespace duelo
