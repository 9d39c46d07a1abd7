// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

namespace duelo {

/// The process of ready_engine.cpp, one for each test program: runs commands of the engine without
/// loading LibTorch each time.
class ReadyEngine {
public:
    static ReadyEngine& instance() {
        static ReadyEngine engine;
        return engine;
    }

    /// Tells whether a command sees a variable that is set after LibTorch has been loaded. Those
    /// of OpenMP and of the loader are read before.
    [[nodiscard]] static bool readsLate(const QString& variable) {
        return variable.startsWith("DUELO_") || variable.startsWith("XDG_");
    }

    struct Command {
        QStringList arguments;
        QJsonObject environment;  ///< beside that of this process
        QString folder, out, err;
    };

    /// \returns the exit code; -1 where a signal or the patience ended the command.
    [[nodiscard]] int run(const Command& command, int patience_ms) {
        if (m_process.state() != QProcess::Running) {
            m_process.start(DUELO_READY_ENGINE, {"--keep-ready"});
            m_process.waitForStarted();
        }
        const QJsonObject request{
            {"arguments",
             QJsonArray::fromStringList(QStringList{DUELO_READY_ENGINE} + command.arguments)},
            {"environment", command.environment},
            {"folder", command.folder},
            {"out", command.out},
            {"err", command.err}};
        m_process.write(QJsonDocument(request).toJson(QJsonDocument::Compact) + '\n');
        while (!m_process.canReadLine()) {
            if (m_process.waitForReadyRead(patience_ms)) continue;
            m_process.kill();  // the command's process ends with it
            m_process.waitForFinished();
            return -1;
        }
        return m_process.readLine().trimmed().toInt();
    }

private:
    ReadyEngine() { m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel); }
    ~ReadyEngine() {
        m_process.closeWriteChannel();
        m_process.waitForFinished();
    }
    QProcess m_process;
};

}  // namespace duelo
