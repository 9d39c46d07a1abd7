// SPDX-License-Identifier: Apache-2.0
#include "run.h"

#include <utility>
#include <vector>

#include "base/places.h"
#include "data/left_behind.h"
#include "experiments/specs.h"
#include "models/engine_sheet.h"

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

Result<RunSetup> setupOf(const RunRequest& request, Header header, const RecordLog* former,
                         EngineContext& context) {
    auto plan = former ? planOfJournal(*former, context.facts()) : request.plan;
    if (!plan) return tl::unexpected(plan.error());
    RunSetup setup{.cells = expand(*plan, context.facts()),
                   .header = std::move(header),
                   .protocol = protocolOf(plan->preset),
                   .base = plan->base};
    // Of the turns of the variants; an experiment without a seed has the usual one.
    constexpr std::int64_t kUsualSeed = 1234;
    if (!setup.cells.empty())
        setup.seed =
            static_cast<std::uint64_t>(setup.cells.front().work.integer("seed", kUsualSeed));
    context.describe(setup.header, *plan, setup.cells.size());
    setup.header.label = request.label;
    if (former) {
        // As it was written, with what this version does not know of it.
        setup.header.plan = former->header().plan;
        setup.header.plan_hash = former->header().plan_hash;
        setup.header.label = former->header().label;
    }
    if (const auto reason = whyNotToMeasure(setup.header.engine, context.clock()))
        return tl::unexpected(*reason);
    setup.maker = context.makerOf(*plan, request.journal.path, request.journal.resume);
    setup.take_first_use = [&context] { return context.takeFirstUse(); };
    return setup;
}

}  // namespace

Result<std::unique_ptr<Run>> startRun(RunRequest request, EngineContext& context,
                                      Run::Listener listener) {
    awaitLeftBehind();  // of a run that was cancelled
    const auto make = [&](Header header, const RecordLog* former) {
        return setupOf(request, std::move(header), former, context);
    };
    return Run::start(make, request.journal, request.call_limit_ms, std::move(listener));
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
