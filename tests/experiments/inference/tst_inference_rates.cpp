// SPDX-License-Identifier: Apache-2.0
// Sentences about rates: the best batch (S0-13), and copies beside the computing (E7).
#include <QTest>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "document_testing.h"
#include "experiments/common_axes.h"
#include "experiments/compare.h"
#include "experiments/inference/params.h"
#include "experiments/inference/view.h"
#include "flat_summary.h"
#include "report/document.h"
#include "stats/validity.h"

using namespace duelo;

namespace {

const Variant kCpu{.device = Device::Cpu, .threads = 4};
const Variant kGraph{.device = Device::Cuda, .mode = Mode::Graph};
const Variant kOverlapped{.device = Device::Cuda, .mode = Mode::Overlapped};

class File {
public:
    File() { m_log.records.push_back(Header{.plan = {{"experiment", "inference"}}}); }

    ResultRecord& add(int batch, const Variant& variant, double call_ms) {
        ResultRecord& result = put(batch, variant);
        result.summary = examples::flatSummary(call_ms, 40);
        result.metrics = {rateOf("throughput", "image/s", batch, *result.summary)};
        return result;
    }
    void without(int batch, const Variant& variant, Status status, const char* code) {
        ResultRecord& result = put(batch, variant);
        result.status = status;
        result.reason = Reason{code, {{"best", 1}, {"value", 2}}, {}};
    }
    [[nodiscard]] Comparison compared() const {
        RecordLog log = m_log;
        log.integrity = Integrity::Sealed;
        log.records.push_back(End{.status = "completed"});
        return compare(std::vector<RecordLog>{std::move(log)}).value();
    }

private:
    ResultRecord& put(int batch, const Variant& variant) {
        const std::string id = "c" + std::to_string(++m_cells);
        m_log.records.push_back(
            CellRecord{.cell = id,
                       .experiment = "inference",
                       .work = InferenceCase{.model = "resnet18", .size_px = 224, .batch = batch},
                       .variant = variant});
        ResultRecord result;
        result.cell = id;
        result.fingerprint = Fingerprint{.sha256 = "same"};
        m_log.records.push_back(std::move(result));
        return std::get<ResultRecord>(m_log.records.back());
    }

