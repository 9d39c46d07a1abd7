// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <set>
#include <string_view>
#include <typeinfo>
#include <utility>
#include <vector>

#include <QTest>

#include "experiments/inference/maker.h"
#include "experiments/inference/spec.h"
#include "experiments/inference/used_kernels.h"
#include "experiments/makers.h"
#include "experiments/specs.h"
#include "measure/load_work.h"
#include "tensor/operators.h"

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

/// Whether this build has the module for it.
bool canCompile() {
    return checkCompiled(Device::Cpu, Precision::Fp32).has_value();
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
    void initTestCase();
    void randomInputIsTheSameOnEveryRun_S0_07();
    void samplePhotographsAreThere_S0_08();
    void photographIsRepeatedInABatch_S0_10();
    void jpegIsDecodedScaled();
    void forecastGrowsWithTheWork_R_03();
    void missingPhotographsAreForeseen();
    void everyExperimentHasAMaker();
    void questionsHaveTheirReasons_R_19();
    void noGpuIsAReason_S0_17();
    void unsupportedPrecisionIsAReason();
    void int8TellsItsAccuracy();
    void everyModeAgrees_R_30();
    void exceptionsBecomeReasons_R_01();
    void graphNeedsAGpu_E5_E7();
    void weightsAreSharedAndNamed_R_19();
    void whoComesFirstPaysForNobody_S0_M03();
    void transformersTellOfOtherSizes();
    void memoryIsOfOneModel();
};

void TestInference::initTestCase() {
    qputenv("DUELO_DNN_MODULE", DUELO_BINARY_DIR "/bin/libduelo_dnn.so");
#ifdef DUELO_HAS_DNN
    QVERIFY(canCompile());
#endif
}

void TestInference::randomInputIsTheSameOnEveryRun_S0_07() {
    const ModelInfo& info = **findModel("resnet18");
    InputStore one, same, other;
    const InferenceCase work{.model = "resnet18", .size_px = 64, .batch = 2, .seed = 7};
    InferenceCase reseeded = work;
    reseeded.seed = 8;
    const auto a = one.input(work, info).value();
    const auto b = same.input(work, info).value();
    QCOMPARE(a.identity.sha256, b.identity.sha256);
    QVERIFY(a.identity.sha256 != other.input(reseeded, info)->identity.sha256);
    QVERIFY(a.identity.sha256 !=
            same.input(reseeded, info)->identity.sha256);  // it keeps the latest
    QVERIFY(ops::equal(a.images, b.images));
    QVERIFY(ops::min(a.images).item<float>() >= 0 && ops::max(a.images).item<float>() < 1);
    QCOMPARE(a.identity.shape, (std::vector<std::int64_t>{2, 3, 64, 64}));
    QCOMPARE(a.identity.id, "input");
    QVERIFY(a.parts.empty() && a.identity.notes.empty());
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
    QVERIFY(partMs(input->parts, "decode").value() > 0);
    QVERIFY(partMs(input->parts, "resize").value() > 0);
    for (const PartTime& part : input->parts) QVERIFY(!part.inside);  // once, before the calls
    // (byte - 127) / 128 of a photograph
    QVERIFY(ops::min(input->images).item<float>() >= -127.0F / 128);
    QVERIFY(ops::max(input->images).item<float>() <= 1.0F);
    QVERIFY(ops::min(input->images).item<float>() < -0.5F);
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
    QVERIFY(ops::equal(input->images[0], input->images[2]));
    QCOMPARE(input->identity.notes.back().code, "photo_repeated");
}

