// SPDX-License-Identifier: Apache-2.0
// S2-26: the texts for tensor cores on threads of the host, 32 of which act as a warp where an
// instruction is one of all its threads. What the instructions do is written here once more, from
// NVIDIA's description of which thread holds what (PTX ISA: mma, ldmatrix): the sums must come to
// the product for sizes that fill tiles, that leave some over, and whose rows begin anywhere.
#include <QFloat16>
#include <QTest>

#include <array>
#include <barrier>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "resources/kernels/shapes.h"

namespace {

constexpr int kWarp = 32;

struct Place {
    unsigned x = 0, y = 0;
};
thread_local Place threadIdx, blockIdx;

/// The state that the threads of a block share.
struct Block {
    explicit Block(int threads) : all(threads) {
        for (int i = 0; i < threads / kWarp; ++i) warps.push_back(std::make_unique<Warp>());
    }
    /// An instruction of a whole warp: each thread shows what it brings, and reads that of all.
    struct Warp {
        std::barrier<> met{kWarp};
        std::array<std::array<unsigned, 6>, kWarp> brought{};
        std::array<const unsigned short*, kWarp> rows{};
    };
    std::barrier<> all;
    std::vector<std::unique_ptr<Warp>> warps;
};
Block* g_block = nullptr;

Block::Warp& warp() {
    return *g_block->warps[threadIdx.x / kWarp];
}
int lane() {
    return static_cast<int>(threadIdx.x) % kWarp;
}

/// Calls `use` between two meetings: all have brought theirs, and nobody brings anew.
void together(const std::function<void()>& use) {
    warp().met.arrive_and_wait();
    use();
    warp().met.arrive_and_wait();
}

float half(unsigned bits, bool brain) {
    const auto low = static_cast<unsigned short>(bits);
    return brain ? std::bit_cast<float>(static_cast<unsigned>(low) << 16)
                 : static_cast<float>(std::bit_cast<qfloat16>(low));
}

/// sum += a b for a tile of 16 by `depth` and one of `depth` by 8, whose numbers `value` reads.
template <int registers>
void multiplyTile(float (&sum)[4], const unsigned (&a)[registers], std::array<unsigned, 2> b,
                  int each, const std::function<float(unsigned)>& value) {
    auto& mine = warp().brought[static_cast<std::size_t>(lane())];
    std::copy(std::begin(a), std::end(a), mine.begin());
    mine[4] = b[0], mine[5] = b[1];
    together([&] {
        const int g = lane() / 4, t = lane() % 4, depth = registers / 2 * 4 * each;
        const auto number = [&](int thread, std::size_t at, int place) {
            const unsigned bits = warp().brought[static_cast<std::size_t>(thread)][at];
            return value(each == 2 ? bits >> (16 * place) : bits);
        };
        for (int one = 0; one < 4; ++one) {
            const int row = g + one / 2 * 8, column = 2 * t + one % 2;
            for (int k = 0; k < depth; ++k) {
                const int group = k / (4 * each), holder = k % (4 * each) / each;
                const auto of_a = static_cast<std::size_t>(2 * group + row / 8);
                const auto of_b = static_cast<std::size_t>(4 + group);
                sum[one] += number(row % 8 * 4 + holder, of_a, k % each) *
                            number(column * 4 + holder, of_b, k % each);
            }
        }
    });
}

struct Half {
    typedef unsigned short Number;
    static constexpr int kEach = 2;
    static Number rounded(Number number) { return number; }
};
template <bool brain>
struct Half16 : Half {
    static void multiply(float (&sum)[4], const unsigned (&a)[2], unsigned b) {
        multiplyTile(sum, a, {b, 0}, kEach, [](unsigned bits) { return half(bits, brain); });
    }
    static void multiply(float (&sum)[4], const unsigned (&a)[4], unsigned b, unsigned b_8) {
        multiplyTile(sum, a, {b, b_8}, kEach, [](unsigned bits) { return half(bits, brain); });
    }
};
using Fp16 = Half16<false>;
using Bf16 = Half16<true>;
struct Tf32 {
    typedef float Number;
    static constexpr int kEach = 1;
    static Number rounded(Number number) {
        return std::bit_cast<float>((std::bit_cast<unsigned>(number) + 0x1000U) & ~0x1fffU);
    }
    static void multiply(float (&sum)[4], const unsigned (&a)[2], unsigned b) {
        multiplyTile(sum, a, {b, 0}, kEach,
                     [](unsigned bits) { return std::bit_cast<float>(bits); });
    }
};

void loadAny(unsigned (&tiles)[4], const unsigned short* row, bool turned) {
    if (std::bit_cast<std::uintptr_t>(row) % 16 != 0) qFatal("a row begins between two pieces");
    warp().rows[static_cast<std::size_t>(lane())] = row;
    together([&] {
        const int g = lane() / 4, t = lane() % 4;
        for (int tile = 0; tile < 4; ++tile) {
            const auto at = [&](int r, int c) -> unsigned {
                return warp().rows[static_cast<std::size_t>(8 * tile + r)][c];
            };
            tiles[tile] = turned ? at(2 * t, g) | at(2 * t + 1, g) << 16
                                 : at(g, 2 * t) | at(g, 2 * t + 1) << 16;
        }
    });
}
void loadTiles(unsigned (&tiles)[4], const unsigned short* row) {
    loadAny(tiles, row, false);
}
void loadTurnedTiles(unsigned (&tiles)[4], const unsigned short* row) {
    loadAny(tiles, row, true);
}

/// A copy that is made as late as it may be: a kernel that reads without having waited finds what
/// was there before.
struct Copy {
    unsigned short* to;
    const unsigned short* from;
};
thread_local std::vector<std::vector<Copy>> g_groups{1};

void beginCopy(unsigned short* to, const unsigned short* from, bool there) {
    if (std::bit_cast<std::uintptr_t>(to) % 16 != 0 ||
        std::bit_cast<std::uintptr_t>(from) % 16 != 0)
        qFatal("a copy begins between two pieces");
    g_groups.back().push_back({to, there ? from : nullptr});
}
void endGroup() {
    g_groups.emplace_back();
}
template <int groups>
void waitForGroups() {
    while (g_groups.size() > groups + 1) {
        for (const Copy& copy : g_groups.front())
            if (copy.from != nullptr)
                std::memcpy(copy.to, copy.from, 16);
            else
                std::memset(copy.to, 0, 16);
        g_groups.erase(g_groups.begin());
    }
}

struct float2 {
    float x, y;
};

#define __global__
#define __device__
#define __shared__ static
#define __launch_bounds__(...)
#define __syncthreads() g_block->all.arrive_and_wait()
#define __CUDA_ARCH__ 800
namespace plain {
#include "resources/kernels/matmul_tensor.cu"
}
namespace staged {
#include "resources/kernels/matmul_tensor_staged.cu"
}
#undef __CUDA_ARCH__
#undef __syncthreads
#undef __launch_bounds__
#undef __shared__
#undef __device__
#undef __global__

/// Runs a kernel for a product of n by n, block after block.
void launch(const duelo::kernels::KernelShape& shape, int n, const std::function<void()>& kernel) {
    const auto size = static_cast<unsigned>(n);
    const auto grid = duelo::kernels::gridOf(shape, size, size);
    for (unsigned y = 0; y < grid.y; ++y)
        for (unsigned x = 0; x < grid.x; ++x) {
            Block block(static_cast<int>(shape.block_x));
            g_block = &block;
            std::vector<std::jthread> threads;
            for (unsigned thread = 0; thread < shape.block_x; ++thread)
                threads.emplace_back([&kernel, x, y, thread] {
                    threadIdx = {thread, 0}, blockIdx = {x, y};
                    kernel();
                });
        }
}

/// Memory at a multiple of 16 bytes, as a GPU's is.
template <typename Number>
struct Matrix {
    explicit Matrix(int n) : values(static_cast<std::size_t>(n) * n + 16) {}
    Number* data() {
        auto* first = values.data();
        while (std::bit_cast<std::uintptr_t>(first) % 16 != 0) ++first;
        return first;
    }
    std::vector<Number> values;
};

}  // namespace

