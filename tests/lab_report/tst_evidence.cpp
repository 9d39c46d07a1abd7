// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "lab_report_testing.h"
#include "record/game.h"

using namespace duelo;
using namespace duelo::test;

namespace {

NumberWords inSeconds(double value, double half_step) {
    return {.value = value, .half_step = half_step, .unit = NumberWords::Unit::Second};
}
NumberWords times(double value, double half_step) {
    return {.value = value, .half_step = half_step, .unit = NumberWords::Unit::Times};
}

/// The same PC and plan on a later day.
RecordLog laterRun() {
    RecordLog log = examples::gpuPc();
    auto& header = std::get<Header>(log.records.front());
    header.run = "later";
    header.started = "2030-01-01T00:00:00Z";
    log.path = "later.duelo";
    return log;
}

}  // namespace

/// A citation is live: it says what the open files say, and that it no longer does.
class EvidenceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void offersWhatTheFilesSay();
    void offersNothingWithoutFiles();
    void offersNothingOfAGame_P_08();
    void findsWhatItCited();
    void flagsAChangedRecord();
    void flagsANewerRun();
    void flagsAMissingFile();
    void offersNoFactorOfADoubtfulPair();
    void knowsTheNumbersOfTheFiles();
};

void EvidenceTest::offersWhatTheFilesSay() {
    const EvidenceBook book = bookOf({examples::gpuPc()});
    for (const EvidenceKind kind :
         {EvidenceKind::Time, EvidenceKind::Ratio, EvidenceKind::Table, EvidenceKind::Chart,
          EvidenceKind::Machine, EvidenceKind::Headline}) {
        const Evidence& one = firstOf(book, kind);
        QVERIFY(!one.title.empty() && !one.words.empty());
        QCOMPARE(one.citation.said, one.words);
        QCOMPARE(one.citation.sha256.size(), std::size_t{64});
        QCOMPARE(one.blocks.empty(), !isBox(kind));
        // How many samples, by which clock, after how many calls of warm-up.
        if (!isBox(kind)) QVERIFY2(one.how.find("42") != std::string::npos, one.how.c_str());
    }
    // Four times as fast by construction.
    const auto& figures = book.figures();
    QVERIFY(std::ranges::any_of(figures, [](const Evidence& one) {
        return one.citation.kind == EvidenceKind::Ratio && std::abs(*one.value - 4) < 0.2;
    }));
}

/// A game proves nothing, because it misleads on purpose: it offers no figure, no box, and no
/// answer to a claim about it.
void EvidenceTest::offersNothingOfAGame_P_08() {
    const EvidenceBook measured = bookOf({examples::gpuPc()});
    RecordLog game = examples::gpuPc();
    std::get<Header>(game.records.front()).extra[kGameField] =
        toJson(Game{.slow_cell = "c007", .fast_cell = "c003"});
    const EvidenceBook book = bookOf({game});
    QVERIFY(book.figures().empty() && book.boxes().empty() && book.results().empty());
    for (const Evidence& one : measured.figures())
        QVERIFY(book.find(one.citation).evidence == nullptr);
    // Nor beside a measurement, where nobody could tell them apart.
    QVERIFY(bookOf({examples::cpuPc(), game}).figures().empty());
}

void EvidenceTest::offersNothingWithoutFiles() {
    const EvidenceBook book(nullptr, {});
    QVERIFY(book.figures().empty() && book.boxes().empty() && book.results().empty());
    Citation lost;
    lost.of = {"run", "c001"};
    QVERIFY(book.find(lost).standing == Standing::Missing);
    QVERIFY(book.hasNumber(inSeconds(1, 0.1)) &&
            book.hasNumber(times(3, 0.1)));  // nothing is known, nothing is told
}

void EvidenceTest::findsWhatItCited() {
    const EvidenceBook book = bookOf({examples::gpuPc()});
    const EvidenceBook spanish = bookOf({examples::gpuPc()}, Language::Spanish);
    for (const auto* list : {&book.figures(), &book.boxes()})
        for (const Evidence& one : *list) {
            const auto found = spanish.find(one.citation);  // in whatever language it was cited
            QVERIFY(found.evidence != nullptr);
            QVERIFY(found.standing == Standing::Current);
        }
}

void EvidenceTest::flagsAChangedRecord() {
    const Evidence time = firstOf(bookOf({examples::gpuPc()}), EvidenceKind::Time);
    RecordLog log = examples::gpuPc();
    examples::resultOf(log, time.citation.of.cell).warm_up_calls += 1;
    const EvidenceBook changed = bookOf({log});
    QVERIFY(changed.find(time.citation).standing == Standing::Changed);
    QVERIFY(changed.find(time.citation).evidence != nullptr);
    Citation gone = time.citation;
    gone.of.cell = "c999";
    QVERIFY(changed.find(gone).standing == Standing::Changed);
    QVERIFY(changed.find(gone).evidence == nullptr);
}

void EvidenceTest::flagsANewerRun() {
    const Evidence time = firstOf(bookOf({examples::gpuPc()}), EvidenceKind::Time);
    const EvidenceBook alone = bookOf({laterRun()});
    QVERIFY(alone.find(time.citation).standing == Standing::Newer);
    QVERIFY(alone.find(time.citation).evidence == nullptr);
    QCOMPARE(alone.find(time.citation).newer->citation.of.run, std::string("later"));
    const EvidenceBook both = bookOf({examples::gpuPc(), laterRun()});
    QVERIFY(both.find(time.citation).standing == Standing::Newer);
    QVERIFY(both.find(time.citation).evidence != nullptr);
    // And the other way round: what is newest has nothing newer.
    const Evidence last = firstOf(alone, EvidenceKind::Time);
    QVERIFY(both.find(last.citation).standing == Standing::Current);
}

void EvidenceTest::flagsAMissingFile() {
    const Evidence ratio = firstOf(bookOf({examples::gpuPc()}), EvidenceKind::Ratio);
    QVERIFY(bookOf({examples::cpuPc()}).find(ratio.citation).standing == Standing::Missing);
}

void EvidenceTest::offersNoFactorOfADoubtfulPair() {
    RecordLog log = examples::gpuPc();
    const Citation cited = firstOf(bookOf({log}), EvidenceKind::Ratio).citation;
    examples::resultOf(log, cited.of.cell).flags.push_back("very_noisy");
    QVERIFY(bookOf({log}).find(cited).evidence == nullptr);
}

void EvidenceTest::knowsTheNumbersOfTheFiles() {
    const EvidenceBook book = bookOf({examples::gpuPc()});
    const double seconds = *firstOf(book, EvidenceKind::Time).value;
    QVERIFY(book.hasNumber(inSeconds(seconds, 0)));
    QVERIFY(!book.hasNumber(inSeconds(seconds * 1000, 0.5)));
    QVERIFY(book.hasNumber(times(4, 0.5)));
    QVERIFY(book.hasNumber(times(0.25, 0.05)));
    QVERIFY(!book.hasNumber(times(200, 0.5)));
}

QTEST_GUILESS_MAIN(EvidenceTest)
#include "tst_evidence.moc"
