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
        auto document =
            readLabReport(pathOf(request->written)).and_then([&](const LabReport& report) {
                return documentOf(report, &*comparison, request->report.numbers);
            });
        if (!document) return refuse(text, document.error());
        own = std::move(*document);
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
