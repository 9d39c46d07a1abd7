// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifdef __linux__

#include <optional>
#include <set>
#include <utility>

#include <QDir>
#include <QFile>

/// The processes that run, as Linux tells them.
namespace duelo::test {

/// State and parent of a process; nothing where it is gone.
inline std::optional<std::pair<char, qint64>> stateOf(qint64 pid) {
    QFile file(QString("/proc/%1/stat").arg(pid));
    if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
    const QByteArray stat = file.readAll();
    const auto words = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    return std::pair(words[0][0], words[1].toLongLong());
}

inline std::set<qint64> childrenOf(qint64 parent) {
    std::set<qint64> found;
    for (const QString& name : QDir("/proc").entryList(QDir::Dirs)) {
        const qint64 pid = name.toLongLong();
        const auto state = pid > 0 ? stateOf(pid) : std::nullopt;
        if (state && state->second == parent && state->first != 'Z') found.insert(pid);
    }
    return found;
}

inline bool isGone(qint64 pid) {
    const auto state = stateOf(pid);
    return !state || state->first == 'Z';
}

}  // namespace duelo::test

#endif
