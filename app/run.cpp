// SPDX-License-Identifier: Apache-2.0
#include "run.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/places.h"
#include "base/utf8.h"
#include "data/left_behind.h"
#include "engine_sheet.h"
#include "experiments/specs.h"
#include "forecast.h"
#include "learner.h"
#include "record/doubt.h"
#include "record/file_plans.h"
#include "record/game.h"
#include "record/provenance.h"
#include "record/record_file.h"

namespace duelo {

namespace {

std::optional<Reason> whyNotToMeasure(const EngineSheet& engine, const ClockSheet& clock) {
    std::vector<Reason> causes = engineWarnings(engine);
    for (Reason& problem : clockProblems(clock)) causes.push_back(std::move(problem));
    return causes.empty() ? std::nullopt : std::optional(causes.front());
}

/// The key of RunRequest::goals in Header::extra of the first header of a file.
constexpr const char* kGoals = "goals";

std::vector<const Header*> headersOf(const RecordLog& log) {
    std::vector<const Header*> headers;
    for (const Record& record : log.records)
        if (const auto* header = std::get_if<Header>(&record)) headers.push_back(header);
    return headers;
}

/// Reason: "journal_modified" when plan and digest disagree.
Result<Plan> planOfJournal(const RecordLog& log, const Header& header, const Facts& facts) {
    auto plan = planFromJson(header.plan);
    if (!plan) return plan;
    if (planHash(header.plan) != header.plan_hash)
        return fail("journal_modified", {{"path", utf8(log.path)}});
    return validated(std::move(*plan), facts);
}

/// Cells of another plan than the first of a file.
void tellApart(RunSetup& setup, std::size_t place) {
    const std::string prefix = cellPrefix(place);
    if (prefix.empty()) return;
    for (Cell& cell : setup.cells) cell.id = prefix + cell.id;
    setup.header.extra[kCellPrefix] = prefix;
}

/// Writes into the first header of a file which plans follow, and whether the file answers goals().
void tellLater(Header& header, const RunRequest& request, const Facts& facts) {
    for (const Plan& later : request.later)
        header.extra[kLaterPlans].push_back(
            {{"plan", toJson(later)}, {"cells", expand(later, facts).size()}});
    if (request.goals) header.extra[kGoals] = true;
}

/// Returns the rule that ends a sweep early, where the plan asks for it. The rule knows what was
/// measured before.
std::optional<SweepRule> sweepOf(const Plan& plan, const std::vector<Cell>& cells,
                                 const RecordLog* former) {
    const auto& ends = (*knownSpec(plan.experiment))->ends;
    if (!ends || !plan.run.flag(ends->asked)) return std::nullopt;
    SweepRule rule(*ends);
    if (!former) return rule;
    for (const Record& record : former->records)
        if (const auto* result = std::get_if<ResultRecord>(&record)) {
            const auto cell = std::ranges::find(cells, result->cell, &Cell::id);
            if (cell != cells.end()) rule.add(*cell, *result);
        }
    return rule;
}

std::function<std::optional<GpuReading>()> gpuReader(const EngineContext& context,
                                                     std::function<void(const GpuReading&)> tell) {
    return [&context, tell = std::move(tell)] {
        auto reading = context.readGpu();
        if (reading && tell) tell(*reading);
        return reading;
    };
}

Result<RunSetup> setupOf(const RunRequest& request, Header header, const RecordLog* former,
                         EngineContext& context) {
    const bool adds = request.journal.task == RunTask::Add;
    const auto headers = former ? headersOf(*former) : std::vector<const Header*>();
    std::size_t place = adds ? headers.size() + 1 : 1;
    if (former && !adds && !request.plan_hash.empty())
        place = std::max<std::size_t>(placeOfPlan(*former, request.plan_hash), 1);
    const Header* const known = former && !adds ? headers[place - 1] : nullptr;
    auto plan = known ? planOfJournal(*former, *known, context.facts()) : request.plan;
    if (!plan) return tl::unexpected(plan.error());
    RunSetup setup{.cells = expand(*plan, context.facts()),
                   .header = std::move(header),
                   .protocol = protocolOf(plan->preset),
                   .base = plan->base,
                   .energy = [&context](const Device& device) { return context.energyOf(device); }};
    tellApart(setup, place);
    // Of the turns of the variants; an experiment without a seed has the usual one.
    constexpr std::int64_t kUsualSeed = 1234;
    if (!setup.cells.empty())
        setup.seed =
            static_cast<std::uint64_t>(setup.cells.front().work.integer("seed", kUsualSeed));
    context.describe(setup.header, *plan, setup.cells.size());
    setup.header.label = request.label;
    setup.header.prediction = request.prediction;
    if (known) {
        // As it was written, with what this version does not know of it.
        setup.header.plan = known->plan;
        setup.header.plan_hash = known->plan_hash;
        setup.header.label = known->label;
        setup.header.prediction = known->prediction;
    }
    tellLater(setup.header, request, context.facts());
    if (const auto reason = whyNotToMeasure(setup.header.engine, context.clock()))
        return tl::unexpected(*reason);
    setup.sweep = sweepOf(*plan, setup.cells, former);
    const Spec& spec = **knownSpec(plan->experiment);
    setup.loss = spec.loss;
    setup.allowed = request.allowed;
    setup.allowed.merge(digestsOf(spec.attachments));
    setup.maker =
        context.makerOf(*plan, request.journal.path, request.journal.task == RunTask::Resume,
                        request.call_limit_ms / 1e3);
    setup.header.expected_ms = expectedOf(setup.cells, *setup.maker, setup.protocol, context);
    // Asking for the cells has opened the libraries that they need.
    context.describeGpu(setup.header);
    setup.warnings = machineLimits(setup.header.machine);
    const auto onGpu = [](const Cell& cell) { return deviceOf(cell.variant).isGpu(); };
    if (std::ranges::any_of(setup.cells, onGpu)) {
        std::ranges::move(context.gpuWarnings(), std::back_inserter(setup.warnings));
        setup.read_gpu = gpuReader(context, request.tell_gpu);
    }
    setup.take_first_use = [&context] { return context.takeFirstUse(); };
    return setup;
}

/// Returns the requests, one after the other, that go on in a file with each of its plans, or that
/// repeat what is doubtful of each: a plan that has not begun is added.
Result<std::vector<RunRequest>> requestsOf(const RunRequest& request, const RecordLog& former,
                                           const Facts& facts) {
    if (provenanceOf(former.header()))
        return fail("imported_not_measured", {{"path", pathText(request.journal.path)}});
    if (gameOf(former.header()))
        return fail("game_not_measured", {{"path", pathText(request.journal.path)}});
    const bool repeats = request.journal.task == RunTask::Repeat;
    std::set<std::string, std::less<>> doubtful;
    if (repeats)
        for (const DoubtfulRow& row : doubtfulRows(former))
            for (const std::string& cell : row.cells) doubtful.emplace(prefixOf(cell));
    std::vector<RunRequest> requests;
    for (const FilePlan& known : plansOf(former)) {
        if (repeats && (known.place == 0 || !doubtful.contains(cellPrefix(known.place)))) continue;
        RunRequest& one = requests.emplace_back(request);
        one.plan_hash = known.hash;
        if (known.place > 0) continue;
        auto plan = planFromJson(known.plan);
        if (plan) plan = validated(std::move(*plan), facts);
        if (!plan) return tl::unexpected(plan.error());
        one.plan = std::move(*plan);
        one.journal.task = RunTask::Add;
        one.label = former.header().label;
    }
    if (requests.empty()) requests.push_back(request);
    return requests;
}

}  // namespace

bool answersGoals(const RecordLog& log) {
    return log.header().extra.contains(kGoals);
}

Result<StartedRun> startRun(RunRequest request, EngineContext& context, Run::Listener listener) {
    awaitLeftBehind();  // of a run that was cancelled
    const auto learn = [learner = std::make_shared<Learner>(context),
                        listener = std::move(listener)](const Record& record) {
        learner->add(record);
        if (listener) listener(record);
    };
    std::vector<RunRequest> following;
    const auto make = [&](Header header, const RecordLog* former) -> Result<RunSetup> {
        if (former && request.plan_hash.empty() && request.journal.task != RunTask::Add) {
            auto all = requestsOf(request, *former, context.facts());
            if (!all) return tl::unexpected(all.error());
            request = std::move(all->front());
            following.assign(std::next(all->begin()), all->end());
        }
        return setupOf(request, std::move(header), former, context);
    };
    auto run = Run::start(make, request.journal, request.call_limit_ms, learn);
    if (!run) return tl::unexpected(run.error());
    return StartedRun{std::move(*run), std::move(following)};
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
