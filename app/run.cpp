// SPDX-License-Identifier: Apache-2.0
#include "run.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/places.h"
#include "data/left_behind.h"
#include "engine_sheet.h"
#include "experiments/specs.h"
#include "forecast.h"
#include "learner.h"

namespace duelo {

namespace {

std::optional<Reason> whyNotToMeasure(const EngineSheet& engine, const ClockSheet& clock) {
    std::vector<Reason> causes = engineWarnings(engine);
    for (Reason& problem : clockProblems(clock)) causes.push_back(std::move(problem));
    return causes.empty() ? std::nullopt : std::optional(causes.front());
}

/// Reason: "journal_modified" when plan and digest disagree.
Result<Plan> planOfJournal(const RecordLog& log, const Facts& facts) {
    auto plan = planFromJson(log.header().plan);
    if (!plan) return plan;
    if (planHash(log.header().plan) != log.header().plan_hash)
        return fail("journal_modified", {{"path", utf8(log.path)}});
    return validated(std::move(*plan), facts);
}

/// Cells of another plan in a file that has some already: their ids say how many runs were before.
void tellApart(std::vector<Cell>& cells, const RecordLog& former) {
    const auto isHeader = [](const Record& record) {
        return std::holds_alternative<Header>(record);
    };
    const auto runs = std::ranges::count_if(former.records, isHeader);
    for (Cell& cell : cells) cell.id = "p" + std::to_string(runs + 1) + "-" + cell.id;
}

Result<RunSetup> setupOf(const RunRequest& request, Header header, const RecordLog* former,
                         EngineContext& context) {
    const bool adds = request.journal.task == RunTask::Add;
    auto plan = former && !adds ? planOfJournal(*former, context.facts()) : request.plan;
    if (!plan) return tl::unexpected(plan.error());
    RunSetup setup{.cells = expand(*plan, context.facts()),
                   .header = std::move(header),
                   .protocol = protocolOf(plan->preset),
                   .base = plan->base};
    if (former && adds) tellApart(setup.cells, *former);
    // Of the turns of the variants; an experiment without a seed has the usual one.
    constexpr std::int64_t kUsualSeed = 1234;
    if (!setup.cells.empty())
        setup.seed =
            static_cast<std::uint64_t>(setup.cells.front().work.integer("seed", kUsualSeed));
    context.describe(setup.header, *plan, setup.cells.size());
    setup.header.label = request.label;
    if (former && !adds) {
        // As it was written, with what this version does not know of it.
        setup.header.plan = former->header().plan;
        setup.header.plan_hash = former->header().plan_hash;
        setup.header.label = former->header().label;
    }
    if (const auto reason = whyNotToMeasure(setup.header.engine, context.clock()))
        return tl::unexpected(*reason);
    setup.allowed = request.allowed;
    setup.allowed.merge(digestsOf((*knownSpec(plan->experiment))->attachments));
    setup.maker =
        context.makerOf(*plan, request.journal.path, request.journal.task == RunTask::Resume);
    setup.header.expected_ms = expectedOf(setup.cells, *setup.maker, setup.protocol, context);
    const auto onGpu = [](const Cell& cell) { return deviceOf(cell.variant) == Device::Cuda; };
    if (std::ranges::any_of(setup.cells, onGpu)) setup.warnings = context.gpuWarnings();
    setup.take_first_use = [&context] { return context.takeFirstUse(); };
    return setup;
}

}  // namespace

Result<std::unique_ptr<Run>> startRun(RunRequest request, EngineContext& context,
                                      Run::Listener listener) {
    awaitLeftBehind();  // of a run that was cancelled
    const auto learn = [learner = std::make_shared<Learner>(context),
                        listener = std::move(listener)](const Record& record) {
        learner->add(record);
        if (listener) listener(record);
    };
    const auto make = [&](Header header, const RecordLog* former) {
        return setupOf(request, std::move(header), former, context);
    };
    return Run::start(make, request.journal, request.call_limit_ms, learn);
}

ExitCode exitCodeOf(RunEnd end) {
    switch (end) {
        case RunEnd::AllDone:
            return kAllDone;
        case RunEnd::Cancelled:
            return kCancelled;
        case RunEnd::NeedsRestart:
            return kNeedsRestart;
        case RunEnd::Hangs:
            return kCallHangs;
        case RunEnd::SomeNotDone:
            break;
    }
    return kSomeNotDone;
}

}  // namespace duelo
