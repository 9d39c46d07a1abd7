// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "engine_process.h"

namespace duelo {

/// A window's side of the pipe.
class Conversation {
public:
    /// `prepare` may set the engine's environment before it starts.
    explicit Conversation(const std::function<void(EngineProcess&)>& prepare = {},
                          const QString& program = DUELO_ENGINE)
        : m_engine(program) {
        if (prepare) prepare(m_engine);
        m_engine.start(m_process, {"serve"});
    }
    ~Conversation() {
        m_process.kill();
        m_process.waitForFinished();
    }

    void say(const QJsonObject& command) {
        m_process.write(QJsonDocument(command).toJson(QJsonDocument::Compact) + '\n');
    }
    void sayRaw(const QByteArray& bytes) { m_process.write(bytes); }
    /// The next line for which `fits`; others are passed over, but kept in heard().
    QJsonObject next(const std::function<bool(const QJsonObject&)>& fits) {
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < 60'000) {
            while (m_process.canReadLine()) {
                const auto line = QJsonDocument::fromJson(m_process.readLine()).object();
                m_heard.append(line);
                if (fits(line)) return line;
            }
            if (!m_process.waitForReadyRead(1000) && m_process.state() == QProcess::NotRunning &&
                !m_process.canReadLine())
                break;
        }
        return {};
    }
    /// The next line for which `r` (and, for replies, `to`) fit.
    QJsonObject next(const QString& r, const QString& to = {}) {
        return next([&](const QJsonObject& line) {
            return line["r"].toString() == r && (to.isEmpty() || line["to"].toString() == to);
        });
    }
    /// The reply to a command with this id, whether it has come already or not.
    QJsonObject replyTo(const QJsonValue& id) {
        const auto fits = [&](const QJsonObject& line) {
            return line["r"].toString() == "reply" && line["id"] == id;
        };
        for (const QJsonObject& line : m_heard)
            if (fits(line)) return line;
        return next(fits);
    }
    [[nodiscard]] const QList<QJsonObject>& heard() const { return m_heard; }

    /// ResNet18 at 64 and 80 px on the CPU.
    [[nodiscard]] static QJsonObject plan(const QString& preset) {
        return {{"experiment", "inference"},
                {"preset", preset},
                {"cases",
                 QJsonArray{QJsonObject{{"model", "resnet18"}, {"size_px", QJsonArray{64, 80}}}}},
                {"variants", QJsonArray{QJsonObject{{"device", "cpu"}}}}};
    }
    [[nodiscard]] const EngineProcess& engine() const { return m_engine; }
    [[nodiscard]] QString path(const QString& name) const { return m_engine.path(name); }
    QProcess& process() { return m_process; }

private:
    EngineProcess m_engine;
    QProcess m_process;
    QList<QJsonObject> m_heard;
};

}  // namespace duelo
