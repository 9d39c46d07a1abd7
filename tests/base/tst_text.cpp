// SPDX-License-Identifier: Apache-2.0
#include <QRegularExpression>
#include <QtTest>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>

#include "base/power_text.h"
#include "base/reason_json.h"
#include "base/text.h"
#include "resources/resources.h"

using namespace duelo;

class TestText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Sizes as libraries tell them are read by people, and what nobody told is left out.
    void lackingMemoryHasSizesOrNone_Y18b() {
        const Text text(Language::English);
        const auto told = [&](const char* asked) {
            return text.reason({"out_of_host_memory", {{"asked", asked}}, {}});
        };
        QVERIFY2(told("822083584 bytes").find("784 MiB") != std::string::npos,
                 told("822083584 bytes").c_str());
        QVERIFY2(told("?").find('?') == std::string::npos, told("?").c_str());
        QVERIFY(told("?").find("RAM") != std::string::npos);
    }
    void numbers_data() {
        QTest::addColumn<QString>("got");
        QTest::addColumn<QString>("expected");
        const NumberStyle comma{','}, point{'.'};
        const auto row = [](const char* name, const std::string& got, const char* expected) {
            QTest::newRow(name) << QString::fromStdString(got) << QString::fromUtf8(expected);
        };
        row("fixed", formatFixed(0.04125, 4, comma), "0,0413");
        row("fixed negative", formatFixed(-1.5, 1, point), "-1.5");
        row("fixed huge", formatFixed(1e20, 0, point), "100000000000000000000");
        const NumberStyle people = styleForPeople(',');
        row("grouped", formatFixed(23243587, 0, people), "23\u202f243\u202f587");
        row("grouped negative", formatFixed(-123456, 0, people), "-123\u202f456");
        row("grouped with decimals", formatFixed(12345.678, 2, people), "12\u202f345,68");
        row("grouped from five digits on", formatFixed(9999, 0, people), "9999");
        row("grouped not behind the sign", formatFixed(1.234567, 6, people), "1,234567");
        row("grouped for nobody", formatFixed(23243587, 0, ungrouped(people)), "23243587");
        row("fixed nan", formatFixed(std::nan(""), 2, point), "-");
        row("significant", formatSignificant(0.0123456, 3, comma), "0,0123");
        row("significant big", formatSignificant(12345.6, 3, point), "12346");
        row("significant tiny", formatSignificant(1.5e-7, 2, point), "1.5e-07");
        row("significant zero", formatSignificant(0, 3, point), "0");
        row("power", powerText(1e-7), "10⁻⁷");
        row("power one", powerText(1), "10⁰");
        row("power beside its whole", powerText(0.0009999999999999999), "10⁻³");
        row("power of several digits", powerText(1e12), "10¹²");
        row("five of a power", powerText(5e-4), "5·10⁻⁴");
        row("rounded to the next power", powerText(9.7e-3), "10⁻²");
        row("no power", powerText(0), "-");
        row("readable", readableText(3.14159, comma), "3,14");
        row("readable tiny", readableText(4.1e-5, comma), "4,10·10⁻⁵");
        row("readable large", readableText(517710999, comma), "5,18·10⁸");
        row("readable none", readableText(0, comma), "0");
        row("bytes", formatBytes(3328599654.0, comma), "3,1 GiB");
        row("bytes small", formatBytes(17, point), "17 B");
        row("bytes whole", formatBytes(536870912, point), "512 MiB");
        row("ms", formatDuration(0.42, point), "0.420 ms");
        row("s", formatDuration(2100, comma), "2,10 s");
        row("min", formatDuration(720000, point), "12 min");
        row("h", formatDuration(50.6e6, comma), "14,1 h");
        row("elapsed s", formatElapsed(25900), "25 s");
        row("elapsed min", formatElapsed(185000), "3 min 05 s");
        row("elapsed h", formatElapsed(3725e3), "1 h 02 min");
        row("elapsed odd", formatElapsed(-1), "0 s");
        row("range s", formatDurationRange(8200, 11100), "8–12 s");
        row("range 5 s", formatDurationRange(27000, 88900), "25–90 s");
        row("range mixed", formatDurationRange(27000, 150000), "25 s – 3 min");
        row("range min", formatDurationRange(130000, 150000), "2–3 min");
        row("range one", formatDurationRange(0, 800), "0–1 s");
        row("range ended", formatDurationRange(0, 0), "0 s");
        row("range odd", formatDurationRange(-5, std::numeric_limits<double>::infinity()), "0 s");
        row("round s", formatRoundDuration(8400), "8 s");
        row("round 5 s", formatRoundDuration(42000), "40 s");
        row("round min", formatRoundDuration(200000), "3 min");
        row("range h", formatDurationRange(9e6, 15e6), "150 min – 5 h");
        row("round h", formatRoundDuration(50.6e6), "14 h");
        row("round little", formatRoundDuration(30), "1 s");
        row("exact", formatExact(0.1), "0.1");
        row("exact infinite", formatExact(std::numeric_limits<double>::infinity()), "");
    }
    void numbers() {
        QFETCH(QString, got);
        QFETCH(QString, expected);
        QCOMPARE(got, expected);
    }

    /// The unit at the end of a name says how a value is written.
    void values_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("expected");
        QTest::newRow("bytes") << "free_bytes"
                               << "3328599654"
                               << "3,1 GiB";
        QTest::newRow("ms") << "load_ms"
                            << "38.125"
                            << "38,1 ms";
        QTest::newRow("s") << "limit_s"
                           << "15"
                           << "15,0 s";
        QTest::newRow("rate") << "learning_rate"
                              << "0.00071"
                              << "0,00071";
        QTest::newRow("whole rate") << "learning_rate"
                                    << "10"
                                    << "10";
        QTest::newRow("percent") << "busy_percent"
                                 << "12.34"
                                 << "12,3 %";
        QTest::newRow("px") << "size_px"
                            << "512"
                            << "512 px";
        QTest::newRow("mhz") << "max_mhz"
                             << "4600"
                             << "4600 MHz";
        QTest::newRow("count") << "n"
                               << "42"
                               << "42";
        QTest::newRow("parameters") << "parameters"
                                    << "23243587" << QString::fromUtf8("23\u202f243\u202f587");
        QTest::newRow("seed") << "seed"
                              << "20261123"
                              << "20261123";
        QTest::newRow("list") << "accepted"
                              << R"(["a",2.5,null])"
                              << "a, 2,50, ?";
        QTest::newRow("word") << "device"
                              << R"("cuda")"
                              << "GPU";
        QTest::newRow("word and number") << "model"
                                         << R"("mlp-64")"
                                         << "MLP-64";
        QTest::newRow("name and number") << "model"
                                         << R"("-64")"
                                         << "-64";
        QTest::newRow("text") << "path"
                              << R"("a\nb")" << QString::fromUtf8("a\u240Ab");
        QTest::newRow("flag") << "value"
                              << "true" << QString::fromUtf8("sí");
        QTest::newRow("object") << "value"
                                << "{}"
                                << "...";
        QTest::newRow("deep") << "value"
                              << "[[[[1]]]]"
                              << "...";
    }
    void values() {
        QFETCH(QString, name);
        QFETCH(QString, json);
        QFETCH(QString, expected);
        const Text text(Language::Spanish);
        QCOMPARE(
            QString::fromStdString(text.value(name.toStdString(), Json::parse(json.toStdString()))),
            expected);
    }

    void placeholders() {
        const Text text(Language::English);
        QCOMPARE(text("report.answer_growth",
                      {{"from_text", "224 px"}, {"to_text", "512 px"}, {"factor", "4.8"}}),
                 std::string("From 224 px to 512 px the time is multiplied by 4.8."));
        // A missing argument is a question mark, never a brace or nothing.
        QVERIFY(text("report.answer_growth", Json()).starts_with("From ? to ?"));
        // What comes in by an argument is not filled again.
        QVERIFY(text("report.answer_growth", {{"factor", "{to_text}"}}).ends_with("by {to_text}."));
        // What may be left out is left out whole.
        QVERIFY(!text.complete("report.answer_growth", {{"factor", "4.8"}}));
        QVERIFY(!text.complete("report.no_such_key", Json()));
        QCOMPARE(text.complete("report.answer_growth",
                               {{"from_text", "1"}, {"to_text", "2"}, {"factor", "4.8"}}),
                 std::optional<std::string>("From 1 to 2 the time is multiplied by 4.8."));
    }

    /// Y-14: two numbers that a check told apart are told apart in its sentence too.
    void numbersThatDiffer() {
        const Reason reason{
            "result_contradicts_samples",
            {{"figure", "ci95_low_ms"}, {"found_exact", 14.2}, {"expected_exact", 14.20312}},
            {}};
        for (const Language language : {Language::Spanish, Language::English}) {
            const Text text(language, {'.'});
            const std::string told = text.reason(reason);
            QVERIFY2(told.find("= 14.2,") != std::string::npos, told.c_str());
            QVERIFY2(told.find("14.20312") != std::string::npos, told.c_str());
        }
    }

    /// One of something is written as one, in both languages; what is missing as several.
    void oneAndSeveral() {
        const Text english(Language::English), spanish(Language::Spanish);
        const Json one{{"n", 1}, {"calls", 1}}, several{{"n", 12}, {"calls", 2}};
        QCOMPARE(english("explain.measured_n", one),
                 std::string("Median of 1 repetition after 1 warm-up call."));
        QCOMPARE(english("explain.measured_n", several),
                 std::string("Median of 12 repetitions after 2 warm-up calls."));
        QCOMPARE(spanish("explain.measured_n", one),
                 std::string("Mediana de 1 repetición tras 1 llamada de calentamiento."));
        QCOMPARE(spanish("explain.measured_n", several),
                 std::string("Mediana de 12 repeticiones tras 2 llamadas de calentamiento."));
        QCOMPARE(english("cli.repetitions", {{"n", 0}}), std::string("(0 repetitions)"));
        QCOMPARE(english("cli.repetitions", Json()), std::string("(? repetitions)"));
        QCOMPARE(spanish("report.threads", {{"threads", 1}}), std::string("1 hilo"));
        QCOMPARE(spanish("duel.images", {{"count", 32}}), std::string("32 imágenes"));
        // A form is no place for what comes from outside.
        QCOMPARE(english("cli.repetitions", {{"n", "{n|a|b}"}}),
                 std::string("({n|a|b} repetitions)"));
    }

    /// An unknown code is still told, with its technical message; never blank.
    void unknownReason() {
        for (const Language language : {Language::Spanish, Language::English}) {
            const Text text(language);
            const std::string told = text.reason({"from_the_future", {}, "errno 5"});
            QVERIFY(told.find("from_the_future") != told.npos);
            QVERIFY(told.find("errno 5") != told.npos);
            QVERIFY(text.reason({"x", {}, {}}).size() > 20);
            QVERIFY(!text.reason({}).empty());
            QCOMPARE(text("nonsense"), std::string("nonsense"));
            QCOMPARE(text.word("flag", "nonsense"), std::string("nonsense"));
        }
    }

    /// A second reason says what to do, one alone, and whatever a file has in its place is nothing.
    void reasonWithAnother() {
        const Text text(Language::English);
        const Reason second{"no_gpu", Json::object(), {}};
        Reason first{"no_nvidia_driver", {{"library", "x"}}, {}};
        const std::string alone = text.reason(first);
        first.args[kNextReason] = toJson(second);
        QCOMPARE(text.reason(first), alone + ' ' + text.reason(second));
        Reason third = second;
        third.args[kNextReason] = toJson(first);
        first.args[kNextReason] = toJson(third);
        QCOMPARE(text.reason(first), alone + ' ' + text.reason(second));
        for (const Json& odd : {Json("x"), Json(1), Json::array(), Json{{"code", "nothing"}}}) {
            first.args[kNextReason] = odd;
            QCOMPARE(text.reason(first), alone);
        }
    }

    /// "Spanish" is not one format: es_MX writes a point (R-25).
    void decimalSignIsApart() {
        QCOMPARE(Text(Language::Spanish).numbers().decimal, ',');
        QCOMPARE(Text(Language::English).numbers().decimal, '.');
        const Text mexican(Language::Spanish, {'.'});
        QCOMPARE(mexican.value("free_bytes", 3328599654.0), std::string("3.1 GiB"));
    }

    void visible_data() {
        QTest::addColumn<QByteArray>("in");
        QTest::addColumn<QByteArray>("out");
        QTest::newRow("plain") << QByteArray("ñandú 图") << QByteArray("ñandú 图");
        QTest::newRow("newline") << QByteArray("a\nb") << QByteArray("a\u240Ab");
        QTest::newRow("nul") << QByteArray("a\0b", 3) << QByteArray("a\u2400b");
        QTest::newRow("right to left")
            << QByteArray("a\u202Egnp.exe") << QByteArray("a\uFFFDgnp.exe");
        QTest::newRow("broken") << QByteArray("a\xFF\xC3") << QByteArray("a\uFFFD\uFFFD");
        QTest::newRow("overlong") << QByteArray("\xC0\xAF") << QByteArray("\uFFFD\uFFFD");
        QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << QByteArray("\uFFFD");
        QTest::newRow("emoji") << QByteArray("\U0001F600") << QByteArray("\U0001F600");
    }
    void visible() {
        QFETCH(QByteArray, in);
        QFETCH(QByteArray, out);
        const std::string got = visibleText({in.constData(), static_cast<std::size_t>(in.size())});
        QCOMPARE(QByteArray::fromStdString(got), out);
    }

    void classNames() {
        const Text text(Language::English);
        QCOMPARE(text.className(-1), std::string());
        QCOMPARE(text.className(100000), std::string());
        if (resource("labels/imagenet_en.txt").empty()) QSKIP("built without class names");
        QVERIFY(text.className(285).find("Egyptian") != std::string::npos);
        QVERIFY(!text.className(999).empty());
        QVERIFY(text.className(1000).empty());
    }

    void embeddedFiles() {
        QVERIFY(resource("text/es.json").size() > 1000);
        QVERIFY(resource("experiments/training/words.es.json").size() > 1000);
        QVERIFY(resource("no/such").empty());
        QCOMPARE(Text(Language::Spanish).keys("verdict").size(), 4U);
    }

    /// A text has the words of every file, those of groups that stand in several too.
    void wordsOfAllFiles() {
        std::map<std::string, int> files;
        for (const Language language : {Language::Spanish, Language::English}) {
            const Text text(language);
            const std::string ending = std::string(word(language)) + ".json";
            for (const Resource& file : resources()) {
                if (!file.name.ends_with("/words." + ending) && file.name != "text/" + ending)
                    continue;
                // Two experiments may have a key each: text.of() tells them apart.
                const auto folder = std::filesystem::path(file.name).parent_path().filename();
                const Text own = file.name.starts_with("text/") ? text : text.of(folder.string());
                const Json groups = Json::parse(file.bytes);
                for (const auto& [group, words] : groups.items()) {
                    ++files[group];
                    for (const auto& [code, sentence] : words.items())
                        QCOMPARE(own.word(group, code), sentence.get<std::string>());
                }
            }
        }
        QVERIFY(files["reason"] >= 6 && files["training"] == 2);  // of both languages
    }

    /// Y-14: a number brings the unit of its name with it, so that neither its sign nor its word
    /// follows: "60 s", not "60 s s"; "20 px", not "20 px píxeles".
    void unitsStandOnce() {
        const QRegularExpression twice(
            QStringLiteral(R"(\{(?:(?:\w*_)?bytes\}\s*(?:.?i?B|bytes?)\b)"
                           R"(|\w*_ms\}\s*(?:ms\b|mil[il]?is)|\w*_s\}\s*(?:s\b|seg|sec))"
                           R"(|(?:\w*_)?percent\}\s*(?:%|por ciento|per ?cent))"
                           R"(|\w*_px\}\s*(?:px\b|p[ií]xel)|\w*_mhz\}\s*MHz))"));
        QVERIFY(twice.isValid());
        for (const char* wrong : {"within {limit_s} s, so", "{width_px} x {height_px} píxeles",
                                  "has {bytes} bytes", "{used_percent} % of it"})
            QVERIFY2(twice.match(QString::fromUtf8(wrong)).hasMatch(), wrong);
        QVERIFY(!twice.match("within {limit_s} so").hasMatch());
        for (const Resource& file : resources()) {
            if (!file.name.ends_with(".json")) continue;
            const QString text = QString::fromUtf8(file.bytes.data(), qsizetype(file.bytes.size()));
            const auto found = twice.match(text);
            QVERIFY2(!found.hasMatch(), qPrintable(found.captured() + " in " + file.name.data()));
        }
    }
};

QTEST_APPLESS_MAIN(TestText)
#include "tst_text.moc"
