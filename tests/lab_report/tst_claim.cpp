// SPDX-License-Identifier: Apache-2.0
// P-09: what students and the sources claim, and what the figures say to it. Each wrong claim of
// the sources is made of the figures that they print, or of such as would have shown it.
#include <QtTest>

#include <functional>

#include "lab_report/claim.h"
#include "lab_report/what_if.h"
#include "lab_report_testing.h"
#include "measured_file.h"
#include "record/provenance.h"
#include "training_examples.h"

using namespace duelo;
using namespace duelo::test;
using examples::MeasuredFile;
using examples::Told;

namespace {

const Params kCpu{{"device", "cpu"}, {"threads", 4}, {"precision", "fp32"}, {"mode", "eager"}};
const Params kGpu{{"device", "cuda"}, {"precision", "fp32"}, {"mode", "eager"}};

Params image(int size_px, const char* model = "resnet18") {
    return {{"model", model}, {"input", "random"}, {"size_px", size_px}, {"batch", 1}};
}
Params threads(int count) {
    return {{"device", "cpu"}, {"threads", count}, {"precision", "fp32"}, {"mode", "eager"}};
}

/// A claim, and the files that it is about.
struct Case {
    std::vector<RecordLog> logs{};
    Claim claim{};
};

Claim pair(CellRef of, const char* says, CellRef base, const char* cause = "") {
    return {ClaimKind::Pair, std::move(base), std::move(of), {}, says, cause};
}
Claim line(ClaimKind kind, CellRef of, const char* what, const char* says) {
    return {kind, {}, std::move(of), what, says, {}};
}

/// A small network of which the launches of a GPU take longer than the work (S0-M13).
Case smallImages(ClaimKind kind, const char* says, const char* cause = "") {
    MeasuredFile file("inference");
    const CellRef cpu = file.add(image(224), kCpu, 5, {.parts = {{"compute", 5}}, .first_ms = 9});
    const CellRef gpu =
        file.add(image(224), kGpu, 8,
                 {.parts = {{"h2d", 0.1}, {"compute", 7.8}, {"d2h", 0.06}}, .first_ms = 900});
    file.add(image(512), kCpu, 40);
    file.add(image(512), kGpu, 10);
    Claim claim = pair(gpu, says, cpu, cause);
    claim.kind = kind;
    return {{file.log()}, claim};
}

Case sizes(const char* says) {
    MeasuredFile file("inference");
    const CellRef first = file.add(image(224), kCpu, 25);
    file.add(image(512), kCpu, 130);
    file.add(image(1024), kCpu, 522);
    return {{file.log()}, line(ClaimKind::Growth, first, "size_px", says)};
}

/// S2-24: four times the windows for each doubling.
Case windows(const char* says) {
    MeasuredFile file("max_pool");
    const Params loops{{"device", "cpu"}, {"kernel", "loops"}};
    CellRef first;
    double ms = 0.02;
    for (const int n : {64, 128, 256, 512, 1024}) {
        const CellRef cell =
            file.add({{"size_px", n}, {"window", 2}, {"stride", 2}, {"padding", 0}}, loops, ms);
        if (first.cell.empty()) first = cell;
        ms *= 4;
    }
    return {{file.log()}, line(ClaimKind::Growth, first, "size_px", says)};
}

/// The tiles win where the matrix is large, and lose where it is small (S2-M19).
Case tiles() {
    MeasuredFile file("matrix_product");
    const Params plain{{"device", "cuda"}, {"kernel", "matmul1"}},
        tiled{{"device", "cuda"}, {"kernel", "matmul3"}};
    CellRef base, of;
    for (const auto& [n, plain_ms, tiled_ms] :
         {std::tuple(64, 0.02, 0.04), std::tuple(2048, 40.0, 12.0)}) {
        base = file.add({{"n", n}, {"precision", "fp32"}}, plain, plain_ms);
        of = file.add({{"n", n}, {"precision", "fp32"}}, tiled, tiled_ms);
    }
    Claim claim = pair(of, "faster", base);
    claim.kind = ClaimKind::All;
    return {{file.log()}, claim};
}

Case launches() {
    MeasuredFile file("max_pool");
    const Params work{{"size_px", 1000}, {"window", 2}, {"stride", 2}, {"padding", 0}};
    const CellRef all = file.add(work, {{"device", "cuda"}, {"kernel", "pool_rows"}}, 0.05);
    const CellRef each =
        file.add(work, {{"device", "cuda"}, {"kernel", "pool_identity_transferred"}}, 9000);
    return {{file.log()}, pair(each, "same", all)};
}

/// S4-05 and S4-07, as they stand in the report: single numbers.
Case sweep(const std::vector<std::pair<int, double>>& times, const char* says) {
    MeasuredFile file("inference");
    CellRef first;
    for (const auto& [count, ms] : times) {
        const CellRef cell = file.add(image(224), threads(count), ms, {.typed = true});
        if (first.cell.empty()) first = cell;
    }
    return {{file.log()}, line(ClaimKind::Workers, first, "threads", says)};
}
const std::vector<std::pair<int, double>> kOpenMp{
    {1, 27881}, {2, 27621}, {4, 20212}, {8, 5078}, {16, 9772}};
const std::vector<std::pair<int, double>> kProcesses{
    {1, 49090}, {2, 52700}, {4, 79400}, {8, 97230}, {16, 212200}};

/// S4-04: C 35.92 s, NumPy 28.79 s.
Case baseline() {
    MeasuredFile file("program");
    const Params work{{"number", 60000}};
    const CellRef numpy =
        file.add(work, {{"command", {{"name", "numpy.py"}, {"sha256", "a"}}}}, 28790);
    const CellRef c = file.add(work, {{"command", {{"name", "mlp.c"}, {"sha256", "b"}}}}, 35920);
    return {{file.log()}, pair(c, "faster", numpy)};
}

Case trained(std::int64_t cpuRight, std::int64_t gpuRight, int cpuBatch, int gpuBatch,
             const std::function<Claim(CellRef cpu, CellRef gpu)>& claim) {
    examples::TrainingFile file("trained.duelo");
    const std::string cpu =
        file.add({.batch = cpuBatch, .epoch_ms = 8250, .test = 10000, .right = cpuRight});
    const std::string gpu = file.add({.batch = gpuBatch,
                                      .variant = {Device::Cuda, 0, Precision::Fp32, Mode::Eager},
                                      .epoch_ms = 680,
                                      .test = 10000,
                                      .right = gpuRight});
    const RecordLog log = file.finish();
    const std::string run = std::get<Header>(log.records.front()).run;
    return {{log}, claim({run, cpu}, {run, gpu})};
}

/// S4-11: the copies are 78 % of what the profile explains, and 8 % of the epoch (S4-M05).
Case epochs() {
    MeasuredFile file("training");
    const auto batch = [](int size) -> Params {
        return {{"model", "mlp"}, {"data", "digits"}, {"batch", size}};
    };
    const CellRef small =
        file.add(batch(16), kGpu, 8250,
                 {.parts = {{"h2d", 210}, {"compute", 217}, {"d2h", 573}}, .images = 60000});
    const CellRef large =
        file.add(batch(512), kGpu, 680,
                 {.parts = {{"h2d", 59}, {"compute", 15}, {"d2h", 54}}, .images = 60000});
    return {{file.log()}, pair(small, "slower", large, "part:copies")};
}

/// S2-16: 28 validation images.
Case validation(const char* says) {
    MeasuredFile file("training");
    const auto accuracy = [](double value, double low, double high) -> Told {
        return {.metrics = {{"test_accuracy", "", value, Interval{low, high}}}};
    };
    const auto epochs = [](int count) -> Params {
        return {{"model", "alexnet_lab"}, {"epochs", count}, {"batch", 256}};
    };
    const CellRef short_ = file.add(epochs(25), kCpu, 1057, accuracy(25.0 / 28, 0.728, 0.963));
    const CellRef long_ = file.add(epochs(50), kCpu, 1787, accuracy(1, 0.879, 1));
    return {{file.log()}, {ClaimKind::Metric, short_, long_, "test_accuracy", says, {}}};
}

/// More parameters are not more work (S0-53 the wrong way round).
Case networks(const char* cause) {
    MeasuredFile file("inference");
    const CellRef alexnet =
        file.add(image(224, "alexnet"), kCpu, 9,
                 {.quantities = {{"images", 1}, {"parameters", 61100840}, {"flop", 1430000000}},
                  .images = 1});
    const CellRef resnet =
        file.add(image(224), kCpu, 25,
                 {.quantities = {{"images", 1}, {"parameters", 11689512}, {"flop", 3630000000}},
                  .images = 1});
    return {{file.log()}, pair(resnet, "slower", alexnet, cause)};
}

/// S4-20, S4-30: "about halved" was once taken for the same.
Case neurons() {
    MeasuredFile file("training");
    const auto hidden = [](int count) -> Params {
        return {{"model", "mlp"}, {"hidden", std::to_string(count)}, {"batch", 64}};
    };
    const CellRef less = file.add(hidden(256), kCpu, 480);
    const CellRef more = file.add(hidden(500), kCpu, 960);
    return {{file.log()}, pair(more, "same", less)};
}

JudgedClaim judgedIn(const Case& of, Language language = Language::English) {
    const auto out = judged(compared(of.logs), of.claim, Text(language));
    if (!out) qFatal("a claim of cells that are not there");
    return *out;
}

std::string told(const JudgedClaim& claim) {
    std::string all = claim.statement;
    for (const ClaimCheck& check : claim.checks) all += "\n" + check.shown;
    return all;
}

}  // namespace

class ClaimTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wrongClaimsOfTheSources_data();
    void wrongClaimsOfTheSources();
    void rightClaims_data();
    void rightClaims();
    void flaggedCellsContradictNobody();
    void broughtTimesDecideNothing_Y07();
    void aLowerBoundUnderLoadProvesNothing_Y_11();
    void findsTheOneChangeAmongSeveral();
    void offersCausesOfBothSides();
    void isCitedAndFoundAgain();
    void wordsAreCompleteInBothLanguages();
};

void ClaimTest::wrongClaimsOfTheSources_data() {
    QTest::addColumn<Case>("of");
    QTest::addColumn<QString>("shows");
    QTest::addColumn<bool>("measured");
    const auto row = [](const char* name, const Case& of, const char* shows, bool measured = true) {
        QTest::newRow(name) << of << QString(shows) << measured;
    };
    row("S0-M13 the GPU is faster", smallImages(ClaimKind::Pair, "faster"), "times slower");
    row("S3-M02 the GPU is always faster", smallImages(ClaimKind::All, "faster"), "224 px");
    row("S3-06 slow because of transfers", smallImages(ClaimKind::Pair, "slower", "part:copies"),
        "is 2.00 % of the time");
    row("S0-M03 slow because of the first call",
        smallImages(ClaimKind::Pair, "slower", "first_call"), "not in these times");
    row("S0-M14 another precision", smallImages(ClaimKind::Pair, "slower", "axis:precision"),
        "same on both sides");
    row("S0-22 time is in proportion to the side", sizes("linear"), "to the power 2.0");
    row("S0-52 the size makes no difference", sizes("constant"), "to the power 2.0");
    row("S2-M16 grows exponentially", windows("exponential"), "to the power 2.0");
    row("S2-M17 grows as n^5", windows("fifth"), "to the power 2.0");
    row("S2-M19 tiles win at every size", tiles(), "64");
    row("S2-M12 a launch for each window costs nothing", launches(), "times slower");
    row("S2-M18 a serial share from two numbers", sweep({{1, 860.4}, {4, 526.7}}, "amdahl"),
        "at least 4", false);
    row("S4-08 the speed-up is linear", sweep(kOpenMp, "ideal"), "8 threads");
    row("S4-M06 Amdahl's law explains it", sweep(kOpenMp, "amdahl"), "This is not Amdahl");
    row("S4-07 more processes take less time", sweep(kProcesses, "always_faster"), "contention");
    row("S4-M11 C is the fastest baseline", baseline(), "times slower");
    row("S4-M03 faster at another quality",
        trained(9187, 8132, 64, 64,
                [](CellRef cpu, CellRef gpu) { return pair(gpu, "faster", cpu); }),
        "did not do the same work");
    row("S4-M04 batch 512 learns the same",
        trained(8023, 3388, 16, 512,
                [](CellRef cpu, CellRef gpu) {
                    return Claim{ClaimKind::Metric, cpu, gpu, "test_accuracy", "same", {}};
                }),
        "0.339");
    row("S4-M05 the epoch goes on transfers", epochs(), "difference");
    row("S2-M03 100 % is better than 89 %", validation("better"), "overlap", false);
    row("S0-53 slower because of more parameters", networks("work:parameters"), "11");
    row("S4-20 500 neurons take no longer", neurons(), "times slower");
}

