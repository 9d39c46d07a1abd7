// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "experiments/training/mlp_lesson.h"
#include "networks/hidden_units.h"
#include "resources/kernels/splitmix.h"

namespace duelo {

/// With names that are other things elsewhere.
namespace mlp_lesson {

namespace {

using Grid = GridsValue::Grid;
using Tone = GridsValue::Tone;
using Numbers = std::vector<double>;

/// Some units of every batch are cut off by the ReLU, and none of it is cut off altogether.
constexpr kernels::Word kSeed = 9;
constexpr std::size_t kInputs = 4, kClasses = 3;
constexpr double kRate = 0.5;  // so large that one update is seen in two decimals
constexpr int kDecimals = 2;
/// Of the MLP whose table the page measures (S4-01), and the batch that is usual for it.
constexpr int kPixels = 784, kDigits = 10, kUsualBatch = 32;

enum Step { Hidden, Relu, Logits, Softmax, LossGradient, LastWeights, Back, FirstWeights, Update };
constexpr int kSteps = Update + 1;

/// Tenths from `low` to `high`, the same every time.
Numbers drawn(std::size_t count, kernels::Word of, int low, int high) {
    const kernels::Word stream = kernels::mixed(kSeed + of * kernels::kGoldenGamma);
    Numbers values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back((low + static_cast<int>(kernels::dropoutWord(stream, i) %
                                                 static_cast<kernels::Word>(high - low + 1))) /
                         10.0);
    return values;
}

/// out[i][j] = sum over k of a(i, k) times b(k, j).
template <typename Left, typename Right>
Numbers product(std::size_t rows, std::size_t columns, std::size_t depth, const Left& a,
                const Right& b) {
    Numbers out(rows * columns);
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j)
            for (std::size_t k = 0; k < depth; ++k) out[i * columns + j] += a(i, k) * b(k, j);
    return out;
}

/// x [rows, inputs] times the transposed w [outputs, inputs], and b to every row.
Numbers linear(const Numbers& x, const Numbers& w, const Numbers& b, std::size_t rows,
               std::size_t inputs) {
    const std::size_t outputs = b.size();
    Numbers out = product(
        rows, outputs, inputs, [&](auto i, auto k) { return x[i * inputs + k]; },
        [&](auto k, auto j) { return w[j * inputs + k]; });
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += b[i % outputs];
    return out;
}

/// The transposed d [rows, outputs] times x [rows, inputs]: a gradient of weights.
Numbers weightGradient(const Numbers& d, const Numbers& x, std::size_t rows) {
    const std::size_t outputs = d.size() / rows, inputs = x.size() / rows;
    return product(
        outputs, inputs, rows, [&](auto j, auto n) { return d[n * outputs + j]; },
        [&](auto n, auto k) { return x[n * inputs + k]; });
}

Numbers columnSums(const Numbers& d, std::size_t rows) {
    Numbers sums(d.size() / rows);
    for (std::size_t i = 0; i < d.size(); ++i) sums[i % sums.size()] += d[i];
    return sums;
}

Numbers moved(const Numbers& weights, const Numbers& gradient) {
    Numbers out;
    for (std::size_t i = 0; i < weights.size(); ++i)
        out.push_back(weights[i] - kRate * gradient[i]);
    return out;
}

void judge(MlpUpdate& of) {
    for (std::size_t n = 0; n < of.batch; ++n) {
        double sum = 0;
        for (std::size_t c = 0; c < of.classes; ++c) sum += std::exp(of.z2[n * of.classes + c]);
        for (std::size_t c = 0; c < of.classes; ++c) {
            const double p = std::exp(of.z2[n * of.classes + c]) / sum;
            const bool right = c == of.labels[n];
            of.p.push_back(p);
            of.dz2.push_back((p - (right ? 1 : 0)) / static_cast<double>(of.batch));
            if (right) of.losses.push_back(-std::log(p));
        }
    }
}

MlpUpdate computed(const Params& settings) {
    const auto size = [&](const char* id, std::int64_t usual) {
        return static_cast<std::size_t>(settings.integer(id, usual));
    };
    MlpUpdate of{.batch = size("batch", 2),
                 .inputs = kInputs,
                 .hidden = size("hidden", 3),
                 .classes = kClasses,
                 .rate = kRate};
    of.x = drawn(of.batch * of.inputs, 1, 0, 10);
    of.w1 = drawn(of.hidden * of.inputs, 2, -9, 9);
    of.b1 = drawn(of.hidden, 3, -2, 2);
    of.w2 = drawn(of.classes * of.hidden, 4, -9, 9);
    of.b2 = drawn(of.classes, 5, -2, 2);
    for (std::size_t n = 0; n < of.batch; ++n) of.labels.push_back((n + 1) % of.classes);
    of.z1 = linear(of.x, of.w1, of.b1, of.batch, of.inputs);
    for (const double z : of.z1) of.h.push_back(std::max(z, 0.0));
    of.z2 = linear(of.h, of.w2, of.b2, of.batch, of.hidden);
    judge(of);
    of.dw2 = weightGradient(of.dz2, of.h, of.batch);
    of.db2 = columnSums(of.dz2, of.batch);
    of.dh = product(
        of.batch, of.hidden, of.classes, [&](auto n, auto c) { return of.dz2[n * of.classes + c]; },
        [&](auto c, auto k) { return of.w2[c * of.hidden + k]; });
    for (std::size_t i = 0; i < of.dh.size(); ++i) of.dz1.push_back(of.h[i] > 0 ? of.dh[i] : 0.0);
    of.dw1 = weightGradient(of.dz1, of.x, of.batch);
    of.db1 = columnSums(of.dz1, of.batch);
    of.new_w1 = moved(of.w1, of.dw1);
    of.new_b1 = moved(of.b1, of.db1);
    of.new_w2 = moved(of.w2, of.dw2);
    of.new_b2 = moved(of.b2, of.db2);
    return of;
}

class Picture {
public:
    Picture(const MlpUpdate& of, const Text& text) : m_of(of), m_text(text) {}

