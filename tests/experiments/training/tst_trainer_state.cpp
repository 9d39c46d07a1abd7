// SPDX-License-Identifier: Apache-2.0
#include <atomic>

#include "models/initial_weights.h"
#include "trainer_testing.h"

using namespace duelo;
using namespace duelo::test;

namespace {

bool sameBits(const TrainerState& a, const TrainerState& b) {
    if (a.updates != b.updates || a.tensors.size() != b.tensors.size()) return false;
    for (const auto& [name, tensor] : a.tensors)
        if (!ops::equal(tensor, b.tensors.at(name))) return false;
    return true;
}

TrainerState stateOf(const Trainer& trainer) {
    TrainerState state;
    trainer.save(state);
    return state;
}

}  // namespace

/// The state that a trainer saves and takes back, and the states that it refuses.
class TestTrainerState : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void resumesBitForBit_data() { wayRows(); }
    void resumesBitForBit();
    void checkpointResumes();
    void checkpointOfAnotherTraining();
    void stopsInsideAStep_data() { wayRows(); }
    void stopsInsideAStep();
    void evaluationChangesNothing();
    void bestWeights();
};

void TestTrainerState::resumesBitForBit() {
    QFETCH(int, index);
    const Network network = tinyCnn();
    const WeightSet weights = initialWeights(network, 3);
    const Tensor images = uniform({6, 2, 6, 6});
    const Tensor labels = labelsOf({0, 1, 2, 1, 0, 2});
    for (const TrainerOptions& base :
         {TrainerOptions{}, TrainerOptions{.optimizer = Optimizer::Sgd, .momentum = 0.9}}) {
        const auto whole = made(network, weights, optionsOf(kWays[index], base));
        TrainerState middle;
        whole->save(middle);  // before any update there is something to save too
        for (std::uint64_t update = 0; update < 6; ++update) {
            if (update == 3) whole->save(middle);
            whole->train(images, labels, update);
        }
        const auto resumed =
            made(network, initialWeights(network, 99), optionsOf(kWays[index], base));
        resumed->train(images, labels, 50);
        resumed->restore(middle);
        for (std::uint64_t update = 3; update < 6; ++update) resumed->train(images, labels, update);
        QVERIFY(sameBits(stateOf(*whole), stateOf(*resumed)));
    }
}

void TestTrainerState::checkpointResumes() {
    const TrainableModel model = trainableModel("mlp-16", 4).value();
    const Batch batch = goldenBatch(model, 8);
    for (const Mode mode : {Mode::Fused, Mode::Plain}) {
        const TrainerOptions options{.mode = mode};
        const auto whole = made(model.network, initialWeights(model.network, 1), options);
        for (std::uint64_t update = 0; update < 4; ++update)
            whole->train(batch.images, batch.labels, update);
        const WeightMap tensors = Trainer::checkpointOf(stateOf(*whole));
        QCOMPARE(tensors.at("optimizer.updates").item<std::int64_t>(), std::int64_t{4});
        whole->train(batch.images, batch.labels, 4);

        const auto resumed = made(model.network, initialWeights(model.network, 2), options);
        QVERIFY(resumed->restoreCheckpoint(tensors).has_value());
        resumed->train(batch.images, batch.labels, 4);
        QVERIFY(sameBits(stateOf(*whole), stateOf(*resumed)));
    }
}

