// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QObject>
#include <QTimer>

#include "machine/probe_sheet.h"
#include "ui/look/settings.h"
#include "ui/session/engine_client.h"

namespace duelo::ui {

/// Watches this PC through the engine: its sheet, what may spoil the figures, and why the engine
/// does not answer. It asks nothing while something is measured or tested.
class MachineWatch final : public QObject {
    Q_OBJECT

public:
    /// `client` and `settings` must outlive it.
    MachineWatch(EngineClient& client, const Settings& settings, std::function<bool()> isMeasuring);

    /// Only while nothing is measured; one that is under way is enough.
    void ask();
    /// Asks again, because the last answer no longer holds: now, or in runEnded().
    void askAgain();
    void runEnded();
    /// An engine that dies beside a run, by a broken picture or because it was cancelled and did
    /// not obey, costs nobody anything: the next one answers. Only if that one dies too is it told:
    /// as "engine_ends_at_start" {how} where the death itself does not say what is wrong.
    void engineDied(const EngineDeath& death);

    [[nodiscard]] bool isAsking() const { return m_asking; }
    /// None until the engine has answered.
    [[nodiscard]] const std::optional<ProbeSheet>& sheet() const { return m_sheet; }
    /// Returns the last warnings about what may spoil the figures.
    [[nodiscard]] const std::vector<Reason>& warnings() const { return m_warnings; }
    /// Why nothing can be measured here: "probe_in_progress", and why the engine does not answer.
    [[nodiscard]] std::optional<Reason> whyNotMeasure() const;

Q_SIGNALS:
    void arrived(const duelo::ProbeSheet& sheet);
    void failed(const duelo::Reason& reason);
    void warned(const std::vector<duelo::Reason>& warnings);
    void changed();  ///< whyNotMeasure() may be another

private:
    void take(const Result<Json>& reply);
    void tellProblem(const Reason& reason);
    void tellWarnings(std::vector<Reason> warnings);
    void look();

    EngineClient& m_client;
    const Settings& m_settings;
    const std::function<bool()> m_isMeasuring;
    std::optional<ProbeSheet> m_sheet;
    std::optional<Reason> m_problem;
    std::vector<Reason> m_warnings;
    bool m_asking = false;
    bool m_outdated = false;  ///< to be asked after the run
    bool m_hadDied = false;   ///< the engine, and the next one has not answered yet
    std::optional<Reason> m_ofSettings;
    QTimer m_timer;
};

}  // namespace duelo::ui
