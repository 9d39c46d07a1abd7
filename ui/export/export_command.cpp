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

Result<Comparison> readFiles(const ExportRequest& request) {
    std::vector<RecordLog> logs;
    ComparisonOptions roles;
    const auto read = [&](const QString& file, Role role) -> std::optional<Reason> {
        auto log = readRecords(fromUtf8(file.toStdString()));
        if (!log) return log.error();
        logs.push_back(std::move(*log));
        roles.roles.push_back(role);
        return std::nullopt;
    };
    for (const QString& file : request.files)
        if (auto refused = read(file, logs.empty() ? Role::Own : Role::Shared))
            return tl::unexpected(*refused);
    for (const QString& file : request.references)
        if (auto refused = read(file, Role::Reference)) return tl::unexpected(*refused);
    return compare(logs, roles);
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
    const auto comparison = readFiles(*request);
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
