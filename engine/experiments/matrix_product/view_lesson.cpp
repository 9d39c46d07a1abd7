// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>
#include <vector>

#include "experiments/matrix_product/view.h"
#include "resources/kernels/splitmix.h"

namespace duelo {

/// A namespace of its own: these names are other things elsewhere.
namespace product_lesson {

namespace {

namespace three_loops {
#include "resources/kernels/product_three_loops.h"
}

using Grid = GridsValue::Grid;
using Tone = GridsValue::Tone;
using Numbers = std::vector<float>;

constexpr std::array<float, 4> kThesisFactor{4, 7, 10, 2};
constexpr std::size_t kThesisSize = 2;
constexpr kernels::Word kSeed = 35, kKinds = 10;

struct Factors {
    std::size_t n = 0;
    Numbers a{}, b{};
};

Factors lessonFactors(const Params& settings) {
    const Numbers thesis(kThesisFactor.begin(), kThesisFactor.end());
    if (settings.text("factors") == "thesis") return {kThesisSize, thesis, thesis};
    Factors out{.n = static_cast<std::size_t>(settings.integer("n"))};
    const kernels::Word stream = kernels::mixed(kSeed + kernels::kGoldenGamma);
    for (std::size_t i = 0; i < 2 * out.n * out.n; ++i)
        (i < out.n * out.n ? out.a : out.b)
            .push_back(static_cast<float>(kernels::dropoutWord(stream, i) % kKinds));
    return out;
}

/// Multiplies by the text that students read.
Numbers productOf(const Factors& of) {
    Numbers c(of.n * of.n);
    const auto n = static_cast<long>(of.n);
    three_loops::product(of.a.data(), of.b.data(), c.data(), n, 0, n);
    return c;
}

std::string numberText(float value, const Text& text) {
    return formatFixed(static_cast<double>(value), 0, text.numbers());
}

Grid matrixGrid(const char* name, const Numbers& values, std::size_t n, const Text& text) {
    Grid grid{.title = name, .columns = n};
    for (const float value : values) grid.cells.push_back({.text = numberText(value, text)});
    return grid;
}

/// The element (i, j) of the product, and the last term k that is added up so far.
struct Place {
    std::size_t i = 0, j = 0, k = 0;
};

Place placeOf(int step, std::size_t n) {
    const auto at = static_cast<std::size_t>(step);
    return {at / n / n, at / n % n, at % n};
}

std::string sumText(const Factors& of, const Place& place, const Text& text) {
    std::string sum;
    for (std::size_t k = 0; k <= place.k; ++k)
        sum += (k > 0 ? " + " : "") + numberText(of.a[place.i * of.n + k], text) + "·" +
               numberText(of.b[k * of.n + place.j], text);
    return sum;
}

/// S2-M17: at the same place of B·A, and of the product element by element.
std::string otherProducts(const Factors& of, const Place& place, const Text& text) {
    const std::size_t at = place.i * of.n + place.j;
    return text("matrix_product.lesson_others",
                {{"row", place.i + 1},
                 {"column_number", place.j + 1},
                 {"here_text", numberText(productOf(of)[at], text)},
                 {"swapped_text", numberText(productOf({of.n, of.b, of.a})[at], text)},
                 {"factors_text", numberText(of.a[at], text) + "·" + numberText(of.b[at], text)},
                 {"elementwise_text", numberText(of.a[at] * of.b[at], text)}});
}

/// The sum of the terms so far: the product of what is left when later ones are zero.
float sumSoFar(Factors of, const Place& place) {
    for (std::size_t k = place.k + 1; k < of.n; ++k) of.a[place.i * of.n + k] = 0;
    return productOf(of)[place.i * of.n + place.j];
}

GridsValue productPicture(const Params& settings, int step, const Text& text) {
    const Factors of = lessonFactors(settings);
    const std::size_t n = of.n;
    const Place place = placeOf(step, n);
    Grid a = matrixGrid("A", of.a, n, text), b = matrixGrid("B", of.b, n, text),
         c = matrixGrid("C", productOf(of), n, text);
    b.sign = "×";
    c.sign = "=";
    for (std::size_t k = 0; k < n; ++k) {
        const Tone tone = k == place.k ? Tone::Chosen : Tone::Marked;
        a.cells[place.i * n + k].tone = tone;
        b.cells[k * n + place.j].tone = tone;
    }
    const std::size_t now = place.i * n + place.j;
    const std::string sum = numberText(sumSoFar(of, place), text);
    for (std::size_t e = 0; e < n * n; ++e) {
        GridsValue::Cell& cell = c.cells[e];
        if (e > now) cell = {.tone = Tone::Empty};
        if (e == now) cell = {.text = sum, .tone = Tone::Chosen};
        cell.step = static_cast<int>(e * n);
    }
    GridsValue out{
        .title = text("matrix_product.lesson_title"),
        .grids = {std::move(a), std::move(b), std::move(c)},
        .words = {text("matrix_product.lesson_sum", {{"row", place.i + 1},
                                                     {"column_number", place.j + 1},
                                                     {"terms_text", sumText(of, place, text)},
                                                     {"sum_text", sum}}),
                  text("matrix_product.lesson_terms",
                       {{"k", place.k + 1}, {"n", n}, {"done", step + 1}, {"all", n * n * n}}),
                  text("matrix_product.lesson_independent", {{"elements", n * n}}),
                  text("matrix_product.lesson_memory"), otherProducts(of, place, text)}};
    return out;
}

}  // namespace

}  // namespace product_lesson

Lesson productLesson() {
    using namespace product_lesson;
    return {.id = "product_lesson",
            .settings =
                {{.id = "factors", .words = {"thesis", "digits"}},
                 {.id = "n", .min = 2, .max = 5, .usual = 3, .when = "factors", .in = {"digits"}}},
            .steps =
                [](const Params& settings) {
                    const std::size_t n = lessonFactors(settings).n;
                    return static_cast<int>(n * n * n);
                },
            .picture = productPicture};
}

}  // namespace duelo
