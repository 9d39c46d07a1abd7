// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "experiments/specs.h"
#include "record/record_file.h"
#include "ui/session/session.h"

using namespace duelo;
using namespace duelo::ui;

namespace {

constexpr int kLimit_ms = 30'000;

Plan planOf(int cells) {
    Plan plan = usualPlan(*findSpec("inference"), Facts{.devices = {Device::Cpu}});
    plan.cases.resize(1);
    std::vector<Json>& sizes = plan.cases.front()["size_px"];
    sizes.clear();
    for (int i = 0; i < cells; ++i) sizes.push_back(64 + 32 * i);
    plan.preset = Preset::Quick;
    return plan;
}

/// A session on a fake engine, with all that it refuses.
struct Bench {
    explicit Bench(const QString& scenario = "normal")
        : settings(folder.filePath("duelo.ini"), folder.filePath("none.ini")),
          session(settings, DUELO_FAKE_ENGINE, {"serve", scenario}) {
        settings.setResultsFolder(folder.path());
        session.controller().setCancelLimit(std::chrono::milliseconds(400));
        QObject::connect(&session, &Session::refused, &session, [this](const Reason& reason) {
            refused << QString::fromStdString(reason.code);
        });
    }
    [[nodiscard]] bool ready() {
        session.askProbe();
        return QTest::qWaitFor([this] { return session.canMeasure(); }, kLimit_ms);
    }
    [[nodiscard]] bool idle() {
        return QTest::qWaitFor([this] { return !session.isMeasuring(); }, kLimit_ms);
    }
    [[nodiscard]] QString measured(int cells) {
        const bool good = session.measure(planOf(cells)).has_value() && idle();
        return good ? session.run().path() : QString();
    }
    [[nodiscard]] std::string why() const {
        const auto reason = session.whyNotMeasure();
        return reason ? reason->code : std::string();
    }

    QTemporaryDir folder;
    Settings settings;
    Session session;
    QStringList refused;
};

}  // namespace

class TestUiSession : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneGateForAll();
    void noEngineNoRun_data();
    void noEngineNoRun();
    void forgottenSettingsAreTold();
    void refusedRunHidesNothing();
    void filesDoNotJoinARun();
    void filesStandSideBySide();
    void attachmentsAreAskedFor();
    void whatWasTypedHereIsNotAskedFor_Y_05();
    void resumesWhatIsMissing();
    void repeatsWhatIsDoubtful();
    void forecastsComeBackToTheirAsker();
    void aCoarseForecastIsFollowedByABetterOne();
    void thumbnailsComeOneAtATime();
    void picturesLeftOutAreToldTogether();
    void recentFilesAreLookedInto();
    void resultsGoToTheBin();
};

