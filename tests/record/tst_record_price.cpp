// SPDX-License-Identifier: Apache-2.0
// Files with as many lines as the reader takes: millions of them.
#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <string>

#include "base/places.h"
#include "record/record_file.h"
#include "record/record_scan.h"
#include "record_examples.h"
#include "record_files.h"

using namespace duelo;
using examples::put;
namespace fs = std::filesystem;

class TestRecordPrice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Progress costs what it tells, whatever else a file has; results have an end.
    void linesHaveAPrice() {
        const QTemporaryDir folder;
        const fs::path path = fromUtf8(folder.filePath("x.duelo").toStdString());
        std::string content = encode(examples::header()) + '\n';
        for (int i = 0; i < 1000; ++i) content += "{\"r\":\"x\"}\n";
        put(path, content);
        QCOMPARE(readResults(path)->records.size(), std::size_t{1});
        for (std::size_t i = 0; i < kManyRecords; ++i)
            content += "{\"r\":\"notice\",\"reason\":\"x\"}\n";
        put(path, content);
        const auto results = readResults(path);
        QCOMPARE(results.error().code, std::string("file_too_large"));
        QCOMPARE(results.error().args["path"].get<std::string>(), utf8(path));
        QCOMPARE(readProgress(path)->records.size(), std::size_t{1});
        // As many lines of an ordinary length are what a long training has to tell.
        const std::string words(40, 'x');
        content = encode(examples::header()) + '\n';
        for (std::size_t i = 0; i <= kManyRecords; ++i)
            content += "{\"r\":\"notice\",\"reason\":\"" + words + "\"}\n";
        put(path, content);
        QCOMPARE(readResults(path)->records.size(), kManyRecords + 2);
        put(path, encode(examples::header()) + '\n');
        fs::resize_file(path, kMaxFileBytes + 1);
        QCOMPARE(readProgress(path).error().code, std::string("file_too_large"));
    }
};

QTEST_APPLESS_MAIN(TestRecordPrice)
#include "tst_record_price.moc"