void ClaimTest::wrongClaimsOfTheSources() {
    QFETCH(Case, of);
    QFETCH(QString, shows);
    QFETCH(bool, measured);
    const JudgedClaim judgement = judgedIn(of);
    QVERIFY2(
        judgement.answer() == (measured ? ClaimAnswer::Contradicted : ClaimAnswer::NotMeasured),
        told(judgement).c_str());
    QVERIFY2(told(judgement).find(shows.toStdString()) != std::string::npos,
             told(judgement).c_str());
}

void ClaimTest::rightClaims_data() {
    QTest::addColumn<Case>("of");
    const auto row = [](const char* name, const Case& of) { QTest::newRow(name) << of; };
    row("the GPU is slower there", smallImages(ClaimKind::Pair, "slower"));
    row("because of the computing", smallImages(ClaimKind::Pair, "slower", "part:compute"));
    row("nothing but the device differs", smallImages(ClaimKind::Pair, "slower", "axis:device"));
    row("the square of the side", sizes("quadratic"));
    row("the square of n", windows("quadratic"));
    row("a launch for each window costs", [] {
        Case of = launches();
        of.claim.says = "slower";
        return of;
    }());
    row("more work", networks("work:flop"));
    row("batch 512 learns worse", trained(8023, 3388, 16, 512, [](CellRef cpu, CellRef gpu) {
            return Claim{ClaimKind::Metric, cpu, gpu, "test_accuracy", "worse", {}};
        }));
    row("a serial share", sweep({{1, 100}, {2, 60}, {4, 40}, {8, 30}, {16, 25}}, "amdahl"));
    row("each one more helps", sweep({{1, 100}, {2, 60}, {4, 40}, {8, 30}}, "always_faster"));
}

