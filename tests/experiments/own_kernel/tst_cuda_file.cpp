// SPDX-License-Identifier: Apache-2.0
// A whole .cu file as students have it, read without a compiler: which part is for a GPU, at which
// lines, and what the program around says of a launch.
#include <QtTest>

#include <algorithm>

#include "base/text.h"
#include "experiments/host_launch.h"
#include "experiments/own_launch.h"
#include "experiments/own_text.h"
#include "experiments/template_arguments.h"

using namespace duelo;

namespace {

/// Written as in most courses.
constexpr const char* kProgram =
    "#include <cstdio>\n#include <vector>\n#include \"cuda_runtime.h\"\n#include \"mine.h\"\n"
    R"(#define TILE 16
#define CHECK(call) { cudaError_t e = call; if (e != cudaSuccess) exit(1); }
using namespace std;

const int kEdge = 3;
int counter = 0;
__constant__ float weights[kEdge];
struct Point { float x, y; };
struct Timer { std::string name; };

float onHost(float x) { return x * kEdge; }
inline int divUp(int a, int b) { return (a + b - 1) / b; }
constexpr int twice(int x) { return 2 * x; }

__device__ float scaled(Point p) { return p.x * weights[0]; }

/* __global__ void spoken(float* a) { } */
__global__ void mine(const float* __restrict__ in, float* out,
                     int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = scaled({in[i], 0}) + twice(TILE);
}

int main(int argc, char** argv) {
    int n = 1000;
    if (argc > 1) n = atoi(argv[1]);
    size_t bytes = n * sizeof(float);
    float *h = (float*)malloc(bytes), *d_in, *d_out;
    CHECK(cudaMalloc((void**)&d_in, bytes));
    CHECK(cudaMalloc(&d_out, bytes));
    CHECK(cudaMemcpy(d_in, h, bytes, cudaMemcpyHostToDevice));
    dim3 block(TILE * TILE);
    dim3 grid(divUp(n, block.x));
    mine<<<grid, block>>>(d_in, d_out, n);
    CHECK(cudaMemcpy(h, d_out, bytes, cudaMemcpyDeviceToHost));
    printf("%f\n", h[0]);
}
)";

OwnLaunch launchIn(const CudaFile& file, const SetValues& set = {}) {
    const HostValues values(file, set);
    const auto launch = ownLaunch("x.cu", values, *file.kernels().front());
    if (!launch) qWarning("%s %s", launch.error().code.c_str(), launch.error().args.dump().c_str());
    return launch.value_or(OwnLaunch{});
}

Reason whyNoLaunch(const std::string& text) {
    const CudaFile file(text);
    const HostValues values(file, {});
    const auto launch = ownLaunch("x.cu", values, *file.kernels().front());
    return launch ? Reason{} : launch.error();
}

/// A program whose main has these lines before the launch, of which this is the middle.
std::string program(const std::string& lines, const std::string& launch = "grid, block",
                    const std::string& before = {}) {
    return before +
           "__global__ void mine(float* a, int n) { a[threadIdx.x] = n; }\nint main() {\n" + lines +
           "\nfloat* d;\ncudaMalloc(&d, n * 4);\nmine<<<" + launch + ">>>(d, n);\n}\n";
}

}  // namespace

