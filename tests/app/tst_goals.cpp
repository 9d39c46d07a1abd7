// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include <algorithm>
#include <span>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "experiments/compare.h"
#include "flat_summary.h"
#include "goal_table.h"
#include "terminal_table.h"

using namespace duelo;

namespace {

constexpr Device kBoth[] = {Device::Cpu, Device::Cuda};

/// The first goal of that id.
const Goal& goalOf(const std::string& id) {
    return *std::ranges::find(goals(), id, &Goal::id);
}

/// Calls of 4 ms that take `factor` times as long; enough for an interval.
ResultRecord resultOf(const std::string& cell, double factor) {
    ResultRecord result;
    result.cell = cell;
    result.summary = examples::flatSummary(4 * factor, 30);
    return result;
}

/// A PC without a GPU on which every goal of the CPU was measured: the base takes twice as long.
RecordLog measuredOnCpu() {
    RecordLog log{.path = "goals.duelo", .integrity = Integrity::Sealed};
    const Facts facts{.physical_cores = 4};
    int number = 0;
    for (const Plan& plan : plansOf(goals(), std::span(kBoth).first(1), findSpec)) {
        const auto checked = validated(plan, facts);
        if (!checked) qFatal("%s", checked.error().code.c_str());
        log.records.push_back(Header{.plan = toJson(*checked)});
        for (const Cell& cell : expand(*checked, facts)) {
            const std::string id = "x" + std::to_string(++number);
            log.records.push_back(CellRecord{.cell = id,
                                             .experiment = cell.experiment,
                                             .work = cell.work,
                                             .variant = cell.variant});
            log.records.push_back(resultOf(id, cell.variant.text("mode") == "eager" ? 2 : 1));
        }
        log.records.push_back(End{.status = "completed"});
    }
    return log;
}

const Spec* withGraph(std::string_view id) {
    static const Spec offering = [] {
        Spec spec = *findSpec("inference");
        auto& words = std::ranges::find(spec.axes, "mode", &Axis::id)->words;
        if (std::ranges::find(words, "graph") == words.end()) words.emplace_back("graph");
        return spec;
    }();
    return id == "inference" ? &offering : findSpec(id);
}

const Spec* withoutGraph(std::string_view id) {
    static const Spec lacking = [] {
        Spec spec = *findSpec("inference");
        std::erase(std::ranges::find(spec.axes, "mode", &Axis::id)->words, "graph");
        return spec;
    }();
    return id == "inference" ? &lacking : findSpec(id);
}

}  // namespace

