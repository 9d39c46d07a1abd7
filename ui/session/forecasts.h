// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>

#include <QObject>
#include <QString>
#include <QTimer>

#include "plan/plan.h"
#include "ui/session/engine_client.h"

namespace duelo::ui {

/// What plans would take, asked of the engine once the user pauses. Each answer comes back with
/// whoever asked, and so lands where it was asked for; of each asker the latest question counts.
/// The first answer comes at once and is coarse; others follow from calls that the engine times.
class Forecasts final : public QObject {
    Q_OBJECT

public:
    /// `mayAsk`: beside a measurement nothing is asked.
    Forecasts(EngineClient& client, std::function<bool()> mayAsk);

    void ask(const Plan& plan, const QString& asker);
    /// What was wanted while nothing could be asked.
    void askWhatWaits() { m_pause.start(); }

Q_SIGNALS:
    void arrived(const QString& asker, const duelo::Result<duelo::Json>& forecast);

private:
    struct Question {
        Plan plan;
        int asked = 0;  ///< replies to earlier questions are passed over
        bool sent = false;
    };
    void send();
    void request(const QString& asker, int probes);

    EngineClient& m_client;
    const std::function<bool()> m_mayAsk;
    std::map<QString, Question> m_questions;  ///< by asker
    QTimer m_pause;
};

}  // namespace duelo::ui
