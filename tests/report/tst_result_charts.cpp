// SPDX-License-Identifier: Apache-2.0
// Tests of the charts and sentences about a comparison that the window and every file have.
#include <set>

#include <QTest>

#include "base/base64.h"
#include "base/reason_json.h"
#include "document_testing.h"
#include "experiments/common_axes.h"
#include "experiments/compare.h"
#include "experiments/inference/critical.h"
#include "experiments/inference/params.h"
#include "experiments/inference/view.h"
#include "experiments/specs.h"
#include "experiments/training/view_sweeps.h"
#include "experiments/work_names.h"
#include "plan/spec.h"
#include "record/provenance.h"
#include "report/chart_layout.h"
#include "report/common_cards.h"
#include "report/finding.h"
#include "report/layout.h"
#include "report/parts_chart.h"
#include "report/sample_charts.h"
#include "report/tabs.h"
#include "report/time_charts.h"
#include "report_examples.h"
#include "training_examples.h"

using namespace duelo;

namespace {

const Text& spanish() {
    static const Text text(Language::Spanish);
    return text;
}

bool holds(const std::string& text, std::string_view part) {
    return text.find(part) != text.npos;
}

Comparison gpuPc() {
    return compare(std::vector<RecordLog>{examples::gpuPc()}).value();
}

std::size_t columnOf(const Comparison& c, Device device, Mode mode = Mode::Eager) {
    for (std::size_t i = 0; i < c.columns.size(); ++i)
        if (const Variant variant = variantOf(c.columns[i].variant);
            variant.device == device && variant.mode == mode)
            return i;
    qFatal("no such column");
}

const LinesValue::Series& seriesOf(const LinesValue& value, int style) {
    for (const LinesValue::Series& series : value.series)
        if (series.style == style) return series;
    qFatal("no series of style %d", style);
}

std::vector<ChartValue> tableCharts(const Shown& shown) {
    return chartsOf(inferenceView().charts.front(), shown);
}

LinesValue linesOf(const Shown& shown) {
    return std::get<LinesValue>(tableCharts(shown).at(0));
}

BarsValue barsOf(const Shown& shown) {
    return std::get<BarsValue>(tableCharts(shown).at(0));
}

const CardValue* cardOf(const std::vector<CardValue>& cards, const std::string& id) {
    const auto found = std::ranges::find(cards, id, &CardValue::id);
    return found == cards.end() ? nullptr : &*found;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string out;
    for (const std::string& line : lines) out += line + '\n';
    return out;
}

std::vector<std::string> idsOf(const char* experiment) {
    std::vector<std::string> ids;
    for (const ChartTab& tab : tabsOf(*findSpec(experiment))) ids.push_back(tab.id);
    return ids;
}

}  // namespace

