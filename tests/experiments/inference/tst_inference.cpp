// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <new>

#include <QTest>

#include <ATen/ATen.h>
#include <c10/util/Exception.h>

#include "experiments/inference/maker.h"
#include "experiments/makers.h"
#include "experiments/specs.h"
#include "fake_gpu.h"
#include "measure/lane.h"

using namespace duelo;

namespace {

Cell cellOf(const Variant& variant, const InferenceCase& work) {
    return {.id = "c001", .experiment = "inference", .work = work, .variant = variant};
}

Cell cellOf(const Variant& variant, int size_px = 64, int batch = 1) {
    return cellOf(variant, {.model = "resnet18", .size_px = size_px, .batch = batch});
}

const Variant kCpu{.device = Device::Cpu, .threads = 1};
const Variant kGpu{.device = Device::Cuda};

/// A photograph's copies are part of a call, a random tensor's are not (S0-M05).
GatherParts partsFor(bool copiesIncluded) {
    return [copiesIncluded]() -> Result<InferenceParts> {
        const ModelInfo& info = **findModel("resnet18");
        auto model = makeModel(info, randomWeights(info.network, 1), {});
        if (!model) return tl::unexpected(model.error());
        return InferenceParts{.model = std::move(*model),
                              .input = at::rand({1, 3, 64, 64}),
                              .prepared = {.copies_included = copiesIncluded},
                              .recognises = false};
    };
}

Failure describedBy(InferenceMaker& maker, const std::function<void()>& fault) {
    try {
        fault();
    } catch (...) {
        return maker.describe(std::current_exception());
    }
    return {};
}

}  // namespace

class TestInference : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void randomInputIsTheSameOnEveryRun_S0_07();
    void samplePhotographsAreThere_S0_08();
    void photographIsRepeatedInABatch_S0_10();
    void forecastGrowsWithTheWork_R_03();
    void missingPhotographsAreForeseen();
    void everyExperimentHasAMaker();
    void questionsHaveTheirReasons_R_19();
    void noGpuIsAReason_S0_17();
    void unsupportedPrecisionIsAReason();
    void everyModeAgrees_R_30();
    void exceptionsBecomeReasons_R_01();
    void gpuTimesHaveTheirParts_P_03_data();
    void gpuTimesHaveTheirParts_P_03();
    void gpuStateIsPassedOn_R_27();
    void weightsAreSharedAndNamed_R_19();
};

void TestInference::randomInputIsTheSameOnEveryRun_S0_07() {
    const ModelInfo& info = **findModel("resnet18");
    InputStore one, same, other;
    const InferenceCase work{.model = "resnet18", .size_px = 64, .batch = 2, .seed = 7};
    InferenceCase reseeded = work;
    reseeded.seed = 8;
    const auto a = one.input(work, info).value();
    const auto b = same.input(work, info).value();
    QCOMPARE(a.record.sha256, b.record.sha256);
    QVERIFY(a.record.sha256 != other.input(reseeded, info)->record.sha256);
    QVERIFY(a.record.sha256 != same.input(reseeded, info)->record.sha256);  // it keeps the latest
    QVERIFY(at::equal(a.images, b.images));
    QVERIFY(a.images.min().item<float>() >= 0 && a.images.max().item<float>() < 1);
    QCOMPARE(a.record.shape, (std::vector<std::int64_t>{2, 3, 64, 64}));
    QVERIFY(!a.decode_ms);
}

void TestInference::samplePhotographsAreThere_S0_08() {
#ifndef DUELO_VISION
    QSKIP("built without OpenCV");
#endif
    const ModelInfo& info = **findModel("efficientnet_lite0");
    InputStore store;
    const InferenceCase work{.model = "efficientnet_lite0", .input = "sample:chelsea.png"};
    const auto input = store.input(work, info);
    QVERIFY(input.has_value());
    QVERIFY(input->decode_ms.value() > 0 && input->resize_ms.value() > 0);
    // (byte - 127) / 128 of a photograph
    QVERIFY(input->images.min().item<float>() >= -127.0F / 128);
    QVERIFY(input->images.max().item<float>() <= 1.0F);
    QVERIFY(input->images.min().item<float>() < -0.5F);
    const auto missing = store.input({.model = "x", .input = "sample:nobody.png"}, info);
    QCOMPARE(missing.error().code, "sample_missing");
}

void TestInference::photographIsRepeatedInABatch_S0_10() {
#ifndef DUELO_VISION
    QSKIP("built without OpenCV");
#endif
    const ModelInfo& info = **findModel("resnet18");
    InputStore store;
    const auto input = store.input(
        {.model = "resnet18", .input = "sample:coffee.png", .size_px = 64, .batch = 3}, info);
    QVERIFY(input.has_value());
    QVERIFY(at::equal(input->images[0], input->images[2]));
    QCOMPARE(input->record.notes.back().code, "photo_repeated");
}

