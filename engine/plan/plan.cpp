// SPDX-License-Identifier: Apache-2.0
#include "plan/plan.h"

#include <algorithm>
#include <cstdio>
#include <set>

namespace duelo {

namespace {

template <typename T>
void removeRepeated(std::vector<T>& list) {
    std::set<T> seen;
    std::erase_if(list, [&](const T& value) { return !seen.insert(value).second; });
}

std::string element(const std::string& field, std::size_t i) {
    return field + '[' + std::to_string(i) + ']';
}

Result<void> notEmpty(bool empty, const std::string& field) {
    if (empty) return fail("list_empty", {{"field", field}});
    return {};
}

Result<void> inRange(const std::vector<int>& values, int min, int max, const char* code,
                     const std::string& field) {
    if (auto some = notEmpty(values.empty(), field); !some) return some;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] < min || values[i] > max)
            return fail(
                code,
                {{"value", values[i]}, {"min", min}, {"max", max}, {"field", element(field, i)}});
    return {};
}

/// JSON carries UTF-8 only, and the system ends a path at the first NUL.
Result<void> usablePath(const std::string& text, const std::string& field) {
    bool usable = !text.empty() && text.find('\0') == std::string::npos;
    try {
        (void)Json(text).dump();
    } catch (const Json::exception&) {
        usable = false;
    }
    if (usable) return {};
    return fail("path_not_usable", {{"field", field}, {"value", text}});
}

const Catalogue::Model* findModel(const Catalogue& catalogue, const std::string& name) {
    const auto found = std::find_if(catalogue.models.begin(), catalogue.models.end(),
                                    [&](const Catalogue::Model& m) { return m.name == name; });
    return found == catalogue.models.end() ? nullptr : &*found;
}

/// A plan that trains: each network has one size of image.
Result<void> checkTrainedModels(const Sweep& sweep, const Catalogue& catalogue,
                                const std::string& at) {
    if (auto some = notEmpty(sweep.models.empty(), at + "models"); !some) return some;
    if (auto some = notEmpty(sweep.sizes_px.empty(), at + "sizes_px"); !some) return some;
    for (const std::string& model : sweep.models) {
        const auto size = catalogue.training_size_px(model);
        if (!size) return tl::unexpected(size.error());
        for (std::size_t k = 0; k < sweep.sizes_px.size(); ++k)
            if (sweep.sizes_px[k] != *size)
                return fail("size_fixed_by_model", {{"value", sweep.sizes_px[k]},
                                                    {"model", model},
                                                    {"size", *size},
                                                    {"field", element(at + "sizes_px", k)}});
    }
    return {};
}

Result<void> inBounds(double value, double min, double max, const char* field) {
    if (value >= min && value <= max) return {};
    return fail("value_out_of_range",
                {{"field", field}, {"value", value}, {"min", min}, {"max", max}});
}

Result<void> checkTraining(const TrainingPlan& training) {
    constexpr double kMaxSeconds = 7 * 24 * 3600.0;
    constexpr double kMaxRate = 1e3;
    constexpr double kMinShare = 0.01;
    constexpr double kMaxShare = 0.8;
    constexpr int kMaxOutputs = 10'000;
    for (const Result<void>& ok :
         {inBounds(training.epochs, 1, kMaxEpochs, "training.epochs"),
          inBounds(training.until_accuracy.value_or(1), 0.01, 1, "training.until_accuracy"),
          inBounds(training.max_time_s.value_or(1), 1, kMaxSeconds, "training.max_time_s"),
          inBounds(training.patience, 0, kMaxEpochs, "training.patience"),
          inBounds(training.learning_rate, 1e-12, kMaxRate, "training.learning_rate"),
          inBounds(training.momentum, 0, 0.999, "training.momentum"),
          inBounds(training.outputs, 0, kMaxOutputs, "training.outputs"),
          inBounds(training.validation_share, kMinShare, kMaxShare, "training.validation_share"),
          inBounds(training.test_share, kMinShare, kMaxShare, "training.test_share")})
        if (!ok) return ok;
    return {};
}

