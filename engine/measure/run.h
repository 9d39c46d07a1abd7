// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "machine/measuring_lock.h"
#include "machine/running_measurement.h"
#include "measure/call_patience.h"
#include "measure/session.h"
#include "plan/plan.h"
#include "plan/protocol.h"
#include "record/record.h"
#include "record/record_file.h"

namespace duelo {

/// The cell that was at work when the process before this one ended, and how it ended.
struct LostCell {
    std::string cell;
    Reason reason;
};

/// The cells of a run and all that measuring them needs, from the code that knows the experiments
/// and this process.
struct RunSetup {
    std::vector<Cell> cells;
    Header header;
    Protocol protocol;
    Params base{};  ///< of the plan
    std::uint64_t seed = 0;
    LossOf loss = nullptr;  ///< Spec::loss of the experiment
    std::unique_ptr<Maker> maker;
    std::optional<SweepRule> sweep{};  ///< with the results that the file had
    std::vector<Reason> warnings{};    ///< what may spoil the numbers, known before it begins
    /// Digests of the attachments that somebody here has allowed to run.
    std::set<std::string> allowed{};
    EnergyReader energy{};  ///< empty: nobody counts
    /// Reads how the GPU stands whenever the session observes the machine: between rounds, while
    /// nothing is timed. On the worker's thread. Nothing: no cell uses one, or none tells it.
    std::function<std::optional<GpuReading>()> read_gpu = [] { return std::nullopt; };
    /// Tells whether nothing was computed in this process before; asked once, when the run begins.
    std::function<bool()> take_first_use = [] { return true; };
};

/// The task of a run in a journal.
enum class RunTask {
    Whole,   ///< a new file gets all cells
    Resume,  ///< an existing one those that it lacks
    Repeat,  ///< an existing one those of its doubtful rows again (record/doubt.h)
    Add      ///< an existing one those of another plan, whose ids are not in it yet
};

struct RunJournal {
    std::filesystem::path path;  ///< the .duelo file
    RunTask task = RunTask::Whole;
    /// A cell of an existing file that gets a failed result instead of another try, if it has none
    /// yet.
    std::optional<LostCell> lost{};
};

enum class RunEnd {
    AllDone,      ///< every cell is done or left out by a sweep that has ended, before a resume too
    SomeNotDone,  ///< some failed or were skipped, or the record could not be kept: see error()
    Cancelled,    ///< the user stopped it
    NeedsRestart,  ///< a sticky device error: only a new process can go on (R-04)
    Hangs          ///< a call that does not come back: the process must leave (R-05)
};

/// One run, the same from the command line and from the window: machine-wide lock, header, journal,
/// resume, seal. Records reach the journal first and then the listener.
///
/// The listener is called by one thread at a time, and never by the one whose call is timed.
class Run {
public:
    using Listener = std::function<void(const Record&)>;

    /// Makes the setup, of a resumed run from what its journal had; else `former` is null. The
    /// header's `run` and `started` are filled in already, and are those that the lock names.
    using MakeSetup = std::function<Result<RunSetup>(Header header, const RecordLog* former)>;

    /// The lock comes first, and a journal is read once under it, so nothing can change between
    /// what is read and what is written. Reasons: those of MeasuringLock::acquire(), RecordFile and
    /// `make`; "attachment_not_allowed" {name, sha256} and, where no row is doubtful,
    /// "nothing_to_repeat" {path}, both before anything is written.
    [[nodiscard]] static Result<std::unique_ptr<Run>> start(const MakeSetup& make,
                                                            RunJournal journal,
                                                            double call_limit_ms,
                                                            Listener listener);
    ~Run();

    void cancel();
    /// The same without waiting for the running call; see mustLeave().
    void cancelAtOnce();
    /// Tells whether the run goes on; must be asked several times a second. When a call hangs
    /// beyond its limit, its result is written and the run is over with RunEnd::Hangs; see
    /// mustLeave().
    [[nodiscard]] bool isRunning();
    /// A call still runs, whose thread cannot be ended: the process must leave by std::_Exit,
    /// without destroying the run.
    [[nodiscard]] bool mustLeave() const { return m_left.has_value(); }
    /// Cells of a resumed journal that stay as they are.
    [[nodiscard]] const std::set<std::string>& finishedBefore() const { return m_before; }
    /// Returns how it ended; call it when the run is over.
    [[nodiscard]] RunEnd end() const;
    /// Returns why it ended early; empty code otherwise.
    [[nodiscard]] const Reason& error() const;

private:
    Run(MeasuringLock lock, const std::string& run, double call_limit_ms);
    [[nodiscard]] Result<void> open(const MakeSetup& make, Header header, const RunJournal& journal,
                                    Listener listener);
    [[nodiscard]] Result<void> goOn(const RecordLog& former, RunTask task);
    [[nodiscard]] Result<void> settleLost(const LostCell& lost);
    void measure();
    void leave(RunEnd end, Status status, Reason reason);

    class Tee;
    RunSetup m_setup;
    MeasuringLock m_lock;
    StopRequest m_stopRequest;
    int m_stopsAsked = 0;
    const double m_callLimitMs;
    double m_forTheChildMs = 0;  ///< more, where a child ends its call at that limit
    CallPatience m_patience;
    std::set<std::string> m_before, m_finished;  ///< the second with a lost cell that was settled
    bool m_formerAllDone = true;                 ///< those of the second
    std::vector<Notice> m_notKept;  ///< files of theirs that were asked for and are missing
    std::unique_ptr<RecordFile> m_file;
    std::unique_ptr<Tee> m_sink;
    std::unique_ptr<Session> m_session;
    std::optional<RunEnd> m_left;  ///< how, while a call was running
    Reason m_whyLeft;
};

}  // namespace duelo
