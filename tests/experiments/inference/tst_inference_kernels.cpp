// SPDX-License-Identifier: Apache-2.0
// Which kernels ran in the mode Compiled, as a record has it and as it is told (E4).
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <QTest>

#include "document_testing.h"
#include "experiments/common_axes.h"
#include "experiments/compare.h"
#include "experiments/inference/params.h"
#include "experiments/inference/used_kernels.h"
#include "experiments/inference/view.h"
#include "flat_summary.h"
#include "report/document.h"

using namespace duelo;

namespace {

const Variant kCompiled{.device = Device::Cpu, .threads = 4, .mode = Mode::Compiled};

UsedKernels someKernels() {
    return {.library = "oneDNN 2.6.3",
            .instructions = "avx512_core_bf16",
            .calls = {{"conv1", "jit:avx512_core", 4'000'000, 236'000'000, 0.5},
                      {"", "jit:uni", 1'000'000, 0, 0.25},
                      {"layer1.0.conv1", "jit:avx512_core", 2'000'000, 231'000'000, 1.0},
                      {"fc", "gemm:jit", 2'048'000, 1'024'000, 0.25}}};
}

Header headerOf(const char* experiment) {
    Header header{.plan = {{"experiment", experiment}}};
    header.machine.id = "this";
    return header;
}

/// A PC that does so many operations in a second and copies 10 GB, which are read and written.
std::shared_ptr<const Comparison> limits(double flop_per_s) {
    RecordLog log{.path = "limits.duelo", .integrity = Integrity::Sealed};
    log.records.push_back(headerOf("roofs"));
    const auto add = [&log](const char* cell, Params work, const char* metric, double per_s) {
        const Params variant{{"device", "cpu"}, {"threads", 4}};
        log.records.push_back(CellRecord{
            .cell = cell, .experiment = "roofs", .work = std::move(work), .variant = variant});
        ResultRecord result{.cell = cell, .metrics = {{.id = metric, .value = per_s}}};
        result.summary = examples::flatSummary(1, 40);
        log.records.push_back(std::move(result));
    };
    add("c001", {{"kind", "fma"}, {"precision", "fp32"}}, "fma_rate", flop_per_s);
    add("c002", {{"kind", "copy"}, {"bytes", 1e8}}, "copy_rate", 10e9);
    log.records.push_back(End{.status = "completed"});
    return std::make_shared<const Comparison>(compare(std::vector<RecordLog>{log}).value());
}

Comparison compared(const Json& output, const Variant& variant = kCompiled,
                    std::shared_ptr<const Comparison> beside = nullptr) {
    RecordLog log{.path = "kernels.duelo", .integrity = Integrity::Sealed};
    log.records.push_back(headerOf("inference"));
    log.records.push_back(CellRecord{.cell = "c001",
                                     .experiment = "inference",
                                     .work = InferenceCase{.model = "resnet18", .size_px = 224},
                                     .variant = variant});
    ResultRecord result;
    result.cell = "c001";
    result.fingerprint = Fingerprint{.sha256 = "same"};
    result.summary = examples::flatSummary(2, 40);
    result.output = output;
    log.records.push_back(std::move(result));
    log.records.push_back(End{.status = "completed"});
    return compare(std::vector<RecordLog>{std::move(log)}, {.beside = std::move(beside)}).value();
}

std::vector<std::string> cardOf(const Comparison& c, Language language) {
    const Labels labels(c, Text(language));
    const auto cards =
        inferenceCards({.comparison = c, .labels = labels, .table = 0, .row = 0, .column = 0});
    const auto found = std::ranges::find(cards, "kernels", &CardValue::id);
    return found == cards.end() ? std::vector<std::string>() : found->lines;
}

bool holds(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

class TestInferenceKernels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aRecordKeepsThem() {
        const UsedKernels used = someKernels();
        const UsedKernels back = usedKernelsOf({.output = {{"kernels", toJson(used)}}});
        QCOMPARE(back.library, used.library);
        QCOMPARE(back.instructions, used.instructions);
        QCOMPARE(back.calls.size(), used.calls.size());
        QCOMPARE(back.calls[2].layers, std::string("layer1.0.conv1"));
        QCOMPARE(back.calls[2].bytes, std::int64_t{2'000'000});
        QCOMPARE(back.ms(), 2.0);
    }

    void whatNobodyWroteIsNothing_data() {
        QTest::addColumn<QByteArray>("output");
        QTest::newRow("none") << QByteArray("{}");
        QTest::newRow("no object") << QByteArray(R"({"kernels":3})");
        QTest::newRow("no list") << QByteArray(R"({"kernels":{"library":"a","calls":{}}})");
        QTest::newRow("no number")
            << QByteArray(R"({"kernels":{"calls":[{"bytes":1,"flop":1,"ms":"long"}]}})");
    }
    void whatNobodyWroteIsNothing() {
        QFETCH(QByteArray, output);
        const Json json = Json::parse(output.toStdString());
        QVERIFY(usedKernelsOf({.output = json}).calls.empty());
        const Comparison c = compared(json);
        QVERIFY(cardOf(c, Language::English).empty());
        QVERIFY(kernelCallsTable(c).rows.empty());
    }

    void sharesAreOfTheTime() {
        const auto shares = sharesOf(someKernels());
        QCOMPARE(shares.size(), 3U);
        QCOMPARE(shares[0].implementation, std::string("jit:avx512_core"));
        QCOMPARE(shares[0].calls, 2U);
        QCOMPARE(shares[0].bytes, std::int64_t{6'000'000});
        QCOMPARE(shares[0].ms, 1.5);
    }

    void theCardNamesThem() {
        const Comparison c = compared({{"kernels", toJson(someKernels())}});
        const auto lines = cardOf(c, Language::English);
        QCOMPARE(lines.size(), 1U + 3 + 1 + 4 + 1);
        QVERIFY(holds(lines[0], "oneDNN 2.6.3") && holds(lines[0], "avx512_core_bf16"));
        QVERIFY2(lines[1] == "jit:avx512_core: 2 calls, 75 % of the time.", lines[1].c_str());
        // The slowest first; 2 MB in a millisecond are 2 GB/s.
        QVERIFY2(holds(lines[5], "layer1.0.conv1: jit:avx512_core") &&
                     holds(lines[5], "231 GFLOP/s") && holds(lines[5], "2.00 GB/s"),
                 lines[5].c_str());
        const auto spanish = cardOf(c, Language::Spanish);
        QVERIFY2(holds(spanish[1], "2 llamadas, 75 % del tiempo"), spanish[1].c_str());
        QVERIFY(std::ranges::any_of(
            spanish, [](const std::string& line) { return holds(line, "a otra disposición"); }));
    }

    /// P-05: where the limits of the PC are known, each says what holds it up; not what moves only.
    void theCardSaysWhatHoldsThemUp_P_05() {
        const Json output = {{"kernels", toJson(someKernels())}};
        const auto lines = [&output](double flop_per_s, Language language) {
            return cardOf(compared(output, kCompiled, limits(flop_per_s)), language);
        };
        const auto english = lines(330e9, Language::English);
        // 231 of 330 GFLOP/s, at 115 operations a byte.
        QVERIFY2(holds(english[5], "It reaches 70 % of the limit; the arithmetic holds it up."),
                 english[5].c_str());
        // fc: half an operation a byte: 8 of 20 GB/s.
        QVERIFY2(std::ranges::any_of(english,
                                     [](const std::string& line) {
                                         return holds(line, "fc: gemm:jit") &&
                                                holds(line, "41.0 % of the limit; the memory");
                                     }),
                 english[8].c_str());
        QVERIFY(std::ranges::none_of(english, [](const std::string& line) {
            return holds(line, "into another layout") && holds(line, "limit");
        }));
        QVERIFY(holds(lines(330e9, Language::Spanish)[5], "Llega al 70 % del límite"));
        // G26: nothing is said of one that exceeds what was measured.
        QVERIFY(!holds(lines(200e9, Language::English)[5], "limit"));
        QVERIFY(!holds(cardOf(compared(output), Language::English)[5], "limit"));
    }

    void spreadsheetsHaveEachCall() {
        const LongTable table = kernelCallsTable(compared({{"kernels", toJson(someKernels())}}));
        QCOMPARE(table.rows.size(), 4U);
        const auto at = [&](std::size_t row, const char* column) {
            const auto found = std::ranges::find(table.columns, column);
            return table.rows[row][static_cast<std::size_t>(found - table.columns.begin())];
        };
        QVERIFY(at(0, "layers") == LongTable::Value{std::string("conv1")});
        QVERIFY(at(1, "layers") == LongTable::Value{});
        QVERIFY(at(2, "implementation") == LongTable::Value{std::string("jit:avx512_core")});
        QVERIFY(at(2, "bytes_moved") == LongTable::Value{std::int64_t{2'000'000}});
        QVERIFY(at(3, "kernel_ms") == LongTable::Value{0.25});
        QVERIFY(at(3, "kernel_call") == LongTable::Value{std::int64_t{4}});
    }

    void aReportHasTheirShares() {
        const auto tableOf = [](const Comparison& c) { return documentTable(c, "kernels"); };
        const auto table = tableOf(compared({{"kernels", toJson(someKernels())}}));
        QVERIFY(table.has_value());
        QCOMPARE(table->rows.size(), 3U);
        QVERIFY(!tableOf(compared(Json::object())).has_value());
    }

private:
    static std::optional<DocTable> documentTable(const Comparison& c, const char* id) {
        for (const DocSection& section : sectionsOf(inferenceView(), c, {}))
            for (const auto& block : section.blocks)
                if (const auto* table = std::get_if<DocTable>(&block); table && table->id == id)
                    return *table;
        return std::nullopt;
    }
};

QTEST_APPLESS_MAIN(TestInferenceKernels)
#include "tst_inference_kernels.moc"