    RecordLog m_log{.path = "rates.duelo"};
    int m_cells = 0;
};

std::vector<std::string> linesOf(const Comparison& c, const std::string& card) {
    const Labels labels(c, Text(Language::English));
    const auto cards = inferenceCards({.comparison = c, .labels = labels, .table = 0, .row = 0});
    const auto found = std::ranges::find(cards, card, &CardValue::id);
    return found == cards.end() ? std::vector<std::string>() : found->lines;
}

bool holds(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

class TestInferenceRates : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theBestBatchHasTheMostInASecond_S0_13() {
        File file;
        // Calls of 8 images at once: 100, 400, 800, 800 and 790 images per second.
        file.add(1, kCpu, 10);
        file.add(4, kCpu, 10);
        file.add(8, kCpu, 10);
        file.add(16, kCpu, 20);
        file.without(32, kCpu, Status::Skipped, "throughput_ended");
        const Comparison c = file.compared();
        const auto best = bestBatches(c, c.rows.front());
        QCOMPARE(best.size(), std::size_t{1});
        QCOMPARE(best[0].row->work.integer("batch"), 8);
        QCOMPARE(best[0].rate.value, 800.0);
        QVERIFY(best[0].larger == BestBatch::Larger::NotFaster);
        const auto lines = linesOf(c, "batch");
        QCOMPARE(lines.size(), std::size_t{2});
        QVERIFY2(
            holds(lines[0], "batch 8") && holds(lines[0], "800") && holds(lines[0], "not faster"),
            lines[0].c_str());
        const Document document = compose(c, {.language = Language::English});
        const auto table = examples::findTable(document, "best-batch");
        QVERIFY(table && table->rows.size() == 1);
        QCOMPARE(table->rows[0][3].value, std::optional(8.0));
        QCOMPARE(table->rows[0][4].value, std::optional(800.0));
        QCOMPARE(table->rows[0].size(), table->columns.size());
    }

    /// The largest of a sweep is its end only where something says so.
    void aSweepThatStillGrowsHasNoEnd_S0_13() {
        const auto larger = [](const char* code) {
            File file;
            for (const int batch : {1, 2, 4}) file.add(batch, kCpu, 10);
            if (code) file.without(8, kCpu, Status::Failed, code);
            const Comparison c = file.compared();
            return bestBatches(c, c.rows.front()).at(0).larger;
        };
        QVERIFY(larger(nullptr) == BestBatch::Larger::Untold);
        QVERIFY(larger("outputs_disagree") == BestBatch::Larger::Untold);
        for (const char* code : {"out_of_memory", "not_enough_memory", "batch_too_large"})
            QVERIFY(larger(code) == BestBatch::Larger::DoNotFit);
        QVERIFY(larger("throughput_ended") == BestBatch::Larger::NotFaster);
        File growing;
        for (const int batch : {1, 2, 4}) growing.add(batch, kCpu, 10);
        QVERIFY(holds(linesOf(growing.compared(), "batch").at(0), "not the end of the growth"));
    }

    /// A doubtful rate is no best one, and two batches are no sweep.
    void whatIsNoSweepHasNoBestBatch() {
        File doubtful;
        for (const int batch : {1, 2, 4}) doubtful.add(batch, kCpu, 10);
        doubtful.add(8, kCpu, 10).flags = {"noisy"};
        const Comparison c = doubtful.compared();
        QCOMPARE(bestBatches(c, c.rows.front()).at(0).row->work.integer("batch"), 4);
        File two;
        for (const int batch : {1, 64}) two.add(batch, kCpu, 10);
        const Comparison other = two.compared();
        QVERIFY(bestBatches(other, other.rows.front()).empty());
        QVERIFY(linesOf(other, "batch").empty());
    }

    /// Each variant has its own.
    void variantsHaveTheirOwnBestBatch() {
        File file;
        for (const int batch : {1, 2, 4}) {
            file.add(batch, kCpu, 10.0 * batch);
            file.add(batch, kGraph, 1);
        }
        const Comparison c = file.compared();
        const auto best = bestBatches(c, c.rows.front());
        QCOMPARE(best.size(), std::size_t{2});
        QCOMPARE(best[0].row->work.integer("batch"), 1);
        QCOMPARE(best[1].row->work.integer("batch"), 4);
    }

    /// The rate of a row of calls: a factor against the calls one by one, what bounds it, and no
    /// word of the time of one call; so it is never the GPU's time that CPU and GPU are set by.
    void overlappingIsToldAsARate_E7() {
        File file;
        file.add(1, kCpu, 40);
        file.add(1, kGraph, 10).parts = {
            {"h2d", 4}, {"compute", 5}, {"d2h", 1}, {"busy", 5, false}};
        ResultRecord& row = file.add(1, kOverlapped, 6.25);
        row.parts = {{"h2d", 4, false}, {"d2h", 1, false}, {"busy", 5, false}};
        row.flags = {std::string(flags::pipelined)};
        const Comparison c = file.compared();
        const auto lines = linesOf(c, "overlapped");
        QCOMPARE(lines.size(), std::size_t{3});
        QVERIFY2(holds(lines[0], "0.00625") && holds(lines[0], "80"), lines[0].c_str());
        QVERIFY2(holds(lines[1], "1.6") && holds(lines[1], "before and after"), lines[1].c_str());
        const CaseTable& table = c.tables.at(0);
        const ColumnRatio& best = table.pairs.at(0).best.value();
        QCOMPARE(c.columns[best.column].variant.text("mode"), std::string("graph"));
        // A call of the resting tensor has no copies in it, and the sentence says so.
        File resting;
        resting.add(1, kGraph, 5).parts = {{"h2d", 4, false}, {"compute", 5}, {"busy", 5, false}};
        ResultRecord& other = resting.add(1, kOverlapped, 6.25);
        other.parts = row.parts;
        other.flags = row.flags;
        QVERIFY(holds(linesOf(resting.compared(), "overlapped").at(1), "no copies"));
    }

    /// S3-07: one time with the copies and one without, whichever of them was measured.
    void restingIsSetAgainstCopied() {
        File file;
        file.add(1, kCpu, 40);
        file.add(1, kGraph, 8).parts = {{"h2d", 1.5, false}, {"d2h", 0.5, false}};
        const auto apart = linesOf(file.compared(), "resident");
        QCOMPARE(apart.size(), std::size_t{2});
        QVERIFY2(holds(apart[0], "0.00800") && holds(apart[0], "0.0100") && holds(apart[0], "20 %"),
                 apart[0].c_str());
        File copied;
        copied.add(1, kGraph, 10).parts = {{"h2d", 1.5}, {"compute", 8}, {"d2h", 0.5}};
        const auto inside = linesOf(copied.compared(), "resident");
        QCOMPARE(inside.size(), std::size_t{2});
        QVERIFY2(
            holds(inside[0], "0.0100") && holds(inside[0], "0.00800") && holds(inside[0], "20 %"),
            inside[0].c_str());
        QVERIFY(inside[0] != apart[0]);
        File alone;
        alone.add(1, kCpu, 40);
        QVERIFY(linesOf(alone.compared(), "resident").empty());
    }
};

QTEST_APPLESS_MAIN(TestInferenceRates)
#include "tst_inference_rates.moc"
