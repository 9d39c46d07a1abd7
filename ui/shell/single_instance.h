// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QObject>
#include <QStringList>

class QLocalServer;

namespace duelo::ui {

/// One window per user: a second start hands its files to the first and ends.
class SingleInstance final : public QObject {
    Q_OBJECT

public:
    /// `name`: tests take one of their own.
    explicit SingleInstance(const QString& name = defaultName(), QObject* parent = nullptr);
    ~SingleInstance() override;

    /// True when another instance has taken the files.
    [[nodiscard]] bool handOver(const QStringList& files) const;
    /// From now on others hand over to this one, unless another one lives that does not answer.
    void listen();

    [[nodiscard]] static QString defaultName();

Q_SIGNALS:
    /// Absolute paths; empty: the user only wants to see the window.
    void filesArrived(const QStringList& files);

private:
    [[nodiscard]] bool isTaken() const;
    void receive();

    const QString m_name;
    std::unique_ptr<QLocalServer> m_server;
};

}  // namespace duelo::ui
