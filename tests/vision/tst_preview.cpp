// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "image_fixtures.h"
#include "vision/preview.h"

using namespace duelo;
using namespace duelo::test;

class TestPreview : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsProportions() {
        const auto preview = makePreview(sample("chelsea.png"), 128);
        QVERIFY(preview);
        QCOMPARE(preview->width_px, 128);
        QCOMPARE(preview->height_px, 85);
        QCOMPARE(preview->rgb.size(), rgbBytes(128, 85));
        QCOMPARE(preview->source_width_px, 451);
        QCOMPARE(preview->source_height_px, 300);
    }

    void smallImagesStay() {
        const auto preview = makePreview(fixture("rgb.png"), 128);
        QVERIFY(preview);
        QCOMPARE(preview->width_px, 24);
        QVERIFY(preview->rgb == decodeImage(fixture("rgb.png"))->rgb);
    }

    // what was converted is said beside the thumbnail too.
    void carriesTheNotes() {
        const auto preview = makePreview(fixture("rgba16.png"), 64);
        QVERIFY(preview);
        QCOMPARE(codesOf(preview->notes), std::string("converted_16_bit alpha_on_white"));
    }

    void refusals() {
        for (const int size : {-1, 0, 15, 1025, 1 << 30}) {
            const auto preview = makePreview(sample("chelsea.png"), size);
            QVERIFY(!preview);
            QCOMPARE(preview.error().code, std::string("preview_size_invalid"));
            QCOMPARE(preview.error().args.value("size_px", 0), size);
        }
        QCOMPARE(makePreview(fixture("picture.gif"), 64).error().code,
                 std::string("image_format_unsupported"));
    }
};

QTEST_APPLESS_MAIN(TestPreview)
#include "tst_preview.moc"
