// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/places.h"
#include "spec_examples.h"

using namespace duelo;
using namespace duelo::examples;

namespace {

using Edit = void (*)(Plan&);

/// A file that somebody attaches; \returns how it is typed.
std::string written(const QTemporaryDir& folder, const char* name, const std::string& bytes) {
    const std::string path = folder.filePath(name).toStdString();
    const auto place = fromUtf8(path);
    std::filesystem::create_directories(place.parent_path());
    std::ofstream(place, std::ios::binary) << bytes;
    return path;
}

/// Returns what a plan holds of a file that was typed: its absolute path.
std::string absolute(const char* typed) {
    return utf8(std::filesystem::absolute(fromUtf8(typed)));
}

/// Files that belong to a word of another axis.
Spec networks() {
    Spec spec{.id = "networks"};
    Axis weights = axisOf("weights", AxisKind::Path, AxisRole::Case, Json());
    weights.per = "model";
    spec.axes = {
        words(axisOf("model", AxisKind::Word, AxisRole::Case, Json::array({"a"})), {"a", "b", "c"}),
        weights, axisOf("size", AxisKind::Integer, AxisRole::Case, Json::array({1, 2})),
        axisOf("seed", AxisKind::Integer, AxisRole::Case, 7), exampleDeviceAxis()};
    return spec;
}

}  // namespace