void ClaimTest::rightClaims() {
    QFETCH(Case, of);
    const JudgedClaim judgement = judgedIn(of);
    QVERIFY2(judgement.answer() == ClaimAnswer::Consistent, told(judgement).c_str());
}

void ClaimTest::flaggedCellsContradictNobody() {
    for (const char* says : {"faster", "same", "slower"}) {
        MeasuredFile file("inference");
        const CellRef cpu = file.add(image(224), kCpu, 5);
        const CellRef gpu = file.add(image(224), kGpu, 8, {.flags = {"very_noisy"}});
        const JudgedClaim judgement = judgedIn({{file.log()}, pair(gpu, says, cpu, "axis:device")});
        QVERIFY2(judgement.answer() == ClaimAnswer::NotMeasured, told(judgement).c_str());
    }
    MeasuredFile file("inference");
    const CellRef first = file.add(image(224), kCpu, 25);
    file.add(image(512), kCpu, 130, {.flags = {"drift"}});
    file.add(image(1024), kCpu, 522);
    const JudgedClaim growth =
        judgedIn({{file.log()}, line(ClaimKind::Growth, first, "size_px", "exponential")});
    QVERIFY2(growth.answer() == ClaimAnswer::NotMeasured, told(growth).c_str());
}

/// Typed times are no measured growth, and their factor has no verdict, in a claim or in a change
/// (Y-07).
void ClaimTest::broughtTimesDecideNothing_Y07() {
    MeasuredFile own("inference");
    const CellRef cpu = own.add(image(224), kCpu, 25);
    MeasuredFile typed("inference", "typed.duelo");
    typed.header().schema = kImportedSchema;
    typed.header().extra[kProvenanceField] = {{"origin", "typed"}, {"source", "the board"}};
    const CellRef gpu = typed.add(image(224), kGpu, 4, {.typed = true});
    typed.add(image(512), kGpu, 16, {.typed = true});
    typed.add(image(1024), kGpu, 64, {.typed = true});
    const JudgedClaim growth =
        judgedIn({{own.log(), typed.log()}, line(ClaimKind::Growth, gpu, "size_px", "quadratic")});
    QVERIFY2(growth.answer() == ClaimAnswer::NotMeasured, told(growth).c_str());
    QVERIFY2(told(growth).find("3 times that Duelo did not measure") != std::string::npos,
             told(growth).c_str());
    const Comparison both = compared({own.log(), typed.log()});
    const auto change = changeEvidence(both, cpu, gpu, Text(Language::English));
    QVERIFY2(change->words.find("no verdict") != std::string::npos, change->words.c_str());
}

