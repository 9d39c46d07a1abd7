// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <fstream>
#include <limits>

#include "line_validator.h"
#include "record/record.h"
#include "record_examples.h"

using namespace duelo;

namespace {

nlohmann::json shippedSchema() {
    std::ifstream file(DUELO_SOURCE_DIR "/resources/schema/record.schema.json");
    return nlohmann::json::parse(file);
}

void checkDescribed(const nlohmann::json& node, const QString& path, QStringList& missing) {
    if (node.contains("properties"))
        for (const auto& [name, property] : node["properties"].items()) {
            const QString at = path + '.' + QString::fromStdString(name);
            if (!property.contains("description") && !property.contains("$ref")) missing << at;
            const bool number = property.value("type", nlohmann::json()).is_array();
            const bool time = name == "ms" || name.ends_with("_ms");
            const QString text = QString::fromStdString(property.value("description", ""));
            if (number && time && !text.contains("millisecond") && !text.contains("device_ms") &&
                !text.contains("submit_ms"))
                missing << at + " (unit)";
            checkDescribed(property, at, missing);
        }
    if (node.contains("items")) checkDescribed(node["items"], path + "[]", missing);
}

/// The fields of a written value that its definition does not name; what is defined as free, such
/// as an axis's values, has none.
void checkNamed(const nlohmann::json& value, nlohmann::json node, const nlohmann::json& definitions,
                const QString& path, QStringList& missing) {
    if (node.contains("$ref")) {
        const std::string name = node["$ref"];
        node = definitions[name.substr(name.rfind('/') + 1)];
    }
    if (value.is_array() && node.contains("items"))
        for (const auto& item : value)
            checkNamed(item, node["items"], definitions, path + "[]", missing);
    if (!value.is_object() || !node.contains("properties")) return;
    for (const auto& [key, inner] : value.items()) {
        const QString at = path + '.' + QString::fromStdString(key);
        if (node["properties"].contains(key))
            checkNamed(inner, node["properties"][key], definitions, at, missing);
        else
            missing << at;
    }
}

}  // namespace

