// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include <QScopeGuard>

#include "experiments/training/mlp_step.h"
#include "models/initial_weights.h"
#include "tensor/parallel.h"
#include "thrown_kind.h"
#include "trainer_testing.h"

using namespace duelo;
using namespace duelo::test;

namespace {

struct Rule {
    const char* name;
    TrainerOptions options;
};
const std::array<Rule, 3> kRules{
    {{"Adam", {.optimizer = Optimizer::Adam}},
     {"SGD", {.optimizer = Optimizer::Sgd, .learning_rate = 0.05}},
     {"momentum", {.optimizer = Optimizer::Sgd, .learning_rate = 0.05, .momentum = 0.9}}}};

/// The outcome of a training: the loss of every batch before its update, and all it has learnt.
struct Course {
    std::vector<double> losses;
    std::vector<std::int64_t> right;
    TrainerState state;
};

/// Pixels of a normal distribution, and any labels.
Batch randomBatch(const TrainableModel& model, std::int64_t count, std::mt19937& numbers) {
    const Batch batch{ops::empty({count, model.channels, model.size_px, model.size_px}),
                      ops::empty(count, ScalarType::Long)};
    std::normal_distribution<float> pixel;
    std::generate_n(batch.images.data_ptr<float>(), batch.images.numel(),
                    [&] { return pixel(numbers); });
    std::uniform_int_distribution<std::int64_t> label(0, model.network.classes() - 1);
    std::generate_n(batch.labels.data_ptr<std::int64_t>(), count, [&] { return label(numbers); });
    return batch;
}

/// Batches of these sizes, each of other samples.
Course trained(const TrainableModel& model, const TrainerOptions& options,
               const std::vector<std::int64_t>& sizes) {
    const auto trainer = made(model.network, initialWeights(model.network, 3), options);
    std::int64_t count = 0;
    for (const std::int64_t size : sizes) count += size;
    std::mt19937 numbers(1);
    const auto [images, labels] = randomBatch(model, count, numbers);
    Course course;
    std::int64_t first = 0;
    for (const std::int64_t size : sizes) {
        const Tensor some = images.narrow(0, first, size), theirs = labels.narrow(0, first, size);
        trainer->train(some, theirs, course.losses.size());
        const Metrics metrics = trainer->takeMetrics();
        course.losses.push_back(metrics.loss());
        course.right.push_back(metrics.right);
        first += size;
    }
    trainer->evaluate(images, labels);
    course.losses.push_back(trainer->takeMetrics().loss());
    trainer->save(course.state);
    return course;
}

Course fusedOn(int threads, const TrainableModel& model, TrainerOptions options,
               const std::vector<std::int64_t>& sizes) {
    const int usual = ops::get_num_threads();
    const auto restore = qScopeGuard([usual] { ops::set_num_threads(usual); });
    ops::set_num_threads(threads);
    options.mode = Mode::Fused;
    return trained(model, options, sizes);
}

bool sameBits(const Course& a, const Course& b) {
    return a.losses == b.losses && a.right == b.right &&
           std::ranges::all_of(a.state.tensors, [&](const auto& named) {
               return ops::equal(named.second, b.state.tensors.at(named.first));
           });
}

}  // namespace

/// The fused update of a perceptron: eager mode's within rounding, and the same bits whoever shares
/// it out (G19, P-07).
class TestMlpStep : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void learnsAsEagerDoes_data();
    void learnsAsEagerDoes();
    void partsAreLearntAsTheirBatches_data();
    void partsAreLearntAsTheirBatches();
    void partsOfOthersAreRefused();
    void bf16LearnsNearlyTheSame_data();
    void bf16LearnsNearlyTheSame();
    void bf16IsRefusedWhereItIsNotKnown();
    void suitsOneHiddenLayerAlone();
    void labelsOutsideAreRefused();
};