/// Only training has a graph, and only on a GPU.
Result<void> checkModes(const Plan& plan) {
    if (auto ok = notEmpty(plan.modes.empty(), "modes"); !ok) return ok;
    const auto graph = std::ranges::find(plan.modes, Mode::Graph);
    if (graph == plan.modes.end()) return {};
    if (!plan.trains())
        return fail(
            "unknown_value",
            {{"field", element("modes", static_cast<std::size_t>(graph - plan.modes.begin()))},
             {"value", word(Mode::Graph)},
             {"accepted", {word(Mode::Eager), word(Mode::ChannelsLast), word(Mode::Fused)}}});
    const bool onlyGraphs =
        std::ranges::all_of(plan.modes, [](Mode m) { return m == Mode::Graph; });
    if (onlyGraphs && std::ranges::find(plan.devices, Device::Cuda) == plan.devices.end())
        return fail("graph_needs_gpu");
    return {};
}

Result<void> checkModels(const Sweep& sweep, const Catalogue& catalogue, const std::string& at) {
    if (auto some = notEmpty(sweep.models.empty(), at + "models"); !some) return some;
    for (std::size_t i = 0; i < sweep.models.size(); ++i) {
        const Catalogue::Model* model = findModel(catalogue, sweep.models[i]);
        if (model == nullptr) {
            Json accepted = Json::array();
            for (const Catalogue::Model& known : catalogue.models) accepted.push_back(known.name);
            return fail("unknown_value", {{"field", element(at + "models", i)},
                                          {"value", sweep.models[i]},
                                          {"accepted", std::move(accepted)}});
        }
        for (std::size_t k = 0; k < sweep.sizes_px.size(); ++k)
            if (sweep.sizes_px[k] < model->min_size_px)
                return fail("size_too_small_for_model", {{"value", sweep.sizes_px[k]},
                                                         {"model", model->name},
                                                         {"min", model->min_size_px},
                                                         {"field", element(at + "sizes_px", k)}});
    }
    return {};
}

Result<void> checkSweep(const Sweep& sweep, bool trains, const Catalogue& catalogue,
                        const std::string& at) {
    if (trains) {
        if (auto ok = checkTrainedModels(sweep, catalogue, at); !ok) return ok;
    } else {
        if (auto ok = inRange(sweep.sizes_px, kMinSizePx, kMaxSizePx, "size_out_of_range",
                              at + "sizes_px");
            !ok)
            return ok;
        if (auto ok = checkModels(sweep, catalogue, at); !ok) return ok;
    }
    if (auto ok = inRange(sweep.batches, 1, kMaxBatch, "batch_out_of_range", at + "batches"); !ok)
        return ok;
    if (auto ok = notEmpty(sweep.inputs.empty(), at + "inputs"); !ok) return ok;
    for (std::size_t i = 0; i < sweep.inputs.size(); ++i)
        if (auto ok = usablePath(sweep.inputs[i], element(at + "inputs", i)); !ok) return ok;
    return {};
}

Result<void> checkWeights(const Plan& plan) {
    std::set<std::string> models;
    for (const Sweep& sweep : plan.sweeps) models.insert(sweep.models.begin(), sweep.models.end());
    for (const auto& [model, file] : plan.weights) {
        if (!models.contains(model))
            return fail("weights_without_model", {{"model", model}, {"accepted", models}});
        if (auto ok = usablePath(file, "weights." + model); !ok) return ok;
    }
    return {};
}

/// In floating point, because the product of hostile lists does not fit an integer; cases that two
/// sweeps share are counted twice.
Result<void> checkCount(const Plan& plan) {
    const auto size = [](const auto& list) { return static_cast<double>(list.size()); };
    double cases = 0;
    for (const Sweep& sweep : plan.sweeps)
        cases +=
            size(sweep.models) * size(sweep.inputs) * size(sweep.sizes_px) * size(sweep.batches);
    double variants = 0;
    for (const Device device : plan.devices)
        variants += (device == Device::Cpu ? size(plan.threads) : 1) * size(plan.precisions) *
                    size(plan.modes);
    const double count = cases * variants;
    if (count > kMaxCells)
        return fail("too_many_cells", {{"count", static_cast<std::int64_t>(std::min(count, 1e15))},
                                       {"max", kMaxCells}});
    return {};
}