class TestResultCharts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Never "1.248e-05 ms".
    void shortTimesHaveTheirUnit() {
        Comparison c = gpuPc();
        const Text english(Language::English);
        for (const auto& [ms, text] :
             std::initializer_list<std::pair<double, const char*>>{{1.248e-5, "12.5 ns"},
                                                                   {0.00125, "1.25 µs"},
                                                                   {12.5, "0.0125 s"},
                                                                   {1250, "1.25 s"}}) {
            for (Row& row : c.rows)
                for (ReportCell& cell : row.cells)
                    if (cell.result.summary) {
                        cell.result.summary->median_ms = ms;
                        cell.result.summary->ci95_ms.reset();
                    }
            const Labels labels(c, english);
            const BarsValue bars = barsOf({.comparison = c, .labels = labels, .table = 1});
            QVERIFY2(bars.bars.front().text.starts_with(text), bars.bars.front().text.c_str());
        }
    }

    /// S0-20, by value: 3 sizes, medians in seconds with their intervals, CPU and GPU in their
    /// colours.
    void linesAreTimesOverSizes() {
        const Comparison c = gpuPc();
        const Labels labels(c, spanish());
        const LinesValue value = linesOf({.comparison = c, .labels = labels, .table = 0});
        QCOMPARE(value.series.size(), 3U);
        // 12.5 ms to 520 ms; a power of the side is a line then (Y-43).
        QVERIFY(value.log_y && value.log_x);
        QVERIFY(!value.title.empty());
        const std::pair<int, std::size_t> styled[] = {{0, columnOf(c, Device::Cpu)},
                                                      {1, columnOf(c, Device::Cuda)},
                                                      {2, columnOf(c, Device::Cpu, Mode::Fused)}};
        for (const auto& [style, column] : styled) {
            const LinesValue::Series& series = seriesOf(value, style);
            QCOMPARE(series.name, labels.columnName(column));
            QCOMPARE(series.points.size(), 3U);
            for (std::size_t i = 0; i < 3; ++i) {
                const Row& row = c.rows[i];
                const Summary& s = *row.cells[column].result.summary;
                QCOMPARE(series.points[i].x, double(row.work.integer("size_px")));
                QCOMPARE(series.points[i].y, s.median_ms / 1e3);
                QCOMPARE(series.points[i].interval->low, s.ci95_ms->low / 1e3);
                QVERIFY(series.points[i].final);
            }
            QVERIFY(holds(value.description, series.name));
        }
        QVERIFY(holds(value.description, "1024"));
        QVERIFY(!linesOf({.comparison = c, .labels = labels, .table = 0, .log_y = false}).log_y);
    }

    /// Checks any calls: images one after another take the sum of their calls. While that is more
    /// than the camera leaves, a queue grows, though nine calls of ten keep up.
    static void checkTogether(const Comparison& c, ReportCell cell) {
        const auto calls = [](int fast, double fast_ms, int slow, double slow_ms) {
            std::vector<double> all_ms(static_cast<std::size_t>(fast), fast_ms);
            all_ms.insert(all_ms.end(), static_cast<std::size_t>(slow), slow_ms);
            return all_ms;
        };
        for (const auto& wall_ms :
             {calls(92, 20, 8, 400), calls(80, 20, 20, 60), calls(99, 10, 1, 5000),
              calls(2, 1, 98, 34), calls(9, 10, 1, 60)}) {
            cell.samples = Samples{.wall_ms = wall_ms};
            const Critical told = *criticalOf(c, c.rows[0], cell);
            double sum_ms = 0;
            for (const double ms : wall_ms) sum_ms += ms;
            const double mean_ms = sum_ms / static_cast<double>(wall_ms.size());
            const double archive_ms = kArchiveImages * mean_ms, slack = 1e-6;
            QVERIFY(told.archive_ms.low <= archive_ms + slack);
            QVERIFY(told.archive_ms.high >= archive_ms - slack);
            QCOMPARE(told.queue_per_s.low > 0, mean_ms > kFrame_ms);
            QVERIFY(told.queue_per_s.high >= told.queue_per_s.low);
            QVERIFY(told.idle_share <= std::max(0.0, 1 - mean_ms / kFrame_ms) + slack);
            QVERIFY((told.idle_share > 0) == (told.queue_per_s.high <= 0));
        }
    }

    /// Waiting times follow from the times of the calls, late ones too, and not from the median
    /// (P-12).
    void criticalSituations_P_12() {
        Comparison c = gpuPc();
        const std::size_t cpu = columnOf(c, Device::Cpu);
        ReportCell* cell = nullptr;
        for (ReportCell& each : c.rows[0].cells)
            if (each.column == cpu) cell = &each;
        cell->samples = Samples{.wall_ms = {10, 10, 10, 50, 400}, .discard = {0, 0, 0, 0, 1}};
        cell->result.summary->median_ms = 10;
        const auto kept = criticalOf(c, c.rows[0], *cell);
        QCOMPARE(kept->calls, 4U);
        QCOMPARE(kept->late, 1U);
        QCOMPARE(kept->median_per_s, 100.0);
        // Y-40: 10,000 times the median of 10 ms, and the 90th percentile, 38 ms between 10 and 50;
        // by the mean, 20 ms, no queue grows for good.
        QCOMPARE(kept->archive_ms.low, 100e3);
        QVERIFY(std::abs(kept->archive_ms.high - 380e3) < 1e-6);
        QCOMPARE(kept->queue_per_s.low, 0.0);
        QVERIFY(std::abs(kept->queue_per_s.high - (30 - 1e3 / 38)) < 1e-9);
        QCOMPARE(kept->idle_share, 0.0);
        QVERIFY(!kept->tail || !kept->tail->bound_ms);
        checkTogether(c, *cell);
        // A 99th percentile as soon as there are calls enough, whatever the preset.
        cell->samples.wall_ms.assign(samplesForPercentile(0.99), 10);
        cell->samples.discard.clear();
        const auto many = criticalOf(c, c.rows[0], *cell);
        QVERIFY(many->tail && many->tail->percentile == 99 && many->tail->bound_ms == 10.0);
        QVERIFY(std::abs(many->idle_share - 0.7) < 1e-9);
        cell->samples.wall_ms = {40, 40, 40, 40};
        cell->samples.discard.clear();
        const auto behind = criticalOf(c, c.rows[0], *cell);
        QVERIFY(std::abs(behind->queue_per_s.low - 5) < 1e-9);  // 30 come, 25 are done
        QVERIFY(std::abs(behind->queue_per_s.high - 5) < 1e-9);
        QCOMPARE(behind->idle_share, 0.0);

        const Labels labels(c, spanish());
        const auto cards =
            criticalCard({.comparison = c, .labels = labels, .table = 0, .row = 0, .column = cpu});
        QVERIFY(holds(joined(cards.lines), "4 de 4"));
        QVERIFY(holds(joined(cards.lines), "sin dato. Se lee"));
        cell->result.energy =
            EnergyUse{.source = "rapl", .joules = 30, .calls = 20, .span_ms = 1000};
        const Shown shown{.comparison = c, .labels = labels, .table = 0, .row = 0, .column = cpu};
        QVERIFY(
            holds(joined(criticalCard(shown).lines), "1,50 J (todo el procesador, contador RAPL)"));
        QVERIFY(holds(joined(measuredCard(shown)->lines), "1,50 J por llamada, de 20 llamadas"));
        cell->result.summary->calls_per_sample = 8;  // in blocks no single call is known
        QVERIFY(!criticalOf(c, c.rows[0], *cell));
    }

    /// Best against best: 96 ms fused on the CPU against 30 ms on the GPU. The GPU's time at 224 px
    /// is noisy, so no factor stands there.
    void linesCarryTheMeasuredRatio() {
        const Comparison c = gpuPc();
        const Labels labels(c, spanish());
        const LinesValue value = linesOf({.comparison = c, .labels = labels, .table = 0});
        QCOMPARE(value.ratios.size(), 2U);
        const LinesValue::RatioMark& mark = value.ratios[0];
        const ColumnRatio& best = *c.tables[0].pairs[1].best;
        QCOMPARE(mark.x, 512.0);
        QCOMPARE(mark.y_low, c.rows[1].cells[best.column].result.summary->median_ms / 1e3);
        QCOMPARE(mark.y_high, c.rows[1].cells[best.base].result.summary->median_ms / 1e3);
        QCOMPARE(mark.text, "× " + formatSignificant(best.estimate->ratio, 3, {','}));
        QVERIFY(std::abs(best.estimate->ratio - 3.2) < 0.05);
        // The handout's tables have another way of the CPU, and the words below the chart say so.
        const ColumnRatio& naive = *c.tables[0].pairs[1].naive;
        QVERIFY(naive.base != best.base);
        const std::string other = "las tablas del guion comparan " +
                                  labels.columnName(naive.column) + " con " +
                                  labels.columnName(naive.base) + ".";
        QVERIFY2(holds(value.description, other), value.description.c_str());
    }

    /// Times that no line may join: one size, and different photographs in a group each.
    void otherTablesAreBars() {
        const Comparison c = gpuPc();
        const Labels labels(c, spanish());
        const BarsValue one = barsOf({.comparison = c, .labels = labels, .table = 1});
        QCOMPARE(one.bars.size(), 1U);  // the GPU's batch of 64 did not fit
        QVERIFY(one.bars[0].group.empty() && one.bars[0].parts.empty());
        QVERIFY(holds(one.title, "512 px"));
        const BarsValue photos = barsOf({.comparison = c, .labels = labels, .table = 2});
        QCOMPARE(photos.bars.size(), 4U);
        QVERIFY(holds(photos.bars[0].group, "chelsea.png"));
        QCOMPARE(photos.bars[1].group, photos.bars[0].group);
        QVERIFY(photos.bars[2].group != photos.bars[0].group);
        const std::size_t gpu = columnOf(c, Device::Cuda);
        const Summary& s = *c.rows[4].cells[gpu].result.summary;
        QCOMPARE(photos.bars[1].style, 1);
        QCOMPARE(photos.bars[1].ms, s.median_ms);
        QCOMPARE(*photos.bars[1].ci95_ms, *s.ci95_ms);
        const std::string ratio = labels.number(c.rows[4].ratios.back().estimate->ratio,
                                                c.rows[4].ratios.back().estimate->ci95);
        QVERIFY2(holds(photos.bars[1].text, ratio + " veces más rápida") &&
                     holds(photos.bars[1].text, " s ["),
                 photos.bars[1].text.c_str());
        QVERIFY(!holds(photos.bars[0].text, "veces"));  // the base's
        QVERIFY(holds(photos.description, photos.bars[1].text));
    }

    void onlyNumbersAreSwept() {
        const Comparison c = gpuPc();
        const Labels labels(c, spanish());
        QCOMPARE(sweptAxis({.comparison = c, .labels = labels, .table = 0}),
                 std::string("size_px"));
        QVERIFY(sweptAxis({.comparison = c, .labels = labels, .table = 1}).empty());
        QVERIFY(sweptAxis({.comparison = c, .labels = labels, .table = 2}).empty());
    }

    /// More photographs than a picture holds: what is left out is said.
    void barsAreNotWithoutEnd() {
        Comparison c = gpuPc();
        for (int i = 0; i < 60; ++i) {
            c.tables[2].rows.push_back(c.rows.size());
            c.rows.push_back(c.rows[4]);
        }
        const Labels labels(c, spanish());
        const BarsValue value = barsOf({.comparison = c, .labels = labels, .table = 2});
        QVERIFY(value.bars.size() < 60);
        QVERIFY(holds(value.description, "de 124 tiempos"));
    }

    void runningCellIsPreliminary() {
        Comparison c = gpuPc();
        const std::size_t cpu = columnOf(c, Device::Cpu);
        for (Row& row : c.rows)
            for (ReportCell& cell : row.cells) cell.status.reset(), cell.reason = Reason{"x"};
        const Labels labels(c, spanish());
        const ReportCell* running = &c.rows[1].cells[cpu];
        Shown shown{.comparison = c, .labels = labels, .table = 0};
        shown.preliminary = [&](const ReportCell& cell) -> std::optional<MedianEstimate> {
            if (&cell != running) return std::nullopt;
            return MedianEstimate{.median = 90.5, .ci95 = Interval{88, 95}};
        };
        const LinesValue value = linesOf(shown);  // a line that may come
        QCOMPARE(value.series.size(), 1U);
        QCOMPARE(value.series[0].points.size(), 1U);
        QCOMPARE(value.series[0].points[0].y, 0.0905);
        QCOMPARE(value.series[0].points[0].interval->high, 0.095);
        QVERIFY(!value.series[0].points[0].final);
        QCOMPARE(value.awaited_x, (std::vector<double>{224, 512, 1024}));  // nothing jumps later
        const AxisScale axis = xScaleOf(value, 8, NumberStyle{});
        QVERIFY(axis.low <= 224 && axis.high >= 1024 && axis.ticks.size() == 3);
        // What is drawn is being measured; a row that was chosen has its own say.
        QCOMPARE(findingOf(shown).headline, "Midiendo " + labels.caseName(c.rows[0]) + "…");
        shown.row = 2;
        QVERIFY(holds(findingOf(shown).headline, "ninguna medida"));
        shown.row.reset();
        shown.preliminary = {};  // cancelled: what was preliminary is no result
        QVERIFY(isEmpty(tableCharts(shown).at(0)));
        QVERIFY(holds(findingOf(shown).headline, "ninguna medida"));
    }

    /// Y-18c: while this PC is measured, a classmate's time that stands beside it is no answer of
    /// it.
    void whatStandsBesideIsNoAnswerWhileMeasuring() {
        Comparison c = gpuPc();
        const std::size_t cpu = columnOf(c, Device::Cpu), gpu = columnOf(c, Device::Cuda);
        c.sources.push_back(c.sources.front());
        c.sources.back().file = 1;
        std::vector<std::optional<Status>> own;
        for (Row& row : c.rows)
            for (ReportCell& cell : row.cells) {
                if (cell.column == gpu) {
                    cell.source = c.sources.size() - 1;
                    continue;
                }
                own.push_back(cell.status);
                cell.status.reset();
                cell.reason = Reason{"x"};
            }
        for (Row& row : c.rows) row.ratios.clear();
        for (CaseTable& table : c.tables) table.pairs.clear();
        const Labels labels(c, spanish());
        Shown shown{.comparison = c, .labels = labels, .table = 0};
        shown.preliminary = [](const ReportCell&) { return std::nullopt; };
        const std::string first = labels.caseName(c.rows[c.tables[0].rows.front()]);
        QCOMPARE(findingOf(shown).headline, "Midiendo " + first + "…");
        // Its own first time is one, and of the row that has it.
        for (ReportCell& cell : c.rows[c.tables[0].rows.front()].cells)
            if (cell.column == cpu) {
                cell.status = own.front();
                cell.reason.reset();
            }
        const Finding found = findingOf(shown);
        QCOMPARE(found.row, std::optional(c.tables[0].rows.front()));
        QVERIFY2(holds(found.headline, "CPU"), found.headline.c_str());
        // Afterwards what stands beside it speaks as before.
        shown.preliminary = {};
        QVERIFY(!findingOf(shown).headline.empty());
    }

    /// S0-32: the other group's GPU stands in the GPU's place, by its name, in every chart (H21).
    void chartsOfOptionB() {
        ComparisonOptions roles;
        roles.roles = {Role::Own, Role::Shared};
        const Comparison c =
            compare(std::vector<RecordLog>{examples::cpuPc(), examples::otherPc()}, roles).value();
        const Labels labels(c, spanish());
        const Shown shown{.comparison = c, .labels = labels, .table = 1, .row = 1};
        const LinesValue value = linesOf(shown);
        QVERIFY(holds(seriesOf(value, 1).name, "RTX 4070"));
        QCOMPARE(seriesOf(value, 1).points.size(), 3U);
        QVERIFY(value.ratios[1].text.starts_with("× 40") ||
                value.ratios[1].text.starts_with("× 39"));
        // Its marks are of the best of each side: which these are stands below it (Y-43).
        const auto& best = c.tables[1].pairs[1].best;
        QVERIFY(shown.columns().size() > 2 && best);
        const std::string of =
            "×: " + labels.columnName(best->column) + " frente a " + labels.columnName(best->base);
        QVERIFY2(holds(value.description, of), value.description.c_str());
        const DistributionValue samples = distributionOf(shown);
        QCOMPARE(samples.series.size(), 2U);
        QCOMPARE(samples.series[1].style, 1);
        QCOMPARE(samples.series[1].name, seriesOf(value, 1).name);
        QVERIFY(cardOf(cardsOf(*findSpec("inference"), shown), "others"));
    }

    /// H16: the marks of Figure 1 are the measured classmate's, not those of times that somebody
    /// typed for the same cases; where nobody measured any, what was typed is all there is.
    void marksAreTheMeasuredOnes_Y_43() {
        ImportedRun typed{.experiment = "inference", .app = "0.1.0", .gpu = "RTX 3090"};
        typed.provenance = {.origin = "typed", .source = "docente", .timing = "unknown"};
        for (const auto& [size_px, ms] : {std::pair(224, 8.0), {512, 40.0}, {1024, 110.0}})
            typed.times.push_back(
                {.work =
                     InferenceCase{
                         .model = "resnet18", .input = "random", .size_px = size_px, .batch = 1},
                 .variant = Variant{Device::Cuda, 0, Precision::Fp32, Mode::Eager},
                 .ms = ms});
        RecordLog reference;
        reference.path = "docente.duelo";
        reference.records =
            recordsOf(typed, "44444444-4444-4444-8444-444444444444", "2026-05-05T18:00:00Z");
        const auto marksIn = [](const std::vector<RecordLog>& logs, std::vector<Role> roles) {
            ComparisonOptions options;
            options.roles = std::move(roles);
            const Comparison c = compare(logs, options).value();
            std::vector<std::string> marks;
            for (const DocSection& section : compose(c, {}).sections)
                for (const DocBlock& block : section.blocks)
                    if (const auto* chart = std::get_if<ChartValue>(&block))
                        if (const auto* lines = std::get_if<LinesValue>(chart))
                            for (const auto& ratio : lines->ratios) marks.push_back(ratio.text);
            return marks;
        };
        const auto measured =
            marksIn({examples::cpuPc(), examples::otherPc()}, {Role::Own, Role::Shared});
        QCOMPARE(measured.size(), 3U);
        QCOMPARE(marksIn({examples::cpuPc(), examples::otherPc(), reference},
                         {Role::Own, Role::Shared, Role::Reference}),
                 measured);
        const auto alone = marksIn({examples::cpuPc(), reference}, {Role::Own, Role::Reference});
        QVERIFY(alone.size() == 3 && alone != measured);
    }

    /// S0-48: where weights are random the card of class and probability says so, of the handout's
    /// random tensor too, names the ways to official ones and leads to the field that has them.
    void untrainedNetworksSayHowToGetWeights() {
        const Comparison c = compare(std::vector<RecordLog>{examples::cpuPc()}).value();
        for (const Language language : {Language::Spanish, Language::English}) {
            const Labels labels(c, Text(language));
            const auto cards = cardsOf(*findSpec("inference"),
                                       {.comparison = c, .labels = labels, .table = 0, .row = 0});
            const CardValue* card = cardOf(cards, "class");
            QVERIFY(card && card->lines.size() == 2 && card->offer);
            QCOMPARE(card->lines.front(), labels.text()("explain.class_random"));
            const bool spanish = language == Language::Spanish;
            for (const char* way :
                 {spanish ? "archivo" : "file", spanish ? "descarga" : "download",
                  spanish ? "docente" : "teacher", spanish ? "probabilidad" : "probability"})
                QVERIFY2(holds(card->lines.back(), way), way);
            QCOMPARE(card->offer->axis, std::string("model"));
            QVERIFY(card->offer->plan.is_null() && card->offer->value.is_null());
            // Official ones recognise a photograph, and nobody speaks of random ones.
            const std::size_t photo = c.rows.size() - 1;
            const auto others =
                cardsOf(*findSpec("inference"), {.comparison = c, .labels = labels, .row = photo});
            const CardValue* seen = cardOf(others, "class");
            QVERIFY(seen && !seen->offer);
            QVERIFY(seen->lines.front() != card->lines.front());
        }
    }

    /// A training that lost a process says where what it learnt is, and goes on by a click in one
    /// process; one that went on has no curve, no time and no update before its start.
    void aTrainingThatWasCutGoesOn() {
        examples::TrainingFile file("a.duelo");
        Params variant = Variant{Device::Cpu, 1, Precision::Fp32, Mode::Fused};
        variant.set("processes", 2);
        file.add(CellRecord{.cell = "c001",
                            .experiment = "training",
                            .work = TrainingCase{.network = "mlp-64", .data = "digits"},
                            .variant = variant});
        file.add(examples::lineOf("c001", EpochEvent{.epoch = 1, .updates = 50, .wall_ms = 10}));
        ResultRecord lost;
        lost.cell = "c001";
        lost.status = Status::Failed;
        lost.reason = Reason{"rank_died", {{"process", 2}, {"ranks", 2}, {"code", -9}}, {}};
        lost.reason->args[kNextReason] =
            toJson(Reason{"checkpoint_kept", {{"epoch", 1}, {"path", "/r/c001.checkpoint"}}, {}});
        file.add(lost);
        const Comparison c = compare(std::vector<RecordLog>{file.finish()}).value();
        const Labels labels(c, spanish());
        const auto cards =
            cardsOf(*findSpec("training"), {.comparison = c, .labels = labels, .row = 0});
        const CardValue* card = cardOf(cards, "kept-c001");
        QVERIFY(card && card->offer);
        QVERIFY2(holds(joined(card->lines), "--from \"/r/c001.checkpoint\" --processes 1"),
                 joined(card->lines).c_str());
        QCOMPARE(card->offer->caption, std::string("Continuar desde la época 1"));
        const auto plan = planFromJson(card->offer->plan);
        QVERIFY(plan);
        QCOMPARE(problemsOf(*plan, *findSpec("training"), {}).size(), std::size_t{0});
        QCOMPARE(valuesIn(plan->cases.at(0), "checkpoint").at(0), Json("/r/c001.checkpoint"));
        QCOMPARE(valuesIn(plan->cases.at(0), "hidden").at(0), Json(64));
        QVERIFY(valuesIn(plan->variants.at(0), "processes").empty());
        QCOMPARE(valuesIn(plan->variants.at(0), "mode").at(0), Json("fused"));
    }

    void distributionHasTheKeptSamples() {
        Comparison c = gpuPc();
        const std::size_t cpu = columnOf(c, Device::Cpu);
        ReportCell& cell = *std::ranges::find(c.rows[3].cells, cpu, &ReportCell::column);
        cell.samples = {.round = {0, 0, 0, 1, 1, 1, 1},
                        .t0_ms = {0, 50, 100, 150, 200, 250, 300},
                        .wall_ms = {20, 400, 24, 21, 22, 23, 22},
                        .discard = {0, 3, 0, 0, 0, 0, 0}};
        cell.result.summary->median_ms = 22;
        cell.result.summary->ci95_ms = Interval{20, 24};
        const Labels labels(c, spanish());
        const Shown shown{.comparison = c, .labels = labels, .table = 1, .row = 3};
        const DistributionValue value = distributionOf(shown);
        QCOMPARE(value.series.size(), 1U);
        // Y-13: in the unit and the digits of the table.
        QCOMPARE(labels.timeUnit(), inSeconds());
        QCOMPARE(value.x_title, std::string("Tiempo por llamada (s)"));
        QCOMPARE(value.series[0].values,
                 (std::vector<double>{0.020, 0.024, 0.021, 0.022, 0.023, 0.022}));
        QCOMPARE(value.series[0].median, 0.022);
        QVERIFY(holds(value.description, "6 medidas entre 0,0200 s y 0,0240 s, mediana 0,0220 s"));
        QCOMPARE(value.series[0].words, std::string("mediana 0,0220 s [0,0200; 0,0240], n = 6"));
        const CourseValue course = courseOf(shown);
        QCOMPARE(course.series[0].kept.t_s.size(), 6U);
        QCOMPARE(course.series[0].discarded.t_s, std::vector<double>{0.05});
        QCOMPARE(course.series[0].discarded.times, std::vector<double>{0.4});
        QVERIFY(holds(course.description, "7 medidas"));
    }

    /// A cell without a result has the samples that have come so far, and its name says so.
    void samplesSoFarAreDrawn() {
        Comparison c = gpuPc();
        const std::size_t cpu = columnOf(c, Device::Cpu);
        ReportCell& running = *std::ranges::find(c.rows[3].cells, cpu, &ReportCell::column);
        running.status.reset();
        running.result = {};
        running.samples = {.t0_ms = {0}, .wall_ms = {20}};  // what the comparison has seen of them
        const Samples so_far{.t0_ms = {0, 50, 100}, .wall_ms = {20, 400, 24}, .discard = {0, 3, 0}};
        const Labels labels(c, spanish());
        Shown shown{.comparison = c, .labels = labels, .table = 1, .row = 3};
        shown.samples_so_far = [&](const ReportCell& cell) {
            return &cell == &running ? &so_far : nullptr;
        };
        const DistributionValue value = distributionOf(shown);
        QCOMPARE(value.series.size(), 1U);
        QCOMPARE(value.series[0].values.size(), 2U);
        QVERIFY(value.series[0].name.ends_with("(aún se está midiendo)"));
        QCOMPARE(value.series[0].median, labels.timeUnit().of(22));
        const CourseValue course = courseOf(shown);
        QCOMPARE(course.series[0].kept.t_s.size(), 2U);
        QCOMPARE(course.series[0].discarded.t_s, std::vector<double>{0.05});
        QCOMPARE(course.series[0].name, value.series[0].name);
    }

    /// A file stripped of its samples: empty charts, not wrong ones.
    void nothingComesOfNothing() {
        RecordLog log = examples::gpuPc();
        std::erase_if(log.records,
                      [](const Record& r) { return std::holds_alternative<Samples>(r); });
        const Comparison c = compare(std::vector<RecordLog>{std::move(log)}).value();
        const Labels labels(c, spanish());
        const Shown shown{.comparison = c, .labels = labels, .table = 0, .row = 1};
        QVERIFY(isEmpty(distributionOf(shown)) && isEmpty(courseOf(shown)));
        QCOMPARE(linesOf(shown).series.size(), 3U);
        const Comparison none;
        const Labels no_labels(none, spanish());
        for (const Spec& spec : specs())
            for (const ChartTab& tab : tabsOf(spec))
                for (const ChartValue& chart :
                     chartsOf(tab, {.comparison = none, .labels = no_labels}))
                    QVERIFY2(isEmpty(chart), tab.id.c_str());
    }

    /// P-03, by value: 12.5 %, 75 %, 6.25 % and 6.25 % of a call of 30 ms.
    void breakdownSumsToTheWhole() {
        const Comparison c = gpuPc();
        const std::size_t gpu = columnOf(c, Device::Cuda);
        ReportCell cell = c.rows[1].cells[gpu];
        cell.result.summary->median_ms = 30;
        cell.result.parts = {
            {"h2d", 0.125 * 30}, {"compute", 0.75 * 30}, {"d2h", 0.0625 * 30}, {"sort", 0}};
        const auto parts = breakdownOf(cell.parts(), spanish()).bars.at(0).parts;
        const std::pair<const char*, double> expected[] = {{"h2d", 0.125 * 30},
                                                           {"compute", 0.75 * 30},
                                                           {"d2h", 0.0625 * 30},
                                                           {"unexplained", 0.0625 * 30}};
        QCOMPARE(parts.size(), std::size(expected));
        for (std::size_t i = 0; i < parts.size(); ++i) {
            QCOMPARE(parts[i].id, std::string(expected[i].first));
            QCOMPARE(parts[i].ms, expected[i].second);
        }
        QVERIFY(parts[1].text.starts_with("75"));
        // What was measured apart is no share of the call, and an unknown part has its id.
        cell.result.parts = {{"h2d", 15, false}, {"sort", 27}};
        const auto inside = breakdownOf(cell.parts(), spanish()).bars.at(0).parts;
        QCOMPARE(inside.size(), 2U);
        QCOMPARE(inside[0].name, std::string("sort"));
        QVERIFY(inside[0].text.starts_with("90"));
        QCOMPARE(inside[1].ms, 3.0);
        QCOMPARE(apartText(cell.parts(), Labels(c, spanish())),
                 std::string("Copiar a la GPU 0,0150 s"));
        const ReportCell& cpu = c.rows[1].cells[columnOf(c, Device::Cpu)];
        QVERIFY(breakdownOf(cpu.parts(), spanish()).bars.empty());
    }

    void tabsOfEveryExperiment() {
        using Ids = std::vector<std::string>;
        QCOMPARE(idsOf("inference"),
                 (Ids{"lines", "distribution", "course", "scaling", "worth", "roofline", "plane"}));
        QCOMPARE(idsOf("training"), (Ids{"accuracy", "loss", "time", "scaling"}));
        QCOMPARE(idsOf("lr_finder"), Ids{"rates"});
        const Spec plain{.id = "unknown"};
        QCOMPARE(tabsOf(plain).size(), 3U);
        for (const Language language : {Language::Spanish, Language::English})
            for (const Spec& spec : specs())
                for (const ChartTab& tab : tabsOf(spec))
                    for (const std::string group : {"tab.", "tab_empty."})
                        QVERIFY2(Text(language).has(group + tab.id), tab.id.c_str());
    }

    void cardsExplainTheChosenRow() {
        const Comparison c = gpuPc();
        const Labels labels(c, spanish());
        const Spec& spec = *findSpec("inference");
        const auto photo = cardsOf(spec, {.comparison = c, .labels = labels, .table = 2, .row = 4});
        QCOMPARE(cardOf(photo, "class")->input, inputOf(c.rows[4].work));
        QVERIFY(cardOf(photo, "class")->lines.size() > 2);
        // Opened and resized once, before the calls: no share of them.
        const auto& parts = cardOf(photo, "where")->bars.bars.at(0).parts;
        QCOMPARE(parts[0].id, std::string("h2d"));
        const std::string where = joined(cardOf(photo, "where")->lines);
        QVERIFY2(holds(where, "Abrir imagen 0,00450 s") && holds(where, "Redimensionar 0,00125 s"),
                 where.c_str());
        QVERIFY(cardOf(photo, "ledger") && cardOf(photo, "measured") && !cardOf(photo, "growth"));
        const auto size = cardsOf(spec, {.comparison = c, .labels = labels, .table = 0, .row = 1});
        QVERIFY(holds(joined(cardOf(size, "class")->lines), "aleatorios"));
        // The GPU's time at 224 px is doubtful, so that its growth is not told.
        const std::string growth = joined(cardOf(size, "growth")->lines);
        QVERIFY2(holds(growth, "De 224 px a 1024 px") && !holds(growth, "GPU"), growth.c_str());
        const auto noisy = cardsOf(spec, {.comparison = c, .labels = labels, .table = 0, .row = 0});
        QVERIFY(holds(joined(cardOf(noisy, "measured")->lines), "dudosa"));
        for (const std::string& line : cardOf(noisy, "measured")->lines)
            QVERIFY2(!QString::fromStdString(line).front().isLower(), line.c_str());
        QVERIFY(!holds(joined(cardOf(size, "measured")->lines), "dudosa"));
    }

    /// The operations of the mode fused, one by one and as a graph: what is left is the waiting.
    void launchesAreWhatAGraphDoesNotWaitFor_E5() {
        RecordLog log = examples::gpuPc();
        std::string fused, graph;
        for (Record& record : log.records)
            if (auto* cell = std::get_if<CellRecord>(&record)) {
                const bool shown = inputOf(cell->work) == kRandomInput &&
                                   cell->work.integer("size_px") == 512 &&
                                   cell->work.integer("batch") == 1;
                if (variantOf(cell->variant).mode == Mode::Fused) {
                    cell->variant = Variant{.device = Device::Cuda, .mode = Mode::Fused};
                    if (shown) fused = cell->cell;
                } else if (deviceOf(cell->variant) == Device::Cuda) {
                    cell->variant = Variant{.device = Device::Cuda, .mode = Mode::Graph};
                    if (shown) graph = cell->cell;
                }
            }
        const auto linesOfCard = [&](double busy_ms, const char* flag) {
            RecordLog now = log;
            examples::resultOf(now, fused).parts = {{"compute", 90}};
            examples::resultOf(now, graph).parts = {{"compute", 29}, {"busy", busy_ms, false}};
            if (flag) examples::resultOf(now, graph).flags = {flag};
            const Comparison c = compare(std::vector<RecordLog>{std::move(now)}).value();
            const Labels labels(c, spanish());
            const auto cards = cardsOf(*findSpec("inference"),
                                       {.comparison = c, .labels = labels, .table = 0, .row = 1});
            const CardValue* card = cardOf(cards, "launches");
            return card ? card->lines : std::vector<std::string>();
        };
        const auto waits = linesOfCard(27, nullptr);
        QCOMPARE(waits.size(), 2U);
        QVERIFY2(holds(waits[0], "63") && holds(waits[0], "70") && holds(waits[0], "fusionado"),
                 waits[0].c_str());  // of 90 ms
        QVERIFY(holds(linesOfCard(89.5, nullptr).at(0), "Apenas"));
        QVERIFY(linesOfCard(27, "noisy").empty());
    }

    /// The tail that the preset promises stands in the card, or why it is not there.
    void cardsTellTheTailThatIsPromised() {
        Comparison c = gpuPc();
        const std::size_t column = columnOf(c, Device::Cpu);
        const auto measured = [&] {
            const Labels labels(c, spanish());
            const auto cards = cardsOf(
                *findSpec("inference"),
                {.comparison = c, .labels = labels, .table = 0, .row = 1, .column = column});
            return joined(cardOf(cards, "measured")->lines);
        };
        ReportCell& cell = *std::ranges::find(c.rows[1].cells, column, &ReportCell::column);
        Summary& told = *cell.result.summary;
        QVERIFY(!holds(measured(), "de cada 100") && !holds(measured(), "percentil"));  // of quick
        c.sources[0].header.protocol = sheetOf(protocolOf(Preset::Strict));
        QVERIFY2(holds(measured(), "No hay percentil 99: hacen falta 662"), measured().c_str());
        told.calls_per_sample = 8;
        QVERIFY2(holds(measured(), "grupos de 8"), measured().c_str());
        told.calls_per_sample = 1;
        told.p99_ms = 131.7;
        QVERIFY2(holds(measured(), "99 de cada 100 llamadas") && holds(measured(), "0,132 s"),
                 measured().c_str());
    }

    void cardsBeforeAnythingIsMeasured() {
        const Comparison none;
        const Labels labels(none, spanish());
        for (const Spec& spec : specs()) {
            const auto cards = cardsOf(spec, {.comparison = none, .labels = labels});
            // Some have more to ask first.
            QVERIFY2(!cards.empty() && cards[0].lines.size() >= 1, spec.id.c_str());
            for (const CardValue& card : cards) QVERIFY(!card.title.empty());
            QVERIFY(holds(questionOf(spec, spanish()).headline, "¿"));
        }
    }

    /// The rate that the finder advises can be taken as it is read.
    void adviceIsAnOffer() {
        const Comparison c = compare(std::vector<RecordLog>{examples::trainingPc()}).value();
        const Labels labels(c, spanish());
        const auto row = std::ranges::find(c.rows, "lr_finder", &Row::experiment) - c.rows.begin();
        Shown shown{.comparison = c, .labels = labels, .row = static_cast<std::size_t>(row)};
        const auto cards = cardsOf(*findSpec("lr_finder"), shown);
        const auto& offer = cardOf(cards, "advice")->offer;
        QVERIFY(offer.has_value());
        QCOMPARE(offer->axis, std::string("learning_rate"));
        QCOMPARE(offer->value.get<double>(), 1e-4);
        QVERIFY(holds(findingOf(shown).headline, "0,00010"));
        shown.row = 0;
        const auto trained = cardsOf(*findSpec("training"), shown);
        QVERIFY(cardOf(trained, "trained") && !cardOf(trained, "advice"));
        QCOMPARE(trained.front().offer.has_value(), false);
    }

    /// what more data bring, with the spread over seeds.
    void accuracyOverTheAmountOfData_X_17_X_18() {
        examples::TrainingFile file("resultados/cantidad.duelo");
        for (const std::uint64_t seed : {1, 2, 3})
            file.add({.right = 800 + 10 * static_cast<std::int64_t>(seed),
                      .train_share = 0.1,
                      .learnt = 320,
                      .seed = seed});
        file.add({.right = 900, .train_share = 0.5, .learnt = 1600, .seed = 1});
        const Comparison c = compare(std::vector<RecordLog>{file.finish()}).value();
        const Labels labels(c, spanish());
        const auto sweeps = trainingSweeps(c, trainingTables(c));
        QCOMPARE(sweeps.size(), 1U);
        QCOMPARE(sweeps[0].lines.size(), 1U);
        const auto& points = sweeps[0].lines[0].points;
        QCOMPARE(points.size(), 2U);
        QCOMPARE(points[0].at, 320.0);
        QVERIFY((points[0].accuracies == std::vector<double>{0.81, 0.82, 0.83}));

        const auto chart = sweepChart(sweeps[0], labels);
        QVERIFY(chart.has_value());
        const auto& drawn = chart->series.at(0).points;
        QCOMPARE(drawn[0].x, 320.0);
        QCOMPARE(drawn[0].y, 82.0);
        QCOMPARE(drawn[0].interval->low, 81.0);
        QCOMPARE(drawn[0].interval->high, 83.0);
        // Of one seed alone the interval is that of its test images.
        QCOMPARE(drawn[1].y, 90.0);
        QVERIFY(drawn[1].interval->low < 89 && drawn[1].interval->high > 91);
        QVERIFY2(holds(chart->description, "320 imágenes: 82 %"), chart->description.c_str());

        const auto tables = examples::blocks<DocTable>(compose(c, {}));
        const auto table = std::ranges::find_if(
            tables, [](const DocTable& one) { return one.id.starts_with("amount-"); });
        QVERIFY(table != tables.end());
        QCOMPARE(table->rows.size(), 2U);
        QCOMPARE(table->rows[0][4].text, std::string("1,0"));  // of 81, 82 and 83
        QCOMPARE(table->rows[1][4].text, std::string("–"));
        QVERIFY(holds(labels.caseName(c.rows[0]), "semilla 1"));
        QVERIFY(holds(labels.caseName(c.rows[0]), "10 % de los datos"));

        // One amount and one seed are no sweep.
        const Comparison one = compare(std::vector<RecordLog>{examples::trainingPc()}).value();
        QVERIFY(std::ranges::none_of(
            trainingSweeps(one, trainingTables(one)),
            [](const TrainingSweep& sweep) { return sweep.over == TrainingSweep::Over::Amount; }));
    }

    /// what was trained and kept is one click from recognising.
    void keptNetworkIsAnOffer_X_11() {
        RecordLog log = examples::trainingPc();
        const std::string file = "/aula/c001.weights.safetensors";
        for (Record& record : log.records)
            if (auto* result = std::get_if<ResultRecord>(&record);
                result && result->output.contains("trained"))
                result->output["trained"]["weights_file"] = file;
        const Comparison c = compare(std::vector<RecordLog>{log}).value();
        const Labels labels(c, spanish());
        const auto cards =
            cardsOf(*findSpec("training"), {.comparison = c, .labels = labels, .row = 0});
        const auto& offer = cardOf(cards, "trained")->offer;
        QVERIFY(offer.has_value() && !offer->plan.is_null());
        const auto plan = planFromJson(offer->plan);
        QVERIFY(plan.has_value());
        const auto usable = validated(*plan, Facts{});
        QVERIFY(usable.has_value());
        const Block& block = usable->cases.front();
        QVERIFY(block.at("model").front() == c.rows[0].work.at("model"));
        QVERIFY(block.at("weights").front() == file);
        QCOMPARE(expand(*usable, Facts{}).front().work.has("size_px"), false);
        // It looks at pictures that it has not learnt from, where they lie.
        QVERIFY(block.at("input") == std::vector<Json>{"random"});
        for (Record& record : log.records) {
            if (auto* cell = std::get_if<CellRecord>(&record))
                cell->work.set("data", "/aula/fotos");
            if (auto* result = std::get_if<ResultRecord>(&record);
                result && result->output.contains("trained"))
                result->output["trained"]["pictures"] = {"train/gato/1.png", "digits:17"};
        }
        const Comparison own = compare(std::vector<RecordLog>{log}).value();
        const Labels ownLabels(own, spanish());
        const auto pictures =
            cardsOf(*findSpec("training"), {.comparison = own, .labels = ownLabels, .row = 0});
        const auto offered = planFromJson(cardOf(pictures, "trained")->offer->plan);
        QVERIFY(offered->cases.front().at("input") ==
                (std::vector<Json>{"/aula/fotos/train/gato/1.png", "digits:17"}));
    }

    /// what is told of photographs that share a batch, everywhere.
    void photographsOfABatch_X_06_X_12_X_13() {
        RecordLog log = examples::gpuPc();
        const std::vector<std::string> inputs{"/aula/uno.png", "/aula/dos.png", "/aula/tres.png"};
        std::set<std::string> changed;
        for (Record& record : log.records)
            if (auto* cell = std::get_if<CellRecord>(&record);
                cell && cell->work.text("input", "random") != "random") {
                cell->work.set("input", inputs);
                changed.insert(cell->cell);
            }
        QVERIFY(!changed.empty());
        const std::vector<PictureClasses> classes{{inputs[0], {{285, "Egyptian cat", 0.8}}},
                                                  {inputs[1], {{967, "espresso", 0.7}}},
                                                  {inputs[2], {{285, "Egyptian cat", 0.6}}}};
        const std::string png("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1..", 26);
        const std::string text =
            base64({reinterpret_cast<const std::uint8_t*>(png.data()), png.size()});
        FeaturePlane plane{.values = 512, .x_share = 0.5, .y_share = 0.25};
        for (std::size_t i = 0; i < inputs.size(); ++i)
            plane.points.push_back({inputs[i], double(i) - 1, double(i % 2), classes[i].top[0]});
        for (Record& record : log.records)
            if (auto* result = std::get_if<ResultRecord>(&record);
                result && changed.contains(result->cell)) {
                result->output.update(toJson(classes));
                result->output.update(toJson(plane));
                result->output["maps"] = {{"layer", "conv1"},
                                          {"shape", {64, 32, 32}},
                                          {"received_png", text},
                                          {"maps_png", {text}}};
            }
        const Comparison c = compare(std::vector<RecordLog>{log}).value();
        const auto row = std::ranges::find_if(
            c.rows, [](const Row& one) { return one.work.at("input").is_array(); });
        QVERIFY(row != c.rows.end());
        const auto at = static_cast<std::size_t>(row - c.rows.begin());
        for (const Language language : {Language::Spanish, Language::English}) {
            const Text words(language);
            const Labels labels(c, words);
            const Shown shown{.comparison = c, .labels = labels, .row = at};
            const CardValue* card = nullptr;
            const auto cards = inferenceCards(shown);
            card = cardOf(cards, "class");
            QVERIFY(card && holds(card->lines[1], "dos.png"));
            QVERIFY(holds(card->lines[1], words.className(967)));
            const auto charts = planeCharts(shown);
            QCOMPARE(charts.size(), 1U);
            const auto& chart = std::get<ScatterValue>(charts.front());
            QCOMPARE(chart.marks.size(), 3U);
            QCOMPARE(chart.names.size(), 2U);
            QCOMPARE(chart.names.front().name, words.className(285));
            QCOMPARE(chart.marks[0].style, chart.marks[2].style);
            QVERIFY(chart.marks[0].style != chart.marks[1].style);
            QVERIFY(chart.x_low <= -1 && chart.x_high >= 1 && chart.ticks.size() > 1);
            QVERIFY(holds(chart.x_title, "50"));
            const Document document = compose(c, {.language = language});
            const auto section =
                std::ranges::find(document.sections, words("maps.heading"), &DocSection::heading);
            QVERIFY(section != document.sections.end());
            const auto* tiles =
                std::get_if<TilesValue>(&std::get<ChartValue>(section->blocks.front()));
            QVERIFY(tiles && tiles->tiles.size() == 2);
            QVERIFY(tiles->tiles[0].png == png);
        }
        const LongTable table = picturesTable(c);
        QVERIFY(table.rows.size() >= 3);
        // Of two photographs there is no plane, and the report says so.
        for (Record& record : log.records) {
            if (auto* cell = std::get_if<CellRecord>(&record);
                cell && cell->work.at("input").is_array())
                cell->work.set("input", {inputs[0], inputs[1]});
            if (auto* result = std::get_if<ResultRecord>(&record))
                for (const char* part : {"features", "maps"})
                    if (result->output.is_object()) result->output.erase(part);
        }
        const Comparison two = compare(std::vector<RecordLog>{log}).value();
        const Document told = compose(two, {.language = Language::English});
        const auto section = std::ranges::find(
            told.sections, Text(Language::English)("maps.heading"), &DocSection::heading);
        QVERIFY(section != told.sections.end());
        QVERIFY(holds(std::get<DocParagraph>(section->blocks.front()).text, "at least 3"));
    }

    /// The headline is about the row that was chosen, by the names that the table has.
    void headlineIsOfTheChosenRow() {
        const Comparison c = gpuPc();
        const Labels labels(c, spanish());
        const auto of = [&](std::size_t table, std::optional<std::size_t> row) {
            return findingOf({.comparison = c, .labels = labels, .table = table, .row = row});
        };
        const Finding second = of(0, 1);
        QCOMPARE(*second.row, 1U);
        QVERIFY2(second.headline.starts_with("512 px: GPU") &&
                     holds(second.headline, "veces más rápido que CPU"),
                 second.headline.c_str());
        QVERIFY(of(2, 4).headline.starts_with("chelsea.png, 224 px: "));
        Comparison bare = c;
        for (ReportCell& cell : bare.rows[1].cells) cell.reason = Reason{"out_of_memory"};
        const Labels names(bare, spanish());
        const Finding none = findingOf({.comparison = bare, .labels = names, .table = 0, .row = 1});
        QVERIFY2(holds(none.headline, "512 px") && holds(none.headline, "ninguna medida"),
                 none.headline.c_str());
        // Without a choice a row speaks that has a factor.
        QVERIFY(of(0, {}).row != 0U && of(0, {}).verdict == Verdict::Faster);
    }

    /// P-03: a photograph on a CPU, whose opening takes longer than the call.
    void theCallOfAPhotographIsNotItsOpening() {
        RecordLog log = examples::gpuPc();
        ResultRecord& result = examples::resultOf(log, "c012");
        const double median_ms = result.summary->median_ms;
        result.parts = {{"decode", 150, false}, {"compute", 0.99 * median_ms}};
        const Comparison c = compare(std::vector<RecordLog>{std::move(log)}).value();
        const Labels labels(c, spanish());
        const auto cards = cardsOf(*findSpec("inference"), {.comparison = c,
                                                            .labels = labels,
                                                            .table = 2,
                                                            .row = 4,
                                                            .column = columnOf(c, Device::Cpu)});
        const CardValue* where = cardOf(cards, "where");
        const auto& parts = where->bars.bars.at(0).parts;
        QCOMPARE(parts.size(), 2U);
        QCOMPARE(parts[0].id, std::string("compute"));
        QCOMPARE(parts[1].id, std::string("unexplained"));
        QVERIFY(std::abs((parts[0].ms + parts[1].ms) / median_ms - 1) < 0.01);
        QVERIFY(parts[0].text.starts_with("99") && parts[1].text.starts_with("1"));
        QVERIFY(holds(joined(where->lines), "Abrir imagen 0,150 s"));
    }

    /// Noise, drift and the like: the figures stay, but no factor is told of them.
    void flaggedMeasurementsGiveNoFactor() {
        const Comparison c = gpuPc();
        const ColumnRatio& pair = *c.tables[0].pairs[0].best;  // the GPU's time is noisy
        QVERIFY(pair.estimate && !pair.givesFactor() && pair.estimate->ratio > 1);
        QVERIFY(pair.estimate->verdict == Verdict::Inconclusive);
        QVERIFY(pair.estimate->doubt == Doubt::Flagged);
        const Labels labels(c, spanish());
        const Shown shown{.comparison = c, .labels = labels, .table = 0, .row = 0};
        const Finding finding = findingOf(shown);
        QVERIFY2(holds(finding.headline, "dudosa") && !holds(finding.headline, "veces"),
                 finding.headline.c_str());
        QVERIFY2(holds(finding.detail, "ruidosa"), finding.detail.c_str());
        Comparison alone = c;
        alone.tables[0].rows = {0};
        alone.tables[0].pairs.resize(1);
        const BarsValue bars = barsOf({.comparison = alone, .labels = labels, .table = 0});
        QCOMPARE(bars.bars.size(), 3U);
        const auto gpu = std::ranges::find(bars.bars, 1, &BarsValue::Bar::style);
        QVERIFY2(
            holds(gpu->text, "· ?") && !holds(gpu->text, "ruidosa") && !holds(gpu->text, "veces"),
            gpu->text.c_str());
    }
};

QTEST_APPLESS_MAIN(TestResultCharts)
#include "tst_result_charts.moc"
