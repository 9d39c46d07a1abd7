// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <filesystem>
#include <fstream>

#include "base/places.h"
#include "comparison_testing.h"
#include "record/provenance.h"
#include "report/export.h"
#include "report/misleading.h"
#include "report/tabs.h"
#include "report/view.h"
#include "report/writers.h"

using namespace duelo;
using namespace duelo::test;
namespace fs = std::filesystem;

namespace {

/// The CPU's first call on a large image against the GPU's usual one on a small image.
Game cheat() {
    return {.slow_cell = "c007", .fast_cell = "c003", .slow_time = "first", .fast_time = "median"};
}

std::string contentOf(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

/// P-08, the class game: a comparison that misleads on purpose, for others to see through.
class TestMisleading : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_temporary;
    fs::path m_path;
    const Text m_text{Language::English};

    [[nodiscard]] RecordLog game(const Game& of = cheat()) const {
        fs::remove(m_path);
        if (const auto written = writeGame(examples::gpuPc(), of, m_path); !written)
            qFatal("%s", written.error().code.c_str());
        return *readRecords(m_path);
    }

private Q_SLOTS:
    void init() {
        m_path =
            fromUtf8(m_temporary.filePath(QTest::currentTestFunction()).toStdString() + ".duelo");
    }

    /// It is made without any of the guards, by a file of its own, and that of the measurement
    /// says nothing of it.
    void P_08_savedAndOpenedAgain() {
        const RecordLog measured = examples::gpuPc(), log = game();
        QCOMPARE(log.integrity, Integrity::Sealed);
        const auto read = gameOf(log.header());
        QVERIFY(read.has_value());
        QCOMPARE(read->slow_cell, std::string("c007"));
        QCOMPARE(read->of_run, measured.header().run);
        QVERIFY(log.header().run != measured.header().run);
        QVERIFY(!gameOf(measured.header()));

        const Comparison c = compared({log});
        const Labels labels(c, m_text);
        const auto misleading = misleadingIn(c, labels);
        QVERIFY(misleading.has_value());
        QCOMPARE(misleading->slow.time, GameTime::First);
        const double first =
            c.rows[misleading->slow.at.row].cells[misleading->slow.at.column].cold->first_ms;
        QCOMPARE(misleading->slow.ms, first);
        QCOMPARE(misleading->factor(), first / misleading->fast.ms);
        // Never against each other elsewhere: they are of two cases.
        QVERIFY(misleading->slow.at.row != misleading->fast.at.row);
        const std::string headline = findingOf(*misleading, m_text).headline;
        Shown shown{.comparison = c, .labels = labels};
        QCOMPARE(findingOf(shown).headline, headline);
        const std::string factor = formatSignificant(misleading->factor(), 3, m_text.numbers());
        QVERIFY(headline.find(factor) != std::string::npos);
        QVERIFY(!misleadingIn(compared({measured}), labels));
    }

    /// By one trick at a time, exactly its ticks are crosses, beside what is crossed without any.
    void P_08_theTrickIsInTheLedger_data() {
        QTest::addColumn<QString>("slow");
        QTest::addColumn<QString>("slowTime");
        QTest::addColumn<QString>("fast");
        QTest::addColumn<QString>("fastTime");
        QTest::addColumn<QStringList>("crosses");
        QTest::newRow("fair") << "c001"
                              << "median"
                              << "c002"
                              << "median" << QStringList{};
        QTest::newRow("cold") << "c001"
                              << "first"
                              << "c002"
                              << "median" << QStringList{"same_time", "both_warm"};
        QTest::newRow("its best") << "c001"
                                  << "median"
                                  << "c002"
                                  << "fastest" << QStringList{"same_time"};
        QTest::newRow("another size")
            << "c004"
            << "median"
            << "c002"
            << "median" << QStringList{"same_case", "same_input", "outputs_equal", "interleaved"};
    }
    void P_08_theTrickIsInTheLedger() {
        QFETCH(QString, slow);
        QFETCH(QString, slowTime);
        QFETCH(QString, fast);
        QFETCH(QString, fastTime);
        QFETCH(QStringList, crosses);
        const Comparison c = compared({game({.slow_cell = slow.toStdString(),
                                             .fast_cell = fast.toStdString(),
                                             .slow_time = slowTime.toStdString(),
                                             .fast_time = fastTime.toStdString()})});
        QStringList found;
        for (const Ledger::Tick& tick : ledgerOf(c, *misleadingIn(c, Labels(c, m_text))).ticks)
            if (tick.answer == Answer::No) found << QString::fromStdString(tick.code);
        QCOMPARE(found, crosses);
    }

    /// Threads and precision, too; each in its own words.
    void P_08_threadsAndPrecision() {
        RecordLog log = examples::gpuPc();
        for (Record& record : log.records)
            if (auto* cell = std::get_if<CellRecord>(&record); cell && cell->cell == "c002") {
                cell->variant.set("threads", 1);
                cell->variant.set("precision", "bf16");
            }
        const Comparison c = compared({log});
        const auto made =
            misleadingOf(c, Labels(c, m_text), {.slow_cell = "c001", .fast_cell = "c002"});
        QVERIFY(made.has_value());
        const Ledger ledger = ledgerOf(c, *made);
        QCOMPARE(tick(ledger, "same_threads"), Answer::No);
        QCOMPARE(tick(ledger, "same_precision"), Answer::No);
        QCOMPARE(tick(ledger, "same_case"), Answer::Yes);
    }

    /// Random weights have no digest, and those of two networks are not the same for one seed.
    void P_08_randomWeightsOfTwoCases() {
        RecordLog log = examples::gpuPc();
        for (Record& record : log.records)
            if (auto* result = std::get_if<ResultRecord>(&record))
                for (Identity& identity : result->identities)
                    if (identity.id == "weights")
                        identity = {.id = "weights",
                                    .origin = std::string(kRandomOrigin),
                                    .file = "seed 1234"};
        const Comparison c = compared({log});
        const Labels labels(c, m_text);
        const auto weights = [&](const char* slow, const char* fast) {
            const Game game{.slow_cell = slow, .fast_cell = fast};
            return tick(ledgerOf(c, *misleadingOf(c, labels, game)), "same_weights");
        };
        QCOMPARE(weights("c001", "c002"), Answer::Yes);
        QCOMPARE(weights("c004", "c002"), Answer::Unknown);
    }

    /// Every file that leaves Duelo says it, in both languages, whatever is asked of it.
    void P_08_everyExportIsMarked_data() {
        QTest::addColumn<int>("language");
        QTest::addColumn<bool>("beside");
        QTest::newRow("Spanish") << int(Language::Spanish) << false;
        QTest::newRow("English") << int(Language::English) << false;
        QTest::newRow("beside a measurement") << int(Language::English) << true;
    }
    void P_08_everyExportIsMarked() {
        QFETCH(int, language);
        QFETCH(bool, beside);
        std::vector<RecordLog> logs{game()};
        if (beside) logs.insert(logs.begin(), examples::cpuPc());
        const Comparison c = compared(logs);
        ReportOptions options;
        options.language = static_cast<Language>(language);
        const std::string watermark = options.text()("game.watermark");
        QCOMPARE(watermarkOf(c, options.text()), watermark);
        for (const std::string_view name : wordsOf<ReportFormat>) {
            const ReportFormat format = *parseWord<ReportFormat>(name);
            if (format == ReportFormat::Xlsx) continue;  // tst_xlsx reads workbooks
            const auto text = reportText(c, format, options);
            QVERIFY(text.has_value());
            QVERIFY2(text->find(watermark) != std::string::npos, std::string(name).c_str());
        }
        const Document document = compose(c, options);
        QCOMPARE(document.watermark, watermark);
        for (const DocSection& section : document.sections)
            for (const DocBlock& block : section.blocks)
                if (const auto* table = std::get_if<DocTable>(&block)) {
                    QVERIFY(table->title.starts_with(options.text()("game.mark")));
                    QVERIFY(table->id != "ledger");  // it would be the answer
                } else if (const auto* chart = std::get_if<ChartValue>(&block)) {
                    QVERIFY(titleOf(*chart).starts_with(options.text()("game.mark")));
                    const std::string svg = chartSvg(*chart, document.numbers, "c", ChartUse::File,
                                                     {.mark = watermark});
                    QVERIFY(svg.find(watermark) != std::string::npos);
                }
        // Each line by itself, also where somebody copies a part of it.
        const LongTable table = longTable(c, options.text());
        QCOMPARE(table.columns.back(), std::string("game"));
        for (const auto& row : table.rows) QCOMPARE(std::get<std::string>(row.back()), watermark);
    }

    void P_08_nothingIsMarkedThatIsNoGame() {
        const Comparison c = compared({examples::gpuPc()});
        QVERIFY(watermarkOf(c, m_text).empty());
        QVERIFY(compose(c, {}).watermark.empty());
        QVERIFY(longTable(c, m_text).columns.back() != "game");
        QVERIFY(!warns(c, "file_game"));
        QVERIFY(warns(compared({game()}), "file_game"));
    }

    /// A game whose mark is taken away is refused, or known to be edited.
    void P_08_theMarkIsSealed() {
        (void)game();
        const std::string whole = contentOf(m_path);
        const std::string field = toJson(*gameOf(readRecords(m_path)->header())).dump();
        const auto without = [&](std::string text) {
            for (const std::string& from : {"\"game\":" + field + ",", ",\"game\":" + field})
                if (const auto at = text.find(from); at != std::string::npos) {
                    text.erase(at, from.size());
                    return text;
                }
            qFatal("the field is written otherwise");
        };
        std::string text = without(whole);
        std::ofstream(m_path, std::ios::binary | std::ios::trunc) << text;
        QCOMPARE(readRecords(m_path).error().code, std::string("schema_too_new"));
        const std::string schema = "\"schema\":" + std::to_string(kGameSchema);
        text.replace(text.find(schema), schema.size(),
                     "\"schema\":" + std::to_string(kSchemaVersion));
        std::ofstream(m_path, std::ios::binary | std::ios::trunc) << text;
        const auto log = readRecords(m_path);
        QVERIFY(log.has_value());
        QCOMPARE(log->integrity, Integrity::Modified);
        QVERIFY(warns(compared({*log}), "file_modified"));
        // Nor does a new trick pass for the one that was sealed.
        text = whole;
        text.replace(text.find("c003"), 4, "c004");
        std::ofstream(m_path, std::ios::binary | std::ios::trunc) << text;
        QCOMPARE(readRecords(m_path)->integrity, Integrity::Modified);
    }

    void P_08_onlyOfWhatWasMeasured() {
        const RecordLog made = game();
        const fs::path other = m_path.parent_path() / "other.duelo";
        QCOMPARE(writeGame(made, cheat(), other).error().code, std::string("game_not_own"));
        RecordLog open = examples::gpuPc();
        open.integrity = Integrity::Open;
        QCOMPARE(writeGame(open, cheat(), other).error().code, std::string("game_not_sealed"));
        QCOMPARE(writeGame(examples::gpuPc(), cheat(), m_path).error().code,
                 std::string("file_exists"));
        QVERIFY(!fs::exists(other));
        const Comparison c = compared({examples::gpuPc()});
        const Labels labels(c, m_text);
        const auto refusal = [&](const Game& game) {
            return misleadingOf(c, labels, game).error().code;
        };
        QCOMPARE(refusal({.slow_cell = "c099", .fast_cell = "c001"}),
                 std::string("game_cell_unknown"));
        QCOMPARE(refusal({.slow_cell = "c001", .fast_cell = "c002", .fast_time = "device"}),
                 std::string("game_time_unknown"));
        QCOMPARE(refusal({.slow_cell = "c001", .fast_cell = "c002", .slow_time = "mean"}),
                 std::string("game_time_unknown"));
        QCOMPARE(refusal({.slow_cell = "c001", .fast_cell = "c001"}),
                 std::string("game_same_time"));
    }

    /// The cards keep quiet about what is to be found out.
    void P_08_noCardGivesTheAnswer() {
        const Comparison c = compared({game()});
        const Labels labels(c, m_text);
        const Shown shown{.comparison = c, .labels = labels, .table = 0};
        for (const CardValue& card : cardsOf(*c.find("inference"), shown))
            QVERIFY(card.id != "ledger");
    }
};

QTEST_APPLESS_MAIN(TestMisleading)
#include "tst_misleading.moc"
