// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "networks/registry.h"
#include "networks/shape.h"

using namespace duelo;

class TestShape : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void samePaddingFollowsTensorflow_data();
    void samePaddingFollowsTensorflow();
    void lastFeatureMap_data();
    void lastFeatureMap();
    void smallestSizesFit();
    void windowThatDoesNotFit();
};

void TestShape::samePaddingFollowsTensorflow_data() {
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("kernel");
    QTest::addColumn<int>("stride");
    QTest::addColumn<int>("before");
    QTest::addColumn<int>("after");
    QTest::newRow("even, stride 2, 3x3") << 224 << 3 << 2 << 0 << 1;
    QTest::newRow("odd, stride 2, 3x3") << 225 << 3 << 2 << 1 << 1;
    QTest::newRow("even, stride 2, 5x5") << 56 << 5 << 2 << 1 << 2;
    QTest::newRow("odd, stride 2, 5x5") << 7 << 5 << 2 << 2 << 2;
    QTest::newRow("stride 1, 5x5") << 14 << 5 << 1 << 2 << 2;
    QTest::newRow("1x1") << 14 << 1 << 1 << 0 << 0;
    QTest::newRow("1x1, stride 2: never negative") << 14 << 1 << 2 << 0 << 0;
    QTest::newRow("one pixel") << 1 << 5 << 2 << 2 << 2;
}

void TestShape::samePaddingFollowsTensorflow() {
    QFETCH(int, size);
    QFETCH(int, kernel);
    QFETCH(int, stride);
    QFETCH(int, before);
    QFETCH(int, after);
    const Padding padding = samePadding(size, kernel, stride);
    QCOMPARE(padding.before, before);
    QCOMPARE(padding.after, after);
}

void TestShape::lastFeatureMap_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("size_px");
    QTest::addColumn<int>("channels");
    QTest::addColumn<int>("side");
    QTest::newRow("resnet18 224") << "resnet18" << 224 << 512 << 7;
    QTest::newRow("resnet18 1024") << "resnet18" << 1024 << 512 << 32;
    QTest::newRow("resnet50 512") << "resnet50" << 512 << 2048 << 16;
    QTest::newRow("mobilenet_v2 97") << "mobilenet_v2" << 97 << 1280 << 4;
    QTest::newRow("alexnet 224") << "alexnet" << 224 << 256 << 6;
    QTest::newRow("efficientnet_lite0 224") << "efficientnet_lite0" << 224 << 1280 << 7;
    QTest::newRow("efficientnet_lite0 97") << "efficientnet_lite0" << 97 << 1280 << 4;
}

void TestShape::lastFeatureMap() {  // S0-05
    QFETCH(QString, model);
    QFETCH(int, size_px);
    QFETCH(int, channels);
    QFETCH(int, side);
    const Network& network = (*findModel(model.toStdString()))->network;
    const auto shapes = inferShapes(network, imageShape(2, size_px, size_px));
    QVERIFY(shapes.has_value());
    QCOMPARE(shapes->size(), static_cast<std::size_t>(network.valueCount()));
    const auto nodes = network.nodes();
    for (const Node& node : nodes) {
        if (node.op != Op::AdaptiveAvgPool) continue;
        const Shape expected{2, channels, side, side};
        QVERIFY(shapes->at(node.input) == expected);
    }
    const Shape logits{2, 1000, 1, 1};
    QVERIFY(shapes->back() == logits);
}

void TestShape::smallestSizesFit() {
    for (const ModelInfo& info : models())
        QVERIFY(inferShapes(info.network, imageShape(1, info.min_size_px, info.min_size_px))
                    .has_value());
}

void TestShape::windowThatDoesNotFit() {
    const auto shapes = inferShapes((*findModel("alexnet"))->network, imageShape(1, 62, 224));
    QVERIFY(!shapes.has_value());
    QCOMPARE(shapes.error().code, std::string("image_too_small_for_model"));
    QCOMPARE(shapes.error().args.at("height").get<int>(), 62);
}

QTEST_APPLESS_MAIN(TestShape)
#include "tst_shape.moc"
