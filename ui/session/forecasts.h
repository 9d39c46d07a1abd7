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

/// Forecasts of the time that plans would take, asked of the engine once the user pauses. Each
/// answer names who asked, so that it lands in the right place; of each asker the latest question
/// counts. The first answer comes at once and is coarse; others follow from calls that the engine
/// times.
class Forecasts final : public QObject {
    Q_OBJECT

public:
    /// `mayAsk`: beside a measurement nothing is asked.
    Forecasts(EngineClient& client, std::function<bool()> mayAsk);

    void ask(const Plan& plan, const QString& asker);
    /// Asks the questions that came while nothing could be asked.
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
