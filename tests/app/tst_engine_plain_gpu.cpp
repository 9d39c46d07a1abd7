// SPDX-License-Identifier: Apache-2.0
// The engine on a PC with an NVIDIA GPU and without LibTorch's part for it, as on Windows: driver,
// NVRTC, cuBLAS and cuDNN are stand-ins.
#include <algorithm>
#include <set>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "conversation.h"
#include "engine_process.h"

using namespace duelo;

namespace {

void giveGpu(EngineProcess& engine, const QString& libraries = "nvidia") {
    const QString stubs = QStringLiteral(DUELO_STUBS);
    engine.set("LD_LIBRARY_PATH", stubs + "/driver");
    engine.set("DUELO_NVIDIA_DIR", stubs + '/' + libraries);
    engine.set("DUELO_STUB_CUDA", "0 13000 RTX 4060@8.9");
    engine.set("DUELO_STUB_NVML", "580.65");
    engine.set("DUELO_CUDA_MODULE", "none");
}

/// The codes of why cells were not measured.
std::set<std::string> reasonsIn(const EngineProcess& engine, const QString& file) {
    std::set<std::string> codes;
    for (const auto& [id, result] : engine.results(file))
        if (result.reason) codes.insert(result.reason->code);
    return codes;
}

}  // namespace

class TestEnginePlainGpu : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void kernelsCopiesAndLimitsAreMeasured_data();
    void kernelsCopiesAndLimitsAreMeasured();
    void recordsNameTheLibrariesThatWereUsed();
    void networksRunByLibTorchsPart_data();
    void networksRunByLibTorchsPart();
    void whatLibTorchsPartLacksIsSkipped();
    void noAddressIsInvented();
    void networksSayWhyNot();
    void theDiagnosisTellsBoth();
    void missingLibrariesAreNoFaults_data();
    void missingLibrariesAreNoFaults();
    void aDamagedLibraryHidesNoOther();
    void faultsAreSentences_data();
    void faultsAreSentences();
    void aFaultEndsNoForecast();
};

void TestEnginePlainGpu::kernelsCopiesAndLimitsAreMeasured_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("cells");
    const auto row = [](const char* name, const char* words, int cells) {
        QTest::newRow(name) << QString(words).split(' ') << cells;
    };
    row("product", "matmul --n 8 --kernel matmul1,library --precision fp16,fp32", 3);
    row("pooling", "max-pool --size 4 --kernel pool_one_window,cudnn", 2);
    row("pi", "pi --samples 300 --how kernel_device", 1);
    row("copies", "transfer --bytes 4099 --direction to_device,within_device --memory mapped", 2);
    row("limits", "roofs --kind launch", 1);
}

void TestEnginePlainGpu::kernelsCopiesAndLimitsAreMeasured() {
    QFETCH(QStringList, words);
    QFETCH(int, cells);
    EngineProcess engine;
    giveGpu(engine);
    const auto outcome =
        engine.run(words + QStringList{"--device", "cuda", "--preset", "quick", "--out", "out"});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.out + outcome.err));
    const auto results = engine.results("out/duelo.duelo");
    QCOMPARE(results.size(), std::size_t(cells));
    for (const auto& [id, result] : results)
        QVERIFY2(result.status == Status::Done,
                 result.reason ? result.reason->code.c_str() : id.c_str());
    const EngineSheet sheet = engine.records("out/duelo.duelo").header().engine;
    QVERIFY(!sheet.gpu_reason);
    QCOMPARE(sheet.gpu.name, std::string("RTX 4060"));
    // How its memory was counted is said in the record, and in what is made of it.
    QCOMPARE(sheet.gpu.networks_reason->code, std::string("gpu_without_torch"));
    if (words.front() != "matmul") return;
    const auto report =
        engine.run({"--lang", "en", "report", "out/duelo.duelo", "--format", "markdown"});
    for (const char* part : {"Figures of its memory count what Duelo has asked for",
                             "NVIDIA's cuBLAS computes it directly"})
        QVERIFY2(report.out.contains(part), qPrintable(report.out));
}

