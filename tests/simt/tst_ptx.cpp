// SPDX-License-Identifier: Apache-2.0
// Kernels as CUDA's compiler makes them (tests/simt/kernels): what is wrong with each is found at
// its line, and nothing with the others; what is counted; and that no text, however damaged, does
// any harm.
#include <QtTest>

#include <QDir>
#include <cctype>
#include <cmath>
#include <random>

#include "kernel_case.h"
#include "simt/ptx_numbers.h"

using namespace duelo;
using namespace duelo::simt::ptx;

namespace {

QString folder() {
    return QStringLiteral(DUELO_KERNELS);
}

std::string pathOf(const QString& name) {
    return (folder() + '/' + name).toStdString();
}

QStringList kernelNames() {
    QStringList names;
    for (const QString& file : QDir(folder()).entryList({"*.cu"})) names << file.chopped(3);
    return names;
}

/// Less patience, for a text that is wrong on purpose.
constexpr Limits kShort{.steps = 400'000, .steps_between_barriers = 100'000};

std::optional<Reason> mistakeIn(const QString& name) {
    return test::mistakeOf(test::kernelCase(pathOf(name)), name.toStdString() + ".cu", kShort);
}

}  // namespace

class TestPtx : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void kernelsAreJudged_data();
    void kernelsAreJudged();
    void enoughKernelsStandHere();
    void mistakeNamesThreadAndPlace();
    void resultsAreRight();
    void countsAreThoseOfAGpu();
    void printedTextComes();
    void numbersAreRounded();
    void hugeLaunchIsRefused();
    void unknownInstructionIsNamed();
    void damagedTextDoesNoHarm();
};

void TestPtx::kernelsAreJudged_data() {
    QTest::addColumn<QString>("name");
    for (const QString& name : kernelNames()) QTest::newRow(qPrintable(name)) << name;
}

void TestPtx::kernelsAreJudged() {
    QFETCH(QString, name);
    const test::KernelCase of = test::kernelCase(pathOf(name));
    QCOMPARE(of.finds.empty(), name.startsWith("right_"));
    const auto mistake = mistakeIn(name);
    QCOMPARE(mistake ? mistake->code : "", of.finds);
    if (of.line > 0) QCOMPARE(mistake->args.value("line", 0), of.line);
}

void TestPtx::enoughKernelsStandHere() {
    const QStringList names = kernelNames();
    QVERIFY(names.filter("wrong_").size() >= 26);
    QVERIFY(names.filter("right_").size() >= 20);
}

void TestPtx::mistakeNamesThreadAndPlace() {
    const auto mistake = mistakeIn("wrong_loop_too_long");
    QVERIFY(mistake);
    // Row 0, column 0 asks for b[33 * 33] when k is 33; whoever has a larger column, for more.
    QCOMPARE(mistake->args.value("array", ""), std::string("b"));
    QCOMPARE(mistake->args.value("index", 0), 1089);
    QCOMPARE(mistake->args.value("size", 0), 1089);
    QCOMPARE(mistake->args.value("thread", ""), std::string("0, 0"));
    QCOMPARE(mistake->args.value("block", ""), std::string("0, 0"));
}

void TestPtx::resultsAreRight() {
    const auto of = test::kernelCase(pathOf("right_scan"));
    const auto module = readModule(of.ptx);
    QVERIFY(module);
    const auto run = test::runCase(*module, of, "right_scan.cu", false);
    QVERIFY(run.left);
    float sum = 0;
    for (std::size_t i = 0; i < 64; ++i) {
        sum += static_cast<float>((i * 7919 + 13) % 101) / 101;
        QVERIFY(std::abs(run.left->at(i) - sum) < 1e-4F);
    }
}

/// S2-M12: as the emulator of Duelo's own texts counts them, and as they are by hand.
void TestPtx::countsAreThoseOfAGpu() {
    const auto of = test::kernelCase(pathOf("right_product"));
    const auto module = readModule(of.ptx);
    QVERIFY(module);
    const auto run = test::runCase(*module, of, "right_product.cu", false);
    QVERIFY(run.left);
    QCOMPARE(run.counters.threads, 4096);
    QCOMPARE(run.counters.idle_threads, 4096 - 1089);
    QCOMPARE(run.counters.global_requests, 4422);
    QCOMPARE(run.counters.loaded_bytes, 2 * 33 * 33 * 33 * 4);
    QCOMPARE(run.counters.stored_bytes, 1089 * 4);
    QCOMPARE(run.counters.barriers, 0);
}

void TestPtx::printedTextComes() {
    const auto of = test::kernelCase(pathOf("right_printed"));
    const auto module = readModule(of.ptx);
    QVERIFY(module);
    QCOMPARE(test::runCase(*module, of, "right_printed.cu", false).printed,
             std::string("thread 3 of this: 1.50 2.0e+01 1099511627776\n"));
}

