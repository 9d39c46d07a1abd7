// SPDX-License-Identifier: Apache-2.0
// S2-26, S2-M12, S2-M13: the texts of the matrix product for a GPU, run thread by thread without
// one, against a sum in fp64 at sizes that are no multiple of a tile; and what they cost.
#include <QtTest>

#include "base/text.h"
#include "experiments/emulated_view.h"
#include "experiments/makers.h"
#include "experiments/matrix_product/emulated.h"
#include "experiments/matrix_product/view.h"
#include "resources/kernels/shapes.h"
#include "resources/resources.h"

using namespace duelo;

namespace {

Result<Json> emulated(Json args) {
    return emulateProduct(args, {});
}

/// The counters of one kernel.
Json countersOf(const std::string& kernel, int size) {
    const auto reply = emulated({{"n", size}, {"kernels", {kernel}}});
    return reply ? (*reply)["kernels"][0].value("counters", Json::object()) : Json::object();
}

std::int64_t count(const Json& counters, const char* id) {
    return counters.value(id, std::int64_t{-1});
}

}  // namespace

class TestEmulatedProduct : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKernelIsRight_data();
    void everyKernelIsRight();
    void smallProductLeavesABlockIdle_S2_M13();
    void indexOrderDecidesCoalescing();
    void indexOrderDecidesBankConflicts();
    void tilesReadLess();
    void wrongWordsAreRefused();
    void stopEndsIt();
    void everyShapeHasItsText();
    void tableHasARowForEachMeaning_data();
    void tableHasARowForEachMeaning();
};

void TestEmulatedProduct::everyKernelIsRight_data() {
    QTest::addColumn<int>("size");
    for (const int size : {1, 2, 31, 33, 50, 64}) QTest::addRow("%d", size) << size;
}

void TestEmulatedProduct::everyKernelIsRight() {
    QFETCH(int, size);
    const auto reply = emulated({{"n", size}});
    QVERIFY(reply);
    QCOMPARE((*reply)["kernels"].size(), std::size(kernels::kProductShapes));
    for (const Json& kernel : (*reply)["kernels"]) {
        QVERIFY2(kernel.value("right", false), kernel.dump().c_str());
        const Json& counters = kernel["counters"];
        QCOMPARE(count(counters, "launches"), 1);
        QCOMPARE(count(counters, "copies"), 3);
        QCOMPARE(count(counters, "copied_bytes"), std::int64_t{12} * size * size);
        // As the card and the walk between CPU and GPU count them (S2-34, S2-58).
        QVERIFY((productTraffic(size, Precision::Fp32) ==
                 GpuTraffic{1, 3, count(counters, "copied_bytes")}));
        QCOMPARE(count(counters, "stored_bytes"), std::int64_t{4} * size * size);
    }
}

void TestEmulatedProduct::smallProductLeavesABlockIdle_S2_M13() {
    const Json counters = countersOf("matmul1", 2);
    QCOMPARE(count(counters, "threads"), 1024);
    QCOMPARE(count(counters, "idle_threads"), 1020);
    // Two of 32 warps, y = 0 and 1, have two threads each that go another way than the others.
    QCOMPARE(count(counters, "branches"), 32);
    QCOMPARE(count(counters, "diverging_branches"), 2);
    QCOMPARE(count(countersOf("matmul1", 64), "diverging_branches"), 0);
}

/// n = 64: of each warp, 64 times a row or a column of a and b, and one store.
void TestEmulatedProduct::indexOrderDecidesCoalescing() {
    const Json rows = countersOf("matmul1", 64), columns = countersOf("matmul1_coalesced", 64);
    constexpr std::int64_t kWarps = 64 * 64 / 32, kRequests = kWarps * (64 * 2 + 1);
    QCOMPARE(count(rows, "global_requests"), kRequests);
    QCOMPARE(count(columns, "global_requests"), kRequests);
    // x is the row: 32 sectors of a, one of b, 32 of c. x is the column: one of a, 4 of b, 4 of c.
    QCOMPARE(count(rows, "sectors"), kWarps * (64 * (32 + 1) + 32));
    QCOMPARE(count(columns, "sectors"), kWarps * (64 * (1 + 4) + 4));
    QCOMPARE(count(columns, "least_sectors"), count(columns, "sectors"));
    QCOMPARE(count(rows, "loaded_bytes"), count(columns, "loaded_bytes"));
}

