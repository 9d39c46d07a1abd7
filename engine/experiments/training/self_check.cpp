// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/self_check.h"

#include <cmath>
#include <string>

#include "experiments/common_axes.h"
#include "experiments/training/events.h"
#include "experiments/training/params.h"
#include "networks/hidden_units.h"
#include "networks/trainable.h"

namespace duelo {

namespace {

/// Rounding differs between the ways, and some updates carry it on.
constexpr double kLossTolerance = 1e-2;

Result<EpochEvent> firstEpoch(Maker& maker, const TrainingCase& given, const Variant& variant) {
    const auto epochOf = [](Work& work) -> Result<EpochEvent> {
        for (const Record& news : work.course()->news())
            if (const auto* event = std::get_if<EventRecord>(&news))
                if (const auto epoch = epochIn(*event)) return *epoch;
        return fail("training_without_epoch");
    };
    return afterOneCall(maker, {"check", "training", given, variant}, epochOf);
}

}  // namespace

void checkTraining(Maker& maker, const CheckSetup& setup, const TellCheck& tell) {
    for (const std::string_view name : {kLabAlexnet, kMlp}) {
        const TrainingCase work{
            .network = std::string(name), .data = "synthetic:3x20", .batch = 16};
        const auto expected = firstEpoch(maker, work, {.threads = setup.threads});
        for (const Mode mode :
             {Mode::Eager, Mode::ChannelsLast, Mode::Fused, Mode::Graph, Mode::Plain}) {
            if (mode == Mode::Graph && setup.device.isCpu()) continue;
            if (mode == Mode::Plain && (setup.device.isGpu() || name != kMlp)) continue;
            Check check{.name = "train " + work.network + " " + std::string(word(setup.device)) +
                                " " + std::string(word(mode)),
                        .words = setup.text("check.training", {{"model", work.network},
                                                               {"device", word(setup.device)},
                                                               {"mode", word(mode)}})};
            const auto got = firstEpoch(
                maker, work, {.device = setup.device, .threads = setup.threads, .mode = mode});
            // What cannot be had of LibTorch here is no fault of this PC.
            if (!got && got.error().code == "gpu_no_graphs") continue;
            if (!expected || !got) {
                check.failure = !got ? got.error() : expected.error();
            } else {
                const double error = std::abs(got->train_loss - expected->train_loss) /
                                     std::abs(expected->train_loss);
                check.detail["loss_error"] = error;
                if (!(error <= kLossTolerance))
                    check.failure = Reason{"outputs_disagree",
                                           {{"error", error}, {"tolerance", kLossTolerance}}};
            }
            tell(check);
        }
        maker.release();
    }
}

}  // namespace duelo
