// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/application.h"

#include <chrono>
#include <cstdio>
#include <mutex>

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QLibraryInfo>
#include <QStandardPaths>

#include "ui/look/theme.h"
#include "ui/session/background.h"

namespace duelo::ui {

namespace {

constexpr qint64 kMaxLog_bytes = 1 << 20;

std::mutex g_logMutex;
QFile* g_log = nullptr;

void logMessage(QtMsgType type, const QMessageLogContext&, const QString& message) {
    static const char* const levels[] = {"debug", "warning", "critical", "fatal", "info"};
    const QByteArray line = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toUtf8() + ' ' +
                            levels[qBound(0, int{type}, 4)] + ' ' + message.toUtf8() + '\n';
    const std::lock_guard lock(g_logMutex);
    std::fwrite(line.constData(), 1, static_cast<std::size_t>(line.size()), stderr);
    if (!g_log) return;
    if (g_log->size() > kMaxLog_bytes) {
        g_log->close();
        QFile::remove(g_log->fileName() + ".1");
        QFile::copy(g_log->fileName(), g_log->fileName() + ".1");
        if (!g_log->open(QIODevice::WriteOnly | QIODevice::Truncate)) return;
    }
    g_log->write(line);
    g_log->flush();
}

}  // namespace

Application::Application(int& argc, char** argv) : QApplication(argc, argv) {
    setOrganizationName("duelo");
    setApplicationName("duelo");
    setApplicationDisplayName("Duelo");
    setDesktopFileName("org.duelo.Duelo");
    installEventFilter(&m_plainTexts);
}

Application::~Application() {
    constexpr std::chrono::seconds kLongest{10};  // one that hangs on a share is left behind
    Background::waitForAll(kLongest);
}

void Application::applyAppearance(const Settings& settings) {
    if (const Language language = languageOf(settings); language != m_language)
        translate(*(m_language = language));
    setDesktopDark(m_scheme.isDark());
    applyTheme(*this, settings.theme(), settings.zoomPercent() / 100.0);
}

void Application::translate(Language language) {
    const QString code = qs(std::string(word(language)));
    removeTranslator(&m_own);
    removeTranslator(&m_qt);
    if (m_own.load(":/i18n/duelo_" + code + ".qm")) installTranslator(&m_own);
    const QStringList places{QLibraryInfo::path(QLibraryInfo::TranslationsPath),
                             applicationDirPath() + "/translations"};
    for (const QString& place : places)
        if (m_qt.load("qtbase_" + code, place)) {
            installTranslator(&m_qt);
            break;
        }
    // Dates and the boxes of Qt itself follow the language; Duelo's numbers have their own sign.
    QLocale::setDefault(QLocale::system().name().startsWith(code) ? QLocale::system()
                                                                  : QLocale(code));
}

bool Application::notify(QObject* receiver, QEvent* event) {
    try {
        return QApplication::notify(receiver, event);
    } catch (const std::exception& error) {
        qCritical("exception in %s: %s", receiver->metaObject()->className(), error.what());
        Q_EMIT exceptionCaught(QString::fromUtf8(error.what()));
    } catch (...) {
        qCritical("exception in %s", receiver->metaObject()->className());
        Q_EMIT exceptionCaught({});
    }
    return true;
}

QString installMessageLog() {
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation));
    if (folder.mkpath(".")) {
        auto log = std::make_unique<QFile>(folder.filePath("duelo.log"));
        if (log->open(QIODevice::Append)) g_log = log.release();
    }
    qInstallMessageHandler(logMessage);
    return g_log ? g_log->fileName() : QString();
}

}  // namespace duelo::ui
