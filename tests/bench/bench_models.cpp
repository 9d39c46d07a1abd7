// SPDX-License-Identifier: Apache-2.0
// Compares the modes of a model with each other: every round runs each of them once, in a new
// order, so that whatever else the machine does hits all of them (G10, G11).
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "built_module.h"
#include "models/calibration.h"
#include "models/model.h"
#include "models/numerics.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"
#include "tensor/parallel.h"

namespace {

using namespace duelo;

struct Entrant {
    std::string name;
    std::unique_ptr<Model> model;
    std::vector<double> times_ms{};
};

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double elapsedMs(Model& model, const Tensor& images) {
    const auto start = std::chrono::steady_clock::now();
    const Tensor logits = model.forward(images);
    const std::chrono::duration<double, std::milli> elapsed =
        std::chrono::steady_clock::now() - start;
    return elapsed.count();
}

void compare(const ModelInfo& info, int size_px, int batch, int rounds) {
    const WeightSet weights = randomWeights(info.network, 1);
    Tensor images = ops::empty({batch, 3, size_px, size_px}, ScalarType::Float);
    randomUniform(1, "image", images.data_ptr<float>(), images.numel());

    std::vector<Entrant> entrants;
    const auto enter = [&](Mode mode, Precision precision) {
        ModelOptions options{.mode = mode, .precision = precision};
        if (precision == Precision::Int8)
            options.calibration =
                std::make_shared<const Calibration>(calibrate(info, weights, images).value());
        auto model = makeModel(info, weights, options);
        if (model)
            entrants.push_back(
                {std::string(word(mode)) + " " + std::string(word(precision)), std::move(*model)});
    };
    for (const Mode mode : {Mode::Eager, Mode::ChannelsLast, Mode::Fused, Mode::Compiled})
        enter(mode, Precision::Fp32);
    for (const Mode mode : {Mode::Fused, Mode::Compiled}) enter(mode, Precision::Bf16);
    enter(Mode::Compiled, Precision::Int8);

    std::vector<std::size_t> order(entrants.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::mt19937 shuffle(1);
    for (int round = -3; round < rounds; ++round) {
        std::shuffle(order.begin(), order.end(), shuffle);
        for (const std::size_t i : order) {
            // One call that nobody measures: the previous entrant has filled the caches.
            (void)elapsedMs(*entrants[i].model, images);
            const double time = elapsedMs(*entrants[i].model, images);
            if (round >= 0) entrants[i].times_ms.push_back(time);
        }
    }

    const Entrant& base = entrants.front();
    for (const Entrant& entrant : entrants) {
        std::vector<double> ratios;
        for (std::size_t i = 0; i < base.times_ms.size(); ++i)
            ratios.push_back(base.times_ms[i] / entrant.times_ms[i]);
        std::printf("%-18s %5d px  batch %-3d %-18s %8.2f ms  min %8.2f  %5.2fx\n",
                    std::string(info.name).c_str(), size_px, batch, entrant.name.c_str(),
                    median(entrant.times_ms),
                    *std::min_element(entrant.times_ms.begin(), entrant.times_ms.end()),
                    median(ratios));
    }
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    duelo::bench::useBuiltModule();
    if (argc > 1 && std::string(argv[1]) == "--help") {
        std::puts("bench_models [MODEL|all] [SIZE_PX] [BATCH] [ROUNDS] [THREADS]");
        return 0;
    }
    const std::string wanted = argc > 1 ? argv[1] : "all";
    const int size_px = argc > 2 ? std::atoi(argv[2]) : 224;
    const int batch = argc > 3 ? std::atoi(argv[3]) : 1;
    const int rounds = argc > 4 ? std::atoi(argv[4]) : 30;
    if (argc > 5) ops::set_num_threads(std::atoi(argv[5]));
    if (wanted != "all" && !findModel(wanted)) {
        std::fprintf(stderr, "bench_models: unknown model %s\n", wanted.c_str());
        return 2;
    }
    applyNumerics({});
    std::printf("threads %d\n", ops::get_num_threads());
    for (const ModelInfo& info : models())
        if (wanted == "all" || wanted == info.name) compare(info, size_px, batch, rounds);
    return 0;
}
