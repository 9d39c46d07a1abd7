// SPDX-License-Identifier: Apache-2.0
// S2-26, S2-29: the kernels of the matrix product against a sum in fp64, at sizes that are no
// multiple of a tile, a block or a vector.
#include <QtTest>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/text.h"
#include "experiments/matrix_product/maker.h"
#include "experiments/matrix_product/spec.h"
#include "experiments/matrix_product/view.h"
#include "experiments/matrix_product/work.h"
#include "experiments/specs.h"
#include "measure/self_check.h"

using namespace duelo;

namespace {

constexpr float kUntouched = std::numeric_limits<float>::quiet_NaN();

Cell cellOf(std::int64_t n, ProductKernel kernel, int threads = 1,
            Precision precision = Precision::Fp32) {
    Cell cell{.id = "c001",
              .experiment = "matrix_product",
              .work = {{"n", n}, {"seed", 1234}},
              .variant = {{"kernel", word(kernel)}, {"precision", word(precision)}}};
    if (kernel == ProductKernel::Packed || kernel == ProductKernel::Library)
        cell.variant.set("threads", threads);
    return cell;
}

/// One row more than the kernels may write to.
std::vector<float> untouched(long n) {
    return std::vector<float>(static_cast<std::size_t>((n + 1) * n), kUntouched);
}

/// Returns the product that a packed kernel computes, with its rows in one piece or in two.
std::vector<float> packedProduct(const ProductKernels& kernels, const ProductInputs& inputs, long n,
                                 long cut) {
    const long strips = (n + kernels.strip_columns - 1) / kernels.strip_columns;
    std::vector<float> c = untouched(n);
    AlignedFloats packed(static_cast<std::size_t>(strips * kernels.strip_columns * n));
    AlignedFloats space(static_cast<std::size_t>(kernels.space_values));
    kernels.pack(inputs.b.data(), packed.data(), n, 0, strips / 2);
    kernels.pack(inputs.b.data(), packed.data(), n, strips / 2, strips);
    kernels.packed(inputs.a.data(), packed.data(), c.data(), n, 0, cut, space.data());
    kernels.packed(inputs.a.data(), packed.data(), c.data(), n, cut, n, space.data());
    return c;
}

/// Every element in fp64, and how far rounding may take it from there.
struct Exact {
    std::vector<double> values, bounds;
};

Exact exactProduct(const ProductInputs& inputs, long n) {
    Exact exact;
    for (long i = 0; i < n; ++i)
        for (long j = 0; j < n; ++j) {
            double sum = 0, size = 0;
            for (long k = 0; k < n; ++k) {
                const double term = double{inputs.a.data()[i * n + k]} * inputs.b.data()[k * n + j];
                sum += term;
                size += std::abs(term);
            }
            exact.values.push_back(sum);
            exact.bounds.push_back(productErrorBound(n, Precision::Fp32) * size);
        }
    return exact;
}

/// All elements, not only those that a run draws, and nothing behind them.
void compareWhole(const std::vector<float>& c, const Exact& exact, const std::string& name) {
    for (std::size_t i = 0; i < c.size(); ++i) {
        const bool right = i < exact.values.size()
                               ? std::abs(c[i] - exact.values[i]) <= exact.bounds[i]
                               : std::isnan(c[i]);
        if (!right) QFAIL(qPrintable(QString::fromStdString(name) + QString(", %1").arg(i)));
    }
}

std::string reasonFor(const char* axis, const char* value) {
    auto plan = planFromWords(matrixProductSpec(), {{axis, {value}}}, {});
    const auto checked = plan ? validated(*plan, matrixProductSpec(), {}) : std::move(plan);
    return checked ? std::string() : checked.error().code;
}

/// Work with one element that is not the product's.
class WrongProduct final : public ProductWork {
public:
    WrongProduct(const ProductCase& work, ProductInputStore& store, float wrong)
        : ProductWork(work, Precision::Fp32, store), m_wrong(wrong) {}

protected:
    void makeRoom() override { m_c.resize(static_cast<std::size_t>(work().n * work().n)); }
    void multiply() override {
        const auto n = static_cast<long>(work().n);
        productKernels().three_loops(inputs().a.data(), inputs().b.data(), m_c.data(), n, 0, n);
        m_c.back() = m_wrong;
    }
    std::span<const float> product() override { return m_c; }

private:
    const float m_wrong;
    std::vector<float> m_c;
};

}  // namespace

