// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "base/json_text.h"
#include "report/imported.h"
#include "report/labels.h"
#include "report/long_table.h"
#include "report/misleading.h"
#include "report/monitor_table.h"
#include "report/prediction.h"
#include "report/scaling.h"
#include "report/view.h"
#include "report/writers.h"

namespace duelo {
namespace {

std::string_view answerWord(Answer answer) {
    return answer == Answer::Yes ? "yes" : answer == Answer::No ? "no" : "unknown";
}

std::string_view kindWord(CaseTable::Kind kind) {
    switch (kind) {
        case CaseTable::Kind::CpuAndGpu:
            return "cpu_and_gpu";
        case CaseTable::Kind::CpuOnly:
            return "cpu_only";
        case CaseTable::Kind::SharedGpu:
            return "shared_gpu";
        case CaseTable::Kind::ReferenceGpu:
            return "reference_gpu";
    }
    return {};
}

Json interval(const std::optional<Interval>& ci) {
    return ci ? Json::array({finiteOrNull(ci->low), finiteOrNull(ci->high)}) : Json();
}

Json reasonJson(const Reason& reason, const Text& text) {
    return {{"code", reason.code},
            {"args", reason.args},
            {"message", reason.message},
            {"text", text.reason(reason)}};
}

Json reasons(const std::vector<Reason>& list, const Text& text) {
    Json out = Json::array();
    for (const Reason& reason : list) out.push_back(reasonJson(reason, text));
    return out;
}

Json ratioJson(const Comparison& comparison, const Row& row, const ColumnRatio& ratio,
               const Labels& labels) {
    Json out{{"base", ratio.base}, {"column", ratio.column}};
    if (const auto why = labels.whyNoFactor(row, ratio))
        out["reason"] = reasonJson(*why, labels.text());
    if (!ratio.estimate) return out;
    const RatioEstimate& e = *ratio.estimate;
    if (ratio.givesFactor()) {
        out["ratio"] = finiteOrNull(e.ratio);
        out["ci95"] = interval(e.ci95);
    }
    out["paired"] = ratio.paired;
    if (const auto unchecked = uncheckedOf(comparison, ratio)) {
        out["not_checked"] = *unchecked;
        return out;
    }
    out["rounds"] = e.rounds;
    out["verdict"] = verdictName(e.verdict);
    if (e.doubt != Doubt::None) out["doubt"] = doubtName(e.doubt);
    if (ratio.loaded)
        out["under_load"] = {{"faster", ratio.loaded->candidate_faster ? ratio.column : ratio.base},
                             {"at_least", ratio.loaded->at_least}};
    return out;
}

Json sourceJson(const Source& source, const Text& text) {
    const auto brought = provenanceOf(source.header);
    Json out{{"file", source.file_name},
             {"role", word(source.role)},
             {"provenance", provenanceWord(source.header)},
             {"integrity", integrityWord(source)},
             {"run", source.header.run},
             {"app", source.header.app},
             {"started", source.header.started},
             {"plan_hash", source.header.plan_hash},
             {"cpu", source.cpu},
             {"gpu", source.gpu},
             {"os", source.os},
             {"machine", toJson(source.header.machine)},
             {"engine", toJson(source.header.engine)},
             {"label", shownLabel(source)},
             {"notices", reasons(source.notices, text)}};
    if (brought) out["provenance_detail"] = toJson(*brought);
    return out;
}

/// Answers by their codes, as the record has them.
Json predictionJson(const Prediction& prediction, const Comparison& comparison,
                    const Labels& labels) {
    Json out{{"skipped", prediction.skipped},
             {"seen_runs", prediction.seen_runs},
             {"questions", Json::array()}};
    for (const PredictionOutcome& outcome : outcomesOf(comparison, labels)) {
        Json item{{"id", outcome.question.id}, {"measured", outcome.measured}};
        if (!outcome.predicted.empty()) item["predicted"] = outcome.predicted;
        if (outcome.factor) item["factor"] = finiteOrNull(outcome.factor->ratio);
        if (outcome.why) item["reason"] = reasonJson(*outcome.why, labels.text());
        if (const auto met = outcome.met()) item["met"] = *met;
        out["questions"].push_back(std::move(item));
    }
    return out;
}

Json gameJson(const Misleading& game) {
    const auto side = [](const GameSide& one) {
        return Json{{"name", one.name}, {"ms", finiteOrNull(one.ms)}};
    };
    return {{"slow", side(game.slow)},
            {"fast", side(game.fast)},
            {"factor", finiteOrNull(game.factor())}};
}

Json valueJson(const LongTable::Value& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
    if (const auto* measured = std::get_if<double>(&value)) return finiteOrNull(*measured);
    return nullptr;
}

/// Returns the cells under the columns of the data CSV: one vocabulary for both.
Json tableJson(const LongTable& table) {
    Json cells = Json::array();
    for (const auto& row : table.rows) {
        Json cell = Json::object();
        for (std::size_t i = 0; i < row.size(); ++i)
            if (!std::holds_alternative<std::monostate>(row[i]))
                cell[std::string(table.columns[i])] = valueJson(row[i]);
        cells.push_back(std::move(cell));
    }
    return cells;
}

}  // namespace

std::string writeJson(const Comparison& comparison, const ReportOptions& options) {
    const Text text = options.text();
    const Labels labels(comparison, text);
    Json out{{"report", 1}};
    const std::string watermark = watermarkOf(comparison, text);
    if (!watermark.empty()) out["watermark"] = watermark;
    if (const auto game = misleadingIn(comparison, labels)) out["game"] = gameJson(*game);
    out["sources"] = Json::array();
    for (const Source& source : comparison.sources)
        out["sources"].push_back(sourceJson(source, text));
    out["columns"] = Json::array();
    for (const Column& column : comparison.columns)
        out["columns"].push_back({{"file", column.file}, {"variant", column.variant.json()}});
    if (comparison.base_column) out["base_column"] = *comparison.base_column;
    if (const Prediction* prediction = predictionIn(comparison))
        out["prediction"] = predictionJson(*prediction, comparison, labels);
    out["cells"] = tableJson(longTable(comparison, text, options.fields));
    out["ratios"] = Json::array();
    for (const Row& row : comparison.rows) {
        Json item{{"case", row.work.json()}, {"against_base", Json::array()}};
        for (const ColumnRatio& ratio : row.ratios)
            item["against_base"].push_back(ratioJson(comparison, row, ratio, labels));
        out["ratios"].push_back(std::move(item));
    }
    out["tables"] = Json::array();
    for (const CaseTable& table : comparison.tables) {
        Json item{{"kind", kindWord(table.kind)}, {"rows", table.rows}};
        if (table.cpu) item["cpu"] = *table.cpu;
        if (table.gpu) item["gpu"] = *table.gpu;
        for (std::size_t i = 0; i < table.pairs.size(); ++i) {
            const Row& row = comparison.rows[table.rows[i]];
            const auto& [best, naive] = table.pairs[i];
            item["best"].push_back(best ? ratioJson(comparison, row, *best, labels) : Json());
            item["naive"].push_back(naive ? ratioJson(comparison, row, *naive, labels) : Json());
        }
        out["tables"].push_back(std::move(item));
    }
    for (const View* view : viewsOf(comparison)) {
        if (view->add_json) view->add_json(comparison, out);
        for (const View::Table& table : view->tables)
            out[table.id] = tableJson(table.make(comparison));
    }
    if (LongTable monitor = monitorTable(comparison); !monitor.rows.empty())
        out["monitor"] = tableJson(std::move(monitor));
    if (Json scaling = scalingJson(comparison, labels); !scaling.empty())
        out["scaling"] = std::move(scaling);
    out["ledgers"] = Json::array();
    for (const Ledger& ledger : comparison.ledgers) {
        if (!watermark.empty()) break;  // of a game it is the answer
        Json item{{"base", ledger.base}, {"column", ledger.column}, {"ticks", Json::object()}};
        for (const Ledger::Tick& tick : ledger.ticks)
            item["ticks"][tick.code] = tick.word.empty() ? answerWord(tick.answer) : tick.word;
        out["ledgers"].push_back(std::move(item));
    }
    out["warnings"] = reasons(comparison.warnings, text);
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace duelo