/// Measurements, self-tests and probes exclude each other: each waits for the end of the others, or
/// is refused.
void TestUiSession::oneGateForAll() {
    Bench bench("slow=300");
    QSignalSpy changed(&bench.session, &Session::canMeasureChanged);
    QSignalSpy finished(&bench.session, &Session::finished);
    QCOMPARE(bench.why(), std::string("probe_in_progress"));
    QVERIFY(!bench.session.measure(planOf(1)));
    QVERIFY(bench.ready());
    QCOMPARE(changed.size(), 1);

    bench.session.askProbe();
    QCOMPARE(bench.why(), std::string("probe_in_progress"));
    bench.session.askProbe();
    QCOMPARE(bench.refused, QStringList());
    bench.session.runSelfTest();  // which is measured too
    QVERIFY(!bench.session.selfTest().isRunning());
    QCOMPARE(std::exchange(bench.refused, {}), QStringList{"probe_in_progress"});
    QTRY_VERIFY_WITH_TIMEOUT(bench.session.canMeasure(), kLimit_ms);

    bench.session.runSelfTest();
    QCOMPARE(bench.why(), std::string("self_test_in_progress"));
    QCOMPARE(bench.session.measure(planOf(1)).error().code, std::string("self_test_in_progress"));
    QCOMPARE(bench.session.resume("x.duelo").error().code, std::string("self_test_in_progress"));
    QSignalSpy probed(&bench.session, &Session::probeArrived);
    bench.session.askProbe();
    QCOMPARE(std::exchange(bench.refused, {}), QStringList{"self_test_in_progress"});
    bench.session.probeAgain();  // waits for its end
    QCOMPARE(bench.why(), std::string("self_test_in_progress"));
    QTRY_COMPARE_WITH_TIMEOUT(probed.size(), 1, kLimit_ms);
    QTRY_VERIFY_WITH_TIMEOUT(bench.session.canMeasure(), kLimit_ms);

    QVERIFY(bench.session.measure(planOf(2)));
    QCOMPARE(bench.why(), std::string("run_in_progress"));
    QCOMPARE(bench.session.measure(planOf(1)).error().code, std::string("run_in_progress"));
    QSignalSpy tested(&bench.session, &Session::selfTestArrived);
    bench.session.runSelfTest();
    bench.session.askProbe();
    QCOMPARE(bench.refused, (QStringList{"run_in_progress", "run_in_progress"}));
    QVERIFY(bench.idle());
    QVERIFY(bench.session.canMeasure());
    QCOMPARE(tested.size(), 0);
    QCOMPARE(finished.size(), 1);
    QCOMPARE(changed.size(), 7);
    // Read back before it is told.
    QVERIFY(bench.session.run().logs().front().integrity == Integrity::Sealed);
}

void TestUiSession::noEngineNoRun_data() {
    QTest::addColumn<QString>("program");  // empty: the fake, unless it is made here
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("args");
    QTest::newRow("not there") << "no engine"
                               << "normal"
                               << "engine_missing"
                               << "";
    QTest::newRow("may not run") << "locked"
                                 << "normal"
                                 << "engine_start_failed"
                                 << "";
    QTest::newRow("damaged") << "damaged"
                             << "normal"
                             << "engine_start_failed"
                             << "";
    QTest::newRow("a library is missing") << ""
                                          << "missing-library"
                                          << "engine_library_missing"
                                          << R"({"library":"libtorch_cpu.so"})";
    QTest::newRow("killed as it starts") << ""
                                         << "blocked"
                                         << "engine_ends_at_start"
                                         << R"({"how":"SIGKILL"})";
    QTest::newRow("ended as it starts") << ""
                                        << "blocked=5"
                                        << "engine_ends_at_start"
                                        << R"({"how":"exit 5"})";
}

