// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include <ATen/Parallel.h>
#include <QScopeGuard>

#include "experiments/training/mlp_step.h"
#include "models/initial_weights.h"
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

/// What a training has shown: the loss of every batch before its update, and all it has learnt.
struct Course {
    std::vector<double> losses;
    std::vector<std::int64_t> right;
    TrainerState state;
};

/// Batches of these sizes, each of other samples.
Course trained(const TrainableModel& model, const TrainerOptions& options,
               const std::vector<std::int64_t>& sizes) {
    const auto trainer = made(model.network, initialWeights(model.network, 3), options);
    std::int64_t count = 0;
    for (const std::int64_t size : sizes) count += size;
    const at::Tensor images = at::randn({count, model.channels, model.size_px, model.size_px},
                                        at::make_generator<at::CPUGeneratorImpl>(1));
    const at::Tensor labels = at::randint(model.network.classes(), {count},
                                          at::make_generator<at::CPUGeneratorImpl>(2), at::kLong);
    Course course;
    std::int64_t first = 0;
    for (const std::int64_t size : sizes) {
        const at::Tensor some = images.narrow(0, first, size),
                         theirs = labels.narrow(0, first, size);
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
    const int usual = at::get_num_threads();
    const auto restore = qScopeGuard([usual] { at::set_num_threads(usual); });
    at::set_num_threads(threads);
    options.mode = Mode::Fused;
    return trained(model, options, sizes);
}

bool sameBits(const Course& a, const Course& b) {
    return a.losses == b.losses && a.right == b.right &&
           std::ranges::all_of(a.state.tensors, [&](const auto& named) {
               return named.second.equal(b.state.tensors.at(named.first));
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
        finer = finer || !tensor.to(at::kBFloat16).to(at::kFloat).equal(tensor);
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
    QCOMPARE(codeOf("mlp-7", Mode::Eager), std::string("bf16_training_fused"));
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
        QVERIFY_THROWS_EXCEPTION(
            c10::IndexError,
            trainer->train(at::zeros({2, 1, 28, 28}), at::tensor({std::int64_t{0}, label}), 0));
}

QTEST_GUILESS_MAIN(TestMlpStep)
#include "tst_mlp_step.moc"
