// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QObject>
#include <QProcess>
#include <QString>

#include "base/text.h"

namespace duelo::ui {

/// The engine's test of itself, in a process of its own beside the one that serves.
class SelfTest final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    /// Ends it.
    ~SelfTest() override;

    [[nodiscard]] bool isRunning() const { return m_process != nullptr; }
    /// Returns the output so far, or that of the last test.
    [[nodiscard]] const QString& text() const { return m_text; }
    /// Only when none runs.
    void start(const QString& engine, Language language);

Q_SIGNALS:
    /// All that it has printed so far.
    void told(const QString& text, bool running);

private:
    void read();
    void end();

    std::unique_ptr<QProcess> m_process;
    QString m_text;
};

}  // namespace duelo::ui