/// R-04, R-16: whatever keeps the engine from starting has a sentence of its own, which tells what
/// to do, in both languages.
void TestUiSession::noEngineNoRun() {
    QFETCH(QString, program);
    QFETCH(QString, scenario);
    QFETCH(QString, code);
    QFETCH(QString, args);
    QTemporaryDir folder;
    const QString locked = folder.filePath("locked"), damaged = folder.filePath("damaged");
    QVERIFY(QFile::copy(DUELO_FAKE_ENGINE, locked));
    QVERIFY(QFile::setPermissions(locked, QFile::ReadOwner | QFile::WriteOwner));
    QFile half(damaged);
    QVERIFY(half.open(QIODevice::WriteOnly) && half.write("\x7f"
                                                          "ELF half of it") > 0);
    QVERIFY(half.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    half.close();
    Settings settings(folder.filePath("duelo.ini"), {});
    Session session(settings, program.isEmpty() ? DUELO_FAKE_ENGINE : folder.filePath(program),
                    {"serve", scenario});
    QSignalSpy failed(&session, &Session::engineFailed);
    session.askProbe();
    QTRY_COMPARE_WITH_TIMEOUT(
        QString::fromStdString(session.whyNotMeasure().value_or(Reason{}).code), code, kLimit_ms);
    const auto reason = failed.last().front().value<Reason>();
    QCOMPARE(QString::fromStdString(reason.code), code);
    if (!args.isEmpty()) QCOMPARE(QString::fromStdString(reason.args.dump()), args);
    QVERIFY(!session.measure(planOf(1)));
    for (const Language language : {Language::Spanish, Language::English}) {
        const QString sentence = QString::fromStdString(Text(language).reason(reason));
        QVERIFY2(sentence.count('.') >= 2 && !sentence.contains('{') && !sentence.contains(code),
                 qPrintable(sentence));
    }
}

void TestUiSession::forgottenSettingsAreTold() {
    QTemporaryDir folder;
    QFile blocker(folder.filePath("blocker"));
    QVERIFY(blocker.open(QIODevice::WriteOnly));
    for (const bool writable : {true, false}) {
        Settings settings(folder.filePath(writable ? "duelo.ini" : "blocker/duelo.ini"), {});
        Session session(settings, DUELO_FAKE_ENGINE, {"serve"});
        std::vector<std::string> codes;
        connect(&session, &Session::warningsArrived, this,
                [&](const std::vector<Reason>& warnings) {
                    for (const Reason& warning : warnings) codes.push_back(warning.code);
                });
        QSignalSpy told(&session, &Session::warningsArrived);
        session.askProbe();
        QTRY_VERIFY_WITH_TIMEOUT(!told.isEmpty(), kLimit_ms);
        QCOMPARE(std::ranges::count(codes, std::string("settings_unwritable")), writable ? 0 : 1);
        QCOMPARE(session.warnings().size(), codes.size());  // for a bar that is made later
    }
}

/// Another Duelo measures on this PC: the run never begins, and what was open is shown as before.
void TestUiSession::refusedRunHidesNothing() {
    Bench first;
    QVERIFY(first.ready());
    const QString mine = first.measured(2), other = first.measured(1);
    Bench bench("refuses");
    QVERIFY(bench.ready());
    RunStore& run = bench.session.run();
    QVERIFY(bench.session.open({mine, other}).has_value());
    QTRY_COMPARE_WITH_TIMEOUT(run.logs().size(), 2U, kLimit_ms);
    QTRY_VERIFY_WITH_TIMEOUT(!run.isReading(), kLimit_ms);
    QSignalSpy opened(&bench.session, &Session::opened), ended(&bench.session, &Session::finished);
    QVERIFY(bench.session.measure(planOf(1)).has_value());
    QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, kLimit_ms);
    QTRY_COMPARE_WITH_TIMEOUT(run.path(), mine, kLimit_ms);
    QTRY_COMPARE_WITH_TIMEOUT(run.logs().size(), 2U, kLimit_ms);
    QVERIFY(run.comparison());
    QCOMPARE(opened.size(), 0);  // nobody has opened anything: the form stays as it is
    run.clear();
    QVERIFY(bench.session.measure(planOf(1)).has_value());
    QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 2, kLimit_ms);
    QTRY_VERIFY_WITH_TIMEOUT(run.isEmpty(), kLimit_ms);  // and no file that does not exist
}

/// Another window's file must not become a column of what is being measured.
void TestUiSession::filesDoNotJoinARun() {
    Bench bench("slow=300");
    QVERIFY(bench.ready());
    const QString before = bench.measured(1);
    QVERIFY(!before.isEmpty());
    QVERIFY(bench.session.measure(planOf(3)));
    QCOMPARE(bench.session.open({before}).error().code, std::string("run_in_progress"));
    QVERIFY(bench.idle());
    QCOMPARE(bench.session.run().logs().size(), 1U);
    // Who asks for it gets it, also meanwhile.
    QVERIFY(bench.session.measure(planOf(3)));
    bench.session.run().addBeside(before, duelo::Role::Shared);
    QTRY_COMPARE_WITH_TIMEOUT(bench.session.run().logs().size(), 2U, kLimit_ms);
    QVERIFY(bench.session.isMeasuring());
    QVERIFY(bench.idle());
    QCOMPARE(bench.session.run().logs().size(), 2U);
}

