// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <QStringList>
#include <QTemporaryDir>
#include <QTest>

#include "base/result.h"
#include "child_processes.h"
#include "plan/plan.h"
#include "record/record.h"
#include "ui/session/engine_client.h"

/// Parts that the tests of the client share.
namespace duelo::testing {

/// For whatever must happen: long, because the machine may be busy with other tests.
inline constexpr int kSoonMs = 30'000;

inline std::unique_ptr<ui::EngineClient> fakeEngine(const QString& scenario) {
    return std::make_unique<ui::EngineClient>(QString(DUELO_FAKE_ENGINE),
                                              QStringList{"serve", scenario});
}

/// One cell for each size, from c001 on.
inline Plan planOf(int cells, const std::vector<Device>& devices = {Device::Cpu}) {
    Plan plan{.experiment = "inference",
              .cases = {{{"model", {"resnet18"}}, {"input", {"random"}}, {"batch", {1}}}},
              .variants = {Block()}};
    for (int i = 0; i < cells; ++i) plan.cases.front()["size_px"].push_back(64 + 16 * i);
    for (const Device device : devices) plan.variants.front()["device"].emplace_back(word(device));
    return plan;
}

/// The command that measures such a plan.
inline Json runCommand(int cells, const QString& file) {
    return {{"c", "run"}, {"plan", toJson(planOf(cells))}, {"file", file.toStdString()}};
}

/// The replies to one request: their number, and the last one.
struct Reply {
    int count = 0;
    Result<Json> last = fail("none");

    [[nodiscard]] ui::EngineClient::Handler handler() {
        return [this](const Result<Json>& result) {
            ++count;
            last = result;
        };
    }
    [[nodiscard]] std::string reason() const { return last ? "ok" : last.error().code; }
};

/// A listener that keeps the records and the deaths that a client has told.
struct Listener {
    std::vector<Record> records;
    std::vector<std::size_t> ends;  ///< of each batch, as a number of records
    std::vector<ui::EngineDeath> deaths;

    explicit Listener(ui::EngineClient& client) {
        QObject::connect(&client, &ui::EngineClient::recordsArrived, &m_context,
                         [this](const std::vector<Record>& batch) {
                             records.insert(records.end(), batch.begin(), batch.end());
                             ends.push_back(records.size());
                         });
        QObject::connect(&client, &ui::EngineClient::died, &m_context,
                         [this](const ui::EngineDeath& death) { deaths.push_back(death); });
    }
    template <typename T>
    [[nodiscard]] std::size_t countOf() const {
        return static_cast<std::size_t>(std::ranges::count_if(
            records, [](const Record& record) { return std::holds_alternative<T>(record); }));
    }

private:
    QObject m_context;
};

}  // namespace duelo::testing