    GridsValue at(int step) const {
        GridsValue out{.title = m_text("training.lesson_title"), .cell_px = 44};
        out.grids = gridsOf(step);
        const std::string name = "training.lesson_" + std::to_string(step + 1);
        out.words = {m_text(name, args()), shapes(step), m_text(name + "_why", args())};
        return out;
    }

private:
    std::string number(double value) const {
        return formatFixed(value, kDecimals, m_text.numbers());
    }
    Json args() const {
        return {{"loss_text", number(m_of.loss())},
                {"rate_text", number(m_of.rate)},
                {"batch", m_of.batch}};
    }

    Grid grid(const std::string& name, const Numbers& values, std::size_t rows,
              std::string sign = {}, Tone tone = Tone::Plain) const {
        const std::size_t columns = values.size() / rows;
        Grid out{.title = name + ' ' + shape(rows, columns),
                 .columns = columns,
                 .sign = std::move(sign)};
        for (const double value : values)
            out.cells.push_back({.text = number(value), .tone = tone});
        return out;
    }
    Grid result(const std::string& name, const Numbers& values, std::size_t rows,
                std::string sign = "=") const {
        return grid(name, values, rows, std::move(sign), Tone::Chosen);
    }
    Grid marked(Grid of, const Numbers& values, Tone below) const {
        for (std::size_t i = 0; i < values.size(); ++i)
            if (!(values[i] > 0)) of.cells[i].tone = below;
        return of;
    }
    /// The label of each row stands out.
    Grid labelled(Grid of) const {
        for (std::size_t n = 0; n < m_of.batch; ++n)
            of.cells[n * m_of.classes + m_of.labels[n]].tone = Tone::Marked;
        return of;
    }

