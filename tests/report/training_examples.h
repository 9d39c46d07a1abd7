// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/common_axes.h"
#include "experiments/training/events.h"
#include "experiments/training/params.h"
#include "record/record_file.h"

/// Files of trainings made by hand: the same bytes on every machine, with known answers.
namespace duelo::examples {

/// Returns the record of an event of a cell.
template <typename Event>
[[nodiscard]] EventRecord lineOf(const std::string& cell, const Event& event) {
    EventRecord record = eventOf(event);
    record.cell = cell;
    return record;
}

/// The training of one cell. Epoch k takes `epoch_ms` times the noise of its round; the first is
/// twice as long and is the cold one.
struct Training {
    std::string model = "mlp", input = "digits";
    int batch = 64;
    Variant variant{Device::Cpu, 4, Precision::Fp32, Mode::Eager};
    double epoch_ms = 1000;
    std::int64_t updates_per_epoch = 50;
    std::vector<double> valid_accuracy{0.5, 0.7, 0.8, 0.85, 0.9};  ///< one for each epoch
    std::int64_t validation = 1000, test = 1000;                   ///< samples
    std::int64_t right = 920;                                      ///< of the test
    double explained = 0.98;                                       ///< of an epoch, by its parts
    double train_share = 1;
    std::int64_t learnt = 3200;           ///< samples of its part to learn from
    std::optional<std::uint64_t> seed{};  ///< absent: that of the settings
};

class TrainingFile {
public:
    /// All cells train with these settings; what Training names is theirs alone.
    explicit TrainingFile(std::string path, TrainingCase settings = {});

    /// Appends the lines of a cell; returns its id.
    std::string add(const Training& training);
    void add(const Record& record) { m_log.records.push_back(record); }
    [[nodiscard]] RecordLog finish();

private:
    RecordLog m_log;
    TrainingCase m_settings;
    int m_cells = 0;
};

/// CPU (eager, fused) and GPU trained on the same digits: alike at batch 64, where the GPU is 5
/// times as fast per epoch; at batch 512 the GPU learnt less, so its ratio is withheld. One network
/// of a single epoch, one finder, one that was cancelled.
[[nodiscard]] RecordLog trainingPc();

}  // namespace duelo::examples
