// SPDX-License-Identifier: Apache-2.0
#include <set>

#include <QTest>

#include "networks/execution_plan.h"
#include "networks/registry.h"

using namespace duelo;

class TestExecutionPlan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eagerRunsEveryNodeButDropout();
    void mergingLeavesOnlyHeavySteps();
    void everyValueIsThereWhenRead_data();
    void everyValueIsThereWhenRead();
    void transformersMergeSumsAndGelu();
    void aSharedResultIsNotMergedAway();
    void theImageIsNeverOverwritten();
};

void TestExecutionPlan::eagerRunsEveryNodeButDropout() {
    for (const ModelInfo& info : models()) {
        int expected = 0;
        for (const Node& node : info.network.nodes()) expected += node.op != Op::Dropout;
        QCOMPARE(static_cast<int>(executionPlan(info.network, Merging::None).size()), expected);
    }
}

void TestExecutionPlan::mergingLeavesOnlyHeavySteps() {
    for (const ModelInfo& info : models()) {
        int expected = 0;  // what cannot be part of a convolution or a linear layer
        for (const Node& node : info.network.nodes())
            expected += node.isConvOrLinear() || node.isView() || node.op == Op::MaxPool ||
                        node.op == Op::AdaptiveAvgPool || node.op == Op::ClassToken ||
                        node.op == Op::Positions || node.op == Op::LayerNorm ||
                        node.op == Op::Attention;
        QCOMPARE(static_cast<int>(executionPlan(info.network, Merging::Complete).size()), expected);
    }
}

void TestExecutionPlan::everyValueIsThereWhenRead_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<bool>("merged");
    for (const ModelInfo& info : models())
        for (const bool merged : {false, true})
            QTest::addRow("%s %s", info.name.data(), merged ? "merged" : "eager")
                << QString::fromLatin1(info.name.data()) << merged;
}

/// Runs the plan on a set of names: a value must exist when read, and be released exactly once.
void TestExecutionPlan::everyValueIsThereWhenRead() {
    QFETCH(QString, model);
    QFETCH(bool, merged);
    const Network& network = (*findModel(model.toStdString()))->network;
    const auto steps = executionPlan(network, merged ? Merging::Complete : Merging::None);
    std::set<int> alive{Network::kImage};
    for (const Step& step : steps) {
        QVERIFY(alive.contains(step.input));
        QVERIFY(step.residual < 0 || alive.contains(step.residual));
        QVERIFY(alive.insert(step.output).second);
        for (const int value : step.dead) QCOMPARE(alive.erase(value), std::size_t{1});
        if (step.in_place) {
            const bool sums = network.nodes()[step.node].isConvOrLinear();
            const int overwritten = sums ? step.residual : step.input;
            QVERIFY(!alive.contains(overwritten));
        }
    }
    QCOMPARE(alive, std::set<int>({steps.back().output}));
}

void TestExecutionPlan::transformersMergeSumsAndGelu() {
    const Network& network = (*findModel("vit_b_16"))->network;
    int sums = 0, activated = 0;
    for (const Step& step : executionPlan(network, Merging::Complete)) {
        const bool linear = network.nodes()[step.node].op == Op::Linear;
        QVERIFY(linear || (step.residual < 0 && step.activation == Activation::None));
        sums += step.residual >= 0;
        QCOMPARE(step.in_place && linear, step.residual >= 0);  // the trunk is written upon
        activated += step.activation == Activation::Gelu;
    }
    QCOMPARE(sums, 24);
    QCOMPARE(activated, 12);
    Network conv;  // with which GELU is no one call
    conv.gelu(conv.conv(Network::kImage, "a", {.out_channels = 4}));
    QCOMPARE(executionPlan(conv, Merging::Complete).size(), std::size_t{2});
}

void TestExecutionPlan::aSharedResultIsNotMergedAway() {
    Network network;
    const auto x = network.conv(Network::kImage, "a", {.out_channels = 4});
    const auto y = network.relu(x);
    network.add(x, y);  // reads the convolution's own result, before the activation
    const auto steps = executionPlan(network, Merging::Complete);
    QCOMPARE(steps.size(), std::size_t{3});
    QCOMPARE(steps[0].activation, Activation::None);
    QVERIFY(!steps[1].in_place);  // the addition still reads what the activation would overwrite
}

void TestExecutionPlan::theImageIsNeverOverwritten() {
    Network network;
    const auto x = network.relu(Network::kImage);
    const auto y = network.conv(x, "a", {.out_channels = 3});
    network.add(y, Network::kImage);
    for (const Merging merging : {Merging::None, Merging::Complete}) {
        const auto steps = executionPlan(network, merging);
        QVERIFY(!steps.front().in_place);
        if (merging == Merging::Complete) {
            QCOMPARE(steps.back().residual, Network::kImage);
            QVERIFY(!steps.back().in_place);
        }
    }
}

QTEST_APPLESS_MAIN(TestExecutionPlan)
#include "tst_execution_plan.moc"
