// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <clocale>
#include <filesystem>
#include <locale>

#include "base/places.h"
#include "experiments/compare.h"
#include "report/export.h"
#include "report_examples.h"
#include "training_examples.h"

using namespace duelo;

/// the same bytes whatever locale a program with a window has set for the process. The
/// locales are made for the test, so that none need be installed.
class TestLocale : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    std::map<QString, QByteArray> m_expected;

    std::map<QString, QByteArray> all() {
        const Comparison recognised = *compare(std::vector<RecordLog>{examples::gpuPc()}),
                         trained = *compare(std::vector<RecordLog>{examples::trainingPc()});
        std::map<QString, QByteArray> out;
        const auto add = [&](const Comparison& c, ReportFormat format, Language language,
                             const std::string& table) {
            ReportOptions options;
            options.language = language;
            options.table = table;
            const QString key = QString::fromStdString(std::string(word(format)) + table +
                                                       std::string(word(language)) +
                                                       (&c == &trained ? "-trained" : ""));
            const QString path = m_folder.filePath(key);
            if (!exportReport(c, format, options, fromUtf8(path.toStdString()), true))
                qFatal("export failed");
            QFile file(path);
            if (!file.open(QIODevice::ReadOnly)) qFatal("no file");
            out[key] = file.readAll();
        };
        for (const Language language : {Language::Spanish, Language::English}) {
            for (const std::string_view name : wordsOf<ReportFormat>)
                for (const Comparison* c : {&recognised, &trained})
                    add(*c, *parseWord<ReportFormat>(name), language, {});
            for (const char* table : {"epochs", "confusion"})
                add(trained, ReportFormat::Csv, language, table);
        }
        return out;
    }

private Q_SLOTS:
    void initTestCase() {
        std::setlocale(LC_ALL, "C");
        m_expected = all();
        QCOMPARE(m_expected.size(), 32U);
        QCOMPARE(all(), m_expected);
    }

    void sameBytes_data() {
        QTest::addColumn<QString>("source");
        for (const char* name : {"es_ES", "de_DE", "fr_CH", "ar_EG"})
            QTest::newRow(name) << QString(name);
    }
    void sameBytes() {
#ifdef _WIN32
        QSKIP("localedef is a POSIX tool");
#else
        QFETCH(QString, source);
        const QString localedef = qEnvironmentVariable("DUELO_LOCALEDEF");
        if (!QFile::exists(localedef)) QSKIP("no localedef to make locales with");
        const QString place = m_folder.filePath(source + ".UTF-8");
        QProcess make;
        make.start(localedef, {"-i", source, "-f", "UTF-8", place});
        QVERIFY(make.waitForFinished(120'000));
        if (!QFile::exists(place + "/LC_NUMERIC"))
            QSKIP("the definition of this locale is not installed (package locales)");
        qputenv("LOCPATH", m_folder.path().toUtf8());
        const QByteArray name = (source + ".UTF-8").toUtf8();
        QVERIFY(std::setlocale(LC_ALL, name.constData()));
        // Otherwise the test could not fail.
        if (source == "es_ES" || source == "de_DE")
            QCOMPARE(QByteArray(std::localeconv()->decimal_point), QByteArray(","));
        std::locale::global(std::locale(name.constData()));
        const auto got = all();
        std::locale::global(std::locale::classic());
        std::setlocale(LC_ALL, "C");
        for (const auto& [key, bytes] : m_expected) QVERIFY2(got.at(key) == bytes, qPrintable(key));
#endif
    }
};

QTEST_APPLESS_MAIN(TestLocale)
#include "tst_locale.moc"
