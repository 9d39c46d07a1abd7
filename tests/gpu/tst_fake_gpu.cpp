// SPDX-License-Identifier: Apache-2.0
// What the tests of work take for granted of the GPU that is none.
#include <ATen/ATen.h>

#include <QTest>

#include <stdexcept>

#include "fake_gpu.h"

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
    at::Tensor to = at::zeros({2});
    gpu.copy(to, at::ones({2}));
    events->record(2);
    QCOMPARE(events->elapsedMs(1, 2), 7.5 + test::FakeGpu::kCopy_ms);
    QVERIFY(at::equal(to, at::ones({2})));
}

void TestFakeGpu::capturingRunsNothing() {
    test::FakeGpu gpu;
    at::Tensor sum = at::zeros({2});
    at::Tensor product = at::full({2}, 9.0);
    const at::Tensor one = at::ones({2});
    const auto graph = gpu.capture([&] {
        sum.add_(one);
        at::mul_out(product, sum, one);
    });
    QVERIFY(at::equal(sum, at::zeros({2})) && at::equal(product, at::full({2}, 9.0)));
    graph->replay();
    graph->replay();
    QVERIFY(at::equal(sum, at::full({2}, 2.0)) && at::equal(product, sum));
    QCOMPARE(gpu.captures, 1);
    QCOMPARE(gpu.replays, 2);
}

/// Who captures one tensor and goes on with another computes with the first, as on a GPU.
void TestFakeGpu::exchangedTensorsAreNotSeen() {
    test::FakeGpu gpu;
    at::Tensor input = at::ones({2});
    const at::Tensor captured = input;
    at::Tensor output = at::zeros({2});
    const auto graph = gpu.capture([&] { at::mul_out(output, input, at::Scalar(2)); });
    input = at::full({2}, 100.0);
    graph->replay();
    QVERIFY(at::equal(output, at::full({2}, 2.0)));  // stale
    captured.copy_(input);
    graph->replay();
    QVERIFY(at::equal(output, at::full({2}, 200.0)));
}

void TestFakeGpu::changedNumbersAreNotSeen() {
    test::FakeGpu gpu;
    double factor = 2;
    int calls = 0;
    at::Tensor output = at::ones({1});
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
    at::Tensor input = at::ones({2, 3});
    at::Tensor last;
    const auto graph = gpu.capture([&] { last = input.t().contiguous().add(1).sum(); });
    input.fill_(2);
    graph->replay();
    QCOMPARE(last.item<float>(), 18.0F);
}

QTEST_APPLESS_MAIN(TestFakeGpu)
#include "tst_fake_gpu.moc"
