// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "networks/hidden_units.h"

using namespace duelo;

/// S4-20: one name for each number of hidden units, and no other.
class TestHiddenUnits : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void names_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("hidden");  // 0: no such name
        QTest::newRow("usual") << "mlp" << 256;
        QTest::newRow("usual, written out") << "mlp-256" << 256;
        QTest::newRow("least") << "mlp-1" << 1;
        QTest::newRow("most") << "mlp-8192" << 8192;
        for (const char* name :
             {"mlp-8193", "mlp-0", "mlp-064", "mlp-+64", "mlp--1", "mlp-", "mlp-64 ", "mlp-6e4",
              "mlp-99999999999999999999", "MLP", "lab_alexnet", ""})
            QTest::newRow(name) << name << 0;
    }
    void names() {
        QFETCH(QString, name);
        QFETCH(int, hidden);
        QCOMPARE(hiddenUnits(name.toStdString()).value_or(0), hidden);
    }

    void oneNameForEach() {
        QCOMPARE(mlpName(256), std::string("mlp"));
        for (const int hidden : {1, 64, 256, 500, kMostHidden})
            QCOMPARE(hiddenUnits(mlpName(hidden)).value_or(0), hidden);
    }
};

QTEST_GUILESS_MAIN(TestHiddenUnits)
#include "tst_hidden_units.moc"
