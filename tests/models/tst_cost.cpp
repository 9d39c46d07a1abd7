// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <QTest>

#include "model_testing.h"
#include "networks/cost.h"

using namespace duelo;

class TestCost : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knownTotalsAt224_data();
    void knownTotalsAt224();
    void layersByHand();
    void layersOfATransformerByHand();
    void convolutionsScaleWithTheImage();
    void batchScalesWorkButNotWeights();
    void bytesByHand();
    void smallImageIsRefused();
    void forecastIsNotABlankCheque();
};

void TestCost::knownTotalsAt224_data() {
    // As published, in 10^9 multiply-accumulates (torchvision calls them GFLOPS).
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::newRow("resnet18") << 1.81 << 1.82;
    QTest::newRow("resnet34") << 3.66 << 3.67;
    QTest::newRow("vgg16") << 15.46 << 15.48;
    QTest::newRow("vit_b_16") << 17.56 << 17.57;
    QTest::newRow("resnet50") << 4.08 << 4.11;
    QTest::newRow("mobilenet_v2") << 0.30 << 0.31;
    QTest::newRow("alexnet") << 0.71 << 0.72;
    QTest::newRow("efficientnet_lite0") << 0.38 << 0.41;
}

void TestCost::knownTotalsAt224() {
    QFETCH(double, low);
    QFETCH(double, high);
    const Network& network = testing::modelNamed(QTest::currentDataTag()).network;
    const auto cost = modelCost(network, imageShape(1, 224, 224));
    QVERIFY(cost.has_value());
    const double giga = static_cast<double>(cost->mac) / 1e9;
    QVERIFY2(giga >= low && giga <= high, std::to_string(giga).c_str());
    QCOMPARE(cost->flop, 2 * cost->mac);
}

void TestCost::layersByHand() {
    const auto cost = modelCost(testing::modelNamed("resnet18").network, imageShape(1, 224, 224));
    const LayerCost& stem = cost->layers.front();
    QCOMPARE(stem.name, std::string("conv1"));
    QCOMPARE(stem.mac, std::int64_t{112} * 112 * 64 * 3 * 7 * 7);  // 118 013 952
    const LayerCost& last = cost->layers.back();
    QCOMPARE(last.name, std::string("fc"));
    QCOMPARE(last.flop, std::int64_t{2} * 512 * 1000);

    const auto mobile =
        modelCost(testing::modelNamed("mobilenet_v2").network, imageShape(1, 224, 224));
    for (const LayerCost& layer : mobile->layers) {
        if (layer.name != "features.1.conv.0.0") continue;  // depthwise: one input per output
        QCOMPARE(layer.mac, std::int64_t{112} * 112 * 32 * 3 * 3);
        return;
    }
    QFAIL("layer not found");
}

void TestCost::layersOfATransformerByHand() {
    const auto cost = modelCost(testing::modelNamed("vit_b_16").network, imageShape(2, 224, 224));
    const auto layer = [&](const std::string& name) {
        return *std::ranges::find(cost->layers, "encoder.layers.encoder_layer_3." + name,
                                  &LayerCost::name);
    };
    const std::int64_t rows = 2 * 197, width = 768;
    QCOMPARE(cost->layers.front().mac, 2 * 196 * width * 3 * 16 * 16);
    QCOMPARE(layer("self_attention.in_proj").mac, rows * width * 3 * width);
    QCOMPARE(layer("self_attention").mac, 2 * rows * 197 * width);
    QCOMPARE(layer("self_attention").bytes, 4 * rows * 4 * width);
    QCOMPARE(layer("self_attention").parameters, std::int64_t{0});
    QCOMPARE(layer("mlp.0").parameters, width * 3072 + 3072);
    QCOMPARE(layer("ln_1").mac, std::int64_t{0});
    QCOMPARE(layer("ln_1").bytes, 4 * (2 * rows * width + 2 * width));
    // What is known of each token once and for all does not grow with the batch.
    const auto places = std::ranges::find(cost->layers, "encoder.pos_embedding", &LayerCost::name);
    QCOMPARE(places->parameters, 197 * width);
    QCOMPARE(places->bytes, 4 * (2 * rows * width + 197 * width));
}

