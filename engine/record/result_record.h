// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/words.h"
#include "stats/statistics.h"

/// What is known of a cell when it ends: the "result" line of a record file.
namespace duelo {

enum class Status { Done, Skipped, Failed, Cancelled };
template <>
inline constexpr std::array<std::string_view, 4> wordsOf<Status>{"done", "skipped", "failed",
                                                                 "cancelled"};

/// The kept samples of one cell in figures (definitions: stats/statistics.h).
struct Summary {
    std::int64_t n = 0;
    int calls_per_sample = 1;
    double median_ms = 0;
    std::optional<Interval> ci95_ms{};  ///< absent below 6 samples
    double mean_ms = 0, min_ms = 0, p25_ms = 0, p75_ms = 0, max_ms = 0;
    std::optional<double> p90_ms{}, p99_ms{};  ///< only where n supports them
    std::optional<double> device_median_ms{}, submit_median_ms{};
    double throughput_per_s = 0;  ///< images per second: total images / total time
};

/// Where the time of one call went (P-03); medians over the samples. Absent: does not apply.
struct Parts {
    std::optional<double> decode_ms{}, resize_ms{};  ///< once per photograph, outside the call
    std::optional<double> h2d_ms{}, compute_ms{}, d2h_ms{}, unexplained_ms{};
    std::optional<double> data_ms{}, evaluation_ms{};  ///< of an epoch
    bool copies_included = false;  ///< H2D and D2H are inside the call's time (S0-M05)
};

struct TopClass {
    int index = 0;
    std::string label{};  ///< English; the views translate by index
    double probability = 0;
};

/// A test image that the network got wrong, the surest first.
struct Mistake {
    std::int64_t sample = 0;  ///< in the data set
    std::string source{};     ///< such as "test/brick/foto2.jpg"
    int truth = 0, answer = 0;
    double probability = 0;  ///< that the network gave its answer
};

/// What training ended with: the weights of the best validation loss, on the test part (S2-13).
struct TrainedRecord {
    std::string stopped_by{};  ///< "epochs", "accuracy", "time", "patience"
    int epochs = 0, best_epoch = 0;
    std::int64_t updates = 0;
    double epochs_ms = 0;  ///< all epochs, the first too
    double test_loss = 0, test_accuracy = 0;
    Interval test_accuracy_ci95{};  ///< Wilson's, of the samples
    std::vector<std::string> classes{};
    /// Row: what it is. Column: what the network said (S2-M09).
    std::vector<std::vector<std::int64_t>> confusion{};
    std::vector<Mistake> mistakes{};
    std::string weights_file{};
};

/// What the learning-rate finder advises: where the smoothed loss falls fastest.
struct RateAdvice {
    std::optional<double> learning_rate{};  ///< absent: the curve allows none
    Reason why{};
};

/// What the work produced, so that a run is visibly the recognition of something (S0-48).
struct OutputRecord {
    std::vector<TopClass> top{};
    std::string checksum{};
    std::vector<std::int64_t> shape{};
    std::optional<double>
        max_error{};  ///< against the case's first variant, relative to its largest
    std::optional<TrainedRecord> trained{};
    std::optional<RateAdvice> rate_advice{};
};

struct WeightsRecord {
    std::string provenance{};  ///< "official", "other", "random"
    std::string sha256{};
    std::string file{};
};

/// The bytes that the work was fed; equal digests on two sides are the same input.
struct InputRecord {
    std::string sha256{};
    std::vector<std::int64_t> shape{};
    std::vector<Reason> notes{};  ///< what was converted, e.g. 16 bits to 8
};

struct ResultRecord {
    std::string cell{};
    Status status = Status::Done;
    std::optional<Reason> reason{};  ///< always there unless done
    std::optional<Summary> summary{};
    std::optional<Parts> parts{};
    std::optional<InputRecord> input{};
    std::optional<OutputRecord> output{};
    std::optional<WeightsRecord> weights{};
    std::vector<std::string> flags{};        ///< codes of stats/validity.h
    std::map<std::string, int> discarded{};  ///< cause -> samples
    int warm_up_calls = 0;
    double warm_up_ms = 0;
    std::optional<std::int64_t> forecast_bytes{}, peak_bytes{};
    std::optional<std::int64_t> parameters{}, flop{}, bytes_moved{};  ///< of one call
    Json extra = Json::object();
};

}  // namespace duelo