void TestTrainerState::checkpointOfAnotherTraining() {
    const auto trainerOf = [](const char* name, Optimizer optimizer) {
        const Network network = trainableModel(name, 4).value().network;
        return made(network, initialWeights(network, 1),
                    {.mode = Mode::Fused, .optimizer = optimizer, .momentum = 0.5});
    };
    const auto trainer = trainerOf("mlp-16", Optimizer::Adam);
    const TrainerState before = stateOf(*trainer);
    const auto refused = [&](const WeightMap& tensors, const char* tensor) {
        const auto result = trainer->restoreCheckpoint(tensors);
        QVERIFY(!result.has_value());
        QCOMPARE(result.error().code, std::string("checkpoint_unsuitable"));
        QCOMPARE(result.error().args.at("tensor").get<std::string>(), std::string(tensor));
        QVERIFY(sameBits(before, stateOf(*trainer)));
    };
    refused(Trainer::checkpointOf(stateOf(*trainerOf("mlp-17", Optimizer::Adam))), "fc1.bias");
    refused(Trainer::checkpointOf(stateOf(*trainerOf("mlp-16", Optimizer::Sgd))),
            "optimizer.exp_avg.fc1.bias");
    refused(Trainer::checkpointOf(stateOf(*trainerOf("lab_alexnet", Optimizer::Adam))), "fc1.bias");
    WeightMap tensors = Trainer::checkpointOf(before);
    tensors["extra"] = ops::ones({1});
    refused(tensors, "extra");
    tensors.erase("extra");
    tensors["optimizer.updates"] = ops::full({}, -1, ScalarType::Long);
    refused(tensors, "optimizer.updates");
    tensors.erase("optimizer.updates");
    refused(tensors, "optimizer.updates");
}

void TestTrainerState::stopsInsideAStep() {
    QFETCH(int, index);
    const Network network = tinyCnn();
    const auto trainer = made(network, initialWeights(network, 3), optionsOf(kWays[index]));
    const Tensor images = ops::ones({2, 2, 6, 6});
    const Tensor labels = labelsOf({0, 1});
    std::atomic<int> asked = 0;
    trainer->setStop([&] {
        ++asked;
        return false;
    });
    trainer->train(images, labels, 0);
    const int questions = asked;
    // A graph asks once; every other mode at each layer, forward and backward.
    const int layers = static_cast<int>(network.nodes().size());
    QVERIFY(kWays[index].mode == Mode::Graph ? questions >= 1 : questions > layers);
    const TrainerState before = stateOf(*trainer);
    for (int after = 0; after < questions; ++after) {
        asked = 0;
        trainer->setStop([&] { return asked++ == after; });
        QVERIFY_THROWS_EXCEPTION(Stopped, trainer->train(images, labels, 1));
        trainer->restore(before);
        QCOMPARE(trainer->takeMetrics().count, std::int64_t{0});
    }
    trainer->setStop({});
    trainer->train(images, labels, 1);
    QCOMPARE(trainer->takeMetrics().count, std::int64_t{2});
    trainer->setStop([] { return true; });
    if (kWays[index].mode != Mode::Graph)
        QVERIFY_THROWS_EXCEPTION(Stopped, trainer->evaluate(images, labels));
}

void TestTrainerState::evaluationChangesNothing() {
    const Network network = tinyCnn();
    for (const Way& way : kWays) {
        if (way.mode == Mode::Plain) continue;
        const auto trainer = made(network, initialWeights(network, 3), optionsOf(way));
        const TrainerState before = stateOf(*trainer);
        trainer->evaluate(ops::ones({2, 2, 6, 6}), labelsOf({0, 1}));
        (void)trainer->probabilities(ops::ones({3, 2, 6, 6}));
        QVERIFY2(sameBits(before, stateOf(*trainer)), way.name);
    }
}

void TestTrainerState::bestWeights() {  // S2-12
    const TrainableModel model = trainableModel("mlp-16", 4).value();
    const Batch batch = goldenBatch(model, 8);
    for (const Way& way : kWays) {
        const auto trainer = made(model.network, initialWeights(model.network, 1), optionsOf(way));
        trainer->useBest();  // nothing was kept
        trainer->train(batch.images, batch.labels, 0);
        trainer->keepBest();
        const WeightMap best = trainer->weights();
        trainer->train(batch.images, batch.labels, 1);
        QVERIFY(largestDifference(best, trainer->weights()) > 0);
        const TrainerState later = stateOf(*trainer);
        trainer->useBest();
        QCOMPARE(largestDifference(best, trainer->weights()), 0.0);
        const std::string average = "optimizer.exp_avg.fc1.weight";
        QVERIFY(ops::equal(stateOf(*trainer).tensors.at(average), later.tensors.at(average)));
    }
}

QTEST_GUILESS_MAIN(TestTrainerState)
#include "tst_trainer_state.moc"