void TestCost::convolutionsScaleWithTheImage() {  // P-01: 1, 5.22, 20.9
    const Network& network = testing::modelNamed("resnet18").network;
    const auto convolutions = [&](int size_px) {
        std::int64_t mac = 0;
        const auto cost = modelCost(network, imageShape(1, size_px, size_px));
        for (const LayerCost& layer : cost->layers)
            if (layer.op == Op::Conv) mac += layer.mac;
        return mac;
    };
    const std::int64_t small = convolutions(224);
    QCOMPARE(convolutions(448), 4 * small);
    QCOMPARE(convolutions(1024) * 49, 1024 * small);  // (1024 / 224)^2 = 1024 / 49
}

void TestCost::batchScalesWorkButNotWeights() {
    for (const ModelInfo& info : models()) {
        const auto one = modelCost(info.network, imageShape(1, 96, 96));
        const auto eight = modelCost(info.network, imageShape(8, 96, 96));
        QCOMPARE(eight->mac, 8 * one->mac);
        QVERIFY(eight->layer_bytes < 8 * one->layer_bytes);
        QVERIFY(eight->compulsory_bytes < 8 * one->compulsory_bytes);
        QVERIFY(one->compulsory_bytes <= one->layer_bytes);
    }
}

void TestCost::bytesByHand() {
    Network network;
    auto x = network.conv(Network::kImage, "a", {.out_channels = 4, .bias = true});
    network.add(network.relu(x), x);
    const auto cost = modelCost(network, imageShape(1, 2, 2));
    QCOMPARE(cost->layers[0].bytes, std::int64_t{4} * (3 * 4 + 4 * 4 + 12 + 4));
    QCOMPARE(cost->layers[1].bytes, std::int64_t{4} * (16 + 16));
    QCOMPARE(cost->layers[2].bytes, std::int64_t{4} * (16 + 16 + 16));
    QCOMPARE(cost->compulsory_bytes, std::int64_t{4} * (12 + 16 + 16));
    QCOMPARE(modelCost(network, imageShape(1, 2, 2), 2)->layer_bytes, cost->layer_bytes / 2);
}

void TestCost::smallImageIsRefused() {
    const auto cost = modelCost(testing::modelNamed("alexnet").network, imageShape(1, 40, 40));
    QVERIFY(!cost.has_value());
    QCOMPARE(cost.error().code, std::string("image_too_small_for_model"));
}

void TestCost::forecastIsNotABlankCheque() {
    const Network& network = testing::modelNamed("resnet18").network;
    const auto forecast = forecastMemory(network, imageShape(1, 1024, 1024), Device::Cuda,
                                         Mode::Eager, Precision::Fp32);
    // The stem's result is 64 x 512 x 512; batch norm needs it twice.
    const std::int64_t stem = std::int64_t{4} * 64 * 512 * 512;
    QVERIFY(forecast->activation_bytes >= 2 * stem);
    QVERIFY(forecast->activation_bytes <= 3 * stem);
    QVERIFY(forecast->total() < 10 * stem);
    const auto fused = forecastMemory(network, imageShape(1, 1024, 1024), Device::Cuda, Mode::Fused,
                                      Precision::Fp32);
    QVERIFY(fused->activation_bytes < forecast->activation_bytes);
    const auto graph = forecastMemory(network, imageShape(1, 1024, 1024), Device::Cuda, Mode::Graph,
                                      Precision::Fp32);
    QCOMPARE(graph->total(), fused->total());
    const auto overlapped = forecastMemory(network, imageShape(1, 1024, 1024), Device::Cuda,
                                           Mode::Overlapped, Precision::Fp32);
    // Two graphs of one network.
    QCOMPARE(overlapped->total(), 2 * graph->total() - graph->weights_bytes);
    // 0.60 GB at the peak on an H100; only the CPU's library may compute such a layer in fp32.
    const Shape batch = imageShape(128, 224, 224);
    const auto half = forecastMemory(network, batch, Device::Cuda, Mode::Eager, Precision::Fp16);
    QVERIFY(half->total() > 604'471'808);
    QVERIFY(half->total() < 2 * std::int64_t{604'471'808});
    const auto wide = forecastMemory(network, batch, Device::Cpu, Mode::Eager, Precision::Fp16);
    QVERIFY(wide->total() > half->total());
}

QTEST_APPLESS_MAIN(TestCost)
#include "tst_cost.moc"
