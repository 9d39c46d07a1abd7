// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QtTest>

#include "ui/session/recent_files.h"

using namespace duelo::ui;

class TestRecentFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<Settings>(path("duelo.ini"), path("none.ini"));
    }

    void newestFirstAndOnce() {
        RecentFiles recent(*m_settings);
        for (const char* name : {"a", "b", "c", "a"}) recent.add(path(name));
        QCOMPARE(recent.paths(), (QStringList{path("a"), path("c"), path("b")}));
        recent.remove(path("c"));
        QCOMPARE(recent.paths(), (QStringList{path("a"), path("b")}));
    }

    void oldOnesArePushedOut() {
        RecentFiles recent(*m_settings);
        for (int i = 0; i <= RecentFiles::kMaxFiles; ++i) recent.add(path(QString::number(i)));
        QCOMPARE(recent.paths().size(), RecentFiles::kMaxFiles);
        QVERIFY(!recent.paths().contains(path("0")));
        QCOMPARE(recent.paths().constFirst(), path(QString::number(RecentFiles::kMaxFiles)));
    }

    void pinnedOnesStay() {
        RecentFiles recent(*m_settings);
        recent.add(path("pinned"));
        recent.setPinned(path("pinned"), true);
        for (int i = 0; i < RecentFiles::kMaxFiles; ++i) recent.add(path(QString::number(i)));
        QVERIFY(recent.isPinned(path("pinned")));
        QCOMPARE(recent.paths().constFirst(), path("pinned"));
        QCOMPARE(recent.paths().size(), RecentFiles::kMaxFiles + 1);
        // Whoever lets it go has not asked to forget it.
        recent.setPinned(path("pinned"), false);
        QVERIFY(!recent.isPinned(path("pinned")));
        QCOMPARE(recent.paths().constFirst(), path("pinned"));
        QCOMPARE(recent.paths().size(), RecentFiles::kMaxFiles);
        recent.setPinned(path("3"), true);
        recent.setPinned(path("3"), false);
        QCOMPARE(recent.paths().count(path("3")), 1);
        QCOMPARE(recent.paths().constFirst(), path("pinned"));
        recent.setPinned(path("3"), true);
        recent.remove(path("3"));
        QVERIFY(!recent.paths().contains(path("3")) && !recent.isPinned(path("3")));
    }

    /// `duelo run.duelo` in a terminal must be found from anywhere later on.
    void pathsAreWhole() {
        RecentFiles recent(*m_settings);
        const QString here = QDir::currentPath();
        QVERIFY(QDir::setCurrent(m_folder->path()));
        const QString whole = QDir(QDir::currentPath()).filePath("x.duelo");
        recent.add("x.duelo");
        recent.add("./sub/../x.duelo");
        QDir::setCurrent(here);
        QCOMPARE(recent.paths(), QStringList{whole});
        recent.setPinned(whole, true);
        QVERIFY(recent.isPinned(whole));
    }

    void rememberedByTheNextStart() {
        RecentFiles(*m_settings).add(path("ñandú, 1.duelo"));
        RecentFiles(*m_settings).setPinned(path("b.duelo"), true);
        m_settings = std::make_unique<Settings>(path("duelo.ini"), path("none.ini"));
        const RecentFiles recent(*m_settings);
        QCOMPARE(recent.paths(), (QStringList{path("b.duelo"), path("ñandú, 1.duelo")}));
        QVERIFY(recent.isPinned(path("b.duelo")));
        QVERIFY(!recent.isPinned(path("ñandú, 1.duelo")));
    }

private:
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
};

QTEST_MAIN(TestRecentFiles)
#include "tst_recent_files.moc"