void TestMlpStep::learnsAsEagerDoes_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("outputs");
    QTest::addColumn<int>("rule");
    for (int rule = 0; rule < static_cast<int>(kRules.size()); ++rule) {
        // Less than a vector, what no vector and no tile divides, what several threads share.
        for (const auto& [name, outputs] :
             {std::pair("mlp-1", 2), std::pair("mlp-7", 10), std::pair("mlp-16", 3),
              std::pair("mlp-33", 17), std::pair("mlp-100", 10), std::pair("mlp", 10),
              std::pair("mlp-500", 10)})
            QTest::addRow("%s, %d outputs, %s", name, outputs,
                          kRules[static_cast<std::size_t>(rule)].name)
                << name << outputs << rule;
    }
}

void TestMlpStep::learnsAsEagerDoes() {
    QFETCH(QString, name);
    QFETCH(int, outputs);
    QFETCH(int, rule);
    const TrainableModel model = trainableModel(name.toStdString(), outputs).value();
    const TrainerOptions& options = kRules[static_cast<std::size_t>(rule)].options;
    // Whole batches and their rest, smaller and larger again.
    const std::vector<std::int64_t> sizes{64, 64, 33, 1, 16, 130, 15, 64};
    const Course eager = trained(model, options, sizes);
    const Course alone = fusedOn(1, model, options, sizes);
    // Adam divides a gradient by its own size, so where one is next to nothing its rounding moves a
    // weight as far as any other does.
    const double bound = options.optimizer == Optimizer::Adam ? 2e-3 : 1e-4;
    for (std::size_t i = 0; i < eager.losses.size(); ++i)
        QVERIFY2(std::abs(alone.losses[i] - eager.losses[i]) <
                     (i == 0 ? 1e-5 : bound) * std::max(1.0, eager.losses[i]),
                 qPrintable(QStringLiteral("%1: %2, eager %3")
                                .arg(i)
                                .arg(alone.losses[i])
                                .arg(eager.losses[i])));
    for (std::size_t i = 0; i < eager.right.size(); ++i)
        QVERIFY(std::abs(alone.right[i] - eager.right[i]) <= 1);
    for (const int threads : {2, 3, 8})
        QVERIFY2(sameBits(alone, fusedOn(threads, model, options, sizes)),
                 qPrintable(QString::number(threads)));
}

void TestMlpStep::partsAreLearntAsTheirBatches_data() {
    QTest::addColumn<int>("rule");
    QTest::addColumn<bool>("bf16");
    for (int rule = 0; rule < static_cast<int>(kRules.size()); ++rule)
        for (const bool bf16 : {false, true})
            QTest::addRow("%s%s", kRules[static_cast<std::size_t>(rule)].name, bf16 ? ", bf16" : "")
                << rule << bf16;
}

