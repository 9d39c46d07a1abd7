// SPDX-License-Identifier: Apache-2.0
// The texts of resources/kernels, run on the host by the launches that a GPU would get.

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "experiments/training/dropout.h"
#include "fake_gpu.h"
#include "models/weight_set.h"
#include "tensor/operators.h"

using namespace duelo;

namespace {

constexpr float kEndless = std::numeric_limits<float>::infinity();

Tensor updateOf(std::int64_t number) {
    return ops::full({}, number, ScalarType::Long);
}

Tensor deviceMask(test::FakeGpu& gpu, const DropoutKey& key, double probability,
                  std::int64_t count) {
    Tensor mask = ops::full({count}, -1.0);
    gpu.dropoutFactors(mask, updateOf(static_cast<std::int64_t>(key.update)),
                       dropoutDraw(key.seed, key.layer, probability));
    return mask;
}

Tensor hostMask(const DropoutKey& key, double probability, std::int64_t count) {
    Tensor mask = ops::full({count}, -2.0);
    dropoutFactors(key, probability, mask.data_ptr<float>(), count);
    return mask;
}

struct Clip {
    float low, high;
};

/// Sums in fp32, rounded once.
Tensor expectedOf(const Tensor& y, const Tensor& bias, const Tensor& residual, Clip clip) {
    Tensor sum = y.to(ScalarType::Float) + bias.to(ScalarType::Float).view({1, -1, 1, 1});
    if (residual.defined()) sum = sum + residual.to(ScalarType::Float);
    return ops::clamp(sum, clip.low, clip.high).to(y.scalar_type());
}

/// Values between -12 and 12.
Tensor randomOf(IntArrayRef shape, std::uint64_t seed, ScalarType type,
                MemoryFormat format = MemoryFormat::Contiguous) {
    const Tensor values = ops::empty(shape);
    randomUniform(seed, "values", values.data_ptr<float>(), values.numel());
    return values.mul_(24).add_(-12).to(type).contiguous(format);
}

}  // namespace

class TestKernels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void masksOfHostAndDeviceAreEqual_data();
    void masksOfHostAndDeviceAreEqual();
    void masksOfMoreValuesThanThreads();
    void masksAreDrawnInsideAGraph();
    void biasAndLimits_data();
    void biasAndLimits();
    void tensorsOutOfStep();
    void notANumberPasses();
    void refusesWhatDoesNotFit();
};

void TestKernels::masksOfHostAndDeviceAreEqual_data() {
    QTest::addColumn<double>("probability");
    for (const double probability : {0.0, 0.1, 0.25, 0.5, 0.9, 0.999})
        QTest::addRow("%g", probability) << probability;
}

