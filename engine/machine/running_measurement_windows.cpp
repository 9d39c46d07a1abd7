// SPDX-License-Identifier: Apache-2.0
#ifdef _WIN32

#include "machine/running_measurement.h"

#include <utility>

#include <windows.h>

#include "base/places.h"
#include "machine/measuring_lock.h"

namespace duelo {

namespace {

/// Returns the name of the event, which belongs to this session of the user's. Its access list is
/// the usual one: the user, and the system.
std::wstring eventName(const std::string& run) {
    return L"Local\\duelo-stop-" + fromUtf8(run).wstring();
}

HANDLE openEvent(const std::string& run) {
    return OpenEventW(EVENT_MODIFY_STATE, FALSE, eventName(run).c_str());
}

/// Nothing is kept open: the event is there as long as the run keeps it.
class Process final : public RunningMeasurement {
public:
    explicit Process(std::string run) : m_run(std::move(run)) {}

    [[nodiscard]] bool isAlive() const override {
        return use([](HANDLE) { return true; });
    }
    bool stop() const override {
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

}  // namespace

std::shared_ptr<const RunningMeasurement> RunningMeasurement::find(const std::string& run,
                                                                   const std::filesystem::path&) {
    const auto holder = MeasuringLock::holderOfRun(run);
    if (!holder || holder->pid == static_cast<std::int64_t>(GetCurrentProcessId())) return nullptr;
    auto process = std::make_shared<const Process>(run);
    return process->isAlive() ? process : nullptr;
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
