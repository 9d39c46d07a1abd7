// SPDX-License-Identifier: Apache-2.0
#include "lab_report/published_accuracy.h"

#include <algorithm>
#include <array>

namespace duelo {
namespace {

struct Published {
    std::string_view model;
    double top1_percent;
};
/// "acc@1" of pytorch.org/vision/stable/models; the words `what_if.top1_note` name that page.
constexpr std::array<Published, 4> kPublished{
    {{"resnet18", 69.758}, {"resnet34", 73.314}, {"resnet50", 76.130}, {"mobilenet_v2", 71.878}}};

}  // namespace

std::optional<double> publishedTop1_percent(std::string_view model) {
    const auto* found = std::ranges::find(kPublished, model, &Published::model);
    return found == kPublished.end() ? std::nullopt : std::optional(found->top1_percent);
}

}  // namespace duelo
