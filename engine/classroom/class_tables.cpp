// SPDX-License-Identifier: Apache-2.0
#include "classroom/class_tables.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "base/json_text.h"
#include "base/whole_file.h"
#include "report/view.h"
#include "report/writers.h"

namespace duelo {
namespace {

using Value = LongTable::Value;

/// The parts of a case's name, as the view of its experiment has them.
std::vector<std::string> partsOf(const ClassCase& of, const FindSpec& find, const Text& text) {
    const Spec* spec = find(of.experiment);
    if (spec && spec->view && spec->view->case_parts) return spec->view->case_parts(of.work, text);
    return {shortName(spec, of.work, text)};
}

/// By what its cases have in common; with the experiment where that is nothing, or where others are
/// in the class.
std::string titleOf(const Classroom& classroom, const ClassCase& of,
                    const std::vector<std::string>& common, const FindSpec& find,
                    const Text& text) {
    const Spec* spec = find(of.experiment);
    const bool alone = std::ranges::all_of(
        classroom.cases(), [&](const ClassCase& one) { return one.experiment == of.experiment; });
    if (alone && !common.empty()) return commaJoined(common);
    const std::string name =
        text.word("page", spec && !spec->page.empty() ? spec->page : of.experiment);
    return common.empty() ? name : name + ": " + commaJoined(common);
}

Value worded(const std::string& text) {
    return text.empty() ? Value{} : Value{text};
}
Value figure(std::optional<double> value) {
    return value ? Value{*value} : Value{};
}

/// The columns of a side: time and both ends of its interval.
void addSide(std::vector<Value>& line, const std::optional<ClassTime>& side) {
    const bool known = side && side->ci95_ms;
    line.push_back(figure(side ? std::optional(side->median_ms) : std::nullopt));
    line.push_back(figure(known ? std::optional(side->ci95_ms->low) : std::nullopt));
    line.push_back(figure(known ? std::optional(side->ci95_ms->high) : std::nullopt));
}

/// An experiment may call a column of its own otherwise, where there is one experiment alone.
std::vector<std::string> titlesOf(const LongTable& table, const Classroom& classroom,
                                  const Text& text) {
    std::string experiment;
    for (const ClassCase& one : classroom.cases()) {
        if (!experiment.empty() && experiment != one.experiment) {
            experiment.clear();
            break;
        }
        experiment = one.experiment;
    }
    std::vector<std::string> titles;
    for (const std::string& code : table.columns)
        titles.push_back(columnTitle(text, experiment, code));
    return titles;
}

bool containsWord(std::string_view text, std::string_view part) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; };
    return !std::ranges::search(text, part, {}, lower, lower).empty();
}

/// The only value that is the one typed, else the only one that it is a part of.
Result<std::string> chosen(const char* option, const std::string& typed,
                           const std::set<std::string>& known) {
    if (known.contains(typed)) return typed;
    std::vector<std::string> with;
    std::ranges::copy_if(known, std::back_inserter(with),
                         [&](const std::string& one) { return containsWord(one, typed); });
    if (with.size() == 1) return with.front();
    return fail("unknown_value", {{"field", option}, {"value", typed}, {"accepted", known}});
}

std::string asJson(const LongTable& table) {
    Json lines = Json::array();
    for (const auto& row : table.rows) {
        Json line = Json::object();
        for (std::size_t i = 0; i < row.size(); ++i)
            std::visit(
                [&](const auto& value) {
                    if constexpr (!std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
                        line[table.columns[i]] = value;
                },
                row[i]);
        lines.push_back(std::move(line));
    }
    return jsonText(lines) + '\n';
}

}  // namespace

Text ClassOptions::text() const {
    return Text(language, numbers.value_or(defaultNumberStyle(language)));
}

