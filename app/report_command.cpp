// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <span>

#include "base/places.h"
#include "build_info.h"
#include "commands.h"
#include "experiments/compare.h"
#include "report/export.h"
#include "report/misleading.h"

namespace duelo {

int reportCommand(EngineContext& context, const ReportRequest& request) {
    const auto format = wordFrom<ReportFormat>(request.format, "--format");
    if (!format) return refuse(context, format.error());
    const auto comparison = compareFiles(request.files, request.references);
    if (!comparison) return refuse(context, comparison.error());
    if (request.out.empty()) {
        const auto text = reportText(*comparison, *format, request.report);
        if (!text) return refuse(context, text.error());
        std::cout << *text << std::flush;
        return kAllDone;
    }
    const auto written =
        exportReport(*comparison, *format, request.report, request.out, request.overwrite);
    if (!written) return refuse(context, written.error());
    std::cerr << context.text()("cli.written", {{"path", utf8(request.out)}}) << '\n';
    return kAllDone;
}

int importCommand(EngineContext& context, const ImportRequest& request,
                  const std::filesystem::path& out) {
    const auto run = importedRun(request, context.text(), kVersion);
    if (!run) return refuse(context, run.error());
    const auto written = writeImported(*run, out);
    if (!written) return refuse(context, written.error());
    std::cerr << context.text()("cli.written", {{"path", utf8(out)}}) << '\n';
    return kAllDone;
}

int gameCommand(EngineContext& context, const std::filesystem::path& file, Game game,
                const std::filesystem::path& out) {
    const auto log = readRecords(file);
    if (!log) return refuse(context, log.error());
    const auto comparison = compare(std::span(&*log, 1));
    if (!comparison) return refuse(context, comparison.error());
    const Text& text = context.text();
    const Labels labels(*comparison, text);
    if (out.empty()) {
        const auto set = gameOf(log->header());
        if (!set) return refuse(context, {"game_missing", {{"path", utf8(file)}}, {}});
        game = *set;
    }
    const auto made = misleadingOf(*comparison, labels, game);
    if (!made) return refuse(context, made.error());
    if (!out.empty()) {
        if (const auto written = writeGame(*log, std::move(game), out); !written)
            return refuse(context, written.error());
        std::cerr << text("cli.written", {{"path", utf8(out)}}) << '\n';
    }
    std::cout << text("game.watermark") << '\n' << findingOf(*made, text).headline << '\n';
    for (const std::string& line : truthOf(*made, *comparison, labels)) std::cout << line << '\n';
    for (const Ledger::Tick& tick : ledgerOf(*comparison, *made).ticks)
        std::cout << tickLine(tick, text) << '\n';
    return kAllDone;
}

}  // namespace duelo
