// SPDX-License-Identifier: Apache-2.0
#include "classroom/class_file.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/json_text.h"
#include "base/places.h"
#include "record/game.h"
#include "report/comparison_steps.h"
#include "report/view.h"
#include "stats/validity.h"

namespace duelo {
namespace {

/// Files by their names, so that a case is the same wherever a PC keeps them.
Params namedWork(const Params& work, const Spec* spec) {
    Params named = work;
    if (spec == nullptr) return named;
    for (const Axis& axis : spec->axes) {
        if (axis.kind != AxisKind::Path) continue;
        const Json& value = work.at(axis.id);
        if (const std::string path = work.text(axis.id); !path.empty())
            named.set(axis.id, baseName(path));
        if (!value.is_array()) continue;
        Json names = Json::array();
        for (const Json& path : value)
            if (path.is_string()) names.push_back(baseName(path.get<std::string>()));
        named.set(axis.id, std::move(names));
    }
    return named;
}

ClassCase caseOf(const Row& row, const Header& header, const FindSpec& find) {
    const Spec* spec = find(row.experiment);
    ClassCase out{.experiment = row.experiment, .spec_version = header.spec_version};
    out.work = out.common = namedWork(row.work, spec);
    if (spec == nullptr) return out;
    std::vector<std::string> told;  // what tells the cases of a chart apart
    const bool tabled = spec->view && spec->view->table_of;
    if (tabled) out.common = namedWork(spec->view->table_of(row.work), spec);
    for (const Axis& axis : spec->axes) {
        if (axis.role != AxisRole::Case || !row.work.has(axis.id)) continue;
        const bool sweeps = axis.many && row.work.at(axis.id).is_number();
        if (tabled ? !out.common.has(axis.id) : sweeps && told.empty()) told.push_back(axis.id);
    }
    if (told.size() != 1) return out;
    out.common.erase(told.front());
    out.axis = told.front();
    if (const Json& value = row.work.at(out.axis); value.is_number()) out.x = value.get<double>();
    return out;
}

struct Sides {
    std::optional<std::size_t> cpu{}, gpu{};
};

/// Those of the table that has the row, else the base and what speaks for a row beside it.
std::vector<Sides> sidesOf(const Comparison& c) {
    std::vector<Sides> sides(c.rows.size());
    std::vector<bool> tabled(c.rows.size(), false);
    for (const CaseTable& table : c.tables)
        for (const std::size_t r : table.rows) {
            sides[r] = {table.cpu, table.gpu};
            tabled[r] = true;
        }
    for (std::size_t r = 0; r < c.rows.size(); ++r) {
        if (tabled[r]) continue;
        if (const ColumnRatio* speaking = speakingRatio(c, c.rows[r]);
            speaking && deviceOf(c.columns[speaking->column].variant) == Device::Cuda)
            sides[r].gpu = speaking->column;
        const auto take = [&](std::size_t column) {
            auto& side =
                deviceOf(c.columns[column].variant) == Device::Cuda ? sides[r].gpu : sides[r].cpu;
            if (!side) side = column;
        };
        if (c.base_column) take(*c.base_column);
        for (const ReportCell& cell : c.rows[r].cells)
            if (cell.timed()) take(cell.column);
        for (const ReportCell& cell : c.rows[r].cells) take(cell.column);
    }
    return sides;
}

/// The time of a side, else why there is none.
void takeSide(const Comparison& c, const Row& row, std::optional<std::size_t> column,
              std::optional<ClassTime>& time, std::optional<Reason>& why) {
    if (!column) {
        why = Reason{"not_measured_absent"};
        return;
    }
    const ReportCell& cell = row.cells[*column];
    if (!cell.timed()) {
        why = cell.reason.value_or(Reason{"ratio_no_time"});
        return;
    }
    const Summary& summary = *cell.result.summary;
    time = ClassTime{c.columns[*column].variant, summary.median_ms, summary.ci95_ms,
                     doubtfulOf(cell.result.flags)};
}

Reason doubtful(std::initializer_list<const ClassRow*> rows) {
    std::set<std::string> flags;
    for (const ClassRow* row : rows)
        for (const auto* side : {&row->cpu, &row->gpu})
            if (*side) flags.insert((*side)->doubts.begin(), (*side)->doubts.end());
    return {"class_doubtful", {{"flag", Json(flags)}}, {}};
}

ClassRow rowOf(const Comparison& c, const Row& row, const Sides& sides) {
    ClassRow out{.of = caseOf(row, c.sources.front().header, c.find)};
    takeSide(c, row, sides.cpu, out.cpu, out.why_no_cpu);
    takeSide(c, row, sides.gpu, out.gpu, out.why_no_gpu);
    if (!sides.gpu && c.gpu_reason) out.why_no_gpu = c.gpu_reason;
    if (!out.cpu || !out.gpu) {
        out.why_no_ratio = Reason{"ratio_side_missing"};
        return out;
    }
    ColumnRatio ratio = ratioOf(c, row, *sides.cpu, *sides.gpu);
    if (ratio.givesFactor())
        out.ratio = std::move(ratio.estimate);
    else
        out.why_no_ratio = ratio.reason ? std::move(*ratio.reason) : doubtful({&out});
    return out;
}

/// What was expected, with the doubts as codes: a class is shown in either language.
std::vector<ClassPrediction> predictionsOf(const Comparison& c, const std::vector<ClassRow>& rows) {
    static const Text text(Language::English);
    const Prediction* asked = predictionIn(c);
    if (asked == nullptr || asked->skipped) return {};
    std::vector<ClassPrediction> out;
    const auto rowWith = [&](const Json& work) -> const ClassRow* {
        const auto found = std::ranges::find(c.rows, Params::from(work), &Row::work);
        return found == c.rows.end() ? nullptr : &rows[std::size_t(found - c.rows.begin())];
    };
    const ClassRow *first = rowWith(asked->first), *last = rowWith(asked->last);
    if (first == nullptr || last == nullptr) return {};
    for (PredictionOutcome& outcome : outcomesOf(c, Labels(c, text))) {
        const PredictionQuestion& question = outcome.question;
        const ClassRow& of = question.of_first ? *first : *last;
        if (outcome.why && outcome.why->code == "ratio_doubtful")
            outcome.why = question.kind == PredictionQuestion::Kind::Growth
                              ? doubtful({first, last})
                              : doubtful({&of});
        auto band = bandOf(outcome.predicted);
        out.push_back({std::move(outcome), band, of.of, asked->seen_runs == 0});
    }
    return out;
}

}  // namespace

std::string ClassPlace::name() const {
    if (entries.empty()) return utf8(file.filename());
    const std::string& last = entries.back();
    return last.substr(last.find_last_of("/\\") + 1);
}

std::string ClassPlace::whole() const {
    std::string out = utf8(file);
    for (const std::string& entry : entries) out += " > " + entry;
    return out;
}

ClassLabel labelFrom(const Json& label) {
    return {textIn(label, "seat"), textIn(label, "room"), textIn(label, "group"),
            textIn(label, "student")};
}

bool ClassRow::isClean() const {
    return (cpu || gpu) && (!cpu || cpu->doubts.empty()) && (!gpu || gpu->doubts.empty());
}

Result<ClassFile> classFile(ClassPlace place, RecordLog log, std::string digest,
                            const FindSpec& find) {
    if (gameOf(log.header())) return fail("class_game", {{"path", place.name()}});
    log.path = fromUtf8(place.name());
    const auto read = [&log](std::size_t) { return Result<RecordLog>(std::move(log)); };
    auto comparison = compare(1, read, find);
    if (!comparison) return tl::unexpected(std::move(comparison.error()));
    Source& source = comparison->sources.front();
    ClassFile out{.place = std::move(place),
                  .run = source.header.run,
                  .digest = std::move(digest),
                  .app = source.header.app,
                  .started = source.header.started,
                  .integrity = source.integrity,
                  .warnings = source.warnings,
                  .label = labelFrom(source.header.label)};
    const std::vector<Sides> sides = sidesOf(*comparison);
    out.rows.reserve(sides.size());
    for (std::size_t r = 0; r < sides.size(); ++r)
        out.rows.push_back(rowOf(*comparison, comparison->rows[r], sides[r]));
    out.predictions = predictionsOf(*comparison, out.rows);
    out.machine = std::move(source.header.machine);
    out.state = std::move(source.header.state);
    out.engine = std::move(source.header.engine);
    return out;
}

Result<ClassProbe> classProbe(ClassPlace place, std::string_view text) {
    auto json = parseJson(text);
    if (!json || textIn(*json, "r") != "probe")
        return fail("class_not_a_probe", {{"path", place.name()}},
                    json ? std::string() : json.error().message);
    for (const char* plan : {"default_plan", "offers", "experiments"}) json->erase(plan);
    return ClassProbe{std::move(place), labelFrom(json->value("label", Json())),
                      sheetFrom<ProbeSheet>(*json)};
}

}  // namespace duelo
