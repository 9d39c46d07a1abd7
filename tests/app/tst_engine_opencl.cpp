// SPDX-License-Identifier: Apache-2.0
// The engine on a PC with a device by OpenCL: PoCL's, where it is installed, and a stand-in for a
// driver with faults.
#include <algorithm>
#include <set>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "base/device.h"
#include "engine_process.h"

using namespace duelo;

namespace {

const QString kStub = QStringLiteral(DUELO_STUBS) + "/opencl/libOpenCL.so.1";

/// Runs on the processor by OpenCL; its compiler keeps what it makes in a folder of this test.
void giveOpenCl(EngineProcess& engine) {
    engine.set("DUELO_OPENCL", "software");
    engine.set("POCL_CACHE_DIR", engine.path("pocl"));
}

QJsonArray devicesOf(const EngineProcess& engine) {
    const auto told = engine.run({"probe", "--json"});
    return QJsonDocument::fromJson(told.out.toUtf8()).object()["devices"].toArray();
}

/// Asks once: each answer costs seconds.
bool hasOpenCl(const EngineProcess& engine) {
    static const bool has = [&] {
        const QJsonArray devices = devicesOf(engine);
        return std::any_of(devices.begin(), devices.end(), [](const QJsonValue& one) {
            return one["api"].toString() == "opencl" && one["reason"].isUndefined();
        });
    }();
    return has;
}

std::set<std::string> reasonsIn(const EngineProcess& engine, const QString& file) {
    std::set<std::string> codes;
    for (const auto& [id, result] : engine.results(file))
        if (result.reason) codes.insert(result.reason->code);
    return codes;
}

void write(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
}

}  // namespace

#define NEEDS_OPENCL(engine) \
    giveOpenCl(engine);      \
    if (!hasOpenCl(engine)) QSKIP("no OpenCL device here: install pocl-opencl-icd")

class TestEngineOpenCl : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void worksAreMeasured_data();
    void worksAreMeasured();
    void wrongStopwatchesTimeItToo();
    void theReportShowsTheText();
    void plansTakeIt();
    void othersRefuseIt_data();
    void othersRefuseIt();
    void ownKernels_data();
    void ownKernels();
    void theProcessorIsAskedFor();
    void faultsAreSentences_data();
    void faultsAreSentences();
};

void TestEngineOpenCl::worksAreMeasured_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("cells");
    const auto row = [](const char* name, const char* words, int cells) {
        QTest::newRow(name) << QString(words).split(' ') << cells;
    };
    // All kernels are computed by tst_opencl_gpu.
    row("products", "matmul --n 33 --kernel three_loops,matmul1,matmul3,matmul_warp_tiles", 4);
    // Pinned memory beside computing too, as usual.
    row("copies",
        "transfer --bytes 4099 --direction to_device,within_device --memory pinned,mapped,shared",
        5);
    if (!byNight()) return;
    row("pooling", "max-pool --size 8 --kernel loops,pool_matmul3_transferred,pool_rows", 3);
    row("pi", "pi --samples 1001 --how loop,kernel_host,kernel_device", 3);
    row("limits", "roofs --kind fma,launch --precision fp32", 4);
}

void TestEngineOpenCl::worksAreMeasured() {
    QFETCH(QStringList, words);
    QFETCH(int, cells);
    EngineProcess engine;
    NEEDS_OPENCL(engine);
    const auto outcome = engine.run(
        words + QStringList{"--device", "cpu,opencl", "--preset", "quick", "--out", "out"});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.out + outcome.err));
    const auto results = engine.results("out/duelo.duelo");
    QCOMPARE(results.size(), std::size_t(cells));
    for (const auto& [id, result] : results)
        QVERIFY2(result.status == Status::Done,
                 result.reason ? result.reason->code.c_str() : id.c_str());
    // The record says which device that was.
    const EngineSheet sheet = engine.records("out/duelo.duelo").header().engine;
    const auto device = std::ranges::find(sheet.devices, std::string("opencl"), &DeviceSheet::api);
    QVERIFY(device != sheet.devices.end());
    QVERIFY(!device->name.empty() && !device->platform.empty());
    QCOMPARE(device->is_software, std::optional(true));
}

