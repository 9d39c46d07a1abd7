// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/measuring_lock.h"
#include "core/record_file.h"
#include "core/session.h"
#include "engine_context.h"

namespace duelo {

/// The cell that was at work when the process before this one ended, and how it ended.
struct LostCell {
    std::string cell;
    Reason reason;
};

struct RunRequest {
    Plan plan;                      ///< validated
    std::filesystem::path journal;  ///< the .duelo file
    bool resume = false;            ///< go on in an existing journal
    /// Of a resumed run: gets a failed result instead of another try, if it has none yet.
    std::optional<LostCell> lost{};
    Json label = Json::object();    ///< student, group...: whatever the user gave
    double call_limit_ms = 300e3;   ///< a call that takes longer ends the process (R-05)
};

/// One run of the engine, the same from the command line and from the window: machine-wide lock,
/// journal, session. Records reach the journal first and then the listener.
///
/// The listener is called on the worker thread, between timed blocks.
class Run {
public:
    using Listener = std::function<void(const Record&)>;

    [[nodiscard]] static Result<std::unique_ptr<Run>> start(RunRequest request,
                                                            EngineContext& context,
                                                            Listener listener);
    ~Run();

    void cancel();
    /// To be asked several times a second. When a call hangs beyond its limit, its result is
    /// written and the run is over with kCallHangs. Its thread cannot be ended: the process must
    /// leave by std::_Exit, without destroying the run.
    [[nodiscard]] bool isRunning();
    /// The exit code that the run deserves; when it is over.
    [[nodiscard]] ExitCode exitCode() const;
    /// Why it ended early; empty code otherwise.
    [[nodiscard]] const Reason& error() const;

private:
    Run(RunRequest request, MeasuringLock lock);

    class Tee;
    RunRequest m_request;
    MeasuringLock m_lock;
    std::unique_ptr<RecordFile> m_file;
    std::unique_ptr<Tee> m_sink;
    std::unique_ptr<WorkloadFactory> m_factory;
    std::unique_ptr<Session> m_session;
    bool m_formerAllDone = true;  ///< of the cells that a resumed journal already had
    bool m_hangs = false;
    Reason m_hang;
};

/// The plan of a journal that can be resumed; "journal_modified" when plan and digest disagree.
[[nodiscard]] Result<Plan> planOfJournal(const RecordLog& log, const Catalogue& catalogue);

}  // namespace duelo
