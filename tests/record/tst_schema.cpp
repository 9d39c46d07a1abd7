// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <fstream>
#include <limits>

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "record/record.h"
#include "record_examples.h"

using namespace duelo;

namespace {

class RecordSchema {
public:
    RecordSchema() {
        std::ifstream file(DUELO_SOURCE_DIR "/resources/schema/record.schema.json");
        m_json = nlohmann::json::parse(file);
        const valijson::adapters::NlohmannJsonAdapter adapter(m_json);
        valijson::SchemaParser().populateSchema(adapter, m_schema);
    }
    /// Empty when valid, else what is wrong.
    QString errorsOf(const std::string& line) const {
        const nlohmann::json json = nlohmann::json::parse(line);
        const valijson::adapters::NlohmannJsonAdapter adapter(json);
        valijson::ValidationResults results;
        if (valijson::Validator().validate(m_schema, adapter, &results)) return {};
        QString text = "invalid";
        for (valijson::ValidationResults::Error error; results.popError(error);)
            text += QString::fromStdString("\n" + error.description);
        return text;
    }
    const nlohmann::json& json() const { return m_json; }

private:
    nlohmann::json m_json;
    valijson::Schema m_schema;
};

void checkDescribed(const nlohmann::json& node, const QString& path, QStringList& missing) {
    if (node.contains("properties"))
        for (const auto& [name, property] : node["properties"].items()) {
            const QString at = path + '.' + QString::fromStdString(name);
            if (!property.contains("description") && !property.contains("$ref")) missing << at;
            const bool number = property.value("type", nlohmann::json()).is_array();
            const QString text = QString::fromStdString(property.value("description", ""));
            if (number && name.ends_with("_ms") && !text.contains("millisecond") &&
                !text.contains("device_ms") && !text.contains("submit_ms"))
                missing << at + " (unit)";
            checkDescribed(property, at, missing);
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
        odd.output->max_error = nan;
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
        row("class without index",
            R"({"r":"result","cell":"c1","status":"done","output":{"top":[{"probability":1}]}})");
        row("digest of the wrong form", R"({"r":"end","status":"completed","sha256":"abc"})");
        row("notice without reason", R"({"r":"notice"})");
        row("event of no cell", R"({"r":"event","kind":"epoch","fields":{}})");
        row("event of no kind", R"({"r":"event","cell":"c1","fields":{}})");
        row("event's kind a number", R"({"r":"event","cell":"c1","kind":1,"fields":{}})");
        row("event without fields", R"({"r":"event","cell":"c1","kind":"epoch"})");
        row("event's fields a list", R"({"r":"event","cell":"c1","kind":"epoch","fields":[]})");
        row("event's fields null", R"({"r":"event","cell":"c1","kind":"epoch","fields":null})");
        row("epoch as a line of its own", R"({"r":"epoch","cell":"c1","epoch":1})");
        row("confusion of texts",
            R"({"r":"result","cell":"c1","status":"done","output":{"trained":{"test_loss":1,"test_accuracy":1,"test_accuracy_ci95":[0,1],"confusion":[["1"]]}}})");
        row("advice without reason",
            R"({"r":"result","cell":"c1","status":"done","output":{"rate_advice":{"learning_rate":1}}})");
    }
    void badLinesAreInvalid() {
        QFETCH(QString, line);
        QVERIFY(!m_schema.errorsOf(line.toStdString()).isEmpty());
    }

    void everyFieldIsDescribedWithItsUnit() {
        QStringList missing;
        for (const auto& [name, definition] : m_schema.json()["definitions"].items())
            checkDescribed(definition, QString::fromStdString(name), missing);
        QCOMPARE(missing, QStringList());
    }

    void everyWrittenFieldIsInTheSchema() {
        const auto& definitions = m_schema.json()["definitions"];
        for (const Record& record : examples::all()) {
            const Json line = Json::parse(encode(record));
            const auto& fields = definitions[line["r"].get<std::string>()]["properties"];
            for (const auto& [key, value] : line.items())
                QVERIFY2(fields.contains(key), key.c_str());
            for (const char* part : {"plan", "parts", "input", "output", "weights"})
                if (line.contains(part))
                    for (const auto& [key, value] : line[part].items())
                        QVERIFY2(definitions[part]["properties"].contains(key), key.c_str());
            for (const char* part : {"trained", "rate_advice"})
                if (line.contains("output") && line["output"].contains(part))
                    for (const auto& [key, value] : line["output"][part].items())
                        QVERIFY2(definitions[part]["properties"].contains(key), key.c_str());
        }
    }

private:
    RecordSchema m_schema;
};

QTEST_APPLESS_MAIN(TestSchema)
#include "tst_schema.moc"
