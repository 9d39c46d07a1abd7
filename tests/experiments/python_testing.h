// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <QtTest>

#include "base/text.h"
#include "experiments/specs.h"

/// Parts that the tests of the programs for PyTorch share.
namespace duelo {

/// Names that would end a literal, a line or the program, if they were written as they are.
inline const std::vector<std::string> kHostileNames{
    "a\"); import os; os.abort()  # .png",
    "'''\"\"\"\\",
    "line\nbreak\rhere.png",
    "\\\" + __import__('os').abort() + \\\"",
    "{error}{0}{model!r}.png",
    "bytes\xff\xfe.png",
    "right\xe2\x80\xaeto left.png",
    "line\xe2\x80\xa8separator\xe2\x80\xa9.png",
    "C:\\new\\table\\x41\\u0041\\N{BULLET}.png",
    std::string("null\0byte", 9),
    "Ñandú 图片 😀.png",
    "%s%n$(touch x)`touch x`",
};

class PythonPrograms {
public:
    /// The program of a plan, as a file.
    QString fileOf(const Plan& plan, Language language, const QString& name) const {
        const auto program = programOf(plan, Text(language));
        if (!program) qFatal("%s", program.error().code.c_str());
        return fileOf(QByteArray::fromStdString(*program), name);
    }
    QString fileOf(const QByteArray& source, const QString& name) const {
        QFile file(m_folder.filePath(name + QStringLiteral(".py")));
        if (!file.open(QIODevice::WriteOnly)) qFatal("no file");
        file.write(source);
        return file.fileName();
    }
    QString path(const QString& name) const { return m_folder.filePath(name); }

    static QByteArray run(const QString& program, const QStringList& arguments, int& code) {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PYTHONIOENCODING"), QStringLiteral("utf-8"));
        environment.insert(QStringLiteral("TORCH_HOME"), QStringLiteral("/nonexistent"));
        process.setProcessEnvironment(environment);
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(program, arguments);
        if (!process.waitForFinished(300000)) process.kill();
        code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
        return process.readAll();
    }
    /// Empty where there is none.
    static QString python() {
        const QString path = qEnvironmentVariable("DUELO_PYTHON");
        return QFile::exists(path) ? path : QString();
    }
    /// A Python that has these modules: the one that $DUELO_PARITY_PYTHON names, else the
    /// system's. Empty where neither has.
    static QString pythonWith(const QString& modules) {
        for (const QString& path : {qEnvironmentVariable("DUELO_PARITY_PYTHON"), python()}) {
            int code = -1;
            if (!path.isEmpty())
                run(path, {QStringLiteral("-c"), QStringLiteral("import ") + modules}, code);
            if (code == 0) return path;
        }
        return {};
    }

private:
    QTemporaryDir m_folder;
};

}  // namespace duelo
