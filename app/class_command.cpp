// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "base/places.h"
#include "classroom/class_database.h"
#include "classroom/class_tables.h"
#include "commands.h"
#include "experiments/specs.h"

namespace duelo {

int classCommand(EngineContext& context, const ClassRequest& request) {
    const auto format = wordFrom<ReportFormat>(request.format, "--format");
    if (!format) return refuse(context, format.error());
    // Before anything was read it is no folder that went away, but a name that was typed wrongly.
    for (const auto& path : request.folders)
        if (const auto why = whyMissing(path)) return refuse(context, *why);
    Classroom classroom;
    const auto add = [&](Gathered found, std::size_t, std::size_t) {
        classroom.add(std::move(found));
    };
    static_cast<void>(gather(request.folders, findSpec, add));
    if (classroom.seats().empty()) {
        for (const LeftOut& one : classroom.leftOut()) refuse(context, one.reason);
        return refuse(context, Reason{"class_nothing"});
    }
    ClassOptions options = request.options;
    auto filter = filterFrom(request.filter, classroom, findSpec, options.text());
    if (!filter) return refuse(context, filter.error());
    filter->clean_only = options.filter.clean_only;
    options.filter = *std::move(filter);
    const auto tellWritten = [&](const std::filesystem::path& path) {
        std::cerr << context.text()("cli.written", {{"path", utf8(path)}}) << '\n';
    };
    if (!request.sqlite.empty()) {
        const auto written =
            writeClassDatabase(classroom, findSpec, options, request.sqlite, request.overwrite);
        if (!written) return refuse(context, written.error());
        tellWritten(request.sqlite);
    }
    if (!request.out.empty()) {
        const auto written =
            exportClass(classroom, findSpec, *format, options, request.out, request.overwrite);
        if (!written) return refuse(context, written.error());
        tellWritten(request.out);
    } else {
        const auto text = classText(classroom, findSpec, *format, options);
        if (!text) return refuse(context, text.error());
        std::cout << *text << std::flush;
    }
    std::cerr << context.text()("class.written",
                                {{"files", classroom.fileCount()},
                                 {"pcs_text", pcsText(classroom, {}, context.text())}})
              << '\n';
    return kAllDone;
}

}  // namespace duelo