/// The header names what the cells need, which nothing had opened before.
void TestEnginePlainGpu::recordsNameTheLibrariesThatWereUsed() {
    EngineProcess engine;
    giveGpu(engine);
    const auto sheetOf = [&](const QString& words) {
        const auto outcome =
            engine.run(words.split(' ') + QStringList{"--device", "cuda", "--preset", "quick"});
        if (outcome.code != 0) qWarning() << outcome.out << outcome.err;
        return engine.records(words.section(' ', -1) + "/duelo.duelo").header().engine.gpu;
    };
    const auto names = [](const GpuSheet& sheet) {
        std::set<std::string> found;
        for (const auto& [name, path] : sheet.libraries)
            if (path.find("/stubs/nvidia/lib" + name + ".so") != std::string::npos)
                found.insert(name);
        return found;
    };
    const GpuSheet product =
        sheetOf("matmul --n 8 --kernel matmul1,library --precision fp32 --out a");
    QCOMPARE(product.nvrtc, std::string("13.0"));
    QCOMPARE(product.cublas, std::string("13.1.1"));
    QCOMPARE(product.cudnn, std::string());
    QCOMPARE(names(product), (std::set<std::string>{"nvrtc", "cublas"}));
    // How it stood meanwhile is kept, without the names and numbers of other programs (S2-38).
    const RecordLog log = engine.records("a/duelo.duelo");
    const auto* reading = std::get_if<MonitorRecord>(&*std::ranges::find_if(
        log.records, [](const Record& one) { return std::holds_alternative<MonitorRecord>(one); }));
    QVERIFY(reading && reading->gpu && reading->state.memory.available_bytes);
    const std::vector<GpuProcess> others = reading->gpu->others();
    QCOMPARE(others.size(), std::size_t{3});
    for (const GpuProcess& other : others) QVERIFY(!other.pid && other.name.empty());
    const GpuSheet pooling = sheetOf("max-pool --size 4 --kernel cudnn --out b");
    QCOMPARE(pooling.cudnn, std::string("9.19.0"));
    QCOMPARE(names(pooling), std::set<std::string>{"cudnn"});
    QCOMPARE(
        names(sheetOf("transfer --bytes 4096 --direction to_device --memory pageable --out c")),
        std::set<std::string>{});
}

namespace {

void giveTorchCuda(EngineProcess& engine) {
    giveGpu(engine);
    engine.set("DUELO_TORCH_CUDA", QStringLiteral(DUELO_STUBS) + "/torch/libtorch_cuda.so");
    // Exported by LibTorch itself on Windows.
    engine.set("LD_PRELOAD", QStringLiteral(DUELO_STUBS) + "/torch/libaccelerator.so");
}

}  // namespace

void TestEnginePlainGpu::networksRunByLibTorchsPart_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<int>("cells");
    QTest::newRow("inference") << "infer --model resnet18 --size 32 --mode eager,fused" << 4;
    QTest::newRow("product") << "matmul --n 8 --kernel library --precision fp32" << 2;
    if (!byNight()) return;
    QTest::newRow("pi") << "pi --samples 1000 --how array" << 2;
    QTest::newRow("pooling") << "max-pool --size 4 --kernel library" << 2;
}

/// The same results as on the CPU, by tensors that lie on the GPU.
void TestEnginePlainGpu::networksRunByLibTorchsPart() {
    QFETCH(QString, words);
    QFETCH(int, cells);
    EngineProcess engine;
    giveTorchCuda(engine);
    const auto outcome =
        engine.run(QStringList{"--lang", "en"} + words.split(' ') +
                   QStringList{"--device", "cpu,cuda", "--preset", "quick", "--out", "out"});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.out + outcome.err));
    const auto results = engine.results("out/duelo.duelo");
    QCOMPARE(results.size(), std::size_t(cells));
    for (const auto& [id, result] : results) {
        QVERIFY2(result.status == Status::Done,
                 result.reason ? result.reason->code.c_str() : id.c_str());
        for (const std::string& flag : result.flags)
            QVERIFY2(flag.find("output") == std::string::npos, flag.c_str());
    }
    const EngineSheet sheet = engine.records("out/duelo.duelo").header().engine;
    QVERIFY(!sheet.gpu.networks_reason && !sheet.gpu_reason);
    QVERIFY(sheet.cudnn_benchmark == false);
}

void TestEnginePlainGpu::whatLibTorchsPartLacksIsSkipped() {
    EngineProcess engine;
    giveTorchCuda(engine);
    for (const QStringList& words :
         {QStringList{"infer", "--model", "resnet18", "--size", "32", "--mode", "graph,overlapped"},
          QStringList{"train", "--model", "mlp", "--data", "synthetic:2x8", "--mode", "graph"}}) {
        const auto outcome = engine.run(
            QStringList{"--lang", "es"} + words +
            QStringList{"--device", "cuda", "--preset", "quick", "--out", words.front()});
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.out.contains("grafos de CUDA"), qPrintable(outcome.out + outcome.err));
        QCOMPARE(reasonsIn(engine, words.front() + "/duelo.duelo"),
                 std::set<std::string>{"gpu_no_graphs"});
    }
}

