// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/classroom/wanted_folder.h"

#include <algorithm>
#include <array>

#include <QDir>
#include <QFileInfo>
#include <QStorageInfo>

#ifdef Q_OS_WIN
#include <windows.h>
#else
#include <unistd.h>
#endif

namespace duelo::ui {

namespace {

/// A pack that was made on Windows has Windows' separators on every system.
bool isShareName(const QString& path) {
    return path.startsWith("//") || path.startsWith("\\\\");
}

#ifdef Q_OS_WIN

bool isOnNetwork(const QString& path) {
    const std::wstring root = (path.left(2) + '\\').toStdWString();
    return GetDriveTypeW(root.c_str()) == DRIVE_REMOTE;
}

#else

/// The folder, or the nearest one above it that is there.
QString existing(QString path) {
    while (!QFileInfo::exists(path) && !QDir(path).isRoot()) path = QFileInfo(path).path();
    return path;
}

bool isOnNetwork(const QString& path) {
    constexpr std::array kKinds{"nfs",   "cifs", "smb", "sshfs", "davfs",  "webdav",
                                "afpfs", "afs",  "9p",  "ceph",  "gluster"};
    const QByteArray kind = QStorageInfo(existing(path)).fileSystemType();
    return std::ranges::any_of(kKinds, [&](const char* known) { return kind.contains(known); });
}

#endif

/// Returns the owner of a folder that lies in another user's home, or that the system says is
/// another user's; empty: it is nobody else's.
QString otherOwner(const QString& path) {
    const QString home = QDir::homePath();
    const QString homes = QFileInfo(home).path();
    if (homes != "/" && path.startsWith(homes + '/') && path != home &&
        !path.startsWith(home + '/'))
        return path.mid(homes.size() + 1).section('/', 0, 0);
#ifndef Q_OS_WIN
    const QFileInfo folder(existing(path));
    if (folder.ownerId() != ::geteuid())
        return folder.owner().isEmpty() ? QString::number(folder.ownerId()) : folder.owner();
#endif
    return {};
}

}  // namespace

WantedFolder wantedFolder(const QString& path, const QString& packFolder) {
    if (path.isEmpty()) return {};
    if (isShareName(path)) return {.path = path, .network = true};
    const QString whole = QDir::cleanPath(QDir(packFolder).absoluteFilePath(path));
    if (isShareName(whole) || isOnNetwork(whole)) return {.path = whole, .network = true};
    return {.path = whole, .owner = otherOwner(whole)};
}

}  // namespace duelo::ui
