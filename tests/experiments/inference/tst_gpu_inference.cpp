// SPDX-License-Identifier: Apache-2.0
// Tests of an inference on a GPU, a fake one: its times, its copies, its graph.
#include <cstdint>
#include <memory>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <QTest>

#include "experiments/inference/maker.h"
#include "fake_gpu.h"
#include "operation_watch.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"
#include "thrown_kind.h"

using namespace duelo;

namespace {

const Variant kGpu{.device = Device::Cuda};
const Variant kGraph{.device = Device::Cuda, .mode = Mode::Graph};

/// A photograph's copies are part of a call, a random tensor's are not (S0-M05).
GatherParts partsFor(bool copiesIncluded) {
    return [copiesIncluded]() -> Result<InferenceParts> {
        const ModelInfo& info = **findModel("resnet18");
        auto model = makeModel(info, randomWeights(info.network, 1), {});
        if (!model) return tl::unexpected(model.error());
        Tensor input = ops::empty({1, 3, 64, 64});
        auto* values = input.data_ptr<float>();
        for (std::int64_t i = 0; i < input.numel(); ++i)
            values[i] = static_cast<float>(i) / static_cast<float>(input.numel() - 1);
        return InferenceParts{.model = std::move(*model),
                              .input = std::move(input),
                              .prepared = {},
                              .copies = copiesIncluded,
                              .recognises = false};
    };
}

/// Knows which memory is page-locked, and every copy that touches none of it.
class PinningGpu final : public test::FakeGpu {
public:
    Tensor pinned(const Tensor& host) override { return kept(FakeGpu::pinned(host)); }
    Tensor emptyPinned(const Tensor& like) override { return kept(FakeGpu::emptyPinned(like)); }
    void copy(Tensor& to, const Tensor& from) override {
        ++copies;
        if (!m_locked.contains(to.data_ptr()) && !m_locked.contains(from.data_ptr())) ++pageable;
        FakeGpu::copy(to, from);
    }

    int locked = 0, copies = 0, pageable = 0;

private:
    Tensor kept(Tensor host) {
        ++locked;
        m_locked.insert(host.data_ptr());
        return host;
    }

    std::set<const void*> m_locked;
};

/// Its input can be changed between two calls.
class OpenGpu final : public test::FakeGpu {
public:
    Tensor pinned(const Tensor& host) override { return input = FakeGpu::pinned(host); }

    Tensor input;
};

/// Captures nothing, with that error of CUDA; 0: with one of LibTorch.
class RefusingGpu final : public test::FakeGpu {
public:
    explicit RefusingGpu(int error) : m_error(error) {}
    std::unique_ptr<GpuGraph> capture(const std::function<void()>&) override {
        using Kind = TensorError::Kind;
        if (m_error == 0) throw TensorError(Kind::Other, "cannot be captured");
        throw TensorError(Kind::Accelerator, "while capturing", m_error);
    }

private:
    int m_error;
};

Result<void> nothingToFetch() {
    return {};
}

constexpr double kEachConvolution_ms = 1 << 22;

/// Returns a watch under which each convolution of this thread takes the device hours.
test::OperationWatch convolutionsOn(test::FakeGpu& gpu) {
    return test::OperationWatch([&gpu](std::string_view name) {
        if (name == "aten::convolution") gpu.submit(kEachConvolution_ms);
    });
}

}  // namespace

class TestGpuInference : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void gpuTimesHaveTheirParts_P_03_data();
    void gpuTimesHaveTheirParts_P_03();
    void gpuCopiesArePageLocked_data();
    void gpuCopiesArePageLocked();
    void graphIsTheSameWork_E5();
    void refusedCaptureIsAReason_E5();
    void gpuStateIsPassedOn_R_27();
};