/// Until a release has filled in where LibTorch for CUDA lies, the command says so.
void TestEnginePlainGpu::noAddressIsInvented() {
    QFile lock(QStringLiteral(DUELO_SOURCE_DIR "/packaging/gpu-windows.lock"));
    QVERIFY(lock.open(QIODevice::ReadOnly));
    if (lock.readAll().contains("\ntorch-")) QSKIP("its address is known");
    EngineProcess engine;
    const auto outcome = engine.run({"--lang", "en", "gpu-pack", "torch", "--fetch-to", "pack"});
    QCOMPARE(outcome.code, 2);
    for (const char* part : {"LibTorch 2.11.0 for CUDA 13", "gpu-pack torch --from FOLDER"})
        QVERIFY2((outcome.out + outcome.err).contains(part), qPrintable(outcome.out + outcome.err));
    QVERIFY(!QDir(engine.path("pack")).exists());
    QCOMPARE(engine.run({"gpu-pack", "kernels"}).code, 2);
}

void TestEnginePlainGpu::networksSayWhyNot() {
    EngineProcess engine;
    giveGpu(engine);
    for (const QStringList& words :
         {QStringList{"infer", "--model", "resnet18", "--size", "32"},
          QStringList{"pi", "--samples", "10", "--how", "array"},
          QStringList{"max-pool", "--size", "8", "--kernel", "library"}}) {
        const auto outcome = engine.run(
            QStringList{"--lang", "es"} + words +
            QStringList{"--device", "cuda", "--preset", "quick", "--out", words.front()});
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.out.contains("parte de Duelo con LibTorch") ||
                     outcome.out.contains("falta la parte de la GPU con LibTorch"),
                 qPrintable(outcome.out + outcome.err));
        QCOMPARE(reasonsIn(engine, words.front() + "/duelo.duelo"),
                 std::set<std::string>{"gpu_without_torch"});
    }
}

/// Plans of networks are proposed for the CPU alone.
void TestEnginePlainGpu::theDiagnosisTellsBoth() {
    EngineProcess engine;
    giveGpu(engine);
    const auto told = engine.run({"probe", "--json"});
    const QJsonObject sheet = QJsonDocument::fromJson(told.out.toUtf8()).object();
    QCOMPARE(sheet["gpu"]["available"], QJsonValue(true));
    QCOMPARE(sheet["gpu"]["networks_reason"]["code"].toString(), QString("gpu_without_torch"));
    for (const QJsonValue& one : sheet["experiments"].toArray()) {
        const bool networks = one["id"] == "inference" || one["id"] == "training";
        const QByteArray plan = QJsonDocument(one["plan"].toObject()).toJson();
        if (networks) QVERIFY2(!plan.contains("\"cuda\""), plan);
        if (one["id"] == "matrix_product") QVERIFY2(plan.contains("\"cuda\""), plan);
    }
    const auto words = engine.run({"--lang", "en", "probe"});
    QVERIFY2(words.out.contains("Networks on the GPU need"), qPrintable(words.out));
}

void TestEnginePlainGpu::missingLibrariesAreNoFaults_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<QStringList>("libraries");
    const QString nvrtc = "libnvrtc.so.13", cublas = "libcublas.so.13", cudnn = "libcudnn.so.9";
    QTest::newRow("product") << "matmul --n 8 --kernel matmul1,library --precision fp32"
                             << QStringList{nvrtc, cublas};
    QTest::newRow("pooling") << "max-pool --size 4 --kernel pool_one_window,cudnn"
                             << QStringList{nvrtc, cudnn};
    QTest::newRow("pi") << "pi --samples 300 --how kernel_device,kernel_host"
                        << QStringList{nvrtc, nvrtc};
    // Mapped memory is copied by a kernel, and one computes beside a copy of pinned memory.
    QTest::newRow("copies") << "transfer --bytes 4096 --direction to_device --memory mapped,pinned"
                            << QStringList{nvrtc, nvrtc, ""};
    QTest::newRow("launches") << "roofs --kind launch" << QStringList{nvrtc};
    QTest::newRow("operations") << "roofs --kind fma --precision fp32,tf32"
                                << QStringList{nvrtc, cublas};
}

