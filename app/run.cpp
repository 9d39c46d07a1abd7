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
#include "record/record_file.h"

namespace duelo {

namespace {

std::optional<Reason> whyNotToMeasure(const EngineSheet& engine, const ClockSheet& clock) {
    std::vector<Reason> causes = engineWarnings(engine);
    for (Reason& problem : clockProblems(clock)) causes.push_back(std::move(problem));
    return causes.empty() ? std::nullopt : std::optional(causes.front());
}

/// In Header::extra of the first header of a file: RunRequest::later.
constexpr const char* kLaterPlans = "later_plans";

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

/// Cells of another plan than the first of a file: their ids say where its first header stands.
void tellApart(std::vector<Cell>& cells, std::size_t place) {
    if (place == 1) return;
    for (Cell& cell : cells) cell.id = "p" + std::to_string(place) + "-" + cell.id;
}

/// Of a plan that asks for it, with what was measured before, whose figures only the file itself
/// has. One that cannot be read again ends nothing: the rest is measured.
std::optional<SweepRule> sweepOf(const Plan& plan, const std::vector<Cell>& cells,
                                 const RecordLog* former) {
    const auto& ends = (*knownSpec(plan.experiment))->ends;
    if (!ends || !plan.run.flag(ends->asked)) return std::nullopt;
    SweepRule rule(*ends);
    const auto log = former ? readResults(former->path) : Result<RecordLog>();
    if (!log) return rule;
    for (const Record& record : log->records)
        if (const auto* result = std::get_if<ResultRecord>(&record)) {
            const auto cell = std::ranges::find(cells, result->cell, &Cell::id);
            if (cell != cells.end()) rule.add(*cell, *result);
        }
    return rule;
}

std::function<void()> gpuTeller(const EngineContext& context,
                                std::function<void(const GpuReading&)> tell) {
    constexpr std::int64_t kBetween_ns = 1'000'000'000;
    return [&context, tell = std::move(tell), next_ns = std::int64_t{0}]() mutable {
        if (nowNs() < next_ns) return;
        if (const auto reading = context.readGpu()) tell(*reading);
        next_ns = nowNs() + kBetween_ns;
    };
}

Result<RunSetup> setupOf(const RunRequest& request, Header header, const RecordLog* former,
                         EngineContext& context) {
    const bool adds = request.journal.task == RunTask::Add;
    const auto headers = former ? headersOf(*former) : std::vector<const Header*>();
    const std::size_t place = adds ? headers.size() + 1
                              : former && !request.plan_hash.empty()
                                  ? placeOfPlan(*former, request.plan_hash).value_or(1)
                                  : 1;
    const Header* const known = former && !adds ? headers[place - 1] : nullptr;
    auto plan = known ? planOfJournal(*former, *known, context.facts()) : request.plan;
    if (!plan) return tl::unexpected(plan.error());
    RunSetup setup{.cells = expand(*plan, context.facts()),
                   .header = std::move(header),
                   .protocol = protocolOf(plan->preset),
                   .base = plan->base};
    tellApart(setup.cells, place);
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
    for (const Plan& later : request.later)
        setup.header.extra[kLaterPlans].push_back(toJson(later));
    if (const auto reason = whyNotToMeasure(setup.header.engine, context.clock()))
        return tl::unexpected(*reason);
    setup.sweep = sweepOf(*plan, setup.cells, former);
    setup.allowed = request.allowed;
    setup.allowed.merge(digestsOf((*knownSpec(plan->experiment))->attachments));
    setup.maker =
        context.makerOf(*plan, request.journal.path, request.journal.task == RunTask::Resume);
    setup.header.expected_ms = expectedOf(setup.cells, *setup.maker, setup.protocol, context);
    const auto onGpu = [](const Cell& cell) { return deviceOf(cell.variant) == Device::Cuda; };
    if (std::ranges::any_of(setup.cells, onGpu)) {
        setup.warnings = context.gpuWarnings();
        if (request.tell_gpu) setup.look = gpuTeller(context, request.tell_gpu);
    }
    if (const auto later = former ? former->header().extra.value(kLaterPlans, Json()) : Json();
        known && request.plan_hash.empty() && !later.empty())
        setup.warnings.push_back(
            {"later_plans_left", {{"count", later.size()}, {"path", utf8(former->path)}}, {}});
    setup.take_first_use = [&context] { return context.takeFirstUse(); };
    return setup;
}

}  // namespace

Result<std::vector<Plan>> laterPlans(const RecordLog& log, const Facts& facts) {
    std::vector<Plan> plans;
    for (const Json& json : log.header().extra.value(kLaterPlans, Json::array())) {
        auto plan = planFromJson(json);
        if (plan) plan = validated(std::move(*plan), facts);
        if (!plan) return tl::unexpected(plan.error());
        plans.push_back(std::move(*plan));
    }
    return plans;
}

std::optional<std::size_t> placeOfPlan(const RecordLog& log, const std::string& hash) {
    const auto headers = headersOf(log);
    const auto found = std::ranges::find(headers, hash, &Header::plan_hash);
    if (found == headers.end()) return std::nullopt;
    return static_cast<std::size_t>(found - headers.begin()) + 1;
}

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
