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

/// Names files without their folders, so that a case is the same wherever a PC keeps them.
Params namedFiles(const Params& work, const Spec* spec) {
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
    out.work = out.common = namedFiles(row.work, spec);
    if (spec == nullptr) return out;
    std::vector<std::string> told;  // what tells the cases of a chart apart
    const auto common = spec->view ? commonOf(*spec->view, row.work) : std::nullopt;
    const bool tabled = common.has_value();
    if (tabled) out.common = namedFiles(*common, spec);
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

const ClassTime* timeOf(const ClassRow& row, const Params& variant) {
    const auto found = std::ranges::find(row.times, variant, &ClassTime::variant);
    return found == row.times.end() ? nullptr : &*found;
}

Reason doubtful(const std::set<std::string>& flags) {
    return {"class_doubtful", {{"flag", Json(flags)}}, {}};
}

void addFlags(std::set<std::string>& flags, const ClassTime* time) {
    if (time != nullptr) flags.insert(time->doubts.begin(), time->doubts.end());
}

/// Adds a ratio, unless one of both has no time: its gap says why.
void addRatio(ClassRow& out, const Comparison& c, ColumnRatio ratio) {
    const Spec* spec = c.find(out.of.experiment);
    ClassRatio one{.base = namedFiles(c.columns[ratio.base].variant, spec),
                   .other = namedFiles(c.columns[ratio.column].variant, spec)};
    const ClassTime *base = timeOf(out, one.base), *other = timeOf(out, one.other);
    const bool known = std::ranges::any_of(out.ratios, [&](const ClassRatio& told) {
        return told.base == one.base && told.other == one.other;
    });
    if (base == nullptr || other == nullptr || known) return;
    if (ratio.givesFactor()) {
        one.estimate = std::move(ratio.estimate);
    } else if (ratio.reason) {
        one.why = std::move(ratio.reason);
    } else {
        std::set<std::string> flags;
        addFlags(flags, base);
        addFlags(flags, other);
        one.why = doubtful(flags);
    }
    out.ratios.push_back(std::move(one));
}

ClassRow rowOf(const Comparison& c, std::size_t r) {
    const Row& row = c.rows[r];
    ClassRow out{.of = caseOf(row, c.sources.front().header, c.find)};
    for (const ReportCell& cell : row.cells) {
        const Params variant = namedFiles(c.columns[cell.column].variant, c.find(row.experiment));
        if (cell.timed()) {
            const Summary& summary = *cell.result.summary;
            ClassTime time{.variant = variant,
                           .median_ms = summary.median_ms,
                           .ci95_ms = summary.ci95_ms,
                           .doubts = doubtfulOf(cell.result.flags),
                           .parts = cell.parts()};
            if (cell.cold) time.first_ms = cell.cold->first_ms;
            if (const auto flop = cell.result.quantities.find("flop");
                flop != cell.result.quantities.end())
                time.flop = static_cast<double>(flop->second);
            out.times.push_back(std::move(time));
        } else {
            out.gaps.push_back({variant, cell.reason.value_or(Reason{"ratio_no_time"})});
        }
    }
    for (const ColumnRatio& ratio : row.ratios) addRatio(out, c, ratio);
    for (const CaseTable& table : c.tables)
        if (table.cpu && table.gpu && std::ranges::find(table.rows, r) != table.rows.end())
            addRatio(out, c, ratioOf(c, row, *table.cpu, *table.gpu));
    return out;
}

/// Returns what was expected, with the doubts as codes: a class is shown in either language.
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
        if (question.elsewhere) continue;  // a class has its GPUs among its own rows
        const ClassRow& of = question.of_first ? *first : *last;
        if (outcome.why && outcome.why->code == "ratio_doubtful") {
            std::set<std::string> flags;
            const auto add = [&](const ClassRow& row) {
                for (const Json* variant : {&asked->base, &asked->other})
                    addFlags(flags, timeOf(row, Params::from(*variant)));
            };
            add(of);
            if (question.kind == PredictionQuestion::Kind::Growth) add(*first);
            outcome.why = doubtful(flags);
        }
        auto band = bandOf(outcome.predicted);
        out.push_back({std::move(outcome), band, of.of, asked->seen_runs == 0,
                       Params::from(asked->base), Params::from(asked->other)});
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

bool areOfOneChart(const ClassCase& a, const ClassCase& b) {
    return a.experiment == b.experiment && a.spec_version == b.spec_version && a.common == b.common;
}

ClassLabel labelFrom(const Json& label) {
    return {textIn(label, "seat"), textIn(label, "room"), textIn(label, "group"),
            textIn(label, "student")};
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
                  .provenance = provenanceOf(source.header),
                  .integrity = source.integrity,
                  .warnings = source.warnings,
                  .label = labelFrom(source.header.label)};
    out.rows.reserve(comparison->rows.size());
    for (std::size_t r = 0; r < comparison->rows.size(); ++r)
        out.rows.push_back(rowOf(*comparison, r));
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
