// SPDX-License-Identifier: Apache-2.0
// CUDA's texts in OpenCL C: what changes, what stays, and what is refused with its line.
#include <QTest>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "opencl_c/opencl_text.h"
#include "resources/resources.h"

using namespace duelo;

namespace {

constexpr std::string_view kKernels = "kernels/";

Result<OpenClText> translated(const QByteArray& text) {
    static constexpr Resource kHeader{
        "short.h", "__device__ float twice(const float* x) { return 2 * *x; }\n"};
    const std::string bytes = text.toStdString();
    return openClText({"mine.cu", bytes}, std::span(&kHeader, 1));
}

QString wordsOf(const Result<OpenClText>& text) {
    if (text) return QString::fromStdString(text->text);
    return QString::fromStdString(text.error().code + ' ' + text.error().args.dump());
}

}  // namespace

class TestOpenClText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textsOfDuelo_data();
    void textsOfDuelo();
    void wordsChange_data();
    void wordsChange();
    void whatCannotBeIsNamed_data();
    void whatCannotBeIsNamed();
    void remarksAndLinesStay();
    void doublesAreTold();
};

void TestOpenClText::textsOfDuelo_data() {
    QTest::addColumn<bool>("can");
    for (const Resource& one : resources()) {
        if (!one.name.starts_with(kKernels) || !one.name.ends_with(".cu")) continue;
        // Templates and tensor cores are for networks and for NVIDIA's GPUs alone, and OpenCL 1.2
        // has no shuffles.
        constexpr std::array kNot{"tensor", "dropout", "add_bias", "warp_sum"};
        const bool can = std::ranges::none_of(
            kNot, [&](const char* word) { return one.name.find(word) != one.name.npos; });
        QTest::newRow(std::string(one.name).c_str()) << can;
    }
}

void TestOpenClText::textsOfDuelo() {
    QFETCH(bool, can);
    const auto text = openClKernelText(QTest::currentDataTag());
    QVERIFY2(text.has_value() == can, qPrintable(wordsOf(text)));
    if (!can) return;
    for (const char* word : {"__global__", "__shared__", "threadIdx", "template", "constexpr"})
        QVERIFY2(text->text.find(word) == std::string::npos, word);
    QCOMPARE(std::ranges::count(text->text, '\n'), std::ptrdiff_t(text->lines.size()));
}

