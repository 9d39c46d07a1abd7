// SPDX-License-Identifier: Apache-2.0
// S2-19, S2-21, S2-M11, S2-M12: the texts of max pooling for a GPU, run thread by thread without
// one, against the CPU's; and how many launches and copies one window at a time takes.
#include <QtTest>

#include <algorithm>

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
    const Json kernels = kernelsOf(
        {{"size_px", size}, {"window", window}, {"stride", stride}, {"padding", padding}});
    QCOMPARE(kernels.size(), std::size(kernels::kPoolShapes));
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
