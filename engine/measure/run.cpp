// SPDX-License-Identifier: Apache-2.0
#include "measure/run.h"

#include <algorithm>
#include <utility>

#include "base/places.h"
#include "machine/machine.h"

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

Run::Run(MeasuringLock lock, double call_limit_ms)
    : m_lock(std::move(lock)), m_callLimitMs(call_limit_ms) {}

Run::~Run() = default;

Result<std::unique_ptr<Run>> Run::start(const MakeSetup& make, RunJournal journal,
                                        double call_limit_ms, Listener listener) {
    Header header{.run = newRunId(), .started = utcNow()};
    auto lock = MeasuringLock::acquire({.run = header.run, .started = header.started});
    if (!lock) return tl::unexpected(lock.error());
    std::unique_ptr<Run> run(new Run(std::move(*lock), call_limit_ms));
    if (auto opened = run->open(make, std::move(header), journal, std::move(listener)); !opened)
        return tl::unexpected(opened.error());
    if (journal.resume && journal.lost)
        if (auto told = run->settleLost(*journal.lost); !told) return tl::unexpected(told.error());
    run->measure();
    return run;
}

Result<void> Run::open(const MakeSetup& make, Header header, const RunJournal& journal,
                       Listener listener) {
    std::optional<RecordLog> former;
    if (journal.resume) {
        auto resumed = RecordFile::resume(journal.path);
        if (!resumed) return tl::unexpected(resumed.error());
        m_file = std::move(resumed->file);
        former = std::move(resumed->log);
    }
    auto setup = make(std::move(header), former ? &*former : nullptr);
    if (!setup) return tl::unexpected(setup.error());
    m_setup = std::move(*setup);
    m_setup.header.protocol = sheetOf(m_setup.protocol);
    if (former) {
        m_finished = m_before = former->finishedCells();
        m_setup.header.extra["resumed_cells"] = m_finished.size();
        m_formerAllDone = std::ranges::none_of(former->records, [](const Record& record) {
            const auto* result = std::get_if<ResultRecord>(&record);
            return result &&
                   (result->status == Status::Failed || result->status == Status::Skipped);
        });
    } else {
        auto file = RecordFile::create(journal.path);
        if (!file) return tl::unexpected(file.error());
        m_file = std::move(*file);
    }
    m_sink = std::make_unique<Tee>(*m_file, std::move(listener));
    return m_sink->write(m_setup.header);
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
                       .finished = m_finished,
                       .first_of_process = m_setup.take_first_use(),
                       .observe = [monitor] { return machineWarnings(monitor->read()); }});
    m_session->start();
}

void Run::cancel() {
    m_session->requestStop();
}

bool Run::isRunning() {
    if (m_hangs || !m_session->isRunning()) return false;
    m_hangs = m_session->runningCallMs() > m_callLimitMs;
    if (m_hangs) {
        m_hang = {"call_hangs", {{"limit_s", m_callLimitMs / 1e3}}, {}};
        m_session->abandonRunningCell(m_hang);
    }
    return !m_hangs;
}

RunEnd Run::end() const {
    if (m_hangs) return RunEnd::Hangs;
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
    return m_hangs ? m_hang : m_session->error();
}

}  // namespace duelo
