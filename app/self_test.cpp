// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <filesystem>
#include <functional>
#include <iostream>
#include <utility>

#include "base/json_text.h"
#include "base/places.h"
#include "commands.h"
#include "experiments/common_axes.h"
#include "experiments/inference/output.h"
#include "experiments/inference/params.h"
#include "experiments/inference/spec.h"
#include "experiments/specs.h"
#include "experiments/training/events.h"
#include "experiments/training/params.h"
#include "models/engine_sheet.h"
#include "networks/registry.h"
#include "record/record_file.h"

namespace duelo {

namespace {

/// Small enough for a slow PC, large enough for every network.
constexpr int kCheckSizePx = 96;

struct Check {
    std::string name;
    std::optional<Reason> failure;
    Json detail = Json::object();
};

Cell cellOf(const char* experiment, const Params& work, const Params& variant) {
    return {"check", experiment, work, variant};
}

/// Checks this machine against its references and says each result at once.
class SelfTest {
public:
    SelfTest(EngineContext& context, bool json) : m_context(context), m_json(json) {}

    int run();

private:
    void checkClock();
    void checkLibraries();
    void checkModels(Device device);
    void checkRecognition(Device device);
    void checkTraining(Device device);
    void checkRecordFile();
    void checkGpu();

    void report(const Check& check);
    /// What `what` makes of a cell's work after one call, exceptions turned into their reason.
    template <typename F>
    auto afterOneCall(Maker& maker, const Cell& cell, F what)
        -> decltype(what(std::declval<Work&>()));
    /// One call of a cell and what it produced.
    Result<Output> produce(Maker& maker, const Cell& cell);
    /// The first epoch of a training.
    Result<EpochEvent> trainOnce(Maker& maker, const Cell& cell);

