// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>
#include <cmath>

#include "document_testing.h"
#include "experiments/compare.h"
#include "report/document.h"
#include "report_examples.h"

using namespace duelo;

namespace {

Comparison compared(const std::vector<RecordLog>& logs) {
    auto out = compare(logs);
    if (!out) qFatal("%s", out.error().code.c_str());
    return std::move(*out);
}

/// The lines of a cell in a log, from its own on.
std::vector<Record> linesOf(const RecordLog& log, const std::string& cell) {
    std::vector<Record> lines;
    for (const Record& record : log.records)
        std::visit(
            [&](const auto& line) {
                if constexpr (requires { line.cell; })
                    if (line.cell == cell) lines.push_back(line);
            },
            record);
    return lines;
}

constexpr double kFaster = 0.875;

/// Cells c001 to c003, the first row, measured again in a little less time; on the GPU, c003, the
/// first result was noisy.
RecordLog repeated() {
    RecordLog log = examples::gpuPc();
    Header again = log.header();
    again.started = "2026-05-04T10:00:00Z";
    again.repeats = {"c001", "c002", "c003"};
    const RecordLog first = log;
    log.records.emplace_back(again);
    for (const std::string& cell : again.repeats)
        for (Record record : linesOf(first, cell)) {
            if (auto* samples = std::get_if<Samples>(&record)) {
                for (double& ms : samples->wall_ms) ms *= kFaster;
            } else if (auto* result = std::get_if<ResultRecord>(&record)) {
                Summary& s = *result->summary;
                for (double* ms : {&s.median_ms, &s.mean_ms, &s.min_ms, &s.p25_ms, &s.p75_ms,
                                   &s.max_ms, &s.ci95_ms->low, &s.ci95_ms->high})
                    *ms *= kFaster;
                result->metrics = {rateOf("throughput", "image/s", 1, s)};
                result->flags.clear();
                for (PartTime& part : result->parts) part.ms *= kFaster;
            }
            log.records.push_back(std::move(record));
        }
    log.records.emplace_back(End{.status = "completed", .reason = {}, .sha256 = "seal"});
    return log;
}

}  // namespace

