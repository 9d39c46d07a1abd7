// SPDX-License-Identifier: Apache-2.0
// S2-19, S2-21, S2-M11, S2-M12: the texts of max pooling for a GPU, run thread by thread without
// one, against the CPU's; and how many launches and copies one window at a time takes.
#include <QtTest>

#include <algorithm>

#include "experiments/emulated_view.h"
#include "experiments/matrix_product/emulated.h"
#include "experiments/max_pool/emulated.h"
#include "experiments/max_pool/params.h"
#include "resources/kernels/shapes.h"

using namespace duelo;

namespace {

Json kernelsOf(const Json& args) {
    const auto reply = emulatePool(args, {});
    return reply ? (*reply)["kernels"] : Json::array();
}

Json countersOf(const std::string& kernel, Json args) {
    args["kernels"] = {kernel};
    const Json kernels = kernelsOf(args);
    return kernels.empty() ? Json::object() : kernels[0].value("counters", Json::object());
}

std::int64_t count(const Json& counters, const char* id) {
    return counters.value(id, std::int64_t{-1});
}

}  // namespace

class TestEmulatedPool : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKernelIsRight_data();
    void everyKernelIsRight();
    void oneWindowAtATime_S2_M12();
    void identityUsesFourThreads_S2_M13();
    void tilesCostMoreThanTheySave_S2_56();
    void countersAreSaid_S2_56();
    void rowsAreReadByFours();
    void wrongWordsAreRefused();
};

void TestEmulatedPool::everyKernelIsRight_data() {
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("window");
    QTest::addColumn<int>("stride");
    QTest::addColumn<int>("padding");
    QTest::newRow("1") << 1 << 1 << 1 << 0;
    QTest::newRow("4, the thesis's") << 4 << 2 << 2 << 0;
    QTest::newRow("4, overlapping") << 4 << 2 << 1 << 0;
    QTest::newRow("4, padded") << 4 << 2 << 1 << 1;
    QTest::newRow("one window") << 16 << 16 << 2 << 0;
    QTest::newRow("31, no multiple of 4") << 31 << 2 << 2 << 0;
    QTest::newRow("36") << 36 << 2 << 2 << 0;
    QTest::newRow("33, windows of 3") << 33 << 3 << 2 << 1;
    QTest::newRow("50") << 50 << 5 << 3 << 2;
    QTest::newRow("64, windows of 4") << 64 << 4 << 4 << 0;
}

void TestEmulatedPool::everyKernelIsRight() {
    QFETCH(int, size);
    QFETCH(int, window);
    QFETCH(int, stride);
    QFETCH(int, padding);
    const PoolCase work{.size = size, .window = window, .stride = stride, .padding = padding};
    // A whole tile for each window takes long: few windows show as much.
    constexpr std::int64_t kMostTiles = 16;
    Json wanted = Json::array();
    for (const kernels::KernelShape& shape : kernels::kPoolShapes)
        if (work.windows() <= kMostTiles ||
            !std::string_view(shape.kernel).starts_with("pool_matmul3"))
            wanted.push_back(shape.kernel);
    const Json kernels = kernelsOf({{"size_px", size},
                                    {"window", window},
                                    {"stride", stride},
                                    {"padding", padding},
                                    {"kernels", wanted}});
    QCOMPARE(kernels.size(), wanted.size());
    const bool plain = window == 2 && stride == 2 && padding == 0;
    for (const Json& kernel : kernels) {
        if (kernel.value("kernel", "") == "pool_rows" && !plain)
            QCOMPARE(kernel["reason"].value("code", ""), std::string("pool_rows_only"));
        else
            QVERIFY2(kernel.value("right", false), kernel.dump().c_str());
    }
}

void TestEmulatedPool::oneWindowAtATime_S2_M12() {
    const Json args{{"size_px", 8}};  // 16 windows of 2 by 2
    for (const auto& [kernel, copies, bytes] : {std::tuple{"pool_identity_transferred", 3, 48},
                                                {"pool_identity_constant", 2, 32},
                                                {"pool_matmul2_transferred", 3, 48},
                                                {"pool_matmul2_constant", 2, 32},
                                                {"pool_matmul3_transferred", 3, 48},
                                                {"pool_matmul3_constant", 2, 32},
                                                {"pool_one_window", 2, 20}}) {
        const Json counters = countersOf(kernel, args);
        QCOMPARE(count(counters, "launches"), 16);
        QCOMPARE(count(counters, "copies"), 16 * copies);
        QCOMPARE(count(counters, "copied_bytes"), 16 * bytes);
        // What the cards and tables say is what is counted.
        QVERIFY((poolTraffic({.size = 8}, *parseWord<PoolKernel>(std::string_view(kernel))) ==
                 GpuTraffic{16, 16 * copies, 16 * bytes}));
    }
    for (const char* kernel : {"pool_each_window", "pool_rows"}) {
        const Json counters = countersOf(kernel, args);
        QCOMPARE(count(counters, "launches"), 1);
        QCOMPARE(count(counters, "copies"), 2);
        QCOMPARE(count(counters, "copied_bytes"), 4 * (64 + 16));
        QVERIFY(
            (poolTraffic({.size = 8}, PoolKernel::EachWindow) == GpuTraffic{1, 2, 4 * (64 + 16)}));
    }
}