void TestInference::forecastGrowsWithTheWork_R_03() {
    InferenceMaker maker(Gpu::instance());
    const auto small = maker.forecast(cellOf(kCpu));
    const auto large = maker.forecast(cellOf(kCpu, 512, 8));
    QVERIFY(small->bytes > 0 && small->free_bytes > 0);
    QVERIFY(large->bytes > small->bytes);
    const auto absurd = maker.forecast(cellOf(kCpu, kMaxSizePx, kMaxBatch));
    QVERIFY(absurd->bytes > absurd->free_bytes);  // refused before anything is allocated
}

void TestInference::missingPhotographsAreForeseen() {
    InferenceMaker maker(Gpu::instance());
    const auto random = maker.look(cellOf(kCpu), false);
    QVERIFY(random.has_value() && !random->has_value());  // repeated, not the way to an end
    const Cell nobody = cellOf(kCpu, {.model = "resnet18", .input = "sample:nobody.png"});
    for (const bool measuring : {false, true})
        QCOMPARE(maker.look(nobody, measuring).error().code, "sample_missing");
#ifdef DUELO_VISION
    const Cell gone = cellOf(kCpu, {.model = "resnet18", .input = "/no/such/picture.png"});
    QCOMPARE(maker.look(gone, false).error().code, "image_not_found");
    const Cell cat = cellOf(kCpu, {.model = "resnet18", .input = "sample:chelsea.png"});
    QVERIFY(maker.look(cat, false).has_value());
#endif
}

void TestInference::everyExperimentHasAMaker() {
    const MakerSetup setup{.gpu = Gpu::instance()};
    for (const Spec& spec : specs()) QVERIFY2(makerOf(spec.id, setup), spec.id.c_str());
    QVERIFY(!makerOf("juggling", setup));
}

void TestInference::questionsHaveTheirReasons_R_19() {
    InferenceMaker maker(Gpu::instance());
    const auto unknown = maker.answer("data", Json::object());
    QCOMPARE(unknown.error().code, "question_unknown");
    QCOMPARE(unknown.error().args.value("query", ""), "data");
    QVERIFY(unknown.error().args.at("accepted") == Json::array({"weights"}));
    const std::pair<Json, const char*> refused[] = {
        {{{"model", "resnet18"}}, "field_missing"},
        {{{"model", "resnet18"}, {"path", 3}}, "field_not_text"},
        {{{"model", "resnet18"}, {"path", "x"}, {"size", 1}}, "field_unknown"},
        {{{"model", "lenet"}, {"path", "x"}}, "unknown_model"},
        {{{"model", "resnet18"}, {"path", "/no/such.pth"}}, "weights_missing"}};
    for (const auto& [args, code] : refused)
        QCOMPARE(maker.answer("weights", args).error().code, code);
    // Reading a set of pictures beside a measurement would be seen in its times.
    QVERIFY(mayBeAskedAnytime("inference", "weights"));
    QVERIFY(!mayBeAskedAnytime("inference", "data") && !mayBeAskedAnytime("training", "weights"));
    QVERIFY(!mayBeAskedAnytime("training", "data") && !mayBeAskedAnytime("juggling", "weights"));
}

void TestInference::noGpuIsAReason_S0_17() {
    if (Gpu::instance().status().available) QSKIP("this machine has a GPU");
    InferenceMaker maker(Gpu::instance());
    QVERIFY(!maker.forecast(cellOf(kGpu)).has_value());
    const auto refused = maker.create(cellOf(kGpu));
    QVERIFY(!refused.has_value());
    QVERIFY(!refused.error().code.empty());
}

void TestInference::unsupportedPrecisionIsAReason() {
    InferenceMaker maker(Gpu::instance());
    for (const Precision precision : {Precision::Fp16, Precision::Tf32}) {
        Variant variant = kCpu;
        variant.precision = precision;
        QCOMPARE(maker.create(cellOf(variant)).error().code, "precision_unsupported");
    }
}

void TestInference::everyModeAgrees_R_30() {
    InferenceMaker maker(Gpu::instance());
    std::optional<Output> reference;
    for (const Mode mode : {Mode::Eager, Mode::ChannelsLast, Mode::Fused}) {
        Variant variant = kCpu;
        variant.mode = mode;
        auto work = maker.create(cellOf(variant)).value();
        const auto known = work->prepare();
        QVERIFY(known.has_value());
        QCOMPARE(known->parameters.value(), 11'689'512);
        QVERIFY(work->step(1).wall_ms > 0);
        const Output output = work->output();
        QCOMPARE(output.record.shape, (std::vector<std::int64_t>{1, 1000}));
        QVERIFY(output.record.top.empty());  // random weights recognise nothing
        if (reference)
            QVERIFY(agreement(*reference, output, 1e-4).has_value());
        else
            reference = output;
    }
}