void TestUiSession::filesStandSideBySide() {
    Bench bench;
    QVERIFY(bench.ready());
    const QString a = bench.measured(1), b = bench.measured(2);
    QVERIFY(!a.isEmpty() && !b.isEmpty());
    QSignalSpy opened(&bench.session, &Session::opened);
    QVERIFY(bench.session.open({bench.folder.filePath("none.duelo"), a, b}));
    QTRY_COMPARE_WITH_TIMEOUT(bench.session.run().logs().size(), 2U, kLimit_ms);
    QCOMPARE(opened.size(), 1);
    QCOMPARE(bench.session.run().path(), a);  // in place of the one that is not there
    QCOMPARE(bench.refused, QStringList{"file_missing"});
    QCOMPARE(bench.session.recent().paths().constFirst(), a);
}

/// Nothing that came with a plan runs before somebody here has read it; once is enough.
void TestUiSession::attachmentsAreAskedFor() {
    const std::string refusal = "attachment_not_allowed";
    Plan plan = planOf(1);
    plan.attachments.emplace("mine.c", Attachment("int main() {}\n"));
    Bench bench;
    QVERIFY(bench.ready());
    QSignalSpy asked(&bench.session, &Session::allowWanted);
    QCOMPARE(bench.session.measure(plan).error().code, refusal);
    QCOMPARE(asked.size(), 1);
    QVERIFY(bench.session.canMeasure());
    connect(&bench.session, &Session::allowWanted, this, [&](const Attachments& attachments) {
        QCOMPARE(attachments.at("mine.c").text(), std::string("int main() {}\n"));
        bench.session.controller().allow(digestsOf(attachments));
    });
    for (int run = 0; run < 2; ++run) {
        QVERIFY(bench.session.measure(plan));
        QVERIFY(bench.idle());
        QCOMPARE(asked.size(), 2);
    }
    // A file that is resumed elsewhere starts with none.
    Header header;
    header.run = "66666666-6666-4666-8666-666666666666";
    header.app = "0.1.0";
    header.started = "2026-05-08T08:00:00Z";
    header.plan = toJson(plan);
    header.plan_hash = planHash(header.plan);
    header.cells = 1;
    const QString path = bench.folder.filePath("begun.duelo");
    QVERIFY((*RecordFile::create(pathOf(path)))->write(header));
    Bench other;
    QVERIFY(other.ready());
    QVERIFY(other.session.resume(path));
    QTRY_COMPARE_WITH_TIMEOUT(other.refused, QStringList{QString::fromStdString(refusal)},
                              kLimit_ms);
    QVERIFY(other.idle());
    QVERIFY(other.session.canMeasure());
}

/// Text that was typed here is never asked about, not even after a restart: it is nobody else's.
/// One letter more makes it another text.
void TestUiSession::whatWasTypedHereIsNotAskedFor_Y_05() {
    const Attachment typed("python3 sum.py {n}");
    Plan plan = planOf(1);
    plan.attachments.emplace("sum.py {n}", typed);
    Bench bench;
    QVERIFY(bench.ready());
    QSignalSpy asked(&bench.session, &Session::allowWanted);
    bench.session.allowOwn({{"sum.py {n}", typed}});
    QVERIFY(bench.session.measure(plan));
    QVERIFY(bench.idle());
    QCOMPARE(asked.size(), 0);
    QVERIFY(Session(bench.settings, DUELO_FAKE_ENGINE, {"serve"})
                .controller()
                .allowed()
                .contains(typed.sha256()));
    plan.attachments.insert_or_assign("sum.py {n}", Attachment("python3 sum.py {n} "));
    QCOMPARE(bench.session.measure(plan).error().code, std::string("attachment_not_allowed"));
    QCOMPARE(asked.size(), 1);
}

