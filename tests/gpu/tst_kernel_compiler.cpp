// SPDX-License-Identifier: Apache-2.0
// Every text of resources/kernels through the compiler that compiles it on the user's PC, for every
// generation of GPUs that the pinned LibTorch knows. It needs no GPU.
#include <QTest>

#include <optional>

#include "cuda/kernel_compiler.h"

using namespace duelo;

class TestKernelCompiler : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void compilesForEveryGeneration_data();
    void compilesForEveryGeneration();
    void errorsNameTextAndLine();
    void unknownGenerationIsRefused();
    void missingCompilerIsTold();

private:
    std::optional<KernelCompiler> m_compiler;
};

void TestKernelCompiler::initTestCase() {
    const std::string library =
        std::string(DUELO_CUDA_FOLDER) + "/" + KernelCompiler::libraryName();
    auto opened = KernelCompiler::open(library);
    if (!opened) QSKIP(("NVRTC is not here: " + opened.error()).c_str());
    m_compiler = std::move(*opened);
}

void TestKernelCompiler::compilesForEveryGeneration_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("architecture");
    for (const Resource& one : resources()) {
        if (!one.name.starts_with("kernels/") || !one.name.ends_with(".cu")) continue;
        for (const char* architecture :
             {"sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"}) {
            const std::string name(one.name);
            QTest::addRow("%s %s", name.c_str(), architecture) << name << std::string(architecture);
        }
    }
}

void TestKernelCompiler::compilesForEveryGeneration() {
    QFETCH(std::string, text);
    QFETCH(std::string, architecture);
    const auto code = m_compiler->compile(kernelText(text), kernelHeaders(), architecture);
    QVERIFY2(code, code ? "" : code.error().c_str());
    QVERIFY(
        code->starts_with("\x7f"
                          "ELF"));
}

void TestKernelCompiler::errorsNameTextAndLine() {
    const Resource broken{"broken.cu",
                          "#include \"splitmix.h\"\n\nextern \"C\" __global__ void f("
                          "int* a) {\n    *a = no_such_name;\n}\n"};
    const auto code = m_compiler->compile(broken, kernelHeaders(), "sm_80");
    QVERIFY(!code);
    QVERIFY2(code.error().starts_with("broken.cu(4): error"), code.error().c_str());
    QVERIFY(code.error().find("no_such_name") != std::string::npos);
}

void TestKernelCompiler::unknownGenerationIsRefused() {
    const auto code =
        m_compiler->compile(kernelText("kernels/dropout.cu"), kernelHeaders(), "sm_1");
    QVERIFY(!code && !code.error().empty());
}

void TestKernelCompiler::missingCompilerIsTold() {
    const auto opened = KernelCompiler::open("/no/such/libnvrtc.so");
    QVERIFY(!opened && !opened.error().empty());
}

QTEST_APPLESS_MAIN(TestKernelCompiler)
#include "tst_kernel_compiler.moc"
