// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#ifdef __linux__
#include <sys/mount.h>
#endif

#include "base/whole_file.h"
#include "ui/lab_report/report_store.h"
#include "ui/look/settings.h"

using namespace duelo;
using ui::ReportStore;

namespace {

constexpr int kFiveSeconds_ms = 5000;

void type(ReportStore& store, const std::string& words) {
    store.change([&](LabReport& report) { report.texts["analysis.why"] += words; });
}

bool opens(ReportStore& store, const QString& path) {
    QSignalSpy opened(&store, &ui::ReportStore::opened);
    QSignalSpy none(&store, &ui::ReportStore::noneOpened);
    store.open({path});
    return QTest::qWaitFor([&] { return opened.size() + none.size() > 0; }) && !opened.isEmpty();
}

std::string textIn(const QString& path) {
    auto report = readLabReport(ui::pathOf(path));
    return report ? report->texts["analysis.why"] : "none: " + report.error().code;
}

}  // namespace

/// Typed text is on the disk within five seconds, without a command, and only one window writes it.
class TestReportStore : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    [[nodiscard]] QString at(const char* name) const { return m_folder.filePath(name); }

private Q_SLOTS:
    void savesByItselfWhileSomebodyTypes();
    void makesNoFileBeforeTheFirstChange();
    void opensForOneWriterOnly();
    void keepsWhatWasOpenWhenAFileCannotBeRead();
    void tellsThatItCannotSaveAndTriesAgain();
    void aFullDiskKeepsWhatWasSaved_R_20();
};

void TestReportStore::savesByItselfWhileSomebodyTypes() {
    ReportStore store;
    QVERIFY(store.begin(at("a.duelo-report"), {}));
    QSignalSpy saved(&store, &ReportStore::saved);
    QElapsedTimer typing;
    typing.start();
    // Never a pause long enough for a timer that each key starts anew.
    while (saved.isEmpty() && typing.elapsed() < kFiveSeconds_ms) {
        type(store, "a");
        QTest::qWait(100);
    }
    QVERIFY(!saved.isEmpty());
    QVERIFY(!textIn(at("a.duelo-report")).empty());
}

void TestReportStore::makesNoFileBeforeTheFirstChange() {
    ReportStore store;
    QVERIFY(store.begin(at("new folder/b.duelo-report"), {}));
    store.save();
    QVERIFY(!QFile::exists(at("new folder/b.duelo-report")));
    type(store, "b");
    QVERIFY(!store.isSaved());
    store.save();
    QVERIFY(store.isSaved());
    QCOMPARE(textIn(at("new folder/b.duelo-report")), std::string("b"));
    QCOMPARE(ReportStore().begin(at("new folder/b.duelo-report"), {}).error().code,
             std::string("file_exists"));
}

void TestReportStore::opensForOneWriterOnly() {
    const QString path = at("c.duelo-report");
    QVERIFY(writeLabReport({}, ui::pathOf(path)));
    auto first = std::make_unique<ReportStore>();
    QVERIFY(opens(*first, path));
    ReportStore second;
    QVERIFY(opens(second, path));
    QVERIFY(!first->isReadOnly() && second.isReadOnly());
    type(second, "second");
    second.save();
    type(*first, "first");
    QVERIFY(opens(*first, path));  // again, and it stays the writer
    QVERIFY(!first->isReadOnly());
    QCOMPARE(textIn(path), std::string("first"));
    first.reset();
    QVERIFY(opens(second, path));
    QVERIFY(!second.isReadOnly());
}

void TestReportStore::keepsWhatWasOpenWhenAFileCannotBeRead() {
    ReportStore store;
    QVERIFY(store.begin(at("d.duelo-report"), {}));
    type(store, "d");
    QVERIFY(writeWhole("{\"duelo_report\": 1, \"texts\": 3}", ui::pathOf(at("bad.duelo-report"))));
    QSignalSpy unopened(&store, &ReportStore::unopened);
    QVERIFY(!opens(store, at("bad.duelo-report")));
    QCOMPARE(unopened.front().at(1).value<Reason>().code, std::string("field_not_object"));
    QCOMPARE(store.path(), at("d.duelo-report"));
    QCOMPARE(textIn(at("d.duelo-report")), std::string("d"));
}

void TestReportStore::tellsThatItCannotSaveAndTriesAgain() {
    ReportStore store;
    const QString path = at("e.duelo-report");
    QVERIFY(store.begin(path, {}));
    QVERIFY(QDir().mkpath(path));  // a folder stands in its place
    QSignalSpy failed(&store, &ReportStore::saveFailed);
    type(store, "e");
    store.save();
    QCOMPARE(failed.size(), 1);
    QVERIFY(!store.isSaved());
    QVERIFY(QDir().rmdir(path));
    store.save();
    QVERIFY(store.isSaved());
    QCOMPARE(textIn(path), std::string("e"));
}

/// Every word of what was written last is there, and what is new is written as soon as there is
/// room.
void TestReportStore::aFullDiskKeepsWhatWasSaved_R_20() {
#ifdef __linux__
    const QByteArray disk = QFile::encodeName(at("disk"));
    QVERIFY(QDir().mkpath(at("disk")));
    if (::mount("tmpfs", disk.constData(), "tmpfs", 0, "size=64k") != 0)
        QSKIP("only root may mount a small disk");
    {
        const QString path = at("disk/f.duelo-report");
        ReportStore store;
        QVERIFY(store.begin(path, {}));
        type(store, "first");
        store.save();
        QVERIFY(store.isSaved());
        QSignalSpy failed(&store, &ReportStore::saveFailed);
        const std::string more(90'000, 'x');
        type(store, more);
        store.save();
        QCOMPARE(failed.size(), 1);
        QCOMPARE(qvariant_cast<Reason>(failed.front().front()).code, std::string("disk_full"));
        QCOMPARE(textIn(path), std::string("first"));
        QCOMPARE(QDir(at("disk")).entryList(QDir::Files | QDir::Hidden).filter("f.duelo").size(),
                 2);
        QCOMPARE(::mount("tmpfs", disk.constData(), "tmpfs", MS_REMOUNT, "size=400k"), 0);
        store.save();
        QVERIFY(store.isSaved());
        QCOMPARE(textIn(path), "first" + more);
    }
    QCOMPARE(::umount(disk.constData()), 0);
#else
    QSKIP("no small disk to be had");
#endif
}

QTEST_MAIN(TestReportStore)
#include "tst_report_store.moc"
