// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/used_kernels.h"

#include <algorithm>

#include "base/json_fields.h"

namespace duelo {

Json toJson(const UsedKernels& used) {
    Json calls = Json::array();
    for (const UsedKernel& kernel : used.calls)
        calls.push_back({{"layers", kernel.layers},
                         {"implementation", kernel.implementation},
                         {"bytes", kernel.bytes},
                         {"flop", kernel.flop},
                         {"ms", kernel.ms}});
    return {{"library", used.library},
            {"instructions", used.instructions},
            {"calls", std::move(calls)}};
}

UsedKernels usedKernelsOf(const ResultRecord& result) {
    const auto found = result.output.find("kernels");
    if (found == result.output.end()) return {};
    UsedKernels used;
    try {
        Fields all(*found, "kernels");
        all.read("library", used.library);
        all.read("instructions", used.instructions);
        all.readList("calls", used.calls, [](const Json& json, const std::string& path) {
            Fields one(json, path);
            UsedKernel kernel;
            one.read("layers", kernel.layers);
            one.read("implementation", kernel.implementation);
            kernel.bytes = integerOf<std::int64_t>(one.at("bytes"), one.pathOf("bytes"));
            kernel.flop = integerOf<std::int64_t>(one.at("flop"), one.pathOf("flop"));
            kernel.ms = one.number("ms");
            return kernel;
        });
    } catch (const FieldError&) {
        return {};
    }
    return used;
}

double UsedKernels::ms() const {
    double sum = 0;
    for (const UsedKernel& kernel : calls) sum += kernel.ms;
    return sum;
}

std::vector<KernelShare> sharesOf(const UsedKernels& used) {
    std::vector<KernelShare> shares;
    for (const UsedKernel& kernel : used.calls) {
        auto share = std::ranges::find(shares, kernel.implementation, &KernelShare::implementation);
        if (share == shares.end())
            share = shares.insert(share, {.implementation = kernel.implementation});
        ++share->calls;
        share->bytes += kernel.bytes;
        share->ms += kernel.ms;
    }
    std::ranges::stable_sort(shares, std::ranges::greater{}, &KernelShare::ms);
    return shares;
}

}  // namespace duelo
