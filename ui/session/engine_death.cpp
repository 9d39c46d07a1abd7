// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/engine_death.h"

#include <csignal>

#include <QFileInfo>
#include <QRegularExpression>

namespace duelo::ui {

namespace {

#ifdef Q_OS_WIN

constexpr unsigned kDllNotFound = 0xC0000135;
constexpr unsigned kEntryPointNotFound = 0xC0000139;

std::string traceOfCrash(int code) {
    return "0x" + QString::number(static_cast<unsigned>(code), 16).toUpper().toStdString();
}

bool wasKilledBySystem(int) {
    return false;
}

std::optional<std::string> missingLibrary(const QProcess& process, const std::string&) {
    const auto code = static_cast<unsigned>(process.exitCode());
    // The system tells the name in a dialog only, which QProcess has forbidden.
    if (code == kDllNotFound || code == kEntryPointNotFound) return "*.dll";
    return std::nullopt;
}

#else

/// With it the system's loader ends a program that lacks a library.
constexpr int kLoaderExit = 127;

std::string traceOfCrash(int signal) {
    switch (signal) {
        case SIGABRT:
            return "SIGABRT";
        case SIGBUS:
            return "SIGBUS";
        case SIGFPE:
            return "SIGFPE";
        case SIGILL:
            return "SIGILL";
        case SIGKILL:
            return "SIGKILL";
        case SIGSEGV:
            return "SIGSEGV";
        case SIGTERM:
            return "SIGTERM";
        default:
            return "signal " + std::to_string(signal);
    }
}

/// Nobody but the kernel's out-of-memory killer and a deliberate `kill -9` sends this.
bool wasKilledBySystem(int signal) {
    return signal == SIGKILL;
}

std::optional<std::string> missingLibrary(const QProcess& process, const std::string& errors) {
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != kLoaderExit)
        return std::nullopt;
    static const QRegularExpression loader(
        QStringLiteral("error while loading shared libraries: ([^:\\n]+):"));
    const auto match = loader.match(QString::fromStdString(errors));
    return match.hasMatch() ? std::optional(match.captured(1).toStdString()) : std::nullopt;
}

#endif

EngineDeath failedToStart(const QProcess& process) {
    const QString program = process.program();
    EngineDeath death{.how = EngineDeath::How::FailedToStart, .trace = "exec"};
    if (QFileInfo(program).isFile())
        death.reason = {"engine_start_failed", {{"message", process.errorString().toStdString()}}};
    else
        death.reason = {"engine_missing", {{"path", program.toStdString()}}};
    return death;
}

}  // namespace

bool EngineDeath::isHopeless() const {
    return how == How::FailedToStart || reason.code == "engine_library_missing";
}

EngineDeath deathOf(const QProcess& process, const std::optional<Reason>& killed,
                    const std::string& errors) {
    if (process.error() == QProcess::FailedToStart) return failedToStart(process);

    EngineDeath death;
    const int code = process.exitCode();
    if (killed) {
        death = {.how = EngineDeath::How::Killed, .trace = killed->code, .reason = *killed};
    } else if (const auto library = missingLibrary(process, errors)) {
        death.exit_code = code;
        death.trace = "exit " + std::to_string(code);
        death.reason = {"engine_library_missing", {{"library", *library}}};
    } else if (process.exitStatus() == QProcess::CrashExit) {
        // On Unix, QProcess gives the number of the signal as exit code.
        death.how = EngineDeath::How::Crashed;
        death.trace = traceOfCrash(code);
        if (wasKilledBySystem(code))
            death.reason = {"engine_killed"};
        else
            death.reason = {"engine_crashed", {{"how", death.trace}}};
    } else {
        death.exit_code = code;
        death.trace = "exit " + std::to_string(code);
        death.reason = {"engine_exited", {{"exit_code", code}}};
    }
    if (death.reason.message.empty()) death.reason.message = errors;
    return death;
}

}  // namespace duelo::ui