ChartNames chartNames(const Classroom& classroom, std::span<const std::size_t> chart,
                      const FindSpec& find, const Text& text) {
    std::vector<std::vector<std::string>> parts;
    for (const std::size_t number : chart)
        parts.push_back(partsOf(classroom.cases()[number], find, text));
    ChartNames names;
    if (parts.empty()) return names;
    const auto isCommon = [&](std::size_t i) {
        return std::ranges::all_of(parts, [&](const std::vector<std::string>& name) {
            return name.size() == parts.front().size() && name[i] == parts.front()[i];
        });
    };
    std::vector<std::string> common;
    std::vector<std::vector<std::string>> own(parts.size());
    for (std::size_t i = 0; i < parts.front().size(); ++i)
        if (isCommon(i)) common.push_back(parts.front()[i]);
    for (std::size_t c = 0; c < parts.size(); ++c)
        for (std::size_t i = 0; i < parts[c].size(); ++i)
            if (i >= parts.front().size() || !isCommon(i)) own[c].push_back(parts[c][i]);
    if (parts.front().size() == 1) common.clear();  // a mere size names nothing
    names.chart = titleOf(classroom, classroom.cases()[chart.front()], common, find, text);
    for (std::size_t c = 0; c < parts.size(); ++c)
        names.cases.push_back(commaJoined(own[c].empty() ? parts[c] : own[c]));
    return names;
}

std::map<std::size_t, std::string> caseNames(const Classroom& classroom, const FindSpec& find,
                                             const Text& text) {
    std::map<std::size_t, std::string> all;
    for (const auto& chart : classroom.charts()) {
        const ChartNames names = chartNames(classroom, chart, find, text);
        for (std::size_t i = 0; i < chart.size(); ++i)
            all[chart[i]] = names.chart.ends_with(names.cases[i])
                                ? names.chart
                                : names.chart + ", " + names.cases[i];
    }
    return all;
}

Result<ClassFilter> filterFrom(const FilterWords& words, const Classroom& classroom,
                               const FindSpec& find, const Text& text) {
    ClassFilter filter;
    std::set<std::string> groups, gpus;
    for (const ClassSeat& seat : classroom.seats()) {
        if (!seat.group.empty()) groups.insert(seat.group);
        if (!seat.gpu.empty()) gpus.insert(seat.gpu);
    }
    if (!words.group.empty()) {
        auto group = chosen("--group", words.group, groups);
        if (!group) return tl::unexpected(group.error());
        filter.group = *std::move(group);
    }
    if (!words.gpu.empty()) {
        auto gpu = chosen("--gpu", words.gpu, gpus);
        if (!gpu) return tl::unexpected(gpu.error());
        filter.gpu = *std::move(gpu);
    }
    if (!words.option.empty()) {
        if (words.option != "A" && words.option != "B")
            return fail("unknown_value", {{"field", "--option"},
                                          {"value", words.option},
                                          {"accepted", Json::array({"A", "B"})}});
        filter.has_gpu = words.option == "A";
    }
    if (words.case_part.empty()) return filter;
    Json names = Json::array();
    for (const auto& [number, name] : caseNames(classroom, find, text)) {
        names.push_back(name);
        if (containsWord(name, words.case_part)) filter.cases.insert(number);
    }
    if (filter.cases.empty())
        return fail("unknown_value",
                    {{"field", "--case"}, {"value", words.case_part}, {"accepted", names}});
    return filter;
}

TimeUnit classUnit(const Classroom& classroom, std::span<const std::size_t> chart,
                   const ClassFilter& filter) {
    std::vector<double> medians_ms;
    for (const std::size_t number : chart)
        for (const Device device : {Device::Cpu, Device::Cuda})
            std::ranges::copy(classroom.times(number, device, filter),
                              std::back_inserter(medians_ms));
    return timeUnitOf(medians_ms);
}

namespace {

std::string pcsWords(std::size_t pcs, std::size_t unknown, const Text& text) {
    return text(unknown == 0 ? "class.pcs" : "class.pcs_unknown",
                {{"pcs", pcs}, {"unknown", unknown}});
}

std::size_t doubtfulTimes(const Classroom& classroom, std::size_t number, Device device,
                          const ClassFilter& filter) {
    return static_cast<std::size_t>(
        std::ranges::count_if(classroom.seats(), [&](const ClassSeat& seat) {
            const auto mark = seat.marks.find(number);
            if (mark == seat.marks.end() || !filter.takes(seat) || !filter.takes(mark->second))
                return false;
            const ClassRow& row = *mark->second.row;
            const auto& side = device == Device::Cuda ? row.gpu : row.cpu;
            return side && !side->doubts.empty();
        }));
}

}  // namespace