/// Issue 17.1: what was decoded is said, and the pixels are near those of a full decoding.
void TestInference::jpegIsDecodedScaled() {
#ifndef DUELO_VISION
    QSKIP("built without OpenCV");
#endif
    const ModelInfo& info = **findModel("resnet18");
    InputStore store;
    InferenceCase work{.model = "resnet18", .input = "sample:rocket.jpg", .size_px = 100};
    const auto full = store.input(work, info);
    work.decoding = Decoding::Scaled;
    const auto scaled = store.input(work, info);
    QVERIFY(full.has_value() && scaled.has_value());
    QVERIFY(full->identity.notes.empty());
    QCOMPARE(scaled->identity.notes,
             (std::vector<Reason>{{"decoded_scaled", {{"reduction", 4}}, {}}}));
    QVERIFY(scaled->identity.sha256 != full->identity.sha256);
    const Tensor apart = ops::abs(scaled->images - full->images);
    QVERIFY(ops::mean(apart).item<float>() < 0.05F);  // of values whose deviation is near 1
    QVERIFY(partMs(scaled->parts, "decode").value() > 0);
    work.input = "sample:coffee.png";
    QCOMPARE(store.input(work, info)->identity.notes.front().code, "decoded_full_format");
}

void TestInference::forecastGrowsWithTheWork_R_03() {
    InferenceMaker maker(Gpu::instance());
    const auto small = maker.forecast(cellOf(kCpu));
    const auto large = maker.forecast(cellOf(kCpu, 512, 8));
    QVERIFY(small->bytes > 0 && small->free_bytes.value() > 0);
    QVERIFY(large->bytes > small->bytes);
    const auto absurd = maker.forecast(cellOf(kCpu, kMaxSizePx, kMaxBatch));
    QVERIFY(absurd->lack());  // refused before anything is allocated
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
    const MakerSetup setup{.gpu = &Gpu::instance()};
    const auto none = makerOf("juggling", setup);
    QCOMPARE(none->create({}).error().code, "experiment_not_built");
    for (const Spec& spec : specs()) {
        const auto maker = makerOf(spec.id, setup);
        const Maker &made = *maker, &missing = *none;
        QVERIFY2(typeid(made) != typeid(missing), spec.id.c_str());
    }
    // What one of them leaves, the next one finds.
    const Kept kept;
    kept.of<int>() = 7;
    QCOMPARE(Kept(kept).of<int>(), 7);
    QCOMPARE(Kept().of<int>(), 0);
}

