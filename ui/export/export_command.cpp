// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/export_command.h"

#include <algorithm>
#include <cstdio>
#include <span>

#include <QFileInfo>

#include "base/places.h"
#include "base/standard_output.h"
#include "experiments/compare.h"
#include "lab_report/compose_lab_report.h"
#include "ui/export/export_arguments.h"
#include "ui/export/hand_in.h"
#include "ui/export/lab_export.h"
#include "ui/look/settings.h"

namespace duelo::ui {
namespace {

enum ExitCode { kAllWritten = 0, kSomeNotWritten = 1, kUnusable = 2 };

void print(std::FILE* stream, const QString& words) {
    std::fputs(words.toUtf8().constData(), stream);
    std::fputc('\n', stream);
}

int refuse(const Text& text, const Reason& reason) {
    print(stderr, qs(text.reason(reason)));
    if (!reason.message.empty()) print(stderr, qs("  (" + visibleText(reason.message) + ")"));
    return kUnusable;
}

std::vector<std::filesystem::path> pathsOf(const QStringList& files) {
    std::vector<std::filesystem::path> paths;
    for (const QString& file : files) paths.push_back(pathOf(file));
    return paths;
}

/// Reads the files that the report keeps and that are not open. They are sought beside the given
/// files, beside the report and among the results.
ReadGroups keptBy(const LabReport& report, const ExportRequest& request, const Comparison& open) {
    std::vector<std::filesystem::path> folders;
    for (const QString& file : QStringList{request.written} + request.files + request.references)
        if (auto folder = pathOf(QFileInfo(file).absolutePath());
            std::ranges::find(folders, folder) == folders.end())
            folders.push_back(std::move(folder));
    folders.push_back(pathOf(Settings().resultsFolder()));
    return readGroups(soughtIn(closedGroups(report, &open), {}, folders), folders, findSpec);
}

int handInReport(const ExportRequest& request, const LabReport& report,
                 std::span<const FileGroup> groups) {
    const Text text(request.report.language, request.report.text().numbers());
    const ReportFields& fields = request.report.fields;
    const HandIn as{fields.student.empty() ? filedNames(report) : fields.student,
                    request.seat.isEmpty() ? report.hand_in.seat : request.seat.toStdString()};
    const auto handed =
        handInContent(report, groups, QFileInfo(request.written).absolutePath(), text)
            .and_then([&](HandInContent content) {
                return handIn(report, as, fields.group.empty() ? report.group : fields.group,
                              std::move(content), groups, text, request.hand_in, request.overwrite);
            });
    if (!handed) {
        refuse(text, handed.error());
        return kSomeNotWritten;
    }
    for (const std::string& fact : handed->facts) print(stderr, qs(fact));
    print(stdout, qs(text("cli.written", {{"path", handed->path.toStdString()}})));
    return kAllWritten;
}

int exported(const QStringList& arguments, const Text& text) {
    const auto request = exportRequest(arguments, text.language());
    if (!request) {
        refuse(text, request.error());
        print(stderr, qs(text("export.see_help")));
        return kUnusable;
    }
    if (request->help) {
        print(stdout, exportHelp(text).trimmed());
        return kAllWritten;
    }
    Result<Comparison> comparison{Comparison()};
    if (!request->files.isEmpty())
        comparison = compareFiles(pathsOf(request->files), pathsOf(request->references));
    if (!comparison) return refuse(text, comparison.error());
    std::optional<LabReport> report;
    std::optional<Document> own;
    ReadGroups kept;
    std::vector<FileGroup> groups;
    if (!request->written.isEmpty()) {
        auto read = readLabReport(pathOf(request->written));
        if (!read) return refuse(text, read.error());
        report = std::move(*read);
        FileGroup open{&*comparison, {}};
        for (const auto& path : pathsOf(request->files + request->references))
            open.files.push_back({path});
        kept = keptBy(*report, *request, *comparison);
        groups = {std::move(open)};
        for (const KeptFile& file : kept.missing)
            print(stderr, qs(text("cli.kept_missing", {{"file", visibleText(file.file)}})));
        for (const ReadGroup& one : kept.groups) groups.push_back(one.group());
        auto document = documentOf(*report, groups, request->report.numbers);
        if (!document) return refuse(text, document.error());
        own = std::move(*document);
    }

    int code = kAllWritten;
    if (report && !request->hand_in.isEmpty()) code = handInReport(*request, *report, groups);
    for (const auto& output : request->outputs) {
        std::vector<std::string> facts;
        const auto written = own ? exportLabReport(output.target, *report, *own, output.path,
                                                   request->overwrite, text, facts)
                                 : exportTo(output.target, *comparison, request->report,
                                            output.path, request->overwrite);
        if (!written) {
            refuse(text, written.error());
            code = kSomeNotWritten;
            continue;
        }
        for (const QString& file : *written)
            print(stdout, qs(text("cli.written", {{"path", file.toStdString()}})));
        for (const std::string& fact : facts) print(stderr, qs(fact));
    }
    return code;
}

}  // namespace

int exportCommand(const QStringList& arguments) {
    const auto asked = askedLanguage(arguments);
    const Text text(asked ? *asked : languageOf(Settings()));
    return exitCodeOf(exported(arguments, text), text);
}

}  // namespace duelo::ui
