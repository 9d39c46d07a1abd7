// SPDX-License-Identifier: Apache-2.0
// What a terminal says while something is trained.
#include "experiments/training/events.h"
#include "experiments/training/output.h"
#include "experiments/training/view.h"

namespace duelo {

std::string eventLine(const EventRecord& event, const Text& text) {
    if (const auto data = dataIn(event))
        return text("cli.data", {{"train", samplesIn(data->train)},
                                 {"validation", samplesIn(data->validation)},
                                 {"test", samplesIn(data->test)},
                                 {"classes", data->classes.size()}});
    const auto epoch = epochIn(event);
    if (!epoch) return {};
    return text("cli.epoch", {{"epoch", epoch->epoch},
                              {"wall_ms", epoch->wall_ms},
                              {"train_loss", epoch->train_loss},
                              {"train_percent", 100 * epoch->train_accuracy},
                              {"valid_loss", epoch->valid_loss},
                              {"valid_percent", 100 * epoch->valid_accuracy}});
}

std::string outcomeLine(const ResultRecord& result, const Text& text) {
    if (const auto advice = rateAdviceOf(result)) return text.reason(advice->why);
    const auto trained = trainedOf(result);
    if (!trained) return {};
    return text("cli.trained", {{"test_percent", 100 * trained->test_accuracy},
                                {"low_percent", 100 * trained->test_accuracy_ci95.low},
                                {"high_percent", 100 * trained->test_accuracy_ci95.high},
                                {"test_loss", trained->test_loss},
                                {"epoch", trained->best_epoch}}) +
           " " + text.word("stopped_by", trained->stopped_by);
}

}  // namespace duelo