void TestUiSession::resumesWhatIsMissing() {
    Bench bench("slow=600");
    QVERIFY(bench.ready());
    QVERIFY(bench.session.resume(bench.folder.filePath("none.duelo")));
    QVERIFY(bench.session.isMeasuring());
    QVERIFY(bench.idle());
    QCOMPARE(bench.refused, QStringList{"file_missing"});

    QVERIFY(bench.session.measure(planOf(3)));
    QTRY_VERIFY_WITH_TIMEOUT(bench.session.controller().progress().cells_done == 1, kLimit_ms);
    bench.session.controller().cancel();
    QVERIFY(bench.idle());
    QCOMPARE(bench.session.run().openCells(), 2);
    const QString file = bench.session.run().path();
    QSignalSpy resumed(&bench.session, &Session::resumed);
    QVERIFY(bench.session.resume(file));
    QTRY_COMPARE_WITH_TIMEOUT(resumed.size(), 1, kLimit_ms);
    QCOMPARE(bench.session.controller().progress().cells_done, 1);
    QVERIFY(bench.idle());
    QCOMPARE(bench.session.run().openCells(), 0);
}

void TestUiSession::repeatsWhatIsDoubtful() {
    Bench bench("noisy@c002");
    QVERIFY(bench.ready());
    const QString file = bench.measured(3);
    QCOMPARE(bench.session.run().doubtfulRows(), 1);
    QVERIFY(bench.session.repeat(file));
    QVERIFY(bench.session.isMeasuring());
    QVERIFY(bench.idle());
    QCOMPARE(bench.session.run().doubtfulRows(), 0);
    QCOMPARE(bench.session.run().path(), file);
    QVERIFY(bench.refused.isEmpty());
}

/// Two pages ask within one pause: each hears of its own plan, and only of the latest.
void TestUiSession::forecastsComeBackToTheirAsker() {
    Bench bench;
    QVERIFY(bench.ready());
    std::map<QString, std::vector<int>> cells;
    connect(&bench.session, &Session::forecastArrived, this,
            [&](const QString& asker, const Result<Json>& reply) {
                cells[asker].push_back(reply->value("cells", 0));
            });
    bench.session.askForecast(planOf(7), "inference");
    bench.session.askForecast(planOf(2), "home");
    bench.session.askForecast(planOf(3), "inference");
    QTRY_COMPARE_WITH_TIMEOUT(cells.size(), 2U, kLimit_ms);
    QCOMPARE(cells["home"].size(), 1U);
    QCOMPARE(cells["inference"].size(), 1U);
    QVERIFY(cells["inference"].front() > cells["home"].front());
}

/// At once what is known, then what the calls say that were timed, and then no more.
void TestUiSession::aCoarseForecastIsFollowedByABetterOne() {
    Bench bench("probes");
    QVERIFY(bench.ready());
    std::vector<Json> told;
    connect(&bench.session, &Session::forecastArrived, this,
            [&](const QString&, const Result<Json>& reply) { told.push_back(*reply); });
    bench.session.askForecast(planOf(2), "home");
    QTRY_COMPARE_WITH_TIMEOUT(told.size(), 2U, kLimit_ms);
    QVERIFY(told.front().value("more", false));
    QVERIFY(!told.back().value("more", true));
    QVERIFY(told.front().at("duration_ms") != told.back().at("duration_ms"));
    QTest::qWait(300);
    QCOMPARE(told.size(), 2U);
}

