// SPDX-License-Identifier: Apache-2.0
#include "experiments/pi/params.h"

#include <cmath>
#include <numbers>

namespace duelo {

PiCase piCase(const Params& work) {
    return {.samples = work.integer("samples"),
            .method = work.word<PiMethod>("method"),
            .seed = static_cast<std::uint64_t>(work.integer("seed"))};
}

double piEstimate(const PiCase& work, double sum) {
    return work.method == PiMethod::Series ? 4 * sum : 4 * sum / static_cast<double>(work.samples);
}

double piExpectedError(PiMethod method, double samples) {
    return method == PiMethod::Series
               ? 1 / samples
               : std::sqrt(std::numbers::pi * (4 - std::numbers::pi) / samples);
}

}  // namespace duelo