void TestEmulatedPool::identityUsesFourThreads_S2_M13() {
    const Json counters = countersOf("pool_identity_constant", {{"size_px", 2}});
    QCOMPARE(count(counters, "threads"), 1024);
    QCOMPARE(count(counters, "idle_threads"), 1020);
    QCOMPARE(count(countersOf("pool_one_window", {{"size_px", 2}}), "idle_threads"), 0);
}

/// A window of 2 by 2 costs shared memory what a product of 2 by 2 costs it: each of 32 warps
/// writes twice and reads 64 times, and without tiles nobody asks.
void TestEmulatedPool::tilesCostMoreThanTheySave_S2_56() {
    const Json args{{"size_px", 2}};
    const auto product = emulateProduct({{"n", 2}, {"kernels", {"matmul3"}}}, {});
    QVERIFY(product);
    const Json& asked = (*product)["kernels"][0]["counters"];
    const Json tiled = countersOf("pool_matmul3_transferred", args),
               constant = countersOf("pool_matmul3_constant", args);
    for (const char* id : {"shared_requests", "bank_conflicts"}) {
        QCOMPARE(count(tiled, id), count(asked, id));
        QCOMPARE(count(constant, id), count(asked, id));
    }
    QCOMPARE(count(tiled, "shared_requests"), 2112);
    QCOMPARE(count(tiled, "bank_conflicts"), 33728);
    for (const char* plain : {"pool_identity_transferred", "pool_matmul2_transferred"}) {
        const Json counters = countersOf(plain, args);
        QCOMPARE(count(counters, "shared_requests"), 0);
        QCOMPARE(count(counters, "bank_conflicts"), 0);
        QCOMPARE(count(counters, "global_requests"), 10);
    }
    QCOMPARE(count(tiled, "global_requests"), 6);
    QCOMPARE(count(constant, "global_requests"), 4);
}

/// The sentence has the numbers of the counters, in both languages; without both kernels there is
/// none.
void TestEmulatedPool::countersAreSaid_S2_56() {
    const auto reply = emulatePool({{"size_px", 2}}, {});
    const auto without = emulatePool({{"size_px", 2}, {"kernels", {"pool_matmul3_constant"}}}, {});
    QVERIFY(reply && without);
    for (const Language language : {Language::Spanish, Language::English}) {
        const Text text(language);
        const std::vector<std::string> notes = emulatedTable(*reply, text).notes;
        const auto said = std::ranges::find_if(notes, [](const std::string& note) {
            return note.find("pool_matmul3_transferred") != note.npos;
        });
        QVERIFY2(said != notes.end(), notes.front().c_str());
        for (const double shown : {6., 10., 2112., 33728.})
            QVERIFY2(said->find(formatFixed(shown, 0, text.numbers())) != said->npos,
                     said->c_str());
        QVERIFY2(said->find('{') == said->npos, said->c_str());
        QCOMPARE(emulatedTable(*without, text).notes.size(), notes.size() - 1);
    }
}

void TestEmulatedPool::rowsAreReadByFours() {
    const Json rows = countersOf("pool_rows", {{"size_px", 64}}),
               each = countersOf("pool_each_window", {{"size_px", 64}});
    QCOMPARE(count(rows, "loaded_bytes"), 64 * 64 * 4);
    QCOMPARE(count(each, "loaded_bytes"), 64 * 64 * 4);
    // A warp makes 32 windows of a row by 4 loads, each of every second number, or 16 of its
    // threads make them by 2 loads of 16 bytes.
    QCOMPARE(count(each, "global_requests"), 32 * (4 + 1));
    QCOMPARE(count(rows, "global_requests"), 32 * (2 + 1));
    QCOMPARE(count(each, "sectors"), 32 * (4 * 8 + 4));
    QCOMPARE(count(rows, "sectors"), 32 * (2 * 8 + 4));
}

void TestEmulatedPool::wrongWordsAreRefused() {
    for (const Json& args :
         {Json{{"size_px", 0}}, Json{{"size_px", 65}}, Json{{"size_px", 4}, {"window", 5}},
          Json{{"stride", 0}}, Json{{"window", 2}, {"padding", 2}}, Json{{"padding", -1}},
          Json{{"size_px", "four"}}}) {
        const auto reply = emulatePool(args, {});
        QVERIFY2(!reply, args.dump().c_str());
        QCOMPARE(reply.error().code, std::string("value_out_of_range"));
    }
}

QTEST_APPLESS_MAIN(TestEmulatedPool)
#include "tst_emulated_pool.moc"