/// Works by OpenCL are timed by wrong stopwatches as any other, and the device's clock beside them.
void TestEngineOpenCl::wrongStopwatchesTimeItToo() {
    if (!byNight()) QSKIP("by night");
    EngineProcess engine;
    NEEDS_OPENCL(engine);
    const auto outcome =
        engine.run({"stopwatch", "--work", "matmul --n 64 --kernel matmul2 --device opencl",
                    "--stopwatch", "right,no_synchronise", "--preset", "quick", "--out", "out"});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.out + outcome.err));
    std::set<std::string> metrics;
    for (const auto& [id, result] : engine.results("out/duelo.duelo"))
        for (const Metric& metric : result.metrics) metrics.insert(metric.id);
    QVERIFY(metrics.contains("claimed_ms") && metrics.contains("clock_device_ms"));
    // Its variants have no device, and yet a GPU was measured.
    const auto report =
        engine.run({"--lang", "en", "report", "out/duelo.duelo", "--format", "markdown"});
    QVERIFY2(report.code == 0 && !report.out.contains("Declaration"), qPrintable(report.out));
}

void TestEngineOpenCl::theReportShowsTheText() {
    EngineProcess engine;
    NEEDS_OPENCL(engine);
    const auto outcome =
        engine.run({"matmul", "--n", "8", "--kernel", "three_loops,matmul1", "--device",
                    "cpu,opencl", "--preset", "quick", "--out", "out"});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.out + outcome.err));
    const auto report =
        engine.run({"--lang", "en", "report", "out/duelo.duelo", "--format", "markdown"});
    for (const char* part : {"GPU (OpenCL)", " (OpenCL)", "OpenCL C", "get\\_group\\_id"})
        QVERIFY2(report.out.contains(part), qPrintable(report.out));
}

/// Where it is the only GPU, plans of what it can do have it, and no others.
void TestEngineOpenCl::plansTakeIt() {
    EngineProcess engine;
    NEEDS_OPENCL(engine);
    const auto told = engine.run({"probe", "--json"});
    const QJsonObject sheet = QJsonDocument::fromJson(told.out.toUtf8()).object();
    for (const QJsonValue& one : sheet["experiments"].toArray()) {
        const bool takes = one["id"] == "matrix_product" || one["id"] == "max_pool" ||
                           one["id"] == "pi" || one["id"] == "roofs" || one["id"] == "transfer";
        const QByteArray plan = QJsonDocument(one["plan"].toObject()).toJson();
        QVERIFY2(plan.contains("\"opencl\"") == takes, plan);
    }
    const auto words = engine.run({"--lang", "en", "probe"});
    QVERIFY2(words.out.contains("the processor itself, for tests"), qPrintable(words.out));
}

void TestEngineOpenCl::othersRefuseIt_data() {
    QTest::addColumn<QString>("words");
    QTest::newRow("networks") << "infer --model resnet18 --size 32 --device opencl";
    QTest::newRow("another device") << "matmul --n 8 --device opencl:7";
    QTest::newRow("tensor cores")
        << "matmul --n 8 --device opencl --kernel matmul_tensor --precision fp16";
    QTest::newRow("memory shared by CUDA")
        << "transfer --bytes 4096 --device cuda --direction to_device --memory shared";
    QTest::newRow("a library") << "matmul --n 8 --device opencl --kernel library";
}

void TestEngineOpenCl::othersRefuseIt() {
    QFETCH(QString, words);
    EngineProcess engine;
    NEEDS_OPENCL(engine);
    const auto outcome =
        engine.run(words.split(' ') + QStringList{"--preset", "quick", "--out", "out"});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(!outcome.err.isEmpty(), qPrintable(outcome.out));
}

