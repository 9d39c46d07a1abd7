// SPDX-License-Identifier: Apache-2.0
// Whole programs as students write them, through CUDA's compiler and the emulator, and what is told
// of each. Where NVRTC is not, they are left out.
#include <QtTest>

#include "base/text.h"
#include "experiments/matrix_product/emulated.h"
#include "experiments/max_pool/emulated.h"
#include "experiments/own_process.h"
#include "gpu/kernel_compiler.h"

using namespace duelo;

namespace {

std::string withMain(const std::string& kernel, const std::string& launch,
                     const std::string& before = {}) {
    return "#include <stdio.h>\n#include <cuda_runtime.h>\n#include <iostream>\n" + before +
           kernel +
           "\nint main() {\n  int N = 20;\n  size_t bytes = N * N * sizeof(float);\n"
           "  float *A = new float[N * N], *a, *b, *c;\n"
           "  cudaMalloc(&a, bytes); cudaMalloc(&b, bytes); cudaMalloc(&c, bytes);\n"
           "  cudaMemcpy(a, A, bytes, cudaMemcpyHostToDevice);\n"
           "  cudaMemcpy(b, A, bytes, cudaMemcpyHostToDevice);\n  " +
           launch +
           "\n  cudaMemcpy(A, c, bytes, cudaMemcpyDeviceToHost);\n"
           "  std::cout << A[0] << std::endl;\n  return 0;\n}\n";
}

constexpr const char* kProduct =
    "__global__ void matMul(float *A, float *B, float *C, int width) {\n"
    "  int row = blockIdx.y * blockDim.y + threadIdx.y;\n"
    "  int col = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (row < width && col < width) {\n"
    "    float sum = 0;\n"
    "    for (int k = 0; k < width; ++k) sum += A[row * width + k] * B[k * width + col];\n"
    "    C[row * width + col] = sum;\n"
    "  }\n"
    "}\n";
constexpr const char* kLaunch =
    "dim3 block(16, 16); dim3 grid((N + 15) / 16, (N + 15) / 16);\n"
    "  matMul<<<grid, block>>>(a, b, c, N);";

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const std::size_t at = text.find(what);
    return at == text.npos ? text : text.replace(at, what.size(), with);
}

Json emulated(const std::string& text, Json args = Json::object(), bool pools = false) {
    args["source"] = {{"name", "mine.cu"}, {"text", text}};
    args[kEmulatesHere] = true;
    const auto reply = pools ? emulatePool(args, {}) : emulateProduct(args, {});
    if (!reply) return {{"refused", reply.error().code}, {"args", reply.error().args}};
    Json kernel = reply->at("kernels").at(0);
    kernel["reply"] = *reply;
    return kernel;
}

std::string codeOf(const Json& kernel) {
    if (kernel.contains("refused")) return kernel.at("refused");
    const auto why = kernel.find("reason");
    return why == kernel.end() ? std::string() : why->value("code", std::string());
}

int lineOf(const Json& kernel) {
    if (kernel.contains("refused")) return kernel.at("args").value("line", 0);
    return kernel.contains("reason") ? kernel.at("reason").at("args").value("line", 0) : 0;
}

bool hasNote(const Json& kernel, const char* code) {
    for (const Json& note : kernel.at("notes"))
        if (note.value("code", std::string()) == code) return true;
    return false;
}

}  // namespace

