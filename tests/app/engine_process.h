// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <optional>

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QVariantMap>

#include "base/places.h"
#ifdef DUELO_READY_ENGINE
#include "ready_engine.h"
#endif
#include "record/record_file.h"

namespace duelo {

/// All rows run by night; in a usual run those that nothing else stands for.
inline bool byNight() {
    return qEnvironmentVariableIsSet("DUELO_BY_NIGHT");
}

/// A real engine program in a folder of its own, with a lock of its own unless told otherwise.
class EngineProcess {
public:
    struct Outcome {
        int code = -1;
        QString out, err;
    };

    /// Spinning threads make a self-test ten times as long where others compute too.
    static constexpr int kPatienceMs = 300'000;

    explicit EngineProcess(QString program = DUELO_ENGINE) : m_program(std::move(program)) {
        set("DUELO_LOCK_FILE", path("lock"));
        set("DUELO_LANG", "en");
        set("XDG_DATA_HOME", path("data"));
    }

    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }
    void set(const QString& name, const QString& value) { m_set.insert(name, value); }

    void start(QProcess& process, const QStringList& arguments) const {
        auto environment = QProcessEnvironment::systemEnvironment();
        for (auto one = m_set.begin(); one != m_set.end(); ++one)
            environment.insert(one.key(), one.value().toString());
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_folder.path());
        process.start(m_program, arguments);
        process.waitForStarted();
    }
    [[nodiscard]] Outcome run(const QStringList& arguments) const {
#ifdef DUELO_READY_ENGINE
        if (m_program == DUELO_ENGINE &&
            std::all_of(m_set.keyBegin(), m_set.keyEnd(), ReadyEngine::readsLate))
            return runReady(arguments);
#endif
        QProcess process;
        start(process, arguments);
        process.closeWriteChannel();
        if (!process.waitForFinished(kPatienceMs)) process.kill();
        const bool crashed = process.exitStatus() == QProcess::CrashExit;
        return {crashed ? -1 : process.exitCode(),
                QString::fromUtf8(process.readAllStandardOutput()),
                QString::fromUtf8(process.readAllStandardError())};
    }
    /// A plan that takes a second or two: ResNet18 at sizes far below the handout's.
    [[nodiscard]] static QStringList tiny(const QString& sizes, const QString& out) {
        return {"infer",    "--model", "resnet18", "--size", sizes,    "--device", "cpu",
                "--preset", "quick",   "--out",    out,      "--seed", "7"};
    }
    [[nodiscard]] RecordLog records(const QString& name) const {
        auto log = readRecords(fromUtf8(path(name).toStdString()));
        if (!log) qFatal("unreadable record: %s", log.error().code.c_str());
        return *log;
    }
    /// Returns the cells of a record file, by their ids.
    [[nodiscard]] std::map<std::string, CellRecord> cells(const QString& name) const {
        std::map<std::string, CellRecord> found;
        const RecordLog log = records(name);
        for (const Record& record : log.records)
            if (const auto* cell = std::get_if<CellRecord>(&record)) found[cell->cell] = *cell;
        return found;
    }
    /// The last result of each cell.
    [[nodiscard]] std::map<std::string, ResultRecord> results(const QString& name) const {
        std::map<std::string, ResultRecord> found;
        const RecordLog log = records(name);
        for (const Record& record : log.records)
            if (const auto* result = std::get_if<ResultRecord>(&record))
                found[result->cell] = *result;
        return found;
    }

private:
#ifdef DUELO_READY_ENGINE
    [[nodiscard]] Outcome runReady(const QStringList& arguments) const {
        const QString out = m_output.filePath("out"), err = m_output.filePath("err");
        const int code = ReadyEngine::instance().run(
            {arguments, QJsonObject::fromVariantMap(m_set), m_folder.path(), out, err},
            kPatienceMs);
        const auto textOf = [](const QString& name) {
            QFile file(name);
            return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
        };
        return {code, textOf(out), textOf(err)};
    }
    QTemporaryDir m_output;
#endif
    QString m_program;
    QVariantMap m_set;  ///< variables of the environment, beside the system's
    QTemporaryDir m_folder;
};

}  // namespace duelo
