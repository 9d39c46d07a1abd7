// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <QTest>

#include "experiments/aligned_floats.h"
#include "experiments/training/dense_bf16.h"
#include "experiments/training/dense_kernels.h"

using namespace duelo;

namespace {

std::vector<float> randomFloats(long count, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> between(-1, 1);
    std::vector<float> values(static_cast<std::size_t>(count));
    for (float& value : values) value = between(random);
    return values;
}

/// A batch in rows of exactly their length, so that whoever reads beyond is found, and turned.
struct Batch {
    Batch(const DenseKernels& kernels, long units, long samples, unsigned seed)
        : turned(static_cast<std::size_t>(units * roundedSamples(kernels, samples))) {
        for (long i = 0; i < samples; ++i)
            values.push_back(randomFloats(units, seed + static_cast<unsigned>(i)));
        for (const std::vector<float>& row : values) rows.push_back(row.data());
        panels = {turned.data(), units, samples};
        kernels.pack(rows.data(), panels, 0, units);
    }

    std::vector<std::vector<float>> values;
    std::vector<const float*> rows;
    AlignedFloats turned;
    Panels panels;
};

/// Memory for a batch that is not known yet.
struct Unknown {
    Unknown(const DenseKernels& kernels, long units, long samples)
        : turned(static_cast<std::size_t>(units * roundedSamples(kernels, samples))),
          panels{turned.data(), units, samples} {}

    AlignedFloats turned;
    Panels panels;
};

std::vector<float> rowsOf(const DenseKernels& kernels, const Panels& panels) {
    std::vector<float> rows(static_cast<std::size_t>(panels.units * panels.samples));
    kernels.unpack(panels, rows.data(), panels.units, 0, panels.units);
    return rows;
}

struct Sizes {
    long inputs, units, samples;
};
/// Whole vectors, whole tiles and panels, and what is left of each.
constexpr Sizes kSizes[]{{1, 1, 1},    {784, 256, 64}, {784, 31, 33},  {5, 3, 2},   {17, 13, 16},
                         {129, 7, 47}, {64, 100, 65},  {300, 18, 131}, {128, 5, 4}, {96, 24, 32}};

/// To 8 significant bits, the nearest and of two the even one (IEEE 754).
double roundedToBf16(float value) {
    auto bits = std::bit_cast<std::uint32_t>(value);
    bits += 0x7fffU + (bits >> 16U & 1U);
    return std::bit_cast<float>(bits & 0xffff0000U);
}

double wanted(const std::vector<float>& weight, const std::vector<float>& x, long unit) {
    double sum = 0;
    for (std::size_t k = 0; k < x.size(); ++k)
        sum += double{weight[static_cast<std::size_t>(unit) * x.size() + k]} * x[k];
    return sum;
}

}  // namespace

class TestDenseKernels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void turnsThereAndBack_data() { rows(); }
    void turnsThereAndBack();
    void forwardIsTheProduct_data() { rows(); }
    void forwardIsTheProduct();
    void forwardOfSomeSamplesLeavesTheOthers_data() { rows(); }
    void forwardOfSomeSamplesLeavesTheOthers();
    void backwardIsTheProductBehindItsGate_data() { rows(); }
    void backwardIsTheProductBehindItsGate();
    void inputGradientIsAddedUp_data() { rows(); }
    void inputGradientIsAddedUp();
    void gradientsAndTheirMoves_data() { rows(); }
    void gradientsAndTheirMoves();
    void partsMakeTheSameBits_data() { rows(); }
    void partsMakeTheSameBits();
    void whatTeachesNothingIsLeftOut_data();
    void whatTeachesNothingIsLeftOut();
    void noNumberStaysNone();
    void bf16RoundsFactorsAlone_data();
    void bf16RoundsFactorsAlone();

