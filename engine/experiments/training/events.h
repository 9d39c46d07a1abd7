// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/record.h"
#include "report/comparison_types.h"

/// Events that trainings and the learning-rate finder tell while they work, as values.
namespace duelo {

/// The data that a cell trains on: the real counts (S2-44, S2-M29), before the first epoch.
struct DataEvent {
    std::vector<std::string> classes{};
    /// Samples of each class in each part, in the order of `classes`.
    std::vector<std::int64_t> train{}, validation{}, test{};
    std::vector<std::int64_t> shape{};  ///< channels, height, width, as the network sees a sample
    std::int64_t bytes = 0;             ///< held in memory
    double decode_ms = 0;               ///< reading and decoding, once
    bool resident = true;               ///< normalised once; otherwise made anew in every epoch
};

/// One epoch: what was learnt and where its time went. Accuracies are shares of samples, losses
/// means over samples (S2-M25), both of the training part while it was being learnt.
struct EpochEvent {
    int epoch = 0;             ///< from 1
    std::int64_t updates = 0;  ///< of the weights, since the start
    double train_loss = 0, train_accuracy = 0, valid_loss = 0, valid_accuracy = 0;
    double learning_rate = 0;
    /// wall_ms is data, copies, compute, evaluation and what is between them.
    double wall_ms = 0, data_ms = 0, compute_ms = 0, evaluation_ms = 0;
    std::optional<double> h2d_ms{}, d2h_ms{};  ///< copies to and from a GPU while it learnt (S4-09)
    /// The time in which the CPU launched the batches' work, beside the GPU that did it; no part of
    /// wall_ms.
    std::optional<double> launch_ms{};
    /// The times of several processes that learnt together: adding up their gradients, and waiting
    /// until the last of them had come, as far as the updates stood still for it.
    std::optional<double> all_reduce_ms{}, waiting_ms{};
    bool best = false;  ///< the lowest validation loss so far
};

/// One step of the learning-rate finder (S2-10).
struct RateEvent {
    int step = 0;  ///< from 1
    double learning_rate = 0, loss = 0, smoothed_loss = 0;
};

[[nodiscard]] EventRecord eventOf(const DataEvent& data);
[[nodiscard]] EventRecord eventOf(const EpochEvent& epoch);
[[nodiscard]] EventRecord eventOf(const RateEvent& rate);

/// Returns what an event tells; nothing for one of another kind, or whose fields make no sense.
[[nodiscard]] std::optional<DataEvent> dataIn(const EventRecord& event);
[[nodiscard]] std::optional<EpochEvent> epochIn(const EventRecord& event);
[[nodiscard]] std::optional<RateEvent> rateIn(const EventRecord& event);

/// Returns the latest data of a cell, and its epochs and rates in ascending order, each number
/// once.
[[nodiscard]] std::optional<DataEvent> dataOf(const ReportCell& cell);
[[nodiscard]] std::vector<EpochEvent> epochsOf(const ReportCell& cell);
[[nodiscard]] std::vector<RateEvent> ratesOf(const ReportCell& cell);

}  // namespace duelo
