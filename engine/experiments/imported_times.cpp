// SPDX-License-Identifier: Apache-2.0
#include "experiments/imported_times.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <system_error>
#include <utility>

#include "experiments/common_axes.h"
#include "experiments/compare.h"
#include "experiments/printed_program.h"
#include "experiments/specs.h"
#include "report/labels.h"

namespace duelo {
namespace {

constexpr double kLeast_ms = 1e-3, kMost_ms = 24 * 3600 * 1e3;
constexpr std::size_t kLongestTyped = 60;

/// Returns a text without the spaces around it, also those that do not break.
std::string_view trimmed(std::string_view text) {
    const auto drop = [&](std::string_view space) {
        if (text.starts_with(space)) return text.remove_prefix(space.size()), true;
        if (text.ends_with(space)) return text.remove_suffix(space.size()), true;
        return false;
    };
    while (drop(" ") || drop("\t") || drop("\u00A0") || drop("\u202F")) {
    }
    return text;
}

/// Returns the factor that makes a unit ms; nothing for a word that is no unit.
std::optional<double> factorOf(std::string_view unit, TypedUnit usual) {
    const auto is = [&](std::initializer_list<std::string_view> words) {
        return std::ranges::find(words, unit) != words.end();
    };
    if (unit.empty()) return usual == TypedUnit::Seconds ? 1e3 : 1.0;
    if (is({"s", "s.", "seg", "segundo", "segundos", "sec", "second", "seconds"})) return 1e3;
    if (is({"ms", "milisegundo", "milisegundos", "millisecond", "milliseconds"})) return 1.0;
    if (is({"us", "\u00B5s", "\u03BCs", "microsegundos", "microseconds"})) return 1e-3;
    return std::nullopt;
}

/// The axis of numbers in which the rows differ, where it is the only one.
std::string axisOf(const Comparison& comparison, const std::vector<std::size_t>& rows) {
    std::set<std::string> axes;
    for (const std::size_t r : rows) {
        const Params &first = comparison.rows[rows.front()].work, &work = comparison.rows[r].work;
        for (const auto& [axis, value] : work)
            if (first.at(axis) != value) axes.insert(axis);
    }
    return axes.size() == 1 ? *axes.begin() : std::string();
}

/// Refuses what the experiment's axes do not have: a file would show it as one of them.
Result<void> knownVariant(const ImportTarget& target, const Params& variant) {
    const Spec* spec = findSpec(target.experiment);
    for (const auto& [id, value] : variant) {
        const Axis* axis = spec ? spec->find(id) : nullptr;
        const bool isWord = value.is_string(), isWhole = value.is_number_integer();
        const bool isKnown =
            axis && axis->role == AxisRole::Variant &&
            (axis->kind == AxisKind::Device ? isWord && axis->accepts(value.get<std::string>())
             : axis->kind == AxisKind::Word
                 ? isWord &&
                       std::ranges::find(axis->words, value.get<std::string>()) != axis->words.end()
                 : isWhole && value.get<std::int64_t>() >= axis->min.value_or(0) &&
                       value.get<std::int64_t>() <= axis->max.value_or(kMaxThreads));
        if (!isKnown)
            return fail("unknown_value", {{"field", id},
                                          {"value", visibleText(value.dump())},
                                          {"accepted", axis ? Json(axis->words) : Json::array()}});
    }
    return {};
}

/// The first axis of whole numbers that may be swept: a size.
std::string usualAxis(const Comparison& comparison, std::size_t row) {
    const Spec* spec = comparison.find(comparison.rows[row].experiment);
    for (const Axis& axis : spec ? spec->axes : std::vector<Axis>())
        if (axis.role == AxisRole::Case && axis.many && axis.kind == AxisKind::Integer &&
            comparison.rows[row].work.has(axis.id))
            return axis.id;
    return {};
}

}  // namespace

Result<double> typedMs(std::string_view text, TypedUnit unit) {
    const std::string_view typed = trimmed(text);
    const Json args{{"value", visibleText(typed.substr(0, kLongestTyped))}};
    if (typed.starts_with("-") || typed.starts_with("\u2212"))
        return fail("typed_not_positive", args);
    const std::size_t end = std::min(typed.find_first_not_of("0123456789.,"), typed.size());
    std::string number(typed.substr(0, end));
    if (std::ranges::count_if(number, [](char c) { return c == '.' || c == ','; }) > 1)
        return fail("typed_two_signs", args);
    std::ranges::replace(number, ',', '.');
    std::string_view rest = typed.substr(end);
    // As Python prints a small one: 4e-05.
    if (rest.size() > 1 && (rest[0] == 'e' || rest[0] == 'E') && rest[1] != ' ') {
        const std::size_t exponent = std::min(rest.find_first_not_of("0123456789", 2), rest.size());
        number += rest.substr(0, exponent);
        rest.remove_prefix(exponent);
    }
    double value = 0;
    const char* const stop = number.data() + number.size();
    const auto [read, error] = std::from_chars(number.data(), stop, value);
    if (number.empty() || number == "." || error == std::errc::invalid_argument || read != stop)
        return fail("typed_not_number", args);
    const auto factor = factorOf(trimmed(rest), unit);
    if (!factor) return fail("typed_unit_unknown", args);
    const double ms = value * *factor;
    if (error == std::errc() && ms == 0) return fail("typed_not_positive", args);
    if (error != std::errc() || !(ms >= kLeast_ms && ms <= kMost_ms))
        return fail("typed_out_of_range", args);
    return ms;
}

Result<std::size_t> ImportTarget::rowOf(std::string_view key) const {
    const std::span<const Row> table = tableRows();
    const auto found = std::ranges::find(table, key, &Row::key);
    if (found != table.end()) return static_cast<std::size_t>(found - table.begin());
    Json accepted = Json::array();
    for (const Row& row : table) accepted.push_back(row.key);
    return fail("typed_size_unknown",
                {{"size", visibleText(key)}, {"accepted", std::move(accepted)}});
}

Result<std::optional<std::size_t>> ImportTarget::rowOf(const PrintedTime& time) const {
    if (!time.work.empty()) {
        const auto found = std::ranges::find(rows, time.work, &Row::work);
        if (time.experiment != experiment || found == rows.end())
            return fail("printed_other_work", {{"line", time.line}});
        return static_cast<std::size_t>(found - rows.begin());
    }
    if (!time.size_px) return std::optional<std::size_t>();
    const auto row = rowOf(std::to_string(*time.size_px));
    if (!row) return tl::unexpected(row.error());
    return *row;
}

Result<ImportTarget> importTarget(const Comparison& comparison, std::optional<std::size_t> table,
                                  const Text& text) {
    std::vector<std::size_t> rows;
    const std::size_t own = comparison.sources.empty() ? 0 : comparison.sources.front().file;
    const auto isOwn = [&](std::size_t r) {
        return std::ranges::any_of(comparison.rows[r].cells, [&](const ReportCell& cell) {
            return comparison.columns[cell.column].file == own && cell.timed();
        });
    };
    if (!comparison.tables.empty()) {
        rows = comparison.tables[table.value_or(0)].rows;
    } else {
        for (std::size_t r = 0; r < comparison.rows.size(); ++r)
            if (comparison.rows[r].experiment == comparison.rows.front().experiment)
                rows.push_back(r);
    }
    std::erase_if(rows, [&](std::size_t r) { return !isOwn(r); });
    if (rows.empty() || provenanceOf(comparison.sources.front().header))
        return fail("import_no_rows");
    const Labels labels(comparison, text);
    ImportTarget target{.experiment = comparison.rows[rows.front()].experiment,
                        .axis = axisOf(comparison, rows)};
    if (rows.size() == 1) target.axis = usualAxis(comparison, rows.front());
    target.spec_version = comparison.sources.front().header.spec_version;
    const Spec* spec = comparison.find(target.experiment);
    target.in_steps = spec != nullptr && spec->steps != nullptr;
    const std::size_t of_table = rows.size();
    for (std::size_t r = 0; r < comparison.rows.size() && !target.in_steps; ++r)
        if (comparison.rows[r].experiment == target.experiment && isOwn(r) &&
            std::ranges::find(rows, r) == rows.end())
            rows.push_back(r);
    target.other_rows = rows.size() - of_table;
    for (const std::size_t r : rows) {
        const Row& row = comparison.rows[r];
        const bool isNamed = target.axis.empty() || target.rows.size() >= of_table;
        const Json value = isNamed ? Json() : row.work.at(target.axis);
        const std::string name = isNamed ? labels.caseName(row) : text.value(target.axis, value);
        target.rows.push_back({.work = row.work,
                               .key = value.is_string() ? value.get<std::string>()
                                      : value.is_null() ? name
                                                        : value.dump(),
                               .name = name,
                               .steps = target.in_steps ? spec->steps(row.work).count : 1});
    }
    return target;
}

Result<ImportedRun> importedRun(const ImportTarget& target, const ImportFacts& facts,
                                const std::vector<ImportFigure>& figures, std::string app) {
    if (figures.empty()) return fail("typed_nothing");
    if (trimmed(facts.source).empty()) return fail("typed_source_missing");
    if (facts.own_program && figures.size() > 1) return fail("typed_one_program");
    ImportedRun run{.experiment = target.experiment,
                    .spec_version = target.spec_version,
                    .app = std::move(app),
                    .gpu = facts.gpu,
                    .provenance = {.origin = std::string(word(facts.origin)),
                                   .source = visibleText(trimmed(facts.source)),
                                   .timing = std::string(word(facts.timing)),
                                   .technology = visibleText(trimmed(facts.technology)),
                                   .accuracy = facts.accuracy}};
    std::set<std::string> unknown;
    std::set<std::pair<Params, Params>> told;
    for (const auto& [row, time] : figures) {
        const auto orFact = [](const std::string& own, const std::string& fact) {
            return own.empty() ? fact : own;
        };
        ImportedTime one{.work = target.rows[row].work,
                         .variant = {{"device", word(facts.device)}},
                         .ms = facts.own_program ? time.ms / target.rows[row].steps : time.ms,
                         .n = facts.timing == TimedBy::SingleCold ? 1 : time.n,
                         .weights_origin = orFact(time.weights, facts.weights)};
        if (!time.model.empty()) one.work.set("model", time.model);
        if (!time.input.empty() && baseName(one.work.text("input")) != time.input)
            one.work.set("input", time.input);
        if (time.batch && one.work.has("batch")) one.work.set("batch", *time.batch);
        if (!time.variant.empty()) {
            if (auto known = knownVariant(target, time.variant); !known)
                return tl::unexpected(known.error());
            one.variant = time.variant;
        }
        if (run.provenance.technology.empty())
            run.provenance.technology = visibleText(time.technology);
        const bool isTold = !time.variant.empty();
        const std::string precision =
            isTold ? std::string() : orFact(time.precision, facts.precision);
        if (facts.threads > 0) one.variant.set("threads", facts.threads);
        if (!precision.empty()) one.variant.set("precision", precision);
        if (!time.mode.empty()) one.variant.set("mode", time.mode);
        if (!told.emplace(one.work, one.variant).second)
            return fail("typed_twice", {{"size", target.rows[row].name}});
        // Such work has no weights, and a precision only where it is told.
        if (precision.empty() && !isTold) unknown.insert("precision");
        if (one.weights_origin.empty() && !isTold) unknown.insert("weights");
        run.times.push_back(std::move(one));
    }
    if (facts.timing == TimedBy::Unknown) unknown.insert("timing");
    run.provenance.unchecked.assign(unknown.begin(), unknown.end());
    return run;
}

Result<std::vector<ImportFigure>> figuresOf(const PrintedOutput& printed,
                                            const ImportTarget& target, const std::string& size) {
    std::vector<ImportFigure> figures;
    for (const PrintedTime& time : printed.times) {
        const auto told = target.rowOf(time);
        if (!told) return tl::unexpected(told.error());
        if (!*told && size.empty()) return fail("typed_size_missing");
        const auto row = *told ? Result<std::size_t>(**told) : target.rowOf(size);
        if (!row) return tl::unexpected(row.error());
        figures.push_back({*row, time});
    }
    return figures;
}

namespace {

/// Refuses what only a program of work in steps has, where these rows are of no such work.
std::optional<Reason> whyNoProgram(const ImportRequest& request, const ImportTarget& target) {
    if (target.in_steps) return std::nullopt;
    for (const auto& [given, option] :
         {std::pair{!request.facts.technology.empty(), "--technology"},
          {request.facts.threads > 0, "--threads"},
          {!request.accuracy.empty(), "--accuracy"},
          {!request.pattern.empty(), "--pattern"},
          {!request.accuracy_pattern.empty(), "--accuracy-pattern"}})
        if (given) return Reason{"import_no_program", {{"option", option}}, {}};
    return std::nullopt;
}

/// The time of an own program, whose accuracy goes to the facts.
Result<ImportFigure> programFigure(const ImportRequest& request, const ImportTarget& target,
                                   ImportFacts& facts) {
    const auto output = printedText(request.printed);
    if (!output) return tl::unexpected(output.error());
    const auto program = readPrintedProgram(*output, request.pattern, request.accuracy_pattern);
    if (!program) return tl::unexpected(program.error());
    if (request.size.empty() && target.rows.size() > 1) return fail("typed_size_missing");
    const auto row = request.size.empty() ? Result<std::size_t>(0) : target.rowOf(request.size);
    if (!row) return tl::unexpected(row.error());
    if (program->accuracy) facts.accuracy = program->accuracy;
    return ImportFigure{*row, {.ms = program->total_ms}};
}

}  // namespace

Result<ImportedRun> importedRun(const ImportRequest& request, const Text& text, std::string app) {
    const auto unit = wordFrom<TypedUnit>(request.unit, "--unit");
    if (!unit) return tl::unexpected(unit.error());
    ImportFacts facts = request.facts;
    const auto timing = wordFrom<TimedBy>(request.timing, "--timing");
    if (!timing) return tl::unexpected(timing.error());
    facts.timing = *timing;
    if (!facts.precision.empty())
        if (auto known = wordFrom<Precision>(facts.precision, "--precision"); !known)
            return tl::unexpected(known.error());
    const std::filesystem::path own[]{request.own};
    const auto comparison = compareFiles(own, {});
    if (!comparison) return tl::unexpected(comparison.error());
    const auto target = importTarget(*comparison, std::nullopt, text);
    if (!target) return tl::unexpected(target.error());
    if (auto why = whyNoProgram(request, *target)) return tl::unexpected(std::move(*why));
    facts.own_program = target->in_steps;
    if (facts.own_program) facts.device = Device::Cpu;
    if (!request.device.empty()) {
        const auto api = wordFrom<Api>(request.device, "--device");
        if (!api) return tl::unexpected(api.error());
        facts.device = Device{*api};
    }
    if (!request.accuracy.empty()) {
        const auto share = typedShare(request.accuracy);
        if (!share) return tl::unexpected(share.error());
        facts.accuracy = *share;
    }
    std::vector<ImportFigure> figures;
    for (const std::string& typed : request.typed) {
        const std::size_t sign = std::min(typed.find('='), typed.size());
        const bool isTimeAlone =
            facts.own_program && target->rows.size() == 1 && sign == typed.size();
        const auto row =
            isTimeAlone ? Result<std::size_t>(0) : target->rowOf(typed.substr(0, sign));
        if (!row) return tl::unexpected(row.error());
        const auto ms =
            typedMs(isTimeAlone ? typed : typed.substr(std::min(sign + 1, typed.size())), *unit);
        if (!ms) return tl::unexpected(ms.error());
        figures.push_back({*row, {.ms = *ms}});
    }
    if (!request.printed.empty() && target->in_steps) {
        const auto figure = programFigure(request, *target, facts);
        if (!figure) return tl::unexpected(figure.error());
        figures.push_back(*figure);
        facts.origin = Origin::Printed;
    } else if (!request.printed.empty()) {
        const auto printed = readPrinted(request.printed);
        if (!printed) return tl::unexpected(printed.error());
        if (!printed->refused.empty()) return tl::unexpected(printed->refused.front().second);
        auto read = figuresOf(*printed, *target, request.size);
        if (!read) return tl::unexpected(read.error());
        figures.insert(figures.end(), read->begin(), read->end());
        facts.origin = Origin::Printed;
        if (request.timing == word(TimedBy::Unknown)) facts.timing = printed->timing;
        if (facts.gpu.empty()) facts.gpu = printed->gpu;
    }
    if (request.simulated) facts.origin = Origin::Simulated;
    return importedRun(*target, facts, figures, std::move(app));
}

}  // namespace duelo
