// SPDX-License-Identifier: Apache-2.0
#include "report/long_table.h"

#include <algorithm>

#include "report/long_table_line.h"
#include "report/training_table.h"

namespace duelo {
namespace {

using Value = LongTable::Value;
using namespace long_table;

template <typename List>
std::string joined(const List& list) {
    std::string out;
    for (const auto& item : list) out += (out.empty() ? "" : " ") + std::string(item);
    return out;
}

void putProvenance(Line& line, const Source& source) {
    line.put("file", textValue(source.file_name));
    line.put("role", textValue(word(source.role)));
    line.put("integrity", textValue(integrityWord(source.integrity)));
    line.put("run", textValue(source.header.run));
    line.put("started", textValue(source.header.started));
    line.put("app", textValue(source.header.app));
    line.put("cpu", textValue(source.cpu));
    line.put("gpu", textValue(source.gpu));
    line.put("os", textValue(source.os));
}

void putWork(Line& line, const Case& work, const Variant& variant) {
    line.put("model", textValue(work.model));
    line.put("input", textValue(work.input));
    line.put("size_px", std::int64_t{work.size_px});
    line.put("batch", std::int64_t{work.batch});
    const bool photograph = work.input != kRandomInput && !trains(work);
    line.put("preprocess", textValue(photograph ? word(work.preprocess) : ""));
    line.put("fit", textValue(photograph ? word(work.fit) : ""));
    line.put("device", textValue(word(variant.device)));
    line.put("threads",
             variant.device == Device::Cpu ? Value{std::int64_t{variant.threads}} : Value{});
    line.put("precision", textValue(word(variant.precision)));
    line.put("mode", textValue(word(variant.mode)));
}

void putFigures(Line& line, const ReportCell& cell) {
    const Summary none{};
    const bool has = cell.timed();
    const Summary& s = has ? *cell.result.summary : none;
    const auto figure = [&](double value) { return has ? number(value) : Value{}; };
    line.put("n", has ? Value{s.n} : Value{});
    line.put("calls_per_sample", has ? Value{std::int64_t{s.calls_per_sample}} : Value{});
    line.put("median_ms", figure(s.median_ms));
    line.put("ci95_low_ms", s.ci95_ms ? number(s.ci95_ms->low) : Value{});
    line.put("ci95_high_ms", s.ci95_ms ? number(s.ci95_ms->high) : Value{});
    line.put("mean_ms", figure(s.mean_ms));
    line.put("min_ms", figure(s.min_ms));
    line.put("p25_ms", figure(s.p25_ms));
    line.put("p75_ms", figure(s.p75_ms));
    line.put("max_ms", figure(s.max_ms));
    line.put("p90_ms", number(s.p90_ms));
    line.put("p99_ms", number(s.p99_ms));
    line.put("device_median_ms", number(s.device_median_ms));
    line.put("submit_median_ms", number(s.submit_median_ms));
    line.put("throughput_per_s", figure(s.throughput_per_s));
}

void putParts(Line& line, const ReportCell& cell) {
    const Parts parts = cell.result.parts.value_or(Parts{});
    line.put("decode_ms", number(parts.decode_ms));
    line.put("resize_ms", number(parts.resize_ms));
    line.put("h2d_ms", number(parts.h2d_ms));
    line.put("compute_ms", number(parts.compute_ms));
    line.put("d2h_ms", number(parts.d2h_ms));
    line.put("unexplained_ms", number(parts.unexplained_ms));
    line.put("copies_included",
             cell.result.parts ? Value{std::int64_t{parts.copies_included}} : Value{});
    line.put("load_ms", cell.cold ? number(cell.cold->load_ms) : Value{});
    line.put("first_ms", cell.cold ? number(cell.cold->first_ms) : Value{});
    line.put("warm_up_calls",
             cell.measured() ? Value{std::int64_t{cell.result.warm_up_calls}} : Value{});
    line.put("warm_up_ms", cell.measured() ? number(cell.result.warm_up_ms) : Value{});
}

void putOutput(Line& line, const ReportCell& cell) {
    const ResultRecord& result = cell.result;
    const auto top = result.output && !result.output->top.empty()
                         ? std::optional(result.output->top.front())
                         : std::nullopt;
    line.put("top1_class", top ? Value{std::int64_t{top->index}} : Value{});
    line.put("top1_label", top ? textValue(top->label) : Value{});
    line.put("top1_probability", top ? number(top->probability) : Value{});
    line.put("max_error", result.output ? number(result.output->max_error) : Value{});
    line.put("output_checksum", result.output ? textValue(result.output->checksum) : Value{});
    line.put("input_sha256", result.input ? textValue(result.input->sha256) : Value{});
    line.put("weights", result.weights ? textValue(result.weights->provenance) : Value{});
    line.put("weights_sha256", result.weights ? textValue(result.weights->sha256) : Value{});
    line.put("parameters", whole(result.parameters));
    line.put("flop", whole(result.flop));
    line.put("bytes_moved", whole(result.bytes_moved));
    line.put("forecast_bytes", whole(result.forecast_bytes));
    line.put("peak_bytes", whole(result.peak_bytes));
}

void putRatio(Line& line, const ColumnRatio* ratio, bool isBase, const Text& text) {
    const auto* estimate = ratio && ratio->estimate ? &*ratio->estimate : nullptr;
    line.put("base", std::int64_t{isBase});
    line.put("ratio", estimate ? number(estimate->ratio) : Value{});
    line.put("ratio_ci95_low", estimate && estimate->ci95 ? number(estimate->ci95->low) : Value{});
    line.put("ratio_ci95_high",
             estimate && estimate->ci95 ? number(estimate->ci95->high) : Value{});
    line.put("verdict", estimate ? textValue(verdictName(estimate->verdict)) : Value{});
    line.put("paired", estimate ? Value{std::int64_t{ratio->paired}} : Value{});
    line.put("ratio_reason",
             ratio && ratio->reason ? textValue(text.reason(*ratio->reason)) : Value{});
}

std::string_view statusWord(const ReportCell& cell) {
    return cell.status ? word(*cell.status) : std::string_view("not_measured");
}

}  // namespace

LongTable longTable(const Comparison& comparison, const Text& text) {
    LongTable table;
    const bool training = anyTraining(comparison);
    const auto trained = trainingTables(comparison);
    for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
        const Row& row = comparison.rows[r];
        for (std::size_t i = 0; i < comparison.columns.size(); ++i) {
            const ReportCell& cell = row.cells[i];
            Line line(table, table.rows.empty());
            putProvenance(line, comparison.sources[cell.source]);
            line.put("cell", textValue(cell.id));
            putWork(line, row.work, comparison.columns[i].variant);
            line.put("status", textValue(statusWord(cell)));
            line.put("reason", cell.reason ? textValue(cell.reason->code) : Value{});
            line.put("reason_text", cell.reason ? textValue(text.reason(*cell.reason)) : Value{});
            putFigures(line, cell);
            line.put("flags", textValue(joined(cell.result.flags)));
            std::string discarded;
            for (const auto& [cause, n] : cell.result.discarded)
                discarded += (discarded.empty() ? "" : " ") + cause + ":" + std::to_string(n);
            line.put("discarded", textValue(discarded));
            putParts(line, cell);
            putOutput(line, cell);
            const auto ratio =
                std::find_if(row.ratios.begin(), row.ratios.end(),
                             [&](const ColumnRatio& candidate) { return candidate.column == i; });
            putRatio(line, ratio == row.ratios.end() ? nullptr : &*ratio,
                     comparison.base_column == i, text);
            if (training) putTraining(line, cell, trainingRowOf(trained, r, i));
        }
    }
    return table;
}

