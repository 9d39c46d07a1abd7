// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <cmath>
#include <set>

#include "comparison_testing.h"
#include "document_testing.h"
#include "experiments/specs.h"
#include "record/provenance.h"
#include "report/prediction.h"
#include "report/tabs.h"
#include "report/writers.h"

using namespace duelo;

namespace {

using Codes = std::vector<std::string>;

const Facts kBoth{.physical_cores = 4, .devices = {Device::Cpu, Device::Cuda}};
const Facts kCpuOnly{.physical_cores = 4};

/// ResNet-18 at these sizes on these devices, one thread.
Plan planOf(std::vector<Json> sizes, std::vector<Json> devices) {
    Plan plan = usualPlan(*findSpec("inference"), kCpuOnly);
    plan.cases.front()["size_px"] = std::move(sizes);
    plan.variants.front()["device"] = std::move(devices);
    plan.base = {{"device", "cpu"}};
    return *validated(std::move(plan), kBoth);
}

std::optional<Prediction> askedOf(const Plan& plan, const Facts& facts) {
    return predictionFor(plan, *findSpec(plan.experiment), facts);
}

Codes idsOf(const std::optional<Prediction>& asked) {
    Codes ids;
    if (asked)
        for (const PredictionQuestion& question : questionsOf(*asked)) ids.push_back(question.id);
    return ids;
}

const CellRecord& cellIn(const RecordLog& log, const std::string& id) {
    for (const Record& record : log.records)
        if (const auto* cell = std::get_if<CellRecord>(&record); cell && cell->cell == id)
            return *cell;
    qFatal("no cell %s", id.c_str());
}

/// The PC with a GPU whose student was asked about 224 and 1024 px: the GPU is 2 times as fast in
/// the first, which is noisy, and 20 times in the last.
RecordLog asked(TextTable answers) {
    RecordLog log = examples::gpuPc();
    std::get<Header>(log.records.front()).prediction =
        Prediction{.base = cellIn(log, "c001").variant.json(),
                   .other = cellIn(log, "c003").variant.json(),
                   .first = cellIn(log, "c001").work.json(),
                   .last = cellIn(log, "c007").work.json(),
                   .answers = answers,
                   .skipped = answers.empty()};
    return log;
}

std::vector<PredictionOutcome> outcomesOf(const RecordLog& log) {
    const Comparison comparison = test::compared({log});
    return duelo::outcomesOf(comparison, Labels(comparison, Text(Language::English)));
}

const DocSection* sectionOf(const Document& document, const Text& text) {
    for (const DocSection& section : document.sections)
        if (section.heading == text("prediction.heading")) return &section;
    return nullptr;
}

}  // namespace

