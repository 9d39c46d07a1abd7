// SPDX-License-Identifier: Apache-2.0
// Facts about the fake GPU on which the tests of work rely.

#include <QTest>

#include <stdexcept>

#include "fake_gpu.h"
#include "tensor/operators.h"

using namespace duelo;

class TestFakeGpu : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itsClockIsItsOwn();
    void capturingRunsNothing();
    void exchangedTensorsAreNotSeen();
    void changedNumbersAreNotSeen();
    void whatIsMadeInBetweenStaysInPlace();
};

void TestFakeGpu::itsClockIsItsOwn() {
    test::FakeGpu gpu;
    const auto events = gpu.events(3);
    QVERIFY_THROWS_EXCEPTION(std::logic_error, (void)events->elapsedMs(0, 1));
    events->record(0);
    QTest::qSleep(2);
    gpu.synchronize();
    events->record(1);
    QCOMPARE(events->elapsedMs(0, 1), 0.0);  // the host's time is none of the device's
    gpu.submit(7.5);
    Tensor to = ops::zeros({2});
    gpu.copy(to, ops::ones({2}));
    events->record(2);
    QCOMPARE(events->elapsedMs(1, 2), 7.5 + test::FakeGpu::kCopy_ms);
    QVERIFY(ops::equal(to, ops::ones({2})));
}

void TestFakeGpu::capturingRunsNothing() {
    test::FakeGpu gpu;
    Tensor sum = ops::zeros({2, 2});
    Tensor product = ops::full({2, 2}, 9.0);
    const Tensor one = ops::eye(2);
    const auto graph = gpu.capture([&] {
        sum.add_(one);
        ops::mm_out(product, sum, one);
    });
    QVERIFY(ops::equal(sum, ops::zeros({2, 2})) && ops::equal(product, ops::full({2, 2}, 9.0)));
    graph->replay();
    graph->replay();
    QVERIFY(ops::equal(sum, one * 2) && ops::equal(product, sum));
    QCOMPARE(gpu.captures, 1);
    QCOMPARE(gpu.replays, 2);
}

/// A graph goes on with the tensor that it captured, though its variable has another now, as on a
/// GPU.
void TestFakeGpu::exchangedTensorsAreNotSeen() {
    test::FakeGpu gpu;
    Tensor input = ops::ones({2, 2});
    const Tensor captured = input;
    Tensor output = ops::zeros({2, 2});
    const Tensor twice = ops::eye(2) * 2;
    const auto graph = gpu.capture([&] { ops::mm_out(output, input, twice); });
    input = ops::full({2, 2}, 100.0);
    graph->replay();
    QVERIFY(ops::equal(output, ops::full({2, 2}, 2.0)));  // stale
    captured.copy_(input);
    graph->replay();
    QVERIFY(ops::equal(output, ops::full({2, 2}, 200.0)));
}

void TestFakeGpu::changedNumbersAreNotSeen() {
    test::FakeGpu gpu;
    double factor = 2;
    int calls = 0;
    Tensor output = ops::ones({1});
    const auto graph = gpu.capture([&] {
        ++calls;
        output.mul_(factor);
    });
    factor = 5;
    graph->replay();
    QCOMPARE(output.item<float>(), 2.0F);
    QCOMPARE(calls, 1);  // the function itself is not called again
}

/// An operation that makes a tensor makes it where the next one was captured to look for it.
void TestFakeGpu::whatIsMadeInBetweenStaysInPlace() {
    test::FakeGpu gpu;
    Tensor input = ops::ones({2, 3});
    Tensor last;
    const auto graph = gpu.capture([&] { last = ops::sum(input.t().contiguous() + 1); });
    input.fill_(2);
    graph->replay();
    QCOMPARE(last.item<float>(), 18.0F);
}

QTEST_APPLESS_MAIN(TestFakeGpu)
#include "tst_fake_gpu.moc"
