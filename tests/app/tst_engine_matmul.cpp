// SPDX-License-Identifier: Apache-2.0
#include "base/json_text.h"
#include "engine_process.h"
#include "resources/resources.h"

using namespace duelo;

/// S2-26, S2-29: the ladder of the matrix product as a student asks for it.
class TestEngineMatmul : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKernelMultipliesAndIsReported();
    void whatNobodyCanMultiplyIsRefused();
    void ownKernelsAreCompiledAlone();
    void ownKernelsAreEmulated();
};

void TestEngineMatmul::everyKernelMultipliesAndIsReported() {
    const EngineProcess engine;
    const auto outcome =
        engine.run({"matmul", "--n", "50", "--precision", "fp32,bf16", "--kernel",
                    "three_loops,loop_order,blocked,blocked_vector_threads,library", "--threads",
                    "2", "--preset", "quick", "--out", "out"});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    QCOMPARE(engine.cells("out/duelo.duelo").size(), 6U);
    for (const auto& [id, result] : engine.results("out/duelo.duelo")) {
        QCOMPARE(result.status, Status::Done);
        QVERIFY(result.metric("flop_rate")->value > 0);
        QVERIFY(result.metric("error")->value <= result.metric("error_bound")->value);
    }
    const auto report =
        engine.run({"--lang", "en", "report", "out/duelo.duelo", "--format", "markdown"});
    QCOMPARE(report.code, 0);
    for (const char* part : {"Matrix product", "three loops", "LibTorch", "GFLOP/s"})
        QVERIFY2(report.out.contains(part), qPrintable(report.out));
}

void TestEngineMatmul::whatNobodyCanMultiplyIsRefused() {
    const EngineProcess engine;
    for (const char* n : {"0", "-1", "1e3", "16385", "ten"}) {
        const auto outcome = engine.run({"matmul", "--n", n});
        QVERIFY2(outcome.code == 2, n);
        QVERIFY2(!outcome.err.isEmpty(), n);
    }
}

/// A student's own kernel without a GPU: right, wrong at its line, and not to be called.
void TestEngineMatmul::ownKernelsAreEmulated() {
    const EngineProcess engine;
    const auto write = [&](const char* name, QByteArray text) {
        QFile file(engine.path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    };
    const std::string_view matmul1 = resource("kernels/matmul1.cu");
    const QByteArray good(matmul1.data(), static_cast<qsizetype>(matmul1.size()));
    QByteArray beyond = good, bare = good;
    beyond.replace("k < n;", "k <= n;");
    bare.replace("extern \"C\" ", "");
    write("good.cu", good);
    write("beyond.cu", beyond);
    write("bare.cu", bare);
    write("other.cu", "extern \"C\" __global__ void matmul1(float* a, int n) { a[0] = 1; }\n");
    const auto emulate = [&](const char* file) {
        return engine.run({"--lang", "en", "emulate", "matmul", "--n", "33", "--source", file});
    };
    // What stands in the text alone needs no compiler.
    for (const auto& [file, named] : {std::pair{"bare.cu", "extern"}, {"other.cu", "parameters"}}) {
        const auto refused = emulate(file);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains(named), qPrintable(refused.err));
    }
    const auto right = emulate("good.cu");
    if (right.err.contains("NVRTC")) QSKIP("NVRTC is not here");
    QVERIFY2(right.code == 0, qPrintable(right.err + right.out));
    QVERIFY2(right.out.contains("Nothing wrong was found"), qPrintable(right.out));
    const auto wrong = emulate("beyond.cu");
    QCOMPARE(wrong.code, 1);
    const auto line = QStringLiteral("beyond.cu:%1: ")
                          .arg(beyond.left(beyond.indexOf("k <= n;")).count('\n') + 1);
    QVERIFY2(wrong.out.startsWith(line) && wrong.out.contains("b[1089]"), qPrintable(wrong.out));
}

/// S2-26: remarks at their lines, with or without a GPU; nothing is run.
void TestEngineMatmul::ownKernelsAreCompiledAlone() {
    const EngineProcess engine;
    const auto write = [&](const char* name, const QByteArray& text) {
        QFile file(engine.path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    };
    const std::string_view matmul2 = resource("kernels/matmul2.cu");
    const QByteArray good(matmul2.data(), static_cast<qsizetype>(matmul2.size()));
    write("good.cu", good);
    write("bad.cu", good + "__device__ int a = nothing;\n");
    write("other.cu", "extern \"C\" __global__ void other(float* a) { a[0] = 1; }\n");
    const auto compiled = engine.run({"compile", "matmul", "good.cu", "--architecture", "sm_86"});
    if (compiled.err.contains("NVRTC")) QSKIP("NVRTC is not here");
    QVERIFY2(compiled.code == 0, qPrintable(compiled.err));
    QVERIFY2(compiled.out.contains("for sm_86: kernel matmul2"), qPrintable(compiled.out));
    const auto said = engine.run({"compile", "matmul", "good.cu", "--opencl"});
    QVERIFY2(said.code == 0 && said.out.contains("__kernel void matmul2"), qPrintable(said.out));
    const auto wrong = engine.run({"compile", "matmul", "bad.cu"});
    QCOMPARE(wrong.code, 1);
    const auto line = QStringLiteral("bad.cu:%1: error: ").arg(good.count('\n') + 1);
    QVERIFY2(wrong.out.startsWith(line), qPrintable(wrong.out));
    QVERIFY2(wrong.out.contains("\n") && !wrong.out.contains(QChar(0x240A)), qPrintable(wrong.out));
    const auto json = engine.run({"compile", "matmul", "bad.cu", "--json"});
    QCOMPARE(parseJson(json.out.toStdString())->at("remarks").at(0).value("error", false), true);
    QCOMPARE(json.code, 1);
    // One that is none of these kernels, none that is there, and experiments without any.
    for (const auto& [words, named] :
         {std::pair<QStringList, const char*>{{"matmul", "other.cu"}, "matmul2"},
          {{"matmul", "none.cu"}, "none.cu"},
          {{"pi", "good.cu"}, "matmul"},
          {{"matmul"}, "file"}}) {
        const auto refused = engine.run(QStringList{"compile"} + words);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains(named), qPrintable(refused.err));
    }
}

QTEST_GUILESS_MAIN(TestEngineMatmul)
#include "tst_engine_matmul.moc"
