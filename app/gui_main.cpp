// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <cstring>

#include <QMessageBox>
#include <QTimer>

#include "base/private_folder.h"
#include "base/standard_output.h"
#include "build_info.h"
#include "ui/export/export_arguments.h"
#include "ui/export/export_command.h"
#include "ui/look/settings.h"
#include "ui/shell/application.h"
#include "ui/shell/main_window.h"
#include "ui/shell/single_instance.h"
#include "ui/shell/window_arguments.h"

namespace {

constexpr const char* kPlatform = "QT_QPA_PLATFORM";
constexpr const char* kNoDisplay = "offscreen";

void needNoDisplay() {
    if (qEnvironmentVariableIsEmpty(kPlatform)) qputenv(kPlatform, kNoDisplay);
}

/// `duelo export FILE…` needs no window and no display.
int exportWithoutWindow(int argc, char** argv) {
    needNoDisplay();
    duelo::ui::Application application(argc, argv);
    return duelo::ui::exportCommand(application.arguments().mid(2));
}

int helpWithoutWindow(int argc, char** argv) {
    using namespace duelo::ui;
    needNoDisplay();
    Application application(argc, argv);
    const auto asked = askedLanguage(application.arguments());
    const duelo::Text text(asked ? *asked : languageOf(Settings()));
    std::puts(qUtf8Printable(windowHelp(text)));
    return duelo::exitCodeOf(0, text);
}

/// Adds to the platforms that Qt tries one that needs no display: where none of them can be opened,
/// Qt would end the program with words about its plugins. \returns whether it has.
bool addLastResort() {
#ifdef Q_OS_LINUX
    const bool x11 = !qEnvironmentVariableIsEmpty("DISPLAY");
    QByteArray platforms = qgetenv(kPlatform);
    if (platforms.contains(kNoDisplay)) return false;
    if (platforms.isEmpty()) {
        if (!qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")) return false;  // Qt chooses by desktop
        if (x11) platforms = "xcb";
    } else if (platforms.startsWith("wayland") && !platforms.contains("xcb") && x11) {
        platforms += ";xcb";
    }
    if (!platforms.isEmpty()) platforms += ';';
    qputenv(kPlatform, platforms + kNoDisplay);
    return true;
#else
    return false;
#endif
}

/// Ends as duelo-engine does with bad arguments; a box tells whoever has no prompt.
int refuse(const duelo::Reason& reason) {
    const duelo::Text text(duelo::ui::languageOf(duelo::ui::Settings()));
    const std::string why = text.reason(reason);
    std::fprintf(stderr, "duelo: %s\n", why.c_str());
    if (!duelo::hasStandardError()) {
        QMessageBox box(QMessageBox::Critical, QStringLiteral("Duelo"), duelo::ui::qs(why));
        box.setTextFormat(Qt::PlainText);
        box.exec();
    }
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    using namespace duelo::ui;
    duelo::holdStandardStreams();
    duelo::passOverMissingTemporaryFolder();
    if (argc > 1 && std::strcmp(argv[1], "export") == 0) return exportWithoutWindow(argc, argv);
    if (argc > 1 && std::strcmp(argv[1], "--version") == 0) {  // wants no display either
        std::printf("%s\nQt %s\n", duelo::versionText().c_str(), qVersion());
        return duelo::exitCodeOf(0, duelo::Text(languageOf(Settings())));
    }

    if (asksForHelp(QStringList(argv + 1, argv + argc))) return helpWithoutWindow(argc, argv);

    const bool last_resort = addLastResort();
    Application application(argc, argv);
    const bool blind = last_resort && QGuiApplication::platformName() == kNoDisplay;
    QCoreApplication::setApplicationVersion(duelo::kVersion);
    const QStringList files = application.arguments().mid(1);
    if (const auto why = whyNoArguments(files)) return refuse(*why);
    if (blind) return refuse({"no_display"});
    SingleInstance instance;
    if (instance.handOver(files)) return 0;
    instance.listen();
    installMessageLog();

    Settings settings;
    application.applyAppearance(settings);
    Session work(settings, EngineClient::enginePath(), {"serve"});
    MainWindow window(settings, work);
    window.setBuild(QString::fromStdString(duelo::versionText()));
    QObject::connect(&window, &MainWindow::appearanceChanged, &window,
                     [&] { application.applyAppearance(settings); });
    QObject::connect(&application.desktopScheme(), &DesktopScheme::changed, &window, [&] {
        if (settings.theme() == ThemeChoice::System) Q_EMIT window.appearanceChanged();
    });
    QObject::connect(&application, &Application::exceptionCaught, &window,
                     [&window](const QString& what) {
                         window.showMessage({"window_error", {{"what", what.toStdString()}}});
                     });
    QObject::connect(&instance, &SingleInstance::filesArrived, &window,
                     [&window](const QStringList& more) {
                         window.openFiles(more);
                         window.setWindowState(window.windowState() & ~Qt::WindowMinimized);
                         window.raise();
                         window.activateWindow();
                     });
    window.show();
    // First the window, then the engine, then the files: each is seen as soon as it can be.
    QTimer::singleShot(0, &window, [&] {
        work.askProbe();
        if (!files.isEmpty()) window.openFiles(files);
    });
    return QApplication::exec();
}