void TestGpuInference::gpuTimesHaveTheirParts_P_03_data() {
    QTest::addColumn<bool>("copiesIncluded");
    QTest::addColumn<bool>("graph");
    QTest::newRow("photograph") << true << false;
    QTest::newRow("resting tensor") << false << false;
    QTest::newRow("photograph, graph") << true << true;
    QTest::newRow("resting tensor, graph") << false << true;
}

/// Device times are those of the device, in whose time a call takes hours here; the others are the
/// host's.
void TestGpuInference::gpuTimesHaveTheirParts_P_03() {
    QFETCH(bool, copiesIncluded);
    QFETCH(bool, graph);
    constexpr double copy_ms = test::FakeGpu::kCopy_ms;
    test::FakeGpu gpu;
    GpuInference work(graph ? kGraph : kGpu, partsFor(copiesIncluded), nothingToFetch, gpu);
    QVERIFY(work.prepare().has_value());
    QCOMPARE(gpu.captures, graph ? 1 : 0);
    const test::OperationWatch watch = convolutionsOn(gpu);
    (void)work.step(1);                                  // what a first call does besides
    const double compute_ms = 20 * kEachConvolution_ms;  // resnet18
    const double call_ms = compute_ms + (copiesIncluded ? 2 * copy_ms : 0);
    for (int i = 0; i < 3; ++i) {
        const Timing timing = work.step(1);
        QVERIFY(timing.wall_ms > 0 && timing.wall_ms < kEachConvolution_ms);
        QVERIFY(timing.submit_ms.value() > 0 && *timing.submit_ms <= timing.wall_ms);
        QCOMPARE(timing.device_ms.value(), call_ms);
        const std::vector<std::pair<std::string, double>> expected =
            copiesIncluded ? std::vector<std::pair<std::string, double>>{{"h2d", copy_ms},
                                                                         {"compute", compute_ms},
                                                                         {"d2h", copy_ms}}
                           : std::vector<std::pair<std::string, double>>{{"compute", compute_ms}};
        QCOMPARE(timing.parts.size(), expected.size());
        for (std::size_t k = 0; k < expected.size(); ++k) {
            QCOMPARE(timing.parts[k].id, expected[k].first);
            QCOMPARE(timing.parts[k].ms, expected[k].second);
            QVERIFY(timing.parts[k].inside);
        }
    }
    QVERIFY(gpu.synchronisations >= 6);  // before and after each block (S0-M04, S3-01)
    const Timing block = work.step(4);
    QVERIFY(block.parts.empty());  // stamps of one call only
    QCOMPARE(block.device_ms.value(), 4 * call_ms);
    // Of one replay, without the one that keeps the GPU at work until it is submitted.
    const Parts apart = work.measureApart();
    QCOMPARE(partMs(apart, "busy"), graph ? std::optional(compute_ms) : std::nullopt);
    for (const PartTime& part : apart) QVERIFY(!part.inside);
    QCOMPARE(work.output().fingerprint->shape, (std::vector<std::int64_t>{1, 1000}));
}

void TestGpuInference::gpuCopiesArePageLocked_data() {
    gpuTimesHaveTheirParts_P_03_data();
}

/// Pageable memory is staged by the driver, which waits: the copies would be part of the time that
/// the host needs to submit. And what locks pages is slow, so no call does it.
void TestGpuInference::gpuCopiesArePageLocked() {
    QFETCH(bool, copiesIncluded);
    QFETCH(bool, graph);
    PinningGpu gpu;
    GpuInference work(graph ? kGraph : kGpu, partsFor(copiesIncluded), nothingToFetch, gpu);
    QVERIFY(work.prepare().has_value());
    const int lockedBefore = gpu.locked, copiesBefore = gpu.copies;
    for (int i = 0; i < 3; ++i) static_cast<void>(work.step(1));
    QCOMPARE(gpu.copies - copiesBefore, copiesIncluded ? 3 * 2 : 0);
    const Parts apart = work.measureApart();
    QCOMPARE(apart.size(), (copiesIncluded ? 0U : 2U) + (graph ? 1U : 0U));
    for (const PartTime& part : apart) QVERIFY(!part.inside && part.ms >= 0);
    if (!copiesIncluded) {
        QCOMPARE(apart[0].id, "h2d");
        QCOMPARE(apart[1].id, "d2h");
        QVERIFY(gpu.copies > copiesBefore);
    }
    QCOMPARE(gpu.pageable, 0);
    QCOMPARE(gpu.locked, lockedBefore);
    QCOMPARE(work.output().fingerprint->shape, (std::vector<std::int64_t>{1, 1000}));
}

