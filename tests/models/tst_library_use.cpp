// SPDX-License-Identifier: Apache-2.0
// Tests of the use that a network makes of LibTorch, which only LibTorch itself can tell: the
// operations it calls and the memory its tensors take.
#include <algorithm>
#include <atomic>
#include <map>
#include <new>
#include <string>
#include <string_view>

#include <QTest>

#include <c10/core/CPUAllocator.h>

#include "../by_night.h"
#include "model_testing.h"
#include "models/numerics.h"
#include "models/onednn.h"
#include "networks/cost.h"
#include "operation_watch.h"

using namespace duelo;

namespace {

/// Counts the bytes of all tensors: what memory a forward pass really takes.
class CountingAllocator final : public c10::Allocator {
public:
    static CountingAllocator& instance() {
        static CountingAllocator allocator;
        return allocator;
    }

    c10::DataPtr allocate(std::size_t bytes) override {
        if (bytes == 0) return {nullptr, nullptr, &release, at::kCPU};
        // The size stands in front of the data, which keeps LibTorch's alignment.
        auto* block = static_cast<std::byte*>(::operator new(bytes + kHeader, kAlignment));
        *reinterpret_cast<std::size_t*>(block) = bytes;
        m_live += bytes;
        m_peak = std::max(m_peak.load(), m_live.load());
        return {block + kHeader, block + kHeader, &release, at::kCPU};
    }
    c10::DeleterFnPtr raw_deleter() const override { return &release; }
    void copy_data(void* to, const void* from, std::size_t count) const override {
        default_copy_data(to, from, count);
    }

    void restart() { m_peak = m_live.load(); }
    [[nodiscard]] std::int64_t growth(std::size_t before) const {
        return static_cast<std::int64_t>(m_peak - before);
    }
    [[nodiscard]] std::size_t live() const { return m_live; }

private:
    static constexpr std::size_t kHeader = 64;
    static constexpr std::align_val_t kAlignment{kHeader};

    static void release(void* data) {
        if (!data) return;
        auto* block = static_cast<std::byte*>(data) - kHeader;
        instance().m_live -= *reinterpret_cast<std::size_t*>(block);
        ::operator delete(block, kAlignment);
    }

    std::atomic<std::size_t> m_live = 0;
    std::atomic<std::size_t> m_peak = 0;
};

/// Counts the calls of each operation for one image, those within others included.
std::map<std::string, int> operationsOf(const ModelInfo& info, Mode mode) {
    std::map<std::string, int> calls;
    const auto model = makeModel(info, testing::goldenWeights(info), {.mode = mode}).value();
    const Tensor images = testing::goldenImages(1, 96, 96);
    (void)model->forward(images);  // lays out the weights
    const test::OperationWatch watch([&](std::string_view name) { ++calls[std::string(name)]; });
    (void)model->forward(images);
    return calls;
}

int nodesOf(const ModelInfo& info, Op op) {
    return static_cast<int>(std::ranges::count(info.network.nodes(), op, &Node::op));
}

}  // namespace

class TestLibraryUse : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void fusedRunsOnPackedOperations_data();
    void fusedRunsOnPackedOperations();
    void fusedTransformerRunsOnPackedOperations();
    void forecastHoldsTheRealTensors_data();
    void forecastHoldsTheRealTensors();
};

void TestLibraryUse::initTestCase() {
    c10::SetCPUAllocator(&CountingAllocator::instance(), /*priority=*/100);
}

void TestLibraryUse::fusedRunsOnPackedOperations_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"resnet18", "mobilenet_v2", "alexnet", "efficientnet_lite0"})
        QTest::newRow(name) << name;
}

/// Every convolution and every linear layer, with the addition and the activation behind it; a
/// single one that falls back to the public operations costs time and nothing else would tell.
void TestLibraryUse::fusedRunsOnPackedOperations() {
#if defined(__x86_64__) || defined(_M_X64)
    // The pinned LibTorch has them on this processor family; losing them would go unnoticed.
    QVERIFY(oneDnnTakes());
#endif
    if (!oneDnnTakes()) QSKIP("this LibTorch has no packed operations");
    QFETCH(QString, name);
    const ModelInfo& info = testing::modelNamed(name.toStdString());
    const int additions = nodesOf(info, Op::Add);
    auto fused = operationsOf(info, Mode::Fused);
    QVERIFY(operationsOf(info, Mode::Graph) == fused);  // which is what a graph records
    QCOMPARE(fused["mkldnn::_convolution_pointwise_"], additions);
    QCOMPARE(fused["mkldnn::_convolution_pointwise"], nodesOf(info, Op::Conv) - additions);
    QCOMPARE(fused["mkldnn::_linear_pointwise"], nodesOf(info, Op::Linear));
    for (const char* plain :
         {"aten::conv2d", "aten::convolution", "aten::linear", "aten::addmm", "aten::batch_norm",
          "aten::native_batch_norm", "aten::relu", "aten::relu_", "aten::hardtanh",
          "aten::hardtanh_", "aten::clamp", "aten::clamp_", "aten::add", "aten::add_",
          // Done once, when the weights were laid out.
          "mkldnn::_reorder_convolution_weight", "mkldnn::_reorder_linear_weight"})
        QVERIFY2(fused[plain] == 0, plain);

    auto eager = operationsOf(info, Mode::Eager);
    QCOMPARE(eager["aten::convolution"], nodesOf(info, Op::Conv));
    for (const auto& [operation, calls] : eager)
        QVERIFY2(!operation.starts_with("mkldnn::_convolution_pointwise") &&
                     !operation.starts_with("mkldnn::_linear_pointwise"),
                 operation.c_str());
}

