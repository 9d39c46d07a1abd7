// SPDX-License-Identifier: Apache-2.0
#include <QDirIterator>
#include <QRegularExpression>
#include <QtTest>

#include "base/text.h"

using namespace duelo;

class TestDataWords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Every code that engine/data writes has a sentence in both languages.
    void everyReasonHasItsSentence() {
        static const QRegularExpression code(
            "(?:fail\\w*\\(|Reason\\{|push_back\\(\\{|return \\{|\\? |: )\"([a-z]+(?:_[a-z]+)+)\"");
        const Text spanish(Language::Spanish), english(Language::English);
        QDirIterator files(DUELO_SOURCE_DIR "/engine/data", {"*.cpp"});
        QStringList found;
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            auto matches = code.globalMatch(QString::fromUtf8(file.readAll()));
            while (matches.hasNext()) {
                found << matches.next().captured(1);
                const std::string key = "reason." + found.last().toStdString();
                QVERIFY2(spanish.has(key) && english.has(key), key.c_str());
            }
        }
        found.removeDuplicates();
        QVERIFY2(found.size() >= 30, qPrintable(found.join(' ')));
        QVERIFY(found.contains("data_leak_test") && found.contains("idx_trailing"));
    }

    void unitsStandInTheSentence() {
        const Text english(Language::English);
        const std::string text = english.reason(
            {"data_too_large",
             {{"images", 7}, {"needed_bytes", 3.0 * (1 << 30)}, {"limit_bytes", 1 << 30}}});
        QVERIFY2(text.find("3 GiB") != std::string::npos, text.c_str());
        QVERIFY(text.find('?') == std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestDataWords)
#include "tst_data_words.moc"