void TestOpenClText::wordsChange_data() {
    QTest::addColumn<QByteArray>("cuda");
    QTest::addColumn<QStringList>("opencl");
    const auto row = [](const char* name, const char* cuda, const QStringList& opencl) {
        QTest::newRow(name) << QByteArray(cuda) << opencl;
    };
    row("kernel", "extern \"C\" __global__ void k(const float* __restrict__ a, float* b, int n) {}",
        {"__kernel void k(__global const float* restrict a, __global float* b, int n) {"});
    row("launch bounds", "extern \"C\" __global__ void __launch_bounds__(256, 2) k(int n) {}",
        {"__kernel void k(int n) {"});
    row("indices",
        "__global__ void k(int* a) { a[blockIdx.x * blockDim.x + threadIdx.y] = gridDim.z; }",
        {"a[(uint)get_group_id(0) * (uint)get_local_size(0) + (uint)get_local_id(1)] = "
         "(uint)get_num_groups(2);"});
    row("shared", "__global__ void k() { __shared__ float t[4][5], u; __syncthreads(); }",
        {"__local float t[4][5], u;", "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"});
    row("constants",
        "constexpr int n = 16; const float f = 2.5f; __global__ void k() { const int m = 2 * n; }",
        {"enum { n = 16 };", "#define f ((float)(2.5f))", "enum { m = 2 * n };"});
    row("whole numbers", "__global__ void k(unsigned long long a, size_t b) { a = 1ULL << 3; }",
        {"__kernel void k(ulong a, ulong b)", "a = 1UL << 3;"});
    row("pointer of a parameter",
        "__global__ void k(const float* a, int n) { const float* row = a + n; }",
        {"__global const float* row = a + n;"});
    row("pointer of shared memory",
        "__global__ void k(int n) { __shared__ float t[8]; float* p = &t[n]; float* q = p + 1; }",
        {"__local float* p = &t[n];", "__local float* q = p + 1;"});
    row("pointer of its own", "__global__ void k() { float t[8]; float* p = t; }",
        {"float* p = t;"});
    row("pointer with a value later", "__global__ void k(float* a) { float* p; p = a + 1; }",
        {"__global float* p;"});
    row("function for two memories",
        "__device__ float first(const float* p) { return p[0]; }\n"
        "__global__ void k(float* a) { __shared__ float t[2]; a[0] = first(t) + first(a); }",
        {"static float first_local(__local const float* p)",
         "static float first_global(__global const float* p)", "first_local(t) + first_global(a)"});
    row("function for one memory",
        "__device__ inline float first(const float* p) { return p[0]; }\n"
        "__global__ void k(float* a) { a[0] = first(a); }",
        {"static float first(__global const float* p)", "a[0] = first(a);"});
    row("function that nobody calls", "__device__ void no() { asm(\"\"); }\n__global__ void k() {}",
        {"__kernel void k()"});
    row("header",
        "#include \"short.h\"\n#include <cmath>\n__global__ void k(float* a) { a[1] = twice(a); }",
        {"static float twice(__global const float* x)"});
    row("casts",
        "__global__ void k(float* a, int i) { a[0] = float(i) + static_cast<float>(i) + (float)i; "
        "float4 v = *reinterpret_cast<const float4*>(a + i); float4 w = *(float4*)&a[4]; "
        "float4 x = reinterpret_cast<float4&>(a[8]); }",
        {"(float)(i) + (float)(i) + (float)i", "*(__global const float4*)(a + i)",
         "*(__global float4*)&a[4]", "(*(__global float4*)&(a[8]))"});
    row("vectors",
        "__device__ void put(float* p, float4 v) { *p = v.x; }\n"
        "__global__ void k(float* a) { float4 v = {1, 2}; put(a, {1, 2, 3, 4}); "
        "v = make_float4(1, 2, 3, 4); v = {4, 3, 2, 1}; }",
        {"float4 v = (float4)(1, 2, 0, 0);", "put(a, (float4)(1, 2, 3, 4));",
         "v = (float4)(1, 2, 3, 4);", "v = (float4)(4, 3, 2, 1);"});
    row("tables", "__global__ void k() { float s[2][2] = {}; const float d[2] = {1, 2}; }",
        {"float s[2][2] = {0};", "const float d[2] = {1, 2};"});
    row("references",
        "__device__ void add(float& to, int n) { to += n; }\n"
        "__global__ void k(float* a) { float s = 0; add(s, 1); float& r = a[3]; r = s; add(a[1], "
        "2); }",
        {"static void add_private(float* to, int n) { (*to) += n; }",
         "static void add_global(__global float* to, int n)", "add_private(&(s), 1);",
         "__global float* r = &(a[3]); (*r) = s;", "add_global(&(a[1]), 2);"});
    row("references to tables",
        "__device__ float sum(const float (&t)[2][3]) { return t[0][0]; }\n"
        "__global__ void k(float* a) { __shared__ float t[2][3]; a[0] = sum(t); }",
        {"static float sum(__local const float (*t)[3])", "a[0] = sum(t);"});
    row("functions",
        "__global__ void k(float* a) { a[0] = fmaxf(a[1], fmaf(a[2], 2, sqrtf(a[3]))); }",
        {"fmax(a[1], fma(a[2], 2, sqrt(a[3])))"});
    row("names of OpenCL",
        "__device__ int mix(int local) { return local; }\n"
        "__global__ void k(int* a) { int half = mix(2); a[0] = half; }",
        {"static int mix_(int local_) { return local_; }", "int half_ = mix_(2); a[0] = half_;"});
    row("atomics", "__global__ void k(int* a) { atomicAdd(&a[0], 1); }", {"atomic_add(&a[0], 1);"});
    row("definitions",
        "#define I (blockIdx.x * 4 + threadIdx.x)\n#define N 8\n"
        "__global__ void k(int* a) { const int m = 2 * N; int t[m]; a[I] = t[0]; }",
        {"#define I ((uint)get_group_id(0) * 4 + (uint)get_local_id(0))", "enum { m = 2 * N };"});
    row("for CUDA's compiler",
        "#ifdef __CUDACC__\ntypedef float* Out;\n#else\nbroken\n#endif\n"
        "__global__ void k(Out a) {}",
        {"__kernel void k(__global float* a)"});
    row("structs",
        "struct Two { float x, y; };\n__global__ void k(float* a) { Two t; t.x = 1; a[0] = t.x; }",
        {"typedef struct Two { float x, y; } Two;", "Two t; t.x = 1;"});
    row("constant tables",
        "__constant__ float w[2] = {1, 2};\n__global__ void k(float* a) { a[0] = w[1]; }",
        {"__constant float w[2] = {1, 2};"});
}

void TestOpenClText::wordsChange() {
    QFETCH(QByteArray, cuda);
    QFETCH(QStringList, opencl);
    const QString text = wordsOf(translated(cuda));
    for (const QString& words : std::as_const(opencl))
        QVERIFY2(text.contains(words), qPrintable(words + "\nnot in\n" + text));
}