/// Cells that need a library of NVIDIA's are skipped where it is not there, with the advice how to
/// get it; those that do not are measured.
void TestEnginePlainGpu::missingLibrariesAreNoFaults() {
    QFETCH(QString, words);
    QFETCH(QStringList, libraries);
    EngineProcess engine;
    giveGpu(engine, "driver");
    const auto outcome =
        engine.run(QStringList{"--lang", "en"} + words.split(' ') +
                   QStringList{"--device", "cuda", "--preset", "quick", "--out", "out"});
    QCOMPARE(outcome.code, 1);
    QVERIFY2(outcome.out.contains("gpu-pack"), qPrintable(outcome.out + outcome.err));
    QStringList missing;
    for (const auto& [id, result] : engine.results("out/duelo.duelo")) {
        QCOMPARE(result.status, result.reason ? Status::Skipped : Status::Done);
        if (result.reason) QCOMPARE(result.reason->code, std::string("nvidia_library_missing"));
        missing += result.reason ? QString::fromStdString(result.reason->args.at("library")) : "";
    }
    missing.sort();
    libraries.sort();
    QCOMPARE(missing, libraries);
}

/// Libraries that were fetched are looked for before those of the system.
void TestEnginePlainGpu::aDamagedLibraryHidesNoOther() {
    EngineProcess engine;
    giveGpu(engine);
    const QString stubs = QStringLiteral(DUELO_STUBS);
    engine.set("DUELO_NVIDIA_DIR", "");
    engine.set("LD_LIBRARY_PATH", stubs + "/driver:" + stubs + "/nvidia");
    const QDir fetched(engine.path("data/duelo/nvidia"));
    QVERIFY(fetched.mkpath("."));
    QFile damaged(fetched.filePath("libcublas.so.13"));
    QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.write("no library") > 0);
    damaged.close();
    const auto outcome =
        engine.run({"matmul", "--n", "8", "--kernel", "library", "--precision", "fp32", "--device",
                    "cuda", "--preset", "quick", "--out", "out"});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.out + outcome.err));
    for (const auto& [id, result] : engine.results("out/duelo.duelo"))
        QCOMPARE(result.status, Status::Done);
}

void TestEnginePlainGpu::faultsAreSentences_data() {
    QTest::addColumn<QString>("faults");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("exit");
    QTest::newRow("no memory") << "cuMemAlloc_v2=2"
                               << "out_of_memory" << 1;
    // The engine ends, because its process can no longer use the GPU, and is started anew.
    QTest::newRow("launch too long") << "cuStreamSynchronize=702"
                                     << "cuda_launch_timeout" << 70;
    QTest::newRow("nonsense") << "cuEventElapsedTime=nonsense"
                              << "gpu_nonsense" << 1;
    // Asked before the run begins too.
    QTest::newRow("nonsense of memory") << "cuMemGetInfo_v2=nonsense"
                                        << "gpu_nonsense" << 1;
    QTest::newRow("no word of memory") << "cuMemGetInfo_v2=1"
                                       << "cuda_error" << 1;
}

void TestEnginePlainGpu::faultsAreSentences() {
    QFETCH(QString, faults);
    QFETCH(QString, code);
    QFETCH(int, exit);
    EngineProcess engine;
    giveGpu(engine);
    engine.set("DUELO_STUB_FAULTS", faults);
    const auto outcome =
        engine.run({"--lang", "en", "matmul", "--n", "16", "--kernel", "library", "--precision",
                    "fp32", "--device", "cuda", "--preset", "quick", "--out", "out"});
    QCOMPARE(outcome.code, exit);
    QCOMPARE(reasonsIn(engine, "out/duelo.duelo"), std::set<std::string>{code.toStdString()});
    QVERIFY2(!outcome.out.contains(code), qPrintable(outcome.out));
}

void TestEnginePlainGpu::aFaultEndsNoForecast() {
    Conversation talk([](EngineProcess& engine) {
        giveGpu(engine);
        engine.set("DUELO_STUB_FAULTS", "cuMemGetInfo_v2=nonsense");
    });
    const QJsonObject plan{
        {"experiment", "matrix_product"},
        {"preset", "quick"},
        {"cases", QJsonArray{QJsonObject{{"n", 16}}}},
        {"variants", QJsonArray{QJsonObject{
                         {"device", "cuda"}, {"kernel", "library"}, {"precision", "fp32"}}}}};
    talk.say({{"c", "forecast"}, {"id", 1}, {"plan", plan}});
    const QJsonObject reply = talk.replyTo(1);
    QVERIFY2(reply["ok"].toBool(), QJsonDocument(reply).toJson());
    const QJsonArray impossible = reply["impossible"].toArray();
    QCOMPARE(impossible.size(), 1);
    QCOMPARE(impossible[0]["reason"].toString(), QString("gpu_nonsense"));
    // The engine is there to answer the next question.
    talk.say({{"c", "gpu"}, {"id", 2}});
    QVERIFY(talk.replyTo(2)["ok"].toBool());
}

QTEST_GUILESS_MAIN(TestEnginePlainGpu)
#include "tst_engine_plain_gpu.moc"
