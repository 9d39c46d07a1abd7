// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "experiments/compare.h"
#include "report_examples.h"
#include "ui/look/theme.h"
#include "ui/results/cards.h"
#include "ui/results/duel_lane.h"
#include "ui/results/duel_tab.h"
#include "ui/results/duel_view.h"
#include "ui/results/experiment_frame.h"

using namespace duelo;
using namespace duelo::ui;

namespace {

constexpr const char* kAnswer = "GPU finishes first: 100 images in 1.00 s, against 10.00 s of CPU.";
constexpr const char* kTold = "42 measured times";

DuelValue::Lane laneOf(const char* name, int style, double call_s) {
    DuelValue::Lane lane{.name = name, .style = style, .told = kTold};
    for (int i = 1; i <= 100; ++i) lane.end_s.push_back(i * call_s);
    return lane;
}

/// The CPU needs 10 s, the GPU 1 s, and the GPU wins.
DuelValue exampleDuel() {
    DuelValue duel;
    duel.lanes = {laneOf("CPU", 0, 0.1), laneOf("GPU", 1, 0.01)};
    duel.can_be_cold = true;
    duel.winner = 1;
    duel.question = "Who finishes 100 images first?";
    duel.label = "resnet18 · replay of the times measured on 2026-05-04";
    duel.answer = kAnswer;
    return duel;
}

/// A view that is seen.
class Seen {
public:
    explicit Seen(DuelValue duel = exampleDuel()) {
        view.setDuel(std::move(duel));
        view.resize(900, 600);
        view.show();
        lanes = view.findChildren<DuelLane*>();
    }
    QString label(const char* name) const { return view.findChild<QLabel*>(name)->text(); }
    QPushButton* button(const QString& caption) const {
        for (QPushButton* each : view.findChildren<QPushButton*>())
            if (each->text() == caption) return each;
        return nullptr;
    }
    /// All that is read or spoken.
    QString words() const {
        QStringList all{view.accessibleDescription()};
        for (const QLabel* each : view.findChildren<QLabel*>()) all << each->text();
        for (const DuelLane* lane : lanes) all << lane->accessibleDescription();
        return all.join('\n');
    }
    /// Returns a lane as it is drawn.
    QImage picture(int lane) const { return lanes[lane]->grab().toImage(); }

    DuelView view;
    QList<DuelLane*> lanes;
};

}  // namespace

