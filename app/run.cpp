// SPDX-License-Identifier: Apache-2.0
#include "run.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/machine.h"
#include "core/places.h"
#include "core/protocol.h"
#include "data/left_behind.h"
#include "workloads/engine_sheet.h"

namespace duelo {

/// Journal first, then whoever watches: what is shown is already kept.
class Run::Tee final : public RecordSink {
public:
    Tee(RecordFile& file, Listener listener) : m_file(file), m_listener(std::move(listener)) {}

    Result<void> write(const Record& record) override {
        if (auto written = m_file.write(record); !written) return written;
        if (m_listener) m_listener(record);
        return {};
    }

private:
    RecordFile& m_file;
    Listener m_listener;
};

Run::Run(RunRequest request, MeasuringLock lock)
    : m_request(std::move(request)), m_lock(std::move(lock)) {}

Run::~Run() = default;

namespace {

/// What makes every number of this process worthless (measurement.md 6, step 0).
std::optional<Reason> whyNotToMeasure(const Json& engine, const ClockSheet& clock) {
    std::vector<Reason> causes = engineWarnings(engine);
    for (Reason& problem : clockProblems(clock)) causes.push_back(std::move(problem));
    return causes.empty() ? std::nullopt : std::optional(causes.front());
}

/// The lost cell of a resumed run as the plan has it; null when there is none or when it has its
/// result, because the process ended between writing that and the next record.
const Cell* lostCell(const RunRequest& request, const std::vector<Cell>& cells,
                     const std::set<std::string>& finished) {
    if (!request.resume || !request.lost || finished.contains(request.lost->cell)) return nullptr;
    const auto found = std::ranges::find(cells, request.lost->cell, &Cell::id);
    return found == cells.end() ? nullptr : &*found;
}

/// A cell that could not say itself how it ended. Its cell record may not have reached the journal.
Result<void> writeLost(RecordSink& sink, const Cell& cell, const Reason& reason) {
    auto told =
        sink.write(CellRecord{.cell = cell.id, .work = cell.work, .variant = cell.variant});
    if (!told) return told;
    ResultRecord result;
    result.cell = cell.id;
    result.status = Status::Failed;
    result.reason = reason;
    return sink.write(result);
}

}  // namespace

Result<std::unique_ptr<Run>> Run::start(RunRequest request, EngineContext& context,
                                        Listener listener) {
    const std::vector<Cell> cells = expand(request.plan, context.physicalCores());
    Header header = context.makeHeader(request.plan, cells.size(), request.label);
    if (const auto reason = whyNotToMeasure(header.engine, context.clock())) return tl::unexpected(*reason);
    auto lock = MeasuringLock::acquire({.run = header.run, .started = header.started});
    if (!lock) return tl::unexpected(lock.error());

    SessionOptions options{.protocol = protocolOf(request.plan.preset),
                           .seed = request.plan.seed,
                           .finished = {},
                           .first_of_process = true,
                           .observe = nullptr};
    bool formerAllDone = true;
    if (request.resume) {
        const auto log = readRecords(request.journal);
        if (!log) return tl::unexpected(log.error());
        options.finished = log->finishedCells();
        header.extra["resumed_cells"] = options.finished.size();
        formerAllDone = std::ranges::none_of(log->records, [](const Record& record) {
            const auto* result = std::get_if<ResultRecord>(&record);
            return result && (result->status == Status::Failed || result->status == Status::Skipped);
        });
    }
    auto file = request.resume ? RecordFile::resume(request.journal)
                               : RecordFile::create(request.journal);
    if (!file) return tl::unexpected(file.error());

    std::unique_ptr<Run> run(new Run(std::move(request), std::move(*lock)));
    run->m_formerAllDone = formerAllDone;
    run->m_file = std::move(*file);
    run->m_sink = std::make_unique<Tee>(*run->m_file, std::move(listener));
    if (auto written = run->m_sink->write(header); !written)
        return tl::unexpected(written.error());

    if (const Cell* lost = lostCell(run->m_request, cells, options.finished)) {
        if (auto told = writeLost(*run->m_sink, *lost, run->m_request.lost->reason); !told)
            return tl::unexpected(told.error());
        options.finished.insert(lost->id);
        run->m_formerAllDone = false;
    }

    auto monitor = std::make_shared<MachineMonitor>();
    options.observe = [monitor] { return machineWarnings(monitor->read()); };
    options.first_of_process = context.takeFirstUse();
    run->m_factory = context.makeFactory(run->m_request.plan, run->m_request.journal,
                                         run->m_request.resume);
    run->m_session =
        std::make_unique<Session>(cells, *run->m_factory, *run->m_sink, std::move(options));
    awaitLeftBehind();  // of a run that was cancelled
    run->m_session->start();
    return run;
}

void Run::cancel() {
    m_session->requestStop();
}

bool Run::isRunning() {
    if (m_hangs || !m_session->isRunning()) return false;
    m_hangs = m_session->runningCallMs() > m_request.call_limit_ms;
    if (m_hangs) {
        m_hang = {"call_hangs", {{"limit_s", m_request.call_limit_ms / 1e3}}};
        m_session->abandonRunningCell(m_hang);
    }
    return !m_hangs;
}

ExitCode Run::exitCode() const {
    if (m_hangs) return kCallHangs;
    switch (m_session->outcome()) {
        case Outcome::Cancelled:
            return kCancelled;
        case Outcome::NeedsRestart:
            return kNeedsRestart;
        case Outcome::SinkFailed:
            return kSomeNotDone;
        case Outcome::Completed:
            break;
    }
    return m_session->allDone() && m_formerAllDone ? kAllDone : kSomeNotDone;
}

const Reason& Run::error() const {
    return m_hangs ? m_hang : m_session->error();
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