class TestTensorKernels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comesToTheProduct_S2_26_data();
    void comesToTheProduct_S2_26();
};

void TestTensorKernels::comesToTheProduct_S2_26_data() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<int>("n");
    for (const auto& shape : duelo::kernels::kTensorShapes)
        for (const int n : {37, static_cast<int>(shape.rows) + 8})
            QTest::addRow("%s, %d", shape.kernel, n) << QString(shape.kernel) << n;
}

void TestTensorKernels::comesToTheProduct_S2_26() {
    QFETCH(QString, kernel);
    QFETCH(int, n);
    const auto* shape = std::ranges::find_if(duelo::kernels::kTensorShapes,
                                             [&](const auto& one) { return kernel == one.kernel; });
    std::mt19937 random(static_cast<unsigned>(n));
    Matrix<unsigned short> a(n), b(n);
    Matrix<float> wide_a(n), wide_b(n), c(n);
    const bool brain = kernel.endsWith("bf16");
    for (int i = 0; i < n * n; ++i) {
        // Eighths up to 1: exact in every precision, and so are their sums.
        for (auto* each : {&a, &b}) {
            const float number = static_cast<float>(random() % 17) / 8 - 1;
            auto& wide = each == &a ? wide_a : wide_b;
            wide.data()[i] = number;
            each->data()[i] =
                brain ? static_cast<unsigned short>(std::bit_cast<unsigned>(number) >> 16)
                      : std::bit_cast<unsigned short>(qfloat16(number));
        }
        c.data()[i] = std::nanf("");
    }
    const auto run = [&]() -> std::function<void()> {
        const auto halves = [&](auto* text) {
            return [&, text] { text(a.data(), b.data(), c.data(), n); };
        };
        if (kernel == "matmul_tensor_fp16") return halves(plain::matmul_tensor_fp16);
        if (kernel == "matmul_tensor_bf16") return halves(plain::matmul_tensor_bf16);
        if (kernel == "matmul_tensor_staged_fp16") return halves(staged::matmul_tensor_staged_fp16);
        if (kernel == "matmul_tensor_staged_bf16") return halves(staged::matmul_tensor_staged_bf16);
        if (kernel != "matmul_tensor_tf32") qFatal("a kernel that nobody runs here");
        return [&] { plain::matmul_tensor_tf32(wide_a.data(), wide_b.data(), c.data(), n); };
    };
    launch(*shape, n, run());
    for (int row = 0; row < n; ++row)
        for (int column = 0; column < n; ++column) {
            float sum = 0;
            for (int k = 0; k < n; ++k)
                sum += wide_a.data()[row * n + k] * wide_b.data()[k * n + column];
            QVERIFY2(c.data()[row * n + column] == sum,
                     qPrintable(QString("%1, %2: %3 is not %4")
                                    .arg(row)
                                    .arg(column)
                                    .arg(c.data()[row * n + column])
                                    .arg(sum)));
        }
}

QTEST_APPLESS_MAIN(TestTensorKernels)
#include "tst_tensor_kernels.moc"