void TestOpenClText::whatCannotBeIsNamed_data() {
    QTest::addColumn<QByteArray>("cuda");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("what");
    const auto row = [](const char* name, const char* cuda, const char* code, int line,
                        const char* what) {
        QTest::newRow(name) << QByteArray(cuda) << QString("opencl_text_") + code << line
                            << QString(what);
    };
    row("assembler", "__global__ void k() {\n asm(\"\");\n}", "word", 2, "asm");
    row("shuffle", "__global__ void k(int* a) {\n\n a[0] = __shfl_down_sync(~0, 1, 2); }", "word",
        3, "__shfl_down_sync");
    row("template",
        "template <int N> __device__ int f() { return N; }\n"
        "__global__ void k(int* a) { a[0] = f<2>(); }",
        "word", 1, "template");
    row("auto", "__global__ void k(int* a) { auto b = a[0]; }", "word", 1, "auto");
    row("lambda", "__global__ void k(int* a) { a[0] = [] { return 1; }(); }", "word", 1, "[ ] { }");
    row("bare index", "__global__ void k(int* a) { f(threadIdx); }", "word", 1, "threadIdx");
    row("unknown header", "#include \"mine.h\"\n__global__ void k() {}", "word", 1,
        "#include \"mine.h\"");
    row("architecture", "#if __CUDA_ARCH__ >= 800\n#endif\n__global__ void k() {}", "word", 1,
        "__CUDA_ARCH__");
    row("no kernel", "__device__ void f() {}", "no_kernel", 0, "__global__");
    row("two memories",
        "__global__ void k(float* a, int n) {\n__shared__ float t[2];\n"
        "float* p = n > 0 ? t : a;\n}",
        "two_memories", 3, "a");
    row("two memories later",
        "__global__ void k(float* a) { __shared__ float t[2]; float* p = a;\n"
        "p = t; }",
        "two_memories", 2, "p");
    row("unknown memory", "__global__ void k(float* a) {\nfloat* p = nullptr;\n}", "unknown_memory",
        2, "p");
    row("pointer to pointers", "__global__ void k(float** a) { }", "unknown_memory", 1, "a");
    row("returns a pointer",
        "__device__ float* f(float* a) { return a; }\n"
        "__global__ void k(float* a) { f(a)[0] = 1; }",
        "returns_pointer", 1, "f");
    row("overloaded",
        "__device__ int f(int a) { return a; }\n__device__ int f(float a) { return 2; }\n"
        "__global__ void k(int* a) { a[0] = f(1); }",
        "overloaded", 2, "f");
    row("recursion",
        "__device__ int f(int a) { return a ? f(a - 1) : 0; }\n"
        "__global__ void k(int* a) { a[0] = f(1); }",
        "recursion", 1, "f");
    row("shared in a function",
        "__device__ void f() { __shared__ int t[2]; }\n"
        "__global__ void k() { f(); }",
        "shared_outside", 1, "f");
    row("shared without a size", "__global__ void k() { extern __shared__ int t[]; }",
        "dynamic_shared", 1, "extern __shared__");
    row("variable of the device", "__device__ int counter = 0;\n__global__ void k() {}",
        "device_variable", 1, "counter");
    row("variable outside", "int counter = 0;\n__global__ void k() {}", "outside", 1, "counter");
    row("method", "struct T {\n int f() { return 1; }\n};\n__global__ void k() {}", "struct", 2,
        "T");
    row("range loop", "__global__ void k() { int t[2];\nfor (int& x : t) x = 0; }", "range_for", 2,
        "for (… : …)");
    row("atomic of floats", "__global__ void k(float* a) { atomicAdd(a, 1.0f); }", "atomic", 1,
        "atomicAdd(float*, …)");
    row("bracket", "__global__ void k() { ( }", "brackets", 1, "}");
    row("no end", "__global__ void k() {", "brackets", 0, "{");
    row("condition without end", "#ifdef __CUDACC__\n__global__ void k() {}", "brackets", 0,
        "#endif");
}

void TestOpenClText::whatCannotBeIsNamed() {
    QFETCH(QByteArray, cuda);
    QFETCH(QString, code);
    QFETCH(int, line);
    QFETCH(QString, what);
    const auto text = translated(cuda);
    QVERIFY2(!text, qPrintable(wordsOf(text)));
    const Reason& why = text.error();
    QCOMPARE(QString::fromStdString(why.code), code);
    QCOMPARE(why.args.value("line", -1), line);
    QCOMPARE(QString::fromStdString(why.args.value("what", std::string())), what);
    QCOMPARE(QString::fromStdString(why.args.value("name", std::string())), QString("mine.cu"));
}

void TestOpenClText::remarksAndLinesStay() {
    const auto text = translated(
        "// SPDX-License-Identifier: Apache-2.0\n// First.\n#include \"short.h\"\n\n"
        "__global__ void k(float* a) {\n    a[0] = 1;  // one\n    a[1] = twice(a);\n}\n");
    QVERIFY2(text, qPrintable(wordsOf(text)));
    QCOMPARE(QString::fromStdString(text->text),
             QString("// First.\nstatic float twice(__global const float* x) { return 2 * *x; }\n\n"
                     "__kernel void k(__global float* a) {\n    a[0] = 1;  // one\n"
                     "    a[1] = twice(a);\n}\n"));
    QCOMPARE(text->lines, (std::vector<int>{0, 0, 0, 5, 6, 7, 8}));
}

void TestOpenClText::doublesAreTold() {
    QVERIFY(translated("__global__ void k(float* a) { double b = 1; a[0] = b; }")->has_doubles);
    QVERIFY(!translated("__global__ void k(float* doubles) { doubles[0] = 1; }")->has_doubles);
    QVERIFY(!openClKernelText("kernels/matmul1.cu")->has_doubles);
    QVERIFY(openClKernelText("kernels/pi.cu")->has_doubles);
}

QTEST_APPLESS_MAIN(TestOpenClText)
#include "tst_opencl_text.moc"