/// The last results of a row that was measured again count, and the annex keeps the first.
class TestRepeats : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theLastCounts() {
        const Comparison before = compared({examples::gpuPc()}), c = compared({repeated()});
        QVERIFY(c.warnings.empty());
        QCOMPARE(c.rows.size(), before.rows.size());
        QCOMPARE(c.columns.size(), before.columns.size());
        for (std::size_t i = 0; i < c.columns.size(); ++i) {
            const ReportCell &was = before.rows[0].cells[i], &is = c.rows[0].cells[i];
            QCOMPARE(is.source, 1U);
            QCOMPARE(is.samples.wall_ms.size(), was.samples.wall_ms.size());
            QCOMPARE(is.result.summary->median_ms, kFaster * was.result.summary->median_ms);
            QVERIFY(is.result.flags.empty());
            QCOMPARE(is.others.size(), 1U);
            QCOMPARE(is.others[0].source, 0U);
            QVERIFY(!is.others[0].reason);
            QCOMPARE(is.others[0].result.summary->median_ms, was.result.summary->median_ms);
            QCOMPARE(is.others[0].result.flags, was.result.flags);
            QVERIFY(c.rows[1].cells[i].others.empty());
        }
        // Both sides are of one interleaved run again.
        const auto& ratios = c.rows[0].ratios;
        QVERIFY(std::ranges::all_of(ratios, &ColumnRatio::paired));
        QCOMPARE(ratios.size(), 2U);
    }

    /// a run that breaks off after any line shows a figure of every cell that had one.
    void whereverItBreaksOff_R_21() {
        const std::size_t first = examples::gpuPc().records.size();
        const RecordLog whole = repeated();
        for (std::size_t size = first; size <= whole.records.size(); ++size) {
            RecordLog log = whole;
            log.records.resize(size);
            const Comparison c = compared({log});
            for (const ReportCell& cell : c.rows[0].cells) {
                QVERIFY(cell.timed());
                const bool again = cell.source == 1;
                QCOMPARE(cell.others.size(), again ? 1U : 0U);
                QCOMPARE(cell.samples.wall_ms.size(), 42U);
            }
        }
    }

    /// One that failed is told beside what it was to replace; one that was cancelled is nothing.
    void aRepeatThatCameToNothing_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("told");
        QTest::newRow("failed") << int(Status::Failed) << 1;
        QTest::newRow("skipped") << int(Status::Skipped) << 1;
        QTest::newRow("cancelled") << int(Status::Cancelled) << 0;
    }
    void aRepeatThatCameToNothing() {
        QFETCH(int, status);
        QFETCH(int, told);
        RecordLog log = examples::gpuPc();
        Header again = log.header();
        again.repeats = {"c001"};
        log.records.emplace_back(again);
        log.records.push_back(linesOf(log, "c001").front());
        ResultRecord result;
        result.cell = "c001";
        result.status = static_cast<Status>(status);
        result.reason = Reason{"out_of_memory"};
        log.records.emplace_back(result);
        const Comparison c = compared({log});
        const ReportCell& cell = c.rows[0].cells[*c.base_column];
        QVERIFY(cell.timed());
        QCOMPARE(cell.source, 0U);
        QCOMPARE(cell.others.size(), std::size_t(told));
        if (told > 0) {
            QCOMPARE(cell.others[0].source, 1U);
            QCOMPARE(cell.others[0].reason->code, std::string("out_of_memory"));
        }

        // And repeated once more, with more success.
        const RecordLog better = repeated();
        for (std::size_t i = examples::gpuPc().records.size(); i < better.records.size(); ++i)
            log.records.push_back(better.records[i]);
        const Comparison d = compared({log});
        const ReportCell& last = d.rows[0].cells[*d.base_column];
        QCOMPARE(last.source, 2U);
        QCOMPARE(last.others.size(), std::size_t(told) + 1);
    }

    /// An earlier figure that was edited is none either.
    void earlierResultsAreThoseOfTheirSamplesToo() {
        RecordLog log = repeated();
        examples::resultOf(log, "c001").summary->median_ms /= 9;  // the first of its results
        const Comparison c = compared({log});
        const ReportCell& cell = c.rows[0].cells[*c.base_column];
        QVERIFY(cell.timed());
        QCOMPARE(cell.others[0].reason->code, std::string("result_contradicts_samples"));
        QVERIFY(!cell.others[0].result.summary);
        QVERIFY(std::ranges::any_of(c.warnings, [](const Reason& warning) {
            return warning.code == "results_contradict_samples";
        }));
    }

    /// Sources are counted over all files.
    void besideAnotherFile() {
        const Comparison c = compared({examples::cpuPc(), repeated()});
        for (const ReportCell& cell : c.rows[0].cells)
            for (const Attempt& other : cell.others) {
                QCOMPARE(cell.source, 2U);
                QCOMPARE(other.source, 1U);
            }
        QVERIFY(std::ranges::any_of(c.rows[0].cells,
                                    [](const ReportCell& cell) { return !cell.others.empty(); }));
    }

    void theAnnexKeepsBoth() {
        ReportOptions options;
        options.language = Language::English;
        QVERIFY(!examples::findTable(compose(compared({examples::gpuPc()}), options), "repeats"));
        const Document document = compose(compared({repeated()}), options);
        const auto table = examples::findTable(document, "repeats");
        QVERIFY(table);
        QCOMPARE(table->rows.size(), 6U);
        // Of one case, which the title names.
        QVERIFY2(table->title.find("ResNet-18, a random tensor, 224 px") != std::string::npos,
                 table->title.c_str());
        for (const auto& row : table->rows) QCOMPARE(row.size(), table->columns.size());
        const auto &first = table->rows[4], &second = table->rows[5];  // of the GPU
        QCOMPARE(first[1].text, std::string("2026-05-04T09:12:33Z"));
        QCOMPARE(first[2].text, std::string("kept"));
        QCOMPARE(first[3].text, std::string("noisy, time limit"));
        QCOMPARE(second[1].text, std::string("2026-05-04T10:00:00Z"));
        QCOMPARE(second[2].text, std::string("counts"));
        QCOMPARE(second[3].text, std::string("none"));
        QVERIFY(std::abs(*second[5].value - kFaster * *first[5].value) < 1e-9);
        // The flags of what does not count are explained too.
        bool explained = false;
        for (const DocSection& section : document.sections)
            for (const DocBlock& block : section.blocks)
                if (const auto* list = std::get_if<DocList>(&block))
                    for (const std::string& item : list->items)
                        explained |= item.starts_with("Flag “noisy”: ");
        QVERIFY(explained);
    }
};

QTEST_APPLESS_MAIN(TestRepeats)
#include "tst_repeats.moc"
