// SPDX-License-Identifier: Apache-2.0
// Record files are found by the run in them, whatever they are called (Y-31).
#include <chrono>
#include <fstream>

#include <QtTest>

#include "base/json_text.h"
#include "base/places.h"
#include "record/run_finder.h"
#include "record_examples.h"

using namespace duelo;

namespace fs = std::filesystem;

class RunFinderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void readsHeadersOfAnyLength_data();
    void readsHeadersOfAnyLength();
    void takesNothingElseForAHeader_data();
    void takesNothingElseForAHeader();
    void findsWhateverTheNameIs();
    void looksAtTheLatest();

private:
    fs::path write(const char* name, const std::string& bytes, int age_s = 0) {
        const fs::path path = fs::path(m_folder->path().toStdString()) / name;
        fs::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << bytes;
        fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::seconds(age_s));
        return path;
    }
    static std::string headerOf(const std::string& run) {
        Header header = examples::header();
        header.run = run;
        return encode(Record(header));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void RunFinderTest::readsHeadersOfAnyLength_data() {
    QTest::addColumn<int>("length");
    // Around the pieces that are read, and of a plan with very many cells.
    for (const int length : {0, 16383, 16384, 16385, 32768, 300'000, (1 << 20) - 1})
        QTest::addRow("%d", length) << length;
}

void RunFinderTest::readsHeadersOfAnyLength() {
    QFETCH(int, length);
    std::string line = headerOf("a run");
    const std::string open = ",\"long\":\"";
    const auto most = static_cast<std::size_t>(length);
    if (line.size() + open.size() + 1 < most) {
        line.back() = ' ';
        line += open;
        line += std::string(most - line.size() - 2, 'x') + "\"}";
        QCOMPARE(line.size(), most);
    }
    for (const char* rest : {"\n", "", "\n{\"r\":\"cell\"}\n", "\nwhat is no line of ours"}) {
        const Json header = firstLineOf(write("a.duelo", line + rest));
        QVERIFY2(header.is_object(), rest);
        QCOMPARE(header.at("run").get<std::string>(), std::string("a run"));
    }
}

void RunFinderTest::takesNothingElseForAHeader_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("a number") << QByteArray("3\n");
    QTest::newRow("half") << QByteArray::fromStdString(headerOf("a run")).chopped(1);
    QTest::newRow("zeros") << QByteArray(100'000, '\0');
    QTest::newRow("endless") << "{\"run\":\"" + QByteArray(2 << 20, 'x') + "\"}\n";
}

void RunFinderTest::takesNothingElseForAHeader() {
    QFETCH(QByteArray, bytes);
    QVERIFY(firstLineOf(write("a.duelo", bytes.toStdString())).is_null());
    QVERIFY(firstLineOf(fromUtf8(m_folder->path().toStdString())).is_null());
}

void RunFinderTest::findsWhateverTheNameIs() {
    const fs::path older = write("copia (2).duelo", headerOf("run") + "\n", 60),
                   newer = write("Ñ.duelo", headerOf("run") + "\n", 10);
    write("other.duelo", headerOf("another") + "\n");
    write("run.txt", headerOf("run") + "\n");
    write("inner/a.duelo", headerOf("run") + "\n");
    write("broken.duelo", "{");
    const fs::path folder = fs::path(m_folder->path().toStdString());
    const std::array folders{folder / "not there", folder};
    RunFinder finder(folders);
    QVERIFY((finder.find("run") == std::vector{newer, older}));
    QVERIFY(finder.find("third").empty());
}

void RunFinderTest::looksAtTheLatest() {
    const fs::path oldest = write("oldest.duelo", "", 5000);
    for (int i = 0; i < 1000; ++i) write(("f" + std::to_string(i) + ".duelo").c_str(), "", i);
    const std::array folders{oldest.parent_path()};
    const auto newest = newestRecords(folders);
    QCOMPARE(newest.size(), std::size_t{1000});
    QVERIFY(newest.front().path().filename() == "f0.duelo");
    QVERIFY(std::ranges::find(newest, oldest, &fs::directory_entry::path) == newest.end());
}

QTEST_GUILESS_MAIN(RunFinderTest)
#include "tst_run_finder.moc"
