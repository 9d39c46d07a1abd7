// SPDX-License-Identifier: Apache-2.0
// Against torchvision 0.26 and PyTorch 2.11 (tests/parity/README.md says how the files were made).
#include <QFile>
#include <QImage>
#include <QTest>

#include "data/picture.h"
#include "model_testing.h"
#include "models/weight_file.h"
#include "tensor/operators.h"

using namespace duelo;

namespace {

constexpr double kProbabilityLimit = 1e-4;
constexpr double kLogitLimit = 1e-4;

Json parityFile(const char* name) {
    return testing::readJson(std::string(DUELO_SOURCE_DIR "/tests/parity/") + name);
}

/// Returns the bytes of a photograph of the model's size [1, 3, 224, 224]; QImage only decodes.
Tensor photograph(const QString& name) {
    const QImage image = QImage(QStringLiteral(DUELO_SOURCE_DIR "/resources/samples/") + name)
                             .convertToFormat(QImage::Format_RGB888);
    Picture picture{{3, image.height(), image.width()}, {}};
    for (int channel = 0; channel < 3; ++channel)
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                picture.pixels.push_back(image.constScanLine(y)[3 * x + channel]);
    Picture small = resized(picture, 224, 224);
    return ops::from_blob(small.pixels.data(), {1, 3, 224, 224}, ScalarType::Byte).clone();
}

Tensor normalised(const Tensor& bytes) {
    return (bytes.to(ScalarType::Float) + -127) * (1 / 128.0);
}

}  // namespace

class TestParity : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void networksAgreeWithTorchvision_data();
    void networksAgreeWithTorchvision();
    void publishedWeights_data();
    void publishedWeights();

private:
    WeightSet officialWeights();
};

void TestParity::networksAgreeWithTorchvision_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("mode");
    for (const ModelInfo& info : models())
        for (const Mode mode : {Mode::Eager, Mode::ChannelsLast, Mode::Fused})
            QTest::addRow("%s %s", info.name.data(), word(mode).data())
                << QString::fromLatin1(info.name.data()) << static_cast<int>(mode);
}

void TestParity::networksAgreeWithTorchvision() {  // S0-04, S0-11
    QFETCH(QString, model);
    QFETCH(int, mode);
    const Json golden = parityFile("networks.json");
    QCOMPARE(golden.at("seed").get<std::uint64_t>(), testing::kGoldenSeed);
    const int every = golden.at("every").get<int>();
    const ModelInfo& info = testing::modelNamed(model.toStdString());
    auto made = makeModel(info, testing::goldenWeights(info), {.mode = static_cast<Mode>(mode)});
    QVERIFY(made.has_value());
    int images = 0;
    for (const Json& entry : golden.at("models").at(model.toStdString()).at("cases")) {
        const Tensor logits = (*made)->forward(testing::goldenImages(entry.at("batch").get<int>(),
                                                                     entry.at("height").get<int>(),
                                                                     entry.at("width").get<int>()));
        for (std::int64_t i = 0; i < logits.size(0); ++i, ++images) {
            const auto errors = testing::compareWithGolden(
                logits[i], entry.at("images").at(static_cast<std::size_t>(i)), every);
            QVERIFY(errors.same_top5);
            QVERIFY2(errors.probability <= kProbabilityLimit,
                     std::to_string(errors.probability).c_str());
            QVERIFY2(errors.logit <= kLogitLimit, std::to_string(errors.logit).c_str());
        }
    }
    QCOMPARE(images, 4);
}

WeightSet TestParity::officialWeights() {
    const Network& network = testing::modelNamed("efficientnet_lite0").network;
    const auto file =
        readWeights(DUELO_DEPS "/weights/efficientnet-lite0-57934424.pth", network.tensorSpecs());
    if (!file) return nullptr;
    return std::make_shared<WeightMap>(file->tensors);
}

void TestParity::publishedWeights_data() {
    QTest::addColumn<QString>("input");
    QTest::addColumn<int>("mode");
    for (const QString& input :
         {QStringLiteral("pattern"), QStringLiteral("chelsea.png"), QStringLiteral("coffee.png")})
        for (const Mode mode : {Mode::Eager, Mode::ChannelsLast, Mode::Fused})
            QTest::addRow("%s %s", qPrintable(input), word(mode).data())
                << input << static_cast<int>(mode);
}

void TestParity::publishedWeights() {  // a photograph is really recognised (S0-48)
    QFETCH(QString, input);
    QFETCH(int, mode);
    if (!QFile::exists(QStringLiteral(DUELO_DEPS "/weights/efficientnet-lite0-57934424.pth")))
        QSKIP("weights not fetched: packaging/dev.sh does it");
    const WeightSet weights = officialWeights();
    QVERIFY(weights);
    const Json golden = parityFile("efficientnet_lite0.json");
    auto made = makeModel(testing::modelNamed("efficientnet_lite0"), weights,
                          {.mode = static_cast<Mode>(mode)});
    QVERIFY(made.has_value());

    Tensor bytes;
    if (input == "pattern") {
        bytes = ops::empty({1, 3, 224, 224});
        randomUniform(testing::kGoldenSeed, "pixels", bytes.data_ptr<float>(), bytes.numel());
        bytes = bytes.mul_(256).to(ScalarType::Byte);
    } else {
        bytes = photograph(input);
    }
    const Json& expected = input == "pattern" ? golden.at("pattern")
                                              : golden.at("photographs").at(input.toStdString());
    const Tensor logits = (*made)->forward(normalised(bytes));
    const auto errors = testing::compareWithGolden(logits[0], expected, 8);
    QVERIFY(errors.same_top5);
    QVERIFY2(errors.probability <= kProbabilityLimit, std::to_string(errors.probability).c_str());
}

QTEST_APPLESS_MAIN(TestParity)
#include "tst_parity.moc"
