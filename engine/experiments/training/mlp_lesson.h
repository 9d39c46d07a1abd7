// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "plan/params.h"
#include "report/lesson.h"

namespace duelo {

/// A matrix that is small enough to be looked at, row after row.
struct SmallMatrix {
    std::size_t rows = 0, columns = 0;
    std::vector<double> values{};
};

/// One update of an MLP with all that is computed on its way. Weights [outputs of the layer,
/// its inputs], as PyTorch has them.
struct MlpUpdate {
    double rate = 0;
    std::vector<std::size_t> labels{};        ///< [batch]
    SmallMatrix x{}, w1{}, b1{}, w2{}, b2{};  ///< x: [batch, inputs]
    SmallMatrix z1{}, h{};                    ///< [batch, hidden], before and after the ReLU
    SmallMatrix z2{}, p{};                    ///< [batch, classes], before and after the softmax
    SmallMatrix losses{};                     ///< [batch, 1]
    SmallMatrix dz2{}, dw2{}, db2{};          ///< of the mean loss
    SmallMatrix dh{}, dz1{}, dw1{}, db1{};
    SmallMatrix new_w1{}, new_b1{}, new_w2{}, new_b2{};  ///< after SGD without momentum

    [[nodiscard]] double loss() const;  ///< their mean
};
[[nodiscard]] MlpUpdate mlpUpdate(const Params& settings);

/// The same as a picture for each step: forward, backward, update, with shapes and numbers.
[[nodiscard]] Lesson mlpLesson();

/// The three phases of one batch on a GPU, in ms and in percent (S4-09, S4-25), for who has none:
/// as a project printed them, or estimated from what is typed. Marked as what it is; nothing of it
/// was measured here.
[[nodiscard]] Lesson phasesLesson();

}  // namespace duelo
