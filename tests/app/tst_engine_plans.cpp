// SPDX-License-Identifier: Apache-2.0
// Plans whose cells are not all known to be measured when they begin: a sweep that ends by itself,
// and files with several plans.
#include <algorithm>
#include <string>
#include <vector>

#include "conversation.h"
#include "engine_process.h"
#include "experiments/specs.h"
#include "record/doubt.h"
#include "record/file_plans.h"

using namespace duelo;

namespace {

Plan tinyPlan(int size_px) {
    const auto plan = planFromWords(
        *findSpec("inference"),
        {{"model", {"resnet18"}}, {"size_px", {std::to_string(size_px)}}, {"device", {"cpu"}}}, {});
    if (!plan) qFatal("%s", plan.error().code.c_str());
    Plan tiny = completed(*plan, *findSpec("inference"));
    tiny.preset = Preset::Quick;
    return tiny;
}

/// A file of two plans whose run was cancelled before its first cell.
void writeCancelled(const EngineProcess& engine, const QString& name) {
    auto file = RecordFile::create(fromUtf8(engine.path(name).toStdString()));
    if (!file) qFatal("%s", file.error().code.c_str());
    Header header{.run = "r", .app = "0", .started = "2026-05-04T09:12:33Z"};
    header.plan = toJson(tinyPlan(64));
    header.plan_hash = planHash(header.plan);
    header.cells = 1;
    header.label = {{"student", "Ana"}};
    header.extra[kLaterPlans] = Json::array({{{"plan", toJson(tinyPlan(96))}, {"cells", 1}}});
    header.extra["goals"] = true;
    if (!(*file)->write(header) || !(*file)->write(End{.status = "cancelled"}))
        qFatal("not written");
}

std::vector<std::string> hashesOf(const RecordLog& log) {
    std::vector<std::string> hashes;
    for (const Record& record : log.records)
        if (const auto* header = std::get_if<Header>(&record)) hashes.push_back(header->plan_hash);
    return hashes;
}

}  // namespace

class TestEnginePlans : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Every batch has its result or its reason; the times themselves depend on the machine.
    void theBestBatchIsLookedFor_S0_13() {
        const EngineProcess engine;
        QStringList words = EngineProcess::tiny("32", "best.duelo");
        const auto one = engine.run(words + QStringList{"--best-batch"});
        QCOMPARE(one.code, 2);
        QVERIFY2(one.err.contains("--best-batch: ") && one.err.contains("1..256"),
                 qPrintable(one.err));
        words << "--best-batch"
              << "--batch"
              << "1..8";
        const auto outcome = engine.run(words);
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));  // what was left out was so as asked
        const auto results = engine.results("best.duelo");
        QCOMPARE(results.size(), std::size_t{4});
        for (const auto& [id, result] : results)
            if (result.status == Status::Skipped)
                QCOMPARE(result.reason->code, std::string("throughput_ended"));
            else
                QCOMPARE(result.status, Status::Done);
        for (const char* first : {"c001", "c002"})  // two without a gain come before an end
            QVERIFY(results.at(first).status == Status::Done);
        // Y-20b: on a busy PC all times may be doubtful, and then there is no best batch to tell.
        const bool any = std::ranges::any_of(results, [](const auto& each) {
            return each.second.status == Status::Done && !isDoubtful(each.second);
        });
        QVERIFY2(outcome.out.contains("Best batch") == any, qPrintable(outcome.out));
        const RecordLog log = engine.records("best.duelo");
        QVERIFY(planFromJson(log.header().plan)->run.flag("best_batch"));
    }

    /// Each plan goes on or begins, in the order in which they were to be measured; the file that
    /// was to answer goals does so at the end.
    void resumeGoesOnWithEachPlan_R_21() {
        const EngineProcess engine;
        writeCancelled(engine, "two.duelo");
        const auto outcome = engine.run({"resume", "two.duelo"});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QVERIFY2(outcome.out.contains("G10"), qPrintable(outcome.out));
        const auto cells = engine.cells("two.duelo");
        QCOMPARE(cells.size(), std::size_t{2});
        QCOMPARE(cells.at("c001").work.integer("size_px"), 64);
        QCOMPARE(cells.at("p3-c001").work.integer("size_px"), 96);
        const RecordLog log = engine.records("two.duelo");
        QVERIFY(log.integrity == Integrity::Sealed);
        const std::string first = planHash(toJson(tinyPlan(64)));
        const std::string second = planHash(toJson(tinyPlan(96)));
        QCOMPARE(hashesOf(log), (std::vector<std::string>{first, first, second}));
        for (const Record& record : log.records)
            if (const auto* header = std::get_if<Header>(&record))
                QCOMPARE(header->label.value("student", ""), std::string("Ana"));
        // Once more: both are known, and neither has anything left to do.
        const auto before = engine.results("two.duelo");
        QCOMPARE(engine.run({"resume", "two.duelo"}).code, 0);
        QCOMPARE(hashesOf(engine.records("two.duelo")),
                 (std::vector<std::string>{first, first, second, first, second}));
        const auto after = engine.results("two.duelo");
        QCOMPARE(after.size(), before.size());
        for (const auto& [id, result] : before)
            QCOMPARE(after.at(id).summary->median_ms, result.summary->median_ms);
    }

    /// A file of an earlier Duelo lacks what plans did not say then: its hash is of what it says.
    void aPlanOfAnEarlierDueloIsResumed_R_21() {
        const EngineProcess engine;
        Json plan = toJson(tinyPlan(64));
        plan.erase("run");
        plan.erase("preset");
        QVERIFY(planHash(plan) != planHash(toJson(planFromJson(plan).value())));
        {
            auto file = RecordFile::create(fromUtf8(engine.path("old.duelo").toStdString()));
            QVERIFY(file);
            Header header{.run = "r", .app = "0", .started = "2026-05-04T09:12:33Z"};
            header.plan = plan;
            header.plan_hash = planHash(plan);
            QVERIFY((*file)->write(header));
        }
        const auto outcome = engine.run({"resume", "old.duelo"});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QCOMPARE(engine.results("old.duelo").at("c001").status, Status::Done);
        const RecordLog log = engine.records("old.duelo");
        QCOMPARE(hashesOf(log), (std::vector<std::string>{planHash(plan), planHash(plan)}));
        for (const Record& record : log.records)
            if (const auto* header = std::get_if<Header>(&record)) QVERIFY(header->plan == plan);
    }

    /// The window's request resumes all plans too, and has one reply.
    void theWindowResumesEachPlan_R_21() {
        Conversation window;
        writeCancelled(window.engine(), "two.duelo");
        QCOMPARE(openCells(window.engine().records("two.duelo")), 2);
        window.say({{"c", "resume"}, {"id", 1}, {"file", window.path("two.duelo")}});
        const auto reply = window.replyTo(1);
        QVERIFY2(reply["ok"].toBool(), qPrintable(reply["message"].toString()));
        QCOMPARE(reply["exit_code"].toInt(), 0);
        const RecordLog log = window.engine().records("two.duelo");
        QVERIFY(log.integrity == Integrity::Sealed);
        QCOMPARE(hashesOf(log), (std::vector<std::string>{planHash(toJson(tinyPlan(64))),
                                                          planHash(toJson(tinyPlan(64))),
                                                          planHash(toJson(tinyPlan(96)))}));
        QCOMPARE(openCells(log), 0);
        int ends = 0;
        for (const QJsonObject& line : window.heard()) ends += line["r"] == "end";
        QCOMPARE(ends, 2);
    }
};

QTEST_GUILESS_MAIN(TestEnginePlans)
#include "tst_engine_plans.moc"
