// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "scripted_work.h"

namespace duelo {

/// The script of a fake training. Times are told, not spent.
struct CourseScript {
    int epochs = 5;
    int doneBefore = 0;                                 ///< epochs that a checkpoint has already
    int failAt = -1;                                    ///< the epoch that throws WorkFailed
    int growsAt = -1;                                   ///< the epoch that allocates on the device
    int askAt = -1;                                     ///< the epoch that waits until it may stop
    std::optional<Reason> notKept{};                    ///< suspend() fails with this
    std::function<void(const CallControl&)> inEpoch{};  ///< what each does meanwhile
};

/// Number of calls that the fake trainings got, by cell.
struct CourseCalls {
    std::map<std::string, int> steps, outputs, suspended;
};

class FakeCourse final : public Work, public Course {
public:
    FakeCourse(CourseScript script, CourseCalls& calls, std::string id)
        : m_script(std::move(script)),
          m_calls(calls),
          m_id(std::move(id)),
          m_epoch(m_script.doneBefore) {}

    void setControl(CallControl control) override { m_control = std::move(control); }
    Course* course() override { return this; }
    Result<Prepared> prepare() override {
        m_news.emplace_back(EventRecord{.kind = "data", .fields = {{"train", 100}}});
        return Prepared{.quantities = {{"images", 100, "throughput", "image/s"}}};
    }
    Timing step(int) override {
        ++m_calls.steps[m_id];
        ++m_epoch;
        if (m_script.inEpoch) m_script.inEpoch(m_control);
        if (m_epoch == m_script.failAt) throw WorkFailed{{"loss_not_finite", {{"epoch", m_epoch}}}};
        while (m_epoch == m_script.askAt) {
            m_control.beat();
            if (m_control.stop.stop_requested()) throw StepStopped{};
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        // The first epoch is dear: it must not mix with the others.
        const double wall_ms = m_epoch == 1 ? 900 : 100;
        m_news.emplace_back(EventRecord{.kind = "epoch", .fields = {{"epoch", m_epoch}}});
        return {.wall_ms = wall_ms,
                .parts = {{"data", 0.125 * wall_ms},
                          {"compute", 0.75 * wall_ms},
                          {"evaluation", 0.0625 * wall_ms}}};
    }
    std::optional<DeviceState> deviceState() override {
        if (m_script.growsAt < 0) return std::nullopt;
        return DeviceState{.allocations = m_epoch == m_script.growsAt ? 1 : 0};
    }
    Output output() override {
        ++m_calls.outputs[m_id];
        return {.output = {{"epochs", m_epoch}},
                .metrics = {{.id = "test_accuracy", .value = 0.5, .ci95 = Interval{0.25, 0.75}}}};
    }
    [[nodiscard]] bool isOver() const override { return m_epoch >= m_script.epochs; }
    [[nodiscard]] std::vector<Record> news() override { return std::exchange(m_news, {}); }
    [[nodiscard]] Result<void> suspend() override {
        ++m_calls.suspended[m_id];
        if (m_script.notKept) return tl::unexpected(*m_script.notKept);
        return {};
    }

private:
    const CourseScript m_script;
    CourseCalls& m_calls;
    const std::string m_id;
    CallControl m_control;
    std::vector<Record> m_news;
    int m_epoch;
};

class CourseMaker final : public Maker {
public:
    std::map<std::string, CourseScript> scripts;  ///< by cell id; others do the default
    CourseCalls calls;

    Result<std::unique_ptr<Work>> create(const Cell& cell) override {
        return std::make_unique<FakeCourse>(scripts[cell.id], calls, cell.id);
    }
    Result<Forecast> forecast(const Cell&) override {
        return Forecast{.bytes = 1, .free_bytes = 1'000'000};
    }
    Failure describe(const std::exception_ptr&) override { return {{"fake_defect"}}; }
    void release() override {}
};

}  // namespace duelo
