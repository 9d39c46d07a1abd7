// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/reduce_sample.h"

#include <algorithm>
#include <exception>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "experiments/training/rank_team.h"
#include "experiments/training/ranks.h"
#include "machine/clock.h"
#include "tensor/operators.h"

namespace duelo {

namespace {

/// Sums that are timed, of small networks; of larger ones fewer. All ranks must do as many.
constexpr std::int64_t kMostSums = 8;
constexpr std::int64_t kEnoughValues = std::int64_t{1} << 23;
constexpr double kLimit_s = 5;

/// One of them, from the meeting to the last sum. \returns what one sum took.
Result<double> addUp(RankPlace place, const Meeting& meeting, std::int64_t values,
                     const CallControl& control) {
    auto ranks = Ranks::meet(place, meeting, Json::object(), kLimit_s, [&control] {
        if (control.stop.stop_requested()) throw StepStopped{};
    });
    if (!ranks) return tl::unexpected(ranks.error());
    const Tensor numbers = ops::zeros({values}, ScalarType::Float);
    const auto once = [&] {
        (*ranks)->addUp(numbers);
        (*ranks)->wait();
    };
    once();  // connections are made and buffers grow
    (*ranks)->gather();
    const std::int64_t sums =
        std::clamp(kEnoughValues / std::max<std::int64_t>(1, values), std::int64_t{1}, kMostSums);
    const std::int64_t startNs = nowNs();
    for (std::int64_t i = 0; i < sums; ++i) once();
    return msSince(startNs) / static_cast<double>(sums);
}

}  // namespace

Result<double> reduceMs(int ranks, std::int64_t values, const CallControl& control) {
    const int sampled = std::clamp(ranks, 2, kMostSampledRanks);
    auto folder = MeetingFolder::make();
    if (!folder) return tl::unexpected(folder.error());
    const Meeting meeting{.folder = (*folder)->path()};
    std::vector<std::optional<Result<double>>> took(static_cast<std::size_t>(sampled));
    std::vector<std::exception_ptr> failures(took.size());
    {
        std::vector<std::jthread> threads;
        for (int rank = 0; rank < sampled; ++rank)
            threads.emplace_back([&, at = static_cast<std::size_t>(rank), rank] {
                try {
                    took[at] = addUp({rank, sampled}, meeting, values, control);
                } catch (...) {
                    failures[at] = std::current_exception();
                }
            });
    }
    control.beat();
    for (const std::exception_ptr& failure : failures)
        if (failure) std::rethrow_exception(failure);
    for (auto& each : took)
        if (!*each) return std::move(*each);
    return **took.front() * ranks / sampled;
}

}  // namespace duelo
