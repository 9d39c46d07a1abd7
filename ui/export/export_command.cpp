// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/export_command.h"

#include <cstdio>

#include "base/places.h"
#include "experiments/compare.h"
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
    const auto comparison = compareFiles(pathsOf(request->files), pathsOf(request->references));
    if (!comparison) return refuse(text, comparison.error());

    int code = kAllWritten;
    for (const auto& output : request->outputs) {
        const auto written =
            exportTo(output.target, *comparison, request->report, output.path, request->overwrite);
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
