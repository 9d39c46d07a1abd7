// SPDX-License-Identifier: Apache-2.0
#include "machine/gpu_reading.h"

#include <algorithm>
#include <iterator>

namespace duelo {

std::vector<GpuProcess> GpuReading::others() const {
    std::vector<GpuProcess> others;
    std::ranges::copy_if(processes, std::back_inserter(others),
                         [](const GpuProcess& one) { return !one.own.value_or(false); });
    std::ranges::stable_sort(others, std::ranges::greater(),
                             [](const GpuProcess& one) { return one.memory_bytes.value_or(0); });
    return others;
}

void GpuReading::forgetOthers() {
    for (GpuProcess& one : processes)
        if (!one.own.value_or(false)) one = {.memory_bytes = one.memory_bytes, .own = one.own};
}

}  // namespace duelo
