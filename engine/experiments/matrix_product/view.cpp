// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/view.h"

#include <algorithm>

#include "experiments/threads_lesson.h"
#include "report/tabs.h"

namespace duelo {

namespace {

const Figure kRate{.metric = "flop_rate", .unit = 1e9, .symbol = "GFLOP/s"},
    kError{.metric = "error"};

/// The steps of the largest size that has a ladder: it shows the most.
std::vector<std::string> productAnswers(const Shown& shown) {
    const std::vector<std::size_t> rows = shown.rows();
    for (auto r = rows.rbegin(); r != rows.rend(); ++r)
        if (auto lines = ladderLines(shown, shown.comparison.rows[*r]); !lines.empty())
            return lines;
    return {};
}

}  // namespace

const View& productView() {
    static const View view{
        .title = "matrix_product.title",
        .layout = {.name = {{"n"}},
                   .rows = {"n"},
                   .tables = {{.id = "product-times", .title = "matrix_product.table_times"},
                              {.id = "product-rates",
                               .figures = {kRate},
                               .title = "matrix_product.table_rates"},
                              {.id = "product-errors",
                               .figures = {kError},
                               .title = "matrix_product.table_errors"}},
                   .method = {{"matrix_product.method_flop"},
                              {"matrix_product.method_check"},
                              {"matrix_product.method_error"},
                              {"matrix_product.method_vectors"},
                              {"matrix_product.method_gpu"}},
                   .note = "matrix_product.note"},
        .table_answers = productAnswers,
        .charts = {{.id = "lines", .can_be_log = true},
                   {.id = "product_rate", .figure = kRate},
                   {.id = "product_error", .figure = kError, .bound = "error_bound"},
                   {"roofline", chartsBeside}},
        .lessons = {productLesson(), productTrafficLesson(), threadsLesson()},
        .texts = productTexts(),
        .emulated = kEmulatedProduct,
        .cards = productCards};
    return view;
}

}  // namespace duelo
