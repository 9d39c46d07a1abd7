// SPDX-License-Identifier: Apache-2.0
#include "training_examples.h"

#include <cmath>
#include <cstdio>

#include "experiments/training/output.h"
#include "noise.h"
#include "stats/statistics.h"

namespace duelo::examples {
namespace {

double rounded(double value) {
    return std::round(value * 1e6) / 1e6;
}

const Variant kFused{Device::Cpu, 4, Precision::Fp32, Mode::Fused};
const Variant kGpu{Device::Cuda, 0, Precision::Fp32, Mode::Graph};

Summary summaryOf(const std::vector<double>& samples) {
    const auto sorted = sortedCopy(samples);
    Summary s;
    s.n = static_cast<std::int64_t>(sorted.size());
    s.median_ms = median(sorted);
    s.ci95_ms = medianInterval(sorted);
    s.mean_ms = mean(sorted);
    s.min_ms = sorted.front();
    s.p25_ms = quantileOfSorted(sorted, 0.25);
    s.p75_ms = quantileOfSorted(sorted, 0.75);
    s.max_ms = sorted.back();
    return s;
}

/// Two classes; what is wrong is divided between them.
Trained endOf(const Training& training, double epochs_ms) {
    const auto epochs = static_cast<int>(training.valid_accuracy.size());
    const double accuracy =
        static_cast<double>(training.right) / static_cast<double>(training.test);
    const std::int64_t wrong = training.test - training.right;
    const std::int64_t half = training.test / 2, missed = wrong / 2;
    return {.stopped_by = "epochs",
            .epochs = epochs,
            .best_epoch = epochs,
            .updates = epochs * training.updates_per_epoch,
            .epochs_ms = rounded(epochs_ms),
            .test_loss = 0.25,
            .test_accuracy = accuracy,
            .test_accuracy_ci95 = wilsonInterval(accuracy, training.test),
            .classes = {"cero", "=uno"},
            .confusion = {{half - missed, missed}, {wrong - missed, half - (wrong - missed)}},
            .mistakes = {{17, "test/cero/=17.png", 0, 1, 0.99}},
            .weights_file = {}};
}

}  // namespace

TrainingFile::TrainingFile(std::string path, TrainingCase settings)
    : m_settings(std::move(settings)) {
    const Plan plan{.experiment = "training",
                    .base = {{"device", "cpu"}, {"precision", "fp32"}, {"mode", "eager"}}};
    Header header;
    header.run = "44444444-4444-4444-8444-444444444444";
    header.app = "0.1.0";
    header.started = "2026-05-06T09:12:33Z";
    header.plan = toJson(plan);
    header.plan_hash = planHash(header.plan);
    header.protocol = sheetOf(protocolOf(Preset::Quick));
    header.machine = {.id = "aaaa1111", .cpu = {.name = "Intel(R) Core(TM) i5-12400"}};
    header.engine.gpu.name = "NVIDIA GeForce RTX 3060";
    m_log.path = std::move(path);
    m_log.integrity = Integrity::Sealed;
    m_log.records.emplace_back(std::move(header));
}

std::string TrainingFile::add(const Training& training) {
    char id[16];
    std::snprintf(id, sizeof id, "c%03d", ++m_cells);
    TrainingCase work = m_settings;
    work.network = training.model;
    work.data = training.input;
    work.batch = training.batch;
    work.train_share = training.train_share;
    if (training.seed) work.seed = *training.seed;
    add(CellRecord{
        .cell = id, .experiment = "training", .work = work, .variant = training.variant});
    const std::int64_t validation = training.validation / 2, test = training.test / 2;
    add(lineOf(id, DataEvent{.classes = {"cero", "=uno"},
                             .train = {training.learnt / 2, training.learnt / 2},
                             .validation = {validation, training.validation - validation},
                             .test = {test, training.test - test},
                             .shape = {1, 28, 28},
                             .bytes = 3920000,
                             .decode_ms = 41.5}));
    Noise noise(7);  // the same for every cell: rounds pair up
    Samples samples;
    samples.cell = id;
    double total_ms = 0;
    // On a GPU half of what a CPU takes to make batches is copying them (S4-09).
    const bool gpu = training.variant.device == Device::Cuda;
    const auto copies = [&](double share, double ms) {
        return gpu ? std::optional(rounded(share * ms)) : std::nullopt;
    };
    const double data = gpu ? 0.0625 : 0.125;
    for (std::size_t k = 0; k < training.valid_accuracy.size(); ++k) {
        const auto number = static_cast<int>(k) + 1;
        const double ms = rounded(training.epoch_ms * noise.next() * (k == 0 ? 2 : 1));
        const double accuracy = training.valid_accuracy[k];
        total_ms += ms;
        add(lineOf(id, EpochEvent{.epoch = number,
                                  .updates = number * training.updates_per_epoch,
                                  .train_loss = rounded(1.25 - accuracy),
                                  .train_accuracy = rounded(accuracy + 0.0625),
                                  .valid_loss = rounded(1.375 - accuracy),
                                  .valid_accuracy = accuracy,
                                  .learning_rate = 0.001,
                                  .wall_ms = ms,
                                  .data_ms = rounded(data * ms),
                                  .compute_ms = rounded((training.explained - 0.1875) * ms),
                                  .evaluation_ms = rounded(0.0625 * ms),
                                  .h2d_ms = copies(0.046875, ms),
                                  .d2h_ms = copies(0.015625, ms),
                                  .best = true}));
        if (k == 0) {
            add(Cold{.cell = id, .load_ms = 60.5, .first_ms = ms});
            continue;
        }
        samples.round.push_back(number - 2);
        samples.t0_ms.push_back(rounded(total_ms));
        samples.wall_ms.push_back(ms);
    }
    const Trained trained = endOf(training, total_ms);
    ResultRecord result;
    result.cell = id;
    result.metrics = {{.id = "test_accuracy",
                       .value = trained.test_accuracy,
                       .ci95 = trained.test_accuracy_ci95}};
    const std::int64_t images = training.batch * training.updates_per_epoch;
    if (!samples.wall_ms.empty()) {
        result.summary = summaryOf(samples.wall_ms);
        const double ms = result.summary->median_ms;
        result.parts.push_back({"data", rounded(data * ms)});
        if (gpu) result.parts.push_back({"h2d", *copies(0.046875, ms)});
        result.parts.push_back({"compute", rounded((training.explained - 0.1875) * ms)});
        if (gpu) result.parts.push_back({"d2h", *copies(0.015625, ms)});
        result.parts.push_back({"evaluation", rounded(0.0625 * ms)});
        result.metrics.push_back(
            rateOf("throughput", "image/s", static_cast<double>(images), *result.summary));
        add(samples);
    }
    result.quantities = {{"images", images}, {"parameters", 203530}};
    result.identities = {
        {.id = "input", .sha256 = "data-" + training.input, .shape = {1, 28, 28}},
        {.id = "weights", .sha256 = "w-initial", .origin = std::string(kRandomOrigin)}};
    result.output = toJson(trained);
    add(result);
    return id;
}

RecordLog TrainingFile::finish() {
    add(End{.status = "completed", .reason = {}, .sha256 = "seal"});
    return std::move(m_log);
}

RecordLog trainingPc() {
    TrainingFile file("resultados/entrena.duelo");
    const std::vector<double> learnt{0.4,  0.6,  0.7,   0.78, 0.82, 0.86,
                                     0.88, 0.89, 0.895, 0.9,  0.91, 0.915};
    file.add({.epoch_ms = 2000, .valid_accuracy = learnt});
    file.add({.variant = kFused, .epoch_ms = 1250, .valid_accuracy = learnt, .right = 921});
    file.add({.variant = kGpu, .epoch_ms = 400, .valid_accuracy = learnt, .right = 918});
    const std::vector<double> little{0.2,   0.25, 0.3,   0.32,  0.33,  0.34,
                                     0.345, 0.35, 0.352, 0.354, 0.355, 0.356};
    const std::vector<double> middling{0.3,  0.4,  0.5,  0.55, 0.58, 0.6,
                                       0.61, 0.62, 0.63, 0.64, 0.65, 0.66};
    file.add({.batch = 512,
              .epoch_ms = 1500,
              .updates_per_epoch = 6,
              .valid_accuracy = middling,
              .right = 655});
    file.add({.batch = 512,
              .variant = kGpu,
              .epoch_ms = 100,
              .updates_per_epoch = 6,
              .valid_accuracy = little,
              .right = 339});
    file.add({.model = "lab_alexnet",
              .input = "/home/ana/=fotos",
              .epoch_ms = 9000,
              .valid_accuracy = {0.75},
              .validation = 42,
              .test = 42,
              .right = 30});
    const TrainingCase work{.network = "mlp", .data = "digits", .batch = 64};
    Params finder = work;
    for (const char* axis : {"epochs", "learning_rate", "patience", "decode_every_epoch"})
        finder.erase(axis);  // it has no end to choose
    file.add(CellRecord{
        .cell = "c007", .experiment = "lr_finder", .work = finder, .variant = Training{}.variant});
    // No power of 10: Windows' function for it misses the last digit.
    const double rates[] = {1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1};
    const double losses[] = {2.3, 2.3, 2.2, 1.6, 1.1, 1.4, 5.5};
    for (int step = 1; step <= 7; ++step)
        file.add(lineOf("c007", RateEvent{.step = step,
                                          .learning_rate = rates[step - 1],
                                          .loss = losses[step - 1] + 0.0625,
                                          .smoothed_loss = losses[step - 1]}));
    ResultRecord advised;
    advised.cell = "c007";
    advised.output = toJson(
        RateAdvice{.learning_rate = 1e-4,
                   .why = {"rate_advised", {{"learning_rate", 1e-4}, {"lowest_rate", 1e-3}}, {}}});
    file.add(advised);
    file.add(CellRecord{.cell = "c008",
                        .experiment = "training",
                        .work = work,
                        .variant = Variant{Device::Cpu, 1, Precision::Fp32, Mode::Eager}});
    ResultRecord cancelled;
    cancelled.cell = "c008";
    cancelled.status = Status::Cancelled;
    cancelled.reason = Reason{"cancelled_by_user"};
    file.add(cancelled);
    return file.finish();
}

}  // namespace duelo::examples
