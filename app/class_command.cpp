// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>

#include "base/places.h"
#include "classroom/class_database.h"
#include "classroom/class_tables.h"
#include "classroom/questions.h"
#include "classroom/submission.h"
#include "commands.h"
#include "experiments/specs.h"

namespace duelo {
namespace {

/// The first of many are named.
constexpr std::size_t kMostNamed = 200;

/// A table or a text that lies among the files of a class is no hand-in of Duelo's.
bool isForeign(const LeftOut& one) {
    return one.reason.code == "class_foreign" || one.reason.code == "class_zip_foreign";
}

/// Says on the error stream, whatever the format, which files do not count and why. Returns whether
/// one of Duelo's does not.
bool tellSetAside(const EngineContext& context, const Classroom& classroom, bool names) {
    const Text& text = context.text();
    const std::vector<LeftOut> all = classroom.leftOut();
    const auto counting = static_cast<std::size_t>(std::ranges::count_if(all, &LeftOut::counts));
    const std::size_t aside = all.size() - counting;
    const auto name = [&](std::size_t count, bool counts, const char* heading) {
        if (count == 0) return;
        std::cerr << text(heading, {{"count", count}}) << '\n';
        std::size_t named = 0;
        for (const LeftOut& one : all) {
            if (one.counts != counts) continue;
            if (named++ == kMostNamed) break;
            std::cerr << "  " << shownName(classroom, one.place, names) << ": "
                      << shownReason(classroom, one.reason, names, text) << '\n';
        }
        if (count > kMostNamed)
            std::cerr << "  " << text("class.left_more", {{"count", count - kMostNamed}}) << '\n';
    };
    name(aside, false, "class.set_aside");
    name(counting, true, "class.with_reserve");
    return std::ranges::any_of(all,
                               [](const LeftOut& one) { return !one.counts && !isForeign(one); });
}

/// Facts for Moodle, where they are asked for. Returns what went wrong.
std::optional<Reason> tellMoodle(const EngineContext& context, const Classroom& classroom,
                                 const ClassRequest& request) {
    if (!request.back.isAsked()) return std::nullopt;
    WriteBackRequest back = request.back;
    back.overwrite = request.overwrite;
    const auto done = writeBack(classroom, findSpec, request.options, back);
    if (!done) return done.error();
    for (const std::string& sentence : done->untold) std::cerr << "  " << sentence << '\n';
    std::cerr << context.text()("feedback.written", {{"rows", done->rows}, {"pages", done->pages}})
              << '\n';
    for (const auto& path : {back.worksheet_out, back.feedback})
        if (!path.empty())
            std::cerr << context.text()("cli.written", {{"path", utf8(path)}}) << '\n';
    return std::nullopt;
}

/// Writes the question bank, and says which kinds of questions the files have no data for.
Result<void> writeQuestions(const EngineContext& context, const Classroom& classroom,
                            const ClassOptions& options, const ClassRequest& request) {
    const Text text = options.text();
    const QuestionBank bank = questionsOf(classroom, findSpec, options);
    if (const auto written = exportQuestions(bank, text, request.questions, request.overwrite);
        !written)
        return written;
    std::cerr << questionsWritten(bank, utf8(request.questions), context.text()) << '\n';
    for (const std::string& sentence : bank.left_out) std::cerr << "  " << sentence << '\n';
    return {};
}

}  // namespace

int classCommand(EngineContext& context, const ClassRequest& request) {
    const auto format = wordFrom<ReportFormat>(request.format, "--format");
    if (!format) return refuse(context, format.error());
    if (const auto why = whyNotBack(request.back)) return refuse(context, *why);
    // Before anything was read it is no folder that went away, but a name that was typed wrongly.
    for (const auto& path : request.folders)
        if (const auto why = whyMissing(path)) return refuse(context, *why);
    Classroom classroom;
    const auto add = [&](Gathered found, std::size_t, std::size_t) {
        classroom.add(std::move(found));
    };
    static_cast<void>(gather(request.folders, findSpec, add));
    if (classroom.seats().empty() && classroom.brought().empty() &&
        submissionsOf(classroom).empty()) {
        static_cast<void>(tellSetAside(context, classroom, request.options.names));
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
    // First, because a refusal says that nothing was written.
    if (const auto why = tellMoodle(context, classroom, request)) return refuse(context, *why);
    if (!request.sqlite.empty()) {
        const auto written =
            writeClassDatabase(classroom, findSpec, options, request.sqlite, request.overwrite);
        if (!written) return refuse(context, written.error());
        tellWritten(request.sqlite);
    }
    if (!request.tables.empty()) {
        const auto written =
            writeClassCsvs(classroom, findSpec, options, request.tables, request.overwrite);
        if (!written) return refuse(context, written.error());
        tellWritten(request.tables);
    }
    if (!request.questions.empty()) {
        const auto written = writeQuestions(context, classroom, options, request);
        if (!written) return refuse(context, written.error());
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
    const bool someAside = tellSetAside(context, classroom, options.names);
    return someAside ? kSomeNotDone : kAllDone;
}

}  // namespace duelo
