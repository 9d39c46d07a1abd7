// SPDX-License-Identifier: Apache-2.0
// Y-10: how far each network in each mode and precision lies from fp64, with its published weights
// where they are found, else with random ones: random tensors of several seeds and all sample
// photographs. Prints the largest difference of all logits and of those that a record keeps,
// relative to the largest logit, and what a run would say of the latter beside eager in fp32.
// Exits with 1 where a check fails, that of a run or the same beside fp64.
//
// --causes: where it comes from, by rounding one thing at a time where all sums are exact.
//
// --cost: what balancing the weights costs (models/balanced_weights), as ratios of processor time.
//
//     bench_accuracy [all|NETWORK...] [--size PX] [--batch N,N] [--seeds N]
//                    [--each|--causes|--cost]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "../experiments/inference/accuracy.h"
#include "built_module.h"
#include "experiments/inference/spec.h"
#include "experiments/specs.h"
#include "models/model.h"
#include "models/numerics.h"
#include "stats/statistics.h"
#include "tensor/autograd.h"

namespace {

using namespace duelo;

struct Asked {
    std::vector<std::string> networks;
    int size_px = 224;
    std::vector<int> batches{1, 8};
    std::uint64_t seeds = 5;
    bool each = false, causes = false, cost = false;
};

struct Worst {
    double error = 0, check = 0, pair = 0;
    int cases = 0, failed = 0;
    std::string refused{};  ///< why it was not computed
};

constexpr std::pair<Mode, Precision> kWays[]{
    {Mode::Eager, Precision::Fp32},        {Mode::Fused, Precision::Fp32},
    {Mode::Compiled, Precision::Fp32},     {Mode::Eager, Precision::Bf16},
    {Mode::ChannelsLast, Precision::Bf16}, {Mode::Fused, Precision::Bf16},
    {Mode::Compiled, Precision::Bf16},     {Mode::Compiled, Precision::Int8}};

Asked readAsked(int argc, char** argv) {
    Asked asked;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const auto next = [&] { return i + 1 < argc ? std::string(argv[++i]) : std::string("0"); };
        if (word == "--size") {
            asked.size_px = std::atoi(next().c_str());
        } else if (word == "--seeds") {
            asked.seeds = std::strtoull(next().c_str(), nullptr, 10);
        } else if (word == "--each") {
            asked.each = true;
        } else if (word == "--causes") {
            asked.causes = true;
        } else if (word == "--cost") {
            asked.cost = true;
        } else if (word == "--batch") {
            asked.batches.clear();
            std::string list = next();
            for (char* part = std::strtok(list.data(), ","); part; part = std::strtok(nullptr, ","))
                asked.batches.push_back(std::atoi(part));
        } else if (word != "all") {
            asked.networks.push_back(word);
        }
    }
    if (asked.networks.empty()) asked.networks = findSpec("inference")->find("model")->words;
    return asked;
}

std::vector<InferenceCase> casesOf(const std::string& model, int batch, const Asked& asked) {
    const int fixed_px = fixedSidePx(model);
    const InferenceCase one{
        .model = model, .size_px = fixed_px > 0 ? fixed_px : asked.size_px, .batch = batch};
    std::vector<InferenceCase> cases;
    for (std::uint64_t seed = 0; seed < asked.seeds; ++seed) {
        cases.push_back(one);
        cases.back().seed = kUsualSeed + seed;
    }
    const std::vector<std::string> pictures = sampleInputs();
    for (const std::string& picture : pictures) {
        cases.push_back(one);
        cases.back().input = picture;
    }
    if (batch > 1 && !pictures.empty()) {
        cases.push_back(one);
        cases.back().input = pictures.front();
        cases.back().together = pictures;
    }
    return cases;
}

/// Prints the largest of all cases.
bool tellCauses(const std::string& model, int batch, const Asked& asked) {
    const auto network = usableNetwork(model).value();
    WeightStore store;
    std::map<std::size_t, duelo::testing::Causes> worst;
    constexpr std::pair<Mode, Precision> kNarrow[]{{Mode::Eager, Precision::Bf16},
                                                   {Mode::Compiled, Precision::Bf16},
                                                   {Mode::Compiled, Precision::Int8}};
    for (const InferenceCase& work : casesOf(model, batch, asked)) {
        auto weights = store.weights(network->info, {.seed = work.seed});
        if (!weights) return false;
        duelo::testing::AccuracyOfCase measured(work, network, *weights);
        for (std::size_t i = 0; i < std::size(kNarrow); ++i) {
            const auto found = measured.causes(kNarrow[i].first, kNarrow[i].second);
            duelo::testing::Causes& of = worst[i];
            of.nearest_weights = std::max(of.nearest_weights, found.nearest_weights);
            of.balanced_weights = std::max(of.balanced_weights, found.balanced_weights);
            of.values = std::max(of.values, found.values);
            of.all = std::max(of.all, found.all);
        }
    }
    for (const auto& [i, of] : worst)
        std::printf("| %s | %d | %s | %s | %.4f | %.4f | %.4f | %.4f |\n", model.c_str(), batch,
                    word(kNarrow[i].first).data(), word(kNarrow[i].second).data(),
                    of.nearest_weights, of.balanced_weights, of.values, of.all);
    std::fflush(stdout);
    return true;
}

