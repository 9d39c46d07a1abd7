// SPDX-License-Identifier: Apache-2.0
// Copies beside the computing (E7): on a GPU that does what nothing puts in order in the wrong one.
#include <QTest>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "../../models/model_testing.h"
#include "experiments/inference/maker.h"
#include "streamed_gpu.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"

using namespace duelo;
using test::StreamedGpu;

namespace {

constexpr std::int64_t kValues = 3 * 32 * 32;
const Variant kOverlapped{.device = Device::Cuda, .mode = Mode::Overlapped};

Result<InferenceParts> partsOfWork() {
    const ModelInfo& info = **findModel("resnet18");
    static const WeightSet weights = randomWeights(info.network, 1);
    auto model = makeModel(info, weights, {});
    if (!model) return tl::unexpected(model.error());
    return InferenceParts{.model = std::move(*model),
                          .input = (ops::arange(kValues, ScalarType::Float) * (1.0 / (kValues - 1)))
                                       .reshape({1, 3, 32, 32}),
                          .prepared = {},
                          .copies = true};
}

Result<void> nothingToFetch() {
    return {};
}

/// Returns the factor of the n-th input, so that no two answers are alike.
double factorOf(int call) {
    return 1.0 / (1 + call);
}

/// The answers to the first inputs, computed one after the other.
std::vector<Tensor> expectedAnswers(int calls) {
    const InferenceMode inference;
    const auto parts = partsOfWork();
    std::vector<Tensor> answers;
    for (int call = 0; call < calls; ++call)
        answers.push_back(parts->model->forward(parts->input * factorOf(call)).clone());
    return answers;
}

/// Takes part in the copies of a GPU: no input is the same, and every answer is kept.
struct Watched {
    explicit Watched(StreamedGpu& gpu) {
        gpu.done.clear();
        gpu.copied = [this](Tensor& to, const Tensor&) {
            if (to.dim() == 2) {
                answers.push_back(to.clone());
                return "out " + std::to_string(answers.size() - 1);
            }
            to.mul_(factorOf(inputs));
            return "in " + std::to_string(inputs++);
        };
    }

    int inputs = 0;
    std::vector<Tensor> answers;
};

std::ptrdiff_t placeOf(const std::vector<std::string>& done, const std::string& what, int call) {
    if (what == "work") {
        int nth = 0;
        const auto found = std::ranges::find_if(
            done, [&](const std::string& one) { return one == what && nth++ == call; });
        return found - done.begin();
    }
    return std::ranges::find(done, what + ' ' + std::to_string(call)) - done.begin();
}

}  // namespace

class TestOverlapped : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatNothingOrdersIsDoneWrong();
    void everyAnswerIsThatOfItsInput_E7_data();
    void everyAnswerIsThatOfItsInput_E7();
    void copiesAreBesideTheComputing_E7();
    void aSampleIsARowOfCalls_E7();
};

/// The tests below can fail: who leaves a stamp out reads what is not there yet.
void TestOverlapped::whatNothingOrdersIsDoneWrong() {
    for (const bool waits : {false, true}) {
        StreamedGpu gpu(StreamedGpu::Order::WorkFirst);
        const Tensor from = ops::ones({2});
        Tensor between = ops::zeros({2}), to = ops::zeros({2});
        const auto events = gpu.events(1);
        {
            const auto aside = gpu.copyingStream();
            gpu.copy(between, from);
            events->record(0);
        }
        if (waits) events->wait(0);
        gpu.copy(to, between);
        gpu.synchronize();
        QCOMPARE(ops::equal(to, from), waits);
        QCOMPARE(gpu.waitingCopies(), waits ? 0U : 2U);
    }
    StreamedGpu stuck(StreamedGpu::Order::WorkFirst);
    const auto events = stuck.events(1);
    {
        const auto aside = stuck.copyingStream();
        events->record(0);
    }
    events->wait(0);
    stuck.synchronize();  // the other stream gets there
    QCOMPARE(stuck.waitingCopies(), 0U);
}

