// SPDX-License-Identifier: GPL-3.0-or-later
// The forecast of a plan stands where the plan is started.
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

class TestForecast : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void standsAtTheButton();
    void whatIsKnownWellIsOneNumber();
    void impossibleIsSaidInPlace_R_07();
};

void TestForecast::standsAtTheButton() {
    WindowBench bench("normal", "en");
    QVERIFY(bench.ready());
    auto& page = bench.page();
    page.form().setPlan(smallPlan(3));
    bench.work->askForecast(page.plan(), "inference");
    QTRY_VERIFY_WITH_TIMEOUT(page.expectation().startsWith("3 "), kSoonMs);
    QCOMPARE(bench.button().accessibleDescription(), page.expectation());
    QVERIFY(page.expectation().contains(" s"));
}

void TestForecast::whatIsKnownWellIsOneNumber() {
    for (const auto& [language, words] : {std::pair("en", "about 2 min"), {"es", "unos 2 min"}}) {
        WindowBench bench("probes", language);
        QVERIFY(bench.ready());
        auto& page = bench.page();
        page.form().setPlan(smallPlan(3));
        bench.work->askForecast(page.plan(), "inference");
        QTRY_VERIFY2_WITH_TIMEOUT(page.expectation().contains(words),
                                  qPrintable(page.expectation()), kSoonMs);
    }
}

/// A plan from a PC with a GPU says it for its cells.
void TestForecast::impossibleIsSaidInPlace_R_07() {
    WindowBench bench("normal", "en");
    QVERIFY(bench.ready());
    auto& form = bench.page().form();
    form.setPlan(smallPlan(1, {Device::Cuda}));
    bench.work->askForecast(form.plan(), "inference");
    auto* impossible = form.findChild<QLabel*>("impossible");
    QVERIFY(impossible);
    QTRY_VERIFY_WITH_TIMEOUT(impossible->isVisibleTo(&form) && !impossible->text().isEmpty(),
                             kSoonMs);
    QVERIFY(!bench.button().isEnabled());  // nothing of it can be measured
}

int main(int argc, char** argv) {
    return runInApplication<TestForecast>(argc, argv);
}
#include "tst_forecast.moc"
