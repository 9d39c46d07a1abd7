// SPDX-License-Identifier: Apache-2.0
// P-10: a change, what it gains and what it costs, with its source.
#include <set>

#include <QtTest>

#include "experiments/specs.h"
#include "lab_report/facts.h"
#include "lab_report/references.h"
#include "lab_report/what_if.h"
#include "lab_report_testing.h"
#include "measured_file.h"
#include "report/finding.h"

using namespace duelo;
using namespace duelo::test;
using examples::MeasuredFile;

namespace {

const Facts kNoGpu{.physical_cores = 4};

Params image(int size_px, int batch = 1, const char* model = "resnet18") {
    return {{"model", model},
            {"input", "random"},
            {"size_px", size_px},
            {"batch", batch},
            {"seed", 1234}};
}
Params cpu(const char* precision = "fp32", const char* mode = "eager", int threads = 4) {
    return {{"device", "cpu"}, {"threads", threads}, {"precision", precision}, {"mode", mode}};
}

struct Measured {
    RecordLog log;
    CellRef base, fused, batch, small, bf16;
};

Measured measured() {
    MeasuredFile file("inference");
    Measured out;
    out.base = file.add(image(224), cpu(), 20, {.images = 1});
    out.fused = file.add(image(224), cpu("fp32", "fused"), 10, {.images = 1});
    out.bf16 = file.add(image(224), cpu("bf16"), 8, {.images = 1, .output = "another"});
    out.batch = file.add(image(224, 8), cpu(), 80, {.images = 8});
    out.small = file.add(image(128), cpu(), 6, {.images = 1});
    out.log = file.log();
    return out;
}

std::string cellOf(const Evidence& evidence, const char* what, std::size_t column) {
    const auto& table = std::get<DocTable>(evidence.blocks.front());
    for (const auto& row : table.rows)
        if (row.front().text == what) return row[column].text;
    return "no row " + std::string(what);
}

bool holds(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

class WhatIfTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsGainAndCost();
    void comparesBatchesImageByImage();
    void givesNoFactorOfADoubtfulCell();
    void listsWhatIsMeasuredAndWhatCanBe();
    void offersWhatFitsTheCell_Y_40();
    void offersNoPaperOfAnotherMatter_Y_40();
    void makesAPlanOfBoth();
    void hasASourceInTheReport();
    void beginsWithWhatGainsMost_P_10();
    void proposesOfTheOwnFileAlone_P_10();
    void threadsAreMeasuredByOneClick_Y_40();
    void tellsWhatAnotherNetworkCosts_P_10();
    void twoNetworksLeadWithTheirPair_P_10();
};

/// A run of two networks in one way is about them, also beside a classmate's GPU.
void WhatIfTest::twoNetworksLeadWithTheirPair_P_10() {
    MeasuredFile own("inference"), mate("inference", "mate.duelo");
    own.add(image(224), cpu(), 20, {.images = 1});
    own.add(image(224, 1, "mobilenet_v2"), cpu(), 10, {.images = 1});
    mate.add(image(224), {{"device", "cuda"}, {"precision", "fp32"}, {"mode", "eager"}}, 1,
             {.images = 1});
    const auto leads = [](const Comparison& comparison) {
        const Labels labels(comparison, Text(Language::English));
        return findingOfTwoCases({.comparison = comparison, .labels = labels, .table = 0});
    };
    const auto found = leads(compared({own.log(), mate.log()}));
    QVERIFY(found && found->verdict == Verdict::Faster);
    QVERIFY2(holds(found->headline, "times as fast as ResNet-18"), found->headline.c_str());
    QVERIFY2(!holds(found->headline, "GPU"), found->headline.c_str());
    // Sizes ask how the time grows, and a second way which of both is faster.
    own.add(image(128), cpu(), 6, {.images = 1});
    QVERIFY(!leads(compared({own.log(), mate.log()})));
}

/// Another network has other operations and another accuracy, which its authors publish; of
/// networks whose figure was not looked up none is told.
void WhatIfTest::tellsWhatAnotherNetworkCosts_P_10() {
    MeasuredFile file("inference");
    const CellRef base = file.add(image(224), cpu(), 20, {.images = 1}),
                  light = file.add(image(224, 1, "mobilenet_v2"), cpu(), 9, {.images = 1}),
                  other = file.add(image(224, 1, "alexnet"), cpu(), 9, {.images = 1}),
                  fused = file.add(image(224), cpu("fp32", "fused"), 10, {.images = 1});
    const Comparison comparison = compared({file.log()});
    const Text text(Language::English);
    const auto told = changeEvidence(comparison, base, light, text);
    QVERIFY(told);
    QCOMPARE(cellOf(*told, "Operations (billions)", 1), std::string("3.63"));
    QCOMPARE(cellOf(*told, "Operations (billions)", 2), std::string("0.602"));
    QCOMPARE(cellOf(*told, "Published accuracy (top-1, %)", 1), std::string("69.8"));
    QCOMPARE(cellOf(*told, "Published accuracy (top-1, %)", 2), std::string("71.9"));
    QVERIFY2(holds(told->words, "Operations: from 3.63 to 0.602 billion."), told->words.c_str());
    QVERIFY2(holds(told->words, "from 69.8 % to 71.9 %."), told->words.c_str());
    QVERIFY(!holds(changeEvidence(comparison, base, other, text)->words, "accuracy"));
    const auto same = changeEvidence(comparison, base, fused, text);
    QVERIFY2(!holds(same->words, "Operations") && !holds(same->words, "accuracy"),
             same->words.c_str());
}

/// Not with what stands first in the file, and never with a loss.
void WhatIfTest::beginsWithWhatGainsMost_P_10() {
    Measured of = measured();
    const Text text(Language::English);
    const auto best = bestChange(compared({of.log}), text);
    QVERIFY(best && best->first == of.base && best->second == of.small);
    examples::resultOf(of.log, of.small.cell).flags.push_back("very_noisy");
    const auto next = bestChange(compared({of.log}), text);
    QVERIFY(next && next->second != of.small);
    MeasuredFile one("inference");
    one.add(image(224), cpu(), 20, {.images = 1});
    QVERIFY(!bestChange(compared({one.log()}), text));
}

/// Cells of a classmate's PC are no proposals here, except those of its GPU.
void WhatIfTest::proposesOfTheOwnFileAlone_P_10() {
    MeasuredFile own("inference"), mate("inference", "mate.duelo");
    const CellRef slow = own.add(image(224), cpu(), 20), quick = own.add(image(128), cpu(), 6);
    mate.header().machine.id = "4567abcd";
    mate.add(image(224), cpu("fp32", "eager", 6), 12);
    mate.add(image(1024), cpu("fp32", "eager", 6), 900);
    const CellRef gpu =
        mate.add(image(224),
                 {{"device", "cuda"}, {"threads", 4}, {"precision", "fp32"}, {"mode", "eager"}}, 1);
    const Comparison both = compared({own.log(), mate.log()});
    const auto best = bestChange(both, Text(Language::English));
    QVERIFY(best && best->first == slow && best->second == quick);
    bool device = false;
    for (const Change& change : changesOf(both, slow, kNoGpu)) {
        QVERIFY2(change.axis != "threads" || change.value != Json(6), "another PC's threads");
        device |= change.axis == "device" && !change.cells.empty() && change.cells.front() == gpu;
    }
    QVERIFY(device);
}

/// The case with the least to do, with the numbers of threads that a law needs on these cores.
void WhatIfTest::threadsAreMeasuredByOneClick_Y_40() {
    const Measured of = measured();
    const auto plan = workersPlan(compared({of.log}));
    QVERIFY(plan.has_value());
    QCOMPARE(plan->experiment, std::string("inference"));
    QCOMPARE(valuesIn(plan->cases.front(), "size_px"), std::vector<Json>{128});
    const std::vector<Json>& threads = valuesIn(plan->variants.front(), "threads");
    QVERIFY(threads.size() > 3 && threads.front() == Json(1) && threads.back() == Json(16));
    QCOMPARE(plan->base.integer("threads"), std::int64_t{1});
    QVERIFY(plan->preset == Preset::Quick);
    QVERIFY(problemsOf(*plan, *findSpec("inference"), kNoGpu).empty());
}

void WhatIfTest::tellsGainAndCost() {
    const Measured of = measured();
    const Comparison comparison = compared({of.log});
    const auto fused = changeEvidence(comparison, of.base, of.fused, Text(Language::English));
    QVERIFY(fused);
    QVERIFY2(holds(fused->words, "times as fast per call (95 % CI"), fused->words.c_str());
    QCOMPARE(cellOf(*fused, "Mode", 1), std::string("eager"));
    QCOMPARE(cellOf(*fused, "Result against that before", 2), std::string("the same"));
    // Another machine, another language.
    const auto spanish = changeEvidence(comparison, of.base, of.small, Text(Language::Spanish));
    QVERIFY(spanish && spanish->value && std::abs(*spanish->value - 20.0 / 6) < 0.1);
    QVERIFY(holds(spanish->words, "veces más rápido medido como «"));
    QVERIFY(holds(spanish->title, "¿Y si…? 224 px → 128 px"));
    QVERIFY(!changeEvidence(comparison, of.base, {"another run", "c1"}, Text(Language::Spanish)));
}

void WhatIfTest::comparesBatchesImageByImage() {
    const Measured of = measured();
    const Comparison comparison = compared({of.log});
    const auto batch = changeEvidence(comparison, of.base, of.batch, Text(Language::English));
    QVERIFY(batch);
    // Eight images in 80 ms instead of one in 20; whoever waits for one waits for all.
    QVERIFY2(holds(batch->words, "Gain: 2.0"), batch->words.c_str());
    QVERIFY(holds(cellOf(*batch, "Time of a call", 1), "0.020"));
    QVERIFY(holds(cellOf(*batch, "Time of a call", 2), "0.08") ||
            holds(cellOf(*batch, "Time of a call", 2), "0.079"));
}

void WhatIfTest::givesNoFactorOfADoubtfulCell() {
    Measured of = measured();
    examples::resultOf(of.log, of.fused.cell).flags.push_back("very_noisy");
    const auto doubtful =
        changeEvidence(compared({of.log}), of.base, of.fused, Text(Language::English));
    QVERIFY(doubtful && holds(doubtful->words, "no factor"));
    QVERIFY(!doubtful->value);
}

void WhatIfTest::listsWhatIsMeasuredAndWhatCanBe() {
    const Measured of = measured();
    const auto changes = changesOf(compared({of.log}), of.base, kNoGpu);
    const auto find = [&](const char* axis, const Json& value) {
        return std::ranges::find_if(changes, [&](const Change& change) {
            return change.axis == axis && change.value == value;
        });
    };
    for (const auto& [axis, value, cell] :
         {std::tuple("mode", Json("fused"), of.fused),
          std::tuple("precision", Json("bf16"), of.bf16), std::tuple("batch", Json(8), of.batch),
          std::tuple("size_px", Json(128), of.small)}) {
        const auto change = find(axis, value);
        QVERIFY2(change != changes.end(), axis);
        QCOMPARE(change->cells.size(), 1U);
        QVERIFY(change->cells.front() == cell);
    }
    // A lighter model and a larger batch can still be measured; a GPU and its graphs cannot.
    const auto model = find("model", "mobilenet_v2");
    QVERIFY(model != changes.end() && model->cells.empty());
    QVERIFY(find("batch", 32) != changes.end());
    QVERIFY(find("mode", "channels_last") != changes.end());
    QVERIFY(find("device", "cuda") == changes.end());
    QVERIFY(find("mode", "graph") == changes.end());
}

/// A CPU multiplies in no TF32, and a network of 28 pixels is no change of one of 224.
void WhatIfTest::offersWhatFitsTheCell_Y_40() {
    const Measured of = measured();
    const Comparison comparison = compared({of.log});
    std::set<std::string> offered;
    for (const Change& change : changesOf(comparison, of.base, kNoGpu)) {
        offered.insert(change.axis + "=" + change.value.dump());
        const Params work = image(224);
        QCOMPARE(change.papers, referencesFor(change.axis, change.value, work));
        for (const std::string& paper : change.papers) {
            QVERIFY2(holds(paper, "doi:10.") || holds(paper, "arXiv:"), paper.c_str());
            QVERIFY(paper.size() <= kMaxLineChars);
        }
        // What a report is most often about has papers to begin with.
        for (const char* axis : {"threads", "batch", "precision", "mode", "size_px"})
            if (change.axis == axis) QVERIFY2(!change.papers.empty(), axis);
    }
    for (const char* no : {"precision=\"tf32\"", "precision=\"fp16\"", "model=\"mlp\""})
        QVERIFY2(!offered.contains(no), no);
    QVERIFY(offered.contains("precision=\"bf16\"") && offered.contains("size_px=128"));
    QVERIFY(offered.contains("model=\"mobilenet_v2\""));
    QVERIFY(holds(referencesFor("model", "mobilenet_v2").front(), "MobileNetV2"));
    QVERIFY(holds(referencesFor("precision", "int8").front(), "10.1109/CVPR.2018.00286"));
}

/// No paper about networks stands beside a change of anything else, and none at all beside an axis
/// that none of them is about, whichever experiment it is of.
void WhatIfTest::offersNoPaperOfAnotherMatter_Y_40() {
    const auto ofNetworks = [](const std::string& paper) {
        for (const char* part : {"MobileNet", "EfficientNet", "residual learning", "cuDNN"})
            if (holds(paper, part)) return true;
        return false;
    };
    const std::set<std::string> known{"precision", "model", "size_px", "threads", "instances",
                                      "processes", "batch", "device",  "mode",    "kernel"};
    int axes = 0;
    for (const Spec& spec : specs())
        for (const Axis& axis : spec.axes) {
            std::vector<Json> values = axis.offered;
            values.emplace_back(1);
            for (const std::string& word : axis.words) values.emplace_back(word);
            for (const Json& value : values)
                for (const Params& work : {Params{}, Params{{"model", "mlp-500"}}}) {
                    const auto papers = referencesFor(axis.id, value, work);
                    const std::string name = spec.id + " " + axis.id + " " + value.dump();
                    QVERIFY2(known.contains(axis.id) || papers.empty(), name.c_str());
                    QVERIFY2(axis.id == "model" || std::ranges::none_of(papers, ofNetworks),
                             name.c_str());
                    ++axes;
                }
        }
    QVERIFY(axes > 100);
    QVERIFY(referencesFor({}, {}).empty());  // nothing is chosen
    QVERIFY(referencesFor("model", "mlp").empty());
    QVERIFY(std::ranges::any_of(referencesFor("size_px", 128, image(224)), ofNetworks));
}

void WhatIfTest::makesAPlanOfBoth() {
    const Measured of = measured();
    const Comparison comparison = compared({of.log});
    const Spec& spec = *findSpec("inference");
    const auto cells = [&](const Change& change) {
        const auto plan = planOf(comparison, of.base, change);
        if (!plan) qFatal("no plan");
        return expand(validated(*plan, spec, kNoGpu).value(), spec, kNoGpu);
    };
    const auto models = cells({.axis = "model", .value = "mobilenet_v2"});
    QCOMPARE(models.size(), 2U);
    QCOMPARE(models[1].work.text("model"), std::string("mobilenet_v2"));
    QVERIFY(models[0].variant == models[1].variant);
    const auto modes = cells({.axis = "mode", .value = "fused"});
    QCOMPARE(modes.size(), 2U);
    QVERIFY(modes[0].work == modes[1].work);
    QCOMPARE(modes[1].variant.text("mode"), std::string("fused"));
}

void WhatIfTest::hasASourceInTheReport() {
    const Measured of = measured();
    const Comparison comparison = compared({of.log});
    LabReport report;
    report.form = "handout_a";
    report.language = Language::English;
    const ReportOptions options = optionsOf(report);
    auto cited =
        judgedEvidence(citationOf(of.base, of.fused, "Williams 2009"), comparison, options);
    QVERIFY(cited);
    const std::string id = report.cite(cited->citation);
    // Which question asks for a source is the form's to say.
    const ReportForm& form = formOf("handout_a");
    std::string question;
    for (const ReportSection& section : form.sections)
        for (const ReportQuestion& one : section.questions)
            if (one.needs == AnswerNeeds::Source) question = one.id;
    report.texts[question] = "Fuse the layers: " + tokenOf(id);
    const EvidenceBook book(&comparison, options, {report.citations, report.kept});
    QVERIFY(book.find(report.citations.front()).standing == Standing::Current);
    const auto noSource = [&] {
        return std::ranges::any_of(
            factsOf(report, form, book, options.text()),
            [](const ReportFact& fact) { return holds(fact.sentence, "names no source"); });
    };
    QVERIFY(!noSource());
    // The dialog puts it below the words that propose it; it lends no other proposal its source.
    report.texts[question] = "Fuse the layers:\n" + tokenOf(id);
    QVERIFY(!noSource());
    report.texts[question] = "Fuse the layers:\nUse fewer of them.\n" + tokenOf(id);
    QVERIFY(noSource());
    report.texts[question] = "Fuse the layers: " + tokenOf(id);
    bool told = false;
    for (const DocSection& section :
         composeLabReport(report, form, book, options).document.sections)
        for (const DocBlock& block : section.blocks)
            if (const auto* table = std::get_if<DocTable>(&block); table && table->id == "what-if")
                told = table->notes.back() == "Source: Williams 2009";
    QVERIFY(told);
    report.citations.front().source.clear();
    QVERIFY(noSource());
}

QTEST_GUILESS_MAIN(WhatIfTest)
#include "tst_what_if.moc"