/// The part of issue 46 that is about whole files.
class TestCudaFile final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatAGpuHasIsTaken() {
        const CudaFile file(kProgram);
        const std::string taken = file.deviceText();
        QCOMPARE(std::ranges::count(taken, '\n'), std::ranges::count(file.text(), '\n'));
        for (const char* part :
             {"#define TILE 16", "const int kEdge = 3;", "__constant__ float weights[kEdge];",
              "struct Point", "constexpr int twice", "__device__ float scaled", "void mine("})
            QVERIFY2(taken.find(part) != std::string::npos, part);
        for (const char* part : {"main", "onHost", "divUp", "Timer", "cstdio", "mine.h", "counter",
                                 "using namespace", "cudaMalloc((void"})
            QVERIFY2(taken.find(part) == std::string::npos, part);
        // A line is where it was.
        const auto lineOf = [](const std::string& text) {
            const std::size_t at = text.find("if (i < n)");
            return std::count(text.begin(), text.begin() + static_cast<long>(at), '\n');
        };
        QCOMPARE(lineOf(taken), lineOf(file.text()));
        QCOMPARE(file.kernels().size(), std::size_t{1});
        QVERIFY(file.isProgram());
    }

    void whatIsLeftOutIsNamed() {
        const CudaFile file(kProgram);
        const auto refused = [&](const char* word) {
            return refusedText("x.cu", file, 24,
                               "identifier \"" + std::string(word) + "\" is undefined\n  x", "log");
        };
        QCOMPARE(refused("onHost").code, std::string("own_kernel_host_name"));
        QCOMPARE(refused("onHost").args.at("word_line").get<int>(), 15);
        QCOMPARE(refused("counter").args.at("word_line").get<int>(), 10);
        QCOMPARE(refused("other").code, std::string("own_kernel_own_header"));
        QCOMPARE(refused("other").args.at("header").get<std::string>(), std::string("mine.h"));
        QCOMPARE(refusedText("x.cu", file, 2, "expected a \";\"", "").code,
                 std::string("own_kernel_not_compiled"));
        const CudaFile half("#include <cuda_fp16.h>\n__global__ void k(half* a) { a[0] = 1; }\n");
        QCOMPARE(refusedText("x.cu", half, 2, "identifier \"half\" is undefined", "").code,
                 std::string("own_kernel_header"));
    }

    /// `extern "C" { ... }`, namespaces and templates.
    void kernelsAreFound() {
        const CudaFile file(R"(extern "C" {
__global__ void first(int n) { }
}
namespace mine { __global__ void __launch_bounds__(256) second(float a[], const int* b) { } }
template <typename T, int size = 3> __global__ void third(T* a) { }
extern "C" __global__ void fourth() { }
__global__ void declared(int n);
)");
        QCOMPARE(file.kernels().size(), std::size_t{4});
        QVERIFY(file.kernel("first")->external_c);
        QVERIFY(!file.kernel("second")->external_c);
        QVERIFY(file.kernel("fourth")->external_c);
        QCOMPARE(file.kernel("second")->parameters[0].bareType(), std::string("float*"));
        QCOMPARE(file.kernel("second")->parameters[0].name, std::string("a"));
        QVERIFY(file.kernel("second")->parameters[1].isReadOnly());
        QCOMPARE(file.kernel("third")->template_names, (std::vector<std::string>{"T", "size"}));
        QVERIFY(file.kernel("fourth")->parameters.empty());
        QVERIFY(!file.kernel("declared"));
        QVERIFY(!file.isProgram());
    }

    void theProgramSaysTheLaunch() {
        const CudaFile file(kProgram);
        const OwnLaunch launch = launchIn(file);
        QCOMPARE(launch.grid.x, 4.0);
        QCOMPARE(launch.block.x, 256.0);
        QCOMPARE(launch.buffers.size(), std::size_t{2});
        QCOMPARE(launch.buffers[0].name, std::string("d_in"));
        QCOMPARE(launch.buffers[0].count, std::uint64_t{1000});
        QVERIFY(launch.buffers[0].fill == LaunchBuffer::Fill::Random);
        QVERIFY(launch.buffers[1].fill == LaunchBuffer::Fill::Nothing);
        QCOMPARE(launch.arguments[2].value, 1000.0);
        const OwnLaunch other = launchIn(file, {{"n", 33}});
        QCOMPARE(other.grid.x, 1.0);
        QCOMPARE(other.buffers[1].count, std::uint64_t{33});
    }

    void numbersAreReadFromTheText_data() {
        QTest::addColumn<QString>("lines");
        QTest::addColumn<QString>("launch");
        QTest::addColumn<double>("grid");
        QTest::addColumn<double>("block");
        const auto row = [](const char* lines, const char* launch, double grid, double block) {
            QTest::newRow(lines) << lines << launch << grid << block;
        };
        row("int n = 100;", "1, n", 1, 100);
        row("int n = 100, threads = 32;", "(n + threads - 1) / threads, threads", 4, 32);
        row("const int n = 1 << 6; dim3 block(n / 2); dim3 grid((n - 1) / block.x + 1);",
            "grid, block", 2, 32);
        row("int n{64}; dim3 block = dim3(8, 8), grid = dim3(ceil((float)n / 8.0f));",
            "grid, block", 8, 8);
        row("int n = 5; n = 70; int b = n > 64 ? 64 : n;", "ceil(n / 64.0), b", 2, 64);
        row("size_t n = 0x40; dim3 block; block.x = 16; int grid = n / 16 + (n % 16 != 0);",
            "grid, block", 4, 16);
        row("auto n = static_cast<int>(3.9e1); int block = std::min(n, 32);",
            "(n + block - 1) / block, block, 0", 2, 32);
        row("int n = 100; if (n < 3) { n = strtol(x); }", "1, 64", 1, 64);
    }
    void numbersAreReadFromTheText() {
        QFETCH(QString, lines);
        QFETCH(QString, launch);
        QFETCH(double, grid);
        QFETCH(double, block);
        const CudaFile file(program(lines.toStdString(), launch.toStdString()));
        const OwnLaunch found = launchIn(file);
        QCOMPARE(found.grid.x, grid);
        QCOMPARE(found.block.x, block);
    }

    void macrosAndFunctionsCountToo() {
        const OwnLaunch macro = launchIn(CudaFile(
            program("int n = SIDE * SIDE;", "DIV(n, 32), dim3(32)",
                    "#define SIDE (8 + 2)\n#define DIV(a, b) \\\n  (((a) + (b) - 1) / (b))\n")));
        QCOMPARE(macro.grid.x, 4.0);
        const OwnLaunch helper = launchIn(CudaFile(R"(
__global__ void mine(float* a, int n) { a[threadIdx.x] = n; }
void launch(float* h, float* d, int count) {
    mine<<<blocks(count), 32>>>(d, count);
}
int blocks(int n) { return (n + 31) / 32; }
int main() { float* mem; cudaMalloc(&mem, 90 * sizeof(float)); launch(0, mem, 90); }
)"));
        QCOMPARE(helper.grid.x, 3.0);
        QCOMPARE(helper.buffers.at(0).count, std::uint64_t{90});
        QCOMPARE(helper.arguments.at(1).value, 90.0);
    }

    void remarksSayTheLaunch() {
        const CudaFile file(R"(#define N 33
__constant__ float filter[9];
// launch: grid 3x3, block 16x16, shared 4 * 64
// buffer a: NxN random
// buffer a: N*N random
// buffer bins: 16 zero
// buffer data: 100 random 15
// buffer filter: 9 one
// value n: N
// result bins[i]: sum(k, 0, 100, data[k] == i)
__global__ void mine(float* a, int* bins, const unsigned char* data, int n) {}
// launch: grid 9, block 9
__global__ void other() {}
)");
        // A remark that cannot be read is told, not passed over.
        QCOMPARE(whyNoLaunch(file.text()).code, std::string("own_launch_value_unknown"));
        std::string text = file.text();
        text.erase(text.find("// buffer a: NxN"), 24);
        const CudaFile good(text);
        const OwnLaunch launch = launchIn(good);
        QCOMPARE(launch.grid.y, 3.0);
        QCOMPARE(launch.dynamic_bytes, std::uint64_t{256});
        QCOMPARE(launch.buffers.size(), std::size_t{4});
        QCOMPARE(launch.buffers[0].count, std::uint64_t{1089});
        QVERIFY(launch.buffers[1].fill == LaunchBuffer::Fill::Zero);
        QCOMPARE(launch.buffers[2].type.bytes, 1U);
        QCOMPARE(launch.buffers[2].most.value_or(0), 15.0);
        QVERIFY(launch.buffers[3].symbol);
        QVERIFY(launch.expected && launch.expected->buffer == 1);
    }

    /// Where it is unambiguous; else nothing is deduced.
    void templateArgumentsAreDeduced_data() {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("arguments");
        QTest::newRow("pointers") << "int main() { float *a; double *b; go<<<1, 1>>>(a, b, 4); }"
                                  << "<float, double>";
        QTest::newRow("a list") << "int main() { float h[3], *a, *b; int n = 4, m; "
                                   "go<<<1, 1>>>(a, b, n); }"
                                << "<float, float>";
        QTest::newRow("arrays") << "__managed__ unsigned int a[4]; const int b[4] = {1};\n"
                                   "int main() { go<<<1, 1>>>(a, b, 4); }"
                                << "<unsigned int, int>";
        QTest::newRow("another name")
            << "typedef float real;\nint main() { real* a; const real* b; "
               "go<<<1, 1>>>(a, b, 4); }"
            << "<float, float>";
        QTest::newRow("parameters") << "void run(const float* a, int n, double *b) "
                                       "{ go<<<1, 1>>>(a, b, n); }"
                                    << "<float, double>";
        QTest::newRow("declared twice alike") << "void f(float* a) {}\nint main() { float *a, *b; "
                                                 "f(a); go<<<1, 1>>>(a, b, 4); }"
                                              << "<float, float>";
        QTest::newRow("declared in two ways") << "void f(int* a) {}\nint main() { float *a, *b; "
                                                 "go<<<1, 1>>>(a, b, 4); }"
                                              << "";
        QTest::newRow("no declaration") << "int main() { auto a = make(), b = a; "
                                           "go<<<1, 1>>>(a, b, 4); }"
                                        << "";
        QTest::newRow("an expression") << "int main() { float *a, *b; "
                                          "go<<<1, 1>>>(a + 1, b, 4); }"
                                       << "";
        QTest::newRow("no pointer") << "int main() { float a, *b; go<<<1, 1>>>(a, b, 4); }"
                                    << "";
        QTest::newRow("an own type") << "struct P { int x; };\nint main() { P *a; float *b; "
                                        "go<<<1, 1>>>(a, b, 4); }"
                                     << "";
        QTest::newRow("too few") << "int main() { float *a; go<<<1, 1>>>(a); }"
                                 << "";
    }
    void templateArgumentsAreDeduced() {
        QFETCH(QString, program);
        QFETCH(QString, arguments);
        const CudaFile file(
            "template <typename T, typename U>\n"
            "__global__ void go(const T* a, U* b, int n) { b[n] = a[n]; }\n" +
            program.toStdString());
        const CudaFunction& kernel = *file.kernel("go");
        const auto launch = launchOf(file, kernel);
        QVERIFY(launch);
        QCOMPARE(QString::fromStdString(deducedArguments(file, kernel, *launch)), arguments);
    }
    /// One parameter that two arguments must agree on, and one that no parameter tells.
    void whatNoParameterTellsIsNotDeduced() {
        const auto deduced = [](const std::string& text) {
            const CudaFile file(text);
            const CudaFunction& kernel = *file.kernel("go");
            return deducedArguments(file, kernel, *launchOf(file, kernel));
        };
        const std::string program = "int main() { float *a; double x; float y; go<<<1, 1>>>(a, ";
        const std::string both = "template <typename T> __global__ void go(T* a, T x) {}\n";
        QCOMPARE(deduced(both + program + "y); }"), std::string("<float>"));
        QCOMPARE(deduced(both + program + "x); }"), std::string());
        QCOMPARE(deduced("template <typename T, int BLOCK> __global__ void go(T* a, T x) {}\n" +
                         program + "y); }"),
                 std::string());
    }

    void whatIsMissingIsAsked_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("line");
        QTest::newRow("no launch") << "\n__global__ void k(float* a) {}\n"
                                   << "own_launch_missing" << 2;
        QTest::newRow("typed") << QString::fromStdString(program("int n; std::cin >> n;", "1, 32"))
                               << "own_launch_value_unknown" << 5;
        QTest::newRow("scanned") << QString::fromStdString(
                                        program("int n = 0; scanf(\"%d\", &n);", "1, 32"))
                                 << "own_launch_value_unknown" << 5;
        QTest::newRow("argument") << QString::fromStdString(
                                         program("int n = atoi(argv[1]);", "1, 32"))
                                  << "own_launch_value_unknown" << 3;
        QTest::newRow("no cudaMalloc") << "__global__ void k(float* a) {}\nint main() {\n"
                                          "k<<<1, 1>>>(thrust::raw_pointer_cast(v.data()));\n}\n"
                                       << "own_launch_buffer" << 3;
        QTest::newRow("another type") << "struct P { int x; };\n// launch: grid 1, block 1\n"
                                         "__global__ void k(P* a) {}\n"
                                      << "own_launch_type" << 3;
        QTest::newRow("no value") << "// launch: grid 1, block 1\n__global__ void k(int n) {}\n"
                                  << "own_launch_value" << 2;
        QTest::newRow("bad remark") << "// launch: grid 1, threads 1\n__global__ void k() {}\n"
                                    << "own_launch_line" << 1;
        QTest::newRow("other parameter")
            << "// launch: grid 1, block 1\n// buffer b: 3\n__global__ void k() {}\n"
            << "own_launch_parameter" << 2;
    }
    void whatIsMissingIsAsked() {
        QFETCH(QString, text);
        QFETCH(QString, code);
        QFETCH(int, line);
        const Reason why = whyNoLaunch(text.toStdString());
        QCOMPARE(QString::fromStdString(why.code), code);
        QCOMPARE(why.args.value("line", 0), line);
        for (const Language language : {Language::English, Language::Spanish}) {
            const std::string words = Text(language).reason(why);
            QVERIFY2(words.size() > 30 && words.find("{") == std::string::npos, words.c_str());
        }
    }

    /// The size of a constant is one number for the program and the kernel.
    void constantsAreSetInTheText() {
        const std::string text = "#define N 1024 // rows\nconst int M = 2 * N;\nint N2 = N;\n";
        QCOMPARE(withValue(text, "N", 33),
                 std::string("#define N 33// rows\nconst int M = 2 * N;\nint N2 = N;\n"));
        QCOMPARE(withValue(text, "M", 5),
                 std::string("#define N 1024 // rows\nconst int M = 5;\nint N2 = N;\n"));
        QCOMPARE(withValue(text, "N2", 5), text);
    }

    /// Any text is read to its end, in a time that fits.
    void noTextDoesHarm() {
        std::string deep, heads, macros = "#define A0 1\n";
        for (int i = 0; i < 100'000; ++i) deep += "((({[";
        for (int i = 0; i < 20'000; ++i) heads += "template <int n> __global__ void k(int";
        for (int i = 1; i < 40; ++i) {
            const std::string one = std::to_string(i), before = std::to_string(i - 1);
            macros += "#define A" + one + " (A" + before + " + A" + before + ")\n";
        }
        const std::string texts[] = {"",
                                     "\\",
                                     "\"",
                                     "'",
                                     "#",
                                     "#define",
                                     "#define A(",
                                     "/*",
                                     "extern \"C\" {",
                                     "}}}}",
                                     "<<<",
                                     "k<<<>>>();",
                                     "namespace",
                                     "template",
                                     "template <",
                                     "using",
                                     "typedef;",
                                     "enum {",
                                     deep,
                                     heads,
                                     std::string(200'000, '<'),
                                     std::string(100'000, '#')};
        for (const std::string& text : texts) {
            const CudaFile file(text +
                                "\n__global__ void k(float* a, int n) {}\n"
                                "int main() { int n = n; k<<<n, n>>>(a, n); }");
            static_cast<void>(file.deviceText());
            for (const CudaFunction* kernel : file.kernels()) {
                static_cast<void>(ownLaunch("x.cu", HostValues(file, {}), *kernel));
                break;
            }
        }
        const CudaFile file(macros + program("int n = 4;", "A39, 1"));
        static_cast<void>(ownLaunch("x.cu", HostValues(file, {}), *file.kernels().front()));
        std::string whole = kProgram;
        for (std::size_t at = 0; at < whole.size(); at += 7) {
            std::string damaged = whole;
            damaged.erase(at, 3);
            const CudaFile one(damaged);
            for (const CudaFunction* kernel : one.kernels())
                static_cast<void>(ownLaunch("x.cu", HostValues(one, {}), *kernel));
        }
    }
};

QTEST_APPLESS_MAIN(TestCudaFile)
#include "tst_cuda_file.moc"
