// SPDX-License-Identifier: Apache-2.0
// One epoch of training on synthetic samples: a plain LibTorch program, Duelo's eager mode and its
// fused mode, of a perceptron in bf16 too where the CPU has it, in turns. Prints medians and ratios
// for a person to read, the least and the most of these, and the shortest times (G19).
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <torch/data.h>
#include <torch/nn.h>
#include <torch/optim.h>

#include "experiments/training/dense_bf16.h"
#include "experiments/training/trainer.h"
#include "models/initial_weights.h"
#include "networks/trainable.h"
#include "tensor/libtorch.h"

using namespace duelo;

namespace {

constexpr int kOutputs = 10;

struct Samples {
    at::Tensor images, labels;
};

class Dataset final : public torch::data::datasets::Dataset<Dataset> {
public:
    explicit Dataset(Samples samples) : m_samples(std::move(samples)) {}
    torch::data::Example<> get(std::size_t index) override {
        const auto i = static_cast<std::int64_t>(index);
        return {m_samples.images[i], m_samples.labels[i]};
    }
    torch::optional<std::size_t> size() const override { return m_samples.images.size(0); }

private:
    const Samples m_samples;
};

/// The program that a student writes from LibTorch's MNIST example.
class PlainLoop {
public:
    PlainLoop(const TrainableModel& model, const Samples& samples, int batch) {
        namespace nn = torch::nn;
        const auto conv = [](int in, int out, int stride) {
            return nn::Conv2d(nn::Conv2dOptions(in, out, 3).stride(stride).padding(1));
        };
        if (model.name == "lab_alexnet") {
            m_net = nn::Sequential(conv(3, 64, 2), nn::MaxPool2d(2), nn::ReLU(), conv(64, 192, 1),
                                   nn::MaxPool2d(2), nn::ReLU(), conv(192, 384, 1), nn::ReLU(),
                                   conv(384, 256, 1), nn::ReLU(), conv(256, 256, 1),
                                   nn::MaxPool2d(2), nn::ReLU(), nn::Flatten(), nn::Dropout(),
                                   nn::Linear(1024, 4096), nn::ReLU(), nn::Dropout(),
                                   nn::Linear(4096, 4096), nn::ReLU(), nn::Linear(4096, kOutputs));
        } else {
            const auto hidden = model.network.nodes()[1].out_channels;
            m_net = nn::Sequential(nn::Flatten(), nn::Linear(784, hidden), nn::ReLU(),
                                   nn::Linear(hidden, kOutputs));
        }
        m_optimizer = std::make_unique<torch::optim::Adam>(m_net->parameters(),
                                                           torch::optim::AdamOptions(1e-3));
        m_epoch = [this, samples, batch] {
            auto loader = torch::data::make_data_loader<torch::data::samplers::SequentialSampler>(
                Dataset(samples).map(torch::data::transforms::Stack<>()), batch);
            double loss_sum = 0;
            for (auto& example : *loader) {
                m_optimizer->zero_grad();
                const auto loss = torch::nn::functional::cross_entropy(m_net->forward(example.data),
                                                                       example.target);
                loss.backward();
                m_optimizer->step();
                loss_sum += loss.item<double>();
            }
            if (!(loss_sum > 0)) std::puts("no loss");
        };
    }
    void epoch() { m_epoch(); }

private:
    torch::nn::Sequential m_net;
    std::unique_ptr<torch::optim::Adam> m_optimizer;
    std::function<void()> m_epoch;
};

class OwnLoop {
public:
    OwnLoop(const TrainableModel& model, const Samples& samples, int batch,
            const TrainerOptions& options)
        : m_images(wrapped(samples.images)),
          m_labels(wrapped(samples.labels)),
          m_order(wrapped(at::arange(samples.images.size(0), at::kLong))),
          m_batch(batch),
          m_trainer(Trainer::make(model.network, initialWeights(model.network, 1), options, nullptr)
                        .value()) {}
    void epoch() {
        const std::int64_t count = m_images.size(0);
        // In the order in which they lie, as the plain loop takes them.
        if (m_trainer->takesParts())
            m_trainer->trainPart({m_images, m_labels, m_order, m_batch}, m_update,
                                 [](std::size_t) {});
        else
            trainBatches(count);
        m_update += static_cast<std::uint64_t>((count + m_batch - 1) / m_batch);
        if (!(m_trainer->takeMetrics().loss() > 0)) std::puts("no loss");
    }

private:
    void trainBatches(std::int64_t count) {
        std::uint64_t update = m_update;
        for (std::int64_t first = 0; first < count; first += m_batch) {
            const std::int64_t here = std::min(m_batch, count - first);
            m_trainer->train(m_images.narrow(0, first, here), m_labels.narrow(0, first, here),
                             update++);
        }
    }