double spent_s(const std::function<void()>& work) {
    const std::clock_t start = std::clock();
    work();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// Prints processor time with balanced weights over that with those given, of making a model and of
/// a call, in turns.
bool tellCost(const std::string& model, int batch, const Asked& asked) {
    constexpr int kRounds = 15, kCalls = 5;
    const InferenceMode guard;
    const auto network = usableNetwork(model).value();
    const InferenceCase work = casesOf(model, batch, asked).front();
    const auto weights = WeightStore().weights(network->info, {.seed = work.seed});
    if (!weights) return false;
    duelo::testing::AccuracyOfCase own(work, network, *weights);
    const Tensor images = own.images();
    const Shape shape{images.size(0), images.size(1), images.size(2), images.size(3)};
    for (const auto& [mode, precision] : kWays) {
        if (precision == Precision::Fp32) continue;
        const auto options = own.optionsOf(mode, precision);
        if (!options || (mode == Mode::Compiled && !checkCompiled(Device::Cpu, precision)))
            continue;
        std::vector<double> load, call;
        for (int round = 0; round < kRounds; ++round) {
            std::unique_ptr<Model> given, balanced;
            const double plain_s = spent_s([&] {
                given = std::make_unique<Model>(network->info.network, weights->tensors, *options);
                static_cast<void>(given->prepare(shape));
            });
            load.push_back(spent_s([&] {
                               balanced =
                                   makeModel(network->info, weights->tensors, *options).value();
                               static_cast<void>(balanced->prepare(shape));
                           }) /
                           plain_s);
            const auto calls_s = [&](Model& used) {
                static_cast<void>(used.forward(images));
                return spent_s([&] {
                    for (int i = 0; i < kCalls; ++i) static_cast<void>(used.forward(images));
                });
            };
            const double given_s = calls_s(*given);
            call.push_back(calls_s(*balanced) / given_s);
        }
        std::printf("| %s | %d | %s | %s | %.2f | %.3f |\n", model.c_str(), batch,
                    word(mode).data(), word(precision).data(), median(load), median(call));
    }
    std::fflush(stdout);
    return true;
}

/// Whether all is within the bounds.
bool measure(const std::string& model, int batch, const Asked& asked) {
    const auto network = usableNetwork(model).value();
    WeightStore store;
    std::map<std::size_t, Worst> worst;
    std::string origin;
    for (const InferenceCase& work : casesOf(model, batch, asked)) {
        auto weights = store.weights(network->info, {.seed = work.seed});
        if (!weights) {
            std::printf("%s: %s\n", model.c_str(), weights.error().code.c_str());
            return false;
        }
        origin = weights->identity.origin;
        duelo::testing::AccuracyOfCase measured(work, network, *weights);
        std::map<Precision, Fingerprint> bases;
        for (std::size_t i = 0; i < std::size(kWays); ++i) {
            const auto [mode, precision] = kWays[i];
            const auto found = measured.of(mode, precision);
            if (!found) {
                worst[i].refused = found.error().code;
                continue;
            }
            const Fingerprint& base =
                bases.try_emplace(precision, found->fingerprint).first->second;
            const bool bad =
                !found->check || !found->fp32_check ||
                !agreement(base, found->fingerprint, measured.tolerance(mode, precision));
            Worst& of = worst[i];
            of.pair = std::max(of.pair, agreement(base, found->fingerprint, duelo::testing::kAny)
                                            .value_or(duelo::testing::kAny));
            ++of.cases;
            of.failed += bad;
            of.error = std::max(of.error, found->error);
            of.check = std::max(of.check, found->kept);
            if (asked.each || bad)
                std::printf("  %-20s b%-2d %-24s seed %-5llu %-13s %-5s all %.5f  check %s%s\n",
                            model.c_str(), batch,
                            work.together.empty() ? work.input.c_str() : "all photographs",
                            static_cast<unsigned long long>(work.seed), word(mode).data(),
                            word(precision).data(), found->error,
                            std::to_string(found->kept).c_str(), bad ? "  FAILED" : "");
        }
    }
    bool good = true;
    for (std::size_t i = 0; i < std::size(kWays); ++i) {
        const auto [mode, precision] = kWays[i];
        const Worst& of = worst[i];
        std::printf("| %s | %d | %s | %s | %s | %d | %.6f | %.6f | %.6f | %d |\n", model.c_str(),
                    batch, origin.c_str(), word(mode).data(), word(precision).data(), of.cases,
                    of.error, of.check, of.pair, of.failed);
        // A processor may have no instructions for it; nothing else may be missing.
        const bool missing = !of.refused.empty() && of.refused != "compiled_precision_missing" &&
                             of.refused != "fused_precision_missing";
        if (!of.refused.empty()) std::printf("  not computed: %s\n", of.refused.c_str());
        good = good && of.failed == 0 && !missing;
    }
    std::fflush(stdout);
    return good;
}

}  // namespace

int main(int argc, char** argv) {
    duelo::bench::useBuiltModule();
    duelo::applyNumerics({});
    const Asked asked = readAsked(argc, argv);
    if (asked.causes)
        std::printf(
            "| network | batch | mode | precision | nearest weights | those used | values | all "
            "|\n|---|---:|---|---|---:|---:|---:|---:|\n");
    else if (asked.cost)
        std::printf(
            "| network | batch | mode | precision | load | call |\n|---|---:|---|---|---:|---:|\n");
    else
        std::printf(
            "| network | batch | weights | mode | precision | cases | all logits | as checked | "
            "beside eager | failed |\n|---|---:|---|---|---|---:|---:|---:|---:|---:|\n");
    bool good = true;
    for (const std::string& model : asked.networks)
        for (const int batch : asked.batches)
            good = (asked.causes ? tellCauses
                    : asked.cost ? tellCost
                                 : measure)(model, batch, asked) &&
                   good;
    return good ? 0 : 1;
}
