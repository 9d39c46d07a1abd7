// SPDX-License-Identifier: Apache-2.0
#ifdef _WIN32

#include "machine/running_measurement.h"

#include <utility>

#include <windows.h>

#include "base/places.h"
#include "machine/measuring_lock.h"

namespace duelo {

namespace {

/// Of this session of the user's. Its access list is the usual one: the user, and the system.
std::wstring eventName(const std::string& run) {
    return L"Local\\duelo-stop-" + fromUtf8(run).wstring();
}

HANDLE openEvent(const std::string& run) {
    return OpenEventW(EVENT_MODIFY_STATE, FALSE, eventName(run).c_str());
}

}  // namespace

/// Nothing is kept open: the event is there as long as the run keeps it.
class RunningMeasurement::Process {
public:
    explicit Process(std::string run) : m_run(std::move(run)) {}

    [[nodiscard]] bool isAlive() const {
        return use([](HANDLE) { return true; });
    }
    [[nodiscard]] bool stop() const {
        return use([](HANDLE event) { return SetEvent(event) != 0; });
    }

private:
    template <typename Act>
    bool use(const Act& act) const {
        const HANDLE event = openEvent(m_run);
        if (event == nullptr) return false;
        const bool done = act(event);
        CloseHandle(event);
        return done;
    }
    std::string m_run;
};

RunningMeasurement::RunningMeasurement(std::unique_ptr<Process> process)
    : m_process(std::move(process)) {}
RunningMeasurement::~RunningMeasurement() = default;
RunningMeasurement::RunningMeasurement(RunningMeasurement&&) noexcept = default;
RunningMeasurement& RunningMeasurement::operator=(RunningMeasurement&&) noexcept = default;

std::optional<RunningMeasurement> RunningMeasurement::find(const std::string& run,
                                                           const std::filesystem::path&) {
    const auto holder = MeasuringLock::holderOfRun(run);
    if (!holder || holder->pid == static_cast<std::int64_t>(GetCurrentProcessId()))
        return std::nullopt;
    auto process = std::make_unique<Process>(run);
    if (!process->isAlive()) return std::nullopt;
    return RunningMeasurement(std::move(process));
}

bool RunningMeasurement::isAlive() const {
    return m_process->isAlive();
}

bool RunningMeasurement::stop() const {
    return m_process->stop();
}

StopRequest::StopRequest(const std::string& run)
    : m_event(CreateEventW(nullptr, FALSE, FALSE, eventName(run).c_str())) {}

StopRequest::~StopRequest() {
    if (m_event != nullptr) CloseHandle(m_event);
}

bool StopRequest::wasAsked() const {
    return m_event != nullptr && WaitForSingleObject(m_event, 0) == WAIT_OBJECT_0;
}

}  // namespace duelo

#endif