std::string pcsText(const Classroom& classroom, const ClassFilter& filter, const Text& text) {
    std::size_t pcs = 0, unknown = 0;
    for (const ClassSeat& seat : classroom.seats())
        if (filter.takes(seat)) ++(seat.identified ? pcs : unknown);
    return pcsWords(pcs, unknown, text);
}

std::string headlineOf(const Classroom& classroom, std::span<const std::size_t> chart,
                       const FindSpec& find, const ClassOptions& options) {
    const Text text = options.text();
    std::size_t gpus = 0;
    for (const ClassSeat& seat : classroom.seats())
        gpus += options.filter.takes(seat) && !seat.gpu.empty();
    Json args{{"pcs_text", pcsText(classroom, options.filter, text)}, {"gpus", gpus}};
    if (chart.empty()) return text("class.headline_none", args);
    const std::size_t middle = (chart.size() - 1) / 2;
    args["case_name"] = chartNames(classroom, chart, find, text).cases[middle];
    if (const auto box = boxOf(classroom.ratios(chart[middle], options.filter))) {
        args["of_text"] = text("class.of_ratios", {{"n", box->count}});
        args["ratio_text"] = formatSignificant(box->median, 3, text.numbers());
        return text("class.headline_ratio", args);
    }
    // PCs that measured their GPUs alone have a time too.
    for (const auto& [device, key] :
         {std::pair{Device::Cpu, "class.headline_cpu"}, {Device::Cuda, "class.headline_gpu"}})
        if (const auto box = boxOf(classroom.times(chart[middle], device, options.filter))) {
            const std::size_t doubtful =
                doubtfulTimes(classroom, chart[middle], device, options.filter);
            args["of_text"] = text(doubtful == 0 ? "class.of_times" : "class.of_times_doubtful",
                                   {{"n", box->count}, {"doubtful", doubtful}});
            args["time_text"] = formatDuration(box->median, text.numbers());
            return text(key, args);
        }
    return text("class.headline_none", args);
}

std::string wallHeadline(const Classroom& classroom, const Text& text) {
    const std::vector<WallSeat> wall = wallOf(classroom);
    const auto rest = std::ranges::count(wall, WallSeat::Verdict::CpuOnly, &WallSeat::verdict);
    const auto pcs = static_cast<std::ptrdiff_t>(wall.size());
    const auto unknown = std::ranges::count_if(
        wall, [](const WallSeat& one) { return one.seat != nullptr && !one.seat->identified; });
    return text("class.headline_wall",
                {{"pcs_text", pcsWords(std::size_t(pcs - unknown), std::size_t(unknown), text)},
                 {"gpus", pcs - rest},
                 {"rest", rest}});
}

