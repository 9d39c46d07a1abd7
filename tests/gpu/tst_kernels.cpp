// SPDX-License-Identifier: Apache-2.0
// The texts of resources/kernels, run on the host by the launches that a GPU would get.
#include <ATen/ATen.h>

#include <QTest>

#include <cmath>
#include <limits>
#include <vector>

#include "experiments/training/dropout.h"
#include "fake_gpu.h"

using namespace duelo;

namespace {

constexpr float kEndless = std::numeric_limits<float>::infinity();

at::Tensor updateOf(std::int64_t number) {
    return at::full({}, number, at::kLong);
}

at::Tensor deviceMask(test::FakeGpu& gpu, const DropoutKey& key, double probability,
                      std::int64_t count) {
    at::Tensor mask = at::full({count}, -1.0);
    gpu.dropoutFactors(mask, updateOf(static_cast<std::int64_t>(key.update)),
                       dropoutDraw(key.seed, key.layer, probability));
    return mask;
}

at::Tensor hostMask(const DropoutKey& key, double probability, std::int64_t count) {
    at::Tensor mask = at::full({count}, -2.0);
    dropoutFactors(key, probability, mask.data_ptr<float>(), count);
    return mask;
}

struct Clip {
    float low, high;
};

/// Sums in fp32, rounded once.
at::Tensor expectedOf(const at::Tensor& y, const at::Tensor& bias, const at::Tensor& residual,
                      Clip clip) {
    at::Tensor sum = y.to(at::kFloat) + bias.to(at::kFloat).view({1, -1, 1, 1});
    if (residual.defined()) sum = sum + residual.to(at::kFloat);
    return sum.clamp(clip.low, clip.high).to(y.scalar_type());
}

at::Tensor randomOf(at::IntArrayRef shape, std::uint64_t seed, at::ScalarType type,
                    at::MemoryFormat format = at::MemoryFormat::Contiguous) {
    const auto generator = at::make_generator<at::CPUGeneratorImpl>(seed);
    return at::randn(shape, generator).mul(4).to(type).contiguous(format);
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
            QVERIFY(at::equal(deviceMask(gpu, key, probability, count),
                              hostMask(key, probability, count)));
}

/// As many as one thread of the widest launch takes twice.
void TestKernels::masksOfMoreValuesThanThreads() {
    test::FakeGpu gpu;
    constexpr std::int64_t count = (1 << 24) + 77;
    QVERIFY(at::equal(deviceMask(gpu, {1, 2, 3}, 0.5, count), hostMask({1, 2, 3}, 0.5, count)));
}

/// The update lies on the device, so each replay draws the next masks without the host.
void TestKernels::masksAreDrawnInsideAGraph() {
    test::FakeGpu gpu;
    at::Tensor mask = at::zeros({500});
    const at::Tensor update = updateOf(7);
    const DropoutDraw draw = dropoutDraw(3, 2, 0.25);
    const auto graph = gpu.capture([&] {
        gpu.dropoutFactors(mask, update, draw);
        update.add_(1);
    });
    QVERIFY(at::equal(mask, at::zeros({500})));  // capturing runs nothing
    for (const std::uint64_t number : {7, 8, 9}) {
        graph->replay();
        QVERIFY(at::equal(mask, hostMask({3, number, 2}, 0.25, 500)));
    }
}

void TestKernels::biasAndLimits_data() {
    QTest::addColumn<at::ScalarType>("type");
    QTest::addColumn<at::MemoryFormat>("format");
    for (const auto type : {at::kFloat, at::kHalf, at::kBFloat16}) {
        QTest::addRow("%s", at::toString(type)) << type << at::MemoryFormat::Contiguous;
        QTest::addRow("%s, channels last", at::toString(type))
            << type << at::MemoryFormat::ChannelsLast;
    }
}

/// Shapes that fill packs and that do not, one channel, one pixel; as ReLU, ReLU6 and neither.
void TestKernels::biasAndLimits() {
    QFETCH(at::ScalarType, type);
    QFETCH(at::MemoryFormat, format);
    test::FakeGpu gpu;
    const std::vector<std::vector<std::int64_t>> shapes{
        {1, 16, 8, 8},   {2, 24, 7, 7}, {3, 5, 4, 2}, {1, 1, 9, 9},
        {2, 1280, 1, 1}, {1, 8, 1, 5},  {4, 3, 1, 1}, {2, 96, 56, 56}};
    for (const auto& shape : shapes)
        for (const Clip clip : {Clip{0, 6}, {0, kEndless}, {-kEndless, kEndless}})
            for (const bool with_residual : {false, true}) {
                at::Tensor y = randomOf(shape, 1, type, format);
                const at::Tensor bias = randomOf({shape[1]}, 2, type);
                const at::Tensor residual =
                    with_residual ? randomOf(shape, 3, type, format) : at::Tensor();
                const at::Tensor expected = expectedOf(y, bias, residual, clip);
                gpu.addBiasClip(y, bias, residual, clip.low, clip.high);
                QVERIFY(at::equal(y, expected));
            }
}

/// Memory that begins between two packs.
void TestKernels::tensorsOutOfStep() {
    test::FakeGpu gpu;
    const std::vector<std::int64_t> shape{2, 8, 4, 4};
    const at::Tensor room = randomOf({257}, 1, at::kFloat);
    at::Tensor y = room.narrow(0, 1, 256).view(shape);
    const at::Tensor bias = randomOf({9}, 2, at::kFloat).narrow(0, 1, 8);
    const at::Tensor expected = expectedOf(y, bias, {}, {0, 6});
    gpu.addBiasClip(y, bias, {}, 0, 6);
    QVERIFY(at::equal(y, expected));
}

void TestKernels::notANumberPasses() {
    test::FakeGpu gpu;
    for (const auto type : {at::kFloat, at::kHalf, at::kBFloat16}) {
        at::Tensor y = at::full({1, 8, 2, 2}, std::nan(""), type);
        gpu.addBiasClip(y, at::ones({8}, type), {}, 0, 6);
        QVERIFY(y.isnan().all().item<bool>());
    }
}

void TestKernels::refusesWhatDoesNotFit() {
    test::FakeGpu gpu;
    at::Tensor mask = at::empty({4, 4});
    at::Tensor wide = at::empty({4}, at::kDouble);
    at::Tensor turned = mask.t();
    const DropoutDraw draw = dropoutDraw(1, 2, 0.5);
    QVERIFY_THROWS_EXCEPTION(c10::Error, gpu.dropoutFactors(wide, updateOf(0), draw));
    QVERIFY_THROWS_EXCEPTION(c10::Error, gpu.dropoutFactors(turned, updateOf(0), draw));
    QVERIFY_THROWS_EXCEPTION(c10::Error, gpu.dropoutFactors(mask, at::zeros({2}, at::kLong), draw));
    QVERIFY_THROWS_EXCEPTION(c10::Error, gpu.dropoutFactors(mask, at::zeros({}), draw));

    at::Tensor y = at::empty({1, 8, 2, 2});
    at::Tensor gaps = at::empty({1, 8, 2, 4}).narrow(3, 0, 2);
    at::Tensor integers = at::empty({1, 8, 2, 2}, at::kInt);
    const at::Tensor bias = at::empty({8});
    QVERIFY_THROWS_EXCEPTION(c10::Error, gpu.addBiasClip(gaps, bias, {}, 0, 6));
    QVERIFY_THROWS_EXCEPTION(c10::Error, gpu.addBiasClip(y, at::empty({7}), {}, 0, 6));
    QVERIFY_THROWS_EXCEPTION(c10::Error, gpu.addBiasClip(y, bias.to(at::kHalf), {}, 0, 6));
    QVERIFY_THROWS_EXCEPTION(c10::Error, gpu.addBiasClip(y, bias, at::empty({1, 8, 2, 3}), 0, 6));
    QVERIFY_THROWS_EXCEPTION(
        c10::Error, gpu.addBiasClip(y, bias, y.contiguous(at::MemoryFormat::ChannelsLast), 0, 6));
    QVERIFY_THROWS_EXCEPTION(c10::Error, gpu.addBiasClip(integers, bias.to(at::kInt), {}, 0, 6));
}

QTEST_APPLESS_MAIN(TestKernels)
#include "tst_kernels.moc"