void TestPtx::numbersAreRounded() {
    QCOMPARE(toHalf(1.0), std::uint16_t{0x3c00});
    QCOMPARE(toHalf(65504.0), std::uint16_t{0x7bff});
    QCOMPARE(toHalf(65520.0), std::uint16_t{0x7c00});
    QCOMPARE(toHalf(65520.0, Round::Zero), std::uint16_t{0x7bff});
    QCOMPARE(toHalf(std::ldexp(1.0, -24)), std::uint16_t{1});
    QCOMPARE(toBrain(1.00390625), std::uint16_t{0x3f80});  // a tie, to the even one
    for (unsigned bits = 0; bits < 0x7c00; ++bits)
        QCOMPARE(toHalf(fromHalf(static_cast<std::uint16_t>(bits))),
                 static_cast<std::uint16_t>(bits));
    QCOMPARE(wholeNumber(2.5, Round::Nearest), 2.0);
    QCOMPARE(wholeNumber(-3.5, Round::Nearest), -4.0);
    QCOMPARE(wholeNumber(-0.5, Round::Up), 0.0);
}

void TestPtx::hugeLaunchIsRefused() {
    const auto module = readModule(test::kernelCase(pathOf("right_vector_sum")).ptx);
    QVERIFY(module);
    Machine gpu(*module, "");
    const std::vector<Argument> three{argument(std::uint64_t{0}), argument(std::uint64_t{0}),
                                      argument(0)};
    const auto codeOf = [&](simt::Dim grid, simt::Dim block) {
        const auto done = gpu.launch("kernel", grid, block, three);
        return done ? std::string() : done.error().code;
    };
    QCOMPARE(codeOf({1U << 30, 60'000, 60'000}, {1024}), std::string("simt_launch_too_large"));
    QCOMPARE(codeOf({1}, {1025}), std::string("simt_block_too_large"));
    QCOMPARE(codeOf({1}, {0}), std::string("simt_block_too_large"));
    QCOMPARE(gpu.allocate("all", std::uint64_t{1} << 50).error().code,
             std::string("simt_too_large"));
    QCOMPARE(gpu.launch("kernel", {}, {}, {}).error().code, std::string("simt_arguments"));
    QCOMPARE(gpu.launch("other", {}, {}, {}).error().code, std::string("simt_no_kernel"));
}

void TestPtx::unknownInstructionIsNamed() {
    const auto module = readModule(
        ".visible .entry kernel() { .reg .b32 %r<2>; frobnicate.sync %r1, {%r0, 3}; ret; }");
    QVERIFY(module);
    Machine gpu(*module, "");
    const auto done = gpu.launch("kernel", {}, {}, {});
    QVERIFY(!done);
    QCOMPARE(done.error().code, std::string("simt_unknown"));
    QCOMPARE(done.error().args.value("instruction", ""), std::string("frobnicate.sync"));
}

/// Texts with letters, words and lines changed: refused, or run to some end.
void TestPtx::damagedTextDoesNoHarm() {
    std::mt19937 chance(46);
    const auto below = [&](std::size_t many) { return chance() % std::max<std::size_t>(many, 1); };
    const QStringList names{"right_product_tiled", "right_reduction_shuffled",
                            "right_choices",       "right_helpers",
                            "right_printed",       "right_copy_waited_for"};
    int refused = 0, ran = 0;
    for (int round = 0; round < 300; ++round) {
        const QString& name =
            names[static_cast<int>(below(static_cast<std::size_t>(names.size())))];
        test::KernelCase of = test::kernelCase(pathOf(name));
        for (std::size_t change = below(4); change < 4; ++change) {
            const std::size_t at = below(of.ptx.size()), other = below(of.ptx.size());
            const std::size_t length = below(24);
            if (change == 0) of.ptx[at] = static_cast<char>(below(128));
            if (change == 1) of.ptx.replace(at, length, of.ptx.substr(other, length));
            if (change == 2) of.ptx.erase(at, length);
            if (change == 3 && std::isdigit(static_cast<unsigned char>(of.ptx[at])))
                of.ptx[at] = static_cast<char>('0' + below(10));
        }
        const auto module = readModule(of.ptx);
        if (!module) {
            ++refused;
            continue;
        }
        static_cast<void>(
            test::runCase(*module, of, name.toStdString() + ".cu", round % 2 == 0,
                          {.steps = 20'000, .steps_between_barriers = 5'000, .bytes = 64U << 20}));
        ++ran;
    }
    QVERIFY(refused > 20);
    QVERIFY(ran > 20);
}

QTEST_APPLESS_MAIN(TestPtx)
#include "tst_ptx.moc"
