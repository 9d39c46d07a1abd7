// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "networks/registry.h"

using namespace duelo;

class TestRegistry : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsEightModels();
    void unknownModelNamesTheAcceptedOnes_data();
    void unknownModelNamesTheAcceptedOnes();
    void sizeTooSmall_data();
    void sizeTooSmall();
    void sizeOfNoPatches();
    void recognisesAModelByItsTensors();
    void normalisationIsThatOfTheWeights();
};

void TestRegistry::knowsEightModels() {
    QStringList names;
    for (const ModelInfo& info : models()) names << QString::fromLatin1(info.name.data());
    QCOMPARE(names, QStringList({"resnet18", "resnet34", "resnet50", "mobilenet_v2", "alexnet",
                                 "vgg16", "vit_b_16", "efficientnet_lite0"}));
    for (const ModelInfo& info : models()) {
        const auto found = findModel(info.name);
        QVERIFY(found.has_value());
        QCOMPARE(*found, &info);
    }
}

void TestRegistry::unknownModelNamesTheAcceptedOnes_data() {
    QTest::addColumn<QString>("name");
    QTest::newRow("other") << "vgg19";
    QTest::newRow("empty") << "";
    QTest::newRow("case") << "ResNet18";
    QTest::newRow("longer") << "resnet18 ";
}

void TestRegistry::unknownModelNamesTheAcceptedOnes() {
    QFETCH(QString, name);
    const auto found = findModel(name.toStdString());
    QVERIFY(!found.has_value());
    QCOMPARE(found.error().code, std::string("unknown_model"));
    QCOMPARE(found.error().args.at("model").get<std::string>(), name.toStdString());
    QCOMPARE(found.error().args.at("accepted").get<std::string>(),
             std::string("resnet18, resnet34, resnet50, mobilenet_v2, alexnet, vgg16, vit_b_16, "
                         "efficientnet_lite0"));
}

void TestRegistry::sizeTooSmall_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("size_px");
    QTest::addColumn<bool>("accepted");
    QTest::newRow("resnet18 31") << "resnet18" << 31 << false;
    QTest::newRow("resnet18 32") << "resnet18" << 32 << true;
    QTest::newRow("resnet18 0") << "resnet18" << 0 << false;
    QTest::newRow("resnet18 -1") << "resnet18" << -1 << false;
    QTest::newRow("alexnet 62") << "alexnet" << 62 << false;
    QTest::newRow("alexnet 63") << "alexnet" << 63 << true;
}

void TestRegistry::sizeTooSmall() {
    QFETCH(QString, model);
    QFETCH(int, size_px);
    QFETCH(bool, accepted);
    const ModelInfo& info = **findModel(model.toStdString());
    const auto checked = checkSize(info, size_px);
    QCOMPARE(checked.has_value(), accepted);
    if (accepted) return;
    QCOMPARE(checked.error().code, std::string("size_too_small"));
    QCOMPARE(checked.error().args.at("size_px").get<int>(), size_px);
    QCOMPARE(checked.error().args.at("min_px").get<int>(), info.min_size_px);
    QCOMPARE(checked.error().args.at("model").get<std::string>(), model.toStdString());
}

void TestRegistry::sizeOfNoPatches() {
    const ModelInfo& info = **findModel("vit_b_16");
    for (const int size_px : {32, 96, 224, 512}) QVERIFY(checkSize(info, size_px).has_value());
    for (const int size_px : {33, 97, 223, 225}) {
        const auto checked = checkSize(info, size_px);
        QVERIFY(!checked.has_value());
        QCOMPARE(checked.error().code, std::string("size_of_no_patches"));
        QCOMPARE(checked.error().args.at("step_px").get<int>(), 16);
    }
    QVERIFY(checkSize(**findModel("resnet18"), 97).has_value());
}

void TestRegistry::recognisesAModelByItsTensors() {
    for (const ModelInfo& info : models()) {
        auto specs = info.network.tensorSpecs();
        std::reverse(specs.begin(), specs.end());
        specs.push_back({"bn1.num_batches_tracked", {}});
        QCOMPARE(modelWithTensors(specs), std::string(info.name));
        specs.front().shape.push_back(2);
        QCOMPARE(modelWithTensors(specs), std::string());
        specs.erase(specs.begin());
        QCOMPARE(modelWithTensors(specs), std::string());
    }
    QCOMPARE(modelWithTensors({}), std::string());
}

void TestRegistry::normalisationIsThatOfTheWeights() {
    // (byte - 127) / 128, as TensorFlow prepared the images
    const Normalisation& lite = (*findModel("efficientnet_lite0"))->normalisation;
    QCOMPARE(lite.scale, 1.0);
    for (std::size_t channel = 0; channel < 3; ++channel) {
        QCOMPARE((255.0F - lite.mean[channel]) / lite.std[channel], 1.0F);
        QCOMPARE((0.0F - lite.mean[channel]) / lite.std[channel], -127.0F / 128.0F);
    }
    const Normalisation& resnet = (*findModel("resnet18"))->normalisation;
    QCOMPARE(resnet.mean[0], 0.485F);
    QCOMPARE(resnet.std[2], 0.225F);
}

QTEST_APPLESS_MAIN(TestRegistry)
#include "tst_registry.moc"