class TestSchema : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void examplesAreValid_data() {
        QTest::addColumn<QString>("line");
        for (const Record& record : examples::all()) {
            const std::string line = encode(record);
            QTest::addRow("%.40s", line.c_str()) << QString::fromStdString(line);
        }
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        ResultRecord odd = examples::done("c001");
        odd.summary->median_ms = nan;
        odd.summary->ci95_ms = Interval{1, nan};
        odd.max_error = nan;
        odd.parts[0].ms = nan;
        odd.metrics[0].value = nan;
        odd.metrics[0].ci95 = Interval{nan, 1};
        odd.fingerprint->largest = odd.fingerprint->values[0] = nan;
        QTest::newRow("not finite") << QString::fromStdString(encode(odd));
        QTest::newRow("unknown field") << QString(R"({"r":"stage","cell":"c","stage":"s","x":1})");
        QTest::newRow("axes of nobody") << QString(
            R"({"r":"cell","cell":"c1","experiment":"juggling","case":{"balls":3,"hand":{"name":"left"}},"variant":{"high":true,"speed":0.5,"who":"me"}})");
    }
    void examplesAreValid() {
        QFETCH(QString, line);
        QCOMPARE(m_schema.errorsOf(line.toStdString()), QString());
    }

    void badLinesAreInvalid_data() {
        QTest::addColumn<QString>("line");
        const auto row = [](const char* name, const char* line) {
            QTest::newRow(name) << QString(line);
        };
        row("no kind", "{}");
        row("unknown kind", R"({"r":"x"})");
        row("list", "[]");
        row("header without hash",
            R"({"r":"header","schema":2,"run":"r","app":"a","started":"s","cells":1})");
        row("hash of the wrong form",
            R"({"r":"header","schema":2,"run":"r","app":"a","started":"s","cells":1,"plan_hash":"XYZ"})");
        row("header of the first schema",
            R"({"r":"header","schema":1,"run":"r","app":"a","started":"s","cells":1,"plan_hash":"0123456789abcdef"})");
        const auto plan = [&](const char* name, const char* json) {
            row(name, (QByteArray(R"({"r":"header","schema":2,"run":"r","app":"a","started":"s",)"
                                  R"("cells":1,"plan_hash":"0123456789abcdef","plan":)") +
                       json + '}')
                          .constData());
        };
        plan("plan of no experiment", R"({"cases":[{}],"variants":[{}]})");
        plan("plan without variants", R"({"experiment":"e","cases":[{}]})");
        plan("plan without a case", R"({"experiment":"e","cases":[],"variants":[{}]})");
        plan("a block no object", R"({"experiment":"e","cases":[3],"variants":[{}]})");
        plan("a value null", R"({"experiment":"e","cases":[{"n":null}],"variants":[{}]})");
        plan("a list in a list", R"({"experiment":"e","cases":[{"n":[[1]]}],"variants":[{}]})");
        plan("a list in the base",
             R"({"experiment":"e","cases":[{}],"variants":[{}],"base":{"n":[1]}})");
        plan("an attachment no text",
             R"({"experiment":"e","cases":[{}],"variants":[{}],"attachments":{"a":3}})");
        plan("preset", R"({"experiment":"e","cases":[{}],"variants":[{}],"preset":"fast"})");
        row("cell of no experiment", R"({"r":"cell","cell":"c1","case":{},"variant":{}})");
        row("experiment a number",
            R"({"r":"cell","cell":"c1","experiment":1,"case":{},"variant":{}})");
        row("cell without a case", R"({"r":"cell","cell":"c1","experiment":"x","variant":{}})");
        row("cell without a variant", R"({"r":"cell","cell":"c1","experiment":"x","case":{}})");
        row("a list in a case",
            R"({"r":"cell","cell":"c1","experiment":"x","case":{"n":[1]},"variant":{}})");
        row("null in a variant",
            R"({"r":"cell","cell":"c1","experiment":"x","case":{},"variant":{"n":null}})");
        row("time as text", R"({"r":"cold","cell":"c1","load_ms":"1,5","first_ms":1})");
        row("sample as text", R"({"r":"samples","cell":"c1","wall_ms":["1"]})");
        row("failed without reason", R"({"r":"result","cell":"c1","status":"failed"})");
        row("figures without median", R"({"r":"result","cell":"c1","status":"done","n":4})");
        row("interval of three",
            R"({"r":"result","cell":"c1","status":"done","n":1,"median_ms":1,"ci95_ms":[1,2,3]})");
        row("no calls in a block", R"({"r":"samples","cell":"c1","wall_ms":[1],"calls":[0]})");
        const auto result = [&](const char* name, const char* fields) {
            row(name, (QByteArray(R"({"r":"result","cell":"c1","status":"done",)") + fields + '}')
                          .constData());
        };
        result("parts an object", R"("parts":{"h2d_ms":1})");
        result("part without a time", R"("parts":[{"id":"h2d"}])");
        result("part of no name", R"("parts":[{"id":"","ms":1}])");
        result("part's time a text", R"("parts":[{"id":"h2d","ms":"1"}])");
        result("metric without a value", R"("metrics":[{"id":"throughput"}])");
        result("metric's interval of one", R"("metrics":[{"id":"a","value":1,"ci95":[1]}])");
        result("quantity a text", R"("quantities":{"flop":"7"})");
        result("quantity below zero", R"("quantities":{"flop":-1})");
        result("identity of no name", R"("identities":[{"sha256":"0000000000000000"}])");
        result("identity's digest of the wrong form",
               R"("identities":[{"id":"input","sha256":"abc"}])");
        result("identity's note without reason", R"("identities":[{"id":"input","notes":[{}]}])");
        result("fingerprint a text", R"("fingerprint":"00ff")");
        result("fingerprint's digest of the wrong form", R"("fingerprint":{"sha256":"00ff"})");
        result("fingerprint's value a text", R"("fingerprint":{"values":["1"]})");
        result("fingerprint's best without values",
               R"("fingerprint":{"best":[{"row":0,"places":[1]}]})");
        result("output a list", R"("output":[])");
        row("digest of the wrong form", R"({"r":"end","status":"completed","sha256":"abc"})");
        row("notice without reason", R"({"r":"notice"})");
        row("event of no cell", R"({"r":"event","kind":"epoch","fields":{}})");
        row("event of no kind", R"({"r":"event","cell":"c1","fields":{}})");
        row("event's kind a number", R"({"r":"event","cell":"c1","kind":1,"fields":{}})");
        row("event without fields", R"({"r":"event","cell":"c1","kind":"epoch"})");
        row("event's fields a list", R"({"r":"event","cell":"c1","kind":"epoch","fields":[]})");
        row("event's fields null", R"({"r":"event","cell":"c1","kind":"epoch","fields":null})");
        row("epoch as a line of its own", R"({"r":"epoch","cell":"c1","epoch":1})");
    }
    void badLinesAreInvalid() {
        QFETCH(QString, line);
        QVERIFY(!m_schema.errorsOf(line.toStdString()).isEmpty());
    }

    void everyFieldIsDescribedWithItsUnit() {
        QStringList missing;
        for (const auto& [name, definition] : m_schema.json()["definitions"].items())
            checkDescribed(definition, QString::fromStdString(name), missing);
        QCOMPARE(missing.join(QLatin1Char(' ')), QString());
    }

    void everyWrittenFieldIsInTheSchema() {
        const auto& definitions = m_schema.json()["definitions"];
        QStringList missing;
        for (const Record& record : examples::all()) {
            const nlohmann::json line = nlohmann::json::parse(encode(record));
            const std::string kind = line["r"];
            checkNamed(line, definitions[kind], definitions, QString::fromStdString(kind), missing);
        }
        QCOMPARE(missing.join(QLatin1Char(' ')), QString());
    }

    /// Every list of the parts of a result has what is in it described.
    void definitionsOfListsDescribeTheirItems() {
        const auto& definitions = m_schema.json()["definitions"];
        for (const char* list : {"parts", "metrics", "identities"})
            QVERIFY2(definitions[list]["items"].contains("properties"), list);
        QVERIFY(definitions["fingerprint"]["properties"]["best"]["items"].contains("properties"));
    }

private:
    const LineValidator m_schema{shippedSchema()};
};

QTEST_APPLESS_MAIN(TestSchema)
#include "tst_schema.moc"
