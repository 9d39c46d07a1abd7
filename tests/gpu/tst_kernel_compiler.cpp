// SPDX-License-Identifier: Apache-2.0
// Every text of resources/kernels through the compiler that compiles it on the user's PC, for every
// generation of GPUs that the pinned LibTorch knows, and what is kept of it. It needs no GPU.
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>

#include "gpu/kernel_cache.h"
#include "gpu/nvidia_library.h"

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
    void remarksAreRead();
    void codeIsKept();
    void damagedCodeIsMadeAgain();
    void oldCodeGoes();

private:
    std::optional<KernelCompiler> m_compiler;
};

void TestKernelCompiler::initTestCase() {
    const std::string library =
        std::string(DUELO_CUDA_FOLDER) + "/" + fileNameOf(NvidiaLibrary::Nvrtc);
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
    const auto made = m_compiler->compile(kernelText(text), kernelHeaders(), architecture);
    QVERIFY2(!made.code.empty(), made.log.c_str());
    QVERIFY(
        made.code.starts_with("\x7f"
                              "ELF"));
}

void TestKernelCompiler::errorsNameTextAndLine() {
    const Resource broken{"broken.cu",
                          "#include \"splitmix.h\"\n\nextern \"C\" __global__ void f("
                          "int* a) {\n    *a = no_such_name;\n}\n"};
    const auto made = m_compiler->compile(broken, kernelHeaders(), "sm_80");
    QVERIFY(made.code.empty());
    const auto remarks = remarksOf(made.log, broken.name);
    QCOMPARE(remarks.size(), std::size_t{1});
    QVERIFY(remarks[0].error);
    QCOMPARE(remarks[0].line, 4);
    QVERIFY2(remarks[0].text.starts_with("identifier \"no_such_name\""), remarks[0].text.c_str());
}

void TestKernelCompiler::unknownGenerationIsRefused() {
    const auto made =
        m_compiler->compile(kernelText("kernels/dropout.cu"), kernelHeaders(), "sm_1");
    QVERIFY(made.code.empty() && !made.log.empty());
}

void TestKernelCompiler::missingCompilerIsTold() {
    const auto opened = KernelCompiler::open("/no/such/libnvrtc.so");
    QVERIFY(!opened && !opened.error().empty());
}

void TestKernelCompiler::remarksAreRead() {
    const auto remarks = remarksOf(
        "mine.cu(4): error: identifier \"x\" is undefined\n      *a = x;\n           ^\n\n"
        "mine.cu(9): warning #177-D: variable \"k\" was declared but never referenced\n\n"
        "pointers.h(3): error: expected a \";\"\n\n"
        "2 errors detected in the compilation of \"mine.cu\".\n",
        "mine.cu");
    QCOMPARE(remarks.size(), std::size_t{3});
    QVERIFY(
        (remarks[0] ==
         CompilerRemark{4, true, "identifier \"x\" is undefined\n      *a = x;\n           ^"}));
    QCOMPARE(remarks[1].line, 9);
    QVERIFY(!remarks[1].error);
    QVERIFY((remarks[2] == CompilerRemark{0, true, "pointers.h(3): error: expected a \";\""}));
    QVERIFY(remarksOf("", "mine.cu").empty());
    const auto assembled = remarksOf(
        "mine.cu(9): warning #174-D: expression has no effect\n\n"
        "ptxas error   : Entry function 'f' uses too much shared data (0x27100 bytes)\n",
        "mine.cu");
    QCOMPARE(assembled.size(), std::size_t{2});
    QVERIFY(assembled[1].error && assembled[1].line == 0);
    QCOMPARE(architectureOf("8.6"), std::string("sm_86"));
    QCOMPARE(architectureOf("12.0"), std::string("sm_120"));
    QCOMPARE(architectureOf(""), std::string("sm_75"));
}

namespace {

constexpr Resource kSmall{"small.cu", "extern \"C\" __global__ void f(int* a) { *a = 1; }\n"};

}  // namespace

/// A second program of this user finds it, another text, architecture or compiler does not.
void TestKernelCompiler::codeIsKept() {
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("deep/kernels").toStdString();
    const auto made = compiledKernel(*m_compiler, KernelCache(path), kSmall, "sm_80");
    QVERIFY(!made.code.empty());
    const std::string key = kernelKey(kSmall, kernelHeaders(), "sm_80", m_compiler->version());
    QVERIFY(KernelCache(path).find(key) == made.code);
    KernelCache(path).keep(key, "another");  // what is there is taken, not made
    QCOMPARE(compiledKernel(*m_compiler, KernelCache(path), kSmall, "sm_80").code,
             std::string("another"));
    const Resource other{"small.cu", "extern \"C\" __global__ void f(int* a) { *a = 2; }\n"};
    for (const std::string& differs :
         {kernelKey(other, kernelHeaders(), "sm_80", m_compiler->version()),
          kernelKey(kSmall, {}, "sm_80", m_compiler->version()),
          kernelKey(kSmall, kernelHeaders(), "sm_86", m_compiler->version()),
          kernelKey(kSmall, kernelHeaders(), "sm_80", "12.9")})
        QVERIFY(!KernelCache(path).find(differs));
}

void TestKernelCompiler::damagedCodeIsMadeAgain() {
    const QTemporaryDir folder;
    const KernelCache cache(folder.path().toStdString());
    cache.keep("k", "some code");
    const std::string file = folder.filePath("k.cubin").toStdString();
    std::fstream(file, std::ios::in | std::ios::out).seekp(66) << "X";
    QVERIFY(!cache.find("k"));
    std::ofstream(file, std::ios::trunc) << "short";
    QVERIFY(!cache.find("k"));
    cache.keep("k", "some code");
    QVERIFY(cache.find("k") == "some code");
    KernelCache("/proc/no/such").keep("k", "x");  // nobody is told
}

void TestKernelCompiler::oldCodeGoes() {
    const QTemporaryDir folder;
    const KernelCache cache(folder.path().toStdString(), 3);
    for (int i = 0; i < 5; ++i) {
        cache.keep(std::to_string(i), "code");
        std::filesystem::last_write_time(
            folder.filePath(QString::number(i) + ".cubin").toStdString(),
            std::filesystem::file_time_type::clock::now() - std::chrono::seconds(10 - i));
    }
    cache.keep("5", "code");
    QVERIFY(!cache.find("1") && !cache.find("2") && cache.find("3") && cache.find("4") &&
            cache.find("5"));
}

QTEST_APPLESS_MAIN(TestKernelCompiler)
#include "tst_kernel_compiler.moc"
