// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "base/places.h"
#include "commands.h"
#include "experiments/compare.h"
#include "record/record_file.h"
#include "report/export.h"

namespace duelo {

int reportCommand(EngineContext& context, const ReportRequest& request) {
    std::vector<RecordLog> logs;
    ComparisonOptions roles;
    const auto read = [&](const std::filesystem::path& path, Role role) -> std::optional<Reason> {
        auto log = readRecords(path);
        if (!log) return log.error();
        logs.push_back(std::move(*log));
        roles.roles.push_back(role);
        return std::nullopt;
    };
    for (const auto& path : request.files)
        if (auto refused = read(path, logs.empty() ? Role::Own : Role::Shared))
            return refuse(context, *refused);
    for (const auto& path : request.references)
        if (auto refused = read(path, Role::Reference)) return refuse(context, *refused);

    const auto format = wordFrom<ReportFormat>(request.format, "--format");
    if (!format) return refuse(context, format.error());
    const auto comparison = compare(logs, roles);
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

}  // namespace duelo
