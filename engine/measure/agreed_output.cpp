// SPDX-License-Identifier: Apache-2.0
#include "measure/agreed_output.h"

#include <utility>

namespace duelo {

namespace {

/// Work whose result nobody can compare has no fingerprint.
Result<double> sameOutput(const Output& first, const Output& other, double tolerance) {
    if (!first.fingerprint && !other.fingerprint) return 0.0;
    return agreement(first.fingerprint.value_or(Fingerprint()),
                     other.fingerprint.value_or(Fingerprint()), tolerance);
}

}  // namespace

Output agreedOutput(std::size_t count, const std::function<Output(std::size_t)>& outputOf,
                    double tolerance) {
    Output first = outputOf(0);
    // Who compares it with the other variants says in which way it is no result at all.
    if (!sameOutput(first, first, tolerance)) return first;
    for (std::size_t process = 1; process < count; ++process) {
        const auto same = sameOutput(first, outputOf(process), tolerance);
        if (same) continue;
        Json args{{"process", process + 1}, {"tolerance", tolerance}};
        args.update(same.error().args);
        throw WorkFailed{Reason{"processes_disagree", std::move(args), same.error().code}};
    }
    return first;
}

}  // namespace duelo
