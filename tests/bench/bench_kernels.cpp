// SPDX-License-Identifier: Apache-2.0
// Duelo's own kernels against LibTorch's on the CPU, at 1 and at 2 threads: every round calls both
// once, in a new order, so that whatever else the machine does hits both (G16).
#include <algorithm>
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "experiments/makers.h"
#include "gpu/gpu_loader.h"

namespace {

using namespace duelo;

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::unique_ptr<Work> workOf(Maker& maker, const std::string& experiment, const Params& work,
                             const Params& variant) {
    auto made =
        maker.create({.id = "c001", .experiment = experiment, .work = work, .variant = variant});
    if (!made || !(*made)->prepare()) return nullptr;
    return std::move(*made);
}

/// Prints the library's time divided by that of the own kernel; above 1 the own one is faster.
void compare(const char* experiment, const std::string& own, const Params& work, int threads,
             const std::string& name, int rounds) {
    const auto maker = makerOf(experiment, {.gpu = &Gpu::instance()});
    const auto of = [&](const std::string& kernel) {
        return workOf(*maker, experiment, work,
                      {{"kernel", kernel}, {"precision", "fp32"}, {"threads", threads}});
    };
    const auto ours = of(own), library = of("library");
    if (!ours || !library) {
        std::printf("%-28s not made\n", name.c_str());
        return;
    }
    std::vector<double> own_ms, library_ms;
    std::mt19937 random(1);
    for (int round = -2; round < rounds; ++round) {
        double times_ms[2] = {};
        const bool first = random() % 2 == 0;
        for (const bool second : {false, true}) {
            const bool isOwn = first != second;
            times_ms[isOwn] = (isOwn ? ours : library)->step(1).wall_ms;
        }
        if (round < 0) continue;
        library_ms.push_back(times_ms[0]);
        own_ms.push_back(times_ms[1]);
    }
    std::vector<double> ratios;
    for (std::size_t i = 0; i < own_ms.size(); ++i) ratios.push_back(library_ms[i] / own_ms[i]);
    std::printf("%-28s %2d threads  own %9.3f ms  LibTorch %9.3f ms  %5.2fx\n", name.c_str(),
                threads, median(own_ms), median(library_ms), median(ratios));
    std::fflush(stdout);
}

}  // namespace

int main() {
    for (const int threads : {1, 2})
        for (const int n : {512, 1024, 2048})
            compare("matrix_product", "blocked_vector_threads", {{"n", n}, {"seed", 1}}, threads,
                    "product, n = " + std::to_string(n), n > 1024 ? 9 : 21);
    for (const int threads : {1, 2})
        for (const int size_px : {512, 2048, 8192})
            compare("max_pool", "rows_threads",
                    {{"size_px", size_px},
                     {"window", 2},
                     {"stride", 2},
                     {"padding", 0},
                     {"border", "least"},
                     {"numbers", "digits"},
                     {"seed", 35}},
                    threads, "pooling, " + std::to_string(size_px) + " px", 21);
}