    const Tensor m_images, m_labels, m_order;
    const std::int64_t m_batch;
    std::unique_ptr<Trainer> m_trainer;
    std::uint64_t m_update = 0;
};

/// Something to learn for as long as it runs: classes that noise hides, one label in ten wrong.
/// Labels by chance would kill the hidden units, and what an optimiser keeps of these becomes
/// subnormal, which is slow on every CPU and in no real training.
Samples samplesFor(const TrainableModel& model, int count) {
    at::manual_seed(1);
    const at::Tensor kinds = at::randint(kOutputs, {count}, at::kLong);
    const at::Tensor centres = at::randn({kOutputs, model.channels, model.size_px, model.size_px});
    const at::Tensor noise = at::randn({count, model.channels, model.size_px, model.size_px});
    const at::Tensor wrong = at::rand({count}) < 0.1;
    return {centres.index_select(0, kinds) + 3 * noise,
            at::where(wrong, at::randint(kOutputs, {count}, at::kLong), kinds)};
}

struct Entrant {
    std::string name;
    std::function<void()> epoch;
    std::vector<double> times_ms{};
};

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Returns the shortest time, which other programs disturbed least.
double shortest(const Entrant& entrant) {
    return *std::ranges::min_element(entrant.times_ms);
}

double elapsedMs(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1 && std::string(argv[1]) == "--help") {
        std::puts("bench_training [MODEL] [SAMPLES] [BATCH] [ROUNDS] [THREADS]");
        return 0;
    }
    const auto model = trainableModel(argc > 1 ? argv[1] : "mlp", kOutputs);
    if (!model) {
        std::fprintf(stderr, "bench_training: unknown model\n");
        return 2;
    }
    const int count = argc > 2 ? std::atoi(argv[2]) : 60'000;
    const int batch = argc > 3 ? std::atoi(argv[3]) : 64;
    const int rounds = argc > 4 ? std::atoi(argv[4]) : 7;
    if (argc > 5) at::set_num_threads(std::atoi(argv[5]));
    const Samples samples = samplesFor(*model, count);
    PlainLoop plain(*model, samples, batch);
    OwnLoop eager(*model, samples, batch, {.mode = Mode::Eager});
    OwnLoop fused(*model, samples, batch, {.mode = Mode::Fused});
    std::optional<OwnLoop> bf16;
    if (model->name != kLabAlexnet && bf16DenseKernels() != nullptr)
        bf16.emplace(*model, samples, batch, TrainerOptions{.mode = Mode::Fused, .bf16 = true});
    std::vector<Entrant> entrants{{"LibTorch + DataLoader", [&] { plain.epoch(); }},
                                  {"Duelo eager", [&] { eager.epoch(); }},
                                  {"Duelo fused", [&] { fused.epoch(); }}};
    if (bf16) entrants.push_back({"Duelo fused, bf16", [&] { bf16->epoch(); }});
    for (int round = -1; round < rounds; ++round) {
        for (Entrant& entrant : entrants) {
            const double time_ms = elapsedMs(entrant.epoch);
            if (round >= 0) entrant.times_ms.push_back(time_ms);
        }
    }
    std::printf("%s, %d samples, batch %d, %d threads\n", model->name.c_str(), count, batch,
                at::get_num_threads());
    for (const Entrant& entrant : entrants) {
        std::vector<double> ratios;
        for (std::size_t i = 0; i < entrant.times_ms.size(); ++i)
            ratios.push_back(entrants.front().times_ms[i] / entrant.times_ms[i]);
        const auto [least, most] = std::ranges::minmax(ratios);
        std::printf("%-22s %9.1f ms  %5.2fx  (%.2f to %.2f); shortest %9.1f ms  %5.2fx\n",
                    entrant.name.c_str(), median(entrant.times_ms), median(ratios), least, most,
                    shortest(entrant), shortest(entrants.front()) / shortest(entrant));
    }
    return 0;
}