class TestOwnPrograms final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        if (!KernelCompiler::find()) QSKIP("NVRTC is not here");
    }

    void aProgramIsRunAsItIsWritten() {
        const Json kernel = emulated(withMain(kProduct, kLaunch));
        QVERIFY2(kernel.value("right", false), kernel.dump().c_str());
        QCOMPARE(kernel.at("counters").at("threads").get<int>(), 32 * 32);
        QCOMPARE(kernel.at("kernel").get<std::string>(), std::string("matMul"));
        QCOMPARE(kernel.at("reply").at("launch").at("grid"), Json({2, 2, 1}));
        QVERIFY(!kernel.at("reply").contains("n"));
        QVERIFY(hasNote(kernel, "own_launch_read"));
    }

    /// S2-31 and others: --n is the size, whatever main says.
    void nIsTheSizeOfTheProgram() {
        const Json kernel = emulated(withMain(kProduct, kLaunch), {{"n", 33}});
        QVERIFY2(kernel.value("right", false), kernel.dump().c_str());
        QCOMPARE(kernel.at("counters").at("threads").get<int>(), 48 * 48);
        // A macro that kernel and program share.
        const std::string macro = replaced(
            replaced(replaced(withMain(kProduct, kLaunch, "#define N 1024\n"), "int N = 20;", ""),
                     ", int width)", ")"),
            ", N);", ");");
        std::string text = macro;
        for (std::size_t at = text.find("width"); at != text.npos; at = text.find("width"))
            text.replace(at, 5, "N");
        QCOMPARE(codeOf(emulated(text)), std::string("own_launch_large"));
        const Json small = emulated(text, {{"n", 10}});
        QVERIFY2(small.value("right", false), small.dump().c_str());
    }

    void faultsStandAtTheirLines_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("line");
        const auto row = [](const char* name, const std::string& text, const char* code, int line) {
            QTest::newRow(name) << QString::fromStdString(text) << QString(code) << line;
        };
        const std::string good = withMain(kProduct, kLaunch);
        row("good", good, "", 0);
        row("no bounds", replaced(good, "row < width && col < width", "true"), "simt_out_of_bounds",
            9);
        row("<=", replaced(good, "k < width", "k <= width"), "simt_out_of_bounds", 9);
        row("too few blocks", replaced(good, "(N + 15) / 16, (N", "N / 16, (N"),
            "emulated_unwritten_place", 0);
        row("swapped", replaced(good, "A[row * width + k]", "A[col * width + k]"), "emulated_wrong",
            0);
        row("never copied", replaced(good, "cudaMemcpy(b, A", "cudaMemcpy(A, b"), "simt_unwritten",
            9);
        row("allocated too small", replaced(good, "cudaMalloc(&b, bytes)", "cudaMalloc(&b, N * 4)"),
            "simt_out_of_bounds", 9);
        row("race", replaced(good, "C[row * width + col] = sum", "C[col] += sum"), "simt_unwritten",
            10);
        row("does not compile", replaced(good, "float sum = 0;", "float sum = 0"),
            "own_kernel_not_compiled", 9);
        row("calls the host",
            replaced(good, "sum += A", "sum += f() * A") + "float f() { return 1; }",
            "own_kernel_host_name", 9);
        row("another header",
            replaced(replaced(good, "sum = 0;", "sum = zero();"), "<iostream>", "\"mine.h\""),
            "own_kernel_own_header", 8);
        row("block too large", replaced(good, "block(16, 16)", "block(64, 64)"),
            "simt_block_too_large", 0);
    }
    void faultsStandAtTheirLines() {
        QFETCH(QString, text);
        QFETCH(QString, code);
        QFETCH(int, line);
        const Json kernel = emulated(text.toStdString());
        QVERIFY2(codeOf(kernel) == code.toStdString(), kernel.dump().c_str());
        QCOMPARE(lineOf(kernel), line);
    }

    void oneOfSeveralIsSaid() {
        const std::string second =
            "__global__ void zero(float* c, int n) { c[threadIdx.x] = n; }\n";
        const std::string text = withMain(second + kProduct, kLaunch);
        const Json chosen = emulated(text);
        QCOMPARE(chosen.at("kernel").get<std::string>(), std::string("matMul"));
        QVERIFY(hasNote(chosen, "own_kernel_chosen"));
        QCOMPARE(codeOf(emulated(text, {{"kernel", "zero"}})), std::string("own_launch_missing"));
        QCOMPARE(codeOf(emulated(text, {{"kernel", "none"}})), std::string("own_kernel_named"));
    }

    void aDeclaredKernelIsRun() {
        const std::string text =
            R"(// launch: grid 3, block 64
// buffer a: 150 random
// buffer b: 150 index
// buffer c: 150
// value n: 150
// result c[i]: a[i] + b[i]
)"
            "#include <cstdio>\n"
            R"(__global__ void add(const float* a, const int* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
    if (i == 3) printf("three %d\n", b[i]);
}
)";
        const Json good = emulated(text);
        QVERIFY2(good.value("right", false), good.dump().c_str());
        QCOMPARE(good.at("printed").get<std::string>(), std::string("three 3\n"));
        QCOMPARE(good.at("left").at(0).at("count").get<int>(), 150);
        const Json wrong = emulated(replaced(text, "a[i] + b[i];\n    if", "a[i] - b[i];\n    if"));
        QCOMPARE(codeOf(wrong), std::string("emulated_wrong_place"));
        QCOMPARE(wrong.at("reason").at("args").at("index").get<int>(), 1);
        const Json unknown = emulated(replaced(text, "// result c[i]: a[i] + b[i]", ""));
        QVERIFY(codeOf(unknown).empty() && !unknown.contains("right"));
        QVERIFY(hasNote(unknown, "own_result_unknown"));
        QVERIFY(emulated(text, Json::object(), true).value("right", false));
    }

    void templatesConstantsAndNamespaces() {
        const std::string text = R"(#include <climits>
namespace mine {
__constant__ float weights[3];
typedef float real;
template <typename T, int BLOCK>
__global__ void weigh(const T* in, T* out, size_t n) {
    __shared__ T part[BLOCK];
    const size_t i = blockIdx.x * BLOCK + threadIdx.x;
    part[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    if (i < n) out[i] = part[threadIdx.x] * weights[i % 3] + (i < INT_MAX ? 1 : 0);
}
}
using namespace mine;
int main() {
    float h[3], *in, *out;
    const size_t n = 100;
    cudaMallocManaged(&in, n * sizeof(real));
    cudaMallocManaged(&out, sizeof(real) * n);
    for (size_t i = 0; i < n; i++) in[i] = i;
    cudaMemcpyToSymbol(weights, h, sizeof(h));
    weigh<float, 32><<<(n + 31) / 32, 32>>>(in, out, n);
    cudaDeviceSynchronize();
}
)";
        const Json kernel = emulated(text);
        QVERIFY2(codeOf(kernel).empty() && !kernel.contains("refused"), kernel.dump().c_str());
        QCOMPARE(kernel.at("counters").at("threads").get<int>(), 128);
        const std::string bare = replaced(text, "weigh<float, 32><<<", "weigh<<<");
        QCOMPARE(codeOf(emulated(bare)), std::string("own_kernel_template"));
        // Without the size, what is left of the template follows from what the kernel is given.
        const std::string told = replaced(replaced(bare, "typename T, int BLOCK>", "typename T>"),
                                          "typedef", "constexpr int BLOCK = 32;\ntypedef");
        const Json deduced = emulated(told);
        QVERIFY2(codeOf(deduced).empty() && !deduced.contains("refused"), deduced.dump().c_str());
        QVERIFY(hasNote(deduced, "own_template_deduced"));
    }

    void poolingIsComparedToo() {
        const std::string text =
            R"(__global__ void pool(const float* in, float* out, int n, int m) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= m || y >= m) return;
    float most = in[2 * y * n + 2 * x];
    for (int i = 0; i < 4; ++i) most = fmaxf(most, in[(2 * y + i / 2) * n + 2 * x + i % 2]);
    out[y * m + x] = most;
}
int main() {
    float *d_in, *d_out;
    const int n = 10, m = n / 2;
    cudaMalloc(&d_in, n * n * sizeof(float));
    cudaMalloc(&d_out, m * m * sizeof(float));
    cudaMemcpy(d_in, 0, n * n * sizeof(float), cudaMemcpyHostToDevice);
    pool<<<dim3(1, 1), dim3(8, 8)>>>(d_in, d_out, n, m);
}
)";
        const Json same = emulated(text, {{"size_px", 10}}, true);
        QVERIFY2(same.value("right", false), same.dump().c_str());
        QVERIFY(!emulated(text, {{"size_px", 9}}, true).contains("right"));
        QCOMPARE(codeOf(emulated(replaced(text, "i < 4", "i < 3"), {{"size_px", 10}}, true)),
                 std::string("emulated_wrong"));
    }

    /// A kernel of Duelo's own with its program around it.
    void duelosOwnNamesHaveProgramsToo() {
        const std::string text =
            "extern \"C\" {\n" + replaced(kProduct, "matMul", "matmul1") + "}\n";
        const Json alone = emulated(text, {{"n", 20}});
        QVERIFY2(alone.value("right", false) && alone.at("reply").contains("n"),
                 alone.dump().c_str());
        const Json launched = emulated(withMain(text, replaced(kLaunch, "matMul", "matmul1")));
        QVERIFY2(launched.value("right", false), launched.dump().c_str());
        QCOMPARE(launched.at("counters").at("threads").get<int>(), 32 * 32);
    }
};

QTEST_APPLESS_MAIN(TestOwnPrograms)
#include "tst_own_programs.moc"
