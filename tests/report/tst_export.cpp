// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <optional>

#ifndef _WIN32
#include <unistd.h>
#endif

#include "../base/full_disk.h"
#include "base/places.h"
#include "experiments/compare.h"
#include "report/export.h"
#include "report_examples.h"
#include "training_examples.h"

using namespace duelo;
namespace fs = std::filesystem;

/// the file appears whole or not at all.
class TestExport : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_temporary;
    fs::path m_folder;
    const Comparison m_comparison = *compare(std::vector<RecordLog>{examples::gpuPc()});

    Result<std::vector<fs::path>> write(const fs::path& path,
                                        ReportFormat format = ReportFormat::Markdown,
                                        bool overwrite = false) {
        return exportReport(m_comparison, format, {}, path, overwrite);
    }
    std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(m_folder), fs::directory_iterator()));
    }

private Q_SLOTS:
    void init() {
        m_folder = fromUtf8(m_temporary.filePath(QTest::currentTestFunction()).toStdString());
        fs::create_directories(m_folder);
    }

    void everyFormat() {
        const Comparison trained = *compare(std::vector<RecordLog>{examples::trainingPc()});
        for (const std::string_view name : wordsOf<ReportFormat>) {
            const ReportFormat format = *parseWord<ReportFormat>(name);
            const fs::path path = m_folder / (std::string(name) + std::string(extensionOf(format)));
            const auto done = exportReport(trained, format, {}, path);
            QVERIFY(done.has_value());
            QCOMPARE(done->front(), path);
            QVERIFY(fs::file_size(path) > 1000);
        }
        QCOMPARE(files(), wordsOf<ReportFormat>.size());  // nothing temporary stays behind
    }

    void nonAsciiName() {
        const fs::path path = m_folder / fromUtf8("Ñandú 图片.xlsx");
        QVERIFY(write(path, ReportFormat::Xlsx).has_value());
        QVERIFY(fs::exists(path));
    }

    void neverOverwritesSilently() {
        const fs::path path = m_folder / "a.md";
        std::ofstream(path) << "mine";
        const auto refused = write(path);
        QCOMPARE(refused.error().code, std::string("file_exists"));
        QCOMPARE(refused.error().args["path"].get<std::string>(), utf8(path));
        QCOMPARE(fs::file_size(path), 4U);
        QCOMPARE(checkWritable(path).error().code, std::string("file_exists"));
        QVERIFY(checkWritable(path, true).has_value());
        QCOMPARE(fs::file_size(path), 4U);
        QVERIFY(write(path, ReportFormat::Markdown, true).has_value());
        QVERIFY(fs::file_size(path) > 1000);
    }

    void refusals_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("code");
        QTest::newRow("missing folder") << "no/such/a.md"
                                        << "folder_missing";
        QTest::newRow("a folder") << "folder"
                                  << "target_is_folder";
        QTest::newRow("folder with slash") << "folder/"
                                           << "target_is_folder";
        QTest::newRow("name too long") << QString(300, 'x') << "name_too_long";
    }
    void refusals() {
        QFETCH(QString, name);
        QFETCH(QString, code);
        fs::create_directories(m_folder / "folder");
        const fs::path path = m_folder / name.toStdString();
        const std::size_t before = files();
        for (const ReportFormat format : {ReportFormat::Csv, ReportFormat::Xlsx})
            QCOMPARE(QString::fromStdString(write(path, format).error().code), code);
        QCOMPARE(QString::fromStdString(checkWritable(path).error().code), code);
        QCOMPARE(files(), before);
    }

    void readOnlyFolder() {
#ifdef _WIN32
        QSKIP("folders have no read-only mode here");
#else
        if (::geteuid() == 0) QSKIP("root may write everywhere");
        fs::permissions(m_folder, fs::perms::owner_read | fs::perms::owner_exec);
        QCOMPARE(checkWritable(m_folder / "a.md").error().code, std::string("not_writable"));
        QCOMPARE(write(m_folder / "a.md").error().code, std::string("not_writable"));
        fs::permissions(m_folder, fs::perms::owner_all);
#endif
    }

    void diskFull() {
#ifdef _WIN32
        QSKIP("no file size limit here");
#else
        // What a library prints of it would stand in a student's terminal.
        std::FILE* const printed = std::tmpfile();
        std::fflush(stderr);
        const int terminal = ::dup(STDERR_FILENO);
        ::dup2(::fileno(printed), STDERR_FILENO);
        std::optional<test::FullDisk> full(512);
        const auto text = write(m_folder / "a.md"),
                   workbook = write(m_folder / "a.xlsx", ReportFormat::Xlsx);
        full.reset();
        ::dup2(terminal, STDERR_FILENO);
        ::close(terminal);
        QCOMPARE(std::fseek(printed, 0, SEEK_END), 0);
        QCOMPARE(std::ftell(printed), 0L);
        std::fclose(printed);
        QVERIFY(!text && !workbook);
        // What could not be exported is not resumed.
        for (const Reason& reason : {text.error(), workbook.error()}) {
            QVERIFY(Text(Language::English).reason(reason).find("resume") == std::string::npos);
            QVERIFY(Text(Language::Spanish).reason(reason).find("reanud") == std::string::npos);
        }
        QCOMPARE(text.error().args["path"].get<std::string>(), utf8(m_folder / "a.md"));
        QCOMPARE(files(), 0U);
#endif
    }

    void checkLeavesNothing() {
        QVERIFY(checkWritable(m_folder / "a.md").has_value());
        QCOMPARE(files(), 0U);
    }

    /// A table that the files lack makes no empty file: the reason names those that they have.
    void tablesOfTheFiles() {
        const auto written = [&](const Comparison& comparison, ReportFormat format) {
            return exportReport(comparison, format, {.table = "epoch"}, m_folder / "a.csv");
        };
        QCOMPARE(written(m_comparison, ReportFormat::Csv).error().code, std::string("table_none"));
        const Comparison trained = *compare(std::vector<RecordLog>{examples::trainingPc()});
        const Reason unknown = written(trained, ReportFormat::Csv).error();
        QCOMPARE(unknown.code, std::string("table_unknown"));
        // It has no predictions.
        QCOMPARE(unknown.args["accepted"], Json::array({"epochs", "confusion", "recall"}));
        for (const ReportFormat format : {ReportFormat::Xlsx, ReportFormat::Html})
            QCOMPARE(written(trained, format).error().code, std::string("table_needs_csv"));
        QCOMPARE(files(), 0U);
    }

    /// Readings of the machine are a table, a sheet and a list for programs, where there are some.
    void monitorIsATable_S2_38() {
        const auto csvOf = [](const Comparison& comparison) {
            return reportText(comparison, ReportFormat::Csv, {.table = "monitor"});
        };
        QVERIFY(!csvOf(m_comparison));
        RecordLog log = examples::gpuPc();
        for (const double t_ms : {0.0, 2500.0}) {
            MonitorRecord reading{.t_ms = t_ms,
                                  .state = {.cpu_mhz = {.median = 2400}, .others_percent = 12.5},
                                  .gpu = GpuReading{.temperature_c = 61, .load_percent = 98}};
            reading.gpu->processes = {{.own = true}, {.memory_bytes = 4096}};
            log.records.insert(std::next(log.records.begin()), reading);
        }
        const Comparison comparison = *compare(std::vector<RecordLog>{log});
        const std::string csv = csvOf(comparison).value_or("");
        QVERIFY2(csv.starts_with("file,run,started,time_s,"), csv.c_str());
        QCOMPARE(std::ranges::count(csv, '\n'), 3);
        QVERIFY2(csv.find(",2.5,,,,2400,,,,12.5,,,61,98,,,,,1\r\n") != std::string::npos,
                 csv.c_str());
        const Json json = Json::parse(*reportText(comparison, ReportFormat::JsonReport, {}));
        QCOMPARE(json["monitor"].size(), std::size_t{2});
        QVERIFY(write(m_folder / "a.xlsx", ReportFormat::Xlsx).has_value());
        QVERIFY(exportReport(comparison, ReportFormat::Xlsx, {}, m_folder / "b.xlsx").has_value());
        QVERIFY(fs::file_size(m_folder / "b.xlsx") > fs::file_size(m_folder / "a.xlsx"));
    }

    void textFormatsOnly() {
        QCOMPARE(reportText(m_comparison, ReportFormat::Xlsx, {}).error().code,
                 std::string("format_needs_file"));
    }
};

QTEST_APPLESS_MAIN(TestExport)
#include "tst_export.moc"