/// Predict first (P-01).
class TestPrediction : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsAskedFollowsFromThePlan_P_01() {
        const Plan both = planOf({224, 512, 1024}, {"cpu", "cuda"});
        const auto asked = askedOf(both, kBoth);
        QCOMPARE(idsOf(asked), (Codes{"faster_first", "faster_last", "times_last"}));
        QCOMPARE(asked->base["device"], Json("cpu"));
        QCOMPARE(asked->other["device"], Json("cuda"));
        QCOMPARE(asked->first["size_px"], Json(224));
        QCOMPARE(asked->last["size_px"], Json(1024));
        QVERIFY(asked->answers.empty() && !asked->skipped);
        // The same plan where there is no GPU: nobody is asked what is not measured.
        const auto growth = askedOf(both, kCpuOnly);
        QCOMPARE(idsOf(growth), (Codes{"growth", "times_elsewhere"}));
        QVERIFY(growth->elsewhere && growth->other.is_null());
        QCOMPARE(idsOf(askedOf(planOf({512}, {"cpu", "cuda"}), kBoth)),
                 (Codes{"faster_last", "times_last"}));
        QCOMPARE(idsOf(askedOf(planOf({512}, {"cpu"}), kBoth)), Codes{});
        QCOMPARE(idsOf(askedOf(planOf({512}, {"cuda"}), kCpuOnly)), Codes{});
        Plan threads = planOf({224, 1024}, {"cpu"});
        threads.variants.front()["threads"] = {1, 2};
        QCOMPARE(idsOf(askedOf(threads, kCpuOnly)),
                 (Codes{"times_last", "growth", "times_elsewhere"}));
        // Who has a GPU is asked about that one.
        QCOMPARE(idsOf(askedOf(threads, kBoth)), (Codes{"faster_last", "times_last", "growth"}));
    }

    /// Option B: what the GPU of another PC will do is asked before its file is added, and told
    /// once it stands beside; without it nothing is missed.
    void aGpuElsewhereIsAskedAbout_P_01() {
        RecordLog own = examples::cpuPc();
        auto asked = askedOf(planOf({224, 512, 1024}, {"cpu"}), kCpuOnly);
        QVERIFY(asked);
        asked->base = cellIn(own, "c001").variant.json();
        asked->first = cellIn(own, "c001").work.json();
        asked->last = asked->first;
        asked->last["size_px"] = 1024;
        asked->answers = {{"growth", "10_to_30"}, {"times_elsewhere", "3_to_10"}};
        std::get<Header>(own.records.front()).prediction = *asked;
        const auto told = [](const Comparison& comparison) {
            Codes ids;
            for (const PredictionOutcome& outcome :
                 duelo::outcomesOf(comparison, Labels(comparison, Text(Language::Spanish))))
                ids.push_back(outcome.question.id);
            return ids;
        };
        const Comparison alone = test::compared({own});
        QCOMPARE(told(alone), Codes{"growth"});
        // What is seen is not asked again, but for the GPU that has no time yet (Y-40).
        const auto left = unseenOf(alone, *asked);
        QCOMPARE(idsOf(left), Codes{"times_elsewhere"});
        QCOMPARE(left->last, asked->last);
        const Comparison beside = test::compared({own, examples::otherPc()});
        QCOMPARE(told(beside), (Codes{"growth", "times_elsewhere"}));
        QVERIFY(!unseenOf(beside, *asked));
        Prediction unmeasured = *asked;
        unmeasured.first["size_px"] = 96;
        QCOMPARE(unseenOf(beside, unmeasured), std::optional(unmeasured));
        const Labels labels(beside, Text(Language::Spanish));
        const PredictionOutcome outcome = duelo::outcomesOf(beside, labels).back();
        QVERIFY(outcome.predicted == "3_to_10" && (outcome.factor || outcome.why));
        const PredictionWords words(*asked, "inference", findSpec, Text(Language::Spanish));
        const std::string question = words.question(outcome.question);
        QVERIFY2(question.find("GPU de otro PC") != std::string::npos &&
                     question.find("1024") != std::string::npos,
                 question.c_str());
        if (outcome.factor) {
            QVERIFY(!outcome.measured.empty());
        }
        // Of typed times the factor is told, and that nobody can check it.
        RecordLog typed = examples::otherPc();
        std::get<Header>(typed.records.front()).extra[kProvenanceField] = {
            {"origin", "typed"}, {"source", "docente"}, {"unchecked", {"weights"}}};
        const Comparison noted = test::compared({own, typed});
        const Labels notedLabels(noted, Text(Language::Spanish));
        const PredictionOutcome open = duelo::outcomesOf(noted, notedLabels).back();
        QVERIFY(open.predicted == "3_to_10" && !open.met());
        const std::string toldText = words.measured(open, notedLabels);
        QVERIFY2(toldText.find("sin veredicto (sin comprobar: pesos)") != std::string::npos,
                 toldText.c_str());
        // Who has a GPU is asked about that one.
        QVERIFY(!askedOf(planOf({224, 1024}, {"cpu", "cuda"}), kBoth)->elsewhere);
        QVERIFY(!askedOf(planOf({224, 1024}, {"cpu"}), kBoth)->elsewhere);
    }

    /// A growth by thousands asks nothing: it is asked of two sizes that are near each other, who
    /// is faster of the ends.
    void growthIsAskedOfNearSizes_P_01() {
        const auto px = [](const Json& work) { return work["size_px"].get<int>(); };
        const auto alone = askedOf(planOf({32, 64, 128, 512, 2048}, {"cpu"}), kCpuOnly);
        QCOMPARE(px(alone->first), 512);
        QCOMPARE(px(alone->last), 2048);
        const auto apart = askedOf(planOf({32, 128, 2048}, {"cpu"}), kCpuOnly);
        QCOMPARE(px(apart->first), 128);
        const auto handout = askedOf(planOf({224, 512, 1024}, {"cpu"}), kCpuOnly);
        QCOMPARE(px(handout->first), 224);
        const auto devices = askedOf(planOf({32, 64, 2048}, {"cpu", "cuda"}), kBoth);
        QCOMPARE(px(devices->first), 32);
    }

    /// With two networks and two sizes, the axis that is declared first is swept, and the other
    /// stays.
    void oneAxisIsSwept_P_01() {
        Plan plan = planOf({224, 1024}, {"cpu"});
        plan.cases.front()["model"] = {"resnet18", "mobilenet_v2"};
        const auto asked = askedOf(plan, kCpuOnly);
        const bool modelFirst = asked->first["model"] != asked->last["model"];
        QCOMPARE(asked->first["size_px"] == asked->last["size_px"], modelFirst);
        QVERIFY(asked->first != asked->last);
    }

    /// From one photograph to the next nothing grows: the answer would be 1, between two bands.
    void filesAreNoSizes_P_01() {
        Plan plan = planOf({224}, {"cpu"});
        plan.cases.front()["input"] = {"sample:chelsea.png", "sample:coffee.png"};
        QCOMPARE(idsOf(askedOf(plan, kCpuOnly)), Codes{});
        plan.cases.front()["size_px"] = {224, 512};
        const auto asked = askedOf(plan, kCpuOnly);
        QCOMPARE(idsOf(asked), (Codes{"growth", "times_elsewhere"}));
        QCOMPARE(asked->first["input"], asked->last["input"]);
    }

    /// No experiment has its own: whatever compares is asked about, in full sentences.
    void everyExperimentIsAsked_P_01() {
        for (const Spec& spec : specs()) {
            const auto plan = validated(usualPlan(spec, kBoth), kBoth);
            QVERIFY2(plan, spec.id.c_str());
            if (spec.id == "program") continue;  // usually none: they are the student's own
            const auto asked = predictionFor(*plan, spec, kBoth);
            QVERIFY2(spec.compares == asked.has_value(), spec.id.c_str());
            if (!asked) continue;
            const auto questions = questionsOf(*asked);
            QVERIFY(!questions.empty() && questions.size() <= 3);
            for (const Language language : {Language::Spanish, Language::English}) {
                const PredictionWords words(*asked, spec.id, findSpec, Text(language));
                for (const PredictionQuestion& question : questions) {
                    const std::string text = words.question(question);
                    QVERIFY2(
                        text.find('{') == std::string::npos && text.find('?') != std::string::npos,
                        text.c_str());
                    std::set<std::string> answers;
                    for (const std::string& code : question.choices)
                        answers.insert(words.answer(code));
                    QCOMPARE(answers.size(), question.choices.size());
                    QVERIFY(!answers.contains(""));
                }
            }
        }
    }

    /// Y-40: a lighter network, and another way on the same device, have bands that tell gains
    /// apart; what an earlier version asked is judged in its own.
    void bandsFitWhatIsAsked_P_01() {
        Plan plan = planOf({224}, {"cpu"});
        plan.cases.front()["model"] = {"resnet18", "mobilenet_v2"};
        auto lighter = askedOf(plan, kCpuOnly);
        QCOMPARE(idsOf(lighter), Codes{"growth"});
        const Codes choices = questionsOf(*lighter).front().choices;
        QVERIFY(std::ranges::count_if(
                    choices, [](const std::string& code) { return bandOf(code)->high <= 1; }) >= 3);
        double end = 0;
        for (const std::string& code : choices) {
            QCOMPARE(bandOf(code)->low, end);
            end = bandOf(code)->high;
        }
        QVERIFY(std::isinf(end));
        // Y-33: and the question says at which size.
        const PredictionWords words(*lighter, "inference", findSpec, Text(Language::Spanish));
        const std::string question = words.question(questionsOf(*lighter).front());
        QVERIFY2(question.find("224") != std::string::npos, question.c_str());
        Plan threads = planOf({1024}, {"cpu"});
        threads.variants.front()["threads"] = {1, 2};
        const auto ways = questionsOf(*askedOf(threads, kCpuOnly));
        QCOMPARE(ways.back().id, std::string("times_last"));
        QVERIFY(std::ranges::find(ways.back().choices, "1_5_to_3") != ways.back().choices.end());

        RecordLog log = asked({{"growth", "below_1"}});
        Prediction& old = *std::get<Header>(log.records.front()).prediction;
        old.other = nullptr;
        std::swap(old.first, old.last);  // as the pixels become fewer
        const auto outcomes = outcomesOf(log);
        QCOMPARE(outcomes.size(), 1U);
        QCOMPARE(outcomes[0].measured, Codes{"below_1"});
        QCOMPARE(outcomes[0].met(), std::optional(true));
    }

    /// A bound belongs to the upper band.
    void bands_P_01() {
        RecordLog log = asked({{"growth", "3_to_10"}});
        Prediction& prediction = *std::get<Header>(log.records.front()).prediction;
        prediction.other = nullptr;
        std::erase_if(log.records,
                      [](const Record& record) { return std::holds_alternative<Samples>(record); });
        const auto set = [&](const char* cell, double ms) {
            Summary& summary = *examples::resultOf(log, cell).summary;
            summary.median_ms = ms;
            summary.ci95_ms = Interval{ms, ms};
        };
        set("c001", 100);
        const std::pair<double, const char*> bands[] = {
            {50, "below_1"},    {150, "1_to_3"},    {299.9, "1_to_3"},
            {300, "3_to_10"},   {999, "3_to_10"},   {1000, "10_to_30"},
            {2999, "10_to_30"}, {3000, "above_30"}, {1e9, "above_30"}};
        for (const auto& [ms, band] : bands) {
            set("c007", ms);
            const auto outcomes = outcomesOf(log);
            QCOMPARE(outcomes[0].measured, Codes{band});
            const Codes& choices = outcomes[0].question.choices;
            QVERIFY(std::ranges::find(choices, std::string(band)) != choices.end());
        }
    }

    /// A doubtful ratio contradicts no prediction.
    void measuredIsHeldAgainstPredicted_P_01() {
        const auto right = outcomesOf(
            asked({{"faster_first", "other"}, {"faster_last", "other"}, {"times_last", "1_to_3"}}));
        QCOMPARE(right.size(), 3U);
        QVERIFY(right[0].measured.empty() && !right[0].met());
        QCOMPARE(right[0].why->code, std::string("ratio_doubtful"));
        QCOMPARE(right[1].measured, Codes{"other"});
        QCOMPARE(right[1].met(), std::optional(true));
        QCOMPARE(right[2].measured, Codes{"10_to_30"});
        QCOMPARE(right[2].met(), std::optional(false));
        QVERIFY(std::abs(right[2].factor->ratio - 20) < 1);

        const auto wrong = outcomesOf(asked({{"faster_last", "base"}}));
        QCOMPARE(wrong[1].met(), std::optional(false));
        QVERIFY(wrong[2].predicted.empty() && !wrong[2].met());
        QCOMPARE(wrong[2].measured, Codes{"10_to_30"});
        const auto tie = outcomesOf(asked({{"faster_last", "tie"}}));
        QCOMPARE(tie[1].met(), std::optional(false));
        QVERIFY(outcomesOf(examples::gpuPc()).empty());
    }

    /// An interval that reaches into two bands agrees with both.
    void bandsOfAnInterval_P_01() {
        RecordLog log = asked({{"growth", "3_to_10"}});
        Prediction& prediction = *std::get<Header>(log.records.front()).prediction;
        prediction.other = nullptr;
        prediction.last = cellIn(log, "c004").work.json();  // 120 ms against 25 ms
        const auto before = outcomesOf(log);
        QCOMPARE(before.size(), 1U);
        QCOMPARE(before[0].measured, Codes{"3_to_10"});
        QCOMPARE(before[0].met(), std::optional(true));
        prediction.last = cellIn(log, "c007").work.json();
        QCOMPARE(outcomesOf(log)[0].measured, Codes{"10_to_30"});
        QCOMPARE(outcomesOf(log)[0].met(), std::optional(false));
        prediction.last = prediction.first;  // nothing is swept
        QVERIFY(outcomesOf(log).empty());

        prediction.last = cellIn(log, "c004").work.json();
        std::erase_if(log.records, [](const Record& record) {
            const auto* samples = std::get_if<Samples>(&record);
            return samples && samples->cell == "c004";
        });
        Summary& summary = *examples::resultOf(log, "c004").summary;
        summary.median_ms = 75;
        summary.ci95_ms = Interval{65, 85};
        const auto both = outcomesOf(log);
        QCOMPARE(both[0].measured, (Codes{"1_to_3", "3_to_10"}));
        QVERIFY(!both[0].met());  // it is one of the two
        summary.ci95_ms = Interval{10, 600};
        QCOMPARE(outcomesOf(log)[0].why->code, std::string("prediction_inconclusive"));
        QVERIFY(!outcomesOf(log)[0].met());
    }

    void whatWasNotMeasured_P_01() {
        RecordLog log = asked({{"faster_last", "other"}});
        ResultRecord& gpu = examples::resultOf(log, "c009");
        gpu.status = Status::Failed;
        gpu.reason = Reason{"out_of_memory"};
        gpu.summary.reset();
        const auto outcomes = outcomesOf(log);
        QCOMPARE(outcomes[1].why->code, std::string("out_of_memory"));
        QVERIFY(outcomes[1].measured.empty() && !outcomes[1].met());

        RecordLog other = asked({{"faster_last", "other"}});
        std::get<Header>(other.records.front()).prediction->last["size_px"] = 4096;
        QCOMPARE(outcomesOf(other)[1].why->code, std::string("not_measured_absent"));
    }

    /// A later header of the file, such as that of a resumed run, changes nothing.
    void theFirstHeaderCounts_P_01() {
        RecordLog log = asked({{"faster_last", "base"}});
        Header later = log.header();
        later.prediction->answers = {{"faster_last", "other"}};
        log.records.emplace_back(later);
        QCOMPARE(outcomesOf(log)[1].predicted, std::string("base"));
        // Nor does another PC's file beside it.
        const Comparison beside =
            test::compared({asked({{"faster_last", "base"}}), asked({{"faster_last", "other"}})});
        const Labels labels(beside, Text(Language::English));
        QCOMPARE(duelo::outcomesOf(beside, labels)[1].predicted, std::string("base"));
    }

    void reportHasIt_P_01() {
        for (const Language language : {Language::Spanish, Language::English}) {
            const Text text(language);
            const ReportOptions options{.language = language};
            RecordLog log = asked({{"faster_last", "other"}, {"times_last", "1_to_3"}});
            std::get<Header>(log.records.front()).prediction->seen_runs = 2;
            const Comparison comparison = test::compared({log});
            const Document document = compose(comparison, options);
            const DocTable table = examples::tableOf(document, "prediction");
            QCOMPARE(table.rows.size(), 3U);
            QCOMPARE(table.rows[0][1].text, text("prediction.left_open"));
            QCOMPARE(table.rows[1][3].text, text("prediction.met"));
            QCOMPARE(table.rows[2][3].text, text("prediction.not_met"));
            QVERIFY(table.rows[1][1].text.starts_with("GPU"));
            QVERIFY2(table.rows[2][2].text.starts_with(text("prediction_answer.10_to_30")),
                     table.rows[2][2].text.c_str());
            const std::string seen = text("prediction.seen", {{"n", 2}});
            const auto* told = std::get_if<DocParagraph>(&sectionOf(document, text)->blocks[0]);
            QVERIFY(told && told->text == seen);
            for (const std::string& report :
                 {writeMarkdown(document), writeHtml(document), writeLatex(document)})
                QVERIFY(report.find(text("prediction.heading")) != std::string::npos);
            const Json json = Json::parse(writeJson(comparison, options));
            QCOMPARE(json["prediction"]["seen_runs"], Json(2));
            QCOMPARE(json["prediction"]["questions"][2]["measured"], Json::array({"10_to_30"}));
            QCOMPARE(json["prediction"]["questions"][2]["met"], Json(false));
            QVERIFY(!json["prediction"]["questions"][0].contains("met"));
        }
    }

    void skippedIsPrinted_P_01() {
        const Text text(Language::English);
        const ReportOptions options{.language = Language::English};
        const Document document = compose(test::compared({asked({})}), options);
        const DocSection* section = sectionOf(document, text);
        QVERIFY(section);
        QCOMPARE(section->blocks.size(), 1U);
        QCOMPARE(std::get<DocParagraph>(section->blocks[0]).text, text("prediction.skipped"));
        // Nothing was predicted after anything.
        RecordLog again = asked({});
        std::get<Header>(again.records.front()).prediction->seen_runs = 2;
        const Document later = compose(test::compared({again}), options);
        QCOMPARE(sectionOf(later, text)->blocks.size(), 1U);
        const Comparison never = test::compared({examples::gpuPc()});
        QVERIFY(!sectionOf(compose(never, options), text));
        QVERIFY(!Json::parse(writeJson(never, options)).contains("prediction"));
    }

    /// Beside the result, once it is one.
    void cardHasIt_P_01() {
        const Text text(Language::Spanish);
        const auto card = [&](const RecordLog& log, bool live) -> std::optional<CardValue> {
            const Comparison comparison = test::compared({log});
            const Labels labels(comparison, text);
            Shown shown{.comparison = comparison, .labels = labels, .row = 0};
            if (live) shown.preliminary = [](const ReportCell&) { return std::nullopt; };
            for (CardValue& each : cardsOf(*findSpec("inference"), shown))
                if (each.id == "prediction") return std::move(each);
            return std::nullopt;
        };
        const RecordLog answered = asked({{"faster_last", "other"}});
        QCOMPARE(card(answered, false)->title, text("prediction.card_title"));
        QCOMPARE(card(answered, false)->lines.size(), 3U);
        QVERIFY(card(answered, false)->lines[1].find(text("prediction.met")) != std::string::npos);
        QVERIFY(!card(answered, true));
        QCOMPARE(card(asked({}), false)->lines, Codes{text("prediction.skipped")});
        QVERIFY(!card(examples::gpuPc(), false));
    }
};

QTEST_GUILESS_MAIN(TestPrediction)
#include "tst_prediction.moc"