/// One call each for a linear layer with what follows it, and for attention.
void TestLibraryUse::fusedTransformerRunsOnPackedOperations() {
    if (!oneDnnTakes()) QSKIP("this LibTorch has no packed operations");
    const ModelInfo& info = testing::modelNamed("vit_b_16");
    auto fused = operationsOf(info, Mode::Fused);
    QCOMPARE(fused["mkldnn::_linear_pointwise"], nodesOf(info, Op::Linear));
    QCOMPARE(fused["aten::scaled_dot_product_attention"], nodesOf(info, Op::Attention));
    QCOMPARE(fused["aten::layer_norm"], nodesOf(info, Op::LayerNorm));
    for (const char* plain : {"aten::linear", "aten::addmm", "aten::gelu", "aten::gelu_",
                              "aten::add", "aten::softmax", "aten::matmul", "aten::bmm",
                              "aten::upsample_bicubic2d", "mkldnn::_reorder_linear_weight"})
        QVERIFY2(fused[plain] == 0, plain);
    auto eager = operationsOf(info, Mode::Eager);
    QCOMPARE(eager["aten::linear"], nodesOf(info, Op::Linear));
    QCOMPARE(eager["aten::softmax"], nodesOf(info, Op::Attention));
    QCOMPARE(eager["aten::scaled_dot_product_attention"], 0);
}

void TestLibraryUse::forecastHoldsTheRealTensors_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("mode");
    QTest::addColumn<int>("precision");
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("size_px");
    testing::ChosenRows rows;
    for (const ModelInfo& info : models())
        for (const Mode mode : {Mode::Eager, Mode::ChannelsLast, Mode::Fused})
            for (const Precision precision : {Precision::Fp32, Precision::Bf16})
                for (const auto& [batch, size_px] : {std::pair{1, 224}, {3, 97}, {1, 320}}) {
                    // Emulated bf16 takes minutes, and needs no other tensors at another size.
                    if (isSlowOnCpu(precision) && size_px > 97) continue;
                    if (!rows.takesNext()) continue;
                    QTest::addRow("%s %s %s %dx%d", info.name.data(), word(mode).data(),
                                  word(precision).data(), batch, size_px)
                        << QString::fromLatin1(info.name.data()) << static_cast<int>(mode)
                        << static_cast<int>(precision) << batch << size_px;
                }
}

void TestLibraryUse::forecastHoldsTheRealTensors() {
    QFETCH(QString, model);
    QFETCH(int, mode);
    QFETCH(int, precision);
    QFETCH(int, batch);
    QFETCH(int, size_px);
    const ModelInfo& info = testing::modelNamed(model.toStdString());
    const ModelOptions options{.mode = static_cast<Mode>(mode),
                               .precision = static_cast<Precision>(precision)};
    const Shape image = imageShape(batch, size_px, size_px);
    const auto forecast =
        forecastMemory(info.network, image, Device::Cpu, options.mode, options.precision);
    QVERIFY(forecast.has_value());

    auto made = makeModel(info, testing::goldenWeights(info), options);
    if (const auto possible = checkMode(Device::Cpu, options.mode, options.precision); !possible) {
        QCOMPARE(made.error(), possible.error());  // oneDNN has no bf16 for this processor
        return;
    }
    QVERIFY(made.has_value());
    Model& network = **made;
    const Tensor images = ops::zeros({batch, 3, size_px, size_px});
    QVERIFY(network.prepare(image).has_value());

    auto& allocator = CountingAllocator::instance();
    const std::size_t before = allocator.live();
    allocator.restart();
    (void)network.forward(images);
    const std::int64_t real = allocator.growth(before);
    QVERIFY(real > 0);
    QVERIFY2(forecast->activation_bytes + forecast->workspace_bytes >= real,
             (std::to_string(real) + " > " + std::to_string(forecast->activation_bytes)).c_str());
    QCOMPARE(allocator.live(), before);  // nothing is left behind
}

QTEST_APPLESS_MAIN(TestLibraryUse)
#include "tst_library_use.moc"
