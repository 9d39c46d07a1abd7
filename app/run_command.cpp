// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <iterator>
#include <optional>
#include <span>
#include <thread>

#include "base/places.h"
#include "base/whole_file.h"
#include "commands.h"
#include "data/left_behind.h"
#include "experiments/compare.h"
#include "experiments/found_limits.h"
#include "experiments/specs.h"
#include "interrupts.h"
#include "plan/plan_files.h"
#include "record/record_file.h"
#include "report/export.h"
#include "run.h"
#include "serve_pipe.h"
#include "terminal.h"
#include "terminal_table.h"

namespace duelo {

namespace fs = std::filesystem;

std::optional<Reason> whyMissing(const fs::path& path) {
    std::error_code error;
    if (fs::status(path, error).type() != fs::file_type::not_found) return std::nullopt;
    return Reason{"file_missing", {{"path", utf8(path)}}};
}

Result<fs::path> journalPath(const RunOptions& options) {
    fs::path folder = options.out;
    std::string stem = "duelo";
    if (folder.extension() == ".duelo") {
        stem = utf8(folder.stem());
        folder = folder.has_parent_path() ? folder.parent_path() : fs::path(".");
    } else if (folder.empty()) {
        std::string when = utcNow();
        std::erase(when, ':');
        std::erase(when, '-');
        folder = fs::path("duelo-results") / when;
        // What begins in the same second has a folder of its own.
        for (int n = 2; fs::exists(folder); ++n)
            folder.replace_filename(when + '-' + std::to_string(n));
    }
    std::error_code error;
    fs::create_directories(folder, error);
    if (error && !fs::is_directory(folder))
        return fail("folder_not_made", {{"path", utf8(folder)}}, error.message());
    const fs::path journal = folder / fromUtf8(stem + ".duelo");
    if (auto writable = checkWritable(journal); !writable) return tl::unexpected(writable.error());
    return journal;
}

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{50};

struct Printed {
    ReportFormat format;
    std::string_view suffix;
};
/// Every format that a student may hand in or open, beside the journal.
constexpr std::array<Printed, 5> kOutputs{{{ReportFormat::Xlsx, ".xlsx"},
                                           {ReportFormat::Html, ".html"},
                                           {ReportFormat::Markdown, ".md"},
                                           {ReportFormat::CsvExcel, "-excel.csv"},
                                           {ReportFormat::Csv, ".csv"}}};

/// Prints the tables and writes the files; reports of an existing journal replace its earlier ones.
/// \returns whether all of them are there.
bool writeReports(EngineContext& context, const fs::path& journal, bool replace) {
    const auto log = readResults(journal);
    if (!log) return refuse(context, log.error()) == kAllDone;
    const auto comparison =
        compare(std::span(&*log, 1),
                {.beside = FoundLimits().of(*log, {FoundLimits::folderOf(fs::absolute(journal))})});
    if (!comparison) return refuse(context, comparison.error()) == kAllDone;

    const Text& text = context.text();
    const ReportOptions options{.language = text.language(), .numbers = text.numbers()};
    std::cout << '\n' << terminalTables(compose(*comparison, options));
    std::cout << text("cli.files_in",
                      {{"path", utf8(fs::absolute(journal).lexically_normal().parent_path())}})
              << "\n  " << utf8(journal.filename()) << '\n';
    bool all = true;
    for (const auto& [format, suffix] : kOutputs) {
        fs::path path = journal;
        path.replace_extension();
        path += suffix;
        if (auto written = exportReport(*comparison, format, options, path, replace)) {
            std::cout << "  " << utf8(path.filename()) << '\n';
        } else {
            refuse(context, written.error());
            all = false;
        }
    }
    return all;
}

/// Tells a run while it goes on: by the record stream, or in words for a person.
class RunTeller {
public:
    RunTeller(const Text& text, bool json)
        : m_json(json), m_progress(text, m_words, isTerminal() && !json) {}

    void add(const Record& record) {
        if (m_json)
            m_stream.record(record);
        else
            m_progress.add(record);
    }
    /// Until the run is over or has been left.
    void follow(Run& run, const InterruptGuard& interrupt) {
        m_progress.setFinished(run.finishedBefore());
        while (run.isRunning()) {
            if (interrupt.count() > 0) run.cancel();
            if (interrupt.count() > 1) run.cancelAtOnce();
            if (!m_json) m_progress.draw();
            std::this_thread::sleep_for(kBetweenLooks);
        }
        if (!m_json) m_progress.finish();
    }
    /// Whether whoever reads what was told has come to its end. That is waited for, but not by who
    /// wants to leave.
    bool isRead(const InterruptGuard& interrupt) {
        while (!drain(kBetweenLooks))
            if (interrupt.count() > 0) return drain(kLastWords);
        return true;
    }

private:
    bool drain(std::chrono::milliseconds limit) {
        return m_json ? m_stream.drain(limit) : m_words.drain(limit);
    }

