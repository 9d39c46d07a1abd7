// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "measure/maker.h"

namespace duelo {

/// The script of a fake cell. Times are told, not spent, so that tests take no time and are exact.
struct FakeScript {
    Prepared prepared{.quantities = {{"parameters", 42}}};
    std::function<double(int call)> wall_ms = [](int) { return 10.0; };
    Parts parts{};  ///< of each call
    Parts apart{};  ///< measured by themselves, which the log tells as "c1 apart"
    std::vector<float> values{1.0F, 3.0F, 2.0F};
    std::optional<Output> output{};    ///< set: in place of one of `values`
    std::optional<Reason> refusedBy;   ///< create() skips with this
    std::optional<Reason> unprepared;  ///< prepare() fails with this
    int throwAt = -1;                  ///< the call (from 0) that throws
    bool sticky = false;               ///< what is thrown is a sticky device error
    int sleepAt = -1;                  ///< the call that really takes `sleep`
    std::chrono::milliseconds sleep{0};
    std::function<DeviceState(int call)> state;  ///< its allocations count from the start
    /// Told "fetch", "begin", "prepare", "step" and "state" as they are asked for.
    std::function<void(const std::string&)> asked = [](const std::string&) {};
    std::function<double(int call)> waited_ms;  ///< for a processor, as a child would tell it
    Forecast forecast{.bytes = 1000, .free_bytes = 1'000'000};
};

class ScriptedWork final : public Work {
public:
    ScriptedWork(const FakeScript& script, std::vector<std::string>& log, std::string id)
        : m_script(script), m_log(log), m_id(std::move(id)) {}

    Result<void> fetch() override {
        m_script.asked("fetch");
        return {};
    }
    Result<Prepared> prepare() override {
        m_script.asked("prepare");
        if (m_script.unprepared) return tl::unexpected(*m_script.unprepared);
        return m_script.prepared;
    }
    Timing step(int calls) override {
        m_script.asked("step");
        m_log.push_back(m_id);
        Timing timing{.parts = m_script.parts};
        if (m_script.waited_ms) timing.waited_ms = m_script.waited_ms(m_call);
        for (int i = 0; i < calls; ++i, ++m_call) {
            if (m_call == m_script.throwAt)
                throw std::runtime_error(m_script.sticky ? "sticky" : "broken");
            if (m_call == m_script.sleepAt) std::this_thread::sleep_for(m_script.sleep);
            timing.wall_ms += m_script.wall_ms(m_call);
        }
        for (PartTime& part : timing.parts) part.ms *= calls;
        return timing;
    }
    Output output() override {
        if (m_script.output) return *m_script.output;
        const auto classes = static_cast<std::int64_t>(m_script.values.size());
        return {.fingerprint = fingerprintOf(m_script.values, {1, classes}, true)};
    }
    void beginBlock() override {
        m_script.asked("begin");
        if (m_script.state) m_allocationsBefore = m_script.state(m_call).allocations;
    }
    std::optional<DeviceState> deviceState() override {
        m_script.asked("state");
        if (!m_script.state) return std::nullopt;
        DeviceState state = m_script.state(m_call);
        state.allocations -= m_allocationsBefore;
        return state;
    }
    Parts measureApart() override {
        if (!m_script.apart.empty()) m_log.push_back(m_id + " apart");
        return m_script.apart;
    }

private:
    const FakeScript m_script;
    std::vector<std::string>& m_log;
    const std::string m_id;
    int m_call = 0;
    std::int64_t m_allocationsBefore = 0;
};

class ScriptedMaker final : public Maker {
public:
    std::map<std::string, FakeScript> scripts;  ///< by cell id; others do the default
    std::vector<std::string> log;               ///< the cell of every call, in order
    int released = 0;

    Result<std::unique_ptr<Work>> create(const Cell& cell) override {
        const FakeScript& script = scripts[cell.id];
        if (script.refusedBy) return tl::unexpected(*script.refusedBy);
        return std::make_unique<ScriptedWork>(script, log, cell.id);
    }
    Result<Forecast> forecast(const Cell& cell) override { return scripts[cell.id].forecast; }
    Failure describe(const std::exception_ptr& error) override {
        try {
            std::rethrow_exception(error);
        } catch (const std::bad_alloc&) {
            return {{"out_of_host_memory"}};
        } catch (const std::exception& what) {
            return {{std::string("fake_") + what.what()}, std::string(what.what()) == "sticky"};
        }
    }
    void release() override { ++released; }
};

/// Keeps records; refuses from a given one on, as a full disk does, or some.
class FakeSink final : public RecordSink {
public:
    std::size_t refuseFrom = static_cast<std::size_t>(-1);
    std::function<bool(const Record&)> refuses = [](const Record&) { return false; };

    Result<void> write(const Record& record) override {
        const std::lock_guard lock(m_mutex);
        if (m_records.size() >= refuseFrom || refuses(record))
            return fail("disk_full", {{"path", "x"}});
        m_records.push_back(record);
        return {};
    }
    template <typename T>
    [[nodiscard]] std::vector<T> all() const {
        const std::lock_guard lock(m_mutex);
        std::vector<T> found;
        for (const Record& record : m_records)
            if (const T* value = std::get_if<T>(&record)) found.push_back(*value);
        return found;
    }
    [[nodiscard]] std::vector<Record> records() const {
        const std::lock_guard lock(m_mutex);
        return m_records;
    }
    /// The result of a cell; throws when there is none or more than one.
    [[nodiscard]] ResultRecord result(const std::string& cell) const {
        std::optional<ResultRecord> found;
        for (const ResultRecord& result : all<ResultRecord>()) {
            if (result.cell != cell) continue;
            if (found) throw std::logic_error("two results of " + cell);
            found = result;
        }
        return found.value();
    }

private:
    mutable std::mutex m_mutex;
    std::vector<Record> m_records;
};

/// One case on `variants` variants, the first on the CPU.
inline std::vector<Cell> oneCase(int variants, int firstId = 1, int size_px = 224) {
    std::vector<Cell> cells;
    for (int i = 0; i < variants; ++i) {
        Params variant{{"device", i == 0 ? "cpu" : "cuda"}, {"mode", i > 1 ? "fused" : "eager"}};
        if (i == 0) variant.set("threads", 2);
        cells.push_back({.id = "c" + std::to_string(firstId + i),
                         .experiment = "fake",
                         .work = {{"model", "fake"}, {"size_px", size_px}},
                         .variant = std::move(variant)});
    }
    return cells;
}

}  // namespace duelo