private:
    static void rows() {
        QTest::addColumn<int>("kernels");
        QTest::addColumn<int>("sizes");
        const auto usable = usableDenseKernels();
        for (int k = 0; k < static_cast<int>(usable.size()); ++k)
            for (int i = 0; i < static_cast<int>(std::size(kSizes)); ++i)
                QTest::addRow("%s %ld x %ld, %ld samples",
                              std::string(usable[static_cast<std::size_t>(k)].instructions).c_str(),
                              kSizes[i].units, kSizes[i].inputs, kSizes[i].samples)
                    << k << i;
    }
};

void TestDenseKernels::turnsThereAndBack() {
    QFETCH(int, kernels);
    QFETCH(int, sizes);
    const DenseKernels& with = usableDenseKernels()[static_cast<std::size_t>(kernels)];
    const auto [inputs, units, samples] = kSizes[sizes];
    const Batch batch(with, inputs, samples, 1);
    const std::vector<float> back = rowsOf(with, batch.panels);
    for (long i = 0; i < samples; ++i)
        for (long u = 0; u < inputs; ++u)
            QCOMPARE(back[static_cast<std::size_t>(i * inputs + u)],
                     batch.values[static_cast<std::size_t>(i)][static_cast<std::size_t>(u)]);
    // In two parts, as two threads do it, and into rows that are longer than what comes.
    const Unknown parts(with, inputs, samples);
    for (const auto& [first, last] : {std::pair(0L, inputs / 2), std::pair(inputs / 2, inputs)})
        with.pack(batch.rows.data(), parts.panels, first, last);
    QVERIFY(std::ranges::equal(parts.turned.values(), batch.turned.values()));
    std::vector<float> wide(static_cast<std::size_t>(samples * (inputs + 3)), 7);
    with.unpack(batch.panels, wide.data() + inputs / 2, inputs + 3, inputs / 2, inputs);
    for (long i = 0; i < samples; ++i)
        for (long u = 0; u < inputs + 3; ++u) {
            const float value = wide[static_cast<std::size_t>(i * (inputs + 3) + u)];
            const bool inside = u >= inputs / 2 && u < inputs;
            QCOMPARE(value, inside ? back[static_cast<std::size_t>(i * inputs + u)] : 7);
        }
}

void TestDenseKernels::forwardIsTheProduct() {
    QFETCH(int, kernels);
    QFETCH(int, sizes);
    const DenseKernels& with = usableDenseKernels()[static_cast<std::size_t>(kernels)];
    const auto [inputs, units, samples] = kSizes[sizes];
    const Batch x(with, inputs, samples, 1);
    const std::vector<float> weight = randomFloats(units * inputs, 2),
                             bias = randomFloats(units, 3);
    for (const bool relu : {false, true}) {
        const Unknown y(with, units, samples);
        with.forward(weight.data(), bias.data(), x.panels, y.panels, relu, 0, units, 0, samples);
        const std::vector<float> found = rowsOf(with, y.panels);
        for (long i = 0; i < samples; ++i)
            for (long u = 0; u < units; ++u) {
                const double sum = wanted(weight, x.values[static_cast<std::size_t>(i)], u) +
                                   bias[static_cast<std::size_t>(u)];
                const double value = relu ? std::max(sum, 0.0) : sum;
                QVERIFY(std::abs(found[static_cast<std::size_t>(i * units + u)] - value) < 1e-4);
            }
    }
}

void TestDenseKernels::forwardOfSomeSamplesLeavesTheOthers() {
    QFETCH(int, kernels);
    QFETCH(int, sizes);
    const DenseKernels& with = usableDenseKernels()[static_cast<std::size_t>(kernels)];
    const auto [inputs, units, samples] = kSizes[sizes];
    const Batch x(with, inputs, samples, 1);
    const std::vector<float> weight = randomFloats(units * inputs, 2),
                             bias = randomFloats(units, 3);
    const Unknown all(with, units, samples), some(with, units, samples);
    with.forward(weight.data(), bias.data(), x.panels, all.panels, false, 0, units, 0, samples);
    const std::vector<float> wanted = rowsOf(with, all.panels);
    for (long first = 0; first < samples; first += with.lanes) {
        const std::vector<float> before = rowsOf(with, some.panels);
        const long last = std::min(samples, first + with.lanes);
        with.forward(weight.data(), bias.data(), x.panels, some.panels, false, 0, units, first,
                     last);
        const std::vector<float> after = rowsOf(with, some.panels);
        for (long i = 0; i < samples; ++i)
            for (long u = 0; u < units; ++u) {
                const auto at = static_cast<std::size_t>(i * units + u);
                QCOMPARE(after[at], i >= first && i < last ? wanted[at] : before[at]);
            }
    }
    QCOMPARE(rowsOf(with, some.panels), wanted);
}

