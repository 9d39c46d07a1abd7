// SPDX-License-Identifier: Apache-2.0
// S3-04: the array library counts the points that the loop counts.
#include <QtTest>

#include "experiments/makers.h"
#include "experiments/pi/params.h"
#include "gpu/gpu_loader.h"
#include "measure/self_check.h"

using namespace duelo;

class TestPiArrays final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void arraysComeToWhatTheLoopComesTo_data() {
        QTest::addColumn<int>("samples");
        for (const int samples : {1, 2, 1001, 300'000}) QTest::addRow("%d", samples) << samples;
    }
    void arraysComeToWhatTheLoopComesTo() {
        QFETCH(int, samples);
        const auto maker = makerOf("pi", {.gpu = &Gpu::instance()});
        for (const PiMethod method : {PiMethod::MonteCarlo, PiMethod::Series}) {
            const auto outputOf = [&](PiHow how) {
                const Cell cell{
                    .id = "c001",
                    .experiment = "pi",
                    .work = {{"samples", samples}, {"method", word(method)}, {"seed", 1234}},
                    .variant = {{"device", "cpu"}, {"how", word(how)}, {"threads", 2}}};
                return afterOneCall(*maker, cell,
                                    [](Work& work) -> Result<Output> { return work.output(); })
                    .value();
            };
            const Output loop = outputOf(PiHow::Loop), array = outputOf(PiHow::Array);
            QVERIFY(agreement(*loop.fingerprint, *array.fingerprint, 1e-13));
            QCOMPARE(array.output, loop.output);  // how many points were inside
        }
    }
};

QTEST_GUILESS_MAIN(TestPiArrays)
#include "tst_pi_arrays.moc"
