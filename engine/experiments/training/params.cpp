// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/params.h"

#include "experiments/work_names.h"
#include "networks/hidden_units.h"

namespace duelo {

TrainingCase::operator Params() const {
    const auto hidden = hiddenUnits(network);
    Params params{{"model", hidden ? std::string(kMlp) : network},
                  {"data", data},
                  {"batch", batch},
                  {"optimizer", word(optimizer)},
                  {"outputs", outputs},
                  {"validation_share", validation_share},
                  {"test_share", test_share},
                  {"seed", seed},
                  {"augment", augment},
                  {"deterministic", deterministic},
                  {"epochs", epochs},
                  {"learning_rate", learning_rate},
                  {"patience", patience},
                  {"decode_every_epoch", decode_every_epoch}};
    if (hidden) params.set("hidden", *hidden);
    if (optimizer == Optimizer::Sgd) params.set("momentum", momentum);
    if (train_share < 1) params.set("train_share", train_share);
    if (until_accuracy) params.set("until_accuracy", *until_accuracy);
    if (max_time_s) params.set("max_time_s", *max_time_s);
    if (!checkpoint.empty()) params.set("checkpoint", checkpoint);
    return params;
}

TrainingCase trainingCase(const Params& work) {
    const TrainingCase usual;
    const auto integer = [&](const char* axis, int otherwise) {
        return static_cast<int>(work.integer(axis, otherwise));
    };
    return {.network = modelName(work),
            .data = work.text("data"),
            .batch = integer("batch", usual.batch),
            .optimizer = work.word("optimizer", usual.optimizer),
            .momentum = work.real("momentum", usual.momentum),
            .outputs = integer("outputs", usual.outputs),
            .validation_share = work.real("validation_share", usual.validation_share),
            .test_share = work.real("test_share", usual.test_share),
            .train_share = work.real("train_share", usual.train_share),
            .seed = static_cast<std::uint64_t>(
                work.integer("seed", static_cast<std::int64_t>(usual.seed))),
            .augment = work.flag("augment", usual.augment),
            .deterministic = work.flag("deterministic", usual.deterministic),
            .epochs = integer("epochs", usual.epochs),
            .learning_rate = work.real("learning_rate", usual.learning_rate),
            .until_accuracy = work.optionalReal("until_accuracy"),
            .max_time_s = work.optionalReal("max_time_s"),
            .patience = integer("patience", usual.patience),
            .decode_every_epoch = work.flag("decode_every_epoch", usual.decode_every_epoch),
            .checkpoint = work.text("checkpoint")};
}

bool learnsInBf16(Device device, Mode mode) {
    return mode == Mode::Eager || mode == Mode::ChannelsLast ||
           (mode == Mode::Fused && device.isCpu());
}

}  // namespace duelo
