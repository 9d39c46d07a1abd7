// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "experiments/max_pool/view.h"

namespace duelo {

namespace {

/// Returns the counters of a kernel; null: the reply has none.
const Json* countersOf(const Json& reply, std::string_view kernel) {
    const auto kernels = reply.find("kernels");
    if (kernels == reply.end()) return nullptr;
    for (const Json& one : *kernels)
        if (one.value("kernel", "") == kernel)
            if (const auto counters = one.find("counters"); counters != one.end())
                return &*counters;
    return nullptr;
}

}  // namespace

std::vector<std::string> poolEmulatedNotes(const Json& reply, const Text& text) {
    constexpr std::array kPairs{
        std::pair{PoolKernel::IdentityTransferred, PoolKernel::Matmul3Transferred},
        std::pair{PoolKernel::IdentityConstant, PoolKernel::Matmul3Constant}};
    const auto window = reply.value("window", std::int64_t{0});
    for (const auto& [plain, tiled] : kPairs) {
        const Json *without = countersOf(reply, word(plain)),
                   *with = countersOf(reply, word(tiled));
        if (without == nullptr || with == nullptr || window == 0) continue;
        const auto number = [&](const Json& of, const char* id) {
            return formatFixed(of.value(id, 0.0), 0, text.numbers());
        };
        return {
            text("max_pool.emulated_tiles", {{"tiled_name", word(tiled)},
                                             {"plain_name", word(plain)},
                                             {"tiled_global", number(*with, "global_requests")},
                                             {"plain_global", number(*without, "global_requests")},
                                             {"shared", number(*with, "shared_requests")},
                                             {"conflicts", number(*with, "bank_conflicts")},
                                             {"window", window},
                                             {"used", window * window}})};
    }
    return {};
}

}  // namespace duelo