void TestDenseKernels::backwardIsTheProductBehindItsGate() {
    QFETCH(int, kernels);
    QFETCH(int, sizes);
    const DenseKernels& with = usableDenseKernels()[static_cast<std::size_t>(kernels)];
    const auto [inputs, units, samples] = kSizes[sizes];
    const Batch dy(with, units, samples, 1), x(with, inputs, samples, 50);
    const Unknown dx(with, inputs, samples);
    const std::vector<float> weight = randomFloats(units * inputs, 2);
    with.backward(weight.data(), dy.panels, x.panels, dx.panels, 0, inputs);
    const std::vector<float> found = rowsOf(with, dx.panels);
    for (long i = 0; i < samples; ++i)
        for (long k = 0; k < inputs; ++k) {
            double sum = 0;
            for (long u = 0; u < units; ++u)
                sum += double{weight[static_cast<std::size_t>(u * inputs + k)]} *
                       dy.values[static_cast<std::size_t>(i)][static_cast<std::size_t>(u)];
            const auto sample = static_cast<std::size_t>(i), at = static_cast<std::size_t>(k);
            if (x.values[sample][at] <= 0) sum = 0;
            QVERIFY(std::abs(found[static_cast<std::size_t>(i * inputs + k)] - sum) < 1e-4);
        }
}

/// In pieces of units and of inputs, as a layer goes through its weight.
void TestDenseKernels::inputGradientIsAddedUp() {
    QFETCH(int, kernels);
    QFETCH(int, sizes);
    const DenseKernels& with = usableDenseKernels()[static_cast<std::size_t>(kernels)];
    const auto [inputs, units, samples] = kSizes[sizes];
    const Batch dy(with, units, samples, 1);
    const std::vector<float> weight = randomFloats(units * inputs, 2);
    std::vector<float> dx(static_cast<std::size_t>(samples * inputs), NAN);
    const long unit = std::min(units, 48L), input = inputs / 3;
    for (const auto& [from, to] : {std::pair(0L, unit), std::pair(unit, units)})
        for (const auto& [first, last] : {std::pair(0L, input), std::pair(input, inputs)})
            with.addInputGradient(weight.data(), inputs, dy.panels, dx.data(), from, to, first,
                                  last);
    for (long i = 0; i < samples; ++i)
        for (long k = 0; k < inputs; ++k) {
            double sum = 0;
            for (long u = 0; u < units; ++u)
                sum += double{weight[static_cast<std::size_t>(u * inputs + k)]} *
                       dy.values[static_cast<std::size_t>(i)][static_cast<std::size_t>(u)];
            QVERIFY(std::abs(dx[static_cast<std::size_t>(i * inputs + k)] - sum) < 1e-4);
        }
}