    const bool m_json;
    ReplyPipe m_stream;
    OutputQueue m_words;
    TerminalProgress m_progress;
};

/// The first of the requests, which becomes those that are still to follow. Reports come last.
int perform(EngineContext& context, std::deque<RunRequest>& requests, const RunOptions& options) {
    RunRequest request = std::move(requests.front());
    requests.pop_front();
    const fs::path journal = request.journal.path;
    const RunTask task = request.journal.task;
    outliveReaders();
    std::optional<InterruptGuard> interrupt(std::in_place);
    RunTeller teller(context.text(), options.json);
    auto started =
        startRun(std::move(request), context, [&](const Record& record) { teller.add(record); });
    if (!started) {
        const int refused = refuse(context, started.error());
        return started.error().code == "nothing_to_repeat" ? kAllDone : refused;
    }
    requests.insert(requests.begin(), std::make_move_iterator(started->following.begin()),
                    std::make_move_iterator(started->following.end()));
    Run* const run = started->run.get();
    teller.follow(*run, *interrupt);

    const bool leaves = !teller.isRead(*interrupt) || run->mustLeave();
    if (!leaves) awaitLeftBehind();
    const ExitCode code = exitCodeOf(run->end());
    const Reason error = run->error();
    if (!error.code.empty()) {
        refuse(context, error);
        requests.clear();  // what ended one ends the others
    }
    // What stands at its path, if anything, is not what was measured.
    const bool gone = error.code == "journal_gone";
    if (!gone && (code == kCancelled || !error.code.empty()))
        std::cerr << context.text()("cli.resume_with", {{"path", utf8(journal)}}) << std::endl;
    if (leaves) std::_Exit(code);
    if (gone) return code;
    started->run.reset();  // the lock is free and the journal closed before the reports are written
    interrupt.reset();     // and these may be ended at any time
    const bool last = requests.empty() || code > kSomeNotDone;
    if (last && !options.json && !options.no_report)
        if (!writeReports(context, journal, task != RunTask::Whole) && code == kAllDone)
            return kSomeNotDone;
    return code;
}

/// \returns the worst exit code; one that is worse than SomeNotDone ends it.
int performAll(EngineContext& context, std::deque<RunRequest> requests, const RunOptions& options) {
    int worst = kAllDone;
    while (!requests.empty()) {
        const int code = perform(context, requests, options);
        if (code > kSomeNotDone) return code;
        worst = std::max(worst, code);
    }
    return worst;
}

}  // namespace

int refuse(const EngineContext& context, const Reason& reason) {
    std::cerr << "duelo-engine: " << context.text().reason(reason) << '\n';
    return kBadInput;
}

int measureCommand(EngineContext& context, Plan plan, const RunOptions& options) {
    auto checked = validated(std::move(plan), context.facts());
    if (!checked) return refuse(context, checked.error());
    auto journal = journalPath(options);
    if (!journal) return refuse(context, journal.error());
    return performAll(context,
                      {{.plan = std::move(*checked),
                        .journal = {.path = std::move(*journal)},
                        .label = options.label,
                        .call_limit_ms = options.call_limit_s * 1e3,
                        .allowed = options.allowed}},
                      options);
}

int measureInto(EngineContext& context, const fs::path& journal, std::vector<Plan> plans,
                RunOptions options) {
    options.no_report = true;
    for (Plan& plan : plans) {
        auto checked = validated(std::move(plan), context.facts());
        if (!checked) return refuse(context, checked.error());
        plan = std::move(*checked);
    }
    std::deque<RunRequest> requests;
    for (const Plan& plan : plans)
        requests.push_back(
            {.plan = plan,
             .journal = {.path = journal, .task = requests.empty() ? RunTask::Whole : RunTask::Add},
             .label = options.label,
             .call_limit_ms = options.call_limit_s * 1e3});
    if (!plans.empty()) {
        requests.front().later.assign(plans.begin() + 1, plans.end());
        requests.front().goals = true;
    }
    return performAll(context, std::move(requests), options);
}

int runCommand(EngineContext& context, const fs::path& plan, const RunOptions& options) {
    auto parsed = readPlan(fs::absolute(plan), findSpec);
    if (!parsed) return refuse(context, parsed.error());
    return measureCommand(context, std::move(*parsed), options);
}

int goOnCommand(EngineContext& context, const fs::path& journal, RunTask task,
                const RunOptions& options) {
    const int worst = performAll(context,
                                 {{.journal = {.path = journal, .task = task},
                                   .call_limit_ms = options.call_limit_s * 1e3,
                                   .allowed = options.allowed}},
                                 options);
    if (worst == kBadInput) return worst;
    const auto log = readProgress(journal);
    return log && answersGoals(*log) ? std::max(worst, tellGoals(context, journal, options))
                                     : worst;
}

}  // namespace duelo
