// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "experiments/training/mlp_lesson.h"
#include "networks/hidden_units.h"
#include "resources/kernels/splitmix.h"
#include "stats/statistics.h"

namespace duelo {

/// A namespace of its own: these names are other things elsewhere.
namespace mlp_lesson {

namespace {

using Grid = GridsValue::Grid;
using Tone = GridsValue::Tone;
using Matrix = SmallMatrix;

/// Some units of every batch are cut off by the ReLU, and none of it is cut off altogether.
constexpr kernels::Word kSeed = 9;
constexpr std::size_t kInputs = 4, kClasses = 3;
constexpr double kRate = 0.5;  // so large that one update is seen in two decimals
constexpr int kDecimals = 2;

/// Tenths from `low` to `high`, the same every time.
Matrix drawn(std::size_t rows, std::size_t columns, kernels::Word of, int low, int high) {
    const kernels::Word stream = kernels::mixed(kSeed + of * kernels::kGoldenGamma);
    Matrix out{rows, columns};
    for (std::size_t i = 0; i < rows * columns; ++i)
        out.values.push_back((low + static_cast<int>(kernels::dropoutWord(stream, i) %
                                                     static_cast<kernels::Word>(high - low + 1))) /
                             10.0);
    return out;
}

Matrix transposed(const Matrix& of) {
    Matrix out{of.columns, of.rows};
    for (std::size_t j = 0; j < of.columns; ++j)
        for (std::size_t i = 0; i < of.rows; ++i)
            out.values.push_back(of.values[i * of.columns + j]);
    return out;
}

Matrix product(const Matrix& a, const Matrix& b) {
    Matrix out{a.rows, b.columns, std::vector<double>(a.rows * b.columns)};
    for (std::size_t i = 0; i < a.rows; ++i)
        for (std::size_t j = 0; j < b.columns; ++j)
            for (std::size_t k = 0; k < b.rows; ++k)
                out.values[i * b.columns + j] +=
                    a.values[i * a.columns + k] * b.values[k * b.columns + j];
    return out;
}

/// `of` makes each value of one of `a` and one of `b`, which is repeated where it is a row alone.
template <typename Of>
Matrix each(Matrix a, const Matrix& b, const Of& of) {
    for (std::size_t i = 0; i < a.values.size(); ++i)
        a.values[i] = of(a.values[i], b.values[i % b.values.size()]);
    return a;
}

Matrix columnSums(const Matrix& of) {
    return product({1, of.rows, std::vector<double>(of.rows, 1.0)}, of);
}

/// Softmax, the losses, and the gradient of their mean.
void judge(MlpUpdate& of) {
    of.p = of.dz2 = {of.z2.rows, of.z2.columns};
    of.losses = {of.z2.rows, 1};
    for (std::size_t n = 0; n < of.z2.rows; ++n) {
        const double* const z = &of.z2.values[n * kClasses];
        double sum = 0;
        for (std::size_t c = 0; c < kClasses; ++c) sum += std::exp(z[c]);
        for (std::size_t c = 0; c < kClasses; ++c) {
            const double p = std::exp(z[c]) / sum;
            const bool right = c == of.labels[n];
            of.p.values.push_back(p);
            of.dz2.values.push_back((p - (right ? 1 : 0)) / static_cast<double>(of.z2.rows));
            if (right) of.losses.values.push_back(-std::log(p));
        }
    }
}

MlpUpdate computed(std::size_t batch, std::size_t hidden) {
    const auto sum = [](double a, double b) { return a + b; };
    const auto moved = [](double weight, double gradient) { return weight - kRate * gradient; };
    MlpUpdate of{.rate = kRate};
    of.x = drawn(batch, kInputs, 1, 0, 10);
    of.w1 = drawn(hidden, kInputs, 2, -9, 9);
    of.b1 = drawn(1, hidden, 3, -2, 2);
    of.w2 = drawn(kClasses, hidden, 4, -9, 9);
    of.b2 = drawn(1, kClasses, 5, -2, 2);
    for (std::size_t n = 0; n < batch; ++n) of.labels.push_back((n + 1) % kClasses);
    of.z1 = each(product(of.x, transposed(of.w1)), of.b1, sum);
    of.h = each(of.z1, of.z1, [](double z, double) { return std::max(z, 0.0); });
    of.z2 = each(product(of.h, transposed(of.w2)), of.b2, sum);
    judge(of);
    of.dw2 = product(transposed(of.dz2), of.h);
    of.db2 = columnSums(of.dz2);
    of.dh = product(of.dz2, of.w2);
    of.dz1 = each(of.dh, of.h, [](double d, double h) { return h > 0 ? d : 0.0; });
    of.dw1 = product(transposed(of.dz1), of.x);
    of.db1 = columnSums(of.dz1);
    of.new_w1 = each(of.w1, of.dw1, moved);
    of.new_b1 = each(of.b1, of.db1, moved);
    of.new_w2 = each(of.w2, of.dw2, moved);
    of.new_b2 = each(of.b2, of.db2, moved);
    return of;
}

/// Marks of a grid: none, the result of a step, the values that the ReLU cut off, the label of each
/// row.
enum Look { Plain = 0, Result = 1, CutOff = 2, Labelled = 4 };

/// The pictures, step by step: what is computed from what, each after its sign, and the shapes of
/// the product or of the result by the letters of batch, inputs, hidden units and classes.
struct Step {
    struct Part {
        const char* name;
        Matrix MlpUpdate::*matrix;
        const char* sign = "";
        int look = Plain;
    };
    std::vector<Part> parts;
    std::vector<std::string> shapes;
};

const std::vector<Step>& steps() {
    using U = MlpUpdate;
    static const std::vector<Step> all{
        {{{"X", &U::x}, {"W₁", &U::w1, "·ᵀ"}, {"b₁", &U::b1, "+"}, {"Z₁", &U::z1, "=", Result}},
         {"bi", "ih", "bh"}},
        {{{"Z₁", &U::z1, "", CutOff}, {"H", &U::h, "→", Result | CutOff}}, {"bh"}},
        {{{"H", &U::h}, {"W₂", &U::w2, "·ᵀ"}, {"b₂", &U::b2, "+"}, {"Z₂", &U::z2, "=", Result}},
         {"bh", "hc", "bc"}},
        {{{"Z₂", &U::z2}, {"P", &U::p, "→", Result | Labelled}, {"L", &U::losses, "→"}}, {"bc"}},
        {{{"P", &U::p, "", Labelled}, {"dZ₂", &U::dz2, "→", Result | Labelled}}, {"bc"}},
        {{{"dZ₂", &U::dz2},
          {"H", &U::h, "ᵀ·"},
          {"dW₂", &U::dw2, "=", Result},
          {"db₂", &U::db2, "", Result}},
         {"cb", "bh", "ch"}},
        {{{"dZ₂", &U::dz2},
          {"W₂", &U::w2, "·"},
          {"dH", &U::dh, "="},
          {"dZ₁", &U::dz1, "→", Result | CutOff}},
         {"bc", "ch", "bh"}},
        {{{"dZ₁", &U::dz1},
          {"X", &U::x, "ᵀ·"},
          {"dW₁", &U::dw1, "=", Result},
          {"db₁", &U::db1, "", Result}},
         {"hb", "bi", "hi"}},
        {{{"W₁", &U::w1}, {"dW₁", &U::dw1, "−"}, {"W₁", &U::new_w1, "=", Result}}, {"hi"}}};
    return all;
}

class Picture {
public:
    Picture(const MlpUpdate& of, const Text& text) : m_of(of), m_text(text) {}