void TestDenseKernels::gradientsAndTheirMoves() {
    QFETCH(int, kernels);
    QFETCH(int, sizes);
    const DenseKernels& with = usableDenseKernels()[static_cast<std::size_t>(kernels)];
    const auto [inputs, units, samples] = kSizes[sizes];
    const Batch dy(with, units, samples, 1), x(with, inputs, samples, 50);
    using Kind = UpdateRule::Kind;
    for (const Kind kind : {Kind::Keep, Kind::Sgd, Kind::Momentum, Kind::Adam}) {
        const UpdateRule rule{
            .kind = kind, .rate = 0.1F, .momentum = 0.9F, .step = 0.01F, .root = 1.5F};
        const long count = units * inputs;
        const std::vector<float> before = randomFloats(count, 2), first = randomFloats(count, 3);
        std::vector<float> second = randomFloats(count, 4);
        for (float& square : second) square = std::abs(square);
        std::vector<float> weight = before, mean = first, square = second;
        with.update({weight.data(), mean.data(), square.data(), inputs}, rule, dy.panels,
                    x.rows.data(), 0, units, 0, inputs);
        std::vector<float> bias = randomFloats(units, 5), bias_mean(bias.size());
        const std::vector<float> bias_before = bias;
        if (kind == Kind::Keep || kind == Kind::Sgd)
            with.updateBias({bias.data(), bias_mean.data(), nullptr, 0}, rule, dy.panels, 0, units);
        for (long u = 0; u < units; ++u) {
            double sum = 0;
            for (long i = 0; i < samples; ++i)
                sum += dy.values[static_cast<std::size_t>(i)][static_cast<std::size_t>(u)];
            const auto at = static_cast<std::size_t>(u);
            if (kind == Kind::Keep) QVERIFY(std::abs(bias_mean[at] - sum) < 1e-4);
            if (kind == Kind::Sgd)
                QVERIFY(std::abs(bias[at] - (bias_before[at] - 0.1 * sum)) < 1e-4);
        }
        for (long u = 0; u < units; ++u)
            for (long k = 0; k < inputs; ++k) {
                double gradient = 0;
                for (std::size_t i = 0; i < static_cast<std::size_t>(samples); ++i)
                    gradient += double{dy.values[i][static_cast<std::size_t>(u)]} *
                                x.values[i][static_cast<std::size_t>(k)];
                const auto at = static_cast<std::size_t>(u * inputs + k);
                double w = before[at], m = first[at], v = second[at];
                if (kind == Kind::Keep) m = gradient;
                if (kind == Kind::Sgd) w -= 0.1 * gradient;
                if (kind == Kind::Momentum) w -= 0.1 * (m = 0.9 * m + gradient);
                if (kind == Kind::Adam) {
                    m = 0.9 * m + 0.1 * gradient;
                    v = 0.999 * v + 0.001 * gradient * gradient;
                    w -= 0.01 * m / (std::sqrt(v) * 1.5 + 1e-8);
                }
                QVERIFY(std::abs(weight[at] - w) < 2e-4);
                QVERIFY(std::abs(mean[at] - m) < 2e-4);
                QVERIFY(std::abs(square[at] - v) < 2e-4);
            }
    }
}

/// Every sum has one order, however the rows are shared out.
void TestDenseKernels::partsMakeTheSameBits() {
    QFETCH(int, kernels);
    QFETCH(int, sizes);
    const DenseKernels& with = usableDenseKernels()[static_cast<std::size_t>(kernels)];
    const auto [inputs, units, samples] = kSizes[sizes];
    const Batch x(with, inputs, samples, 1), dy(with, units, samples, 90);
    const std::vector<float> weight = randomFloats(units * inputs, 2),
                             bias = randomFloats(units, 3);
    const UpdateRule rule{.kind = UpdateRule::Kind::Adam, .step = 0.01F, .root = 1};
    std::vector<float> results[2];
    for (const bool apart : {false, true}) {
        const Unknown y(with, units, samples);
        std::vector<float> moved = weight, mean(weight.size()), square(weight.size());
        const long middle = apart ? units / 3 : units;
        for (const auto& [first, last] : {std::pair(0L, middle), std::pair(middle, units)}) {
            with.forward(weight.data(), bias.data(), x.panels, y.panels, true, first, last, 0,
                         samples);
            with.update({moved.data(), mean.data(), square.data(), inputs}, rule, dy.panels,
                        x.rows.data(), first, last, 0, inputs);
        }
        results[apart ? 1 : 0] = rowsOf(with, y.panels);
        for (const std::vector<float>* values : {&moved, &mean, &square})
            results[apart ? 1 : 0].insert(results[apart ? 1 : 0].end(), values->begin(),
                                          values->end());
    }
    QCOMPARE(results[0], results[1]);
}

