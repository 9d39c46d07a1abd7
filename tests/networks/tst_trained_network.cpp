// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "networks/trainable.h"
#include "networks/trained_network.h"

using namespace duelo;

namespace {

const TrainedSheet kDigits{.model = "mlp-64", .classes = {"0", "1", "2", "3"}, .data = "digits"};

QString describe(const Reason& reason) {
    return QString::fromStdString(reason.code + ' ' + reason.args.dump());
}

}  // namespace

/// The metadata beside weights that Duelo has trained make them a network to be used (X-11).
class TestTrainedNetwork : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void metadataComeBack_X_11();
    void networkIsThatOfTheFile_X_11();
    void damagedMetadataAreReasons_data();
    void damagedMetadataAreReasons();
    void tensorsNameTheirNetwork();
    void sizesAreTheirOwn();
};

void TestTrainedNetwork::metadataComeBack_X_11() {
    TrainedSheet own{.model = "lab_alexnet",
                     .classes = {"gato \u00e1", "\"perro\"", "[3]"},
                     .normalisation = {1.0 / 255, {0.1F, 0.2F, 0.3F}, {0.5F, 0.25F, 1.0F}}};
    for (const TrainedSheet& sheet : {kDigits, own}) {
        const auto back = trainedSheet(toMetadata(sheet));
        QVERIFY(back.has_value());
        QVERIFY(*back == sheet);
    }
    // For those who read the file elsewhere.
    QCOMPARE(toMetadata(kDigits).at("duelo.image"), std::string(R"({"channels":1,"size_px":28})"));
    QVERIFY(!toMetadata(own).contains("duelo.data"));
}

void TestTrainedNetwork::networkIsThatOfTheFile_X_11() {
    const auto network = usableNetwork("mlp-64", toMetadata(kDigits));
    QVERIFY(network.has_value());
    QCOMPARE((*network)->info.classes, 4);
    QCOMPARE((*network)->info.name, std::string_view("mlp-64"));
    QCOMPARE((*network)->info.parameters, std::int64_t{784 * 64 + 64 + 64 * 4 + 4});
    QVERIFY((*network)->info.normalisation == kDigits.normalisation);
    const auto other = usableNetwork("mlp", toMetadata(kDigits));
    QCOMPARE(describe(other.error()), QString(R"(weights_other_model {"model":"mlp-64"})"));

    const auto random = usableNetwork("lab_alexnet");
    QVERIFY((*random)->isTrainable() && (*random)->sheet.classes.empty());
    QCOMPARE((*random)->info.parameters, std::int64_t{23272266});  // S2-08
    QVERIFY(!(*usableNetwork("resnet18"))->isTrainable());
    QCOMPARE(usableNetwork("mlp-0").error().code, std::string("unknown_model"));
}

void TestTrainedNetwork::damagedMetadataAreReasons_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    const auto row = [](const char* key, const char* value) {
        QTest::addRow("%s %s", key, value) << QString(key) << QString(value);
    };
    for (const char* value : {"", "mlp-256", "mlp-0", "resnet18"}) row("duelo.model", value);
    for (const char* value : {"", "[]", "{}", "[1]", "[\"a\""}) row("duelo.classes", value);
    for (const char* value : {"", "[]", R"({"scale":1,"mean":[0,0],"std":[1,1,1]})",
                              R"({"scale":1,"mean":[0,0,0],"std":[1,0,1]})",
                              R"({"scale":null,"mean":[0,0,0],"std":[1,1,1]})",
                              R"({"scale":1,"mean":[0,0,0],"std":[1,-1,1]})"})
        row("duelo.normalisation", value);
    for (const char* value : {"", R"({"channels":3,"size_px":28})", "7"}) row("duelo.image", value);
}

/// A file may come from anybody.
void TestTrainedNetwork::damagedMetadataAreReasons() {
    QFETCH(QString, key);
    QFETCH(QString, value);
    WeightMetadata metadata = toMetadata(kDigits);
    metadata[key.toStdString()] = value.toStdString();
    const auto changed = trainedSheet(metadata);
    QVERIFY(!changed.has_value());
    QCOMPARE(changed.error().code, std::string("weights_sheet"));
    metadata.erase(key.toStdString());
    const auto missing = trainedSheet(metadata);
    QVERIFY(!missing.has_value());
    QCOMPARE(missing.error().code,
             std::string(key == "duelo.model" ? "weights_untold" : "weights_sheet"));
}

void TestTrainedNetwork::tensorsNameTheirNetwork() {
    for (const char* name : {"mlp", "mlp-64", "lab_alexnet"})
        for (const int outputs : {1, 3, 10}) {
            auto specs = trainableModel(name, outputs)->network.tensorSpecs();
            QCOMPARE(networkWithTensors(specs), std::string(name));
            specs.front().shape.front() += 1;
            QCOMPARE(networkWithTensors(specs), std::string());
        }
    QCOMPARE(networkWithTensors((*findModel("resnet34"))->network.tensorSpecs()),
             std::string("resnet34"));
    QCOMPARE(networkWithTensors({}), std::string());
}

void TestTrainedNetwork::sizesAreTheirOwn() {
    QCOMPARE(fixedSidePx("lab_alexnet"), 32);
    QCOMPARE(fixedSidePx("mlp-7"), 28);
    for (const ModelInfo& info : models()) QCOMPARE(fixedSidePx(info.name), 0);
    QCOMPARE(fixedSidePx("nothing"), 0);
}

QTEST_APPLESS_MAIN(TestTrainedNetwork)
#include "tst_trained_network.moc"