SampleTable sampleTable(const Comparison& comparison, std::size_t limit) {
    SampleTable out;
    out.table.columns = {"file",    "cell",      "model",     "input",  "size_px", "batch",
                         "device",  "threads",   "precision", "mode",   "round",   "t0_ms",
                         "wall_ms", "device_ms", "submit_ms", "discard"};
    for (const Row& row : comparison.rows)
        for (std::size_t c = 0; c < row.cells.size(); ++c) {
            const ReportCell& cell = row.cells[c];
            const Samples& samples = cell.samples;
            const Variant& variant = comparison.columns[c].variant;
            out.total += samples.wall_ms.size();
            const auto at = [](const std::vector<double>& list, std::size_t i) {
                return i < list.size() ? number(list[i]) : Value{};
            };
            const auto intAt = [](const std::vector<int>& list, std::size_t i, Value otherwise) {
                return i < list.size() ? Value{std::int64_t{list[i]}} : otherwise;
            };
            for (std::size_t i = 0; i < samples.wall_ms.size() && out.table.rows.size() < limit;
                 ++i)
                out.table.rows.push_back(
                    {textValue(comparison.sources[cell.source].file_name), textValue(cell.id),
                     textValue(row.work.model), textValue(baseName(row.work.input)),
                     std::int64_t{row.work.size_px}, std::int64_t{row.work.batch},
                     textValue(word(variant.device)), std::int64_t{variant.threads},
                     textValue(word(variant.precision)), textValue(word(variant.mode)),
                     intAt(samples.round, i, Value{}), at(samples.t0_ms, i), at(samples.wall_ms, i),
                     at(samples.device_ms, i), at(samples.submit_ms, i),
                     intAt(samples.discard, i, std::int64_t{0})});
        }
    return out;
}

std::string guardFormula(std::string text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos) return text;
    std::size_t at = first;
    const char32_t c = nextCodePoint(text, at);
    constexpr std::u32string_view risky = U"=+-@\uFF1D\uFF0B\uFF0D\uFF20\u2212";
    // The pictures of tab, carriage return and NUL: visibleText() has already taken the originals.
    constexpr std::u32string_view pictures = U"\u2400\u2409\u240D";
    const bool control = first > 0 && text[0] != ' ';
    if (control || risky.find(c) != risky.npos || pictures.find(c) != pictures.npos)
        text.insert(text.begin(), '\'');
    return text;
}

}  // namespace duelo
