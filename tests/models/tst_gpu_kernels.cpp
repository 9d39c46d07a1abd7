// SPDX-License-Identifier: Apache-2.0
// Convolutions as a GPU computes them, on tensors of the host: cuDNN refuses those, and what
// follows a convolution is Duelo's kernel on a fake GPU.
#include <ATen/ATen.h>

#include <QTest>

#include "fake_gpu.h"
#include "model_testing.h"
#include "models/kernels.h"
#include "networks/execution_plan.h"

using namespace duelo;

namespace {

at::Tensor randomOf(const Shape& shape, std::uint64_t seed) {
    return at::randn({shape.batch, shape.channels, shape.height, shape.width},
                     at::make_generator<at::CPUGeneratorImpl>(seed))
        .contiguous(at::MemoryFormat::ChannelsLast);
}

/// Such that values of about 1 give values of about 1.
LayerWeights weightsOf(const Node& node) {
    const auto generator = at::make_generator<at::CPUGeneratorImpl>(5);
    const int inputs = node.in_channels / node.groups * node.kernel * node.kernel;
    return {at::randn({node.out_channels, node.in_channels / node.groups, node.kernel, node.kernel},
                      generator)
                .div(std::sqrt(inputs)),
            at::randn({node.out_channels}, generator)};
}

FinishConv finishBy(test::FakeGpu& gpu) {
    return [&gpu](at::Tensor& y, const at::Tensor& bias, const at::Tensor& residual, float low,
                  float high) { gpu.addBiasClip(y, bias, residual, low, high); };
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
        const at::Tensor x = randomOf(shapes[step.input], 1);
        at::Tensor residual = step.residual < 0 ? at::Tensor() : randomOf(shapes[step.output], 2);
        const at::Tensor expected = makePlainKernel(node, step, weights)->run(x, residual);
        for (int call = 0; call < 2; ++call)
            QVERIFY(at::allclose(kernel->run(x, residual), expected, 1e-4, 1e-4));
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
    const auto kernel =
        makeGpuKernel(node, step, weights,
                      [&](at::Tensor& y, const at::Tensor&, const at::Tensor&, float, float) {
                          ++asked;
                          y.fill_(7);  // what it leaves behind counts no more
                          TORCH_CHECK(false, "no compiler");
                      });
    QVERIFY(kernel->refusal().empty());
    const at::Tensor x = randomOf({1, 3, 32, 32}, 1);
    at::Tensor none;
    const at::Tensor expected = makePlainKernel(node, step, weights)->run(x, none);
    for (int call = 0; call < 3; ++call)
        QVERIFY(at::allclose(kernel->run(x, none), expected, 1e-4, 1e-4));
    QCOMPARE(asked, 1);
    QCOMPARE(kernel->refusal(), std::string("no compiler"));
    // Without anything to finish with, a step that cuDNN does not know is not its own.
    QVERIFY(makeGpuKernel(node, step, weights, {}) == nullptr);
}

void TestGpuKernels::memoryShortageIsNoRefusal() {
    const Network& network = testing::modelNamed("mobilenet_v2").network;
    const Step step = executionPlan(network, Merging::Complete).front();
    const Node& node = network.nodes()[step.node];
    const auto kernel =
        makeGpuKernel(node, step, weightsOf(node),
                      [](at::Tensor&, const at::Tensor&, const at::Tensor&, float, float) {
                          throw c10::OutOfMemoryError({__func__, __FILE__, __LINE__}, "full");
                      });
    const at::Tensor x = randomOf({1, 3, 32, 32}, 1);
    at::Tensor none;
    QVERIFY_THROWS_EXCEPTION(c10::OutOfMemoryError, (void)kernel->run(x, none));
    QVERIFY(kernel->refusal().empty());
}

QTEST_APPLESS_MAIN(TestGpuKernels)
#include "tst_gpu_kernels.moc"