LongTable classTable(const Classroom& classroom, const ClassOptions& options) {
    LongTable table;
    std::vector<std::string> axes;
    for (const std::size_t number : classroom.caseOrder())
        for (const auto& [axis, value] : classroom.cases()[number].work)
            if (std::ranges::find(axes, axis) == axes.end()) axes.push_back(axis);
    table.columns = {"seat", "room", "group"};
    if (options.names) table.columns.emplace_back("student");
    for (const char* code : {"machine", "cpu", "gpu", "driver", "app", "started", "experiment"})
        table.columns.emplace_back(code);
    table.columns.insert(table.columns.end(), axes.begin(), axes.end());
    for (const char* code :
         {"cpu_ms", "cpu_low_ms", "cpu_high_ms", "gpu_ms", "gpu_low_ms", "gpu_high_ms", "speedup",
          "speedup_low", "speedup_high", "verdict", "why_no_ratio", "clean", "repeats", "file"})
        table.columns.emplace_back(code);

    std::vector<std::size_t> order = classroom.caseOrder();
    std::erase_if(order, [&](std::size_t number) { return !options.filter.takesCase(number); });
    std::map<const ClassFile*, std::string> names;
    for (const ClassSeat& seat : classroom.seats()) {
        if (!options.filter.takes(seat)) continue;
        for (const std::size_t number : order) {
            const auto found = seat.marks.find(number);
            if (found == seat.marks.end() || !options.filter.takes(found->second)) continue;
            const ClassMark& mark = found->second;
            const ClassRow& row = *mark.row;
            const ClassFile& file = *mark.file;
            const ClassCase& of = classroom.cases()[number];
            std::vector<Value> line{worded(seat.name), worded(seat.room), worded(seat.group)};
            if (options.names) line.push_back(worded(seat.student));
            for (const std::string& told :
                 {seat.machine, file.machine.cpu.name, file.engine.gpu.name, file.engine.gpu.driver,
                  file.app, file.started, of.experiment})
                line.push_back(worded(told));
            for (const std::string& axis : axes) {
                const Json& value = of.work.at(axis);
                line.push_back(value.is_null()             ? Value{}
                               : value.is_number_integer() ? Value{value.get<std::int64_t>()}
                               : value.is_number()         ? Value{value.get<double>()}
                               : value.is_string()         ? Value{value.get<std::string>()}
                                                           : Value{jsonText(value)});
            }
            addSide(line, row.cpu);
            addSide(line, row.gpu);
            const bool known = row.ratio && row.ratio->ci95;
            line.push_back(figure(row.ratio ? std::optional(row.ratio->ratio) : std::nullopt));
            line.push_back(figure(known ? std::optional(row.ratio->ci95->low) : std::nullopt));
            line.push_back(figure(known ? std::optional(row.ratio->ci95->high) : std::nullopt));
            line.push_back(
                worded(row.ratio ? std::string(verdictName(row.ratio->verdict)) : std::string()));
            line.push_back(worded(row.why_no_ratio ? row.why_no_ratio->code : std::string()));
            line.emplace_back(std::int64_t{mark.clean});
            line.emplace_back(static_cast<std::int64_t>(mark.repeats.size()));
            const auto [name, added] = names.try_emplace(&file);
            if (added) name->second = shownName(classroom, file.place, options.names);
            line.push_back(worded(name->second));
            table.rows.push_back(std::move(line));
        }
    }
    return table;
}

Result<std::string> classText(const Classroom& classroom, const FindSpec& find, ReportFormat format,
                              const ClassOptions& options) {
    switch (format) {
        case ReportFormat::Csv:
            return writeCsv(classTable(classroom, options));
        case ReportFormat::CsvExcel: {
            const Text text = options.text();
            const LongTable table = withoutEmptyColumns(classTable(classroom, options));
            return writeCsvExcel(table, titlesOf(table, classroom, text), text.numbers().decimal);
        }
        case ReportFormat::JsonReport:
            return asJson(classTable(classroom, options));
        case ReportFormat::Markdown:
            return writeMarkdown(composeClass(classroom, find, options));
        case ReportFormat::Latex:
            return writeLatex(composeClass(classroom, find, options));
        case ReportFormat::Html:
            return writeHtml(composeClass(classroom, find, options));
        case ReportFormat::Xlsx:
            break;
    }
    return fail("format_needs_file", {{"format", word(format)}});
}

Result<void> exportClass(const Classroom& classroom, const FindSpec& find, ReportFormat format,
                         const ClassOptions& options, const std::filesystem::path& path,
                         bool overwrite) {
    if (format != ReportFormat::Xlsx) {
        const auto text = classText(classroom, find, format, options);
        if (!text) return tl::unexpected(text.error());
        return writeWhole(*text, path, overwrite);
    }
    const Text text = options.text();
    const LongTable table = withoutEmptyColumns(classTable(classroom, options));
    return writeWhole(
        [&](const std::filesystem::path& temporary) {
            return writeXlsx(
                composeClass(classroom, find, options), text.word("sheet", "class"),
                {{text.word("sheet", "data"), table, titlesOf(table, classroom, text)}}, temporary);
        },
        path, overwrite);
}

}  // namespace duelo
