// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <QFile>

#include "engine_process.h"

/// Parts that the tests of training by the engine program share.
namespace duelo::test {

/// One pass over the digits takes a fraction of a second.
inline QStringList digits(const QStringList& more) {
    return QStringList{"train", "--model",  "mlp", "--data", "digits", "--batch",
                       "32",    "--device", "cpu", "--out",  "r.duelo"} +
           more;
}

inline std::vector<EventRecord> eventsOf(const RecordLog& log) {
    std::vector<EventRecord> events;
    for (const Record& record : log.records)
        if (const auto* event = std::get_if<EventRecord>(&record)) events.push_back(*event);
    return events;
}

inline std::vector<std::string> noticesOf(const RecordLog& log) {
    std::vector<std::string> codes;
    for (const Record& record : log.records)
        if (const auto* notice = std::get_if<Notice>(&record)) codes.push_back(notice->reason.code);
    return codes;
}

inline bool contains(const std::vector<std::string>& list, const std::string& one) {
    return std::find(list.begin(), list.end(), one) != list.end();
}

inline void write(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

}  // namespace duelo::test
