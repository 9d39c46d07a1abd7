// SPDX-License-Identifier: Apache-2.0
#include "classroom/class_tables.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "base/json_text.h"
#include "base/whole_file.h"
#include "classroom/submission.h"
#include "report/view.h"
#include "report/writers.h"

namespace duelo {
namespace {

using Value = LongTable::Value;

Value worded(const std::string& text) {
    return text.empty() ? Value{} : Value{text};
}
Value figure(std::optional<double> value) {
    return value ? Value{*value} : Value{};
}

/// A value of an axis as a cell; lists and objects as JSON.
Value cellOf(const Json& value) {
    return value.is_null()             ? Value{}
           : value.is_number_integer() ? Value{value.get<std::int64_t>()}
           : value.is_number()         ? Value{value.get<double>()}
           : value.is_string()         ? Value{value.get<std::string>()}
                                       : Value{jsonText(value)};
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

TimeUnit classUnit(const Classroom& classroom, std::span<const std::size_t> chart,
                   const FindSpec& find, const ClassFilter& filter) {
    std::vector<double> medians_ms;
    for (const std::size_t number : chart)
        for (const std::size_t variant : classroom.series(std::span(&number, 1), filter))
            std::ranges::copy(classroom.times({number, variant}, filter),
                              std::back_inserter(medians_ms));
    return timeUnitOf(medians_ms,
                      chart.empty() || !find
                          ? std::nullopt
                          : askedTimeUnit(find(classroom.cases()[chart.front()].experiment)));
}

TimeUnit unitAround(const Classroom& classroom, std::size_t number, const FindSpec& find,
                    const ClassFilter& filter) {
    for (const auto& chart : classroom.charts(filter))
        if (std::ranges::find(chart, number) != std::ranges::end(chart))
            return classUnit(classroom, chart, find, filter);
    return classUnit(classroom, std::span(&number, 1), find, filter);
}

namespace {

/// Makes the lines of the long table, whose columns are the same for measured times and others.
class TableLines {
public:
    TableLines(const Classroom& classroom, const ClassOptions& options)
        : m_classroom(classroom),
          m_options(options),
          m_equals(classroom),
          m_reserves(classroom.reserves()),
          m_submissions(submissionsOf(classroom)),
          m_places(placesOf(m_submissions)) {
        const auto know = [](std::vector<std::string>& axes, const Params& params) {
            for (const auto& [axis, value] : params)
                if (std::ranges::find(axes, axis) == axes.end()) axes.push_back(axis);
        };
        for (const std::size_t number : classroom.caseOrder())
            know(m_work, classroom.cases()[number].work);
        for (const Params& variant : classroom.variants()) know(m_variant, variant);
        for (const auto& file : classroom.brought())
            for (const ClassRow& row : file->rows)
                for (const ClassTime& time : row.times) know(m_variant, time.variant);
        // An axis of both a case and a variant is told of the case.
        std::erase_if(m_variant, [&](const std::string& axis) {
            return std::ranges::find(m_work, axis) != m_work.end();
        });
    }

    LongTable table() {
        std::vector<std::string>& columns = m_table.columns;
        columns = {"seat", "room", "group"};
        if (m_options.names) columns.emplace_back("student");
        if (!m_submissions.empty()) {
            columns.emplace_back("submission");
            if (m_options.names) columns.emplace_back("submission_id");
            columns.emplace_back("late");
        }
        for (const char* code : {"machine", "cpu", "gpu", "driver", "app", "started", "experiment"})
            columns.emplace_back(code);
        columns.insert(columns.end(), m_work.begin(), m_work.end());
        columns.insert(columns.end(), m_variant.begin(), m_variant.end());
        for (const char* code :
             {"provenance",      "median_ms", "ci95_low_ms",  "ci95_high_ms", "not_measured_ms",
              "flags",           "clean",     "ratio_to",     "ratio",        "ratio_ci95_low",
              "ratio_ci95_high", "verdict",   "ratio_reason", "equal_pcs",    "equal_median_ms",
              "equal_factor",    "equal_far", "repeats",      "reserve",      "file"})
            columns.emplace_back(code);
        std::vector<std::size_t> order = m_classroom.caseOrder();
        std::erase_if(order, [&](std::size_t work) { return !m_options.filter.takesCase(work); });
        for (const ClassSeat& seat : m_classroom.seats())
            for (const std::size_t work : order)
                for (auto mark = seat.marks.lower_bound({work, 0});
                     mark != seat.marks.end() && mark->first.work == work; ++mark)
                    if (m_options.filter.markOf(seat, mark->first) != nullptr)
                        addMeasured(seat, mark->first, mark->second);
        for (const auto& file : m_classroom.brought())
            for (const ClassRow& row : file->rows)
                for (const ClassTime& time : row.times)
                    if (m_options.filter.takesBrought(*m_classroom.find(row.of)))
                        addBrought(*file, row, time);
        return std::move(m_table);
    }

private:
    void begin(const ClassSeat& seat, const ClassFile& file, const ClassCase& of,
               const Params& variant) {
        m_line = {worded(seat.name), worded(seat.room), worded(seat.group)};
        const auto at = m_places.find(file.place);
        const Submission* from = at == m_places.end() ? nullptr : &m_submissions[at->second];
        if (m_options.names) m_line.push_back(worded(seat.student));
        if (!m_submissions.empty()) {
            m_line.push_back(from == nullptr ? Value{}
                                             : worded(submissionTitle(m_submissions, at->second,
                                                                      m_options.names)));
            if (m_options.names) m_line.push_back(worded(from ? from->id : std::string()));
            m_line.push_back(from == nullptr ? Value{} : Value{std::int64_t{from->late}});
        }
        for (const std::string& told :
             {seat.machine, file.machine.cpu.name, gpuNameOf(file.engine), file.engine.gpu.driver,
              file.app, file.started, of.experiment})
            m_line.push_back(worded(told));
        for (const std::string& axis : m_work)
            m_line.push_back(cellOf(of.work.has(axis) ? of.work.at(axis) : variant.at(axis)));
        for (const std::string& axis : m_variant) m_line.push_back(cellOf(variant.at(axis)));
    }
    void add(std::initializer_list<Value> values) {
        m_line.insert(m_line.end(), values.begin(), values.end());
    }
    void end(const ClassFile& file) {
        const auto [name, added] = m_names.try_emplace(&file);
        if (added) name->second = shownName(m_classroom, file.place, m_options.names);
        m_line.push_back(worded(name->second));
        m_table.rows.push_back(std::move(m_line));
    }
    static Value endOf(const std::optional<Interval>& interval, double Interval::*which) {
        if (!interval) return {};
        return Value{(*interval).*which};
    }

    void addMeasured(const ClassSeat& seat, ClassKey key, const ClassMark& mark) {
        const ClassTime& time = *mark.time;
        begin(seat, *mark.file, m_classroom.cases()[key.work], time.variant);
        std::string flags;
        for (const std::string& flag : time.doubts) flags += (flags.empty() ? "" : " ") + flag;
        add({Value{std::string("measured")}, Value{time.median_ms},
             endOf(time.ci95_ms, &Interval::low), endOf(time.ci95_ms, &Interval::high), Value{},
             worded(flags), Value{std::int64_t{mark.clean}}});
        addRatio(seat, key);
        const auto equal = m_equals.of(seat, key);
        add({equal ? Value{static_cast<std::int64_t>(equal->pcs)} : Value{},
             figure(equal ? std::optional(equal->median_ms) : std::nullopt),
             figure(equal ? std::optional(equal->factor) : std::nullopt),
             equal ? Value{std::int64_t{equal->isFar()}} : Value{},
             Value{static_cast<std::int64_t>(mark.repeats.size())}});
        const auto reserve = m_reserves.find(mark.file->place);
        add({worded(reserve != m_reserves.end() ? reserve->second.code : std::string())});
        end(*mark.file);
    }

    /// Adds the ratio of the base of its file to this variant.
    void addRatio(const ClassSeat& seat, ClassKey key) {
        for (const auto& [of, mark] : seat.ratios) {
            if (of.first != key.work || of.second.other != key.variant ||
                !m_options.filter.takes(mark))
                continue;
            const auto& told = mark.ratio->estimate;
            return add({Value{jsonText(mark.ratio->base.json())},
                        figure(told ? std::optional(told->ratio) : std::nullopt),
                        told ? endOf(told->ci95, &Interval::low) : Value{},
                        told ? endOf(told->ci95, &Interval::high) : Value{},
                        worded(told ? std::string(verdictName(told->verdict)) : std::string()),
                        worded(mark.ratio->why ? mark.ratio->why->code : std::string())});
        }
        add({Value{}, Value{}, Value{}, Value{}, Value{}, Value{}});
    }

    void addBrought(const ClassFile& file, const ClassRow& row, const ClassTime& time) {
        begin({}, file, row.of, time.variant);
        const Provenance& from = *file.provenance;
        add({Value{std::string(word(from.kind()))}, Value{}, Value{}, Value{},
             Value{time.median_ms}, Value{}, Value{std::int64_t{0}}});
        for (int empty = 0; empty < 6 + 4; ++empty) m_line.emplace_back();
        add({Value{std::int64_t{0}}, Value{}});
        end(file);
    }

    const Classroom& m_classroom;
    const ClassOptions& m_options;
    const ClassEquals m_equals;
    const std::map<ClassPlace, Reason> m_reserves;
    const std::vector<Submission> m_submissions;
    const SubmissionPlaces m_places;
    std::vector<std::string> m_work, m_variant;  ///< axes
    LongTable m_table;
    std::vector<Value> m_line;
    std::map<const ClassFile*, std::string> m_names;
};

}  // namespace

LongTable classTable(const Classroom& classroom, const ClassOptions& options) {
    return TableLines(classroom, options).table();
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