/// Y-11: "at least 5 times as fast, while other programs ran" is no figure: no claim is judged by
/// it and no ratio of it can be cited.
void ClaimTest::aLowerBoundUnderLoadProvesNothing_Y_11() {
    MeasuredFile file("inference");
    Params fused = kCpu;
    fused.set("mode", "fused");
    const Told loaded{.flags = {"shared_processor", "noisy"}};
    const CellRef base = file.add(image(224), kCpu, 50, loaded);
    const CellRef fast = file.add(image(224), fused, 5, loaded);
    RecordLog log = file.log();
    // A direction under load asks for five calls of each round.
    for (Record& record : log.records)
        if (auto* samples = std::get_if<Samples>(&record)) {
            const Samples once = *samples;
            for (auto list : {&Samples::t0_ms, &Samples::wall_ms})
                (samples->*list)
                    .insert((samples->*list).end(), (once.*list).begin(), (once.*list).end());
            samples->round.insert(samples->round.end(), once.round.begin(), once.round.end());
            const auto sorted = sortedCopy(samples->wall_ms);
            Summary& summary = *examples::resultOf(log, once.cell).summary;
            summary.n = static_cast<std::int64_t>(sorted.size());
            summary.median_ms = median(sorted);
            summary.ci95_ms = medianInterval(sorted);
            summary.mean_ms = mean(sorted);
            summary.p25_ms = quantileOfSorted(sorted, 0.25);
            summary.p75_ms = quantileOfSorted(sorted, 0.75);
        }
    const Comparison c = compared({log});
    std::size_t bounds = 0;
    for (const Row& row : c.rows)
        for (const ColumnRatio& ratio : row.ratios) bounds += ratio.loaded.has_value();
    QCOMPARE(bounds, std::size_t{1});
    for (const char* says : {"faster", "same", "slower"}) {
        const JudgedClaim judgement = judgedIn({{log}, pair(fast, says, base, "axis:mode")});
        QVERIFY2(judgement.answer() == ClaimAnswer::NotMeasured, told(judgement).c_str());
    }
    const EvidenceBook book = bookOf({log});
    for (const auto* list : {&book.figures(), &book.boxes()})
        for (const Evidence& one : *list) QVERIFY(one.citation.kind != EvidenceKind::Ratio);
    // Who cites the headline cites that it is a bound, and why (Y-09).
    const Evidence& headline = firstOf(book, EvidenceKind::Headline);
    const auto* shown = std::get_if<DocParagraph>(&headline.blocks.front());
    QVERIFY(shown && shown->text == headline.words && headline.citation.said == headline.words);
    const std::string flag = Text(Language::English).word("flag", "shared_processor");
    for (const std::string& part :
         {std::string("at least"), std::string("while other programs ran"), flag})
        QVERIFY2(headline.words.find(part) != std::string::npos, headline.words.c_str());
}