/// Plans as JSON and as words of the command line.
class TestPlanText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void jsonRoundTrip_data() {
        QTest::addColumn<QByteArray>("json");
        const auto row = [](const char* name, const char* json) {
            QTest::newRow(name) << QByteArray(json);
        };
        row("nothing chosen",
            R"({"experiment":"grid","cases":[{}],"variants":[{}],"preset":"standard"})");
        row("no blocks", R"({"experiment":"","cases":[],"variants":[],"preset":"quick"})");
        row("every kind of value",
            R"({"experiment":"sample","cases":[{"file":["Ñandú/图片.jpg","b"],"n":-7,)"
            R"("share":1e-12,"source":{"name":"a.cu","sha256":"00ff"},"warm":false,)"
            R"("work":[{"experiment":"grid","case":{"a":1},"variant":{}},{}]},{"n":[]}],)"
            R"("variants":[{"threads":[0,18446744073709551615]},{}],"run":{"save":true},)"
            R"("base":{"device":"cuda","threads":0},"preset":"strict"})");
        row("attachments", R"({"experiment":"e","cases":[{}],"variants":[{}],"preset":"quick",)"
                           R"("attachments":{"a.cu":"Ñandú();\n","b":""}})");
    }
    void jsonRoundTrip() {
        QFETCH(QByteArray, json);
        const Plan plan = planOf(json);
        QCOMPARE(describe(plan).toUtf8(), json);
        QVERIFY(planOf(describe(plan).toUtf8()) == plan);
    }

    void aSingleValueMayStandInAList() {
        const Plan plain = planOf(R"({"experiment":"e","cases":[{"n":1}],"variants":[]})");
        const Plan listed = planOf(R"({"experiment":"e","cases":[{"n":[1]}],"variants":[]})");
        QCOMPARE(plain.cases.at(0).at("n"), std::vector<Json>{1});
        QVERIFY(plain == listed);
        QVERIFY(!(plain == planOf(R"({"experiment":"e","cases":[{"n":2}],"variants":[]})")));
    }

    void whatAPlanDoesNotSay() {
        const Plan plan = planOf(R"({"experiment":"e","cases":[{}],"variants":[{}]})");
        QVERIFY(plan.run.empty() && plan.base.empty());
        QVERIFY(plan.preset == Preset::Standard);
    }

    void jsonRefusals_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const char* json, const char* reason) {
            QTest::newRow(name) << QByteArray(json) << QString::fromUtf8(reason);
        };
        row("no object", "[]", R"(field_not_object {"field":"{}","value":"[…]"})");
        row("no experiment", R"({"cases":[],"variants":[]})",
            R"(field_missing {"field":"experiment"})");
        row("experiment a number", R"({"experiment":7,"cases":[],"variants":[]})",
            R"(field_not_text {"field":"experiment","value":"7"})");
        row("no cases", R"({"experiment":"e","variants":[]})",
            R"(field_missing {"field":"cases"})");
        row("no variants", R"({"experiment":"e","cases":[]})",
            R"(field_missing {"field":"variants"})");
        row("cases no list", R"({"experiment":"e","cases":{},"variants":[]})",
            R"(field_not_list {"field":"cases","value":"{…}"})");
        row("a block no object", R"({"experiment":"e","cases":[{},3],"variants":[]})",
            R"(field_not_object {"field":"cases[1]","value":"3"})");
        row("a variant no object", R"({"experiment":"e","cases":[{}],"variants":[[]]})",
            R"(field_not_object {"field":"variants[0]","value":"[…]"})");
        row("run no object", R"({"experiment":"e","cases":[],"variants":[],"run":[]})",
            R"(field_not_object {"field":"run","value":"[…]"})");
        row("unknown field", R"({"experiment":"e","cases":[],"variants":[],"seed":1})",
            R"(field_unknown {"field":"seed","accepted":["experiment","cases","variants","run",)"
            R"("base","preset","attachments"]})");
        row("attachments no object",
            R"({"experiment":"e","cases":[],"variants":[],"attachments":["a.cu"]})",
            R"(field_not_object {"field":"attachments","value":"[…]"})");
        row("an attachment no text",
            R"({"experiment":"e","cases":[],"variants":[],"attachments":{"a.cu":{"text":"x"}}})",
            R"(field_not_text {"field":"attachments.a.cu","value":"{…}"})");
        row("base no object", R"({"experiment":"e","cases":[],"variants":[],"base":3})",
            R"(field_not_object {"field":"base","value":"3"})");
        row("preset a number", R"({"experiment":"e","cases":[],"variants":[],"preset":7})",
            R"(field_not_text {"field":"preset","value":"7"})");
        row("another preset", R"({"experiment":"e","cases":[],"variants":[],"preset":"fast"})",
            R"(unknown_value {"field":"preset","value":"fast",)"
            R"("accepted":["quick","standard","strict"]})");
    }
    void jsonRefusals() {
        QFETCH(QByteArray, json);
        const auto plan = planFromJson(parseJson(json.toStdString()).value());
        QVERIFY(!plan);
        QTEST(describe(plan.error()), "reason");
    }

    void typed_data() {
        QTest::addColumn<TypedWords>("words");
        QTest::addColumn<Edit>("edit");  // of the usual plan
        const auto row = [](const char* name, const TypedWords& words, Edit edit) {
            QTest::newRow(name) << words << edit;
        };
        row("nothing", {}, [](Plan&) {});
        row("an option without words", {{"n", {}}}, [](Plan&) {});
        row("numbers", {{"n", {"7", "-3"}}}, [](Plan& p) { p.cases[0]["n"] = {7, -3}; });
        row("percent", {{"share", {"15"}}}, [](Plan& p) { p.cases[0]["share"] = {0.15}; });
        row("percent as JSON reads them", {{"share", {"70"}}},
            [](Plan& p) { p.cases[0]["share"] = {0.7}; });
        row("a seed of 64 bits", {{"n", {"18446744073709551615"}}},
            [](Plan& p) { p.cases[0]["n"] = {UINT64_MAX}; });
        row("part of a percent", {{"share", {"2.5e0"}}},
            [](Plan& p) { p.cases[0]["share"] = {0.025}; });
        row("as it is", {{"rate", {"0.75"}}}, [](Plan& p) { p.cases[0]["rate"] = {0.75}; });
        row("words", {{"device", {"cuda", "cpu"}}}, [](Plan& p) {
            p.variants[0]["device"] = {"cuda", "cpu"};
        });
        row("a flag that is on", {{"warm", {"typed"}}},
            [](Plan& p) { p.cases[0]["warm"] = {false}; });
        row("a flag that is off", {{"save", {"typed"}}}, [](Plan& p) { p.run.set("save", true); });
        row("of a run", {{"keep", {"3"}}}, [](Plan& p) { p.run.set("keep", 3); });
        row("texts", {{"label", {"12"}}}, [](Plan& p) { p.cases[0]["label"] = {"12"}; });
        // A plan can be resumed from elsewhere (S0-51).
        row("paths", {{"file", {"a,b", "../ñ"}}}, [](Plan& p) {
            p.cases[0]["file"] = {absolute("a,b"), absolute("../ñ")};
        });
        row("a path from the root", {{"file", {absolute("x")}}},
            [](Plan& p) { p.cases[0]["file"] = {absolute("x")}; });
        row("words that are no paths", {{"file", {"set:3x20", "random", "set", "randomly"}}},
            [](Plan& p) {
                p.cases[0]["file"] = {"set:3x20", "random", absolute("set"), absolute("randomly")};
            });
        row("a command", {{"command", {"./pi {n}, 2"}}}, [](Plan& p) {
            const Attachment command("./pi {n}, 2");
            p.cases[0]["command"] = {referenceTo("./pi {n}, 2", command)};
            p.attachments.emplace("./pi {n}, 2", command);
        });
    }
    void typed() {
        QFETCH(TypedWords, words);
        QFETCH(Edit, edit);
        const auto plan = planFromWords(sample(), words, {});
        QVERIFY2(plan, plan ? "" : qPrintable(describe(plan.error())));
        Plan expected = usualPlan(sample(), {});
        edit(expected);
        QCOMPARE(describe(*plan), describe(expected));
        QVERIFY(*plan == expected);
    }

    void typedRefusals_data() {
        QTest::addColumn<TypedWords>("words");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* axis, const char* text, const char* reason) {
            QTest::newRow(reason) << TypedWords{{axis, {text}}} << QString::fromUtf8(reason);
        };
        row("n", "1.5", R"(not_a_whole_number {"option":"--n","value":"1.5"})");
        row("n", "", R"(not_a_whole_number {"option":"--n","value":""})");
        row("n", "12x", R"(not_a_whole_number {"option":"--n","value":"12x"})");
        row("n", "99999999999999999999",
            R"(not_a_whole_number {"option":"--n","value":"99999999999999999999"})");
        row("keep", "all", R"(not_a_whole_number {"option":"--keep","value":"all"})");
        row("share", "15%", R"(not_a_number {"option":"--share","value":"15%"})");
        row("rate", "1,5", R"(not_a_number {"option":"--rate","value":"1,5"})");
        row("rate", "1e999", R"(not_a_number {"option":"--rate","value":"1e999"})");
        row("rate", "inf", R"(not_a_number {"option":"--rate","value":"inf"})");
        row("rate", "nan", R"(not_a_number {"option":"--rate","value":"nan"})");
        row("order", "row",
            R"(unknown_value {"field":"--order","value":"row","accepted":["rows","columns"]})");
    }
    void typedRefusals() {
        QFETCH(TypedWords, words);
        const auto plan = planFromWords(sample(), words, {});
        QVERIFY(!plan);
        QTEST(describe(plan.error()), "reason");
    }

    /// A typed plan holds the text of its files, so that it can be handed on without them (X-07).
    void filesAreAttached() {
        const QTemporaryDir folder;
        const std::string source = "__global__ void ñ() {}\n", script = "#!/bin/sh\npi 7\n";
        const auto plan = planFromWords(sample(),
                                        {{"source", {written(folder, "ñ/pool.cu", source)}},
                                         {"command", {written(folder, "pi.sh", script)}}},
                                        {});
        QVERIFY2(plan, plan ? "" : qPrintable(describe(plan.error())));
        QCOMPARE(described(problemsOf(*plan, sample(), {})), QStringList());
        QCOMPARE(plan->attachments.size(), std::size_t{2});
        QCOMPARE(plan->attachments.at("pool.cu").text(), source);
        QCOMPARE(plan->attachments.at("pi.sh").text(), script);
        QVERIFY(valuesIn(plan->cases[0], "source") ==
                std::vector<Json>{referenceTo("pool.cu", Attachment(source))});
        QVERIFY(planOf(describe(*plan).toUtf8()) == *plan);
    }

    /// A program is no text; it is started by its name.
    void aProgramIsACommand() {
        const QTemporaryDir folder;
        const std::string program = written(folder, "pi",
                                            std::string("\x7f"
                                                        "ELF\0",
                                                        5));
        const auto plan = planFromWords(sample(), {{"command", {program}}}, {});
        QVERIFY(plan);
        QCOMPARE(plan->attachments.at(program).text(), program);
        const auto source = planFromWords(sample(), {{"source", {program}}}, {});
        QVERIFY(source);
        QCOMPARE(described(problemsOf(*source, sample(), {})),
                 (QStringList{R"( 0 0 attachment_not_text {"name":"pi"})"}));
    }

    void sourcesThatAreNotThere() {
        const QTemporaryDir folder;
        const auto missing = planFromWords(sample(), {{"source", {"no.cu"}}}, {});
        QCOMPARE(describe(missing.error()), QString(R"(file_missing {"path":"no.cu"})"));
        const auto place = planFromWords(sample(), {{"source", {folder.path().toStdString()}}}, {});
        QCOMPARE(place.error().code, std::string("file_unreadable"));
        const auto two = planFromWords(
            sample(),
            {{"source", {written(folder, "a/p.cu", "a"), written(folder, "b/p.cu", "b")}}}, {});
        QCOMPARE(describe(two.error()), QString(R"(attachment_named_twice {"name":"p.cu"})"));
        const std::string long_one(kMaxAttachedBytes + 1, '/');
        const auto large =
            planFromWords(sample(), {{"source", {written(folder, "large.cu", long_one)}}}, {});
        QVERIFY(large);
        QCOMPARE(described(problemsOf(*large, sample(), {})),
                 (QStringList{R"( 0 0 attachments_too_large {"max_bytes":1048576})"}));
    }

    /// An axis with a unit takes it typed.
    void unitsMayBeTyped_data() {
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("number");
        QTest::newRow("bytes") << "B"
                               << "64 KiB"
                               << "65536";
        QTest::newRow("short") << "B"
                               << "64k"
                               << "65536";
        QTest::newRow("with B") << "B"
                                << " 1.5MB "
                                << "1572864";
        QTest::newRow("tebi") << "B"
                              << "1 TiB"
                              << "1099511627776";
        QTest::newRow("alone") << "B"
                               << "4096"
                               << "4096";
        QTest::newRow("B itself") << "B"
                                  << "17 B"
                                  << "17";
        QTest::newRow("px") << "px"
                            << "224 px"
                            << "224";
        QTest::newRow("no unit") << ""
                                 << "64k"
                                 << "64k";
        QTest::newRow("another") << "px"
                                 << "64 KiB"
                                 << "64 KiB";
        QTest::newRow("unknown") << "B"
                                 << "64 Kilos"
                                 << "64 Kilos";
        QTest::newRow("nearest byte") << "B"
                                      << "1.3 KiB"
                                      << "1331";
        QTest::newRow("part of a byte") << "B"
                                        << "0.3 B"
                                        << "0.3 B";
        QTest::newRow("unit alone") << "B"
                                    << "KiB"
                                    << "KiB";
        QTest::newRow("empty") << "B"
                               << ""
                               << "";
        QTest::newRow("too large") << "B"
                                   << "99999999 TiB"
                                   << "99999999 TiB";
    }
    void unitsMayBeTyped() {
        QFETCH(QString, unit);
        QFETCH(QString, typed);
        const Axis axis{.id = "n", .unit = unit.toStdString()};
        QTEST(QString::fromStdString(withoutUnit(axis, typed.toStdString())), "number");
    }

    void aFlagWithoutAUsualValueIsSetByTypingIt() {
        Spec spec = sample();
        spec.axes = {axisOf("f", AxisKind::Flag, AxisRole::Case, Json()),
                     axisOf("g", AxisKind::Flag, AxisRole::Case, Json::array({false}))};
        const auto plan = planFromWords(spec, {{"f", {"typed"}}, {"g", {"typed"}}}, {});
        QVERIFY(plan);
        QCOMPARE(describe(*plan),
                 QString(R"({"experiment":"sample","cases":[{"f":true,"g":true}],"variants":[{}],)"
                         R"("preset":"standard"})"));
    }

    void theFirstWrongWordIsNamed() {
        const auto plan = planFromWords(sample(), {{"n", {"4", "x", "y"}}}, {});
        QVERIFY(!plan);
        QCOMPARE(describe(plan.error()),
                 QString(R"(not_a_whole_number {"option":"--n","value":"x"})"));
    }

    void typedCases_data() {
        QTest::addColumn<TypedWords>("words");
        QTest::addColumn<QString>("cases");
        const auto row = [](const char* name, const TypedWords& words, QString cases) {
            for (const char* file : {"w.pth", "v=1.pth"})
                cases.replace(QString("<%1>").arg(file),
                              QString::fromStdString(jsonText(absolute(file))));
            QTest::newRow(name) << words << cases;
        };
        row("nothing", {}, R"([{"model":"a","seed":7,"size":[1,2]}])");
        row("a list", {{"size", {"5"}}}, R"([{"model":"a","seed":7,"size":5}])");
        row("another list", {{"model", {"c", "b"}}},
            R"([{"model":["c","b"],"seed":7,"size":[1,2]}])");
        row("a setting", {{"seed", {"3"}}}, R"([{"model":"a","seed":3,"size":[1,2]}])");
        row("both", {{"size", {"5"}}, {"seed", {"3"}}}, R"([{"model":"a","seed":3,"size":5}])");
        row("a variant", {{"device", {"cuda"}}}, R"([{"model":"a","seed":7,"size":[1,2]}])");
        row("a file of the usual case", {{"weights", {"a=w.pth"}}},
            R"([{"model":"a","seed":7,"size":[1,2],"weights":<w.pth>}])");
        row("a file of the only one", {{"model", {"b"}}, {"weights", {"w.pth"}}},
            R"([{"model":"b","seed":7,"size":[1,2],"weights":<w.pth>}])");
        row("a file of one of several", {{"model", {"a", "b"}}, {"weights", {"b=v=1.pth"}}},
            R"([{"model":"a","seed":7,"size":[1,2]},)"
            R"({"model":"b","seed":7,"size":[1,2],"weights":<v=1.pth>}])");
        row("a file for each",
            {{"size", {"5"}}, {"model", {"a", "b"}}, {"weights", {"b=v=1.pth", "a=w.pth"}}},
            R"([{"model":"a","seed":7,"size":5,"weights":<w.pth>},)"
            R"({"model":"b","seed":7,"size":5,"weights":<v=1.pth>}])");
    }
    void typedCases() {
        QFETCH(TypedWords, words);
        const auto plan = planFromWords(networks(), words, {});
        QVERIFY2(plan, plan ? "" : qPrintable(describe(plan.error())));
        QCOMPARE(described(problemsOf(*plan, networks(), {})), QStringList());
        QTEST(QString::fromStdString(jsonText(toJson(*plan)["cases"])), "cases");
    }

    void filesOfNothing_data() {
        QTest::addColumn<TypedWords>("words");
        QTest::addColumn<QString>("reason");
        const auto row = [](const TypedWords& words, const char* reason) {
            QTest::newRow(reason) << words << QString::fromUtf8(reason);
        };
        row({{"model", {"a", "b"}}, {"weights", {"w.pth"}}},
            R"(value_without_axis {"option":"--weights","value":"w.pth","axis":"model"})");
        for (const char* typed : {"=w.pth", "b="})
            row({{"weights", {typed}}},
                QString(R"(value_without_axis {"option":"--weights","value":"%1","axis":"model"})")
                    .arg(typed)
                    .toUtf8());
        row({{"weights", {"c=w.pth"}}},
            R"(unknown_value {"field":"--weights","value":"c","accepted":["a"]})");
        row({{"model", {"c"}}, {"weights", {"b=w.pth"}}},
            R"(unknown_value {"field":"--weights","value":"b","accepted":["c"]})");
    }
    void filesOfNothing() {
        QFETCH(TypedWords, words);
        const auto plan = planFromWords(networks(), words, {});
        QVERIFY(!plan);
        QTEST(describe(plan.error()), "reason");
    }

    /// Y-21: Lightning writes "epoch=1.ckpt".
    void aFileMayHaveAnEqualsSign() {
        const QTemporaryDir folder;
        const std::string path = written(folder, "epoch=1.ckpt", "x");
        const std::string like = written(folder, "a=1.ckpt", "x");
        const auto fileOf = [](const std::string& typed) {
            const auto plan = planFromWords(networks(), {{"weights", {typed}}}, {});
            if (!plan) return describe(plan.error()).toStdString();
            return valuesIn(plan->cases.at(0), "weights").at(0).get<std::string>();
        };
        QCOMPARE(fileOf(path), path);
        QCOMPARE(fileOf("a=" + path), path);
        // One that is not there is a file too where it is in a folder: who opens it says so.
        QCOMPARE(fileOf("./no=1.ckpt"), absolute("./no=1.ckpt"));
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(folder.path()));
        const std::string bare = fileOf("epoch=1.ckpt"), whole = fileOf("a=1.ckpt");
        written(folder, "1.ckpt", "x");
        const std::string owned = fileOf("a=1.ckpt");
        const std::string expected = absolute("1.ckpt");
        const std::string bareExpected = absolute("epoch=1.ckpt"),
                          wholeExpected = absolute("a=1.ckpt");
        QVERIFY(QDir::setCurrent(before));
        QCOMPARE(bare, bareExpected);
        QCOMPARE(whole, wholeExpected);
        QCOMPARE(owned, expected);
    }
};

QTEST_APPLESS_MAIN(TestPlanText)
#include "tst_plan_text.moc"
