// SPDX-License-Identifier: GPL-3.0-or-later
// Captions of the window in Spanish and English (S0-55); the sentences are tst_text's.
#include <algorithm>

#include <QAction>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLibraryInfo>
#include <QMainWindow>
#include <QMap>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "ts_file.h"
#include "ui/pages/glossary_page.h"
#include "ui/pages/start_page.h"
#include "ui/shell/application.h"
#include "ui/shell/window_actions.h"

using namespace duelo;
using namespace duelo::ui;
using namespace duelo::ui::test;

namespace {

const QString kFolder = QStringLiteral(DUELO_SOURCE_DIR "/resources/i18n");

/// Runs what the target update_translations runs; empty, or what went wrong.
QString update(const QString& sources, const QString& folder) {
    QProcess cmake;
    cmake.setProcessChannelMode(QProcess::MergedChannels);
    cmake.start(DUELO_CMAKE, {"-DLUPDATE=" DUELO_LUPDATE, "-DSOURCE_DIR=" + sources,
                              "-DFOLDER=" + folder, "-P", kFolder + "/update.cmake"});
    const bool ended = cmake.waitForFinished();
    return ended && cmake.exitCode() == 0 ? QString() : cmake.errorString() + cmake.readAll();
}

bool write(const QString& path, const QByteArray& content) {
    QFile file(path);
    return QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly) &&
           file.write(content) == content.size();
}

QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void speak(Language language) {
    const QTemporaryDir folder;
    Settings settings(folder.filePath("duelo.ini"), {});
    settings.setLanguage(language);
    static_cast<Application*>(qApp)->applyAppearance(settings);
}

}  // namespace

class TestTranslations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyCaptionIsTranslated_S0_55_data();
    void everyCaptionIsTranslated_S0_55();
    void faultsAreFound_data();
    void faultsAreFound();
    void spanishCaptionsAreSpanish_S0_55();
    void mnemonicsDiffer_data();
    void mnemonicsDiffer();
    void filesHoldTheCaptionsOfTheSources_data();
    void filesHoldTheCaptionsOfTheSources();
    void captionsThatCannotBeTranslatedAreRefused_data();
    void captionsThatCannotBeTranslatedAreRefused();
    void theProgramSpeaks_S0_55_data();
    void theProgramSpeaks_S0_55();
    void theBoxesOfQtSpeakSpanish();
};

void TestTranslations::everyCaptionIsTranslated_S0_55_data() {
    QTest::addColumn<QString>("file");
    QTest::newRow("es") << "duelo_es.ts";
    QTest::newRow("en") << "duelo_en.ts";
}

void TestTranslations::everyCaptionIsTranslated_S0_55() {
    QFETCH(QString, file);
    const QList<TsMessage> messages = readTsFile(kFolder + "/" + file);
    QVERIFY(!messages.isEmpty());
    QStringList faults;
    for (const TsMessage& message : messages)
        if (const QString fault = faultOf(message); !fault.isEmpty())
            faults << message.name() + ": " + fault;
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join("\n")));
}

void TestTranslations::faultsAreFound_data() {
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QStringList>("translations");
    QTest::addColumn<QString>("fault");
    using List = QStringList;
    const QString none;
    QTest::newRow("good") << "&Open %1…" << none << List{"&Abrir %1…"} << none;
    QTest::newRow("good plural") << "%n terms" << none << List{"%n término", "%n términos"} << none;
    QTest::newRow("unfinished") << "Open"
                                << "unfinished" << List{"Abrir"} << "unfinished";
    QTest::newRow("vanished") << "Open"
                              << "vanished" << List{"Abrir"} << "vanished";
    QTest::newRow("empty") << "Open" << none << List{""} << "empty";
    QTest::newRow("one form") << "%n terms" << none << List{"%n términos"}
                              << "wrong number of plural forms";
    QTest::newRow("empty form") << "%n terms" << none << List{"%n término", ""} << "empty";
    const QString lost = "lost a placeholder";
    QTest::newRow("no number") << "%n terms" << none << List{"un término", "%n términos"} << lost;
    QTest::newRow("argument") << "%1 of %2" << none << List{"%1 de %1"} << lost;
    QTest::newRow("file pattern") << "Text (*.txt)" << none << List{"Texto (*.text)"} << lost;
    QTest::newRow("key") << "Measure (F5)" << none << List{"Medir (F6)"} << lost;
    QTest::newRow("line break") << "One\nTwo" << none << List{"Uno Dos"} << lost;
    QTest::newRow("leading space")
        << " (reference)" << none << List{"(referencia)"} << "other space at its ends";
    QTest::newRow("trailing space")
        << "Open" << none << List{"Abrir "} << "other space at its ends";
    QTest::newRow("ellipsis") << "Open…" << none << List{"Abrir..."} << "other ellipsis";
    QTest::newRow("mnemonic") << "&Open" << none << List{"Abrir"} << "other mnemonic";
}

