// SPDX-License-Identifier: Apache-2.0
// Two processes that train together: an all-reduce of 24 M floats, an update of the lab AlexNet and
// of the MLP with its parts, and how much of the sums goes on beside the way back. Prints medians
// and ratios for a person to read.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <thread>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "experiments/training/ranks.h"
#include "experiments/training/trainer.h"
#include "machine/clock.h"
#include "models/initial_weights.h"
#include "models/weight_set.h"
#include "networks/trainable.h"
#include "tensor/operators.h"
#include "tensor/parallel.h"

using namespace duelo;

namespace {

constexpr int kRanks = 2;
constexpr int kClasses = 10;

double medianMs(int times, const std::function<void()>& call) {
    std::vector<double> taken;
    for (int i = 0; i < times; ++i) {
        const std::int64_t beganNs = nowNs();
        call();
        taken.push_back(msSince(beganNs));
    }
    std::ranges::sort(taken);
    return taken[taken.size() / 2];
}

void say(bool tells, const char* format, auto... values) {
    if (tells) std::printf(format, values...);
    if (tells) std::fflush(stdout);
}

/// That all threads of this process have had of the processors.
double cpuMs() {
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    const auto ms = [](const timeval& of) {
        return 1e3 * static_cast<double>(of.tv_sec) + 1e-3 * static_cast<double>(of.tv_usec);
    };
    return ms(used.ru_utime) + ms(used.ru_stime);
}

/// A network of which each process learns half of every batch.
class Course {
public:
    Course(const char* network, int batch, Ranks* ranks)
        : m_model(trainableModel(network, kClasses).value()), m_ranks(ranks) {
        const RowShare share = shareOf(batch, {0, kRanks});
        m_images = ops::empty({share.count, m_model.channels, m_model.size_px, m_model.size_px});
        randomUniform(1, "images", m_images.data_ptr<float>(), m_images.numel());
        m_labels = ops::empty({share.count}, ScalarType::Long);
        for (std::int64_t i = 0; i < share.count; ++i)
            m_labels.data_ptr<std::int64_t>()[i] = i % kClasses;
        m_share = {0, share.count, ranks != nullptr ? batch : share.count};
        m_trainer = Trainer::make(m_model.network, initialWeights(m_model.network, 1, {}),
                                  {.mode = Mode::Fused, .ranks = ranks}, nullptr)
                        .value();
    }
    void update() { m_trainer->train(m_images, m_labels, ++m_update, m_share); }
    double values() const { return static_cast<double>(m_model.network.parameterCount()); }
    /// Makes `count` updates and returns their times.
    RankTimes times(int count) {
        m_ranks->gather();
        for (int i = 0; i < count; ++i) update();
        return m_ranks->takeTimes(m_ranks->waits());
    }

private:
    const TrainableModel m_model;
    Ranks* const m_ranks;
    Tensor m_images, m_labels;
    RowShare m_share;
    std::unique_ptr<Trainer> m_trainer;
    std::uint64_t m_update = 0;
};

void bench(const char* network, int batch, int updates, Ranks& ranks, bool tells) {
    Course alone(network, batch, nullptr), shared(network, batch, &ranks);
    for (int i = 0; i < 3; ++i) alone.update();
    for (int i = 0; i < 3; ++i) shared.update();
    ranks.gather();
    const double alone_ms = medianMs(updates, [&] { alone.update(); });
    const double shared_ms = medianMs(updates, [&] { shared.update(); });
    const RankTimes told = shared.times(updates);
    const double stood_ms = (told.all_reduce_ms + told.waiting_ms.value_or(0)) / updates;
    const Tensor gradients = ops::zeros({static_cast<std::int64_t>(shared.values())});
    ranks.gather();
    const double began_ms = cpuMs();
    const std::int64_t startNs = nowNs();
    const double sums_ms = medianMs(updates, [&] {
        ranks.addUp(gradients);
        ranks.wait();
    });
    // Both processes do the same. What keeps the cores busy cannot be hidden behind what does too:
    // of two cores' time only the idle rest of the sums.
    const double busy = kRanks * (cpuMs() - began_ms) / msSince(startNs);
    const double cores = std::thread::hardware_concurrency();
    say(tells,
        "%-12s batch %4d: half of it alone %8.2f ms, with both %8.2f ms; of an update all-reduce "
        "%.2f ms (%.0f %%), waiting %.2f ms; its %.1f M values alone %.2f ms, hidden behind the "
        "way back %.2f; by the clock of the update %.2f. The sums alone keep %.2f cores busy: with "
        "a thread on each of %.0f, at most %.2f of them can be hidden by the clock\n",
        network, batch, alone_ms, shared_ms, told.all_reduce_ms / updates,
        100 * told.all_reduce_ms / updates / shared_ms, told.waiting_ms.value_or(0) / updates,
        shared.values() / 1e6, sums_ms, std::max(0.0, 1 - stood_ms / sums_ms),
        std::max(0.0, 1 - (shared_ms - alone_ms) / sums_ms), busy, cores,
        std::max(0.0, 1 - busy / cores));
}

int work(int rank, const std::filesystem::path& folder) {
    auto met = Ranks::meet({rank, kRanks}, {.folder = folder}, Json::object(), 30, [] {});
    if (!met) {
        std::fprintf(stderr, "%s: %s\n", met.error().code.c_str(), met.error().message.c_str());
        return 1;
    }
    ops::set_num_threads(1);
    Ranks& ranks = **met;
    const bool tells = rank == 0;
    constexpr std::int64_t kValues = 24'000'000;
    const Tensor values = ops::ones({kValues});
    const auto add = [&] {
        ranks.addUp(values);
        ranks.wait();
    };
    add();
    ranks.gather();
    const double ms = medianMs(15, add);
    say(tells,
        "all-reduce of 24 M floats over 2 processes: %.1f ms, %.2f GB/s of each one's values\n", ms,
        kValues * 4 / ms / 1e6);
    bench("lab_alexnet", 64, 10, ranks, tells);
    bench("mlp-256", 64, 200, ranks, tells);
    bench("mlp-256", 512, 100, ranks, tells);
    return 0;
}

}  // namespace

int main() {
    if (whyNoProcesses()) return std::puts("built without Gloo"), 1;
    char name[] = "/tmp/duelo-bench-XXXXXX";
    if (::mkdtemp(name) == nullptr) return 1;
    // Before anything has started a thread.
    const pid_t other = ::fork();
    const int code = work(other == 0 ? 1 : 0, name);
    if (other == 0) std::_Exit(code);
    int status = 0;
    ::waitpid(other, &status, 0);
    std::filesystem::remove_all(name);
    return code;
}
