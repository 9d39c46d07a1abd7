// SPDX-License-Identifier: GPL-3.0-or-later
// Y-18: a window that was killed in a run leaves an engine at work. The next window says so, shows
// the run live, and can stop it; nothing that was measured is lost.
#include <QProcess>

#include "record/record_file.h"
#include "ui/pages/running_card.h"
#include "ui/session/run_controller.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

namespace {

/// An engine whose window is gone, in the second of its cells.
class Orphan {
public:
    explicit Orphan(const QString& file) : m_file(file) {
        m_process.start(DUELO_FAKE_ENGINE, {"serve", "locked+slow=60000"});
        const Json command{
            {"c", "run"}, {"id", 1}, {"plan", toJson(smallPlan(3))}, {"file", file.toStdString()}};
        m_process.write(QByteArray::fromStdString(command.dump()) + '\n');
        m_process.closeWriteChannel();
    }
    ~Orphan() {
        m_process.kill();
        m_process.waitForFinished();
    }
    Orphan(const Orphan&) = delete;
    Orphan& operator=(const Orphan&) = delete;

    [[nodiscard]] bool isAtWork() {
        return QTest::qWaitFor([&] { return m_process.readAll().contains("c002") || m_told; },
                               kSoonMs) &&
               (m_told = true);
    }
    [[nodiscard]] bool isRunning() const { return m_process.state() == QProcess::Running; }
    [[nodiscard]] bool hasEnded() { return !isRunning() || m_process.waitForFinished(kSoonMs); }
    [[nodiscard]] RecordLog log() const { return readRecords(ui::pathOf(m_file)).value(); }

private:
    QString m_file;
    bool m_told = false;
    QProcess m_process;
};

/// A window that knows of the file, as the one that was killed has left it.
void openAnew(WindowBench& bench, const QString& file) {
    bench.work->recent().add(file);
    bench.window = std::make_unique<ui::MainWindow>(bench.settings, *bench.work);
    bench.window->show();
}

ui::RunningCard& cardOf(const WindowBench& bench) {
    return *bench.window->findChild<ui::RunningCard*>();
}

QString saidBy(const ui::RunningCard& card) {
    QString all;
    for (const QLabel* label : card.findChildren<QLabel*>()) all += label->text() + '\n';
    return all;
}

}  // namespace

class TestFollowInWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { qputenv("DUELO_LOCK_FILE", m_folder.filePath("lock").toUtf8()); }
    void cleanup() { qunsetenv("DUELO_LOCK_FILE"); }

    void itIsSaidShownAndStopped() {
        WindowBench bench;
        const QString file = m_folder.filePath("huérfana.duelo");
        Orphan orphan(file);
        QVERIFY(orphan.isAtWork());
        openAnew(bench, file);
        QTRY_VERIFY_WITH_TIMEOUT(cardOf(bench).isVisibleTo(bench.window.get()), kSoonMs);
        QVERIFY2(saidBy(cardOf(bench)).contains("sigue en marcha: 1 de 3"),
                 qPrintable(saidBy(cardOf(bench))));
        QVERIFY(!bench.window->findChild<QPushButton*>("resume"));

        cardOf(bench).findChild<QPushButton*>("runningSee")->click();
        QVERIFY(bench.hasMeasured(1));
        QVERIFY(bench.work->run().isLive() && bench.work->controller().isFollowing());
        QCOMPARE(bench.work->controller().progress().cells_done, 1);
        QCOMPARE(bench.work->controller().progress().cells_total, 3);
        QTRY_VERIFY2(bench.message().contains("sigue en marcha"), qPrintable(bench.message()));
        QVERIFY(!bench.work->canMeasure());

        QTest::keyClick(bench.window.get(), Qt::Key_Escape);
        QVERIFY(bench.idle());
        QVERIFY(orphan.hasEnded());
        const RecordLog log = orphan.log();
        QVERIFY(log.integrity == Integrity::Sealed);
        QCOMPARE(std::get<End>(log.records.back()).status, std::string("cancelled"));
        QCOMPARE(log.outcomes().at("c001"), Status::Done);
        QTRY_VERIFY2(bench.resumeButton().isVisible() && bench.resumeButton().text().contains("2"),
                     qPrintable(bench.message()));
        QTRY_VERIFY_WITH_TIMEOUT(!cardOf(bench).isVisibleTo(bench.window.get()), kSoonMs);
    }

    void itCanBeStoppedAtOnce() {
        WindowBench bench;
        const QString file = m_folder.filePath("a.duelo");
        Orphan orphan(file);
        QVERIFY(orphan.isAtWork());
        openAnew(bench, file);
        QTRY_VERIFY_WITH_TIMEOUT(cardOf(bench).isVisibleTo(bench.window.get()), kSoonMs);
        cardOf(bench).findChild<QPushButton*>("runningStop")->click();
        QTRY_VERIFY_WITH_TIMEOUT(orphan.hasEnded(), kSoonMs);
        QVERIFY(bench.idle());
        QVERIFY(orphan.log().integrity == Integrity::Sealed);
    }

    /// A run's file is shown live in whatever way it is opened, and closing the window leaves the
    /// run at work.
    void openingItFollowsAndClosingLeavesIt() {
        WindowBench bench;
        const QString file = m_folder.filePath("b.duelo");
        Orphan orphan(file);
        QVERIFY(orphan.isAtWork());
        bench.window->openRecords({file});
        QTRY_VERIFY_WITH_TIMEOUT(bench.work->controller().isFollowing(), kSoonMs);
        QVERIFY(bench.hasMeasured(1));
        // Another file may be looked at: the run goes on alone.
        QVERIFY(bench.window->actions().open->isEnabled());
        QVERIFY(bench.window->close());
        QVERIFY(!bench.work->controller().isFollowing());
        QTest::qWait(100);
        QVERIFY(orphan.isRunning());
        QVERIFY(orphan.log().integrity == Integrity::Open);
    }

    /// Its process is killed while it is shown: what the file has is kept, and it can be resumed.
    void oneThatBreaksOffIsSaid() {
        WindowBench bench;
        const QString file = m_folder.filePath("c.duelo");
        {
            Orphan orphan(file);
            QVERIFY(orphan.isAtWork());
            bench.window->openRecords({file});
            QTRY_VERIFY_WITH_TIMEOUT(bench.work->controller().isFollowing(), kSoonMs);
            QVERIFY(bench.hasMeasured(1));
        }
        QVERIFY(bench.idle());
        QTRY_VERIFY2(bench.message().contains("sin cerrar su archivo"),
                     qPrintable(bench.message()));
    }

private:
    QTemporaryDir m_folder;
};

int main(int argc, char** argv) {
    return runInApplication<TestFollowInWindow>(argc, argv);
}
#include "tst_follow_in_window.moc"
