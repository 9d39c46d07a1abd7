// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <fstream>
#include <optional>

#ifndef _WIN32
#include <sys/stat.h>
#endif

#include "base/places.h"
#include "record/record_file.h"
#include "record_examples.h"
#include "record_files.h"

using namespace duelo;
using examples::contentOf;
using examples::put;
using examples::run;
namespace fs = std::filesystem;

namespace {

std::string codeOf(const fs::path& path) {
    const auto log = readRecords(path);
    return log ? std::string() : log.error().code;
}

}  // namespace

/// Files that are no record, or not whole, or not as they were written.
class TestRecordDamage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_folder.emplace();
        m_path = fromUtf8(m_folder->filePath("Ñandú 图片 😀.duelo").toStdString());
    }

    void unusableFiles_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("code");
        const QByteArray header = QByteArray::fromStdString(encode(examples::header()));
        QByteArray newer = header;
        const auto schema = [](int version) { return "\"schema\":" + QByteArray::number(version); };
        newer.replace(schema(kSchemaVersion), schema(kSchemaVersion + 1));
        QVERIFY(newer != header);
        QTest::newRow("empty") << QByteArray() << "file_empty";
        QTest::newRow("blank") << QByteArray("\r\n \n\n") << "file_empty";
        QTest::newRow("byte order mark only") << QByteArray("\xEF\xBB\xBF") << "file_empty";
        QTest::newRow("text") << QByteArray("hello\nworld\n") << "not_a_record_file";
        QTest::newRow("HTML") << QByteArray("<!DOCTYPE html><html>") << "not_a_record_file";
        QTest::newRow("other JSON lines")
            << QByteArray("{\"a\":1}\n{\"a\":2}\n") << "not_a_record_file";
        QTest::newRow("PNG") << QByteArray("\x89PNG\r\n\x1A\n\0\0\0\rIHDR", 16)
                             << "not_a_record_file";
        QTest::newRow("zeros") << QByteArray(100000, '\0') << "not_a_record_file";
        QTest::newRow("torn header") << header.left(header.size() / 2) << "header_missing";
        QTest::newRow("no header")
            << QByteArray("{\"r\":\"stage\",\"cell\":\"c\",\"stage\":\"x\"}\n") << "header_missing";
        QTest::newRow("UTF-16") << QByteArray("\xFF\xFE{\0\"\0r\0\"\0:\0", 12)
                                << "not_a_record_file";
        QTest::newRow("text, then no header")
            << QByteArray("Hello,\n\n{\"r\":\"stage\",\"cell\":\"c\",\"stage\":\"x\"}\n")
            << "header_missing";
        QTest::newRow("a header behind too much text")
            << QByteArray("a line\n").repeated(20'000) + header + '\n'
            << "not_a_record_file";
        QTest::newRow("newer schema") << newer + '\n' << "schema_too_new";
        QTest::newRow("newer schema later") << header + '\n' + newer + '\n' << "schema_too_new";
    }
    void unusableFiles() {
        QFETCH(QByteArray, content);
        QFETCH(QString, code);
        put(m_path, content.toStdString());
        QCOMPARE(QString::fromStdString(codeOf(m_path)), code);
        const auto file = examples::fileOf(RecordFile::resume(m_path));
        QVERIFY(!file);
        QCOMPARE(QString::fromStdString(file.error().code), code);
        QCOMPARE(contentOf(m_path), content.toStdString());
    }

    void newerSchemaSaysWhich() {
        put(m_path, "{\"r\":\"header\",\"schema\":7,\"shape\":\"new\"}\n");
        const Reason reason = readRecords(m_path).error();
        QCOMPARE(reason.code, std::string("schema_too_new"));
        QCOMPARE(reason.args["found"].get<int>(), 7);
        QCOMPARE(reason.args["known"].get<int>(), kSchemaVersion);
        QCOMPARE(reason.args["path"].get<std::string>(), utf8(m_path));
    }

    void noFileAtAll() {
        QCOMPARE(codeOf(m_path), std::string("file_missing"));
        QCOMPARE(RecordFile::resume(m_path).error().code, std::string("file_missing"));
        QCOMPARE(codeOf(m_path.parent_path()), std::string("file_unreadable"));
        QCOMPARE(RecordFile::resume(m_path.parent_path()).error().code,
                 std::string("file_unreadable"));
#ifndef _WIN32
        QCOMPARE(::mkfifo(m_path.c_str(), 0600), 0);  // would wait for a writer
        QCOMPARE(codeOf(m_path), std::string("file_unreadable"));
        QCOMPARE(RecordFile::resume(m_path).error().code, std::string("file_unreadable"));
        QCOMPARE(codeOf("/dev/zero"), std::string("file_unreadable"));
#endif
    }

    void aBadMiddleLineIsNamedAndPassedOver() {
        QCOMPARE(examples::write(m_path, false), std::string());
        std::string content = contentOf(m_path);
        const std::size_t third = content.find("\n{\"r\":\"samples\"") + 1;
        content.insert(third, "{\"r\":\"samples\",\"wall_ms\":[1,\n\x01garbage\n");
        put(m_path, content);
        const auto log = readRecords(m_path);
        QVERIFY(log);
        QCOMPARE(log->records.size(), run().size());
        QCOMPARE(log->warnings.size(), std::size_t{2});
        QCOMPARE(log->warnings[0].code, std::string("unreadable_line"));
        QCOMPARE(log->warnings[0].args["line"].get<int>(), 3);
        QCOMPARE(log->warnings[1].args["line"].get<int>(), 4);
        QVERIFY(!log->warnings[0].message.empty());
    }

    void warningsAreBounded() {
        std::string content = encode(examples::header()) + '\n';
        for (int i = 0; i < 1000; ++i) content += "x\n";
        put(m_path, content + encode(examples::done("c001")) + '\n');
        const auto log = readRecords(m_path);
        QCOMPARE(log->warnings.size(), std::size_t{21});
        QCOMPARE(log->warnings.back().code, std::string("more_unreadable_lines"));
        QCOMPARE(log->warnings.back().args["count"].get<int>(), 980);
        QCOMPARE(log->finishedCells().size(), std::size_t{1});
    }

    void aVeryLongLineIsPassedOver() {
        {
            std::ofstream stream(m_path, std::ios::binary);
            stream << encode(examples::header()) << '\n' << "{\"r\":\"x\",\"y\":\"";
            const std::string piece(std::size_t{1} << 20, 'y');
            for (int i = 0; i < 110; ++i) stream << piece;
            stream << "\"}\n" << encode(examples::done("c001")) << '\n';
        }
        const auto log = readRecords(m_path);
        QVERIFY(log);
        QCOMPARE(log->records.size(), std::size_t{2});
        QCOMPARE(log->warnings.size(), std::size_t{1});
        QCOMPARE(log->warnings[0].args["line"].get<int>(), 2);
        auto file = examples::fileOf(RecordFile::resume(m_path));
        QVERIFY(file);
        QVERIFY((*file)->write(examples::header()));
        QCOMPARE(readRecords(m_path)->records.size(), std::size_t{3});
    }

    void mailAndGitDoNotBreakTheSeal_data() {
        QTest::addColumn<QByteArray>("mark");
        QTest::addColumn<bool>("crlf");
        QTest::newRow("CRLF") << QByteArray() << true;
        QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF") << false;
        QTest::newRow("both") << QByteArray("\xEF\xBB\xBF") << true;
    }
    void mailAndGitDoNotBreakTheSeal() {
        QFETCH(QByteArray, mark);
        QFETCH(bool, crlf);
        QCOMPARE(examples::write(m_path, true), std::string());
        QByteArray content = mark + QByteArray::fromStdString(contentOf(m_path));
        if (crlf) content.replace("\n", "\r\n");
        put(m_path, content.toStdString());
        const auto log = readRecords(m_path);
        QVERIFY(log);
        QCOMPARE(log->records.size(), run().size() + 1);
        QCOMPARE(log->integrity, Integrity::Sealed);
        QVERIFY(log->warnings.empty());
        auto file = examples::fileOf(RecordFile::resume(m_path));
        QVERIFY(file);
        QVERIFY((*file)->write(examples::header()));
        QVERIFY((*file)->write(examples::end()));
        QCOMPARE(readRecords(m_path)->integrity, Integrity::Sealed);
    }

    void whatSurroundsAMeasurementIsNoForgery_Y26_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("line_end");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<int>("passed_over");
        const QByteArray mail("From: Ana\r\n\r\nHere is my file.\r\n"),
            footer("-- \nSent by mail\n");
        QTest::newRow("blank first line")
            << QByteArray("\n") << QByteArray("\n") << QByteArray() << 0;
        QTest::newRow("spaces behind")
            << QByteArray() << QByteArray(" \t\r\n") << QByteArray() << 0;
        QTest::newRow("spaces before")
            << QByteArray("  ") << QByteArray("\n  ") << QByteArray() << 0;
        QTest::newRow("blank lines between")
            << QByteArray() << QByteArray("\n \n") << QByteArray("\n\n") << 0;
        QTest::newRow("mark and blank")
            << QByteArray("\xEF\xBB\xBF\r\n") << QByteArray("\r\n") << QByteArray() << 0;
        QTest::newRow("footer") << QByteArray() << QByteArray("\n") << footer << 2;
        QTest::newRow("footer without its end")
            << QByteArray() << QByteArray("\n") << footer.chopped(1) << 2;
        QTest::newRow("mail around") << mail << QByteArray("\r\n") << footer << 4;
        QTest::newRow("zeros behind")
            << QByteArray() << QByteArray("\n") << QByteArray(3000, '\0') << 1;
        QTest::newRow("a JSON of another program")
            << QByteArray() << QByteArray("\n") << QByteArray("{\"a\":1}\n") << 1;
    }
    void whatSurroundsAMeasurementIsNoForgery_Y26() {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, line_end);
        QFETCH(QByteArray, after);
        QFETCH(int, passed_over);
        const auto surrounded = [&](const std::string& text) {
            return (before + QByteArray::fromStdString(text).replace("\n", line_end) + after)
                .toStdString();
        };
        QCOMPARE(examples::write(m_path, true), std::string());
        const std::string whole = contentOf(m_path);
        put(m_path, surrounded(whole));
        for (const auto& read : {readRecords(m_path), readResults(m_path), readProgress(m_path)}) {
            QVERIFY2(read, read ? "" : read.error().code.c_str());
            QCOMPARE(read->integrity, Integrity::Sealed);
            QCOMPARE(read->warnings.size(), std::size_t{passed_over > 0 ? 1U : 0U});
            if (passed_over == 0) continue;
            QCOMPARE(read->warnings[0].code, std::string(kLinesPassedOver));
            QCOMPARE(read->warnings[0].args["count"].get<int>(), passed_over);
        }
        QCOMPARE(readRecords(m_path)->records.size(), run().size() + 1);
        // It can be gone on with, twice.
        for (int part = 0; part < 2; ++part) {
            auto file = examples::fileOf(RecordFile::resume(m_path));
            QVERIFY(file);
            QVERIFY((*file)->write(examples::header()));
            QVERIFY((*file)->write(examples::end()));
            QCOMPARE(readRecords(m_path)->integrity, Integrity::Sealed);
        }
        // A changed figure, a record that is gone, one more, and a cut show as they do without it.
        std::string changed = whole;
        changed.replace(changed.find("61.875"), 6, "11.875");
        put(m_path, surrounded(changed));
        QCOMPARE(readRecords(m_path)->integrity, Integrity::Modified);
        std::string gone = whole;
        const std::size_t at = gone.find("{\"r\":\"samples\"");
        gone.erase(at, gone.find('\n', at) + 1 - at);
        put(m_path, surrounded(gone));
        QCOMPARE(readRecords(m_path)->integrity, Integrity::Modified);
        put(m_path, surrounded(whole) + '\n' + encode(examples::done("c003")) + '\n');
        QCOMPARE(readRecords(m_path)->integrity, Integrity::Modified);
        put(m_path, surrounded(whole.substr(0, whole.rfind("{\"r\":\"end\"") + 20) + '\n'));
        const auto cut = readRecords(m_path);
        QCOMPARE(cut->integrity, Integrity::Open);
        QVERIFY(!cut->warnings.empty());
    }

    /// A power cut may leave zeros for the end of a file: that is a cut.
    void zerosInPlaceOfTheEndAreACut_Y26() {
        QCOMPARE(examples::write(m_path, true), std::string());
        std::string content = contentOf(m_path);
        const std::size_t from = content.rfind("{\"r\":\"end\"") + 20;
        content.replace(from, std::string::npos, std::string(4096, '\0'));
        put(m_path, content);
        const auto log = readRecords(m_path);
        QCOMPARE(log->integrity, Integrity::Open);
        QCOMPARE(log->warnings.size(), std::size_t{1});
        QCOMPARE(log->warnings[0].code, std::string("torn_last_line"));
    }

    void anEditShows_data() {
        QTest::addColumn<int>("edit");
        QTest::newRow("a digit") << 0;
        QTest::newRow("a line gone") << 1;
        QTest::newRow("a line more") << 2;
        QTest::newRow("lines swapped") << 3;
        QTest::newRow("a result behind the end") << 4;
        QTest::newRow("the digest") << 5;
        QTest::newRow("what was predicted (P-01)") << 6;
    }
    void anEditShows() {
        QFETCH(int, edit);
        QCOMPARE(examples::write(m_path, true), std::string());
        const std::string whole = contentOf(m_path);
        std::vector<std::string> lines;
        for (std::size_t at = 0; at < whole.size();) {
            const std::size_t end = whole.find('\n', at) + 1;
            lines.push_back(whole.substr(at, end - at));
            at = end;
        }
        if (edit == 0) lines[3].replace(lines[3].find("61.875"), 6, "11.875");
        if (edit == 1) lines.erase(lines.begin() + 2);
        if (edit == 2) lines.insert(lines.begin() + 2, lines[2]);
        if (edit == 3) std::swap(lines[2], lines[3]);
        if (edit == 4) lines.push_back(encode(examples::done("c003")) + '\n');
        if (edit == 6)
            lines[0].insert(lines[0].rfind('}'),
                            R"(,"prediction":{"answers":{"growth":"1_to_3"}})");
        if (edit == 5) lines[8].replace(lines[8].find("sha256\":\"") + 9, 4, "0000");
        std::string edited;
        for (const std::string& line : lines) edited += line;
        put(m_path, edited);
        const auto log = readRecords(m_path);
        QVERIFY(log);
        QCOMPARE(log->integrity, Integrity::Modified);
        QVERIFY(!log->finishedCells().empty());
        // A resumed run does not wash it clean.
        {
            auto file = examples::fileOf(RecordFile::resume(m_path));
            QVERIFY(file);
            QVERIFY((*file)->write(examples::header()));
            QVERIFY((*file)->write(examples::end()));
        }
        QCOMPARE(readRecords(m_path)->integrity, Integrity::Modified);
    }

private:
    std::optional<QTemporaryDir> m_folder;
    fs::path m_path;
};

QTEST_APPLESS_MAIN(TestRecordDamage)
#include "tst_record_damage.moc"
