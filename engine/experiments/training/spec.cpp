// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/spec.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "experiments/common_axes.h"
#include "experiments/network_loss.h"
#include "experiments/training/params.h"
#include "experiments/training/program.h"
#include "experiments/training/view.h"
#include "networks/hidden_units.h"
#include "networks/trainable.h"

namespace duelo {

namespace {

constexpr double kPercent = 0.01;
constexpr double kMostSeconds = 7 * 24 * 3600.0;
constexpr double kLeastShare = 0.01, kMostShare = 0.8;
constexpr int kMostOutputs = 10'000;

/// Makes an axis that most never touch.
Axis setting(const char* id, AxisKind kind, Json usual, const char* option, const char* help) {
    return {.id = id,
            .kind = kind,
            .usual = std::move(usual),
            .option = option,
            .help = help,
            .advanced = true};
}

Axis number(Axis axis, double min, double max) {
    axis.min = min;
    axis.max = max;
    return axis;
}

/// Makes an axis that most look at.
Axis basic(Axis axis) {
    axis.advanced = false;
    return axis;
}

Axis optional(Axis axis) {
    axis.optional = true;
    return axis;
}

Axis percent(Axis axis) {
    axis.per_typed = kPercent;
    return axis;
}

Axis modes() {
    Axis axis = modeAxis({"eager", "channels_last", "fused", "graph", "plain"});
    axis.value_when["plain"] = {onCpu(), {.axis = "model", .in = {std::string(kMlp)}}};
    return axis;
}

/// The axis of precisions: beside fp32 a GPU's own, and bf16 in the modes that know it on one of
/// the devices.
Axis precisions() {
    Axis axis = precisionAxis({"fp32", "tf32", "bf16"});
    axis.value_when["bf16"] = {{.axis = "mode", .in = {"eager", "channels_last", "fused"}}};
    return axis;
}

Axis threads() {
    Axis axis = threadsAxis();
    axis.when.push_back({.axis = "mode", .not_in = {"plain"}});  // it has one
    return axis;
}

/// The number of processes that learn together with the same batches. Absent: one process, as
/// everywhere else.
Axis processes() {
    return {.id = "processes",
            .kind = AxisKind::Integer,
            .role = AxisRole::Variant,
            .many = true,
            .optional = true,
            .min = 1,
            .max = kMaxProcesses,
            .range_reason = "processes_out_of_range",
            .zero_is_cores = true,  // it counts workers, though none may not be typed
            .option = "--processes",
            .help = "processes that share each batch, e.g. 1,2,4; each with --threads",
            .advanced = true};
}

/// The share of the training part that is learnt from; absent: all of it.
Axis trainShare() {
    Axis axis =
        optional(percent(number({.id = "train_share",
                                 .kind = AxisKind::Real,
                                 .many = true,
                                 .option = "--train-share",
                                 .help = "percent of the part to learn from, e.g. 10,50,100",
                                 .advanced = true},
                                0.001, 1)));
    axis.offered = {0.1, 0.25, 0.5, 1.0};
    return axis;
}

/// The course project's table (S4-03): one MLP on the digits by every means, against three loops.
std::vector<Offer> waysOfTheMlp() {
    const auto on = [](const char* device, const char* mode, Block more = {}) {
        more["device"] = {device};
        more["mode"] = {mode};
        return more;
    };
    Offer offer{.id = "mlp_ways",
                .cases = {{{"model", {kMlp}},
                           {"hidden", {kUsualHidden}},
                           {"data", {"digits"}},
                           {"batch", {64}},
                           {"epochs", {10}}}},
                .base = {{"mode", "plain"}}};
    offer.variants = {on("cpu", "plain"),
                      on("cpu", "eager", {{"threads", {1}}}),
                      on("cpu", "fused", {{"threads", {1, 0}}}),
                      on("cpu", "fused", {{"threads", {1}}, {"processes", {2, 4}}}),
                      on("cuda", "fused"),
                      on("cuda", "graph")};
    return {std::move(offer)};
}

/// Tells whether bf16 is all that a block asks for, and none of its devices and modes learns in it.
bool losesBf16(const Block& block, const std::vector<Json>& modes) {
    const std::vector<Json>& precisions = valuesIn(block, "precision");
    const Device device = hasDevice(block, DeviceKind::Cpu) ? Device::Cpu : Device::Cuda;
    return !precisions.empty() && std::ranges::all_of(precisions, [](const Json& each) {
        return each == "bf16";
    }) && std::ranges::none_of(modes, [&](const Json& mode) {
        return learnsInBf16(device, parseWord<Mode>(mode.get<std::string>()).value_or(Mode::Graph));
    });
}

/// Returns the problems of plans that leave no cell: every mode of a block is plain, or every
/// precision bf16, and nothing else of the plan takes it.
std::vector<Problem> problemsOfTraining(const Plan& plan, const Facts& facts) {
    const auto lacks = [](const Block& block, const char* axis, std::string_view value) {
        const std::vector<Json>& values = valuesIn(block, axis);
        return std::ranges::find(values, Json(value)) == values.end();
    };
    for (std::size_t i = 0; i < plan.variants.size(); ++i) {
        const std::vector<Json>& chosen = valuesIn(plan.variants[i], "mode");
        if (losesBf16(plan.variants[i], chosen))
            return {{"precision", i, 0, {"bf16_training_modes"}}};
        if (chosen.empty() ||
            !std::ranges::all_of(chosen, [](const Json& mode) { return mode == "plain"; }))
            continue;
        if (!hasDevice(plan.variants[i], DeviceKind::Cpu))
            return {{"mode", i, 0, {"plain_needs_cpu"}}};
        if (std::ranges::all_of(plan.cases,
                                [&](const Block& block) { return lacks(block, "model", kMlp); }))
            return {{"mode", i, 0, {"plain_needs_mlp"}}};
    }
    std::vector<Problem> problems = problemsOfModes(plan, facts);
    std::ranges::move(problemsWithoutCpu(plan, std::span(&kPinningAxis, 1)),
                      std::back_inserter(problems));
    return problems;
}

/// Axes of both experiments: the network, its data and the optimiser.
std::vector<Axis> commonAxes() {
    const TrainingCase usual;
    Axis momentum = number(
        setting("momentum", AxisKind::Real, usual.momentum, "--momentum", "of sgd"), 0, 0.999);
    momentum.when = {{.axis = "optimizer", .in = {"sgd"}}};
    Axis optimizer =
        basic(setting("optimizer", AxisKind::Word, "adam", "--optimizer", "adam or sgd"));
    optimizer.words = {"adam", "sgd"};
    return {{.id = "model",
             .kind = AxisKind::Word,
             .many = true,
             .usual = Json::array({kLabAlexnet}),
             .words = {std::string(kLabAlexnet), std::string(kMlp)},
             .option = "--model",
             .help = "lab_alexnet or mlp",
             .widget = "trainable_networks"},
            hiddenAxis(),
            {.id = "data",
             .kind = AxisKind::Path,
             .many = true,
             .usual = Json::array({"textures"}),
             .words = {"textures", "digits", "synthetic", "synthetic:"},
             .option = "--data",
             .help = "textures, digits, synthetic, or a folder",
             .widget = "data_source"},
            batchAxis(usual.batch, {16, 32, 64, 128}, "images per update, e.g. 16,64,256"),
            std::move(optimizer),
            std::move(momentum),
            number(setting("outputs", AxisKind::Integer, usual.outputs, "--outputs",
                           "of the network; default: one for each class"),
                   0, kMostOutputs),
            percent(number(setting("validation_share", AxisKind::Real, usual.validation_share,
                                   "--validation", "percent, where the data have no such part"),
                           kLeastShare, kMostShare)),
            percent(number(setting("test_share", AxisKind::Real, usual.test_share, "--test",
                                   "percent, where the data have no such part"),
                           kLeastShare, kMostShare)),
            seedAxis(),
            setting("augment", AxisKind::Flag, usual.augment, "--augment",
                    "rotate, flip and crop at random"),
            setting("deterministic", AxisKind::Flag, usual.deterministic, "--not-deterministic",
                    "allow faster sums in any order"),
            deviceAxis(),
            threads(),
            precisions(),
            modes()};
}

Steps epochSteps(const Params& work) {
    const TrainingCase training = trainingCase(work);
    return {training.epochs,
            training.until_accuracy || training.max_time_s || training.patience > 0};
}

/// A curve that rises steeply ends it.
Steps rateSteps(const Params&) {
    return {kRateSteps, true};
}

/// Axes of a training's end, which a finder does not have.
std::vector<Axis> courseAxes() {
    const TrainingCase usual;
    Axis saved = setting("save_weights", AxisKind::Flag, false, "--save-weights",
                         "keep the trained weights as safetensors");
    saved.role = AxisRole::Run;
    Axis kept = setting("keep_checkpoint", AxisKind::Flag, false, "--keep-checkpoint",
                        "after each epoch write what --from goes on with");
    kept.role = AxisRole::Run;
    Axis from = optional(setting("checkpoint", AxisKind::Path, {}, "--from",
                                 "a checkpoint: goes on after its last epoch, to --epochs"));
    return {
        basic(number(setting("epochs", AxisKind::Integer, usual.epochs, "--epochs", "default: 25"),
                     1, kMaxEpochs)),
        basic(number(setting("learning_rate", AxisKind::Real, usual.learning_rate, "--rate",
                             "learning rate, default: 0.001"),
                     1e-12, 1e3)),
        optional(percent(number(setting("until_accuracy", AxisKind::Real, {}, "--until-accuracy",
                                        "percent of the validation part"),
                                0.01, 1))),
        optional(number(
            setting("max_time_s", AxisKind::Real, {}, "--max-time", "seconds of each training"), 1,
            kMostSeconds)),
        number(setting("patience", AxisKind::Integer, usual.patience, "--patience",
                       "epochs without a lower validation loss"),
               0, kMaxEpochs),
        setting("decode_every_epoch", AxisKind::Flag, usual.decode_every_epoch,
                "--decode-every-epoch", "read the files again each epoch"),
        std::move(from),
        std::move(saved),
        std::move(kept)};
}

}  // namespace

Spec trainingSpec() {
    Spec spec{.id = "training",
              .command = "train",
              .help = "train a network; alone: the lab AlexNet on the shipped textures"};
    spec.networks = true;
    spec.axes = commonAxes();
    const auto threadsAt = std::ranges::find(spec.axes, "threads", &Axis::id);
    spec.axes.insert(spec.axes.insert(threadsAt + 1, pinningAxis()) - 1, processes());
    const auto seed = std::ranges::find(spec.axes, "seed", &Axis::id);
    // The same training from several starts.
    seed->many = true;
    seed->usual = Json::array({seed->usual});
    seed->offered = {1234, 1, 2, 3, 4};
    seed->help = "numbers, e.g. 1,2,3,4,5: the spread over starts";
    spec.axes.insert(seed, trainShare());
    for (Axis& axis : courseAxes()) spec.axes.push_back(std::move(axis));
    spec.metrics = {{"throughput", "image/s"},
                    {.id = "test_accuracy", .unit = "", .in_table = true, .share = true},
                    {.id = "majority_accuracy", .unit = "", .share = true},
                    {.id = "balanced_accuracy", .unit = "", .share = true}};
    spec.parts = {{"decode", false}, {"data"},    {"h2d"}, {"compute"},   {"launch", false},
                  {"all_reduce"},    {"waiting"}, {"d2h"}, {"evaluation"}};
    spec.events = {{"data", {"classes", "train", "validation", "test"}},
                   {"epoch",
                    {"epoch", "updates", "train_loss", "train_accuracy", "valid_loss",
                     "valid_accuracy", "learning_rate", "wall_ms"},
                    "epoch"}};
    // Directly programmed and tuned (S2-01, S2-07, S2-11).
    std::ranges::find(spec.axes, "mode", &Axis::id)->usual = Json::array({"eager", "fused"});
    spec.validate = problemsOfTraining;
    spec.offers = waysOfTheMlp;
    spec.steps = epochSteps;
    spec.loss = lossOfNetwork;
    spec.view = &trainingView();
    spec.programs = {{ProgramKind::PyTorch, trainingProgram}};
    return spec;
}

Spec lrFinderSpec() {
    Spec spec{.id = "lr_finder",
              .command = "lr-find",
              .page = "training",
              .help = "look for a learning rate to train with"};
    spec.networks = true;
    spec.axes = commonAxes();
    spec.parts = {{"decode", false}};
    spec.metrics = {{"throughput", "image/s"}};
    spec.events = {{"data", {"classes", "train", "validation", "test"}},
                   {"rate", {"step", "learning_rate", "loss", "smoothed_loss"}, "step"}};
    spec.validate = problemsOfTraining;
    spec.steps = rateSteps;
    spec.compares = false;  // there is nothing to be faster at
    spec.loss = lossOfNetwork;
    spec.view = &trainingView();
    spec.programs = {{ProgramKind::PyTorch, trainingProgram}};
    return spec;
}

bool isShippedData(const std::string& data) {
    static const Spec spec = trainingSpec();
    return spec.find("data")->names(data);
}

}  // namespace duelo
