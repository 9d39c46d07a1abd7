// SPDX-License-Identifier: Apache-2.0
// S4-09, P-03: copies within the host; every byte arrives, whoever copies it.
#include <QtTest>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/text.h"
#include "experiments/specs.h"
#include "experiments/transfer/copies.h"
#include "experiments/transfer/maker.h"
#include "experiments/transfer/spec.h"
#include "measure/self_check.h"

using namespace duelo;

namespace {

Cell cellOf(std::int64_t bytes, CopyBy by, int threads, Device device = Device::Cpu) {
    return {.id = "c001",
            .experiment = "transfer",
            .work = {{"bytes", bytes}},
            .variant = {{"device", word(device)},
                        {"direction", device == Device::Cpu ? "within_host" : "to_device"},
                        {"copy", word(by)},
                        {"threads", threads}}};
}

Output outputOf(const Cell& cell) {
    TransferMaker maker;
    const auto output =
        afterOneCall(maker, cell, [](Work& work) -> Result<Output> { return work.output(); });
    if (!output) qFatal("%s", output.error().code.c_str());
    return *output;
}

std::string reasonFor(Result<Plan> plan) {
    const auto checked = plan ? validated(*plan, transferSpec(), {}) : std::move(plan);
    return checked ? std::string() : checked.error().code;
}

}  // namespace

class TestTransfer final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Nothing before, behind or between is missing or too much.
    void copiesAreEqualToTheLastByte_data() {
        QTest::addColumn<int>("bytes");
        for (const int bytes : {0, 1, 63, 64, 65, 4096, 4097, 1'000'003})
            QTest::addRow("%d", bytes) << bytes;
    }
    void copiesAreEqualToTheLastByte() {
        QFETCH(int, bytes);
        const auto size = static_cast<std::size_t>(bytes);
        for (const CopyBy by : {CopyBy::Memcpy, CopyBy::Loop}) {
            std::vector<std::byte> from(size + 2), to(size + 2, std::byte{7});
            fillWords(from, 0);
            copyBytes(by, to.data() + 1, from.data() + 1, size);
            QVERIFY(std::equal(from.begin() + 1, from.end() - 1, to.begin() + 1));
            QVERIFY(to.front() == std::byte{7} && to.back() == std::byte{7});
        }
    }

    void blocksBeginWithACacheLine() {
        for (const std::size_t bytes : {std::size_t{1}, std::size_t{100}, std::size_t{1} << 20}) {
            const Lines lines = makeLines(bytes);
            QCOMPARE(reinterpret_cast<std::uintptr_t>(lines.get()) % 64, std::uintptr_t{0});
        }
    }

    void partsAreFilledAsTheWholeIs() {
        std::vector<std::byte> whole(1003), parts(1003);
        fillWords(whole, 0);
        fillWords(std::span(parts).first(64), 0);
        fillWords(std::span(parts).subspan(64), 64);
        QVERIFY(whole == parts);
    }

    /// Three and seven threads share no size evenly; more threads than lines too.
    void everyWayCopiesTheSameBytes() {
        for (const int bytes : {1, 100, 65'536, 1'000'003}) {
            const Output reference = outputOf(cellOf(bytes, CopyBy::Memcpy, 1));
            for (const CopyBy by : {CopyBy::Memcpy, CopyBy::Loop})
                for (const int threads : {1, 2, 3, 7}) {
                    const Output other = outputOf(cellOf(bytes, by, threads));
                    QCOMPARE(agreement(*reference.fingerprint, *other.fingerprint, 0).value(), 0.0);
                }
            QVERIFY(!agreement(*reference.fingerprint,
                               *outputOf(cellOf(bytes + 1, CopyBy::Loop, 1)).fingerprint, 1));
        }
    }

    /// The rate counts the bytes once; the memory sees them twice.
    void bytesAreCountedOnceAndTwice() {
        TransferMaker maker;
        const auto work = maker.create(cellOf(4096, CopyBy::Memcpy, 1)).value();
        const Prepared prepared = work->prepare().value();
        QCOMPARE(prepared.quantities[0].per_call, std::int64_t{4096});
        QCOMPARE(prepared.quantities[0].rate, std::string("copy_rate"));
        QCOMPARE(prepared.quantities[1].id, std::string("bytes_moved"));
        QCOMPARE(prepared.quantities[1].per_call, std::int64_t{8192});
        const Timing timing = work->step(3);
        QVERIFY(timing.wall_ms > 0);
        QCOMPARE(timing.parts.at(0).ms, timing.wall_ms);
    }

    /// both blocks must fit; nobody tries 64 GiB.
    void whatDoesNotFitIsNotTried() {
        TransferMaker maker;
        const Forecast most = maker.forecast(cellOf(kMostCopied, CopyBy::Memcpy, 1)).value();
        QCOMPARE(most.bytes, 2 * kMostCopied);
        if (most.free_bytes.value() < most.bytes)
            QCOMPARE(most.lack().value().code, std::string("not_enough_memory"));
        QVERIFY(!maker.forecast(cellOf(4096, CopyBy::Memcpy, 1)).value().lack());
    }

    void aGpuIsSkippedWithItsReason() {
        TransferMaker maker;
        const auto made = maker.create(cellOf(4096, CopyBy::Memcpy, 1, Device::Cuda));
        QVERIFY(!made);
        QCOMPARE(made.error().code, std::string("transfer_needs_torch"));
        for (const Language language : {Language::Spanish, Language::English})
            for (const char* reason :
                 {"transfer_needs_torch", "direction_needs_cpu", "direction_needs_gpu"})
                QVERIFY(Text(language).has("reason." + std::string(reason)));
    }

    void refusesWhatNobodyCanCopy() {
        const auto typed = [](const char* axis, const char* value) {
            return reasonFor(planFromWords(transferSpec(), {{axis, {value}}}, {}));
        };
        QCOMPARE(typed("bytes", "0"), std::string("bytes_out_of_range"));
        QCOMPARE(typed("bytes", "-1"), std::string("bytes_out_of_range"));
        QCOMPARE(typed("bytes", "68719476737"), std::string("bytes_out_of_range"));
        QCOMPARE(typed("bytes", "4 kilos"), std::string("not_a_whole_number"));
        QCOMPARE(typed("direction", "sideways"), std::string("unknown_value"));
        QCOMPARE(typed("direction", "to_device"), std::string("direction_needs_gpu"));
        QCOMPARE(typed("device", "cuda"), std::string());
        QCOMPARE(typed("bytes", "1"), std::string());
        const auto within = planFromWords(
            transferSpec(), {{"direction", {"within_host"}}, {"device", {"cuda"}}}, {});
        QCOMPARE(reasonFor(within), std::string("direction_needs_cpu"));
    }

    /// A copy of gigabytes takes seconds.
    void aCancelIsHeardBeforeTheNextPiece() {
        constexpr std::int64_t kTwoPieces = (std::int64_t{1} << 30) + 64;
        TransferMaker maker;
        const Cell cell = cellOf(kTwoPieces, CopyBy::Memcpy, 1);
        if (maker.forecast(cell)->lack()) QSKIP("needs 2 GiB of memory");
        const auto work = maker.create(cell).value();
        std::stop_source stop;
        stop.request_stop();
        work->setControl({.stop = stop.get_token()});
        QVERIFY_THROWS_EXCEPTION(StepStopped, static_cast<void>(work->prepare()));
    }
};

QTEST_GUILESS_MAIN(TestTransfer)
#include "tst_transfer.moc"
