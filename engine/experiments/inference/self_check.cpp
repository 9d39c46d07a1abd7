// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/self_check.h"

#include <string>
#include <utility>

#include "experiments/common_axes.h"
#include "experiments/inference/output.h"
#include "experiments/inference/params.h"
#include "experiments/specs.h"
#include "models/model.h"
#include "networks/trained_network.h"
#include "record/fingerprint.h"
#include "record/tolerance.h"

namespace duelo {

namespace {

/// Small enough for a slow PC, large enough for every network.
constexpr int kCheckSizePx = 96;
/// Number of calls in a row: each place of calls that overlap is taken more than once.
constexpr int kCheckCalls = 5;

Result<Output> recognised(Maker& maker, const InferenceCase& work, const Variant& variant) {
    return afterOneCall(maker, {"check", "inference", work, variant},
                        [&](Work& done) -> Result<Output> {
                            if (variant.mode == Mode::Overlapped)
                                static_cast<void>(done.step(kCheckCalls));
                            return done.output();
                        });
}

Check checkOfModel(std::string words, const InferenceCase& work, const Variant& reference,
                   const Variant& variant, const Result<Output>& expected,
                   const Result<Output>& got) {
    Check check{.name = work.model + " " + std::string(word(variant.device)) + " " +
                        std::string(word(variant.mode)),
                .words = std::move(words)};
    if (!expected || !got) {
        check.failure = !got ? got.error() : expected.error();
    } else if (const auto error = agreement(*expected->fingerprint, *got->fingerprint,
                                            toleranceFor(reference, variant))) {
        check.detail["max_error"] = *error;
    } else {
        check.failure = error.error();
    }
    return check;
}

void checkModels(Maker& maker, const CheckSetup& setup, const TellCheck& tell) {
    const Variant reference{.device = Device::Cpu, .threads = setup.threads};
    for (const std::string& model : findSpec("inference")->find("model")->words) {
        const int fixed_px = fixedSidePx(model);
        const InferenceCase work{
            .model = model, .size_px = fixed_px > 0 ? fixed_px : kCheckSizePx, .batch = 2};
        const auto expected = recognised(maker, work, reference);
        for (const Mode mode : {Mode::Eager, Mode::ChannelsLast, Mode::Fused, Mode::Compiled,
                                Mode::Graph, Mode::Overlapped}) {
            if ((setup.device.isCpu() ? needsGpu(mode) : mode == Mode::Compiled)) continue;
            const Variant variant{.device = setup.device, .threads = setup.threads, .mode = mode};
            // A build without oneDNN is whole; one whose module does not load is not.
            if (mode == Mode::Compiled)
                if (const auto possible = checkCompiled(setup.device, variant.precision);
                    !possible && possible.error().code == "compiled_library_missing")
                    continue;
            const auto got = recognised(maker, work, variant);
            // What cannot be had of LibTorch here is no fault of this PC.
            if (!got && got.error().code == "gpu_no_graphs") continue;
            tell(checkOfModel(setup.text("check.model", {{"model", work.model},
                                                         {"device", word(variant.device)},
                                                         {"mode", word(mode)}}),
                              work, reference, variant, expected, got));
        }
    }
}

void checkPhotographs(Maker& maker, const CheckSetup& setup, const TellCheck& tell) {
    for (const auto& [input, expected] :
         {std::pair{"sample:chelsea.png", 285}, std::pair{"sample:coffee.png", 967}}) {
        const InferenceCase work{.model = "efficientnet_lite0", .input = input, .size_px = 224};
        const std::string device(word(setup.device));
        Check check{.name = std::string("recognise ") + input + " " + device,
                    .words = setup.text("check.photograph", {{"file", input + kSamplePrefix.size()},
                                                             {"device", device}})};
        const auto got =
            recognised(maker, work, {.device = setup.device, .threads = setup.threads});
        if (!got) {
            check.failure = got.error();
        } else if (const auto classes = topClassesOf({.output = got->output}); classes.empty()) {
            check.failure = Reason{"weights_random", {{"name", work.model}}};
        } else {
            const TopClass& top = classes.front();
            check.detail = {{"class", setup.text.className(top.index)},
                            {"probability_percent", 100 * top.probability}};
            if (top.index != expected)
                check.failure = Reason{"recognised_wrongly", {{"found", top.label}}};
        }
        tell(check);
    }
}

}  // namespace

void checkInference(Maker& maker, const CheckSetup& setup, const TellCheck& tell) {
    checkModels(maker, setup, tell);
    maker.release();
    checkPhotographs(maker, setup, tell);
    maker.release();
}

}  // namespace duelo
