// SPDX-License-Identifier: Apache-2.0
// Computes one network in one mode whenever it is asked, for against_runtimes.py:
//   bench_turns NETWORK WEIGHTS SIZE_PX BATCH THREADS MODE PRECISION
// Each line "SECONDS" on its input is answered with the median time in ms of the calls of so many
// seconds; the line "answer" with the logits of the first image. Ends with its input.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>

#include "built_module.h"
#include "machine/process_memory.h"
#include "models/model.h"
#include "models/numerics.h"
#include "models/weight_store.h"

namespace {

using namespace duelo;
using Clock = std::chrono::steady_clock;

double ms(Clock::duration time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

[[noreturn]] void leave(const Reason& reason) {
    std::fprintf(stderr, "%s %s %s\n", reason.code.c_str(), reason.args.dump().c_str(),
                 reason.message.c_str());
    std::exit(1);
}

double medianMs(Model& model, const at::Tensor& images, double seconds) {
    for (int i = 0; i < 2; ++i) static_cast<void>(model.forward(images));
    std::vector<double> times;
    const auto start = Clock::now();
    do {
        const auto before = Clock::now();
        const at::Tensor logits = model.forward(images);
        times.push_back(ms(Clock::now() - before));
    } while (ms(Clock::now() - start) < 1e3 * seconds);
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 8) return 2;
    bench::useBuiltModule();
    keepFreedMemory();  // as the engine does
    const int size_px = std::atoi(argv[3]), batch = std::atoi(argv[4]);
    at::set_num_threads(std::atoi(argv[5]));
    const c10::InferenceMode guard;
    applyNumerics({});
    const auto info = findModel(argv[1]);
    if (!info) leave(info.error());
    WeightStore store;
    const auto weights = store.weights(**info, {.file = argv[2], .seed = 1});
    if (!weights) leave(weights.error());
    const auto mode = wordFrom<Mode>(argv[6], "MODE");
    const auto precision = wordFrom<Precision>(argv[7], "PRECISION");
    if (!mode || !precision) return 2;
    auto model = makeModel(**info, weights->tensors, {.mode = *mode, .precision = *precision});
    if (!model) leave(model.error());
    // What the others are fed too: a ramp that any language makes alike.
    const std::int64_t count = std::int64_t{batch} * 3 * size_px * size_px;
    const at::Tensor images = at::arange(count, at::kLong)
                                  .remainder(251)
                                  .to(at::kFloat)
                                  .div_(125)
                                  .sub_(1)
                                  .reshape({batch, 3, size_px, size_px});
    std::string line;
    while (std::getline(std::cin, line)) {
        if (line == "answer") {
            const at::Tensor logits = (*model)->forward(images)[0].contiguous();
            for (std::int64_t i = 0; i < logits.numel(); ++i)
                std::printf("%.6g ", logits.const_data_ptr<float>()[i]);
            std::printf("\n");
        } else {
            std::printf("%.6f\n", medianMs(**model, images, std::atof(line.c_str())));
        }
        std::fflush(stdout);
    }
    return 0;
}
