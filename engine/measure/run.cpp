// SPDX-License-Identifier: Apache-2.0
#include "measure/run.h"

#include <algorithm>
#include <utility>

#include "base/places.h"
#include "machine/machine.h"
#include "record/doubt.h"
#include "record/not_kept.h"

namespace duelo {

namespace {

/// Returns the reason against a cell that is not allowed to run; nothing where all are.
std::optional<Reason> notAllowed(const RunSetup& setup) {
    for (const Cell& cell : setup.cells)
        for (const auto& [name, attachment] : cell.attachments)
            if (!setup.allowed.contains(attachment.sha256()))
                return Reason{"attachment_not_allowed",
                              {{"name", name}, {"sha256", attachment.sha256()}},
                              {}};
    return std::nullopt;
}

/// Returns the notices of files of these cells that could not be kept, the last time that each cell
/// was measured.
std::vector<Notice> notKeptOf(const RecordLog& log, const std::set<std::string>& cells) {
    std::vector<Notice> found;
    for (const Record& record : log.records) {
        if (const auto* cell = std::get_if<CellRecord>(&record))
            std::erase_if(found, [&](const Notice& one) { return one.cell == cell->cell; });
        const auto* notice = std::get_if<Notice>(&record);
        if (notice && tellsNotKept(notice->reason) && cells.contains(notice->cell))
            found.push_back(*notice);
    }
    return found;
}

/// A student's own text is ended by its own process (ChildWork), at the same limit at most: that
/// one costs its cell alone, so it comes first.
constexpr double kForTheChild_ms = 2000;

bool bringsTexts(const std::vector<Cell>& cells) {
    return std::ranges::any_of(cells, [](const Cell& cell) { return !cell.attachments.empty(); });
}

}  // namespace

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

Run::Run(MeasuringLock lock, const std::string& run, double call_limit_ms)
    : m_lock(std::move(lock)), m_stopRequest(run), m_callLimitMs(call_limit_ms) {}

Run::~Run() = default;

Result<std::unique_ptr<Run>> Run::start(const MakeSetup& make, RunJournal journal,
                                        double call_limit_ms, Listener listener) {
    Header header{.run = newRunId(), .started = utcNow()};
    auto lock = MeasuringLock::acquire(
        {.program = "duelo-engine", .run = header.run, .started = header.started});
    if (!lock) return tl::unexpected(lock.error());
    std::unique_ptr<Run> run(new Run(std::move(*lock), header.run, call_limit_ms));
    if (auto opened = run->open(make, std::move(header), journal, std::move(listener)); !opened)
        return tl::unexpected(opened.error());
    if (journal.task != RunTask::Whole && journal.lost)
        if (auto told = run->settleLost(*journal.lost); !told) return tl::unexpected(told.error());
    run->measure();
    return run;
}

Result<void> Run::open(const MakeSetup& make, Header header, const RunJournal& journal,
                       Listener listener) {
    std::optional<RecordLog> former;
    std::string found;
    if (journal.task != RunTask::Whole) {
        auto resumed = RecordFile::resume(journal.path);
        if (!resumed) return tl::unexpected(resumed.error());
        m_file = std::move(resumed->file);
        former = std::move(resumed->log);
        found = std::move(resumed->sha256);
    }
    auto setup = make(std::move(header), former ? &*former : nullptr);
    if (!setup) return tl::unexpected(setup.error());
    if (auto why = notAllowed(*setup)) return tl::unexpected(std::move(*why));
    m_setup = std::move(*setup);
    if (bringsTexts(m_setup.cells)) m_forTheChildMs = kForTheChild_ms;
    m_setup.header.protocol = sheetOf(m_setup.protocol);
    if (former) {
        if (journal.task != RunTask::Add)
            if (auto known = goOn(*former, journal.task); !known) return known;
        // The next end will seal all of it, so it must say what no end had sealed.
        if (former->integrity == Integrity::Open) m_setup.header.extra[kResumedUnsealed] = found;
    } else {
        auto file = RecordFile::create(journal.path);
        if (!file) return tl::unexpected(file.error());
        m_file = std::move(*file);
    }
    m_sink = std::make_unique<Tee>(*m_file, listener);
    auto written = m_sink->write(m_setup.header);
    // The file says it already.
    for (const Notice& notice : m_notKept)
        if (listener) listener(notice);
    for (const Reason& warning : m_setup.warnings)
        if (written) written = m_sink->write(Notice{.cell = {}, .reason = warning});
    return written;
}

/// Finds out which of these cells stay as they are in an existing file.
Result<void> Run::goOn(const RecordLog& former, RunTask task) {
    const std::set<std::string> settled = former.settledCells();
    for (const Cell& cell : m_setup.cells)
        if (settled.contains(cell.id)) m_before.insert(cell.id);
    m_finished = m_before;
    if (task == RunTask::Repeat) {
        // Nor is what the file lacks measured now.
        for (const Cell& cell : m_setup.cells) m_finished.insert(cell.id);
        for (DoubtfulRow& row : doubtfulRows(former))
            for (std::string& cell : row.cells) {
                m_before.erase(cell);
                if (m_finished.erase(cell) > 0) m_setup.header.repeats.push_back(std::move(cell));
            }
        if (m_setup.header.repeats.empty())
            return fail("nothing_to_repeat", {{"path", utf8(former.path)}});
    }
    m_setup.header.extra["resumed_cells"] = m_before.size();
    const auto outcomes = former.outcomes();
    m_formerAllDone = std::ranges::all_of(m_finished, [&](const std::string& cell) {
        const auto known = outcomes.find(cell);
        return known != outcomes.end() && known->second == Status::Done;
    });
    m_notKept = notKeptOf(former, m_finished);
    m_formerAllDone = m_formerAllDone && m_notKept.empty();
    return {};
}

/// A cell that could not say itself how it ended, unless it did: the process may have ended between
/// writing its result and the next record. Its cell record may not have reached the journal.
Result<void> Run::settleLost(const LostCell& lost) {
    const auto cell = std::ranges::find(m_setup.cells, lost.cell, &Cell::id);
    if (cell == m_setup.cells.end() || m_finished.contains(lost.cell)) return {};
    auto told = m_sink->write(CellRecord{.cell = cell->id,
                                         .experiment = cell->experiment,
                                         .work = cell->work,
                                         .variant = cell->variant});
    if (!told) return told;
    ResultRecord result;
    result.cell = cell->id;
    result.status = Status::Failed;
    result.reason = lost.reason;
    m_finished.insert(cell->id);
    m_formerAllDone = false;
    return m_sink->write(result);
}

void Run::measure() {
    auto monitor = std::make_shared<MachineMonitor>();
    m_session = std::make_unique<Session>(
        m_setup.cells, *m_setup.maker, *m_sink,
        SessionOptions{.protocol = m_setup.protocol,
                       .base = m_setup.base,
                       .seed = m_setup.seed,
                       .loss = m_setup.loss,
                       .finished = m_finished,
                       .cores = m_setup.header.machine.cpu.usable_cores.value_or(
                           m_setup.header.machine.cpu.cores.value_or(0)),
                       .first_of_process = m_setup.take_first_use(),
                       .energy = m_setup.energy,
                       .observe =
                           [monitor, read_gpu = m_setup.read_gpu] {
                               MonitorRecord reading{.state = monitor->read(), .gpu = read_gpu()};
                               if (reading.gpu) reading.gpu->forgetOthers();
                               return reading;
                           },
                       .sweep = m_setup.sweep});
    m_session->start();
}

void Run::cancel() {
    m_session->requestStop();
}

void Run::cancelAtOnce() {
    if (isRunning()) leave(RunEnd::Cancelled, Status::Cancelled, {"cancelled_by_user"});
}

bool Run::isRunning() {
    if (m_left || !m_session->isRunning()) return false;
    if (m_stopRequest.wasAsked()) {
        cancel();
        if (++m_stopsAsked > 1) leave(RunEnd::Cancelled, Status::Cancelled, {"cancelled_by_user"});
    }
    const auto age_ms = [this] { return m_session->runningCallMs(); };
    if (m_patience.isOver(age_ms, m_callLimitMs + m_forTheChildMs))
        leave(RunEnd::Hangs, Status::Failed,
              {"call_hangs", {{"limit_s", m_callLimitMs / 1e3}}, {}});
    return !m_left;
}

void Run::leave(RunEnd end, Status status, Reason reason) {
    m_left = end;
    m_whyLeft = std::move(reason);
    m_session->abandonRunningCell(status, m_whyLeft);
}

RunEnd Run::end() const {
    if (m_left) return *m_left;
    switch (m_session->outcome()) {
        case Outcome::Cancelled:
            return RunEnd::Cancelled;
        case Outcome::NeedsRestart:
            return RunEnd::NeedsRestart;
        case Outcome::SinkFailed:
            return RunEnd::SomeNotDone;
        case Outcome::Completed:
            break;
    }
    return m_session->allDone() && m_formerAllDone ? RunEnd::AllDone : RunEnd::SomeNotDone;
}

const Reason& Run::error() const {
    return m_left ? m_whyLeft : m_session->error();
}

}  // namespace duelo
