// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <torch/optim/adam.h>
#include <torch/optim/sgd.h>

#include "tensor/autograd.h"
#include "tensor/libtorch.h"
#include "tensor/operators.h"
#include "tensor/written_optimizer.h"

using namespace duelo;

namespace {

constexpr double kRate = 0.01, kMomentum = 0.9;

enum class Rule { Adam, Sgd, Momentum };
constexpr std::array<std::pair<const char*, Rule>, 3> kRules{
    {{"Adam", Rule::Adam}, {"SGD", Rule::Sgd}, {"SGD with momentum", Rule::Momentum}}};

using Tensors = std::vector<Tensor>;

/// Parameters, and what an optimiser keeps for each: Adam's two averages, the momentum, or nothing.
struct Learnt {
    Tensors parameters, first, second;
};

Tensor random(IntArrayRef sizes, std::mt19937& numbers) {
    Tensor tensor = ops::empty(sizes);
    std::normal_distribution<float> normal;
    std::generate_n(tensor.data_ptr<float>(), tensor.numel(), [&] { return normal(numbers); });
    return tensor;
}

/// Returns parameters of one element, of less and of more than a vector register, the weights of a
/// convolution in both memory formats, and one that is large enough for several threads.
Tensors randomParameters() {
    std::mt19937 numbers(1);
    Tensors parameters{random({1}, numbers),
                       random({7}, numbers),
                       random({64, 37}, numbers),
                       random({16, 3, 3, 3}, numbers),
                       random({8, 5, 3, 3}, numbers).clone(MemoryFormat::ChannelsLast),
                       random({300, 301}, numbers)};
    for (const Tensor& parameter : parameters) requireGradient(parameter);
    return parameters;
}

Tensors copied(const Tensors& tensors) {
    Tensors copies;
    for (const Tensor& tensor : tensors) copies.push_back(tensor.detach().clone());
    return copies;
}

Tensors zerosLike(const Tensors& tensors) {
    Tensors zeros;
    for (const Tensor& tensor : tensors) zeros.push_back(ops::zeros_like(tensor.detach()));
    return zeros;
}

Learnt copied(const Learnt& learnt) {
    Learnt copy{copied(learnt.parameters), copied(learnt.first), copied(learnt.second)};
    for (const Tensor& parameter : copy.parameters) requireGradient(parameter);
    return copy;
}

std::unique_ptr<LibraryOptimizer> written(Rule rule, const Learnt& learnt) {
    if (rule == Rule::Adam)
        return makeWrittenAdam(learnt.parameters, learnt.first, learnt.second, kRate);
    return makeWrittenSgd(learnt.parameters, learnt.first, kRate,
                          rule == Rule::Momentum ? kMomentum : 0);
}

Learnt atFirst(Rule rule) {
    Learnt learnt{.parameters = randomParameters()};
    if (rule != Rule::Sgd) learnt.first = zerosLike(learnt.parameters);
    if (rule == Rule::Adam) learnt.second = zerosLike(learnt.parameters);
    return learnt;
}

/// Returns the optimiser as a user of LibTorch makes it, without touching its state.
std::unique_ptr<torch::optim::Optimizer> library(Rule rule, const Tensors& own) {
    std::vector<at::Tensor> parameters;
    for (const Tensor& tensor : own) parameters.push_back(libtorch(tensor));
    if (rule == Rule::Adam)
        return std::make_unique<torch::optim::Adam>(parameters, torch::optim::AdamOptions(kRate));
    return std::make_unique<torch::optim::SGD>(
        parameters,
        torch::optim::SGDOptions(kRate).momentum(rule == Rule::Momentum ? kMomentum : 0));
}

/// Lets an optimiser that has made no step go on from what another has learnt in `steps` steps.
void restore(Rule rule, torch::optim::Optimizer& optimizer, const Learnt& learnt,
             std::int64_t steps) {
    for (std::size_t i = 0; i < learnt.first.size(); ++i) {
        auto& state = optimizer.state()[libtorch(learnt.parameters[i]).unsafeGetTensorImpl()];
        if (rule == Rule::Adam) {
            auto adam = std::make_unique<torch::optim::AdamParamState>();
            adam->step(steps);
            adam->exp_avg(libtorch(learnt.first[i]));
            adam->exp_avg_sq(libtorch(learnt.second[i]));
            state = std::move(adam);
        } else {
            auto sgd = std::make_unique<torch::optim::SGDParamState>();
            sgd->momentum_buffer(libtorch(learnt.first[i]));
            state = std::move(sgd);
        }
    }
}

/// Returns torch::optim's own tensors, without a state where it has none yet.
Learnt learntBy(Rule rule, torch::optim::Optimizer& optimizer, const Tensors& parameters) {
    Learnt learnt{.parameters = parameters};
    for (const Tensor& parameter : parameters) {
        const auto found = optimizer.state().find(libtorch(parameter).unsafeGetTensorImpl());
        if (found == optimizer.state().end()) continue;
        if (rule == Rule::Adam) {
            const auto& adam = static_cast<torch::optim::AdamParamState&>(*found->second);
            learnt.first.push_back(wrapped(adam.exp_avg()));
            learnt.second.push_back(wrapped(adam.exp_avg_sq()));
        } else if (rule == Rule::Momentum) {
            const auto& sgd = static_cast<torch::optim::SGDParamState&>(*found->second);
            learnt.first.push_back(wrapped(sgd.momentum_buffer()));
        }
    }
    return learnt;
}

bool sameBits(const Tensors& a, const Tensors& b) {
    return std::ranges::equal(a, b, [](const Tensor& one, const Tensor& other) {
        const Tensor left = one.detach().contiguous(), right = other.detach().contiguous();
        return left.sizes() == right.sizes() &&
               std::memcmp(left.const_data_ptr(), right.const_data_ptr(), left.nbytes()) == 0;
    });
}

bool sameBits(const Learnt& a, const Learnt& b) {
    return sameBits(a.parameters, b.parameters) && sameBits(a.first, b.first) &&
           sameBits(a.second, b.second);
}

/// Gives both the same gradients, whose size differs from step to step. Parameter `without` gets
/// none.
void setGradients(const Tensors& own, const Tensors& theirs, std::mt19937& numbers,
                  std::size_t without) {
    constexpr std::int64_t kStarts = 10'000;
    static const Tensor many = [] {
        std::mt19937 others(6);
        return random({100'000 + kStarts}, others);
    }();
    for (std::size_t i = 0; i < own.size(); ++i) {
        Tensor gradient = ops::empty_like(own[i].detach());
        gradient.copy_(many.narrow(0, numbers() % kStarts, own[i].numel()).view(own[i].sizes()));
        gradient.mul_(std::pow(10.0, static_cast<double>(numbers() % 7) - 5));
        setGradient(own[i], i == without ? Tensor() : gradient);
        setGradient(theirs[i], i == without ? Tensor() : gradient.clone());
    }
}

double medianOf(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

template <typename Work>
double ms(Work&& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

}  // namespace

/// Proves that the steps written in Duelo's operations give the same bits as torch::optim's.
class TestWrittenOptimizer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bitsAreThoseOfTorchOptim_data() { rules(); }
    void bitsAreThoseOfTorchOptim();
    void goesOnAfterARestore_data() { rules(); }
    void goesOnAfterARestore();
    void forgetsGradients();
    void timeAgainstTorchOptim_data() { rules(); }
    void timeAgainstTorchOptim();

private:
    static void rules() {
        QTest::addColumn<Rule>("rule");
        for (const auto& [name, rule] : kRules) QTest::newRow(name) << rule;
    }
};

void TestWrittenOptimizer::bitsAreThoseOfTorchOptim() {
    QFETCH(Rule, rule);
    const Learnt own = atFirst(rule);
    const Tensors before = copied(own.parameters);
    const Tensors theirs = copied(own).parameters;
    const auto writes = written(rule, own);
    const auto torch = library(rule, theirs);
    std::mt19937 numbers(2);
    for (int step = 0; step < 100; ++step) {
        if (step == 50) {
            writes->setLearningRate(0.003);
            torch->param_groups()[0].options().set_lr(0.003);
        }
        // Now and then a parameter has no gradient, so that it has made fewer steps from then on.
        setGradients(own.parameters, theirs, numbers,
                     step % 7 == 3 ? static_cast<std::size_t>(step % 6) : own.parameters.size());
        writes->step();
        torch->step();
        QVERIFY2(sameBits(own, learntBy(rule, *torch, theirs)), qPrintable(QString::number(step)));
    }
    for (std::size_t i = 0; i < before.size(); ++i)
        QVERIFY(!sameBits({before[i]}, {own.parameters[i]}));
    for (const Tensor& parameter : own.parameters) QVERIFY(requiresGradient(parameter));
}

void TestWrittenOptimizer::goesOnAfterARestore() {
    QFETCH(Rule, rule);
    const Learnt whole = atFirst(rule);
    const auto first = written(rule, whole);
    std::mt19937 numbers(3);
    for (int step = 0; step < 40; ++step) {
        setGradients(whole.parameters, whole.parameters, numbers, whole.parameters.size());
        first->step();
    }
    const Learnt own = copied(whole), theirs = copied(whole);
    const auto resumed = written(rule, own);
    resumed->setSteps(40);
    const auto torch = library(rule, theirs.parameters);
    restore(rule, *torch, theirs, 40);
    for (int step = 0; step < 20; ++step) {
        setGradients(own.parameters, theirs.parameters, numbers, own.parameters.size());
        for (std::size_t i = 0; i < own.parameters.size(); ++i)
            setGradient(whole.parameters[i], gradientOf(own.parameters[i]));
        first->step();
        resumed->step();
        torch->step();
        QVERIFY(sameBits(own, learntBy(rule, *torch, theirs.parameters)));
        QVERIFY(sameBits(own, whole));
    }
}

void TestWrittenOptimizer::forgetsGradients() {
    const Learnt own = atFirst(Rule::Sgd);
    const auto writes = written(Rule::Sgd, own);
    std::mt19937 numbers(4);
    setGradients(own.parameters, own.parameters, numbers, own.parameters.size());
    writes->zeroGradients();
    for (const Tensor& parameter : own.parameters) QVERIFY(!gradientOf(parameter).defined());
    const Tensors before = copied(own.parameters);
    writes->step();
    QVERIFY(sameBits(before, own.parameters));
}

/// Prints the ratio of both times, measured in turns. Only the bits are checked.
void TestWrittenOptimizer::timeAgainstTorchOptim() {
    QFETCH(Rule, rule);
    const Learnt own = atFirst(rule);
    const Tensors theirs = copied(own).parameters;
    const auto writes = written(rule, own);
    const auto torch = library(rule, theirs);
    std::mt19937 numbers(5);
    setGradients(own.parameters, theirs, numbers, own.parameters.size());
    std::vector<double> ratios;
    for (int round = 0; round < 32; ++round) {
        double own_ms = 0, theirs_ms = 0;
        for (const bool own_turn : {round % 2 == 0, round % 2 != 0})
            (own_turn ? own_ms : theirs_ms) = ms([&] {
                for (int step = 0; step < 10; ++step)
                    if (own_turn)
                        writes->step();
                    else
                        torch->step();
            });
        ratios.push_back(own_ms / theirs_ms);
    }
    qInfo("written steps take %.3f of the time of torch::optim's", medianOf(ratios));
    QVERIFY(sameBits(own, learntBy(rule, *torch, theirs)));
}

QTEST_APPLESS_MAIN(TestWrittenOptimizer)
#include "tst_written_optimizer.moc"
