// SPDX-License-Identifier: Apache-2.0
#include "data/triangle_filter.h"

#include <algorithm>
#include <cmath>

namespace duelo {
namespace {

double triangle(double x) {
    return std::max(0.0, 1.0 - std::abs(x));
}

}  // namespace

std::vector<FilterTaps> triangleFilter(int in_size, int out_size) {
    const double scale = static_cast<double>(in_size) / out_size;
    const double filter_scale = std::max(scale, 1.0);
    std::vector<FilterTaps> all(static_cast<std::size_t>(out_size));
    std::vector<double> weights;
    for (int i = 0; i < out_size; ++i) {
        const double centre = (i + 0.5) * scale;
        const int first = std::max(0, static_cast<int>(centre - filter_scale + 0.5));
        const int end = std::min(in_size, static_cast<int>(centre + filter_scale + 0.5));
        weights.clear();
        double sum = 0;
        for (int x = first; x < end; ++x) {
            weights.push_back(triangle((x - centre + 0.5) / filter_scale));
            sum += weights.back();
        }
        FilterTaps& taps = all[static_cast<std::size_t>(i)];
        taps.first = first;
        for (const double weight : weights) {
            taps.weights.push_back(
                static_cast<std::int32_t>(0.5 + weight / sum * (1 << filter_weight_bits)));
        }
    }
    return all;
}

}  // namespace duelo