/// n = 64: 128 warps, two tiles each, 2 stores and 64 loads of shared memory for a tile.
void TestEmulatedProduct::indexOrderDecidesBankConflicts() {
    const Json rows = countersOf("matmul3", 64), columns = countersOf("matmul3_coalesced", 64);
    QCOMPARE(count(rows, "shared_requests"), 128 * 2 * 66);
    // Both stores and the loads of a_tile are 32 rows of one column: 31 turns more than one.
    QCOMPARE(count(rows, "bank_conflicts"), 128 * 2 * (2 + 32) * 31);
    QCOMPARE(count(columns, "bank_conflicts"), 0);
    QCOMPARE(count(columns, "barriers"), 4 * 2 * 2);
}

void TestEmulatedProduct::tilesReadLess() {
    // Each element of c reads a row and a column; a tile of 32 or 64 shares them.
    constexpr std::int64_t kAll = 64 * 64 * 64 * 2 * 4;
    QCOMPARE(count(countersOf("matmul1", 64), "loaded_bytes"), kAll);
    QCOMPARE(count(countersOf("matmul2", 64), "loaded_bytes"), kAll);
    QCOMPARE(count(countersOf("matmul3", 64), "loaded_bytes"), kAll / 32);
    QCOMPARE(count(countersOf("matmul_registers", 64), "loaded_bytes"), kAll / 64);
    // A thread of matmul2 has four elements there.
    QCOMPARE(count(countersOf("matmul2", 64), "threads"), 1024);
}

void TestEmulatedProduct::wrongWordsAreRefused() {
    for (const Json& size : {Json(0), Json(-1), Json(129), Json("ten"), Json(2.5), Json()}) {
        const auto reply = emulated({{"n", size}});
        QVERIFY2(!reply, size.dump().c_str());
        QCOMPARE(reply.error().code, std::string("value_out_of_range"));
    }
    const auto unknown = emulated({{"kernels", {"matmul9"}}});
    QVERIFY(!unknown);
    QCOMPARE(unknown.error().code, std::string("unknown_value"));
    QVERIFY(!emulated({{"kernels", 3}}));
}

void TestEmulatedProduct::stopEndsIt() {
    std::stop_source source;
    source.request_stop();
    const auto reply = emulateProduct({{"n", 128}}, {.stop = source.get_token()});
    QVERIFY(!reply);
    QCOMPARE(reply.error().code, std::string("simt_stopped"));
}

void TestEmulatedProduct::everyShapeHasItsText() {
    const auto check = [](const kernels::KernelShape& shape) {
        const std::string_view text = resource(shape.text);
        QVERIFY2(text.find(' ' + std::string(shape.kernel) + '(') != text.npos, shape.kernel);
        QVERIFY(shape.block_x * shape.block_y <= 1024);
    };
    for (const kernels::KernelShape& shape : kernels::kProductShapes) check(shape);
    for (const kernels::KernelShape& shape : kernels::kPoolShapes) check(shape);
}

void TestEmulatedProduct::tableHasARowForEachMeaning_data() {
    QTest::addColumn<Language>("language");
    QTest::newRow("es") << Language::Spanish;
    QTest::newRow("en") << Language::English;
}

void TestEmulatedProduct::tableHasARowForEachMeaning() {
    QFETCH(Language, language);
    const Text text(language);
    const auto reply = emulated({{"n", 33}});
    QVERIFY(reply);
    const DocTable table = emulatedTable(*reply, text);
    const std::vector<std::string> meanings = emulatedMeanings(text);
    QCOMPARE(table.rows.size(), meanings.size());
    QCOMPARE(table.columns.size(), std::size(kernels::kProductShapes) + 1);
    for (const auto& row : table.rows) QCOMPARE(row.size(), table.columns.size());
    QVERIFY(table.title.find("33 × 33") != std::string::npos);
    for (const std::string& meaning : meanings)
        QVERIFY2(!meaning.starts_with("emulated_help"), meaning.c_str());
    for (const auto& row : table.rows)
        QVERIFY2(!row[0].text.starts_with("emulated."), row[0].text.c_str());
}

QTEST_APPLESS_MAIN(TestEmulatedProduct)
#include "tst_emulated_product.moc"
