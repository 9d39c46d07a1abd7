// SPDX-License-Identifier: Apache-2.0
// S4-27: who says four threads computes with four: in LibTorch's calls and in Duelo's own regions.
#include <QtTest>

#include "experiments/counted_threads.h"

using namespace duelo;

class TestCountedThreads : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void S427_asManyComputeAsAreTold() {
        for (const int told : {4, 1, 3, 2}) {
            const CountedThreads counted = countThreads(told);
            QCOMPARE(counted.of_library, told);
            QCOMPARE(counted.of_region, told);
        }
    }
};

QTEST_APPLESS_MAIN(TestCountedThreads)
#include "tst_counted_threads.moc"
