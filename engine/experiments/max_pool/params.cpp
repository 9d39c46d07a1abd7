// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/params.h"

#include "resources/resources.h"

namespace duelo {

PoolCase poolCase(const Params& work) {
    return {.size = work.integer("size_px"),
            .window = work.integer("window", 2),
            .stride = work.integer("stride", 2),
            .padding = work.integer("padding"),
            .border = work.word<PoolBorder>("border"),
            .input = work.word<PoolInput>("numbers"),
            .seed = static_cast<std::uint64_t>(work.integer("seed"))};
}

PoolTraffic poolTraffic(const PoolCase& work, PoolKernel kernel) {
    constexpr std::int64_t kBytes = sizeof(float);
    if (!launchesEachWindow(kernel)) return {1, 2, (work.elements() + work.windows()) * kBytes};
    const std::int64_t window = work.window * work.window,
                       back = kernel == PoolKernel::OneWindow ? 1 : window;
    const bool filter = kernel == PoolKernel::IdentityTransferred;
    return {work.windows(), work.windows() * (filter ? 3 : 2),
            work.windows() * (window + (filter ? window : 0) + back) * kBytes};
}

std::string_view poolText(PoolKernel kernel) {
    constexpr std::array<std::string_view, wordsOf<PoolKernel>.size()> kFiles{
        "kernels/pool_loops.h",
        "kernels/pool_rows.h",
        "kernels/pool_rows.h",
        "kernels/pool_identity.cu",
        "kernels/pool_identity.cu",
        "kernels/pool_one_window.cu",
        "kernels/pool_each_window.cu",
        "kernels/pool_rows.cu",
        "",
        "",
        "",
        ""};
    const std::string_view text = resource(kFiles[static_cast<std::size_t>(kernel)]);
    return text.substr(text.empty() ? 0 : text.find('\n') + 1);
}

}  // namespace duelo
