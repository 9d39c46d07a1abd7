// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "base/places.h"
#include "build_info.h"
#include "commands.h"
#include "experiments/compare.h"
#include "report/export.h"

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

}  // namespace duelo
