// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <QDir>
#include <QFile>

#include "base/json_text.h"
#include "class_bench.h"
#include "experiments/compare.h"
#include "lab_report/lab_report.h"
#include "lab_report/report_form.h"
#include "record/write_records.h"
#include "report_examples.h"

/// Files as somebody would write them who wants the reader's PC to open something: every text of
/// them that the reading program takes is hostile.
namespace duelo::testing {

/// One hostile text: made for the number of its place.
using Poison = std::function<std::string(int place)>;

/// Calls `visit` for each text of `json`, where it stands; of maps that name things by their keys
/// for the keys too.
inline void visitTexts(const Json& json, const std::function<void(const std::string&)>& visit) {
    if (json.is_string()) visit(json.get<std::string>());
    if (json.is_structured())
        for (const auto& [key, value] : json.items()) visitTexts(value, visit);
}

using Replacements = std::map<std::string, std::string>;

/// The same with other texts in the place of these, everywhere.
inline Json withTexts(const Json& json, const Replacements& texts) {
    if (json.is_string()) {
        const auto found = texts.find(json.get<std::string>());
        return found == texts.end() ? json : Json(found->second);
    }
    Json out = json;
    if (json.is_structured())
        for (auto& [key, value] : out.items()) value = withTexts(value, texts);
    return out;
}

inline std::vector<Json> withTexts(const std::vector<Json>& lines, const Replacements& texts) {
    std::vector<Json> out;
    for (const Json& line : lines) out.push_back(withTexts(line, texts));
    return out;
}

/// Lines with hostile texts, and the number of them. A text that the reader needs as it is stays.
struct Poisoned {
    int texts = 0;
    std::vector<Json> lines{};
};

using Reads = std::function<bool(const std::vector<Json>&)>;

/// Puts these texts into the lines, all at once where that is read, else each half by itself.
inline void replace(Poisoned& in, const std::vector<std::pair<std::string, std::string>>& texts,
                    const Reads& reads) {
    if (texts.empty()) return;
    std::vector<Json> tried = withTexts(in.lines, Replacements(texts.begin(), texts.end()));
    if (reads(tried)) {
        in.lines = std::move(tried);
        in.texts += static_cast<int>(texts.size());
        return;
    }
    if (texts.size() == 1) return;
    const auto middle = texts.begin() + static_cast<std::ptrdiff_t>(texts.size() / 2);
    replace(in, {texts.begin(), middle}, reads);
    replace(in, {middle, texts.end()}, reads);
}

/// Puts a poison into every text of `lines` with which `reads` still answers true. A short name
/// stands for each first: a file that grows by an endless text with every question takes minutes.
inline Poisoned poisoned(std::vector<Json> lines, const Poison& poison, const Reads& reads) {
    std::set<std::string> known;
    std::vector<std::string> texts;  // in the order of the file
    for (const Json& line : lines)
        visitTexts(line, [&](const std::string& text) {
            if (known.insert(text).second) texts.push_back(text);
        });
    std::vector<std::pair<std::string, std::string>> poisons;
    for (const std::string& text : texts) {
        const auto place = static_cast<int>(poisons.size());
        const std::string name = "zz" + std::to_string(place) + "zz";
        std::vector<Json> tried = withTexts(lines, {{text, name}});
        if (!reads(tried)) continue;
        poisons.emplace_back(name, poison(place));
        lines = std::move(tried);
    }
    Poisoned out{0, std::move(lines)};
    replace(out, poisons, reads);
    return out;
}

inline std::vector<Json> linesOf(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("no file");
    std::vector<Json> lines;
    for (const QByteArray& line : file.readAll().split('\n'))
        if (!line.isEmpty()) lines.push_back(Json::parse(line.toStdString()));
    return lines;
}

inline std::size_t timedCells(const RecordLog& log) {
    const auto comparison = compare(std::vector<RecordLog>{log});
    std::size_t count = 0;
    if (comparison)
        for (const Row& row : comparison->rows)
            for (const ReportCell& cell : row.cells) count += cell.timed() ? 1 : 0;
    return count;
}

/// A record of `log` with its texts poisoned, sealed as if it were honest. Returns how many.
inline int writeHostileRecord(const RecordLog& log, const Poison& poison, const QString& path) {
    const QString tried = path + ".tried";
    QFile::remove(tried);
    if (!writeRecords(log.records, ui::pathOf(tried))) qFatal("not written");
    const auto honest = readRecords(ui::pathOf(tried));
    const std::size_t warned = honest->warnings.size(), timed = timedCells(*honest);
    const auto asLog = [&](const std::vector<Json>& lines) {
        std::string bytes;
        for (const Json& line : lines) bytes += jsonText(line) + '\n';
        test::put(ui::pathOf(tried), bytes);
        return readRecords(ui::pathOf(tried));
    };
    const Poisoned made = poisoned(linesOf(tried), poison, [&](const std::vector<Json>& lines) {
        const auto read = asLog(lines);
        // The seal does not fit, which is one warning more; it is made anew below.
        return read && read->warnings.size() <= warned + 1 && timedCells(*read) == timed;
    });
    const auto read = asLog(made.lines);
    QFile::remove(tried);
    QFile::remove(path);
    if (!read || !writeRecords(read->records, ui::pathOf(path))) qFatal("not written");
    return made.texts;
}

/// Writes the file of `probe --out` with its texts poisoned. Returns how many were.
inline int writeHostileProbe(const Poison& poison, const QString& path) {
    GpuSheet gpu{.available = false, .name = "RTX 3060"};
    gpu.driver = "551.86";
    gpu.reason = Reason{"driver_too_old", {{"found", "551.86"}, {"needed", "580"}}, "message"};
    test::writeProbe(ui::pathOf(path), classPc(7), gpu, {Reason{"unheard_of", {}, "message"}});
    const auto counts = [&](const std::vector<Json>& lines) {
        test::put(ui::pathOf(path), jsonText(lines.front()) + '\n');
        const auto opened = test::opened({ui::pathOf(path)});
        return opened.classroom.leftOutCount().all() == 0;
    };
    const Poisoned made = poisoned(linesOf(path), poison, counts);
    test::put(ui::pathOf(path), jsonText(made.lines.front()) + '\n');
    return made.texts;
}

/// A student's report that cites what is nowhere, so that what it says of it is all there is.
inline int writeHostileReport(const Poison& poison, const QString& path) {
    int place = 0;
    const auto line = [&] { return poison(place++).substr(0, kMaxLineChars); };
    LabReport report;
    report.title = line();
    report.authors = {line(), line()};
    for (std::string* each :
         {&report.institution, &report.subject, &report.teacher, &report.group, &report.date})
        *each = line();
    for (const EvidenceKind kind : {EvidenceKind::Time, EvidenceKind::Table}) {
        Citation citation{.id = "e" + std::to_string(place), .kind = kind};
        citation.of = {line(), line()};
        for (std::string* each : {&citation.item, &citation.source, &citation.file, &citation.plan,
                                  &citation.started, &citation.machine, &citation.said})
            *each = line();
        report.citations.push_back(citation);
    }
    for (const ReportSection& section : findForm(report.form)->sections)
        for (const ReportQuestion& question : section.questions)
            report.texts[question.id] = poison(place++) + " [[e8]] [[e17]]";
    report.kept = {{KeptFile{line(), line(), Role::Own}}};
    report.hand_in = {.names = line(), .seat = line(), .sha256 = line()};
    if (const auto written = writeLabReport(report, ui::pathOf(path), true); !written)
        qFatal("%s", written.error().code.c_str());
    return place;
}

}  // namespace duelo::testing
