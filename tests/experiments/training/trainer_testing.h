// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>

#include <QTest>

#include "experiments/training/trainer.h"
#include "fake_gpu.h"
#include "networks/trainable.h"
#include "tensor/operators.h"

namespace duelo::test {

inline constexpr std::uint64_t kSeed = 7;  // of tests/parity/make_training_golden.py

inline Tensor labelsOf(std::initializer_list<std::int64_t> values) {
    Tensor labels = ops::empty(static_cast<std::int64_t>(values.size()), ScalarType::Long);
    std::ranges::copy(values, labels.data_ptr<std::int64_t>());
    return labels;
}

/// Every class after the other, and again.
inline Tensor labelsInTurn(std::int64_t count, std::int64_t classes) {
    Tensor labels = ops::empty(count, ScalarType::Long);
    for (std::int64_t i = 0; i < count; ++i) labels.data_ptr<std::int64_t>()[i] = i % classes;
    return labels;
}

/// Numbers in [0, 1).
inline Tensor uniform(IntArrayRef sizes) {
    Tensor images = ops::empty(sizes);
    randomUniform(kSeed, "image", images.data_ptr<float>(), images.numel());
    return images;
}

struct Batch {
    Tensor images, labels;
};

inline Batch goldenBatch(const TrainableModel& model, int count) {
    const int side = model.size_px;
    return {uniform({count, model.channels, side, side}).mul_(4).add_(-2),
            labelsInTurn(count, model.network.classes())};
}

/// A network like the lab's with a tenth of its layers: small enough for finite differences.
inline Network tinyCnn() {
    Network net(2, 6);
    auto x = net.conv(Network::kImage, "a",
                      {.out_channels = 3, .kernel = 3, .stride = 1, .padding = 1, .bias = true});
    x = net.relu(net.maxPool(x, {.kernel = 2, .stride = 2}));
    x = net.relu(net.conv(x, "b", {.out_channels = 4, .kernel = 3, .padding = 1, .bias = true}));
    x = net.relu(net.linear(net.dropout(net.flatten(x)), "c", 5));
    net.linear(net.dropout(x, 0.25), "d", 3);
    return net;
}

/// Modes that run here: on the CPU, and the GPU's code on a fake GPU whose tensors lie on the CPU.
struct Way {
    const char* name;
    Device device;
    Mode mode;
};
inline constexpr Way kWays[]{{"eager", Device::Cpu, Mode::Eager},
                             {"channels last", Device::Cpu, Mode::ChannelsLast},
                             {"fused", Device::Cpu, Mode::Fused},
                             {"eager on the GPU", Device::Cuda, Mode::Eager},
                             {"fused on the GPU", Device::Cuda, Mode::Fused},
                             {"graph", Device::Cuda, Mode::Graph},
                             {"plain", Device::Cpu, Mode::Plain}};  // of linear layers alone

/// Adds a row for each way that trains any network.
inline void wayRows() {
    QTest::addColumn<int>("index");
    for (int i = 0; i < static_cast<int>(std::size(kWays)); ++i)
        if (kWays[i].mode != Mode::Plain) QTest::newRow(kWays[i].name) << i;
}

inline TrainerOptions optionsOf(const Way& way, TrainerOptions options = {}) {
    options.device = way.device;
    options.mode = way.mode;
    return options;
}

inline std::unique_ptr<Trainer> made(const Network& network, const WeightSet& weights,
                                     const TrainerOptions& options) {
    static FakeGpu gpu;
    return Trainer::make(network, weights, options, &gpu).value();
}

inline double largestDifference(const WeightMap& a, const WeightMap& b) {
    double largest = 0;
    for (const auto& [name, tensor] : a)
        largest = std::max(largest, ops::max(ops::abs(tensor - b.at(name))).item<double>());
    return largest;
}

}  // namespace duelo::test