void TestKernels::masksOfHostAndDeviceAreEqual() {
    QFETCH(double, probability);
    test::FakeGpu gpu;
    for (const DropoutKey& key :
         {DropoutKey{0, 0, 0}, {1234, 1, 5}, {~0ULL, (1ULL << 40) + 3, 1000}})
        for (const std::int64_t count : {1, 2, 63, 64, 65, 1000, 70'001})
            QVERIFY(ops::equal(deviceMask(gpu, key, probability, count),
                               hostMask(key, probability, count)));
}

/// There are so many values that even in the widest launch a thread takes two.
void TestKernels::masksOfMoreValuesThanThreads() {
    test::FakeGpu gpu;
    constexpr std::int64_t count = (1 << 24) + 77;
    QVERIFY(ops::equal(deviceMask(gpu, {1, 2, 3}, 0.5, count), hostMask({1, 2, 3}, 0.5, count)));
}

/// The update lies on the device, so each replay draws the next masks without the host.
void TestKernels::masksAreDrawnInsideAGraph() {
    test::FakeGpu gpu;
    Tensor mask = ops::zeros({500});
    const Tensor update = updateOf(7);
    const DropoutDraw draw = dropoutDraw(3, 2, 0.25);
    const auto graph = gpu.capture([&] {
        gpu.dropoutFactors(mask, update, draw);
        update.add_(1);
    });
    QVERIFY(ops::equal(mask, ops::zeros({500})));  // capturing runs nothing
    for (const std::uint64_t number : {7, 8, 9}) {
        graph->replay();
        QVERIFY(ops::equal(mask, hostMask({3, number, 2}, 0.25, 500)));
    }
}

void TestKernels::biasAndLimits_data() {
    QTest::addColumn<ScalarType>("type");
    QTest::addColumn<MemoryFormat>("format");
    for (const auto type : {ScalarType::Float, ScalarType::Half, ScalarType::BFloat16}) {
        QTest::addRow("%s", typeName(type).data()) << type << MemoryFormat::Contiguous;
        QTest::addRow("%s, channels last", typeName(type).data())
            << type << MemoryFormat::ChannelsLast;
    }
}

/// Shapes that fill packs and that do not, one channel, one pixel; as ReLU, ReLU6 and neither.
void TestKernels::biasAndLimits() {
    QFETCH(ScalarType, type);
    QFETCH(MemoryFormat, format);
    test::FakeGpu gpu;
    const std::vector<std::vector<std::int64_t>> shapes{
        {1, 16, 8, 8},   {2, 24, 7, 7}, {3, 5, 4, 2}, {1, 1, 9, 9},
        {2, 1280, 1, 1}, {1, 8, 1, 5},  {4, 3, 1, 1}, {2, 96, 56, 56}};
    for (const auto& shape : shapes)
        for (const Clip clip : {Clip{0, 6}, {0, kEndless}, {-kEndless, kEndless}})
            for (const bool with_residual : {false, true}) {
                Tensor y = randomOf(shape, 1, type, format);
                const Tensor bias = randomOf({shape[1]}, 2, type);
                const Tensor residual = with_residual ? randomOf(shape, 3, type, format) : Tensor();
                const Tensor expected = expectedOf(y, bias, residual, clip);
                gpu.addBiasClip(y, bias, residual, clip.low, clip.high);
                QVERIFY(ops::equal(y, expected));
            }
}

/// Memory that begins between two packs.
void TestKernels::tensorsOutOfStep() {
    test::FakeGpu gpu;
    const std::vector<std::int64_t> shape{2, 8, 4, 4};
    const Tensor room = randomOf({257}, 1, ScalarType::Float);
    Tensor y = room.narrow(0, 1, 256).view(shape);
    const Tensor bias = randomOf({9}, 2, ScalarType::Float).narrow(0, 1, 8);
    const Tensor expected = expectedOf(y, bias, {}, {0, 6});
    gpu.addBiasClip(y, bias, {}, 0, 6);
    QVERIFY(ops::equal(y, expected));
}

void TestKernels::notANumberPasses() {
    test::FakeGpu gpu;
    for (const auto type : {ScalarType::Float, ScalarType::Half, ScalarType::BFloat16}) {
        Tensor y = ops::full({1, 8, 2, 2}, std::nan(""), type);
        gpu.addBiasClip(y, ops::ones({8}, type), {}, 0, 6);
        const Tensor values = y.to(ScalarType::Float);
        const auto* first = values.const_data_ptr<float>();
        QVERIFY(std::all_of(first, first + values.numel(),
                            [](float value) { return std::isnan(value); }));
    }
}

void TestKernels::refusesWhatDoesNotFit() {
    test::FakeGpu gpu;
    Tensor mask = ops::empty({4, 4});
    Tensor wide = ops::empty({4}, ScalarType::Double);
    Tensor turned = mask.t();
    const DropoutDraw draw = dropoutDraw(1, 2, 0.5);
    QVERIFY_THROWS_EXCEPTION(TensorError, gpu.dropoutFactors(wide, updateOf(0), draw));
    QVERIFY_THROWS_EXCEPTION(TensorError, gpu.dropoutFactors(turned, updateOf(0), draw));
    QVERIFY_THROWS_EXCEPTION(TensorError,
                             gpu.dropoutFactors(mask, ops::zeros({2}, ScalarType::Long), draw));
    QVERIFY_THROWS_EXCEPTION(TensorError, gpu.dropoutFactors(mask, ops::zeros({}), draw));

    Tensor y = ops::empty({1, 8, 2, 2});
    Tensor gaps = ops::empty({1, 8, 2, 4}).narrow(3, 0, 2);
    Tensor integers = ops::empty({1, 8, 2, 2}, ScalarType::Int);
    const Tensor bias = ops::empty({8});
    QVERIFY_THROWS_EXCEPTION(TensorError, gpu.addBiasClip(gaps, bias, {}, 0, 6));
    QVERIFY_THROWS_EXCEPTION(TensorError, gpu.addBiasClip(y, ops::empty({7}), {}, 0, 6));
    QVERIFY_THROWS_EXCEPTION(TensorError, gpu.addBiasClip(y, bias.to(ScalarType::Half), {}, 0, 6));
    QVERIFY_THROWS_EXCEPTION(TensorError, gpu.addBiasClip(y, bias, ops::empty({1, 8, 2, 3}), 0, 6));
    QVERIFY_THROWS_EXCEPTION(
        TensorError, gpu.addBiasClip(y, bias, y.contiguous(MemoryFormat::ChannelsLast), 0, 6));
    QVERIFY_THROWS_EXCEPTION(TensorError,
                             gpu.addBiasClip(integers, bias.to(ScalarType::Int), {}, 0, 6));
}

QTEST_APPLESS_MAIN(TestKernels)
#include "tst_kernels.moc"
