// SPDX-License-Identifier: Apache-2.0
// G1: what the measuring loop adds to a job of 10 us, against a bare loop around the same job.
// G3: the same case measured twice. And a variant alone against the same beside five others,
// interleaved, by turns: at most 2 % apart. Prints ratios; asserts nothing, because machines are
// noisy.
//
//     bench_harness [job] [beside] [networks] [--learning-malloc]
//
// all of them, or those named; the last leaves the C library's allocator as it comes. A job takes
// half a minute and "beside" one to two and a half; the networks are eight times that.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "experiments/common_axes.h"
#include "experiments/inference/maker.h"
#include "experiments/inference/params.h"
#include "gpu/gpu_loader.h"
#include "machine/clock.h"
#include "machine/process_memory.h"
#include "measure/session.h"
#include "stats/statistics.h"

namespace duelo {
namespace {

constexpr double kJobMs = 0.010;
constexpr int kTurns = 31;
constexpr int kBareCalls = 3000;
/// Of a variant alone and beside five others: the fewest whose median has an interval, and one.
constexpr int kBesideTurns = 7;

/// A ratio of medians needs no more: seven variants in seven turns end within two and a half
/// minutes, however noisy the machine.
Protocol besideProtocol() {
    Protocol protocol = protocolOf(Preset::Standard);
    protocol.t_min_ms = 500;
    protocol.t_max_ms = 2000;
    return protocol;
}

/// Work of a fixed number of steps that the compiler cannot shorten.
double spin(long steps) {
    double x = 1.0;
    for (long i = 0; i < steps; ++i) x = x * 1.0000001 + 1e-9;
    return x;
}

volatile double result_of_spin = 0;

class SpinWork final : public Work {
public:
    explicit SpinWork(long steps) : m_steps(steps) {}
    Result<Prepared> prepare() override { return Prepared{}; }
    Timing step(int calls) override {
        const std::int64_t start = nowNs();
        for (int i = 0; i < calls; ++i) result_of_spin = spin(m_steps);
        return {.wall_ms = static_cast<double>(nowNs() - start) / 1e6};
    }
    Output output() override { return {}; }  // nobody compares it

private:
    long m_steps;
};

class SpinMaker final : public Maker {
public:
    explicit SpinMaker(long steps) : m_steps(steps) {}
    Result<std::unique_ptr<Work>> create(const Cell&) override {
        return std::make_unique<SpinWork>(m_steps);
    }
    Result<Forecast> forecast(const Cell&) override {
        return Forecast{.bytes = 0, .free_bytes = 1};
    }
    Failure describe(const std::exception_ptr&) override { return {{"unexpected"}}; }

private:
    long m_steps;
};

/// A chain of layers that each make their output and free the one before, as an eager network does.
class LayersWork final : public Work {
public:
    explicit LayersWork(std::size_t first_bytes) : m_first_bytes(first_bytes) {}
    Result<Prepared> prepare() override { return Prepared{}; }
    Timing step(int calls) override {
        const std::int64_t start = nowNs();
        for (int i = 0; i < calls; ++i) pass();
        return {.wall_ms = msSince(start)};
    }
    Output output() override { return {}; }

private:
    void pass() {
        using Block = std::unique_ptr<char, decltype(&std::free)>;
        const auto layer = [](std::size_t bytes) {
            Block block(static_cast<char*>(std::malloc(bytes)), &std::free);
            std::memset(block.get(), 1, bytes);
            return block;
        };
        Block former = layer(m_first_bytes / 4);
        for (std::size_t bytes = m_first_bytes; bytes >= m_first_bytes / 16; bytes /= 2)
            for (int i = 0; i < 6; ++i) {
                Block next = layer(bytes);
                result_of_spin = next.get()[bytes / 2] + former.get()[0];
                former = std::move(next);
            }
    }

