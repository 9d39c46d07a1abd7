// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QByteArray>
#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QList>
#include <QStringList>

namespace duelo::testing {

/// Ids of the processes that this one has started and that are still there, zombies included;
/// nothing where the system does not tell.
inline std::optional<QStringList> childProcesses() {
    if (!QFile::exists("/proc/self/stat")) return std::nullopt;
    QStringList children;
    for (const QString& pid : QDir("/proc").entryList(QDir::Dirs)) {
        QFile stat("/proc/" + pid + "/stat");
        if (!pid.at(0).isDigit() || !stat.open(QIODevice::ReadOnly)) continue;
        const QByteArray line = stat.readAll();  // "PID (NAME) STATE PARENT ...", and any NAME
        const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
        if (fields.value(1).toLongLong() == QCoreApplication::applicationPid()) children << pid;
    }
    return children;
}

}  // namespace duelo::testing
