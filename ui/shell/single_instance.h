// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

#include <QObject>
#include <QStringList>

class QLocalServer;

namespace duelo::ui {

/// One window per user: a second start hands its files to the first and ends.
///
/// On a PC that several users share, anyone may listen at a name that can be guessed, or call it.
/// So the place is one that only this user can write to, and each side looks whose process the
/// other one is before it says or takes anything. Where there is no such place, each start opens a
/// window of its own.
class SingleInstance final : public QObject {
    Q_OBJECT

public:
    /// Tells whether the process at the other end of a connection is of this user.
    using PeerCheck = std::function<bool(qintptr socket)>;

    /// `name`: tests take one of their own; empty: nobody can be met.
    explicit SingleInstance(const QString& name = defaultName(), PeerCheck isOwnPeer = {},
                            QObject* parent = nullptr);
    ~SingleInstance() override;

    /// True when another instance has taken the files.
    [[nodiscard]] bool handOver(const QStringList& files) const;
    /// From now on others hand over to this one, unless another one lives that does not answer.
    void listen();

    /// A socket in privateSessionFolder(), on Windows a pipe; empty where there is no such folder.
    [[nodiscard]] static QString defaultName();

Q_SIGNALS:
    /// Absolute paths; empty: the user only wants to see the window.
    void filesArrived(const QStringList& files);

private:
    [[nodiscard]] bool isTaken() const;
    void receive();

    const QString m_name;
    const PeerCheck m_isOwnPeer;
    std::unique_ptr<QLocalServer> m_server;
};

}  // namespace duelo::ui
