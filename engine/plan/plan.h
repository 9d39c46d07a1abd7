// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/words.h"

namespace duelo {

/// The input that the handout asks for: rand(1, 3, H, W), the same bytes on every device (S0-07).
inline constexpr std::string_view kRandomInput = "random";

/// The work of a cell: what is computed, whatever does it.
struct Case {
    Experiment experiment = Experiment::Inference;
    std::string model{};
    /// kRandomInput or the path of a photograph; for training the name or the folder of a data set
    std::string input{kRandomInput};
    int size_px = 224;  ///< width and height of the square the model sees
    int batch = 1;
    Preprocess preprocess = Preprocess::Model;  ///< of a photograph; a random tensor has none
    Fit fit = Fit::Square;

    auto operator<=>(const Case&) const = default;
};

/// How a cell does its work. All variants of one case are measured interleaved.
struct Variant {
    Device device = Device::Cpu;
    int threads = 0;  ///< intra-op threads of the CPU; 0 where a GPU does the work
    Precision precision = Precision::Fp32;
    Mode mode = Mode::Eager;

    auto operator<=>(const Variant&) const = default;
};

/// How far outputs of the same work may lie apart, relative to the largest: 1e-4 between two fp32
/// variants, 2e-2 when either computes in fewer bits (engine/README.md, DMP-1 step 2).
[[nodiscard]] double toleranceFor(const Variant& a, const Variant& b);

struct Cell {
    std::string id{};  ///< "c001", in the order of expand(); the same on every machine
    Case work{};
    Variant variant{};
};

/// How networks are trained: equal for every cell of a plan, or they could not be compared (S4-30).
struct TrainingPlan {
    int epochs = 25;
    std::optional<double> until_accuracy{};  ///< of the validation part, 0..1: then it ends
    std::optional<double> max_time_s{};      ///< of one cell's epochs: then it ends
    int patience = 0;  ///< ends after so many epochs without a lower validation loss; 0: never
    Optimizer optimizer = Optimizer::Adam;
    double learning_rate = 1e-3;
    double momentum = 0;              ///< of SGD
    bool augment = false;             ///< the random transforms of S2-04
    bool decode_every_epoch = false;  ///< measures the decoder too (S2-M06)
    bool deterministic = true;
    int outputs = 0;                                    ///< of the network; 0: one for each class
    double validation_share = 0.15, test_share = 0.15;  ///< where the source has no such part
    bool save_weights = false;

    bool operator==(const TrainingPlan&) const = default;
};

/// One product of models, inputs, sizes and batches. A plan may have several, because ResNet18 at
/// 1024 px and a photograph at 224 px do not need each other's sizes.
struct Sweep {
    std::vector<std::string> models{};
    std::vector<std::string> inputs{};
    std::vector<int> sizes_px{}, batches{};

    bool operator==(const Sweep&) const = default;
};

/// What the user picked. Nothing here depends on the machine, so the same plan can be resumed on
/// another one (S0-51); only expand() learns how many cores there are.
struct Plan {
    Experiment experiment = Experiment::Inference;
    std::vector<Sweep> sweeps{};
    std::vector<Device> devices{Device::Cpu};
    std::vector<int> threads{0};  ///< 0: one per physical core
    std::vector<Precision> precisions{Precision::Fp32};
    std::vector<Mode> modes{Mode::Eager};
    Preprocess preprocess = Preprocess::Model;
    Fit fit = Fit::Square;
    std::map<std::string, std::string> weights{};  ///< model -> file; absent: found, else random
    Preset preset = Preset::Standard;
    std::uint64_t seed = 1234;
    TrainingPlan training{};  ///< of the experiments training and lr_finder

    [[nodiscard]] bool trains() const { return experiment != Experiment::Inference; }
    bool operator==(const Plan&) const = default;
};

/// What can be planned, as the engine's probe tells it: core does not know the models.
struct Catalogue {
    struct Model {
        std::string name{};
        int min_size_px = 32;
    };
    std::vector<Model> models;
    int max_threads = 1024;
    /// The one image size of a network that can be trained, or why there is no such network.
    std::function<Result<int>(const std::string& model)> training_size_px{};
};

inline constexpr int kMinSizePx = 32;
inline constexpr int kMaxSizePx = 8192;
inline constexpr int kMaxBatch = 4096;
inline constexpr int kMaxCells = 10000;
inline constexpr int kMaxEpochs = 100'000;
inline constexpr int kRateSteps = 100;  ///< of the learning-rate finder (S2-10)

/// Checks everything once and removes repeated entries of lists; the reason names the value, where
/// it stands and what is accepted. Reasons: "list_empty" {field}, "unknown_value" {field, value,
/// accepted}, "size_out_of_range", "batch_out_of_range", "threads_out_of_range" {value, min, max,
/// field}, "size_too_small_for_model" {value, model, min, field}, "too_many_cells" {count, max},
/// "weights_without_model" {model, accepted}, "path_not_usable" {field, value}; of a plan that
/// trains also "graph_needs_gpu", "value_out_of_range" {field, value, min, max},
/// "size_fixed_by_model" {model, size, value, field} and what training_size_px() says.
[[nodiscard]] Result<Plan> validated(Plan plan, const Catalogue& catalogue);

/// The cells, cases in the order of the sweeps, the variants of a case next to each other.
/// A variant on CUDA comes once per precision and mode, whatever the threads. Repeated cases and
/// variants are left out, but keep their number: "0 and 4 threads" are one variant on 4 cores and
/// two elsewhere, and a file resumed there must find its own cells again. What a device cannot do
/// is a cell all the same: the engine skips it and says why.
[[nodiscard]] std::vector<Cell> expand(const Plan& plan, int physical_cores);

[[nodiscard]] Json toJson(const Plan& plan);
[[nodiscard]] Json toJson(const Case& work);
[[nodiscard]] Json toJson(const Variant& variant);
/// Strict, unknown fields included: a misspelt one would otherwise measure something else; values
/// are for validated(). Reasons with {field}, such as "sweeps[0].sizes_px[2]": "unknown_value"
/// {value, accepted}, "field_missing", "field_unknown" {accepted}, and with {value} "field_not_*"
/// (object, list, text, number, integer, boolean) and "field_out_of_range" (an integer too large).
/// Unknown fields of a case or a variant pass: they stand in records, which keep them.
[[nodiscard]] Result<Plan> planFromJson(const Json& json);
[[nodiscard]] Result<Case> caseFromJson(const Json& json);
[[nodiscard]] Result<Variant> variantFromJson(const Json& json);

/// First 16 hexadecimal digits of the SHA-256 of the canonical JSON (keys sorted): changes with all
/// that is measured, paths of weights included, and not with the layout or key order of a file.
[[nodiscard]] std::string planHash(const Plan& plan);

}  // namespace duelo