    GridsValue at(int number) const {
        const Step& step = steps()[static_cast<std::size_t>(number)];
        GridsValue out{.title = m_text("training.lesson_title"), .cell_px = 44};
        for (const Step::Part& part : step.parts) out.grids.push_back(gridOf(part));
        const std::string name = "training.lesson_" + std::to_string(number + 1);
        const Json args{{"loss_text", told(m_of.loss())},
                        {"rate_text", told(m_of.rate)},
                        {"batch", m_of.x.rows}};
        // Beside those of the MLP whose table the page measures (S4-01), in its usual batches.
        const auto shapes = m_text(
            "training.lesson_shapes",
            {{"here_text",
              shapesOf(
                  step,
                  {{'b', m_of.x.rows}, {'i', kInputs}, {'h', m_of.h.columns}, {'c', kClasses}})},
             {"there_text",
              shapesOf(step, {{'b', 32}, {'i', 784}, {'h', kUsualHidden}, {'c', 10}})}});
        out.words = {m_text(name, args), shapes, m_text(name + "_why", args)};
        return out;
    }

private:
    std::string told(double value) const { return formatFixed(value, kDecimals, m_text.numbers()); }

    static std::string shape(std::size_t rows, std::size_t columns) {
        return "[" + std::to_string(rows) + " × " + std::to_string(columns) + "]";
    }
    static std::string shapesOf(const Step& step, const std::map<char, std::size_t>& sizes) {
        std::string out;
        for (const std::string& one : step.shapes)
            out += (out.empty()                   ? ""
                    : &one == &step.shapes.back() ? " = "
                                                  : " · ") +
                   shape(sizes.at(one[0]), sizes.at(one[1]));
        return out;
    }

    Grid gridOf(const Step::Part& part) const {
        const Matrix& of = m_of.*part.matrix;
        Grid out{.title = std::string(part.name) + ' ' + shape(of.rows, of.columns),
                 .columns = of.columns,
                 .sign = part.sign};
        for (std::size_t i = 0; i < of.values.size(); ++i) {
            Tone tone = part.look & Result ? Tone::Chosen : Tone::Plain;
            if (part.look & CutOff && !(m_of.z1.values[i] > 0)) tone = Tone::Outside;
            if (part.look & Labelled && m_of.labels[i / of.columns] == i % of.columns)
                tone = Tone::Marked;
            out.cells.push_back({.text = told(of.values[i]), .tone = tone});
        }
        return out;
    }

    const MlpUpdate& m_of;
    const Text& m_text;
};

}  // namespace

}  // namespace mlp_lesson

double MlpUpdate::loss() const {
    return mean(losses.values);
}

MlpUpdate mlpUpdate(const Params& settings) {
    return mlp_lesson::computed(static_cast<std::size_t>(settings.integer("batch", 2)),
                                static_cast<std::size_t>(settings.integer("hidden", 3)));
}

Lesson mlpLesson() {
    return {.id = "mlp_lesson",
            .settings = {{.id = "batch", .min = 1, .max = 3, .usual = 2},
                         {.id = "hidden", .min = 2, .max = 4, .usual = 3}},
            .steps = [](const Params&) { return static_cast<int>(mlp_lesson::steps().size()); },
            .picture =
                [](const Params& settings, int step, const Text& text) {
                    const MlpUpdate of = mlpUpdate(settings);
                    return mlp_lesson::Picture(of, text).at(step);
                },
            .when = {{.axis = "model", .in = {std::string(kMlp)}}}};
}

}  // namespace duelo