void TestDenseKernels::whatTeachesNothingIsLeftOut_data() {
    QTest::addColumn<int>("kernels");
    QTest::addColumn<int>("samples");
    const auto usable = usableDenseKernels();
    for (int k = 0; k < static_cast<int>(usable.size()); ++k)
        for (const int samples : {1, 15, 64, 100, 300, 6000})
            QTest::addRow("%s, %d samples",
                          std::string(usable[static_cast<std::size_t>(k)].instructions).c_str(),
                          samples)
                << k << samples;
}

/// Units with few gradients, with one, with none and with all, in columns that are enough for their
/// own way, and in such that are too few for it: the same bits (G19).
void TestDenseKernels::whatTeachesNothingIsLeftOut() {
    QFETCH(int, kernels);
    QFETCH(int, samples);
    constexpr long kInputs = 240, kUnits = 17;
    const DenseKernels& with = usableDenseKernels()[static_cast<std::size_t>(kernels)];
    const Batch x(with, kInputs, samples, 50);
    Batch dy(with, kUnits, samples, 1);
    for (std::size_t i = 0; i < dy.values.size(); ++i)
        for (std::size_t u = 0; u < kUnits; ++u)
            if (u == 3 || (u == 4 && i > 0) || ((u == 2 || u > 4) && (i * 7 + u * 5) % 11 > 1))
                dy.values[i][u] = u % 2 == 0 ? 0.0F : -0.0F;
    with.pack(dy.rows.data(), dy.panels, 0, kUnits);
    const std::vector<float> before = randomFloats(kUnits * kInputs, 2);
    using Kind = UpdateRule::Kind;
    for (const Kind kind : {Kind::Keep, Kind::Sgd, Kind::Momentum, Kind::Adam}) {
        const UpdateRule rule{
            .kind = kind, .rate = 0.1F, .momentum = 0.9F, .step = 0.01F, .root = 1.5F};
        std::vector<float> results[2];
        for (const long columns : {kInputs, 16L}) {
            std::vector<float> weight = before, mean(before.size()), square(before.size());
            for (long c = 0; c < kInputs; c += columns)
                with.update({weight.data(), mean.data(), square.data(), kInputs}, rule, dy.panels,
                            x.rows.data(), 0, kUnits, c, c + columns);
            std::vector<float>& result = results[columns == kInputs ? 0 : 1];
            for (const std::vector<float>* values : {&weight, &mean, &square})
                result.insert(result.end(), values->begin(), values->end());
        }
        QVERIFY(results[0] == results[1]);
        QVERIFY(results[0] != before);
    }
}

/// Else a training that has diverged would go on as if it had not.
void TestDenseKernels::noNumberStaysNone() {
    for (const DenseKernels& with : usableDenseKernels()) {
        Batch x(with, 3, 2, 1);
        x.values[1][2] = NAN;
        with.pack(x.rows.data(), x.panels, 0, 3);
        const std::vector<float> weight = randomFloats(12, 2), bias = randomFloats(4, 3);
        const Unknown y(with, 4, 2);
        with.forward(weight.data(), bias.data(), x.panels, y.panels, true, 0, 4, 0, 2);
        const std::vector<float> found = rowsOf(with, y.panels);
        for (std::size_t u = 0; u < 4; ++u) {
            QVERIFY(!std::isnan(found[u]));
            QVERIFY(std::isnan(found[4 + u]));
        }
    }
}

void TestDenseKernels::bf16RoundsFactorsAlone_data() {
    QTest::addColumn<int>("sizes");
    for (int i = 0; i < static_cast<int>(std::size(kSizes)); ++i)
        QTest::addRow("%ld x %ld, %ld samples", kSizes[i].units, kSizes[i].inputs,
                      kSizes[i].samples)
            << i;
}