void TestTranslations::faultsAreFound() {
    QFETCH(QString, source);
    QFETCH(QString, type);
    QFETCH(QStringList, translations);
    QTEST(faultOf({"Context", source, {}, type, translations}), "fault");
}

void TestTranslations::spanishCaptionsAreSpanish_S0_55() {
    const QStringList same{"%1 (Duelo)",
                           "%1 · %2 · %3: %4",
                           "%1: %2",
                           "%1…",
                           "&Plan",
                           "CSV (*.csv)",
                           "Duelo (*.duelo)",
                           "GPU",
                           "JSON",
                           "LaTeX",
                           "Markdown",
                           "PC",
                           "Total",
                           "no"};
    QStringList left;
    for (const TsMessage& message : readTsFile(kFolder + "/duelo_es.ts"))
        if (message.translations.contains(message.source)) left << message.source;
    left.sort();
    left.removeDuplicates();
    // Both ways: a word that no caption is any more has no place in the list.
    QCOMPARE(left, same);
}

void TestTranslations::mnemonicsDiffer_data() {
    QTest::addColumn<bool>("translated");
    QTest::newRow("es") << true;
    QTest::newRow("en") << false;
}

void TestTranslations::mnemonicsDiffer() {
    QFETCH(bool, translated);
    QMap<QString, QString> taken;
    for (const TsMessage& message : readTsFile(kFolder + "/duelo_es.ts")) {
        const QString caption = translated ? message.translations.front() : message.source;
        const QChar letter = mnemonicOf(caption);
        if (letter.isNull()) continue;
        QString& owner = taken[message.context + "/" + letter];
        QVERIFY2(owner.isEmpty(), qPrintable(owner + " and " + caption));
        owner = caption;
    }
    QVERIFY(taken.size() > 10);
}

void TestTranslations::filesHoldTheCaptionsOfTheSources_data() {
    QTest::addColumn<QString>("pattern");  // replaced in both files before the sources are read
    QTest::addColumn<QString>("replacement");
    QTest::addColumn<QStringList>("spanish");
    QTest::addColumn<QStringList>("english");
    const QStringList none;
    QTest::newRow("as they are") << "^$"
                                 << "" << none << none;
    QTest::newRow("a caption is missing")
        << "<message>\\s*<source>Unpin</source>.*?</message>"
        << "" << QStringList{"duelo::ui::RecentList/Unpin"} << none;
    QTest::newRow("a plural is missing")
        << "<message numerus=\"yes\">\\s*<source>%n terms</source>.*?</message>"
        << "" << QStringList{"duelo::ui::GlossaryPage/%n terms"}
        << QStringList{"duelo::ui::GlossaryPage/%n terms"};
    QTest::newRow("a caption is gone from the sources")
        << "(<name>duelo::ui::LinesChart</name>)"
        << "\\1<message><source>Gone</source><translation>Perdido</translation></message>"
        << QStringList{"duelo::ui::LinesChart/Gone"} << none;
    QTest::newRow("a caption has another context")
        << "<name>duelo::ui::LinesChart</name>"
        << "<name>LinesChart</name>"
        << QStringList{"LinesChart/still measuring", "duelo::ui::LinesChart/still measuring"}
        << none;
}

