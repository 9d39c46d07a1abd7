// SPDX-License-Identifier: Apache-2.0
#include "terminal.h"

#include <QTest>

#include <string>

using namespace duelo;

class TestTerminal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// 0 stands for all cores, or is a value as any other.
    void aTitleKeepsTheValueZero() {
        const Text text(Language::English);
        const auto title = [&](const char* experiment, const Params& variant) {
            return cellTitle(text, {.cell = "c001", .experiment = experiment, .variant = variant});
        };
        const std::string cores = title("pi", {{"device", "cpu"}, {"threads", 0}});
        QVERIFY2(cores.ends_with("CPU"), cores.c_str());
        QVERIFY(title("pi", {{"device", "cpu"}, {"threads", 2}}).ends_with(", 2 threads"));
        const std::string gap = title("unknown", {{"device", "cpu"}, {"gap", 0}});
        QVERIFY2(gap.ends_with("gap 0"), gap.c_str());
    }
};

QTEST_GUILESS_MAIN(TestTerminal)
#include "tst_terminal.moc"
