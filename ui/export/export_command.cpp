// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/export_command.h"

#include <cstdio>

#include "base/places.h"
#include "experiments/compare.h"
#include "lab_report/compose_lab_report.h"
#include "record/record_file.h"
#include "ui/export/export_arguments.h"
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

/// The student's words in the language that they are written in, with what these files say now.
Result<Document> writtenReport(const ExportRequest& request, const Comparison& comparison) {
    const auto report = readLabReport(pathOf(request.written));
    if (!report) return tl::unexpected(report.error());
    const ReportForm* form = findForm(report->form);
    if (!form) return fail("lab_report_form_unknown", {{"form", visibleText(report->form)}});
    const ReportOptions options = optionsOf(*report, request.report.numbers);
    return composeLabReport(*report, *form, EvidenceBook(&comparison, options), options).document;
}

}  // namespace

int exportCommand(const QStringList& arguments) {
    const auto asked = askedLanguage(arguments);
    const Text text(asked ? *asked : languageOf(Settings()));
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
    std::optional<Document> own;
    if (!request->written.isEmpty()) {
        auto composed = writtenReport(*request, *comparison);
        if (!composed) return refuse(text, composed.error());
        own = std::move(*composed);
    }

    int code = kAllWritten;
    for (const auto& output : request->outputs) {
        const auto written =
            own ? exportDocument(output.target, *own, output.path, request->overwrite)
                : exportTo(output.target, *comparison, request->report, output.path,
                           request->overwrite);
        if (!written) {
            refuse(text, written.error());
            code = kSomeNotWritten;
            continue;
        }
        for (const QString& file : *written)
            print(stdout, qs(text("cli.written", {{"path", file.toStdString()}})));
    }
    return code;
}

}  // namespace duelo::ui