void TestTranslations::filesHoldTheCaptionsOfTheSources() {
    QFETCH(QString, pattern);
    QFETCH(QString, replacement);
    const QRegularExpression found(pattern, QRegularExpression::DotMatchesEverythingOption);
    const QTemporaryDir folder;
    for (const char* name : {"duelo_es.ts", "duelo_en.ts"}) {
        const QString before = QString::fromUtf8(read(kFolder + "/" + name));
        const QByteArray after = QString(before).replace(found, replacement).toUtf8();
        QVERIFY(write(folder.filePath("before/" + QString(name)), after));
        QVERIFY(write(folder.filePath("after/" + QString(name)), after));
    }
    const QString fault = update(DUELO_SOURCE_DIR, folder.filePath("after"));
    QVERIFY2(fault.isEmpty(), qPrintable(fault));
    const auto changed = [&](const QString& name) {
        return differences(folder.filePath("before/" + name), folder.filePath("after/" + name));
    };
    // Where this fails as they are: build the target update_translations, then translate.
    QTEST(changed("duelo_es.ts"), "spanish");
    QTEST(changed("duelo_en.ts"), "english");
}

void TestTranslations::captionsThatCannotBeTranslatedAreRefused_data() {
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QString>("told");
    QTest::newRow("good") << QByteArray(
                                 "class A { Q_OBJECT\n QString f() { return tr(\"Yes\"); } };")
                          << "";
    QTest::newRow("no Q_OBJECT") << QByteArray("class A { QString f() { return tr(\"No\"); } };")
                                 << "Class 'A' lacks Q_OBJECT";
    QTest::newRow("no class") << QByteArray("QString f() { return tr(\"No\"); }")
                              << "tr() cannot be called without context";
}

void TestTranslations::captionsThatCannotBeTranslatedAreRefused() {
    QFETCH(QByteArray, source);
    QFETCH(QString, told);
    const QTemporaryDir folder;
    QVERIFY(write(folder.filePath("ui/a.cpp"), source));
    QVERIFY(write(folder.filePath("app/gui_main.cpp"), "int main() {}\n"));
    const QString fault = update(folder.path(), folder.path());
    QCOMPARE(fault.isEmpty(), told.isEmpty());
    QVERIFY2(fault.contains(told), qPrintable(fault));
}

void TestTranslations::theProgramSpeaks_S0_55_data() {
    QTest::addColumn<Language>("language");
    QTest::addColumn<QString>("caption");
    QTest::addColumn<QString>("one");
    QTest::addColumn<QString>("two");
    QTest::addColumn<QString>("action");
    // Back and forth: the translators of the first language must be gone again.
    QTest::newRow("es") << Language::Spanish << "Comparar CPU y GPU"
                        << "1 término"
                        << "2 términos"
                        << "&Medir";
    QTest::newRow("en") << Language::English << "Compare CPU and GPU"
                        << "1 term"
                        << "2 terms"
                        << "&Measure";
    QTest::newRow("es again") << Language::Spanish << "Comparar CPU y GPU"
                              << "1 término"
                              << "2 términos"
                              << "&Medir";
}

void TestTranslations::theProgramSpeaks_S0_55() {
    QFETCH(Language, language);
    speak(language);
    QTEST(StartPage::tr("Compare CPU and GPU"), "caption");
    QTEST(GlossaryPage::tr("%n terms", nullptr, 1), "one");
    QTEST(GlossaryPage::tr("%n terms", nullptr, 2), "two");
    QMainWindow window;  // commands are no class with a tr() of its own
    QTEST(WindowActions::make(&window, {}).run->text(), "action");
}

void TestTranslations::theBoxesOfQtSpeakSpanish() {
    const QStringList places{QLibraryInfo::path(QLibraryInfo::TranslationsPath),
                             QCoreApplication::applicationDirPath() + "/translations"};
    const bool shipped = std::any_of(places.begin(), places.end(), [](const QString& place) {
        return QFile::exists(place + "/qtbase_es.qm");
    });
    if (!shipped) QSKIP("Qt's own translations are not on this machine (qt6-translations-l10n)");
    speak(Language::Spanish);
    QCOMPARE(QCoreApplication::translate("QPlatformTheme", "Cancel"), "Cancelar");
    speak(Language::English);
    QCOMPARE(QCoreApplication::translate("QPlatformTheme", "Cancel"), "Cancel");
}

// Not QTEST_MAIN: the translators are those of Duelo's own application class.
int main(int argc, char** argv) {
    Application application(argc, argv);
    TestTranslations test;
    QTEST_SET_MAIN_SOURCE_PATH
    return QTest::qExec(&test, argc, argv);
}

#include "tst_translations.moc"
