// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "image_fixtures.h"
#include "vision/decode.h"
#include "vision/normalise.h"
#include "vision/preview.h"

using namespace duelo;
using namespace duelo::test;

namespace {

std::vector<float> tensorOf(const RgbImage& image, const Normalisation& normalisation) {
    std::vector<float> out(image.rgb.size() + 1, -77.0F);
    toTensor(image, normalisation, out.data());
    return out;
}

/// Three rows of 256 grey, red and mixed pixels: every byte in every channel.
RgbImage everyByte() {
    RgbImage image{256, 1, {}};
    for (int value = 0; value < 256; ++value) {
        image.rgb.insert(image.rgb.end(),
                         {static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(255 - value),
                          static_cast<std::uint8_t>(value ^ 0x55)});
    }
    return image;
}

}  // namespace

class TestNormalise : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // ToTensor divides a float by 255: the same float for each of the 256 bytes.
    void S009_scriptIsToTensor() {
        const RgbImage image = everyByte();
        const auto tensor = tensorOf(image, kScriptNormalisation);
        for (std::size_t i = 0; i < 256; ++i) {
            for (std::size_t c = 0; c < 3; ++c) {
                QVERIFY(tensor[256 * c + i] == static_cast<float>(image.rgb[3 * i + c]) / 255.0F);
            }
        }
        QVERIFY(tensor[768] == -77.0F);  // nothing is written behind the end
    }

    // torchvision.transforms.functional.normalize(to_tensor(x)) on bytes 0, 1, 128, 255.
    void imagenetAsTorchvision() {
        const RgbImage image{4, 1, {0, 0, 0, 1, 1, 1, 128, 128, 128, 255, 255, 255}};
        const auto tensor = tensorOf(image, kImagenetNormalisation);
        const float expected[] = {-2.117903948F, -2.100779295F, 0.07406462729F, 2.248908281F,
                                  -2.035714149F, -2.018207312F, 0.2051821947F,  2.428571463F,
                                  -1.804444432F, -1.7870152F,   0.4264925718F,  2.640000105F};
        for (std::size_t i = 0; i < 12; ++i) QVERIFY(tensor[i] == expected[i]);
    }

    // EfficientNet-Lite0: (x * 255 - 127) / 128 with x = byte / 255.
    void modelValues() {
        const Normalisation model{1.0, {127, 127, 127}, {128, 128, 128}};
        const auto tensor = tensorOf(everyByte(), model);
        for (int value = 0; value < 256; ++value) {
            QCOMPARE(tensor[static_cast<std::size_t>(value)],
                     (static_cast<float>(value) - 127.0F) / 128.0F);
        }
    }

    // S0-10: planes red, green, blue; rows from the top.
    void S010_layoutIsNchw() {
        const RgbImage image{2, 2, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}};
        const auto tensor = tensorOf(image, {1.0, {0, 0, 0}, {1, 1, 1}});
        const float expected[] = {1, 4, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12};
        QVERIFY(std::equal(std::begin(expected), std::end(expected), tensor.begin()));
    }

    // what the preview shows and what the network gets are the same picture.
    void R12_previewAndTensorAgree_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<int>("orientation");
        for (const char* format : {"jpg", "png", "webp", "tif"}) {
            for (int i = 1; i <= 8; ++i) {
                QTest::newRow(qPrintable(QString("%1 %2").arg(format).arg(i))) << format << i;
            }
        }
    }
    void R12_previewAndTensorAgree() {
        QFETCH(QString, format);
        QFETCH(int, orientation);
        const auto file = [&](int number) {
            return fixture(QString("orientation_%1.%2").arg(number).arg(format).toStdString());
        };
        const auto upright = decodeImage(file(1));
        const auto image = decodeImage(file(orientation));
        const auto preview = makePreview(file(orientation), 64);
        QVERIFY(upright && image && preview);
        QCOMPARE(preview->width_px, 24);
        QVERIFY(preview->rgb == image->rgb);  // the window's pixels
        const auto expected = tensorOf(*upright, kScriptNormalisation);
        const auto tensor = tensorOf(*image, kScriptNormalisation);
        const float tolerance = format == "jpg" ? 6.0F / 255.0F : 0.0F;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QVERIFY(std::abs(tensor[i] - expected[i]) <= tolerance);
        }
    }
};

QTEST_APPLESS_MAIN(TestNormalise)
#include "tst_normalise.moc"
