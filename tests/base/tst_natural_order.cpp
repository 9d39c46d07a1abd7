// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "base/natural_order.h"

using namespace duelo;

class TestNaturalOrder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void naturalOrder_data() {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        QTest::newRow("by value") << "foto2.jpg"
                                  << "foto10.jpg";
        QTest::newRow("any length") << "9999999999999999999999"
                                    << "10000000000000000000000";
        QTest::newRow("zeros") << "a007"
                               << "a8";
        QTest::newRow("case") << "a2"
                              << "B1";
        QTest::newRow("digit before letter") << "a1"
                                             << "ab";
        QTest::newRow("prefix") << "a"
                                << "a1";
        QTest::newRow("later number") << "a1b2"
                                      << "a1b10";
    }

    void naturalOrder() {
        QFETCH(QString, first);
        QFETCH(QString, second);
        QVERIFY(naturallyLess(first.toStdString(), second.toStdString()));
        QVERIFY(!naturallyLess(second.toStdString(), first.toStdString()));
        QVERIFY(!naturallyLess(first.toStdString(), first.toStdString()));
    }

    // Names that count alike still have an order, the same on every machine.
    void totalOrder() {
        QVERIFY(naturallyLess("IMG1", "img1") != naturallyLess("img1", "IMG1"));
        QVERIFY(naturallyLess("a01", "a1") != naturallyLess("a1", "a01"));
    }
};

QTEST_GUILESS_MAIN(TestNaturalOrder)
#include "tst_natural_order.moc"
