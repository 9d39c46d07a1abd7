// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "proof.h"
#include "tensor/autograd.h"
#include "tensor/library.h"
#include "tensor/onednn.h"
#include "tensor/optimizer.h"
#include "tensor/parallel.h"

namespace duelo::proof {
namespace {

struct Stopped : std::exception {
    Stopped(int own_round, std::string own_payload)
        : round(own_round), payload(std::move(own_payload)) {}
    int round;
    std::string payload;
};

void sayHooks() {
    const Tensor a = ramp({2, 3}), b = ramp({3, 2});
    requireGradient(a);
    Tensor seen;
    int calls = 0;
    const Tensor y = ops::mm(a, b);
    onGradient(y, [&](const Tensor& gradient) {
        seen = gradient;
        ++calls;
    });
    backward(ops::sum(y * y));
    say("hook", seen);
    say("hook calls", {static_cast<double>(calls)});
    int stopped = 0;
    for (int round = 0; round < 200; ++round) {
        const Tensor product = ops::mm(a, b);
        onGradient(product,
                   [round](const Tensor&) { throw Stopped(round, std::string(1000, 'x')); });
        try {
            backward(ops::sum(product * 2));
        } catch (const Stopped& error) {
            if (error.round == round && error.payload.size() == 1000) ++stopped;
        }
    }
    say("hook stopped", {static_cast<double>(stopped)});
    const Tensor z = ops::mm(a, b);
    onGradient(z, [&](const Tensor& gradient) { static_cast<void>(ops::mm(gradient, b.t().t())); });
    onGradient(z, [&](const Tensor&) { static_cast<void>(ops::mm(b, b)); });
    sayError("hook with an error of LibTorch's", [&] { backward(ops::sum(z)); });
}

void sayMode(std::string_view name) {
    const Tensor x = ramp({2});
    requireGradient(x);
    say(name, {static_cast<double>(requiresGradient(x * 2)),
               static_cast<double>(requiresGradient(x.detach() * 2))});
}

void proveInference() {
    const Tensor x = ramp({2});
    requireGradient(x);
    Tensor made;
    {
        const InferenceMode inference;
        made = x * 2;
        say("inference", {static_cast<double>(requiresGradient(made))});
        {
            const InferenceMode ended(false);
            say("inference ended", {static_cast<double>(requiresGradient(x * 2))});
        }
        std::thread([&] { sayMode("thread beside inference"); }).join();
        say("inference again", {static_cast<double>(requiresGradient(x * 2))});
        made.add_(1);
    }
    sayMode("after inference");
    sayError("an inference tensor in autograd", [&] { static_cast<void>(made * x); });
    sayError("an inference tensor in place", [&] {
        const Tensor view = made.view({1, 2});
        requireGradient(view);
        view.add_(1);
    });
    sayError("gradients of whole numbers",
             [] { requireGradient(ops::ones({2}, ScalarType::Long)); });
}

void sayPieces(std::int64_t end, std::int64_t grain) {
    std::mutex mutex;
    std::vector<std::int64_t> ends;
    ops::parallel_for(0, end, grain, [&](std::int64_t, std::int64_t past) {
        const std::lock_guard lock(mutex);
        ends.push_back(past);
    });
    std::ranges::sort(ends);
    say("pieces", {static_cast<double>(ends.size()), static_cast<double>(ends.front()),
                   static_cast<double>(ends.back())});
}

void sayOptimizer(std::string_view name, LibraryOptimizer& optimizer,
                  const std::vector<Tensor>& all) {
    const Tensor x = ramp({4, 3});
    for (int step = 0; step < 5; ++step) {
        optimizer.zeroGradients();
        backward(ops::sum(ops::square(ops::linear(x, all[0], all[1]))));
        if (step == 3) optimizer.setLearningRate(0.01);
        if (step == 4) optimizer.setSteps(10);
        optimizer.step();
    }
    for (const Tensor& parameter : all) say(name, parameter);
}

std::vector<Tensor> parameters() {
    std::vector<Tensor> all{ramp({2, 3}), ramp({2})};
    for (const Tensor& parameter : all) requireGradient(parameter);
    return all;
}

std::vector<Tensor> zerosFor(const std::vector<Tensor>& all) {
    std::vector<Tensor> zeros;
    for (const Tensor& parameter : all) zeros.push_back(ops::zeros_like(parameter));
    return zeros;
}

}  // namespace

void proveErrors() {
    const Tensor a = ramp({2, 3});
    sayError("wrong shape", [&] { static_cast<void>(ops::mm(a, a)); });
    sayError("wrong dimension", [&] { static_cast<void>(a.size(2)); });
    sayError("no dimension", [&] { static_cast<void>(ops::ones({}).size(0)); });
    sayError("wrong place", [&] { static_cast<void>(a.select(0, 5)); });
    sayError("no memory", [] { static_cast<void>(ops::empty({std::int64_t{1} << 60})); });
    sayError("wrong type", [&] { static_cast<void>(a.data_ptr<double>()); });
    sayError("more than one element", [&] { static_cast<void>(a.item<float>()); });
    sayError("wrong view", [&] { static_cast<void>(a.view({5})); });
    sayError("negative size", [] { static_cast<void>(ops::zeros({-2})); });
    sayError("undefined", [&] { static_cast<void>(ops::mm(a, Tensor())); });
    const Tensor x = ramp({1, 2, 3, 3}), weight = ramp({2, 2, 3, 3}), bias = ramp({2});
    sayError("an operation of cuDNN", [&] {
        static_cast<void>(ops::cudnn_convolution_relu(x, weight, bias, {1, 1}, {1, 1}, 1));
    });
    sayError("another of cuDNN", [&] {
        static_cast<void>(ops::cudnn_convolution_add_relu(x, weight, x, bias, {1, 1}, {1, 1}, 1));
    });
    Tensor out;
    sayError("an undefined output", [&] { ops::mm_out(out, a, a); });
    int caught = 0;
    for (int i = 0; i < 1000; ++i) {
        try {
            static_cast<void>(i % 2 == 0 ? ops::mm(a, a) : a.select(0, i));
        } catch (const TensorError&) {
            ++caught;
        }
    }
    say("a thousand errors", {static_cast<double>(caught)});
    say("and then", ops::mm(a, a.t()));
}

void proveAutograd() {
    const Tensor a = ramp({2, 3});
    say("requires", {static_cast<double>(requiresGradient(a))});
    requireGradient(a);
    say("requires now", {static_cast<double>(requiresGradient(a))});
    say("no gradient yet", gradientOf(a));
    backward(ops::mean(a * a));
    say("gradient", gradientOf(a));
    backward(ops::mean(a * a));
    say("gradients add up", gradientOf(a));
    setGradient(a, ops::ones({2, 3}));
    say("gradient set", gradientOf(a));
    setGradient(a, Tensor());
    say("gradient forgotten", gradientOf(a));
    sayError("gradient of another shape", [&] {
        setGradient(a, Tensor());
        backward(a * 2);
    });
    const Tensor loss = ops::sum(a * a);
    backward(loss);
    sayError("backward twice", [&] { backward(loss); });
    sayError("backward of a constant", [] { backward(ops::ones({})); });
    sayError("a leaf in place", [&] { a.add_(1); });
    sayHooks();
}

void proveGuards() {
    proveInference();
    {
        const GradMode off(false);
        sayMode("without gradients");
        const GradMode on(true);
        sayMode("with them again");
    }
    {
        const WithoutAutograd below;
        sayMode("without autograd");
    }
    sayMode("after all");
}

void proveThreads() {
    say("threads", {static_cast<double>(ops::get_num_threads()),
                    static_cast<double>(ops::get_num_interop_threads() > 0)});
    sayPieces(100, 1);
    sayPieces(100, 80);
    sayPieces(3, 10);
    sayError("an error in a piece", [] {
        ops::parallel_for(0, 8, 1, [](std::int64_t, std::int64_t) {
            static_cast<void>(ops::mm(ramp({2, 3}), ramp({2, 3})));
        });
    });
    const Tensor rows = ramp({50000, 4}),
                 wrong = ops::full({50000}, std::int64_t{70000}, ScalarType::Long);
    Tensor out = ops::empty({50000, 4});
    sayError("an error on LibTorch's threads", [&] { ops::index_select_out(out, rows, 0, wrong); });
    std::thread([] {
        sayError("an error on a thread", [] { static_cast<void>(ramp({2}).view({7})); });
    }).join();
}

void proveOptimizers() {
    const auto adam = parameters(), sgd = parameters(), momentum = parameters();
    sayOptimizer("adam", *makeAdam(adam, zerosFor(adam), zerosFor(adam), 0.1), adam);
    sayOptimizer("sgd", *makeSgd(sgd, {}, 0.001, 0), sgd);
    sayOptimizer("sgd momentum", *makeSgd(momentum, zerosFor(momentum), 0.001, 0.9), momentum);
}

void proveOneDnn() {
    const InferenceMode inference;
    say("onednn", {static_cast<double>(onednn::isThere())});
    const onednn::Conv conv{{1, 1}, {1, 1}, 1};
    const Tensor x = ramp({1, 16, 7, 7}).contiguous(MemoryFormat::ChannelsLast),
                 weight = ramp({16, 16, 3, 3}) * 3, bias = ramp({16});
    const onednn::Activation relu{"relu"}, relu6{"hardtanh", {{0, 6}}}, gelu{"gelu", {}, "none"};
    const Tensor packed = onednn::packedConvolution(weight, conv, {1, 16, 7, 7});
    for (const onednn::Activation& then : {onednn::Activation{}, relu, relu6, gelu})
        say("onednn convolution", onednn::convolution(x, packed, bias, conv, then));
    say("onednn for any size",
        onednn::convolution(x, onednn::packedConvolution(weight, conv, {}), Tensor(), conv, {}));
    for (const onednn::Activation& then : {onednn::Activation{}, relu}) {
        Tensor sum = x.clone();
        onednn::addConvolution(sum, x, packed, bias, conv, then);
        say("onednn convolution added", sum);
    }
    const Tensor rows = ramp({2, 16}), matrix = ramp({8, 16}), offset = ramp({8});
    const Tensor laid = onednn::packedLinear(matrix, 2);
    for (const onednn::Activation& then : {onednn::Activation{}, relu, gelu})
        say("onednn linear", onednn::linear(rows, laid, offset, then));
    say("onednn linear added", onednn::linearAdd(rows, ramp({2, 8}), laid, offset));
    sayError("onednn convolution of a wrong shape", [&] {
        static_cast<void>(onednn::convolution(ramp({1, 3, 7, 7}), packed, bias, conv, relu));
    });
    sayError("onednn without such a sum", [&] {
        Tensor sum = x.clone();
        onednn::addConvolution(sum, x, packed, bias, conv, relu6);
    });
    sayError("onednn linear of a wrong shape", [&] {
        static_cast<void>(onednn::linear(ramp({2, 5}), laid, offset, relu));
    });
    sayError("onednn with other bounds", [&] {
        static_cast<void>(onednn::convolution(x, packed, bias, conv, {"hardtanh", {{0, 5}}}));
    });
    sayError("onednn with an unknown activation",
             [&] { static_cast<void>(onednn::convolution(x, packed, bias, conv, {"sinh"})); });
}

void proveLibrary() {
    const LibraryFacts facts = libraryFacts();
    say("facts", {static_cast<double>(facts.version.starts_with("2.11.0")),
                  static_cast<double>(facts.description.find("oneAPI") != std::string::npos),
                  static_cast<double>(facts.openmp.find("OpenMP") != std::string::npos),
                  static_cast<double>(facts.blas.find("Math Kernel") != std::string::npos),
                  static_cast<double>(facts.onednn.find("MKL-DNN") != std::string::npos),
                  static_cast<double>(!facts.cpu_capability.empty())});
    say("cuda", {static_cast<double>(hasCuda())});
    say("processor", {static_cast<double>(cpuHasAny({"avx2"})), static_cast<double>(cpuHasAny({})),
                      static_cast<double>(cpuHasAny({"no_such", "avx512_bf16", "amx_tile"})),
                      static_cast<double>(cpuHasAny({"no_such"}))});
    applyNumerics({.tf32 = true, .deterministic = true, .cudnn_benchmark = true});
    say("deterministic", ops::mm(ramp({3, 3}), ramp({3, 3})));
    applyNumerics({.tf32 = false, .deterministic = false, .cudnn_benchmark = false});
}

}  // namespace duelo::proof
