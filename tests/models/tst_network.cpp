// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include <QTest>

#include "base/result.h"
#include "model_testing.h"
#include "networks/network.h"
#include "networks/registry.h"

using namespace duelo;

class TestNetwork : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void parameterCountIsPublished_data();
    void parameterCountIsPublished();
    void tensorsAreThoseOfTorchvision_data();
    void tensorsAreThoseOfTorchvision();
    void nodesReadEarlierValues();
    void refusesWhatCannotBeBuilt();
};

void TestNetwork::parameterCountIsPublished_data() {
    QTest::addColumn<qint64>("expected");
    QTest::newRow("alexnet") << qint64{61'100'840};
    QTest::newRow("resnet18") << qint64{11'689'512};
    QTest::newRow("resnet50") << qint64{25'557'032};
    QTest::newRow("mobilenet_v2") << qint64{3'504'872};
    QTest::newRow("efficientnet_lite0") << qint64{4'652'008};
    QTest::newRow("vit_b_16") << qint64{86'567'656};
}

void TestNetwork::parameterCountIsPublished() {  // S0-11
    QFETCH(qint64, expected);
    const ModelInfo& info = testing::modelNamed(QTest::currentDataTag());
    QCOMPARE(static_cast<qint64>(info.parameters), expected);
    QCOMPARE(info.classes, 1000);
}

void TestNetwork::tensorsAreThoseOfTorchvision_data() {
    QTest::addColumn<QString>("model");
    for (const ModelInfo& info : models())
        QTest::newRow(info.name.data()) << QString::fromLatin1(info.name.data());
}

void TestNetwork::tensorsAreThoseOfTorchvision() {  // S0-04: names, shapes and order
    QFETCH(QString, model);
    const Json golden = testing::readJson(DUELO_SOURCE_DIR "/tests/parity/networks.json")
                            .at("models")
                            .at(model.toStdString());
    const ModelInfo& info = testing::modelNamed(model.toStdString());
    QCOMPARE(static_cast<qint64>(info.parameters), golden.at("parameters").get<qint64>());

    std::vector<TensorSpec> expected;
    for (const Json& tensor : golden.at("tensors"))
        expected.push_back(
            {tensor.at(0).get<std::string>(), tensor.at(1).get<std::vector<std::int64_t>>()});
    auto actual = info.network.tensorSpecs();
    // A state dict lists a block's shortcut after its last batch norm, as Duelo does; the order
    // inside a node is the same too.
    QCOMPARE(actual.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE(QString::fromStdString(actual[i].name), QString::fromStdString(expected[i].name));
        QVERIFY2(actual[i].shape == expected[i].shape, expected[i].name.c_str());
    }
}

void TestNetwork::nodesReadEarlierValues() {
    for (const ModelInfo& info : models()) {
        const auto nodes = info.network.nodes();
        for (int i = 0; i < static_cast<int>(nodes.size()); ++i) {
            QVERIFY(nodes[i].input >= 0 && nodes[i].input <= i);
            QVERIFY(nodes[i].other <= i);
            QCOMPARE(nodes[i].other >= 0, nodes[i].op == Op::Add);
        }
    }
}

void TestNetwork::refusesWhatCannotBeBuilt() {
    Network network;
    const auto x = network.conv(Network::kImage, "a", {.out_channels = 4});
    const auto y = network.conv(Network::kImage, "b", {.out_channels = 5});
    QVERIFY_THROWS_EXCEPTION(std::logic_error, network.add(x, y));
    QVERIFY_THROWS_EXCEPTION(std::logic_error, network.flatten(x));
    QVERIFY_THROWS_EXCEPTION(std::logic_error, network.layerNorm(x, "norm", 1e-6));
    const auto tokens = network.tokens(x);
    QVERIFY_THROWS_EXCEPTION(std::logic_error, network.tokens(tokens));
    QVERIFY_THROWS_EXCEPTION(std::logic_error, network.flatten(tokens));
    QVERIFY_THROWS_EXCEPTION(std::logic_error, network.attention(tokens, "four by three", 2));
    QVERIFY_THROWS_EXCEPTION(std::logic_error, network.positions(tokens, "other map", y, 2));
    QCOMPARE(network.classes(), 4);
}

QTEST_APPLESS_MAIN(TestNetwork)
#include "tst_network.moc"
