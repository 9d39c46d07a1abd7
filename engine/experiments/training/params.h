// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/words.h"
#include "plan/params.h"

namespace duelo {

enum class Optimizer { Adam, Sgd };
template <>
inline constexpr std::array<std::string_view, 2> wordsOf<Optimizer>{"adam", "sgd"};

inline constexpr int kMaxEpochs = 100'000;
inline constexpr int kMaxProcesses = 256;
/// An epoch's mean loss this many times that of guessing, ln(outputs), is no start that is merely
/// bad (the lab AlexNet begins at three times).
inline constexpr double kDivergence = 20;

/// The sweep of Smith (2017) as the thesis does it (S2-10): the rate grows from 1e-7 to 10 in
/// kRateSteps equal factors, the loss is smoothed, and the sweep ends where it has grown to five
/// times its lowest value.
inline constexpr int kRateSteps = 100;
inline constexpr double kLowestRate = 1e-7;
inline constexpr double kHighestRate = 10;
inline constexpr double kRateSmoothing = 0.05;  ///< weight of the newest loss
inline constexpr double kRateDivergence = 5;    ///< times the lowest smoothed loss
inline constexpr std::size_t kRateSkip = 5;     ///< steps at both ends that advise nothing
inline constexpr double kBelowLowest = 10;      ///< the advised rate is so many times lower
/// A curve that falls by less has found nothing to follow.
inline constexpr double kLeastDescent = 0.02;

/// The parameters of a case of training or of the learning-rate finder, which has no end to choose.
struct TrainingCase {
    std::string network{};  ///< as networks/trainable.h names it: "mlp-64"
    std::string data{};     ///< name or folder of a data set
    int batch = 32;         ///< several updates in an epoch of the 183 shipped textures (S2-M04)
    Optimizer optimizer = Optimizer::Adam;
    double momentum = 0;                                ///< of SGD
    int outputs = 0;                                    ///< of the network; 0: one for each class
    double validation_share = 0.15, test_share = 0.15;  ///< where the source has no such part
    double train_share = 1;  ///< of the part to learn from that is learnt (X-17)
    std::uint64_t seed = 1234;
    bool augment = false;  ///< the random transforms of S2-04
    bool deterministic = true;

    int epochs = 25;
    double learning_rate = 1e-3;
    std::optional<double> until_accuracy{};  ///< of the validation part, 0..1: then it ends
    std::optional<double> max_time_s{};      ///< of one cell's epochs: then it ends
    int patience = 0;  ///< ends after so many epochs without a lower validation loss; 0: never
    bool decode_every_epoch = false;  ///< measures the decoder too (S2-M06)
    std::string checkpoint{};  ///< file of the training that it goes on with; empty: from the start

    bool operator==(const TrainingCase&) const = default;
    /// Returns all of it as plans and records hold it.
    operator Params() const;
};
[[nodiscard]] TrainingCase trainingCase(const Params& work);

/// Tells whether a mode learns with products in bf16 and weights in fp32 there. On a CPU
/// LibTorch's loop does and Duelo's kernels do, on a GPU the former.
[[nodiscard]] bool learnsInBf16(Device device, Mode mode);

}  // namespace duelo
