// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <map>

#include "base/places.h"
#include "client_testing.h"
#include "record/record_file.h"
#include "ui/session/run_controller.h"

namespace duelo::testing {

/// Far above what the fake engine needs between two records, also on a busy machine.
inline constexpr std::chrono::milliseconds kSilence{2000};
inline constexpr std::chrono::milliseconds kCancelLimit{400};

/// A fake engine, a run in a folder of its own, and all that was told.
class Bench {
public:
    explicit Bench(const QString& scenario,
                   const QString& program = QStringLiteral(DUELO_FAKE_ENGINE))
        : client(program,
                 scenario.isEmpty() ? QStringList{"serve"} : QStringList{"serve", scenario}),
          run(client) {
        run.setCancelLimit(kCancelLimit);
        QObject::connect(&run, &ui::RunController::stateChanged, &m_context,
                         [this](ui::RunController::State state) { states.push_back(state); });
        QObject::connect(&run, &ui::RunController::recordsArrived, &m_context,
                         [this](const std::vector<Record>& batch) {
                             records.insert(records.end(), batch.begin(), batch.end());
                         });
        QObject::connect(
            &run, &ui::RunController::restarted, &m_context,
            [this](const ui::EngineDeath& death, const std::optional<CellRecord>& lost) {
                told.push_back(ui::restartedReason(death, lost, Text(Language::English)));
            });
        QObject::connect(&run, &ui::RunController::finished, &m_context,
                         [this](const ui::RunEnd& end) { ends.push_back(end); });
    }

    void start(int cells = 3) { run.start({.plan = planOf(cells), .file = file()}); }
    [[nodiscard]] QString file() const { return m_folder.filePath("ñandú r.duelo"); }
    [[nodiscard]] Result<RecordLog> log() const {
        return readRecords(fromUtf8(file().toStdString()));
    }
    /// All results of each cell, in the order of the file.
    [[nodiscard]] std::map<std::string, std::vector<ResultRecord>> results() const {
        std::map<std::string, std::vector<ResultRecord>> found;
        if (const auto journal = log())
            for (const Record& record : journal->records)
                if (const auto* result = std::get_if<ResultRecord>(&record))
                    found[result->cell].push_back(*result);
        return found;
    }
    [[nodiscard]] bool has(const std::string& cell) const {
        return std::ranges::any_of(records, [&](const Record& record) {
            const auto* samples = std::get_if<Samples>(&record);
            return samples != nullptr && samples->cell == cell;
        });
    }

    ui::EngineClient client;
    ui::RunController run;
    std::vector<ui::RunController::State> states;
    std::vector<Record> records;
    std::vector<Reason> told;
    std::vector<ui::RunEnd> ends;

private:
    QTemporaryDir m_folder;
    QObject m_context;
};

inline std::string reasonOf(const ui::RunEnd& end) {
    return end.reason ? end.reason->code : std::string();
}

}  // namespace duelo::testing