/// Read where they lie, in an order of their own: the bits of the batches that one would put
/// together, and nothing is left of what warms up (G19, P-07).
void TestMlpStep::partsAreLearntAsTheirBatches() {
    QFETCH(int, rule);
    QFETCH(bool, bf16);
    if (bf16 && bf16DenseKernels() == nullptr) QSKIP("this processor has no instructions for bf16");
    const TrainableModel model = trainableModel("mlp-100", 10).value();
    TrainerOptions options = kRules[static_cast<std::size_t>(rule)].options;
    options.mode = Mode::Fused;
    options.bf16 = bf16;
    const auto batches = made(model.network, initialWeights(model.network, 3), options);
    const auto parts = made(model.network, initialWeights(model.network, 3), options);
    QVERIFY(parts->takesParts());
    constexpr std::int64_t kCount = 150, kBatch = 64;
    std::mt19937 numbers(1);
    const Batch all = randomBatch(model, kCount, numbers);
    ResidentPart part{all.images, all.labels, ops::arange(kCount, ScalarType::Long), kBatch};
    TrainerState before;
    parts->save(before);
    for (const bool training : {true, false}) parts->warmUpPart(part, training);
    QVERIFY(parts->takeMetrics().count == 0);
    parts->restore(before);
    for (int epoch = 0; epoch < 3; ++epoch) {
        auto* order = part.order.data_ptr<std::int64_t>();
        std::shuffle(order, order + kCount, numbers);
        Tensor images = ops::empty_like(part.images), labels = ops::empty_like(part.labels);
        ops::index_select_out(images, part.images, 0, part.order);
        ops::index_select_out(labels, part.labels, 0, part.order);
        for (const bool training : {true, false}) {
            for (std::int64_t first = 0; first < kCount; first += kBatch) {
                const std::int64_t here = std::min(kBatch, kCount - first);
                const Tensor some = images.narrow(0, first, here),
                             theirs = labels.narrow(0, first, here);
                if (training)
                    batches->train(some, theirs, 0);
                else
                    batches->evaluate(some, theirs);
            }
            std::vector<std::size_t> told;
            const auto tell = [&](std::size_t done) { told.push_back(done); };
            if (training)
                parts->trainPart(part, 1, tell);
            else
                parts->evaluatePart(part, tell);
            QCOMPARE(told, (std::vector<std::size_t>{1, 2, 3}));
            const Metrics wanted = batches->takeMetrics(), found = parts->takeMetrics();
            QCOMPARE(found.loss_sum, wanted.loss_sum);
            QCOMPARE(found.right, wanted.right);
            QCOMPARE(found.count, kCount);
        }
    }
    TrainerState wanted, found;
    batches->save(wanted);
    parts->save(found);
    QCOMPARE(found.updates, wanted.updates);
    for (const auto& [name, tensor] : wanted.tensors)
        QVERIFY2(ops::equal(tensor, found.tensors.at(name)), name.c_str());
}

/// A label that is none, wherever it lies; a stop between two batches; other networks.
void TestMlpStep::partsOfOthersAreRefused() {
    const TrainableModel model = trainableModel("mlp-7", 3).value();
    const auto trainer =
        made(model.network, initialWeights(model.network, 3), {.mode = Mode::Fused});
    ResidentPart part{ops::zeros({5, 1, 28, 28}), ops::zeros({5}, ScalarType::Long),
                      ops::arange(5, ScalarType::Long), 2};
    const auto deaf = [](std::size_t) {};
    std::int64_t& last = part.labels.data_ptr<std::int64_t>()[4];
    last = 3;
    QVERIFY(thrownKind([&] { trainer->trainPart(part, 1, deaf); }) == TensorError::Kind::Index);
    QVERIFY(thrownKind([&] { trainer->evaluatePart(part, deaf); }) == TensorError::Kind::Index);
    last = 2;
    std::size_t done = 0;
    trainer->setStop([&done] { return done == 2; });
    const auto count = [&done](std::size_t batches) { done = batches; };
    QVERIFY_THROWS_EXCEPTION(Stopped, trainer->trainPart(part, 1, count));
    QCOMPARE(done, 2U);
    done = 0;
    QVERIFY_THROWS_EXCEPTION(Stopped, trainer->evaluatePart(part, count));
    const Network other = tinyCnn();
    QVERIFY(!made(other, initialWeights(other, 3), {.mode = Mode::Fused})->takesParts());
}

void TestMlpStep::bf16LearnsNearlyTheSame_data() {
    QTest::addColumn<QString>("network");
    QTest::addColumn<int>("rule");
    for (int rule = 0; rule < static_cast<int>(kRules.size()); ++rule)
        QTest::newRow(kRules[static_cast<std::size_t>(rule)].name) << "mlp-100" << rule;
    QTest::newRow("with convolutions") << QString(kLabAlexnet.data()) << 0;
}

