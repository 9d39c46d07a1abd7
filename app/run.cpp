// SPDX-License-Identifier: Apache-2.0
#include "run.h"

#include <utility>
#include <vector>

#include "base/places.h"
#include "data/left_behind.h"
#include "models/engine_sheet.h"

namespace duelo {

namespace {

std::optional<Reason> whyNotToMeasure(const Json& engine, const ClockSheet& clock) {
    std::vector<Reason> causes = engineWarnings(engine);
    for (Reason& problem : clockProblems(clock)) causes.push_back(std::move(problem));
    return causes.empty() ? std::nullopt : std::optional(causes.front());
}

}  // namespace

Result<std::unique_ptr<Run>> startRun(RunRequest request, EngineContext& context,
                                      Run::Listener listener) {
    const Plan& plan = request.plan;
    RunSetup setup{.cells = expand(plan, context.physicalCores()),
                   .header = {},
                   .protocol = protocolOf(plan.preset),
                   .seed = plan.seed,
                   .factory = nullptr};
    setup.header = context.makeHeader(plan, setup.cells.size(), request.label);
    if (const auto reason = whyNotToMeasure(setup.header.engine, context.clock()))
        return tl::unexpected(*reason);
    setup.factory = context.makeFactory(plan, request.journal.path, request.journal.resume);
    setup.take_first_use = [&context] { return context.takeFirstUse(); };
    awaitLeftBehind();  // of a run that was cancelled
    return Run::start(std::move(setup), std::move(request.journal), request.call_limit_ms,
                      std::move(listener));
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

Result<Plan> planOfJournal(const RecordLog& log, const Catalogue& catalogue) {
    auto plan = planFromJson(log.header().plan);
    if (!plan) return plan;
    plan = validated(std::move(*plan), catalogue);
    if (plan && planHash(*plan) != log.header().plan_hash)
        return fail("journal_modified", {{"path", utf8(log.path)}});
    return plan;
}

}  // namespace duelo