/// Every factor is the nearest bf16; sums and what is learnt are fp32.
void TestDenseKernels::bf16RoundsFactorsAlone() {
    QFETCH(int, sizes);
    constexpr double kSums = 5e-4;  // hundreds of fp32 roundings; one of a factor is 0.004
    const Bf16Kernels* const bf16 = bf16DenseKernels();
    if (bf16 == nullptr) QSKIP("this processor has no instructions for bf16");
    const auto [inputs, units, samples] = kSizes[sizes];
    const DenseKernels& with = denseKernels();
    const Batch x(with, inputs, samples, 1), dy(with, units, samples, 90);
    const auto rounded = static_cast<std::size_t>(roundedSamples(with, samples));
    const auto pairsOf = [rounded](long count) {
        return AlignedNumbers<Bf16Pair>(static_cast<std::size_t>((count + 1) / 2) * rounded);
    };
    const auto by_unit = pairsOf(inputs), by_sample = pairsOf(inputs), inside = pairsOf(units),
               dy_by_unit = pairsOf(units);
    bf16->pairUnits(x.panels, by_unit.data(), 0, inputs);
    bf16->pairSamples(x.rows.data(), samples, by_sample.data(), inputs, 0, inputs);
    bf16->pairInside(dy.panels, inside.data(), 0, units);
    bf16->pairUnits(dy.panels, dy_by_unit.data(), 0, units);

    const std::vector<float> weight = randomFloats(units * inputs, 2),
                             bias = randomFloats(units, 3);
    const Unknown y(with, units, samples);
    bf16->forward(weight.data(), bias.data(), x.panels, by_unit.data(), y.panels, true, 0, units);
    const std::vector<float> found = rowsOf(with, y.panels);
    std::vector<float> gradient(weight.size());
    std::vector<float> unused = weight;
    bf16->update({unused.data(), gradient.data(), nullptr, inputs}, UpdateRule(), dy.panels,
                 inside.data(), by_sample.data(), inputs, 0, units, 0, inputs);
    QCOMPARE(unused, weight);
    // In pieces, as a layer does it: what the first begins the second adds to.
    std::vector<float> dx(static_cast<std::size_t>(samples * inputs), 7.0F);
    const long middle = units / 2 / 2 * 2;
    for (const auto& [first, last] : {std::pair(0L, middle), std::pair(middle, units)})
        bf16->addInputGradient(weight.data(), inputs, dy.panels, dy_by_unit.data(), dx.data(),
                               first, last, 0, inputs);
    for (std::size_t i = 0; i < static_cast<std::size_t>(samples); ++i)
        for (long k = 0; k < inputs; ++k) {
            double sum = 0;
            for (long u = 0; u < units; ++u)
                sum += roundedToBf16(weight[static_cast<std::size_t>(u * inputs + k)]) *
                       roundedToBf16(dy.values[i][static_cast<std::size_t>(u)]);
            QVERIFY(
                std::abs(dx[i * static_cast<std::size_t>(inputs) + static_cast<std::size_t>(k)] -
                         sum) < kSums);
        }
    for (long u = 0; u < units; ++u) {
        for (std::size_t i = 0; i < static_cast<std::size_t>(samples); ++i) {
            double sum = bias[static_cast<std::size_t>(u)];
            for (long k = 0; k < inputs; ++k)
                sum += roundedToBf16(weight[static_cast<std::size_t>(u * inputs + k)]) *
                       roundedToBf16(x.values[i][static_cast<std::size_t>(k)]);
            const double value = std::max(sum, 0.0);
            QVERIFY(
                std::abs(found[i * static_cast<std::size_t>(units) + static_cast<std::size_t>(u)] -
                         value) < kSums);
        }
        for (long k = 0; k < inputs; ++k) {
            double sum = 0;
            for (std::size_t i = 0; i < static_cast<std::size_t>(samples); ++i)
                sum += roundedToBf16(dy.values[i][static_cast<std::size_t>(u)]) *
                       roundedToBf16(x.values[i][static_cast<std::size_t>(k)]);
            QVERIFY(std::abs(gradient[static_cast<std::size_t>(u * inputs + k)] - sum) < kSums);
        }
    }
}

QTEST_GUILESS_MAIN(TestDenseKernels)
#include "tst_dense_kernels.moc"
