// SPDX-License-Identifier: Apache-2.0
// G1: what the measuring loop adds to a job of 10 us, against a bare loop around the same job.
// G3: the same case measured twice, all pairs and those of which neither is called doubtful, and
// the same of bare loops as long, which is what the machine itself does. And a variant alone
// against the same beside five others, interleaved, by turns: at most 2 % apart; with it the first
// sample of a turn against its median, which would be slower if the unmeasured calls before it were
// too few. Prints ratios; asserts nothing, because machines are noisy.
//
//     bench_harness [job] [beside] [networks] [--processor-time] [--learning-malloc]
//
// all of them, or those named. With --processor-time all jobs but the networks tell what their
// thread has computed, in which other programs have no part where the machine is not at rest; with
// --learning-malloc the C library's allocator stays as it comes. A job takes a minute and a half,
// "beside" two to two and a half; the networks are eight times that.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
#include <span>
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
#include "stats/validity.h"

namespace duelo {
namespace {

constexpr double kJobMs = 0.010;
constexpr int kTurns = 31;
constexpr int kBareCalls = 3000;
/// The number of turns of a variant alone and beside the others. What a machine does in the
/// meantime scatters more than the medians do, so many short turns tell more than a few long ones.
constexpr int kBesideTurns = 19;

/// Seven variants in all turns end within two and a half minutes, however noisy the machine.
Protocol besideProtocol() {
    Protocol protocol = protocolOf(Preset::Standard);
    protocol.t_min_ms = 300;
    protocol.t_max_ms = 500;
    return protocol;
}

bool by_processor_time = false;

/// Returns the processor time of this thread where that is wanted and the system tells it; else the
/// time of the clock.
double spentMs() {
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec time{};
    if (by_processor_time && clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0)
        return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
#endif
    return static_cast<double>(nowNs()) / kNsPerMs;
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
        const double start_ms = spentMs();
        for (int i = 0; i < calls; ++i) result_of_spin = spin(m_steps);
        return {.wall_ms = spentMs() - start_ms};
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
        const double start_ms = spentMs();
        for (int i = 0; i < calls; ++i) pass();
        return {.wall_ms = spentMs() - start_ms};
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
    bool doubtful = false;
    std::vector<double> first_of_turn;  ///< by the median of its turn
    Result<void> write(const Record& record) override {
        if (const auto* samples = std::get_if<Samples>(&record); samples && samples->cell == cell)
            addTurns(*samples);
        const auto* result = std::get_if<ResultRecord>(&record);
        if (result && result->cell == cell && result->summary) {
            median_ms = result->summary->median_ms;
            doubtful = !doubtfulOf(result->flags).empty();
        }
        if (result && result->status != Status::Done)
            std::printf("%s: %s\n", result->cell.c_str(),
                        result->reason ? result->reason->code.c_str() : "not done");
        return {};
    }

private:
    /// Samples are written after whole rounds.
    void addTurns(const Samples& samples) {
        for (std::size_t begin = 0, end = 0; begin < samples.round.size(); begin = end) {
            while (end < samples.round.size() && samples.round[end] == samples.round[begin]) ++end;
            if (end - begin >= 3)
                first_of_turn.push_back(
                    samples.wall_ms[begin] /
                    median(std::span(samples.wall_ms).subspan(begin, end - begin)));
        }
    }
};

using MakeMaker = std::function<std::unique_ptr<Maker>()>;

MedianSink measured(Maker& maker, std::vector<Cell> cells, const Protocol& protocol) {
    MedianSink sink;
    Session session(std::move(cells), maker, sink, {.protocol = protocol});
    session.start();
    session.wait();
    return sink;
}

/// The first cell alone and beside the others.
void tellBeside(const char* name, const MakeMaker& make, const std::vector<Cell>& cells) {
    std::vector<double> ratios;
    std::vector<double> alone_ms;
    std::vector<double> firsts;
    for (int turn = 0; turn < kBesideTurns; ++turn) {
        double alone = 0;
        double beside = 0;
        // Whatever drifts meets both.
        for (const bool first : {turn % 2 == 0, turn % 2 != 0}) {
            const MedianSink sink = measured(
                *make(), first ? std::vector<Cell>{cells.front()} : cells, besideProtocol());
            (first ? alone : beside) = sink.median_ms;
            if (!first)
                firsts.insert(firsts.end(), sink.first_of_turn.begin(), sink.first_of_turn.end());
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
    std::printf("  first sample of a turn / its median: %.4f, quartiles %.4f to %.4f\n",
                median(firsts), quantile(firsts, 0.25), quantile(firsts, 0.75));
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

double bareCallMs(long steps) {
    const double start_ms = spentMs();
    result_of_spin = spin(steps);
    return spentMs() - start_ms;
}

double bareMedianMs(long steps) {
    std::vector<double> samples;
    samples.reserve(kBareCalls);
    for (int i = 0; i < kBareCalls; ++i) samples.push_back(bareCallMs(steps));
    return median(samples);
}

/// A bare loop for as long as the standard preset measures.
double bareSecondMedianMs(long steps) {
    std::vector<double> samples;
    const std::int64_t start = nowNs();
    while (msSince(start) < protocolOf(Preset::Standard).t_min_ms)
        samples.push_back(bareCallMs(steps));
    return median(samples);
}

void tellPairs(const char* what, const std::vector<double>& pairs) {
    std::printf("G3 repeatability |r - 1|, %s: %zu pairs, median %.4f, 95 %% below %.4f\n", what,
                pairs.size(), median(pairs), quantile(pairs, 0.95));
}

void tellJob() {
    long steps = 1000;
    while (bareMedianMs(steps) < kJobMs) steps += steps / 4;
    SpinMaker maker(steps);
    const std::vector<Cell> cells{{.id = "c1", .experiment = "spin", .variant = {{"threads", 1}}}};
    std::vector<double> bias, repeat, sound, bare;
    MedianSink former;
    double former_bare_ms = 0;
    for (int turn = 0; turn < kTurns; ++turn) {
        bias.push_back(measured(maker, cells, protocolOf(Preset::Quick)).median_ms /
                       bareMedianMs(steps));
        const double bare_ms = bareSecondMedianMs(steps);
        if (turn > 0) bare.push_back(std::abs(bare_ms / former_bare_ms - 1));
        former_bare_ms = bare_ms;
        const MedianSink ours = measured(maker, cells, protocolOf(Preset::Standard));
        if (turn > 0) {
            repeat.push_back(std::abs(ours.median_ms / former.median_ms - 1));
            if (!ours.doubtful && !former.doubtful) sound.push_back(repeat.back());
        }
        former = ours;
        std::printf("  turn %d of %d: bare %.5f ms, standard %.5f ms%s\n", turn + 1, kTurns,
                    bare_ms, ours.median_ms, ours.doubtful ? ", doubtful" : "");
        std::fflush(stdout);
    }
    std::printf("job of %.2f us, %d turns interleaved\n", 1e3 * bareMedianMs(steps), kTurns);
    std::printf("G1 harness bias, Duelo / bare loop: median %.4f, quartiles %.4f to %.4f\n",
                median(bias), quantile(bias, 0.25), quantile(bias, 0.75));
    tellPairs("standard", repeat);
    tellPairs("neither doubtful", sound);
    tellPairs("bare loops as long", bare);
}

}  // namespace
}  // namespace duelo

int main(int argc, char** argv) {
    using namespace duelo;
    std::vector<std::string> wanted(argv + 1, argv + argc);
    // As the engine program does.
    if (std::erase(wanted, "--learning-malloc") == 0) keepFreedMemory();
    by_processor_time = std::erase(wanted, "--processor-time") > 0;
    const std::vector<std::pair<std::string, void (*)()>> parts{
        {"job", tellJob}, {"beside", besideJobs}, {"networks", besideNetworks}};
    for (const auto& [name, tell] : parts)
        if (wanted.empty() || std::ranges::find(wanted, name) != wanted.end()) tell();
    return 0;
}