    const std::size_t m_first_bytes;
};

/// c1 is looked at; the others are smaller and larger.
class LayersMaker final : public Maker {
public:
    Result<std::unique_ptr<Work>> create(const Cell& cell) override {
        static constexpr std::size_t kMiB = 1 << 20;
        return std::make_unique<LayersWork>(
            static_cast<std::size_t>(cell.variant.integer("threads")) * kMiB);
    }
    Result<Forecast> forecast(const Cell&) override {
        return Forecast{.bytes = 0, .free_bytes = 1};
    }
    Failure describe(const std::exception_ptr&) override { return {{"unexpected"}}; }
};

struct MedianSink final : RecordSink {
    std::string cell = "c1";
    double median_ms = 0;
    Result<void> write(const Record& record) override {
        const auto* result = std::get_if<ResultRecord>(&record);
        if (result && result->cell == cell && result->summary)
            median_ms = result->summary->median_ms;
        if (result && result->status != Status::Done)
            std::printf("%s: %s\n", result->cell.c_str(),
                        result->reason ? result->reason->code.c_str() : "not done");
        return {};
    }
};

using MakeMaker = std::function<std::unique_ptr<Maker>()>;

double medianOfFirst(const MakeMaker& make, std::vector<Cell> cells) {
    const std::unique_ptr<Maker> maker = make();
    MedianSink sink;
    Session session(std::move(cells), *maker, sink, {.protocol = besideProtocol()});
    session.start();
    session.wait();
    return sink.median_ms;
}

/// The first cell alone and beside the others.
void tellBeside(const char* name, const MakeMaker& make, const std::vector<Cell>& cells) {
    std::vector<double> ratios;
    std::vector<double> alone_ms;
    for (int turn = 0; turn < kBesideTurns; ++turn) {
        double alone = 0;
        double beside = 0;
        // Whatever drifts meets both.
        for (const bool first : {turn % 2 == 0, turn % 2 != 0}) {
            if (first)
                alone = medianOfFirst(make, {cells.front()});
            else
                beside = medianOfFirst(make, cells);
        }
        alone_ms.push_back(alone);
        ratios.push_back(beside / alone);
        std::printf("  turn %d of %d: alone %.4f ms, beside %.4f ms, ratio %.4f\n", turn + 1,
                    kBesideTurns, alone, beside, ratios.back());
        std::fflush(stdout);
    }
    const Interval interval = medianInterval(ratios).value_or(Interval{});
    std::printf("%s, %.3f ms: beside %zu others / alone: %.4f, 95 %% interval %.4f to %.4f\n", name,
                median(alone_ms), cells.size() - 1, median(ratios), interval.low, interval.high);
    std::fflush(stdout);
}

std::vector<Cell> cellsOf(const std::string& experiment, const Params& work,
                          const std::vector<Params>& variants) {
    std::vector<Cell> cells;
    for (const Params& variant : variants)
        cells.push_back({.id = "c" + std::to_string(cells.size() + 1),
                         .experiment = experiment,
                         .work = work,
                         .variant = variant});
    return cells;
}

void besideJobs() {
    std::vector<Params> sizes;
    for (const int mib : {3, 12, 1, 6, 2, 24})
        sizes.push_back({{"device", "cpu"}, {"threads", mib}});
    tellBeside(
        "layers of 3 MiB and less", [] { return std::make_unique<LayersMaker>(); },
        cellsOf("layers", {}, sizes));
}

void besideNetworks() {
    const int cores = std::max(2, static_cast<int>(std::thread::hardware_concurrency()) / 2);
    const auto variant = [](Mode mode, int threads) -> Params {
        return Variant{.device = Device::Cpu, .threads = threads, .mode = mode};
    };
    for (const char* model : {"mobilenet_v2", "resnet18"})
        for (const int size_px : {64, 224})
            for (const Mode looked : {Mode::Eager, Mode::Fused}) {
                const Mode other = looked == Mode::Eager ? Mode::Fused : Mode::Eager;
                const std::vector<Params> variants{variant(looked, cores),
                                                   variant(other, cores),
                                                   variant(Mode::ChannelsLast, cores),
                                                   variant(looked, 1),
                                                   variant(other, 1),
                                                   variant(Mode::ChannelsLast, 1)};
                const std::string name = std::string(model) + " " + std::to_string(size_px) +
                                         " px " + std::string(word(looked));
                tellBeside(
                    name.c_str(), [] { return std::make_unique<InferenceMaker>(Gpu::instance()); },
                    cellsOf("inference", InferenceCase{.model = model, .size_px = size_px},
                            variants));
            }
}

double bareMedianMs(long steps) {
    std::vector<double> samples;
    samples.reserve(kBareCalls);
    for (int i = 0; i < kBareCalls; ++i) {
        const std::int64_t start = nowNs();
        result_of_spin = spin(steps);
        samples.push_back(static_cast<double>(nowNs() - start) / 1e6);
    }
    return median(samples);
}

double dueloMedianMs(long steps) {
    SpinMaker maker(steps);
    MedianSink sink;
    Session session({{.id = "c1", .experiment = "spin", .variant = {{"threads", 1}}}}, maker, sink,
                    {.protocol = protocolOf(Preset::Quick)});
    session.start();
    session.wait();
    return sink.median_ms;
}

void tellJob() {
    long steps = 1000;
    while (bareMedianMs(steps) < kJobMs) steps += steps / 4;
    std::vector<double> bias;
    std::vector<double> repeat;
    double former = 0;
    for (int turn = 0; turn < kTurns; ++turn) {
        const double bare = bareMedianMs(steps);
        const double ours = dueloMedianMs(steps);
        bias.push_back(ours / bare);
        if (former > 0) repeat.push_back(std::abs(ours / former - 1));
        former = ours;
    }
    std::printf("job of %.2f us, %d turns interleaved\n", 1e3 * bareMedianMs(steps), kTurns);
    std::printf("G1 harness bias, Duelo / bare loop: median %.4f, quartiles %.4f to %.4f\n",
                median(bias), quantile(bias, 0.25), quantile(bias, 0.75));
    std::printf("G3 repeatability |r - 1|: median %.4f, 95 %% of pairs below %.4f\n",
                median(repeat), quantile(repeat, 0.95));
}

}  // namespace
}  // namespace duelo

int main(int argc, char** argv) {
    using namespace duelo;
    std::vector<std::string> wanted(argv + 1, argv + argc);
    // As the engine program does.
    if (std::erase(wanted, "--learning-malloc") == 0) keepFreedMemory();
    const std::vector<std::pair<std::string, void (*)()>> parts{
        {"job", tellJob}, {"beside", besideJobs}, {"networks", besideNetworks}};
    for (const auto& [name, tell] : parts)
        if (wanted.empty() || std::ranges::find(wanted, name) != wanted.end()) tell();
    return 0;
}
