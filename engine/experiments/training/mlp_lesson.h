// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "plan/params.h"
#include "report/lesson.h"

namespace duelo {

/// One update of an MLP that is small enough to be looked at, with all that is computed on its way
/// . Matrices row after row; weights [outputs of the layer, its inputs], as PyTorch has them.
struct MlpUpdate {
    std::size_t batch = 0, inputs = 0, hidden = 0, classes = 0;
    double rate = 0;
    std::vector<std::size_t> labels{};  ///< [batch]
    std::vector<double> x{};            ///< [batch, inputs]
    std::vector<double> w1{}, b1{}, w2{}, b2{};
    std::vector<double> z1{}, h{};            ///< [batch, hidden], before and after the ReLU
    std::vector<double> z2{}, p{};            ///< [batch, classes], before and after the softmax
    std::vector<double> losses{};             ///< [batch]
    std::vector<double> dz2{}, dw2{}, db2{};  ///< of the mean loss
    std::vector<double> dh{}, dz1{}, dw1{}, db1{};
    std::vector<double> new_w1{}, new_b1{}, new_w2{}, new_b2{};  ///< after SGD without momentum

    [[nodiscard]] double loss() const;  ///< their mean
};
[[nodiscard]] MlpUpdate mlpUpdate(const Params& settings);

/// The same as a picture for each step: forward, backward, update, with shapes and numbers.
[[nodiscard]] Lesson mlpLesson();

}  // namespace duelo