class TestMatrixProduct final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void kernelsMultiply_data() {
        QTest::addColumn<int>("n");
        // Below and beyond vectors, tiles (4, 6, 12 rows; 8, 16, 32 columns), blocks of rows (120)
        // and of k (64, 256), and of columns (512).
        for (const int n : {1, 2, 3, 5, 7, 13, 16, 31, 33, 65, 121, 257, 300, 515})
            QTest::addRow("%d", n) << n;
    }
    void kernelsMultiply() {
        QFETCH(int, n);
        const ProductInputs inputs = productInputs({.n = n, .seed = 7});
        const Exact exact = exactProduct(inputs, n);
        for (const ProductKernels& kernels : usableProductKernels()) {
            const std::string name(kernels.instructions);
            for (const ProductRows rows :
                 {kernels.three_loops, kernels.loop_order, kernels.blocked}) {
                // Rows in two parts, as threads and slices have them.
                std::vector<float> c = untouched(n);
                rows(inputs.a.data(), inputs.b.data(), c.data(), n, 0, n / 3);
                rows(inputs.a.data(), inputs.b.data(), c.data(), n, n / 3, n);
                compareWhole(c, exact, name);
            }
            for (const long cut : {0, n / 3, n})
                compareWhole(packedProduct(kernels, inputs, n, cut), exact, name + " packed");
        }
    }

    /// Kernels have 4, 8 or 16 lanes, as far as this CPU has them; the widest is the one that is
    /// measured.
    void thisCpuHasItsInstructions() {
        const auto all = usableProductKernels();
        QCOMPARE(all.front().instructions, std::string_view("base"));
        for (std::size_t i = 1; i < all.size(); ++i) QVERIFY(all[i].lanes == 2 * all[i - 1].lanes);
        QCOMPARE(productKernels().lanes, all.back().lanes);
    }

    void factorsAreUniformAndDependOnTheSeed() {
        const ProductInputs one = productInputs({.n = 64, .seed = 1});
        double sum = 0;
        for (const float value : one.a.values()) {
            QVERIFY(value >= -1 && value < 1);
            sum += value;
        }
        QVERIFY(std::abs(sum / 4096) < 0.03);  // three deviations of 1 / sqrt(3 * 4096)
        const ProductInputs again = productInputs({.n = 64, .seed = 1}),
                            other = productInputs({.n = 64, .seed = 2});
        QVERIFY(std::ranges::equal(one.b.values(), again.b.values()));
        QVERIFY(!std::ranges::equal(one.b.values(), other.b.values()));
        QVERIFY(!std::ranges::equal(one.a.values(), one.b.values()));
    }

    void threadsComeToTheSameBits() {
        ProductMaker maker;
        const auto outputOf = [&](int threads) {
            return afterOneCall(maker, cellOf(203, ProductKernel::Packed, threads),
                                [](Work& work) -> Result<Output> { return work.output(); })
                .value();
        };
        const Output one = outputOf(1);
        for (const int threads : {2, 3, 60})
            QCOMPARE(outputOf(threads).fingerprint->sha256, one.fingerprint->sha256);
    }

    /// S2-29: no time for what is no product.
    void aWrongProductIsFound() {
        for (const std::int64_t n : {2, 5, 100}) {
            ProductInputStore store;
            for (const float wrong : {1e3F, std::numeric_limits<float>::quiet_NaN()}) {
                WrongProduct work({.n = n, .seed = 1}, store, wrong);
                QVERIFY(work.prepare());
                QVERIFY(work.step(1).wall_ms >= 0);
                try {
                    static_cast<void>(work.output());
                    QFAIL("it passed");
                } catch (const WorkFailed& failed) {
                    QCOMPARE(failed.reason.code, std::string("product_wrong"));
                    QCOMPARE(failed.reason.args.value("row", -1), static_cast<int>(n - 1));
                    QCOMPARE(failed.reason.args.value("column", -1), static_cast<int>(n - 1));
                }
            }
        }
    }

    /// The error that is told grows with n and stays below what rounding can explain.
    void errorsAreWithinTheirBound() {
        ProductMaker maker;
        for (const ProductKernel kernel : {ProductKernel::ThreeLoops, ProductKernel::Packed})
            for (const int n : {64, 300}) {
                const Output output =
                    afterOneCall(maker, cellOf(n, kernel), [](Work& work) -> Result<Output> {
                        return work.output();
                    }).value();
                QCOMPARE(output.metrics.at(0).id, std::string("error"));
                QVERIFY(output.metrics[0].value > 0);
                QVERIFY(output.metrics[0].value < output.metrics.at(1).value);
                QCOMPARE(output.metrics[1].value, productErrorBound(n, Precision::Fp32));
            }
    }

    void whatIsNotThereIsSkippedWithItsReason() {
        ProductMaker maker;
        const auto code = [&](const Cell& cell) {
            const auto made = maker.create(cell);
            return made ? std::string() : made.error().code;
        };
        QCOMPARE(code(cellOf(64, ProductKernel::Library)), std::string("product_needs_torch"));
        QCOMPARE(code(cellOf(1025, ProductKernel::ThreeLoops)), std::string("product_too_large"));
        QCOMPARE(code(cellOf(1024, ProductKernel::ThreeLoops)), std::string());
        QCOMPARE(code(cellOf(4097, ProductKernel::LoopOrder)), std::string("product_too_large"));
        QCOMPARE(code(cellOf(4097, ProductKernel::Blocked)), std::string("product_too_large"));
        QCOMPARE(code(cellOf(10'000, ProductKernel::Packed)), std::string());
        for (const Language language : {Language::Spanish, Language::English})
            for (const std::string reason :
                 {"product_needs_torch", "product_too_large", "product_wrong"}) {
                QVERIFY(Text(language).has("reason." + reason));
                QVERIFY(Text(language).has("cause." + reason));
            }
    }

    /// the factors count once for all variants of a case.
    void memoryIsForecast() {
        ProductMaker maker;
        const auto bytes = [&](ProductKernel kernel) {
            return maker.forecast(cellOf(1000, kernel)).value().bytes;
        };
        constexpr std::int64_t kMatrix = 4'000'000;
        QCOMPARE(bytes(ProductKernel::Blocked), 3 * kMatrix);
        QVERIFY(bytes(ProductKernel::Packed) > 4 * kMatrix);
        QVERIFY(maker.create(cellOf(1000, ProductKernel::Blocked)).value()->fetch());
        QCOMPARE(bytes(ProductKernel::Blocked), kMatrix);
        maker.release();
        QCOMPARE(bytes(ProductKernel::Blocked), 3 * kMatrix);
    }

    void refusesWhatIsNoMatrix() {
        for (const char* n : {"0", "-1", "16385", "99999999999"})
            QCOMPARE(reasonFor("n", n), std::string("value_out_of_range"));
        QCOMPARE(reasonFor("n", "many"), std::string("not_a_whole_number"));
        QCOMPARE(reasonFor("kernel", "fast"), std::string("unknown_value"));
        QCOMPARE(reasonFor("n", "1"), std::string());
        QCOMPARE(reasonFor("n", "16384"), std::string());
    }

    /// S0-14: the product of the handout.
    void theHandoutsTestIsOffered() {
        const Spec spec = matrixProductSpec();
        const std::vector<Offer> offers = spec.offers();
        QCOMPARE(offers.size(), std::size_t{1});
        const Plan plan = offeredPlan(offers.front(), spec, {});
        QVERIFY(validated(plan, spec, {}));
        for (const Cell& cell : expand(plan, spec, {}))
            QCOMPARE(productCase(cell.work).n, std::int64_t{10'000});
        for (const Language language : {Language::Spanish, Language::English})
            QVERIFY(Text(language).has("offer." + offers.front().id));
    }

    void aCancelIsHeardInsideACall() {
        ProductMaker maker;
        for (const ProductKernel kernel : {ProductKernel::LoopOrder, ProductKernel::Packed}) {
            auto work = maker.create(cellOf(600, kernel, 2)).value();
            std::stop_source stop;
            double share = -1;
            work->setControl({.stop = stop.get_token(), .progress = [&](double done) {
                                  share = done;
                                  stop.request_stop();
                              }});
            QVERIFY(work->prepare());
            QVERIFY_THROWS_EXCEPTION(StepStopped, static_cast<void>(work->step(1)));
            QVERIFY(share > 0 && share < 0.5);
        }
    }

    /// The texts that are compiled are those that are shown, and their differences small.
    void textsTellWhatTheyChange() {
        const auto three = textChange("", productText(ProductKernel::ThreeLoops));
        QVERIFY(three.size() > 6 && three.size() < 14);
        for (const TextLine& line : three) QVERIFY(line.kind == TextLine::Kind::Same);
        const auto order = textChange(productText(ProductKernel::ThreeLoops),
                                      productText(ProductKernel::LoopOrder));
        const auto count = [](const std::vector<TextLine>& lines, TextLine::Kind kind) {
            return std::ranges::count(lines, kind, &TextLine::kind);
        };
        QVERIFY(count(order, TextLine::Kind::Same) >= 3);
        QVERIFY(count(order, TextLine::Kind::New) >= 2);
        QVERIFY(count(order, TextLine::Kind::Gone) >= 2);
        QCOMPARE(textChange("a\n// b\n  c\n", "a\n  d\n  c\n").at(1).shown(),
                 std::string("+\u00a0\u00a0\u00a0d"));
        QVERIFY(productText(ProductKernel::Library).empty());
    }
};

QTEST_GUILESS_MAIN(TestMatrixProduct)
#include "tst_matrix_product.moc"
