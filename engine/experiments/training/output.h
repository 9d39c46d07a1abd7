// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/text.h"
#include "record/result_record.h"

/// Values in ResultRecord::output of a training and of the learning-rate finder.
namespace duelo {

/// The network's answer to a test image.
struct TestAnswer {
    std::int64_t sample = 0;  ///< in the data set
    std::string source{};     ///< such as "test/brick/foto2.jpg"
    int truth = 0, answer = 0;
    double probability = 0;  ///< that the network gave its answer
};

/// A result keeps the predictions of a test part of at most so many images, those of MNIST and
/// CIFAR-10: about half a megabyte of the record file.
inline constexpr std::size_t kMostTestAnswers = 10'000;

/// The result of a training: of the weights with the best validation loss, on the test part
/// (S2-13).
struct Trained {
    std::string stopped_by{};  ///< "epochs", "accuracy", "time", "patience"
    int epochs = 0, best_epoch = 0;
    std::int64_t updates = 0;
    double epochs_ms = 0;  ///< all epochs that were done here, the first too
    /// The epochs and updates of the checkpoint that it went on from; 0: it began at the start.
    int begun_after = 0;
    std::int64_t begun_updates = 0;
    double test_loss = 0, test_accuracy = 0;
    Interval test_accuracy_ci95{};  ///< Wilson's, of the samples
    std::vector<std::string> classes{};
    /// Row: what it is. Column: what the network said (S2-M09).
    std::vector<std::vector<std::int64_t>> confusion{};
    std::vector<TestAnswer> mistakes{};  ///< the surest first
    std::string weights_file{};
    std::string checkpoint_file{};  ///< that was kept of the last epoch
    /// One of each class of the validation part, which nobody has learnt from, as an inference
    /// names its images; none where that knows no name for them.
    std::vector<std::string> pictures{};

    /// Returns the name of a class, "#7" where the file has none of that number.
    [[nodiscard]] std::string nameOf(int index) const;
    /// Epochs that were done here.
    [[nodiscard]] int ownEpochs() const { return epochs - begun_after; }
};

/// The advice of the learning-rate finder: the rate where the smoothed loss falls fastest.
struct RateAdvice {
    std::optional<double> learning_rate{};  ///< absent: the curve allows none
    Reason why{};
};

[[nodiscard]] Json toJson(const Trained& trained);
/// Adds the predictions of the whole test part to the output that toJson() has made.
void addTestAnswers(Json& output, const std::vector<TestAnswer>& predictions);
/// Returns them in the order of the test part; empty where the result keeps none.
[[nodiscard]] std::vector<TestAnswer> testAnswersOf(const ResultRecord& result);
[[nodiscard]] Json toJson(const RateAdvice& advice);
/// Returns what a training ended with; nothing where the work did not come to its end, or a file
/// has it otherwise.
[[nodiscard]] std::optional<Trained> trainedOf(const ResultRecord& result);
/// Returns the same with the names of its classes for people.
[[nodiscard]] std::optional<Trained> trainedOf(const ResultRecord& result, const std::string& data,
                                               const Text& text);
/// Returns the names as people read them: those of the built-in `data` in the language of `text`,
/// others made visible.
[[nodiscard]] std::vector<std::string> classNames(std::vector<std::string> classes,
                                                  const std::string& data, const Text& text);
[[nodiscard]] std::optional<RateAdvice> rateAdviceOf(const ResultRecord& result);

}  // namespace duelo