void removeRepeated(Plan& plan) {
    for (Sweep& sweep : plan.sweeps) {
        removeRepeated(sweep.models);
        removeRepeated(sweep.inputs);
        removeRepeated(sweep.sizes_px);
        removeRepeated(sweep.batches);
    }
    removeRepeated(plan.devices);
    removeRepeated(plan.threads);
    removeRepeated(plan.precisions);
    removeRepeated(plan.modes);
}

/// A variant as the plan numbers it; absent where it repeats an earlier one on this machine.
std::vector<std::optional<Variant>> variantsOf(const Plan& plan, int physicalCores) {
    std::vector<std::optional<Variant>> variants;
    std::set<Variant> seen;
    for (const Device device : plan.devices) {
        const std::vector<int> threads = device == Device::Cpu ? plan.threads : std::vector<int>{0};
        for (int count : threads) {
            if (device == Device::Cpu && count == 0) count = std::max(physicalCores, 1);
            for (const Precision precision : plan.precisions)
                for (const Mode mode : plan.modes) {
                    const Variant variant{device, count, precision, mode};
                    // A graph is something that only a GPU has; beside it the CPU runs the rest.
                    const bool meant = device == Device::Cuda || mode != Mode::Graph;
                    variants.push_back(meant && seen.insert(variant).second ? std::optional(variant)
                                                                            : std::nullopt);
                }
        }
    }
    return variants;
}

std::vector<Case> casesOf(const Plan& plan) {
    std::vector<Case> cases;
    std::set<Case> seen;
    for (const Sweep& sweep : plan.sweeps)
        for (const std::string& model : sweep.models)
            for (const std::string& input : sweep.inputs)
                for (const int size : sweep.sizes_px)
                    for (const int batch : sweep.batches) {
                        Case work{.experiment = plan.experiment,
                                  .model = model,
                                  .input = input,
                                  .size_px = size,
                                  .batch = batch};
                        if (!plan.trains() && input != kRandomInput) {
                            work.preprocess = plan.preprocess;
                            work.fit = plan.fit;
                        }
                        if (seen.insert(work).second) cases.push_back(std::move(work));
                    }
    return cases;
}

}  // namespace

double toleranceFor(const Variant& a, const Variant& b) {
    const bool exact = a.precision == Precision::Fp32 && b.precision == Precision::Fp32;
    return exact ? 1e-4 : 2e-2;
}

Result<Plan> validated(Plan plan, const Catalogue& catalogue) {
    const auto refused = [](const Result<void>& result) { return tl::unexpected(result.error()); };
    if (auto ok = notEmpty(plan.sweeps.empty(), "sweeps"); !ok) return refused(ok);
    for (std::size_t i = 0; i < plan.sweeps.size(); ++i)
        if (auto ok =
                checkSweep(plan.sweeps[i], plan.trains(), catalogue, element("sweeps", i) + '.');
            !ok)
            return refused(ok);
    if (plan.trains())
        if (auto ok = checkTraining(plan.training); !ok) return refused(ok);
    if (auto ok = notEmpty(plan.devices.empty(), "devices"); !ok) return refused(ok);
    if (auto ok =
            inRange(plan.threads, 0, catalogue.max_threads, "threads_out_of_range", "threads");
        !ok)
        return refused(ok);
    if (auto ok = notEmpty(plan.precisions.empty(), "precisions"); !ok) return refused(ok);
    if (auto ok = checkModes(plan); !ok) return refused(ok);
    if (auto ok = checkWeights(plan); !ok) return refused(ok);
    removeRepeated(plan);
    if (auto ok = checkCount(plan); !ok) return refused(ok);
    return plan;
}

std::vector<Cell> expand(const Plan& plan, int physical_cores) {
    const std::vector<std::optional<Variant>> variants = variantsOf(plan, physical_cores);
    std::vector<Cell> cells;
    int number = 0;
    for (const Case& work : casesOf(plan))
        for (const std::optional<Variant>& variant : variants) {
            ++number;
            if (!variant) continue;
            std::array<char, 16> id{};
            std::snprintf(id.data(), id.size(), "c%03d", number);
            cells.push_back({id.data(), work, *variant});
        }
    return cells;
}

}  // namespace duelo
