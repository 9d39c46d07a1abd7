// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <set>

#include "base/device.h"
#include "base/text.h"

using namespace duelo;

/// A device is {api, index}, and one word in plans and records.
class TestDevice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wordsAndDevices_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("api");
        QTest::addColumn<int>("index");
        QTest::addColumn<QString>("again");
        const auto row = [](const char* text, Api api, int index, const char* again) {
            QTest::newRow(text) << text << static_cast<int>(api) << index << again;
        };
        row("cpu", Api::Cpu, 0, "cpu");
        row("cuda", Api::Cuda, 0, "cuda");
        row("cuda:0", Api::Cuda, 0, "cuda");
        row("cuda:12", Api::Cuda, 12, "cuda:12");
        row("opencl:1", Api::OpenCl, 1, "opencl:1");
        row("rocm:1", Api::Other, 1, "other:1");  // whoever keeps the word keeps the text
    }
    void wordsAndDevices() {
        QFETCH(QString, text);
        QFETCH(int, api);
        QFETCH(int, index);
        const auto device = deviceFrom(text.toStdString());
        QVERIFY(device);
        QCOMPARE(static_cast<int>(device->api), api);
        QCOMPARE(device->index, index);
        QCOMPARE(device->isGpu(), device->api != Api::Cpu);
        QTEST(QString::fromStdString(word(*device)), "again");
        QVERIFY(QRegularExpression(
                    QString::fromLatin1(kDevicePattern.data(), qsizetype(kDevicePattern.size())))
                    .match(text)
                    .hasMatch());
    }

    void othersAreNoDevices_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", ":1", "cuda:", "cuda:-1", "cuda:+1", "cuda:1x", "cuda:1:1",
                                 "CUDA", "1cuda", "cu da", "cuda:99999999999999999999"})
            QTest::newRow(text) << text;
    }
    void othersAreNoDevices() {
        QFETCH(QString, text);
        QVERIFY(!deviceFrom(text.toStdString()));
    }

    /// Another API needs its name in the texts and nothing else.
    void everyApiHasItsName() {
        QCOMPARE(wordsOf<Api>.size(), static_cast<std::size_t>(Api::Other) + 1);
        for (const Language language : {Language::Spanish, Language::English}) {
            const Text text(language);
            for (const std::string_view api : wordsOf<Api>)
                QCOMPARE(text.has("device." + std::string(api)), api != word(Api::Other));
            QCOMPARE(text.word("device", "cuda:1"), std::string("GPU 1"));
            QCOMPARE(text.word("device", "rocm:1"), std::string("rocm:1"));
        }
        QCOMPARE((std::set<Device>{Device::Cuda, {Api::Cuda, 1}, {}, Device::Cuda}.size()), 3U);
    }
};

QTEST_APPLESS_MAIN(TestDevice)
#include "tst_device.moc"
