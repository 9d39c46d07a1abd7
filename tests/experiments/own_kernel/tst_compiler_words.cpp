// SPDX-License-Identifier: Apache-2.0
// Tests of the explained messages: those that the compiler gives most often for a beginner's text.
// Each is one that NVRTC gives for the text beside it, where NVRTC is.
#include <QtTest>

#include <algorithm>
#include <set>

#include "experiments/compiler_words.h"
#include "gpu/kernel_compiler.h"

using namespace duelo;

namespace {

struct Said {
    const char* key;
    const char* remark;  ///< its first line
    const char* line;    ///< of the kernel, between its head and its last brace
};

constexpr auto kSaid = std::to_array<Said>({
    {"undefined", R"(identifier "summ" is undefined)", "summ = 1;"},
    {"missing", R"(expected a ";")", "c[0] = 1"},
    {"missing", "expected a \")\"", "if (n > 2 c[0] = 1;"},
    {"missing", R"(expected a "]")", "c[0 = 1;"},
    {"missing", R"(At end of source: error: expected a "}")", "if (n > 2) {"},
    {"declaration", "expected a declaration", "c[0] = 1; }"},
    {"statement", "expected a statement", "else c[0] = 1;"},
    {"expression", "expected an expression", "if (n =< 2) return;"},
    {"name", "expected an identifier", "float half = 0,5;"},
    {"token", "unrecognized token", "float ñ = 1;"},
    {"quote", "missing closing quote", "printf(\"%d, n);"},
    {"remark", "comment unclosed at end of file", "/* the sum"},
    {"include", R"(could not open source file "stdio.h" (no directories in search list))",
     "\n#include <stdio.h>\n"},
    {"left_side", "expression must be a modifiable lvalue", "a[0] = 1;"},
    {"other_type",
     R"(a value of type "const float *" cannot be used to initialize an entity of type "float")",
     "float sum = a;"},
    {"other_type", R"(a value of type "float" cannot be assigned to an entity of type "float *")",
     "c = 1.0f;"},
    {"argument",
     R"(argument of type "const float *" is incompatible with parameter of type "float *")",
     "first(a);"},
    {"index", R"(expression must have pointer-to-object type but it has type "float")",
     "c[0][1] = 1;"},
    {"whole_number", "expression must have integral or unscoped enum type", "c[1.5f] = 1;"},
    {"arithmetic", "expression must have arithmetic or unscoped enum type", "c[0] = a * b;"},
    {"dot", R"(expression must have class type but it has type "float *")", "c.x = 1;"},
    {"constant", "expression must have a constant value", "__shared__ float tile[n];"},
    {"call",
     "expression preceding parentheses of apparent call must have (pointer-to-) function type",
     "c[0] = 2(n);"},
    {"twice", R"("n" has already been declared in the current scope)", "int n = 3;"},
    {"function_twice",
     R"(function "first" has already been defined (previous definition at line 1))",
     "}\n__device__ float first(float* p) { return p[1];"},
    {"no_type", "this declaration has no storage class or type specifier",
     "}\nkSize = 3;\nvoid f() {"},
    {"no_type", R"(explicit type is missing ("int" assumed))", "const half = n / 2; c[half] = 1;"},
    {"shared_values", "initializer not allowed for __shared__ variable ",
     "__shared__ float sum = 0; c[0] = sum;"},
    {"returns", "return value type does not match the function type", "return 1;"},
    {"returns", "a __global__ function must have a void return type",
     "}\n__global__ int other() { return 1;"},
    {"too_many", "too many arguments in function call", "__syncthreads(1);"},
    {"too_few", "too few arguments in function call", "c[0] = first();"},
    {"no_version", R"(no instance of overloaded function "atomicAdd" matches the argument list)",
     "atomicAdd(c[0], 1.0f);"},
    {"member", R"(class "uint3" has no member "w")", "c[threadIdx.w] = 1;"},
    {"library", R"(namespace "std" has no member "max")", "c[0] = std::max(1.0f, a[0]);"},
    {"break", "a break statement may only be used within a loop or switch", "break;"},
    {"host", R"(identifier "cudaMalloc" is undefined)", "cudaMalloc(&c, 4);"},
    {"host", "A function explicitly marked as a __host__ function is not allowed in JIT mode",
     "}\n__host__ void other() {"},
    {"host",
     "device-side kernel launch could not be processed as the required runtime APIs are not "
     "declared",
     "}\nvoid other(float* c) { mine<<<1, 1>>>(c, c, c, 1);"},
    {"shared_size",
     "ptxas error   : Entry function 'mine' uses too much shared data (0x27100 bytes, 0xc000 max)",
     "__shared__ float tile[40000]; tile[n] = 1; c[0] = tile[0];"},
    {"unused", R"(warning #177-D: variable "u" was declared but never referenced)", "int u;"},
    {"no_value", R"(warning #549-D: variable "sum" is used before its value is set)",
     "float sum; c[0] = sum;"},
    {"no_effect", "warning #174-D: expression has no effect", "__syncthreads;"},
    {"comparison", R"(warning #187-D: use of "=" where "==" may have been intended)",
     "while (n = 1) {}"},
    {"no_return", R"(warning #940-D: missing return statement at end of non-void function "other")",
     "}\n__device__ float other(float x) {"},
    {"zero", "warning #39-D: division by zero", "c[0] = n / 0;"},
    {"unsigned", "warning #186-D: pointless comparison of unsigned integer with zero",
     "unsigned i = n; if (i >= 0) c[i] = 1;"},
});

}  // namespace