void TestEngineOpenCl::ownKernels_data() {
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char* name, const char* body, const char* code) {
        QTest::newRow(name) << QByteArray(body) << QByteArray(code);
    };
    row("right",
        "if (row < n && column < n) { float sum = 0; for (int k = 0; k < n; ++k) "
        "sum += a[row * n + k] * b[k * n + column]; c[row * n + column] = sum; }",
        "");
    row("wrong", "if (row < n && column < n) c[row * n + column] = 1;", "own_kernel_wrong");
    // In a child, as any text of a student's own: it takes that process with it and nothing else.
    row("far beside everything", "c[(long)(row + 1) << 40] = 1;", "child_died");
    if (!byNight()) return;
    row("does not compile", "unheard(n);", "own_kernel_not_compiled");
    row("not in OpenCL C", "c[0] = __shfl_sync(~0u, 1.0f, 2);", "opencl_text_word");
    row("endless", "while (n > 0) c[0] += a[0];", "call_hung");
}

void TestEngineOpenCl::ownKernels() {
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, code);
    EngineProcess engine;
    NEEDS_OPENCL(engine);
    write(
        engine.path("mine.cu"),
        "extern \"C\" __global__ void matmul1(const float* a, const float* b, float* c, int n) {\n"
        "    const int row = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    const int column = blockIdx.y * blockDim.y + threadIdx.y;\n    " +
            body + "\n}\n");
    const auto outcome =
        engine.run({"matmul", "--n", "33", "--kernel", "own", "--source", "mine.cu", "--device",
                    "opencl", "--preset", "quick", "--call-limit", "10", "--out", "out"});
    std::set<std::string> expected;
    if (!code.isEmpty()) expected.insert(code.toStdString());
    QCOMPARE(reasonsIn(engine, "out/duelo.duelo"), expected);
    QVERIFY2((outcome.code == 0) == code.isEmpty(), qPrintable(outcome.out + outcome.err));
}

/// Nobody who has not asked for it takes the processor for a GPU.
void TestEngineOpenCl::theProcessorIsAskedFor() {
    EngineProcess engine;
    NEEDS_OPENCL(engine);
    engine.set("DUELO_OPENCL", "");
    const QJsonArray devices = devicesOf(engine);
    for (const QJsonValue& one : devices) QVERIFY(one["is_software"].isUndefined());
}

void TestEngineOpenCl::faultsAreSentences_data() {
    QTest::addColumn<QString>("says");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("exit");
    QTest::newRow("no platform") << "no_platform"
                                 << "opencl_no_driver" << 1;
    QTest::newRow("dies") << "dies"
                          << "opencl_driver_died" << 1;
    QTest::newRow("leaves") << "leaves"
                            << "opencl_driver_died" << 1;
    // The engine ends, because its process can no longer use the device.
    QTest::newRow("lost") << "lost"
                          << "opencl_failed" << 70;
    if (!byNight()) return;
    QTest::newRow("no units") << "no_units"
                              << "opencl_nonsense" << 1;
    QTest::newRow("name without end") << "no_units endless_name"
                                      << "opencl_nonsense" << 1;
    QTest::newRow("no context") << "no_context"
                                << "opencl_failed" << 1;
    QTest::newRow("not built") << "not_built"
                               << "opencl_not_built" << 1;
    QTest::newRow("no memory") << "no_memory_left"
                               << "out_of_memory" << 1;
    QTest::newRow("no times") << "no_times"
                              << "opencl_nonsense" << 1;
}

void TestEngineOpenCl::faultsAreSentences() {
    QFETCH(QString, says);
    QFETCH(QString, code);
    QFETCH(int, exit);
    EngineProcess engine;
    engine.set("DUELO_OPENCL", kStub);
    engine.set("DUELO_STUB_OPENCL", says);
    const auto outcome =
        engine.run({"--lang", "en", "matmul", "--n", "16", "--kernel", "matmul_registers",
                    "--device", "opencl", "--preset", "quick", "--out", "out"});
    QCOMPARE(outcome.code, exit);
    QCOMPARE(reasonsIn(engine, "out/duelo.duelo"), std::set<std::string>{code.toStdString()});
    QVERIFY2(!outcome.out.contains(code), qPrintable(outcome.out));
}

QTEST_GUILESS_MAIN(TestEngineOpenCl)
#include "tst_engine_opencl.moc"
