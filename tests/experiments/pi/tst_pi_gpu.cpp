// SPDX-License-Identifier: Apache-2.0
// S3-04, S3-05: pi on a GPU whose kernels the emulator runs, launch by launch as a GPU would get
// them. The same points are counted, wherever they are added up.
#include <QtTest>

#include "experiments/pi/maker.h"
#include "experiments/pi/spec.h"
#include "experiments/pi/work_torch.h"
#include "fake_gpu.h"

using namespace duelo;
using test::FakeGpu;

namespace {

Output loopOf(const PiCase& work) {
    PiMaker maker;
    const auto loop = maker
                          .create({.id = "c001",
                                   .experiment = "pi",
                                   .work = {{"samples", work.samples},
                                            {"method", word(work.method)},
                                            {"seed", work.seed}},
                                   .variant = {{"device", "cpu"}, {"how", "loop"}}})
                          .value();
    if (!loop->prepare()) qFatal("no loop");
    static_cast<void>(loop->step(1));
    return loop->output();
}

double error(const Output& a, const Output& b) {
    return std::abs(a.metrics.at(0).value - b.metrics.at(0).value);
}

}  // namespace

class TestPiGpu final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void kernelsComeToWhatTheLoopComesTo_data() {
        QTest::addColumn<PiMethod>("method");
        QTest::addColumn<PiHow>("how");
        QTest::addColumn<int>("samples");
        QTest::addColumn<int>("piece");
        for (const PiMethod method : {PiMethod::MonteCarlo, PiMethod::Series})
            for (const PiHow how : {PiHow::KernelHost, PiHow::KernelDevice})
                for (const int samples : {1, 2, 255, 256, 257, 3001})
                    for (const int piece : {1000, 1 << 20})
                        QTest::addRow("%s %s %d by %d", word(method).data(), word(how).data(),
                                      samples, piece)
                            << method << how << samples << piece;
    }
    void kernelsComeToWhatTheLoopComesTo() {
        QFETCH(PiMethod, method);
        QFETCH(PiHow, how);
        QFETCH(int, samples);
        QFETCH(int, piece);
        const PiCase work{.samples = samples, .method = method, .seed = 1234};
        FakeGpu gpu;
        const auto own = gpuPi(work, how, piece, gpu);
        QVERIFY(own->prepare());
        static_cast<void>(own->step(1));
        const Output loop = loopOf(work), output = own->output();
        // Points are counted. Terms stand in two numbers of 24 digits in base 2 each.
        QVERIFY(agreement(*loop.fingerprint, *output.fingerprint, 1e-12));
        QVERIFY(error(loop, output) < 1e-11);
    }

    /// Only sums come back where the device adds up. The lesson is about these copies, and the
    /// parts tell their time.
    void onlySumsComeBackWhereTheDeviceAddsUp() {
        const PiCase work{.samples = 2500, .method = PiMethod::MonteCarlo, .seed = 7};
        for (const auto& [how, kernels, copies] :
             {std::tuple{PiHow::KernelHost, 3, 3}, std::tuple{PiHow::KernelDevice, 4, 1}}) {
            FakeGpu gpu;
            const auto own = gpuPi(work, how, 1000, gpu);
            QVERIFY(own->prepare());
            const Timing timing = own->step(1);
            QCOMPARE(gpu.kernels, kernels);
            QCOMPARE(partMs(timing.parts, "compute").value(), kernels * FakeGpu::kLaunch_ms);
            QCOMPARE(partMs(timing.parts, "d2h").value(), copies * FakeGpu::kCopy_ms);
            QVERIFY(partMs(timing.parts, "reduce").value() >= 0);
            QVERIFY(partMs(timing.parts, "reduce").value() <= timing.wall_ms);
        }
        const PiCase huge{.samples = kMostPiSamples};
        QVERIFY(gpuPiBytes(huge, PiHow::KernelDevice) < 8 << 20);
        QCOMPARE(gpuPiBytes(huge, PiHow::KernelHost), std::int64_t{256} << 20);
    }

    void arraysComeToTheSame() {
        for (const PiMethod method : {PiMethod::MonteCarlo, PiMethod::Series}) {
            const PiCase work{.samples = 1001, .method = method, .seed = 1234};
            FakeGpu gpu;
            const auto own = gpuPiArrays(work, gpu);
            QVERIFY(own->prepare());
            const Timing timing = own->step(2);
            QCOMPARE(timing.parts.at(0).id, std::string("compute"));
            QVERIFY(agreement(*loopOf(work).fingerprint, *own->output().fingerprint, 1e-13));
        }
    }

    void eachDeviceHasItsPrograms() {
        const Facts both{.physical_cores = 2, .devices = {Device::Cpu, Device::Cuda}};
        const auto refused = [&](const TypedWords& words) {
            const auto plan = planFromWords(piSpec(), words, both);
            const auto checked = validated(plan.value(), piSpec(), both);
            return checked ? std::string() : checked.error().code;
        };
        QCOMPARE(refused({{"device", {"cpu"}}, {"how", {"kernel_host"}}}),
                 std::string("pi_how_needs_gpu"));
        QCOMPARE(refused({{"device", {"cuda"}}, {"how", {"loop", "threads"}}}),
                 std::string("pi_how_needs_cpu"));
        QCOMPARE(refused({{"device", {"cuda"}}, {"how", {"array"}}}), std::string());
        int onCpu = 0, onGpu = 0;
        const Plan plan = validated(usualPlan(piSpec(), both), piSpec(), both).value();
        for (const Cell& cell : expand(plan, piSpec(), both))
            ++(deviceOf(cell.variant) == Device::Cpu ? onCpu : onGpu);
        QCOMPARE(onCpu, 3);
        QCOMPARE(onGpu, 3);
    }

    /// S0-17, R-07
    void withoutAGpuTheReasonIsTheLoaders() {
        Gpu& gpu = Gpu::instance();
        if (gpu.api()) QSKIP("this PC has a GPU");
        TorchPiMaker maker(gpu);
        const Cell cell{.id = "c001",
                        .experiment = "pi",
                        .work = {{"samples", 10}, {"method", "series"}},
                        .variant = {{"device", "cuda"}, {"how", "kernel_device"}}};
        QCOMPARE(maker.create(cell).error().code, gpu.status().reason->code);
        QCOMPARE(maker.forecast(cell).error().code, gpu.status().reason->code);
    }
};

QTEST_GUILESS_MAIN(TestPiGpu)
#include "tst_pi_gpu.moc"
