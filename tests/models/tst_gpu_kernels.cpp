// SPDX-License-Identifier: Apache-2.0
// Convolutions as a GPU computes them, on tensors of the host: cuDNN refuses those, and what
// follows a convolution is Duelo's kernel on a fake GPU.

#include <QTest>

#include <cmath>
#include <cstdint>

#include "fake_gpu.h"
#include "model_testing.h"
#include "models/kernels.h"
#include "networks/execution_plan.h"
#include "tensor/operators.h"
#include "thrown_kind.h"

using namespace duelo;

namespace {

/// Values of that standard deviation on both sides of 0.
Tensor randomOf(IntArrayRef sizes, std::uint64_t seed, double deviation = 1) {
    const Tensor values = ops::empty(sizes);
    randomUniform(seed, "values", values.data_ptr<float>(), values.numel());
    return values.add_(-0.5).mul_(std::sqrt(12) * deviation);
}

Tensor imageOf(const Shape& shape, std::uint64_t seed) {
    return randomOf({shape.batch, shape.channels, shape.height, shape.width}, seed)
        .contiguous(MemoryFormat::ChannelsLast);
}

/// Such that values of about 1 give values of about 1.
LayerWeights weightsOf(const Node& node) {
    const int inputs = node.in_channels / node.groups * node.kernel * node.kernel;
    return {randomOf({node.out_channels, node.in_channels / node.groups, node.kernel, node.kernel},
                     5, 1 / std::sqrt(inputs)),
            randomOf({node.out_channels}, 6)};
}

FinishConv finishBy(test::FakeGpu& gpu) {
    return [&gpu](Tensor& y, const Tensor& bias, const Tensor& residual, float low, float high) {
        gpu.addBiasClip(y, bias, residual, low, high);
    };
}

}  // namespace

class TestGpuKernels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void convolutionsAreFinishedByOneKernel_data();
    void convolutionsAreFinishedByOneKernel();
    void refusedByAllItComputesAllTheSame();
    void memoryShortageIsNoRefusal();
};

void TestGpuKernels::convolutionsAreFinishedByOneKernel_data() {
    QTest::addColumn<QString>("model");
    for (const char* model : {"resnet18", "mobilenet_v2", "efficientnet_lite0"})
        QTest::newRow(model) << model;
}

/// ReLU6 and additions too, whatever the padding: no convolution that something follows is left to
/// one launch for each of its parts.
void TestGpuKernels::convolutionsAreFinishedByOneKernel() {
    QFETCH(QString, model);
    const Network& network = testing::modelNamed(model.toStdString()).network;
    const auto shapes = inferShapes(network, {1, 3, 64, 64}).value();
    test::FakeGpu gpu;
    int finished = 0, relus = 0;
    for (const Step& step : executionPlan(network, Merging::Complete)) {
        const Node& node = network.nodes()[step.node];
        if (node.op != Op::Conv) continue;
        const LayerWeights weights = weightsOf(node);
        const auto kernel = makeGpuKernel(node, step, weights, finishBy(gpu));
        const bool much_follows = step.activation != Activation::None || step.residual >= 0;
        QCOMPARE(kernel != nullptr, much_follows);
        if (!kernel) continue;
        const Tensor x = imageOf(shapes[step.input], 1);
        Tensor residual = step.residual < 0 ? Tensor() : imageOf(shapes[step.output], 2);
        const Tensor expected = makePlainKernel(node, step, weights)->run(x, residual);
        for (int call = 0; call < 2; ++call)
            QVERIFY(testing::isClose(kernel->run(x, residual), expected, 1e-4, 1e-4));
        finished += 2;
        // cuDNN knows ReLU, and says of a tensor of the host that it does not know that.
        const bool asked = step.activation == Activation::Relu && !node.same_padding;
        relus += asked;
        QCOMPARE(kernel->refusal().empty(), !asked);
    }
    QCOMPARE(gpu.kernels, finished);
    QVERIFY(finished > 16 && (relus > 0) == (model == "resnet18"));
}

void TestGpuKernels::refusedByAllItComputesAllTheSame() {
    const Network& network = testing::modelNamed("mobilenet_v2").network;
    const Step step = executionPlan(network, Merging::Complete).front();
    const Node& node = network.nodes()[step.node];
    const LayerWeights weights = weightsOf(node);
    int asked = 0;
    const auto kernel = makeGpuKernel(
        node, step, weights, [&](Tensor& y, const Tensor&, const Tensor&, float, float) {
            ++asked;
            y.fill_(7);  // what it leaves behind counts no more
            throw TensorError(TensorError::Kind::Other, "no compiler");
        });
    QVERIFY(kernel->refusal().empty());
    const Tensor x = imageOf({1, 3, 32, 32}, 1);
    Tensor none;
    const Tensor expected = makePlainKernel(node, step, weights)->run(x, none);
    for (int call = 0; call < 3; ++call)
        QVERIFY(testing::isClose(kernel->run(x, none), expected, 1e-4, 1e-4));
    QCOMPARE(asked, 1);
    QCOMPARE(kernel->refusal(), std::string("no compiler"));
    // Without anything to finish with, a step that cuDNN does not know is not its own.
    QVERIFY(makeGpuKernel(node, step, weights, {}) == nullptr);
}

void TestGpuKernels::memoryShortageIsNoRefusal() {
    const Network& network = testing::modelNamed("mobilenet_v2").network;
    const Step step = executionPlan(network, Merging::Complete).front();
    const Node& node = network.nodes()[step.node];
    const auto kernel = makeGpuKernel(node, step, weightsOf(node),
                                      [](Tensor&, const Tensor&, const Tensor&, float, float) {
                                          throw TensorError(TensorError::Kind::OutOfMemory, "full");
                                      });
    const Tensor x = imageOf({1, 3, 32, 32}, 1);
    Tensor none;
    QVERIFY(test::thrownKind([&] { (void)kernel->run(x, none); }) ==
            TensorError::Kind::OutOfMemory);
    QVERIFY(kernel->refusal().empty());
}

QTEST_APPLESS_MAIN(TestGpuKernels)
#include "tst_gpu_kernels.moc"