void TestUiSession::thumbnailsComeOneAtATime() {
    Bench bench("late=150");
    QVERIFY(bench.ready());
    QStringList told;
    connect(&bench.session, &Session::thumbnailArrived, this,
            [&](const QString& input) { told << input; });
    connect(&bench.session, &Session::forecastArrived, this, [&] { told << "forecast"; });
    for (const char* name : {"a", "b", "c", "d", "a", "c"}) bench.session.askThumbnail(name);
    bench.session.askForecast(planOf(1), "inference");
    QTRY_COMPARE_WITH_TIMEOUT(told.size(), 5, kLimit_ms);
    // The first was sent at once; then the one that was asked for last.
    QStringList pictures = told;
    pictures.removeAll("forecast");
    QCOMPARE(pictures, (QStringList{"a", "c", "d", "b"}));
    QVERIFY(told.indexOf("forecast") < told.size() - 1);
    // A page that is made anew asks again, and is told what is known.
    bench.session.askThumbnail("d");
    QTRY_COMPARE_WITH_TIMEOUT(told.size(), 6, 100);
    QCOMPARE(told.constLast(), QString("d"));
}

/// One sentence after the other would leave only the last one in view.
void TestUiSession::picturesLeftOutAreToldTogether() {
    Bench bench;
    QVERIFY(bench.ready());
    const QTemporaryDir pictures;
    const QStringList names{"one.empty", "two.empty", "three.empty"};
    for (const QString& name : names)
        QVERIFY(QFile(pictures.filePath(name)).open(QIODevice::WriteOnly));
    std::vector<Reason> reasons;
    connect(&bench.session, &Session::refused, this,
            [&](const Reason& reason) { reasons.push_back(reason); });
    bench.session.askImages({pictures.path()});
    QTRY_COMPARE_WITH_TIMEOUT(reasons.size(), std::size_t{1}, kLimit_ms);
    for (const Language language : {Language::Spanish, Language::English}) {
        const QString told = QString::fromStdString(Text(language).reason(reasons.front()));
        for (const QString& name : names) QVERIFY2(told.contains(name), qPrintable(told));
    }
    QTest::qWait(50);
    QCOMPARE(bench.refused, QStringList{"image_empty"});
}

void TestUiSession::recentFilesAreLookedInto() {
    Bench bench;
    QVERIFY(bench.ready());
    const QString file = bench.measured(2), none = bench.folder.filePath("none.duelo");
    QVERIFY(!file.isEmpty());
    RecentInfos& infos = bench.session.recentInfos();
    QSignalSpy told(&infos, &RecentInfos::told);
    infos.ask({file, none});
    QVERIFY(!infos.of(file) && !infos.of(none));  // nothing is read here
    infos.ask({file});                            // is under way
    QTRY_COMPARE_WITH_TIMEOUT(told.size(), 2, kLimit_ms);
    QVERIFY(infos.of(none)->missing);
    const auto info = infos.of(file);
    QVERIFY(!info->missing && !info->problem);
    QVERIFY(info->plan->cases.size() == 1);
    QVERIFY(!info->started.empty());
    QCOMPARE(info->open_cells, 0);
}

/// Not every system has a bin for every folder: then the file stays, and it is told.
void TestUiSession::resultsGoToTheBin() {
    Bench bench("slow=300");
    QVERIFY(bench.ready());
    const QString file = bench.measured(1);
    QVERIFY(!file.isEmpty());
    QSignalSpy binned(&bench.session, &Session::binned);
    bench.session.moveToBin(file);
    QTRY_VERIFY_WITH_TIMEOUT(binned.size() + bench.refused.size() == 1, kLimit_ms);
    QCOMPARE(QFileInfo::exists(file), binned.isEmpty());
    QCOMPARE(bench.session.recent().paths().contains(file), binned.isEmpty());
    QCOMPARE(bench.session.run().isEmpty(), !binned.isEmpty());
    bench.refused.clear();
    bench.session.moveToBin(bench.folder.filePath("none.duelo"));
    QTRY_COMPARE_WITH_TIMEOUT(bench.refused, QStringList{"bin_failed"}, kLimit_ms);

    QVERIFY(bench.session.measure(planOf(2)));
    bench.refused.clear();
    bench.session.moveToBin(bench.session.run().path());
    QCOMPARE(bench.refused, QStringList{"run_in_progress"});
    QVERIFY(bench.idle());
}

QTEST_MAIN(TestUiSession)
#include "tst_ui_session.moc"