/// A graph knows addresses alone: each call's input must be copied to where it was captured, and
/// its answer be taken from there.
void TestGpuInference::graphIsTheSameWork_E5() {
    OpenGpu one, other;
    GpuInference eager(kGpu, partsFor(true), nothingToFetch, one);
    GpuInference graph(kGraph, partsFor(true), nothingToFetch, other);
    QVERIFY(eager.prepare().has_value());
    const auto known = graph.prepare();
    QVERIFY(known.has_value());
    QCOMPARE(known->notes.back().code, std::string("graph_in_load"));
    std::set<std::string> answers;
    for (const double factor : {1.0, 0.25}) {
        {
            const InferenceMode inference;
            for (OpenGpu* gpu : {&one, &other}) gpu->input.mul_(factor);
        }
        for (GpuInference* work : {&eager, &graph}) static_cast<void>(work->step(1));
        const Fingerprint expected = eager.output().fingerprint.value();
        QVERIFY(agreement(expected, graph.output().fingerprint.value(), 1e-6).has_value());
        answers.insert(expected.sha256);
    }
    QCOMPARE(answers.size(), 2U);
    static_cast<void>(graph.step(3));
    QCOMPARE(other.captures, 1);
    QCOMPARE(other.replays, 2 + 3);
    QCOMPARE(one.captures + one.replays, 0);
}

/// A cell that fails with its reason; what is wrong with the GPU itself keeps its own.
void TestGpuInference::refusedCaptureIsAReason_E5() {
    for (const int error : {0, 900, 901}) {
        RefusingGpu gpu(error);
        GpuInference work(kGraph, partsFor(false), nothingToFetch, gpu);
        const auto refused = work.prepare();
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().code, std::string("graph_not_captured"));
        QVERIFY(!refused.error().message.empty());
    }
    for (const int error : {2, 700}) {  // no memory left, and a lost device
        RefusingGpu gpu(error);
        GpuInference work(kGraph, partsFor(false), nothingToFetch, gpu);
        QVERIFY(test::thrownKind([&] { static_cast<void>(work.prepare()); }) ==
                TensorError::Kind::Accelerator);
    }
    RefusingGpu stuck(900);  // and the fault that hides behind the refusal
    stuck.fake_health = 719;
    GpuInference work(kGraph, partsFor(false), nothingToFetch, stuck);
    QVERIFY(test::thrownKind([&] { static_cast<void>(work.prepare()); }) ==
            TensorError::Kind::Accelerator);
}

void TestGpuInference::gpuStateIsPassedOn_R_27() {
    test::FakeGpu gpu;
    gpu.fake_state.throttle = std::vector<std::string>{"gpu_idle", "hw_thermal"};
    GpuInference work(kGpu, partsFor(false), nothingToFetch, gpu);
    work.beginBlock();
    gpu.fake_memory.device_allocs = 3;
    gpu.fake_memory.alloc_retries = 2;
    gpu.fake_memory.peak_allocated_bytes = gpu.fake_memory.total_bytes + 1;
    const auto state = work.deviceState().value();
    QCOMPARE(state.allocations, 5);
    QVERIFY(state.throttled);
    QVERIFY(state.memory_spilled);
    QCOMPARE(state.throttle, (std::vector<std::string>{"throttle_hw_thermal"}));
}

QTEST_APPLESS_MAIN(TestGpuInference)
#include "tst_gpu_inference.moc"
