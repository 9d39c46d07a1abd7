// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/single_instance.h"

#include <utility>

#include <QCryptographicHash>
#include <QDataStream>
#include <QDir>
#include <QFileInfo>
#include <QIODevice>
#include <QLocalServer>
#include <QLocalSocket>

#include "base/places.h"
#include "base/private_folder.h"
#include "ui/shell/peer_user.h"

namespace duelo::ui {

namespace {
constexpr int kPatience_ms = 500;
/// A first instance may be busy: it opens a large file, or the system has just woken up.
constexpr int kBusyPatience_ms = 3000;
constexpr qint64 kMaxBytes = 1 << 20;
}  // namespace

SingleInstance::SingleInstance(const QString& name, PeerCheck isOwnPeer, QObject* parent)
    : QObject(parent),
      m_name(name),
      m_isOwnPeer(isOwnPeer ? std::move(isOwnPeer) : PeerCheck(isPeerOfThisUser)) {}

SingleInstance::~SingleInstance() = default;

/// By home folder too: one user may have several, each with settings of its own.
QString SingleInstance::defaultName() {
    const QByteArray home = QDir::homePath().toUtf8();
    const QString name =
        "duelo-" + QCryptographicHash::hash(home, QCryptographicHash::Sha256).toHex().left(16);
#ifdef Q_OS_WIN
    return name;
#else
    const auto folder = privateSessionFolder();
    return folder ? QDir(QString::fromStdString(utf8(*folder))).filePath(name) : QString();
#endif
}

bool SingleInstance::handOver(const QStringList& files) const {
    if (m_name.isEmpty()) return false;
    QLocalSocket socket;
    socket.connectToServer(m_name);
    if (!socket.waitForConnected(kPatience_ms)) return false;
    if (!m_isOwnPeer(socket.socketDescriptor())) return false;
    letComeForward(socket.socketDescriptor());
    QStringList absolute;
    for (const QString& file : files) absolute << QFileInfo(file).absoluteFilePath();
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << absolute;
    socket.write(bytes);
    // Without an answer the first instance hangs or is just leaving: then this one opens.
    if (!socket.waitForBytesWritten(kBusyPatience_ms) || !socket.waitForReadyRead(kBusyPatience_ms))
        return false;
    return socket.readAll() == "ok";
}

void SingleInstance::listen() {
    if (m_name.isEmpty()) return;
    m_server = std::make_unique<QLocalServer>();
    m_server->setSocketOptions(QLocalServer::UserAccessOption);
    connect(m_server.get(), &QLocalServer::newConnection, this, &SingleInstance::receive);
    // One that hangs keeps its name, and this one gets no files: on Windows two could listen.
    if (isTaken() || m_server->listen(m_name) || isTaken()) return;
    QLocalServer::removeServer(m_name);  // what a crash left behind
    m_server->listen(m_name);
}

bool SingleInstance::isTaken() const {
    QLocalSocket socket;
    socket.connectToServer(m_name);
    return socket.waitForConnected(kPatience_ms);
}

void SingleInstance::receive() {
    while (QLocalSocket* socket = m_server->nextPendingConnection()) {
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        if (!m_isOwnPeer(socket->socketDescriptor())) {
            socket->abort();
            continue;
        }
        connect(socket, &QLocalSocket::readyRead, this, [this, socket] {
            if (socket->bytesAvailable() > kMaxBytes) return socket->abort();
            QDataStream stream(socket);
            QStringList files;
            stream.startTransaction();
            stream >> files;
            if (!stream.commitTransaction()) return;  // the rest is on its way
            socket->write("ok");
            socket->flush();
            Q_EMIT filesArrived(files);
        });
    }
}

}  // namespace duelo::ui