/// The weights that are learnt stay fp32: what an update adds is less than a bf16 can tell.
void TestMlpStep::bf16LearnsNearlyTheSame() {
    QFETCH(QString, network);
    QFETCH(int, rule);
    if (bf16DenseKernels() == nullptr) QSKIP("this processor has no instructions for bf16");
    const TrainableModel model = trainableModel(network.toStdString(), 10).value();
    TrainerOptions options = kRules[static_cast<std::size_t>(rule)].options;
    const bool convolves = !MlpStep::suits(model.network);
    // At Adam's usual rate its first losses jump, and what they hit next is chance.
    if (convolves) options.learning_rate = 1e-5;
    const std::vector<std::int64_t> sizes = convolves
                                                ? std::vector<std::int64_t>{32, 17, 32}
                                                : std::vector<std::int64_t>{64, 64, 33, 64, 64};
    const Course exact = fusedOn(1, model, options, sizes);
    options.bf16 = true;
    const Course rounded = fusedOn(1, model, options, sizes);
    for (std::size_t i = 0; i < exact.losses.size(); ++i)
        QVERIFY2(std::abs(rounded.losses[i] - exact.losses[i]) < 0.05 * exact.losses[i],
                 qPrintable(QStringLiteral("%1: %2, fp32 %3")
                                .arg(i)
                                .arg(rounded.losses[i])
                                .arg(exact.losses[i])));
    QVERIFY(rounded.losses != exact.losses);
    bool finer = false;
    for (const auto& [name, tensor] : rounded.state.tensors)
        finer = finer || !ops::equal(tensor.to(ScalarType::BFloat16).to(ScalarType::Float), tensor);
    QVERIFY(finer);
    // How oneDNN shares out the gradient of a convolution is its own affair.
    QVERIFY(sameBits(rounded, fusedOn(convolves ? 1 : 2, model, options, sizes)));
}

void TestMlpStep::bf16IsRefusedWhereItIsNotKnown() {
    const auto codeOf = [](const char* name, Mode mode) {
        const TrainableModel model = trainableModel(name, 3).value();
        const auto trainer = Trainer::make(model.network, initialWeights(model.network, 1),
                                           {.mode = mode, .bf16 = true}, nullptr);
        return trainer ? std::string() : trainer.error().code;
    };
    const std::string needs = bf16DenseKernels() == nullptr ? "bf16_training_needs_cpu" : "";
    QCOMPARE(codeOf("mlp-7", Mode::Fused), needs);
    QCOMPARE(codeOf("mlp-7", Mode::Eager), needs);
    QCOMPARE(codeOf("mlp-7", Mode::Plain), std::string("bf16_training_modes"));
    QCOMPARE(codeOf("lab_alexnet", Mode::Fused), needs);
}

void TestMlpStep::suitsOneHiddenLayerAlone() {
    QVERIFY(MlpStep::suits(trainableModel("mlp-7", 3).value().network));
    QVERIFY(!MlpStep::suits(tinyCnn()));
    Network deep(1, 2);
    auto x = deep.relu(deep.linear(deep.flatten(Network::kImage), "a", 4));
    x = deep.relu(deep.linear(x, "b", 4));
    deep.linear(x, "c", 2);
    QVERIFY(!MlpStep::suits(deep));
    Network straight(1, 2);
    straight.linear(straight.flatten(Network::kImage), "a", 4);
    QVERIFY(!MlpStep::suits(straight));
}

void TestMlpStep::labelsOutsideAreRefused() {
    const TrainableModel model = trainableModel("mlp-7", 3).value();
    const auto trainer =
        made(model.network, initialWeights(model.network, 3), {.mode = Mode::Fused});
    for (const std::int64_t label : {-1, 3})
        QVERIFY(thrownKind([&] {
                    trainer->train(ops::zeros({2, 1, 28, 28}), labelsOf({0, label}), 0);
                }) == TensorError::Kind::Index);
}

QTEST_GUILESS_MAIN(TestMlpStep)
#include "tst_mlp_step.moc"
