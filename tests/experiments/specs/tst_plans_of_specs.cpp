// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/json_text.h"
#include "base/sha256.h"
#include "experiments/specs.h"
#include "plan/plan_files.h"
#include "spec_testing.h"

using namespace duelo;
using namespace duelo::test;

namespace {

/// The values of the variants alone: "c001 cpu plain".
QStringList ofVariants(const std::vector<Cell>& cells) {
    QStringList list;
    for (const Cell& cell : cells) {
        QString line = QString::fromStdString(cell.id);
        for (const auto& [axis, value] : cell.variant)
            line += ' ' + QString::fromStdString(value.is_string() ? value.get<std::string>()
                                                                   : jsonText(value));
        list << line;
    }
    return list;
}

}  // namespace

/// Tests of plans of all experiments: their variants, refusals and attachments.
class TestPlansOfSpecs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void variantsThatAreMeasured_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("cases");
        QTest::addColumn<QString>("variants");
        QTest::addColumn<QStringList>(
            "measured");  // the values of the variant, by their axes' names
        const auto row = [](const char* id, const char* cases, const char* variants,
                            const QStringList& measured) {
            QTest::newRow(id) << QString(id) << QString(cases) << QString(variants) << measured;
        };
        row("pool_lab", R"({"size_px":4,"window":3,"padding":1})",
            R"({"filter":["constant","transferred"],"tile":[8,16]})",
            {"c001 cpu loops", "c005 cpu threads 2", "c009 cpu library 2", "c029 cuda library",
             "c033 cuda constant plain one", "c035 cuda transferred plain one",
             "c037 cuda constant tiled one 8", "c038 cuda constant tiled one 16",
             "c039 cuda transferred tiled one 8", "c040 cuda transferred tiled one 16"});
        row("max_pool", R"({"size_px":4,"window":3})", R"({"threads":[1,0]})",
            {"c001 cpu loops", "c003 cpu rows", "c005 cpu rows_threads 1",
             "c006 cpu rows_threads 2", "c027 cpu onednn 1", "c028 cpu onednn 2",
             "c029 cpu library 1", "c030 cpu library 2"});
        row("matrix_product", R"({"n":64})", R"({"precision":["fp32","bf16"],"threads":[1,0]})",
            {"c001 cpu three_loops fp32", "c003 cpu loop_order fp32", "c005 cpu blocked fp32",
             "c007 cpu blocked_vector_threads fp32 1", "c008 cpu blocked_vector_threads fp32 2",
             "c029 cpu onednn fp32 1", "c030 cpu onednn fp32 2", "c031 cpu library fp32 1",
             "c032 cpu library fp32 2", "c061 cpu onednn bf16 1", "c062 cpu onednn bf16 2",
             "c063 cpu library bf16 1", "c064 cpu library bf16 2"});
        row("transfer", R"({"bytes":4096})", R"({"device":["cpu","cuda"]})",
            {"c001 memcpy cpu within_host 1", "c002 memcpy cpu within_host 2",
             "c081 nothing cuda to_device pageable", "c085 nothing cuda to_device pinned",
             "c087 compute cuda to_device pinned", "c089 nothing cuda to_device mapped",
             "c097 nothing cuda from_device pageable", "c101 nothing cuda from_device pinned",
             "c103 compute cuda from_device pinned", "c105 nothing cuda from_device mapped",
             "c113 cuda within_device"});
        row("roofs", R"({"bytes":4096})", R"({"device":["cpu","cuda"]})",
            {"c001 cpu 1",      "c002 cpu 2",        "c005 cuda",         "c033 cpu 1",
             "c034 cpu 2",      "c037 cuda",         "c045 cuda",         "c053 cuda",
             "c057 cpu 1",      "c058 cpu 2",        "c061 cuda",         "c065 cpu wake 1",
             "c066 cpu wake 2", "c067 cpu create 1", "c068 cpu create 2", "c101 cuda",
             "c129 cpu",        "c161 cpu",          "c193 cpu 1",        "c194 cpu 2"});
        row("pi", R"({"samples":1000})", R"({"threads":[1,0]})",
            {"c001 cpu loop", "c003 cpu threads 1", "c004 cpu threads 2", "c005 cpu array 1",
             "c006 cpu array 2"});
        // X-04: no axis of a device, because there is nothing on a GPU to choose.
        row("faces", R"({"size_px":256,"cascade":"lbp"})", "{}", {"c001 1", "c002 2"});
        // Processes share the cores: what is left of these are the threads of each (S4-24).
        row("training", "{}", R"({"device":["cpu","cuda"],"processes":[1,2]})",
            {"c001 cpu eager fp32 1 2", "c002 cpu fused fp32 1 2", "c003 cpu eager fp32 2 1",
             "c004 cpu fused fp32 2 1", "c005 cuda eager fp32 1", "c006 cuda fused fp32 1",
             "c007 cuda eager fp32 2", "c008 cuda fused fp32 2"});
        row("stopwatch", "{}", R"({"stopwatch":["right","handout"]})",
            {"c001 right", "c002 handout", "c003 right", "c004 handout"});
        const QString count = text(*findAny("program")->find("command")->usual.begin());
        row("program", R"({"number":[10,20]})", R"({"timed":["wall","printed"]})",
            {"c001 " + count + " wall", "c002 " + count + " {s} s printed",
             "c003 " + count + " wall", "c004 " + count + " {s} s printed"});
    }
    void variantsThatAreMeasured() {
        QFETCH(QString, cases);
        QFETCH(QString, variants);
        const Spec& spec = fetched();
        const Plan plan = planOf(QString(R"({"experiment":"%1","cases":[%2],"variants":[%3]})")
                                     .arg(QString::fromStdString(spec.id), cases, variants));
        QCOMPARE(codes(problemsOf(plan, spec, kTwoCores)), QStringList());
        const auto made = expand(plan, spec, kTwoCores);
        QTEST(ofVariants(made), "measured");
        for (const Cell& cell : made) QVERIFY(fakeMs(spec, cell) > 0);
    }

    void whatAnExperimentItselfRefuses_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("cases");
        QTest::addColumn<QStringList>("problems");
        const auto row = [](const char* name, const char* id, const char* cases,
                            const QStringList& problems) {
            QTest::newRow(name) << QString(id) << QString(cases) << problems;
        };
        const QStringList unusable{R"(work_not_usable {"field":"cases[0].work[0]"})"};
        row("padding", "pool_lab", R"({"window":[2,3],"padding":[1,2]})",
            {R"(padding_too_large {"field":"cases[0].padding[1]"})",
             R"(padding_too_large {"field":"cases[0].padding[1]"})"});
        row("work of nobody", "stopwatch", R"({"work":{}})", unusable);
        row("work of an unknown experiment", "stopwatch",
            R"({"work":{"experiment":"juggling","case":{},"variant":{}}})", unusable);
        row("work of the stopwatch", "stopwatch",
            R"({"work":{"experiment":"stopwatch","case":{},"variant":{"stopwatch":"right"}}})",
            unusable);
        row("work that its experiment refuses", "stopwatch",
            R"({"work":{"experiment":"pi","case":{"samples":0},"variant":{"how":"loop"}}})",
            unusable);
        row("more than one work", "stopwatch",
            R"({"work":{"experiment":"pi","case":{"samples":[1,2]},"variant":{"how":"loop"}}})",
            unusable);
        row("a course", "stopwatch",
            R"({"work":{"experiment":"lr_finder","case":{},"variant":{"device":"cpu"}}})",
            unusable);
        row("work with texts of its own", "stopwatch",
            R"({"work":{"experiment":"program","case":{},"variant":{}}})", unusable);
        row("another experiment's work", "stopwatch",
            R"({"work":{"experiment":"pi","case":{"samples":1},"variant":{"how":"loop"}}})", {});
    }
    void whatAnExperimentItselfRefuses() {
        QFETCH(QString, cases);
        const Spec& spec = fetched();
        const Plan plan = planOf(QString(R"({"experiment":"%1","cases":[%2],"variants":[{}]})")
                                     .arg(QString::fromStdString(spec.id), cases));
        QTEST(codes(problemsOf(plan, spec, kTwoCores)), "problems");
    }

    /// Edited kernels run in child engines, which do no Course.
    void aWayToAnEndHasNoSource_data() { rows(); }
    void aWayToAnEndHasNoSource() {
        const Spec& spec = fetched();
        QVERIFY(!spec.steps || std::ranges::none_of(spec.axes, [](const Axis& axis) {
            return axis.kind == AxisKind::Source;
        }));
    }

    /// X-07: a plan brings its texts along, and is refused without them or with others.
    void attachmentsComeWithThePlan() {
        const Spec& program = *findAny("program");
        const auto typed = planFromWords(
            program, {{"command", {"./sum {n}"}}, {"number", {"10", "20"}}}, kTwoCores);
        const Plan plan = validated(typed.value(), program, kTwoCores).value();
        QVERIFY(plan.attachments == (Attachments{{"./sum {n}", Attachment("./sum {n}")}}));
        for (const Cell& cell : expand(plan, program, kTwoCores)) {
            QVERIFY(cell.attachments == plan.attachments);
            QVERIFY(fakeMs(program, cell) > 0);
        }
        Json json = toJson(plan);
        QVERIFY(planOf(text(json)) == plan);
        json["attachments"]["./sum {n}"] = "rm -r /";
        QCOMPARE(codes(problemsOf(planOf(text(json)), program, kTwoCores)),
                 (QStringList{QString(R"(attachment_differs {"field":"variants[0].command[0]",)"
                                      R"("name":"./sum {n}","expected":"%1","found":"%2"})")
                                  .arg(QString::fromStdString(sha256Hex("./sum {n}")),
                                       QString::fromStdString(sha256Hex("rm -r /")))}));
        json.erase("attachments");
        QCOMPARE(codes(problemsOf(planOf(text(json)), program, kTwoCores)),
                 (QStringList{R"(attachment_missing {"field":"variants[0].command[0]",)"
                              R"("name":"./sum {n}"})"}));
    }

    /// In a sweep over kernels only the edited one carries a source.
    void onlyWhatIsEditedHasASource() {
        const Spec& pool = *findAny("pool_lab");
        const auto typed = planFromWords(
            pool, {{"kernel", {"plain", "edited"}}, {"source", {kernelFile()}}}, kTwoCores);
        const Plan plan = validated(typed.value(), pool, kTwoCores).value();
        std::set<std::string> edited;
        for (const Cell& cell : expand(plan, pool, kTwoCores)) {
            QCOMPARE(cell.attachments.size(), std::size_t{cell.variant.has("source")});
            if (!cell.attachments.empty()) edited.insert(cell.variant.text("kernel"));
        }
        QCOMPARE(edited, (std::set<std::string>{"edited"}));
    }

    /// One experiment from what is typed to what is measured.
    void theToyInFull() {
        const Spec& toy = *findAny("toy");
        const auto typed = planFromWords(toy,
                                         {{"n", {"10", "20"}},
                                          {"shape", {"row", "square"}},
                                          {"share", {"50"}},
                                          {"sorted", {"typed"}},
                                          {"device", {"cpu", "cuda"}},
                                          {"threads", {"1", "0"}},
                                          {"kernel", {"tiled", "plain"}},
                                          {"tile", {"4"}},
                                          {"save", {"typed"}}},
                                         kEightCores);
        QVERIFY(typed);
        Plan chosen = *typed;
        chosen.cases[0]["n"] = {10};
        chosen.cases.push_back({{"n", {20}}, {"sorted", {false}}});
        const QString json(
            R"({"experiment":"toy","cases":[{"n":10,"shape":["row","square"],"share":0.5,)"
            R"("sides":[2,3],"sorted":false},{"n":20,"sorted":false}],"variants":[)"
            R"({"device":["cpu","cuda"],"kernel":["tiled","plain"],"threads":[1,0],"tile":4}],)"
            R"("run":{"save":true},"base":{"device":"cpu","kernel":"plain"},"preset":"standard"})");
        QCOMPARE(text(toJson(chosen)), json);
        QVERIFY(planOf(json) == chosen);
        QCOMPARE(codes(problemsOf(chosen, toy, kEightCores)), QStringList());
        const auto made = expand(chosen, toy, kEightCores);
        const QString rowOf10(R"( {"n":10,"shape":"row","share":0.5,"sorted":false} )");
        const QString of2(R"( {"n":10,"shape":"square","share":0.5,"sides":2,"sorted":false} )");
        const QString of3(R"( {"n":10,"shape":"square","share":0.5,"sides":3,"sorted":false} )");
        const QString rowOf20(R"( {"n":20,"shape":"row","share":0.25,"sorted":false} )");
        const QString one(R"({"device":"cpu","kernel":"plain","threads":1})");
        const QString all(R"({"device":"cpu","kernel":"plain","threads":8})");
        const QString tiled(R"({"device":"cuda","kernel":"tiled","tile":4})");
        const QString plain(R"({"device":"cuda","kernel":"plain"})");
        QCOMPARE(
            described(made),
            (QStringList{"c002" + rowOf10 + one, "c004" + rowOf10 + all, "c005" + rowOf10 + tiled,
                         "c006" + rowOf10 + plain, "c018" + of2 + one, "c020" + of2 + all,
                         "c021" + of2 + tiled, "c022" + of2 + plain, "c026" + of3 + one,
                         "c028" + of3 + all, "c029" + of3 + tiled, "c030" + of3 + plain,
                         "c034" + rowOf20 + one, "c036" + rowOf20 + all, "c037" + rowOf20 + tiled,
                         "c038" + rowOf20 + plain}));
        std::vector<double> times;
        for (std::size_t i = 0; i < 8; ++i) times.push_back(fakeMs(toy, made[i]));
        QCOMPARE(times, (std::vector<double>{10, 1.25, 0.0025, 0.01, 20, 2.5, 0.005, 0.02}));
    }

    /// X-06: photographs that share a batch are one value, as files that travel with the plan too.
    void filesInOneValue_X_06() {
        const Spec& spec = *duelo::findSpec("inference");
        const auto planWith = [&](Json input) {
            Plan plan = usualPlan(spec, kEightCores);
            plan.cases.front()["size_px"] = {224};
            plan.cases.front()["input"] = {std::move(input)};
            return plan;
        };
        const auto codeOf = [](const Plan& wrong, const Spec& of) {
            const auto problems = problemsOf(wrong, of, kEightCores);
            return problems.empty() ? std::string() : problems.front().reason.code;
        };
        const auto codesOf = [&](Json input) { return codeOf(planWith(std::move(input)), spec); };
        const Plan plan = planWith(Json::array({"/a/1.png", "sample:coffee.png", "/a/2.png"}));
        QCOMPARE(codes(problemsOf(plan, spec, kEightCores)), QStringList());
        const auto again = planFromJson(toJson(plan));
        QVERIFY(again && *again == plan);
        const auto cells = expand(*again, spec, kEightCores);
        QVERIFY(cells.front().work.at("input") == plan.cases.front().at("input").front());
        QVERIFY(std::ranges::all_of(
            cells, [](const Cell& cell) { return cell.work.at("input").size() == 3; }));
        QCOMPARE(filesOf(plan, spec), (std::vector<std::string>{"/a/1.png", "/a/2.png"}));
        const auto moved = withFilesAt(
            plan, spec, [](const std::string& file) -> Result<std::string> { return "/b" + file; });
        QVERIFY(moved->cases.front().at("input").front() ==
                Json::array({"/b/a/1.png", "sample:coffee.png", "/b/a/2.png"}));
        QCOMPARE(codesOf(Json::array()), std::string("list_empty"));
        QCOMPARE(codesOf(Json::array({"/a/1.png", 7})), std::string("field_not_text"));
        QCOMPARE(codesOf(Json::array({"/a/1.png", ""})), std::string("path_not_usable"));
        QCOMPARE(codesOf(Json::array({"/a/1.png", Json::array({"/a/2.png"})})),
                 std::string("field_not_text"));
        QCOMPARE(codesOf(Json(std::vector<std::string>(5000, "/a/1.png"))),
                 std::string("too_many_files"));
        // Pooling looks at one at a time, and so has no such list.
        Plan pool = usualPlan(*duelo::findSpec("max_pool"), kEightCores);
        pool.cases.front()["numbers"] = {"picture"};
        pool.cases.front()["picture"] = {Json::array({"/a/1.png", "/a/2.png"})};
        QCOMPARE(codeOf(pool, *duelo::findSpec("max_pool")), std::string("field_not_text"));
    }
};

QTEST_APPLESS_MAIN(TestPlansOfSpecs)
#include "tst_plans_of_specs.moc"
