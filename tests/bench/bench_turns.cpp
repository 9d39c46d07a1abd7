// SPDX-License-Identifier: Apache-2.0
// Computes one network in one mode whenever it is asked, for against_runtimes.py and bindings.py:
//   bench_turns NETWORK WEIGHTS SIZE_PX BATCH THREADS MODE PRECISION
//   bench_turns mlp - 28 BATCH THREADS train_MODE fp32: one update of a perceptron's weights
// Each line "SECONDS" on its input is answered with the median time in ms of the calls of so many
// seconds; the line "answer" with the logits of the first image. Ends with its input.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "built_module.h"
#include "experiments/training/trainer.h"
#include "machine/process_memory.h"
#include "models/initial_weights.h"
#include "models/model.h"
#include "models/numerics.h"
#include "models/weight_store.h"
#include "networks/trainable.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"
#include "tensor/parallel.h"

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

double medianMs(const std::function<Tensor()>& call, double seconds) {
    for (int i = 0; i < 2; ++i) static_cast<void>(call());
    std::vector<double> times;
    const auto start = Clock::now();
    do {
        const auto before = Clock::now();
        const Tensor result = call();
        times.push_back(ms(Clock::now() - before));
    } while (ms(Clock::now() - start) < 1e3 * seconds);
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

/// A ramp that any language makes alike.
Tensor ramp(IntArrayRef sizes) {
    const Tensor images = ops::empty(sizes);
    for (std::int64_t i = 0; i < images.numel(); ++i)
        images.data_ptr<float>()[i] = static_cast<float>(i % 251) / 125 - 1;
    return images;
}

/// Reads questions and answers them, until there are no more.
int answerTurns(const std::function<Tensor()>& call) {
    std::string line;
    while (std::getline(std::cin, line)) {
        if (line == "answer") {
            const Tensor logits = call()[0].contiguous();
            for (std::int64_t i = 0; i < logits.numel(); ++i)
                std::printf("%.6g ", logits.const_data_ptr<float>()[i]);
            std::printf("\n");
        } else {
            std::printf("%.6f\n", medianMs(call, std::atof(line.c_str())));
        }
        std::fflush(stdout);
    }
    return 0;
}

std::function<Tensor()> trainingCall(const char* name, Mode mode, int batch) {
    const auto model = trainableModel(name, 10);
    if (!model) leave(model.error());
    const Network& network = model->network;
    std::shared_ptr<Trainer> trainer;
    if (auto made = Trainer::make(network, initialWeights(network, 1), {.mode = mode}, nullptr))
        trainer = std::move(*made);
    else
        leave(made.error());
    const Tensor images = ramp({batch, model->channels, model->size_px, model->size_px});
    const Tensor labels = ops::zeros({batch}, ScalarType::Long);
    return [trainer, images, labels, update = std::uint64_t{0}]() mutable {
        trainer->train(images, labels, update++);
        return Tensor();
    };
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 8) return 2;
    bench::useBuiltModule();
    keepFreedMemory();  // as the engine does
    const int size_px = std::atoi(argv[3]), batch = std::atoi(argv[4]);
    ops::set_num_threads(std::atoi(argv[5]));
    applyNumerics({});
    const std::string_view way = argv[6];
    constexpr std::string_view kTrain = "train_";
    const bool trains = way.starts_with(kTrain);
    const auto mode = wordFrom<Mode>(std::string(trains ? way.substr(kTrain.size()) : way), "MODE");
    if (!mode) return 2;
    if (trains) return answerTurns(trainingCall(argv[1], *mode, batch));
    const InferenceMode guard;
    const auto info = findModel(argv[1]);
    if (!info) leave(info.error());
    WeightStore store;
    const auto weights = store.weights(**info, {.file = argv[2], .seed = 1});
    if (!weights) leave(weights.error());
    const auto precision = wordFrom<Precision>(argv[7], "PRECISION");
    if (!precision) return 2;
    auto model = makeModel(**info, weights->tensors, {.mode = *mode, .precision = *precision});
    if (!model) leave(model.error());
    return answerTurns([&model, images = ramp({batch, 3, size_px, size_px})] {
        return (*model)->forward(images);
    });
}