    EngineContext& m_context;
    bool m_json;
    int m_passed = 0, m_failed = 0;
};

void SelfTest::report(const Check& check) {
    ++(check.failure ? m_failed : m_passed);
    if (m_json) {
        Json line{{"r", "check"}, {"name", check.name}, {"passed", !check.failure}};
        if (!check.detail.empty()) line["detail"] = check.detail;
        if (check.failure) line["reason"] = check.failure->code;
        std::cout << jsonText(line) << std::endl;
        return;
    }
    const Text& text = m_context.text();
    std::cout << (check.failure ? "[X] " : "[ok] ") << check.name;
    for (const auto& [key, value] : check.detail.items())
        std::cout << "  " << key << '='
                  << (value.is_string() ? value.get<std::string>() : value.dump());
    if (check.failure) std::cout << ": " << text.reason(*check.failure);
    std::cout << std::endl;
}

template <typename F>
auto SelfTest::afterOneCall(Maker& maker, const Cell& cell, F what)
    -> decltype(what(std::declval<Work&>())) {
    auto work = maker.create(cell);
    if (!work) return tl::unexpected(work.error());
    try {
        if (auto ready = (*work)->prepare(); !ready) return tl::unexpected(ready.error());
        static_cast<void>((*work)->step(1));
        return what(**work);
    } catch (const WorkFailed& failed) {
        return tl::unexpected(failed.reason);
    } catch (...) {
        return tl::unexpected(maker.describe(std::current_exception()).reason);
    }
}

Result<Output> SelfTest::produce(Maker& maker, const Cell& cell) {
    return afterOneCall(maker, cell, [](Work& work) -> Result<Output> { return work.output(); });
}

void SelfTest::checkClock() {
    const ClockSheet& sheet = m_context.clock();
    const auto problems = clockProblems(sheet);
    Check check{.name = "clock", .detail = toJson(sheet)};
    if (!problems.empty()) check.failure = problems.front();
    report(check);
}

void SelfTest::checkLibraries() {
    const EngineSheet sheet = readEngineSheet();
    const auto warnings = engineWarnings(sheet);
    Check check{.name = "libraries",
                .detail = {{"libtorch", sheet.libtorch}, {"cpu_capability", sheet.cpu_capability}}};
    if (!warnings.empty()) check.failure = warnings.front();
    report(check);
}

void SelfTest::checkModels(Device device) {
    const auto maker = m_context.makerOf({.experiment = "inference"});
    const int threads = m_context.physicalCores();
    const Variant reference{.device = Device::Cpu, .threads = threads};
    for (const ModelInfo& model : models()) {
        const InferenceCase work{
            .model = std::string(model.name), .size_px = kCheckSizePx, .batch = 2};
        const auto expected = produce(*maker, cellOf("inference", work, reference));
        for (const Mode mode : {Mode::Eager, Mode::ChannelsLast, Mode::Fused}) {
            Variant variant{.device = device, .threads = threads, .mode = mode};
            if (device == Device::Cuda) variant.threads = 0;
            Check check{.name = work.model + " " + std::string(word(device)) + " " +
                                std::string(word(mode))};
            const auto got = produce(*maker, cellOf("inference", work, variant));
            if (!expected || !got) {
                check.failure = !got ? got.error() : expected.error();
            } else if (const auto error = agreement(*expected->fingerprint, *got->fingerprint,
                                                    toleranceFor(reference, variant))) {
                check.detail["max_error"] = *error;
            } else {
                check.failure = error.error();
            }
            report(check);
        }
    }
    maker->release();
}

void SelfTest::checkRecognition(Device device) {
    const auto samples = sampleInputs();
    const auto maker = m_context.makerOf({.experiment = "inference"});
    for (const auto& [input, expected] :
         {std::pair{"sample:chelsea.png", 285}, std::pair{"sample:coffee.png", 967}}) {
        const InferenceCase work{.model = "efficientnet_lite0", .input = input, .size_px = 224};
        Variant variant{.device = device, .threads = m_context.physicalCores()};
        if (device == Device::Cuda) variant.threads = 0;
        Check check{.name = std::string("recognise ") + input + " " + std::string(word(device))};
        const auto got = produce(*maker, cellOf("inference", work, variant));
        if (!got) {
            check.failure = got.error();
        } else if (const auto classes = topClassesOf({.output = got->output}); classes.empty()) {
            check.failure = Reason{"weights_random", {{"name", work.model}}};
        } else {
            const TopClass& top = classes.front();
            check.detail = {{"class", m_context.text().className(top.index)},
                            {"probability", top.probability}};
            if (top.index != expected)
                check.failure = Reason{"recognised_wrongly", {{"found", top.label}}};
        }
        report(check);
    }
    maker->release();
}

Result<EpochEvent> SelfTest::trainOnce(Maker& maker, const Cell& cell) {
    const auto epochOf = [](Work& work) -> Result<EpochEvent> {
        for (const Record& news : work.course()->news())
            if (const auto* event = std::get_if<EventRecord>(&news))
                if (const auto epoch = epochIn(*event)) return *epoch;
        return fail("training_without_epoch");
    };
    return afterOneCall(maker, cell, epochOf);
}

void SelfTest::checkTraining(Device device) {
    // Rounding differs between the ways, and some updates carry it on.
    constexpr double kTolerance = 1e-2;
    const int threads = m_context.physicalCores();
    for (const char* name : {"lab_alexnet", "mlp"}) {
        const auto maker = m_context.makerOf({.experiment = "training"});
        const TrainingCase work{.network = name, .data = "synthetic:3x20", .batch = 16};
        const auto expected =
            trainOnce(*maker, cellOf("training", work, Variant{.threads = threads}));
        for (const Mode mode : {Mode::Eager, Mode::ChannelsLast, Mode::Fused, Mode::Graph}) {
            if (mode == Mode::Graph && device == Device::Cpu) continue;
            Check check{.name = std::string("train ") + name + " " + std::string(word(device)) +
                                " " + std::string(word(mode))};
            const Variant variant{
                .device = device, .threads = device == Device::Cpu ? threads : 0, .mode = mode};
            const auto got = trainOnce(*maker, cellOf("training", work, variant));
            if (!expected || !got) {
                check.failure = !got ? got.error() : expected.error();
            } else {
                const double error = std::abs(got->train_loss - expected->train_loss) /
                                     std::abs(expected->train_loss);
                check.detail["loss_error"] = error;
                if (!(error <= kTolerance))
                    check.failure =
                        Reason{"outputs_disagree", {{"error", error}, {"tolerance", kTolerance}}};
            }
            report(check);
        }
        maker->release();
    }
}

void SelfTest::checkRecordFile() {
    const auto path = std::filesystem::temp_directory_path() / (newRunId() + ".duelo");
    Check check{.name = "record file"};
    const auto attempt = [&]() -> Result<void> {
        auto file = RecordFile::create(path);
        if (!file) return tl::unexpected(file.error());
        Header header{.run = newRunId(), .started = utcNow()};
        m_context.describe(header, usualPlan(*findSpec("inference"), m_context.facts()), 0);
        if (auto written = (*file)->write(header); !written) return written;
        if (auto written = (*file)->write(End{.status = "completed"}); !written) return written;
        file->reset();
        const auto log = readRecords(path);
        if (!log) return tl::unexpected(log.error());
        if (log->integrity != Integrity::Sealed)
            return fail("journal_modified", {{"path", utf8(path)}});
        return {};
    };
    if (auto kept = attempt(); !kept) check.failure = kept.error();
    std::error_code error;
    std::filesystem::remove(path, error);
    report(check);
}

void SelfTest::checkGpu() {
    Gpu& gpu = m_context.gpu();
    if (gpu.api() == nullptr) {
        // Not a fault of this machine: said, and not counted.
        if (!m_json)
            std::cout << "[--] "
                      << m_context.text()("cli.probe_no_gpu",
                                          {{"why", m_context.text().reason(*gpu.status().reason)}})
                      << '\n';
        return;
    }
    for (const GpuCheck& check : gpu.api()->selfCheck())
        report({.name = "gpu " + check.code,
                .failure = check.passed ? std::nullopt
                                        : std::optional(check.reason.value_or(
                                              Reason{"gpu_check_failed", {{"check", check.code}}})),
                .detail = check.detail});
    checkModels(Device::Cuda);
    checkRecognition(Device::Cuda);
    checkTraining(Device::Cuda);
}

int SelfTest::run() {
    checkClock();
    checkLibraries();
    checkRecordFile();
    checkModels(Device::Cpu);
    checkRecognition(Device::Cpu);
    checkTraining(Device::Cpu);
    checkGpu();
    if (!m_json)
        std::cout << m_context.text()("cli.self_test_sum",
                                      {{"passed", m_passed}, {"failed", m_failed}})
                  << '\n';
    return m_failed == 0 ? kAllDone : kSomeNotDone;
}

}  // namespace

int selfTestCommand(EngineContext& context, bool json) {
    return SelfTest(context, json).run();
}

}  // namespace duelo