void TestInference::exceptionsBecomeReasons_R_01() {
    InferenceMaker maker(Gpu::instance());
    QCOMPARE(describedBy(maker, [] { throw std::bad_alloc(); }).reason.code, "out_of_host_memory");
    QCOMPARE(
        describedBy(maker, [] { TORCH_CHECK_WITH(OutOfMemoryError, false, "CUDA out of memory"); })
            .reason.code,
        "out_of_memory");
    const Failure wrong = describedBy(maker, [] { TORCH_CHECK(false, "shapes do not fit"); });
    QCOMPARE(wrong.reason.code, "library_error");
    QVERIFY(wrong.reason.message.find("shapes do not fit") != std::string::npos);
    QVERIFY(!wrong.sticky);
    QCOMPARE(describedBy(maker, [] { throw 1; }).reason.code, "library_error");
}

void TestInference::gpuTimesHaveTheirParts_P_03_data() {
    QTest::addColumn<bool>("copiesIncluded");
    QTest::newRow("photograph") << true;
    QTest::newRow("resting tensor") << false;
}

void TestInference::gpuTimesHaveTheirParts_P_03() {
    QFETCH(bool, copiesIncluded);
    test::FakeGpu gpu;
    GpuInference work(kGpu, partsFor(copiesIncluded), gpu);
    QVERIFY(work.prepare().has_value());
    for (int i = 0; i < 3; ++i) {
        const Timing timing = work.step(1);
        QVERIFY(timing.compute_ms.value() > 0);
        QVERIFY(timing.h2d_ms.value() >= 0 && timing.d2h_ms.value() >= 0);
        QVERIFY(timing.submit_ms.value() > 0 && *timing.submit_ms <= timing.wall_ms);
        const double inside =
            *timing.compute_ms + (copiesIncluded ? *timing.h2d_ms + *timing.d2h_ms : 0.0);
        QVERIFY2(inside <= timing.wall_ms, qPrintable(QString::number(inside - timing.wall_ms)));
        QVERIFY(*timing.device_ms <= timing.wall_ms);
    }
    QVERIFY(gpu.synchronisations >= 6);  // before and after each block (S0-M04, S3-01)
    const Timing block = work.step(4);
    QVERIFY(!block.compute_ms);  // stamps of one call only
    QCOMPARE(work.output().record.shape, (std::vector<std::int64_t>{1, 1000}));
}

void TestInference::gpuStateIsPassedOn_R_27() {
    test::FakeGpu gpu;
    gpu.fake_state.sm_clock_mhz = 900;
    gpu.fake_state.sm_clock_default_mhz = 1500;
    gpu.fake_state.throttle = std::vector<std::string>{"gpu_idle", "hw_thermal"};
    gpu.fake_memory.device_allocs = 3;
    gpu.fake_memory.alloc_retries = 2;
    gpu.fake_memory.peak_allocated_bytes = gpu.fake_memory.total_bytes + 1;
    GpuInference work(kGpu, partsFor(false), gpu);
    const auto state = work.deviceState().value();
    QCOMPARE(state.allocations, 5);
    QCOMPARE(state.clock_mhz.value(), 900.0);
    QCOMPARE(state.default_clock_mhz.value(), 1500.0);
    QVERIFY(state.memory_spilled);
    QCOMPARE(state.throttle, (std::vector<std::string>{"throttle_hw_thermal"}));
}

void TestInference::weightsAreSharedAndNamed_R_19() {
    const ModelInfo& resnet = **findModel("resnet18");
    WeightStore store;
    const auto first = store.weights(resnet, {.seed = 5}).value();
    QCOMPARE(first.record.provenance, "random");
    QCOMPARE(first.record.file, "seed 5");
    QVERIFY(first.tensors == store.weights(resnet, {.seed = 5})->tensors);
    QVERIFY(first.tensors != store.weights(resnet, {.seed = 6})->tensors);
    QCOMPARE(store.weights(resnet, {.file = "/no/such/file.pth", .seed = 5}).error().code,
             "weights_missing");  // never random in silence
    if (!officialWeightsFile("efficientnet_lite0")) QSKIP("the shipped weights are not here");
    const auto trained = store.weights(**findModel("efficientnet_lite0"), {}).value();
    QCOMPARE(trained.record.provenance, "official");
    QCOMPARE(trained.record.sha256.size(), 64U);
}

QTEST_APPLESS_MAIN(TestInference)
#include "tst_inference.moc"