class TestDuelView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }

    void nothingOfTheResultBeforeTheSecondLaneEnds() {
        Seen seen;
        for (const double s : {0.0, 0.5, 5.0, 9.99}) {
            seen.view.advanceTo(s);
            QVERIFY(!seen.view.isOver());
            QVERIFY(!seen.words().contains("finishes first"));
            QVERIFY(!seen.lanes[0]->accessibleDescription().contains(kTold));
            QVERIFY(seen.label("duelLabel").contains("replay of the times measured on"));
        }
        seen.view.advanceTo(10);
        QVERIFY(seen.view.isOver());
        QCOMPARE(seen.label("duelAnswer"), QString(kAnswer));
        QVERIFY(seen.view.accessibleDescription().contains(kAnswer));
        QVERIFY(seen.lanes[0]->accessibleDescription().contains(kTold));
        QVERIFY(seen.label("duelLabel").contains("replay of the times measured on"));
    }

    void tilesFillWhenTheirSamplesEnd() {
        Seen seen;
        seen.view.advanceTo(0.5001);
        QCOMPARE(seen.lanes[0]->done(), 5U);
        QCOMPARE(seen.lanes[1]->done(), 50U);
        QCOMPARE(seen.lanes[0]->clockText(), QString("of 100 · 0.50\u00a0s"));
        const QImage early = seen.picture(1);
        seen.view.advanceTo(1.5);
        QCOMPARE(seen.lanes[1]->done(), 100U);
        QCOMPARE(seen.lanes[1]->clockText(), QString("finished in 1.00\u00a0s"));
        QVERIFY(seen.picture(1) != early);
        const QImage ended = seen.picture(1);
        seen.view.advanceTo(7);
        QVERIFY(seen.picture(1) == ended);  // its clock stands
    }

    void pageHidesTheResultMeanwhile() {
        DuelView view;
        QSignalSpy hidden(&view, &DuelView::hidden), revealed(&view, &DuelView::revealed);
        view.setDuel(exampleDuel());
        QCOMPARE(hidden.size(), 0);  // nobody sees it yet
        view.show();
        QCOMPARE(hidden.size(), 1);
        view.advanceTo(9);
        QCOMPARE(revealed.size(), 0);
        view.advanceTo(10);
        QCOMPARE(revealed.size(), 1);
        view.restart();
        QCOMPARE(hidden.size(), 2);
        view.hide();
        QCOMPARE(revealed.size(), 2);
        QVERIFY(!view.isRunning());
    }

    void frameHidesSentenceAndCards() {
        ExperimentFrame frame;
        frame.resize(2400, 700);
        frame.setFinding("GPU is faster", "by far");
        frame.setDoubt("Doubtful: shared processor", "Others used it.", "Measures it again");
        frame.show();
        const auto* repeat = frame.findChild<QPushButton*>("repeatButton");
        QVERIFY(repeat->isVisible());
        // What the chip says stands in what is told of the finding too: that is folded.
        frame.findChild<QToolButton*>("conditions")->click();
        const auto seen = [&](const QString& words) {
            for (const QLabel* label : frame.findChildren<QLabel*>())
                if (label->isVisible() && label->text() == words) return true;
            return false;
        };
        QVERIFY(seen("GPU is faster") && seen("by far") && frame.cards().isVisible());
        frame.setResultHidden(true);
        frame.setFinding("GPU is slower", "by far");
        QVERIFY(!seen("GPU is slower") && !seen("by far") && !frame.cards().isVisible());
        QVERIFY(!repeat->isVisible());  // it would tell that nobody wins
        frame.setResultHidden(false);
        QVERIFY(seen("GPU is slower") && seen("by far") && frame.cards().isVisible());
    }

    void spaceStartsAndPauses() {
        Seen seen;
        seen.view.setFocus();
        QTest::keyClick(&seen.view, Qt::Key_Space);
        QVERIFY(seen.view.isRunning());
        QVERIFY(seen.button("Pause"));
        QTRY_VERIFY(seen.lanes[1]->done() > 0);
        QTest::keyClick(&seen.view, Qt::Key_Space);
        QVERIFY(!seen.view.isRunning());
        const std::size_t done = seen.lanes[1]->done();
        QTest::qWait(100);
        QCOMPARE(seen.lanes[1]->done(), done);
        QVERIFY(seen.button("Go on"));
        QTest::keyClick(&seen.view, Qt::Key_Space);
        QVERIFY(seen.view.isRunning());
        seen.view.advanceTo(10);
        QVERIFY(!seen.view.isRunning());
        QTest::keyClick(&seen.view, Qt::Key_Space);
        QCOMPARE(seen.lanes[1]->done(), 0U);  // again
    }

    /// In recorded seconds, whatever the pace at which they are shown.
    void paceAndSpeedMoveTheClock() {
        DuelValue duel = exampleDuel();
        duel.factor = 100;
        Seen seen(duel);
        seen.view.start();
        QTRY_VERIFY_WITH_TIMEOUT(seen.view.isOver(), 3000);  // 0.1 s
        QCOMPARE(seen.lanes[0]->clockText(), QString("finished in 10.00\u00a0s"));
    }

    void betsAreComparedAtTheEnd() {
        Seen seen;
        QTest::mouseClick(seen.button("GPU"), Qt::LeftButton);
        QTest::mouseClick(seen.button("GPU"), Qt::LeftButton);
        QTest::mouseClick(seen.button("the same"), Qt::LeftButton);
        QCOMPARE(seen.label("duelBets"), QString("Bets: CPU 0 · GPU 2 · the same 1"));
        seen.view.advanceTo(1);
        QVERIFY(!seen.button("CPU")->isEnabled());
        QVERIFY(!seen.words().contains("Right bets"));
        seen.view.advanceTo(10);
        QVERIFY(seen.label("duelAnswer").endsWith("Right bets: 2 of 3."));
        seen.view.restart();
        QVERIFY(seen.label("duelBets").isEmpty() && seen.button("CPU")->isEnabled());
    }

    void withoutAWinnerNoBetIsWrong() {
        DuelValue duel = exampleDuel();
        duel.winner.reset();
        duel.doubt = Reason{"duel_cold_once"};
        Seen seen(duel);
        QTest::mouseClick(seen.button("CPU"), Qt::LeftButton);
        seen.view.advanceTo(10);
        QVERIFY(seen.label("duelAnswer").contains("no bet was right or wrong"));
    }

    void anEqualDuelGoesOn() {
        Seen seen;
        seen.view.advanceTo(3);
        seen.view.setDuel(exampleDuel());
        QCOMPARE(seen.lanes[0]->done(), 30U);
        DuelValue other = exampleDuel();
        other.is_cold = true;
        other.lanes[0].start_s = 1;
        for (double& end : other.lanes[0].end_s) end += 1;
        seen.view.setDuel(other);
        QCOMPARE(seen.lanes[0]->done(), 0U);
        QVERIFY(seen.view.wantsCold());
        seen.view.advanceTo(0.5);
        QVERIFY(seen.lanes[0]->clockText().startsWith("starting"));
    }

    /// The answer is what everybody waited for: it stands above the lanes, where it is seen, and
    /// what is told below a name is not cut.
    void theEndIsSeen() {
        DuelValue duel = exampleDuel();
        for (DuelValue::Lane& lane : duel.lanes) {
            lane.name = "BF16, channels last, 4 threads";
            lane.told = "14 measured times, repeated in their order (2.4 laps)";
        }
        duel.lanes[1].name = "FP32";
        Seen seen(duel);
        const auto* answer = seen.view.findChild<QLabel*>("duelAnswer");
        const auto* question = seen.view.findChild<QLabel*>("duelQuestion");
        QVERIFY(question->isVisible() && seen.button("the same")->isVisible());
        const int before = seen.lanes[0]->minimumSizeHint().height();
        seen.view.advanceTo(10);
        QTRY_VERIFY(answer->geometry().bottom() < seen.lanes[0]->geometry().top());
        QVERIFY(!question->isVisible() && !seen.button("the same")->isVisible());
        QCOMPARE(seen.lanes[0]->minimumSizeHint().height(), before);
        seen.view.resize(500, seen.view.height());
        QTRY_VERIFY(seen.lanes[0]->minimumSizeHint().height() > before);  // more lines
        QVERIFY(seen.lanes[0]->height() >= seen.lanes[0]->minimumSizeHint().height());
        QCOMPARE(seen.lanes[1]->minimumSizeHint(), seen.lanes[0]->minimumSizeHint());
        seen.view.restart();
        QVERIFY(question->isVisible());
    }

    void lettersGrowInAPresentation() {
        Seen seen;
        const QSize least = seen.lanes[0]->minimumSizeHint();
        applyTheme(*qApp, ThemeChoice::Light, 1.6);
        QTRY_VERIFY(seen.lanes[0]->minimumSizeHint().width() > least.width());
        applyTheme(*qApp, ThemeChoice::Light);
    }

    void tabRacesTheRowThatIsLookedAt() {
        const std::vector<RecordLog> logs{examples::gpuPc()};
        const auto compared = compare(logs);
        const Labels labels(*compared, Text(Language::English));
        Shown shown{.comparison = *compared, .labels = labels, .table = 0, .row = 1};
        DuelTab tab;
        auto& view = *tab.findChild<DuelView*>();
        auto& pair = *tab.findChild<QComboBox*>();
        QSignalSpy hides(&tab, &DuelTab::resultHidden), again(&tab, &ResultTab::showWanted);
        tab.setVisible(true);
        tab.show(nullptr);
        QVERIFY(!tab.hidesTable());
        tab.show(&shown);
        QCOMPARE(pair.count(), 3);
        QVERIFY(view.isVisible() && tab.hidesTable());
        QCOMPARE(hides.takeLast().front().toBool(), true);
        view.advanceTo(1e9);
        QCOMPARE(hides.takeLast().front().toBool(), false);
        QVERIFY(view.accessibleDescription().contains("finishes first"));

        pair.setCurrentIndex(1);
        Q_EMIT pair.activated(1);
        QTest::mouseClick(view.findChild<QCheckBox*>(), Qt::LeftButton);
        QCOMPARE(again.size(), 2);
        tab.show(&shown);
        QCOMPARE(pair.currentIndex(), 1);
        QVERIFY(!view.isOver() && view.wantsCold());

        tab.setLive(true);  // nothing is replayed beside a measurement, and its table is seen
        QVERIFY(!view.isVisible() && !tab.hidesTable());
        QCOMPARE(hides.takeLast().front().toBool(), false);
        tab.setLive(false);
        shown.row = 3;  // one of the two was not measured
        tab.show(&shown);
        QVERIFY(!view.isVisible());
        tab.show(nullptr);
        QVERIFY(!view.isVisible());
    }
};

QTEST_MAIN(TestDuelView)
#include "tst_duel_view.moc"