/// Precision and device differ: a third cell tells what precision alone brings.
void ClaimTest::findsTheOneChangeAmongSeveral() {
    MeasuredFile file("inference");
    const Params bf16{{"device", "cuda"}, {"precision", "bf16"}, {"mode", "eager"}};
    const CellRef cpu = file.add(image(512), kCpu, 120);
    const CellRef fast = file.add(image(512), bf16, 10);
    Case of{{file.log()}, pair(fast, "faster", cpu, "axis:precision")};
    QVERIFY(judgedIn(of).checks.back().answer == ClaimAnswer::NotMeasured);
    file.add(image(512), kGpu, 15);
    of.logs = {file.log()};
    const JudgedClaim judgement = judgedIn(of);
    QVERIFY2(judgement.checks.back().answer == ClaimAnswer::Contradicted, told(judgement).c_str());
    QVERIFY2(told(judgement).find("1.50") != std::string::npos, told(judgement).c_str());
    of.claim.cause = "axis:device";
    QVERIFY(judgedIn(of).checks.back().answer == ClaimAnswer::Consistent);
}

void ClaimTest::offersCausesOfBothSides() {
    const Case of = smallImages(ClaimKind::Pair, "slower");
    const Comparison comparison = compared(of.logs);
    const auto causes =
        causesOf(comparison, {placeOf(comparison, of.claim.base), placeOf(comparison, of.claim.of)},
                 Text(Language::Spanish));
    const auto has = [&](const char* code) {
        return std::ranges::find(causes, code, &ClaimCause::code) != causes.end();
    };
    for (const char* code : {"axis:device", "axis:precision", "axis:threads", "part:copies",
                             "part:compute", "first_call"})
        QVERIFY2(has(code), code);
    QVERIFY(!has("part:h2d"));  // in "copies"
}

void ClaimTest::isCitedAndFoundAgain() {
    Case of = smallImages(ClaimKind::Pair, "slower", "part:copies");
    const Comparison comparison = compared(of.logs);
    const ReportOptions options{.language = Language::English};
    EvidenceBook book(&comparison, options);
    LabReport report;
    const auto evidence = judgedEvidence(citationOf(of.claim), comparison, options);
    QVERIFY(evidence);
    const std::string id = report.cite(evidence->citation);
    QVERIFY(book.find(report.citations.front()).evidence == nullptr);
    book.judge(report.citations, std::array{FileGroup{&comparison}}, options);
    QVERIFY(book.find(report.citations.front()).standing == Standing::Current);
    // It outlives the file that the report is kept in.
    const auto read = labReportFromJson(toJson(report));
    QVERIFY(read);
    QVERIFY(claimOf(read->citations.front()) == of.claim);
    report.form = "handout_a";
    report.texts["analysis.why"] = "Look: " + tokenOf(id);
    const Document document = composeLabReport(report, formOf("handout_a"), book, options).document;
    bool found = false;
    for (const DocSection& section : document.sections)
        for (const DocBlock& block : section.blocks)
            if (const auto* table = std::get_if<DocTable>(&block); table && table->id == "claim")
                found = table->rows.size() == 2 &&
                        table->rows[1][1].text == "contradicted by what was measured";
    QVERIFY(found);
    // The figures changed since.
    MeasuredFile other("inference");
    other.add(image(224), kCpu, 5);
    other.add(image(224), kGpu, 9);
    const Comparison later = compared({other.log()});
    EvidenceBook changed(&later, options);
    changed.judge(report.citations, std::array{FileGroup{&later}}, options);
    QVERIFY(changed.find(report.citations.front()).standing == Standing::Changed);
}

void ClaimTest::wordsAreCompleteInBothLanguages() {
    for (const Language language : {Language::Spanish, Language::English}) {
        const Text text(language);
        for (const ClaimKind kind : {ClaimKind::Pair, ClaimKind::All, ClaimKind::Metric,
                                     ClaimKind::Growth, ClaimKind::Workers})
            for (const std::string& says : sayingsOf(kind))
                QVERIFY2(text.has("claim." + std::string(word(kind)) + "_" + says), says.c_str());
    }
    const JudgedClaim spanish =
        judgedIn(smallImages(ClaimKind::Pair, "slower", "part:copies"), Language::Spanish);
    QVERIFY2(spanish.statement.find("va más lento que") != std::string::npos,
             spanish.statement.c_str());
    QVERIFY(told(spanish).find("claim.") == std::string::npos);
}

QTEST_GUILESS_MAIN(ClaimTest)
#include "tst_claim.moc"