class TestCompilerWords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void remarksAreKnown();
    void everySentenceIsSaid();
    void othersAreLeftAlone();
    void theCompilerSaysThem();
};

void TestCompilerWords::remarksAreKnown() {
    for (const Said& said : kSaid) {
        QCOMPARE(std::string(usualRemark(said.remark)), std::string(said.key));
        // What follows the first line does not count.
        QCOMPARE(usualRemark(said.remark + std::string("\n  c[0] = \"x\"\n  ^")), said.key);
        for (const Language language : {Language::Spanish, Language::English}) {
            const std::string words = explainedRemark(said.remark, Text(language));
            QVERIFY2(words.size() > 15 && words.find('?') == words.npos, words.c_str());
        }
    }
    QCOMPARE(explainedRemark(R"(class "uint3" has no member "w")", Text(Language::Spanish)),
             std::string("«uint3» no tiene ninguna parte «w»: threadIdx, blockIdx, blockDim y "
                         "gridDim tienen x, y, z."));
}

void TestCompilerWords::everySentenceIsSaid() {
    std::set<std::string> said;
    for (const Said& one : kSaid) said.insert(one.key);
    const std::vector<std::string> keys = Text(Language::Spanish).keys("compiler");
    QCOMPARE(std::set<std::string>(keys.begin(), keys.end()), said);
}

void TestCompilerWords::othersAreLeftAlone() {
    for (const char* remark : {"", "\"", "'", "warning ", "warning #1", "ptxas ",
                               "error: ", "label \"a\" was referenced", "identifier % is undefined",
                               "expected a", "NVRTC error 11"}) {
        static_cast<void>(explainedRemark(remark, Text(Language::English)));
        if (std::string_view(remark).find('%') == std::string_view::npos)
            QCOMPARE(usualRemark(remark), std::string_view());
    }
}

void TestCompilerWords::theCompilerSaysThem() {
    const auto compiler = KernelCompiler::find();
    if (!compiler) QSKIP("NVRTC is not here");
    for (const Said& said : kSaid) {
        const std::string text =
            "__device__ float first(float* p) { return p[0]; }\n"
            "extern \"C\" __global__ void mine(const float* a, const float* b, float* c, int n) "
            "{\n" +
            std::string(said.line) + "\n}\n";
        const auto made =
            compiler->compile({"mine.cu", text}, {}, std::string(kOldestArchitecture));
        const auto remarks = remarksOf(made.log, "mine.cu");
        QVERIFY2(std::ranges::any_of(remarks,
                                     [&](const CompilerRemark& remark) {
                                         return remark.text.substr(0, remark.text.find('\n')) ==
                                                said.remark;
                                     }),
                 (said.remark + std::string("\n") + made.log).c_str());
    }
}

QTEST_GUILESS_MAIN(TestCompilerWords)
#include "tst_compiler_words.moc"