    std::vector<Grid> gridsOf(int step) const {
        const MlpUpdate& m = m_of;
        switch (step) {
            case Hidden:
                return {grid("X", m.x, m.batch), grid("W₁", m.w1, m.hidden, "·ᵀ"),
                        grid("b₁", m.b1, 1, "+"), result("Z₁", m.z1, m.batch)};
            case Relu:
                return {marked(grid("Z₁", m.z1, m.batch), m.z1, Tone::Outside),
                        marked(result("H", m.h, m.batch, "→"), m.h, Tone::Outside)};
            case Logits:
                return {grid("H", m.h, m.batch), grid("W₂", m.w2, m.classes, "·ᵀ"),
                        grid("b₂", m.b2, 1, "+"), result("Z₂", m.z2, m.batch)};
            case Softmax:
                return {grid("Z₂", m.z2, m.batch), labelled(result("P", m.p, m.batch, "→")),
                        grid("L", m.losses, m.batch, "→")};
            case LossGradient:
                return {labelled(grid("P", m.p, m.batch)),
                        labelled(result("dZ₂", m.dz2, m.batch, "→"))};
            case LastWeights:
                return {grid("dZ₂", m.dz2, m.batch), grid("H", m.h, m.batch, "ᵀ·"),
                        result("dW₂", m.dw2, m.classes), result("db₂", m.db2, 1, "")};
            case Back:
                return {grid("dZ₂", m.dz2, m.batch), grid("W₂", m.w2, m.classes, "·"),
                        grid("dH", m.dh, m.batch, "="),
                        marked(result("dZ₁", m.dz1, m.batch, "→"), m.h, Tone::Outside)};
            case FirstWeights:
                return {grid("dZ₁", m.dz1, m.batch), grid("X", m.x, m.batch, "ᵀ·"),
                        result("dW₁", m.dw1, m.hidden), result("db₁", m.db1, 1, "")};
            default:
                return {grid("W₁", m.w1, m.hidden), grid("dW₁", m.dw1, m.hidden, "−"),
                        result("W₁", m.new_w1, m.hidden)};
        }
    }

    static std::string shape(std::size_t rows, std::size_t columns) {
        return "[" + std::to_string(rows) + " × " + std::to_string(columns) + "]";
    }
    static std::string shapesOf(int step, std::size_t batch, std::size_t inputs, std::size_t hidden,
                                std::size_t classes) {
        const auto times = [](const std::string& a, const std::string& b, const std::string& c) {
            return a + " · " + b + " = " + c;
        };
        switch (step) {
            case Hidden:
                return times(shape(batch, inputs), shape(inputs, hidden), shape(batch, hidden));
            case Logits:
                return times(shape(batch, hidden), shape(hidden, classes), shape(batch, classes));
            case LastWeights:
                return times(shape(classes, batch), shape(batch, hidden), shape(classes, hidden));
            case Back:
                return times(shape(batch, classes), shape(classes, hidden), shape(batch, hidden));
            case FirstWeights:
                return times(shape(hidden, batch), shape(batch, inputs), shape(hidden, inputs));
            case Relu:
                return shape(batch, hidden);
            case Update:
                return shape(hidden, inputs);
            default:
                return shape(batch, classes);
        }
    }
    std::string shapes(int step) const {
        return m_text(
            "training.lesson_shapes",
            {{"here_text", shapesOf(step, m_of.batch, m_of.inputs, m_of.hidden, m_of.classes)},
             {"there_text", shapesOf(step, kUsualBatch, kPixels,
                                     static_cast<std::size_t>(kUsualHidden), kDigits)}});
    }

    const MlpUpdate& m_of;
    const Text& m_text;
};

}  // namespace

}  // namespace mlp_lesson

double MlpUpdate::loss() const {
    return std::accumulate(losses.begin(), losses.end(), 0.0) / static_cast<double>(losses.size());
}

MlpUpdate mlpUpdate(const Params& settings) {
    return mlp_lesson::computed(settings);
}

Lesson mlpLesson() {
    return {.id = "mlp_lesson",
            .settings = {{.id = "batch", .min = 1, .max = 3, .usual = 2},
                         {.id = "hidden", .min = 2, .max = 4, .usual = 3}},
            .steps = [](const Params&) { return mlp_lesson::kSteps; },
            .picture =
                [](const Params& settings, int step, const Text& text) {
                    const MlpUpdate of = mlpUpdate(settings);
                    return mlp_lesson::Picture(of, text).at(step);
                }};
}

}  // namespace duelo