void TestOverlapped::everyAnswerIsThatOfItsInput_E7_data() {
    QTest::addColumn<StreamedGpu::Order>("order");
    QTest::addColumn<unsigned>("seed");
    QTest::newRow("work first") << StreamedGpu::Order::WorkFirst << 0U;
    QTest::newRow("copies first") << StreamedGpu::Order::CopiesFirst << 0U;
    for (unsigned seed = 1; seed <= 5; ++seed)
        QTest::addRow("random %u", seed) << StreamedGpu::Order::Random << seed;
}

/// No input is overwritten before it was read, no answer before it was copied out, whatever comes
/// first, in one block and in the next.
void TestOverlapped::everyAnswerIsThatOfItsInput_E7() {
    QFETCH(StreamedGpu::Order, order);
    QFETCH(unsigned, seed);
    constexpr int kCalls = 5;
    static const std::vector<Tensor> expected = expectedAnswers(2 * kCalls + 1);
    StreamedGpu gpu(order, seed);
    GpuInference work(kOverlapped, partsOfWork, nothingToFetch, gpu);
    QVERIFY(work.prepare().has_value());
    Watched watched(gpu);
    std::size_t done = 0;
    for (const int calls : {kCalls, 1, kCalls}) {
        static_cast<void>(work.step(calls));
        done += static_cast<std::size_t>(calls);
        QCOMPARE(gpu.waitingCopies(), 0U);  // the last answer is part of the time
        QCOMPARE(watched.answers.size(), done);
    }
    const InferenceMode inference;
    for (std::size_t i = 0; i < done; ++i)
        QVERIFY2(testing::isClose(watched.answers[i], expected[i], 1e-4, 1e-5),
                 qPrintable(QString("answer %1").arg(i)));
    // What is compared with the other variants is the answer to the last input.
    const Tensor& last = expected[done - 1];
    const Fingerprint told = work.output().fingerprint.value();
    const Tensor values = last.contiguous();
    const std::span<const float> all(values.data_ptr<float>(),
                                     static_cast<std::size_t>(values.numel()));
    QVERIFY(agreement(fingerprintOf(all, {1, values.size(1)}, true), told, 1e-4).has_value());
}

/// Where the GPU may choose, the next input comes in before a call is computed, and the one after
/// it is computed before an answer has gone out.
void TestOverlapped::copiesAreBesideTheComputing_E7() {
    constexpr int kCalls = 6;
    for (const auto order : {StreamedGpu::Order::CopiesFirst, StreamedGpu::Order::WorkFirst}) {
        StreamedGpu gpu(order);
        GpuInference work(kOverlapped, partsOfWork, nothingToFetch, gpu);
        QVERIFY(work.prepare().has_value());
        [[maybe_unused]] Watched watched(gpu);
        static_cast<void>(work.step(kCalls));
        QCOMPARE(gpu.done.size(), std::size_t{3 * kCalls});
        for (int call = 0; call + 1 < kCalls; ++call) {
            const auto computed = placeOf(gpu.done, "work", call);
            if (order == StreamedGpu::Order::CopiesFirst)
                QVERIFY(placeOf(gpu.done, "in", call + 1) < computed);
            else if (call > 0)
                QVERIFY(computed < placeOf(gpu.done, "out", call - 1));
        }
    }
}

/// One call has nothing beside it, so a sample is a row of them and says so; its parts are measured
/// by themselves and none is inside.
void TestOverlapped::aSampleIsARowOfCalls_E7() {
    StreamedGpu gpu(StreamedGpu::Order::WorkFirst);
    GpuInference work(kOverlapped, partsOfWork, nothingToFetch, gpu);
    const auto known = work.prepare();
    QVERIFY(known.has_value());
    QCOMPARE(known->least_calls, kCallsOverlapped);
    QCOMPARE(known->notes.back().code, std::string("overlapped_rate"));
    QCOMPARE(gpu.captures, 2);
    for (const int calls : {1, 4}) {
        const Timing timing = work.step(calls);
        QVERIFY(timing.wall_ms > 0 && timing.device_ms && timing.parts.empty());
    }
    const Parts apart = work.measureApart();
    QCOMPARE(apart.size(), 3U);
    for (const char* id : {"h2d", "d2h", "busy"}) QVERIFY(partMs(apart, id));
    for (const PartTime& part : apart) QVERIFY(!part.inside);
}

QTEST_APPLESS_MAIN(TestOverlapped)
#include "tst_overlapped.moc"
