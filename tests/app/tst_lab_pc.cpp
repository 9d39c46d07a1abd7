// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QProcess>
#include <QtTest>

#ifdef Q_OS_LINUX
#include <linux/capability.h>
#include <sys/prctl.h>
#endif

#include "engine_process.h"

using namespace duelo;

namespace {

using Permissions = QFileDevice::Permissions;
constexpr Permissions kNobodyWrites = QFileDevice::ReadOwner | QFileDevice::ExeOwner;
constexpr Permissions kOwnerWrites = kNobodyWrites | QFileDevice::WriteOwner;

}  // namespace

/// A PC as a university sets it up: the program's folder and the profile cannot be written to.
class TestLabPc : public QObject {
    Q_OBJECT

private:
    EngineProcess m_engine;

    [[nodiscard]] QString program() const { return m_engine.path("program/duelo-engine"); }

    /// Runs the copied engine in the folder "work" without the rights that root has beyond a
    /// user's.
    [[nodiscard]] EngineProcess::Outcome run(const QStringList& arguments) const {
        QProcess process;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("DUELO_DATA_DIR",
                           QFileInfo(DUELO_ENGINE).dir().filePath("../share/duelo"));
        environment.insert("DUELO_LANG", "en");
        environment.insert("DUELO_LOCK_FILE", m_engine.path("lock"));
        environment.insert("HOME", m_engine.path("profile"));
        for (const char* name : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
            environment.remove(name);
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_engine.path("work"));
#ifdef Q_OS_LINUX
        process.setChildProcessModifier([] {
            for (const int right : {CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH})
                ::prctl(PR_CAPBSET_DROP, right, 0, 0, 0);
        });
#endif
        process.start(program(), arguments);
        if (!process.waitForFinished(EngineProcess::kPatienceMs)) process.kill();
        return {process.exitStatus() == QProcess::CrashExit ? -1 : process.exitCode(),
                QString::fromUtf8(process.readAllStandardOutput()),
                QString::fromUtf8(process.readAllStandardError())};
    }
    [[nodiscard]] QStringList in(const char* folder) const {
        return QDir(m_engine.path(folder))
            .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }
    void setPermissions(const char* folder, Permissions permissions) const {
        QVERIFY(QFile::setPermissions(m_engine.path(folder), permissions));
    }

private Q_SLOTS:
    void initTestCase() {
#ifndef Q_OS_LINUX
        QSKIP("the proof under Wine does this for Windows");
#endif
        for (const char* folder : {"program", "profile", "work"})
            QVERIFY(QDir().mkpath(m_engine.path(folder)));
        QVERIFY(QFile::copy(DUELO_ENGINE, program()));
        setPermissions("program", kNobodyWrites);
        setPermissions("profile", kNobodyWrites);
    }

    /// Everything that a run writes lies in the folder that the student chose.
    void writesToTheChosenFolderAlone_R_33() {
        const auto outcome = run({"pi", "--samples", "1000", "--device", "cpu", "--how", "loop",
                                  "--preset", "quick", "--out", "r.duelo"});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QVERIFY2(in("work").contains("r.duelo") && in("work").contains("r.csv"),
                 qPrintable(in("work").join(' ')));
        QCOMPARE(in("program"), QStringList{"duelo-engine"});
        QCOMPARE(in("profile"), QStringList());
        const auto workbook = run({"report", "r.duelo", "--format", "xlsx", "--out", "r2.xlsx"});
        QVERIFY2(workbook.code == 0, qPrintable(workbook.err));
    }

    /// A folder of results without rights costs a sentence, before anything is measured.
    void aFolderWithoutRightsIsTold_R_33_data() {
        QTest::addColumn<QStringList>("where");
        QTest::newRow("chosen") << QStringList{"--out", "new.duelo"};
        QTest::newRow("by default") << QStringList{};
    }
    void aFolderWithoutRightsIsTold_R_33() {
        QFETCH(QStringList, where);
        const QStringList before = in("work");
        setPermissions("work", kNobodyWrites);
        const auto outcome =
            run(QStringList{"pi", "--samples", "1000", "--preset", "quick"} + where);
        setPermissions("work", kOwnerWrites);
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("Choose a"), qPrintable(outcome.err));
        QVERIFY2(!outcome.out.contains(u"µs"), qPrintable(outcome.out));
        QCOMPARE(in("work"), before);
    }

    void cleanupTestCase() {
        for (const char* folder : {"program", "profile"}) setPermissions(folder, kOwnerWrites);
    }
};

QTEST_GUILESS_MAIN(TestLabPc)
#include "tst_lab_pc.moc"
