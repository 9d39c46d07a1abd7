// SPDX-License-Identifier: Apache-2.0
#include "lab_report/references.h"

#include <algorithm>
#include <array>

namespace duelo {
namespace {

constexpr const char* kAmdahl =
    "Amdahl, G. M. (1967). Validity of the single processor approach to achieving large scale "
    "computing capabilities. doi:10.1145/1465482.1465560";
constexpr const char* kGustafson =
    "Gustafson, J. L. (1988). Reevaluating Amdahl's law. doi:10.1145/42411.42415";
constexpr const char* kKarpFlatt =
    "Karp, A. H., Flatt, H. P. (1990). Measuring parallel processor performance. "
    "doi:10.1145/78607.78614";
constexpr const char* kRoofline =
    "Williams, S., Waterman, A., Patterson, D. (2009). Roofline: an insightful visual performance "
    "model for multicore architectures. doi:10.1145/1498765.1498785";
constexpr const char* kMixed =
    "Micikevicius, P. et al. (2018). Mixed precision training. arXiv:1710.03740";
constexpr const char* kBfloat =
    "Kalamkar, D. et al. (2019). A study of BFLOAT16 for deep learning training. arXiv:1905.12322";
constexpr const char* kIntegers =
    "Jacob, B. et al. (2018). Quantization and training of neural networks for efficient "
    "integer-arithmetic-only inference. doi:10.1109/CVPR.2018.00286";
constexpr const char* kMobileNet =
    "Howard, A. G. et al. (2017). MobileNets: efficient convolutional neural networks for mobile "
    "vision applications. arXiv:1704.04861";
constexpr const char* kMobileNetV2 =
    "Sandler, M. et al. (2018). MobileNetV2: inverted residuals and linear bottlenecks. "
    "doi:10.1109/CVPR.2018.00474";
constexpr const char* kEfficientNet =
    "Tan, M., Le, Q. V. (2019). EfficientNet: rethinking model scaling for convolutional neural "
    "networks. arXiv:1905.11946";
constexpr const char* kResNet =
    "He, K., Zhang, X., Ren, S., Sun, J. (2016). Deep residual learning for image recognition. "
    "doi:10.1109/CVPR.2016.90";
constexpr const char* kCuda =
    "Nickolls, J., Buck, I., Garland, M., Skadron, K. (2008). Scalable parallel programming with "
    "CUDA. doi:10.1145/1365490.1365500";
constexpr const char* kGpuComputing =
    "Owens, J. D. et al. (2008). GPU computing. doi:10.1109/JPROC.2008.917757";
constexpr const char* kCudnn =
    "Chetlur, S. et al. (2014). cuDNN: efficient primitives for deep learning. arXiv:1410.0759";

/// Networks of layers that convolve have papers of their own; what is no network, or is one of
/// plain layers, has not.
enum class Of { Anything, Convolutions };

struct ForChange {
    const char* axis;
    const char* value;  ///< the beginning of the value; null: any value
    Of of;
    std::array<const char*, 3> papers;
};
/// The first that fits. Experiments of several kinds have axes of the same name: what holds of one
/// kind alone says so.
constexpr ForChange kPapers[] = {
    {"precision", "int8", Of::Anything, {kIntegers, kRoofline, nullptr}},
    {"precision", "bf16", Of::Anything, {kBfloat, kMixed, kRoofline}},
    {"precision", nullptr, Of::Anything, {kMixed, kRoofline, nullptr}},
    {"model", "mobilenet", Of::Anything, {kMobileNetV2, kMobileNet, kEfficientNet}},
    {"model", "efficientnet", Of::Anything, {kEfficientNet, kMobileNet, nullptr}},
    {"model", "resnet", Of::Anything, {kResNet, nullptr, nullptr}},
    {"size_px", nullptr, Of::Convolutions, {kMobileNet, kEfficientNet, nullptr}},
    {"threads", nullptr, Of::Anything, {kAmdahl, kGustafson, nullptr}},
    {"instances", nullptr, Of::Anything, {kGustafson, kAmdahl, nullptr}},
    {"processes", nullptr, Of::Anything, {kGustafson, kAmdahl, nullptr}},
    {"batch", nullptr, Of::Convolutions, {kRoofline, kCudnn, nullptr}},
    {"batch", nullptr, Of::Anything, {kRoofline, nullptr, nullptr}},
    {"device", nullptr, Of::Anything, {kCuda, kGpuComputing, kRoofline}},
    {"mode", nullptr, Of::Convolutions, {kRoofline, kCudnn, nullptr}},
    {"mode", nullptr, Of::Anything, {kRoofline, nullptr, nullptr}},
    {"kernel", nullptr, Of::Anything, {kRoofline, kCuda, nullptr}},
};

bool convolves(const Params& work) {
    const std::string model = work.text("model");
    return !model.empty() && !model.starts_with("mlp") && !model.starts_with("vit");
}

bool begins(const Json& value, const char* with) {
    const auto* text = value.get_ptr<const std::string*>();
    return text != nullptr && text->starts_with(with);
}

}  // namespace

std::vector<std::string> referencesFor(const std::string& axis, const Json& value,
                                       const Params& work) {
    const auto* found = std::ranges::find_if(kPapers, [&](const ForChange& one) {
        return axis == one.axis && (one.value == nullptr || begins(value, one.value)) &&
               (one.of == Of::Anything || convolves(work));
    });
    std::vector<std::string> papers;
    if (found == std::end(kPapers)) return papers;
    for (const char* paper : found->papers)
        if (paper != nullptr) papers.emplace_back(paper);
    return papers;
}

std::vector<std::string> referencesOfScaling() {
    return {kAmdahl, kGustafson, kKarpFlatt};
}

}  // namespace duelo