void TestInference::questionsHaveTheirReasons_R_19() {
    InferenceMaker maker(Gpu::instance());
    const auto unknown = maker.answer("data", Json::object());
    QCOMPARE(unknown.error().code, "question_unknown");
    QCOMPARE(unknown.error().args.value("query", ""), "data");
    QVERIFY(unknown.error().args.at("accepted") ==
            Json::array({"weights", "feature_maps", "official_weights"}));
    const std::pair<Json, const char*> refused[] = {
        {{{"model", "resnet18"}}, "field_missing"},
        {{{"model", "resnet18"}, {"path", 3}}, "field_not_text"},
        {{{"model", "resnet18"}, {"path", "x"}, {"size", 1}}, "field_unknown"},
        {{{"model", "lenet"}, {"path", "x"}}, "unknown_model"},
        {{{"model", "resnet18"}, {"path", "/no/such.pth"}}, "weights_missing"}};
    for (const auto& [args, code] : refused)
        QCOMPARE(maker.answer("weights", args).error().code, code);
    const LongAnswer official = longAnswer("inference", "official_weights");
    QVERIFY(official && !mayBeAskedAnytime("inference", "official_weights"));
    QVERIFY(!longAnswer("inference", "weights") && !longAnswer("juggling", "official_weights"));
    QCOMPARE(official(Json::object(), {}).error().code, "field_missing");
    QCOMPARE(official({{"model", "lenet"}}, {}).error().code, "unknown_model");
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

/// Its scales come from photographs; how near the answers are to those of fp32 is told (17.1).
void TestInference::int8TellsItsAccuracy() {
    InferenceMaker maker(Gpu::instance());
    Variant variant = kCpu;
    variant.precision = Precision::Int8;
    QCOMPARE(maker.create(cellOf(variant)).error().code, "int8_needs_compiled");
    variant.mode = Mode::Compiled;
    if (!checkCompiled(Device::Cpu, Precision::Int8)) QSKIP("no int8 on this processor");
    const auto noteOf = [&](const InferenceCase& work) {
        const auto made = maker.create({"c001", "inference", work, variant});
        const auto known =
            made ? (*made)->prepare() : Result<Prepared>(tl::unexpected(made.error()));
        if (!known) return Reason{known.error().code};
        for (const Reason& note : known->notes)
            if (note.code.starts_with("int8_")) return note;
        return Reason{"nothing told"};
    };
    QCOMPARE(noteOf({.model = "resnet18", .size_px = 64}).code, "int8_random");
    const Reason untrained =
        noteOf({.model = "resnet18", .input = "sample:chelsea.png", .size_px = 64});
    QCOMPARE(untrained.code, "int8_untrained");
    QCOMPARE(untrained.args.at("count").get<std::size_t>(), sampleInputs().size());
    const Reason trained = noteOf({.model = "efficientnet_lite0", .input = "sample:chelsea.png"});
    QCOMPARE(trained.code, "int8_accuracy");
    const int same = trained.args.at("same").get<int>(),
              count = trained.args.at("count").get<int>();
    QCOMPARE(count, static_cast<int>(sampleInputs().size()));
    QVERIFY2(same <= count && same >= count - 1, trained.args.dump().c_str());
    const auto change = trained.args.at("change_percent").get<double>();
    QVERIFY2(change > 0 && change < 15, trained.args.dump().c_str());
}

void TestInference::everyModeAgrees_R_30() {
    InferenceMaker maker(Gpu::instance());
    std::optional<Fingerprint> reference;
    for (const Mode mode : {Mode::Eager, Mode::ChannelsLast, Mode::Fused, Mode::Compiled}) {
        if (mode == Mode::Compiled && !canCompile()) continue;
        Variant variant = kCpu;
        variant.mode = mode;
        auto work = maker.create(cellOf(variant)).value();
        const auto known = work->prepare();
        QVERIFY(known.has_value());
        const auto quantity = [&](const char* id) {
            const auto found = std::ranges::find(known->quantities, id, &Quantity::id);
            return found == known->quantities.end() ? Quantity() : *found;
        };
        QCOMPARE(quantity("parameters").per_call, 11'689'512);
        QVERIFY(quantity("flop").per_call > 0 && quantity("bytes_moved").per_call > 0);
        QCOMPARE(quantity("images").per_call, 1);
        QCOMPARE(quantity("images").rate, "throughput");
        QCOMPARE(quantity("images").rate_unit, "image/s");
        QVERIFY(quantity("flop").rate.empty());
        QCOMPARE(known->identities.size(), 2U);
        QCOMPARE(known->identities[0].sha256.size(), 64U);
        QCOMPARE(known->identities[1].origin, kRandomOrigin);
        // A call does nothing but compute, in blocks too.
        for (const int calls : {1, 2}) {
            const Timing timing = work->step(calls);
            QVERIFY(timing.wall_ms > 0);
            QCOMPARE(timing.parts.size(), 1U);
            QCOMPARE(partMs(timing.parts, "compute").value(), timing.wall_ms);
            QVERIFY(timing.parts[0].inside);
        }
        const Output output = work->output();
        const Fingerprint found = output.fingerprint.value();
        QCOMPARE(found.shape, (std::vector<std::int64_t>{1, 1000}));
        QCOMPARE(found.best.size(), 1U);
        QVERIFY(found.largest > 0 && found.rms > 0);
        // Random weights recognise nothing; what is compiled tells its kernels.
        QCOMPARE(output.output.empty(), mode != Mode::Compiled);
        const UsedKernels used = usedKernelsOf({.output = output.output});
        QCOMPARE(used.calls.empty(), mode != Mode::Compiled);
        QCOMPARE(used.ms() > 0, mode == Mode::Compiled);
        for (const UsedKernel& kernel : used.calls)
            QVERIFY(!kernel.implementation.empty() && kernel.bytes > 0);
        if (reference)
            QVERIFY(agreement(*reference, found, 1e-4).has_value());
        else
            reference = found;
    }
}

void TestInference::exceptionsBecomeReasons_R_01() {
    InferenceMaker maker(Gpu::instance());
    QCOMPARE(describedBy(maker, [] { throw std::bad_alloc(); }).reason.code, "out_of_host_memory");
    QCOMPARE(
        describedBy(maker,
                    [] { throw TensorError(TensorError::Kind::OutOfMemory, "CUDA out of memory"); })
            .reason.code,
        "out_of_memory");
    const Failure wrong = describedBy(maker, [] { (void)(ops::ones({2, 3}) + ops::ones({2})); });
    QCOMPARE(wrong.reason.code, "library_error");
    QVERIFY(wrong.reason.message.find("size of tensor") != std::string::npos);
    QVERIFY(!wrong.sticky);
    QCOMPARE(describedBy(maker, [] { throw 1; }).reason.code, "library_error");
}

void TestInference::graphNeedsAGpu_E5_E7() {
    InferenceMaker maker(Gpu::instance());
    Variant variant = kCpu;
    variant.mode = Mode::Graph;
    QCOMPARE(maker.create(cellOf(variant)).error().code, std::string("graph_needs_gpu"));
    variant.mode = Mode::Overlapped;
    QCOMPARE(maker.create(cellOf(variant)).error().code, std::string("overlap_needs_gpu"));
}

void TestInference::weightsAreSharedAndNamed_R_19() {
    const ModelInfo& resnet = **findModel("resnet18");
    WeightStore store;
    const auto first = store.weights(resnet, {.seed = 5}).value();
    QCOMPARE(first.identity.id, "weights");
    QCOMPARE(first.identity.origin, kRandomOrigin);
    QCOMPARE(first.identity.file, "seed 5");
    QVERIFY(first.tensors == store.weights(resnet, {.seed = 5})->tensors);
    QVERIFY(first.tensors != store.weights(resnet, {.seed = 6})->tensors);
    QCOMPARE(store.weights(resnet, {.file = "/no/such/file.pth", .seed = 5}).error().code,
             "weights_missing");  // never random in silence
    if (!officialWeightsFile("efficientnet_lite0")) QSKIP("the shipped weights are not here");
    const auto trained = store.weights(**findModel("efficientnet_lite0"), {}).value();
    QCOMPARE(trained.identity.origin, "official");
    QCOMPARE(trained.identity.sha256.size(), 64U);
}

/// Reading counts for each that needs the weights, as it was timed once; hashing for none.
void TestInference::whoComesFirstPaysForNobody_S0_M03() {
    WeightStore store;
    const ModelInfo& lite = **findModel("efficientnet_lite0");
    QCOMPARE(store.weights(lite, {.file = {}, .seed = 5})->read_ms > 0,
             officialWeightsFile("efficientnet_lite0").has_value());
    QCOMPARE(store.weights(**findModel("resnet18"), {.seed = 5})->read_ms, 0.0);
    if (!officialWeightsFile("efficientnet_lite0")) QSKIP("the shipped weights are not here");
    InferenceMaker maker(Gpu::instance());
    std::set<double> read_ms;
    for (int i = 0; i < 2; ++i) {
        auto work =
            maker.create(cellOf(kCpu, {.model = "efficientnet_lite0", .size_px = 64})).value();
        QVERIFY(work->fetch());
        const double shared_ms = work->prepare()->load_ms;
        QVERIFY(shared_ms > 0);
        read_ms.insert(shared_ms);
        auto again =
            maker.create(cellOf(kCpu, {.model = "efficientnet_lite0", .size_px = 64})).value();
        QVERIFY(loadWork(*again)->load_ms > shared_ms);
    }
    QCOMPARE(read_ms.size(), 1U);
}

/// A transformer learned its positions for one size: others are told, or refused where patches
/// would be cut; and its layers are seen as maps again, without the class token.
void TestInference::transformersTellOfOtherSizes() {
    InferenceMaker maker(Gpu::instance());
    const auto notesAt = [&](int size_px) {
        auto work = maker.create(cellOf(kCpu, {.model = "vit_b_16", .size_px = size_px})).value();
        (void)work->fetch();
        std::vector<std::string> codes;
        const Prepared told = work->prepare().value();
        for (const Reason& note : told.notes) codes.push_back(note.code);
        return codes;
    };
    const std::string code = "positions_interpolated";
    QCOMPARE(std::ranges::count(notesAt(64), code), 1);
    QCOMPARE(std::ranges::count(notesAt(224), code), 0);
    QCOMPARE(maker.create(cellOf(kCpu, {.model = "vit_b_16", .size_px = 72})).error().code,
             "size_of_no_patches");
    const InferenceCase work{.model = "vit_b_16", .size_px = 48};
    const Json maps = maker.answer("feature_maps", {{"case", Params(work).json()}}).value();
    const Json& layers = maps.at("layers");
    const auto attention = std::ranges::find_if(
        layers, [](const Json& layer) { return layer.at("kind") == "attention"; });
    QVERIFY(attention != layers.end());
    QCOMPARE(attention->at("shape"), Json::array({768, 3, 3}));
    QCOMPARE(attention->at("name").get<std::string>(),
             "encoder.layers.encoder_layer_0.self_attention");
}

/// Many models in one process: each has its weights, where it uses the shared ones too, and nothing
/// of the others. How much a call needs besides depends on the processor (its kernels repack
/// weights), so each is held against itself alone; and what a first call frees it may find again or
/// not, as the heap happens to lie: up to once the weights. The others have six times as much.
void TestInference::memoryIsOfOneModel() {
    constexpr std::int64_t kWeightBytes = 4 * 11'689'512;
    constexpr int kOthers = 6;
    std::vector<Mode> modes{Mode::Eager, Mode::ChannelsLast, Mode::Fused};
    if (canCompile()) modes.push_back(Mode::Compiled);
    InferenceMaker maker(Gpu::instance());
    std::vector<std::unique_ptr<Work>> works;
    const auto load = [&](Mode mode) {
        Variant variant = kCpu;
        variant.mode = mode;
        works.push_back(maker.create(cellOf(variant)).value());
        QVERIFY(loadWork(*works.back()));
    };
    const auto peakOf = [](Work& work) {
        work.beginBlock();
        static_cast<void>(work.step(1));
        return work.deviceState()->peak_bytes.value_or(0);
    };
    std::vector<std::int64_t> alone;
    for (const Mode mode : modes) {
        load(mode);
        alone.push_back(peakOf(*works.back()));
        works.clear();
    }
    for (const Mode mode : modes) load(mode);
    for (int i = 0; i < kOthers; ++i) {  // each with a copy of the weights, laid out its own way
        load(Mode::ChannelsLast);
        static_cast<void>(works.back()->step(1));
    }
    for (int round = 0; round < 2; ++round)
        for (std::size_t i = 0; i < modes.size(); ++i) {
            const std::int64_t peak = peakOf(*works[i]);
            if (peak == 0) QSKIP("this system does not tell");
            const QString told = QString("%1 beside %2").arg(peak).arg(alone[i]);
            // Small tensors may find room in pages that are there already.
            QVERIFY2(peak > kWeightBytes * 9 / 10, qPrintable(told));
            QVERIFY2(peak < alone[i] + kWeightBytes * 2, qPrintable(told));
        }
}

QTEST_APPLESS_MAIN(TestInference)
#include "tst_inference.moc"
