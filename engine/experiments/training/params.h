// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/words.h"
#include "plan/params.h"

namespace duelo {

inline constexpr int kMaxEpochs = 100'000;
inline constexpr int kRateSteps = 100;  ///< of the learning-rate finder (S2-10)

/// The parameters of a case of training or of the learning-rate finder, which has no end to choose.
struct TrainingCase {
    std::string network{};  ///< as networks/trainable.h names it: "mlp-64"
    std::string data{};     ///< name or folder of a data set
    int batch = 32;         ///< several updates in an epoch of the 183 shipped textures (S2-M04)
    Optimizer optimizer = Optimizer::Adam;
    double momentum = 0;                                ///< of SGD
    int outputs = 0;                                    ///< of the network; 0: one for each class
    double validation_share = 0.15, test_share = 0.15;  ///< where the source has no such part
    std::uint64_t seed = 1234;
    bool augment = false;  ///< the random transforms of S2-04
    bool deterministic = true;

    int epochs = 25;
    double learning_rate = 1e-3;
    std::optional<double> until_accuracy{};  ///< of the validation part, 0..1: then it ends
    std::optional<double> max_time_s{};      ///< of one cell's epochs: then it ends
    int patience = 0;  ///< ends after so many epochs without a lower validation loss; 0: never
    bool decode_every_epoch = false;  ///< measures the decoder too (S2-M06)

    bool operator==(const TrainingCase&) const = default;
    /// As plans and records hold it, all of it.
    operator Params() const;
};
[[nodiscard]] TrainingCase trainingCase(const Params& work);

}  // namespace duelo