class TestGoals : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The goals are data: what they name must exist, and be in the plans.
    void plansMeasureWhatTheGoalsName() {
        const Facts facts{.physical_cores = 4, .devices = {Device::Cpu, Device::Cuda}};
        std::vector<Cell> cells;
        for (const Plan& plan : plansOf(goals(), kBoth, findSpec)) {
            const auto checked = validated(plan, facts);
            QVERIFY2(checked, checked ? "" : checked.error().code.c_str());
            std::ranges::move(expand(*checked, facts), std::back_inserter(cells));
        }
        for (const Goal& goal : goals()) {
            const Params* candidate = candidateOf(goal, findSpec);
            QCOMPARE(candidate == nullptr, !goal.lack.empty());
            if (candidate == nullptr) continue;
            QVERIFY(goal.target >= 0.8);
            for (const Params* way : {&goal.base, candidate})
                QVERIFY2(std::ranges::any_of(cells,
                                             [&](const Cell& cell) {
                                                 return cell.experiment == goal.experiment &&
                                                        includes(cell.work, goal.work) &&
                                                        includes(cell.variant, *way);
                                             }),
                         goal.id.c_str());
        }
    }

    void graphIsTakenWhereItIsOffered() {
        QCOMPARE(candidateOf(goalOf("G6"), withGraph)->text("mode"), std::string("graph"));
        QCOMPARE(candidateOf(goalOf("G6"), withoutGraph)->text("mode"), std::string("fused"));
    }

    /// The best batch is the candidate's, of those that both ways were measured with.
    void theBestBatchAnswers_S0_13() {
        const Goal& goal = goalOf("G8");
        const Params& candidate = *candidateOf(goal, findSpec);
        RecordLog log{.path = "goals.duelo", .integrity = Integrity::Sealed};
        log.records.push_back(Header{.plan = {{"experiment", "inference"}}});
        int number = 0;
        const auto add = [&](int batch, const Params& way, double factor) {
            const std::string id = "x" + std::to_string(++number);
            Params work = goal.work;
            work.set("batch", batch);
            log.records.push_back(
                CellRecord{.cell = id, .experiment = "inference", .work = work, .variant = way});
            ResultRecord result = resultOf(id, factor);
            if (factor > 0)
                result.metrics = {rateOf("throughput", "image/s", batch, *result.summary)};
            else
                result = ResultRecord{
                    .cell = id,
                    .status = Status::Skipped,
                    .reason = Reason{"throughput_ended", {{"best", 8}, {"value", 8}}, {}}};
            log.records.push_back(result);
        };
        // Of the candidate 0.25, 1 and 2 images in a unit of time, and most where the base ended.
        for (const auto& [batch, base, fast] :
             {std::tuple(1, 8.0, 4.0), {4, 12.0, 4.0}, {8, 16.0, 4.0}, {16, 0.0, 4.0}}) {
            add(batch, goal.base, base);
            add(batch, candidate, fast);
        }
        log.records.push_back(End{.status = "completed"});
        const auto comparison = compare(std::span(&log, 1));
        QVERIFY(comparison);
        const auto answers = goalAnswers(std::span(&goal, 1), *comparison, std::nullopt);
        QCOMPARE(answers.front().row->work.integer("batch"), 8);
        QCOMPARE(answers.front().ratio->estimate->ratio, 4.0);
        QCOMPARE(toJson(answers.front()).at("case").at("batch").get<int>(), 8);
    }

    /// Without a GPU each goal of it says so, and no figure stands for what was not measured.
    void everyGoalHasItsAnswer() {
        const RecordLog log = measuredOnCpu();
        const auto comparison = compare(std::span(&log, 1));
        QVERIFY(comparison);
        const Reason no_gpu{"no_nvidia_driver", {{"library", "libcuda.so.1"}}};
        const auto answers = goalAnswers(goals(), *comparison, no_gpu);
        QCOMPARE(answers.size(), goals().size());
        for (const GoalAnswer& answer : answers) {
            const Goal& goal = *answer.goal;
            const Json line = toJson(answer);
            QCOMPARE(line.value("goal", ""), goal.id);
            if (!goal.lack.empty()) {
                QVERIFY(!answer.ratio && !answer.why);
                QCOMPARE(line.value("reason", ""), goal.lack);
            } else if (deviceOf(goal.base) == Device::Cuda) {
                QVERIFY(!answer.ratio);
                QCOMPARE(line.value("reason", ""), std::string("no_nvidia_driver"));
                QVERIFY(!line.contains("ratio"));
            } else {
                QVERIFY2(answer.ratio, goal.id.c_str());
            }
        }
        const auto ten = std::ranges::find(answers, &goalOf("G10"), &GoalAnswer::goal);
        QVERIFY(ten->ratio->givesFactor());
        QCOMPARE(ten->ratio->estimate->ratio, 2.0);
        QCOMPARE(toJson(*ten).value("verdict", ""), std::string("faster"));
        QCOMPARE(reached(*ten), std::optional(true));
        QCOMPARE(toJson(*ten).value("reached", false), true);
        GoalAnswer raised = *ten;
        Goal higher = *ten->goal;
        raised.goal = &higher;
        higher.target = 2.5;  // as fast as that it is not, though it is faster
        QCOMPARE(reached(raised), std::optional(false));
        const Interval& ci95 = *ten->ratio->estimate->ci95;
        higher.target = (ci95.low + ci95.high) / 2;
        if (ci95.low < ci95.high) QCOMPARE(reached(raised), std::optional<bool>());
        higher.target = 0;
        QCOMPARE(reached(raised), std::optional<bool>());

        for (const Language language : {Language::English, Language::Spanish}) {
            const Text text(language);
            const std::string shown =
                terminalTables(goalDocument(answers, *comparison, no_gpu, text));
            for (const std::string& part :
                 {std::string("G20"), text.word("kernel", "matmul_registers"), text("goal.G7"),
                  text("lack.other_program"), text("cause.no_nvidia_driver"), text.reason(no_gpu),
                  text("verdict.faster"), text("bench.reached")})
                QVERIFY2(shown.find(part) != std::string::npos, part.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TestGoals)
#include "tst_goals.moc"
